// scenario.c - reads a position from a file, with commands to play from it.
//
// A scenario is read in two steps, because its settings decide which kinds of units
// exist. First the settings become options; then, with the game open, the rest becomes
// the state that matches start from. Positions that the rules can never reach are
// refused: two owners on a tile, shares that do not add up to 1, more health than a unit
// can have.
#include <stdio.h>
#include <string.h>

#include "worlds/territorio/json_with_line_numbers.h"
#include "worlds/territorio/territorio.h"

static bool wrong(const terr_json *at, dado_error *err, const char *why)
{
    return dado_fail_at(err, DADO_INVALID, at->place, "%s", why);
}

// Fails at the first key of `object` that is not among `names`.
static bool only_known(const terr_json *object, const char *const *names, int count,
                       dado_error *err)
{
    if (object->kind != TERR_OBJECT) return wrong(object, err, "expected an object: { ... }");
    for (const terr_json *item = object->first; item; item = item->next) {
        bool known = false;
        for (int i = 0; i < count; i++) known |= strcmp(item->key, names[i]) == 0;
        if (known) continue;
        const char *near = dado_nearest_name(item->key, names, count);
        return dado_fail_at(err, DADO_INVALID, item->place, "unknown key %.40s%s%s%s", item->key,
                            near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    }
    return true;
}

static const terr_json *read_root(const char *source, const char *text, dado_region *region,
                                  dado_error *err)
{
    static const char *const names[] = { "about", "settings", "terrain", "players",
                                         "round", "to_move",  "domain",  "buildings",
                                         "units", "script",   "expect" };
    const terr_json *root = terr_json_read(source, text, region, err);
    if (!root) return NULL;
    return only_known(root, names, sizeof names / sizeof *names, err) ? root : NULL;
}

// Reads a whole number within bounds, or uses the default if the key is missing. A
// default below `least` means that the key is required.
static bool get_int(const terr_json *object, const char *key, int64_t by_default, int64_t least,
                    int64_t most, int64_t *value, dado_error *err)
{
    const terr_json *item = terr_json_get(object, key);
    *value = by_default;
    if (!item) {
        if (by_default >= least) return true;
        return dado_fail_at(err, DADO_INVALID, object->place,
                            "the key %s is missing in this object; add it", key);
    }
    bool whole = item->kind == TERR_NUMBER && dado_read_int(item->text, value);
    if (whole && *value >= least && *value <= most) return true;
    return dado_fail_at(err, DADO_INVALID, item->place,
                        "%s must be a whole number from %lld to %lld", key, (long long)least,
                        (long long)most);
}

static const char *get_text(const terr_json *object, const char *key)
{
    const terr_json *item = terr_json_get(object, key);
    return item && item->kind == TERR_STRING ? item->text : NULL;
}

// ---- settings

static const char *as_option(const terr_json *item, dado_region *region)
{
    if (item->kind == TERR_BOOL) return item->truth ? "yes" : "no";
    if (item->kind == TERR_NULL || item->kind == TERR_OBJECT) return NULL;
    if (item->kind != TERR_ARRAY) return item->text;
    dado_text all = { 0 };
    for (const terr_json *part = item->first; part; part = part->next) {
        if (part->kind != TERR_NUMBER && part->kind != TERR_STRING) continue;
        if (all.length) dado_text_char(&all, ' ');
        dado_text_add(&all, part->text);
    }
    const char *kept = dado_region_copy(region, dado_text_string(&all), all.length);
    dado_text_free(&all);
    return kept;
}

static bool add_size(dado_option *option, const char *name, int64_t value, dado_place place,
                     dado_region *region)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%lld", (long long)value);
    *option = (dado_option){ name, dado_region_copy(region, digits, (size_t)length), place };
    return option->text != NULL;
}

