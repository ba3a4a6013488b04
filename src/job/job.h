// job.h - the interface of jobs: everything that dado can be asked to do.
//
// A job is a name and parameters. It never reads argv, prints, opens a socket or knows
// who called it. What it needs from outside comes in a job_run (job_run.h), and its
// result is a document. So the command line, the studio, a worker in a browser and a
// Python program get the same answers to the same requests.
//
// A job is one file and one line in shelf.def. Its table of parameters is the source of
// flags, --help, man pages, completion, docs/reference/cli.md and the JSON schema of
// requests, so that they always agree. Every value is checked against the table before
// `run` is called.
#pragma once

#include "core/error.h"
#include "core/region.h"
#include "core/text.h"

typedef enum dado_param_kind {
    DADO_PARAM_TEXT,
    DADO_PARAM_FLAG,   // present or absent
    DADO_PARAM_WHOLE,  // a whole number from `least` to `most`
    DADO_PARAM_REAL,
    DADO_PARAM_CHOICE,  // one of `choices`
    DADO_PARAM_SET,     // NAME=VALUE
    DADO_PARAM_GAME,    // a name or a file; so are the next two
    DADO_PARAM_AGENT,
    DADO_PARAM_METRIC,
    DADO_PARAM_RUN,     // a number of the store, or "last"
    DADO_PARAM_FILE,    // a file that is read
    DADO_PARAM_OUTPUT,  // a file that is written
    DADO_PARAM_FOLDER,
} dado_param_kind;

typedef struct dado_param {
    const char *name;  // "matches", typed as --matches; NULL ends a list
    char letter;       // 'n', typed as -n; 0 if there is none
    char old_letter;   // its letter in the last release; 0: none
    dado_param_kind kind;
    const char *value;    // name of its value in help: "N"; NULL: the default for its kind
    const char *usual;    // the default, as typed; NULL: none
    const char *unset;    // the default in words, for help; NULL: `usual`
    double least, most;   // limits of a number; `most` 0: no upper limit
    const char *choices;  // separated by blanks: "results moves"
    const char *about;    // a sentence or two
    // The same for programs, which count seats from 0. NULL: `about`.
    const char *in_requests;
    // What people type instead of the name: "target" for --target. Programs use the name, and
    // people may type it for one more release. NULL: people type the name.
    const char *typed;
    bool seat;    // its value is a seat, or SEAT=...: people count from 1, programs from 0
    bool rare;    // only --help all shows it
    bool word;    // typed without its name, in the order of the list
    bool needed;  // the job cannot run without it
    bool many;    // may be given more than once, and each value counts
    bool beside;  // does not affect the answer: threads, the place of the store
    bool bits64;  // a whole number below 2^64; others are below 2^63
} dado_param;

// One row of a parameter table: kind, name, a letter if it has one, and other fields. Example:
// DADO_PARAM(WHOLE, "matches", 'n', .usual = "1000", .about = "How many matches to play.").
#define DADO_PARAM(which, ...) \
    { \
        __VA_ARGS__, .kind = DADO_PARAM_##which \
    }
#define DADO_PARAMS(...) \
    (const dado_param[]) \
    { \
        __VA_ARGS__, \
        { \
            0 \
        } \
    }

typedef struct dado_example {
    const char *command;  // NULL ends a list
    const char *about;
} dado_example;
#define DADO_EXAMPLES(...) \
    (const dado_example[]) \
    { \
        __VA_ARGS__, \
        { \
            0 \
        } \
    }

typedef struct dado_argument {
    const dado_param *param;
    const char *value;  // "" if it takes none
} dado_argument;

struct dado_job_run;

enum { DADO_PARAM_GROUPS = 10 };

typedef struct dado_job {
    const char *name;  // the name for programs: "sim", "map eval"
    // What people type if it is not the name: a verb such as "runs report", and the word or flag
    // behind the game that asks for this job, such as "equilibrium" in dado solve GAME
    // equilibrium. The name itself may be typed for one more release.
    const char *verb, *aspect;
    const char *about;                            // one line, for lists of jobs
    const char *details;                          // paragraphs separated by empty lines; or NULL
    const dado_param *params[DADO_PARAM_GROUPS];  // lists that jobs share; unused entries are NULL
    const char *whole;  // why it cannot be split into parts; NULL: it can, or nobody wants to
    const dado_example *examples;
    bool ordered;  // the order of the options matters: which sweep parameter comes first
    // Fills in the answer. Returns false, with the reason, if it cannot. NULL: the job is only a
    // heading for others, as "map" is.
    bool (*run)(struct dado_job_run *job_run);
} dado_job;

extern const dado_job *const dado_jobs[];  // the last is NULL

const dado_job *dado_job_named(const char *name);  // or NULL

