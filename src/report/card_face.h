// card_face.h - draws the faces of cards, in 250 by 350 units.
//
// A card with a suit and a rank is a playing card. A card with one number shows it large,
// in a colour that its other attribute decides. Other cards show a title and every
// attribute, one per line.
#pragma once

#include "core/game_extras.h"

typedef enum dado_face_kind {
    DADO_FACE_WORDS,    // a title and lines
    DADO_FACE_NUMERAL,  // one number and at most one word
    DADO_FACE_PLAYING   // a suit and a rank
} dado_face_kind;

enum { DADO_FACE_LINES = 8, DADO_FACE_WIDE = 250, DADO_FACE_HIGH = 350 };

typedef struct dado_card_face {
    dado_face_kind kind;
    int suit;  // 0 clubs, 1 diamonds, 2 hearts, 3 spades
    int rank;  // 1 ace .. 11 jack, 12 queen, 13 king
    int lines;
    dado_text name[DADO_FACE_LINES], value[DADO_FACE_LINES];
    dado_game_look look;
    int number, word;  // which lines those of a numeral are; -1: none
    bool images;       // image files are drawn, not only icons: whoever draws has them at hand
} dado_card_face;

// Reads what is printed on a card. dado_card_face_free releases it.
void dado_card_face_read(const dado_game *game, const dado_scene_item *card, dado_card_face *face);
void dado_card_face_free(dado_card_face *face);

// Draws the face, or the back, as SVG shapes.
void dado_card_face_draw(const dado_card_face *face, dado_text *out);
// Draws a playing card for a small screen: its index and one suit, both large, in one of four
// colours.
void dado_card_face_draw_index(const dado_card_face *face, dado_text *out);
void dado_card_back_draw(dado_text *out);

// Writes the symbols that faces and backs refer to.
void dado_card_symbols(dado_text *out);
