// territorio_commands_test.c - what is listed is accepted, what is not is refused for the right
// reason, and nobody learns more than their view says.
//
// The referee's answers are compared with a second opinion: the tables of the
// rulebook written once more, naively, on the JSON that an agent is told. It
// shares no code with the world, so a slip would have to be made twice.
#include <jansson.h>

#include "core/fast_paths.h"
#include "worlds/territorio_test_game.h"

// ---- the second opinion

typedef struct opinion {
    const dado_terr *w;
    json_t *view;
    int seat;
} opinion;

static int number(json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

static const char *word(json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static json_t *by_id(json_t *list, int64_t id)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *item = json_array_get(list, i);
        if (json_integer_value(json_object_get(item, "id")) == id) return item;
    }
    return NULL;
}

static char letter(const opinion *o, int x, int y)
{
    return json_string_value(json_array_get(json_object_get(o->view, "terrain"), (size_t)y))[x];
}

static bool off_map(const opinion *o, int64_t x, int64_t y)
{
    return x < 0 || y < 0 || x >= o->w->width || y >= o->w->height;
}

static int cost_of(char letter)
{
    return letter == 's' ? 2 : letter == 'f' ? 3 : 1;
}

static bool enemy_unit_at(const opinion *o, int x, int y)
{
    json_t *units = json_object_get(o->view, "units");
    for (size_t i = 0; i < json_array_size(units); i++) {
        json_t *u = json_array_get(units, i);
        bool here = number(u, "x") == x && number(u, "y") == y;
        if (here && number(u, "owner") != o->seat) return true;
    }
    return false;
}

static json_t *building_at(const opinion *o, int x, int y)
{
    json_t *list = json_object_get(o->view, "buildings");
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *b = json_array_get(list, i);
        if (number(b, "x") == x && number(b, "y") == y) return b;
    }
    return NULL;
}

static bool wears(json_t *unit, const char *item)
{
    json_t *items = json_object_get(unit, "items");
    for (size_t i = 0; i < json_array_size(items); i++) {
        if (strcmp(json_string_value(json_array_get(items, i)), item) == 0) return true;
    }
    return false;
}

static int apart(int x1, int y1, int x2, int y2)
{
    int q = x2 - x1, r = (y2 - (x2 - (x2 & 1)) / 2) - (y1 - (x1 - (x1 & 1)) / 2);
    int most = abs(q) > abs(r) ? abs(q) : abs(r);
    return abs(q + r) > most ? abs(q + r) : most;
}

// Relaxes all pairs of neighbours until nothing changes; 1000 is no route.
static int route_cost(const opinion *o, json_t *unit, int tx, int ty)
{
    static int best[64][64];
    int ux = number(unit, "x"), uy = number(unit, "y");
    for (int y = 0; y < o->w->height; y++) {
        for (int x = 0; x < o->w->width; x++) best[y][x] = 1000;
    }
    best[uy][ux] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int y = 0; y < o->w->height; y++) {
            for (int x = 0; x < o->w->width; x++) {
                char land = letter(o, x, y);
                if (land == '?' || land == 'w' || enemy_unit_at(o, x, y)) continue;
                for (int ny = y - 1; ny <= y + 1; ny++) {
                    for (int nx = x - 1; nx <= x + 1; nx++) {
                        if (off_map(o, nx, ny) || apart(x, y, nx, ny) != 1) continue;
                        json_t *b = building_at(o, nx, ny);
                        bool start = nx == ux && ny == uy;
                        if (b && number(b, "owner") != o->seat && !start) continue;
                        int cost = best[ny][nx] + cost_of(land);
                        if (best[ny][nx] < 1000 && cost < best[y][x]) {
                            best[y][x] = cost;
                            changed = true;
                        }
                    }
                }
            }
        }
    }
    return best[ty][tx];
}

static int kind_of(const dado_terr_kind *kinds, int count, const char *name)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(kinds[i].name, name) == 0) return i;
    }
    return -1;
}

