// generator.h - what makes a map or a level, to everything that is not a generator.
//
// A generator turns numbers and a seed into the text of an instance: a `.map`,
// a level. Equal numbers and equal seeds give equal bytes. What may be set is a
// table, so that one piece of code can read it from options, print it in help,
// and let a search wander over it. What is made goes through the same checks as
// a file somebody wrote.
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/arena.h"
#include "core/error.h"
#include "core/options.h"
#include "core/text.h"

typedef enum dado_parameter_kind {
    DADO_WHOLE,  // a whole number
    DADO_NUMBER,
    DADO_SWITCH,  // 0 or 1; written no and yes
    DADO_WORDS,   // a text; no search moves it
} dado_parameter_kind;

typedef struct dado_parameter {
    const char *name;  // NULL ends a list
    const char *about;
    dado_parameter_kind kind;
    double by_default, least, most;
    const char *words;  // by default, of DADO_WORDS
} dado_parameter;

enum { DADO_PARAMETERS_MOST = 48 };

// A value for each parameter of a generator, in the order of its table.
typedef struct dado_values {
    double number[DADO_PARAMETERS_MOST];
    const char *words[DADO_PARAMETERS_MOST];
    dado_options inner;  // what was set as inner.NAME, for a generator around another
} dado_values;

// What one making leaves: the text, and remarks about it, one a line.
typedef struct dado_made {
    dado_text text, notes;
    int attempts;  // layouts tried; 1 where the first was taken
    const volatile sig_atomic_t *stop;  // set before: once it is not 0 nobody waits; or NULL
} dado_made;

// Help from a floor above, for generators that test by playing. May be NULL.
typedef struct dado_judge {
    // The quality of an instance, 0 to 1; false if it cannot be told.
    bool (*quality)(void *context, const char *text, double *quality, dado_error *err);
    void *context;
} dado_judge;

typedef struct dado_generator dado_generator;
struct dado_generator {
    const char *name;    // as typed: "rooms"
    const char *title;   // as printed
    const char *about;   // a sentence for lists
    const char *world;   // the game whose instances these are, by the name of its rules
    const char *method;  // "constructive", "generate-and-test" ...: its place in the taxonomy
    const dado_parameter *parameters;
    const void *data;  // of one made at run time, as from a script
    bool (*make)(const dado_generator *generator, const dado_values *values, uint64_t seed,
                 const dado_judge *judge, dado_made *made, dado_error *err);
};

extern const dado_generator *const dado_generators[];          // ended by NULL
const dado_generator *dado_generator_named(const char *name);  // or NULL

int dado_generator_parameters(const dado_generator *generator);              // how many
int dado_generator_find(const dado_generator *generator, const char *name);  // its place, or -1
void dado_generator_defaults(const dado_generator *generator, dado_values *values);

// Reads options against the table; what is wrong has the code G_PARAM. `known`,
// unless NULL, gets all of them as understood. Words are borrowed from the options.
bool dado_generator_read(const dado_generator *generator, const dado_options *options,
                         dado_values *values, dado_arena *arena, const char **known,
                         dado_error *err);

// Makes one. `made` is cleared first; its texts are the caller's to free.
bool dado_generator_make(const dado_generator *generator, const dado_values *values, uint64_t seed,
                         const dado_judge *judge, dado_made *made, dado_error *err);
void dado_made_free(dado_made *made);
