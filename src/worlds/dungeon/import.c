// import.c - see import.h.
#include "worlds/dungeon/import.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "worlds/dungeon/xml.h"

enum { legend_most = 512, name_most = DADO_TEMPLATE_NAME };

typedef struct meaning {
    int sign;  // a letter or a number
    int id;
    char name[name_most];
} meaning;

typedef struct importer {
    const char *source;
    const dado_templates *templates;
    dado_error *err;
    dado_arena arena;
    dado_map map;
    bool started;
    meaning legend[legend_most];
    int meanings;
} importer;

static bool fail(importer *m, int line, const char *format, const char *word)
{
    char text[300];
    snprintf(text, sizeof text, "%s \"%.80s\"", format, word);
    return dado_fail_at(m->err, DADO_SYNTAX, (dado_place){ m->source, line, 0, 0 }, "%s", text);
}

static bool lay(importer *m, int width, int height)
{
    dado_map *map = &m->map;
    if (width < 1 || height < 1 || width > DADO_MAP_SIDE_MOST || height > DADO_MAP_SIDE_MOST) {
        return dado_fail_at(m->err, DADO_LIMIT, (dado_place){ m->source, 1, 0, 0 },
                            "a map has 1 to %d columns and rows, not %d by %d", DADO_MAP_SIDE_MOST,
                            width, height);
    }
    int cells = width * height;
    map->width = width;
    map->height = height;
    map->id = dado_new(&m->arena, uint16_t, cells);
    map->type = dado_new(&m->arena, uint16_t, cells);
    map->gold = dado_new(&m->arena, dado_map_gold, cells);
    map->items = dado_new(&m->arena, dado_map_item, cells);
    map->enemies = dado_new(&m->arena, dado_map_enemy, cells);
    if (!map->enemies) return dado_fail(m->err, DADO_LIMIT, "no memory left for the map");
    return true;
}

static void set(importer *m, int x, int y, int id)
{
    m->map.id[y * m->map.width + x] = (uint16_t)id;
    m->map.type[y * m->map.width + x] = (uint16_t)(id == DADO_CELL_EXIT ? 4 : id);
}

// Puts what a name stands for on a cell; floor comes under it where there was wall.
static bool put(importer *m, int line, const char *name, int x, int y, int amount)
{
    dado_map *map = &m->map;
    if (!dado_map_inside(map, x, y)) return fail(m, line, "this lies off the map:", name);
    int enemy = dado_template_enemy(m->templates, name);
    int item = dado_template_item(m->templates, name);
    int things = map->golds + map->item_count + map->enemy_count;
    if (things >= map->width * map->height)
        return fail(m, line, "there are too many things:", name);
    if (dado_map_id(map, x, y) == DADO_CELL_WALL) set(m, x, y, DADO_CELL_FLOOR);
    if (strcmp(name, "start") == 0) {
        map->start_x = x;
        map->start_y = y;
        m->started = true;
    } else if (strcmp(name, "exit") == 0) {
        set(m, x, y, DADO_CELL_EXIT);
    } else if (strcmp(name, "gold") == 0) {
        map->gold[map->golds++] = (dado_map_gold){ x, y, amount > 0 ? amount : 10 };
    } else if (enemy >= 0) {
        map->enemies[map->enemy_count] = m->templates->enemies[enemy].enemy;
        map->enemies[map->enemy_count].x = x;
        map->enemies[map->enemy_count++].y = y;
    } else if (item >= 0) {
        map->items[map->item_count] = m->templates->items[item].item;
        map->items[map->item_count].x = x;
        map->items[map->item_count++].y = y;
    } else {
        return fail(m, line, "no template is called", name);
    }
    return true;
}

static bool finish(importer *m, dado_text *out)
{
    if (!m->started) {
        return dado_fail_at(m->err, DADO_MEANING, (dado_place){ m->source, 0, 0, 0 },
                            "there is no start: mark one with @, or an object called start");
    }
    dado_text text = { 0 };
    dado_map read;
    dado_error why = { 0 };
    dado_map_write(&m->map, &text);
    bool fine = dado_map_read(&read, m->source, text.data, text.length, &m->arena, NULL, &why);
    if (fine) {
        dado_text_add(out, dado_text_string(&text));
    } else {
        dado_fail(m->err, DADO_MEANING, "%s does not make a map: %s: %s", m->source, why.code,
                  why.text);
        dado_fail_code(m->err, why.code);
    }
    dado_text_free(&text);
    return fine;
}

