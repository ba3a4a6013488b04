// replay_recorder.c - records a match of Território for the replay page, as changes per
// step.
#include "worlds/territorio/territorio.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct record {
    unsigned char *before;  // the state of the last frame; all zero at first
    bool begun;
    dado_text terrain;  // one character per tile, '0' plus the index of its terrain
    // The command since the last frame; verb is 0 if there is nothing to show.
    int verb, from, to;
    int round;
} record;

static void *begin(const dado_game *game)
{
    record *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->before = calloc(1, game->state_size);
    if (r->before) return r;
    free(r);
    return NULL;
}

static void free_record(void *self)
{
    record *r = self;
    free(r->before);
    dado_text_free(&r->terrain);
    free(r);
}

// A JSON list that is opened when its first entry is written: "u":[...
typedef struct list {
    dado_text *out;
    const char *name;
    bool *any;  // set once the frame has any entry
    bool open;
} list;

static void entry(list *l)
{
    if (l->open) dado_text_char(l->out, ',');
    else dado_text_addf(l->out, "%s\"%s\":[", *l->any ? "," : "", l->name);
    l->open = *l->any = true;
}

static void close_list(const list *l)
{
    if (l->open) dado_text_char(l->out, ']');
}

static void add_unit(list *l, int seat, const dado_terr *w, const dado_terr_unit *unit)
{
    entry(l);
    dado_text_addf(l->out, "[%u,%d,%d,%d,", (unsigned)unit->id, seat, unit->type, unit->cell);
    dado_text_addf(l->out, "%.4g,%d,[", unit->health, unit->moves);
    const char *comma = "";
    for (int i = 0; i < w->items; i++) {
        if (!(unit->items >> i & 1)) continue;
        dado_text_addf(l->out, "%s%d", comma, i);
        comma = ",";
    }
    dado_text_add(l->out, "]]");
}

static bool same_unit(const dado_terr_unit *a, const dado_terr_unit *b)
{
    return a->cell == b->cell && a->health == b->health && a->moves == b->moves &&
           a->items == b->items && a->type == b->type;
}

static void units(const dado_terr_board *old, const dado_terr_board *now, bool *any, dado_text *out)
{
    const dado_terr *w = now->world;
    list gone = { out, "x", any, false };
    for (int p = 0; p < w->players; p++) {
        for (int k = 0; k < old->seats[p].units; k++) {
            uint32_t id = dado_terr_unit_at(old, p, k)->id;
            bool stays = k < now->seats[p].units && dado_terr_unit_at(now, p, k)->id == id;
            if (stays || dado_terr_find_unit(now, p, id)) continue;
            entry(&gone);
            dado_text_addf(out, "%u", (unsigned)id);
        }
    }
    close_list(&gone);
    list changed = { out, "u", any, false };
    for (int p = 0; p < w->players; p++) {
        for (int k = 0; k < now->seats[p].units; k++) {
            const dado_terr_unit *unit = dado_terr_unit_at(now, p, k), *was = NULL;
            if (k < old->seats[p].units) was = dado_terr_unit_at(old, p, k);
            if (was && was->id != unit->id) was = dado_terr_find_unit(old, p, unit->id);
            if (!was || !same_unit(unit, was)) add_unit(&changed, p, w, unit);
        }
    }
    close_list(&changed);
}

static void add_building(list *l, int seat, const dado_terr *w, const dado_terr_building *house)
{
    entry(l);
    dado_text_addf(l->out, "[%u,%d,%d,%d,%d,%d", (unsigned)house->id, seat, house->type,
                   house->cell, house->production, (int)house->progress);
    bool stocked = false;
    for (int i = 0; i < w->items; i++) stocked = stocked || house->stock[i];
    if (stocked) {
        for (int i = 0; i < w->items; i++) {
            dado_text_addf(l->out, "%s%d", i ? "," : ",[", house->stock[i]);
        }
        dado_text_char(l->out, ']');
    }
    dado_text_char(l->out, ']');
}

