// map_species.c - a drawn map as genome; see map_species.h.
//
// The bytes of a genome are a head, the cells and the things, each with fixed room. They
// are accessed as a dado_map whose arrays point into the genome, so all functions on maps
// can be used.
#include "evolve/map_species.h"

#include <string.h>

enum { tries = 30, spare_things = 8 };

typedef struct head {
    int32_t start_x, start_y, golds, items, enemies, spare;
} head;
_Static_assert(sizeof(dado_map_gold) == 3 * sizeof(int), "no padding: genomes are bytes");
_Static_assert(sizeof(dado_map_item) == 9 * sizeof(int), "no padding: genomes are bytes");
_Static_assert(sizeof(dado_map_enemy) == 9 * sizeof(int), "no padding: genomes are bytes");

static size_t size_of(const dado_map_species_config *b)
{
    size_t cells = (size_t)b->map.width * (size_t)b->map.height;
    return sizeof(head) + 2 * cells * sizeof(uint16_t) + (size_t)b->golds * sizeof(dado_map_gold) +
           (size_t)b->items * sizeof(dado_map_item) + (size_t)b->enemies * sizeof(dado_map_enemy);
}

// Returns the genome as a map; writing to its arrays writes to the genome.
static dado_map map_of(const dado_map_species_config *b, const void *genome)
{
    const head *h = genome;
    size_t cells = (size_t)b->map.width * (size_t)b->map.height;
    unsigned char *at = (unsigned char *)(uintptr_t)(h + 1);
    dado_map map = { .width = b->map.width,
                     .height = b->map.height,
                     .start_x = h->start_x,
                     .start_y = h->start_y,
                     .golds = h->golds,
                     .item_count = h->items,
                     .enemy_count = h->enemies };
    map.id = (uint16_t *)(void *)at;
    map.type = map.id + cells;
    map.gold = (dado_map_gold *)(void *)(map.type + cells);
    map.items = (dado_map_item *)(void *)(map.gold + b->golds);
    map.enemies = (dado_map_enemy *)(void *)(map.items + b->items);
    return map;
}

static head head_of(const dado_map *map)
{
    return (head){ map->start_x, map->start_y, map->golds, map->item_count, map->enemy_count, 0 };
}

// Stores the head and clears the unused things; otherwise equal maps would be different
// genomes.
static void keep_head(const dado_map_species_config *b, const dado_map *map, void *genome)
{
    *(head *)genome = head_of(map);
    memset(map->gold + map->golds, 0, (size_t)(b->golds - map->golds) * sizeof *map->gold);
    memset(map->items + map->item_count, 0,
           (size_t)(b->items - map->item_count) * sizeof *map->items);
    memset(map->enemies + map->enemy_count, 0,
           (size_t)(b->enemies - map->enemy_count) * sizeof *map->enemies);
}

// Counts the things; their indices run over gold, then items, then enemies.
static int count_things(const dado_map *map)
{
    return map->golds + map->item_count + map->enemy_count;
}

// Returns a pointer to the x of a thing, with y behind it. All three kinds begin with
// these two.
static int *place_of(const dado_map *map, int thing)
{
    if (thing < map->golds) return &map->gold[thing].x;
    thing -= map->golds;
    if (thing < map->item_count) return &map->items[thing].x;
    return &map->enemies[thing - map->item_count].x;
}

static bool is_taken(const dado_map *map, int x, int y)
{
    if (x == map->start_x && y == map->start_y) return true;
    for (int i = 0; i < count_things(map); i++) {
        const int *place = place_of(map, i);
        if (place[0] == x && place[1] == y) return true;
    }
    return false;
}

// Checks that the map is valid, that an exit can be reached, and that all things can be
// reached if that was so for the ancestor.
static bool is_sound(const dado_map_species_config *b, const dado_map *map)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_region_init(&region, (size_t)256 << 20);
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    dado_map read;
    dado_map_warnings found;
    dado_map_write(map, &text);
    return dado_map_read(&read, "bred.map", dado_text_string(&text), text.length, &region, &found,
                         NULL) &&
           !found.no_way_out && (!found.walled_off || b->walled_off);
}

static int some_below(dado_fast_rng *rng, int count)
{
    return (int)dado_fast_rng_below(rng, (uint32_t)count);
}

