// learner_features.c - turns a dungeon into planes of numbers for learning agents.
//
// A plane is as high and wide as the map. Cells that were never seen are zero in all
// planes; only enemies in sight are included.
#include <math.h>
#include <string.h>

#include "core/game_extras.h"
#include "worlds/dungeon/dungeon.h"
#include "worlds/dungeon/dungeon_internal.h"

enum {
    plane_seen,
    plane_floor,
    plane_exit,
    plane_gold,
    plane_recovery,
    plane_strength,
    plane_enemy_health,
    plane_enemy_attack,
    plane_enemy_defence,
    plane_stood,
    plane_hero,
    planes
};
enum {
    number_health,
    number_mana,
    number_attack,
    number_defence,
    number_gold,
    number_turns,
    numbers
};

static const char *const plane_names[planes] = {
    "seen",         "floor",        "exit",          "gold",     "recovery", "strength",
    "enemy health", "enemy attack", "enemy defence", "stood on", "hero",
};
static const char *const number_names[numbers] = {
    "health", "mana", "attack", "defence", "gold", "turns left",
};

bool dado_dungeon_feature(const dado_game *game, int which, dado_feature *out)
{
    const dado_dungeon *d = dado_dungeon_of(game);
    const dado_feature blocks[] = {
        { "planes",
          "what the hero has seen of each cell, plane by plane",
          DADO_FEATURE_WHOLE,
          3,
          { planes, d->map.height, d->map.width },
          0,
          INFINITY },
        { "hero",
          "the hero's attributes, gold and turns left",
          DADO_FEATURE_WHOLE,
          1,
          { numbers },
          0,
          INFINITY },
    };
    return dado_feature_at(blocks, 2, which, out);
}

void dado_dungeon_feature_entry(const dado_game *game, int which, int entry, dado_text *out)
{
    (void)game;
    dado_text_add(out, which == 0 ? plane_names[entry] : number_names[entry]);
}

static void write_cell(const dado_dungeon *d, const void *view, int cell, float *at, int tiles)
{
    if (!dado_bit(dado_dungeon_seen(d, view), cell)) return;
    at[plane_seen * tiles] = 1;
    at[plane_floor * tiles] = d->kind[cell] != DADO_CELL_WALL;
    at[plane_exit * tiles] = d->kind[cell] == DADO_CELL_EXIT;
    at[plane_stood * tiles] = (float)dado_bit(dado_dungeon_stood(d, view), cell);
    int gold = dado_dungeon_known_gold(d, view, cell);
    int item = dado_dungeon_known_item(d, view, cell);
    if (gold >= 0) at[plane_gold * tiles] = (float)d->map.gold[gold].amount;
    if (item < 0) return;
    const dado_map_item *thing = &d->map.items[item];
    if (thing->buff) at[plane_recovery * tiles] = (float)(thing->hp + thing->mp);
    else at[plane_strength * tiles] = (float)(thing->atk + thing->def);
}

static void write_enemies(const dado_dungeon *d, const void *view, float *values, int tiles)
{
    const dado_dungeon_enemy *enemies = dado_dungeon_enemies(d, view);
    for (int i = 0; i < d->map.enemy_count; i++) {
        if (enemies[i].hp <= 0 || enemies[i].cell == DADO_NOWHERE) continue;
        int x = dado_dungeon_x(d, enemies[i].cell), y = dado_dungeon_y(d, enemies[i].cell);
        float *at = values + y * d->map.width + x;
        at[plane_enemy_health * tiles] = (float)enemies[i].hp;
        at[plane_enemy_attack * tiles] = (float)d->map.enemies[i].atk;
        at[plane_enemy_defence * tiles] = (float)d->map.enemies[i].def;
    }
}

void dado_dungeon_features(const dado_game *game, const void *view, int seat, float *values)
{
    (void)seat;
    const dado_dungeon *d = dado_dungeon_of(game);
    const dado_dungeon_state *s = view;
    int width = d->map.width, tiles = width * d->map.height;
    memset(values, 0, sizeof *values * (size_t)(planes * tiles));
    for (int i = 0; i < tiles; i++) {
        write_cell(d, view, dado_bit_grid_cell(&d->board, i % width, i / width), values + i, tiles);
    }
    write_enemies(d, view, values, tiles);
    int hero = dado_dungeon_y(d, s->cell) * width + dado_dungeon_x(d, s->cell);
    values[plane_hero * tiles + hero] = 1;
    values += planes * tiles;
    values[number_health] = (float)s->hp;
    values[number_mana] = (float)s->mp;
    values[number_attack] = (float)s->atk;
    values[number_defence] = (float)s->def;
    values[number_gold] = (float)s->gold;
    values[number_turns] = (float)(d->rules.max_turns - dado_dungeon_turns(s));
}

int dado_dungeon_actions(const dado_game *game)
{
    return dado_dungeon_of(game)->directions;
}
