// card_draw_watch_and_exchange.h - reports which cards come to which seats and which
// sides dice show, and changes single pieces of that luck.
//
// An exchange changes the luck of a match: in the result of one shuffle, the cards at two
// positions are swapped, and all other luck stays the same. In the same way one throw of
// a die can be made to show a given side. The change is part of the state, so that every
// way to play a match applies it. A game offers this only if it was opened with the option
// "exchange" or "side"; see recycle/recycle.h.
#pragma once

#include "core/game.h"
#include "core/text.h"

typedef struct dado_exchange {
    uint32_t shuffle;        // number of the shuffle in the match, from 1; 0: nothing is exchanged
    uint16_t first, second;  // positions in its result, from 0 at the bottom
} dado_exchange;

typedef struct dado_forced_side {
    uint32_t thrown;  // number of the throw of one die in the match, from 1; 0: none is forced
    uint32_t side;    // from 0
} dado_forced_side;

// What is different about the luck of a match.
typedef struct dado_luck_change {
    dado_exchange exchanges[2];  // done one after the other
    dado_forced_side forced;
} dado_luck_change;

// A card that came to a place of a seat, or a die that was thrown.
typedef struct dado_card_draw {
    int seat;  // of a die: the owner of its place, or else whose turn it is
    int look;  // look of the card, as the game's extras number looks; of the side that shows
    uint32_t shuffle;  // the shuffle of the pile that it was drawn from; 0: it cannot be exchanged
    uint16_t place;    // position in the result of that shuffle
    uint32_t thrown;   // of a die: number of the throw; 0 for cards
    // The cards still in the pile. Each of them is as likely to have been in this card's
    // position. Of a die: all its sides, and `other_place` has their numbers.
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
    uint16_t *other_place, *other_look;   // room for all cards, and for all sides of a die
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
    int (*count)(const dado_game *game);  // number of cards
    // Equal cards have the same look. A die has one per side; other cards only have side 0.
    int (*sides)(const dado_game *game, int card);
    int (*look)(const dado_game *game, int card, int side);
    // Returns false if the game was opened without such changes.
    bool (*can_change_luck)(const dado_game *game);
    void (*change_luck)(const dado_game *game, void *start, const dado_luck_change *change);
    // The first function begins to watch a match, and the second makes a move of it.
    // Cards that are with a seat at the start are reported when the match begins.
    void (*watch_begin)(const dado_game *game, const void *start, dado_card_watch *watch);
    void (*watch_apply)(const dado_game *game, void *state, dado_move move, dado_card_watch *watch);
} dado_card_rules;

// Prints a change as the options take it: "1:0:51", "1:0:51+1:3:7", or "5:0" for a side.
void dado_luck_change_print(const dado_luck_change *change, dado_text *out);

// Allocates a watcher for this many cards from `region`; returns false if there is no
// memory.
bool dado_card_watch_init(dado_card_watch *watch, int cards, dado_region *region);
