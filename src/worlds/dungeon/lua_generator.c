// lua_generator.c - runs generators that users write in Lua; they get a map, parameters
// and rng.
//
// The script is loaded anew for every map, so nothing is left over from the previous one.
// The finished map is written as text and read by the same reader as a file, which
// reports what is wrong with it.
#include <stdio.h>
#include <string.h>

#include "script/lua_sandbox.h"
#include "worlds/dungeon/lua_definitions.h"
#include "worlds/dungeon/rng.h"

enum { generate_steps = 50000000, side_most = 512 };

typedef struct source {
    const char *name, *path, *text, *templates;
} source;

// The map that a script works on, with lists of things in the order in which they are
// written.
typedef struct canvas {
    dado_map map;
    uint8_t *tag;
    int32_t *queue, *field;
    bool started;
    dado_dungeon_rng rng;
    dado_templates *templates;
    dado_region region;
} canvas;

enum { tag_boss = 1, tag_reward, tag_heal };

static void want_size(dado_script *s, const canvas *c)
{
    if (!c->map.id) dado_script_raise(s, "L_OUTSIDE", "the map has no size yet; call map:resize");
}

static int want_cell(dado_script *s, const canvas *c, int place)
{
    want_size(s, c);
    int64_t x = 0, y = 0;
    if (!dado_script_get_int(s, place, &x) || !dado_script_get_int(s, place + 1, &y)) {
        dado_script_raise(s, "L_RUNTIME", "a cell is two whole numbers, x and y");
    }
    if (x < 0 || y < 0 || x >= c->map.width || y >= c->map.height) {
        dado_script_raise(s, "L_OUTSIDE", "cell (%lld, %lld) is not on a map of %d by %d",
                          (long long)x, (long long)y, c->map.width, c->map.height);
    }
    return (int)y * c->map.width + (int)x;
}

static int map_resize(dado_script *s, void *context)
{
    canvas *c = context;
    int width = (int)dado_script_check_int(s, 1, "width", 1, side_most);
    int height = (int)dado_script_check_int(s, 2, "height", 1, side_most);
    int cells = width * height;
    dado_script_charge_steps(s, cells / 8);
    dado_region_rewind(&c->region, 0);
    c->map = (dado_map){ .width = width, .height = height };
    c->map.id = dado_new(&c->region, uint16_t, cells);
    c->map.type = dado_new(&c->region, uint16_t, cells);
    c->map.gold = dado_new(&c->region, dado_map_gold, cells);
    c->map.items = dado_new(&c->region, dado_map_item, cells);
    c->map.enemies = dado_new(&c->region, dado_map_enemy, cells);
    c->tag = dado_new(&c->region, uint8_t, cells);
    c->queue = dado_new(&c->region, int32_t, cells);
    c->field = dado_new(&c->region, int32_t, cells);
    c->started = false;
    if (!c->field) dado_script_raise(s, "L_MEMORY", "out of memory for a map of that size");
    return 0;
}

static int map_width(dado_script *s, void *context)
{
    dado_script_push_int(s, ((canvas *)context)->map.width);
    return 1;
}

static int map_height(dado_script *s, void *context)
{
    dado_script_push_int(s, ((canvas *)context)->map.height);
    return 1;
}

static int map_get(dado_script *s, void *context)
{
    canvas *c = context;
    int cell = want_cell(s, c, 1);
    dado_script_push_int(s, c->map.id[cell]);
    dado_script_push_int(s, c->map.type[cell]);
    return 2;
}

// Reads the id and the type from a call's arguments, starting at argument `place`.
// Without a type, it follows from the id.
static void want_id(dado_script *s, int place, int *id, int *type)
{
    *id = (int)dado_script_check_int(s, place, "id", 0, DADO_MAP_CODE_MOST);
    *type = *id == DADO_CELL_EXIT ? 4 : *id;
    if (dado_script_argument_count(s) > place) {
        *type = (int)dado_script_check_int(s, place + 1, "type", 0, DADO_MAP_CODE_MOST);
    }
}

static void set_cell(canvas *c, int cell, int id, int type)
{
    c->map.id[cell] = (uint16_t)id;
    c->map.type[cell] = (uint16_t)type;
}

static int map_set(dado_script *s, void *context)
{
    canvas *c = context;
    int cell = want_cell(s, c, 1), id, type;
    want_id(s, 3, &id, &type);
    set_cell(c, cell, id, type);
    return 0;
}

