// import_map.c - lists the map formats, recognises the format of a file, and imports it.
#include <stdlib.h>
#include <string.h>

#include "worlds/dungeon/map_formats/import_canvas.h"

#define MAP_FORMAT(name) extern const dado_map_format dado_map_format_##name;
#include "worlds/dungeon/map_formats/formats.def"
#undef MAP_FORMAT

#define MAP_FORMAT(name) &dado_map_format_##name,
const dado_map_format *const dado_map_formats[] = {
#include "worlds/dungeon/map_formats/formats.def"
    NULL,
};
#undef MAP_FORMAT

const dado_map_format *dado_map_format_named(const char *name)
{
    for (int i = 0; dado_map_formats[i]; i++) {
        if (strcmp(dado_map_formats[i]->name, name) == 0) return dado_map_formats[i];
    }
    return NULL;
}

bool dado_name_has_suffix(const char *name, const char *suffix)
{
    size_t length = strlen(name), tail = strlen(suffix);
    return length > tail && strcmp(name + length - tail, suffix) == 0;
}

const dado_map_format *dado_map_format_detect(const char *source, const char *bytes, size_t length)
{
    const dado_map_format *best = NULL;
    int most = 0;
    for (int i = 0; dado_map_formats[i]; i++) {
        int sure = dado_map_formats[i]->sniff(source, bytes, length);
        if (sure <= most) continue;
        most = sure;
        best = dado_map_formats[i];
    }
    return best;
}

// Returns the first cell of the largest connected piece of floor, or -1 if there is no
// floor.
static int largest_piece(const dado_map *map, uint8_t *seen, uint8_t *reached, int32_t *queue)
{
    int cells = map->width * map->height, most = 0, best = -1;
    memset(seen, 0, (size_t)cells);
    for (int i = 0; i < cells; i++) {
        if (seen[i] || map->id[i] == DADO_CELL_WALL) continue;
        int count = dado_map_flood(map, i % map->width, i / map->width, reached, queue);
        for (int k = 0; k < count; k++) seen[queue[k]] = 1;
        if (count <= most) continue;
        most = count;
        best = i;
    }
    return best;
}

static bool taken(const dado_map *map, int cell)
{
    int x = cell % map->width, y = cell / map->width;
    for (int i = 0; i < map->enemy_count; i++) {
        if (map->enemies[i].x == x && map->enemies[i].y == y) return true;
    }
    return map->id[cell] == DADO_CELL_EXIT;
}

// Returns the free cell farthest from cell `from`, the first of equals; -1 if there is
// none.
static int farthest(const dado_map *map, int from, int32_t *steps, int32_t *queue)
{
    int best = -1;
    dado_map_distances(map, from % map->width, from / map->width, 4, steps, queue);
    for (int i = 0; i < map->width * map->height; i++) {
        if (i != from && steps[i] > 0 && (best < 0 || steps[i] > steps[best]) && !taken(map, i))
            best = i;
    }
    return best;
}

// Adds a start and an exit, far apart, if the file has none.
static bool complete(dado_import_canvas *c)
{
    dado_map *map = &c->map;
    int cells = map->width * map->height, exit = -1;
    uint8_t *seen = dado_new(&c->region, uint8_t, cells),
            *reached = dado_new(&c->region, uint8_t, cells);
    int32_t *steps = dado_new(&c->region, int32_t, cells),
            *queue = dado_new(&c->region, int32_t, cells);
    if (!queue || !steps || !seen || !reached) {
        return dado_fail(c->err, DADO_LIMIT, "out of memory while importing the map");
    }
    for (int i = 0; i < cells && exit < 0; i++) {
        if (map->id[i] == DADO_CELL_EXIT) exit = i;
    }
    int piece = largest_piece(map, seen, reached, queue);
    if (piece < 0) {
        return dado_import_canvas_fail(
            c, 0,
            "nothing here can be walked on; say in a legend what is floor, "
            "as in: . = floor, or 12 = floor for a tile's number");
    }
    if (!c->started) {
        int at = exit >= 0 ? farthest(map, exit, steps, queue) : piece;
        while (exit < 0 && at < cells && (map->id[at] == DADO_CELL_WALL || taken(map, at))) at++;
        if (at < 0 || at >= cells) {
            return dado_import_canvas_fail(
                c, 0,
                "there is no start, and no free floor to put one; mark a "
                "cell in a legend, as in: @ = floor start");
        }
        map->start_x = at % map->width;
        map->start_y = at / map->width;
        dado_import_canvas_note_loss(c, "there is no start: put at %d,%d", map->start_x,
                                     map->start_y);
    }
    if (exit < 0) {
        exit = farthest(map, map->start_y * map->width + map->start_x, steps, queue);
        if (exit < 0) {
            return dado_import_canvas_fail(
                c, 0,
                "there is no exit, and the start has no way to anywhere; "
                "say in a legend what is floor");
        }
        map->id[exit] = DADO_CELL_EXIT;
        map->type[exit] = 4;
        dado_import_canvas_note_loss(c, "there is no exit: put at %d,%d, farthest from the start",
                                     exit % map->width, exit / map->width);
    }
    return true;
}

