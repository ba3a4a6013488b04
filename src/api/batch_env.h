// batch_env.h - what the source files behind include/dado.h share.
#pragma once

#include "agents/agent.h"
#include "core/game_extras.h"
#include "dado.h"
#include "lab/game_source.h"
#include "lab/match.h"

typedef struct place {
    uint64_t match;
    dado_rng luck;
    int32_t actor, count;
    int32_t steps, decisions;
} place;

// An agent, opened for every seat, with its memory and random numbers at every place.
typedef struct env_agent {
    dado_agent *agents;  // one per seat
    size_t self_stride;  // size of the memory of one seat at one place
    unsigned char *selves;
    dado_rng *luck;  // indexed by place and seat
    unsigned char *scratch;
} env_agent;

enum { most_env_agents = 16 };

struct dado_hall {
    dado_region region;
    dado_game_source source;
    dado_game game;
    int places;
    size_t stride;  // distance between two states, in bytes, for alignment
    uint64_t seed;
    place *all;
    unsigned char *states;
    dado_move *moves;  // max_moves per place
    uint32_t *weights;
    unsigned char *view;
    int features, actions;
    bool observes;      // views differ from states
    int32_t *numbers;   // action numbers of the moves of each place, once they were requested
    uint8_t *numbered;  // per place: `numbers` is filled in
    int env_agent_count;
    env_agent env_agents[most_env_agents];
    int32_t *seated;      // per seat: number of an env_agent, or -1
    int32_t *all_scores;  // scores of one place
};

static inline void *state_of(const dado_hall *hall, int k)
{
    return hall->states + (size_t)k * hall->stride;
}

static inline dado_move *moves_of(const dado_hall *hall, int k)
{
    return hall->moves + (size_t)k * (size_t)hall->game.max_moves;
}

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
