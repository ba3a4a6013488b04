// dungeon_game.c - the rules of the dungeon: who acts, and what an action does.
//
// A dungeon has no chance. The player acts; then every enemy that notices the player gets
// the time that passed and acts as often as it can afford. The hero's knowledge is one
// bit per cell seen. Only the hero takes things, so a cell that was seen and not emptied
// is known to be unchanged.
#include <assert.h>
#include <string.h>

#include "core/fast_paths.h"
#include "core/game_extras.h"
#include "worlds/dungeon/dungeon.h"
#include "worlds/dungeon/dungeon_internal.h"
#include "worlds/shelf.h"

enum { most_words = ((DADO_MAP_SIDE_MOST + 2) * (DADO_MAP_SIDE_MOST + 1) + 63) / 64 + 1 };
enum { strongest = 1000000000 };  // limit of attributes, so that sums cannot overflow

const char *const dado_dungeon_direction_names[8] = { "n", "e", "s", "w", "ne", "se", "sw", "nw" };

static dado_dungeon_enemy *enemies_of(const dado_dungeon *d, void *state)
{
    return (dado_dungeon_enemy *)(void *)((char *)state + d->enemies);
}

static uint64_t *bits_at(void *state, size_t offset)
{
    return (uint64_t *)(void *)((char *)state + offset);
}

const uint64_t *dado_dungeon_sight(const dado_dungeon *d, int cell, uint64_t *room)
{
    if (!d->rules.fog) return d->inside;
    if (d->sight) return dado_dungeon_kept_sight(d, cell);
    memset(room, 0, sizeof(uint64_t) * (size_t)d->board.words);
    dado_fov_cast(&d->board, dado_dungeon_x(d, cell), dado_dungeon_y(d, cell), d->rules.fov_radius,
                  0, room);
    return room;
}

dado_dungeon_fov dado_dungeon_fov_from(const dado_dungeon *d, int cell, uint64_t *room)
{
    dado_dungeon_fov eye = { .d = d, .room = room, .cell = cell };
    dado_dungeon_sight_words(d, cell, &eye.first, &eye.end);
    if (!d->rules.fog) eye.visible = d->inside;
    else if (d->sight) eye.visible = dado_dungeon_kept_sight(d, cell);
    return eye;
}

void dado_dungeon_fov_compute(dado_dungeon_fov *eye)
{
    const dado_dungeon *d = eye->d;
    memset(eye->room + eye->first, 0, sizeof *eye->room * (size_t)(eye->end - eye->first));
    dado_fov_cast(&d->board, dado_dungeon_x(d, eye->cell), dado_dungeon_y(d, eye->cell),
                  d->rules.fov_radius, 0, eye->room);
    eye->visible = eye->room;
}

int dado_dungeon_known_gold(const dado_dungeon *d, const void *view, int cell)
{
    int pile = d->gold_at[cell];
    if (pile < 0 || !dado_bit(dado_dungeon_seen(d, view), cell)) return -1;
    return dado_bit(dado_dungeon_gold_taken(d, view), pile) ? -1 : pile;
}

int dado_dungeon_known_item(const dado_dungeon *d, const void *view, int cell)
{
    int item = d->item_at[cell];
    if (item < 0 || !dado_bit(dado_dungeon_seen(d, view), cell)) return -1;
    return dado_bit(dado_dungeon_item_taken(d, view), item) ? -1 : item;
}

int dado_dungeon_direction(const dado_dungeon *d, int from, int to)
{
    for (int dir = 0; dir < d->directions; dir++) {
        if (from + d->step[dir] == to) return dir;
    }
    return -1;
}

int64_t dado_dungeon_damage(const dado_dungeon *d, int64_t atk, int64_t def)
{
    int64_t damage = atk - def;
    return damage > d->rules.damage_floor ? damage : d->rules.damage_floor;
}

static int64_t raised(int64_t value, int64_t by)
{
    return value + by < strongest ? value + by : strongest;
}

// Returns true if a step in `direction` leads from `cell` to a passable cell; creatures
// are ignored.
static bool leads(const dado_dungeon *d, int cell, int direction)
{
    if (!dado_bit(d->passable, cell + d->step[direction])) return false;
    return direction < 4 || dado_bit(d->diagonal[direction - 4], cell);
}

