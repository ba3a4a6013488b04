// maps.h - what jobs about dungeon maps share: maps by name, players by name, wishes by name.
#pragma once

#include "job/errand.h"
#include "judge/maps.h"
#include "worlds/generator.h"

extern const dado_param dado_params_map_rules[];  // -D, --rules
extern const dado_param dado_params_map_wish[];   // --expect, --profiles

// A generator by name on the shelf, or a Lua script that is one; false and why. NULL in
// *generator if `name` is neither and looks like a file.
bool dado_map_generator(dado_errand *errand, const char *name, const dado_generator **generator);

// -D and --rules, told apart: what the generator asks for, and the rules of the game.
bool dado_map_options(dado_errand *errand, const dado_generator *generator, dado_options *params,
                      dado_options *rules);

// What the words of an errand name, and who plays it.
typedef struct dado_maps {
    dado_map_case *cases;
    dado_map_jury jury;  // by --games, --seed, --profiles and --expect, with the rules of the game
    dado_plan plan;      // the maps by the profiles by the games, each of the six with its number
} dado_maps;

// The maps that these words name: files as they are, --maps of each generator. A map that cannot be
// read or made is there with its error; false only where there is no other.
bool dado_errand_maps(dado_errand *errand, const char *const *words, int count, dado_maps *maps);

// The one map of --map, or the first that the generator of that name makes with --seed.
bool dado_errand_map(dado_errand *errand, dado_maps *maps, dado_map *map);

// Who plays and what is wished, as flags give them: all, names of profiles, .profile files, .lua
// scripts; a preset by name, or a file.
bool dado_map_jury_open(dado_map_jury *jury, dado_errand *errand, const char *profiles,
                        const char *wish);
// All of it by --games, --seed, --profiles and --expect.
bool dado_map_jury_call(dado_map_jury *jury, dado_errand *errand);

// Writes a table of the answer, from that field on, to --csv, and another part, drawn, to --svg,
// where they are given.
bool dado_errand_write_parts(dado_errand *errand, const char *table, int first, const char *drawn);
