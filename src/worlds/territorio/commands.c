// commands.c - reads and writes the seven commands, and says why one is refused.
//
// legal_moves.c lists the legal commands and this file checks single ones. The two are
// written independently on purpose: the list is fast, the checks follow the rulebook line
// by line, and tests compare them. Both use only what the seat to move can see, so an
// answer reveals nothing beyond its view.
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "worlds/territorio/territorio.h"

static const char *const verbs[] = {
    "end", "move", "attack", "influence", "equip", "produce", "found",
};

// ---- the checks

const char *dado_terr_result_name(dado_terr_result code)
{
    static const char *const names[DADO_TERR_CODES] = {
        "OK",
        "MALFORMED",
        "GAME_OVER",
        "NOT_YOUR_TURN",
        "COMMAND_LIMIT",
        "UNKNOWN_UNIT",
        "UNKNOWN_BUILDING",
        "NOT_OWNER",
        "NO_MOVES",
        "OUT_OF_MAP",
        "SAME_TILE",
        "NOT_VISIBLE",
        "TERRAIN_FORBIDDEN",
        "OCCUPIED_BY_ENEMY",
        "TILE_FULL",
        "NO_ROUTE",
        "TOO_FAR",
        "OUT_OF_RANGE",
        "NO_ENEMY",
        "NOT_ENOUGH_MOVES",
        "NO_EFFECT",
        "UNKNOWN_TYPE",
        "NO_BUILDING",
        "ALREADY_EQUIPPED",
        "ITEM_NOT_IN_STOCK",
        "NOT_A_BUILDER",
        "DOMAIN_TOO_LOW",
        "TILE_HAS_BUILDING",
        "TERRAIN_NO_BUILDING",
        "NEEDS_TECHNOLOGY",
    };
    return names[code];
}

static int item_named(const dado_terr *w, const char *name)
{
    for (int i = 0; i < w->items; i++) {
        if (strcmp(w->item[i].name, name) == 0) return i;
    }
    return -1;
}

static int unit_named(const dado_terr *w, const char *name)
{
    for (int i = 0; i < w->units; i++) {
        if (strcmp(w->unit[i].name, name) == 0) return i;
    }
    return -1;
}

static int house_named(const dado_terr *w, const char *name)
{
    for (int i = 0; i < w->houses; i++) {
        if (strcmp(w->house[i].name, name) == 0) return i;
    }
    return -1;
}

// Returns the code of the unit, item or technology with this name that a building can
// make, or 0.
static int made_named(const dado_terr *w, const char *name)
{
    int unit = unit_named(w, name);
    if (unit >= 0) return dado_terr_made_unit(unit);
    int item = item_named(w, name);
    for (int t = 0; item < 0 && t < w->techs; t++) {
        if (strcmp(w->item[w->items + t].name, name) == 0) item = w->items + t;
    }
    return item >= 0 ? dado_terr_made_item(item) : 0;
}

// Returns the index of the technology that `made` stands for, or -1.
static int tech_of(const dado_terr *w, int made)
{
    int type = made && dado_terr_makes_item(made) ? dado_terr_made_type(made) : -1;
    return type >= w->items ? type - w->items : -1;
}

// Finds any player's unit by its id, if its tile is visible to `seat`; *owner gets its
// seat.
static const dado_terr_unit *known_unit(const dado_terr_board *b, int seat, int64_t id, int *owner)
{
    if (id < 0 || id > UINT32_MAX) return NULL;
    for (*owner = 0; *owner < b->world->players; (*owner)++) {
        const dado_terr_unit *unit = dado_terr_find_unit(b, *owner, (uint32_t)id);
        if (unit) return dado_terr_sees(b, seat, unit->cell) ? unit : NULL;
    }
    return NULL;
}

static const dado_terr_building *known_building(const dado_terr_board *b, int seat, int64_t id,
                                                int *owner)
{
    if (id < 0 || id > UINT32_MAX) return NULL;
    for (*owner = 0; *owner < b->world->players; (*owner)++) {
        const dado_terr_building *building = dado_terr_find_building(b, *owner, (uint32_t)id);
        if (building) return dado_terr_sees(b, seat, building->cell) ? building : NULL;
    }
    return NULL;
}

static dado_terr_result check_move(const dado_terr_board *b, int seat, const dado_terr_unit *unit,
                                   const dado_terr_command *c)
{
    const dado_terr *w = b->world;
    if (unit->moves == 0) return DADO_TERR_NO_MOVES;
    if (!dado_terr_on_map(w, c->x, c->y)) return DADO_TERR_OUT_OF_MAP;
    int to = dado_terr_cell(w, (int)c->x, (int)c->y);
    if (to == unit->cell) return DADO_TERR_SAME_TILE;
    if (!dado_terr_sees(b, seat, to)) return DADO_TERR_NOT_VISIBLE;
    dado_terr_class class = w->unit[unit->type].class;
    if (!w->terrain[b->terrain[to]].admits[class]) return DADO_TERR_TERRAIN_FORBIDDEN;
    int holder = b->pieces[to].holder;
    if (holder && holder != seat + 1) return DADO_TERR_OCCUPIED_BY_ENEMY;
    if (w->max_units && b->pieces[to].count >= w->max_units) return DADO_TERR_TILE_FULL;
    int cost = dado_terr_route(b, seat, unit, to, NULL, NULL);
    if (cost < 0) return DADO_TERR_NO_ROUTE;
    return cost > unit->moves ? DADO_TERR_TOO_FAR : DADO_TERR_OK;
}

