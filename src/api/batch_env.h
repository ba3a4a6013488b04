// batch_env.h - what the source files behind include/dado.h share.
#pragma once

#include "agents/agent.h"
#include "core/game_extras.h"
#include "dado.h"
#include "lab/game_source.h"
#include "lab/match.h"
#include "lab/thread_pool.h"

typedef struct place {
    uint64_t match;
    dado_rng luck;
    int32_t actor, count;
    int32_t steps, decisions;
    int32_t kept;  // moves of the history; more than most_kept: the rest is lost
    int32_t unused;
} place;

// An agent, opened for every seat, with its memory and random numbers at every place.
typedef struct env_agent {
    dado_agent *agents;  // one per seat
    size_t self_stride;  // size of the memory of one seat at one place
    unsigned char *selves;
    dado_rng *luck;  // indexed by place and seat
    unsigned char *scratch;
} env_agent;

enum { most_env_agents = 16, most_env_threads = 256 };

// What a thread needs for itself while it works at a place.
typedef struct env_scratch {
    unsigned char *view;
    uint32_t *weights;
    int32_t *scores;
} env_scratch;

struct dado_hall {
    dado_region region;
    dado_game_source source;
    dado_game game;
    int places;
    size_t stride;  // distance between two states, in bytes, for alignment
    uint64_t seed;
    place *all;
    unsigned char *states;
    dado_move *moves;        // max_moves per place
    env_scratch *scratch;    // one per thread
    dado_thread_pool *pool;  // NULL: the calling thread works alone
    int features, actions;
    bool observes;      // views differ from states
    int32_t *numbers;   // action numbers of the moves of each place, once they were requested
    uint8_t *numbered;  // per place: `numbers` is filled in
    int env_agent_count;
    env_agent env_agents[most_env_agents];
    int32_t *seated;       // per seat: number of an env_agent, or -1
    bool luck_is_played;   // by the caller
    int most_kept;         // moves of a history
    dado_step *histories;  // most_kept per place
    // What dado_hall_step also writes; see dado_hall_watch.
    int32_t *gains;
    int32_t *before;  // scores before the step; allocated once
    float *last;
    int last_seat;
};

static inline void *state_of(const dado_hall *hall, int k)
{
    return hall->states + (size_t)k * hall->stride;
}

static inline dado_move *moves_of(const dado_hall *hall, int k)
{
    return hall->moves + (size_t)k * (size_t)hall->game.max_moves;
}

static inline dado_step *history_of(const dado_hall *hall, int k)
{
    return hall->histories + (size_t)k * (size_t)hall->most_kept;
}

// Calls `work` for all places, by one or several threads.
typedef void env_work(void *context, int k, const env_scratch *scratch);
void env_each_place(dado_hall *hall, env_work *work, void *context);

// Returns the view of a seat; in games without hidden information that is the state itself.
static inline const void *env_view(const dado_hall *hall, const void *state, int seat,
                                   const env_scratch *scratch)
{
    if (!hall->observes) return state;
    hall->game.rules->observe(&hall->game, state, seat, scratch->view);
    return scratch->view;
}

// Returns the action numbers of the moves at a place where a seat must choose.
const int32_t *env_action_numbers(dado_hall *hall, int k, const env_scratch *scratch);

// Returns zeroed memory from the hall's region, or NULL.
#define env_alloc(hall, type, count, each) \
    ((type *)dado_region_alloc(&(hall)->region, (size_t)(count) * (size_t)(each), sizeof(type)))

void env_begin_all(dado_hall *hall);

// In env_agents.c: begins a match; lets an agent choose at a place. It may return an
// illegal move.
void env_agents_begin_match(dado_hall *hall, int k);
int env_agent_choose(dado_hall *hall, const env_agent *asked, int k);
size_t env_agents_bytes(const dado_hall *hall);  // size of the memory of all agents at one place
void env_agents_save(const dado_hall *hall, int k, unsigned char *bytes);
void env_agents_restore(dado_hall *hall, int k, const unsigned char *bytes);