// Finds a random free cell that is neither wall nor exit; returns false after 100
// attempts.
static bool find_free(const dado_map *map, dado_fast_rng *rng, int *x, int *y)
{
    for (int i = 0; i < 100; i++) {
        *x = some_below(rng, map->width);
        *y = some_below(rng, map->height);
        int id = dado_map_id(map, *x, *y);
        if (id != DADO_CELL_WALL && id != DADO_CELL_EXIT && !is_taken(map, *x, *y)) return true;
    }
    return false;
}

// Makes a patch equal to a cell beside it. The outer ring stays unchanged.
static bool change_stone(dado_map *map, dado_fast_rng *rng)
{
    if (map->width < 3 || map->height < 3) return false;
    int x = 1 + some_below(rng, map->width - 2), y = 1 + some_below(rng, map->height - 2);
    int way = some_below(rng, 4), wide = 1 + some_below(rng, 3), high = 1 + some_below(rng, 3);
    int like = (y + dado_step_y[way]) * map->width + x + dado_step_x[way];
    uint16_t id = map->id[like], type = map->type[like];
    if (id == DADO_CELL_EXIT) return false;
    bool changed = false;
    for (int v = y; v < y + high && v < map->height - 1; v++) {
        for (int u = x; u < x + wide && u < map->width - 1; u++) {
            int at = v * map->width + u;
            if (map->id[at] == DADO_CELL_EXIT || map->id[at] == id || is_taken(map, u, v)) continue;
            map->id[at] = id;
            map->type[at] = type;
            changed = true;
        }
    }
    return changed;
}

static bool move_thing(dado_map *map, dado_fast_rng *rng)
{
    int x, y;
    if (count_things(map) == 0) return false;
    int *place = place_of(map, some_below(rng, count_things(map)));
    if (!find_free(map, rng, &x, &y)) return false;
    place[0] = x;
    place[1] = y;
    return true;
}

static bool add_thing(const dado_map_species_config *b, dado_map *map, dado_fast_rng *rng)
{
    int kind = some_below(rng, 3), x, y;
    if (!find_free(map, rng, &x, &y)) return false;
    if (kind == 0 && map->golds < b->golds) {
        int amount =
            map->golds ? map->gold[some_below(rng, map->golds)].amount : 1 + some_below(rng, 40);
        map->gold[map->golds++] = (dado_map_gold){ x, y, amount };
        return true;
    }
    if (kind == 1 && map->item_count < b->items) {
        dado_map_item *item = &map->items[map->item_count++];
        *item = b->templates.items[some_below(rng, b->templates.item_count)].item;
        item->x = x;
        item->y = y;
        return true;
    }
    if (kind == 2 && map->enemy_count < b->enemies) {
        dado_map_enemy *enemy = &map->enemies[map->enemy_count++];
        *enemy = b->templates.enemies[some_below(rng, b->templates.enemy_count)].enemy;
        enemy->x = x;
        enemy->y = y;
        return true;
    }
    return false;
}

// Removes a thing; the last of its kind takes its place.
static void drop_thing(dado_map *map, int thing)
{
    if (thing < map->golds) {
        map->gold[thing] = map->gold[--map->golds];
    } else if (thing < map->golds + map->item_count) {
        thing -= map->golds;
        map->items[thing] = map->items[--map->item_count];
    } else {
        thing -= map->golds + map->item_count;
        map->enemies[thing] = map->enemies[--map->enemy_count];
    }
}

static bool remove_thing(dado_map *map, dado_fast_rng *rng)
{
    int count = count_things(map);
    if (count == 0) return false;
    drop_thing(map, some_below(rng, count));
    return true;
}

// Changes a value by up to a quarter, and at least by one; zero stays zero.
static bool change_value(int *value, dado_fast_rng *rng)
{
    if (*value == 0) return false;
    int step = 1 + some_below(rng, *value / 4 + 1);
    *value += dado_fast_rng_below(rng, 2) ? step : -step;
    return *value > 0;
}

static bool change_thing(dado_map *map, dado_fast_rng *rng)
{
    int count = count_things(map);
    if (count == 0) return false;
    int thing = some_below(rng, count);
    if (thing < map->golds) return change_value(&map->gold[thing].amount, rng);
    thing -= map->golds;
    if (thing < map->item_count) {
        dado_map_item *item = &map->items[thing];
        int *const values[] = { &item->hp, &item->mp, &item->atk, &item->def };
        return change_value(values[some_below(rng, 4)], rng);
    }
    dado_map_enemy *enemy = &map->enemies[thing - map->item_count];
    int *const values[] = { &enemy->hp, &enemy->atk, &enemy->def, &enemy->range };
    return change_value(values[some_below(rng, 4)], rng);
}

