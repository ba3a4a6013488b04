// dungeon_bot.c - see dungeon_bot.h: what the bot knows, its searches, and acting on a plan.
#include "agents/dungeon_bot.h"

#include <math.h>
#include <string.h>

enum { unseen, wall, floor_, exit_, thing };  // how a cell looks to the bot
enum { came_from_nowhere = 8 };

static size_t after(size_t *end, size_t count, size_t size)
{
    size_t start = (*end + 7) & ~(size_t)7;
    *end = start + count * size;
    return start;
}

bool dado_bot_plan_make(dado_bot_plan *plan, const dado_dungeon *dungeon, dado_arena *arena)
{
    size_t cells = (size_t)dungeon->cells, words = (size_t)dungeon->board.words;
    *plan = (dado_bot_plan){ .dungeon = dungeon };
    size_t end = sizeof(dado_memory);
    plan->known = after(&end, words, sizeof(uint64_t));
    plan->enemies = after(&end, (size_t)dungeon->map.enemy_count, sizeof(dado_known_enemy));
    plan->route = after(&end, cells, sizeof(int32_t));
    plan->look = after(&end, cells, 1);
    plan->from = after(&end, cells, 1);
    plan->marks = after(&end, cells, sizeof(uint16_t));
    plan->self_size = end;
    end = 0;
    plan->queue = after(&end, cells, sizeof(int32_t));
    plan->targets = after(&end, cells, sizeof(dado_target));
    plan->zone = after(&end, words, sizeof(uint64_t));
    plan->held = after(&end, words, sizeof(uint64_t));
    plan->sight = after(&end, words, sizeof(uint64_t));
    plan->scratch_size = end;
    uint8_t *blank = dado_new(arena, uint8_t, cells);
    if (!blank) return false;
    for (size_t i = 0; i < cells; i++) blank[i] = dado_bit(dungeon->inside, (int)i) ? unseen : wall;
    plan->blank = blank;
    return true;
}

static uint8_t look_of(const dado_bot *bot, int cell)
{
    const dado_dungeon *d = bot->d;
    if (d->kind[cell] == DADO_CELL_WALL) return wall;
    if (d->kind[cell] == DADO_CELL_EXIT) return exit_;
    bool has = dado_dungeon_known_gold(d, bot->view, cell) >= 0 ||
               dado_dungeon_known_item(d, bot->view, cell) >= 0;
    return has ? thing : floor_;
}

// Once it has begun, a turn adds only what may be seen from where it led.
static void remember_cells(dado_bot *bot, bool begun)
{
    const uint64_t *seen = dado_dungeon_seen(bot->d, bot->view);
    int first = 0, end = bot->d->board.words;
    if (begun) dado_dungeon_sight_words(bot->d, bot->hero->cell, &first, &end);
    for (int w = first; w < end; w++) {
        for (uint64_t fresh = seen[w] & ~bot->known[w]; fresh; fresh &= fresh - 1) {
            int cell = w * 64 + __builtin_ctzll(fresh);
            bot->look[cell] = look_of(bot, cell);
        }
        bot->known[w] = seen[w];
    }
    bot->look[bot->hero->cell] = look_of(bot, bot->hero->cell);
}

static void remember_enemies(dado_bot *bot)
{
    const dado_dungeon_enemy *shown = dado_dungeon_enemies(bot->d, bot->view);
    for (int i = 0; i < bot->d->map.enemy_count; i++) {
        dado_known_enemy *e = &bot->enemies[i];
        if (shown[i].hp > 0 && shown[i].cell != DADO_NOWHERE) {
            *e = (dado_known_enemy){ shown[i].cell, shown[i].hp };
        } else if (e->cell != DADO_NOWHERE &&
                   (shown[i].hp <= 0 || dado_dungeon_eye_sees(&bot->eye, e->cell))) {
            *e = (dado_known_enemy){ DADO_NOWHERE, 0 };
        }
    }
}

