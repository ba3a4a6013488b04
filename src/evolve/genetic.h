// genetic.h - a genetic algorithm for any species.
//
// Row g of the statistics describes the population before step g, so row 1 is
// the random beginning, and the outcome is the best of the population after the
// last step, by its own fitness. A run is a function of plan and seed: each
// child has luck of its own, so neither threads nor stopping and going on
// change a byte.
#pragma once

#include "core/options.h"
#include "evolve/species.h"

typedef enum dado_selection { DADO_ROULETTE, DADO_TOURNAMENT } dado_selection;

typedef struct dado_breeding {
    int population;     // even; odd is rounded up
    int generations;    // steps at most
    dado_selection selection;
    int tournament;     // how many compete for each parent
    int elite;          // of the best, copied as they are
    double crossover;   // chance that a pair is crossed
    bool target_given;
    double target;      // stops once the best of a row reaches it
    int stagnation;     // stops after so many rows without a better best; 0 never does
    uint64_t seed;
} dado_breeding;

dado_breeding dado_breeding_classic(void);  // 500 x 500, roulette, no elite, always crossed

// The settings above by their names, asked of the user: population, generations,
// selection, tournament, elite, crossover, target, stagnation, seed. `by_default`
// says what stands where nothing is said.
dado_breeding dado_breeding_ask(dado_ask *ask, dado_breeding by_default);

typedef enum dado_halt {
    DADO_BREEDING_ON,  // there is more to do
    DADO_HALT_GENERATIONS,
    DADO_HALT_TARGET,
    DADO_HALT_STAGNATION,
} dado_halt;

typedef struct dado_generation {
    int number;       // from 1
    double best, mean, sd;  // of the viable; sd divides by their number
    double length;    // mean over all; DADO_NONE where the species has none
    int viable;
    int distinct;     // genomes that differ in their bytes
} dado_generation;

typedef struct dado_evolution {
    const dado_species *species;
    dado_breeding plan;
    int generation;            // steps done
    dado_litter population;    // whose `judging` is for the caller to set
    dado_generation *rows;
    int row_count;
    double best_ever;          // of all rows; DADO_NONE before the first
    int stale;                 // rows since it last grew
    dado_halt halt;
    int64_t evaluations;       // fitnesses given, those copied with the elite too
    // Work space.
    unsigned char *parents;
    double *parent_fitness;
    double *wheel;             // fitness summed up
    int32_t *guide;            // where on the wheel to look first
    int *order;                // places by fitness, for the elite
    bool any_viable;           // of those who breed
    uint64_t *seen;            // hashes of genomes, to count those that differ
    size_t seen_size;
} dado_evolution;

// Makes the first population, which the first step judges. What it keeps comes from `arena`;
// `crew` stays the caller's.
bool dado_evolution_begin(dado_evolution *evolution, const dado_species *species,
                          const dado_breeding *plan, dado_crew *crew, dado_arena *arena,
                          dado_error *err);

// Writes the row of the present population and, unless that ends the run, breeds and judges the
// next. What a stopped step has left unjudged the next one judges first.
bool dado_evolution_step(dado_evolution *evolution, dado_error *err);

// Steps until the end. `watch`, unless NULL, sees every row on this thread; it
// answers whether to go on. `stop`, unless NULL, ends the run once it is not 0: at
// once, between two genomes, and those judged so far stay judged.
typedef bool dado_evolution_watcher(void *context, const dado_evolution *evolution,
                                    const dado_generation *row);
bool dado_evolution_run(dado_evolution *evolution, dado_evolution_watcher *watch, void *context,
                        const volatile sig_atomic_t *stop, dado_error *err);

// The place of the best in the population, the first of equals; -1 if none is viable.
int dado_evolution_best(const dado_evolution *evolution);
const void *dado_evolution_genome(const dado_evolution *evolution, int place);
// Places in order of fitness, the best first; those that are not viable come last.
void dado_evolution_rank(const dado_evolution *evolution, int *places);

// The whole run as text: plan, rows and population, judged or not. Loading it
// and going on gives what an uninterrupted run gives. What was saved with another plan or
// species is refused.
void dado_evolution_save(const dado_evolution *evolution, dado_text *out);
bool dado_evolution_load(dado_evolution *evolution, const char *source, const char *text,
                         dado_error *err);
