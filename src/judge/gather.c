// gather.c - see gather.h.
#include "judge/gather.h"

#include <string.h>

#include "core/ends.h"
#include "core/face.h"

void dado_gathering_init(dado_gathering *g, const dado_measures *measures,
                         const dado_expect *expect)
{
    *g = (dado_gathering){ .expect = expect,
                           .measures = measures,
                           .frame = { .most = DADO_GATHER_MOST } };
}

void dado_gathering_free(dado_gathering *g)
{
    dado_frame_free(&g->frame);
}

void dado_gather_block(void *gathering, const dado_block *block)
{
    dado_gathering *g = gathering;
    if (block->instance != g->instance || block->lineup != g->lineup || !block->players) return;
    dado_frame_add(&g->frame, block);
}

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left for findings");
}

static bool find_measures(dado_findings *f, const dado_results *results, const dado_cell *cell,
                          const dado_gathering *g, bool drawn, dado_arena *arena, dado_error *err)
{
    int count = results->measures.count;
    dado_finding *measures = dado_new(arena, dado_finding, count + 1);
    double *column = dado_new(arena, double, g->frame.count + 1);
    if (!measures || !column) return no_memory(err);
    for (int m = 0; m < count; m++) {
        const dado_measure *measure = results->measures.items[m];
        bool unwinnable = f->only_points && strcmp(measure->name, "win") == 0;
        // One number for all matches together: no spread, no distribution.
        bool across = m < results->measures.metrics && dado_metrics[m]->across && !unwinnable;
        int64_t values = unwinnable || across ? 0 : g->frame.count;
        for (int64_t i = 0; i < values; i++) column[i] = dado_frame_value(&g->frame, i, m);
        if (!dado_finding_make(&measures[m], measure, column, values, f->level, drawn, arena)) {
            return no_memory(err);
        }
        if (across) measures[m].across = dado_cell_value(results, cell, m);
        // Of all matches, where the frame has the first of them only.
        else if (!unwinnable) dado_finding_sum(&measures[m], &cell->sums.values[m], f->level);
    }
    f->measures = measures;
    f->measure_count = count;
    return true;
}

static bool find_seats(dado_findings *f, const dado_results *results, const dado_cell *cell,
                       dado_arena *arena, dado_error *err)
{
    const dado_totals *totals = cell->sums.totals;
    dado_seat_finding *seats = dado_new(arena, dado_seat_finding, totals->seats + 1);
    if (!seats) return no_memory(err);
    const dado_lineup *lineup = &results->plan->lineups[cell->lineup];
    int player = 0;
    for (int s = 0; s < totals->seats; s++, player++) {
        const uint8_t *side = results->game.side;
        for (bool again = true; again && player < f->players;) {  // the first player of the side
            again = false;
            for (int q = 0; side && q < player; q++) again = again || side[q] == side[player];
            if (again) player++;
        }
        dado_interval share = dado_win_share(totals, s, f->level);
        const dado_moments *score = &cell->sums.scores[player];
        bool known = results->cell_count == 1;
        seats[s] = (dado_seat_finding){
            .agent = f->seen_elsewhere ? "as played"
                     : known           ? results->agents[player]
                                       : dado_lineup_player(lineup, player)->typed,
            .alone = totals->seat[s].alone,
            .shared = totals->seat[s].shared,
            .share = share.value,
            .low = share.low,
            .high = share.high,
            .won = dado_won_share(totals, s, f->level),
            .mean_score = score->mean,
            .sd_score = dado_moments_sd(score),
        };
    }
    f->seats = seats;
    f->seat_count = totals->seats;
    return true;
}

static bool judge_wishes(dado_findings *f, const dado_cell *cell, const dado_gathering *g,
                         dado_arena *arena, dado_error *err)
{
    if (!g->expect) return true;
    dado_fit *fits = dado_new(arena, dado_fit, g->expect->count + 1);
    if (!fits) return no_memory(err);
    int count = dado_wishes_fit(g->expect, g->measures, cell->sums.values, NULL, cell->across,
                                fits);
    for (int i = 0; i < count; i++) {
        int measure = dado_measures_find(g->measures, fits[i].wish->name);
        dado_finding *finding = (dado_finding *)&f->measures[measure];
        finding->expected = true;
        finding->target = fits[i].wish->target;
        finding->window_low = fits[i].low;
        finding->window_high = fits[i].high;
        finding->quality = fits[i].q;
        finding->weight = fits[i].weight;
    }
    f->judged = true;
    f->expectations = g->expect->name ? g->expect->name : "expectations";
    f->quality = dado_quality(fits, count);
    return true;
}

static bool find_match(dado_findings *f, const dado_results *results, const dado_cell *cell,
                       const volatile sig_atomic_t *stop, int64_t match, dado_arena *arena,
                       dado_error *err)
{
    DADO_ENDS(dado_desk_free) dado_desk desk = { 0 };
    if (match < 0) return true;
    if (!dado_experiment_replay(results->plan, cell->instance, cell->lineup, match, stop, &desk,
                                err)) {
        return stop && *stop;
    }
    const dado_trace *trace = &desk.table.trace;
    size_t numbers = (size_t)(trace->rounds + 1) * (size_t)trace->players;
    int32_t *rows = dado_new(arena, int32_t, numbers);
    if (!rows) return no_memory(err);
    memcpy(rows, trace->scores, numbers * sizeof *rows);
    f->match = match;
    f->rounds = trace->rounds;
    f->rows = rows;
    return true;
}

static dado_hope hope_for(const dado_game *game, const char *what)
{
    int64_t low, high;
    if (!dado_game_expects(game, what, &low, &high)) return (dado_hope){ 0 };
    return (dado_hope){ (double)low, (double)high };
}

bool dado_gather(dado_findings *f, const dado_results *results, const dado_gathering *g,
                 int64_t match, dado_arena *arena, dado_error *err)
{
    const dado_plan *plan = results->plan;
    const dado_cell *cell = dado_results_cell(results, g->instance, g->lineup);
    if (!cell->sums.totals) return dado_fail(err, DADO_MISSING, "there are no matches to look at");
    const dado_totals *totals = cell->sums.totals;
    *f = (dado_findings){
        .game = plan->instances[g->instance].name,
        .title = results->game.rules->title,
        .about = results->game.rules->about,
        .seed = plan->seed,
        .level = 0.95,
        .matches = cell->sums.matches,
        .players = cell->sums.players,
        .lowest_wins = results->game.lowest_wins,
        .goal = results->game.goal,
        .only_points = !dado_game_can_be_won(&results->game),
        .ties = totals->tied,
        .nobody = dado_won_by_nobody(totals),
        .credit_squares = totals->squares,
    };
    for (int e = 0; e < 4; e++) f->ended[e] = totals->ended[e];
    f->left_out = f->ended[DADO_STOPPED] + f->ended[DADO_BROKEN];
    if (cell->broken_match >= 0) f->broken = &cell->broken;
    f->seen_elsewhere = dado_face_of(&results->game, played);
    f->hoped_decisions = hope_for(&results->game, "decisions");
    f->hoped_rounds = hope_for(&results->game, "rounds");
    return find_measures(f, results, cell, g, match >= 0, arena, err) &&
           find_seats(f, results, cell, arena, err) && judge_wishes(f, cell, g, arena, err) &&
           find_match(f, results, cell, g->stop, match, arena, err);
}
