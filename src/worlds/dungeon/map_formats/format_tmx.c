// format_tmx.c - reads and writes TMX, the XML format of the Tiled editor.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "worlds/dungeon/map_formats/tiled_common.h"

static int sniff(const char *source, const char *bytes, size_t length)
{
    (void)length;
    if (dado_name_has_suffix(source, ".tmx")) return 90;
    if (dado_name_has_suffix(source, ".tsx") || dado_name_has_suffix(source, ".tx")) return 90;
    const char *open = strstr(bytes, "<map ");
    return open && open - bytes < 2000 && bytes[strspn(bytes, " \t\r\n\xEF\xBB\xBF")] == '<' ? 80
                                                                                             : 0;
}

static double number_of(const dado_xml *xml, const char *name)
{
    char text[64];
    double value = dado_xml_attribute(xml, name, text, sizeof text) ? strtod(text, NULL) : 0;
    return value > -1e9 && value < 1e9 ? value : 0;
}

static int whole_of(const dado_xml *xml, const char *name)
{
    return (int)number_of(xml, name);
}

static bool begin_map(dado_tiled *tiled, dado_import_canvas *canvas, const dado_xml *xml)
{
    char orientation[32] = "orthogonal";
    dado_xml_attribute(xml, "orientation", orientation, sizeof orientation);
    tiled->tile_x = number_of(xml, "tilewidth");
    tiled->tile_y = number_of(xml, "tileheight");
    tiled->width = whole_of(xml, "width");
    tiled->height = whole_of(xml, "height");
    return dado_tiled_begin(tiled, canvas, orientation);
}

// Makes the first pass over the file: finds the size of the map and the names of its
// tiles.
static bool read_heads(dado_tiled *tiled, dado_import_canvas *canvas)
{
    dado_xml xml;
    int set_depth = 0, first = 1, local = -1;
    bool begun = false;
    dado_xml_begin(&xml, canvas->ask->source, canvas->ask->bytes);
    while (dado_xml_next(&xml)) {
        char word[256] = "";
        if (set_depth && xml.depth <= set_depth) set_depth = 0;
        if (xml.depth == 1 && !dado_xml_is(&xml, "map")) {
            return dado_import_canvas_fail(
                canvas, dado_xml_line(&xml),
                "this is a <%.*s>, not a <map>; import the .tmx file that uses it",
                (int)(xml.name_length < 40 ? xml.name_length : 40), xml.name);
        }
        if (dado_xml_is(&xml, "map")) {
            if (!begin_map(tiled, canvas, &xml)) return false;
            begun = true;
        } else if (dado_xml_is(&xml, "chunk")) {
            dado_tiled_chunk(tiled, whole_of(&xml, "x"), whole_of(&xml, "y"),
                             whole_of(&xml, "width"), whole_of(&xml, "height"));
        } else if (dado_xml_is(&xml, "tileset") && xml.depth == 2) {
            set_depth = xml.depth;
            first = whole_of(&xml, "firstgid");
            if (first < 1) first = 1;
            if (!tiled->first) tiled->first = first;
            local = -1;
            if (dado_xml_attribute(&xml, "source", word, sizeof word))
                dado_tiled_set(tiled, first, word);
        } else if (set_depth) {
            dado_tiled_set_element(tiled, &xml, first, &local);
        }
    }
    if (!dado_xml_fine(&xml, canvas->err)) return false;
    if (!begun) return dado_import_canvas_fail(canvas, 1, "there is no <map> in this file");
    if (!tiled->first) tiled->first = 1;
    return dado_tiled_size(tiled);
}

// The part of a layer that is being read; `at` counts the <tile> elements so far.
typedef struct piece {
    int x, y, width, height, at;
    char encoding[16], packing[16];
} piece;

