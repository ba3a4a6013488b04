// format_ogmo.c - reads levels of the Ogmo editor, which stores layers in six ways.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "worlds/dungeon/map_formats/import_canvas.h"

static int sniff(const char *source, const char *bytes, size_t length)
{
    (void)length;
    if (dado_name_has_suffix(source, ".ogmo")) return 95;
    return strstr(bytes, "\"ogmoVersion\"") || strstr(bytes, "\"gridCellsX\"") ? 85 : 0;
}

// Tiles given by their place in a tile set are numbered as if every set had this many
// columns.
enum { set_columns = 1000 };

typedef struct cells {
    dado_tile_layer *layer;
    dado_tile_label *labels;  // labels of tiles whose values are letters and not numbers
    int count;
} cells;

enum { labels_most = 64 };

static int tile_of(cells *c, const json_t *value)
{
    const char *word = json_string_value(value);
    if (json_is_array(value)) {  // position in the tile set, in pixels or cells
        int x = (int)json_integer_value(json_array_get(value, 0));
        int y = (int)json_integer_value(json_array_get(value, 1));
        return x >= 0 && y >= 0 && x < set_columns && y < set_columns ? y * set_columns + x : -1;
    }
    if (!word) {
        double number = json_number_value(value);
        return json_is_number(value) && number >= 0 && number < 1e9 ? (int)number : -1;
    }
    char *end;
    long number = strtol(word, &end, 10);
    if (end != word && !*end) return number >= 0 && number < 1000000 ? (int)number : -1;
    for (int i = 0; i < c->count; i++) {
        if (strcmp(c->labels[i].word, word) == 0) return c->labels[i].tile;
    }
    if (!word[0] || c->count == labels_most) return -1;
    c->labels[c->count] = (dado_tile_label){ .tile = 100000 + c->count };
    snprintf(c->labels[c->count].word, DADO_SIGN_MOST, "%.63s", word);
    return c->labels[c->count++].tile;
}

static bool read_cells(dado_import_canvas *canvas, const json_t *from, int width, int height)
{
    static const char *const flat[] = { "data", "grid", "dataCoords" };
    static const char *const deep[] = { "data2D", "grid2D", "dataCoords2D" };
    const json_t *list = NULL, *rows = NULL;
    for (int i = 0; i < 3; i++) {
        if (!list) list = json_object_get(from, flat[i]);
        if (!rows) rows = json_object_get(from, deep[i]);
    }
    if (!list && !rows) return true;
    dado_tile_layer *layer =
        dado_import_canvas_layer(canvas, dado_json_member_text(from, "name"), width, height);
    cells c = { layer, dado_new(&canvas->region, dado_tile_label, labels_most), 0 };
    if (!layer || !c.labels) return false;
    for (int i = 0; i < width * height; i++) {
        const json_t *row = rows ? json_array_get(rows, (size_t)(i / width)) : list;
        layer->tile[i] = tile_of(&c, json_array_get(row, (size_t)(rows ? i % width : i)));
    }
    // In a grid 0 means empty; in a tile layer it is the first tile.
    bool grid = json_object_get(from, "grid") || json_object_get(from, "grid2D");
    for (int i = 0; grid && i < width * height; i++) {
        if (layer->tile[i] == 0) layer->tile[i] = -1;
    }
    layer->labels = c.labels;
    layer->label_count = c.count;
    return true;
}

static void read_entities(dado_import_canvas *canvas, const json_t *layer)
{
    size_t at;
    json_t *entity, *value;
    const char *key;
    int wide = dado_json_member_int(layer, "gridCellWidth", 16);
    int high = dado_json_member_int(layer, "gridCellHeight", 16);
    json_array_foreach(json_object_get(layer, "entities"), at, entity)
    {
        const char *word = dado_json_member_text(entity, "name");
        dado_thing_stats figures = dado_thing_stats_none();
        json_object_foreach(json_object_get(entity, "values"), key, value)
        {
            if (json_is_number(value))
                dado_thing_stats_set(&figures, key, json_number_value(value));
        }
        double x = json_number_value(json_object_get(entity, "x"));
        double y = json_number_value(json_object_get(entity, "y"));
        dado_import_canvas_object(canvas, &word, 1, dado_cell_of_pixels(x, wide),
                                  dado_cell_of_pixels(y, high), &figures);
    }
    if (json_array_size(json_object_get(layer, "decals"))) {
        dado_import_canvas_note_loss(canvas, "decals of layer \"%.60s\": skipped",
                                     dado_json_member_text(layer, "name"));
    }
}

static bool read_root(dado_import_canvas *canvas, const json_t *root)
{
    const json_t *layers = json_object_get(root, "layers");
    size_t count = json_array_size(layers);
    if (json_object_get(root, "levelPaths")) {
        return dado_import_canvas_fail(canvas, 1,
                                       "this is an Ogmo project, which has no cells; import "
                                       "one of its levels");
    }
    for (size_t i = count; i-- > 0;) {  // the first layer is on top, so it is painted last
        const json_t *layer = json_array_get(layers, i);
        int width = dado_json_member_int(layer, "gridCellsX", 0),
            height = dado_json_member_int(layer, "gridCellsY", 0);
        if (!read_cells(canvas, layer, width, height)) return false;
    }
    if (canvas->layer_count == 0) {
        return dado_import_canvas_fail(canvas, 1, "this level has no layer of tiles and no grid");
    }
    if (!dado_import_canvas_layers(canvas)) return false;
    for (size_t i = 0; i < count; i++) read_entities(canvas, json_array_get(layers, i));
    return true;
}

static bool read(dado_import_canvas *canvas)
{
    return dado_import_canvas_read_json(canvas, read_root);
}

const dado_map_format dado_map_format_ogmo = {
    .name = "ogmo",
    .about = "levels of Ogmo 3: tiles by number or place, grids, entities",
    .suffixes = ".json",
    .sniff = sniff,
    .read = read,
};