static int map_rect(dado_script *s, void *context)
{
    canvas *c = context;
    int cell = want_cell(s, c, 1), id, type;
    int x = cell % c->map.width, y = cell / c->map.width;
    int width = (int)dado_script_check_int(s, 3, "width of the rectangle", 0, side_most);
    int height = (int)dado_script_check_int(s, 4, "height of the rectangle", 0, side_most);
    want_id(s, 5, &id, &type);
    if (x + width > c->map.width || y + height > c->map.height) {
        dado_script_raise(s, "L_OUTSIDE", "the rectangle reaches beyond the map");
    }
    dado_script_charge_steps(s, width * height / 4);
    for (int row = 0; row < height; row++) {
        for (int i = 0; i < width; i++) set_cell(c, cell + row * c->map.width + i, id, type);
    }
    return 0;
}

static int map_line(dado_script *s, void *context)
{
    canvas *c = context;
    int from = want_cell(s, c, 1), to = want_cell(s, c, 3), id, type;
    want_id(s, 5, &id, &type);
    int x = from % c->map.width, y = from / c->map.width;
    int x2 = to % c->map.width, y2 = to / c->map.width;
    int dx = x2 > x ? x2 - x : x - x2, dy = y2 > y ? y2 - y : y - y2;
    int error = dx - dy;
    dado_script_charge_steps(s, dx + dy);
    for (;;) {  // draws a line by Bresenham's algorithm
        set_cell(c, y * c->map.width + x, id, type);
        if (x == x2 && y == y2) return 0;
        int twice = 2 * error;
        if (twice > -dy) {
            error -= dy;
            x += x2 > x ? 1 : -1;
        }
        if (twice < dx) {
            error += dx;
            y += y2 > y ? 1 : -1;
        }
    }
}

static int map_start(dado_script *s, void *context)
{
    canvas *c = context;
    int cell = want_cell(s, c, 1);
    c->map.start_x = cell % c->map.width;
    c->map.start_y = cell / c->map.width;
    c->started = true;
    return 0;
}

static int map_exit(dado_script *s, void *context)
{
    canvas *c = context;
    set_cell(c, want_cell(s, c, 1), DADO_CELL_EXIT, 4);
    return 0;
}

static void want_room(dado_script *s, const canvas *c)
{
    int things = c->map.golds + c->map.item_count + c->map.enemy_count;
    if (things >= c->map.width * c->map.height) {
        dado_script_raise(s, "L_RUNTIME", "the map has more things than cells");
    }
}

static int map_put(dado_script *s, void *context)
{
    canvas *c = context;
    const char *name = dado_script_check_text(s, 1, "the name of a template");
    int cell = want_cell(s, c, 2);
    int enemy = dado_template_enemy(c->templates, name);
    int item = dado_template_item(c->templates, name);
    want_room(s, c);
    if (enemy < 0 && item < 0) {
        dado_script_raise(s, "L_TEMPLATE", "no template is called %.40s", name);
    }
    if (enemy >= 0) {
        dado_map_enemy e = c->templates->enemies[enemy].enemy;
        e.x = cell % c->map.width;
        e.y = cell / c->map.width;
        c->map.enemies[c->map.enemy_count++] = e;
    } else {
        dado_map_item t = c->templates->items[item].item;
        t.x = cell % c->map.width;
        t.y = cell / c->map.width;
        c->map.items[c->map.item_count++] = t;
    }
    return 0;
}

static int map_gold(dado_script *s, void *context)
{
    canvas *c = context;
    int cell = want_cell(s, c, 1);
    int amount = (int)dado_script_check_int(s, 3, "the amount of gold", 1, DADO_MAP_FIELD_MOST);
    want_room(s, c);
    c->map.gold[c->map.golds++] =
        (dado_map_gold){ cell % c->map.width, cell / c->map.width, amount };
    return 0;
}

static int map_clear(dado_script *s, void *context)
{
    canvas *c = context;
    int cell = want_cell(s, c, 1), kept = 0;
    int x = cell % c->map.width, y = cell / c->map.width;
    dado_script_charge_steps(s, c->map.golds + c->map.item_count + c->map.enemy_count);
    for (int i = 0; i < c->map.golds; i++) {
        if (c->map.gold[i].x != x || c->map.gold[i].y != y) c->map.gold[kept++] = c->map.gold[i];
    }
    c->map.golds = kept;
    kept = 0;
    for (int i = 0; i < c->map.item_count; i++) {
        if (c->map.items[i].x != x || c->map.items[i].y != y)
            c->map.items[kept++] = c->map.items[i];
    }
    c->map.item_count = kept;
    kept = 0;
    for (int i = 0; i < c->map.enemy_count; i++) {
        bool here = c->map.enemies[i].x == x && c->map.enemies[i].y == y;
        if (!here) c->map.enemies[kept++] = c->map.enemies[i];
    }
    c->map.enemy_count = kept;
    c->tag[cell] = 0;
    return 0;
}

