// import_canvas.c - paints cells and things on the canvas of an import; see
// import_canvas.h. import_legend.c has the legends.
#include "worlds/dungeon/map_formats/import_canvas.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool dado_import_canvas_fail(dado_import_canvas *canvas, int line, const char *format, ...)
{
    char text[sizeof canvas->err->text];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return dado_fail_at(canvas->err, DADO_SYNTAX, (dado_place){ canvas->ask->source, line, 0, 0 },
                        "%s", text);
}

void dado_import_canvas_note_loss(dado_import_canvas *canvas, const char *format, ...)
{
    dado_import_losses *losses = canvas->losses;
    dado_import_loss loss = { .times = 1 };
    va_list list;
    va_start(list, format);
    vsnprintf(loss.text, sizeof loss.text, format, list);
    va_end(list);
    for (int i = 0; i < losses->count; i++) {
        if (strcmp(losses->list[i].text, loss.text) != 0) continue;
        losses->list[i].times++;
        return;
    }
    if (losses->count == DADO_IMPORT_LOSSES_MOST) losses->more++;
    else losses->list[losses->count++] = loss;
}

bool dado_import_canvas_resize(dado_import_canvas *canvas, int width, int height)
{
    dado_map *map = &canvas->map;
    if (width < 1 || height < 1 || width > DADO_MAP_SIDE_MOST || height > DADO_MAP_SIDE_MOST) {
        return dado_fail_at(canvas->err, DADO_LIMIT, (dado_place){ canvas->ask->source, 1, 0, 0 },
                            "a map has 1 to %d columns and rows, not %d by %d", DADO_MAP_SIDE_MOST,
                            width, height);
    }
    int cells = width * height;
    map->width = width;
    map->height = height;
    map->id = dado_new(&canvas->region, uint16_t, cells);
    map->type = dado_new(&canvas->region, uint16_t, cells);
    map->gold = dado_new(&canvas->region, dado_map_gold, cells);
    map->items = dado_new(&canvas->region, dado_map_item, cells);
    map->enemies = dado_new(&canvas->region, dado_map_enemy, cells);
    canvas->painted = dado_new(&canvas->region, uint8_t, cells);
    if (!map->id || !map->type || !map->gold || !map->items || !map->enemies || !canvas->painted) {
        return dado_fail(canvas->err, DADO_LIMIT, "out of memory while importing the map");
    }
    return true;
}

const char *const dado_thing_stat_names[DADO_THING_STATS] = {
    "amount", "buff", "hp", "mp", "atk", "def", "range", "cost", "sprite_x", "sprite_y",
};

dado_thing_stats dado_thing_stats_none(void)
{
    dado_thing_stats none;
    for (int i = 0; i < DADO_THING_STATS; i++) none.value[i] = -1;
    return none;
}

void dado_thing_stats_set(dado_thing_stats *figures, const char *name, double value)
{
    for (int i = 0; i < DADO_THING_STATS; i++) {
        bool fits = value >= 0 && value <= DADO_MAP_FIELD_MOST;
        if (strcmp(name, dado_thing_stat_names[i]) == 0 && fits) figures->value[i] = (int)value;
    }
}

dado_thing_stats dado_thing_stats_of_gold(const dado_map_gold *gold)
{
    dado_thing_stats f = dado_thing_stats_none();
    f.value[DADO_THING_STAT_AMOUNT] = gold->amount;
    return f;
}

dado_thing_stats dado_thing_stats_of_item(const dado_map_item *item)
{
    dado_thing_stats f = dado_thing_stats_none();
    f.value[DADO_THING_STAT_BUFF] = item->buff;
    f.value[DADO_THING_STAT_HP] = item->hp;
    f.value[DADO_THING_STAT_MP] = item->mp;
    f.value[DADO_THING_STAT_ATK] = item->atk;
    f.value[DADO_THING_STAT_DEF] = item->def;
    f.value[DADO_THING_STAT_SPRITE_X] = item->sprite_x;
    f.value[DADO_THING_STAT_SPRITE_Y] = item->sprite_y;
    return f;
}

dado_thing_stats dado_thing_stats_of_enemy(const dado_map_enemy *enemy)
{
    dado_thing_stats f = dado_thing_stats_none();
    f.value[DADO_THING_STAT_HP] = enemy->hp;
    f.value[DADO_THING_STAT_ATK] = enemy->atk;
    f.value[DADO_THING_STAT_DEF] = enemy->def;
    f.value[DADO_THING_STAT_RANGE] = enemy->range;
    f.value[DADO_THING_STAT_COST] = enemy->cost;
    f.value[DADO_THING_STAT_SPRITE_X] = enemy->sprite_x;
    f.value[DADO_THING_STAT_SPRITE_Y] = enemy->sprite_y;
    return f;
}

