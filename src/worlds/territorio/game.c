// game.c - Território as a game with the interface of core/game.h: opening, turns,
// scores, places.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/fast_paths.h"
#include "worlds/territorio/territorio.h"

// ---- opening

// Steps to the neighbours N NE SE S SW NW, from even columns and from odd columns.
static const int8_t steps[2][6][2] = {
    { { 0, -1 }, { 1, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 }, { -1, -1 } },
    { { 0, -1 }, { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 } },
};

static bool lay_out_map(dado_terr *w, dado_region *region)
{
    int32_t(*near)[6] = dado_region_alloc(region, (size_t)w->tiles, sizeof *near);
    uint8_t *column = dado_new(region, uint8_t, w->tiles),
            *row = dado_new(region, uint8_t, w->tiles);
    if (!near || !column || !row) return false;
    for (int cell = 0; cell < w->tiles; cell++) {
        int x = dado_terr_x(w, cell), y = dado_terr_y(w, cell);
        column[cell] = (uint8_t)x;
        row[cell] = (uint8_t)y;
        for (int d = 0; d < 6; d++) {
            int nx = x + steps[x % 2][d][0], ny = y + steps[x % 2][d][1];
            near[cell][d] = dado_terr_on_map(w, nx, ny) ? dado_terr_cell(w, nx, ny) : -1;
        }
    }
    w->near = (const int32_t(*)[6])near;
    w->column = column;
    w->row = row;
    return true;
}

// Returns a column so far from the edge that no offset leads to a negative column.
static int far_column(int odd)
{
    return 2 * DADO_TERR_RADIUS + odd;
}

// Lists the offsets of all discs up to the largest radius needed, row by row.
static bool lay_out_discs(dado_terr *w, dado_region *region)
{
    for (int radius = 0; radius <= w->radius; radius++) {
        int size = 3 * radius * (radius + 1) + 1;
        w->disc_size[radius] = size;
        for (int odd = 0; odd < 2; odd++) {
            dado_terr_offset *disc = dado_new(region, dado_terr_offset, size);
            if (!disc) return false;
            w->disc[odd][radius] = disc;
            int x = far_column(odd);
            for (int dy = -radius - 1; dy <= radius + 1; dy++) {
                for (int dx = -radius; dx <= radius; dx++) {
                    if (dado_terr_distance(x, 0, x + dx, dy) > radius) continue;
                    *disc++ = (dado_terr_offset){ (int8_t)dx, (int8_t)dy };
                    if (radius > 3) continue;
                    w->window_disc[odd][radius] |= (uint64_t)1 << ((dy + 3) * 8 + dx + 3);
                }
            }
        }
    }
    return true;
}

// Lists, for each step, the offsets that are in the disc around the new tile but not in
// the one around the old tile.
static bool lay_out_rims(dado_terr *w, dado_region *region)
{
    for (int odd = 0; odd < 2; odd++) {
        for (int d = 0; d < 6; d++) {
            int sizes = (w->radius + 1) * (w->radius + 1), back = (d + 3) % 6;
            dado_terr_offset *rim = dado_new(region, dado_terr_offset, sizes);
            if (!rim) return false;
            w->rim[odd][d] = rim;
            int x = far_column(odd), left_x = x + steps[odd][back][0], left_y = steps[odd][back][1];
            for (int radius = 0; radius <= w->radius; radius++) {
                const dado_terr_offset *at = w->disc[odd][radius];
                for (int i = w->disc_size[radius]; i > 0; i--, at++) {
                    if (dado_terr_distance(left_x, left_y, x + at->dx, at->dy) <= radius) continue;
                    *rim++ = *at;
                }
            }
        }
    }
    return true;
}

// Computes the largest value of an attribute of any unit that wears every item.
#define MOST(w, what, most) \
    do { \
        int all = 0; \
        for (int i = 0; i < (w)->items + (w)->techs; i++) all += (w)->item[i].what; \
        (most) = 0; \
        for (int i = 0; i < (w)->units; i++) { \
            if ((w)->unit[i].what + all > (most)) (most) = (w)->unit[i].what + all; \
        } \
    } while (0)

static size_t next_to(size_t at, size_t bytes)
{
    return (at + bytes + 7) & ~(size_t)7;
}

static const char *joined(dado_region *region, const char *front, const char *back)
{
    char name[96];
    dado_text text = dado_text_in_buffer(name, sizeof name);
    dado_text_addf(&text, "%s%s", front, back);
    return dado_region_copy(region, name, text.length);
}

