// dungeon_bot.c - see dungeon_bot.h. The bot's knowledge, its searches, and carrying out
// a plan.
#include "agents/dungeon_bot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { unseen, wall, floor_, exit_, thing };  // what the bot knows of a cell
enum { came_from_nowhere = 8 };
static const double survivable = 0.9;  // risk of a fight that leaves some health

static size_t after(size_t *end, size_t count, size_t size)
{
    size_t start = (*end + 7) & ~(size_t)7;
    *end = start + count * size;
    return start;
}

bool dado_bot_layout_make(dado_bot_layout *plan, const dado_dungeon *dungeon, dado_region *region)
{
    size_t cells = (size_t)dungeon->cells, words = (size_t)dungeon->board.words;
    *plan = (dado_bot_layout){ .dungeon = dungeon };
    size_t end = sizeof(dado_bot_memory);
    plan->known = after(&end, words, sizeof(uint64_t));
    plan->enemies = after(&end, (size_t)dungeon->map.enemy_count, sizeof(dado_bot_known_enemy));
    plan->route = after(&end, cells, sizeof(int32_t));
    plan->look = after(&end, cells, 1);
    plan->from = after(&end, cells, 1);
    plan->marks = after(&end, cells, sizeof(uint16_t));
    plan->self_size = end;
    end = 0;
    plan->queue = after(&end, cells, sizeof(int32_t));
    plan->targets = after(&end, cells, sizeof(dado_bot_target));
    plan->zone = after(&end, words, sizeof(uint64_t));
    plan->held = after(&end, words, sizeof(uint64_t));
    plan->sight = after(&end, words, sizeof(uint64_t));
    plan->scratch_size = end;
    uint8_t *blank = dado_new(region, uint8_t, cells);
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

// After the first turn, only cells visible from the new position are added.
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
        dado_bot_known_enemy *e = &bot->enemies[i];
        if (shown[i].hp > 0 && shown[i].cell != DADO_NOWHERE) {
            *e = (dado_bot_known_enemy){ shown[i].cell, shown[i].hp };
        } else if (e->cell != DADO_NOWHERE &&
                   (shown[i].hp <= 0 || dado_dungeon_fov_sees(&bot->eye, e->cell))) {
            *e = (dado_bot_known_enemy){ DADO_NOWHERE, 0 };
        }
    }
}

void dado_bot_begin(dado_bot *bot, const dado_bot_layout *plan, const dado_dungeon_profile *profile,
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
        .enemies = (dado_bot_known_enemy *)(void *)(self + plan->enemies),
        .route = (int32_t *)(void *)(self + plan->route),
        .look = (uint8_t *)(self + plan->look),
        .from = (uint8_t *)(self + plan->from),
        .marks = (uint16_t *)(void *)(self + plan->marks),
        .queue = (int32_t *)(void *)(scratch + plan->queue),
        .targets = (dado_bot_target *)(void *)(scratch + plan->targets),
        .zone = (uint64_t *)(void *)(scratch + plan->zone),
        .held = (uint64_t *)(void *)(scratch + plan->held),
        .sight = (uint64_t *)(void *)(scratch + plan->sight),
    };
    bot->eye = dado_dungeon_fov_from(bot->d, bot->hero->cell, bot->sight);
    dado_bot_memory *m = bot->memory;
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

double dado_bot_risk_limit(const dado_bot *bot, int enemy)
{
    const dado_dungeon_profile *p = bot->profile;
    if (!(p->reward_scale > 0)) {
        return p->risk_max > bot->least_limit ? p->risk_max : bot->least_limit;
    }
    const dado_dungeon *d = bot->d;
    int range = d->map.enemies[enemy].range, at = bot->enemies[enemy].cell;
    double reward = 0;
    for (int i = 0; i < d->map.golds; i++) {
        int cell = dado_bit_grid_cell(&d->board, d->map.gold[i].x, d->map.gold[i].y);
        if (dado_dungeon_known_gold(d, bot->view, cell) != i) continue;
        if (dado_dungeon_distance(d, cell, at) <= range) reward += d->map.gold[i].amount;
    }
    for (int i = 0; i < d->map.item_count; i++) {
        int cell = dado_bit_grid_cell(&d->board, d->map.items[i].x, d->map.items[i].y);
        if (dado_dungeon_known_item(d, bot->view, cell) != i) continue;
        if (dado_dungeon_distance(d, cell, at) <= range) reward += d->rules.item_value;
    }
    double limit = p->risk_max + reward / p->reward_scale;
    if (limit > p->risk_cap) limit = p->risk_cap;
    return limit > bot->least_limit ? limit : bot->least_limit;
}

