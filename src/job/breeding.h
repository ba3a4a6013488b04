// breeding.h - a run of the genetic algorithm, watched and kept.
#ifndef DADO_JOB_BREEDING_H
#define DADO_JOB_BREEDING_H

#include "job/errand.h"
#include "evolve/archive.h"
#include "evolve/genetic.h"

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

// Finds the trail of these settings, where --resume asks to go on, or begins one.
bool dado_breeding_open(dado_breeding_run *run, dado_evolution *evolution, dado_error *err);

// Puts what is new into the store.
bool dado_breeding_keep(dado_breeding_run *run, const dado_evolution *evolution, bool finished,
                        dado_error *err);

// A dado_evolution_watcher with a run as context: tells how far it is, and keeps the run every few
// seconds.
bool dado_breeding_watch(void *run, const dado_evolution *evolution, const dado_generation *row);
// The same for an archive, whose rows are batches: `plan` in the run is filled in before opening.
bool dado_breeding_open_archive(dado_breeding_run *run, dado_archive *archive, dado_error *err);
bool dado_breeding_keep_archive(dado_breeding_run *run, const dado_archive *archive, bool finished,
                                dado_error *err);
bool dado_breeding_watch_archive(void *run, const dado_archive *archive, int batch);

#endif
