// experiment_summary.c - see experiment_summary.h.
#include "judge/experiment_summary.h"

#include <stdlib.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "core/game_extras.h"
#include "lab/replay.h"

enum { most_bins = 40, curve_points = 121 };

const char *dado_findings_seat_label(const dado_findings *findings)
{
    return findings->seat_count < findings->players ? "Side" : "Seat";
}

dado_seat_string dado_findings_seat_name(const dado_findings *findings, int seat)
{
    dado_seat_string said;
    if (findings->seat_count < findings->players) {
        snprintf(said.s, sizeof said.s, "Side %d", seat + 1);
    } else {
        snprintf(said.s, sizeof said.s, "The %.19s", dado_seat_words(seat).s);
    }
    return said;
}

const dado_finding *dado_finding_named(const dado_findings *findings, const char *name)
{
    for (int i = 0; i < findings->measure_count; i++) {
        if (strcmp(findings->measures[i].name, name) == 0) return &findings->measures[i];
    }
    return NULL;
}

dado_interval dado_findings_solo_points(const dado_findings *findings, double level)
{
    const dado_seat_finding *seat = &findings->seats[0];
    int64_t count = findings->matches - findings->left_out;
    dado_moments points = {
        .count = count,
        .mean = findings->lowest_wins ? -seat->mean_score : seat->mean_score,
        .squares = count > 1 ? seat->sd_score * seat->sd_score * (double)(count - 1) : 0,
    };
    return dado_mean_interval(&points, level);
}

// Sets adjacent bins, and counts the values in each.
static bool make_bins(dado_finding *f, const double *sorted, size_t count, dado_region *region)
{
    dado_bins bins = dado_bins_choose(sorted, count, most_bins);
    if (bins.count < 1) return true;
    double *from = dado_new(region, double, bins.count), *to = dado_new(region, double, bins.count);
    double *matches = dado_new(region, double, bins.count);
    if (!from || !to || !matches) return false;
    dado_histogram(sorted, count, bins, matches);
    double width = (bins.high - bins.low) / bins.count;
    for (int i = 0; i < bins.count; i++) {
        from[i] = bins.low + width * i;
        to[i] = bins.low + width * (i + 1);
    }
    f->bin_count = bins.count;
    f->bin_from = from;
    f->bin_to = to;
    f->bin_matches = matches;
    return true;
}

// Tells whether values repeat: there are few different ones, or one is shared by many
// matches.
static bool all_discrete(const double *sorted, size_t count)
{
    size_t distinct = 0, longest = 0, run = 0;
    for (size_t i = 0; i < count; i++) {
        bool same = i > 0 && sorted[i] == sorted[i - 1];
        distinct += !same;
        run = same ? run + 1 : 1;
        if (run > longest) longest = run;
    }
    return distinct * 4 < count || longest * 10 > count;
}

// Draws a smooth curve over the same range. Discrete values get none.
static bool make_curve(dado_finding *f, const double *sorted, size_t count, dado_region *region)
{
    f->whole = f->kind == DADO_COUNT || dado_values_are_integers(sorted, count);
    if (f->bin_count < 6 || !(f->sd > 0) || f->whole || all_discrete(sorted, count)) return true;
    double *at = dado_new(region, double, curve_points);
    double *density = dado_new(region, double, curve_points);
    if (!at || !density) return false;
    double low = f->bin_from[0], high = f->bin_to[f->bin_count - 1];
    dado_kernel_density(sorted, count, 0, low, high, density, curve_points);
    for (int i = 0; i < curve_points; i++) at[i] = low + (high - low) * i / (curve_points - 1);
    f->curve_count = curve_points;
    f->curve_at = at;
    f->curve_density = density;
    return true;
}

dado_estimate dado_finding_figure(const dado_finding *finding, double level)
{
    return dado_estimate_measure(finding->kind, &finding->moments, level);
}

// Sets the mean, the standard deviation and the interval.
static void sum(dado_finding *f, const dado_moments *m, double level)
{
    bool any = m->count > 0;
    f->moments = *m;
    f->count = m->count;
    f->nonzero = m->nonzero;
    f->mean = any ? m->mean : DADO_NONE;
    f->mean_nonzero = m->nonzero ? m->nonzero_mean : DADO_NONE;
    f->sd = any ? dado_moments_sd(m) : DADO_NONE;
    f->se = any ? dado_moments_error(m) : DADO_NONE;
    f->least = any ? m->least : DADO_NONE;
    f->most = any ? m->most : DADO_NONE;
    dado_estimate mean = dado_finding_figure(f, level);
    bool sure = dado_estimate_has_interval(mean);
    f->low = sure ? mean.low : f->mean;
    f->high = sure ? mean.high : f->mean;
}

