// map_evaluation.c - see map_evaluation.h. Collects values and computes qualities.
#include "judge/map_evaluation.h"

#include <string.h>

#include "core/scope_cleanup.h"
#include "core/game_extras.h"
#include "judge/quality_by_expectations.h"
#include "worlds/dungeon/dungeon_internal.h"

enum { resamples = 1000, others = 3 };  // `others`: measures that are not tallies

static const dado_measure win = { "win", "Won", "Games won.", DADO_RATE, false };
static const dado_measure replans = { "replans", "Plans", "Plans the bot made.", DADO_COUNT,
                                      false };
static const dado_measure stalled = { "stalled", "Stalled", "The bot found nothing to do.",
                                      DADO_RATE, false };

// Lists the tallies of the game in the order of the specification: `win` before
// `explored`, `replans` after `drought`, and the ways to end last.
bool dado_map_measures(dado_measures *measures, int *listed, dado_region *region, dado_error *err)
{
    int tallies = 0, count = 0;
    while (dado_dungeon_tallies[tallies].name) tallies++;
    const dado_measure **items = dado_new(region, const dado_measure *, tallies + others);
    if (!items) return dado_fail(err, DADO_LIMIT, "no memory left for the measures of maps");
    for (int i = 0; i < tallies; i++) {
        const dado_measure *tally = &dado_dungeon_tallies[i];
        if (strcmp(tally->name, "explored") == 0) items[count++] = &win;
        items[count++] = tally;
        if (strcmp(tally->name, "drought") == 0) {
            items[count++] = &replans;
            *listed = count;
        }
        if (strcmp(tally->name, "timeout") == 0) items[count++] = &stalled;
    }
    *measures = (dado_measures){ items, count, 0 };
    return true;
}

bool dado_map_evaluation_begin(dado_map_evaluation *e, const dado_plan *plan, dado_map_case *maps,
                               const dado_expectations *expect, dado_error *err)
{
    if (!dado_map_measures(&e->measures, &e->listed, &e->region, err)) return false;
    e->plan = plan;
    e->maps = maps;
    e->map_count = plan->instance_count;
    e->profile_count = plan->lineup_count;
    e->games = (int)plan->matches;
    e->expect = expect;
    for (int i = 0; expect && i < expect->count; i++) e->fits += !expect->wishes[i].ignored;
    size_t cells = (size_t)e->map_count * (size_t)e->profile_count, all = cells * (size_t)e->games;
    e->values = dado_new(&e->region, double, all *(size_t)e->measures.count);
    e->ends = dado_new(&e->region, uint8_t, all);
    e->cells = dado_new(&e->region, dado_map_evaluation_cell, cells);
    e->pooled = dado_new(&e->region, dado_map_evaluation_cell, e->profile_count);
    e->map_quality = dado_new(&e->region, double, e->map_count);
    e->ranking = dado_new(&e->region, int, e->map_count);
    return (e->values && e->ends && e->cells && e->pooled && e->map_quality && e->ranking) ||
           dado_fail(err, DADO_LIMIT, "no memory left for the evaluation; play fewer games");
}

void dado_map_evaluation_free(dado_map_evaluation *e)
{
    dado_region_free(&e->region);
}

// Copies the values of a block. The lab lists its metrics first and then the tallies;
// this evaluation has an order of its own.
void dado_map_evaluation_add_block(void *context, const dado_block *block)
{
    dado_map_evaluation *e = context;
    if (block->players == 0) return;
    dado_map_evaluation_cell *cell = dado_map_evaluation_at(e, block->instance, block->lineup);
    int64_t first = (cell - e->cells) * e->games + block->first;
    int shelf = block->measures - (e->measures.count - others);
    int death = dado_measures_find(&e->measures, "death"),
        timeout = dado_measures_find(&e->measures, "timeout"),
        none = dado_measures_find(&e->measures, stalled.name);
    for (int i = 0; i < block->count; i++) {
        double *row = e->values + (first + i) * e->measures.count;
        bool won = block->ends[i] == DADO_FINISHED && block->places[i] == 0;
        for (int m = 0; m < e->measures.count; m++) {
            const dado_measure *item = e->measures.items[m];
            if (item == &win) row[m] = won;
            else if (item == &replans) row[m] = (double)block->effort[i];
            else if (item != &stalled) {
                row[m] = dado_block_value(block, i, shelf + (int)(item - dado_dungeon_tallies));
            }
        }
        bool late = row[timeout] == 1 || block->ends[i] == DADO_STOPPED;
        uint8_t end = won ? 0 : row[death] == 1 ? 1 : late ? 3 : 2;
        row[none] = end == 2;
        e->ends[first + i] = end;
        if (block->first + i >= cell->played) cell->played = (int)block->first + i + 1;
    }
}