static bool read_legend(importer *m, const char *text)
{
    for (int line = 1; text && *text; line++) {
        size_t length = strcspn(text, "\n");
        char words[160] = "", name[name_most] = "", sign[40] = "";
        int id = 1;
        if (length < sizeof words) memcpy(words, text, length);
        text += length + (text[length] == '\n');
        if (strspn(words, " \t\r") == strlen(words)) continue;
        if (sscanf(words, " %39s = %d %31s", sign, &id, name) < 2 || id < 0 ||
            id > DADO_MAP_CODE_MOST || m->meanings == legend_most) {
            return dado_fail_at(m->err, DADO_SYNTAX, (dado_place){ "legend", line, 0, 0 },
                                "a legend has lines like: o = 1 ogre");
        }
        bool number = sign[1] && strspn(sign, "0123456789") == strlen(sign);
        meaning *w = &m->legend[m->meanings++];
        *w = (meaning){ number ? atoi(sign) : (unsigned char)sign[0], id, "" };
        if (!number && sign[1]) return fail(m, line, "a sign is one letter or a number, not", sign);
        memcpy(w->name, name, sizeof name);
    }
    return true;
}

// What a sign means: by the legend, or as is usual; false if it means nothing.
static bool mean(const importer *m, int sign, bool letter, meaning *found)
{
    static const meaning usual[] = {
        { '#', 0, "" },       { '.', 1, "" },      { ' ', 0, "" },    { '@', 1, "start" },
        { 'E', 1, "start" },  { 'X', 2, "" },      { '>', 2, "" },    { '$', 1, "gold" },
        { '!', 1, "potion" }, { '+', 1, "sword" }, { 'e', 1, "rat" }, { 'o', 1, "ogre" },
    };
    for (int i = 0; i < m->meanings; i++) {
        bool same =
            m->legend[i].sign == sign || (!letter && m->legend[i].sign == '0' + sign && sign < 10);
        if (same) {
            *found = m->legend[i];
            return true;
        }
    }
    if (!letter) {
        *found = (meaning){ sign, sign, "" };
        return sign >= 0 && sign <= DADO_MAP_CODE_MOST;
    }
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        if (usual[i].sign != sign) continue;
        *found = usual[i];
        return true;
    }
    return false;
}

static bool apply(importer *m, int line, int sign, bool letter, int x, int y)
{
    meaning found;
    char words[16];
    snprintf(words, sizeof words, letter && isprint(sign) ? "%c" : "%d", sign);
    if (!mean(m, sign, letter, &found)) return fail(m, line, "this sign means nothing:", words);
    set(m, x, y, found.id);
    return !found.name[0] || put(m, line, found.name, x, y, 0);
}

static bool read_letters(importer *m, const char *text)
{
    int width = 0, height = 0, row = 0;
    for (const char *s = text; *s; s += strcspn(s, "\n") + (s[strcspn(s, "\n")] == '\n')) {
        int length = (int)strcspn(s, "\r\n");
        if (length > width) width = length;
        if (length) height = ++row;
        else row++;
    }
    if (!lay(m, width, height)) return false;
    for (int y = 0; y < height; y++) {
        int length = (int)strcspn(text, "\r\n");
        for (int x = 0; x < length; x++) {
            if (!apply(m, y + 1, (unsigned char)text[x], true, x, y)) return false;
        }
        text += strcspn(text, "\n");
        if (*text) text++;
    }
    return true;
}

// The numbers of a list parted by commas or blanks; false at anything else.
static bool next_number(const char **text, long *value)
{
    while (**text && strchr(" \t\r,;", **text)) (*text)++;
    if (!isdigit((unsigned char)**text) && **text != '-') return false;
    char *end;
    *value = strtol(*text, &end, 10);
    if (end == *text) return false;
    *text = end;
    return true;
}

static bool read_numbers(importer *m, const char *text)
{
    int width = 0, height = 0;
    long value;
    for (const char *s = text; *s;) {
        int count = 0;
        while (next_number(&s, &value)) count++;
        if (*s && *s != '\n') return fail(m, height + 1, "a grid holds numbers, not", s);
        if (count && !width) width = count;
        if (count && count != width) return fail(m, height + 1, "this row is not as wide:", "");
        height += count > 0;
        if (*s) s++;
    }
    if (!lay(m, width, height)) return false;
    for (int y = 0; y < height;) {
        int x = 0;
        while (next_number(&text, &value)) {
            if (value < 0 || value > DADO_MAP_CODE_MOST) return fail(m, y + 1, "out of range:", "");
            if (!apply(m, y + 1, (int)value, false, x++, y)) return false;
        }
        y += x > 0;
        if (*text) text++;
    }
    return true;
}