bool dado_finding_make(dado_finding *finding, const dado_measure *measure, const double *values,
                       int64_t count, double level, bool drawn, dado_region *region)
{
    *finding = (dado_finding){ .name = measure->name,
                               .title = measure->title,
                               .about = measure->about,
                               .kind = measure->kind,
                               .across = DADO_NONE };
    double *sorted = malloc(sizeof *sorted * (size_t)(count > 0 ? count : 1));
    if (!sorted) return false;
    if (count > 0) memcpy(sorted, values, (size_t)count * sizeof *values);
    size_t kept = dado_values_drop_missing(sorted, (size_t)count);
    dado_moments moments = { 0 };
    for (size_t i = 0; i < kept; i++) dado_moments_add(&moments, sorted[i]);
    dado_values_sort(sorted, kept);
    sum(finding, &moments, level);
    bool any = kept > 0;
    finding->tenth = any ? dado_quantile(sorted, kept, 0.10) : DADO_NONE;
    finding->lower_quartile = any ? dado_quantile(sorted, kept, 0.25) : DADO_NONE;
    finding->median = any ? dado_quantile(sorted, kept, 0.50) : DADO_NONE;
    finding->upper_quartile = any ? dado_quantile(sorted, kept, 0.75) : DADO_NONE;
    finding->ninetieth = any ? dado_quantile(sorted, kept, 0.90) : DADO_NONE;
    bool made = !any || (make_bins(finding, sorted, kept, region) &&
                         (!drawn || make_curve(finding, sorted, kept, region)));
    free(sorted);
    return made;
}

// ---- from the lab ----

void dado_findings_collector_init(dado_findings_collector *g, const dado_measures *measures,
                                  const dado_expectations *expect)
{
    *g = (dado_findings_collector){ .expect = expect,
                                    .measures = measures,
                                    .frame = { .most = DADO_FINDINGS_MATCHES_MAX } };
}

void dado_findings_collector_free(dado_findings_collector *g)
{
    dado_data_frame_free(&g->frame);
}

void dado_findings_collect_block(void *gathering, const dado_block *block)
{
    dado_findings_collector *g = gathering;
    if (block->instance != g->instance || block->lineup != g->lineup || !block->players) return;
    dado_data_frame_add(&g->frame, block);
}

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left for findings");
}

static bool find_measures(dado_findings *f, const dado_results *results, const dado_cell *cell,
                          const dado_findings_collector *g, bool drawn, dado_region *region,
                          dado_error *err)
{
    int count = results->measures.count;
    dado_finding *measures = dado_new(region, dado_finding, count + 1);
    double *column = dado_new(region, double, g->frame.count + 1);
    if (!measures || !column) return no_memory(err);
    for (int m = 0; m < count; m++) {
        const dado_measure *measure = results->measures.items[m];
        bool unwinnable = f->only_points && strcmp(measure->name, "win") == 0;
        // A metric over all matches together has one value: no spread, no distribution.
        bool across = m < results->measures.metrics && dado_metrics[m]->across && !unwinnable;
        int64_t values = unwinnable || across ? 0 : g->frame.count;
        for (int64_t i = 0; i < values; i++) column[i] = dado_data_frame_value(&g->frame, i, m);
        if (!dado_finding_make(&measures[m], measure, column, values, f->level, drawn, region)) {
            return no_memory(err);
        }
        if (across) measures[m].across = dado_cell_value(results, cell, m);
        // The sums cover all matches; the frame may hold only the first ones.
        else if (!unwinnable) sum(&measures[m], &cell->sums.values[m], f->level);
    }
    f->measures = measures;
    f->measure_count = count;
    return true;
}

