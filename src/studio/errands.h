// errands.h - jobs that run for a page: begun, watched, stopped, each on a thread of its own.
//
// What happens to a job is a list of events with growing numbers: progress,
// lines, the answer so far, the answer or why there is none. A page reads on
// from the number it had, so a lost connection loses nothing. Of progress and
// of answers so far only the latest is kept, so a long job does not grow.
#pragma once

#include "studio/folder.h"

enum { DADO_ERRANDS_AT_ONCE = 8, DADO_ERRANDS_KEPT = 64 };

typedef struct dado_errands dado_errands;

typedef struct dado_errands_how {
    dado_folder *folder;
    const char *store;  // NULL: nothing is kept
    int threads;        // of each job; 0: one a core
} dado_errands_how;

dado_errands *dado_errands_open(dado_errands_how how);  // NULL: no memory
void dado_errands_quit(dado_errands *errands);   // stops them all; whoever listens hears the end
void dado_errands_close(dado_errands *errands);  // the same, and waits; nobody may listen any more

// Begins what the request (job/request.h) asks for; its number, or 0 and why not.
int dado_errands_begin(dado_errands *errands, const char *json, size_t length, dado_error *err);

// Adds the events after number `after` as a page reads them ("id:", "event:", "data:"), waiting up
// to so many milliseconds for the first. `after` becomes the last number; false once there will
// be no more.
bool dado_errands_hear(dado_errands *errands, int number, int *after, int milliseconds,
                       dado_text *out, dado_error *err);

bool dado_errands_stop(dado_errands *errands, int number, dado_error *err);

// All that are known, as JSON.
void dado_errands_list(dado_errands *errands, dado_text *out);
