// options.h - settings of users, as names and texts.
//
// Games, agents, metrics and generators all take their settings in this way, whether
// typed as `-D players=3`, written as `name = value` lines in a file, or given as the
// whole text of a map. Each value remembers where it was written, so that an error can
// show the place.
//
// Code reads its options one by one, with kind, default and range. The first error is
// remembered and reading goes on, so that the code reads like a list of settings.
// `dado_option_reader_end` reports the error, and also refuses names that were not read.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/region.h"
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

// Reads `name = value` lines. `#`, or `;` at the beginning of a word, begins a comment;
// `[section]` puts `section.` before the names that follow; and a value may be in double
// quotes. All memory comes from `region`. `source` is the name of the file as the user
// gave it.
bool dado_options_read(dado_options *options, const char *source, const char *text,
                       dado_region *region, dado_error *err);

// Joins two lists of options; those of `second` win where both have the same name.
bool dado_options_join(dado_options *options, const dado_options *first, const dado_options *second,
                       dado_region *region, dado_error *err);

// Returns the option of that name, or NULL. It does not count as read.
const dado_option *dado_options_find(const dado_options *options, const char *name);

enum { DADO_OPTION_READER_MOST = 768 };

typedef struct dado_option_reader {
    const dado_options *options;
    const char *asked[DADO_OPTION_READER_MOST];
    int count;
    dado_text known;   // the values so far: "players=2 rounds=10"
    dado_error error;  // the first error
} dado_option_reader;

dado_option_reader dado_option_reader_begin(const dado_options *options);  // NULL: all defaults
int64_t dado_option_int(dado_option_reader *ask, const char *name, int64_t by_default,
                        int64_t least, int64_t most);
double dado_option_real(dado_option_reader *ask, const char *name, double by_default, double least,
                        double most);
bool dado_option_bool(dado_option_reader *ask, const char *name, bool by_default);
// Reads one of `words`, a list ended by NULL; returns its index.
int dado_option_choice(dado_option_reader *ask, const char *name, const char *const *words,
                       int by_default);
// Reads any text; long ones appear in `known` as a hash. The default may be NULL.
const char *dado_option_text(dado_option_reader *ask, const char *name, const char *by_default);
// Reports that the value of an option is invalid.
void dado_option_invalid(dado_option_reader *ask, const char *name, const char *format, ...)
    DADO_PRINTF(3, 4);

// Adds the options of a `known` list in a form for people: "PLAYERS=2 GOAL=100". A long
// text appears only as a hash ("file=#7b45..."), which means nothing to people, and is
// left out.
void dado_options_words(const char *known, dado_text *out);

// Ends the reading. `known`, unless NULL, gets all options that were read with their
// values, in order: equal texts mean equal settings.
bool dado_option_reader_end(dado_option_reader *ask, dado_region *region, const char **known,
                            dado_error *err);