// Removes things on cells that became walls after the things were placed.
static void tidy(dado_import_canvas *c)
{
    dado_map *map = &c->map;
    int golds = 0, items = 0, enemies = 0;
    for (int i = 0; i < map->golds; i++) {
        if (dado_map_id(map, map->gold[i].x, map->gold[i].y)) map->gold[golds++] = map->gold[i];
    }
    for (int i = 0; i < map->item_count; i++) {
        if (dado_map_id(map, map->items[i].x, map->items[i].y)) map->items[items++] = map->items[i];
    }
    for (int i = 0; i < map->enemy_count; i++) {
        const dado_map_enemy *e = &map->enemies[i];
        if (dado_map_id(map, e->x, e->y)) map->enemies[enemies++] = *e;
    }
    int lost = map->golds - golds + map->item_count - items + map->enemy_count - enemies;
    map->golds = golds;
    map->item_count = items;
    map->enemy_count = enemies;
    if (lost) dado_import_canvas_note_loss(c, "things in walls: %d are left out", lost);
    if (c->started && dado_map_id(map, map->start_x, map->start_y) == DADO_CELL_WALL) {
        c->started = false;
    }
}

static bool finish(dado_import_canvas *c, dado_text *out)
{
    dado_map *map = &c->map;
    int cells = map->width * map->height, blanks = 0;
    if (!map->id) return dado_import_canvas_fail(c, 0, "this file has no map");
    for (int i = 0; i < cells && !c->floored; i++) {
        if (map->id[i] != DADO_CELL_WALL || c->painted[i] == 1) continue;
        map->id[i] = map->type[i] = DADO_CELL_FLOOR;
        blanks++;
    }
    if (blanks == cells) return dado_import_canvas_fail(c, 0, "every cell of this file is empty");
    if (blanks)
        dado_import_canvas_note_loss(
            c, "nothing is marked as floor: %d empty cells are taken for it", blanks);
    tidy(c);
    if (!complete(c)) return false;
    dado_text text = { 0 };
    dado_map read;
    dado_error why = { 0 };
    dado_map_warnings warnings = { 0 };
    dado_map_write(map, &text);
    bool fine =
        dado_map_read(&read, c->ask->source, text.data, text.length, &c->region, &warnings, &why);
    for (int i = 0; fine && i < warnings.count && i < DADO_MAP_WARNINGS_MOST; i++) {
        const char *code = warnings.list[i].code;
        if (strcmp(code, "W_EXIT_UNREACHABLE") == 0) {
            dado_import_canvas_note_loss(
                c, "nobody can win this map: no exit can be reached from the start");
        } else if (strcmp(code, "W_ENTITY_UNREACHABLE") == 0) {
            dado_import_canvas_note_loss(c, "a thing cannot be reached from the start");
        }
    }
    if (fine) {
        dado_text_add(out, dado_text_string(&text));
    } else {
        dado_fail(c->err, DADO_INVALID, "%s cannot be turned into a valid map: %s: %s",
                  c->ask->source, why.code, why.text);
        dado_fail_code(c->err, why.code);
    }
    dado_text_free(&text);
    return fine;
}

static bool paint(dado_import_canvas *c, const dado_map_format *form, dado_text *out)
{
    if (c->ask->legend && !dado_legend_read(c, "legend", c->ask->legend)) return false;
    if (form->legend && !dado_legend_read(c, form->name, form->legend)) return false;
    return form->read(c) && finish(c, out);
}

// Skips the byte order mark that some editors put before a text.
static dado_import without_mark(dado_import ask)
{
    bool marked = ask.length >= 3 && memcmp(ask.bytes, "\xEF\xBB\xBF", 3) == 0;
    ask.bytes += marked ? 3 : 0;
    ask.length -= marked ? 3 : 0;
    return ask;
}

bool dado_map_import(const dado_import *given, dado_text *out, dado_import_losses *losses,
                     dado_error *err)
{
    const dado_import plain = without_mark(*given), *ask = &plain;
    dado_import_canvas *c = calloc(1, sizeof *c);
    dado_import_losses unheard = { 0 };
    const dado_map_format *form = ask->form;
    if (!c) return dado_fail(err, DADO_LIMIT, "out of memory while importing a map");
    c->ask = ask;
    c->err = err;
    c->losses = losses ? losses : &unheard;
    c->rng = ask->seed;
    dado_region_init(&c->region, (size_t)1 << 30);
    c->legend = dado_new(&c->region, dado_legend_entry, DADO_LEGEND_MOST);
    if (!form) form = dado_map_format_detect(ask->source, ask->bytes, ask->length);
    bool fine;
    if (!c->legend) fine = dado_fail(err, DADO_LIMIT, "out of memory while importing a map");
    else if (strspn(ask->bytes, " \t\r\n") == ask->length)
        fine = dado_import_canvas_fail(c, 0, "this file is empty");
    else if (!form)
        fine = dado_import_canvas_fail(
            c, 0, "dado does not recognise the format of this file; name the format");
    else fine = paint(c, form, out);
    dado_region_free(&c->region);
    free(c);
    return fine;
}