void dado_bot_begin(dado_bot *bot, const dado_bot_plan *plan, const dado_profile *profile,
                    const dado_turn *turn, const uint64_t *seed)
{
    char *self = turn->self, *scratch = turn->scratch;
    *bot = (dado_bot){
        .d = plan->dungeon,
        .profile = profile,
        .view = turn->view,
        .hero = turn->view,
        .memory = turn->self,
        .known = (uint64_t *)(void *)(self + plan->known),
        .enemies = (dado_known_enemy *)(void *)(self + plan->enemies),
        .route = (int32_t *)(void *)(self + plan->route),
        .look = (uint8_t *)(self + plan->look),
        .from = (uint8_t *)(self + plan->from),
        .marks = (uint16_t *)(void *)(self + plan->marks),
        .queue = (int32_t *)(void *)(scratch + plan->queue),
        .targets = (dado_target *)(void *)(scratch + plan->targets),
        .zone = (uint64_t *)(void *)(scratch + plan->zone),
        .held = (uint64_t *)(void *)(scratch + plan->held),
        .sight = (uint64_t *)(void *)(scratch + plan->sight),
    };
    bot->eye = dado_dungeon_eye_at(bot->d, bot->hero->cell, bot->sight);
    dado_memory *m = bot->memory;
    bool begun = m->begun;
    if (!begun) {
        memcpy(bot->look, plan->blank, (size_t)bot->d->cells);
        m->luck = seed ? *seed : dado_rng_next(turn->luck);
        m->begun = true;
    }
    m->new_enemy = bot->hero->seen_enemies > m->enemies_before;
    m->hurt = bot->hero->damage_taken > m->damage_before;
    m->enemies_before = bot->hero->seen_enemies;
    m->damage_before = bot->hero->damage_taken;
    remember_cells(bot, begun);
    remember_enemies(bot);
}

double dado_bot_risk(const dado_bot *bot, int enemy)
{
    const dado_dungeon *d = bot->d;
    const dado_map_enemy *e = &d->map.enemies[enemy];
    int64_t dealt = dado_dungeon_damage(d, bot->hero->atk, e->def);
    if (dealt <= 0) return (double)INFINITY;
    int64_t blows = (bot->enemies[enemy].hp + dealt - 1) / dealt;
    int64_t received = ((blows - 1) * d->rules.cost + e->cost - 1) / e->cost;
    int64_t damage = dado_dungeon_damage(d, e->atk, bot->hero->def);
    return (double)(received * damage) / (double)bot->hero->hp;
}

double dado_bot_limit(const dado_bot *bot, int enemy)
{
    const dado_profile *p = bot->profile;
    if (!(p->reward_scale > 0)) return p->risk_max;
    const dado_dungeon *d = bot->d;
    int range = d->map.enemies[enemy].range, at = bot->enemies[enemy].cell;
    double reward = 0;
    for (int i = 0; i < d->map.golds; i++) {
        int cell = dado_board_cell(&d->board, d->map.gold[i].x, d->map.gold[i].y);
        if (dado_dungeon_known_gold(d, bot->view, cell) != i) continue;
        if (dado_dungeon_distance(d, cell, at) <= range) reward += d->map.gold[i].amount;
    }
    for (int i = 0; i < d->map.item_count; i++) {
        int cell = dado_board_cell(&d->board, d->map.items[i].x, d->map.items[i].y);
        if (dado_dungeon_known_item(d, bot->view, cell) != i) continue;
        if (dado_dungeon_distance(d, cell, at) <= range) reward += d->rules.item_value;
    }
    double limit = p->risk_max + reward / p->reward_scale;
    return limit < p->risk_cap ? limit : p->risk_cap;
}

static bool acceptable(const dado_bot *bot, int enemy, bool forced)
{
    if (forced) return true;
    if (bot->profile->greed_enemy == DADO_GREED_NEVER) return false;
    return dado_bot_risk(bot, enemy) <= dado_bot_limit(bot, enemy);
}