// Moves the start, or exchanges an exit with the floor of another cell.
static bool move_end(dado_map *map, dado_fast_rng *rng)
{
    int x, y, exit = -1, seen = 0;
    if (!find_free(map, rng, &x, &y)) return false;
    if (dado_fast_rng_below(rng, 2)) {
        map->start_x = x;
        map->start_y = y;
        return true;
    }
    for (int i = 0; i < map->width * map->height; i++) {
        if (map->id[i] == DADO_CELL_EXIT && some_below(rng, ++seen) == 0) exit = i;
    }
    if (exit < 0) return false;
    int to = y * map->width + x;
    uint16_t id = map->id[to], type = map->type[to];
    map->id[to] = map->id[exit];
    map->type[to] = map->type[exit];
    map->id[exit] = id;
    map->type[exit] = type;
    return true;
}

static bool change_any(const dado_map_species_config *b, dado_map *map, dado_fast_rng *rng)
{
    switch (dado_fast_rng_below(rng, 12)) {
    case 0: return add_thing(b, map, rng);
    case 1: return remove_thing(map, rng);
    case 2: return move_end(map, rng);
    case 3:
    case 4: return change_thing(map, rng);
    case 5:
    case 6: return move_thing(map, rng);
    default: return change_stone(map, rng);
    }
}

static void change_once(const dado_species *species, dado_fast_rng *rng, void *genome)
{
    const dado_map_species_config *b = species->data;
    DADO_CLEANUP(dado_text_free) dado_text before = { 0 };
    dado_text_add_bytes(&before, genome, species->size);
    bool done = before.cut;
    for (int i = 0; i < tries && !done; i++) {
        dado_map map = map_of(b, genome);
        if (change_any(b, &map, rng)) {
            keep_head(b, &map, genome);
            done = is_sound(b, &map);
        }
        if (!done) memcpy(genome, before.data, species->size);
    }
}

static void create(const dado_species *species, dado_fast_rng *rng, void *genome)
{
    const dado_map_species_config *b = species->data;
    memcpy(genome, b->genome, species->size);
    // With probability 1/9 it is the ancestor itself.
    uint32_t changes = dado_fast_rng_below(rng, 9);
    for (uint32_t i = 0; i < changes; i++) change_once(species, rng, genome);
}

static void mutate(const dado_species *species, dado_fast_rng *rng, void *genome)
{
    uint32_t changes = dado_fast_rng_below(rng, 4);
    for (uint32_t i = 0; i < changes; i++) change_once(species, rng, genome);
}

typedef struct area {
    int x, y, width, height;
} area;

static bool is_within(area a, int x, int y)
{
    return x >= a.x && y >= a.y && x < a.x + a.width && y < a.y + a.height;
}

// Copies the things of `from` within the area to `to`; returns false if there is no room.
static bool copy_things(const dado_map_species_config *b, dado_map *to, const dado_map *from,
                        area a)
{
    for (int i = 0; i < from->golds; i++) {
        if (!is_within(a, from->gold[i].x, from->gold[i].y)) continue;
        if (to->golds == b->golds) return false;
        to->gold[to->golds++] = from->gold[i];
    }
    for (int i = 0; i < from->item_count; i++) {
        if (!is_within(a, from->items[i].x, from->items[i].y)) continue;
        if (to->item_count == b->items) return false;
        to->items[to->item_count++] = from->items[i];
    }
    for (int i = 0; i < from->enemy_count; i++) {
        if (!is_within(a, from->enemies[i].x, from->enemies[i].y)) continue;
        if (to->enemy_count == b->enemies) return false;
        to->enemies[to->enemy_count++] = from->enemies[i];
    }
    return true;
}

// Copies an area of the map `other` into `child`, a copy of one parent; returns false if
// that is impossible.
static bool take_area(const dado_map_species_config *b, void *child, const dado_map *other, area a)
{
    dado_map map = map_of(b, child);
    if (is_within(a, map.start_x, map.start_y)) return false;
    for (int i = count_things(&map) - 1; i >= 0; i--) {
        const int *place = place_of(&map, i);
        if (is_within(a, place[0], place[1])) drop_thing(&map, i);
    }
    if (!copy_things(b, &map, other, a)) return false;
    for (int y = a.y; y < a.y + a.height; y++) {
        size_t at = (size_t)y * (size_t)map.width + (size_t)a.x;
        memcpy(map.id + at, other->id + at, (size_t)a.width * sizeof *map.id);
        memcpy(map.type + at, other->type + at, (size_t)a.width * sizeof *map.type);
    }
    keep_head(b, &map, child);
    return is_sound(b, &map);
}

