// evolution_runner.h - runs the genetic algorithm or MAP-Elites, reports progress, and stores the
// run.
#pragma once

#include "evolve/map_elites.h"
#include "evolve/genetic_algorithm.h"
#include "job/remote_fitness.h"

extern const dado_param
    dado_params_resumable[];  // --store, --no-store, --resume: for runs that are stored

typedef struct dado_evolution_runner {
    dado_job_run *job_run;
    const char *settings;  // name the run in the store
    int64_t search_log;
    int rows_kept;  // number of rows of the search log in the store
    double last_saved;
    // One of these two is set.
    const dado_evolution *evolution;
    const dado_archive *archive;
    dado_remote_fitness remote_fitness;
    double *rows;  // statistics, `width` numbers per row
    int width;
} dado_evolution_runner;

// Breeds to the end or until it is stopped; `halt` says which. With --resume it goes on with the
// search log of these settings. Reports progress, and stores the run every few seconds and at the
// end. With a cluster, other processes judge the variants. What is bred is kept in `region`.
bool dado_evolution_runner_genetic(dado_evolution_runner *run, const dado_species *species,
                                   const dado_genetic_settings *plan, dado_region *region,
                                   dado_evolution *evolution);
// The same for an archive. Its axes are those of --axis, or those of `usual`, which NULL ends.
// Its rows are batches.
bool dado_evolution_runner_elites(dado_evolution_runner *run, const dado_species *species,
                                  const dado_illumination *plan, const char *const *usual,
                                  dado_archive *archive);

// Writes what a genome stands for to STEM with the species' ending, if it has one, and, unless
// `notation` is NULL, the genome as text beside it. Fails too if there is no memory for the name.
bool dado_job_run_write_genome(dado_job_run *job_run, const dado_species *species,
                               const void *genome, const char *stem, const char *notation);
