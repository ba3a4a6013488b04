// maps.c - see maps.h: gathering values and working out qualities.
#include "judge/maps.h"

#include <string.h>

#include "core/ends.h"
#include "core/face.h"
#include "judge/appraise.h"
#include "worlds/dungeon/open.h"

enum { resamples = 1000, others = 3 };  // measures that are no tallies

static const dado_measure win = { "win", "Won", "Games won.", DADO_RATE, false };
static const dado_measure replans = { "replans", "Plans", "Plans the bot made.", DADO_COUNT,
                                      false };
static const dado_measure stalled = { "stalled", "Stalled", "The bot found nothing to do.",
                                      DADO_RATE, false };

// The tallies of the game in the specification's order: `win` before `explored`, `replans` after
// `drought`, and the ways to end behind.
bool dado_eval_list(dado_eval *eval, dado_error *err)
{
    *eval = (dado_eval){ 0 };
    int tallies = 0, count = 0;
    while (dado_dungeon_tallies[tallies].name) tallies++;
    const dado_measure **items = dado_new(&eval->arena, const dado_measure *, tallies + others);
    if (!items) return dado_fail(err, DADO_LIMIT, "no memory left for the evaluation");
    for (int i = 0; i < tallies; i++) {
        const dado_measure *tally = &dado_dungeon_tallies[i];
        if (strcmp(tally->name, "explored") == 0) items[count++] = &win;
        items[count++] = tally;
        if (strcmp(tally->name, "drought") == 0) {
            items[count++] = &replans;
            eval->listed = count;
        }
        if (strcmp(tally->name, "timeout") == 0) items[count++] = &stalled;
    }
    eval->measures = (dado_measures){ items, count, 0 };
    return true;
}

bool dado_eval_begin(dado_eval *e, const dado_plan *plan, dado_map_case *maps,
                     const dado_expect *expect, dado_error *err)
{
    e->plan = plan;
    e->maps = maps;
    e->map_count = plan->instance_count;
    e->profile_count = plan->lineup_count;
    e->games = (int)plan->matches;
    e->expect = expect;
    for (int i = 0; expect && i < expect->count; i++) e->fits += !expect->wishes[i].ignored;
    size_t cells = (size_t)e->map_count * (size_t)e->profile_count, all = cells * (size_t)e->games;
    e->values = dado_new(&e->arena, double, all *(size_t)e->measures.count);
    e->ends = dado_new(&e->arena, uint8_t, all);
    e->cells = dado_new(&e->arena, dado_eval_cell, cells);
    e->pooled = dado_new(&e->arena, dado_eval_cell, e->profile_count);
    e->map_quality = dado_new(&e->arena, double, e->map_count);
    e->ranking = dado_new(&e->arena, int, e->map_count);
    return (e->values && e->ends && e->cells && e->pooled && e->map_quality && e->ranking) ||
           dado_fail(err, DADO_LIMIT, "no memory left for the evaluation; play fewer games");
}

void dado_eval_free(dado_eval *e)
{
    dado_arena_free(&e->arena);
}