static const char *judge_aim(const opinion *o, json_t *unit, const dado_terr_command *c)
{
    int x = number(unit, "x"), y = number(unit, "y");
    const char *type = word(unit, "type");
    int range = o->w->unit[kind_of(o->w->unit, o->w->units, type)].range + wears(unit, "belt");
    if (number(unit, "moves") == 0) return "NO_MOVES";
    if (off_map(o, c->x, c->y)) return "OUT_OF_MAP";
    if (c->x == x && c->y == y) return "SAME_TILE";
    if (c->verb == DADO_TERR_MOVE) {
        char land = letter(o, (int)c->x, (int)c->y);
        if (land == '?') return "NOT_VISIBLE";
        if (land == 'w') return "TERRAIN_FORBIDDEN";
        if (enemy_unit_at(o, (int)c->x, (int)c->y)) return "OCCUPIED_BY_ENEMY";
        int cost = route_cost(o, unit, (int)c->x, (int)c->y);
        if (cost == 1000) return "NO_ROUTE";
        return cost > number(unit, "moves") ? "TOO_FAR" : "OK";
    }
    if (apart(x, y, (int)c->x, (int)c->y) > range) return "OUT_OF_RANGE";
    char land = letter(o, (int)c->x, (int)c->y);
    if (land == '?') return "NOT_VISIBLE";
    bool attack = c->verb == DADO_TERR_ATTACK;
    if (attack && !enemy_unit_at(o, (int)c->x, (int)c->y)) return "NO_ENEMY";
    if (number(unit, "moves") < cost_of(land)) return "NOT_ENOUGH_MOVES";
    bool moved = strcmp(type, "priest") == 0 || strcmp(type, "general") == 0 ||
                 strcmp(type, "marshal") == 0 || wears(unit, "helmet");
    return attack || moved ? "OK" : "NO_EFFECT";
}

static double own_share(const opinion *o, int x, int y)
{
    json_t *list = json_object_get(o->view, "domain");
    char seat[8];
    snprintf(seat, sizeof seat, "%d", o->seat);
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *tile = json_array_get(list, i);
        if (json_integer_value(json_array_get(tile, 0)) != x) continue;
        if (json_integer_value(json_array_get(tile, 1)) != y) continue;
        return json_number_value(json_object_get(json_array_get(tile, 2), seat));
    }
    return 0;
}

static const char *judge(const opinion *o, const dado_terr_command *c)
{
    const dado_terr *w = o->w;
    if (c->verb == DADO_TERR_END) return "OK";
    if (c->verb == DADO_TERR_PRODUCE) {
        json_t *b = by_id(json_object_get(o->view, "buildings"), c->id);
        if (!b) return "UNKNOWN_BUILDING";
        if (number(b, "owner") != o->seat) return "NOT_OWNER";
        bool known =
            kind_of(w->unit, w->units, c->type) >= 0 || kind_of(w->item, w->items, c->type) >= 0;
        if (!known) return "UNKNOWN_TYPE";
        const char *now = word(b, "production");
        return now && strcmp(now, c->type) == 0 ? "NO_EFFECT" : "OK";
    }
    json_t *unit = by_id(json_object_get(o->view, "units"), c->id);
    if (!unit) return "UNKNOWN_UNIT";
    if (number(unit, "owner") != o->seat) return "NOT_OWNER";
    int x = number(unit, "x"), y = number(unit, "y");
    json_t *here = building_at(o, x, y);
    if (c->verb == DADO_TERR_EQUIP) {
        if (kind_of(w->item, w->items, c->type) < 0) return "UNKNOWN_TYPE";
        if (!here) return "NO_BUILDING";
        if (wears(unit, c->type)) return "ALREADY_EQUIPPED";
        json_t *stock = json_object_get(here, "stock");
        for (size_t i = 0; i < json_array_size(stock); i++) {
            if (strcmp(json_string_value(json_array_get(stock, i)), c->type) == 0) return "OK";
        }
        return "ITEM_NOT_IN_STOCK";
    }
    if (c->verb == DADO_TERR_FOUND) {
        if (strcmp(c->type, "city") != 0 && strcmp(c->type, "barracks") != 0) return "UNKNOWN_TYPE";
        if (strcmp(word(unit, "type"), "priest") != 0) return "NOT_A_BUILDER";
        if (!(own_share(o, x, y) > 0.5)) return "DOMAIN_TOO_LOW";
        if (here) return "TILE_HAS_BUILDING";
        return letter(o, x, y) == 'f' || letter(o, x, y) == 'w' ? "TERRAIN_NO_BUILDING" : "OK";
    }
    return judge_aim(o, unit, c);
}

// ---- positions worth looking at

