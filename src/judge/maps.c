// maps.c - see maps.h: gathering values and working out qualities.
#include "judge/maps.h"

#include <assert.h>
#include <string.h>

#include "core/ends.h"
#include "judge/appraise.h"
#include "worlds/dungeon/open.h"

enum { resamples = 1000 };

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
    dado_arena_init_generous(&eval->arena);
    int tallies = 0;
    while (dado_dungeon_tallies[tallies].name) tallies++;
    const dado_measure **items = dado_new(&eval->arena, const dado_measure *, tallies + 4);
    if (!items) return dado_fail(err, DADO_LIMIT, "no memory left for the evaluation");
    int count = 0;
    for (int i = 0; i < tallies; i++) {
        if (strcmp(dado_dungeon_tallies[i].name, "explored") == 0) items[count++] = &win;
        items[count++] = &dado_dungeon_tallies[i];
        if (strcmp(dado_dungeon_tallies[i].name, "drought") == 0) {
            items[count++] = &replans;
            eval->measures.games = count;
        }
        if (strcmp(dado_dungeon_tallies[i].name, "timeout") == 0) items[count++] = &stalled;
    }
    eval->measures.items = items;
    eval->measures.count = count;
    return true;
}

static int64_t cells_of(const dado_eval *e)
{
    return (int64_t)e->map_count * e->profile_count;
}

static double *values_of(const dado_eval *e, int64_t cell, int game)
{
    return e->values + (cell * e->games + game) * e->measures.count;
}

bool dado_eval_begin(dado_eval *e, const dado_plan *plan, dado_map_case *maps,
                     const char **profiles, const dado_expect *expect, dado_error *err)
{
    e->maps = maps;
    e->map_count = plan->instance_count;
    e->profiles = profiles;
    e->profile_count = plan->lineup_count;
    e->games = (int)plan->matches;
    e->seed = plan->seed;
    e->expect = expect;
    for (int i = 0; expect && i < expect->count; i++) e->fits += !expect->wishes[i].ignored;
    size_t cells = (size_t)cells_of(e), all = cells * (size_t)e->games;
    size_t profile_count = (size_t)e->profile_count, measures = (size_t)e->measures.count;
    e->values = dado_new(&e->arena, double, all *measures);
    e->ends = dado_new(&e->arena, uint8_t, all);
    e->seeds = dado_new(&e->arena, uint64_t, all);
    e->played = dado_new(&e->arena, int, cells);
    e->cells = dado_new(&e->arena, dado_eval_cell, cells);
    e->pooled = dado_new(&e->arena, dado_eval_cell, profile_count);
    e->mean_map = dado_new(&e->arena, double, profile_count);
    e->within = dado_new(&e->arena, double, profile_count *measures);
    e->total = dado_new(&e->arena, double, profile_count *measures);
    e->map_quality = dado_new(&e->arena, double, e->map_count);
    e->ranking = dado_new(&e->arena, int, e->map_count);
    if (!e->values || !e->ends || !e->seeds || !e->played || !e->cells || !e->pooled ||
        !e->mean_map || !e->within || !e->total || !e->map_quality || !e->ranking) {
        return dado_fail(err, DADO_LIMIT, "no memory left for the evaluation; play fewer games");
    }
    for (size_t c = 0; c < cells; c++) {
        uint64_t seed = dado_plan_seed(plan, (int)(c / profile_count), (int)(c % profile_count));
        for (int g = 0; g < e->games; g++) {
            dado_rng lane = dado_rng_stream(seed, (uint64_t)g, DADO_LANE_SEAT);
            e->seeds[c * (size_t)e->games + (size_t)g] = dado_rng_next(&lane);
        }
    }
    return true;
}

void dado_eval_free(dado_eval *e)
{
    dado_arena_free(&e->arena);
}

// One game's numbers into our order. The lab's list is its shelf, then the tallies as they are.
static void take_game(dado_eval *e, double *out, const double *tallies, bool won, bool gave_up,
                      uint64_t effort)
{
    for (int i = 0; i < e->measures.count; i++) {
        const dado_measure *m = e->measures.items[i];
        if (m == &win) out[i] = won;
        else if (m == &stalled) out[i] = gave_up;
        else if (m == &replans) out[i] = (double)effort;
        else out[i] = tallies[m - dado_dungeon_tallies];
    }
}

