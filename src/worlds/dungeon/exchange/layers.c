// layers.c - sheets of tile numbers, as editors keep them, painted on the canvas.
//
// What a tile means is asked of the legend first, from the most particular to
// the least: LAYER:NUMBER, the tile's own word, NUMBER, LAYER. Then the words
// speak for themselves: a layer called Walls is of walls. Where nobody has a
// word to say about any tile, numbers are taken as ids, as dado exports them.
#include <stdio.h>
#include <string.h>

#include "worlds/dungeon/exchange/canvas.h"

dado_tile_layer *dado_canvas_layer(dado_canvas *canvas, const char *name, int width, int height)
{
    bool fits =
        width > 0 && height > 0 && width <= DADO_MAP_SIDE_MOST && height <= DADO_MAP_SIDE_MOST;
    if (!fits || canvas->layer_count == DADO_LAYERS_MOST) {
        dado_canvas_fail(canvas, 0,
                         fits ? "there are too many layers: \"%.60s\" is number %d"
                              : "layer \"%.60s\" has no size between 1 and %d",
                         name, fits ? DADO_LAYERS_MOST + 1 : DADO_MAP_SIDE_MOST);
        return NULL;
    }
    dado_tile_layer *layer = &canvas->layers[canvas->layer_count];
    *layer = (dado_tile_layer){ .width = width, .height = height };
    snprintf(layer->name, sizeof layer->name, "%.63s", name);
    layer->tile = dado_new(&canvas->arena, int32_t, width * height);
    if (!layer->tile) {
        dado_fail(canvas->err, DADO_LIMIT, "no memory left for the map");
        return NULL;
    }
    for (int i = 0; i < width * height; i++) layer->tile[i] = -1;
    canvas->layer_count++;
    return layer;
}

// Who says what a tile means: nobody, the legend by its number, or a word.
enum { unsaid, numbered, worded };

static int mean_tile(const dado_canvas *canvas, const dado_tile_layer *layer, int tile,
                     dado_meaning *found)
{
    char key[DADO_SIGN_MOST + 16], number[16];
    const dado_tile_label *label = NULL;
    for (int i = 0; i < layer->label_count && !label; i++) {
        if (layer->labels[i].tile == tile) label = &layer->labels[i];
    }
    snprintf(number, sizeof number, "%d", tile);
    snprintf(key, sizeof key, "%s:%d", layer->name, tile);
    if (dado_canvas_legend(canvas, key, found)) return numbered;
    if (label && label->word[0] && dado_canvas_legend(canvas, label->word, found)) return worded;
    if (dado_canvas_legend(canvas, number, found)) return numbered;
    if (layer->name[0] && dado_canvas_legend(canvas, layer->name, found)) return worded;
    if (label && label->word[0] && dado_canvas_word(canvas, label->word, found)) return worded;
    if (label && label->solid) {
        *found = (dado_meaning){ .id = DADO_CELL_WALL };
        return worded;
    }
    return dado_canvas_word(canvas, layer->name, found) ? worded : unsaid;
}

enum { memory = 1024 };  // tiles whose meaning is remembered

typedef struct remembered {
    int tile;   // one more than the number; 0 is none
    int known;  // who says so
    dado_meaning meaning;
} remembered;

static const remembered *recall(const dado_canvas *canvas, const dado_tile_layer *layer, int tile,
                                remembered *memories)
{
    remembered *r = &memories[tile % memory];
    if (r->tile != tile + 1) {
        r->tile = tile + 1;
        r->known = mean_tile(canvas, layer, tile, &r->meaning);
    }
    return r;
}

// The best word there is about any tile of a layer.
static int best_word(const dado_canvas *canvas, const dado_tile_layer *layer, remembered *memories)
{
    int best = unsaid;
    for (int i = 0; i < layer->width * layer->height && best < worded; i++) {
        if (layer->tile[i] < 0) continue;
        int known = recall(canvas, layer, layer->tile[i], memories)->known;
        if (known > best) best = known;
    }
    return best;
}