static bool read_layers(dado_tiled *tiled, dado_import_canvas *canvas)
{
    dado_xml xml;
    dado_tile_layer *layer = NULL;
    piece p = { 0 };
    bool inside = false;
    dado_xml_begin(&xml, canvas->ask->source, canvas->ask->bytes);
    while (dado_xml_next(&xml)) {
        bool data = dado_xml_is(&xml, "data"), chunk = dado_xml_is(&xml, "chunk");
        if (dado_xml_is(&xml, "layer")) {
            char name[DADO_SIGN_MOST] = "";
            dado_xml_attribute(&xml, "name", name, sizeof name);
            layer = dado_import_canvas_layer(canvas, name, tiled->width, tiled->height);
            if (!layer) return false;
            layer->labels = tiled->labels;
            layer->label_count = tiled->label_count;
        } else if (dado_xml_is(&xml, "imagelayer")) {
            dado_import_canvas_note_loss(canvas, "a layer of one picture: skipped");
        } else if (layer && (data || chunk)) {
            if (data) {
                p = (piece){ tiled->left, tiled->top, tiled->width, tiled->height, 0, "", "" };
                dado_xml_attribute(&xml, "encoding", p.encoding, sizeof p.encoding);
                dado_xml_attribute(&xml, "compression", p.packing, sizeof p.packing);
            } else {
                p.x = whole_of(&xml, "x");
                p.y = whole_of(&xml, "y");
                p.width = whole_of(&xml, "width");
                p.height = whole_of(&xml, "height");
                p.at = 0;
            }
            inside = p.encoding[0] == '\0';
            bool whole = p.encoding[0] && (chunk || !tiled->infinite);
            const char *text = dado_xml_content(&xml);
            if (whole &&
                !dado_tiled_cells(tiled, layer, dado_xml_line(&xml), p.x, p.y, p.width, p.height,
                                  p.encoding, p.packing, text, strcspn(text, "<"))) {
                return false;
            }
        } else if (layer && inside && dado_xml_is(&xml, "tile") && p.width > 0 &&
                   p.at < (int64_t)p.width * p.height) {
            dado_tiled_cell(tiled, layer, p.x + p.at % p.width, p.y + p.at / p.width,
                            (int64_t)number_of(&xml, "gid"));
            p.at++;
        } else if (xml.depth <= 2) {
            inside = false;
        }
    }
    return true;
}

static void read_objects(dado_tiled *tiled, dado_import_canvas *canvas)
{
    dado_xml xml;
    dado_tiled_object object;
    int object_depth = 0, set_depth = 0;
    dado_xml_begin(&xml, canvas->ask->source, canvas->ask->bytes);
    for (bool more = true; more;) {
        char name[64] = "", value[64] = "";
        more = dado_xml_next(&xml);
        if (object_depth && (!more || xml.depth <= object_depth)) {
            dado_tiled_object_put(tiled, &object);
            object_depth = 0;
        }
        if (!more) break;
        if (set_depth && xml.depth <= set_depth) set_depth = 0;
        if (dado_xml_is(&xml, "tileset")) set_depth = xml.depth;
        if (set_depth) continue;
        if (dado_xml_is(&xml, "object")) {
            object = (dado_tiled_object){ .x = number_of(&xml, "x"),
                                          .y = number_of(&xml, "y"),
                                          .gid = (int64_t)number_of(&xml, "gid"),
                                          .figures = dado_thing_stats_none() };
            if (!dado_xml_attribute(&xml, "type", object.kind, sizeof object.kind))
                dado_xml_attribute(&xml, "class", object.kind, sizeof object.kind);
            dado_xml_attribute(&xml, "name", object.name, sizeof object.name);
            dado_xml_attribute(&xml, "template", object.template, sizeof object.template);
            object_depth = xml.depth;
        } else if (object_depth && dado_xml_is(&xml, "property") &&
                   dado_xml_attribute(&xml, "name", name, sizeof name) &&
                   dado_xml_attribute(&xml, "value", value, sizeof value)) {
            dado_thing_stats_set(&object.figures, name, strtod(value, NULL));
        }
    }
}

static bool read(dado_import_canvas *canvas)
{
    dado_tiled tiled = { 0 };
    if (!read_heads(&tiled, canvas) || !read_layers(&tiled, canvas) ||
        !dado_import_canvas_layers(canvas)) {
        return false;
    }
    read_objects(&tiled, canvas);
    return true;
}

static void write_layer(const char *name, int number, const uint16_t *cells, const dado_map *map,
                        dado_text *out)
{
    dado_text_addf(out,
                   " <layer id=\"%d\" name=\"%s\" width=\"%d\" height=\"%d\">\n"
                   "  <data encoding=\"csv\">\n",
                   number, name, map->width, map->height);
    for (int y = 0; y < map->height; y++) {
        for (int x = 0; x < map->width; x++) {
            bool last = y == map->height - 1 && x == map->width - 1;
            dado_text_addf(out, "%d%s", cells[y * map->width + x] + 1, last ? "" : ",");
        }
        dado_text_char(out, '\n');
    }
    dado_text_add(out, "</data>\n </layer>\n");
}

