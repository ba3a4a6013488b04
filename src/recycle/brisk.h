// brisk.h - the quick way through dice and storage; see brisk.c.
#ifndef DADO_RECYCLE_BRISK_H
#define DADO_RECYCLE_BRISK_H

#include "recycle/program.h"

typedef struct rcy_brisk {
    const rcy_program *p;
    unsigned char *state;
    rcy_rest *rest;
    int32_t *score, *sto, *die;
    dado_quick luck;
    bool lucky;     // the generator may be asked
    bool row;       // one was saved, and the play rests as soon as it must
    bool stale;     // the row in the state is that of the round before
    uint32_t fuel;
} rcy_brisk;

// Says of every instruction whether it can be run briskly, and whether it may run between a saved
// row and its rest.
void rcy_mark_brisk(const rcy_program *p, rcy_insn *code);
bool rcy_runs_ahead(const rcy_insn *i);

// Goes on from the rest's pc. True at the next rest; false where a machine must go on.
bool rcy_run_briskly(rcy_brisk *b);

#endif