static dado_terr_result check_aim(const dado_terr_board *b, int seat, const dado_terr_unit *unit,
                                  const dado_terr_command *c)
{
    const dado_terr *w = b->world;
    bool attack = c->verb == DADO_TERR_ATTACK;
    if (unit->moves == 0) return DADO_TERR_NO_MOVES;
    if (!dado_terr_on_map(w, c->x, c->y)) return DADO_TERR_OUT_OF_MAP;
    int to = dado_terr_cell(w, (int)c->x, (int)c->y);
    bool may_be_own = !attack && w->own_tile_target;
    if (to == unit->cell && !may_be_own) return DADO_TERR_SAME_TILE;
    if (dado_terr_cells_apart(w, unit->cell, to) > unit->range) return DADO_TERR_OUT_OF_RANGE;
    if (!dado_terr_sees(b, seat, to)) return DADO_TERR_NOT_VISIBLE;
    int holder = b->pieces[to].holder;
    if (attack && (!holder || holder == seat + 1)) return DADO_TERR_NO_ENEMY;
    if (unit->moves < w->terrain[b->terrain[to]].cost) return DADO_TERR_NOT_ENOUGH_MOVES;
    if (!attack && dado_terr_influence(w, unit) == 0) return DADO_TERR_NO_EFFECT;
    return DADO_TERR_OK;
}

static dado_terr_result check_equip(const dado_terr_board *b, const dado_terr_unit *unit,
                                    const dado_terr_command *c)
{
    int item = item_named(b->world, c->type);
    if (item < 0) return DADO_TERR_UNKNOWN_TYPE;
    const dado_terr_building *building = dado_terr_building_on(b, unit->cell);
    if (!building) return DADO_TERR_NO_BUILDING;
    if (unit->items >> item & 1) return DADO_TERR_ALREADY_EQUIPPED;
    return building->stock[item] ? DADO_TERR_OK : DADO_TERR_ITEM_NOT_IN_STOCK;
}

static dado_terr_result check_found(const dado_terr_board *b, int seat, const dado_terr_unit *unit,
                                    const dado_terr_command *c)
{
    const dado_terr *w = b->world;
    if (house_named(w, c->type) < 0) return DADO_TERR_UNKNOWN_TYPE;
    if (!w->unit[unit->type].builds) return DADO_TERR_NOT_A_BUILDER;
    if (!(dado_terr_share(b, seat, unit->cell) > w->build_share)) return DADO_TERR_DOMAIN_TOO_LOW;
    if (b->pieces[unit->cell].building) return DADO_TERR_TILE_HAS_BUILDING;
    return w->terrain[b->terrain[unit->cell]].buildings ? DADO_TERR_OK
                                                        : DADO_TERR_TERRAIN_NO_BUILDING;
}

static dado_terr_result check_production(const dado_terr_board *b, int seat,
                                         const dado_terr_command *c)
{
    int owner;
    const dado_terr_building *building = known_building(b, seat, c->id, &owner);
    if (!building) return DADO_TERR_UNKNOWN_BUILDING;
    if (owner != seat) return DADO_TERR_NOT_OWNER;
    int made = made_named(b->world, c->type);
    if (!made) return DADO_TERR_UNKNOWN_TYPE;
    int tech = tech_of(b->world, made);
    if (tech >= 0) return dado_terr_may_research(b, seat, tech);
    if (!dado_terr_makes_item(made) && !dado_terr_unlocked(b, seat, dado_terr_made_type(made))) {
        return DADO_TERR_NEEDS_TECHNOLOGY;
    }
    return building->production == made ? DADO_TERR_NO_EFFECT : DADO_TERR_OK;
}

dado_terr_result dado_terr_check(const dado_terr_board *b, int seat, const dado_terr_command *c)
{
    const dado_terr_state *s = b->state;
    if (s->phase == DADO_TERR_OVER || s->out_of_script) return DADO_TERR_GAME_OVER;
    if (s->phase != DADO_TERR_PLAY || s->awaited || s->to_move != seat) {
        return DADO_TERR_NOT_YOUR_TURN;
    }
    if (c->verb == DADO_TERR_END) return DADO_TERR_OK;
    if (s->commands >= (uint32_t)b->world->max_commands) return DADO_TERR_COMMAND_LIMIT;
    if (c->verb == DADO_TERR_PRODUCE) return check_production(b, seat, c);
    int owner;
    const dado_terr_unit *unit = known_unit(b, seat, c->id, &owner);
    if (!unit) return DADO_TERR_UNKNOWN_UNIT;
    if (owner != seat) return DADO_TERR_NOT_OWNER;
    switch (c->verb) {
    case DADO_TERR_MOVE: return check_move(b, seat, unit, c);
    case DADO_TERR_ATTACK:
    case DADO_TERR_INFLUENCE: return check_aim(b, seat, unit, c);
    case DADO_TERR_EQUIP: return check_equip(b, unit, c);
    case DADO_TERR_FOUND: return check_found(b, seat, unit, c);
    case DADO_TERR_END:
    case DADO_TERR_PRODUCE: break;
    }
    return DADO_TERR_MALFORMED;
}