static int tally_place(const char *name)
{
    int i = 0;
    while (strcmp(dado_dungeon_tallies[i].name, name) != 0) i++;
    return i;
}

void dado_eval_block(void *context, const dado_block *block)
{
    dado_eval *e = context;
    if (block->players == 0) return;
    int64_t cell = (int64_t)block->instance * e->profile_count + block->lineup;
    enum { most_tallies = 128 };
    int tallies = 0;
    while (dado_dungeon_tallies[tallies].name) tallies++;
    assert(tallies <= most_tallies);
    int shelf = block->measures - tallies, death = tally_place("death"),
        timeout = tally_place("timeout");
    for (int i = 0; i < block->count; i++) {
        int game = (int)block->first + i;
        double row[most_tallies];
        for (int t = 0; t < tallies; t++) row[t] = dado_block_value(block, i, shelf + t);
        bool ended = block->ends[i] == DADO_FINISHED;
        bool won = ended && block->places[i] == 0;
        bool late = row[timeout] == 1 || block->ends[i] == DADO_STOPPED;
        take_game(e, values_of(e, cell, game), row, won, !won && row[death] != 1 && !late,
                  block->effort[i]);
        e->ends[cell * e->games + game] = won ? 0 : row[death] == 1 ? 1 : late ? 3 : 2;
        if (game + 1 > e->played[cell]) e->played[cell] = game + 1;
    }
}

// What these games say: of every measure, and of what they are worth.
static void judge(dado_eval *e, const int32_t *where, int count, uint64_t seed,
                  dado_eval_cell *out)
{
    size_t mark = dado_arena_mark(&e->arena);
    double *room = dado_new(&e->arena, double, count + 1);
    if (!room) return;
    for (int m = 0; m < e->measures.count; m++) {
        dado_moments moments = { 0 };
        for (int i = 0; i < count; i++) {
            room[i] = e->values[(int64_t)where[i] * e->measures.count + m];
            dado_moments_add(&moments, room[i]);
        }
        out->found[m] = dado_figure_measure(e->measures.items[m]->kind, &moments, 0.95);
        out->summary[m] = dado_summarise(room, (size_t)count);
    }
    dado_arena_rewind(&e->arena, mark);
    for (int i = 0; i < count; i++) out->outcomes[e->ends[where[i]]]++;
    if (!e->fits) return;
    dado_measures measures = { e->measures.items, e->measures.count, 0 };
    dado_rows rows = { &measures, e->values, where, count };
    out->quality = dado_appraise_rows(e->expect, &rows, e->no_intervals ? 0 : resamples, seed,
                                      out->fits, &e->arena);
}

// What is odd about a map is said by its reader; kept here for whoever shows it.
static void look_at_map(dado_eval *e, dado_map_case *c)
{
    size_t mark = dado_arena_mark(&e->arena);
    dado_map_warnings *found = c->text ? dado_new(&e->arena, dado_map_warnings, 1) : NULL;
    dado_map map;
    if (!found) return;
    if (!dado_map_read(&map, c->name, c->text, strlen(c->text), &e->arena, found, NULL)) {
        dado_arena_rewind(&e->arena, mark);
        return;
    }
    c->odd = found->list;
    c->odd_count =
        found->count < DADO_MAP_WARNINGS_MOST ? found->count : DADO_MAP_WARNINGS_MOST;
    for (int i = 0; i < c->odd_count; i++) {
        c->unwinnable = c->unwinnable || strcmp(c->odd[i].code, "W_EXIT_UNREACHABLE") == 0;
    }
}

// What nobody can win is worth little, whatever else there is to say for it.
static void cap(dado_figure *quality)
{
    double *ends[] = { &quality->value, &quality->low, &quality->high };
    for (int i = 0; i < 3; i++) {
        if (*ends[i] > DADO_UNWINNABLE) *ends[i] = DADO_UNWINNABLE;
    }
}

