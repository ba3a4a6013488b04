// session.h - an experiment as verbs run it: from flags to a plan, watched and kept.
//
// Verbs that play share these steps: read the game and who sits where, open the
// store, show progress, stop at Ctrl-C without losing what is done.
#ifndef DADO_CLI_SESSION_H
#define DADO_CLI_SESSION_H

#include <signal.h>
#include <stdatomic.h>

#include "cli/verb.h"
#include "lab/experiment.h"

// From the first call to the second, Ctrl-C or a request to end sets the flag that is answered,
// once: the next one ends the program. Work without progress or matches takes these alone.
const volatile sig_atomic_t *dado_interrupt_catch(void);
void dado_interrupt_release(void);
const atomic_int *dado_interrupt_flag(void);  // the same, for those who look from other threads

// Says that it was interrupted, where ("after 3 of 9 matches"), and the command that goes on
// from what is kept, if anything is. Answers the exit code.
int dado_call_interrupted(const dado_call *call, bool kept, const char *where);

// Progress on the log; the watch is the context of those below, zeroed but for the call at first.
typedef struct dado_watch {
    dado_call *call;
    double last_line;
    bool drawn;
    int notes;  // of referees, so far
    bool warned;  // that the game does not seem to end
} dado_watch;

void dado_watch_progress(void *watch, const dado_progress *progress);
void dado_watch_working(void *watch, int64_t done, int64_t all, const char *what,
                        const char *words);
void dado_watch_note(void *watch, const dado_note *note, const dado_player *who);
void dado_watch_clear(dado_watch *watch);  // the line of progress

#endif
