// brisk.h - a play goes on in beats; see brisk.c. Beats are written by emit_brisk.c.
#ifndef DADO_RECYCLE_BRISK_H
#define DADO_RECYCLE_BRISK_H

#include "recycle/machine.h"

// The owners that slots of a beat are counted from: the next player is worked out by a beat before
// it; two variables may hold players, one inside the other.
enum { owner_none, owner_current, owner_next, owner_outer, owner_inner, owner_kinds };
enum {
    rcy_most_lets = 4,    // inside each other, in beats
    rcy_most_dealt = 64,  // cards moved as one piece
};

// The instructions of a lap, counted from the one that throws: a stage in which everyone throws,
// and around it one that counts the round, saves it and passes the turn on. DicePoints is played
// 1.75 times as quickly for knowing this one form.
enum {
    lap_enter = -2, lap_skip, lap_throw, lap_again, lap_leave, lap_count, lap_save, lap_turn,
    lap_over, lap_after,
};

// Goes on from a beat to the next rest. `move` is the option whose beats these are, if they are.
void rcy_run_briskly(rcy_machine *m, const rcy_beat *at, dado_move move);

// --- what ends a run of beats ---
void rcy_come_round(rcy_machine *m, const rcy_beat *b);  // after everyone has thrown in a lap
// The option is not as it was listed, and nothing was done yet: the machine takes it.
void rcy_option_plainly(rcy_machine *m, const rcy_beat *b, dado_move move);
void rcy_beats_trapped(rcy_machine *m, const rcy_beat *b);

// --- run.c, for whatever is unusual ---
void rcy_go_on(rcy_machine *m, uint32_t pc, const dado_move *move);  // to the next rest
void rcy_step(rcy_machine *m, const rcy_insn *i);
uint32_t rcy_stopped_at(rcy_machine *m, const rcy_insn *i);  // where a `stop` leads

// --- finish.c ---
void rcy_finish(rcy_machine *m);
void rcy_find_places(rcy_machine *m);  // by several keys, or by who wins

static inline void rcy_advance(uint8_t *cycle, int count)
{
    int next = cycle[1] != rcy_nobody_queued ? cycle[1] : cycle[0] + 1;
    cycle[0] = (uint8_t)(next == count ? 0 : next);
    cycle[1] = rcy_nobody_queued;
}

#endif
