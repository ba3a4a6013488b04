// import_tile_layers.c - paints layers of tile numbers, as editors store them, on the
// canvas.
//
// The meaning of a tile is looked up in the legend from the most specific sign to the
// least: LAYER:NUMBER, the tile's own name, NUMBER, LAYER. Then the names speak for
// themselves: a layer called Walls has walls. If no tile has a name with a meaning,
// numbers are used as ids, as dado exports them.
#include <stdio.h>
#include <string.h>

#include "worlds/dungeon/map_formats/import_canvas.h"

dado_tile_layer *dado_import_canvas_layer(dado_import_canvas *canvas, const char *name, int width,
                                          int height)
{
    bool fits =
        width > 0 && height > 0 && width <= DADO_MAP_SIDE_MOST && height <= DADO_MAP_SIDE_MOST;
    if (!fits || canvas->layer_count == DADO_LAYERS_MOST) {
        dado_import_canvas_fail(
            canvas, 0,
            fits ? "this map has too many layers; \"%.60s\" is number %d"
                 : "the width and height of layer \"%.60s\" must be from 1 to %d",
            name, fits ? DADO_LAYERS_MOST + 1 : DADO_MAP_SIDE_MOST);
        return NULL;
    }
    dado_tile_layer *layer = &canvas->layers[canvas->layer_count];
    *layer = (dado_tile_layer){ .width = width, .height = height };
    snprintf(layer->name, sizeof layer->name, "%.63s", name);
    layer->tile = dado_new(&canvas->region, int32_t, width * height);
    if (!layer->tile) {
        dado_fail(canvas->err, DADO_LIMIT, "out of memory while importing the map");
        return NULL;
    }
    for (int i = 0; i < width * height; i++) layer->tile[i] = -1;
    canvas->layer_count++;
    return layer;
}

// Where the meaning of a tile comes from: from nowhere, from the legend by number, or
// from a name.
enum { unknown_tile, numbered_tile, named_tile };

static int find_tile_meaning(const dado_import_canvas *canvas, const dado_tile_layer *layer,
                             int tile, dado_legend_entry *found)
{
    char key[DADO_SIGN_MOST + 16], number[16];
    const dado_tile_label *label = NULL;
    for (int i = 0; i < layer->label_count && !label; i++) {
        if (layer->labels[i].tile == tile) label = &layer->labels[i];
    }
    snprintf(number, sizeof number, "%d", tile);
    snprintf(key, sizeof key, "%s:%d", layer->name, tile);
    if (dado_import_canvas_find_sign(canvas, key, found)) return numbered_tile;
    if (label && label->word[0] && dado_import_canvas_find_sign(canvas, label->word, found))
        return named_tile;
    if (dado_import_canvas_find_sign(canvas, number, found)) return numbered_tile;
    if (layer->name[0] && dado_import_canvas_find_sign(canvas, layer->name, found))
        return named_tile;
    if (label && label->word[0] && dado_import_canvas_guess_word(canvas, label->word, found))
        return named_tile;
    if (label && label->solid) {
        *found = (dado_legend_entry){ .id = DADO_CELL_WALL };
        return named_tile;
    }
    return dado_import_canvas_guess_word(canvas, layer->name, found) ? named_tile : unknown_tile;
}

enum { memory = 1024 };  // number of tiles whose meaning is cached

typedef struct remembered {
    int tile;   // the tile's number plus one; 0 for none
    int known;  // unknown_tile, numbered_tile or named_tile
    dado_legend_entry meaning;
} remembered;

static const remembered *recall(const dado_import_canvas *canvas, const dado_tile_layer *layer,
                                int tile, remembered *memories)
{
    remembered *r = &memories[tile % memory];
    if (r->tile != tile + 1) {
        r->tile = tile + 1;
        r->known = find_tile_meaning(canvas, layer, tile, &r->meaning);
    }
    return r;
}

// Returns the best source of meaning that any tile of a layer has.
static int best_word(const dado_import_canvas *canvas, const dado_tile_layer *layer,
                     remembered *memories)
{
    int best = unknown_tile;
    for (int i = 0; i < layer->width * layer->height && best < named_tile; i++) {
        if (layer->tile[i] < 0) continue;
        int known = recall(canvas, layer, layer->tile[i], memories)->known;
        if (known > best) best = known;
    }
    return best;
}

