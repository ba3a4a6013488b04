// session.h - an experiment as verbs run it: from flags to a plan, watched and kept.
//
// Verbs that play share these steps: read the game and who sits where, open the
// store, show progress, stop at Ctrl-C without losing what is done.
#ifndef DADO_CLI_SESSION_H
#define DADO_CLI_SESSION_H

#include <signal.h>

#include "cli/verb.h"
#include "lab/experiment.h"
#include "measure/expect.h"

// The options given as -D, in order.
bool dado_call_options(dado_call *call, dado_options *options, dado_error *err);

// The game named by word `which`, with -D. On failure says why, and answers false.
bool dado_call_game(dado_call *call, int which, dado_source *source);

// Who plays, by --agents and --seat, at a table of this many seats; `usual`, unless NULL, takes
// the seats that are not named.
bool dado_call_lineup(dado_call *call, int players, const char *usual, dado_lineup *lineup,
                      dado_error *err);

// With --unsafe, lets a program play where it cannot be confined.
bool dado_call_trust(dado_call *call, dado_player *player, dado_error *err);

// Fills in what --matches, --seed, --limit and --keep say; look at dado_call_wrong afterwards.
void dado_call_plan(dado_call *call, dado_plan *plan);

// Fills in what --metrics, --preset, --ties and --floor say, likewise.
void dado_call_metrics(dado_call *call, dado_plan *plan);

// Expectations from a file, or by the name of one that the library has: "expect/games" is the
// shelf of those for games, "expect" of those for maps. `text` is what was read, for complaints.
bool dado_call_expect(dado_call *call, const char *name, const char *shelf,
                      const dado_measures *measures, dado_expect *expect, const char **text,
                      dado_error *err);

// Opens the store by --store, --no-store and the mode; NULL where none is wanted.
bool dado_call_store(dado_call *call, dado_store_mode mode, dado_store **store, dado_error *err);

// From the first call to the second, Ctrl-C or a request to end sets the flag that is answered,
// once: the next one ends the program. Work without progress or matches takes these alone.
const volatile sig_atomic_t *dado_interrupt_catch(void);
void dado_interrupt_release(void);

// Says that it was interrupted, where ("after 3 of 9 matches"), and the command that goes on
// from what is kept, if anything is. Answers the exit code.
int dado_call_interrupted(const dado_call *call, bool kept, const char *where, ...)
    DADO_PRINTF(3, 4);

// Progress on the log and a Ctrl-C that loses nothing, for whatever runs
// between the two calls; `how` may carry `block` and `context`, the rest is filled in.
typedef struct dado_watch {
    dado_call *call;
    double last_line;
    bool drawn;
    int notes;  // of referees, so far
    void *context;
    void (*block)(void *context, const dado_block *block);
} dado_watch;

void dado_watch_begin(dado_watch *watch, dado_call *call, dado_experiment_how *how);
void dado_watch_end(dado_watch *watch);

// How many to play at a time, by --threads or $DADO_THREADS; 0 is one a core. Look at
// dado_call_wrong afterwards.
int dado_call_threads(dado_call *call);

// Runs a plan with progress on the log, Ctrl-C, and the store. `how` may carry
// `block` and `context`; the rest is filled in here.
bool dado_call_experiment(dado_call *call, const dado_plan *plan, dado_experiment_how how,
                          dado_results *results, dado_error *err);

// The number of a run from a word: "3", or the latest where `word` is NULL or "last".
bool dado_call_run(dado_call *call, dado_store *store, const char *word, int64_t *run,
                   dado_error *err);

#endif
