// open.h - where games and players come from.
//
// What a user types may be a world on the shelf (`kuhn`), a file (`cave.map`,
// `agram.rcy`), or a game of the library by its bare name (`dicepoints`). This
// file alone knows. It reads files and makes their text the option "file" of
// the game, so that no game ever reads one itself.
#pragma once

#include "agents/agent.h"
#include "core/game.h"

// A game found and its text read, but not opened yet: any thread may open it.
typedef struct dado_source {
    const char *name;  // as the user named it
    const dado_rules *rules;
    dado_options options;  // as given, a file's text among them
    const char *path;      // of the file it was read from; or NULL
    const char *text;      // of that file, to show where an error is; or NULL
    const dado_game *opened;  // what opening it gives, where somebody keeps that; or NULL
} dado_source;

// Finds the game called `name` and reads its file, if it is one. `options` are what the user set.
bool dado_source_find(dado_source *source, const char *name, const dado_options *options,
                      dado_arena *arena, dado_error *err);

// The rules of that name, described games and worlds alike; or NULL.
const dado_rules *dado_rules_named(const char *name);

// As if `text` had been in a file called `name`.
bool dado_source_text(dado_source *source, const char *name, const char *text,
                      const dado_options *options, dado_arena *arena, dado_error *err);

// Where it is open already, that game is given, and `arena` stays as it is.
bool dado_source_open(const dado_source *source, dado_game *game, dado_arena *arena,
                      dado_error *err);

// Opens it with its luck of that kind, where the game has a say in it and was not told otherwise:
// "listed" is what solvers need; "fresh" those who draw some of the luck anew, for then what comes
// out of a shuffle does not hang on how the cards lay before it, and matches are as likely as they
// were. `as`, unless NULL, becomes the source of just this game.
bool dado_source_open_luck(const dado_source *source, const char *kind, dado_source *as,
                           dado_game *game, dado_arena *arena, dado_error *err);

// Opens it for all who open it from now on, as long as `arena` lasts.
bool dado_source_keep(dado_source *source, dado_arena *arena, dado_error *err);

// The text an error is about: that of the file its place names, among the source's; or NULL.
const char *dado_source_of_error(const dado_source *source, const dado_error *err);

// Reads "name=value"; a value "@path" is the text of that file, and its place says so.
bool dado_option_parse(dado_option *option, const char *typed, dado_arena *arena, dado_error *err);

// An agent as named by a user, not opened yet.
typedef struct dado_player {
    const char *typed;  // "uct:iterations=500"
    const dado_agent_kind *kind;
    dado_options options;
} dado_player;

// Reads "uct", "uct:iterations=500,exploration=1.2", or a file: "bot.lua", "bot.so", "./bot.py".
bool dado_player_parse(dado_player *player, const char *typed, dado_arena *arena, dado_error *err);

// Reads a list parted by commas: "random,uct:iterations=500,exploration=1.2,greedy" is three.
bool dado_players_parse(const dado_player **players, int *count, const char *typed,
                        dado_arena *arena, dado_error *err);

// Calls `each` for every game file below a folder, in order of name.
void dado_library_each(const char *folder, void *context,
                       void (*each)(void *context, const char *path));
