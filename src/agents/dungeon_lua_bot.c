// dungeon_lua_bot.c - players of dungeons that users write in Lua.
//
// The script decides. The searches, routes and estimates are those of the built-in bot
// and are offered as methods. The script is loaded anew for every match, so no match can
// depend on the one before. A script that fails, or returns no step, gives up the match;
// its notes say why.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "agents/dungeon_bot.h"
#include "worlds/dungeon/lua_definitions.h"

enum { decide_steps = 200000, load_steps = 10000000 };

typedef struct lua_bot {
    dado_bot_layout plan;
    dado_dungeon_profile_choice choice;
    const char *source, *text;
    dado_script *script;
    dado_bot bot;  // the current decision
    int kept_bot, kept_view, kept_rng;
    uint64_t *plans;
    int answer, decide_line;
    bool failed;  // in this match
    char notes[600];
} lua_bot;

static const char *const kind_words[DADO_BOT_TARGET_KINDS] = { "singlet", "item", "enemy", "tile",
                                                               "exit" };

static void give_cell(dado_script *s, const dado_dungeon *d, int cell)
{
    dado_script_push_table(s);
    dado_script_push_int(s, dado_dungeon_x(d, cell));
    dado_script_set_field(s, "x");
    dado_script_push_int(s, dado_dungeon_y(d, cell));
    dado_script_set_field(s, "y");
}

// Writes what changes with every decision into the table on top of the stack.
static void set_route(dado_script *s, const lua_bot *b)
{
    const dado_bot_memory *m = b->bot.memory;
    if (m->route_length == 0) {
        dado_script_push_nil(s);
        dado_script_set_field(s, "route");
        dado_script_push_nil(s);
        dado_script_set_field(s, "target");
        return;
    }
    dado_script_push_table(s);
    for (int i = 0; i < m->route_length; i++) {
        give_cell(s, b->bot.d, b->bot.route[m->route_length - 1 - i]);
        dado_script_set_item(s, i + 1);
    }
    dado_script_set_field(s, "route");
    give_cell(s, b->bot.d, m->target);
    dado_script_push_text(s, kind_words[m->target_kind]);
    dado_script_set_field(s, "kind");
    if (m->target_enemy >= 0) {
        dado_script_push_int(s, m->target_enemy);
        dado_script_set_field(s, "enemy");
    }
    dado_script_set_field(s, "target");
}

static void set_hero(dado_script *s, const lua_bot *b)
{
    const dado_bot *bot = &b->bot;
    const dado_dungeon_state *h = bot->hero;
    const struct {
        const char *name;
        int64_t value;
    } numbers[] = {
        { "x", dado_dungeon_x(bot->d, h->cell) },
        { "y", dado_dungeon_y(bot->d, h->cell) },
        { "hp", h->hp },
        { "hp_max", bot->d->rules.hp },
        { "mp", h->mp },
        { "atk", h->atk },
        { "def", h->def },
        { "cost", bot->d->rules.cost },
        { "turn", dado_dungeon_turns(h) },
        { "idle", h->idle },
        { "gold", h->gold },
        { "patience", bot->d->rules.patience },
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        dado_script_push_int(s, numbers[i].value);
        dado_script_set_field(s, numbers[i].name);
    }
    dado_script_push_bool(s, bot->d->directions == 8);
    dado_script_set_field(s, "diagonals");
    dado_script_push_table(s);
    dado_script_push_bool(s, bot->memory->new_enemy);
    dado_script_set_field(s, "new_enemy");
    dado_script_push_bool(s, bot->memory->hurt);
    dado_script_set_field(s, "hurt");
    dado_script_push_int(s, h->new_cells);
    dado_script_set_field(s, "new_cells");
    dado_script_set_field(s, "events");
    set_route(s, b);
}

static void give_target(dado_script *s, const lua_bot *b, const dado_bot_target *t)
{
    const dado_dungeon *d = b->bot.d;
    give_cell(s, d, t->cell);
    dado_script_push_int(s, t->dist);
    dado_script_set_field(s, "dist");
    dado_script_push_int(s, t->greed);
    dado_script_set_field(s, "greed");
    dado_script_push_text(s, kind_words[t->kind]);
    dado_script_set_field(s, "kind");
    if (t->enemy >= 0) {
        dado_script_push_int(s, t->enemy);
        dado_script_set_field(s, "enemy");
    }
}

