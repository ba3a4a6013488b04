// background_jobs.h - runs jobs for a page, each on a thread of its own: start, watch,
// stop.
//
// What happens to a job is a list of numbered events: progress, messages, the preliminary
// answer, and the answer or the error. A page continues from the last number it has read,
// so a lost connection loses nothing. Only the latest progress and the latest preliminary
// answer are kept, so a long job does not fill the memory.
#pragma once

#include "studio/confined_folder.h"

enum { DADO_BACKGROUND_JOBS_RUNNING = 8, DADO_BACKGROUND_JOBS_KEPT = 64 };

typedef struct dado_background_jobs dado_background_jobs;

typedef struct dado_background_jobs_how {
    dado_confined_folder *folder;
    const char *store;  // NULL: results are not stored
    int threads;        // per job; 0: one per core
} dado_background_jobs_how;

dado_background_jobs *dado_background_jobs_open(dado_background_jobs_how how);  // NULL: no memory
void dado_background_jobs_stop_all(
    dado_background_jobs *background_jobs);  // stops all jobs; listeners receive their end
// Stops all and waits for them; nobody may listen any more.
void dado_background_jobs_close(dado_background_jobs *background_jobs);

// Starts the job of the request (job/json_request.h). Returns its number, or 0 and the
// error.
int dado_background_jobs_start(dado_background_jobs *background_jobs, const char *json,
                               size_t length, dado_error *err);

// Writes the events after number `after` in the form of server-sent events ("id:",
// "event:", "data:"). Waits up to the given number of milliseconds for the first. Sets
// `after` to the last number. Returns false when there will be no more.
bool dado_background_jobs_events(dado_background_jobs *background_jobs, int number, int *after,
                                 int milliseconds, dado_text *out, dado_error *err);

bool dado_background_jobs_stop(dado_background_jobs *background_jobs, int number, dado_error *err);

// Writes all known jobs as JSON.
void dado_background_jobs_list(dado_background_jobs *background_jobs, dado_text *out);
