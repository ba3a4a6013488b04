// verb.h - a word after `dado`, and everything that has to be said about it.
//
// A verb is a job (job/job.h): what is said about it stands in its table, and dado_call_job asks
// for it and shows the answer. What only a terminal can do (play, help) has such a table too, one
// file and one line in shelf.def, and a `run` of the command's own.
#pragma once

#include <signal.h>

#include "core/arena.h"
#include "core/error.h"
#include "core/options.h"
#include "core/text.h"
#include "job/errand.h"

// Failed: it could not be done, or not all of it. Found: it was done, and what was looked for is
// there, or what was asserted is not so.
enum { DADO_EXIT_FINE = 0, DADO_EXIT_FAILED = 1, DADO_EXIT_USAGE = 2, DADO_EXIT_FOUND = 3,
       DADO_EXIT_INTERRUPTED = 130 };

typedef struct dado_call dado_call;
typedef struct dado_verb dado_verb;

struct dado_verb {
    const char *name;     // the last word of the job's
    const dado_job *job;  // what is said about it, and what it asks for
    const dado_verb *const *under;  // verbs of its own, ended by NULL; or NULL
    int (*run)(dado_call *call);    // NULL where a verb of its own must follow
};

struct dado_call {
    const dado_verb *verb;
    const char *title;         // "dado map eval", for messages
    dado_errand errand;       // the call as jobs understand it: its arena lives as long
    dado_given *given;        // the errand's: flags in order, then words
    const char *command;      // the whole command as typed, quoted so that a shell takes it back
    FILE *out, *log;          // results, and everything else
    bool colour, colour_log;  // may `out`, may `log` be coloured
    bool terminal_log;        // is somebody watching `log`
    int columns;              // how wide the terminal is, or 80
    bool seen;                // `out` is a terminal, or somebody has set $COLUMNS
    int log_columns;          // of `log` where that is so of it; 0: lines are as long as they are
    bool unwritten;           // some of `out` could not be written, and that has been said
    dado_error error;         // the first value that makes no sense; then what failed
    const dado_verb *const *verbs;  // all there are, ended by NULL
    const char *page;         // where the answer goes as a page instead of being printed; or NULL
};

extern const dado_param dado_params_help[];  // --help, --quiet: of every verb, unasked

// Says what failed, as call->error has it, with the line of `source_text` it is about unless that
// is NULL, and answers DADO_EXIT_FAILED.
int dado_call_fail(dado_call *call, const char *source_text);

// Says how the command is misused, and answers DADO_EXIT_USAGE.
int dado_call_misused(dado_call *call, const char *format, ...) DADO_PRINTF(2, 3);

// A line on the log unless --quiet was given.
void dado_call_say(const dado_call *call, const char *format, ...) DADO_PRINTF(2, 3);

// Prints `text` to call->out; false, and why on the log, where it cannot be written.
bool dado_call_print(dado_call *call, const dado_text *text);

// The same after writing to call->out piece by piece. Of all failures the first is said, and the
// command ends with DADO_EXIT_FAILED at best.
bool dado_call_flush(dado_call *call);

// All verbs there are, ended by NULL, with those below them; NULL where there is no memory.
const dado_verb *const *dado_verb_tree(dado_arena *arena);
// One of a list that NULL ends, which may be NULL itself; or NULL.
const dado_verb *dado_verb_named(const dado_verb *const *verbs, const char *name);
// The flags of a verb one after another, those that all verbs have last; NULL behind them.
const dado_param *dado_verb_flag(const dado_verb *verb, int which);
// What follows it in the usage line, each with a blank behind: "GAME ", "[RUN] ".
void dado_verb_words(const dado_verb *verb, dado_text *out);

void dado_help_all(const dado_verb *const *verbs, int columns, dado_text *out);
void dado_help_verb(const dado_verb *verb, const char *title, int columns, dado_text *out);

// From the first call to the second, Ctrl-C or a request to end sets the flag that is answered,
// once: the next one ends the program.
const volatile sig_atomic_t *dado_interrupt_catch(void);
void dado_interrupt_release(void);

// Asks for the job of call->verb and shows its answer; answers an exit code.
int dado_call_job(dado_call *call);

// Runs `dado` with these arguments; what main does. argv[0] is the program.
int dado_command(int argc, const char *const *argv, FILE *out, FILE *log);
