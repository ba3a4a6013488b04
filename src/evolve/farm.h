// farm.h - levels from settings: what to breed, and which of the bred to keep.
#ifndef DADO_EVOLVE_FARM_H
#define DADO_EVOLVE_FARM_H

#include "agents/platform_planner.h"
#include "evolve/levels.h"

typedef struct dado_farm_texts {  // each NULL takes the usual one; sources name them in messages
    const char *patterns, *patterns_source;
    const char *table, *table_source;
    const char *toward, *toward_source;  // expectations on measures of levels; NULL: none
    const char *genes, *genes_source;    // a row of patterns to begin with; NULL: random ones
    double weight;                       // fitness lost by a level that meets none of them
    bool hard_given;                     // breed toward this difficulty, by playing
    double hard;
} dado_farm_texts;

typedef struct dado_farm {
    dado_patterns patterns;
    dado_score score;
    dado_expect expect;
    dado_level_breed breed;
    dado_breeding plan;
    dado_species species;
    const char *settings;  // all of them, as understood
    const volatile sig_atomic_t *stop;  // ends a proof, which then fails; or NULL
} dado_farm;

bool dado_farm_open(dado_farm *farm, const dado_options *options, const dado_farm_texts *texts,
                    dado_arena *arena, dado_error *err);

// A level that was kept, and the proof that it can be finished.
typedef struct dado_kept_level {
    uint64_t seed;
    double fitness;
    int tried;          // genomes the planner looked at before it
    bool finished;      // by the planner
    int gene_count;
    uint8_t genes[DADO_GENES_MOST];
    dado_level level;
    double measures[DADO_LEVEL_MEASURES];
    dado_route route;
} dado_kept_level;

// Keeps the best of a population. Where `insist`, it is the best that the
// planner finishes, among the first `most` that differ. The level comes from `arena`.
bool dado_farm_keep(const dado_farm *farm, const dado_evolution *evolution, bool insist, int most,
                    dado_kept_level *kept, dado_arena *arena, dado_error *err);

// Lets the planner at a level; the route has its proof, or how far it came.
bool dado_level_prove(const dado_level *level, const dado_planner_how *how, dado_route *route,
                      dado_arena *arena, dado_error *err);

// The places the hero passes on a route, two numbers a tick, from `arena`; NULL without memory.
float *dado_level_trace(const dado_level *level, const dado_route *route, dado_arena *arena);

#endif