static bool acceptable(const dado_bot *bot, int enemy, bool forced)
{
    if (forced) return true;
    if (bot->profile->greed_enemy == DADO_GREED_NEVER) return false;
    return dado_bot_risk(bot, enemy) <= dado_bot_risk_limit(bot, enemy);
}

static bool avoided(const dado_bot *bot, int enemy)
{
    if (bot->enemies[enemy].cell == DADO_NOWHERE) return false;
    if (bot->profile->avoid == DADO_AVOID_ALL) return true;
    return bot->profile->avoid == DADO_AVOID_RISKY &&
           !(dado_bot_risk(bot, enemy) <= dado_bot_risk_limit(bot, enemy));
}

static void add_zone(dado_bot *bot, int centre)
{
    const dado_dungeon *d = bot->d;
    int reach = bot->profile->avoid_dist;
    int cx = dado_dungeon_x(d, centre), cy = dado_dungeon_y(d, centre);
    for (int y = cy - reach; y <= cy + reach; y++) {
        for (int x = cx - reach; x <= cx + reach; x++) {
            if (!dado_map_inside(&d->map, x, y)) continue;
            int cell = dado_bit_grid_cell(&d->board, x, y);
            if (dado_dungeon_distance(d, cell, centre) <= reach) dado_bit_set(bot->zone, cell);
        }
    }
}

bool dado_bot_mark_avoided(dado_bot *bot)
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
    const dado_dungeon_profile *p = bot->profile;
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

// Tells whether a known enemy stands on the cell, and sets `enemy` to its number.
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

// Returns a greed; `never` counts as 0 if `anything` is wanted.
static int greed_for(int greed, bool anything)
{
    return anything && greed == DADO_GREED_NEVER ? 0 : greed;
}

static int list(dado_bot *bot, int count, int kind, int cell, int dist, int greed, int enemy)
{
    if (greed == DADO_GREED_NEVER) return count;
    bot->targets[count] = (dado_bot_target){ cell, dist, greed, kind, enemy };
    return count + 1;
}

// Handles a cell just reached that is neither a wall nor empty floor: lists it as a
// target, adds it to the queue, does both or neither.
static int reach(dado_bot *bot, const dado_bot_search *how, int cell, int dist, int count)
{
    const dado_dungeon_profile *p = bot->profile;
    int enemy, look = bot->look[cell];
    if (look == unseen) {
        if (how->exits_only) return count;
        bool alone = solitary(bot, cell);
        int greed = greed_for(alone ? p->greed_singlet : p->greed_tile, how->anything);
        if (p->outward > 0 && greed != DADO_GREED_NEVER) {
            greed += (int)(p->outward * dado_dungeon_distance(bot->d, bot->d->start, cell));
        }
        return list(bot, count, alone ? DADO_BOT_TARGET_SINGLET : DADO_BOT_TARGET_TILE, cell, dist,
                    greed, -1);
    }
    if (dado_bit(bot->held, cell) && enemy_known_on(bot, cell, &enemy)) {
        if (how->through && look == exit_)
            return list(bot, count, DADO_BOT_TARGET_EXIT, cell, dist, 0, -1);
        if (how->through) {
            bot->queue[bot->queued++] = cell;
            return count;
        }
        if (how->exits_only || !acceptable(bot, enemy, how->forced)) return count;
        if (how->unseen_only) {
            bot->queue[bot->queued++] = cell;
            return count;
        }
        return list(bot, count, DADO_BOT_TARGET_ENEMY, cell, dist,
                    greed_for(p->greed_enemy, how->forced), enemy);
    }
    if (look == exit_) {
        if (how->exits_only) return list(bot, count, DADO_BOT_TARGET_EXIT, cell, dist, 0, -1);
        if (how->unseen_only || (p->exit_mode != DADO_EXIT_WEIGHED && !how->anything)) {
            return count;
        }
        return list(bot, count, DADO_BOT_TARGET_EXIT, cell, dist,
                    greed_for(p->greed_exit, how->anything), -1);
    }
    if (look == thing && !how->exits_only && !how->unseen_only) {
        count = list(bot, count, DADO_BOT_TARGET_ITEM, cell, dist, greed_of_things(bot, cell), -1);
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

int dado_bot_find_targets(dado_bot *bot, dado_bot_search how)
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
                int look = bot->look[next];
                if (look == wall) continue;
                bool empty = look == floor_ && !dado_bit(bot->held, next);
                if (empty) bot->queue[bot->queued++] = next;
                else count = reach(bot, &how, next, dist, count);
            }
        }
        if (left < 0 && count > 0) left = how.exits_only ? 0 : how.extra;
    }
    return count;
}

