// remote_fitness.h - lets a cluster judge the variants of `evolve` and `level evolve`.
//
// The coordinator breeds; the other processes only judge. A request contains the job's parameters
// word for word, so that every process makes the same species, and the variants of a generation.
// The replies are their fitness. Files that the request names must exist on every machine.
#pragma once

#include "evolve/species.h"
#include "job/job_run.h"
#include "lab/cluster.h"

extern const dado_remote_task dado_remote_task_variants;
// Its species comes from a level breeding; others from a breeding setup.
extern const dado_job dado_job_level_evolve;

// A species whose variants a cluster judges. `own` is the species that is bred in this process.
typedef struct dado_remote_fitness {
    dado_species species;  // must be first: the rest is found from it
    const dado_species *own;
    dado_job_run *job_run;
    uint64_t creatures;  // seed of the creatures in played levels
} dado_remote_fitness;

void dado_remote_fitness_init(dado_remote_fitness *remote_fitness, const dado_species *own,
                              dado_job_run *job_run, uint64_t creatures);