// The lab's list is its shelf, then the tallies as they are; ours has its own order.
void dado_eval_block(void *context, const dado_block *block)
{
    dado_eval *e = context;
    if (block->players == 0) return;
    dado_eval_cell *cell = dado_eval_at(e, block->instance, block->lineup);
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

// What these games say: of every measure, and of what they are worth.
static void judge(dado_eval *e, const int32_t *where, int count, uint64_t seed, bool winnable,
                  dado_eval_cell *out)
{
    out->summary = dado_new(&e->arena, dado_summary, e->measures.count);
    out->found = dado_new(&e->arena, dado_figure, e->measures.count);
    out->fits = dado_new(&e->arena, dado_fit, e->fits + 1);
    size_t mark = dado_arena_mark(&e->arena);
    double *room = dado_new(&e->arena, double, count + 1);
    out->quality = dado_figure_none();
    out->played = room && out->summary && out->found && out->fits ? count : 0;
    for (int m = 0; out->played && m < e->measures.count; m++) {
        dado_moments moments = { 0 };
        for (int i = 0; i < count; i++) {
            room[i] = e->values[(int64_t)where[i] * e->measures.count + m];
            dado_moments_add(&moments, room[i]);
        }
        out->found[m] = dado_figure_measure(e->measures.items[m]->kind, &moments, 0.95);
        out->summary[m] = dado_summarise(room, (size_t)count);
    }
    dado_arena_rewind(&e->arena, mark);
    for (int i = 0; i < out->played; i++) out->outcomes[e->ends[where[i]]]++;
    if (!e->fits || !out->played) return;
    dado_rows rows = { &e->measures, e->values, where, count };
    out->quality = dado_appraise_rows(e->expect, &rows, e->no_intervals ? 0 : resamples, seed,
                                      out->fits, &e->arena);
    // What nobody can win is worth little, whatever else there is to say for it.
    double *ends[] = { &out->quality.value, &out->quality.low, &out->quality.high };
    for (int i = 0; i < 3 && !winnable; i++) {
        if (*ends[i] > DADO_UNWINNABLE) *ends[i] = DADO_UNWINNABLE;
    }
}

typedef struct looking {
    dado_map_case *map;
    dado_arena *arena;
} looking;

static void hear_of_odd(void *context, const dado_error *odd)
{
    const looking *l = context;
    dado_map_case *c = l->map;
    if (!c->odd) c->odd = dado_new(l->arena, dado_error, DADO_MAP_WARNINGS_MOST);
    if (c->odd && c->odd_count < DADO_MAP_WARNINGS_MOST) c->odd[c->odd_count++] = *odd;
    c->unwinnable = c->unwinnable || strcmp(odd->code, "W_EXIT_UNREACHABLE") == 0;
}

// What is true of a map whoever plays it.
static void look_at_map(dado_eval *e, const dado_results *results, int m)
{
    dado_map_case *c = &e->maps[m];
    const dado_eval_cell *first = dado_eval_at(e, m, 0), *with = first;
    for (int p = 0; p < e->profile_count; p++) {
        dado_eval_at(e, m, p)->error = dado_results_cell(results, m, p)->error;
    }
    while (with < first + e->profile_count && !with->played) with++;
    bool opened = with < first + e->profile_count;
    // Where nobody could play, the map is to blame; else it is the player.
    if (!opened && c->error.status == DADO_OK) c->error = first->error;
    const dado_game bare = { .rules = e->plan->instances[m].rules };
    void (*odd)(const char *, const char *, dado_hearer *, void *) = dado_face_of(&bare, odd);
    if (odd && c->text) {
        odd(c->path ? c->path : c->name, c->text, hear_of_odd, &(looking){ c, &e->arena });
    }
    int fixed = e->measures.count - DADO_MAP_MEASURES;
    const double *values = e->values + (with - e->cells) * e->games * e->measures.count;
    for (int i = 0; i < DADO_MAP_MEASURES; i++) {
        c->fixed[i] = opened ? values[fixed + i] : DADO_NONE;
    }
}

// One profile on all maps.
static void pool(dado_eval *e, int p, int32_t *where)
{
    int count = 0, maps = 0;
    bool winnable = false;
    double sum = 0;
    for (int m = 0; m < e->map_count; m++) {
        const dado_eval_cell *cell = dado_eval_at(e, m, p);
        for (int i = 0; i < cell->played; i++) {
            where[count++] = (int32_t)((cell - e->cells) * e->games + i);
        }
        if (!cell->played) continue;
        maps++;
        winnable = winnable || !e->maps[m].unwinnable;
        sum += cell->quality.value;
    }
    uint64_t lane = (uint64_t)e->map_count * (uint64_t)e->profile_count + (uint64_t)p;
    judge(e, where, count, dado_derive(e->plan->seed, lane), winnable, &e->pooled[p]);
    e->pooled[p].mean_quality = maps && e->fits ? sum / maps : DADO_NONE;
}

static void rank(dado_eval *e)
{
    for (int m = 0; m < e->map_count; m++) {
        double sum = 0;
        int with = 0;
        for (int p = 0; p < e->profile_count; p++) {
            dado_figure quality = dado_eval_at(e, m, p)->quality;
            if (dado_figure_is_none(quality)) continue;
            sum += quality.value;
            with++;
        }
        e->map_quality[m] = with ? sum / with : DADO_NONE;
    }
    dado_order(e->map_quality, sizeof *e->map_quality, e->map_count, e->ranking);
}

void dado_eval_finish(dado_eval *e, const dado_results *results)
{
    int64_t cells = (int64_t)e->map_count * e->profile_count;
    int32_t *where = dado_new(&e->arena, int32_t, cells * e->games + 1);
    if (!where) return;
    for (int m = 0; m < e->map_count; m++) look_at_map(e, results, m);
    for (int64_t c = 0; c < cells; c++) {
        for (int i = 0; i < e->cells[c].played; i++) where[i] = (int32_t)(c * e->games + i);
        judge(e, where, e->cells[c].played, dado_derive(e->plan->seed, (uint64_t)c),
              !e->maps[c / e->profile_count].unwinnable, &e->cells[c]);
    }
    for (int p = 0; p < e->profile_count; p++) pool(e, p, where);
    rank(e);
}

// ---- what is wrong with them ----

// Who was to win often, by the wish, and never did.
static void accuse_profiles(const dado_eval *e, const dado_wish *wish, dado_verdicts *c)
{
    if (wish->ignored || strcmp(wish->name, win.name) != 0 || wish->target <= 0) return;
    for (int p = 0; p < e->profile_count; p++) {
        const dado_eval_cell *cell = &e->pooled[p];
        if (cell->played == 0 || cell->outcomes[0] > 0) continue;
        dado_verdict *v = dado_about(c, "wins", DADO_BAD);
        dado_rest_on(v, dado_share_interval(0, cell->played, 0.95), 0, cell->played);
        dado_claim(v, "%.60s never wins.", e->plan->lineups[p].name);
        dado_evidence(v, "%.3g of games were wished; of %d none was won, %d ended in death, %d "
                         "stalled and %d ran out of time.", wish->target, cell->played,
                      cell->outcomes[1], cell->outcomes[2], cell->outcomes[3]);
    }
}

int dado_eval_verdicts(const dado_eval *e, dado_verdict *verdicts, int most)
{
    dado_verdicts c = { .list = verdicts, .most = most };
    for (int m = 0; m < e->map_count; m++) {
        if (!e->maps[m].unwinnable) continue;
        dado_verdict *v = dado_about(&c, "map", DADO_BAD);
        dado_claim(v, "Nobody can win %.80s.", e->maps[m].name);
        dado_evidence(v, "No exit can be reached from the start, so its quality is %.1f at most.",
                      DADO_UNWINNABLE);
    }
    for (int w = 0; e->expect && w < e->expect->count; w++) {
        accuse_profiles(e, &e->expect->wishes[w], &c);
    }
    for (int m = 0; m < e->map_count; m++) {
        const dado_map_case *map = &e->maps[m];
        int i = 0;
        while (i < map->odd_count && strcmp(map->odd[i].code, "W_EXIT_UNREACHABLE") == 0) i++;
        if (i == map->odd_count) continue;  // one of a map will do
        dado_verdict *v = dado_about(&c, "map", DADO_WARN);
        dado_claim(v, "%.60s: something is odd.", map->name);
        dado_evidence(v, "Line %d: %s (%s).", map->odd[i].place.line, map->odd[i].text,
                      map->odd[i].code);
    }
    return c.count;
}

// ---- one map for those who make and breed them ----

bool dado_map_jury_quality(void *context, const char *text, double *quality, dado_error *err)
{
    const dado_map_jury *jury = context;
    if (!jury->expect) {
        dado_fail(err, DADO_MEANING, "min_quality needs a wish: --expect casual");
        return dado_fail_code(err, "G_PARAM");
    }
    dado_source source;
    dado_map_case map = { .name = "tested.map", .text = text };
    dado_plan plan = jury->players;
    plan.instances = &source;
    plan.instance_count = 1;
    plan.matches = jury->games;
    plan.seed = jury->seed;
    DADO_ENDS(dado_arena_free) dado_arena arena = { 0 };
    DADO_ENDS(dado_eval_free) dado_eval eval = { 0 };
    DADO_ENDS(dado_results_free) dado_results results = { 0 };
    dado_arena_init(&arena, (size_t)256 << 20);
    dado_experiment_how how = { .threads = -1, .stop = jury->stop, .taker = &eval,
                                .block = dado_eval_block };
    if (!dado_eval_list(&eval, err)) return false;
    eval.no_intervals = true;
    if (!dado_source_text(&source, map.name, text, &jury->rules, &arena, err) ||
        !dado_eval_begin(&eval, &plan, &map, jury->expect, err) ||
        !dado_experiment_run(&plan, &how, &results, err)) {
        return false;
    }
    if (results.interrupted) return dado_fail(err, DADO_LIMIT, "it was stopped");
    dado_eval_finish(&eval, &results);
    *quality = eval.map_quality[0];
    return true;
}

// ---- what happened where ----

const struct dado_heat_about dado_heats[DADO_HEAT_KINDS] = {
    [DADO_HEAT_VISITS] = { "visits", "where they walk", "turns" },
    [DADO_HEAT_DEATHS] = { "deaths", "where they die", "deaths" },
    [DADO_HEAT_DAMAGE] = { "damage", "where they are hurt", "damage" },
    [DADO_HEAT_FOUND] = { "found", "when they find it", "turn" },
    [DADO_HEAT_REPLANS] = { "replans", "where they think again", "plans" },
};

typedef struct watch {
    const dado_desk *desk;
    dado_heat_maps *heat;
    bool begun;      // the game was seen before, and then it was so:
    char *before;
    uint64_t plans;
    int *times;      // cells came in sight, of all games
} watch;

static int index_of(const dado_dungeon *d, int cell)
{
    return dado_dungeon_y(d, cell) * d->map.width + dado_dungeon_x(d, cell);
}

// What is so at the table now and was not before. In FOUND go sums of turns.
static int note(watch *w)
{
    const dado_dungeon *d = dado_dungeon_of(&w->desk->game);
    const void *state = w->desk->table.state;
    const dado_dungeon_state *now = state, *then = (const void *)w->before;
    const uint64_t *seen = dado_dungeon_seen(d, now), *known = dado_dungeon_seen(d, then);
    double *const *cells = w->heat->cells;
    int here = index_of(d, now->cell);
    for (int k = 0; k < d->board.words; k++) {
        for (uint64_t new = w->begun ? seen[k] & ~known[k] : seen[k]; new; new &= new - 1) {
            int i = index_of(d, k * 64 + __builtin_ctzll(new));
            cells[DADO_HEAT_FOUND][i] += dado_dungeon_turns(now);
            w->times[i]++;
        }
    }
    if (w->begun) {
        cells[DADO_HEAT_VISITS][here]++;
        cells[DADO_HEAT_DAMAGE][here] += (double)(now->damage_taken - then->damage_taken);
        cells[DADO_HEAT_DEATHS][here] += now->end == DADO_DUNGEON_DEATH;
    }
    w->begun = true;
    memcpy(w->before, state, w->desk->game.state_size);
    return here;
}

static void on_answer(void *context, double seconds)
{
    (void)seconds;
    watch *w = context;
    uint64_t plans = w->desk->table.on.effort[0];
    w->heat->cells[DADO_HEAT_REPLANS][note(w)] += (double)(plans - w->plans);
    w->plans = plans;
}

bool dado_heat_gather(dado_heat_maps *heat, const dado_plan *plan, int map, int profile,
                      dado_arena *arena, dado_error *err)
{
    dado_timed ear;
    DADO_ENDS(dado_desk_free) dado_desk desk = { 0 };
    dado_desk_init(&desk, plan);
    if (!dado_desk_open(&desk, map, profile, err)) return false;
    const dado_map *drawn = &dado_dungeon_of(&desk.game)->map;
    int cells = drawn->width * drawn->height;
    *heat = (dado_heat_maps){ drawn->width, drawn->height, dado_new(arena, char, cells), { 0 } };
    for (int k = 0; k < DADO_HEAT_KINDS; k++) heat->cells[k] = dado_new(arena, double, cells);
    watch w = { .desk = &desk, .heat = heat, .times = dado_new(arena, int, cells),
                .before = dado_new(arena, char, desk.game.state_size) };
    if (!heat->cells[DADO_HEAT_KINDS - 1] || !heat->marks || !w.times || !w.before) {
        return dado_fail(err, DADO_LIMIT, "no memory left for heat maps");
    }
    ear = (dado_timed){ .took = on_answer, .context = &w };
    dado_agent_time(&desk.agents[0], &ear);
    for (int64_t g = 0; g < plan->matches; g++) {
        w.begun = false;
        w.plans = 0;
        const dado_trace *trace = dado_desk_match(&desk, g);
        if (trace && trace->end != DADO_FORFEITED) note(&w);
    }
    for (int i = 0; i < cells; i++) {
        int id = drawn->id[i];
        heat->marks[i] = id == DADO_CELL_WALL ? '#' : id == DADO_CELL_EXIT ? '>' : ' ';
        heat->cells[DADO_HEAT_FOUND][i] /= w.times[i];
        for (int k = 0; k < DADO_HEAT_KINDS; k++) {
            bool none = k == DADO_HEAT_FOUND ? !w.times[i] : !(heat->cells[k][i] > 0);
            if (none || id == DADO_CELL_WALL) heat->cells[k][i] = DADO_NONE;
        }
    }
    heat->marks[drawn->start_y * drawn->width + drawn->start_x] = '@';
    return true;
}