static void recover(const dado_dungeon *d, dado_dungeon_state *s, const dado_map_item *item)
{
    int64_t hp = raised(s->hp, item->hp);
    if (d->rules.hp_cap && hp > d->rules.hp) {
        s->overheal += hp - d->rules.hp;
        hp = d->rules.hp;
    }
    s->hp = hp;
    s->mp = raised(s->mp, item->mp);
    s->items_recover++;
}

// Takes the gold and the item on the hero's cell; returns true if there was any.
static bool take(const dado_dungeon *d, dado_dungeon_state *s)
{
    int pile = d->gold_at[s->cell], item = d->item_at[s->cell];
    uint64_t *gold_taken = bits_at(s, d->gold_taken), *item_taken = bits_at(s, d->item_taken);
    bool taken = false;
    if (pile >= 0 && !dado_bit(gold_taken, pile)) {
        dado_bit_set(gold_taken, pile);
        s->gold += d->map.gold[pile].amount;
        taken = true;
    }
    if (item >= 0 && !dado_bit(item_taken, item)) {
        const dado_map_item *thing = &d->map.items[item];
        dado_bit_set(item_taken, item);
        if (thing->buff) {
            recover(d, s, thing);
        } else {
            s->atk = raised(s->atk, thing->atk);
            s->def = raised(s->def, thing->def);
            s->items_attr++;
        }
        taken = true;
    }
    return taken;
}

// Marks the visible cells as seen, and counts new cells, new enemies and the exit.
static void look_with(const dado_dungeon *d, dado_dungeon_state *s, dado_dungeon_fov *eye)
{
    uint64_t *seen = bits_at(s, d->seen), *met = bits_at(s, d->met);
    bool exit = false;
    int fresh = 0;
    if (!eye->visible) dado_dungeon_fov_compute(eye);
    for (int w = eye->first; w < eye->end; w++) {
        uint64_t new_here = eye->visible[w] & ~seen[w];
        if (!new_here) continue;
        fresh += __builtin_popcountll(new_here);
        seen[w] |= new_here;
        exit |= (new_here & d->exits[w]) != 0;
    }
    s->new_cells = fresh;
    if (exit && s->exit_seen < 0) s->exit_seen = dado_dungeon_turns(s);
    const dado_dungeon_enemy *enemies = enemies_of(d, s);
    for (int i = 0; i < d->map.enemy_count; i++) {
        if (enemies[i].hp <= 0 || dado_bit(met, i)) continue;
        if (!dado_dungeon_fov_sees(eye, enemies[i].cell)) continue;
        dado_bit_set(met, i);
        s->seen_enemies++;
    }
}

// Separate from `look`, so that maps of the usual size do not need this large array on
// the stack.
static void look_far(const dado_dungeon *d, dado_dungeon_state *s)
{
    uint64_t room[most_words];
    dado_dungeon_fov eye = dado_dungeon_fov_from(d, s->cell, room);
    look_with(d, s, &eye);
}

// Updates what the hero has seen, from the hero's cell.
static void look(const dado_dungeon *d, dado_dungeon_state *s)
{
    if (d->rules.fog && !d->sight) {
        look_far(d, s);
        return;
    }
    dado_dungeon_fov eye = dado_dungeon_fov_from(d, s->cell, NULL);
    look_with(d, s, &eye);
}

static void start(const dado_game *game, void *state)
{
    const dado_dungeon *d = dado_dungeon_of(game);
    memset(state, 0, game->state_size);
    dado_dungeon_state *s = state;
    s->hp = s->hp_min = d->rules.hp;
    s->atk = d->rules.atk;
    s->def = d->rules.def;
    s->cell = d->start;
    s->exit_seen = -1;
    s->killer = -1;
    dado_dungeon_enemy *enemies = enemies_of(d, state);
    for (int i = 0; i < d->map.enemy_count; i++) {
        const dado_map_enemy *e = &d->map.enemies[i];
        enemies[i].cell = dado_bit_grid_cell(&d->board, e->x, e->y);
        enemies[i].hp = e->hp;
    }
    dado_bit_set(bits_at(state, d->stood), s->cell);
    take(d, s);
    look(d, s);
    bool way_out = false;
    for (int dir = 0; dir < d->directions; dir++) way_out |= leads(d, s->cell, dir);
    if (!way_out) s->end = DADO_DUNGEON_WALLED_IN;
}

static int actor(const dado_game *game, const void *state)
{
    (void)game;
    const dado_dungeon_state *s = state;
    return s->end == DADO_DUNGEON_GOES_ON ? 0 : DADO_NOBODY;
}