enum { plain_tallies = 19 };

static const dado_measure plain[plain_tallies] = {
    { "kills", "Kills", "Enemy units killed.", DADO_COUNT, false },
    { "losses", "Losses", "Own units killed.", DADO_COUNT, false },
    { "damage", "Damage", "Damage dealt, attacking and striking back.", DADO_REAL, false },
    { "razed", "Razed", "Enemy buildings destroyed or captured.", DADO_COUNT, false },
    { "buildings_lost", "Buildings lost", "Own buildings destroyed or captured.", DADO_COUNT,
      false },
    { "marches", "Marches", "Move commands.", DADO_COUNT, false },
    { "attacks", "Attacks", "Attack commands.", DADO_COUNT, false },
    { "influences", "Influences", "Influence commands.", DADO_COUNT, false },
    { "equips", "Equips", "Items put on.", DADO_COUNT, false },
    { "produced", "Produced", "Units made.", DADO_COUNT, false },
    { "items_made", "Items made", "Items made.", DADO_COUNT, false },
    { "founded", "Founded", "Buildings created by builders.", DADO_COUNT, false },
    { "domain", "Domain", "Tiles held at the end, shares added up.", DADO_REAL, false },
    { "material", "Material", "Worth of units, items and buildings at the end.", DADO_REAL, false },
    { "income", "Income", "Production of all buildings per round at the end.", DADO_COUNT, false },
    { "elimination", "Elimination", "The match ended because one seat was left.", DADO_RATE,
      false },
    { "mutual", "Mutual end", "The last seats perished in one battle.", DADO_RATE, false },
    { "round_limit", "Round limit", "The match ended at its last round.", DADO_RATE, false },
    { "stalemate", "Stalemate", "The match ended because nothing happened any more.", DADO_RATE,
      false },
};

// Lists the tallies: the common ones, then one per kind of unit, item and building.
static bool list_tallies(dado_terr *w, dado_region *region)
{
    int count = plain_tallies + w->units + w->items + w->houses;
    dado_measure *all = dado_new(region, dado_measure, count + 1);
    if (!all) return false;
    memcpy(all, plain, sizeof plain);
    dado_measure *next = all + plain_tallies;
    for (int i = 0; i < w->units + w->items; i++) {
        const char *kind = i < w->units ? w->unit[i].name : w->item[i - w->units].name;
        *next++ = (dado_measure){ joined(region, "made_", kind), joined(region, "Made: ", kind),
                                  joined(region, "How many were made: ", kind), DADO_COUNT, false };
    }
    for (int i = 0; i < w->houses; i++) {
        const char *kind = w->house[i].name;
        *next++ =
            (dado_measure){ joined(region, "founded_", kind), joined(region, "Founded: ", kind),
                            joined(region, "How many were founded: ", kind), DADO_COUNT, false };
    }
    for (int i = plain_tallies; i < count; i++) {
        if (!all[i].name || !all[i].title || !all[i].about) return false;
    }
    w->tallies = all;
    return true;
}

