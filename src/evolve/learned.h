// learned.h - how what was learned compares with what it was learned from.
//
// A set of levels is told by how many can be finished, how much of it the
// examples do not have (novelty: windows of tiles that none of them shows), and
// where its measures lie.
#pragma once

#include "evolve/levels.h"
#include "measure/stats.h"

enum { DADO_LEARNED_WINDOW = 4 };  // tiles a side

typedef struct dado_learned_set {
    int levels, passable, finished;  // passable by shape; finished by the planner
    dado_moments novelty;            // of each level
    dado_moments measures[DADO_LEVEL_STRUCTURAL];
} dado_learned_set;

// Measures levels against examples. Where `levels` are the examples, each is held against the
// others. `how` says how hard the planner looks; `judging` hears of every level.
bool dado_learned_measure(const dado_level *const *levels, int count,
                          const dado_level *const *examples, int example_count,
                          const dado_planner_how *how, dado_judging judging,
                          dado_learned_set *set, dado_arena *arena, dado_error *err);

// The share of windows of a grid of letters that is in none of the others, DADO_NONE where there is
// no other; `skip` is the place of one that is not looked at, or -1. Letters lie column by column.
typedef struct dado_letters {
    int width, height;
    const uint8_t *cells;
} dado_letters;
double dado_novelty(const dado_letters *grid, const dado_letters *others, int count, int skip,
                    int window, dado_arena *arena);

// Every genome of the last generation with its fitness, a line each: fitness, then patterns by
// number. The sequences that models of levels are trained on.
void dado_training_write(const dado_evolution *evolution, dado_text *out);
