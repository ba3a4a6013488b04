// canvas.h - the sheet on which a form paints what it reads, and the legend that explains it.
//
// A sign is whatever a file has on a cell or lays on it: a letter, a number, the
// word that a tile or an object is called by. A meaning is an id for the cell and
// perhaps a thing on it. What the user's legend says goes before what the form
// says, and that before what the word says in plain English.
#pragma once

#include <jansson.h>

#include "worlds/dungeon/exchange/form.h"
#include "worlds/dungeon/luck.h"

enum {
    DADO_SIGN_MOST = 64,
    DADO_CELL_KEEP = -1,  // an id that leaves the cell as it is, floor where it was wall
    DADO_CELL_SKIP = -2,  // an id for what is not looked at, neither cell nor thing
};

typedef struct dado_meaning {
    char sign[DADO_SIGN_MOST];
    int id;
    char thing[DADO_TEMPLATE_NAME];  // a template, start, exit or gold; or ""
} dado_meaning;

// Figures of a thing that a file may state itself; -1 where it does not.
enum {
    DADO_FIGURE_AMOUNT,
    DADO_FIGURE_BUFF,
    DADO_FIGURE_HP,
    DADO_FIGURE_MP,
    DADO_FIGURE_ATK,
    DADO_FIGURE_DEF,
    DADO_FIGURE_RANGE,
    DADO_FIGURE_COST,
    DADO_FIGURE_SPRITE_X,
    DADO_FIGURE_SPRITE_Y,
    DADO_FIGURES
};
typedef struct dado_figures {
    int value[DADO_FIGURES];
} dado_figures;

extern const char *const dado_figure_names[DADO_FIGURES];
dado_figures dado_figures_none(void);
void dado_figures_set(dado_figures *figures, const char *name, double value);
dado_figures dado_figures_of_gold(const dado_map_gold *gold);
dado_figures dado_figures_of_item(const dado_map_item *item);
dado_figures dado_figures_of_enemy(const dado_map_enemy *enemy);

// A sheet of numbers, as editors of tiles keep them; -1 is nothing. Labels say what tiles are
// called, and which are solid.
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

enum { DADO_LAYERS_MOST = 64, DADO_MEANINGS_MOST = 512 };

struct dado_canvas {
    const dado_import *ask;
    dado_error *err;
    dado_losses *losses;
    dado_arena arena;
    dado_luck luck;
    dado_map map;
    uint8_t *painted;       // by cell: 0 nothing yet, 1 something, 2 a blank
    bool started, floored;  // there is a start; a sign for floor was seen
    dado_meaning *legend;   // the user's, then the form's
    int meanings;
    bool has_rest;  // the legend has a line for everything else
    dado_meaning rest;
    dado_tile_layer layers[DADO_LAYERS_MOST];
    int layer_count;
};

// Rock of this size; false if it cannot be.
bool dado_canvas_lay(dado_canvas *canvas, int width, int height);

bool dado_canvas_fail(dado_canvas *canvas, int line, const char *format, ...) DADO_PRINTF(3, 4);
void dado_canvas_lose(dado_canvas *canvas, const char *format, ...) DADO_PRINTF(2, 3);

// Reads a legend: lines `SIGN = ID [THING]`, or JSON as VGLC and others keep it.
bool dado_legend_read(dado_canvas *canvas, const char *source, const char *text);

// What the legend says of a sign, not what it says of everything else.
bool dado_canvas_legend(const dado_canvas *canvas, const char *sign, dado_meaning *found);
// What a word means in plain English: "Walls", "PlayerStart", "gold_coin".
bool dado_canvas_word(const dado_canvas *canvas, const char *word, dado_meaning *found);

// Paints a meaning on a cell.
void dado_canvas_paint(dado_canvas *canvas, int x, int y, const dado_meaning *meaning);
// The same of a letter, in UTF-8, by the legend and what letters usually mean.
bool dado_canvas_letter(dado_canvas *canvas, int line, const char *sign, int x, int y);
// A drawing in letters, rows from `text`, parted by newlines; the canvas takes its size.
bool dado_canvas_drawing(dado_canvas *canvas, int line, const char *text, size_t length);

// An object by its words, the first that means something; a loss if none does, or off the map.
void dado_canvas_object(dado_canvas *canvas, const char *const *words, int count, int x, int y,
                        const dado_figures *figures);

// A layer whose tiles are to be filled in, from the bottom up; NULL and an error if it cannot be.
dado_tile_layer *dado_canvas_layer(dado_canvas *canvas, const char *name, int width, int height);
// Paints all layers, once they are there. Objects come after.
bool dado_canvas_layers(dado_canvas *canvas);

// A cell from pixels; -1 if there is no such.
int dado_cell_of_pixels(double pixels, double tile);

// The file as JSON, or NULL and an error with its place. The caller has to let go of it.
json_t *dado_canvas_json(dado_canvas *canvas, const char *source, const char *bytes, size_t length);
// Reads the whole file as JSON and lets go of it afterwards.
bool dado_canvas_read_json(dado_canvas *canvas,
                           bool (*read)(dado_canvas *canvas, const json_t *root));
const char *dado_word_of(const json_t *object, const char *name);  // never NULL
int dado_whole_of(const json_t *object, const char *name, int otherwise);

// The bytes of a text in base64, unpacked by zlib, gzip or zstd where `packing` says so.
bool dado_unpack(dado_canvas *canvas, int line, const char *text, size_t length,
                 const char *packing, const unsigned char **bytes, size_t *size);
// The bytes that gzip or zlib packed; NULL and an error if they are not whole.
const unsigned char *dado_inflate(dado_canvas *canvas, const unsigned char *bytes, size_t length,
                                  size_t *size);
