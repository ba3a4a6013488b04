// tiled_common.h - what Tiled's two formats, JSON and TMX, share: tile sets, cells,
// objects.
#pragma once

#include "worlds/dungeon/map_formats/import_canvas.h"
#include "worlds/dungeon/map_formats/xml_reader.h"

enum { DADO_TILED_LABELS_MOST = 4096 };

typedef struct dado_tiled {
    dado_import_canvas *canvas;
    int width, height;  // size of the whole map in cells
    int left, top;      // the cell that becomes (0, 0); infinite maps may begin anywhere
    int right, bottom;  // one past the last cell, for infinite maps
    bool infinite;
    double tile_x, tile_y;  // size of a cell in pixels, for objects
    int first;              // number of the first tile of the first set
    dado_tile_label *labels;
    int label_count;
} dado_tiled;

typedef struct dado_tiled_object {
    char kind[DADO_SIGN_MOST], name[DADO_SIGN_MOST], template[256];
    double x, y;
    int64_t gid;  // number of the object's tile; 0 for none
    dado_thing_stats figures;
} dado_tiled_object;

// Fails for grids that are not made of squares, and notes a loss for isometric maps.
bool dado_tiled_begin(dado_tiled *tiled, dado_import_canvas *canvas, const char *orientation);
bool dado_tiled_size(dado_tiled *tiled);  // to be called once all chunks are known
void dado_tiled_chunk(dado_tiled *tiled, int x, int y, int width, int height);

// Reads a tile set from a file beside the map: its labels, or a loss if it cannot be
// read.
void dado_tiled_set(dado_tiled *tiled, int first, const char *source);
// Reads an element of a tile set; `local` is the tile that the element belongs to.
void dado_tiled_set_element(dado_tiled *tiled, const dado_xml *xml, int first, int *local);
void dado_tiled_set_json(dado_tiled *tiled, int first, const json_t *set);

// Reads the cells of a layer from text: CSV, or base64 with one of three compressions.
bool dado_tiled_cells(dado_tiled *tiled, dado_tile_layer *layer, int line, int x, int y, int width,
                      int height, const char *encoding, const char *packing, const char *text,
                      size_t length);
void dado_tiled_cell(dado_tiled *tiled, dado_tile_layer *layer, int x, int y, int64_t gid);
void dado_tiled_object_put(dado_tiled *tiled, dado_tiled_object *object);
