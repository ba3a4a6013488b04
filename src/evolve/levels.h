// levels.h - platform levels as a species: rows of patterns that go well together.
//
// Two ways of breeding are kept. The faithful one is that of the research and
// is never improved. The improved one may also insert, remove and swap
// patterns, cuts its parents where it likes, keeps the best, and may be asked
// for levels that are like this or like that.
#ifndef DADO_EVOLVE_LEVELS_H
#define DADO_EVOLVE_LEVELS_H

#include "core/arena.h"
#include "evolve/genetic.h"
#include "measure/expect.h"
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
    int widest;           // pattern
    const int *narrower;  // patterns by width, for the last columns of a first genome
} dado_level_breed;

// How levels are bred, asked of the user: algorithm (faithful or improved),
// mutation, width, first_margin, trim_margin, cross, insert, remove, swap,
// passable, and all of dado_breeding_ask. The first decides the defaults.
void dado_level_breed_ask(dado_ask *ask, dado_level_breed *breed, dado_breeding *plan);

// Prepares the species; what it keeps comes from `arena`.
bool dado_level_species(dado_species *species, dado_level_breed *breed, dado_arena *arena,
                        dado_error *err);

#endif