static void mark_things(canvas *c, int32_t mark)
{
    for (int i = 0; i < c->map.golds; i++) {
        c->field[c->map.gold[i].y * c->map.width + c->map.gold[i].x] = mark;
    }
    for (int i = 0; i < c->map.item_count; i++) {
        c->field[c->map.items[i].y * c->map.width + c->map.items[i].x] = mark;
    }
    for (int i = 0; i < c->map.enemy_count; i++) {
        c->field[c->map.enemies[i].y * c->map.width + c->map.enemies[i].x] = mark;
    }
}

static int map_random_free(dado_script *s, void *context)
{
    canvas *c = context;
    want_size(s, c);
    int cells = c->map.width * c->map.height, count = 0;
    dado_script_charge_steps(s, cells / 4);
    int start = c->map.start_y * c->map.width + c->map.start_x;
    if (c->started && c->map.id[start] != DADO_CELL_WALL) {
        dado_map_distances(&c->map, c->map.start_x, c->map.start_y, 4, c->field, c->queue);
        c->field[start] = -1;
    } else {
        for (int i = 0; i < cells; i++) c->field[i] = c->map.id[i] == DADO_CELL_WALL ? -1 : 0;
        if (c->started) c->field[start] = -1;
    }
    mark_things(c, -1);
    for (int i = 0; i < cells; i++) {
        if (c->field[i] >= 0 && c->map.id[i] != DADO_CELL_EXIT) c->queue[count++] = i;
    }
    if (count == 0) {
        dado_script_push_nil(s);
        return 1;
    }
    int cell = c->queue[dado_dungeon_rng_below(&c->rng, (uint64_t)count)];
    dado_script_push_int(s, cell % c->map.width);
    dado_script_push_int(s, cell / c->map.width);
    return 2;
}

static void give_cell(dado_script *s, const canvas *c, int cell)
{
    dado_script_push_table(s);
    dado_script_push_int(s, cell % c->map.width);
    dado_script_set_field(s, "x");
    dado_script_push_int(s, cell / c->map.width);
    dado_script_set_field(s, "y");
}

static int map_regions(dado_script *s, void *context)
{
    canvas *c = context;
    want_size(s, c);
    int cells = c->map.width * c->map.height, regions = 0;
    dado_script_charge_steps(s, cells);
    for (int i = 0; i < cells; i++) c->field[i] = c->map.id[i] == DADO_CELL_WALL ? 1 : 0;
    dado_script_push_table(s);
    for (int i = 0; i < cells; i++) {
        if (c->field[i]) continue;
        int head = 0, tail = 0;
        c->queue[tail++] = i;
        c->field[i] = 1;
        dado_script_push_table(s);
        while (head < tail) {
            int cell = c->queue[head++], x = cell % c->map.width, y = cell / c->map.width;
            give_cell(s, c, cell);
            dado_script_set_item(s, head);
            for (int d = 0; d < 4; d++) {
                if (!dado_map_step(&c->map, x, y, d)) continue;
                int next = cell + dado_step_y[d] * c->map.width + dado_step_x[d];
                if (c->field[next]) continue;
                c->field[next] = 1;
                c->queue[tail++] = next;
            }
        }
        dado_script_set_item(s, ++regions);
    }
    return 1;
}

static int map_distance(dado_script *s, void *context)
{
    canvas *c = context;
    int from = want_cell(s, c, 1), to = want_cell(s, c, 3);
    dado_script_charge_steps(s, c->map.width * c->map.height / 4);
    bool walls = c->map.id[from] == DADO_CELL_WALL || c->map.id[to] == DADO_CELL_WALL;
    if (!walls) {
        dado_map_distances(&c->map, from % c->map.width, from / c->map.width, 4, c->field,
                           c->queue);
    }
    if (walls || c->field[to] < 0) dado_script_push_nil(s);
    else dado_script_push_int(s, c->field[to]);
    return 1;
}