// Plays at random, but so that units are made, meet and wear things.
static dado_move lively(terr_test_game *t, int count, dado_fast_rng *q)
{
    int units = 0;
    while (units < count && dado_terr_verb_of(t->moves[units]) != DADO_TERR_PRODUCE &&
           dado_terr_verb_of(t->moves[units]) != DADO_TERR_END)
        units++;
    const dado_terr_seat *seat = &t->b.seats[t->b.state->to_move];
    for (int k = 0; k < seat->buildings; k++) {
        const dado_terr_building *b = dado_terr_building_at(&t->b, t->b.state->to_move, k);
        if (b->production || t->b.state->commands >= (uint32_t)t->w->max_commands) continue;
        int kinds = t->w->units + t->w->items;
        int i = (int)dado_fast_rng_below(q, (uint32_t)kinds);
        int made = i < t->w->units ? dado_terr_made_unit(i) : dado_terr_made_item(i - t->w->units);
        return dado_terr_move(DADO_TERR_PRODUCE, b->id, made);
    }
    if (units == 0 || dado_fast_rng_below(q, 12) == 0) return t->moves[count - 1];
    for (int tries = 0; tries < 3; tries++) {
        dado_move move = t->moves[dado_fast_rng_below(q, (uint32_t)units)];
        dado_terr_verb verb = dado_terr_verb_of(move);
        bool founds = verb == DADO_TERR_FOUND && dado_fast_rng_below(q, 4);
        if (verb != DADO_TERR_MOVE && !founds) return move;
    }
    return t->moves[dado_fast_rng_below(q, (uint32_t)units)];
}

static void shares_are_whole(const terr_test_game *t)
{
    for (int cell = 0; cell < t->w->tiles; cell++) {
        double sum = 0;
        for (int p = 0; p < t->w->players; p++) {
            double share = dado_terr_share(&t->b, p, cell);
            assert_true(share >= 0);
            sum += share;
        }
        if (sum != 0) terr_near(sum, 1);
    }
}

static const char lively_settings[] =
    "map.width = 8\nmap.height = 7\nlimit.rounds = 60\nstart.units = soldier priest major\n"
    "building.city.rate = 9\nbuilding.barracks.rate = 12\nunit.priest.moves = 3\n";

static bool listed(const terr_test_game *t, int count, dado_move move)
{
    for (int i = 0; i < count; i++) {
        if (t->moves[i] == move) return true;
    }
    return false;
}

static void draw_command(terr_test_game *t, dado_fast_rng *q, dado_terr_command *c)
{
    static const char *const words[] = {
        "priest", "soldier", "marshal", "heart",  "sandal", "armor",    "sword",
        "shield", "belt",    "glasses", "helmet", "city",   "barracks", "dragon",
    };
    memset(c, 0, sizeof *c);
    c->verb = (dado_terr_verb)(1 + dado_fast_rng_below(q, 6));
    int seat = dado_fast_rng_below(q, 5) ? t->b.state->to_move
                                         : (int)dado_fast_rng_below(q, (uint32_t)t->w->players);
    const dado_terr_seat *s = &t->b.seats[seat];
    bool house =
        c->verb == DADO_TERR_PRODUCE ? dado_fast_rng_below(q, 9) : !dado_fast_rng_below(q, 9);
    if (house && s->buildings) {
        c->id = dado_terr_building_at(&t->b, seat, (int)dado_fast_rng_below(q, s->buildings))->id;
    } else if (s->units && dado_fast_rng_below(q, 20)) {
        const dado_terr_unit *unit =
            dado_terr_unit_at(&t->b, seat, (int)dado_fast_rng_below(q, s->units));
        c->id = unit->id;
        c->x = dado_terr_x(t->w, unit->cell) + (int)dado_fast_rng_below(q, 7) - 3;
        c->y = dado_terr_y(t->w, unit->cell) + (int)dado_fast_rng_below(q, 7) - 3;
    } else {
        c->id = (int64_t)dado_fast_rng_below(q, 1u << 31);
    }
    if (c->verb >= DADO_TERR_EQUIP) {
        snprintf(c->type, sizeof c->type, "%s", words[dado_fast_rng_below(q, 14)]);
    }
    if (c->verb >= DADO_TERR_EQUIP) c->x = c->y = 0;
    for (int k = 0; c->verb == DADO_TERR_FOUND && k < s->units && dado_fast_rng_below(q, 4); k++) {
        const dado_terr_unit *unit = dado_terr_unit_at(&t->b, seat, k);
        if (!t->w->unit[unit->type].builds) continue;
        c->id = unit->id;
        snprintf(c->type, sizeof c->type, "%s", words[dado_fast_rng_below(q, 2) + 11]);
    }
}