static int bot_expand(dado_script *s, void *context)
{
    static const char *const lists[DADO_BOT_TARGET_KINDS] = { "singlets", "items", "enemies",
                                                              "tiles", "exits" };
    lua_bot *b = context;
    dado_bot_search how = { .extra =
                                (int)dado_script_check_int(s, 1, "extra iterations", 0, 1000000) };
    if (dado_script_argument_count(s) >= 2 && dado_script_type_of(s, 2) == DADO_SCRIPT_TABLE) {
        how.zone = dado_script_push_field(s, 2, "zone") && dado_script_is_true(s, -1);
        how.forced = dado_script_push_field(s, 2, "forced") && dado_script_is_true(s, -1);
        how.exits_only = dado_script_push_field(s, 2, "exits_only") && dado_script_is_true(s, -1);
        dado_script_pop(s, 3);
    }
    if (how.zone) how.zone = dado_bot_mark_avoided(&b->bot);
    int count = dado_bot_find_targets(&b->bot, how);
    dado_script_charge_steps(s, b->bot.queued);
    dado_script_push_table(s);
    for (int kind = 0; kind < DADO_BOT_TARGET_KINDS; kind++) {
        int listed = 0;
        dado_script_push_table(s);
        for (int i = 0; i < count; i++) {
            if (b->bot.targets[i].kind != kind) continue;
            give_target(s, b, &b->bot.targets[i]);
            dado_script_set_item(s, ++listed);
        }
        dado_script_set_field(s, lists[kind]);
    }
    return 1;
}

static int want_cell(dado_script *s, const dado_dungeon *d)
{
    int64_t x = dado_script_check_int(s, 1, "x", INT32_MIN, INT32_MAX);
    int64_t y = dado_script_check_int(s, 2, "y", INT32_MIN, INT32_MAX);
    if (x < 0 || y < 0 || x >= d->map.width || y >= d->map.height) {
        dado_script_raise(s, "L_OUTSIDE", "cell (%lld, %lld) is not on the map", (long long)x,
                          (long long)y);
    }
    return dado_bit_grid_cell(&d->board, (int)x, (int)y);
}

// The route may lead to any cell that the last search reached; its kind is what was found
// there.
static int bot_go(dado_script *s, void *context)
{
    lua_bot *b = context;
    int cell = want_cell(s, b->bot.d), kind = DADO_BOT_TARGET_TILE, enemy = -1;
    for (int i = 0; i < b->bot.d->map.enemy_count; i++) {
        if (b->bot.enemies[i].cell == cell) enemy = i;
    }
    if (dado_dungeon_known_gold(b->bot.d, b->bot.view, cell) >= 0 ||
        dado_dungeon_known_item(b->bot.d, b->bot.view, cell) >= 0) {
        kind = DADO_BOT_TARGET_ITEM;
    }
    bool seen = dado_bit(dado_dungeon_seen(b->bot.d, b->bot.view), cell);
    if (seen && b->bot.d->kind[cell] == DADO_CELL_EXIT) kind = DADO_BOT_TARGET_EXIT;
    if (enemy >= 0) kind = DADO_BOT_TARGET_ENEMY;
    bool wall = seen && b->bot.d->kind[cell] == DADO_CELL_WALL;
    if (!wall && dado_bot_set_route(&b->bot, cell, kind, enemy)) {
        dado_script_push_ref(s, b->kept_bot);
        set_route(s, b);
        dado_script_pop(s, 1);
        dado_script_push_bool(s, true);
    } else {
        dado_script_push_nil(s);
    }
    return 1;
}

static int bot_next(dado_script *s, void *context)
{
    lua_bot *b = context;
    int direction = dado_bot_next_step(&b->bot);
    if (direction < 0) dado_script_push_nil(s);
    else dado_script_push_text(s, dado_dungeon_direction_names[direction]);
    return 1;
}

static int bot_drop(dado_script *s, void *context)
{
    lua_bot *b = context;
    dado_bot_clear_route(&b->bot);
    dado_script_push_ref(s, b->kept_bot);
    set_route(s, b);
    dado_script_pop(s, 1);
    return 0;
}

