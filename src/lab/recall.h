// recall.h - one match of a stored run, as a replay.
//
// If the run kept its moves they are read from the store; if not, the match is
// played again by the same agents on the same luck, which comes to the same
// wherever agents do not look at a clock.
#ifndef DADO_LAB_RECALL_H
#define DADO_LAB_RECALL_H

#include "lab/replay.h"
#include "lab/store.h"

typedef struct dado_which {
    int instance, lineup;
    int64_t match;
} dado_which;

// Everything comes from `arena`. `kept` tells whether the moves were in the store; `stop`, which
// may be NULL, is heard while the match is played again.
bool dado_recall(dado_store *store, int64_t run, dado_which which,
                 const volatile sig_atomic_t *stop, dado_arena *arena, dado_replay *replay,
                 bool *kept, dado_error *err);

#endif