static bool by_number(dado_import_canvas *canvas, const dado_tile_layer *layer, int tile,
                      dado_legend_entry *found)
{
    // The tile has a name, but one without a known meaning.
    for (int i = 0; i < layer->label_count; i++) {
        if (layer->labels[i].tile != tile || !layer->labels[i].word[0]) continue;
        dado_import_canvas_note_loss(canvas, "tiles called \"%.40s\" mean nothing here: skipped",
                                     layer->labels[i].word);
        *found = (dado_legend_entry){ .id = DADO_CELL_SKIP };
        return true;
    }
    if (tile > DADO_MAP_CODE_MOST) {
        return dado_import_canvas_fail(canvas, 0,
                                       "tile %d is out of range for an id; say what it is in a "
                                       "legend, as in: %d = floor",
                                       tile, tile);
    }
    *found = (dado_legend_entry){ .id = tile };
    if (strcmp(layer->name, "id") != 0) {
        dado_import_canvas_note_loss(
            canvas,
            "numbers of layer \"%.40s\" are taken as ids: 0 wall, 1 floor, 2 "
            "exit, others floor; a legend may say otherwise",
            layer->name);
    }
    return true;
}

// Returns the index of the layer `type` that dado writes above its layer `id`, or -1 if
// there is none.
static int types_of(const dado_import_canvas *canvas)
{
    const dado_tile_layer *l = canvas->layers;
    for (int i = 1; i < canvas->layer_count; i++) {
        if (strcmp(l[i].name, "type") == 0 && strcmp(l[i - 1].name, "id") == 0) return i;
    }
    return -1;
}

bool dado_import_canvas_layers(dado_import_canvas *canvas)
{
    remembered *memories = dado_new(&canvas->region, remembered, memory);
    int *meant = dado_new(&canvas->region, int, DADO_LAYERS_MOST);
    int first = -1;
    // Whether some layer has names; then bare numbers are not used as ids.
    bool any = false;
    if (!memories || !meant)
        return dado_fail(canvas->err, DADO_LIMIT, "out of memory while importing the map");
    if (canvas->layer_count == 0)
        return dado_import_canvas_fail(canvas, 0, "this map has no layer of tiles");
    for (int i = 0; i < canvas->layer_count; i++) {
        memset(memories, 0, memory * sizeof *memories);
        meant[i] = best_word(canvas, &canvas->layers[i], memories);
        if (meant[i] && first < 0) first = i;
        any = any || meant[i] == named_tile;
    }
    if (first < 0) first = 0;
    int types = types_of(canvas);
    if (types >= 0) meant[types] = named_tile;
    if (!dado_import_canvas_resize(canvas, canvas->layers[first].width,
                                   canvas->layers[first].height))
        return false;
    for (int l = 0; l < canvas->layer_count; l++) {
        const dado_tile_layer *layer = &canvas->layers[l];
        bool fits = layer->width == canvas->map.width && layer->height == canvas->map.height;
        if (!fits || (any && !meant[l] && !canvas->has_rest)) {
            dado_import_canvas_note_loss(
                canvas,
                fits ? "layer \"%.60s\" means nothing here: skipped"
                     : "layer \"%.60s\" has a grid of another size: skipped",
                layer->name);
            continue;
        }
        memset(memories, 0, memory * sizeof *memories);
        for (int i = 0; i < layer->width * layer->height; i++) {
            if (layer->tile[i] < 0) continue;
            const remembered *r = recall(canvas, layer, layer->tile[i], memories);
            if (l == types) {  // the ids are in the layer below it
                int type = r->known && r->meaning.id >= 0    ? r->meaning.id
                           : r->known && r->meaning.thing[0] ? DADO_CELL_EXIT
                                                             : layer->tile[i];
                canvas->map.type[i] = (uint16_t)type;
                continue;
            }
            dado_legend_entry found = r->meaning;
            if (!r->known && canvas->has_rest) found = canvas->rest;
            else if (!r->known && any) {
                dado_import_canvas_note_loss(
                    canvas, "tile %d of layer \"%.40s\" means nothing here: skipped",
                    layer->tile[i], layer->name);
                continue;
            } else if (!r->known && !by_number(canvas, layer, layer->tile[i], &found)) return false;
            dado_import_canvas_paint(canvas, i % layer->width, i / layer->width, &found);
        }
    }
    return true;
}
