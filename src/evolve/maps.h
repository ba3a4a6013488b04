// maps.h - dungeon maps as two species: one that is drawn, and what a generator makes.
//
// A drawn map is changed cell by cell and thing by thing, and keeps its size;
// a change that walls the exit or a thing off is taken back. Of a generator the
// genome is its numbers and a seed. Both are as good as their judge says, which
// stands on a floor above; what a map is like without playing are their traits.
#pragma once

#include "evolve/species.h"
#include "worlds/dungeon/dungeon.h"
#include "worlds/dungeon/template.h"
#include "worlds/generator.h"

typedef struct dado_map_jurors {
    const dado_judge *judge;    // asked by several threads at once
    const char *settings;       // everything that decides its answer, as one line
    const dado_options *rules;  // of the game
} dado_map_jurors;

// ---- a drawn map ----

typedef struct dado_map_breed {
    dado_map_jurors jurors;
    const char *name;           // of its file
    const char *ancestor;       // its text
    dado_map map;               // filled in below: the ancestor
    bool walled_off;            // some of it cannot be reached, and need not be in others
    int golds, items, enemies;  // that there is room for
    dado_templates templates;   // of what may be added
    const void *genome;         // the ancestor's
} dado_map_breed;

// `breed` and what it names are kept by the species.
bool dado_map_species(dado_species *species, dado_map_breed *breed, dado_arena *arena,
                      dado_error *err);

// ---- what a generator makes ----

typedef struct dado_map_maker {
    dado_map_jurors jurors;
    const dado_generator *generator;
    const dado_options *given;  // numbers that somebody set: they stay
    const volatile sig_atomic_t *stop;  // heard within the making of a map; or NULL
    bool crossed;               // children mix the numbers of two parents; else one is enough
    dado_values usual;          // from here on filled in below: numbers with those that were set
    const char *known;          // all of them, as understood
    double least[DADO_PARAMETERS_MOST], most[DADO_PARAMETERS_MOST];
    bool varied[DADO_PARAMETERS_MOST];
} dado_map_maker;

bool dado_map_maker_species(dado_species *species, dado_map_maker *maker, dado_arena *arena,
                            dado_error *err);

// ---- what both are judged by: their jurors come first in what they keep ----

double dado_map_fitness(const dado_species *species, const void *genome, void *scratch);
void dado_map_describe(const dado_species *species, const void *genome, void *scratch,
                       double *traits);
const dado_measure *dado_map_traits(void);  // DADO_MAP_MEASURES of them