bool dado_terr_scenario_options(const char *source, const char *text, dado_options *options,
                                dado_region *region, dado_error *err)
{
    const terr_json *root = read_root(source, text, region, err);
    if (!root) return false;
    const terr_json *settings = terr_json_get(root, "settings");
    const terr_json *rows = terr_json_get(root, "terrain");
    if (settings && settings->kind != TERR_OBJECT) {
        return wrong(settings, err, "settings must be an object: { ... }");
    }
    if (!rows || rows->kind != TERR_ARRAY || !rows->first || rows->first->kind != TERR_STRING) {
        return wrong(rows ? rows : root, err, "a scenario needs terrain: a list of rows");
    }
    int64_t players;
    if (!get_int(root, "players", 2, 2, DADO_TERR_SEATS, &players, err)) return false;
    int count = settings ? settings->count : 0;
    dado_option *items = dado_new(region, dado_option, count + 3);
    if (!items) return dado_fail(err, DADO_LIMIT, "out of memory while reading %s", source);
    int at = 0;
    for (const terr_json *item = settings ? settings->first : NULL; item; item = item->next) {
        bool fixed = strcmp(item->key, "map.width") == 0 || strcmp(item->key, "map.height") == 0 ||
                     strcmp(item->key, "match.players") == 0 || strcmp(item->key, "file") == 0;
        const char *value = as_option(item, region);
        if (fixed || !value)
            return wrong(item, err, "this setting is not allowed inside a scenario; remove it");
        items[at++] = (dado_option){ item->key, value, item->place };
    }
    bool fine = add_size(&items[at++], "map.width", (int64_t)strlen(rows->first->text), rows->place,
                         region);
    fine &= add_size(&items[at++], "map.height", rows->count, rows->place, region);
    fine &= add_size(&items[at++], "match.players", players, root->place, region);
    *options = (dado_options){ items, at };
    return fine || dado_fail(err, DADO_LIMIT, "out of memory while reading %s", source);
}

// ---- the position

typedef struct builder {
    dado_terr *w;
    dado_terr_board b;
    dado_error *err;
} builder;

static int index_of(const char *name, int count, const char *(*name_at)(const dado_terr *, int),
                    const dado_terr *w)
{
    for (int i = 0; name && i < count; i++) {
        if (strcmp(name_at(w, i), name) == 0) return i;
    }
    return -1;
}

static const char *unit_name(const dado_terr *w, int i)
{
    return w->unit[i].name;
}
static const char *item_name(const dado_terr *w, int i)
{
    return w->item[i].name;
}
static const char *house_name(const dado_terr *w, int i)
{
    return w->house[i].name;
}

static bool place_terrain(builder *m, const terr_json *rows)
{
    const dado_terr *w = m->w;
    int y = 0;
    for (const terr_json *row = rows->first; row; row = row->next, y++) {
        if (row->kind != TERR_STRING || (int)strlen(row->text) != w->width) {
            return wrong(row, m->err, "every row of terrain has the same number of letters");
        }
        for (int x = 0; x < w->width; x++) {
            int terrain = 0;
            while (terrain < w->terrains && w->terrain[terrain].letter != row->text[x]) terrain++;
            if (terrain == w->terrains) {
                return dado_fail_at(m->err, DADO_INVALID, row->place,
                                    "no terrain has the letter %c", row->text[x]);
            }
            m->b.terrain[dado_terr_cell(w, x, y)] = (uint8_t)terrain;
        }
    }
    return true;
}

static bool place_domain(builder *m, const terr_json *entry)
{
    const dado_terr *w = m->w;
    const terr_json *x = entry->kind == TERR_ARRAY ? entry->first : NULL;
    const terr_json *y = x ? x->next : NULL, *shares = y ? y->next : NULL;
    bool shaped = shares && !shares->next && x->kind == TERR_NUMBER && y->kind == TERR_NUMBER &&
                  shares->kind == TERR_OBJECT;
    if (!shaped) return wrong(entry, m->err, "domain is a list of [x, y, {\"seat\": share, ...}]");
    if (x->number < 0 || y->number < 0 || x->number >= w->width || y->number >= w->height) {
        return wrong(entry, m->err, "this tile is not on the map");
    }
    int cell = dado_terr_cell(w, (int)x->number, (int)y->number);
    double sum = 0;
    for (int p = 0; p < w->players; p++) {
        if (dado_terr_share(&m->b, p, cell) > 0) {
            return wrong(entry, m->err, "this tile is listed twice");
        }
    }
    for (const terr_json *item = shares->first; item; item = item->next) {
        int64_t seat;
        bool known = dado_read_int(item->key, &seat) && seat >= 0 && seat < w->players;
        if (!known) return wrong(item, m->err, "this seat is not in the game; seats count from 0");
        if (item->kind != TERR_NUMBER || !(item->number > 0 && item->number <= 1)) {
            return wrong(item, m->err, "a share is above 0 and at most 1");
        }
        m->b.shares[cell * w->players + seat] = item->number;
        sum += item->number;
    }
    if (sum < 1 - 1e-9 || sum > 1 + 1e-9) {
        return wrong(entry, m->err, "the shares of a tile must sum to 1");
    }
    return true;
}

