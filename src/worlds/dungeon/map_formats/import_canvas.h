// import_canvas.h - the canvas on which map formats paint what they read, and its legend.
//
// A sign is what a file has on a cell: a letter, a number, or the name of a tile or an
// object. A meaning is an id for the cell and perhaps a thing on it. The user's legend
// comes first, then the legend of the format, then the meaning of the sign as an English
// word.
#pragma once

#include <jansson.h>

#include "worlds/dungeon/map_formats/map_format.h"
#include "worlds/dungeon/rng.h"

enum {
    DADO_SIGN_MOST = 64,
    DADO_CELL_KEEP = -1,  // an id that keeps the cell, but turns a wall into floor
    DADO_CELL_SKIP = -2,  // an id for signs to be ignored, both cell and thing
};

typedef struct dado_legend_entry {
    char sign[DADO_SIGN_MOST];
    int id;
    // The name of a template, "start", "exit" or "gold"; or "".
    char thing[DADO_TEMPLATE_NAME];
} dado_legend_entry;

// Indices of the numbers that a file may set for a thing; -1 if it does not.
enum {
    DADO_THING_STAT_AMOUNT,
    DADO_THING_STAT_BUFF,
    DADO_THING_STAT_HP,
    DADO_THING_STAT_MP,
    DADO_THING_STAT_ATK,
    DADO_THING_STAT_DEF,
    DADO_THING_STAT_RANGE,
    DADO_THING_STAT_COST,
    DADO_THING_STAT_SPRITE_X,
    DADO_THING_STAT_SPRITE_Y,
    DADO_THING_STATS
};
typedef struct dado_thing_stats {
    int value[DADO_THING_STATS];
} dado_thing_stats;

extern const char *const dado_thing_stat_names[DADO_THING_STATS];
dado_thing_stats dado_thing_stats_none(void);
void dado_thing_stats_set(dado_thing_stats *figures, const char *name, double value);
dado_thing_stats dado_thing_stats_of_gold(const dado_map_gold *gold);
dado_thing_stats dado_thing_stats_of_item(const dado_map_item *item);
dado_thing_stats dado_thing_stats_of_enemy(const dado_map_enemy *enemy);

// A name for a tile of an editor's tile set, and whether the tile is solid.
typedef struct dado_tile_label {
    int tile;
    bool solid;
    char word[DADO_SIGN_MOST];
} dado_tile_label;

typedef struct dado_tile_layer {
    char name[DADO_SIGN_MOST];
    int width, height;
    int32_t *tile;
    const dado_tile_label *labels;
    int label_count;
} dado_tile_layer;

enum { DADO_LAYERS_MOST = 64, DADO_LEGEND_MOST = 512 };

struct dado_import_canvas {
    const dado_import *ask;
    dado_error *err;
    dado_import_losses *losses;
    dado_region region;
    dado_dungeon_rng rng;
    dado_map map;
    uint8_t *painted;  // by cell: 0 nothing yet, 1 something, 2 a blank
    // Whether there is a start; whether a sign for floor was seen.
    bool started, floored;
    dado_legend_entry *legend;  // the user's entries, then those of the format
    int meanings;
    bool has_rest;  // whether the legend has an entry for all other signs
    dado_legend_entry rest;
    dado_tile_layer layers[DADO_LAYERS_MOST];
    int layer_count;
};

// Sets the size of the map and fills it with rock; fails if the size is not allowed.
bool dado_import_canvas_resize(dado_import_canvas *canvas, int width, int height);

bool dado_import_canvas_fail(dado_import_canvas *canvas, int line, const char *format, ...)
    DADO_PRINTF(3, 4);
void dado_import_canvas_note_loss(dado_import_canvas *canvas, const char *format, ...)
    DADO_PRINTF(2, 3);

// Reads a legend: lines `SIGN = ID [THING]`, or JSON as VGLC and others store it.
bool dado_legend_read(dado_import_canvas *canvas, const char *source, const char *text);

// Finds the legend's entry for a sign, without the entry for all other signs.
bool dado_import_canvas_find_sign(const dado_import_canvas *canvas, const char *sign,
                                  dado_legend_entry *found);
// Guesses the meaning of an English name such as "Walls", "PlayerStart" or "gold_coin".
bool dado_import_canvas_guess_word(const dado_import_canvas *canvas, const char *word,
                                   dado_legend_entry *found);

// Paints a meaning on a cell.
void dado_import_canvas_paint(dado_import_canvas *canvas, int x, int y,
                              const dado_legend_entry *meaning);
// Paints a letter, in UTF-8, by the legend and by what letters usually mean.
bool dado_import_canvas_letter(dado_import_canvas *canvas, int line, const char *sign, int x,
                               int y);
// Paints a drawing in letters, one line per row; the canvas takes its size.
bool dado_import_canvas_drawing(dado_import_canvas *canvas, int line, const char *text,
                                size_t length);

// Puts an object on a cell, by the first of its words that has a meaning. Notes a loss if
// none has one or if the cell is off the map.
void dado_import_canvas_object(dado_import_canvas *canvas, const char *const *words, int count,
                               int x, int y, const dado_thing_stats *figures);

// Adds a layer, above those before it, whose tiles the caller fills in. Returns NULL and
// sets the error if it cannot.
dado_tile_layer *dado_import_canvas_layer(dado_import_canvas *canvas, const char *name, int width,
                                          int height);
// Paints all layers, once their tiles are filled in. Objects are painted afterwards.
bool dado_import_canvas_layers(dado_import_canvas *canvas);

// Converts a pixel position to a cell; returns -1 if there is no such cell.
int dado_cell_of_pixels(double pixels, double tile);

// Parses bytes as JSON; returns NULL and sets an error with its place on failure. The
// caller releases the result.
json_t *dado_import_canvas_json(dado_import_canvas *canvas, const char *source, const char *bytes,
                                size_t length);
// Parses the whole file as JSON, calls `read` with it, and releases it.
bool dado_import_canvas_read_json(dado_import_canvas *canvas,
                                  bool (*read)(dado_import_canvas *canvas, const json_t *root));
const char *dado_json_member_text(const json_t *object,
                                  const char *name);  // returns "" if it is missing
int dado_json_member_int(const json_t *object, const char *name, int otherwise);

// Decodes a base64 text, and unpacks it by zlib, gzip or zstd if `packing` says so.
bool dado_decode_base64(dado_import_canvas *canvas, int line, const char *text, size_t length,
                        const char *packing, const unsigned char **bytes, size_t *size);
// Unpacks gzip or zlib data; returns NULL and sets an error if it is incomplete.
const unsigned char *dado_inflate(dado_import_canvas *canvas, const unsigned char *bytes,
                                  size_t length, size_t *size);