static bool by_number(dado_canvas *canvas, const dado_tile_layer *layer, int tile,
                      dado_meaning *found)
{
    for (int i = 0; i < layer->label_count; i++) {  // a word of its own, but none that is known
        if (layer->labels[i].tile != tile || !layer->labels[i].word[0]) continue;
        dado_canvas_lose(canvas, "tiles called \"%.40s\" mean nothing here: skipped",
                         layer->labels[i].word);
        *found = (dado_meaning){ .id = DADO_CELL_SKIP };
        return true;
    }
    if (tile > DADO_MAP_CODE_MOST) {
        return dado_canvas_fail(canvas, 0,
                                "tile %d is out of range for an id; say what it is in a "
                                "legend, as in: %d = floor",
                                tile, tile);
    }
    *found = (dado_meaning){ .id = tile };
    if (strcmp(layer->name, "id") != 0) {
        dado_canvas_lose(canvas,
                         "numbers of layer \"%.40s\" are taken as ids: 0 wall, 1 floor, 2 "
                         "exit, others floor; a legend may say otherwise",
                         layer->name);
    }
    return true;
}

// The sheet of pictures of cells that we write above the sheet of ids; -1 where there is none.
static int types_of(const dado_canvas *canvas)
{
    const dado_tile_layer *l = canvas->layers;
    for (int i = 1; i < canvas->layer_count; i++) {
        if (strcmp(l[i].name, "type") == 0 && strcmp(l[i - 1].name, "id") == 0) return i;
    }
    return -1;
}

bool dado_canvas_layers(dado_canvas *canvas)
{
    remembered *memories = dado_new(&canvas->arena, remembered, memory);
    int *meant = dado_new(&canvas->arena, int, DADO_LAYERS_MOST);
    int first = -1;
    bool any = false;  // some layer speaks in words: then numbers alone are no ids
    if (!memories || !meant)
        return dado_fail(canvas->err, DADO_LIMIT, "no memory left for the map");
    if (canvas->layer_count == 0)
        return dado_canvas_fail(canvas, 0, "there is no layer of tiles here");
    for (int i = 0; i < canvas->layer_count; i++) {
        memset(memories, 0, memory * sizeof *memories);
        meant[i] = best_word(canvas, &canvas->layers[i], memories);
        if (meant[i] && first < 0) first = i;
        any = any || meant[i] == worded;
    }
    if (first < 0) first = 0;
    int types = types_of(canvas);
    if (types >= 0) meant[types] = worded;
    if (!dado_canvas_lay(canvas, canvas->layers[first].width, canvas->layers[first].height))
        return false;
    for (int l = 0; l < canvas->layer_count; l++) {
        const dado_tile_layer *layer = &canvas->layers[l];
        bool fits = layer->width == canvas->map.width && layer->height == canvas->map.height;
        if (!fits || (any && !meant[l] && !canvas->has_rest)) {
            dado_canvas_lose(canvas,
                             fits ? "layer \"%.60s\" means nothing here: skipped"
                                  : "layer \"%.60s\" has a grid of another size: skipped",
                             layer->name);
            continue;
        }
        memset(memories, 0, memory * sizeof *memories);
        for (int i = 0; i < layer->width * layer->height; i++) {
            if (layer->tile[i] < 0) continue;
            const remembered *r = recall(canvas, layer, layer->tile[i], memories);
            if (l == types) {  // ids are below it
                int type = r->known && r->meaning.id >= 0    ? r->meaning.id
                           : r->known && r->meaning.thing[0] ? DADO_CELL_EXIT
                                                             : layer->tile[i];
                canvas->map.type[i] = (uint16_t)type;
                continue;
            }
            dado_meaning found = r->meaning;
            if (!r->known && canvas->has_rest) found = canvas->rest;
            else if (!r->known && any) {
                dado_canvas_lose(canvas, "tile %d of layer \"%.40s\" means nothing here: skipped",
                                 layer->tile[i], layer->name);
                continue;
            } else if (!r->known && !by_number(canvas, layer, layer->tile[i], &found)) return false;
            dado_canvas_paint(canvas, i % layer->width, i / layer->width, &found);
        }
    }
    return true;
}