// Summarizes these games: every measure, and their quality.
static void judge(dado_map_evaluation *e, const int32_t *where, int count, uint64_t seed,
                  bool winnable, dado_map_evaluation_cell *out)
{
    out->summary = dado_new(&e->region, dado_summary, e->measures.count);
    out->found = dado_new(&e->region, dado_estimate, e->measures.count);
    out->fits = dado_new(&e->region, dado_fit, e->fits + 1);
    size_t mark = dado_region_mark(&e->region);
    double *room = dado_new(&e->region, double, count + 1);
    out->quality = dado_estimate_none();
    out->played = room && out->summary && out->found && out->fits ? count : 0;
    for (int m = 0; out->played && m < e->measures.count; m++) {
        dado_moments moments = { 0 };
        for (int i = 0; i < count; i++) {
            room[i] = e->values[(int64_t)where[i] * e->measures.count + m];
            dado_moments_add(&moments, room[i]);
        }
        out->found[m] = dado_estimate_measure(e->measures.items[m]->kind, &moments, 0.95);
        out->summary[m] = dado_summarise(room, (size_t)count);
    }
    dado_region_rewind(&e->region, mark);
    for (int i = 0; i < out->played; i++) out->outcomes[e->ends[where[i]]]++;
    if (!e->fits || !out->played) return;
    dado_match_rows rows = { &e->measures, e->values, where, count };
    out->quality = dado_quality_of_rows(e->expect, &rows, e->no_intervals ? 0 : resamples, seed,
                                        out->fits, &e->region);
    // A map that nobody can win has a low quality, whatever else is good about it.
    double *ends[] = { &out->quality.value, &out->quality.low, &out->quality.high };
    for (int i = 0; i < 3 && !winnable; i++) {
        if (*ends[i] > DADO_UNWINNABLE_MAP_QUALITY) *ends[i] = DADO_UNWINNABLE_MAP_QUALITY;
    }
}

typedef struct warning_list {
    dado_map_case *map;
    dado_region *region;
} warning_list;

static void add_warning(void *context, const dado_error *odd)
{
    const warning_list *l = context;
    dado_map_case *c = l->map;
    if (!c->odd) c->odd = dado_new(l->region, dado_error, DADO_MAP_WARNINGS_MOST);
    if (c->odd && c->warning_count < DADO_MAP_WARNINGS_MOST) c->odd[c->warning_count++] = *odd;
    c->unwinnable = c->unwinnable || strcmp(odd->code, "W_EXIT_UNREACHABLE") == 0;
}

// Fills in what holds for a map with any player.
static void inspect_map(dado_map_evaluation *e, const dado_results *results, int m)
{
    dado_map_case *c = &e->maps[m];
    const dado_map_evaluation_cell *first = dado_map_evaluation_at(e, m, 0), *with = first;
    for (int p = 0; p < e->profile_count; p++) {
        dado_map_evaluation_at(e, m, p)->error = dado_results_cell(results, m, p)->error;
    }
    while (with < first + e->profile_count && !with->played) with++;
    bool opened = with < first + e->profile_count;
    // If no profile could play, the error belongs to the map; else to the player.
    if (!opened && c->error.status == DADO_OK) c->error = first->error;
    const dado_game bare = { .rules = e->plan->instances[m].rules };
    void (*odd)(const char *, const char *, dado_lint_reporter *, void *) =
        dado_game_extra(&bare, odd);
    if (odd && c->text) {
        odd(c->path ? c->path : c->name, c->text, add_warning, &(warning_list){ c, &e->region });
    }
    int fixed = e->measures.count - DADO_MAP_MEASURES;
    const double *values = e->values + (with - e->cells) * e->games * e->measures.count;
    for (int i = 0; i < DADO_MAP_MEASURES; i++) {
        c->fixed[i] = opened ? values[fixed + i] : DADO_NONE;
    }
}

