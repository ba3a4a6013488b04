// card_draw_watch_and_exchange.h - reports which cards come to which seats, and
// exchanges two cards in a shuffle.
//
// An exchange changes the luck of a match: in the result of one shuffle, the cards at two
// positions are swapped, and all other luck stays the same. The exchange is part of the
// state, so that every way to play a match applies it. A game offers this only if it was
// opened with the option "exchange"; see recycle/recycle.h.
#pragma once

#include "core/game.h"

typedef struct dado_exchange {
    uint32_t shuffle;        // number of the shuffle in the match, from 1; 0: nothing is exchanged
    uint16_t first, second;  // positions in its result, from 0 at the bottom
} dado_exchange;

// A card that came to a place of a seat.
typedef struct dado_card_draw {
    int seat;
    int look;          // look of the card, as the game's extras number looks
    uint32_t shuffle;  // the shuffle of the pile that it was drawn from; 0: it cannot be exchanged
    uint16_t place;    // position in the result of that shuffle
    // The cards still in the pile. Each of them is as likely to have been in this card's
    // position.
    int others;
    const uint16_t *other_place, *other_look;
} dado_card_draw;

// A watcher: callbacks for draws, and room for the game's own notes.
typedef struct dado_card_watch {
    void *context;
    void (*drawn)(void *context, const dado_card_draw *draw);
    // Called when the last `count` draws are undone, because a rule ran out of random
    // bits half way and begins again.
    void (*forget)(void *context, int count);
    struct dado_card_note *cards, *kept;  // the game's notes, now and before the current rule
    uint16_t *other_place, *other_look;   // room for all cards
    int count;                            // number of cards
    int since_kept;                       // draws that were reported since the notes were saved
} dado_card_watch;

// What a game records about a card.
typedef struct dado_card_note {
    uint32_t shuffle;  // the shuffle of the untouched pile that it lies in, or 0
    uint16_t place;    // position in the result of that shuffle
    uint16_t where;    // the place of the game in which it lies
} dado_card_note;

typedef struct dado_card_rules {
    int (*count)(const dado_game *game);           // number of cards
    int (*look)(const dado_game *game, int card);  // equal cards have the same look
    // Returns false if the game was opened without exchanges.
    bool (*can_exchange)(const dado_game *game);
    void (*exchange)(const dado_game *game, void *start, const dado_exchange *exchange);
    // The first function begins to watch a match, and the second makes a move of it.
    // Cards that are with a seat at the start are reported when the match begins.
    void (*watch_begin)(const dado_game *game, const void *start, dado_card_watch *watch);
    void (*watch_apply)(const dado_game *game, void *state, dado_move move, dado_card_watch *watch);
} dado_card_rules;

// Allocates a watcher for this many cards from `region`; returns false if there is no
// memory.
bool dado_card_watch_init(dado_card_watch *watch, int cards, dado_region *region);
