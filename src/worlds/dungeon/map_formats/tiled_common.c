// tiled_common.c - reads tile sets, cells and objects of Tiled; see tiled_common.h.
#include "worlds/dungeon/map_formats/tiled_common.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/text.h"

enum { flip_bits = 0x0FFFFFFF };  // the bits above these say how Tiled flipped a tile

bool dado_tiled_begin(dado_tiled *tiled, dado_import_canvas *canvas, const char *orientation)
{
    tiled->canvas = canvas;
    tiled->labels = dado_new(&canvas->region, dado_tile_label, DADO_TILED_LABELS_MOST);
    if (!tiled->labels)
        return dado_fail(canvas->err, DADO_LIMIT, "out of memory while importing the map");
    if (strcmp(orientation, "hexagonal") == 0 || strcmp(orientation, "staggered") == 0) {
        return dado_import_canvas_fail(
            canvas, 1,
            "this map is %s: its cells have other neighbours than a "
            "dungeon's; set its orientation to orthogonal in Tiled's map "
            "properties, look it over, and import it again",
            orientation);
    }
    if (strcmp(orientation, "isometric") == 0) {
        dado_import_canvas_note_loss(canvas,
                                     "the map is isometric: its cells are taken as squares");
        tiled->tile_x = tiled->tile_y;
    }
    return true;
}

void dado_tiled_chunk(dado_tiled *tiled, int x, int y, int width, int height)
{
    bool sane = width > 0 && height > 0 && width <= 4096 && height <= 4096 && x > -100000 &&
                y > -100000 && x < 100000 && y < 100000;
    if (!sane) return;
    bool first = !tiled->infinite;
    tiled->infinite = true;
    if (first || x < tiled->left) tiled->left = x;
    if (first || y < tiled->top) tiled->top = y;
    if (first || x + width > tiled->right) tiled->right = x + width;
    if (first || y + height > tiled->bottom) tiled->bottom = y + height;
}

bool dado_tiled_size(dado_tiled *tiled)
{
    if (tiled->infinite) {
        tiled->width = tiled->right - tiled->left;
        tiled->height = tiled->bottom - tiled->top;
    }
    bool fits = tiled->width > 0 && tiled->height > 0 && tiled->width <= DADO_MAP_SIDE_MOST &&
                tiled->height <= DADO_MAP_SIDE_MOST;
    return fits || dado_import_canvas_fail(tiled->canvas, 1,
                                           "a map has 1 to %d columns and rows, not %d "
                                           "by %d",
                                           DADO_MAP_SIDE_MOST, tiled->width, tiled->height);
}

static int number_of(const dado_tiled *tiled, int64_t gid)
{
    int64_t tile = gid & flip_bits;
    return (int)(tile >= tiled->first ? tile - tiled->first : tile);
}

static void name_tile(dado_tiled *tiled, int first, int local, const char *word, bool solid)
{
    if (local < 0 || first < 0 || first > flip_bits || local > flip_bits) return;
    int tile = number_of(tiled, (int64_t)first + local);
    dado_tile_label *label = NULL;
    for (int i = 0; i < tiled->label_count && !label; i++) {
        if (tiled->labels[i].tile == tile) label = &tiled->labels[i];
    }
    if (!label) {
        if (tiled->label_count == DADO_TILED_LABELS_MOST) return;
        label = &tiled->labels[tiled->label_count++];
        *label = (dado_tile_label){ .tile = tile };
    }
    if (word[0]) snprintf(label->word, sizeof label->word, "%.63s", word);
    label->solid = label->solid || solid;
}

// Returns whether a true property of this name means that nobody can pass.
static bool says_solid(const char *property)
{
    static const char *const words[] = { "solid",   "collides", "collision",
                                         "collide", "blocked",  "blocking",
                                         "wall",    "obstacle", "impassable" };
    char small[24] = "";
    for (int i = 0; property[i] && i < 23; i++)
        small[i] = (char)tolower((unsigned char)property[i]);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(small, words[i]) == 0) return true;
    }
    return false;
}

void dado_tiled_set_element(dado_tiled *tiled, const dado_xml *xml, int first, int *local)
{
    char word[DADO_SIGN_MOST] = "", value[32] = "";
    if (dado_xml_is(xml, "tile")) {
        *local = dado_xml_attribute(xml, "id", value, sizeof value) ? dado_leading_int(value) : -1;
        if (!dado_xml_attribute(xml, "type", word, sizeof word))
            dado_xml_attribute(xml, "class", word, sizeof word);
        name_tile(tiled, first, *local, word, false);
    } else if (dado_xml_is(xml, "objectgroup")) {
        name_tile(tiled, first, *local, "", true);
    } else if (dado_xml_is(xml, "property") && dado_xml_attribute(xml, "name", word, sizeof word) &&
               says_solid(word) && dado_xml_attribute(xml, "value", value, sizeof value) &&
               strcmp(value, "true") == 0) {
        name_tile(tiled, first, *local, "", true);
    }
}

void dado_tiled_set_json(dado_tiled *tiled, int first, const json_t *set)
{
    size_t at, k;
    json_t *tile, *property;
    json_array_foreach(json_object_get(set, "tiles"), at, tile)
    {
        int local = dado_json_member_int(tile, "id", -1);
        const char *word = dado_json_member_text(tile, "type");
        bool solid = json_object_get(tile, "objectgroup") != NULL;
        if (!word[0]) word = dado_json_member_text(tile, "class");
        json_array_foreach(json_object_get(tile, "properties"), k, property)
        {
            solid = solid || (says_solid(dado_json_member_text(property, "name")) &&
                              json_is_true(json_object_get(property, "value")));
        }
        name_tile(tiled, first, local, word, solid);
    }
}

