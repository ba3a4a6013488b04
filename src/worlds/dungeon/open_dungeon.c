// open_dungeon.c - opens a dungeon: reads map and rules, and computes what follows from
// them.
//
// Walls never change, so what each cell sees is computed here, once, and shared by all
// matches on the map. On very large maps that would take too much memory; there the field
// of view is computed anew in every turn.
#include "worlds/dungeon/dungeon_internal.h"

#include <string.h>

#include "worlds/dungeon/dungeon.h"

enum { sight_bytes_most = 8 << 20 };

const char dado_dungeon_example[] = "1.1\n"
                                    "15-9\n"
                                    "0:0 0:0 0:0 0:0 0:0 0:0 0:0 0:0 0:0 0:0 0:0 0:0 0:0 0:0 0:0\n"
                                    "0:0 1:1 1:1 1:1 1:1 0:0 1:1 1:1 1:1 1:1 0:0 1:1 1:1 1:1 0:0\n"
                                    "0:0 1:1 1:1 1:1 1:1 0:0 1:1 1:1 1:1 1:1 0:0 1:1 1:1 1:1 0:0\n"
                                    "0:0 1:1 1:1 1:1 1:1 1:1 1:1 1:1 1:1 1:1 0:0 1:1 1:1 1:1 0:0\n"
                                    "0:0 0:0 0:0 1:1 0:0 0:0 0:0 0:0 1:1 0:0 0:0 0:0 1:1 0:0 0:0\n"
                                    "0:0 1:1 1:1 1:1 0:0 1:1 1:1 1:1 1:1 1:1 0:0 1:1 1:1 1:1 0:0\n"
                                    "0:0 1:1 1:1 1:1 0:0 1:1 1:1 1:1 1:1 1:1 1:1 1:1 1:1 1:1 0:0\n"
                                    "0:0 1:1 1:1 1:1 0:0 1:1 1:1 1:1 1:1 1:1 0:0 1:1 1:1 2:4 0:0\n"
                                    "0:0 0:0 0:0 0:0 0:0 0:0 0:0 0:0 0:0 0:0 0:0 0:0 0:0 0:0 0:0\n"
                                    "Gold:\n1,7,30\n"
                                    "Gold:\n12,1,12\n"
                                    "Item:\n9,1,1,8,0,0,0,1,2\n"
                                    "Item:\n2,6,0,0,0,1,0,0,1\n"
                                    "Enemy:\n7,6,5,3,0,4,150,2,0\n"
                                    "Enemy:\n12,2,9,4,1,5,200,3,0\n"
                                    "Enemy:\n8,2,4,3,0,4,120,2,0\n";

static dado_dungeon_rules ask_rules(dado_option_reader *ask)
{
    static const char *const neighbourhoods[] = { "4", "8", NULL };
    dado_dungeon_rules r = { 0 };
    r.hp = (int)dado_option_int(ask, "player.hp", 30, 1, DADO_MAP_FIELD_MOST);
    r.atk = (int)dado_option_int(ask, "player.atk", 5, 0, DADO_MAP_FIELD_MOST);
    r.def = (int)dado_option_int(ask, "player.def", 1, 0, DADO_MAP_FIELD_MOST);
    r.cost = (int)dado_option_int(ask, "player.cost", 100, 1, DADO_MAP_FIELD_MOST);
    r.max_turns = (int)dado_option_int(ask, "max_turns", 0, 0, 1000000000);
    r.seconds_per_turn = dado_option_real(ask, "seconds_per_turn", 1.0, 0.0, 1e6);
    r.item_value = (int)dado_option_int(ask, "item_value", 20, 0, DADO_MAP_FIELD_MOST);
    r.neighbourhood = dado_option_choice(ask, "neighbourhood", neighbourhoods, 0) ? 8 : 4;
    r.damage_floor = (int)dado_option_int(ask, "damage_floor", 1, 0, DADO_MAP_FIELD_MOST);
    r.hp_cap = dado_option_bool(ask, "hp_cap", true);
    r.fog = dado_option_bool(ask, "fog", true);
    r.fov_radius = (int)dado_option_int(ask, "fov_radius", 8, 0, DADO_MAP_SIDE_MOST);
    r.enemy_los = dado_option_bool(ask, "enemy_los", false);
    r.patience = (int)dado_option_int(ask, "patience", 20, 0, 1000000000);
    return r;
}

