// agent.h - the interface of players, for everything that is not a player.
//
// An agent gets one question at a time: its view and its legal moves. It returns the
// index of a move in that list, or -1 to give up. It never gets a state, nor the seed of
// the match.
//
// An agent is opened for one seat of one game by the thread that will call it, and is not
// shared between threads, so it may keep a process or a script alive. What it remembers
// within a match is in `self`, which is zeroed before each match. `scratch` is working
// memory whose content may change between calls.
#pragma once

#include <assert.h>
#include <signal.h>
#include <stdatomic.h>

#include "core/game.h"

typedef struct dado_agent dado_agent;

typedef struct dado_turn {
    const dado_game *game;
    int seat;
    const void *view;        // view of this seat; may be NULL for a blind agent
    const dado_move *moves;  // the legal moves, in the game's order
    int count;               // at least 1
    int decision;            // number of earlier questions in this match, to any seat
    dado_rng *luck;          // random numbers of this seat alone
    uint64_t *effort;        // the agent adds its work here: plans, nodes, iterations
    void *self;
    void *scratch;
    // Once it is not 0, nobody waits for the answer and any will do; or NULL.
    const atomic_int *stop;
    // A player that the match waits for calls this with `match` and how long its turn has
    // lasted, in microseconds. The match then pauses the players of other seats. NULL:
    // none can be paused.
    void (*pause_others)(void *match, int64_t lasted_us);
    void *match;
} dado_turn;

// For agents that think long: tells whether nobody waits for the answer any more.
static inline bool dado_turn_stopped(const dado_turn *turn)
{
    return turn->stop && atomic_load_explicit(turn->stop, memory_order_relaxed);
}

// Two flags that request a stop: either is not 0. Each may be NULL.
typedef struct dado_stop_signal {
    const atomic_int *stop;
    const volatile sig_atomic_t *told;
} dado_stop_signal;

static inline bool dado_stop_signal_raised(const dado_stop_signal *stop_signal)
{
    return (stop_signal->told && *stop_signal->told) ||
           (stop_signal->stop && atomic_load_explicit(stop_signal->stop, memory_order_relaxed));
}

// Returns the flag that is set up, as an atomic_int.
static inline const atomic_int *dado_stop_signal_flag(const dado_stop_signal *stop_signal)
{
    // A signal handler may write either type in one piece.
    static_assert(sizeof(atomic_int) == sizeof(sig_atomic_t), "one flag for both");
    return stop_signal->stop ? stop_signal->stop : (const atomic_int *)(uintptr_t)stop_signal->told;
}

typedef struct dado_agent_kind {
    const char *name;   // as typed: "mcts"
    const char *title;  // as printed
    const char *about;  // a sentence for lists
    const char *game;   // the one game it knows, by the name of its rules; NULL plays any
    bool blind;         // its choice does not depend on the view, so it may get none
    bool foreign;       // it depends on more than its options: a program or a person
    uint32_t size;      // sizeof(dado_agent_kind); 0 in plug-ins that are older than this field

    // Reads `options` and sets the sizes it needs. Memory comes from `region`; everything
    // else it holds, such as a process, is released by `close`.
    bool (*open)(dado_agent *agent, const dado_options *options, dado_region *region,
                 dado_error *err);
    int (*choose)(const dado_agent *agent, const dado_turn *turn);

    // Sets the probability of each move of the turn, without drawing luck. If `made` is
    // not negative, that move is then remembered as chosen. [NULL: the agent can only be
    // asked, many times.]
    void (*odds)(const dado_agent *agent, const dado_turn *turn, double *odds, int made);

    // The following may be NULL: there is nothing to do then.
    void (*over)(const dado_agent *agent, void *self, const dado_trace *trace);
    void (*close)(dado_agent *agent);
    // Returns what the referee has noted about this player since the last call: refused
    // moves, strikes, its own messages. One line each, in the form of referee_notes.h;
    // valid until the next call.
    const char *(*notes)(const dado_agent *agent);
    // Names of settings that it takes from the game's `referee` unless its own options
    // set them.
    const char *const *referee;  // ended by NULL
    // It runs code that is not part of this program: a program, a plug-in or a script.
    bool outside_code;
    // Another seat's turn has lasted this long. The player must use no more processor
    // time until its next question. Not called for plug-ins.
    void (*pause)(const dado_agent *agent, int64_t lasted_us);
    // Writes what the agent thinks that each move of the turn is worth, on a scale of its
    // own: a choice among several moves takes one with the highest value. Nothing is
    // remembered. [NULL: the agent has no values.]
    void (*values)(const dado_agent *agent, const dado_turn *turn, double *values);
} dado_agent_kind;

// A waiting player is paused once another seat's turn has lasted this long, in
// microseconds: after the first time if it is busy while it waits, after the second in
// any case.
enum { DADO_PAUSE_BUSY_US = 250, DADO_PAUSE_ALL_US = 1000, DADO_PAUSE_LATER_US = 4000 };

struct dado_agent {
    const dado_agent_kind *kind;
    const dado_game *game;
    int seat;
    const char *options;  // all options with their values, in a fixed order
    void *data;           // the agent's own, from `open`
    size_t self_size;     // zeroed before each match
    size_t scratch_size;
    dado_stop_signal stop_signal;  // for agents that compute long before they play
};

extern const dado_agent_kind *const dado_agents[];          // the last is NULL
const dado_agent_kind *dado_agent_named(const char *name);  // returns NULL if there is none

// The random agent. Its choice is one draw below `count` from its seat's random numbers,
// so callers may make that draw themselves.
extern const dado_agent_kind dado_agent_random;

// Opens an agent for a seat. Fails if the agent is made for another game.
bool dado_agent_open(dado_agent *agent, const dado_agent_kind *kind, const dado_game *game,
                     int seat, const dado_options *options, dado_region *region, dado_error *err);
// The same, for an agent that may be stopped while it is being opened.
bool dado_agent_open_stoppable(dado_agent *agent, const dado_agent_kind *kind,
                               const dado_game *game, int seat, const dado_options *options,
                               dado_stop_signal stop_signal, dado_region *region, dado_error *err);
void dado_agent_close(dado_agent *agent);