static void write_object(const char *kind, int number, int x, int y,
                         const dado_thing_stats *figures, dado_text *out)
{
    dado_text_addf(out,
                   "  <object id=\"%d\" name=\"%s\" type=\"%s\" x=\"%d\" y=\"%d\" width=\"16\" "
                   "height=\"16\">\n   <properties>\n",
                   number, kind, kind, x * 16, y * 16);
    for (int i = 0; i < DADO_THING_STATS; i++) {
        if (figures->value[i] < 0) continue;
        dado_text_addf(out, "    <property name=\"%s\" type=\"int\" value=\"%d\"/>\n",
                       dado_thing_stat_names[i], figures->value[i]);
    }
    dado_text_add(out, "   </properties>\n  </object>\n");
}

// Writes the names of the tiles that the map uses; readers keep only a limited number.
static void write_labels(const dado_map *map, int most, dado_text *out)
{
    unsigned char *used = calloc((size_t)most + 1, 1);
    for (int i = 0; used && i < map->width * map->height; i++) {
        used[map->id[i]] = 1;
        used[map->type[i]] = 1;
    }
    for (int i = 3; i <= most; i++) {
        if (used && !used[i]) continue;
        dado_text_addf(out, "  <tile id=\"%d\" type=\"id_%d\"/>\n", i, i);
    }
    free(used);
}

static void write(const dado_map *map, dado_text *out)
{
    static const char *const words[] = { "wall", "floor", "exit" };
    int cells = map->width * map->height, most = 2, number = 1;
    bool types = false;
    for (int i = 0; i < cells; i++) {
        if (map->id[i] > most) most = map->id[i];
        if (map->type[i] > most) most = map->type[i];
        types = types || map->type[i] != (map->id[i] == DADO_CELL_EXIT ? 4 : map->id[i]);
    }
    dado_text_addf(out,
                   "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                   "<map version=\"1.10\" orientation=\"orthogonal\" renderorder=\"right-down\" "
                   "width=\"%d\" height=\"%d\" tilewidth=\"16\" tileheight=\"16\" "
                   "infinite=\"0\" nextlayerid=\"%d\" nextobjectid=\"%d\">\n",
                   map->width, map->height, types ? 4 : 3,
                   2 + map->golds + map->item_count + map->enemy_count);
    dado_text_addf(out,
                   " <tileset firstgid=\"1\" name=\"dado\" tilewidth=\"16\" tileheight=\"16\" "
                   "tilecount=\"%d\" columns=\"1\">\n  <image source=\"dado.png\" width=\"16\" "
                   "height=\"%d\"/>\n",
                   most + 1, 16 * (most + 1));
    for (int i = 0; i < 3; i++)
        dado_text_addf(out, "  <tile id=\"%d\" type=\"%s\"/>\n", i, words[i]);
    write_labels(map, most, out);
    dado_text_add(out, " </tileset>\n");
    write_layer("id", 1, map->id, map, out);
    if (types) write_layer("type", 2, map->type, map, out);
    dado_text_addf(out, " <objectgroup id=\"%d\" name=\"things\">\n", types ? 3 : 2);
    dado_thing_stats f = dado_thing_stats_none();
    write_object("start", number++, map->start_x, map->start_y, &f, out);
    for (int i = 0; i < map->golds; i++) {
        f = dado_thing_stats_of_gold(&map->gold[i]);
        write_object("gold", number++, map->gold[i].x, map->gold[i].y, &f, out);
    }
    for (int i = 0; i < map->item_count; i++) {
        f = dado_thing_stats_of_item(&map->items[i]);
        write_object("item", number++, map->items[i].x, map->items[i].y, &f, out);
    }
    for (int i = 0; i < map->enemy_count; i++) {
        f = dado_thing_stats_of_enemy(&map->enemies[i]);
        write_object("enemy", number++, map->enemies[i].x, map->enemies[i].y, &f, out);
    }
    dado_text_add(out, " </objectgroup>\n</map>\n");
}

const dado_map_format dado_map_format_tmx = {
    .name = "tmx",
    .about =
        "Tiled's XML: CSV, XML or base64 cells, plain or packed by zlib, gzip or zstd; chunks, "
        "groups, sets and templates beside it, objects",
    .suffixes = ".tmx",
    .sniff = sniff,
    .read = read,
    .write = write,
};