static int map_tag(dado_script *s, void *context)
{
    static const char *const names[] = { "boss", "reward", "heal" };
    canvas *c = context;
    int cell = want_cell(s, c, 1);
    const char *name = dado_script_check_text(s, 3, "a tag");
    for (int i = 0; i < 3; i++) {
        if (strcmp(name, names[i]) != 0) continue;
        c->tag[cell] = (uint8_t)(i + 1);
        return 0;
    }
    dado_script_raise(s, "L_RUNTIME", "a tag is boss, reward or heal, not %.40s", name);
}

static const dado_script_method map_methods[] = {
    { "resize", map_resize },
    { "width", map_width },
    { "height", map_height },
    { "get", map_get },
    { "set", map_set },
    { "rect", map_rect },
    { "line", map_line },
    { "start", map_start },
    { "exit", map_exit },
    { "put", map_put },
    { "gold", map_gold },
    { "clear", map_clear },
    { "random_free", map_random_free },
    { "regions", map_regions },
    { "distance", map_distance },
    { "tag", map_tag },
    { NULL, NULL },
};

static int rng_int(dado_script *s, void *context)
{
    int64_t least = dado_script_check_int(s, 1, "the least", INT64_MIN, INT64_MAX);
    int64_t most = dado_script_check_int(s, 2, "the most", INT64_MIN, INT64_MAX);
    if (most < least)
        dado_script_raise(s, "L_RUNTIME", "the first number must not be larger than the second");
    uint64_t span = (uint64_t)most - (uint64_t)least + 1;
    dado_dungeon_rng *rng = context;
    uint64_t drawn = span ? dado_dungeon_rng_below(rng, span) : dado_splitmix(rng);
    dado_script_push_int(s, (int64_t)((uint64_t)least + drawn));
    return 1;
}

static int rng_unit(dado_script *s, void *context)
{
    dado_script_push_real(s, dado_dungeon_rng_unit(context));
    return 1;
}

static int rng_chance(dado_script *s, void *context)
{
    double share = dado_script_check_real(s, 1, "a chance");
    dado_script_push_bool(s, dado_dungeon_rng_unit(context) < share);
    return 1;
}

static int rng_pick(dado_script *s, void *context)
{
    size_t length = dado_script_type_of(s, 1) == DADO_SCRIPT_TABLE ? dado_script_length(s, 1) : 0;
    if (length == 0) {
        dado_script_push_nil(s);
        return 1;
    }
    dado_script_push_item(s, 1, (int64_t)dado_dungeon_rng_below(context, length) + 1);
    return 1;
}

static int rng_shuffle(dado_script *s, void *context)
{
    if (dado_script_type_of(s, 1) != DADO_SCRIPT_TABLE) {
        dado_script_raise(s, "L_RUNTIME", "only a list can be shuffled");
    }
    size_t length = dado_script_length(s, 1);
    dado_script_charge_steps(s, (int64_t)length);
    for (size_t i = length; i > 1; i--) {
        int64_t other = (int64_t)dado_dungeon_rng_below(context, i) + 1;
        dado_script_push_copy(s, 1);
        dado_script_push_item(s, 1, (int64_t)i);
        dado_script_push_item(s, 1, other);
        dado_script_push_copy(s, 1);
        dado_script_push_copy(s, -2);
        dado_script_set_item(s, (int64_t)i);
        dado_script_pop(s, 2);
        dado_script_push_copy(s, 1);
        dado_script_push_copy(s, -2);
        dado_script_set_item(s, other);
        dado_script_pop(s, 3);
    }
    dado_script_push_copy(s, 1);
    return 1;
}

const dado_script_method dado_lua_rng[] = {
    { "int", rng_int },   { "unit", rng_unit },       { "chance", rng_chance },
    { "pick", rng_pick }, { "shuffle", rng_shuffle }, { NULL, NULL },
};

// The parameters that `params` collects while a script runs.
typedef struct collector {
    dado_parameter *list;
    int count;
    dado_region *region;
} collector;

