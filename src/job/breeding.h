// breeding.h - runs of the genetic algorithm and of MAP-Elites, watched and kept.
#pragma once

#include "evolve/archive.h"
#include "evolve/genetic.h"
#include "job/herd.h"

extern const dado_param dado_params_trail[];  // --store, --no-store, --resume: of one that is kept

typedef struct dado_breeding_run {
    dado_errand *errand;
    const char *settings;  // what names the run in the store
    int64_t trail;
    int rows_kept;         // rows of the trail in the store
    double last_saved;
    const dado_evolution *evolution;  // what is bred, or
    const dado_archive *archive;      // what is filled
    dado_herd herd;
    double *rows;                     // of statistics, `width` numbers each
    int width;
} dado_breeding_run;

// Breeds to the end or until it is stopped: `halt` says which. Goes on with the trail of these
// settings where --resume asks for it, tells how far it is, and keeps the run every few seconds and
// at its end. Others judge where there is a fleet. What is bred is kept in `arena`.
bool dado_breeding_do(dado_breeding_run *run, const dado_species *species,
                      const dado_breeding *plan, dado_arena *arena, dado_evolution *evolution);
// The same for an archive, made by the axes of --axis, or by those of `usual`, ended by NULL, where
// none is given; its rows are batches.
bool dado_breeding_fill(dado_breeding_run *run, const dado_species *species,
                        const dado_illumination *plan, const char *const *usual,
                        dado_archive *archive);

// Writes what a genome stands for to STEM with the species' ending, if it makes one, and, unless
// `notation` is NULL, the genome as it prints beside it. No memory for the stem is a failure too.
bool dado_errand_write_genome(dado_errand *errand, const dado_species *species, const void *genome,
                              const char *stem, const char *notation);