static bool avoided(const dado_bot *bot, int enemy)
{
    if (bot->enemies[enemy].cell == DADO_NOWHERE) return false;
    if (bot->profile->avoid == DADO_AVOID_ALL) return true;
    return bot->profile->avoid == DADO_AVOID_RISKY &&
           !(dado_bot_risk(bot, enemy) <= dado_bot_limit(bot, enemy));
}

static void add_zone(dado_bot *bot, int centre)
{
    const dado_dungeon *d = bot->d;
    int reach = bot->profile->avoid_dist;
    int cx = dado_dungeon_x(d, centre), cy = dado_dungeon_y(d, centre);
    for (int y = cy - reach; y <= cy + reach; y++) {
        for (int x = cx - reach; x <= cx + reach; x++) {
            if (!dado_map_inside(&d->map, x, y)) continue;
            int cell = dado_board_cell(&d->board, x, y);
            if (dado_dungeon_distance(d, cell, centre) <= reach) dado_bit_set(bot->zone, cell);
        }
    }
}

bool dado_bot_zone(dado_bot *bot)
{
    if (bot->profile->avoid == DADO_AVOID_NONE) return false;
    bool any = false;
    memset(bot->zone, 0, sizeof(uint64_t) * (size_t)bot->d->board.words);
    for (int i = 0; i < bot->d->map.enemy_count; i++) {
        if (!avoided(bot, i)) continue;
        add_zone(bot, bot->enemies[i].cell);
        any = true;
    }
    return any;
}

static int greed_of_things(const dado_bot *bot, int cell)
{
    const dado_dungeon *d = bot->d;
    const dado_profile *p = bot->profile;
    int greed = DADO_GREED_NEVER;
    int item = dado_dungeon_known_item(d, bot->view, cell);
    if (dado_dungeon_known_gold(d, bot->view, cell) >= 0) greed = p->greed_gold;
    if (item < 0) return greed;
    if (p->greed_item > greed) greed = p->greed_item;
    bool weak = (double)bot->hero->hp < p->heal_below * d->rules.hp;
    if (d->map.items[item].buff && weak && p->greed_heal > greed) greed = p->greed_heal;
    return greed;
}

static bool solitary(const dado_bot *bot, int cell)
{
    for (int dir = 0; dir < bot->d->directions; dir++) {
        if (bot->look[cell + bot->d->step[dir]] == unseen) return false;
    }
    return true;
}

static bool known_passable(const dado_bot *bot, int cell)
{
    return bot->look[cell] > wall;
}

// True if a known enemy stands on the cell; which, in `enemy`.
static bool enemy_known_on(const dado_bot *bot, int cell, int *enemy)
{
    for (int i = 0; i < bot->d->map.enemy_count; i++) {
        if (bot->enemies[i].cell == cell) {
            *enemy = i;
            return true;
        }
    }
    return false;
}

static int list(dado_bot *bot, int count, int kind, int cell, int dist, int greed, int enemy)
{
    if (greed == DADO_GREED_NEVER) return count;
    bot->targets[count] = (dado_target){ cell, dist, greed, kind, enemy };
    return count + 1;
}

// Looks at a cell just reached; lists it, puts it into the queue, both or neither.
static int reach(dado_bot *bot, const dado_search *how, int cell, int dist, int count)
{
    const dado_profile *p = bot->profile;
    int enemy, look = bot->look[cell];
    if (look == wall) return count;
    if (look == unseen) {
        if (how->exits_only) return count;
        bool alone = solitary(bot, cell);
        return list(bot, count, alone ? DADO_TARGET_SINGLET : DADO_TARGET_TILE, cell, dist,
                    alone ? p->greed_singlet : p->greed_tile, -1);
    }
    if (dado_bit(bot->held, cell) && enemy_known_on(bot, cell, &enemy)) {
        if (how->exits_only || !acceptable(bot, enemy, how->forced)) return count;
        int greed = p->greed_enemy;
        if (how->forced && greed == DADO_GREED_NEVER) greed = 0;
        return list(bot, count, DADO_TARGET_ENEMY, cell, dist, greed, enemy);
    }
    if (look == exit_) {
        if (how->exits_only) return list(bot, count, DADO_TARGET_EXIT, cell, dist, 0, -1);
        if (p->exit_mode != DADO_EXIT_WEIGHED) return count;
        return list(bot, count, DADO_TARGET_EXIT, cell, dist, p->greed_exit, -1);
    }
    if (look == thing && !how->exits_only) {
        count = list(bot, count, DADO_TARGET_ITEM, cell, dist, greed_of_things(bot, cell), -1);
    }
    bot->queue[bot->queued++] = cell;
    return count;
}