enum { flip_bits = 0x1FFFFFFF };  // the bits above say how Tiled turned a tile

static bool apply_gid(importer *m, int64_t gid, int first, int x, int y)
{
    int64_t tile = gid & flip_bits;
    if (tile == 0) {
        set(m, x, y, DADO_CELL_WALL);
        return true;
    }
    return apply(m, 0, (int)(tile >= first ? tile - first : tile), false, x, y);
}

static bool json_layer(importer *m, const json_t *layer, int first)
{
    const json_t *data = json_object_get(layer, "data");
    if (!json_is_array(data) ||
        json_array_size(data) != (size_t)m->map.width * (size_t)m->map.height) {
        return fail(m, 0, "a layer must hold its cells as a plain list of numbers:",
                    json_string_value(json_object_get(layer, "name"))
                        ? json_string_value(json_object_get(layer, "name"))
                        : "");
    }
    for (int i = 0; i < m->map.width * m->map.height; i++) {
        json_int_t gid = json_integer_value(json_array_get(data, (size_t)i));
        if (!apply_gid(m, gid, first, i % m->map.width, i / m->map.width)) return false;
    }
    return true;
}

static int amount_of(const json_t *object)
{
    size_t at;
    json_t *property;
    json_array_foreach(json_object_get(object, "properties"), at, property)
    {
        const char *name = json_string_value(json_object_get(property, "name"));
        if (name && strcmp(name, "amount") == 0) {
            double value = json_number_value(json_object_get(property, "value"));
            return value >= 1 && value <= DADO_MAP_FIELD_MOST ? (int)value : 0;
        }
    }
    return 0;
}

static int cell_number(double pixels, double tile)
{
    double cell = tile > 0 ? pixels / tile : pixels;
    return cell >= 0 && cell < 1e6 ? (int)cell : -1;
}

static bool json_objects(importer *m, const json_t *layer, double tile_x, double tile_y)
{
    size_t at;
    json_t *object;
    json_array_foreach(json_object_get(layer, "objects"), at, object)
    {
        const char *type = json_string_value(json_object_get(object, "type"));
        if (!type || !*type) type = json_string_value(json_object_get(object, "class"));
        if (!type || !*type) type = json_string_value(json_object_get(object, "name"));
        if (!type) return fail(m, 0, "an object has no type", "");
        double y = json_number_value(json_object_get(object, "y"));
        // Objects with a picture hang on their lower edge.
        if (json_object_get(object, "gid")) y -= tile_y;
        int cx = cell_number(json_number_value(json_object_get(object, "x")), tile_x);
        if (!put(m, 0, type, cx, cell_number(y, tile_y), amount_of(object))) return false;
    }
    return true;
}

static bool read_tiled_json(importer *m, const char *text)
{
    json_error_t why;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &why);
    if (!root) {
        return dado_fail_at(m->err, DADO_SYNTAX,
                            (dado_place){ m->source, why.line, why.column > 0 ? why.column : 0, 1 },
                            "%s", why.text);
    }
    double tile_x = json_number_value(json_object_get(root, "tilewidth"));
    double tile_y = json_number_value(json_object_get(root, "tileheight"));
    json_int_t width = json_integer_value(json_object_get(root, "width"));
    json_int_t height = json_integer_value(json_object_get(root, "height"));
    json_int_t first = json_integer_value(
        json_object_get(json_array_get(json_object_get(root, "tilesets"), 0), "firstgid"));
    bool fine = lay(m, width > 0 && width < 5000 ? (int)width : 0,
                    height > 0 && height < 5000 ? (int)height : 0);
    // Cells first, whatever the order of the layers: objects stand on them.
    for (int pass = 0; pass < 2 && fine; pass++) {
        size_t at;
        json_t *layer;
        json_array_foreach(json_object_get(root, "layers"), at, layer)
        {
            const char *type = json_string_value(json_object_get(layer, "type"));
            if (!fine || !type) continue;
            if (pass == 0 && strcmp(type, "tilelayer") == 0) {
                fine = json_layer(m, layer, first > 0 && first < flip_bits ? (int)first : 1);
            } else if (pass == 1 && strcmp(type, "objectgroup") == 0) {
                fine = json_objects(m, layer, tile_x, tile_y);
            }
        }
    }
    json_decref(root);
    return fine;
}

static double number_of(const dado_xml *xml, const char *name)
{
    char text[64];
    return dado_xml_attribute(xml, name, text, sizeof text) ? strtod(text, NULL) : 0;
}

