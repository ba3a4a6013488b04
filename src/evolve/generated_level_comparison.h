// generated_level_comparison.h - compares generated levels with the examples they were
// learned from.
//
// A set of levels is described by how many can be finished, how much of it is new
// (novelty: windows of tiles that no example has), and the distribution of its measures.
#pragma once

#include "evolve/level_species.h"
#include "measure/stats.h"

enum { DADO_NOVELTY_WINDOW = 4 };  // width and height of a window, in tiles

typedef struct dado_level_set_metrics {
    int levels, passable, finished;              // passable by shape; finished by the planner
    dado_moments novelty;                        // novelty of each level
    dado_moments measures[DADO_LEVEL_MEASURES];  // those of levels without genes
} dado_level_set_metrics;

// Measures levels against examples. If `levels` are the examples themselves, each is
// compared with the others. `how` limits the planner's search; `judging` is notified of
// every level.
bool dado_level_set_measure(const dado_level *const *levels, int count,
                            const dado_level *const *examples, int example_count,
                            const dado_planner_settings *how, dado_judging_progress judging,
                            dado_level_set_metrics *set, dado_region *region, dado_error *err);

// Computes the share of windows of a grid that no other grid has, DADO_NONE if there is
// no other. `skip` is the index of a grid to leave out, or -1. Letters are stored column
// by column.
typedef struct dado_letter_grid {
    int width, height;
    const uint8_t *cells;
} dado_letter_grid;
double dado_novelty(const dado_letter_grid *grid, const dado_letter_grid *others, int count,
                    int skip, int window, dado_region *region);

// Writes every genome of the last generation, one per line: its fitness, then its
// patterns by number. Models of levels can be trained on these lines.
void dado_training_data_write(const dado_evolution *evolution, dado_text *out);
