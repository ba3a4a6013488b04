// format_ldtk.c - reads projects and levels of LDtk; ldtk_write.c writes them.
#include <stdio.h>
#include <string.h>

#include "worlds/dungeon/map_formats/import_canvas.h"
#include "worlds/dungeon/map_formats/ldtk_write.h"

static int sniff(const char *source, const char *bytes, size_t length)
{
    (void)length;
    if (dado_name_has_suffix(source, ".ldtk") || dado_name_has_suffix(source, ".ldtkl")) return 95;
    return strstr(bytes, "\"layerInstances\"") ? 85 : 0;
}

enum { values_most = 1024 };

// Collects the names of the values of an IntGrid from the definitions of the project.
static int labels_of(const json_t *defs, int uid, dado_tile_label *labels)
{
    size_t at, k;
    json_t *def, *value;
    int count = 0;
    json_array_foreach(json_object_get(defs, "layers"), at, def)
    {
        if (dado_json_member_int(def, "uid", -1) != uid) continue;
        json_array_foreach(json_object_get(def, "intGridValues"), k, value)
        {
            if (count == values_most) return count;
            labels[count] = (dado_tile_label){ .tile = dado_json_member_int(value, "value", -1) };
            snprintf(labels[count].word, DADO_SIGN_MOST, "%.63s",
                     dado_json_member_text(value, "identifier"));
            count++;
        }
    }
    return count;
}

static bool read_grid(dado_import_canvas *canvas, const json_t *defs, const json_t *from)
{
    int width = dado_json_member_int(from, "__cWid", 0),
        height = dado_json_member_int(from, "__cHei", 0);
    int size = dado_json_member_int(from, "__gridSize", 0);
    const json_t *values = json_object_get(from, "intGridCsv"), *tile;
    const json_t *tiles = json_object_get(from, "gridTiles");
    size_t at;
    bool numbers = json_array_size(values) > 0;
    if (!numbers && json_array_size(tiles) == 0) return true;
    dado_tile_layer *layer = dado_import_canvas_layer(
        canvas, dado_json_member_text(from, "__identifier"), width, height);
    dado_tile_label *labels = dado_new(&canvas->region, dado_tile_label, values_most);
    if (!layer || !labels) return false;
    if (numbers && json_array_size(values) < (size_t)width * (size_t)height) {
        return dado_import_canvas_fail(
            canvas, 0, "layer \"%.60s\" has fewer cells than its size needs", layer->name);
    }
    for (int i = 0; numbers && i < width * height; i++) {
        json_int_t value = json_integer_value(json_array_get(values, (size_t)i));
        layer->tile[i] = value > 0 && value < 1000000 ? (int32_t)value : -1;
    }
    json_array_foreach(tiles, at, tile)
    {
        const json_t *px = json_object_get(tile, "px");
        int x = dado_cell_of_pixels(json_number_value(json_array_get(px, 0)), size);
        int y = dado_cell_of_pixels(json_number_value(json_array_get(px, 1)), size);
        if (!numbers && x >= 0 && y >= 0 && x < width && y < height) {
            layer->tile[y * width + x] = dado_json_member_int(tile, "t", -1);
        }
    }
    layer->labels = labels;
    layer->label_count = labels_of(defs, dado_json_member_int(from, "layerDefUid", -1), labels);
    return true;
}

static void read_entities(dado_import_canvas *canvas, const json_t *from, int cell)
{
    size_t at, k;
    json_t *entity, *field;
    json_array_foreach(json_object_get(from, "entityInstances"), at, entity)
    {
        const char *word = dado_json_member_text(entity, "__identifier");
        dado_thing_stats figures = dado_thing_stats_none();
        json_array_foreach(json_object_get(entity, "fieldInstances"), k, field)
        {
            const json_t *value = json_object_get(field, "__value");
            if (json_is_number(value)) {
                dado_thing_stats_set(&figures, dado_json_member_text(field, "__identifier"),
                                     json_number_value(value));
            }
        }
        const json_t *px = json_object_get(entity, "px"),
                     *pivot = json_object_get(entity, "__pivot");
        double wide = dado_json_member_int(entity, "width", 0),
               high = dado_json_member_int(entity, "height", 0);
        double x = json_number_value(json_array_get(px, 0)) -
                   json_number_value(json_array_get(pivot, 0)) * wide;
        double y = json_number_value(json_array_get(px, 1)) -
                   json_number_value(json_array_get(pivot, 1)) * high;
        dado_import_canvas_object(canvas, &word, 1, dado_cell_of_pixels(x, cell),
                                  dado_cell_of_pixels(y, cell), &figures);
    }
}