// Reads the seat, the tile and the id, which units and buildings have in common.
static bool read_spot(builder *m, const terr_json *entry, int64_t *seat, int *cell, int64_t *id)
{
    const dado_terr *w = m->w;
    int64_t x, y;
    if (!get_int(entry, "owner", -1, 0, w->players - 1, seat, m->err)) return false;
    if (!get_int(entry, "x", -1, 0, w->width - 1, &x, m->err)) return false;
    if (!get_int(entry, "y", -1, 0, w->height - 1, &y, m->err)) return false;
    if (!get_int(entry, "id", 0, 1, INT32_MAX, id, m->err)) return false;
    *cell = dado_terr_cell(w, (int)x, (int)y);
    for (int p = 0; p < w->players; p++) {
        if (dado_terr_find_unit(&m->b, p, (uint32_t)*id) ||
            dado_terr_find_building(&m->b, p, (uint32_t)*id)) {
            return wrong(entry, m->err, "another unit or building has this id already");
        }
    }
    const dado_terr_seat *s = &m->b.seats[*seat];
    if (s->units + s->buildings >= w->elements) {
        return wrong(entry, m->err,
                     "this seat has more units and buildings than limit.elements allows");
    }
    return true;
}

static bool place_building(builder *m, const terr_json *entry)
{
    static const char *const names[] = { "id", "owner",      "type",     "x",
                                         "y",  "production", "progress", "stock" };
    const dado_terr *w = m->w;
    int64_t seat, id, progress;
    int cell;
    if (!only_known(entry, names, sizeof names / sizeof *names, m->err)) return false;
    if (!read_spot(m, entry, &seat, &cell, &id)) return false;
    int type = index_of(get_text(entry, "type"), w->houses, house_name, w);
    if (type < 0) return wrong(entry, m->err, "unknown type of building");
    if (m->b.pieces[cell].building) return wrong(entry, m->err, "this tile already has a building");
    if (!w->terrain[m->b.terrain[cell]].buildings) {
        return wrong(entry, m->err, "buildings cannot stand on this terrain");
    }
    dado_terr_building *building =
        dado_terr_add_building(&m->b, (int)seat, type, cell, (uint32_t)id);
    const char *made = get_text(entry, "production");
    if (made) {
        int unit = index_of(made, w->units, unit_name, w);
        int item = index_of(made, w->items, item_name, w);
        if (unit < 0 && item < 0)
            return wrong(entry, m->err, "no unit or item of this name can be produced");
        building->production =
            (uint8_t)(unit >= 0 ? dado_terr_made_unit(unit) : dado_terr_made_item(item));
    }
    int most = made ? dado_terr_made_kind(w, building->production)->cost : 0;
    if (!get_int(entry, "progress", 0, 0, most, &progress, m->err)) return false;
    building->progress = (int32_t)progress;
    const terr_json *stock = terr_json_get(entry, "stock");
    for (const terr_json *one = stock ? stock->first : NULL; one; one = one->next) {
        int item = one->kind == TERR_STRING ? index_of(one->text, w->items, item_name, w) : -1;
        if (item < 0) return wrong(one, m->err, "unknown item");
        if (building->stock[item] == DADO_TERR_WORN)
            return wrong(one, m->err, "this building has too many of this item");
        building->stock[item]++;
    }
    return true;
}

static bool wear_items(builder *m, const terr_json *entry, dado_terr_unit *unit)
{
    const dado_terr *w = m->w;
    const terr_json *worn = terr_json_get(entry, "items");
    for (const terr_json *one = worn ? worn->first : NULL; one; one = one->next) {
        int item = one->kind == TERR_STRING ? index_of(one->text, w->items, item_name, w) : -1;
        if (item < 0) return wrong(one, m->err, "unknown item");
        if (unit->items >> item & 1) return wrong(one, m->err, "this unit already wears this item");
        unit->items = (uint16_t)(unit->items | 1u << item);
    }
    dado_terr_update_unit(w, unit);
    return true;
}

