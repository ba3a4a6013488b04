// levels.h - platform levels as a species: rows of patterns that go well together.
//
// Two ways of breeding are kept. The faithful one is that of the research and
// is never improved. The improved one may also insert, remove and swap
// patterns, cuts its parents where it likes, keeps the best, and may be asked
// for levels that are like this or like that.
#pragma once

#include "agents/platform_planner.h"
#include "core/arena.h"
#include "evolve/genetic.h"
#include "measure/expect.h"
#include "worlds/platform/level.h"
#include "worlds/platform/measures.h"
#include "worlds/platform/score.h"

typedef struct dado_level_genome {  // the bytes of a genome; genes go on to the species' size
    uint16_t count;                 // of genes
    uint16_t width;                 // columns they take
    uint8_t genes[];
} dado_level_genome;

typedef enum dado_level_cross {
    DADO_LEVEL_PREFIX,   // of the research
    DADO_LEVEL_TAILS,
    DADO_LEVEL_STRETCH,
    DADO_LEVEL_UNIFORM,
} dado_level_cross;

// Which of `count` things happen, when each does with the same small chance: one draw finds the
// next, not one a thing. Powers are multiplied out, so no machine's logarithm has a say.
enum { DADO_RARE_MOST = 1024 };
typedef struct dado_rare {
    double chance;
    double never[DADO_RARE_MOST + 1];  // that none of the first n happens
} dado_rare;
void dado_rare_prepare(dado_rare *rare, double chance);
// The first from `from` to `count` - 1 that happens; `count` if none does.
int dado_rare_next(const dado_rare *rare, int from, int count, dado_quick *luck);

typedef struct dado_level_breed {
    const dado_patterns *patterns;
    const dado_score *score;
    int width;            // of a level at most, in columns
    int first_margin;     // columns at the end that the first genomes leave free
    int trim_margin;      // columns, start and end platform among them, that all others do
    double mutation;      // chance of each gene
    double inserting, removing, swapping;  // chance of each genome
    dado_level_cross cross;
    bool passable;        // what geometry alone forbids is not viable
    const dado_expect *toward;  // measures wished for; or NULL
    double toward_weight;  // fitness lost by one that meets no wish at all
    bool hard_given;      // levels are played, and bred toward this difficulty
    double hard;
    int hard_matches;     // by each kind of player
    uint64_t creatures;   // seed of the creatures in levels that are played
    const uint8_t *ancestor;  // genes the first genomes are made from; NULL: none, they are random
    int ancestor_count;
    dado_rare rare;
    int room;             // genes that fit
    bool all_safe;        // no row of these patterns can be impassable by geometry
    const uint8_t *doubtful;  // [left * patterns + right]: alone, these two cannot be crossed
    int widest;           // pattern: of fewer columns left, those that fit are drawn
} dado_level_breed;

// How levels are bred, asked of the user: algorithm (faithful or improved),
// mutation, width, first_margin, trim_margin, cross, insert, remove, swap,
// passable, and all of dado_breeding_ask. The first decides the defaults.
void dado_level_breed_ask(dado_ask *ask, dado_level_breed *breed, dado_breeding *plan);

// Prepares the species; what it keeps comes from `arena`.
bool dado_level_species(dado_species *species, dado_level_breed *breed, dado_arena *arena,
                        dado_error *err);

// ---- levels from settings: what to breed, and which of the bred to keep ----

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
    const void *genome;  // as long as its population is there
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

// ---- how alike levels are: their little windows, and how well one helps to spell the other ----

typedef struct dado_divergence {
    double there, back;  // Kullback and Leibler's, in nats: of the first from the second, and back
    double both;         // half of each
} dado_divergence;

// Compares all k x k windows of tiles of two sets of levels. False if memory is short.
bool dado_levels_divergence(const dado_level *const *a, int a_count, const dado_level *const *b,
                            int b_count, int k, dado_divergence *divergence, dado_arena *arena);

// Bytes a text takes when squeezed by a small LZ77 coder that is fixed for ever.
int dado_squeezed(const char *text, int length, dado_arena *arena);

// 0 for the same, about 1 for those that have nothing in common; DADO_NONE without memory.
double dado_level_distance(const dado_level *a, const dado_level *b, dado_arena *arena);
