// game_source.h - finds games and players by name.
//
// What a user types may be a built-in game (`kuhn`), a file (`cave.map`, `agram.rcy`), or
// a game of the library by its plain name (`dicepoints`). Only this file knows how to
// tell. It reads files and passes their text as the option "file" of the game, so that no
// game ever reads a file itself.
#pragma once

#include "agents/agent.h"
#include "core/game.h"

// A game that was found and whose text was read, but that is not open yet. Any thread may
// open it.
typedef struct dado_game_source {
    const char *name;  // as the user named it
    const dado_rules *rules;
    dado_options options;     // as given, with the text of the file
    const char *path;         // path of the file it was read from; or NULL
    const char *text;         // text of that file, to show where an error is; or NULL
    const dado_game *opened;  // the open game, if somebody keeps it open; or NULL
} dado_game_source;

// Finds the game called `name`, and reads its file if it is one. `options` are those that
// the user set.
bool dado_game_source_find(dado_game_source *source, const char *name, const dado_options *options,
                           dado_region *region, dado_error *err);

// Returns the rules of that name, of described and built-in games alike; or NULL.
const dado_rules *dado_rules_named(const char *name);

// Makes a source as if `text` had been in a file called `name`.
bool dado_game_source_from_text(dado_game_source *source, const char *name, const char *text,
                                const dado_options *options, dado_region *region, dado_error *err);

// The same for text of a stranger: no file is read. Cards that it names must be among
// the options.
bool dado_game_source_from_text_alone(dado_game_source *source, const char *name, const char *text,
                                      const dado_options *options, dado_region *region,
                                      dado_error *err);

// Opens the game. If it is open already, that game is returned, and `region` is not used.
bool dado_game_source_open(const dado_game_source *source, dado_game *game, dado_region *region,
                           dado_error *err);

// Opens the game with this kind of chance events, if the game has the option `luck` and
// it was not set. Solvers need "listed". "fresh" is for drawing some of the luck again:
// the result of a shuffle then does not depend on the order of the cards before it, and
// all matches are as likely as before. `as`, unless NULL, becomes the source of this
// game.
bool dado_game_source_open_chance(const dado_game_source *source, const char *kind,
                                  dado_game_source *as, dado_game *game, dado_region *region,
                                  dado_error *err);

// Opens the game once for all later calls of dado_game_source_open; it lives as long as
// `region`.
bool dado_game_source_preopen(dado_game_source *source, dado_region *region, dado_error *err);

// Returns the text that an error is about, if its place names a file of the source; or
// NULL.
const char *dado_game_source_error_text(const dado_game_source *source, const dado_error *err);

// Reads "name=value". A value "@path" stands for the text of that file, and the option's
// place then names the file.
bool dado_option_parse(dado_option *option, const char *typed, dado_region *region,
                       dado_error *err);

// An agent as a user named it, not open yet.
typedef struct dado_player {
    const char *typed;  // "uct:iterations=500"
    const dado_agent_kind *kind;
    dado_options options;
    bool stored;  // read from a store, which is only data: code that it names is never run
} dado_player;

// Returns whether opening this player may run its code. If not, `err` names the player
// and says how to allow it: a stored plan cannot start programs, load plug-ins or run
// scripts by itself.
bool dado_player_may_run(const dado_player *player, dado_error *err);

// Reads a player like "uct" or "uct:iterations=500,exploration=1.2", or a file like
// "bot.lua", "bot.so" or "./bot.py".
bool dado_player_parse(dado_player *player, const char *typed, dado_region *region,
                       dado_error *err);

// Reads a list separated by commas: "random,uct:iterations=500,exploration=1.2,greedy"
// has three players.
bool dado_players_parse(const dado_player **players, int *count, const char *typed,
                        dado_region *region, dado_error *err);

// Calls `each` for every game file below a folder, sorted by name. A .csv file beside a
// game has its cards and is skipped.
void dado_library_foreach(const char *folder, void *context,
                          void (*each)(void *context, const char *path));
// The same with all files of a folder and of the folders in it.
void dado_folder_foreach(const char *folder, void *context,
                         void (*each)(void *context, const char *path));