static bool tmx_cells(importer *m, dado_xml *xml, int first)
{
    char encoding[32] = "";
    dado_xml_attribute(xml, "encoding", encoding, sizeof encoding);
    if (strcmp(encoding, "csv") != 0) {
        return fail(m, dado_xml_line(xml),
                    "cells must be stored as CSV (Tiled: map properties, tile layer format), not",
                    encoding[0] ? encoding : "XML");
    }
    const char *text = dado_xml_content(xml);
    for (int i = 0; i < m->map.width * m->map.height; i++) {
        while (*text && strchr(" \t\r\n,", *text)) text++;
        char *end;
        unsigned long gid = strtoul(text, &end, 10);
        if (end == text) return fail(m, dado_xml_line(xml), "there are too few cells", "");
        text = end;
        if (!apply_gid(m, (int64_t)gid, first, i % m->map.width, i / m->map.width)) return false;
    }
    return true;
}

static bool tmx_object(importer *m, const dado_xml *xml, double tile_x, double tile_y)
{
    char type[64] = "", gid[32];
    if (!dado_xml_attribute(xml, "type", type, sizeof type) &&
        !dado_xml_attribute(xml, "class", type, sizeof type)) {
        dado_xml_attribute(xml, "name", type, sizeof type);
    }
    double y = number_of(xml, "y");
    if (dado_xml_attribute(xml, "gid", gid, sizeof gid)) y -= tile_y;
    return put(m, dado_xml_line(xml), type, cell_number(number_of(xml, "x"), tile_x),
               cell_number(y, tile_y), 0);
}

static bool read_tmx_pass(importer *m, const char *text, bool objects)
{
    dado_xml xml;
    double tile_x = 16, tile_y = 16;
    int first = 1;
    bool sized = objects;
    dado_xml_begin(&xml, m->source, text);
    while (dado_xml_next(&xml)) {
        if (dado_xml_is(&xml, "map")) {
            tile_x = number_of(&xml, "tilewidth");
            tile_y = number_of(&xml, "tileheight");
            double width = number_of(&xml, "width"), height = number_of(&xml, "height");
            bool fits = width >= 1 && height >= 1 && width < 5000 && height < 5000;
            if (!objects && !lay(m, fits ? (int)width : 0, fits ? (int)height : 0)) return false;
            sized = true;
        } else if (dado_xml_is(&xml, "tileset")) {
            double number = number_of(&xml, "firstgid");
            first = number >= 1 && number < flip_bits ? (int)number : 1;
        } else if (!sized) {
            return fail(m, dado_xml_line(&xml), "expected a map first", "");
        } else if (!objects && dado_xml_is(&xml, "data")) {
            if (!tmx_cells(m, &xml, first)) return false;
        } else if (objects && dado_xml_is(&xml, "object")) {
            if (!tmx_object(m, &xml, tile_x, tile_y)) return false;
        }
    }
    if (!sized) return fail(m, 1, "there is no map in this file", "");
    return dado_xml_fine(&xml, m->err);
}

static dado_import_form guess(const char *source, const char *text)
{
    const char *dot = strrchr(source, '.');
    if (dot && strcmp(dot, ".tmx") == 0) return DADO_IMPORT_TMX;
    if (dot && (strcmp(dot, ".json") == 0 || strcmp(dot, ".tmj") == 0))
        return DADO_IMPORT_TILED_JSON;
    if (strspn(text, "0123456789 ,;\t\r\n") == strlen(text)) return DADO_IMPORT_NUMBERS;
    return DADO_IMPORT_LETTERS;
}

bool dado_map_import(const char *source, const char *text, dado_import_form form,
                     const char *legend, const dado_templates *templates, dado_text *out,
                     dado_error *err)
{
    importer *m = calloc(1, sizeof *m);
    if (!m) return dado_fail(err, DADO_LIMIT, "no memory left to import a map");
    m->source = source;
    m->templates = templates;
    m->err = err;
    dado_arena_init(&m->arena, (size_t)512 << 20);
    if (form == DADO_IMPORT_GUESS) form = guess(source, text);
    bool fine = read_legend(m, legend);
    if (fine && form == DADO_IMPORT_TMX) {
        fine = read_tmx_pass(m, text, false) && read_tmx_pass(m, text, true);
    } else if (fine) {
        fine = form == DADO_IMPORT_TILED_JSON ? read_tiled_json(m, text)
               : form == DADO_IMPORT_NUMBERS  ? read_numbers(m, text)
                                              : read_letters(m, text);
    }
    fine = fine && finish(m, out);
    dado_arena_free(&m->arena);
    free(m);
    return fine;
}
