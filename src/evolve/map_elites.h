// map_elites.h - MAP-Elites: finds the best genome of every kind, not only the best of
// all.
//
// An archive is a grid over one or more traits of a species. Each cell keeps the best
// genome whose traits fall into it, and the search breeds from any of these. The result
// is a map of what is possible and how good it can be.
#pragma once

#include "evolve/species.h"

enum { DADO_AXES_MOST = 4, DADO_ARCHIVE_MOST = 1 << 20 };

typedef struct dado_trait_axis {
    int trait;           // index among the species' traits
    double least, most;  // values outside count for the nearest cell
    int cells;
} dado_trait_axis;

// Reads an axis such as "density:0.5..1.5:20": the name of a trait, its range, and the
// number of cells.
bool dado_trait_axis_parse(dado_trait_axis *axis, const dado_species *species, const char *typed,
                           dado_error *err);

typedef struct dado_illumination {
    int first;  // number of random genomes at the start
    int batch;  // children bred at a time, an even number
    int batches;
    uint64_t seed;
} dado_illumination;

typedef struct dado_archive {
    const dado_species *species;
    dado_illumination plan;
    dado_trait_axis axes[DADO_AXES_MOST];
    int axis_count;
    int cells;               // number of cells in all
    unsigned char *genomes;  // one genome per cell
    double *fitness;         // DADO_NONE if the cell is empty
    int *filled;             // the cells that are not empty, in order of filling
    int filled_count;
    int64_t offered;
    // Number of the current batch; 0 is the random start.
    int batch;
    dado_genome_batch current_batch;  // its genomes; the caller sets its `judging`
} dado_archive;

// Begins an empty archive. Memory comes from `region`; `pool` belongs to the caller.
bool dado_archive_begin(dado_archive *archive, const dado_species *species,
                        const dado_trait_axis *axes, int count, const dado_illumination *plan,
                        dado_thread_pool *pool, dado_region *region, dado_error *err);

// Returns the cell that these traits fall into; -1 if one of them has no value.
int dado_archive_cell(const dado_archive *archive, const double *traits);

// Share of cells that are filled.
double dado_archive_coverage(const dado_archive *archive);
// Sum of the fitness of all elites.
double dado_archive_sum(const dado_archive *archive);
// Cell of the best elite; -1 if all are empty.
int dado_archive_best(const dado_archive *archive);

// Runs the search from the current batch on. `watch`, unless NULL, is called after every
// batch and returns whether to continue. If the run is stopped within a batch, its judged
// genomes wait until the batch is complete.
typedef bool dado_archive_watcher(void *context, const dado_archive *archive, int batch);
bool dado_archive_run(dado_archive *archive, dado_archive_watcher *watch, void *context,
                      const volatile sig_atomic_t *stop, dado_error *err);

// Offers the judged genomes of an incomplete batch, to show them. The run cannot be
// continued afterwards.
void dado_archive_flush(dado_archive *archive);

// Write and read the whole run as text. Loaded into a new archive, it continues exactly
// like an uninterrupted run; the number of batches may grow.
void dado_archive_save(const dado_archive *archive, dado_text *out);
bool dado_archive_load(dado_archive *archive, const char *source, const char *text,
                       dado_error *err);

// Computes the lower bound of a cell on each axis; `corner` has room for DADO_AXES_MOST.
void dado_archive_corner(const dado_archive *archive, int cell, double *corner);
