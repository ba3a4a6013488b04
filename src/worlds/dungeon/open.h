// open.h - the parts of the dungeon's table of functions that are files of their own.
#pragma once

#include "core/game.h"
#include "worlds/dungeon/map.h"

// open.c: from options and a map's text to a dungeon that is ready for play.
bool dado_dungeon_open(dado_game *game, const dado_options *options, dado_arena *arena,
                       dado_error *err);

bool dado_dungeon_has_rule(const char *name);  // among its options, by name

// tally.c: what a game counts.
extern const dado_measure dado_dungeon_tallies[];
void dado_dungeon_tally(const dado_game *game, const void *state, int player, double *values);

// Room for what can be seen from a cell of the largest map, in words of 64 bits.
enum {
    DADO_DUNGEON_SIGHT_WORDS = ((DADO_MAP_SIDE_MOST + 2) * (DADO_MAP_SIDE_MOST + 1) + 63) / 64 + 1
};

// scene.c: a dungeon as things to draw and to take hold of.
struct dado_scene;
void dado_dungeon_scene(const dado_game *game, const void *state, int eyes, struct dado_scene *out);
void dado_dungeon_look(const dado_game *game, int look, dado_text *out);
void dado_dungeon_said(const dado_game *game, const void *state, dado_move move, int eyes,
                       dado_text *out);
int dado_dungeon_touch(const dado_game *game, const void *state, dado_move move, uint32_t *ids,
                       int most);

// features.c: a dungeon as numbers, for learners.
struct dado_feature;
bool dado_dungeon_feature(const dado_game *game, int which, struct dado_feature *out);
void dado_dungeon_feature_entry(const dado_game *game, int which, int entry, dado_text *out);
void dado_dungeon_features(const dado_game *game, const void *view, int seat, float *values);
int dado_dungeon_actions(const dado_game *game);

// show.c: a dungeon in words, for people and for programs.
void dado_dungeon_print(const dado_game *game, const void *state, int eyes, dado_text *out);
void dado_dungeon_print_move(const dado_game *game, const void *state, dado_move move,
                             dado_text *out);
void dado_dungeon_tell(const dado_game *game, const void *state, int eyes, dado_text *out);
void dado_dungeon_tell_move(const dado_game *game, const void *state, dado_move move,
                            dado_text *out);
void dado_dungeon_refuse(const dado_game *game, const void *state, const char *words,
                         dado_text *out);