// A third opinion for every tile: the list itself, against the referee.
static void the_list_is_what_the_referee_accepts(terr_test_game *t, int count)
{
    int seat = t->b.state->to_move, accepted = 1;
    for (int k = 0; k < t->b.seats[seat].units; k++) {
        const dado_terr_unit *unit = dado_terr_unit_at(&t->b, seat, k);
        for (int verb = DADO_TERR_MOVE; verb <= DADO_TERR_INFLUENCE; verb++) {
            for (int cell = 0; cell < t->w->tiles; cell++) {
                dado_terr_command c = { .verb = (dado_terr_verb)verb,
                                        .id = unit->id,
                                        .x = dado_terr_x(t->w, cell),
                                        .y = dado_terr_y(t->w, cell) };
                accepted += dado_terr_check(&t->b, seat, &c) == DADO_TERR_OK;
            }
        }
        for (int i = 0; i < t->w->items + t->w->houses; i++) {
            dado_terr_command c = { .verb = i < t->w->items ? DADO_TERR_EQUIP : DADO_TERR_FOUND,
                                    .id = unit->id };
            snprintf(c.type, sizeof c.type, "%s",
                     i < t->w->items ? t->w->item[i].name : t->w->house[i - t->w->items].name);
            accepted += dado_terr_check(&t->b, seat, &c) == DADO_TERR_OK;
        }
    }
    for (int k = 0; k < t->b.seats[seat].buildings; k++) {
        bool busy = dado_terr_building_at(&t->b, seat, k)->production != 0;
        accepted += t->w->units + t->w->items - busy;
    }
    assert_int_equal(accepted, count);
}

static void the_list_the_referee_and_the_rulebook_agree(void **state)
{
    (void)state;
    enum { commands_each = 3 };
    const int positions = dado_test_repeats(2500, 10000);
    terr_test_game t = terr_must_open(lively_settings, NULL);
    dado_fast_rng q = dado_fast_rng_seed(5);
    int seen[DADO_TERR_CODES] = { 0 };
    int done = 0, missing = 0;
    dado_text told = { 0 }, words = { 0 };
    for (uint64_t match = 0; done < positions; match++) {
        t.luck = dado_rng_stream(99, match, DADO_STREAM_CHANCE);
        t.game.rules->start(&t.game, t.state);
        terr_luck(&t);
        while (t.game.rules->actor(&t.game, t.state) >= 0 && done < positions) {
            int count = t.game.rules->legal(&t.game, t.state, t.moves);
            int seat = t.b.state->to_move;
            dado_text_clear(&told);
            dado_terr_view_json(&t.game, t.state, seat, &told);
            json_error_t why;
            opinion o = { t.w, json_loads(dado_text_string(&told), 0, &why), seat };
            if (!o.view) fail_msg("%s in %s", why.text, dado_text_string(&told));
            for (int i = 0; i < commands_each; i++) {
                dado_terr_command c;
                draw_command(&t, &q, &c);
                dado_terr_result code = dado_terr_check(&t.b, seat, &c);
                const char *name = dado_terr_result_name(code);
                const char *judged = judge(&o, &c);
                if (strcmp(name, judged) != 0) {
                    fail_msg("verb %d id %lld (%lld,%lld) %s: %s, not %s in %s", c.verb,
                             (long long)c.id, (long long)c.x, (long long)c.y, c.type, name, judged,
                             dado_text_string(&told));
                }
                bool is_listed =
                    code == DADO_TERR_OK && listed(&t, count, dado_terr_encode(t.w, &c));
                assert_true(is_listed == (code == DADO_TERR_OK));
                seen[code]++;
            }
            for (int i = 0; i < 3; i++) {
                dado_move move = t.moves[dado_fast_rng_below(&q, (uint32_t)count)];
                dado_terr_command c;
                dado_text_clear(&words);
                dado_terr_print_move(t.w, move, &words);
                assert_true(dado_terr_parse(dado_text_string(&words), &c));
                assert_int_equal(dado_terr_check(&t.b, seat, &c), DADO_TERR_OK);
                assert_string_equal(judge(&o, &c), "OK");
                assert_true(dado_terr_encode(t.w, &c) == move);
            }
            if (done % 5 == 0) the_list_is_what_the_referee_accepts(&t, count);
            json_decref(o.view);
            t.game.rules->apply(&t.game, t.state, lively(&t, count, &q));
            terr_luck(&t);
            shares_are_whole(&t);
            done++;
        }
    }
    for (int code = 0; code < DADO_TERR_CODES; code++) {
        bool elsewhere = code == DADO_TERR_MALFORMED || code == DADO_TERR_GAME_OVER ||
                         code == DADO_TERR_NOT_YOUR_TURN || code == DADO_TERR_COMMAND_LIMIT ||
                         code == DADO_TERR_TILE_FULL;
        if (elsewhere || seen[code]) continue;
        // Some answers are so rare that only the full dose is sure to meet them.
        if (++missing > (positions < 10000 ? 3 : 0)) {
            fail_msg("no command was answered %s", dado_terr_result_name((dado_terr_result)code));
        }
    }
    dado_text_free(&told);
    dado_text_free(&words);
    terr_close(&t);
}

