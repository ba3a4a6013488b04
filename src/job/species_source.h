// species_source.h - what `dado evolve` breeds: described games, maps, generators of
// maps, levels.
//
// The loop, the store, progress, tables, files and the page are the same for all of them.
// A species source contains what differs: how a word and its flags become a species, and
// which commands use a file that was bred.
#pragma once

#include "job/job_run.h"
#include "evolve/genetic_algorithm.h"
#include "report/report_functions.h"

typedef struct dado_species_source dado_species_source;

typedef struct dado_breeding_setup {
    dado_job_run *job_run;
    const char *word;  // the word on the command line
    const dado_species_source *stock;
    dado_game_source source;  // for a described game or a drawn map
    uint64_t seed;
    dado_species species;        // the fields from here on are set by `open`
    dado_genetic_settings plan;  // defaults for this source; flags override them
    const char *name;            // name of what is bred
    const void *ancestor;        // its genome; NULL: the first variants are random
    void *own;                   // the stock's
} dado_breeding_setup;

struct dado_species_source {
    const char *name;            // singular, as in bred_of_file of core/game_extras.h
    const char *names;           // plural: "games"
    const char *const *columns;  // traits that the table shows; the last is NULL
    const char *const *flags;    // parameters that only some sources have; the last is NULL
    bool wished;                 // fitness is a quality from 0 to 1, by the target
    const char *notation;        // suffix of a file with the printed genome; or NULL
    const char *const *endings;  // endings of files that always belong to this source; or NULL

    // Reads the word and the parameters.
    bool (*open)(dado_breeding_setup *setup);

    // Writes commands for a variant that was written to `file`: one that gives its
    // figures again, and one that shows more of it.
    void (*again)(const dado_breeding_setup *setup, const char *file, dado_text *out);
    void (*inspect_command)(const dado_breeding_setup *setup, const char *file, dado_text *out);

    // The following may be NULL; the brackets say what that means.

    // From now on, judging may stop early when *stop is not 0; NULL ends that. [It is
    // never stopped.]
    void (*heed)(dado_breeding_setup *setup, const volatile sig_atomic_t *stop);

    // Tells whether a variant may be shown. [It may.]
    bool (*is_presentable)(const dado_breeding_setup *setup, const void *genome);

    // Measures the quality with luck that played no part in choosing. [It is not measured.]
    dado_estimate (*fresh_quality)(const dado_breeding_setup *setup, const void *genome);

    // Returns the steps that led to it, one per line. [They are unknown.]
    const char *(*steps)(const void *genome);
};

#define DADO_NAMES(...) \
    (const char *const[]) \
    { \
        __VA_ARGS__, NULL \
    }

#define SPECIES(name) extern const dado_species_source dado_species_source_##name;
#include "job/species_sources.def"
#undef SPECIES

// What a job_run breeds, opened: its source, its species, and its settings.
bool dado_breeding_setup_open(dado_breeding_setup *setup, dado_job_run *job_run);

// Returns a number whose default is the source's own.
int64_t dado_species_source_int(const dado_job_run *job_run, const char *name, int64_t usual);
