// scene_layout.h - computes where the things of a scene lie on the table.
//
// Only this code computes positions; pages, replays, pictures and prints draw the boxes
// it returns. The seat that looks sits at the bottom; the others sit clockwise around the
// table: one sits opposite, two or three sit at the sides and the top, more sit along the
// top edge. Shared places lie in the middle. A hand is sorted and fanned, with gaps
// between suits; on a narrow table it is a strip of rows without overlap, to be read and
// touched. A scene without seats is laid out from top to bottom.
#pragma once

#include "core/game_extras.h"

typedef enum dado_box_style {
    DADO_BOX_PLAIN,   // drawn by its kind
    DADO_BOX_SEAT,    // an area of a player: a plate with the name
    DADO_BOX_SHARED,  // an area that belongs to nobody: only its content is drawn
    DADO_BOX_SLOT,    // an empty place: an outline
    DADO_BOX_ROW,     // a place with things side by side
    DADO_BOX_PILE,    // a place with things on top of each other: shows the last, and a count
    DADO_BOX_BOARD,   // a place with tiles
    DADO_BOX_GRID,    // the same, with tiles named by column and row: names at the edge
    DADO_BOX_JOINED,  // the same, with round spaces, links between them, and names below
    DADO_BOX_CHIP,    // words on a small label
    DADO_BOX_CELL,    // a number, large, with its name below
    DADO_BOX_INDEX,   // a playing card that is drawn as its index and one large suit
    DADO_BOX_COVERED  // below another thing of a pile: not drawn
} dado_box_style;

typedef struct dado_scene_box {
    double x, y, w, h;  // absolute; for a link: its start and its extent
    double turn;        // degrees clockwise around the middle of the lower edge, for fanned cards
    dado_box_style style;
    int first, last, next;  // children in drawing order, and the next sibling; -1: none
    int count;              // of children; for a card: of cards alike that lie under it
    bool centred;           // to be centred on its line
    double plate;           // for a seat: the height of its plate
} dado_scene_box;

typedef struct dado_scene_layout {
    const dado_game *game;
    const dado_scene *scene;
    dado_scene_box *boxes;  // one per thing
    double width, height;   // size of the drawing
    double most;            // largest width allowed
    int first;              // first of the things directly on the table
    bool seats;             // there are seats around the table
} dado_scene_layout;

enum { DADO_PLATE_HIGH = 38, DADO_LABEL_HIGH = 16 };

// Lays out a scene for `eyes` in at most `width`.
// `layout->boxes` has room for every thing.
void dado_scene_lay_out(dado_scene_layout *layout, int eyes, double width);

// Writes the name of a thing, in the words of its game.
void dado_scene_item_name(const dado_game *game, const dado_scene *scene,
                          const dado_scene_item *thing, dado_text *out);
