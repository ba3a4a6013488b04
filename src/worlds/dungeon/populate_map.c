// populate_map.c - places start, exit, enemies, items and gold on a layout, and writes
// the map.
#include <string.h>

#include "worlds/dungeon/generator_layout.h"
#include "worlds/dungeon/lua_definitions.h"

bool dado_generator_layout_templates(const dado_parameter_values *values, dado_templates *templates,
                                     dado_error *err)
{
    const char *script = values->words[DADO_GEN_TEMPLATES];
    dado_templates_shipped(templates);
    if (script && *script && !dado_lua_templates(script, "templates", templates, err)) return false;
    return dado_templates_set_weights(templates, values->words[DADO_GEN_ENEMY_WEIGHTS],
                                      values->words[DADO_GEN_ITEM_WEIGHTS], err);
}

// The data of placing things: the free reachable cells, and the map that is being filled.
typedef struct room {
    dado_generator_layout *layout;
    dado_map map;
    dado_templates *templates;
    int32_t *free;  // cells that are still empty, in no particular order
    int free_count;
    dado_text *notes;
} room;

// Computes the steps from `from` to every floor cell into `field`; returns the largest.
static int measure_from(dado_generator_layout *layout, int from)
{
    const int beside[4] = { -layout->width, 1, layout->width, -1 };
    int cells = layout->width * layout->height, head = 0, tail = 0;
    for (int i = 0; i < cells; i++) layout->field[i] = -1;
    layout->field[from] = 0;
    layout->queue[tail++] = from;
    while (head < tail) {
        int cell = layout->queue[head++];
        for (int d = 0; d < 4; d++) {
            int next = cell + beside[d];
            if (!layout->floor[next] || layout->field[next] >= 0) continue;
            layout->field[next] = layout->field[cell] + 1;
            layout->queue[tail++] = next;
        }
    }
    return layout->field[layout->queue[tail - 1]];
}

static int any_floor(dado_generator_layout *layout)
{
    int count = dado_generator_layout_count(layout), cells = layout->width * layout->height;
    int left = (int)dado_dungeon_rng_below(&layout->rng, (uint64_t)count);
    for (int i = 0; i < cells; i++) {
        if (layout->floor[i] && left-- == 0) return i;
    }
    return -1;
}

static void place_exit(dado_generator_layout *layout, double far)
{
    int farthest = measure_from(layout, layout->start), cells = layout->width * layout->height;
    if (layout->exit >= 0) return;
    int count = 0;
    for (int i = 0; i < cells; i++) {
        bool fits = layout->field[i] > 0 && layout->field[i] >= far * farthest;
        if (fits) layout->queue[count++] = i;
    }
    layout->exit = layout->queue[dado_dungeon_rng_below(&layout->rng, (uint64_t)count)];
}

// Draws one of the free cells that are at least `least` steps from the start, and removes
// it from the list; returns -1 if there is none.
static int draw_cell(room *r, int least)
{
    int fits = 0;
    for (int i = 0; i < r->free_count; i++) fits += r->layout->field[r->free[i]] >= least;
    if (fits == 0) return -1;
    int left = (int)dado_dungeon_rng_below(&r->layout->rng, (uint64_t)fits), at = 0;
    for (;; at++) {
        if (r->layout->field[r->free[at]] >= least && left-- == 0) break;
    }
    int cell = r->free[at];
    memmove(r->free + at, r->free + at + 1, sizeof(int32_t) * (size_t)(r->free_count - at - 1));
    r->free_count--;
    return cell;
}

static void add_enemy(room *r, int cell, int template)
{
    dado_map_enemy e = r->templates->enemies[template].enemy;
    e.x = cell % r->layout->width;
    e.y = cell / r->layout->width;
    r->map.enemies[r->map.enemy_count++] = e;
}

static void add_item(room *r, int cell, int template)
{
    dado_map_item t = r->templates->items[template].item;
    t.x = cell % r->layout->width;
    t.y = cell / r->layout->width;
    r->map.items[r->map.item_count++] = t;
}

static void add_gold(room *r, int cell, const dado_parameter_values *v)
{
    int least = (int)v->number[DADO_GEN_GOLD_MIN], most = (int)v->number[DADO_GEN_GOLD_MAX];
    int amount = dado_dungeon_rng_between(&r->layout->rng, least, most > least ? most : least);
    r->map.gold[r->map.golds++] =
        (dado_map_gold){ cell % r->layout->width, cell / r->layout->width, amount };
}

// Returns whether a template may be drawn.
typedef bool (*wanted)(const dado_templates *templates, int template);

static bool any_enemy(const dado_templates *t, int i)
{
    (void)t;
    (void)i;
    return true;
}

static bool recovers(const dado_templates *t, int i)
{
    return t->items[i].item.buff == 1;
}

static bool strengthens(const dado_templates *t, int i)
{
    return t->items[i].item.buff == 0;
}

static int draw_template(room *r, bool enemy, wanted fits)
{
    const dado_templates *t = r->templates;
    int count = enemy ? t->enemy_count : t->item_count, last = -1;
    double total = 0;
    for (int i = 0; i < count; i++) {
        if (fits(t, i)) total += enemy ? t->enemies[i].weight : t->items[i].weight;
    }
    if (!(total > 0)) return -1;
    double left = dado_dungeon_rng_unit(&r->layout->rng) * total;
    for (int i = 0; i < count; i++) {
        double weight = enemy ? t->enemies[i].weight : t->items[i].weight;
        if (!fits(t, i) || weight <= 0) continue;
        last = i;
        if (left < weight) return i;
        left -= weight;
    }
    return last;
}

