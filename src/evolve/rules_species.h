// rules_species.h - games as a species: descriptions that are bred toward expectations.
//
// A genome is the text of a description and the steps that led to it from the ancestor.
// Children that the checker refuses, that do not end, that break, or that have no
// decisions although the ancestor has some, are rejected after a few matches. The fitness
// is the quality by the expectations, minus costs for added rules, for seats that are
// less fair than the ancestor's, and for matches that are longer or shorter than the
// ancestor's. `dado sim` reports the same quality for the same file and seed.
//
// The best of many look better than they are. dado_rules_fresh_quality measures a variant
// with luck that played no part in choosing it.
#pragma once

#include <signal.h>

#include "evolve/rules_mutation.h"
#include "evolve/species.h"
#include "lab/experiment_plan.h"
#include "measure/estimate.h"
#include "measure/expectations.h"

enum { DADO_RULES_HISTORY = 1500 };

typedef struct dado_rules_genome {
    char steps[DADO_RULES_HISTORY];  // steps from the ancestor, separated by line ends
    char text[DADO_RULES_LONGEST + 4];
} dado_rules_genome;

typedef struct dado_rules_species_config {
    const char *name;             // name of the ancestor's file
    const char *ancestor;         // text of the ancestor
    const dado_options *options;  // options of the game
    const dado_player *player;    // the player in every seat
    const dado_expectations *expect;
    int64_t matches;  // matches played per variant
    int move_limit;
    uint64_t seed;                      // seed of these matches
    double growth_cost;                 // fitness lost if the rules become twice as long
    double fairness_cost;               // fitness lost if a seat is less fair by a whole share
    double length_cost;                 // fitness lost if matches become 2.5 times as long or short
    bool turn_scoring;                  // variants may reverse the direction of scoring
    const volatile sig_atomic_t *stop;  // once not 0, results are worthless; or NULL
    int ancestor_size;                  // set by dado_rules_species, as is `has_choices`
    bool has_choices;                   // whether the ancestor has decisions
    double ancestor_unfairness;         // its trait
    double ancestor_length;             // mean decisions a match; without any, mean rounds
    int ancestor_idle;                  // choices that change nothing
} dado_rules_species_config;

// Prepares the species, which keeps a pointer to `breed`. Fails if the ancestor itself
// cannot be judged.
bool dado_rules_species(dado_species *species, dado_rules_species_config *breed,
                        dado_region *region, dado_error *err);

// Returns whether a description is a valid variant of the ancestor: it opens, and is
// measured in the same way.
bool dado_rules_is_valid_variant(const dado_rules_species_config *breed, const char *text);

enum {
    DADO_RULES_QUALITY,
    DADO_RULES_DECISIONS,
    DADO_RULES_ROUNDS,
    DADO_RULES_SIZE = 6,
    DADO_RULES_UNFAIRNESS,
    DADO_RULES_TRAITS
};

// Plays and judges one description. Returns its fitness, the quality by the expectations
// minus costs, and writes its traits. If it is not viable, fitness and
// traits are DADO_NONE and `reason` says why.
double dado_rules_fitness(const dado_rules_species_config *breed, const char *text, double *traits,
                          const char **reason);

// Returns the quality on luck that played no part in breeding, with the interval in which
// another sample of as many matches as `breed` has lies in 95 of 100 cases.
dado_estimate dado_rules_fresh_quality(const dado_rules_species_config *breed, const char *text);

// Returns the seed of the first of these samples.
uint64_t dado_rules_fresh_seed(const dado_rules_species_config *breed);

// Returns whether a variant has a choice that changes nothing, and the ancestor has none
// or fewer.
bool dado_rules_has_idle_choice(const dado_rules_species_config *breed, const char *text);
