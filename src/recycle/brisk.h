// brisk.h - a play goes on in beats; see brisk.c. Beats are written by emit_brisk.c.
#pragma once

#include "recycle/machine.h"

struct dado_spree;

// The owners that slots of a beat are counted from: the next player, and one who is found out, by
// the best card or as somebody's team, are worked out by a beat before it; two variables may hold
// players, one inside the other.
enum {
    owner_none, owner_current, owner_next, owner_found, owner_outer, owner_inner, owner_kinds,
};
enum {
    rcy_most_lets = 4,    // inside each other, in beats
    rcy_most_dealt = 64,  // cards moved as one piece
    rcy_most_throws = 64, // in a lap that is one of many
};

// What is at hand from one beat to the next. What beats choose from by number lies apart, so that a
// compiler may keep the rest in registers.
typedef struct rcy_held {
    int32_t who[owner_kinds];
    int64_t value;  // that was worked out for an act to come
    rcy_mark marks[rcy_most_lets];
} rcy_held;

typedef struct rcy_pace {
    rcy_machine *m;
    rcy_held *held;
    int32_t left;   // passes of the repeat at hand
    uint32_t fuel;  // since it was last written to the machine, but for what the beat at hand
                    // says is spent
} rcy_pace;

// Why native code leaves off at a beat, and what has become of that: it is yet to be taken; it is
// unusual, and the machine does its act, or all that this is part of; it has failed; its number
// does not fit; the option is not as it was listed, and nothing was done; a pass of a stage
// is over, and so much fuel is burnt that the machine counts.
typedef enum rcy_left {
    left_to_take, left_unusual, left_trapped, left_unfit, left_option, left_round,
} rcy_left;

// The instructions of a lap, counted from the one that throws: a stage in which everyone throws,
// and around it one that counts the round, saves it and passes the turn on. DicePoints is played
// 1.75 times as quickly for knowing this one form.
enum {
    lap_enter = -2, lap_skip, lap_throw, lap_again, lap_leave, lap_count, lap_save, lap_turn,
    lap_over, lap_after,
};

// A move of a play that goes on in beats, or the long way where it has to.
void rcy_apply_briskly(const rcy_program *p, void *state, dado_move move);
// Gives every beat its code, and the fuel of the way to it.
void rcy_make_brisk(rcy_beat *beats, int count);
// Goes on to the next rest where native code left off. Where it is in its stages, and so whose turn
// it is, follows from the beat. `move` is the option whose beats these are, if they are.
void rcy_leave_off(rcy_machine *m, rcy_pace *f, rcy_left left, uint32_t beat, dado_move move);

// Plays laps of a match among random players one after the other, each with the luck and the row it
// has, until something else comes. It does nothing at any other rest.
void rcy_laps(const rcy_program *p, void *state, struct dado_spree *s);
// The same of several matches that begin where `state` is and have the same course, which is found
// once. `rest` plays the rest of each; false ends it all. Answers how many were played.
int rcy_matches_of_laps(const rcy_program *p, void *state, struct dado_spree *s, int count,
                        bool (*rest)(void *context, int which), void *context);

// --- run.c, for whatever is unusual ---
void rcy_apply_plainly(const rcy_program *p, void *state, dado_move move, rcy_ear *ear);
void rcy_go_on(rcy_machine *m, uint32_t pc, const dado_move *move);  // to the next rest
void rcy_step(rcy_machine *m, const rcy_insn *i);
void rcy_rest_with_row(rcy_machine *m, uint32_t pc);
uint32_t rcy_stopped_at(rcy_machine *m, const rcy_insn *i);  // where a `stop` leads

// --- finish.c ---
void rcy_finish(rcy_machine *m);
// The same where scores are storages and that is all: false, and nothing was done, if it is not so.
// It takes no more of the machine than light beats do.
bool rcy_finish_plainly(rcy_machine *m);
void rcy_find_places(rcy_machine *m);  // by several keys, or by who wins

static inline void rcy_advance(uint8_t *cycle, int count)
{
    int next = cycle[1] != rcy_nobody_queued ? cycle[1] : cycle[0] + 1;
    cycle[0] = (uint8_t)(next == count ? 0 : next);
    cycle[1] = rcy_nobody_queued;
}