bool dado_terr_prepare(dado_terr *w, dado_region *region, dado_error *err)
{
    int moves, range, sight;
    MOST(w, moves, moves);
    MOST(w, range, range);
    MOST(w, sight, sight);
    w->least_cost = DADO_TERR_FAR;
    for (int i = 0; i < w->terrains; i++) {
        if (w->terrain[i].cost < w->least_cost) w->least_cost = w->terrain[i].cost;
    }
    w->radius = moves / w->least_cost;
    if (range > w->radius) w->radius = range;
    if (sight > w->radius) w->radius = sight;
    for (int i = 0; i < w->houses; i++) {
        if (w->house[i].sight > w->radius) w->radius = w->house[i].sight;
    }
    if (w->radius < 1) w->radius = 1;
    if (w->radius > DADO_TERR_RADIUS || moves > 2 * DADO_TERR_RADIUS) {
        return dado_fail(err, DADO_LIMIT,
                         "with all items worn, a unit may not move, see or reach "
                         "further than %d tiles",
                         DADO_TERR_RADIUS);
    }
    for (int class = 0; class < 3; class ++) {
        memset(w->step[class], DADO_TERR_FAR, sizeof w->step[class]);
        for (int i = 0; i < w->terrains; i++) {
            if (w->terrain[i].admits[class]) w->step[class][i] = w->terrain[i].cost;
        }
    }
    memset(w->cost, DADO_TERR_FAR, sizeof w->cost);
    for (int i = 0; i < w->terrains; i++) w->cost[i] = w->terrain[i].cost;
    for (int i = 0; i < w->units; i++) {
        const dado_terr_kind *kind = &w->unit[i];
        w->ground_units |= (uint16_t)((kind->class == DADO_TERR_GROUND) << i);
        w->influencers |= (uint16_t)((kind->influence > 0) << i);
        w->builders |= (uint16_t)(kind->builds << i);
        w->made[i] = (dado_move)dado_terr_made_unit(i);
    }
    for (int i = 0; i < w->items; i++) w->made[w->units + i] = (dado_move)dado_terr_made_item(i);
    size_t tiles = (size_t)w->tiles, players = (size_t)w->players;
    w->at_seats = next_to(0, sizeof(dado_terr_state));
    w->at_terrain = next_to(w->at_seats, sizeof(dado_terr_seat) * players);
    w->at_pieces = next_to(w->at_terrain, tiles);
    w->at_seen = next_to(w->at_pieces, sizeof(dado_terr_piece) * tiles);
    w->at_shares = next_to(w->at_seen, w->fog ? sizeof(uint16_t) * tiles * players : 0);
    w->at_elements = next_to(w->at_shares, sizeof(double) * tiles * players);
    w->state_size =
        next_to(w->at_elements, sizeof(dado_terr_element) * (size_t)w->elements * players);
    dado_terr_prepare_legal(w);
    bool fine = lay_out_map(w, region) && lay_out_discs(w, region) && lay_out_rims(w, region) &&
                list_tallies(w, region);
    return fine || dado_fail(err, DADO_LIMIT, "out of memory while setting up the map");
}

static int most_listed(const dado_terr *w)
{
    int moves, range;
    MOST(w, moves, moves);
    MOST(w, range, range);
    int reach = moves / w->least_cost;
    int marches = w->disc_size[reach] < w->tiles ? w->disc_size[reach] : w->tiles;
    int aims = w->disc_size[range] < w->tiles ? w->disc_size[range] : w->tiles;
    int unit = marches + 2 * aims + w->items + w->houses;
    int building = w->units + w->items + w->techs;
    return w->elements * (unit > building ? unit : building) + 1;
}

// Merges options. Options given directly override those of a settings file, and both
// override those of a scenario.
static bool gather(const dado_options *given, const dado_option *file, dado_options *all,
                   dado_region *region, dado_error *err)
{
    dado_options inside;
    *all = given ? *given : (dado_options){ 0 };
    const dado_option *settings = dado_options_find(given, "settings");
    if (settings) {
        const char *source = settings->place.source ? settings->place.source : "settings";
        if (!dado_options_read(&inside, source, settings->text, region, err)) return false;
        const dado_option *nested = dado_options_find(&inside, "settings");
        if (!nested) nested = dado_options_find(&inside, "file");
        if (nested) {
            return dado_fail_at(err, DADO_INVALID, nested->place,
                                "a settings file cannot include another file; remove the option %s",
                                nested->name);
        }
        if (!dado_options_join(all, &inside, all, region, err)) return false;
    }
    if (!file) return true;
    const char *source = file->place.source ? file->place.source : "file";
    return dado_terr_scenario_options(source, file->text, &inside, region, err) &&
           dado_options_join(all, &inside, all, region, err);
}

static bool open(dado_game *game, const dado_options *options, dado_region *region, dado_error *err)
{
    dado_terr *w = dado_new(region, dado_terr, 1);
    if (!w) return dado_fail(err, DADO_LIMIT, "out of memory while opening the game");
    const dado_option *file = dado_options_find(options, "file");
    const char *source = file && file->place.source ? file->place.source : "file";
    dado_options all;
    if (!gather(options, file, &all, region, err)) return false;
    // Marks that a scenario is given, until its state is built.
    if (file) w->scenario = file->text;
    if (!dado_terr_read_settings(w, &all, region, &game->options, err)) return false;
    if (!dado_terr_prepare(w, region, err)) return false;
    if (file && !dado_terr_scenario_state(w, source, file->text, region, err)) return false;
    game->data = w;
    game->tallies = w->tallies;
    game->referee = w->referee;
    game->players = w->players;
    game->max_moves = most_listed(w);
    game->luck = true;
    game->secrets = w->fog;
    game->state_size = w->state_size;
    game->view_size = w->state_size;
    game->memo_size = dado_terr_legal_cache_size(w);
    return true;
}

// ---- turns