static void buildings(const dado_terr_board *old, const dado_terr_board *now, bool *any,
                      dado_text *out)
{
    const dado_terr *w = now->world;
    list gone = { out, "y", any, false };
    for (int p = 0; p < w->players; p++) {
        for (int k = 0; k < old->seats[p].buildings; k++) {
            uint32_t id = dado_terr_building_at(old, p, k)->id;
            if (dado_terr_find_building(now, p, id)) continue;
            entry(&gone);
            dado_text_addf(out, "%u", (unsigned)id);
        }
    }
    close_list(&gone);
    list changed = { out, "b", any, false };
    for (int p = 0; p < w->players; p++) {
        for (int k = 0; k < now->seats[p].buildings; k++) {
            const dado_terr_building *house = dado_terr_building_at(now, p, k);
            const dado_terr_building *was = dado_terr_find_building(old, p, house->id);
            if (!was || memcmp(house, was, sizeof *house) != 0) {
                add_building(&changed, p, w, house);
            }
        }
    }
    close_list(&changed);
}

static int per_mille(double share)
{
    return (int)(share * 1000 + 0.5);
}

static void domain(const dado_terr_board *old, const dado_terr_board *now, bool *any,
                   dado_text *out)
{
    const dado_terr *w = now->world;
    list changed = { out, "d", any, false };
    for (int cell = 0; cell < w->tiles; cell++) {
        bool same = true;
        for (int p = 0; p < w->players; p++) {
            same = same && per_mille(dado_terr_share(old, p, cell)) ==
                               per_mille(dado_terr_share(now, p, cell));
        }
        if (same) continue;
        entry(&changed);
        dado_text_addf(out, "[%d", cell);
        for (int p = 0; p < w->players; p++) {
            dado_text_addf(out, ",%d", per_mille(dado_terr_share(now, p, cell)));
        }
        dado_text_char(out, ']');
    }
    close_list(&changed);
}

// Writes the tiles that came into or went out of a seat's sight.
static void fog(const dado_terr_board *old, const dado_terr_board *now, bool *any, dado_text *out)
{
    const dado_terr *w = now->world;
    list toggled = { out, "f", any, false };
    for (int p = 0; w->fog && p < w->players; p++) {
        const uint16_t *was = old->seen + p * w->tiles, *is = now->seen + p * w->tiles;
        bool open = false;
        for (int cell = 0; cell < w->tiles; cell++) {
            if ((was[cell] > 0) == (is[cell] > 0)) continue;
            if (!open) {
                entry(&toggled);
                dado_text_addf(out, "[%d", p);
                open = true;
            }
            dado_text_addf(out, ",%d", cell);
        }
        if (open) dado_text_char(out, ']');
    }
    close_list(&toggled);
}

static void frame(void *self, const dado_game *game, const void *state, dado_text *out)
{
    static const char *const verbs[] = { "end",   "move",    "attack", "influence",
                                         "equip", "produce", "found" };
    record *r = self;
    const dado_terr *w = game->data;
    dado_terr_board old = dado_terr_board_of(w, r->before), now = dado_terr_board_of(w, state);
    if (!r->begun) {
        for (int cell = 0; cell < w->tiles; cell++) {
            dado_text_char(&r->terrain, (char)('0' + now.terrain[cell]));
        }
    }
    r->begun = true;
    bool any = false;
    dado_text_char(out, '{');
    units(&old, &now, &any, out);
    buildings(&old, &now, &any, out);
    domain(&old, &now, &any, out);
    fog(&old, &now, &any, out);
    if (r->verb) {
        dado_text_addf(out, "%s\"m\":[\"%s\",%d,%d]", any ? "," : "", verbs[r->verb], r->from,
                       r->to);
    }
    dado_text_char(out, '}');
    r->verb = 0;
    memcpy(r->before, state, game->state_size);
}

static void deed(void *self, const dado_game *game, const void *state, const dado_step *step)
{
    record *r = self;
    if (step->actor < 0) return;
    dado_terr_board b = dado_terr_board_of(game->data, state);
    dado_terr_verb verb = dado_terr_verb_of(step->move);
    bool reaches =
        verb == DADO_TERR_MOVE || verb == DADO_TERR_ATTACK || verb == DADO_TERR_INFLUENCE;
    const dado_terr_unit *unit =
        reaches ? dado_terr_find_unit(&b, step->actor, dado_terr_id_of(step->move)) : NULL;
    r->verb = 0;
    if (!unit) return;
    r->verb = (int)verb;
    r->from = unit->cell;
    r->to = dado_terr_what_of(step->move);
}