static int want_enemy(dado_script *s, const lua_bot *b)
{
    int64_t id = -1;
    if (dado_script_type_of(s, 1) == DADO_SCRIPT_TABLE) {
        dado_script_push_field(s, 1, "id");
        if (!dado_script_get_int(s, -1, &id)) {
            dado_script_push_field(s, 1, "enemy");
            dado_script_get_int(s, -1, &id);
        }
    }
    if (id < 0 || id >= b->bot.d->map.enemy_count || b->bot.enemies[id].cell == DADO_NOWHERE) {
        dado_script_raise(s, "L_RUNTIME", "this is no enemy the bot knows of");
    }
    return (int)id;
}

static int bot_risk(dado_script *s, void *context)
{
    lua_bot *b = context;
    dado_script_push_real(s, dado_bot_risk(&b->bot, want_enemy(s, b)));
    return 1;
}

static int bot_limit(dado_script *s, void *context)
{
    lua_bot *b = context;
    dado_script_push_real(s, dado_bot_risk_limit(&b->bot, want_enemy(s, b)));
    return 1;
}

// Counts a plan in the effort.
static int bot_planned(dado_script *s, void *context)
{
    (void)s;
    lua_bot *b = context;
    (*b->plans)++;
    return 0;
}

static const dado_script_method bot_methods[] = {
    { "expand", bot_expand },   { "go", bot_go },     { "next", bot_next },
    { "drop", bot_drop },       { "risk", bot_risk }, { "limit", bot_limit },
    { "planned", bot_planned }, { NULL, NULL },
};

static int view_state(dado_script *s, void *context)
{
    lua_bot *b = context;
    int cell = want_cell(s, b->bot.d);
    bool seen = dado_bit(dado_dungeon_seen(b->bot.d, b->bot.view), cell);
    dado_script_push_text(s, !seen                                      ? "unseen"
                             : dado_dungeon_fov_sees(&b->bot.eye, cell) ? "visible"
                                                                        : "remembered");
    return 1;
}

static int view_id(dado_script *s, void *context)
{
    lua_bot *b = context;
    const dado_dungeon *d = b->bot.d;
    int cell = want_cell(s, d);
    if (!dado_bit(dado_dungeon_seen(d, b->bot.view), cell)) dado_script_push_nil(s);
    else
        dado_script_push_int(
            s, dado_map_id(&d->map, dado_dungeon_x(d, cell), dado_dungeon_y(d, cell)));
    return 1;
}

static int view_gold(dado_script *s, void *context)
{
    lua_bot *b = context;
    int pile = dado_dungeon_known_gold(b->bot.d, b->bot.view, want_cell(s, b->bot.d));
    if (pile < 0) dado_script_push_nil(s);
    else dado_script_push_int(s, b->bot.d->map.gold[pile].amount);
    return 1;
}

static int view_item(dado_script *s, void *context)
{
    lua_bot *b = context;
    int item = dado_dungeon_known_item(b->bot.d, b->bot.view, want_cell(s, b->bot.d));
    if (item < 0) {
        dado_script_push_nil(s);
        return 1;
    }
    const dado_map_item *t = &b->bot.d->map.items[item];
    dado_script_push_table(s);
    dado_script_push_text(s, t->buff ? "recover" : "attribute");
    dado_script_set_field(s, "kind");
    const struct {
        const char *name;
        int value;
    } numbers[] = { { "hp", t->hp }, { "mp", t->mp }, { "atk", t->atk }, { "def", t->def } };
    for (int i = 0; i < 4; i++) {
        dado_script_push_int(s, numbers[i].value);
        dado_script_set_field(s, numbers[i].name);
    }
    return 1;
}

static int view_enemies(dado_script *s, void *context)
{
    lua_bot *b = context;
    const dado_dungeon *d = b->bot.d;
    int listed = 0;
    dado_script_push_table(s);
    for (int i = 0; i < d->map.enemy_count; i++) {
        const dado_bot_known_enemy *k = &b->bot.enemies[i];
        if (k->cell == DADO_NOWHERE) continue;
        const dado_map_enemy *e = &d->map.enemies[i];
        const struct {
            const char *name;
            int value;
        } numbers[] = { { "id", i },       { "hp", k->hp },       { "atk", e->atk },
                        { "def", e->def }, { "range", e->range }, { "cost", e->cost } };
        give_cell(s, d, k->cell);
        for (int n = 0; n < 6; n++) {
            dado_script_push_int(s, numbers[n].value);
            dado_script_set_field(s, numbers[n].name);
        }
        bool shown = dado_dungeon_enemies(d, b->bot.view)[i].cell != DADO_NOWHERE;
        dado_script_push_bool(s, shown);
        dado_script_set_field(s, "visible");
        dado_script_set_item(s, ++listed);
    }
    return 1;
}