bool dado_dungeon_has_rule(const char *name)
{
    dado_option_reader ask = dado_option_reader_begin(NULL);
    bool found = false;
    ask_rules(&ask);
    for (int i = 0; i < ask.count; i++) found = found || strcmp(ask.asked[i], name) == 0;
    dado_text_free(&ask.known);
    return found;
}

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "out of memory while opening the dungeon");
}

static bool read_map(dado_dungeon *d, const dado_options *options, const char *text,
                     dado_region *region, dado_error *err)
{
    const dado_option *file = dado_options_find(options, "file");
    const char *source = file && file->place.source ? file->place.source : "map";
    return dado_map_read(&d->map, source, text, strlen(text), region, NULL, err);
}

static bool lay_board(dado_dungeon *d, dado_region *region)
{
    const dado_map *map = &d->map;
    int stride = map->width + 1;
    d->cells = (map->height + 2) * stride + 1;
    int words = (d->cells + 63) / 64;
    uint64_t *opaque = dado_new(region, uint64_t, words),
             *passable = dado_new(region, uint64_t, words);
    uint64_t *exits = dado_new(region, uint64_t, words),
             *inside = dado_new(region, uint64_t, words);
    uint8_t *kind = dado_new(region, uint8_t, d->cells);
    int32_t *gold_at = dado_new(region, int32_t, d->cells);
    int32_t *item_at = dado_new(region, int32_t, d->cells);
    if (!opaque || !passable || !exits || !inside || !kind || !gold_at || !item_at) return false;
    memset(opaque, 0xFF, sizeof(uint64_t) * (size_t)words);
    d->board = (dado_bit_grid){ map->width, map->height, stride, words, opaque };
    for (int i = 0; i < d->cells; i++) gold_at[i] = item_at[i] = -1;
    for (int y = 0; y < map->height; y++) {
        for (int x = 0; x < map->width; x++) {
            int cell = dado_bit_grid_cell(&d->board, x, y), id = dado_map_id(map, x, y);
            dado_bit_set(inside, cell);
            if (id == DADO_CELL_WALL) continue;
            kind[cell] = id == DADO_CELL_EXIT ? DADO_CELL_EXIT : DADO_CELL_FLOOR;
            dado_bit_set(passable, cell);
            dado_bit_clear(opaque, cell);
            if (id == DADO_CELL_EXIT) dado_bit_set(exits, cell);
            d->passable_count++;
        }
    }
    for (int i = 0; i < map->golds; i++) {
        gold_at[dado_bit_grid_cell(&d->board, map->gold[i].x, map->gold[i].y)] = i;
    }
    for (int i = 0; i < map->item_count; i++) {
        item_at[dado_bit_grid_cell(&d->board, map->items[i].x, map->items[i].y)] = i;
    }
    d->kind = kind;
    d->gold_at = gold_at;
    d->item_at = item_at;
    d->passable = passable;
    d->exits = exits;
    d->inside = inside;
    d->start = dado_bit_grid_cell(&d->board, map->start_x, map->start_y);
    return true;
}

static bool lay_steps(dado_dungeon *d, dado_region *region)
{
    d->directions = d->rules.neighbourhood;
    for (int dir = 0; dir < 8; dir++) {
        d->step[dir] = dado_step_y[dir] * d->board.stride + dado_step_x[dir];
    }
    for (int dir = 4; dir < d->directions; dir++) {
        uint64_t *free = dado_new(region, uint64_t, d->board.words);
        if (!free) return false;
        for (int i = d->board.stride; i < d->cells - d->board.stride - 1; i++) {
            bool both = dado_bit(d->passable, i + dado_step_x[dir]) &&
                        dado_bit(d->passable, i + dado_step_y[dir] * d->board.stride);
            if (both) dado_bit_set(free, i);
        }
        d->diagonal[dir - 4] = free;
    }
    return true;
}

