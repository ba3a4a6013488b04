// open.h - the parts of the dungeon's table of functions that are files of their own.
#ifndef DADO_WORLDS_DUNGEON_OPEN_H
#define DADO_WORLDS_DUNGEON_OPEN_H

#include "core/game.h"

// open.c: from options and a map's text to a dungeon that is ready for play.
bool dado_dungeon_open(dado_game *game, const dado_options *options, dado_arena *arena,
                       dado_error *err);

// tally.c: what a game counts.
extern const dado_measure dado_dungeon_tallies[];
void dado_dungeon_tally(const dado_game *game, const void *state, int player, double *values);

// show.c: a dungeon in words, for people and for programs.
void dado_dungeon_print(const dado_game *game, const void *state, int eyes, dado_text *out);
void dado_dungeon_print_move(const dado_game *game, const void *state, dado_move move,
                             dado_text *out);
void dado_dungeon_tell(const dado_game *game, const void *state, int eyes, dado_text *out);
void dado_dungeon_tell_move(const dado_game *game, const void *state, dado_move move,
                            dado_text *out);
void dado_dungeon_refuse(const dado_game *game, const void *state, const char *words,
                         dado_text *out);

#endif