static void start(const dado_game *game, void *state)
{
    const dado_terr *w = game->data;
    if (w->scenario) {
        memcpy(state, w->scenario, w->state_size);
        return;
    }
    memset(state, 0, w->state_size);
    dado_terr_board b = dado_terr_board_of(w, state);
    b.state->living = (uint8_t)w->players;
}

static int actor(const dado_game *game, const void *state)
{
    (void)game;
    const dado_terr_state *s = state;
    if (s->phase == DADO_TERR_OVER || s->out_of_script) return DADO_NOBODY;
    if (s->phase == DADO_TERR_UNBORN || s->awaited) return DADO_CHANCE;
    return s->to_move;
}

static int legal(const dado_game *game, const void *state, dado_move *moves)
{
    const dado_terr *w = game->data;
    dado_terr_board b = dado_terr_board_of(w, state);
    if (b.state->phase == DADO_TERR_PLAY && !b.state->awaited) return dado_terr_legal(&b, moves);
    bool scripted = b.state->awaited && w->luck == DADO_TERR_SCRIPTED;
    if (!scripted) return 0;
    moves[0] = dado_terr_word(w->script[b.state->draws]);
    return 1;
}

static int legal_update(const dado_game *game, const void *state, void *memo, dado_move *moves)
{
    dado_terr_board b = dado_terr_board_of(game->data, state);
    return dado_terr_update_legal(&b, memo, moves, game->max_moves);
}

static void apply(const dado_game *game, void *state, dado_move move)
{
    dado_terr_board b = dado_terr_board_of(game->data, state);
    dado_terr_play(&b, move, NULL);
}

int dado_terr_rounds(const dado_terr_state *s)
{
    bool midway = s->reason == DADO_TERR_ELIMINATION || s->reason == DADO_TERR_MUTUAL;
    return s->round + midway;
}

static int round_of(const dado_game *game, const void *state)
{
    (void)game;
    return dado_terr_rounds(state);
}

static bool sound(const dado_game *game, const void *state, dado_error *err)
{
    const dado_terr *w = game->data;
    const dado_terr_state *s = state;
    if (!s->out_of_script) return true;
    return dado_fail(err, DADO_LIMIT,
                     "random.script has only %d draws, and the match needs more; add draws",
                     w->script_length);
}

uint64_t dado_terr_hash(const dado_terr_board *b)
{
    return (uint64_t)XXH3_64bits(b->state, b->world->state_size);
}

// ---- scores and places

static void scores(const dado_game *game, const void *state, int32_t *scores)
{
    const dado_terr *w = game->data;
    dado_terr_board b = dado_terr_board_of(w, state);
    for (int p = 0; p < w->players; p++) {
        double x = 1000 * dado_terr_criterion_of(&b, p, w->criterion[0]) + 0.5;
        scores[p] = x < 2e9 ? (int32_t)x : 2000000000;
    }
}

// Sorts seats by one criterion, then seats with equal values by the next criterion.
static void sort_seats(const dado_terr_board *b, int *seats, int count, int by, int32_t first,
                       int32_t *places)
{
    const dado_terr *w = b->world;
    if (by == w->criteria || by == DADO_TERR_CRITERIA || count == 1) {
        for (int i = 0; i < count; i++) places[seats[i]] = first;
        return;
    }
    double value[DADO_TERR_SEATS];
    for (int i = 0; i < count; i++) {
        int seat = seats[i];
        double v = dado_terr_criterion_of(b, seat, w->criterion[by]);
        int at = i;
        for (; at > 0 && value[at - 1] < v; at--) {
            value[at] = value[at - 1];
            seats[at] = seats[at - 1];
        }
        value[at] = v;
        seats[at] = seat;
    }
    for (int i = 0; i < count;) {
        int run = i + 1;
        while (run < count && value[run - 1] - value[run] <= 1e-9) run++;
        sort_seats(b, seats + i, run - i, by + 1, first + i, places);
        i = run;
    }
}

void dado_terr_rank(const dado_terr_board *b, int32_t *places)
{
    int players = b->world->players;
    int living[DADO_TERR_SEATS], count = 0;
    for (int p = 0; p < players; p++) {
        if (!b->seats[p].fell) living[count++] = p;
    }
    for (int p = 0; p < players; p++) {
        places[p] = count;
        for (int q = 0; q < players; q++) places[p] += b->seats[q].fell > b->seats[p].fell;
    }
    if (count) sort_seats(b, living, count, 0, 0, places);
}