static const char *const odd_settings[] = {
    "map.width = 70\nmap.height = 4\nlimit.rounds = 8\n"
    "start.units = marshal soldier priest major\n"
    "start.mode = list\nstart.positions = 30,1 34,2\n",
    "map.width = 8\nmap.height = 7\nlimit.rounds = 40\nstack.max_units = 1\n"
    "start.units = soldier\nbuilding.city.rate = 30\n",
    "map.width = 8\nmap.height = 7\nlimit.rounds = 20\nunit.soldier.class = air\n"
    "unit.soldier.moves = 4\nstart.units = soldier marshal priest general soldier\n"
    "domain.own_tile_target = yes\nfog.enabled = no\nunit.general.range = 4\n",
    "map.width = 58\nmap.height = 3\nlimit.rounds = 10\nstart.mode = list\n"
    "start.positions = 0,1 57,1\nstart.units = marshal soldier priest marshal major\n"
    "terrain.grass.cost = 2\nterrain.sand.cost = 1\nbuilding.city.rate = 40\n",
    // Units of one move, on a map as high as windows go and on the smallest, close together.
    "map.width = 5\nmap.height = 64\nlimit.rounds = 4\nbuilding.city.rate = 40\n"
    "start.units = captain captain captain colonel lieutenant sergeant sergeant captain\n"
    "start.mode = list\nstart.positions = 0,63 4,60\n",
    "map.width = 3\nmap.height = 3\nlimit.rounds = 30\nlimit.elements = 9\n"
    "start.min_distance = 1\nbuilding.city.rate = 40\n"
    "start.units = lieutenant lieutenant lieutenant lieutenant lieutenant lieutenant soldier\n",
    "map.width = 7\nmap.height = 6\nlimit.rounds = 20\nfog.enabled = no\n"
    "start.units = captain captain captain colonel lieutenant sergeant\n"
    "building.city.rate = 30\nmatch.players = 4\n",
    // Nothing costs 1: who has one move goes nowhere.
    "map.width = 6\nmap.height = 6\nlimit.rounds = 20\nlimit.elements = 8\n"
    "terrain.grass.cost = 2\nterrain.water.cost = 2\nbuilding.city.rate = 30\n"
    "start.units = lieutenant lieutenant lieutenant lieutenant soldier priest\n",
};

static void the_list_is_right_on_maps_wide_and_small_full_and_in_the_air(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof odd_settings / sizeof *odd_settings; i++) {
        terr_test_game t = terr_must_open(odd_settings[i], NULL);
        dado_fast_rng q = dado_fast_rng_seed(i);
        for (uint64_t match = 0; match < 3; match++) {
            t.luck = dado_rng_stream(3, match, DADO_STREAM_CHANCE);
            t.game.rules->start(&t.game, t.state);
            terr_luck(&t);
            for (int step = 0; t.game.rules->actor(&t.game, t.state) >= 0; step++) {
                int count = t.game.rules->legal(&t.game, t.state, t.moves);
                if (step % 6 == 0) the_list_is_what_the_referee_accepts(&t, count);
                assert_in_range(count, 1, t.game.max_moves);
                for (int k = 1; k < count; k++) {
                    bool alike = t.moves[k] >> 16 == t.moves[k - 1] >> 16;
                    assert_true(alike ? t.moves[k] > t.moves[k - 1] : t.moves[k] != t.moves[k - 1]);
                }
                for (int k = 0; step % 6 == 0 && k < count; k++) {
                    dado_text words = { 0 };
                    dado_terr_command c;
                    dado_terr_print_move(t.w, t.moves[k], &words);
                    assert_true(dado_terr_parse(dado_text_string(&words), &c));
                    dado_text_free(&words);
                    assert_int_equal(dado_terr_check(&t.b, t.b.state->to_move, &c), DADO_TERR_OK);
                }
                t.game.rules->apply(&t.game, t.state, lively(&t, count, &q));
                terr_luck(&t);
                shares_are_whole(&t);
            }
        }
        terr_close(&t);
    }
}