static int view_width(dado_script *s, void *context)
{
    dado_script_push_int(s, ((lua_bot *)context)->bot.d->map.width);
    return 1;
}

static int view_height(dado_script *s, void *context)
{
    dado_script_push_int(s, ((lua_bot *)context)->bot.d->map.height);
    return 1;
}

static const dado_script_method view_methods[] = {
    { "state", view_state },     { "id", view_id },
    { "gold", view_gold },       { "item", view_item },
    { "enemies", view_enemies }, { "width", view_width },
    { "height", view_height },   { NULL, NULL },
};

static void give_greed(dado_script *s, const char *name, int greed)
{
    if (greed == DADO_GREED_NEVER) dado_script_push_text(s, "never");
    else dado_script_push_int(s, greed);
    dado_script_set_field(s, name);
}

static void give_params(dado_script *s, const dado_dungeon_profile *p)
{
    static const char *const exits[] = { "weighed", "last", "sight" };
    static const char *const avoids[] = { "none", "risky", "all" };
    dado_script_push_table(s);
    dado_script_push_int(s, p->extra);
    dado_script_set_field(s, "extra");
    give_greed(s, "greed_singlet", p->greed_singlet);
    give_greed(s, "greed_item", p->greed_item);
    give_greed(s, "greed_gold", p->greed_gold);
    give_greed(s, "greed_enemy", p->greed_enemy);
    give_greed(s, "greed_tile", p->greed_tile);
    give_greed(s, "greed_exit", p->greed_exit);
    give_greed(s, "greed_heal", p->greed_heal);
    dado_script_push_text(s, exits[p->exit_mode]);
    dado_script_set_field(s, "exit_mode");
    dado_script_push_text(s, avoids[p->avoid]);
    dado_script_set_field(s, "avoid");
    const struct {
        const char *name;
        double value;
    } numbers[] = { { "risk_max", p->risk_max }, { "reward_scale", p->reward_scale },
                    { "risk_cap", p->risk_cap }, { "heal_below", p->heal_below },
                    { "noise", p->noise },       { "risk_last", p->risk_last },
                    { "outward", p->outward } };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        dado_script_push_real(s, numbers[i].value);
        dado_script_set_field(s, numbers[i].name);
    }
    dado_script_push_int(s, p->avoid_dist);
    dado_script_set_field(s, "avoid_dist");
    dado_script_push_bool(s, p->persist);
    dado_script_set_field(s, "persist");
}

// Creates the three tables that the script gets at every decision of the match.
static void set_table(dado_script *s, void *context)
{
    lua_bot *b = context;
    dado_script_push_object(s, bot_methods, b);
    give_params(s, &b->choice.profile);
    dado_script_set_field(s, "param");
    b->kept_bot = dado_script_ref(s);
    dado_script_push_object(s, view_methods, b);
    b->kept_view = dado_script_ref(s);
    dado_script_push_object(s, dado_lua_rng, &b->bot.memory->luck);
    b->kept_rng = dado_script_ref(s);
    b->decide_line = dado_script_function_line(s, "decide");
}

static void decide(dado_script *s, void *context)
{
    lua_bot *b = context;
    dado_script_push_ref(s, b->kept_bot);
    set_hero(s, b);
    dado_script_push_ref(s, b->kept_view);
    dado_script_push_ref(s, b->kept_rng);
    dado_script_call(s, "decide", 3, 1);
    b->answer = -1;
    if (dado_script_type_of(s, -1) == DADO_SCRIPT_NIL) return;
    const char *word = dado_script_get_text(s, -1);
    for (int dir = 0; word && dir < b->bot.d->directions; dir++) {
        if (strcmp(word, dado_dungeon_direction_names[dir]) == 0) b->answer = dir;
    }
    if (b->answer < 0) {
        dado_script_raise(s, "L_RETURN", "decide must answer with a step, as \"n\", or nil");
    }
}

static int fail(lua_bot *b, const dado_error *err)
{
    b->failed = true;
    snprintf(b->notes, sizeof b->notes, "%s:%d: %s: %s",
             err->place.source ? err->place.source : b->source,
             err->place.line ? err->place.line : b->decide_line, err->code, err->text);
    return -1;
}

