// job.h - what dado can be asked to do, to everything that asks.
//
// A job is a name and parameters. It never reads argv, prints, opens a socket or knows who asked;
// what it needs from outside comes in an errand (errand.h), and what it found goes out as a
// document. So the command line, the studio, a worker in a browser and a Python program get the
// same answers to the same words.
//
// A job is one file and one line in shelf.def. From its table of parameters come flags, --help,
// man pages, completion, docs/reference/cli.md and the JSON schema of requests, so that none of
// them can lie about another; and every value is checked against it before `run` sees one.
#pragma once

#include "core/error.h"
#include "core/text.h"

typedef enum dado_param_kind {
    DADO_PARAM_TEXT,
    DADO_PARAM_FLAG,    // is given or not
    DADO_PARAM_WHOLE,   // a number from least to most
    DADO_PARAM_REAL,
    DADO_PARAM_CHOICE,  // one of `choices`
    DADO_PARAM_SET,     // NAME=VALUE
    DADO_PARAM_GAME,    // a name or a file, as are the next two
    DADO_PARAM_AGENT,
    DADO_PARAM_METRIC,
    DADO_PARAM_RUN,     // a number in the store, or "last"
    DADO_PARAM_FILE,    // that is read
    DADO_PARAM_OUTPUT,  // a file that is written
    DADO_PARAM_FOLDER,
} dado_param_kind;

typedef struct dado_param {
    const char *name;  // "matches", typed as --matches; NULL ends a list
    char letter;       // 'n', typed as -n; 0 if there is none
    dado_param_kind kind;
    const char *value;    // what its value is called in help: "N"; NULL: as usual for the kind
    const char *usual;    // as one would type it; NULL: none
    const char *unset;    // in words, what holds where it is not given; NULL: `usual`
    double least, most;   // of numbers; most 0: there is none
    const char *choices;  // parted by blanks: "results moves"
    const char *about;    // a sentence or two
    bool word;    // typed without its name, in the order of the list
    bool needed;  // nothing can be done without it
    bool many;    // may be given more than once, and each counts
    bool beside;  // has no say in the answer: threads, where it is kept
} dado_param;

// One row of a list: its kind, its name, its letter if it has one, and whatever else is to be said:
// DADO_PARAM(WHOLE, "matches", 'n', .usual = "1000", .about = "How many matches to play.").
#define DADO_PARAM(which, ...) { __VA_ARGS__, .kind = DADO_PARAM_##which }
#define DADO_PARAMS(...) (const dado_param[]){ __VA_ARGS__, { 0 } }

typedef struct dado_example {
    const char *command;  // NULL ends a list
    const char *about;
} dado_example;
#define DADO_EXAMPLES(...) (const dado_example[]){ __VA_ARGS__, { 0 } }

typedef struct dado_given {
    const dado_param *param;
    const char *value;  // "" where it takes none
} dado_given;

struct dado_errand;

enum { DADO_PARAM_GROUPS = 10 };

typedef struct dado_job {
    const char *name;     // "sim", "map eval"
    const char *about;    // one line, for lists of jobs
    const char *details;  // paragraphs parted by empty lines; or NULL
    const dado_param *params[DADO_PARAM_GROUPS];  // lists that jobs share; the rest NULL
    const char *whole;  // why it cannot be cut into parts, where people may want to; or NULL
    const dado_example *examples;
    bool ordered;  // the order in which options are set says something: which dial comes first
    // Answers. False where it cannot, and why. NULL: only a head for those below ("map").
    bool (*run)(struct dado_errand *errand);
} dado_job;

extern const dado_job *const dado_jobs[];  // ended by NULL

const dado_job *dado_job_named(const char *name);  // or NULL

// The parameters of a job one after another, from 0; NULL behind the last.
const dado_param *dado_job_param(const dado_job *job, int which);
const dado_param *dado_job_param_named(const dado_job *job, const char *name);  // or NULL

typedef struct dado_param_sort {
    const char *name;   // what programs call it: "whole"
    const char *value;  // what help calls a value; NULL: it takes none
    const char *json;   // its type in a request; NULL: one of its choices
    const char *offer;  // what a shell completes it by
} dado_param_sort;
extern const dado_param_sort dado_param_kinds[];  // by kind
const char *dado_param_value(const dado_param *param);  // what help calls its value; NULL: none
// Its choices one after another, from 0: where each begins, its length; NULL behind the last.
const char *dado_param_choice(const dado_param *param, int which, int *length);
int dado_param_place(const dado_param *param, const char *value);  // among its choices; or -1

// True if all values make sense and all that is needed is there.
bool dado_given_check(const dado_job *job, const dado_given *given, int count, dado_error *err);
bool dado_param_check(const dado_param *param, const char *value, dado_error *err);

// What to type for the same answer: one spelling for each, without what has no say in it.
void dado_job_command(const dado_job *job, const dado_given *given, int count, dado_text *out);
void dado_shell_quote(dado_text *out, const char *word);

// Lists of parameters that many jobs share.
extern const dado_param dado_params_game[];        // -D NAME=VALUE
extern const dado_param dado_params_seats[];       // --seat, --agents, --unsafe
extern const dado_param dado_params_play[];        // -n, --seed, --threads, --native, --limit
extern const dado_param dado_params_metrics[];     // --metrics, --preset, --ties, --floor
extern const dado_param dado_params_map[];         // one map, --seed
extern const dado_param dado_params_store[];       // --store, --no-store, --resume, --keep
extern const dado_param dado_params_store_file[];  // --store alone
extern const dado_param dado_params_run[];         // a run, --store
extern const dado_param dado_params_mpi[];         // --mpi
extern const dado_param dado_params_parts[];       // --mpi, --part, --out: of known plans

#define DADO_PARAM_THE_GAME \
    DADO_PARAM(GAME, "game", .word = true, .needed = true, \
               .about = "The name of a game (see dado list games), or a file that describes one.")

#define DADO_PARAM_STORE \
    { .name = "store", .kind = DADO_PARAM_FILE, .unset = "$DADO_STORE, or dado.db here", \
      .beside = true, .about = "The file results are kept in." }

#define DADO_PARAM_THREADS \
    { .name = "threads", .letter = 'j', .kind = DADO_PARAM_WHOLE, .least = 1, .most = 1024, \
      .unset = "$DADO_THREADS, or one a core", .beside = true, \
      .about = "How many to play at a time; results do not depend on it." }

#define DADO_PARAM_NATIVE \
    { .name = "native", .kind = DADO_PARAM_CHOICE, .value = "WHEN", .choices = "auto yes no", \
      .unset = "$DADO_NATIVE, or auto", .beside = true, \
      .about = "Whether a described game is compiled by the C compiler that is there: auto does " \
               "so where enough is left to play for it to pay. Results do not depend on it." }

#define DADO_PARAM_SEED \
    { .name = "seed", .letter = 's', .kind = DADO_PARAM_WHOLE, .usual = "1", \
      .about = "Where all luck comes from: the same seed gives the same result." }

#define DADO_PARAM_LIMIT \
    { .name = "limit", .kind = DADO_PARAM_WHOLE, .usual = "100000", .least = 1, .most = 1e8, \
      .about = "A match is stopped after so many moves, luck included." }

// For jobs that let programs play.
#define DADO_PARAM_UNSAFE \
    { .name = "unsafe", .kind = DADO_PARAM_FLAG, .beside = true, \
      .about = "Runs programs of others even where this kernel cannot confine them: they can do " \
               "what you can." }