static void rank(const dado_game *game, const void *state, int32_t *places)
{
    dado_terr_board b = dado_terr_board_of(game->data, state);
    dado_terr_rank(&b, places);
}

static void tally(const dado_game *game, const void *state, int player, double *values)
{
    const dado_terr *w = game->data;
    dado_terr_board b = dado_terr_board_of(w, state);
    const dado_terr_seat *s = &b.seats[player];
    double produced = 0, items_made = 0, founded = 0, income = 0;
    for (int i = 0; i < w->units; i++) produced += s->made_units[i];
    for (int i = 0; i < w->items; i++) items_made += s->made_items[i];
    for (int i = 0; i < w->houses; i++) founded += s->founded[i];
    for (int k = 0; k < s->buildings; k++) {
        income += w->house[dado_terr_building_at(&b, player, k)->type].rate;
    }
    const double first[plain_tallies] = {
        s->kills,
        s->losses,
        s->dealt,
        s->razed,
        s->lost_buildings,
        s->moved,
        s->attacks,
        s->influences,
        s->equips,
        produced,
        items_made,
        founded,
        dado_terr_domain(&b, player),
        dado_terr_material(&b, player),
        income,
        b.state->reason == DADO_TERR_ELIMINATION,
        b.state->reason == DADO_TERR_MUTUAL,
        b.state->reason == DADO_TERR_ROUNDS,
        b.state->reason == DADO_TERR_STALL,
    };
    memcpy(values, first, sizeof first);
    values += plain_tallies;
    for (int i = 0; i < w->units; i++) *values++ = s->made_units[i];
    for (int i = 0; i < w->items; i++) *values++ = s->made_items[i];
    for (int i = 0; i < w->houses; i++) *values++ = s->founded[i];
}

// Clears the counters of each seat, since they do not change how a position plays.
static void canonicalize(const dado_game *game, void *state)
{
    dado_terr_board b = dado_terr_board_of(game->data, state);
    for (int p = 0; p < b.world->players; p++) {
        dado_terr_seat *s = &b.seats[p];
        *s = (dado_terr_seat){
            .units = s->units, .buildings = s->buildings, .fell = s->fell, .techs = s->techs
        };
    }
}

// ---- moves as text

static void print_move(const dado_game *game, const void *state, dado_move move, dado_text *out)
{
    if (actor(game, state) == DADO_CHANCE) dado_text_addf(out, "%016" PRIx64, move);
    else dado_terr_print_move(game->data, move, out);
}

static void write_move_json(const dado_game *game, const void *state, dado_move move,
                            dado_text *out)
{
    void *copy = malloc(game->state_size);
    if (!copy) return;
    memcpy(copy, state, game->state_size);
    dado_terr_board b = dado_terr_board_of(game->data, copy);
    size_t before = out->length;
    dado_terr_play(&b, move, out);
    free(copy);
    if (out->length == before) dado_text_add(out, "{\"e\":\"pending\"}");
    else if (!out->cut) out->data[--out->length] = '\0';  // removes the last newline
}

static void refuse(const dado_game *game, const void *state, const char *words, dado_text *out)
{
    dado_terr_board b = dado_terr_board_of(game->data, state);
    dado_terr_command command;
    dado_terr_result code = DADO_TERR_MALFORMED;
    if (dado_terr_parse(words, &command)) {
        code = dado_terr_check(&b, b.state->to_move, &command);
    }
    dado_text_add(out, dado_terr_result_name(code));
}

static const dado_fast_paths fast = {
    .size = sizeof(dado_fast_paths),
    .legal_update = legal_update,
    .observe_update = dado_terr_update_view,
};

const dado_rules dado_world_territorio = {
    .size = sizeof(dado_rules),
    .name = "territorio",
    .title = "Território",
    .about = "Hexes, fog, domain and nine kinds of units: turn-based strategy for 2 to 16 seats.",
    .suffix = ".territorio",
    .open = open,
    .start = start,
    .actor = actor,
    .legal = legal,
    .apply = apply,
    .scores = scores,
    .print = dado_terr_print,
    .print_move = print_move,
    .round = round_of,
    .rank = rank,
    .observe = dado_terr_observe,
    .redeal = dado_terr_redeal,
    .canonicalize = canonicalize,
    .tally = tally,
    .write_json = dado_terr_view_json,
    .write_move_json = write_move_json,
    .sound = sound,
    .refuse = refuse,
    .extras = &dado_terr_extras,
    .fast = &fast,
};