static void next_epoch(dado_bot *bot)
{
    if (++bot->memory->epoch != 0) return;
    memset(bot->marks, 0, sizeof(uint16_t) * (size_t)bot->d->cells);
    bot->memory->epoch = 1;
}

int dado_bot_expand(dado_bot *bot, dado_search how)
{
    const dado_dungeon *d = bot->d;
    next_epoch(bot);
    uint16_t epoch = bot->memory->epoch;
    memset(bot->held, 0, sizeof(uint64_t) * (size_t)d->board.words);
    for (int i = 0; i < d->map.enemy_count; i++) dado_bit_set(bot->held, bot->enemies[i].cell);
    int head = 0, count = 0, left = -1;
    bot->queue[0] = bot->hero->cell;
    bot->queued = 1;
    bot->marks[bot->hero->cell] = epoch;
    bot->from[bot->hero->cell] = came_from_nowhere;
    for (int dist = 1; head < bot->queued && left != 0; dist++) {
        if (left > 0) left--;
        for (int end = bot->queued; head < end; head++) {
            int cell = bot->queue[head];
            for (int dir = 0; dir < d->directions; dir++) {
                int next = cell + d->step[dir];
                if (bot->marks[next] == epoch) continue;
                if (dir >= 4 && !(known_passable(bot, cell + dado_step_x[dir]) &&
                                  known_passable(bot, next - dado_step_x[dir]))) {
                    continue;
                }
                bot->marks[next] = epoch;
                bot->from[next] = (uint8_t)dir;
                if (how.zone && dado_bit(bot->zone, next)) continue;
                count = reach(bot, &how, next, dist, count);
            }
        }
        if (left < 0 && count > 0) left = how.exits_only ? 0 : how.extra;
    }
    return count;
}

bool dado_bot_go(dado_bot *bot, int cell, int kind, int enemy)
{
    dado_memory *m = bot->memory;
    if (bot->marks[cell] != m->epoch || cell == bot->hero->cell) return false;
    m->target = cell;
    m->target_kind = kind;
    m->target_enemy = enemy;
    m->route_length = 0;
    while (bot->from[cell] != came_from_nowhere) {
        bot->route[m->route_length++] = cell;
        cell -= bot->d->step[bot->from[cell]];
    }
    return true;
}

void dado_bot_drop(dado_bot *bot)
{
    bot->memory->route_length = 0;
}

static int shown_on(const dado_bot *bot, int cell)
{
    const dado_dungeon_enemy *shown = dado_dungeon_enemies(bot->d, bot->view);
    for (int i = 0; i < bot->d->map.enemy_count; i++) {
        if (shown[i].cell == cell && shown[i].hp > 0) return i;
    }
    return -1;
}

int dado_bot_next(dado_bot *bot)
{
    dado_memory *m = bot->memory;
    if (m->route_length == 0) return -1;
    int next = bot->route[m->route_length - 1];
    if (shown_on(bot, next) < 0) m->route_length--;
    return dado_dungeon_direction(bot->d, bot->hero->cell, next);
}