// Writes sentences for those events of a move that are worth a line.
static void words(void *self, const dado_game *game, const void *state, const dado_step *step,
                  dado_text *out)
{
    static const char *const dull[] = { "{\"e\":\"recover\"",   "{\"e\":\"domain\"",
                                        "{\"e\":\"pending\"",   "{\"e\":\"turn\"",
                                        "{\"e\":\"round_end\"", "{\"e\":\"map\"",
                                        "{\"e\":\"place\"" };
    record *r = self;
    dado_text events = { 0 }, said = { 0 };
    game->rules->write_move_json(game, state, step->move, &events);
    const char *line = dado_text_string(&events), *link = "";
    while (*line && out->length < 900) {
        size_t length = strcspn(line, "\n");
        bool skip = false;
        for (size_t i = 0; i < sizeof dull / sizeof *dull; i++) {
            skip = skip || strncmp(line, dull[i], strlen(dull[i])) == 0;
        }
        dado_text one = { 0 };
        dado_text_add_bytes(&one, line, length);
        dado_text_clear(&said);
        if (!skip && dado_terr_log_sentence(dado_text_string(&one), &r->round, &said)) {
            const char *text = strstr(dado_text_string(&said), "] ");
            text = text ? text + 2 : dado_text_string(&said);
            dado_text_add(out, link);
            dado_text_add_bytes(out, text, strcspn(text, "\n"));
            link = "; ";
        }
        dado_text_free(&one);
        line += length + (line[length] == '\n');
    }
    dado_text_free(&events);
    dado_text_free(&said);
}

static double curve(const dado_game *game, const void *state, int which, int seat)
{
    dado_terr_board b = dado_terr_board_of(game->data, state);
    double income = 0;
    switch (which) {
    case 0: return dado_terr_domain(&b, seat);
    case 1: return dado_terr_material(&b, seat);
    case 2:
        for (int k = 0; k < b.seats[seat].buildings; k++) {
            income += b.world->house[dado_terr_building_at(&b, seat, k)->type].rate;
        }
        return income;
    default: return b.seats[seat].units;
    }
}

static void add_kinds(const char *name, const dado_terr_kind *kinds, int count, dado_json *json)
{
    dado_json_array(json, name);
    for (int i = 0; i < count; i++) {
        const dado_terr_kind *k = &kinds[i];
        dado_json_object(json, NULL);
        dado_json_string(json, "name", k->name);
        dado_json_int(json, "cost", k->cost);
        dado_json_int(json, "moves", k->moves);
        dado_json_int(json, "range", k->range);
        dado_json_int(json, "sight", k->sight);
        dado_json_real(json, "max_health", k->max_health);
        dado_json_real(json, "attack", k->attack);
        dado_json_real(json, "defence", k->defence);
        dado_json_real(json, "influence", k->influence);
        dado_json_end(json);
    }
    dado_json_end(json);
}

// Writes an object with a name and a number.
static void add_named(const char *name, const char *key, int number, dado_json *json)
{
    dado_json_object(json, NULL);
    dado_json_string(json, "name", name);
    dado_json_int(json, key, number);
    dado_json_end(json);
}

static void end(void *self, const dado_game *game, dado_json *json)
{
    const record *r = self;
    const dado_terr *w = game->data;
    dado_json_int(json, "width", w->width);
    dado_json_int(json, "height", w->height);
    dado_json_bool(json, "fog", w->fog);
    dado_json_int(json, "kinds", DADO_TERR_KINDS);
    dado_json_string(json, "terrain", dado_text_string(&r->terrain));
    dado_json_array(json, "terrains");
    for (int i = 0; i < w->terrains; i++) {
        add_named(w->terrain[i].name, "cost", w->terrain[i].cost, json);
    }
    dado_json_end(json);
    add_kinds("units", w->unit, w->units, json);
    add_kinds("items", w->item, w->items, json);
    dado_json_array(json, "houses");
    for (int i = 0; i < w->houses; i++) {
        add_named(w->house[i].name, "rate", w->house[i].rate, json);
    }
    dado_json_end(json);
}

const dado_recorder dado_terr_replay_recorder = {
    .kind = "hexes",
    .most_frames = 20000,
    .skip_chance_frames = true,
    .curves = { "Domain, in tiles", "Material", "Production a round", "Units" },
    .begin = begin,
    .frame = frame,
    .words = words,
    .deed = deed,
    .curve = curve,
    .end = end,
    .free = free_record,
};
