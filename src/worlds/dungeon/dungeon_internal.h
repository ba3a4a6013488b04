// dungeon_internal.h - functions of the dungeon's rules table that live in files of their
// own.
#pragma once

#include "core/game.h"
#include "worlds/dungeon/map.h"

// open_dungeon.c: turns options and the text of a map into a dungeon that is ready for
// play.
bool dado_dungeon_open(dado_game *game, const dado_options *options, dado_region *region,
                       dado_error *err);

// Whether the game has an option of this name.
bool dado_dungeon_has_rule(const char *name);

// match_statistics.c: the tallies of a match.
extern const dado_measure dado_dungeon_tallies[];
void dado_dungeon_tally(const dado_game *game, const void *state, int player, double *values);

// Number of 64-bit words that hold the visible cells of the largest map.
enum {
    DADO_DUNGEON_SIGHT_WORDS = ((DADO_MAP_SIDE_MOST + 2) * (DADO_MAP_SIDE_MOST + 1) + 63) / 64 + 1
};

// scene.c and event_messages.c: pictures of a dungeon, and messages about what happens.
struct dado_scene;
void dado_dungeon_scene(const dado_game *game, const void *state, int eyes, struct dado_scene *out);
void dado_dungeon_look(const dado_game *game, int look, dado_text *out);
void dado_dungeon_event_message(const dado_game *game, const void *state, dado_move move, int eyes,
                                dado_text *out);
int dado_dungeon_touch(const dado_game *game, const void *state, dado_move move, uint32_t *ids,
                       int most);

// learner_features.c: a dungeon as numbers, for learning agents.
struct dado_feature;
bool dado_dungeon_feature(const dado_game *game, int which, struct dado_feature *out);
void dado_dungeon_feature_entry(const dado_game *game, int which, int entry, dado_text *out);
void dado_dungeon_features(const dado_game *game, const void *view, int seat, float *values);
int dado_dungeon_actions(const dado_game *game);

// print_state.c: a dungeon as text for people and as JSON for programs.
void dado_dungeon_print(const dado_game *game, const void *state, int eyes, dado_text *out);
void dado_dungeon_print_move(const dado_game *game, const void *state, dado_move move,
                             dado_text *out);
void dado_dungeon_caption(const dado_game *game, const void *state, dado_move move, dado_text *out);
void dado_dungeon_view_json(const dado_game *game, const void *state, int eyes, dado_text *out);
void dado_dungeon_move_json(const dado_game *game, const void *state, dado_move move,
                            dado_text *out);
void dado_dungeon_refuse(const dado_game *game, const void *state, const char *words,
                         dado_text *out);