bool dado_bot_set_route(dado_bot *bot, int cell, int kind, int enemy)
{
    dado_bot_memory *m = bot->memory;
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

void dado_bot_clear_route(dado_bot *bot)
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

int dado_bot_next_step(dado_bot *bot)
{
    dado_bot_memory *m = bot->memory;
    if (m->route_length == 0) return -1;
    int next = bot->route[m->route_length - 1];
    if (shown_on(bot, next) < 0) m->route_length--;
    return dado_dungeon_direction(bot->d, bot->hero->cell, next);
}

bool dado_bot_must_plan(dado_bot *bot)
{
    const dado_bot_memory *m = bot->memory;
    bool resolved = m->resolve >= DADO_BOT_LEAVES;
    if (m->route_length == 0) return true;                    // R1
    if (!resolved && (m->new_enemy || m->hurt)) return true;  // R2, R7
    int target = m->target, next = bot->route[m->route_length - 1];
    bool unknown =
        m->target_kind == DADO_BOT_TARGET_TILE || m->target_kind == DADO_BOT_TARGET_SINGLET;
    if (unknown && bot->look[target] != unseen && bot->hero->new_cells == 0) return true;  // R3
    if (m->target_kind == DADO_BOT_TARGET_ENEMY && bot->enemies[m->target_enemy].cell != target) {
        return true;  // R4
    }
    bool gone = m->target_kind == DADO_BOT_TARGET_ITEM && bot->look[target] != thing;
    if (gone || bot->look[target] == wall || bot->look[next] == wall) return true;  // R5
    int holder = shown_on(bot, next);
    if (holder >= 0 && !(m->target_kind == DADO_BOT_TARGET_ENEMY && m->target_enemy == holder)) {
        return true;  // R6
    }
    if (resolved || bot->profile->avoid == DADO_AVOID_NONE) return false;
    for (int i = 0; i < bot->d->map.enemy_count; i++) {
        if (avoided(bot, i)) return true;  // R8
    }
    return false;
}

bool dado_bot_choose_target(dado_bot *bot, int count)
{
    if (count == 0) return false;
    int64_t best = INT64_MAX;
    int ties = 0, chosen = 0;
    for (int i = 0; i < count; i++) {
        const dado_bot_target *t = &bot->targets[i];
        int64_t rank = ((int64_t)t->dist - t->greed) * DADO_BOT_TARGET_KINDS + t->kind;
        if (rank < best) {
            best = rank;
            ties = 0;
        }
        if (rank == best) bot->queue[ties++] = i;
    }
    if (ties > 1) chosen = (int)dado_dungeon_rng_below(&bot->memory->luck, (uint64_t)ties);
    const dado_bot_target *t = &bot->targets[bot->queue[chosen]];
    if (t->dist > bot->memory->farthest) bot->memory->farthest = t->dist;
    return dado_bot_set_route(bot, t->cell, t->kind, t->enemy);
}

static bool try_search(dado_bot *bot, dado_bot_search how)
{
    return dado_bot_choose_target(bot, dado_bot_find_targets(bot, how));
}

// Before it leaves, a bot searches once more and accepts fights up to `risk_last`: to
// reach unseen cells behind the enemies, or for the fight itself if it likes fights.
static bool dare(dado_bot *bot, dado_bot_search search)
{
    if (!(bot->profile->risk_last > bot->least_limit)) return false;
    double before = bot->least_limit;
    bot->least_limit = bot->profile->risk_last;
    search.zone = search.zone && dado_bot_mark_avoided(bot);
    search.unseen_only = bot->profile->greed_enemy <= 0;
    bool found = try_search(bot, search);
    bot->least_limit = before;
    if (!found && search.zone) dado_bot_mark_avoided(bot);
    return found;
}

static bool pass(dado_bot *bot, bool zone, bool forced)
{
    const dado_dungeon_profile *p = bot->profile;
    // A search through everything known for a way out makes no sense before an exit was
    // seen.
    bool known = bot->hero->exit_seen >= 0;
    dado_bot_search exits = { .zone = zone, .forced = forced, .exits_only = true };
    dado_bot_search search = { .extra = p->extra, .zone = zone, .forced = forced };
    if (known && p->exit_mode == DADO_EXIT_SIGHT && try_search(bot, exits)) return true;
    if (try_search(bot, search)) return true;
    if (!known || p->exit_mode != DADO_EXIT_LAST) return false;
    return dare(bot, search) || try_search(bot, exits);
}

// A bot that walks past an enemy is hit at every step. So a bot that does not avoid
// fights and was just hurt attacks the neighbour that costs least, if it expects to
// survive.
static bool stand_ground(dado_bot *bot)
{
    dado_bot_memory *m = bot->memory;
    if (!m->hurt || bot->profile->greed_enemy < 0) return false;
    double least = 1;
    int foe = -1;
    for (int i = 0; i < bot->d->map.enemy_count; i++) {
        int cell = bot->enemies[i].cell;
        if (cell == DADO_NOWHERE) continue;
        if (dado_dungeon_direction(bot->d, bot->hero->cell, cell) < 0) continue;
        double risk = dado_bot_risk(bot, i);
        if (risk >= least) continue;
        least = risk;
        foe = i;
    }
    if (foe < 0) return false;
    m->target = bot->route[0] = bot->enemies[foe].cell;
    m->target_kind = DADO_BOT_TARGET_ENEMY;
    m->target_enemy = foe;
    m->route_length = 1;
    return true;
}

// The last resort of a bot with `persist`: the nearest exit, else anything that may lead
// to one.
static bool leave(dado_bot *bot)
{
    dado_bot_search exits = { .exits_only = true };
    dado_bot_search anything = { .forced = true, .anything = true };
    return try_search(bot, exits) || try_search(bot, anything);
}

// The end of all dances: the shortest way to an exit, then to what was not seen yet, through
// whoever stands in it. Every step comes nearer or is a blow, so this ends.
static bool storm(dado_bot *bot)
{
    dado_bot_search exits = { .exits_only = true };
    dado_bot_search straight = { .exits_only = true, .through = true };
    dado_bot_search onward = { .unseen_only = true, .forced = true, .anything = true };
    return try_search(bot, exits) || try_search(bot, straight) || try_search(bot, onward) ||
           leave(bot);
}

// Detects walking in circles: more turns without progress than the way to the farthest
// target chosen since, there and back.
static void notice_dance(dado_bot *bot)
{
    enum { spare_turns = 40 };
    dado_bot_memory *m = bot->memory;
    if (bot->hero->idle <= m->idle_before) {
        m->farthest = m->idle_before = 0;
        if (m->resolve == DADO_BOT_GIVES_UP) m->resolve = DADO_BOT_LEAVES;
    }
    if (bot->hero->idle - m->idle_before <= 2 * m->farthest + spare_turns) return;
    if (m->resolve < DADO_BOT_GIVES_UP) m->resolve++;
    m->idle_before = bot->hero->idle;
    m->farthest = 0;
}

bool dado_bot_replan(dado_bot *bot)
{
    const dado_dungeon_profile *p = bot->profile;
    dado_bot_clear_route(bot);
    int resolve = bot->memory->resolve;
    if (resolve == DADO_BOT_GIVES_UP) return false;
    if (resolve == DADO_BOT_LEAVES) return storm(bot);
    if (p->persist && stand_ground(bot)) return true;
    if (bot->hero->idle < bot->d->rules.patience && dado_bot_mark_avoided(bot) &&
        pass(bot, true, false)) {
        return true;
    }
    return pass(bot, false, false) || pass(bot, false, true) || (p->persist && leave(bot));
}

// A human mistake: a random step among those that look possible.
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
    dado_bot_clear_route(bot);
    return ways[dado_dungeon_rng_below(&bot->memory->luck, (uint64_t)count)];
}