// ---- what is kept from one question to the next

static void is_as_made_afresh(const char *settings, uint64_t seed)
{
    terr_test_game t = terr_must_open(settings, NULL);
    const dado_rules *rules = t.game.rules;
    dado_fast_rng q = dado_fast_rng_seed(seed);
    size_t bytes = sizeof(dado_move) * (size_t)t.game.max_moves;
    dado_move *kept = malloc(bytes);
    unsigned char *view = malloc(t.game.view_size), *fresh = malloc(t.game.view_size);
    unsigned char *memo = malloc(t.game.memo_size + 1);
    int most = dado_test_repeats(400, 4000);
    for (uint64_t match = 0; match < 2; match++) {
        t.luck = dado_rng_stream(seed, match, DADO_STREAM_CHANCE);
        rules->start(&t.game, t.state);
        terr_luck(&t);
        memset(memo, 0, t.game.memo_size);
        memset(view, 0xAA, t.game.view_size);
        for (int step = 0; step < most && rules->actor(&t.game, t.state) >= 0; step++) {
            int seat = t.b.state->to_move;
            int count = rules->legal(&t.game, t.state, t.moves);
            // Who gave up is not asked for a view, and some questions are passed over.
            if (dado_fast_rng_below(&q, 20) > 0) {
                assert_int_equal(rules->fast->legal_update(&t.game, t.state, memo, kept), count);
                assert_memory_equal(kept, t.moves, sizeof(dado_move) * (size_t)count);
                (step ? rules->fast->observe_update : rules->observe)(&t.game, t.state, seat, view);
                memset(fresh, 0x55, t.game.view_size);
                rules->observe(&t.game, t.state, seat, fresh);
                assert_memory_equal(view, fresh, t.game.view_size);
            } else if (step == 0) {
                rules->observe(&t.game, t.state, seat, view);
            }
            rules->apply(&t.game, t.state, lively(&t, count, &q));
            terr_luck(&t);
        }
    }
    free(kept);
    free(view);
    free(fresh);
    free(memo);
    terr_close(&t);
}

static void what_is_kept_from_the_question_before_is_as_made_afresh(void **state)
{
    (void)state;
    static const char *const more[] = {
        lively_settings,
        "limit.rounds = 30\n",
        "map.width = 9\nmap.height = 8\nlimit.rounds = 40\nbuilding.city.rate = 9\n"
        "fog.enemy_detail = basic\nmatch.players = 3\nlimit.elements = 6\n",
        "map.width = 8\nmap.height = 8\nlimit.rounds = 60\nbuilding.city.rate = 9\n"
        "building.on_enter = capture\nmatch.players = 3\n",
        "map.width = 8\nmap.height = 8\nlimit.rounds = 60\nturn.max_commands = 3\n"
        "building.city.rate = 20\n",
        "map.width = 9\nmap.height = 8\nlimit.rounds = 60\nbuilding.city.rate = 9\n"
        "[tech.drill]\ncost = 4\nunits = soldier\nattack = 2\nsight = 1\n"
        "[tech.command]\ncost = 2\nneeds = drill\nunlocks = marshal\nrate = 5\n",
    };
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) is_as_made_afresh(more[i], i);
    for (size_t i = 0; i < sizeof odd_settings / sizeof *odd_settings; i++) {
        is_as_made_afresh(odd_settings[i], 10 + i);
    }
}

// ---- nobody learns more than the view says

static void same_text(terr_test_game *t, const void *a, const void *b, int seat)
{
    dado_text first = { 0 }, second = { 0 };
    dado_terr_view_json(&t->game, a, seat, &first);
    dado_terr_view_json(&t->game, b, seat, &second);
    assert_string_equal(dado_text_string(&first), dado_text_string(&second));
    dado_text_clear(&first);
    dado_text_clear(&second);
    dado_terr_print(&t->game, a, seat, &first);
    dado_terr_print(&t->game, b, seat, &second);
    assert_string_equal(dado_text_string(&first), dado_text_string(&second));
    dado_text_free(&first);
    dado_text_free(&second);
}