// Pools the games of one profile on all maps.
static void pool(dado_map_evaluation *e, int p, int32_t *where)
{
    int count = 0, maps = 0;
    bool winnable = false;
    double sum = 0;
    for (int m = 0; m < e->map_count; m++) {
        const dado_map_evaluation_cell *cell = dado_map_evaluation_at(e, m, p);
        for (int i = 0; i < cell->played; i++) {
            where[count++] = (int32_t)((cell - e->cells) * e->games + i);
        }
        if (!cell->played) continue;
        maps++;
        winnable = winnable || !e->maps[m].unwinnable;
        sum += cell->quality.value;
    }
    uint64_t lane = (uint64_t)e->map_count * (uint64_t)e->profile_count + (uint64_t)p;
    judge(e, where, count, dado_derive_seed(e->plan->seed, lane), winnable, &e->pooled[p]);
    e->pooled[p].mean_quality = maps && e->fits ? sum / maps : DADO_NONE;
}

static void rank(dado_map_evaluation *e)
{
    for (int m = 0; m < e->map_count; m++) {
        double sum = 0;
        int with = 0;
        for (int p = 0; p < e->profile_count; p++) {
            dado_estimate quality = dado_map_evaluation_at(e, m, p)->quality;
            if (dado_estimate_is_none(quality)) continue;
            sum += quality.value;
            with++;
        }
        e->map_quality[m] = with ? sum / with : DADO_NONE;
    }
    dado_rank_descending(e->map_quality, sizeof *e->map_quality, e->map_count, e->ranking);
}

void dado_map_evaluation_finish(dado_map_evaluation *e, const dado_results *results)
{
    int64_t cells = (int64_t)e->map_count * e->profile_count;
    int32_t *where = dado_new(&e->region, int32_t, cells * e->games + 1);
    if (!where) return;
    for (int m = 0; m < e->map_count; m++) inspect_map(e, results, m);
    for (int64_t c = 0; c < cells; c++) {
        for (int i = 0; i < e->cells[c].played; i++) where[i] = (int32_t)(c * e->games + i);
        judge(e, where, e->cells[c].played, dado_derive_seed(e->plan->seed, (uint64_t)c),
              !e->maps[c / e->profile_count].unwinnable, &e->cells[c]);
    }
    for (int p = 0; p < e->profile_count; p++) pool(e, p, where);
    rank(e);
}

// ---- verdicts about maps ----

// Reports profiles that should win often, by the target, and never won.
static void judge_profiles(const dado_map_evaluation *e, const dado_expectation *wish,
                           dado_verdicts *c)
{
    if (wish->ignored || strcmp(wish->name, win.name) != 0 || wish->target <= 0) return;
    for (int p = 0; p < e->profile_count; p++) {
        const dado_map_evaluation_cell *cell = &e->pooled[p];
        if (cell->played == 0 || cell->outcomes[0] > 0) continue;
        dado_verdict *v = dado_verdict_add(c, "wins", DADO_BAD);
        dado_verdict_set_figure(v, dado_share_interval(0, cell->played, 0.95), 0, cell->played);
        dado_verdict_claim(v, "%.60s never wins.", e->plan->lineups[p].name);
        dado_verdict_evidence(
            v,
            "The target is to win %.3g of games; of %d none was won, %d ended in death, %d "
            "stalled and %d ran out of time.",
            wish->target, cell->played, cell->outcomes[1], cell->outcomes[2], cell->outcomes[3]);
    }
}

// Returns the highest value of a measure over all games on a map; DADO_NONE if there is
// none.
static double most_on(const dado_map_evaluation *e, int map, const char *name)
{
    int measure = dado_measures_find(&e->measures, name);
    double most = DADO_NONE;
    for (int p = 0; p < e->profile_count; p++) {
        const dado_map_evaluation_cell *cell = dado_map_evaluation_at(e, map, p);
        if (!cell->played || !cell->summary[measure].count) continue;
        if (dado_is_none(most) || cell->summary[measure].most > most)
            most = cell->summary[measure].most;
    }
    return most;
}