static void read_param(dado_script *s, dado_parameter *p)
{
    double number[3] = { 0, -1e9, 1e9 };
    switch (dado_script_type_of(s, -1)) {
    case DADO_SCRIPT_BOOL:
        *p = (dado_parameter){
            p->name, "Of the script.", DADO_PARAMETER_BOOL, dado_script_is_true(s, -1), 0, 1, NULL
        };
        return;
    case DADO_SCRIPT_NUMBER: dado_script_get_real(s, -1, &number[0]); break;
    case DADO_SCRIPT_TABLE:
        for (int i = 0; i < 3; i++) {
            if (dado_script_push_item(s, -1, i + 1)) {
                number[i] = dado_script_check_real(s, -1, p->name);
            }
            dado_script_pop(s, 1);
        }
        break;
    default:
        dado_script_raise(s, "L_RUNTIME", "parameter %s is {default, least, most} or true or false",
                          p->name);
    }
    bool in_range =
        -1e15 <= number[1] && number[1] <= number[0] && number[0] <= number[2] && number[2] <= 1e15;
    if (!in_range) {
        dado_script_raise(s, "L_RUNTIME", "the default of %s is not in its range", p->name);
    }
    bool whole = true;
    for (int i = 0; i < 3; i++) whole &= number[i] == (double)(int64_t)number[i];
    *p = (dado_parameter){
        p->name,   "Of the script.", whole ? DADO_PARAMETER_INTEGER : DADO_PARAMETER_REAL,
        number[0], number[1],        number[2],
        NULL
    };
}

static int collect_params(dado_script *s, void *context)
{
    collector *c = context;
    // The script runs to generate a map, so the values are already known.
    if (!c->list) return 0;
    if (dado_script_type_of(s, 1) != DADO_SCRIPT_TABLE) {
        dado_script_raise(s, "L_RUNTIME",
                          "params takes a table: { name = {default, least, most} }");
    }
    int keys = dado_script_push_keys(s, 1);
    for (int i = 1; i <= keys; i++) {
        if (c->count == DADO_PARAMETERS_MOST) {
            dado_script_raise(s, "L_RUNTIME", "this script has too many parameters; %d is the most",
                              DADO_PARAMETERS_MOST);
        }
        dado_script_push_item(s, -1, i);
        const char *name = dado_script_get_text(s, -1);
        if (!name)
            dado_script_raise(
                s, "L_RUNTIME",
                "every parameter needs a name, as in { name = {default, least, most} }");
        dado_parameter *p = &c->list[c->count++];
        p->name = dado_region_copy(c->region, name, strlen(name));
        if (!p->name) dado_script_raise(s, "L_MEMORY", "out of memory while reading parameters");
        dado_script_push_field(s, 1, p->name);
        read_param(s, p);
        dado_script_pop(s, 2);
    }
    return 0;
}

static void offer_params(dado_script *s, void *context)
{
    dado_script_register(s, "params", collect_params, context);
}

typedef struct generation {
    const dado_generator *generator;
    const dado_parameter_values *values;
    canvas *canvas;
} generation;

static void generate(dado_script *s, void *context)
{
    const generation *m = context;
    if (!dado_script_has_function(s, "generate")) {
        dado_script_raise(s, "L_RUNTIME", "the script has no function generate(map, p, rng)");
    }
    dado_script_push_object(s, map_methods, m->canvas);
    dado_script_push_table(s);
    for (int i = 0; m->generator->parameters[i].name; i++) {
        const dado_parameter *p = &m->generator->parameters[i];
        double value = m->values->number[i];
        if (p->kind == DADO_PARAMETER_BOOL) dado_script_push_bool(s, value != 0);
        else if (p->kind == DADO_PARAMETER_INTEGER) dado_script_push_int(s, (int64_t)value);
        else dado_script_push_real(s, value);
        dado_script_set_field(s, p->name);
    }
    dado_script_push_object(s, dado_lua_rng, &m->canvas->rng);
    dado_script_call(s, "generate", 3, 0);
}

static void put_template(canvas *c, int cell, int enemy, int item)
{
    int x = cell % c->map.width, y = cell / c->map.width;
    if (enemy >= 0) {
        dado_map_enemy e = c->templates->enemies[enemy].enemy;
        e.x = x;
        e.y = y;
        c->map.enemies[c->map.enemy_count++] = e;
    } else if (item >= 0) {
        dado_map_item t = c->templates->items[item].item;
        t.x = x;
        t.y = y;
        c->map.items[c->map.item_count++] = t;
    }
}