// Changes what `seat` cannot see: terrain, rivals' work, hidden clocks, new rivals' units.
static void disturb(const dado_terr_board *b, int seat, dado_fast_rng *q)
{
    const dado_terr *w = b->world;
    b->state->ids_key = dado_fast_rng_next(q);
    b->state->ids_drawn += 7;
    b->state->quiet += 3;
    b->state->stirred ^= 1;
    for (int cell = 0; cell < w->tiles; cell++) {
        if (dado_terr_sees(b, seat, cell)) continue;
        if (!b->pieces[cell].holder && !b->pieces[cell].building) {
            b->terrain[cell] = (uint8_t)dado_fast_rng_below(q, 4);
            if (b->terrain[cell] != 3 && dado_fast_rng_below(q, 4) == 0) {
                int rival = (seat + 1) % w->players;
                bool fits = b->seats[rival].units + b->seats[rival].buildings < w->elements;
                if (!b->seats[rival].fell && fits) {
                    dado_terr_add_unit(b, rival, (int)dado_fast_rng_below(q, 9), cell,
                                       dado_terr_new_id(b));
                }
            }
        }
        b->shares[cell * w->players] = 0.25;
        b->shares[cell * w->players + 1] = 0.75;
    }
    for (int p = 0; p < w->players; p++) {
        if (p == seat) continue;
        b->seats[p].kills++;
        b->seats[p].made_units[1]++;
        for (int k = 0; k < b->seats[p].units; k++) {
            dado_terr_unit *unit = dado_terr_unit_at(b, p, k);
            if (!dado_terr_sees(b, seat, unit->cell)) unit->health *= 0.5;
        }
        for (int k = 0; k < b->seats[p].buildings; k++) {
            dado_terr_building *building = dado_terr_building_at(b, p, k);
            if (!dado_terr_sees(b, seat, building->cell)) building->stock[2]++;
        }
    }
}

static void what_is_out_of_sight_changes_not_a_byte(void **state)
{
    (void)state;
    static const char *const settings[] = {
        "map.width = 9\nmap.height = 8\nlimit.rounds = 40\nbuilding.city.rate = 9\n",
        "map.width = 9\nmap.height = 8\nlimit.rounds = 40\nbuilding.city.rate = 9\n"
        "fog.enemy_detail = basic\nmatch.players = 3\nlimit.elements = 6\n",
    };
    for (int variant = 0; variant < 2; variant++) {
        terr_test_game t = terr_must_open(settings[variant], NULL);
        dado_fast_rng q = dado_fast_rng_seed(17);
        unsigned char *other = malloc(t.game.state_size), *view = malloc(t.game.view_size),
                      *other_view = malloc(t.game.view_size);
        dado_move *other_moves = malloc(sizeof(dado_move) * (size_t)t.game.max_moves);
        for (uint64_t match = 0; match < 4; match++) {
            t.luck = dado_rng_stream(7, match, DADO_STREAM_CHANCE);
            t.game.rules->start(&t.game, t.state);
            terr_luck(&t);
            for (int step = 0; t.game.rules->actor(&t.game, t.state) >= 0; step++) {
                int seat = t.b.state->to_move;
                int count = t.game.rules->legal(&t.game, t.state, t.moves);
                if (step % 4 == 0) {
                    memcpy(other, t.state, t.game.state_size);
                    dado_terr_board b = dado_terr_board_of(t.w, other);
                    disturb(&b, seat, &q);
                    memset(view, 0xAA, t.game.view_size);
                    memset(other_view, 0x55, t.game.view_size);
                    dado_observe(&t.game, t.state, seat, view);
                    dado_observe(&t.game, other, seat, other_view);
                    assert_memory_equal(view, other_view, t.game.view_size);
                    assert_int_equal(t.game.rules->legal(&t.game, other, other_moves), count);
                    assert_memory_equal(t.moves, other_moves, sizeof(dado_move) * (size_t)count);
                    same_text(&t, t.state, other, seat);
                    for (int i = 0; i < 6; i++) {
                        dado_terr_command c;
                        draw_command(&t, &q, &c);
                        assert_int_equal(dado_terr_check(&t.b, seat, &c),
                                         dado_terr_check(&b, seat, &c));
                    }
                }
                t.game.rules->apply(&t.game, t.state, lively(&t, count, &q));
                terr_luck(&t);
            }
        }
        free(other);
        free(view);
        free(other_view);
        free(other_moves);
        terr_close(&t);
    }
}

