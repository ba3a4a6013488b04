// map_species.h - dungeon maps as two species: a drawn map, and the maps of a generator.
//
// A drawn map is changed cell by cell and thing by thing, and keeps its size; a change
// that makes the exit or a thing unreachable is undone. For a generator the genome is its
// parameters and a seed. The fitness of both comes from a callback of a room above; their
// traits are measures of maps that need no play.
#pragma once

#include "evolve/species.h"
#include "worlds/dungeon/dungeon.h"
#include "worlds/dungeon/enemy_item_templates.h"
#include "worlds/generator.h"

typedef struct dado_map_evaluator {
    const dado_quality_callback *judge;  // called by several threads at once
    // Everything that decides its result, as one line.
    const char *settings;
    const dado_options *rules;  // options of the game
} dado_map_evaluator;

// ---- a drawn map ----

typedef struct dado_map_species_config {
    dado_map_evaluator evaluator;
    const char *name;      // name of its file
    const char *ancestor;  // text of the ancestor
    // The ancestor; set by dado_map_species, as are the fields below.
    dado_map map;
    // Parts of the ancestor cannot be reached, so they need not be in others.
    bool walled_off;
    int golds, items, enemies;  // most things of each kind
    dado_templates templates;   // templates of things that may be added
    const void *genome;         // the genome of the ancestor
} dado_map_species_config;

// Prepares the species, which keeps pointers to `breed` and its contents.
bool dado_map_species(dado_species *species, dado_map_species_config *breed, dado_region *region,
                      dado_error *err);

// ---- the maps of a generator ----

typedef struct dado_generator_species_config {
    dado_map_evaluator evaluator;
    const dado_generator *generator;
    const dado_options *given;          // parameters that the user set, which stay fixed
    const volatile sig_atomic_t *stop;  // checked while a map is made; or NULL
    // Children mix the parameters of two parents; else of one.
    bool crossed;
    // Set below, as are the next: the usual parameters, with those of the user.
    dado_parameter_values usual;
    const char *known;  // all parameters, as they were understood
    double least[DADO_PARAMETERS_MOST], most[DADO_PARAMETERS_MOST];
    bool varied[DADO_PARAMETERS_MOST];
} dado_generator_species_config;

bool dado_generator_species(dado_species *species, dado_generator_species_config *maker,
                            dado_region *region, dado_error *err);

// ---- shared by both: a config begins with its dado_map_evaluator ----

double dado_map_fitness(const dado_species *species, const void *genome, void *scratch);
void dado_map_describe(const dado_species *species, const void *genome, void *scratch,
                       double *traits);
const dado_measure *dado_map_traits(void);  // DADO_MAP_MEASURES of them
