// watched_draws.h - plays matches, watches which cards come to which seats and which sides
// dice show, and plays the same matches again with a piece of that luck changed.
//
// A component is a card, a tile or a side of a die; equal ones are one component.
#pragma once

#include "core/card_draw_watch_and_exchange.h"
#include "judge/rollouts.h"

typedef struct dado_component {
    int look;          // number of its look, as in the game's extras
    const char *name;  // "QUEEN of SPADES"
    int copies;
    bool side;  // it is a side of a die
} dado_component;

typedef struct dado_draw_watcher {
    dado_plan plan;  // its game can change its luck
    dado_game_source source;
    dado_game game;
    const dado_card_rules *rules;
    dado_component *components;  // in the order of the description
    int count;
    int *component_of_look;
} dado_draw_watcher;

// A card that a seat received, or a side that it threw.
typedef struct dado_watched_draw {
    int seat;
    int card;  // component
    // Number of others that could have come instead, of which at most two were picked by
    // luck: the first is any of them, the second any but the first. A die has all its
    // sides, so a pick may be the one that shows.
    int others;
    int other[2];
    uint32_t shuffle, thrown;  // as in dado_card_draw
    uint16_t place, other_place[2];
} dado_watched_draw;

// The memory of one thread.
typedef struct dado_draw_room {
    dado_rollouts rollouts;
    dado_card_watch watch;
    const dado_draw_watcher *watcher;
    dado_rng first_pick, second_pick;
    dado_watched_draw *draws;  // of the match watched last
    int count, room;
    bool no_memory;
} dado_draw_room;

// Opens the game of a plan so that its luck can be changed. Fails if the game has no
// cards. The plan must outlive the watcher.
bool dado_draw_watcher_open(dado_draw_watcher *watcher, const dado_plan *play, dado_region *region,
                            dado_error *err);

// A room is opened when it is first used; it must start zeroed and be closed.
bool dado_draw_room_open(dado_draw_room *room, const dado_draw_watcher *watcher, dado_error *err);
void dado_draw_room_close(dado_draw_room *room);

// Plays a match and lists its draws. Returns NULL if memory runs out; if the match has no
// result nothing is listed.
const dado_trace *dado_watch_draws(dado_draw_room *room, int64_t match, dado_error *err);

// Plays the same match with its luck changed.
const dado_trace *dado_play_changed(dado_draw_room *room, const dado_luck_change *change,
                                    int64_t match);

// The change that puts the first pick in the place of what was drawn.
dado_luck_change dado_change_of_draw(const dado_watched_draw *draw);