static int legal(const dado_game *game, const void *state, dado_move *moves)
{
    const dado_dungeon *d = dado_dungeon_of(game);
    const dado_dungeon_state *s = state;
    int count = 0;
    for (int dir = 0; dir < d->directions; dir++) {
        if (leads(d, s->cell, dir)) moves[count++] = (dado_move)dir;
    }
    return count;
}

// Returns true if `goal` is visible from `cell` and at most `deepest` cells away,
// ignoring the radius of sight.
static bool sees(const dado_dungeon *d, int cell, int goal, int deepest)
{
    uint64_t visible[most_words];
    memset(visible, 0, sizeof(uint64_t) * (size_t)d->board.words);
    dado_fov_cast(&d->board, dado_dungeon_x(d, cell), dado_dungeon_y(d, cell), 0,
                  deepest < DADO_MAP_SIDE_MOST ? deepest : DADO_MAP_SIDE_MOST, visible);
    return dado_bit(visible, goal);
}

static bool alert(const dado_dungeon *d, const dado_dungeon_state *s, int cell, int range)
{
    if (range == 0 || dado_dungeon_distance(d, cell, s->cell) > range) return false;
    return !d->rules.enemy_los || sees(d, cell, s->cell, range);
}

// Carries out one action of enemy `i`: it attacks if the hero is one step away, otherwise
// it moves or waits.
static void act(const dado_dungeon *d, dado_dungeon_state *s, int i)
{
    dado_dungeon_enemy *enemies = enemies_of(d, s);
    int toward = dado_dungeon_direction(d, enemies[i].cell, s->cell);
    if (toward < 0 || !leads(d, enemies[i].cell, toward)) {
        enemies[i].cell = dado_dungeon_pursue(d, enemies, i, s->cell);
        return;
    }
    int64_t damage = dado_dungeon_damage(d, d->map.enemies[i].atk, s->def);
    s->hp -= damage;
    s->damage_taken += damage;
    if (s->hp < s->hp_min) s->hp_min = s->hp;
    if (s->hp > 0) return;
    s->hp = s->hp_min = 0;
    s->killer = i;
    s->end = DADO_DUNGEON_DEATH;
}

static void enemies_act(const dado_dungeon *d, dado_dungeon_state *s)
{
    dado_dungeon_enemy *enemies = enemies_of(d, s);
    for (int i = 0; i < d->map.enemy_count; i++) {
        dado_dungeon_enemy *e = &enemies[i];
        const dado_map_enemy *born = &d->map.enemies[i];
        if (e->hp <= 0) continue;
        if (!alert(d, s, e->cell, born->range)) {
            e->energy = 0;
            continue;
        }
        e->energy += d->rules.cost;
        while (e->energy >= born->cost) {
            if (!alert(d, s, e->cell, born->range)) {
                e->energy = 0;
                break;
            }
            e->energy -= born->cost;
            act(d, s, i);
            if (s->end != DADO_DUNGEON_GOES_ON) return;
        }
    }
}

static int enemy_on(const dado_dungeon *d, const dado_dungeon_enemy *enemies, int cell)
{
    for (int i = 0; i < d->map.enemy_count; i++) {
        if (enemies[i].cell == cell && enemies[i].hp > 0) return i;
    }
    return -1;
}

static void strike(const dado_dungeon *d, dado_dungeon_state *s, int victim)
{
    dado_dungeon_enemy *e = &enemies_of(d, s)[victim];
    int64_t damage = dado_dungeon_damage(d, s->atk, d->map.enemies[victim].def);
    s->attacks++;
    s->damage_dealt += damage;
    if (damage < e->hp) {
        e->hp -= (int32_t)damage;
    } else {
        *e = (dado_dungeon_enemy){ .cell = DADO_NOWHERE };
        s->defeated++;
    }
}

static bool step_to(const dado_dungeon *d, dado_dungeon_state *s, int cell)
{
    uint64_t *stood = bits_at(s, d->stood);
    s->cell = cell;
    s->moves++;
    s->back += dado_bit(stood, cell);
    dado_bit_set(stood, cell);
    bool taken = take(d, s);
    if (d->kind[cell] == DADO_CELL_EXIT) s->end = DADO_DUNGEON_WIN;
    return taken;
}

