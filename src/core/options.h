// options.h - what a user may set, as names and texts.
//
// Games, agents, metrics and generators all take their settings this way, be
// they typed as `-D players=3`, written as `name = value` lines in a file, or
// given as the whole text of a map. Each value remembers where it was written,
// so that what is wrong with it can be shown there.
//
// Whoever takes options asks for them one by one, naming kind, default and
// range. The first thing wrong is remembered and the asking goes on, so that
// code reads as a list of settings. `dado_ask_end` tells, and it also refuses
// names that nobody asked for.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/arena.h"
#include "core/error.h"
#include "core/text.h"

typedef struct dado_option {
    const char *name;  // "players", or "combat.damage_floor" from a [combat] section
    const char *text;
    dado_place place;  // where the name was written, if it was in a file
} dado_option;

typedef struct dado_options {
    const dado_option *items;
    int count;
} dado_options;

// Reads `name = value` lines; `#`, or `;` at the beginning of a word, begins a
// comment, `[section]` puts `section.` before the names that follow, and a value
// may stand in double quotes. What it keeps comes from `arena`. `source` is the name of the file as
// the user gave it.
bool dado_options_read(dado_options *options, const char *source, const char *text,
                       dado_arena *arena, dado_error *err);

// The options of `first`, then those of `second`, which win where both name one.
bool dado_options_join(dado_options *options, const dado_options *first,
                       const dado_options *second, dado_arena *arena, dado_error *err);

// The option of that name, or NULL. It does not count as asking.
const dado_option *dado_options_find(const dado_options *options, const char *name);

enum { DADO_ASK_MOST = 768 };

typedef struct dado_ask {
    const dado_options *options;
    const char *asked[DADO_ASK_MOST];
    int count;
    dado_text known;   // the answers so far: "players=2 rounds=10"
    dado_error error;  // the first thing wrong
} dado_ask;

dado_ask dado_ask_begin(const dado_options *options);  // NULL: everything as by default
int64_t dado_ask_int(dado_ask *ask, const char *name, int64_t by_default, int64_t least,
                     int64_t most);
double dado_ask_real(dado_ask *ask, const char *name, double by_default, double least, double most);
bool dado_ask_bool(dado_ask *ask, const char *name, bool by_default);
// One of `words`, which ends in NULL; answers its place.
int dado_ask_word(dado_ask *ask, const char *name, const char *const *words, int by_default);
// Any text; long ones stand in the list of what is known as a hash. May answer NULL by default.
const char *dado_ask_text(dado_ask *ask, const char *name, const char *by_default);
// What was wrong with a value, found out by whoever asked for it.
void dado_ask_wrong(dado_ask *ask, const char *name, const char *format, ...) DADO_PRINTF(3, 4);

// Ends the asking. `known`, unless NULL, gets all that was asked with its
// values, in the order of asking: equal texts mean equal settings.
bool dado_ask_end(dado_ask *ask, dado_arena *arena, const char **known, dado_error *err);
