// breeding.h - a run of the genetic algorithm, watched and kept.
#ifndef DADO_JOB_BREEDING_H
#define DADO_JOB_BREEDING_H

#include "job/errand.h"
#include "evolve/archive.h"
#include "evolve/genetic.h"

extern const dado_param dado_params_trail[];  // --store, --no-store, --resume: of one that is kept

typedef struct dado_breeding_run {
    dado_errand *errand;
    const char *command;
    dado_store *store;     // or NULL
    const char *settings;  // what names the run in the store
    int64_t trail;
    int rows_kept;         // rows of the trail in the store
    double last_saved;
    const dado_evolution *evolution;  // what is bred, or
    const dado_archive *archive;      // what is filled: `plan` and `rows` are of it
    const dado_illumination *plan;
    double *rows;                   // of statistics, a batch each
} dado_breeding_run;

// Breeds to the end or until it is stopped: `halt` says which. Goes on with the trail of these
// settings where --resume asks for it, tells how far it is, and keeps the run every few seconds and
// at its end.
bool dado_breeding_do(dado_breeding_run *run, dado_evolution *evolution, dado_error *err);
// The same for an archive, whose rows are batches: `plan` in the run is filled in before.
bool dado_breeding_fill(dado_breeding_run *run, dado_archive *archive, dado_crew *crew,
                        dado_error *err);

#endif