static bool place_unit(builder *m, const terr_json *entry)
{
    static const char *const names[] = { "id",     "owner", "type",  "x",          "y",
                                         "health", "moves", "items", "last_action" };
    const dado_terr *w = m->w;
    int64_t seat, id, moves, last;
    int cell;
    if (!only_known(entry, names, sizeof names / sizeof *names, m->err)) return false;
    if (!read_spot(m, entry, &seat, &cell, &id)) return false;
    int type = index_of(get_text(entry, "type"), w->units, unit_name, w);
    if (type < 0) return wrong(entry, m->err, "there is no such type of unit");
    const dado_terr_piece *piece = &m->b.pieces[cell];
    if (piece->holder && piece->holder != seat + 1) {
        return wrong(entry, m->err, "this tile already has units of another seat");
    }
    if (piece->building && piece->building != seat + 1) {
        return wrong(entry, m->err, "this tile has a building of another seat");
    }
    if (w->max_units && piece->count >= w->max_units) {
        return wrong(entry, m->err, "this tile has more units than stack.max_units allows");
    }
    if (!w->terrain[m->b.terrain[cell]].admits[w->unit[type].class]) {
        return wrong(entry, m->err, "this unit cannot stand on this terrain");
    }
    dado_terr_unit *unit = dado_terr_add_unit(&m->b, (int)seat, type, cell, (uint32_t)id);
    dado_terr_add_sight(&m->b, (int)seat, cell, unit->sight, -1);
    if (!wear_items(m, entry, unit)) return false;
    dado_terr_add_sight(&m->b, (int)seat, cell, unit->sight, 1);
    double most = dado_terr_max_health(w, unit);
    const terr_json *health = terr_json_get(entry, "health");
    unit->health = most;
    if (health) {
        bool fits = health->kind == TERR_NUMBER && health->number > 0 && health->number <= most;
        if (!fits) return wrong(health, m->err, "health is above 0 and at most the unit's maximum");
        unit->health = health->number;
    }
    if (!get_int(entry, "moves", unit->full_moves, 0, unit->full_moves, &moves, m->err)) {
        return false;
    }
    if (!get_int(entry, "last_action", -1, -1, INT32_MAX, &last, m->err)) return false;
    unit->moves = (uint8_t)moves;
    unit->last_action = (int32_t)last;
    return true;
}

static bool each(builder *m, const terr_json *root, const char *key,
                 bool (*place)(builder *, const terr_json *))
{
    const terr_json *list = terr_json_get(root, key);
    if (list && list->kind != TERR_ARRAY) return wrong(list, m->err, "expected a list: [ ... ]");
    for (const terr_json *entry = list ? list->first : NULL; entry; entry = entry->next) {
        if (!place(m, entry)) return false;
    }
    return true;
}

bool dado_terr_scenario_state(dado_terr *w, const char *source, const char *text,
                              dado_region *region, dado_error *err)
{
    const terr_json *root = read_root(source, text, region, err);
    if (!root) return false;
    void *state = dado_region_alloc(region, 1, w->state_size);
    if (!state) return dado_fail(err, DADO_LIMIT, "out of memory while reading %s", source);
    builder m = { w, dado_terr_board_of(w, state), err };
    int64_t round, to_move;
    if (!get_int(root, "round", 0, 0, 1000000, &round, err)) return false;
    if (!get_int(root, "to_move", 0, 0, w->players - 1, &to_move, err)) return false;
    if (!place_terrain(&m, terr_json_get(root, "terrain"))) return false;
    if (!each(&m, root, "domain", place_domain)) return false;
    if (!each(&m, root, "buildings", place_building)) return false;
    if (!each(&m, root, "units", place_unit)) return false;
    dado_terr_state *s = m.b.state;
    s->round = (int32_t)round;
    s->to_move = (uint8_t)to_move;
    // Seats without units and buildings were eliminated before the scenario begins.
    for (int p = 0; p < w->players; p++) {
        bool alive = m.b.seats[p].units + m.b.seats[p].buildings > 0;
        s->living = (uint8_t)(s->living + alive);
        if (!alive) m.b.seats[p].fell = s->falls = 1;
    }
    if (m.b.seats[to_move].fell)
        return wrong(root, err, "the seat to move has no units and no buildings");
    if (s->living < 2)
        return wrong(root, err, "a scenario needs two seats with units or buildings");
    // Only seeded luck needs a first random word; here it is the key of the ids given
    // later.
    s->phase = w->luck == DADO_TERR_SEEDED ? DADO_TERR_UNBORN : DADO_TERR_PLAY;
    w->scenario = state;
    return true;
}