static bool lay_sight(dado_dungeon *d, dado_region *region)
{
    size_t row = sizeof(uint64_t) * (size_t)d->board.words;
    if (!d->rules.fog || row * (size_t)d->passable_count > sight_bytes_most) return true;
    uint64_t *sight = dado_region_alloc(region, (size_t)d->passable_count, row);
    int32_t *sight_at = dado_new(region, int32_t, d->cells);
    if (!sight || !sight_at) return false;
    int next = 0;
    for (int cell = 0; cell < d->cells; cell++) {
        if (!dado_bit(d->passable, cell)) continue;
        dado_fov_cast(&d->board, dado_dungeon_x(d, cell), dado_dungeon_y(d, cell),
                      d->rules.fov_radius, 0, sight + (size_t)next * (size_t)d->board.words);
        sight_at[cell] = next++;
    }
    d->sight = sight;
    d->sight_at = sight_at;
    return true;
}

static bool lay_reach(dado_dungeon *d, dado_region *region)
{
    const dado_map *map = &d->map;
    int cells = map->width * map->height;
    uint64_t *reachable = dado_new(region, uint64_t, d->board.words);
    int32_t *steps = dado_new(region, int32_t, cells), *queue = dado_new(region, int32_t, cells);
    if (!reachable || !steps || !queue) return false;
    dado_map_distances(map, map->start_x, map->start_y, d->directions, steps, queue);
    d->shortest = -1;
    for (int i = 0; i < cells; i++) {
        if (steps[i] < 0) continue;
        dado_bit_set(reachable, dado_bit_grid_cell(&d->board, i % map->width, i / map->width));
        d->reachable_count++;
        bool nearer = d->shortest < 0 || steps[i] < d->shortest;
        if (map->id[i] == DADO_CELL_EXIT && nearer) d->shortest = steps[i];
    }
    d->reachable = reachable;
    return true;
}

static size_t lay_state(dado_dungeon *d)
{
    size_t board = sizeof(uint64_t) * (size_t)d->board.words;
    d->met_words = (d->map.enemy_count + 63) / 64;
    d->gold_words = (d->map.golds + 63) / 64;
    d->item_words = (d->map.item_count + 63) / 64;
    d->enemies = sizeof(dado_dungeon_state);
    d->met = d->enemies + sizeof(dado_dungeon_enemy) * (size_t)d->map.enemy_count;
    d->seen = d->met + sizeof(uint64_t) * (size_t)d->met_words;
    d->stood = d->seen + board;
    d->gold_taken = d->stood + board;
    d->item_taken = d->gold_taken + sizeof(uint64_t) * (size_t)d->gold_words;
    return d->item_taken + sizeof(uint64_t) * (size_t)d->item_words;
}

bool dado_dungeon_open(dado_game *game, const dado_options *options, dado_region *region,
                       dado_error *err)
{
    dado_option_reader ask = dado_option_reader_begin(options);
    const char *text = dado_option_text(&ask, "file", dado_dungeon_example);
    dado_dungeon_rules rules = ask_rules(&ask);
    if (!dado_option_reader_end(&ask, region, &game->options, err)) return false;
    dado_dungeon *d = dado_new(region, dado_dungeon, 1);
    if (!d) return no_memory(err);
    d->rules = rules;
    if (!read_map(d, options, text, region, err)) return false;
    if (!lay_board(d, region) || !lay_steps(d, region) || !lay_sight(d, region) ||
        !lay_reach(d, region) || !dado_dungeon_measure(d, region)) {
        return no_memory(err);
    }
    int automatic = 10 * d->map.width * d->map.height;
    if (d->rules.max_turns == 0) d->rules.max_turns = automatic > 200 ? automatic : 200;
    game->data = d;
    game->tallies = dado_dungeon_tallies;
    game->players = 1;
    game->goal = true;
    game->max_moves = d->directions;
    game->secrets = d->rules.fog;
    game->state_size = game->view_size = lay_state(d);
    return true;
}
