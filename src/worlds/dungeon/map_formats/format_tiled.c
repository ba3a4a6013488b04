// format_tiled.c - reads the JSON files of the Tiled editor.
#include <stdio.h>
#include <string.h>

#include "worlds/dungeon/map_formats/tiled_common.h"

static int sniff(const char *source, const char *bytes, size_t length)
{
    (void)length;
    if (dado_name_has_suffix(source, ".tmj") || dado_name_has_suffix(source, ".tsj")) return 90;
    if (bytes[strspn(bytes, " \t\r\n")] != '{') return 0;
    if (strstr(bytes, "\"tilelayer\"") || strstr(bytes, "\"tilesets\"")) return 70;
    return dado_name_has_suffix(source, ".json") ? 9 : 0;
}

enum { deepest = 16 };  // limit on the nesting of groups

static void find_chunks(dado_tiled *tiled, const json_t *layers, int depth)
{
    size_t at, k;
    json_t *layer, *chunk;
    json_array_foreach(layers, at, layer)
    {
        json_array_foreach(json_object_get(layer, "chunks"), k, chunk)
        {
            dado_tiled_chunk(
                tiled, dado_json_member_int(chunk, "x", 0), dado_json_member_int(chunk, "y", 0),
                dado_json_member_int(chunk, "width", 0), dado_json_member_int(chunk, "height", 0));
        }
        if (depth < deepest) find_chunks(tiled, json_object_get(layer, "layers"), depth + 1);
    }
}

static bool read_data(dado_tiled *tiled, dado_tile_layer *layer, const json_t *from,
                      const json_t *head, int x, int y, int width, int height)
{
    const json_t *data = json_object_get(from, "data");
    const char *text = json_string_value(data);
    if (text) {
        const char *encoding = dado_json_member_text(head, "encoding");
        return dado_tiled_cells(tiled, layer, 0, x, y, width, height,
                                encoding[0] ? encoding : "base64",
                                dado_json_member_text(head, "compression"), text, strlen(text));
    }
    if (width < 1 || height < 1 || width > 4096 || height > 4096 ||
        json_array_size(data) < (size_t)width * (size_t)height) {
        return dado_import_canvas_fail(
            tiled->canvas, 0, "layer \"%.60s\" has fewer cells than its size needs", layer->name);
    }
    for (int i = 0; i < width * height; i++) {
        const json_t *cell = json_array_get(data, (size_t)i);
        json_int_t gid = json_is_real(cell) ? 0 : json_integer_value(cell);
        dado_tiled_cell(tiled, layer, x + i % width, y + i / width, gid);
    }
    return true;
}

static bool read_layers(dado_tiled *tiled, const json_t *layers, int depth)
{
    size_t at, k;
    json_t *from, *chunk;
    bool fine = true;
    json_array_foreach(layers, at, from)
    {
        if (fine && depth < deepest)
            fine = read_layers(tiled, json_object_get(from, "layers"), depth + 1);
        if (!fine || strcmp(dado_json_member_text(from, "type"), "tilelayer") != 0) continue;
        dado_tile_layer *layer = dado_import_canvas_layer(
            tiled->canvas, dado_json_member_text(from, "name"), tiled->width, tiled->height);
        if (!layer) return false;
        layer->labels = tiled->labels;
        layer->label_count = tiled->label_count;
        const json_t *chunks = json_object_get(from, "chunks");
        json_array_foreach(chunks, k, chunk)
        {
            fine = fine && read_data(tiled, layer, chunk, from, dado_json_member_int(chunk, "x", 0),
                                     dado_json_member_int(chunk, "y", 0),
                                     dado_json_member_int(chunk, "width", 0),
                                     dado_json_member_int(chunk, "height", 0));
        }
        if (!chunks) {
            fine = read_data(tiled, layer, from, from, tiled->left, tiled->top,
                             dado_json_member_int(from, "width", tiled->width),
                             dado_json_member_int(from, "height", tiled->height));
        }
    }
    return fine;
}

static void read_objects(dado_tiled *tiled, const json_t *layers, int depth)
{
    size_t at, k, p;
    json_t *layer, *from, *property;
    json_array_foreach(layers, at, layer)
    {
        json_array_foreach(json_object_get(layer, "objects"), k, from)
        {
            dado_tiled_object object = {
                .x = json_number_value(json_object_get(from, "x")),
                .y = json_number_value(json_object_get(from, "y")),
                .gid = json_is_number(json_object_get(from, "gid"))
                           ? (int64_t)json_number_value(json_object_get(from, "gid"))
                           : 0,
                .figures = dado_thing_stats_none(),
            };
            const char *kind = dado_json_member_text(from, "type");
            if (!kind[0]) kind = dado_json_member_text(from, "class");
            snprintf(object.kind, sizeof object.kind, "%.63s", kind);
            snprintf(object.name, sizeof object.name, "%.63s", dado_json_member_text(from, "name"));
            snprintf(object.template, sizeof object.template, "%.255s",
                     dado_json_member_text(from, "template"));
            json_array_foreach(json_object_get(from, "properties"), p, property)
            {
                dado_thing_stats_set(&object.figures, dado_json_member_text(property, "name"),
                                     json_number_value(json_object_get(property, "value")));
            }
            dado_tiled_object_put(tiled, &object);
        }
        if (depth < deepest) read_objects(tiled, json_object_get(layer, "layers"), depth + 1);
    }
}

static void read_sets(dado_tiled *tiled, const json_t *root)
{
    size_t at;
    json_t *set;
    json_array_foreach(json_object_get(root, "tilesets"), at, set)
    {
        int first = dado_json_member_int(set, "firstgid", 1);
        const char *source = dado_json_member_text(set, "source");
        if (first < 1) first = 1;
        if (!tiled->first) tiled->first = first;
        if (source[0]) dado_tiled_set(tiled, first, source);
        dado_tiled_set_json(tiled, first, set);
    }
    if (!tiled->first) tiled->first = 1;
}

static bool read_root(dado_import_canvas *canvas, const json_t *root)
{
    dado_tiled tiled = { .tile_x = json_number_value(json_object_get(root, "tilewidth")),
                         .tile_y = json_number_value(json_object_get(root, "tileheight")),
                         .width = dado_json_member_int(root, "width", 0),
                         .height = dado_json_member_int(root, "height", 0) };
    const json_t *layers = json_object_get(root, "layers");
    if (!json_is_array(layers)) {
        const char *type = dado_json_member_text(root, "type");
        return dado_import_canvas_fail(
            canvas, 1, "this JSON has no layers%s%.20s%s; import the map itself",
            type[0] ? " because it is a " : "", type, type[0] ? "" : ", so it is no map");
    }
    if (!dado_tiled_begin(&tiled, canvas, dado_json_member_text(root, "orientation"))) return false;
    read_sets(&tiled, root);
    find_chunks(&tiled, layers, 0);
    if (!dado_tiled_size(&tiled) || !read_layers(&tiled, layers, 0) ||
        !dado_import_canvas_layers(canvas)) {
        return false;
    }
    read_objects(&tiled, layers, 0);
    return true;
}

static bool read(dado_import_canvas *canvas)
{
    return dado_import_canvas_read_json(canvas, read_root);
}

const dado_map_format dado_map_format_tiled = {
    .name = "tiled",
    .about = "Tiled's JSON, with all that TMX has",
    .suffixes = ".tmj .json",
    .sniff = sniff,
    .read = read,
};
