// verb.h - a word after `dado`, and everything that has to be said about it.
//
// A verb is one file and one line in shelf.def. It states its options as a
// table of flags; from that table come the parser, `--help`, the man page, the
// completion of the shell and the page in docs/reference, so that none of them
// can lie about another. A verb may have verbs of its own (`dado map eval`).
//
// A verb's `run` asks for what was given, does its work through the lab, prints
// its result to standard output and everything else to standard error, and
// answers with an exit code.
#ifndef DADO_CLI_VERB_H
#define DADO_CLI_VERB_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/arena.h"
#include "core/error.h"
#include "core/options.h"
#include "core/text.h"

enum { DADO_EXIT_FINE = 0, DADO_EXIT_FAILED = 1, DADO_EXIT_USAGE = 2, DADO_EXIT_INTERRUPTED = 130 };

// What a shell should offer to complete a value or a word with.
typedef enum dado_offer {
    DADO_OFFER_NOTHING,
    DADO_OFFER_FILES,
    DADO_OFFER_FOLDERS,
    DADO_OFFER_GAMES,
    DADO_OFFER_AGENTS,
    DADO_OFFER_METRICS,
} dado_offer;

typedef struct dado_flag {
    const char *name;        // "seed", typed as --seed; NULL ends a list
    char letter;             // 'n', typed as -n; 0 if there is none
    const char *value;       // what its value is called in help, "N"; NULL: it takes none
    const char *about;       // a sentence or two
    const char *by_default;  // as help shows it; or NULL
    dado_offer offer;
    bool many;  // may be given more than once, and each counts
} dado_flag;

// For lists of flags of verbs that let programs play.
#define DADO_FLAG_UNSAFE \
    { "unsafe", 0, NULL, \
      "Runs programs of others even where this kernel cannot confine them: they can do what you " \
      "can.", \
      NULL, DADO_OFFER_NOTHING, false }

typedef struct dado_example {
    const char *command;  // NULL ends a list
    const char *about;
} dado_example;

typedef struct dado_call dado_call;
typedef struct dado_verb dado_verb;

enum { DADO_FLAG_GROUPS = 8 };

struct dado_verb {
    const char *name;
    const char *words;    // what follows it in the usage line: "GAME", "[RUN]"
    const char *about;    // one line, for the list of verbs
    const char *details;  // paragraphs parted by empty lines, for help and manual; or NULL
    dado_offer offer;     // for its words
    int least, most;      // how many words it takes; most < 0 is any number
    const dado_flag *flags[DADO_FLAG_GROUPS];  // up to so many lists; the rest NULL
    const dado_example *examples;
    const dado_verb *const *under;  // verbs of its own, ended by NULL; or NULL
    int (*run)(dado_call *call);    // NULL where a verb of its own must follow
};

typedef struct dado_given {
    const dado_flag *flag;
    const char *value;  // "" where the flag takes none
} dado_given;

struct dado_call {
    const dado_verb *verb;
    const char *title;         // "dado map eval", for messages
    const char *const *words;  // what is not a flag, in order
    int word_count;
    const dado_given *given;  // in order
    int given_count;
    const char *command;      // the whole command as typed, quoted so that a shell takes it back
    dado_arena *arena;        // lives as long as the call
    FILE *out, *log;          // results, and everything else
    bool colour, colour_log;  // may `out`, may `log` be coloured
    bool terminal_log;        // is somebody watching `log`
    int columns;              // how wide the terminal is, or 80
    bool seen;                // `out` is a terminal, or somebody has set $COLUMNS
    bool unwritten;           // some of `out` could not be written, and that has been said
    dado_error error;         // the first value that makes no sense
};

extern const dado_verb *const dado_verbs[];  // ended by NULL

// Flags that many verbs share; each list ends as lists do.
extern const dado_flag dado_flags_help[];     // --help, --quiet, --verbose: of every verb, unasked
extern const dado_flag dado_flags_game[];     // -D NAME=VALUE
extern const dado_flag dado_flags_seats[];    // --seat, --agents
extern const dado_flag dado_flags_play[];     // -n, --seed, --threads, --limit
extern const dado_flag dado_flags_metrics[];  // --metrics, --preset, --ties, --floor
extern const dado_flag dado_flags_store[];    // --store, --no-store, --resume, --keep
extern const dado_flag dado_flags_store_file[];  // --store alone
extern const dado_flag dado_flags_json[];        // --json

// The value of the flag as last given, or NULL; "" for a flag without value.
const char *dado_given_text(const dado_call *call, const char *flag);
bool dado_given_flag(const dado_call *call, const char *flag);

// As numbers. What is out of range is remembered in call->error and the default answered, so that
// a verb may ask for everything and then look once, with dado_call_wrong.
int64_t dado_given_int(dado_call *call, const char *flag, int64_t by_default, int64_t least,
                       int64_t most);
double dado_given_real(dado_call *call, const char *flag, double by_default, double least,
                       double most);
// One of `words`, which ends in NULL; answers its place.
int dado_given_word(dado_call *call, const char *flag, const char *const *words, int by_default);

// True once a value made no sense; says which, on the log. The verb then returns DADO_EXIT_USAGE.
bool dado_call_wrong(dado_call *call);

// Says what failed, with the line of `source_text` it is about unless that is
// NULL, and answers DADO_EXIT_FAILED.
int dado_call_fail(dado_call *call, const dado_error *err, const char *source_text);

// Says how the command is misused, and answers DADO_EXIT_USAGE.
int dado_call_misused(dado_call *call, const char *format, ...) DADO_PRINTF(2, 3);

// A line on the log unless --quiet was given.
void dado_call_say(const dado_call *call, const char *format, ...) DADO_PRINTF(2, 3);

// Prints `text` to call->out; false, and why on the log, where it cannot be written.
bool dado_call_print(dado_call *call, const dado_text *text);

// The same after writing to call->out piece by piece. Of all failures the first is said, and the
// command ends with DADO_EXIT_FAILED at best.
bool dado_call_flush(dado_call *call);

// Runs `dado` with these arguments; what main does. argv[0] is the program.
int dado_command(int argc, const char *const *argv, FILE *out, FILE *log);

#endif