// Places things on tagged cells that are still empty.
static void serve_tags(canvas *c)
{
    int cells = c->map.width * c->map.height, boss = -1, cure = -1;
    const dado_templates *t = c->templates;
    for (int i = 0; i < t->enemy_count; i++) {
        if (boss < 0 || t->enemies[i].enemy.hp > t->enemies[boss].enemy.hp) boss = i;
    }
    for (int i = 0; i < t->item_count && cure < 0; i++) {
        if (t->items[i].item.buff) cure = i;
    }
    memset(c->field, 0, sizeof(int32_t) * (size_t)cells);
    mark_things(c, 1);
    for (int i = 0; i < cells; i++) {
        if (!c->tag[i] || c->field[i] || c->map.id[i] == DADO_CELL_WALL) continue;
        if (c->tag[i] == tag_boss) put_template(c, i, boss, -1);
        else if (c->tag[i] == tag_heal) put_template(c, i, -1, cure);
        else
            c->map.gold[c->map.golds++] =
                (dado_map_gold){ i % c->map.width, i / c->map.width,
                                 dado_dungeon_rng_between(&c->rng, 1, 40) };
    }
}

// Checks a generated map by reading its text as a file.
static bool check(const source *src, const dado_text *text, canvas *c, dado_error *err)
{
    dado_map read;
    dado_error why = { 0 };
    dado_region_rewind(&c->region, 0);
    c->map = (dado_map){ 0 };
    if (dado_map_read(&read, src->name, text->data, text->length, &c->region, NULL, &why)) {
        return true;
    }
    dado_fail(err, DADO_INVALID, "the script %s made an invalid map: %s, line %d: %s", src->name,
              why.code, why.place.line, why.text);
    return dado_fail_code(err, "G_INVALID");
}

// Functions for scripts that are written in Lua themselves: furnish and corridor.
static const char tools[] = {
#include "lua_generator_prelude.lua.h"
    0
};

static bool load(dado_script *s, collector *parameters, const char *path, const char *text,
                 dado_error *err)
{
    return dado_script_pcall(s, offer_params, parameters, generate_steps, err) &&
           dado_script_run(s, "furnish.lua", tools, generate_steps, err) &&
           dado_script_run(s, path, text, generate_steps, err);
}

static bool is_set(const void *flag)
{
    return *(const volatile sig_atomic_t *)flag != 0;
}

static bool make(const dado_generator *generator, const dado_parameter_values *values,
                 uint64_t seed, const dado_quality_callback *judge, dado_generated *made,
                 dado_error *err)
{
    (void)judge;
    const source *src = generator->data;
    dado_templates templates;
    dado_templates_shipped(&templates);
    if (src->templates && !dado_lua_templates(src->templates, "templates", &templates, err)) {
        return false;
    }
    canvas c = { .rng = seed, .templates = &templates };
    collector none = { 0 };
    generation m = { generator, values, &c };
    dado_script *s = dado_script_new(DADO_SCRIPT_MEMORY, err);
    if (!s) return false;
    dado_script_set_stop_check(s, made->stop ? is_set : NULL, (const void *)(uintptr_t)made->stop);
    dado_region_init(&c.region, (size_t)64 << 20);
    bool fine = load(s, &none, src->path, src->text, err) &&
                dado_script_pcall(s, generate, &m, generate_steps, err);
    if (fine && !c.map.id) {
        fine = dado_fail(err, DADO_INVALID, "the script %s made no map; call map:resize first",
                         src->name);
        dado_fail_code(err, "G_INVALID");
    }
    if (fine) {
        serve_tags(&c);
        dado_map_write(&c.map, &made->text);
        dado_text_add(&made->notes, dado_script_printed(s));
        fine = check(src, &made->text, &c, err);
    }
    dado_script_free(s);
    dado_region_free(&c.region);
    return fine;
}

bool dado_lua_generator(dado_generator *generator, const char *name, const char *path,
                        const char *text, const char *templates, dado_region *region,
                        dado_error *err)
{
    source *src = dado_new(region, source, 1);
    collector c = { dado_new(region, dado_parameter, DADO_PARAMETERS_MOST + 1), 0, region };
    if (!src || !c.list)
        return dado_fail(err, DADO_LIMIT, "out of memory while loading the generator");
    *src = (source){ name, path, text, templates };
    dado_script *s = dado_script_new(DADO_SCRIPT_MEMORY, err);
    if (!s) return false;
    bool fine = load(s, &c, path, text, err);
    dado_script_free(s);
    if (!fine) return false;
    *generator = (dado_generator){
        .name = name,
        .title = name,
        .about = "A generator written in Lua.",
        .world = "dungeon",
        .method = "a script",
        .parameters = c.list,
        .data = src,
        .make = make,
    };
    return true;
}