// Finds the cell where one profile dies most often on a map. Returns false if the games
// cannot be replayed.
static bool find_deadliest_cell(const dado_map_evaluation *e, int map, int profile, int *x, int *y)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_region_init(&region, (size_t)64 << 20);
    dado_map_heat heat;
    dado_error err = { 0 };
    if (!dado_map_heat_collect(&heat, e->plan, map, profile, &region, &err)) return false;
    int worst = -1;
    const double *deaths = heat.cells[DADO_MAP_HEAT_DEATHS];
    for (int i = 0; i < heat.width * heat.height; i++) {
        if (!dado_is_none(deaths[i]) && (worst < 0 || deaths[i] > deaths[worst])) worst = i;
    }
    *x = worst % heat.width;
    *y = worst / heat.width;
    return worst >= 0;
}

// Reports an exit that can be reached but that nobody reaches, or that only one profile
// reaches, in every game.
static void judge_wins(const dado_map_evaluation *e, int map, dado_verdicts *c)
{
    enum { games_enough = 10 };
    int played = 0, outcomes[4] = { 0 }, winner = -1, winners = 0, deadliest = 0, x, y;
    for (int p = 0; p < e->profile_count; p++) {
        const dado_map_evaluation_cell *cell = dado_map_evaluation_at(e, map, p);
        played += cell->played;
        for (int i = 0; i < 4; i++) outcomes[i] += cell->outcomes[i];
        if (cell->outcomes[0]) winner = p, winners++;
        if (cell->outcomes[1] > dado_map_evaluation_at(e, map, deadliest)->outcomes[1])
            deadliest = p;
    }
    if (played < games_enough || e->maps[map].unwinnable) return;
    if (winners == 0) {
        dado_verdict *v = dado_verdict_add(c, "wins", DADO_BAD);
        dado_verdict_set_figure(v, dado_share_interval(0, played, 0.95), 0, played);
        dado_verdict_claim(v, "Nobody wins %.80s.", e->maps[map].name);
        dado_verdict_evidence(v,
                              "Of %d games %d ended in death, %d stalled and %d ran out of "
                              "turns, though an exit can be reached.",
                              played, outcomes[1], outcomes[2], outcomes[3]);
        if (v != &c->lost && outcomes[1] && find_deadliest_cell(e, map, deadliest, &x, &y)) {
            dado_verdict_evidence(v, " %.60s dies most often at (%d, %d).",
                                  e->plan->lineups[deadliest].name, x, y);
        }
        return;
    }
    const dado_map_evaluation_cell *best = dado_map_evaluation_at(e, map, winner);
    if (winners > 1 || e->profile_count < 2 || best->outcomes[0] < best->played) return;
    if (best->played < games_enough) return;
    dado_verdict *v = dado_verdict_add(c, "wins", DADO_WARN);
    dado_verdict_claim(v, "Only %.50s wins %.50s, and always.", e->plan->lineups[winner].name,
                       e->maps[map].name);
    dado_verdict_evidence(v,
                          "It wins all of its %d games; the other %d player types win none of %d.",
                          best->played, e->profile_count - 1, played - best->played);
}

// Reports enemies that nobody meets and items that nobody takes.
static void judge_unused(const dado_map_evaluation *e, int map, dado_verdicts *c)
{
    dado_map drawn;
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_region_init(&region, (size_t)64 << 20);
    const char *text = e->maps[map].text;
    if (!text || !dado_map_read(&drawn, NULL, text, strlen(text), &region, NULL, NULL)) return;
    if (drawn.enemy_count && most_on(e, map, "enemies_seen") <= 0) {
        dado_verdict *v = dado_verdict_add(c, "enemies", DADO_WARN);
        dado_verdict_claim(v, "Nobody ever meets an enemy on %.60s.", e->maps[map].name);
        dado_verdict_evidence(v, "It has %d, the first at (%d, %d); in no game was one seen.",
                              drawn.enemy_count, drawn.enemies[0].x, drawn.enemies[0].y);
    }
    if (drawn.item_count && most_on(e, map, "items") <= 0) {
        dado_verdict *v = dado_verdict_add(c, "items", DADO_WARN);
        dado_verdict_claim(v, "Nobody ever takes an item on %.60s.", e->maps[map].name);
        dado_verdict_evidence(v, "It has %d, the first at (%d, %d); in no game was one taken.",
                              drawn.item_count, drawn.items[0].x, drawn.items[0].y);
    }
}