static void set(dado_import_canvas *canvas, int x, int y, int id)
{
    int cell = y * canvas->map.width + x;
    canvas->map.id[cell] = (uint16_t)id;
    canvas->map.type[cell] = (uint16_t)(id == DADO_CELL_EXIT ? 4 : id);
    canvas->painted[cell] = 1;
}

static int given(const dado_thing_stats *figures, int which, int otherwise)
{
    return figures && figures->value[which] >= 0 ? figures->value[which] : otherwise;
}

static int at_least(int value, int least)
{
    return value < least ? least : value;
}

// Returns whether an enemy is on a cell. With these checks a thing that a map cannot have
// is reported as a loss and is not an error.
static bool enemy_on(const dado_map *map, int x, int y)
{
    for (int i = 0; i < map->enemy_count; i++) {
        if (map->enemies[i].x == x && map->enemies[i].y == y) return true;
    }
    return false;
}

static bool gold_on(const dado_map *map, int x, int y)
{
    for (int i = 0; i < map->golds; i++) {
        if (map->gold[i].x == x && map->gold[i].y == y) return true;
    }
    return false;
}

static bool item_on(const dado_map *map, int x, int y)
{
    for (int i = 0; i < map->item_count; i++) {
        if (map->items[i].x == x && map->items[i].y == y) return true;
    }
    return false;
}

static bool start_on(const dado_import_canvas *canvas, int x, int y)
{
    return canvas->started && canvas->map.start_x == x && canvas->map.start_y == y;
}

static void put_start(dado_import_canvas *canvas, int x, int y)
{
    dado_map *map = &canvas->map;
    if (canvas->started)
        dado_import_canvas_note_loss(canvas, "there is more than one start: the first counts");
    else if (enemy_on(map, x, y) || dado_map_id(map, x, y) == DADO_CELL_EXIT) {
        dado_import_canvas_note_loss(canvas, "the start is taken by an enemy or an exit");
    } else {
        map->start_x = x;
        map->start_y = y;
        canvas->started = true;
    }
}

static void put_enemy(dado_import_canvas *canvas, const dado_map_enemy *kind, int x, int y,
                      const dado_thing_stats *f)
{
    dado_map *map = &canvas->map;
    if (enemy_on(map, x, y) || gold_on(map, x, y) || item_on(map, x, y) || start_on(canvas, x, y)) {
        dado_import_canvas_note_loss(canvas, "an enemy stands where there is something else");
        return;
    }
    map->enemies[map->enemy_count++] = (dado_map_enemy){
        .x = x,
        .y = y,
        .hp = at_least(given(f, DADO_THING_STAT_HP, kind->hp), 1),
        .atk = given(f, DADO_THING_STAT_ATK, kind->atk),
        .def = given(f, DADO_THING_STAT_DEF, kind->def),
        .range = given(f, DADO_THING_STAT_RANGE, kind->range),
        .cost = at_least(given(f, DADO_THING_STAT_COST, kind->cost), 1),
        .sprite_x = given(f, DADO_THING_STAT_SPRITE_X, kind->sprite_x),
        .sprite_y = given(f, DADO_THING_STAT_SPRITE_Y, kind->sprite_y),
    };
}

static void put_item(dado_import_canvas *canvas, const dado_map_item *kind, int x, int y,
                     const dado_thing_stats *f)
{
    dado_map *map = &canvas->map;
    if (item_on(map, x, y) || enemy_on(map, x, y)) {
        dado_import_canvas_note_loss(canvas, "an item lies where there is something else");
        return;
    }
    map->items[map->item_count++] = (dado_map_item){
        .x = x,
        .y = y,
        .buff = given(f, DADO_THING_STAT_BUFF, kind->buff) != 0,
        .hp = given(f, DADO_THING_STAT_HP, kind->hp),
        .mp = given(f, DADO_THING_STAT_MP, kind->mp),
        .atk = given(f, DADO_THING_STAT_ATK, kind->atk),
        .def = given(f, DADO_THING_STAT_DEF, kind->def),
        .sprite_x = given(f, DADO_THING_STAT_SPRITE_X, kind->sprite_x),
        .sprite_y = given(f, DADO_THING_STAT_SPRITE_Y, kind->sprite_y),
    };
}

static void put_gold(dado_import_canvas *canvas, int x, int y, const dado_thing_stats *f)
{
    dado_map *map = &canvas->map;
    if (gold_on(map, x, y) || enemy_on(map, x, y)) {
        dado_import_canvas_note_loss(canvas, "gold lies where there is something else");
        return;
    }
    int amount = given(f, DADO_THING_STAT_AMOUNT, 10);
    map->gold[map->golds++] = (dado_map_gold){ x, y, amount > 0 ? amount : 10 };
}

