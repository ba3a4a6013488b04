// live_match.h - a match with people, played one step at a time, with undo.
//
// The lab's own loop plays whole matches; here the caller decides when the next step is
// made. Everything that a step changes is kept, including random streams and the memories
// of agents. So undoing and playing the same again gives the same match, and nobody can
// roll the dice a second time. At the end the match is handed to the lab as a record, and
// is stored and measured like any other. A match that was left early is kept as far as it
// was played: its run has no match, so that nothing counts it, and it can be viewed
// again.
#pragma once

#include "lab/experiment.h"

// A snapshot is everything that a step may change, as one block of bytes: the state, the
// random streams of chance and of every seat, effort, and the memory of every agent.
typedef struct dado_live_match {
    dado_game game;
    int steps;  // steps made so far
    dado_step *path;
    // set by the caller, or NULL: once it is nonzero, agents stop thinking and their move
    // is not played
    const atomic_int *stop;

    // The rest is private.
    dado_region region;
    const dado_game_source *source;
    dado_player *players;
    uint64_t seed;
    bool dealt;          // its seeds come from another plan
    dado_agent *agents;  // zero for people
    size_t snapshot_size, rng_offset, effort_offset, self_offset;
    size_t *self_of;           // offset of each seat's memory in a snapshot
    unsigned char *snapshots;  // one per step, and the current one
    int32_t *places;           // indices of the moves in their lists; -1 for chance
    int room, decisions;
    int first;  // steps before this one cannot be undone
    unsigned char *view, *scratch;
    dado_move *moves;
    uint32_t *weights;
} dado_live_match;

// Begins a match. `players` has one entry per seat; the kind "human" is a person. What is
// borrowed must outlive the match.
bool dado_live_match_begin(dado_live_match **sitting, const dado_game_source *source,
                           const dado_player *players, uint64_t seed, dado_error *err);
void dado_live_match_end(dado_live_match *sitting);  // NULL is fine

// Called before the first step: uses the seeds of match `match` of a plan's cell, so that
// agents play that very match again.
void dado_live_match_set_seeds(dado_live_match *sitting, uint64_t seed, uint64_t chance,
                               uint64_t match);

// Makes a step of a match that was played before, without asking anybody. Random streams
// afterwards differ from that match. Returns false if there is no memory.
bool dado_live_match_replay_step(dado_live_match *sitting, const dado_step *step, dado_error *err);

// Goes back to the state after `steps` steps; a person takes the seat from there on.
void dado_live_match_take_seat(dado_live_match *sitting, int steps, int seat);

static inline const void *dado_live_match_state_after(const dado_live_match *sitting, int steps)
{
    return sitting->snapshots + (size_t)steps * sitting->snapshot_size;
}
static inline const void *dado_live_match_state(const dado_live_match *sitting)
{
    return dado_live_match_state_after(sitting, sitting->steps);
}
bool dado_live_match_is_person(const dado_live_match *sitting, int seat);

// Returns who acts now; DADO_NOBODY when the match is over.
int dado_live_match_actor(const dado_live_match *sitting);

// Returns whether a person must act and has a choice.
bool dado_live_match_awaits_person(dado_live_match *sitting);

// Returns the legal moves of the player who acts; they are valid until the next step.
int dado_live_match_moves(dado_live_match *sitting, const dado_move **moves);

// Lets chance or an agent act. Returns false, with a reason, if the agent has given up or
// was stopped.
bool dado_live_match_advance(dado_live_match *sitting, dado_error *err);

// Plays the move with index `place` for the person whose turn it is. Returns false if
// there is no memory.
bool dado_live_match_play(dado_live_match *sitting, int place, dado_error *err);

// Goes back to the last decision of a person; returns false if there was none.
bool dado_live_match_undo(dado_live_match *sitting);

// Returns the index of the move that `agent` would make for the person whose turn it is;
// -1 if it cannot say.
int dado_live_match_hint(dado_live_match *sitting, const dado_player *agent, dado_error *err);

// Makes a plan whose only match is the one played, for the lab to store and measure; it
// lives in `region`. A match that is not over ends where it was left, and needs at least
// one move. It is not for a match with seeds of another plan.
bool dado_live_match_plan(const dado_live_match *sitting, const char *command, dado_region *region,
                          dado_plan *plan, dado_error *err);
