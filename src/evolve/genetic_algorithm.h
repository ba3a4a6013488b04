// genetic_algorithm.h - a genetic algorithm for any species.
//
// Row g of the statistics describes the population before step g, so row 1 is the random
// start. The result is the best of the population after the last step, by its own
// fitness. A run is a function of its settings and seed: each child has its own random
// stream, so neither threads nor interruptions change a byte.
#pragma once

#include "core/options.h"
#include "evolve/species.h"

typedef enum dado_selection { DADO_SELECTION_ROULETTE, DADO_SELECTION_TOURNAMENT } dado_selection;

typedef struct dado_genetic_settings {
    int population;   // even; odd numbers are rounded up
    int generations;  // largest number of steps
    dado_selection selection;
    int tournament;    // number of competitors for each parent
    int elite;         // number of best genomes that are copied unchanged
    double crossover;  // probability that a pair is crossed
    bool target_given;
    double target;   // the run ends once the best of a row reaches it
    int stagnation;  // the run ends after so many rows without improvement; 0: never
    uint64_t seed;
} dado_genetic_settings;

// Returns the settings of the published research: a population of 500, 500 generations,
// roulette selection, no elite, every pair crossed.
dado_genetic_settings dado_genetic_settings_classic(void);

// Reads the settings above from options: population, generations, selection, tournament,
// elite, crossover, target, stagnation, seed. `by_default` has the defaults.
dado_genetic_settings dado_genetic_settings_ask(dado_option_reader *ask,
                                                dado_genetic_settings by_default);

typedef enum dado_evolution_end {
    DADO_EVOLUTION_RUNNING,  // the run has not ended
    DADO_EVOLUTION_END_GENERATIONS,
    DADO_EVOLUTION_END_TARGET,
    DADO_EVOLUTION_END_STAGNATION,
} dado_evolution_end;

typedef struct dado_generation {
    int number;             // number of the generation, counted from 1
    double best, mean, sd;  // of viable genomes; sd divides by their number
    // Mean over all genomes; DADO_NONE if the species has no length.
    double length;
    int viable;
    int distinct;  // number of genomes that differ in their bytes
} dado_generation;

typedef struct dado_evolution {
    const dado_species *species;
    dado_genetic_settings plan;
    int generation;                // number of steps done
    dado_genome_batch population;  // the caller sets its `judging`
    dado_generation *rows;
    int row_count;
    double best_ever;  // best fitness of all rows; DADO_NONE before the first
    int stale;         // rows since best_ever last grew
    dado_evolution_end halt;
    // Number of fitness values, including those copied with the elite.
    int64_t evaluations;
    // Work space.
    unsigned char *parents;
    double *parent_fitness;
    double *wheel;    // cumulative selection weights
    int32_t *guide;   // where on the wheel to start searching
    int *order;       // indices by fitness, for the elite
    bool any_viable;  // whether any of the parents is viable
    uint64_t *seen;   // hashes of genomes, to count the different ones
    size_t seen_size;
} dado_evolution;

// Creates the first population; the first step judges it. Memory comes from `region`;
// `pool` belongs to the caller.
bool dado_evolution_begin(dado_evolution *evolution, const dado_species *species,
                          const dado_genetic_settings *plan, dado_thread_pool *pool,
                          dado_region *region, dado_error *err);

// Records the row of the current population and, unless that ends the run, breeds and
// judges the next one. If the last step was interrupted, it first judges the rest.
bool dado_evolution_step(dado_evolution *evolution, dado_error *err);

// Steps until the end. `watch`, unless NULL, is called with every row on this thread and
// returns whether to continue. `stop`, unless NULL, ends the run at once when it is not
// 0, between two genomes; those judged so far stay judged.
typedef bool dado_evolution_watcher(void *context, const dado_evolution *evolution,
                                    const dado_generation *row);
bool dado_evolution_run(dado_evolution *evolution, dado_evolution_watcher *watch, void *context,
                        const volatile sig_atomic_t *stop, dado_error *err);

// Returns the index of the best genome, the first of equals; -1 if none is viable.
int dado_evolution_best(const dado_evolution *evolution);
const void *dado_evolution_genome(const dado_evolution *evolution, int place);
// Sorts indices by fitness, the best first; genomes that are not viable come last.
void dado_evolution_rank(const dado_evolution *evolution, int *places);

// Write and read the whole run as text: settings, rows and population, judged or not. A
// loaded run continues exactly like an uninterrupted one. Loading fails if the settings
// or the species differ.
void dado_evolution_save(const dado_evolution *evolution, dado_text *out);
bool dado_evolution_load(dado_evolution *evolution, const char *source, const char *text,
                         dado_error *err);
