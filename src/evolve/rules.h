// rules.h - games as a species: descriptions bred toward what is wished of them.
//
// A genome is the text of a description and the steps that led to it from its
// ancestor. Children that the checker refuses, that do not end, break or leave
// nothing to decide where the ancestor did, are thrown out after a few matches.
// Fitness is the quality by the expectations, less a little for every rule
// grown, and is what `dado sim` says of the same file and seed.
#pragma once

#include <signal.h>

#include "evolve/rules_change.h"
#include "evolve/species.h"
#include "lab/plan.h"
#include "measure/expect.h"

enum { DADO_RULES_HISTORY = 1500 };

typedef struct dado_rules_genome {
    char steps[DADO_RULES_HISTORY];          // from the ancestor on, parted by line ends
    char text[DADO_RULES_LONGEST + 4];
} dado_rules_genome;

typedef struct dado_rules_breed {
    const char *name;              // of the ancestor's file
    const char *ancestor;          // its text
    const dado_options *options;   // of the game
    const dado_player *player;     // who plays, in every seat
    const dado_expect *expect;
    int64_t matches;               // of each variant
    int move_limit;
    uint64_t seed;                 // of these matches
    double growth_cost;            // of a rule set twice as long
    bool turn_scoring;             // variants may score the other way round
    const volatile sig_atomic_t *stop;  // not 0: what is judged is worth nothing; or NULL
    int ancestor_size;             // filled in below
    bool has_choices;              // the ancestor leaves something to decide
} dado_rules_breed;

// `breed` is kept by the species. False if the ancestor itself cannot be judged.
bool dado_rules_species(dado_species *species, dado_rules_breed *breed, dado_arena *arena,
                        dado_error *err);

// Whether a description may stand for the ancestor: it opens, and is measured alike.
bool dado_rules_may_stand(const dado_rules_breed *breed, const char *text);

enum { DADO_RULES_QUALITY, DADO_RULES_DECISIONS, DADO_RULES_SIZE = 6, DADO_RULES_TRAITS };

// Plays and judges one description: answers its fitness, the quality by the expectations less what
// growth costs, and writes its traits. DADO_NONE all, and a reason, if it is not viable.
double dado_rules_judge(const dado_rules_breed *breed, const char *text, double *traits,
                        const char **reason);