static bool stopped(const void *turn)
{
    return dado_turn_stopped(turn);
}

static bool begin_match(lua_bot *b, const dado_turn *turn, dado_error *err)
{
    dado_script_free(b->script);
    b->failed = false;
    b->script = dado_script_new(DADO_SCRIPT_MEMORY, err);
    if (b->script) dado_script_set_stop_check(b->script, stopped, turn);
    return b->script && dado_script_run(b->script, b->source, b->text, load_steps, err) &&
           dado_script_pcall(b->script, set_table, b, load_steps, err);
}

// Drops a route that leads into a wall, so scripts need not check for that.
static void drop_blocked(dado_bot *bot)
{
    const dado_bot_memory *m = bot->memory;
    if (m->route_length == 0) return;
    const uint64_t *seen = dado_dungeon_seen(bot->d, bot->view);
    int next = bot->route[m->route_length - 1];
    bool blocked = (dado_bit(seen, next) && bot->d->kind[next] == DADO_CELL_WALL) ||
                   (dado_bit(seen, m->target) && bot->d->kind[m->target] == DADO_CELL_WALL);
    if (blocked) dado_bot_clear_route(bot);
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    lua_bot *b = agent->data;
    dado_error err = { 0 };
    bool first = !((const dado_bot_memory *)turn->self)->begun;
    dado_bot_begin(&b->bot, &b->plan, &b->choice.profile, turn,
                   b->choice.seeded ? &b->choice.seed : NULL);
    b->plans = turn->effort;
    drop_blocked(&b->bot);
    if (first && !begin_match(b, turn, &err)) return fail(b, &err);
    if (b->failed) return -1;
    dado_script_set_stop_check(b->script, stopped, turn);
    if (!dado_script_pcall(b->script, decide, b, decide_steps, &err)) return fail(b, &err);
    if (b->answer < 0) return -1;
    for (int i = 0; i < turn->count; i++) {
        if (turn->moves[i] == (dado_move)b->answer) return i;
    }
    dado_fail(&err, DADO_INVALID, "decide returned \"%s\", but that way is a wall",
              dado_dungeon_direction_names[b->answer]);
    dado_fail_code(&err, "L_RETURN");
    return fail(b, &err);
}

static bool open(dado_agent *agent, const dado_options *options, dado_region *region,
                 dado_error *err)
{
    static const char *const others[] = { "script", NULL };
    const dado_option *script = dado_options_find(options, "script");
    lua_bot *b = dado_new(region, lua_bot, 1);
    if (!b) return dado_fail(err, DADO_LIMIT, "no memory left for the script");
    if (!script) {
        return dado_fail(err, DADO_MISSING, "dungeon_lua needs a script: dungeon_lua:script=@FILE");
    }
    b->text = script->text;
    b->source = script->place.source ? script->place.source : "script";
    if (!dado_dungeon_profile_read(options, others, &b->choice, region, &agent->options, err))
        return false;
    if (!dado_bot_layout_make(&b->plan, dado_dungeon_of(agent->game), region)) {
        return dado_fail(err, DADO_LIMIT, "no memory left for the script");
    }
    // Loads the script once, so that one that does not load is refused before any match.
    dado_script *trial = dado_script_new(DADO_SCRIPT_MEMORY, err);
    bool fine = trial && dado_script_run(trial, b->source, b->text, load_steps, err);
    dado_script_free(trial);
    if (!fine) return false;
    agent->data = b;
    agent->self_size = b->plan.self_size;
    agent->scratch_size = b->plan.scratch_size;
    return true;
}

static void close(dado_agent *agent)
{
    lua_bot *b = agent->data;
    if (b) dado_script_free(b->script);
}

static const char *notes(const dado_agent *agent)
{
    lua_bot *b = agent->data;
    static const char nothing[] = "";
    return b->failed ? b->notes : nothing;
}

const dado_agent_kind dado_agent_dungeon_lua = {
    .size = sizeof(dado_agent_kind),
    .outside_code = true,
    .name = "dungeon_lua",
    .title = "Dungeon script",
    .about = "Plays a dungeon by a Lua script with decide(bot, view, rng).",
    .game = "dungeon",
    .open = open,
    .choose = choose,
    .close = close,
    .notes = notes,
};