// Exchanges an area of two maps; a child that would become invalid stays as it was.
static void cross(const dado_species *species, dado_fast_rng *rng, void *first, void *second)
{
    const dado_map_species_config *b = species->data;
    // Copies of the parents.
    DADO_CLEANUP(dado_text_free) dado_text one = { 0 }, other = { 0 };
    area a = { .width = 1 + some_below(rng, (b->map.width + 1) / 2),
               .height = 1 + some_below(rng, (b->map.height + 1) / 2) };
    a.x = some_below(rng, b->map.width - a.width + 1);
    a.y = some_below(rng, b->map.height - a.height + 1);
    dado_text_add_bytes(&one, first, species->size);
    dado_text_add_bytes(&other, second, species->size);
    if (one.cut || other.cut) return;
    dado_map parents[2] = { map_of(b, one.data), map_of(b, other.data) };
    if (!take_area(b, first, &parents[1], a)) memcpy(first, one.data, species->size);
    if (!take_area(b, second, &parents[0], a)) memcpy(second, other.data, species->size);
}

static bool write(const dado_species *species, const void *genome, dado_text *out)
{
    dado_map map = map_of(species->data, genome);
    dado_map_write(&map, out);
    return true;
}

static void print(const dado_species *species, const void *genome, dado_text *out)
{
    write(species, genome, out);
}

static int length(const dado_species *species, const void *genome)
{
    (void)species;
    const head *h = genome;
    return h->golds + h->items + h->enemies;
}

static bool valid(const dado_species *species, const void *genome)
{
    const dado_map_species_config *b = species->data;
    const head *h = genome;
    if (h->golds < 0 || h->golds > b->golds || h->items < 0 || h->items > b->items ||
        h->enemies < 0 || h->enemies > b->enemies || h->spare != 0) {
        return false;
    }
    dado_map map = map_of(b, genome);
    return is_sound(b, &map);
}

static bool take_ancestor(dado_map_species_config *b, dado_region *region, dado_error *err)
{
    dado_map_warnings found;
    if (!dado_map_read(&b->map, b->name, b->ancestor, strlen(b->ancestor), region, &found, err)) {
        return false;
    }
    if (found.no_way_out) {
        return dado_fail(err, DADO_INVALID,
                         "%s cannot be evolved because no exit can be reached; open a way to one",
                         b->name);
    }
    b->walled_off = found.walled_off;
    b->golds = 2 * b->map.golds + spare_things;
    b->items = 2 * b->map.item_count + spare_things;
    b->enemies = 2 * b->map.enemy_count + spare_things;
    dado_templates_shipped(&b->templates);
    unsigned char *genome = dado_region_alloc(region, 1, size_of(b));
    if (!genome) return dado_fail(err, DADO_LIMIT, "out of memory while preparing %s", b->name);
    *(head *)(void *)genome = head_of(&b->map);
    dado_map to = map_of(b, genome);
    size_t cells = (size_t)to.width * (size_t)to.height;
    memcpy(to.id, b->map.id, cells * sizeof *to.id);
    memcpy(to.type, b->map.type, cells * sizeof *to.type);
    memcpy(to.gold, b->map.gold, (size_t)b->map.golds * sizeof *to.gold);
    memcpy(to.items, b->map.items, (size_t)b->map.item_count * sizeof *to.items);
    memcpy(to.enemies, b->map.enemies, (size_t)b->map.enemy_count * sizeof *to.enemies);
    b->genome = genome;
    return true;
}

bool dado_map_species(dado_species *species, dado_map_species_config *b, dado_region *region,
                      dado_error *err)
{
    if (!take_ancestor(b, region, err)) return false;
    DADO_CLEANUP(dado_text_free) dado_text said = { 0 };
    dado_text_addf(&said, "map %s ancestor=%016llx %s", b->name,
                   (unsigned long long)dado_species_hash(b->ancestor), b->evaluator.settings);
    *species = (dado_species){
        .name = "dungeon-map",
        .data = b,
        .size = size_of(b),
        .create = create,
        .cross = cross,
        .mutate = mutate,
        .fitness = dado_map_fitness,
        .describe = dado_map_describe,
        .traits = dado_map_traits(),
        .length = length,
        .valid = valid,
        .print = print,
        .write = write,
        .suffix = ".map",
    };
    return dado_species_set_settings(species, &said, region, err);
}