static bool find_seats(dado_findings *f, const dado_results *results, const dado_cell *cell,
                       dado_region *region, dado_error *err)
{
    const dado_totals *totals = cell->sums.totals;
    dado_seat_finding *seats = dado_new(region, dado_seat_finding, totals->seats + 1);
    if (!seats) return no_memory(err);
    const dado_lineup *lineup = &results->plan->lineups[cell->lineup];
    // several instances may have different seats
    const char *(*seat_name)(const dado_game *, int) =
        results->plan->instance_count == 1 ? dado_game_extra(&results->game, seat_name) : NULL;
    int player = 0;
    for (int s = 0; s < totals->seats; s++, player++) {
        while (!dado_is_first_of_side(results->game.side, player)) player++;
        const dado_moments *score = &cell->sums.scores[player];
        bool known = results->cell_count == 1;
        const char *agent = seat_name           ? seat_name(&results->game, player)
                            : f->seen_elsewhere ? "as played"
                            : known             ? results->agents[player]
                                                : dado_lineup_player(lineup, player)->typed;
        if (agent && !(agent = dado_region_copy(region, agent, strlen(agent))))
            return no_memory(err);
        seats[s] = (dado_seat_finding){
            .agent = agent,  // copied, because findings outlive the results
            .alone = totals->seat[s].alone,
            .shared = totals->seat[s].shared,
            .share = dado_win_share(totals, s, f->level),
            .variance = dado_win_variance(totals, s),
            .won = dado_won_share(totals, s, f->level),
            .mean_score = score->mean,
            .sd_score = dado_moments_sd(score),
        };
    }
    f->seats = seats;
    f->seat_count = totals->seats;
    return true;
}

static bool judge_wishes(dado_findings *f, const dado_cell *cell, const dado_findings_collector *g,
                         dado_region *region, dado_error *err)
{
    if (!g->expect) return true;
    dado_fit *fits = dado_new(region, dado_fit, g->expect->count + 1);
    if (!fits) return no_memory(err);
    int count =
        dado_expectations_fit(g->expect, g->measures, cell->sums.values, NULL, cell->across, fits);
    for (int i = 0; i < count; i++) {
        int measure = dado_measures_find(g->measures, fits[i].wish->name);
        ((dado_finding *)&f->measures[measure])->fit = &fits[i];
    }
    f->judged = true;
    f->expectations = g->expect->name ? g->expect->name : "expectations";
    f->quality = dado_quality(fits, count);
    return true;
}

static bool find_match(dado_findings *f, const dado_results *results, const dado_cell *cell,
                       const volatile sig_atomic_t *stop, int64_t match, dado_region *region,
                       dado_error *err)
{
    if (match < 0) return true;
    DADO_CLEANUP(dado_round_reader_end) dado_round_reader reader = { 0 };
    dado_round_reader_begin(&reader, results, stop);
    if (!dado_round_reader_open(&reader, cell, err)) return stop && *stop;
    const dado_trace *trace = dado_round_reader_match(&reader, match, err);
    if (!trace) return stop && *stop;
    size_t numbers = (size_t)(trace->rounds + 1) * (size_t)trace->players;
    int32_t *rows = dado_new(region, int32_t, numbers);
    if (!rows) return no_memory(err);
    memcpy(rows, trace->scores, numbers * sizeof *rows);
    f->match = match;
    f->rounds = trace->rounds;
    f->rows = rows;
    return true;
}

static dado_designer_range designer_range_of(const dado_game *game, const char *what)
{
    int64_t low, high;
    if (!dado_game_expects(game, what, &low, &high)) return (dado_designer_range){ 0 };
    return (dado_designer_range){ (double)low, (double)high };
}

bool dado_findings_collect(dado_findings *f, const dado_results *results,
                           const dado_findings_collector *g, int64_t match, dado_region *region,
                           dado_error *err)
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
        .turns = !results->game.rules->round && !dado_game_extra(&results->game, played),
        .hidden = results->game.secrets && !results->game.rules->round,
        .only_points = !dado_game_can_be_won(&results->game),
        .ties = totals->tied,
        .nobody = dado_won_by_nobody(totals),
        .credit_squares = totals->squares,
    };
    for (int e = 0; e < 4; e++) f->ended[e] = totals->ended[e];
    f->left_out = f->ended[DADO_STOPPED] + f->ended[DADO_BROKEN];
    if (cell->broken_match >= 0) f->broken = &cell->broken;
    f->seen_elsewhere = dado_game_extra(&results->game, played);
    f->designed_decisions = designer_range_of(&results->game, "decisions");
    f->designed_rounds = designer_range_of(&results->game, "rounds");
    return find_measures(f, results, cell, g, match >= 0, region, err) &&
           find_seats(f, results, cell, region, err) && judge_wishes(f, cell, g, region, err) &&
           find_match(f, results, cell, g->stop, match, region, err);
}
