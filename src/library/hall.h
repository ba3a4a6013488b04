// hall.h - what the files behind include/dado.h share.
#pragma once

#include "agents/agent.h"
#include "core/face.h"
#include "dado.h"
#include "lab/open.h"

typedef struct place {
    uint64_t match;
    dado_rng luck;
    int32_t actor, count;
    int32_t steps, decisions;
} place;

// An agent, open for every seat, and what it remembers and draws at every place.
typedef struct guest {
    dado_agent *agents;    // one a seat
    size_t self_stride;    // of one seat at one place
    unsigned char *selves;
    dado_rng *luck;        // by place and seat
    unsigned char *scratch;
} guest;

enum { most_guests = 16 };

struct dado_hall {
    dado_arena arena;
    dado_source source;
    dado_game game;
    int places;
    size_t stride;       // of states, in bytes, so that each lies well
    uint64_t seed;
    place *all;
    unsigned char *states;
    dado_move *moves;    // max_moves of each place
    uint32_t *weights;
    unsigned char *view;
    int features, actions;
    bool observes;       // what is seen is not to be read from the state itself
    int32_t *numbers;    // of the moves of each place, once they were asked for
    uint8_t *numbered;   // by place
    int guest_count;
    guest guests[most_guests];
    int32_t *seated;     // by seat: a guest, or -1
    int32_t *all_scores; // room for a row
};

static inline void *state_of(const dado_hall *hall, int k)
{
    return hall->states + (size_t)k * hall->stride;
}

static inline dado_move *moves_of(const dado_hall *hall, int k)
{
    return hall->moves + (size_t)k * (size_t)hall->game.max_moves;
}

// Zeroed; in the hall's arena. NULL: no memory.
#define hall_room(hall, type, count, each) \
    ((type *)dado_arena_take(&(hall)->arena, (size_t)(count) * (size_t)(each), sizeof(type)))

void hall_begin_all(dado_hall *hall);

// guests.c: a match begins; and what a guest chooses at a place, which may be no move.
void hall_welcome(dado_hall *hall, int k);
int hall_ask(dado_hall *hall, const guest *asked, int k);
size_t hall_guest_bytes(const dado_hall *hall);  // what all of them remember of a place
void hall_guests_save(const dado_hall *hall, int k, unsigned char *bytes);
void hall_guests_restore(dado_hall *hall, int k, const unsigned char *bytes);