dado_move dado_terr_encode(const dado_terr *w, const dado_terr_command *c)
{
    int what = 0;
    switch (c->verb) {
    case DADO_TERR_MOVE:
    case DADO_TERR_ATTACK:
    case DADO_TERR_INFLUENCE: what = dado_terr_cell(w, (int)c->x, (int)c->y); break;
    case DADO_TERR_EQUIP: what = item_named(w, c->type); break;
    case DADO_TERR_PRODUCE: what = made_named(w, c->type); break;
    case DADO_TERR_FOUND: what = house_named(w, c->type); break;
    case DADO_TERR_END: return dado_terr_move(DADO_TERR_END, 0, 0);
    }
    return dado_terr_move(c->verb, (uint32_t)c->id, what);
}

// ---- commands as words

// Copies the next word in lower case and returns the text behind it, or NULL if the word
// is too long.
static const char *take_word(const char *s, char *word, size_t room)
{
    while (isspace((unsigned char)*s)) s++;
    size_t length = 0;
    for (; *s && !isspace((unsigned char)*s); s++) {
        if (length + 1 == room) return NULL;
        word[length++] = (char)tolower((unsigned char)*s);
    }
    word[length] = '\0';
    return s;
}

static bool parse_place(char *word, dado_terr_command *c)
{
    char *comma = strchr(word, ',');
    if (!comma) return false;
    *comma = '\0';
    return dado_read_int(word, &c->x) && dado_read_int(comma + 1, &c->y);
}

bool dado_terr_parse(const char *words, dado_terr_command *c)
{
    char part[4][32];
    memset(c, 0, sizeof *c);
    for (int i = 0; i < 4; i++) {
        words = take_word(words, part[i], sizeof part[i]);
        if (!words) return false;
    }
    int verb = 0, count = (int)(sizeof verbs / sizeof *verbs);
    // "research" is another word for letting a building produce a technology.
    if (strcmp(part[0], "research") == 0) strcpy(part[0], verbs[DADO_TERR_PRODUCE]);
    while (verb < count && strcmp(part[0], verbs[verb]) != 0) verb++;
    if (verb == count || part[3][0]) return false;
    c->verb = (dado_terr_verb)verb;
    if (c->verb == DADO_TERR_END) return !part[1][0];
    if (!dado_read_int(part[1], &c->id) || !part[2][0]) return false;
    bool aims =
        c->verb == DADO_TERR_MOVE || c->verb == DADO_TERR_ATTACK || c->verb == DADO_TERR_INFLUENCE;
    if (aims) return parse_place(part[2], c);
    memcpy(c->type, part[2], sizeof c->type);
    return true;
}

const char *const dado_terr_command_names[] = {
    "end_turn", "move", "attack", "influence", "equip", "set_production", "create_building",
};

void dado_terr_command_json(const dado_terr_command *c, dado_text *out)
{
    dado_text_addf(out, "{\"c\":\"%s\"", dado_terr_command_names[c->verb]);
    if (c->verb != DADO_TERR_END) {
        const char *who = c->verb == DADO_TERR_PRODUCE ? "building" : "unit";
        dado_text_addf(out, ",\"%s\":%" PRId64, who, c->id);
        if (c->verb <= DADO_TERR_INFLUENCE) {
            dado_text_addf(out, ",\"x\":%" PRId64 ",\"y\":%" PRId64, c->x, c->y);
        } else {
            dado_text_addf(out, ",\"%s\":", c->verb == DADO_TERR_EQUIP ? "item" : "type");
            dado_text_json(out, c->type);
        }
    }
    dado_text_char(out, '}');
}

void dado_terr_print_move(const dado_terr *w, dado_move move, dado_text *out)
{
    dado_terr_verb verb = dado_terr_verb_of(move);
    int what = dado_terr_what_of(move);
    bool learns = verb == DADO_TERR_PRODUCE && tech_of(w, what) >= 0;
    dado_text_add(out, learns ? "research" : verbs[verb]);
    if (verb == DADO_TERR_END) return;
    dado_text_addf(out, " %u ", (unsigned)dado_terr_id_of(move));
    switch (verb) {
    case DADO_TERR_EQUIP: dado_text_add(out, w->item[what].name); break;
    case DADO_TERR_PRODUCE: dado_text_add(out, dado_terr_made_kind(w, what)->name); break;
    case DADO_TERR_FOUND: dado_text_add(out, w->house[what].name); break;
    default: dado_text_addf(out, "%d,%d", dado_terr_x(w, what), dado_terr_y(w, what));
    }
}