int dado_map_evaluation_verdicts(const dado_map_evaluation *e, dado_verdict *verdicts, int most)
{
    dado_verdicts c = { .list = verdicts, .most = most };
    for (int m = 0; m < e->map_count; m++) {
        if (!e->maps[m].unwinnable) continue;
        dado_verdict *v = dado_verdict_add(&c, "map", DADO_BAD);
        dado_verdict_claim(v, "Nobody can win %.80s.", e->maps[m].name);
        dado_verdict_evidence(v, "Line %d: %s, so its quality is %.1f at most.",
                              e->maps[m].odd[0].place.line, e->maps[m].odd[0].text,
                              DADO_UNWINNABLE_MAP_QUALITY);
    }
    for (int m = 0; m < e->map_count; m++) judge_wins(e, m, &c);
    for (int w = 0; e->expect && w < e->expect->count; w++) {
        judge_profiles(e, &e->expect->wishes[w], &c);
    }
    for (int m = 0; m < e->map_count; m++) judge_unused(e, m, &c);
    for (int m = 0; m < e->map_count; m++) {
        const dado_map_case *map = &e->maps[m];
        int i = 0;
        while (i < map->warning_count && strcmp(map->odd[i].code, "W_EXIT_UNREACHABLE") == 0) i++;
        if (i == map->warning_count) continue;  // one such verdict per map is enough
        dado_verdict *v = dado_verdict_add(&c, "map", DADO_WARN);
        dado_verdict_claim(v, "%.60s: something is odd.", map->name);
        dado_verdict_evidence(v, "Line %d: %s (%s).", map->odd[i].place.line, map->odd[i].text,
                              map->odd[i].code);
    }
    return c.count;
}

// ---- the quality of a single map, for generators and breeding ----

bool dado_map_quality_judge_rate(void *context, const char *text, double *quality, dado_error *err)
{
    const dado_map_quality_judge *jury = context;
    if (!jury->expect) {
        dado_fail(err, DADO_INVALID, "min_quality needs a target: --target casual");
        return dado_fail_code(err, "G_PARAM");
    }
    dado_game_source source;
    dado_map_case map = { .name = "tested.map", .text = text };
    dado_plan plan = jury->players;
    plan.instances = &source;
    plan.instance_count = 1;
    plan.matches = jury->games;
    plan.seed = jury->seed;
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    DADO_CLEANUP(dado_map_evaluation_free) dado_map_evaluation eval = { 0 };
    DADO_CLEANUP(dado_results_free) dado_results results = { 0 };
    dado_region_init(&region, (size_t)256 << 20);
    dado_experiment_settings how = {
        .threads = -1, .stop = jury->stop, .taker = &eval, .block = dado_map_evaluation_add_block
    };
    eval.no_intervals = true;
    if (!dado_game_source_from_text(&source, map.name, text, &jury->rules, &region, err) ||
        !dado_map_evaluation_begin(&eval, &plan, &map, jury->expect, err) ||
        !dado_experiment_run(&plan, &how, &results, err)) {
        return false;
    }
    if (results.interrupted) return dado_fail(err, DADO_LIMIT, "it was stopped");
    dado_map_evaluation_finish(&eval, &results);
    *quality = eval.map_quality[0];
    return true;
}

// ---- heat maps: what happened in each cell ----

const struct dado_map_heat_info dado_map_heat_infos[DADO_MAP_HEAT_KINDS] = {
    [DADO_MAP_HEAT_VISITS] = { "visits", "where they walk", "turns" },
    [DADO_MAP_HEAT_DEATHS] = { "deaths", "where they die", "deaths" },
    [DADO_MAP_HEAT_DAMAGE] = { "damage", "where they are hurt", "damage" },
    [DADO_MAP_HEAT_FOUND] = { "found", "when they find it", "turn" },
    [DADO_MAP_HEAT_REPLANS] = { "replans", "where they think again", "plans" },
};

typedef struct heat_watch {
    const dado_engine *worker;
    dado_map_heat *heat;
    bool begun;  // an earlier state of the game was seen; the fields below hold it
    char *before;
    uint64_t plans;
    int *times;  // how often each cell came into sight, over all games
} heat_watch;

