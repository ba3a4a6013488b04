// tiled.h - what Tiled's two forms have in common: tile sets, packed cells, objects.
#pragma once

#include "worlds/dungeon/exchange/canvas.h"
#include "worlds/dungeon/exchange/xml.h"

enum { DADO_TILED_LABELS_MOST = 4096 };

typedef struct dado_tiled {
    dado_canvas *canvas;
    int width, height;  // in cells, of the whole map
    int left, top;      // the cell that becomes (0, 0): infinite maps begin anywhere
    int right, bottom;  // one past the last, of infinite maps
    bool infinite;
    double tile_x, tile_y;  // pixels of a cell, for objects
    int first;              // number of the first tile of the first set
    dado_tile_label *labels;
    int label_count;
} dado_tiled;

typedef struct dado_tiled_object {
    char kind[DADO_SIGN_MOST], name[DADO_SIGN_MOST], template[256];
    double x, y;
    int64_t gid;  // 0: none
    dado_figures figures;
} dado_tiled_object;

// Refuses what is no grid of squares; notes what is looked at from an angle.
bool dado_tiled_begin(dado_tiled *tiled, dado_canvas *canvas, const char *orientation);
bool dado_tiled_size(dado_tiled *tiled);  // once all chunks are known
void dado_tiled_chunk(dado_tiled *tiled, int x, int y, int width, int height);

// The set in a file beside the map: its labels, or a loss.
void dado_tiled_set(dado_tiled *tiled, int first, const char *source);
// What an element inside a set says of its tiles; `local` is the tile at hand.
void dado_tiled_set_element(dado_tiled *tiled, const dado_xml *xml, int first, int *local);
void dado_tiled_set_json(dado_tiled *tiled, int first, const json_t *set);

// Cells of a layer from text: CSV, or base64 in one of three packings.
bool dado_tiled_cells(dado_tiled *tiled, dado_tile_layer *layer, int line, int x, int y, int width,
                      int height, const char *encoding, const char *packing, const char *text,
                      size_t length);
void dado_tiled_cell(dado_tiled *tiled, dado_tile_layer *layer, int x, int y, int64_t gid);
void dado_tiled_object_put(dado_tiled *tiled, dado_tiled_object *object);
