// print_sheets.h - the components of a game as pages to print and cut.
//
// Pages are SVG with one unit a millimetre. Cards, dice, tokens and boards are drawn by the same
// functions that draw them on the screen. Cards lie edge to edge, so that one cut parts two; their
// ground runs 3 mm beyond the outer edges, where cut marks begin. After each page of fronts comes
// its page of backs, mirrored from left to right, for printers that turn paper on its long edge.
#pragma once

#include "report/print_components.h"

typedef struct dado_print_settings {
    const char *title;
    double width, height;            // of the paper, in millimetres
    double card_width, card_height;  // of a card
    bool backs;                      // pages of backs are made
} dado_print_settings;

typedef struct dado_print_page {
    dado_text svg;
    const char *what;  // "cards", "backs", "small cards", "board", "tokens", "dice", "score sheets"
    int items;         // on this page
} dado_print_page;

typedef struct dado_print_pages {
    dado_print_page *pages;
    int count, room;
    bool cut;           // there was no memory for some of it
    double space;       // how wide a space of the smallest board is, in millimetres; 0: no board
    double token_size;  // across, in millimetres
    double small_width, small_height;  // of cards that go on a board
} dado_print_pages;

// Draws everything. Free with dado_print_pages_free, whatever is returned.
bool dado_print_draw(const dado_print_kit *kit, const dado_print_settings *settings,
                     dado_print_pages *out, dado_error *err);
void dado_print_pages_free(dado_print_pages *pages);

// The style sheets of the pages.
void dado_print_style(dado_text *out);