static int strongest(const dado_templates *t)
{
    int best = -1;
    for (int i = 0; i < t->enemy_count; i++) {
        const dado_map_enemy *a = &t->enemies[i].enemy;
        const dado_map_enemy *b = best < 0 ? NULL : &t->enemies[best].enemy;
        if (!b || a->hp * (int64_t)a->atk > b->hp * (int64_t)b->atk) best = i;
    }
    return best;
}

static void place_tagged(room *r, const dado_parameter_values *v, int cell, int tag)
{
    int template = -1;
    switch (tag) {
    case DADO_TAG_BOSS: template = strongest(r->templates); break;
    case DADO_TAG_ENEMY: template = draw_template(r, true, any_enemy); break;
    case DADO_TAG_HEAL: template = draw_template(r, false, recovers); break;
    case DADO_TAG_ITEM: template = draw_template(r, false, strengthens); break;
    default: add_gold(r, cell, v); return;
    }
    if (template <0) {
        dado_text_add(r->notes, "a cell asked for something no template provides\n");
    } else if (tag == DADO_TAG_BOSS || tag == DADO_TAG_ENEMY) {
        add_enemy(r, cell, template);
    } else {
        add_item(r, cell, template);
    }
}

static void place_all_tagged(room *r, const dado_parameter_values *v)
{
    int kept = 0;
    for (int i = 0; i < r->free_count; i++) {
        int cell = r->free[i], tag = r->layout->tag[cell];
        if (tag == DADO_TAG_NONE) r->free[kept++] = cell;
        else place_tagged(r, v, cell, tag);
    }
    r->free_count = kept;
}

static void note_short(room *r, int placed, int asked, const char *what)
{
    if (placed < asked) {
        dado_text_addf(r->notes, "%d of %d %s placed: no free cell for more\n", placed, asked,
                       what);
    }
}

static void scatter(room *r, const dado_parameter_values *v)
{
    int enemies = (int)v->number[DADO_GEN_ENEMIES], items = (int)v->number[DADO_GEN_ITEMS];
    int piles = (int)v->number[DADO_GEN_GOLD_PILES], cell, template;
    int safe = (int)v->number[DADO_GEN_START_SAFE] + 1;
    bool besides = r->layout->besides;
    int placed = besides ? 0 : r->map.enemy_count;
    for (; placed < enemies && (cell = draw_cell(r, safe)) >= 0; placed++) {
        if ((template = draw_template(r, true, any_enemy)) < 0) break;
        add_enemy(r, cell, template);
    }
    note_short(r, placed, enemies, "enemies");
    placed = besides ? 0 : r->map.item_count;
    for (; placed < items && (cell = draw_cell(r, 1)) >= 0; placed++) {
        if ((template = draw_template(r, false, any_enemy)) < 0) break;
        add_item(r, cell, template);
    }
    note_short(r, placed, items, "items");
    placed = besides ? 0 : r->map.golds;
    for (; placed < piles && (cell = draw_cell(r, 1)) >= 0; placed++) {
        add_gold(r, cell, v);
    }
    note_short(r, placed, piles, "piles of gold");
}

// Digs a small room if the map has fewer than two floor cells, which the start and the
// exit need.
static void ensure_floor(dado_generator_layout *layout, dado_text *notes)
{
    if (dado_generator_layout_count(layout) >= 2) return;
    int x = layout->width / 2, y = layout->height / 2;
    dado_generator_layout_rect(layout, x - 1, y - 1, 3, 3);
    dado_generator_layout_unite(layout, 0, true);
    dado_text_add(notes, "nothing was dug; a small room was put in the middle\n");
}

static bool write_map(room *r, dado_error *err)
{
    dado_generator_layout *layout = r->layout;
    size_t cells = (size_t)layout->width * (size_t)layout->height;
    r->map = (dado_map){ .width = layout->width,
                         .height = layout->height,
                         .start_x = layout->start % layout->width,
                         .start_y = layout->start / layout->width };
    r->map.id = dado_new(&layout->region, uint16_t, cells);
    r->map.type = dado_new(&layout->region, uint16_t, cells);
    r->map.gold = dado_new(&layout->region, dado_map_gold, cells);
    r->map.items = dado_new(&layout->region, dado_map_item, cells);
    r->map.enemies = dado_new(&layout->region, dado_map_enemy, cells);
    r->free = dado_new(&layout->region, int32_t, cells);
    if (!r->map.id || !r->map.type || !r->map.gold || !r->map.items || !r->map.enemies ||
        !r->free) {
        return dado_fail(err, DADO_LIMIT, "out of memory while generating a map");
    }
    for (int i = 0; i < (int)cells; i++) {
        r->map.id[i] = i == layout->exit ? DADO_CELL_EXIT : layout->floor[i];
        r->map.type[i] = i == layout->exit ? 4 : layout->floor[i];
        bool free = layout->field[i] > 0 && i != layout->exit;
        if (free) r->free[r->free_count++] = i;
    }
    return true;
}

bool dado_generator_layout_finish(dado_generator_layout *layout,
                                  const dado_parameter_values *values, dado_generated *made,
                                  dado_error *err)
{
    dado_templates templates;
    if (!dado_generator_layout_templates(values, &templates, err)) return false;
    dado_generator_layout_unite(layout, 0, false);
    ensure_floor(layout, &made->notes);
    if (layout->start < 0 || !layout->floor[layout->start]) layout->start = any_floor(layout);
    if (layout->exit >= 0 && (!layout->floor[layout->exit] || layout->exit == layout->start)) {
        layout->exit = -1;
    }
    place_exit(layout, values->number[DADO_GEN_EXIT_FAR]);
    room r = { .layout = layout, .templates = &templates, .notes = &made->notes };
    if (!write_map(&r, err)) return false;
    place_all_tagged(&r, values);
    scatter(&r, values);
    dado_map_write(&r.map, &made->text);
    return true;
}