static bool make_cell(dado_eval *e, dado_eval_cell *cell)
{
    cell->summary = dado_new(&e->arena, dado_summary, e->measures.count);
    cell->found = dado_new(&e->arena, dado_figure, e->measures.count);
    cell->fits = dado_new(&e->arena, dado_fit, e->fits + 1);
    cell->quality = dado_figure_none();
    return cell->summary && cell->found && cell->fits;
}

static void finish_cell(dado_eval *e, int64_t c, int32_t *where)
{
    dado_eval_cell *cell = &e->cells[c];
    if (!make_cell(e, cell) || e->played[c] == 0) return;
    cell->open = true;
    for (int i = 0; i < e->played[c]; i++) where[i] = (int32_t)(c * e->games + i);
    judge(e, where, e->played[c], dado_derive(e->seed, (uint64_t)c), cell);
    if (e->maps[c / e->profile_count].unwinnable) cap(&cell->quality);
}

// Pools one profile over all maps, and splits the variance of each measure.
static void finish_profile(dado_eval *e, int p, int32_t *where)
{
    dado_eval_cell *pooled = &e->pooled[p];
    int count = 0, maps = 0, winnable = 0;
    double sum = 0;
    if (!make_cell(e, pooled)) return;
    for (int m = 0; m < e->map_count; m++) {
        int64_t c = (int64_t)m * e->profile_count + p;
        for (int i = 0; i < e->played[c]; i++) where[count++] = (int32_t)(c * e->games + i);
        if (!e->cells[c].open) continue;
        maps++;
        winnable += !e->maps[m].unwinnable;
        sum += e->cells[c].quality.value;
    }
    e->mean_map[p] = maps && e->fits ? sum / maps : DADO_NONE;
    pooled->open = count > 0;
    if (count == 0) return;
    judge(e, where, count, dado_derive(e->seed, (uint64_t)cells_of(e) + (uint64_t)p), pooled);
    if (winnable == 0) cap(&pooled->quality);
    for (int k = 0; k < e->measures.count; k++) {
        double within = 0;
        int with = 0;
        for (int m = 0; m < e->map_count; m++) {
            const dado_eval_cell *cell = &e->cells[(int64_t)m * e->profile_count + p];
            if (!cell->open || cell->summary[k].count < 2) continue;
            within += cell->summary[k].sd * cell->summary[k].sd;
            with++;
        }
        int64_t at = (int64_t)p * e->measures.count + k;
        e->within[at] = with ? within / with : DADO_NONE;
        e->total[at] = pooled->summary[k].count > 1 ? pooled->summary[k].sd * pooled->summary[k].sd
                                                    : DADO_NONE;
    }
}

static void rank(dado_eval *e)
{
    for (int m = 0; m < e->map_count; m++) {
        double sum = 0;
        int with = 0;
        for (int p = 0; p < e->profile_count; p++) {
            const dado_eval_cell *cell = &e->cells[(int64_t)m * e->profile_count + p];
            if (!cell->open || dado_figure_is_none(cell->quality)) continue;
            sum += cell->quality.value;
            with++;
        }
        e->map_quality[m] = with ? sum / with : DADO_NONE;
        int at = m;
        // Maps without a quality come last; equals keep their order.
        while (at > 0) {
            double before = e->map_quality[e->ranking[at - 1]];
            bool better = !dado_is_none(e->map_quality[m]) &&
                          (dado_is_none(before) || e->map_quality[m] > before);
            if (!better) break;
            e->ranking[at] = e->ranking[at - 1];
            at--;
        }
        e->ranking[at] = m;
    }
}