// Everything that is worked out and kept can be worked out again.
static void kept_sums_are_never_stale(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open("map.width = 8\nmap.height = 8\nlimit.rounds = 60\n"
                                      "building.city.rate = 9\nbuilding.on_enter = capture\n"
                                      "match.players = 3\n",
                                      NULL);
    dado_fast_rng q = dado_fast_rng_seed(23);
    uint16_t *seen = malloc(sizeof(uint16_t) * (size_t)(t.w->tiles * t.w->players));
    for (uint64_t match = 0; match < 6; match++) {
        t.luck = dado_rng_stream(1, match, DADO_STREAM_CHANCE);
        t.game.rules->start(&t.game, t.state);
        terr_luck(&t);
        while (t.game.rules->actor(&t.game, t.state) >= 0) {
            int count = t.game.rules->legal(&t.game, t.state, t.moves);
            t.game.rules->apply(&t.game, t.state, lively(&t, count, &q));
            terr_luck(&t);
            memset(seen, 0, sizeof(uint16_t) * (size_t)(t.w->tiles * t.w->players));
            dado_terr_board again = t.b;
            again.seen = seen;
            int units[64] = { 0 };
            for (int p = 0; p < t.w->players; p++) {
                for (int k = 0; k < t.b.seats[p].units; k++) {
                    const dado_terr_unit *unit = dado_terr_unit_at(&t.b, p, k);
                    dado_terr_add_sight(&again, p, unit->cell, unit->sight, 1);
                    assert_int_equal(t.b.pieces[unit->cell].holder, p + 1);
                    assert_true(unit->stack < t.b.pieces[unit->cell].count);
                    assert_true(unit->health > 0);
                    units[unit->cell]++;
                }
                for (int k = 0; k < t.b.seats[p].buildings; k++) {
                    const dado_terr_building *house = dado_terr_building_at(&t.b, p, k);
                    int sight = t.w->house[house->type].sight;
                    dado_terr_add_sight(&again, p, house->cell, sight, 1);
                    assert_int_equal(t.b.pieces[house->cell].building, p + 1);
                }
                int used = t.b.seats[p].units + t.b.seats[p].buildings;
                static const dado_terr_element blank = { 0 };
                int first = t.b.seats[p].units;
                for (int k = first; k < first + t.w->elements - used; k++) {
                    assert_memory_equal(&t.b.elements[p * t.w->elements + k], &blank, 32);
                }
            }
            for (int cell = 0; cell < t.w->tiles; cell++) {
                assert_int_equal(t.b.pieces[cell].count, units[cell]);
            }
            assert_memory_equal(seen, t.b.seen,
                                sizeof(uint16_t) * (size_t)(t.w->tiles * t.w->players));
        }
    }
    free(seen);
    terr_close(&t);
}

static void words_that_are_no_command_are_malformed(void **state)
{
    (void)state;
    terr_test_game t = terr_must_open(NULL, NULL);
    terr_luck(&t);
    static const char *const words[] = {
        "",
        "go",
        "move",
        "move x 1,1",
        "move 1",
        "move 1 1",
        "move 1 1;1",
        "move 1 1,1 2",
        "end 1",
        "equip 1",
        "produce city",
        "move 99999999999999999999 1,1",
        "found 1 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        dado_text out = { 0 };
        t.game.rules->refuse(&t.game, t.state, words[i], &out);
        assert_string_equal(dado_text_string(&out), "MALFORMED");
        dado_text_free(&out);
    }
    dado_text out = { 0 };
    t.game.rules->refuse(&t.game, t.state, "  MOVE 4294967297 -1,0", &out);
    assert_string_equal(dado_text_string(&out), "UNKNOWN_UNIT");
    dado_text_free(&out);
    terr_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_list_the_referee_and_the_rulebook_agree),
        cmocka_unit_test(the_list_is_right_on_maps_wide_and_small_full_and_in_the_air),
        cmocka_unit_test(what_is_kept_from_the_question_before_is_as_made_afresh),
        cmocka_unit_test(what_is_out_of_sight_changes_not_a_byte),
        cmocka_unit_test(kept_sums_are_never_stale),
        cmocka_unit_test(words_that_are_no_command_are_malformed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