static void apply(const dado_game *game, void *state, dado_move move)
{
    const dado_dungeon *d = dado_dungeon_of(game);
    dado_dungeon_state *s = state;
    assert(move < (dado_move)d->directions && leads(d, s->cell, (int)move));
    int cell = s->cell + d->step[move];
    int victim = enemy_on(d, enemies_of(d, state), cell);
    int64_t dealt = s->damage_dealt;
    bool taken = false;
    if (victim >= 0) strike(d, s, victim);
    else taken = step_to(d, s, cell);
    if (s->end == DADO_DUNGEON_GOES_ON) enemies_act(d, s);
    if (s->end == DADO_DUNGEON_GOES_ON && dado_dungeon_turns(s) >= d->rules.max_turns) {
        s->end = DADO_DUNGEON_TIMEOUT;
    }
    look(d, s);
    bool progress = taken || s->new_cells > 0 || s->damage_dealt > dealt;
    s->idle = progress ? 0 : s->idle + 1;
    if (s->idle > s->drought) s->drought = s->idle;
}

static void scores(const dado_game *game, const void *state, int32_t *scores)
{
    (void)game;
    int64_t gold = ((const dado_dungeon_state *)state)->gold;
    scores[0] = gold < INT32_MAX ? (int32_t)gold : INT32_MAX;
}

static void rank(const dado_game *game, const void *state, int32_t *places)
{
    (void)game;
    places[0] = ((const dado_dungeon_state *)state)->end != DADO_DUNGEON_WIN;
}

static void hide(const dado_dungeon *d, dado_dungeon_fov *eye, void *view)
{
    dado_dungeon_enemy *enemies = enemies_of(d, view);
    for (int i = 0; i < d->map.enemy_count; i++) {
        if (enemies[i].hp <= 0 || dado_dungeon_fov_sees(eye, enemies[i].cell)) continue;
        enemies[i].cell = DADO_NOWHERE;
        enemies[i].energy = 0;
    }
}

static void hide_far(const dado_dungeon *d, int cell, void *view)
{
    uint64_t room[most_words];
    dado_dungeon_fov eye = dado_dungeon_fov_from(d, cell, room);
    hide(d, &eye, view);
}

// Removes creatures out of sight from a view.
static void hide_unseen(const dado_dungeon *d, const void *state, void *view)
{
    if (!d->rules.fog || d->map.enemy_count == 0) return;
    int cell = ((const dado_dungeon_state *)state)->cell;
    if (!d->sight) {
        hide_far(d, cell, view);
        return;
    }
    dado_dungeon_fov eye = dado_dungeon_fov_from(d, cell, NULL);
    hide(d, &eye, view);
}

static void observe(const dado_game *game, const void *state, int player, void *view)
{
    (void)player;
    memcpy(view, state, game->state_size);
    hide_unseen(dado_dungeon_of(game), state, view);
}

// Updates a view after a step. The bit maps of seen and visited cells are large, but a
// step changes only the words around the hero, so only these are copied.
static void observe_update(const dado_game *game, const void *state, int player, void *view)
{
    (void)player;
    const dado_dungeon *d = dado_dungeon_of(game);
    const dado_dungeon_state *s = state;
    size_t large = sizeof(uint64_t) * (size_t)d->board.words;
    size_t first = d->seen < d->stood ? d->seen : d->stood;
    size_t second = d->seen < d->stood ? d->stood : d->seen;
    memcpy(view, state, first);
    memcpy((char *)view + first + large, (const char *)state + first + large,
           second - first - large);
    memcpy((char *)view + second + large, (const char *)state + second + large,
           game->state_size - second - large);
    int from, end;
    dado_dungeon_sight_words(d, s->cell, &from, &end);
    memcpy(bits_at(view, d->seen) + from, dado_dungeon_seen(d, state) + from,
           sizeof(uint64_t) * (size_t)(end - from));
    bits_at(view, d->stood)[s->cell >> 6] = dado_dungeon_stood(d, state)[s->cell >> 6];
    hide_unseen(d, state, view);
}

// Draws a passable cell that is out of sight and without a creature, all with equal
// probability. The map itself is known, so only the unseen enemies get new places.
static int hidden_cell(const dado_dungeon *d, const dado_dungeon_enemy *enemies,
                       const uint64_t *visible, dado_rng *rng)
{
    int chosen = DADO_NOWHERE;
    uint64_t found = 0;
    for (int w = 0; w < d->board.words; w++) {
        for (uint64_t left = d->passable[w] & ~visible[w]; left; left &= left - 1) {
            int cell = w * 64 + __builtin_ctzll(left);
            if (enemy_on(d, enemies, cell) >= 0) continue;
            if (dado_rng_below(rng, ++found) == 0) chosen = cell;
        }
    }
    return chosen;
}