void dado_eval_finish(dado_eval *e, const dado_results *results)
{
    int64_t all = cells_of(e) * e->games;
    int32_t *where = dado_new(&e->arena, int32_t, all + 1);
    if (!where) return;
    int fixed = 0;
    while (!e->measures.items[fixed]->fixed) fixed++;
    for (int m = 0; m < e->map_count; m++) {
        int64_t first = (int64_t)m * e->profile_count, with = -1;
        for (int p = 0; p < e->profile_count; p++) {
            e->cells[first + p].error = dado_results_cell(results, m, p)->error;
            if (with < 0 && e->played[first + p]) with = first + p;
        }
        // Where nobody could play, the map is to blame; else it is the player.
        if (with < 0 && e->maps[m].error.status == DADO_OK)
            e->maps[m].error = e->cells[first].error;
        look_at_map(e, &e->maps[m]);
        for (int i = 0; i < DADO_MAP_MEASURES; i++) {
            e->maps[m].fixed[i] = with >= 0 ? values_of(e, with, 0)[fixed + i] : DADO_NONE;
        }
    }
    for (int64_t c = 0; c < cells_of(e); c++) finish_cell(e, c, where);
    for (int p = 0; p < e->profile_count; p++) finish_profile(e, p, where);
    rank(e);
}

// ---- what is wrong with them ----

static dado_verdict *accuse(dado_verdict *verdicts, int *count, int most, dado_tone tone)
{
    if (*count == most) return NULL;
    dado_verdict *v = &verdicts[(*count)++];
    *v = dado_verdict_about("map", tone);
    return v;
}

// Who was to win often, by the wish, and never did.
static void accuse_profiles(const dado_eval *e, dado_verdict *verdicts, int *count, int most)
{
    for (int w = 0; e->expect && w < e->expect->count; w++) {
        const dado_wish *wish = &e->expect->wishes[w];
        if (wish->ignored || strcmp(wish->name, win.name) != 0 || wish->target <= 0) continue;
        for (int p = 0; p < e->profile_count; p++) {
            const dado_eval_cell *cell = &e->pooled[p];
            int games = 0;
            for (int i = 0; cell->open && i < 4; i++) games += cell->outcomes[i];
            if (games == 0 || cell->outcomes[0] > 0) continue;
            dado_verdict *v = accuse(verdicts, count, most, DADO_BAD);
            if (!v) return;
            dado_figure won = dado_figure_hits(0, games, 0.95);
            v->topic = "wins";
            dado_rest_on(v, (dado_interval){ won.value, won.low, won.high }, 0, games);
            dado_claim(v, "%.60s never wins.", e->profiles[p]);
            dado_evidence(v, "%.3g of games were wished; of %d none was won, %d ended in death, %d "
                             "stalled and %d ran out of time.", wish->target, games,
                          cell->outcomes[1], cell->outcomes[2], cell->outcomes[3]);
        }
    }
}

int dado_eval_verdicts(const dado_eval *e, dado_verdict *verdicts, int most)
{
    int count = 0;
    for (int m = 0; m < e->map_count; m++) {
        if (!e->maps[m].unwinnable) continue;
        dado_verdict *v = accuse(verdicts, &count, most, DADO_BAD);
        if (!v) return count;
        dado_claim(v, "Nobody can win %.80s.", e->maps[m].name);
        dado_evidence(v, "No exit can be reached from the start, so its quality is %.1f at most.",
                      DADO_UNWINNABLE);
    }
    accuse_profiles(e, verdicts, &count, most);
    for (int m = 0; m < e->map_count; m++) {
        const dado_map_case *c = &e->maps[m];
        for (int i = 0; i < c->odd_count; i++) {
            if (strcmp(c->odd[i].code, "W_EXIT_UNREACHABLE") == 0) continue;
            dado_verdict *v = accuse(verdicts, &count, most, DADO_WARN);
            if (!v) return count;
            dado_claim(v, "%.60s: something is odd.", c->name);
            dado_evidence(v, "Line %d: %s (%s).", c->odd[i].line, c->odd[i].text, c->odd[i].code);
            break;  // one of a map will do
        }
    }
    return count;
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
        !dado_eval_begin(&eval, &plan, &map, jury->names, jury->expect, err) ||
        !dado_experiment_run(&plan, &how, &results, err)) {
        return false;
    }
    if (results.interrupted) return dado_fail(err, DADO_LIMIT, "it was stopped");
    dado_eval_finish(&eval, &results);
    *quality = eval.map_quality[0];
    return true;
}