static bool read_level(dado_import_canvas *canvas, const json_t *defs, const json_t *level)
{
    const json_t *layers = json_object_get(level, "layerInstances");
    size_t count = json_array_size(layers);
    for (size_t i = count; i-- > 0;) {  // the first layer is on top, so it is painted last
        const json_t *layer = json_array_get(layers, i);
        if (!read_grid(canvas, defs, layer)) return false;
        if (json_array_size(json_object_get(layer, "autoLayerTiles")) &&
            !json_array_size(json_object_get(layer, "intGridCsv"))) {
            dado_import_canvas_note_loss(canvas, "layer \"%.60s\" is drawn by rules: skipped",
                                         dado_json_member_text(layer, "__identifier"));
        }
    }
    if (canvas->layer_count == 0) {
        return dado_import_canvas_fail(canvas, 0, "level \"%.60s\" has no IntGrid and no tiles",
                                       dado_json_member_text(level, "identifier"));
    }
    if (!dado_import_canvas_layers(canvas)) return false;
    int cell = dado_json_member_int(level, "pxWid", 0) / canvas->map.width;
    for (size_t i = 0; i < count; i++) read_entities(canvas, json_array_get(layers, i), cell);
    return true;
}

// Finds the level with a number, in the project itself or in its worlds.
static const json_t *find_level(const json_t *root, int wanted, int *count)
{
    const json_t *found = NULL;
    size_t at, k;
    json_t *world, *level;
    *count = 0;
    json_array_foreach(json_object_get(root, "levels"), at, level)
    {
        if (++*count == wanted) found = level;
    }
    json_array_foreach(json_object_get(root, "worlds"), at, world)
    {
        json_array_foreach(json_object_get(world, "levels"), k, level)
        {
            if (++*count == wanted) found = level;
        }
    }
    return found;
}

static bool read_outside(dado_import_canvas *canvas, const json_t *defs, const json_t *level)
{
    const dado_import *ask = canvas->ask;
    const char *name = dado_json_member_text(level, "externalRelPath"), *bytes;
    size_t length;
    dado_error why = { 0 };
    if (!name[0] || !ask->beside || !ask->beside(ask->self, name, &bytes, &length, &why)) {
        return dado_import_canvas_fail(canvas, 0,
                                       "the level is stored in another file, \"%.100s\", which "
                                       "could not be read; import that file",
                                       name);
    }
    json_t *outside = dado_import_canvas_json(canvas, name, bytes, length);
    bool fine = outside && read_level(canvas, defs, outside);
    json_decref(outside);
    return fine;
}

static bool read_root(dado_import_canvas *canvas, const json_t *root)
{
    int count, wanted = canvas->ask->part > 0 ? canvas->ask->part : 1;
    const json_t *defs = json_object_get(root, "defs"), *level = find_level(root, wanted, &count);
    if (json_object_get(root, "layerInstances")) {
        dado_import_canvas_note_loss(
            canvas, "a level without its project: what its values are called is unknown");
        return read_level(canvas, NULL, root);
    }
    if (!level) {
        return dado_import_canvas_fail(
            canvas, 0, "this project has %d levels, so there is no level %d", count, wanted);
    }
    if (count > 1 && canvas->ask->part == 0) {
        dado_import_canvas_note_loss(canvas, "the file holds %d maps: the first is taken", count);
    }
    if (json_is_array(json_object_get(level, "layerInstances")))
        return read_level(canvas, defs, level);
    return read_outside(canvas, defs, level);
}

static bool read(dado_import_canvas *canvas)
{
    return dado_import_canvas_read_json(canvas, read_root);
}

const dado_map_format dado_map_format_ldtk = {
    .name = "ldtk",
    .about = "LDtk's projects and separate levels: IntGrids by the names of their values, tiles, "
             "entities",
    .suffixes = ".ldtk .ldtkl",
    .sniff = sniff,
    .read = read,
    .write = dado_ldtk_write,
};