// Returns parameter number `which` of a job, or NULL behind the last.
const dado_param *dado_job_param(const dado_job *job, int which);
const dado_param *dado_job_param_named(const dado_job *job, const char *name);  // or NULL
const char *dado_param_flag(const dado_param *param);  // what people type after "--"
// Adds what people type for a job: "dado solve GAME equilibrium".
void dado_job_usage(const dado_job *job, dado_text *out);
// Converts a value that counts seats: `by` is 1 from programs to people, and -1 back. Returns the
// value itself if nothing changes, or NULL, with the reason, if it names no seat.
const char *dado_param_seat(const dado_param *param, const char *value, int by, dado_region *region,
                            dado_error *err);

typedef struct dado_param_kind_info {
    const char *name;              // the name for programs: "whole"
    const char *value;             // name of a value in help; NULL: it takes none
    const char *json;              // its type in a request; NULL: one of its choices
    const char *shell_completion;  // how a shell completes it
} dado_param_kind_info;
extern const dado_param_kind_info dado_param_kinds[];   // by kind
const char *dado_param_value(const dado_param *param);  // name of its value in help; NULL: none
// Returns choice number `which` of a parameter and its length, or NULL behind the last.
const char *dado_param_choice(const dado_param *param, int which, int *length);
int dado_param_place(const dado_param *param, const char *value);  // index of a choice; or -1

// Returns true if all values make sense and all needed parameters are given. If `typed`, error
// messages name parameters as people type them, otherwise as programs do.
bool dado_arguments_check(const dado_job *job, const dado_argument *given, int count, bool typed,
                          dado_error *err);
bool dado_param_check(const dado_param *param, const char *value, bool typed, dado_error *err);

// Adds the command that gives the same answer. Equal requests give equal commands: parameters
// that do not change the answer are left out.
void dado_job_command(const dado_job *job, const dado_argument *given, int count, dado_text *out);
void dado_shell_quote(dado_text *out, const char *word);

// Lists of parameters that many jobs share.
extern const dado_param dado_params_game[];           // -D NAME=VALUE
extern const dado_param dado_params_seats[];          // --seat, --agents, --unsafe
extern const dado_param dado_params_play[];           // -n, --seed, --threads, --native, --limit
extern const dado_param dado_params_metrics[];        // --metrics, --preset, --ties, --floor
extern const dado_param dado_params_map[];            // one map, --seed
extern const dado_param dado_params_store[];          // --store, --no-store, --resume, --keep
extern const dado_param dado_params_store_or_sums[];  // the same, and --keep sums
extern const dado_param dado_params_device[];         // --device
extern const dado_param dado_params_store_file[];     // --store alone
extern const dado_param dado_params_run[];            // a run, --store
// --player, --unsafe: for matches that are replayed
extern const dado_param dado_params_replayed[];
extern const dado_param dado_params_mpi[];  // --mpi
// --mpi, --part, --part-file: for plans known beforehand
extern const dado_param dado_params_parts[];

#define DADO_PARAM_THE_GAME \
    DADO_PARAM(GAME, "game", .word = true, .needed = true, \
               .about = "The name of a game (see dado list games), or a file that describes one.")

#define DADO_PARAM_STORE \
    { \
        .name = "store", .rare = true, .kind = DADO_PARAM_FILE, \
        .unset = "$DADO_STORE, or dado.db here", .beside = true, \
        .about = "The file results are kept in." \
    }

#define DADO_PARAM_THREADS \
    { \
        .name = "threads", .rare = true, .letter = 'j', .kind = DADO_PARAM_WHOLE, .least = 1, \
        .most = 1024, .unset = "$DADO_THREADS, or one a core", .beside = true, \
        .about = "How many to play at a time; results do not depend on it." \
    }

#define DADO_PARAM_NATIVE \
    { \
        .name = "native", .rare = true, .kind = DADO_PARAM_CHOICE, .value = "WHEN", \
        .choices = "auto yes no", .unset = "$DADO_NATIVE, or auto", .beside = true, \
        .about = \
            "Whether a described game is compiled by the C compiler that is there: auto does " \
            "so where enough is left to play for it to pay. Results do not depend on it." \
    }

#define DADO_PARAM_SEED \
    { \
        .name = "seed", .letter = 's', .kind = DADO_PARAM_WHOLE, .usual = "1", .bits64 = true, \
        .unset = "1; drawn by the system if programs, plug-ins or scripts play", \
        .about = "Where all luck comes from: the same seed gives the same result." \
    }

#define DADO_PARAM_LIMIT \
    { \
        .name = "limit", .rare = true, .kind = DADO_PARAM_WHOLE, .usual = "100000", .least = 1, \
        .most = 1e8, .about = "A match is stopped after so many moves, luck included." \
    }

// For jobs that may replay a stored match.
#define DADO_PARAM_PLAYER \
    { \
        .name = "player", .rare = true, .kind = DADO_PARAM_AGENT, .many = true, .beside = true, \
        .about = "A program, plug-in or script that the run names, as it was typed then. Stored " \
                 "matches run such code only if it is named here; --unsafe goes with it." \
    }

// For jobs in which outside programs may play.
#define DADO_PARAM_UNSAFE \
    { \
        .name = "unsafe", .rare = true, .kind = DADO_PARAM_FLAG, .beside = true, \
        .about = \
            "Runs programs of others even where this kernel cannot confine them: they can do " \
            "what you can." \
    }
