// crew.h - a few threads that share a row of small jobs.
//
// Job i writes to slot i and nowhere else, so what comes out does not depend on
// how many hands there were or who took what. The calling thread works too, and
// a crew of one is just a loop.
#ifndef DADO_LAB_CREW_H
#define DADO_LAB_CREW_H

#include <stdbool.h>

#include "core/error.h"

typedef struct dado_crew dado_crew;

// `threads` 0 takes as many as there are cores.
bool dado_crew_open(dado_crew **crew, int threads, dado_error *err);
void dado_crew_close(dado_crew *crew);  // NULL is fine
int dado_crew_size(const dado_crew *crew);

// Calls `job` once for every i from 0 to count - 1; `hand` tells which thread it
// is, from 0. Jobs are handed out up to `together` at a time, fewer where the row is short.
typedef void dado_crew_job(void *context, int i, int hand);
void dado_crew_run(dado_crew *crew, int count, int together, dado_crew_job *job, void *context);

#endif
