// sitting.h - a match that people take part in: one step at a time, and back again.
//
// The lab's own loop plays matches through; here whoever sits at the keyboard
// decides when the next step is taken. Everything a step changes is kept, luck
// and the agents' memories too, so that taking back and playing the same again
// gives the same match, and nobody can throw the dice a second time. When it is
// over the match is handed to the lab as a record, and is stored and measured
// like any other. One that was left is kept as far as it was played: its run has
// no match, so that nothing counts it, and it can be seen again.
#pragma once

#include "lab/experiment.h"

// A moment is everything that a step may change, in one run of bytes: state,
// luck of chance and of every seat, effort, the memory of every agent.
typedef struct dado_sitting {
    dado_game game;
    int steps;               // taken so far
    dado_step *path;
    const atomic_int *stop;  // set by whoever sits here, or NULL: agents who think stop doing so
                             // once it is not 0, and what they were asked for is not played

    // The rest is its own.
    dado_arena arena;
    const dado_source *source;
    dado_player *players;
    uint64_t seed;
    bool dealt;               // its luck is another plan's
    dado_agent *agents;       // zeroed for people
    size_t moment_size, luck_at, effort_at, self_at;
    size_t *self_of;          // where in a moment each seat's memory lies
    unsigned char *moments;   // one a step, and the present one
    int32_t *places;          // of the moves in their lists; -1 for luck
    int room, decisions;
    int first;                // before it nobody takes anything back
    unsigned char *view, *scratch;
    dado_move *moves;
    uint32_t *weights;
} dado_sitting;

// `players` has one entry a seat; the kind called human is a person. What is
// borrowed must outlive the sitting.
bool dado_sitting_begin(dado_sitting **sitting, const dado_source *source,
                        const dado_player *players, uint64_t seed, dado_error *err);
void dado_sitting_end(dado_sitting *sitting);  // NULL is fine

// Before the first step: takes the luck of match `match` of a plan's cell, by the seed of the cell
// and the one its chance draws from, so that agents play that very match again.
void dado_sitting_deal(dado_sitting *sitting, uint64_t seed, uint64_t chance, uint64_t match);

// Takes a step of a match that was played before, whoever's turn it is, and asks nobody. The luck
// of what follows is not that match's. False: no memory.
bool dado_sitting_repeat(dado_sitting *sitting, const dado_step *step, dado_error *err);

// Back to the state after so many of the steps taken, and a person takes `seat` from there on.
void dado_sitting_take(dado_sitting *sitting, int steps, int seat);

static inline const void *dado_sitting_state_after(const dado_sitting *sitting, int steps)
{
    return sitting->moments + (size_t)steps * sitting->moment_size;
}
static inline const void *dado_sitting_state(const dado_sitting *sitting)
{
    return dado_sitting_state_after(sitting, sitting->steps);
}
bool dado_sitting_is_person(const dado_sitting *sitting, int seat);

// Who acts now; DADO_NOBODY when it is over.
int dado_sitting_actor(const dado_sitting *sitting);

// Whether it is a person's turn who has something to choose.
bool dado_sitting_asks(dado_sitting *sitting);

// The legal moves of whoever acts, good until the next step.
int dado_sitting_moves(dado_sitting *sitting, const dado_move **moves);

// Lets luck or an agent act. False, and why, once an agent has given up or was stopped.
bool dado_sitting_advance(dado_sitting *sitting, dado_error *err);

// Plays the move at `place` in the list for the person whose turn it is. False: no memory.
bool dado_sitting_play(dado_sitting *sitting, int place, dado_error *err);

// Back to the last decision a person made; false if there was none.
bool dado_sitting_undo(dado_sitting *sitting);

// What `agent` would do in place of the person whose turn it is; -1 if it cannot say.
int dado_sitting_hint(dado_sitting *sitting, const dado_player *agent, dado_error *err);

// The plan whose only match is what was played, for the lab to store and
// measure; it and its records live in `arena`. Of a match that is not over, it ends where it was
// left: somebody must have moved. Not of a match that was dealt from another plan.
bool dado_sitting_plan(const dado_sitting *sitting, const char *command, dado_arena *arena,
                       dado_plan *plan, dado_error *err);
