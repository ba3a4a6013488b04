// agent.h - who plays, to everything that is not a player.
//
// An agent is asked one question at a time: here is your view and here are
// your moves, which one? It answers with the place of a move in that list, or
// -1 to give up. It is never handed a state, nor the seed of the match.
//
// An agent is opened for one seat of one game by the worker that will ask it,
// and is not shared between threads, so one that keeps a process or a script
// alive may do so. What it remembers within a match lives in `self`, zeroed
// before each; `scratch` is work space whose content it may not rely on.
#pragma once

#include <assert.h>
#include <signal.h>
#include <stdatomic.h>

#include "core/game.h"

typedef struct dado_agent dado_agent;

typedef struct dado_turn {
    const dado_game *game;
    int seat;
    const void *view;        // of this seat; NULL may be given to one who is blind
    const dado_move *moves;  // legal now, in the game's order
    int count;               // at least 1
    int decision;            // how many questions, to anybody, this match has seen before
    dado_rng *luck;          // this seat's own lane
    uint64_t *effort;        // to add to: plans, nodes, iterations
    void *self;
    void *scratch;
    const atomic_int *stop;  // once it is not 0, nobody waits for the answer: any will do; or NULL
} dado_turn;

// For those who think: whether nobody waits any more.
static inline bool dado_turn_stopped(const dado_turn *turn)
{
    return turn->stop && atomic_load_explicit(turn->stop, memory_order_relaxed);
}

// Who can be told to stop: once either is not 0. Each may be NULL.
typedef struct dado_heed {
    const atomic_int *stop;
    const volatile sig_atomic_t *told;
} dado_heed;

static inline bool dado_heed_stopped(const dado_heed *heed)
{
    return (heed->told && *heed->told) ||
           (heed->stop && atomic_load_explicit(heed->stop, memory_order_relaxed));
}

// The one of the two that is there, as a turn has it.
static inline const atomic_int *dado_heed_flag(const dado_heed *heed)
{
    // A handler of signals writes it as whole as an atomic would be.
    static_assert(sizeof(atomic_int) == sizeof(sig_atomic_t), "one flag for both");
    return heed->stop ? heed->stop : (const atomic_int *)(uintptr_t)heed->told;
}

typedef struct dado_agent_kind {
    const char *name;   // as typed: "mcts"
    const char *title;  // as printed
    const char *about;  // a sentence for lists
    const char *game;   // the one game it knows, by the name of its rules; NULL plays any
    bool blind;         // chooses without a look: it may be given no view
    bool foreign;       // what it does is not all in its options: a program, a person

    // Reads `options`, states the sizes it needs. What it keeps in memory comes
    // from `arena`; what else it holds (a process) is let go by `close`.
    bool (*open)(dado_agent *agent, const dado_options *options, dado_arena *arena,
                 dado_error *err);
    int (*choose)(const dado_agent *agent, const dado_turn *turn);

    // How likely each move of the turn is, for one who can say; it draws no luck. Unless `made` is
    // below 0 that move is then remembered as chosen. [It can only be asked, and often.]
    void (*odds)(const dado_agent *agent, const dado_turn *turn, double *odds, int made);

    // From here on NULL means that there is nothing to do.
    void (*over)(const dado_agent *agent, void *self, const dado_trace *trace);
    void (*close)(dado_agent *agent);
    // What the referee has to say of this player since it was last asked:
    // refused moves, strikes, its own remarks; a line each, as note.h has them, borrowed until the
    // next call.
    const char *(*notes)(const dado_agent *agent);
    // Names of settings it takes from the game's `referee` where its own options name none.
    const char *const *referee;  // ended by NULL
} dado_agent_kind;

struct dado_agent {
    const dado_agent_kind *kind;
    const dado_game *game;
    int seat;
    const char *options;  // all of them as understood, in one order
    void *data;           // the agent's own, from `open`
    size_t self_size;     // zeroed before each match
    size_t scratch_size;
    dado_heed heed;       // by those who work long before they play
};

extern const dado_agent_kind *const dado_agents[];  // ended by NULL
const dado_agent_kind *dado_agent_named(const char *name);  // or NULL

// Whose choice is a draw of its lane below the count and nothing else, so that whoever asks many
// may draw it on the spot.
extern const dado_agent_kind dado_agent_random;

// Opens an agent for a seat; refuses one made for another game.
bool dado_agent_open(dado_agent *agent, const dado_agent_kind *kind, const dado_game *game,
                     int seat, const dado_options *options, dado_arena *arena, dado_error *err);
// The same for one who may be told to stop while it is being opened.
bool dado_agent_open_heeding(dado_agent *agent, const dado_agent_kind *kind, const dado_game *game,
                             int seat, const dado_options *options, dado_heed heed,
                             dado_arena *arena, dado_error *err);
void dado_agent_close(dado_agent *agent);