int dado_bot_decide(dado_bot *bot, uint64_t *plans)
{
    double noise = bot->profile->noise;
    if (noise > 0 && dado_dungeon_rng_unit(&bot->memory->luck) < noise) {
        int step = slip(bot);
        if (step >= 0) return step;
    }
    if (bot->profile->persist) {
        notice_dance(bot);
        if (bot->memory->resolve == DADO_BOT_ACCEPTS_FIGHTS) bot->least_limit = survivable;
    }
    if (dado_bot_must_plan(bot)) {
        (*plans)++;
        if (!dado_bot_replan(bot)) return -1;
    }
    return dado_bot_next_step(bot);
}

void dado_bot_explain_stall(dado_bot *bot, char *out, size_t size)
{
    dado_bot_search anything = { .forced = true, .anything = true };
    const char *why =
        bot->memory->resolve == DADO_BOT_GIVES_UP
            ? "an enemy that it can neither pass nor beat stands in every way on"
        : dado_bot_find_targets(bot, anything) > 0
            ? "nothing that is left interests it, though there is a way on; persist = yes takes it"
        : bot->hero->exit_seen >= 0
            ? "it has seen all it can reach, and there is no way to the exit that it saw"
            : "it has seen all it can reach, and there is no exit in it";
    snprintf(out, size, "at (%d, %d) %s", dado_dungeon_x(bot->d, bot->hero->cell),
             dado_dungeon_y(bot->d, bot->hero->cell), why);
}
