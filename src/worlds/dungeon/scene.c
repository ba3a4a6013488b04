// scene.c - shows a dungeon as a scene of tiles and the things on them.
//
// The scene shows the whole map. Tiles never seen are dark; tiles seen before but out of
// sight now are dim. A move touches the tile it leads to.
#include "core/game_extras.h"
#include "worlds/dungeon/dungeon.h"
#include "worlds/dungeon/dungeon_internal.h"
#include "worlds/dungeon/enemy_item_templates.h"

enum {
    look_unseen = 1,
    look_wall,
    look_floor,
    look_exit,
    look_gold,
    look_heals,
    look_strengthens,
    look_hero,
    look_enemy,
    look_map,
    look_enemies,  // one for each shipped enemy, then one for each shipped item
    look_items = look_enemies + DADO_SHIPPED_ENEMIES
};
enum {
    id_map = 1,
    id_hero = 2,
    id_tile = 1 << 20,
    id_enemy = 2 << 20,
    id_gold = 3 << 20,
    id_item = 4 << 20,
    id_words = 5 << 20
};

static int look_of_cell(const dado_dungeon *d, int cell)
{
    if (d->kind[cell] == DADO_CELL_EXIT) return look_exit;
    return d->kind[cell] == DADO_CELL_WALL ? look_wall : look_floor;
}

// Things with the values of a shipped template have its name; others have a general one.
static int look_of_item(const dado_map_item *item)
{
    int shipped = dado_shipped_item(item);
    if (shipped >= 0) return look_items + shipped;
    return item->buff ? look_heals : look_strengthens;
}

static int look_of_enemy(const dado_map_enemy *enemy)
{
    int shipped = dado_shipped_enemy(enemy);
    return shipped >= 0 ? look_enemies + shipped : look_enemy;
}

static void show_things(const dado_dungeon *d, const void *state, int cell, bool visible, int tile,
                        dado_scene *out)
{
    const dado_dungeon_state *s = state;
    int item = d->item_at[cell], pile = d->gold_at[cell];
    if (item >= 0 && !dado_bit(dado_dungeon_item_taken(d, state), item)) {
        int look = look_of_item(&d->map.items[item]);
        dado_scene_add(out, (dado_scene_item){ .id = (uint32_t)(id_item + item),
                                               .parent = tile,
                                               .kind = DADO_ITEM_TOKEN,
                                               .look = (uint16_t)look,
                                               .value = 1 });
    }
    if (pile >= 0 && !dado_bit(dado_dungeon_gold_taken(d, state), pile)) {
        dado_scene_add(out, (dado_scene_item){ .id = (uint32_t)(id_gold + pile),
                                               .parent = tile,
                                               .kind = DADO_ITEM_TOKEN,
                                               .look = look_gold,
                                               .value = d->map.gold[pile].amount });
    }
    const dado_dungeon_enemy *enemies = dado_dungeon_enemies(d, state);
    for (int i = 0; visible && i < d->map.enemy_count; i++) {
        if (enemies[i].hp <= 0 || enemies[i].cell != cell) continue;
        int full = d->map.enemies[i].hp > 0 ? d->map.enemies[i].hp : 1;
        dado_scene_add(out, (dado_scene_item){ .id = (uint32_t)(id_enemy + i),
                                               .parent = tile,
                                               .kind = DADO_ITEM_UNIT,
                                               .look = (uint16_t)look_of_enemy(&d->map.enemies[i]),
                                               .value = (int32_t)(1000LL * enemies[i].hp / full) });
    }
    if (s->cell == cell) {
        int32_t left = (int32_t)(1000 * (s->hp < 0 ? 0 : s->hp) / (d->rules.hp ? d->rules.hp : 1));
        dado_scene_add(out, (dado_scene_item){ .id = id_hero,
                                               .parent = tile,
                                               .kind = DADO_ITEM_UNIT,
                                               .look = look_hero,
                                               .value = left < 1000 ? left : 1000,
                                               .lit = true });
    }
}

void dado_dungeon_scene(const dado_game *game, const void *state, int eyes, dado_scene *out)
{
    const dado_dungeon *d = dado_dungeon_of(game);
    const dado_dungeon_state *s = state;
    uint64_t room[DADO_DUNGEON_SIGHT_WORDS];
    bool all = eyes == DADO_NOBODY || !d->rules.fog;
    const uint64_t *visible = all ? d->inside : dado_dungeon_sight(d, s->cell, room);
    const uint64_t *seen = all ? d->inside : dado_dungeon_seen(d, state);
    int map = dado_scene_add(out, (dado_scene_item){ .id = id_map,
                                                     .kind = DADO_ITEM_PLACE,
                                                     .parent = -1,
                                                     .value = d->map.width,
                                                     .look = look_map });
    for (int y = 0; y < d->map.height; y++) {
        for (int x = 0; x < d->map.width; x++) {
            int cell = dado_bit_grid_cell(&d->board, x, y), at = y * d->map.width + x;
            bool known = dado_bit(seen, cell), clear = dado_bit(visible, cell);
            int tile = dado_scene_add(
                out,
                (dado_scene_item){ .id = (uint32_t)(id_tile + cell),
                                   .kind = DADO_ITEM_TILE,
                                   .parent = map,
                                   .at = at,
                                   .look = (uint16_t)(known ? look_of_cell(d, cell) : look_unseen),
                                   .dim = known && !clear });
            if (tile < 0) return;
            if (known || s->cell == cell) show_things(d, state, cell, clear, tile, out);
        }
    }
    dado_scene_add_text(out, id_words, -1, 1,
                        "turn %d  health %lld of %d  attack %lld  defence %lld  "
                        "gold %lld",
                        dado_dungeon_turns(s), (long long)s->hp, d->rules.hp, (long long)s->atk,
                        (long long)s->def, (long long)s->gold);
}

void dado_dungeon_look(const dado_game *game, int look, dado_text *out)
{
    (void)game;
    static const char *const names[] = { "",     "unseen", "wall",       "floor",
                                         "exit", "gold",   "what heals", "what strengthens",
                                         "hero", "enemy",  "map" };
    if (look >= look_items) dado_text_add(out, dado_shipped_item_name(look - look_items));
    else if (look >= look_enemies) dado_text_add(out, dado_shipped_enemy_name(look - look_enemies));
    else dado_text_add(out, names[look]);
}

int dado_dungeon_touch(const dado_game *game, const void *state, dado_move move, uint32_t *ids,
                       int most)
{
    const dado_dungeon *d = dado_dungeon_of(game);
    const dado_dungeon_state *s = state;
    if (most > 0) ids[0] = (uint32_t)(id_tile + s->cell + d->step[move]);
    return 1;
}
