// command_line.h - a verb of the command line, and a call of it.
//
// Most verbs are jobs (job/job.h): the job's table says what help prints and which parameters
// there are. dado_call_run_and_print runs the job and prints its answer. Verbs that only a
// terminal can have (play, help) have a table of the same kind, in a file of their own with a
// line in shelf.def, and their own `run`.
#pragma once

#include <signal.h>

#include "core/region.h"
#include "core/error.h"
#include "core/options.h"
#include "core/text.h"
#include "job/job_run.h"

// FAILED: the command could not be carried out, or only in part. FOUND: it was carried out and
// found what it looks for, or an assertion does not hold.
enum {
    DADO_EXIT_FINE = 0,
    DADO_EXIT_FAILED = 1,
    DADO_EXIT_USAGE = 2,
    DADO_EXIT_FOUND = 3,
    DADO_EXIT_INTERRUPTED = 130
};

typedef struct dado_call dado_call;
typedef struct dado_verb dado_verb;

struct dado_verb {
    const char *name;                  // the last word of what is typed: "eval"
    const dado_job *job;               // what help prints about it, and its parameters
    const dado_verb *const *subverbs;  // verbs of its own, ended by NULL; or NULL
    int (*run)(dado_call *call);       // NULL where a verb of its own must follow
    const dado_param *extra;           // flags that only the terminal has; or NULL
};

typedef struct dado_verb_group {
    const char *title;  // NULL ends the list
    const char *verbs;  // their names, parted by blanks; some may not exist in this build
    const char *about;  // what they are for, in a few words
} dado_verb_group;
extern const dado_verb_group dado_verb_groups[];
bool dado_verb_group_has(const dado_verb_group *group, const char *name);

struct dado_call {
    const dado_verb *verb;
    const char *title;        // "dado map eval", for messages
    dado_job_run job_run;     // the call as jobs understand it: its region lives as long
    dado_argument *given;     // the job_run's: flags in order, then words
    const char *command;      // the whole command as typed, quoted so that a shell takes it back
    FILE *out, *log;          // `out` gets results, `log` everything else
    bool colour, colour_log;  // whether `out` and `log` may be coloured
    bool terminal_log;        // whether `log` is a terminal
    int columns;              // how wide the terminal is, or 80
    bool seen;                // `out` is a terminal, or somebody has set $COLUMNS
    int log_columns;          // the width of the terminal behind `log`; 0: lines are not wrapped
    bool unwritten;           // some of `out` could not be written, and the user has been told
    dado_error error;         // the first wrong value; later the failure of the run
    const dado_verb *const *verbs;  // all verbs, ended by NULL
    const char *page;  // the file that gets the answer as a page instead of printing it; or NULL
};

extern const dado_param dado_params_help[];  // --help, --quiet: of every verb, unasked

// Prints the failure in call->error and returns DADO_EXIT_FAILED. Unless `source_text` is NULL,
// the line of it that the failure is about is printed too.
int dado_call_fail(dado_call *call, const char *source_text);

// Prints how the command is misused, and returns DADO_EXIT_USAGE.
int dado_call_usage_error(dado_call *call, const char *format, ...) DADO_PRINTF(2, 3);

// Prints a line to the log unless --quiet was given.
void dado_call_log(const dado_call *call, const char *format, ...) DADO_PRINTF(2, 3);

// Prints `text` to call->out. If it cannot be written, prints why to the log and returns false.
bool dado_call_print(dado_call *call, const dado_text *text);

// Checks that everything written to call->out so far has arrived. Only the first failure is
// printed; after one, the command ends with DADO_EXIT_FAILED or a worse code.
bool dado_call_flush(dado_call *call);

// Returns all verbs with their subverbs, ended by NULL; or NULL if there is no memory.
const dado_verb *const *dado_verb_table(dado_region *region);
// Returns the verb of this name from a list that NULL ends, or NULL. The list may be NULL.
const dado_verb *dado_verb_named(const dado_verb *const *verbs, const char *name);
// Returns the verb that had this name in the last release, or NULL.
const dado_verb *dado_verb_by_old_name(const char *name, dado_region *region);
// Returns flag number `which` of a verb, or NULL behind the last. Flags of all verbs come last.
const dado_param *dado_verb_flag(const dado_verb *verb, int which);
// Adds what is typed before the options, with a blank behind: "dado solve GAME odds ".
void dado_verb_usage(const dado_verb *verb, dado_text *out);

void dado_help_first_steps(int columns, dado_text *out);  // what `dado` alone prints
void dado_help_all(const dado_verb *const *verbs, int columns, dado_text *out);
// Prints help: at most 30 lines of 80 columns with at most ten options, or everything if `whole`.
void dado_help_verb(const dado_verb *verb, const char *title, int columns, bool whole,
                    dado_text *out);

// Runs another job with those arguments of this call that it has parameters for.
void dado_call_switch_job(dado_call *call, const dado_job *job);

// Returns the command that `dado FILE` stands for, as words that NULL ends. If dado cannot look
// at such a file, returns NULL and leaves the reason in call->error.
const char *const *dado_file_command(dado_call *call, const char *file);

// Between these two calls, the first Ctrl-C or request to end sets the returned flag. The next
// one ends the program.
const volatile sig_atomic_t *dado_interrupt_catch(void);
void dado_interrupt_release(void);

// Runs the job of call->verb, prints its answer and returns an exit code.
int dado_call_run_and_print(dado_call *call);

// Runs `dado` with these arguments; what main does. argv[0] is the program.
int dado_command(int argc, const char *const *argv, FILE *out, FILE *log);
