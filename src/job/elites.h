// elites.h - the best of every kind: what jobs that illuminate share.
#ifndef DADO_JOB_ELITES_H
#define DADO_JOB_ELITES_H

#include "job/breeding.h"

// The axes of --axis, up to DADO_AXES_MOST; those of `usual`, ended by NULL, where none is given.
bool dado_errand_axes(dado_errand *errand, const dado_species *species,
                      const char *const *usual, dado_trait_axis *axes, int *count,
                      dado_error *err);

// Fills the archive, watched, stopped and kept as the errand and the run say, and settles it.
bool dado_errand_illuminate(dado_errand *errand, dado_archive *archive,
                            const dado_illumination *plan, dado_breeding_run *run,
                            dado_error *err);

// Writes what a genome stands for to STEM with the species' ending, if it makes one, and, unless
// `notation` is NULL, the genome as it prints beside it. No memory for the stem is a failure too.
bool dado_errand_write_genome(dado_errand *errand, const dado_species *species, const void *genome,
                              const char *stem, const char *notation, dado_error *err);

#endif