static void redeal(const dado_game *game, const void *view, int player, dado_rng *rng, void *state)
{
    (void)player;
    const dado_dungeon *d = dado_dungeon_of(game);
    memcpy(state, view, game->state_size);
    uint64_t room[most_words];
    const uint64_t *visible = NULL;
    dado_dungeon_enemy *enemies = enemies_of(d, state);
    for (int i = 0; i < d->map.enemy_count; i++) {
        if (enemies[i].hp <= 0 || enemies[i].cell != DADO_NOWHERE) continue;
        if (!visible) {
            visible = dado_dungeon_sight(d, ((const dado_dungeon_state *)view)->cell, room);
        }
        enemies[i].cell = hidden_cell(d, enemies, visible, rng);
    }
}

// Clears counts that do not affect further play; gold is the score and stays.
static void canonicalize(const dado_game *game, void *state)
{
    const dado_dungeon *d = dado_dungeon_of(game);
    dado_dungeon_state *s = state;
    s->damage_taken = s->damage_dealt = s->overheal = s->hp_min = s->mp = 0;
    s->moves += s->attacks;  // attacks are turns too, and turns decide when time is up
    s->attacks = s->items_recover = s->items_attr = s->back = 0;
    s->exit_seen = s->idle = s->drought = s->new_cells = 0;
    memset(bits_at(state, d->stood), 0, sizeof(uint64_t) * (size_t)d->board.words);
}

// Reports the warnings of the map reader.
static void odd(const char *source, const char *text, dado_lint_reporter *hear, void *context)
{
    dado_region region;
    dado_map map;
    dado_region_init(&region, (size_t)256 << 20);
    dado_map_warnings *warnings = dado_new(&region, dado_map_warnings, 1);
    bool read =
        warnings && dado_map_read(&map, source, text, strlen(text), &region, warnings, NULL);
    for (int i = 0; read && i < warnings->count && i < DADO_MAP_WARNINGS_MOST; i++) {
        const dado_map_warning *w = &warnings->list[i];
        dado_error err = { 0 };
        dado_fail_at(&err, DADO_INVALID, (dado_place){ source, w->line, 1, 0 }, "%s", w->text);
        dado_fail_code(&err, w->code);
        hear(context, &err);
    }
    dado_region_free(&region);
}

// The score is the gold that the hero carries; fog hides creatures alone.
static bool score_is_known(const dado_game *game, const void *state, int seat, int eyes)
{
    (void)game, (void)state, (void)seat, (void)eyes;
    return true;
}

static const dado_game_extras extras = {
    .size = sizeof(dado_game_extras),
    .scene = dado_dungeon_scene,
    .look = dado_dungeon_look,
    .touch = dado_dungeon_touch,
    .caption = dado_dungeon_caption,
    .feature = dado_dungeon_feature,
    .feature_entry = dado_dungeon_feature_entry,
    .features = dado_dungeon_features,
    .bred_of_file = "map",
    .bred_of_generator = "generator",
    .odd = odd,
    .actions = dado_dungeon_actions,
    .said = dado_dungeon_event_message,
    .ground = &dado_dungeon_ground,
    .score_is_known = score_is_known,
};

static const dado_fast_paths fast = {
    .size = sizeof(dado_fast_paths),
    .observe_update = observe_update,
};

const dado_rules dado_world_dungeon = {
    .size = sizeof(dado_rules),
    .name = "dungeon",
    .title = "Dungeon",
    .about = "A roguelike level for one: gold, items, enemies that pursue, fog, and an exit.",
    .suffix = ".map",
    .open = dado_dungeon_open,
    .start = start,
    .actor = actor,
    .legal = legal,
    .apply = apply,
    .scores = scores,
    .print = dado_dungeon_print,
    .print_move = dado_dungeon_print_move,
    .rank = rank,
    .observe = observe,
    .redeal = redeal,
    .canonicalize = canonicalize,
    .tally = dado_dungeon_tally,
    .write_json = dado_dungeon_view_json,
    .write_move_json = dado_dungeon_move_json,
    .refuse = dado_dungeon_refuse,
    .extras = &extras,
    .fast = &fast,
};