// ---- scripts

static bool command_of(const terr_json *entry, int64_t *seat, dado_terr_command *c, dado_error *err)
{
    static const char *const fields[] = {
        "seat", "c", "unit", "building", "x", "y", "item", "type"
    };
    if (!only_known(entry, fields, sizeof fields / sizeof *fields, err)) return false;
    const char *verb = get_text(entry, "c");
    memset(c, 0, sizeof *c);
    int which = 0;
    while (which < 7 && (!verb || strcmp(verb, dado_terr_command_names[which]) != 0)) which++;
    if (which == 7) return wrong(entry, err, "c must name one of the seven commands");
    c->verb = (dado_terr_verb)which;
    if (!get_int(entry, "seat", -1, 0, DADO_TERR_SEATS - 1, seat, err)) return false;
    if (c->verb == DADO_TERR_END) return true;
    bool aims = c->verb <= DADO_TERR_INFLUENCE;
    const char *who = c->verb == DADO_TERR_PRODUCE ? "building" : "unit";
    if (!get_int(entry, who, INT64_MIN, INT32_MIN, INT32_MAX, &c->id, err)) return false;
    if (aims) {
        return get_int(entry, "x", INT64_MIN, INT32_MIN, INT32_MAX, &c->x, err) &&
               get_int(entry, "y", INT64_MIN, INT32_MIN, INT32_MAX, &c->y, err);
    }
    const char *type = get_text(entry, c->verb == DADO_TERR_EQUIP ? "item" : "type");
    if (!type || strlen(type) >= sizeof c->type)
        return wrong(entry, err, "this command needs a type, or its type is too long");
    snprintf(c->type, sizeof c->type, "%s", type);
    return true;
}

static void play_on(const dado_game *game, void *state, dado_move move, dado_rng *luck,
                    dado_text *log)
{
    dado_terr_board b = dado_terr_board_of(game->data, state);
    dado_terr_play(&b, move, log);
    while (game->rules->actor(game, state) == DADO_CHANCE) {
        dado_move word;
        int listed = game->rules->legal(game, state, &word);
        dado_terr_play(&b, listed ? word : dado_rng_next(luck), log);
    }
}

bool dado_terr_scenario_run(const dado_game *game, const char *source, const char *text,
                            dado_rng *luck, void *state, dado_region *region, dado_text *answers,
                            dado_text *log, dado_error *err)
{
    const terr_json *root = read_root(source, text, region, err);
    if (!root) return false;
    const terr_json *script = terr_json_get(root, "script");
    const terr_json *expect = terr_json_get(root, "expect");
    const terr_json *awaited = expect ? expect->first : NULL;
    game->rules->start(game, state);
    if (game->rules->actor(game, state) == DADO_CHANCE) {
        play_on(game, state, dado_rng_next(luck), luck, log);
    }
    for (const terr_json *entry = script ? script->first : NULL; entry; entry = entry->next) {
        int64_t seat;
        dado_terr_command command;
        if (!command_of(entry, &seat, &command, err)) return false;
        dado_terr_board b = dado_terr_board_of(game->data, state);
        dado_terr_result code = dado_terr_check(&b, (int)seat, &command);
        if (code == DADO_TERR_OK) {
            play_on(game, state, dado_terr_encode(game->data, &command), luck, log);
        }
        const char *answer = dado_terr_result_name(code);
        dado_text_addf(answers, "%s\n", answer);
        if (!expect) continue;
        bool met = awaited && awaited->kind == TERR_STRING && strcmp(awaited->text, answer) == 0;
        if (!met) {
            return dado_fail_at(err, DADO_INVALID, entry->place,
                                "the answer to this command was %s, not %s", answer,
                                awaited && awaited->text ? awaited->text : "as expected");
        }
        awaited = awaited->next;
    }
    dado_error why;
    if (!game->rules->sound(game, state, &why)) {
        if (err) *err = why;
        return false;
    }
    return true;
}