bool dado_bot_must_plan(dado_bot *bot)
{
    const dado_memory *m = bot->memory;
    if (m->route_length == 0 || m->new_enemy || m->hurt) return true;  // R1, R2, R7
    int target = m->target, next = bot->route[m->route_length - 1];
    bool unknown = m->target_kind == DADO_TARGET_TILE || m->target_kind == DADO_TARGET_SINGLET;
    if (unknown && bot->look[target] != unseen && bot->hero->new_cells == 0) return true;  // R3
    if (m->target_kind == DADO_TARGET_ENEMY && bot->enemies[m->target_enemy].cell != target) {
        return true;  // R4
    }
    bool gone = m->target_kind == DADO_TARGET_ITEM && bot->look[target] != thing;
    if (gone || bot->look[target] == wall || bot->look[next] == wall) return true;  // R5
    int holder = shown_on(bot, next);
    if (holder >= 0 && !(m->target_kind == DADO_TARGET_ENEMY && m->target_enemy == holder)) {
        return true;  // R6
    }
    if (bot->profile->avoid == DADO_AVOID_NONE) return false;
    for (int i = 0; i < bot->d->map.enemy_count; i++) {
        if (avoided(bot, i)) return true;  // R8
    }
    return false;
}

bool dado_bot_choose(dado_bot *bot, int count)
{
    if (count == 0) return false;
    int64_t best = INT64_MAX;
    int ties = 0, chosen = 0;
    for (int i = 0; i < count; i++) {
        const dado_target *t = &bot->targets[i];
        int64_t rank = ((int64_t)t->dist - t->greed) * DADO_TARGET_KINDS + t->kind;
        if (rank < best) {
            best = rank;
            ties = 0;
        }
        if (rank == best) bot->queue[ties++] = i;
    }
    if (ties > 1) chosen = (int)dado_luck_below(&bot->memory->luck, (uint64_t)ties);
    const dado_target *t = &bot->targets[bot->queue[chosen]];
    return dado_bot_go(bot, t->cell, t->kind, t->enemy);
}

static bool pass(dado_bot *bot, bool zone, bool forced)
{
    const dado_profile *p = bot->profile;
    // A way out is not worth looking for, through all that is known, before one was seen.
    bool known = bot->hero->exit_seen >= 0;
    dado_search exits = { .zone = zone, .forced = forced, .exits_only = true };
    dado_search search = { .extra = p->extra, .zone = zone, .forced = forced };
    if (known && p->exit_mode == DADO_EXIT_SIGHT &&
        dado_bot_choose(bot, dado_bot_expand(bot, exits))) {
        return true;
    }
    if (dado_bot_choose(bot, dado_bot_expand(bot, search))) return true;
    return known && p->exit_mode == DADO_EXIT_LAST &&
           dado_bot_choose(bot, dado_bot_expand(bot, exits));
}

bool dado_bot_plan_route(dado_bot *bot)
{
    dado_bot_drop(bot);
    if (bot->hero->idle < bot->d->rules.patience && dado_bot_zone(bot) && pass(bot, true, false)) {
        return true;
    }
    return pass(bot, false, false) || pass(bot, false, true);
}

// A human slip: any step that is seen to be possible.
static int slip(dado_bot *bot)
{
    const dado_dungeon *d = bot->d;
    int ways[8], count = 0;
    for (int dir = 0; dir < d->directions; dir++) {
        int next = bot->hero->cell + d->step[dir];
        bool corner = dir >= 4 && !(known_passable(bot, bot->hero->cell + dado_step_x[dir]) &&
                                    known_passable(bot, next - dado_step_x[dir]));
        if (known_passable(bot, next) && !corner) ways[count++] = dir;
    }
    if (count == 0) return -1;
    dado_bot_drop(bot);
    return ways[dado_luck_below(&bot->memory->luck, (uint64_t)count)];
}

int dado_bot_decide(dado_bot *bot, uint64_t *plans)
{
    double noise = bot->profile->noise;
    if (noise > 0 && dado_luck_unit(&bot->memory->luck) < noise) {
        int step = slip(bot);
        if (step >= 0) return step;
    }
    if (dado_bot_must_plan(bot)) {
        (*plans)++;
        if (!dado_bot_plan_route(bot)) return -1;
    }
    return dado_bot_next(bot);
}
