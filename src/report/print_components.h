// print_components.h - what a game needs on paper: cards, tokens, dice, boards, score sheets.
//
// Cards, dice and boards are those of the first position. How many tokens lie on the table at
// once, and what players write down, is seen while matches are played: dado_print_watch looks at
// a position.
#pragma once

#include "core/game_extras.h"

enum {
    DADO_PRINT_CARDS = 4096,
    DADO_PRINT_TOKENS = 256,
    DADO_PRINT_DICE = 32,
    DADO_PRINT_SIDES = 64,
    DADO_PRINT_BOARDS = 16,
    DADO_PRINT_LINES = 256
};

typedef struct dado_print_card {
    uint32_t id;
    uint16_t front, back;  // looks; a back of 0 is the same for all cards
    bool on_board;         // it was seen on a space of a board
} dado_print_card;

typedef struct dado_print_token {
    dado_scene_item item;  // one of them, drawn alone
    int most;              // on the table at once
    int now;               // in the position that is being looked at
} dado_print_token;

typedef struct dado_print_die {
    int32_t value[DADO_PRINT_SIDES];
    int sides, count;
} dado_print_die;

typedef struct dado_print_line {  // what a player writes down
    dado_text name;               // as in the description
    bool tick;                    // a box to tick, not a number
} dado_print_line;

typedef struct dado_print_kit {
    const dado_game *game;
    dado_scene first;  // the first position, everything seen
    dado_print_card *cards;
    dado_print_token *tokens;
    dado_print_die *dice;
    dado_print_line *lines;
    int card_count, token_count, dice_count, line_count;
    dado_scene board_scene;         // the position that boards are taken from, if not `first`
    int boards[DADO_PRINT_BOARDS];  // places there that hold tiles; -1: the table itself
    int board_count;
    bool cut;  // there was more than fits into these lists
} dado_print_kit;

// Lists the components of a game, seen in its first position. Free with dado_print_kit_free,
// whatever is returned.
bool dado_print_kit_begin(dado_print_kit *kit, const dado_game *game, const void *state,
                          dado_error *err);
void dado_print_kit_free(dado_print_kit *kit);

// Returns the position that the boards are taken from: the first one, or a later one if chance
// lays the board out.
const dado_scene *dado_print_board_scene(const dado_print_kit *kit);

// Takes in what lies on the table in a later position.
bool dado_print_watch(dado_print_kit *kit, const void *state, dado_error *err);
