// archive.h - MAP-Elites: the best of every kind, not the best of all.
//
// An archive is a grid over two or more traits of a species. Each cell keeps
// the best genome whose traits fall into it; the search breeds from any of
// them. What comes out is a map of what is possible and how good it gets there.
#pragma once

#include "evolve/species.h"

enum { DADO_AXES_MOST = 4, DADO_ARCHIVE_MOST = 1 << 20 };

typedef struct dado_trait_axis {
    int trait;           // its place among the species' traits
    double least, most;  // what lies outside counts for the nearest cell
    int cells;
} dado_trait_axis;

// Reads "density:0.5..1.5:20", the name of a trait, its range and how many cells.
bool dado_trait_axis_parse(dado_trait_axis *axis, const dado_species *species, const char *typed,
                     dado_error *err);

typedef struct dado_illumination {
    int first;    // random genomes to begin with
    int batch;    // children bred at a time, an even number
    int batches;
    uint64_t seed;
} dado_illumination;

typedef struct dado_archive {
    const dado_species *species;
    dado_illumination plan;
    dado_trait_axis axes[DADO_AXES_MOST];
    int axis_count;
    int cells;               // all of them
    unsigned char *genomes;  // one a cell
    double *fitness;         // DADO_NONE where the cell is empty
    int *filled;             // the cells that are not, in order of filling
    int filled_count;
    int64_t offered;
    int batch;               // the next, or the one in hand; 0 is the random beginning
    dado_litter hand;        // that batch; its `judging` is for the caller to set
} dado_archive;

// What it keeps comes from `arena`; `crew` stays the caller's.
bool dado_archive_begin(dado_archive *archive, const dado_species *species,
                        const dado_trait_axis *axes, int count, const dado_illumination *plan,
                        dado_crew *crew, dado_arena *arena, dado_error *err);

// The cell these traits fall into; -1 if one of them has no value.
int dado_archive_cell(const dado_archive *archive, const double *traits);

double dado_archive_coverage(const dado_archive *archive);  // share of cells that are filled
double dado_archive_sum(const dado_archive *archive);       // of the elites' fitness
int dado_archive_best(const dado_archive *archive);         // a cell; -1 if all are empty

// Fills the archive, from the batch it is at. `watch`, unless NULL, is told after every batch and
// answers whether to go on. Stopped within a batch, those judged of it wait until it is complete.
typedef bool dado_archive_watcher(void *context, const dado_archive *archive, int batch);
bool dado_archive_run(dado_archive *archive, dado_archive_watcher *watch, void *context,
                      const volatile sig_atomic_t *stop, dado_error *err);

// Offers those that wait, for a last look: from here the run is not gone on with.
void dado_archive_settle(dado_archive *archive);

// The whole run as text. Loading it into an archive just begun and going on gives what an
// uninterrupted run gives; there may be more batches than there were to be.
void dado_archive_save(const dado_archive *archive, dado_text *out);
bool dado_archive_load(dado_archive *archive, const char *source, const char *text,
                       dado_error *err);

// Where a cell begins on each axis; `corner` has room for DADO_AXES_MOST.
void dado_archive_corner(const dado_archive *archive, int cell, double *corner);