static int index_of(const dado_dungeon *d, int cell)
{
    return dado_dungeon_y(d, cell) * d->map.width + dado_dungeon_x(d, cell);
}

// Counts what changed since the state seen before. FOUND sums up turn numbers.
static int note(heat_watch *w)
{
    const dado_dungeon *d = dado_dungeon_of(&w->worker->game);
    const void *state = w->worker->table.state;
    const dado_dungeon_state *now = state, *then = (const void *)w->before;
    const uint64_t *seen = dado_dungeon_seen(d, now), *known = dado_dungeon_seen(d, then);
    double *const *cells = w->heat->cells;
    int here = index_of(d, now->cell);
    for (int k = 0; k < d->board.words; k++) {
        for (uint64_t new = w->begun ? seen[k] & ~known[k] : seen[k]; new; new &= new - 1) {
            int i = index_of(d, k * 64 + __builtin_ctzll(new));
            cells[DADO_MAP_HEAT_FOUND][i] += dado_dungeon_turns(now);
            w->times[i]++;
        }
    }
    if (w->begun) {
        cells[DADO_MAP_HEAT_VISITS][here]++;
        cells[DADO_MAP_HEAT_DAMAGE][here] += (double)(now->damage_taken - then->damage_taken);
        cells[DADO_MAP_HEAT_DEATHS][here] += now->end == DADO_DUNGEON_DEATH;
    }
    w->begun = true;
    memcpy(w->before, state, w->worker->game.state_size);
    return here;
}

static void on_answer(void *context, double seconds)
{
    (void)seconds;
    heat_watch *w = context;
    uint64_t plans = w->worker->table.on.effort[0];
    w->heat->cells[DADO_MAP_HEAT_REPLANS][note(w)] += (double)(plans - w->plans);
    w->plans = plans;
}

bool dado_map_heat_collect(dado_map_heat *heat, const dado_plan *plan, int map, int profile,
                           dado_region *region, dado_error *err)
{
    dado_timed_agent ear;
    DADO_CLEANUP(dado_engine_free) dado_engine worker = { 0 };
    dado_engine_init(&worker, plan);
    if (!dado_engine_open(&worker, map, profile, err)) return false;
    const dado_map *drawn = &dado_dungeon_of(&worker.game)->map;
    int cells = drawn->width * drawn->height;
    *heat = (dado_map_heat){ drawn->width, drawn->height, dado_new(region, char, cells), { 0 } };
    for (int k = 0; k < DADO_MAP_HEAT_KINDS; k++) heat->cells[k] = dado_new(region, double, cells);
    heat_watch w = { .worker = &worker,
                     .heat = heat,
                     .times = dado_new(region, int, cells),
                     .before = dado_new(region, char, worker.game.state_size) };
    if (!heat->cells[DADO_MAP_HEAT_KINDS - 1] || !heat->marks || !w.times || !w.before) {
        return dado_fail(err, DADO_LIMIT, "no memory left for heat maps");
    }
    ear = (dado_timed_agent){ .took = on_answer, .context = &w };
    dado_timed_agent_wrap(&worker.agents[0], &ear);
    for (int64_t g = 0; g < plan->matches; g++) {
        w.begun = false;
        w.plans = 0;
        const dado_trace *trace = dado_engine_match(&worker, g);
        if (trace && trace->end != DADO_FORFEITED) note(&w);
    }
    for (int i = 0; i < cells; i++) {
        int id = drawn->id[i];
        heat->marks[i] = id == DADO_CELL_WALL ? '#' : id == DADO_CELL_EXIT ? '>' : ' ';
        heat->cells[DADO_MAP_HEAT_FOUND][i] /= w.times[i];
        for (int k = 0; k < DADO_MAP_HEAT_KINDS; k++) {
            bool none = k == DADO_MAP_HEAT_FOUND ? !w.times[i] : !(heat->cells[k][i] > 0);
            if (none || id == DADO_CELL_WALL) heat->cells[k][i] = DADO_NONE;
        }
    }
    heat->marks[drawn->start_y * drawn->width + drawn->start_x] = '@';
    return true;
}