// Puts the thing with this name on a cell; if the cell was a wall it becomes floor.
static void put(dado_import_canvas *canvas, const char *name, int x, int y,
                const dado_thing_stats *figures)
{
    const dado_templates *templates = canvas->ask->templates;
    int enemy = dado_template_enemy(templates, name), item = dado_template_item(templates, name);
    if (dado_map_id(&canvas->map, x, y) == DADO_CELL_WALL) set(canvas, x, y, DADO_CELL_FLOOR);
    canvas->painted[y * canvas->map.width + x] = 1;
    if (strcmp(name, "start") == 0) put_start(canvas, x, y);
    else if (strcmp(name, "exit") == 0 && start_on(canvas, x, y)) {
        dado_import_canvas_note_loss(canvas, "the start is taken by an enemy or an exit");
    } else if (strcmp(name, "exit") == 0) set(canvas, x, y, DADO_CELL_EXIT);
    else if (strcmp(name, "gold") == 0) put_gold(canvas, x, y, figures);
    else if (enemy >= 0) put_enemy(canvas, &templates->enemies[enemy].enemy, x, y, figures);
    else if (item >= 0) put_item(canvas, &templates->items[item].item, x, y, figures);
    else dado_import_canvas_note_loss(canvas, "no template is called \"%.60s\"", name);
}

void dado_import_canvas_paint(dado_import_canvas *canvas, int x, int y,
                              const dado_legend_entry *meaning)
{
    if (!dado_map_inside(&canvas->map, x, y) || meaning->id == DADO_CELL_SKIP) return;
    bool exit_on_start = meaning->id == DADO_CELL_EXIT && start_on(canvas, x, y);
    if (exit_on_start)
        dado_import_canvas_note_loss(canvas, "the start is taken by an enemy or an exit");
    else if (meaning->id >= 0) set(canvas, x, y, meaning->id);
    if (meaning->id > 0 && !meaning->thing[0]) canvas->floored = true;
    if (meaning->thing[0]) put(canvas, meaning->thing, x, y, NULL);
}

void dado_import_canvas_object(dado_import_canvas *canvas, const char *const *words, int count,
                               int x, int y, const dado_thing_stats *figures)
{
    dado_legend_entry found = { .id = DADO_CELL_SKIP };
    const char *called = "";
    bool known = false;
    for (int i = 0; i < count && !known; i++) {
        if (!words[i] || !words[i][0]) continue;
        if (!called[0]) called = words[i];
        known = dado_import_canvas_find_sign(canvas, words[i], &found);
    }
    for (int i = 0; i < count && !known; i++) {
        if (words[i] && words[i][0])
            known = dado_import_canvas_guess_word(canvas, words[i], &found);
    }
    if (!known && canvas->has_rest) {
        found = canvas->rest;
        known = found.id == DADO_CELL_SKIP || found.thing[0];
    }
    if (!known) {
        dado_import_canvas_note_loss(
            canvas, "an object called \"%.60s\" means nothing here: skipped", called);
    } else if (!dado_map_inside(&canvas->map, x, y)) {
        dado_import_canvas_note_loss(canvas, "an object called \"%.60s\" lies off the map: skipped",
                                     called);
    } else if (found.id == DADO_CELL_SKIP) {
        return;
    } else {
        if (found.id >= 0 && !found.thing[0]) set(canvas, x, y, found.id);
        if (found.thing[0]) put(canvas, found.thing, x, y, figures);
    }
}

int dado_cell_of_pixels(double pixels, double tile)
{
    double cell = tile > 0 ? pixels / tile : pixels;
    return cell >= 0 && cell < 1e6 ? (int)cell : -1;
}

// Returns the length in bytes of the UTF-8 character at `s`; 1 if the bytes are not
// UTF-8.
static int letter_length(const char *s, size_t left)
{
    unsigned char first = (unsigned char)*s;
    int length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    for (int i = 1; i < length; i++) {
        if ((size_t)i >= left || ((unsigned char)s[i] & 0xC0) != 0x80) return 1;
    }
    return length;
}

bool dado_import_canvas_drawing(dado_import_canvas *canvas, int line, const char *text,
                                size_t length)
{
    int width = 0, height = 0, row = 0;
    for (int pass = 0; pass < 2; pass++) {
        int x = 0;
        row = 0;
        for (size_t i = 0; i < length;) {
            int bytes = letter_length(text + i, length - i);
            char sign[8] = "";
            memcpy(sign, text + i, (size_t)bytes);
            i += (size_t)bytes;
            if (sign[0] == '\n') {
                row++;
                x = 0;
            } else if (sign[0] != '\r') {
                if (pass && row < height &&
                    !dado_import_canvas_letter(canvas, line + row, sign, x, row)) {
                    return false;
                }
                x++;
                if (x > width) width = x;
                if (!pass) height = row + 1;
            }
        }
        if (!pass && !dado_import_canvas_resize(canvas, width, height)) return false;
    }
    return true;
}
