// generator.h - the interface of all generators of maps and levels.
//
// A generator turns parameters and a seed into the text of a map or a level. Equal
// parameters and equal seeds give equal bytes. The parameters are described by a table,
// so that the same code reads them from options, prints them in the help, and lets a
// search vary them. Generated text passes the same checks as a file that a person wrote.
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/region.h"
#include "core/error.h"
#include "core/options.h"
#include "core/text.h"

typedef enum dado_parameter_kind {
    DADO_PARAMETER_INTEGER,  // a whole number
    DADO_PARAMETER_REAL,
    DADO_PARAMETER_BOOL,  // 0 or 1; written "no" and "yes"
    DADO_PARAMETER_TEXT,  // a text; searches leave it unchanged
} dado_parameter_kind;

typedef struct dado_parameter {
    const char *name;  // NULL ends the table
    const char *about;
    dado_parameter_kind kind;
    double by_default, least, most;
    const char *words;  // the default of a DADO_PARAMETER_TEXT
} dado_parameter;

enum { DADO_PARAMETERS_MOST = 48 };

// One value per parameter of a generator, in the order of its table.
typedef struct dado_parameter_values {
    double number[DADO_PARAMETERS_MOST];
    const char *words[DADO_PARAMETERS_MOST];
    // The options set as inner.NAME, for a generator that wraps another.
    dado_options inner;
} dado_parameter_values;

// The result of one run: the text, and remarks about it, one per line.
typedef struct dado_generated {
    dado_text text, notes;
    int attempts;  // number of layouts tried; 1 if the first one was accepted
    // Set by the caller, or NULL; generation stops when *stop is not 0.
    const volatile sig_atomic_t *stop;
} dado_generated;

// A callback that lets generators judge an instance by playing it; playing belongs to
// rooms above this one. Generators accept NULL instead of it.
typedef struct dado_quality_callback {
    // Computes the quality of an instance, from 0 to 1; returns false if that fails.
    bool (*quality)(void *context, const char *text, double *quality, dado_error *err);
    void *context;
} dado_quality_callback;

typedef struct dado_generator dado_generator;
struct dado_generator {
    const char *name;   // the name that users type, such as "rooms"
    const char *title;  // the name that is printed
    const char *about;  // one sentence, for lists of generators
    const char *world;  // name of the rules whose maps or levels it makes
    // Its place in the taxonomy of methods: "constructive", "generate-and-test" ...
    const char *method;
    const dado_parameter *parameters;
    const void *data;  // private data of generators made at run time, such as scripts
    bool (*make)(const dado_generator *generator, const dado_parameter_values *values,
                 uint64_t seed, const dado_quality_callback *judge, dado_generated *made,
                 dado_error *err);
};

extern const dado_generator *const dado_generators[];  // the list ends with NULL
// Returns NULL if there is none.
const dado_generator *dado_generator_named(const char *name);

int dado_generator_parameters(const dado_generator *generator);  // number of parameters
// Returns the index of the parameter with this name, or -1.
int dado_generator_find(const dado_generator *generator, const char *name);
void dado_generator_defaults(const dado_generator *generator, dado_parameter_values *values);

// Reads options against the parameter table; errors have the code G_PARAM. `known`,
// unless NULL, gets all options as they were understood. Text values still point into
// `options`.
bool dado_generator_read(const dado_generator *generator, const dado_options *options,
                         dado_parameter_values *values, dado_region *region, const char **known,
                         dado_error *err);

// Generates one instance. It clears `made` first; the caller frees its texts.
bool dado_generator_make(const dado_generator *generator, const dado_parameter_values *values,
                         uint64_t seed, const dado_quality_callback *judge, dado_generated *made,
                         dado_error *err);
void dado_generated_free(dado_generated *made);