void dado_tiled_set(dado_tiled *tiled, int first, const char *source)
{
    const dado_import *ask = tiled->canvas->ask;
    const char *bytes;
    size_t length;
    dado_error why = { 0 };
    if (!ask->beside || !ask->beside(ask->self, source, &bytes, &length, &why)) {
        dado_import_canvas_note_loss(
            tiled->canvas, "tile set \"%.80s\" could not be read: its words are unknown", source);
    } else if (bytes[strspn(bytes, " \t\r\n")] == '{') {
        json_t *root = json_loadb(bytes, length, 0, NULL);
        dado_tiled_set_json(tiled, first, root);
        json_decref(root);
    } else {
        dado_xml xml;
        int local = -1;
        dado_xml_begin(&xml, source, bytes);
        while (dado_xml_next(&xml)) dado_tiled_set_element(tiled, &xml, first, &local);
    }
}

void dado_tiled_cell(dado_tiled *tiled, dado_tile_layer *layer, int x, int y, int64_t gid)
{
    x -= tiled->left;
    y -= tiled->top;
    if (x < 0 || y < 0 || x >= layer->width || y >= layer->height) return;
    layer->tile[y * layer->width + x] = (gid & flip_bits) == 0 ? -1 : number_of(tiled, gid);
}

bool dado_tiled_cells(dado_tiled *tiled, dado_tile_layer *layer, int line, int x, int y, int width,
                      int height, const char *encoding, const char *packing, const char *text,
                      size_t length)
{
    if (width < 0 || height < 0 || width > 4096 || height > 4096) {
        return dado_import_canvas_fail(tiled->canvas, line,
                                       "a piece of a layer has the impossible size %d by %d", width,
                                       height);
    }
    if (strcmp(encoding, "base64") == 0) {
        const unsigned char *bytes;
        size_t size;
        if (!dado_decode_base64(tiled->canvas, line, text, length, packing, &bytes, &size))
            return false;
        if (size < (size_t)width * (size_t)height * 4) {
            return dado_import_canvas_fail(tiled->canvas, line,
                                           "this layer has fewer cells than its size needs");
        }
        for (int i = 0; i < width * height; i++) {
            const unsigned char *b = bytes + (size_t)i * 4;
            int64_t gid = b[0] | (int64_t)b[1] << 8 | (int64_t)b[2] << 16 | (int64_t)b[3] << 24;
            dado_tiled_cell(tiled, layer, x + i % width, y + i / width, gid);
        }
        return true;
    }
    if (strcmp(encoding, "csv") != 0) {
        return dado_import_canvas_fail(tiled->canvas, line,
                                       "cells are stored as \"%.40s\"; Tiled can keep "
                                       "them as CSV or base64 (map properties, tile layer format)",
                                       encoding);
    }
    const char *end = text + length;
    for (int i = 0; i < width * height; i++) {
        while (text < end && strchr(" \t\r\n,", *text)) text++;
        int64_t gid = 0;
        if (text >= end || !isdigit((unsigned char)*text)) {
            return dado_import_canvas_fail(tiled->canvas, line,
                                           "this layer has fewer cells than its size needs");
        }
        while (text < end && isdigit((unsigned char)*text) && gid < (int64_t)1 << 40) {
            gid = gid * 10 + (*text++ - '0');
        }
        dado_tiled_cell(tiled, layer, x + i % width, y + i / width, gid);
    }
    return true;
}

// Fills in what the file of a template defines and the object itself does not.
static void apply_template(dado_tiled *tiled, dado_tiled_object *object)
{
    const dado_import *ask = tiled->canvas->ask;
    const char *bytes;
    size_t length;
    dado_error why = { 0 };
    if (!ask->beside || !ask->beside(ask->self, object->template, &bytes, &length, &why)) {
        dado_import_canvas_note_loss(tiled->canvas, "template \"%.80s\" could not be read",
                                     object->template);
        return;
    }
    dado_xml xml;
    dado_xml_begin(&xml, object->template, bytes);
    while (dado_xml_next(&xml)) {
        char word[64];
        if (!dado_xml_is(&xml, "object")) continue;
        if (!object->kind[0] &&
            !dado_xml_attribute(&xml, "type", object->kind, sizeof object->kind))
            dado_xml_attribute(&xml, "class", object->kind, sizeof object->kind);
        if (!object->name[0]) dado_xml_attribute(&xml, "name", object->name, sizeof object->name);
        if (!object->gid && dado_xml_attribute(&xml, "gid", word, sizeof word)) object->gid = -1;
    }
}

void dado_tiled_object_put(dado_tiled *tiled, dado_tiled_object *object)
{
    if (object->template[0]) apply_template(tiled, object);
    const char *words[3] = { object->kind, object->name, "" };
    int tile = object->gid > 0 ? number_of(tiled, object->gid) : -1;
    for (int i = 0; tile >= 0 && i < tiled->label_count; i++) {
        if (tiled->labels[i].tile == tile) words[2] = tiled->labels[i].word;
    }
    // The position of an object with a picture is its lower edge.
    double y = object->gid ? object->y - tiled->tile_y : object->y;
    dado_import_canvas_object(
        tiled->canvas, words, 3,
        dado_cell_of_pixels(object->x - tiled->left * tiled->tile_x, tiled->tile_x),
        dado_cell_of_pixels(y - tiled->top * tiled->tile_y, tiled->tile_y), &object->figures);
}
