// sweep.c - see sweep.h.
#include "judge/sweep.h"
#include "core/scope_cleanup.h"

#include <inttypes.h>
#include <string.h>

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left for the sweep");
}

// Reads "5..50" or "5..50:5". Returns false, without an error, if the text is no range.
static bool parse_range(const char *text, int64_t *from, int64_t *to, int64_t *step)
{
    const char *dots = strstr(text, ".."), *right = dots ? dots + 2 : "";
    size_t length = strcspn(right, ":");
    char ends[2][32] = { "", "" };
    if (!dots || (size_t)(dots - text) >= sizeof ends[0] || length >= sizeof ends[1]) return false;
    memcpy(ends[0], text, (size_t)(dots - text));
    memcpy(ends[1], right, length);
    *step = 1;
    if (right[length] && (!dado_read_int(right + length + 1, step) || *step < 1)) return false;
    return dado_read_int(ends[0], from) && dado_read_int(ends[1], to);
}

// Writes a range as a list: "5,10,15".
static bool spell_range(const char *name, int64_t from, int64_t to, int64_t step, dado_text *out,
                        dado_error *err)
{
    if (to < from)
        return dado_fail(err, DADO_INVALID,
                         "the range of %s goes down; write the smaller number first", name);
    int64_t count = (to - from) / step + 1;
    if (count > DADO_SWEEP_POINTS_MAX) {
        return dado_fail(err, DADO_LIMIT,
                         "%s would take %" PRId64 " values; give it a step, as in %s=%" PRId64
                         "..%" PRId64 ":%" PRId64,
                         name, count, name, from, to, (to - from) / 20 + 1);
    }
    for (int64_t i = 0; i < count; i++) {
        dado_text_addf(out, "%s%" PRId64, i ? "," : "", from + i * step);
    }
    return !out->cut || no_memory(err);
}

static bool add_values(dado_sweep_parameter *dial, const char *text, dado_region *region,
                       dado_error *err)
{
    int most = 1;
    for (const char *s = text; *s; s++) most += *s == ',';
    const char **values = dado_new(region, const char *, most);
    double *numbers = dado_new(region, double, most);
    if (!values || !numbers) return no_memory(err);
    bool all = true;
    for (int i = 0; i < most; i++) {
        values[i] = dado_region_next_word(region, &text);
        if (!values[i]) return no_memory(err);
        if (!*values[i]) {
            return dado_fail(err, DADO_INVALID, "a value of %s is missing between commas",
                             dial->name);
        }
        for (int j = 0; j < i; j++) {
            if (strcmp(values[j], values[i]) != 0) continue;
            return dado_fail(err, DADO_INVALID, "%s has the value %s twice; remove one", dial->name,
                             values[i]);
        }
        all = all && dado_read_real(values[i], &numbers[i]);
    }
    dial->values = values;
    dial->numbers = all ? numbers : NULL;
    dial->count = most;
    return true;
}

bool dado_sweep_parameter_parse(dado_sweep_parameter *dial, const char *typed, bool *is_dial,
                                dado_region *region, dado_error *err)
{
    *dial = (dado_sweep_parameter){ 0 };
    const char *equals = strchr(typed, '=');
    if (!equals || equals == typed) {
        return dado_fail(err, DADO_INVALID, "an option is written NAME=VALUE, not \"%.60s\"",
                         typed);
    }
    dial->name = dado_region_copy(region, typed, (size_t)(equals - typed));
    if (!dial->name) return no_memory(err);
    const char *text = equals + 1;
    int64_t from, to, step;
    // A list of names in parentheses, (A, B), is a single value of a described game.
    *is_dial = text[0] != '(' && text[0] != '@' && (strchr(text, ',') || strstr(text, ".."));
    if (!*is_dial) return true;
    DADO_CLEANUP(dado_text_free) dado_text list = { 0 };
    if (parse_range(text, &from, &to, &step)) {
        return spell_range(dial->name, from, to, step, &list, err) &&
               add_values(dial, dado_text_string(&list), region, err);
    }
    if (!strchr(text, ',')) {
        return dado_fail(err, DADO_INVALID, "%s=%.40s is no range; write 5..50, or 5..50:5",
                         dial->name, text);
    }
    return add_values(dial, text, region, err);
}

static bool add_point(dado_sweep *sweep, const dado_sweep_config *plan, int number,
                      dado_game_source *source, dado_error *err)
{
    dado_sweep_point *point = &sweep->points[number];
    dado_option *turned = dado_new(&sweep->region, dado_option, plan->dial_count);
    if (!turned) return no_memory(err);
    int rest = number;
    for (int d = plan->dial_count - 1; d >= 0; d--) {
        point->place[d] = rest % plan->dials[d].count;
        rest /= plan->dials[d].count;
        turned[d] = (dado_option){ .name = plan->dials[d].name,
                                   .text = plan->dials[d].values[point->place[d]] };
    }
    dado_options dials = { turned, plan->dial_count }, all;
    if (!dado_options_join(&all, plan->options, &dials, &sweep->region, err)) return false;
    return plan->text ? dado_game_source_from_text(source, plan->game, plan->text, &all,
                                                   &sweep->region, err)
                      : dado_game_source_find(source, plan->game, &all, &sweep->region, err);
}

static bool make_points(dado_sweep *sweep, const dado_sweep_config *plan,
                        dado_game_source **sources, dado_error *err)
{
    int64_t count = 1;
    for (int d = 0; d < plan->dial_count; d++) {
        sweep->dials[d] = plan->dials[d];
        count *= plan->dials[d].count;
    }
    if (count > DADO_SWEEP_POINTS_MAX) {
        return dado_fail(err, DADO_LIMIT,
                         "a sweep of %" PRId64
                         " points is too large (at most %d); use fewer values",
                         count, DADO_SWEEP_POINTS_MAX);
    }
    sweep->dial_count = plan->dial_count;
    sweep->count = (int)count;
    sweep->points = dado_new(&sweep->region, dado_sweep_point, count);
    *sources = dado_new(&sweep->region, dado_game_source, count);
    if (!sweep->points || !*sources) return no_memory(err);
    for (int i = 0; i < sweep->count; i++) {
        sweep->points[i].quality = DADO_NONE;
        if (!add_point(sweep, plan, i, &(*sources)[i], err)) return false;
    }
    return true;
}

static void note_results(dado_sweep *sweep, const dado_results *results, const int *which)
{
    for (int c = 0; c < results->cell_count; c++) {
        const dado_cell *cell = &results->cells[c];
        dado_sweep_point *point = &sweep->points[which[c]];
        if (cell->error.status != DADO_OK) {
            point->error = cell->error;
            continue;
        }
        for (int m = 0; m < sweep->measures.count; m++) {
            if (cell->sums.matches) dado_moments_merge(&point->measures[m], &cell->sums.values[m]);
            point->across[m] = dado_cell_value(results, cell, m);
        }
        point->matches += cell->sums.matches;
    }
}

static void judge_points(dado_sweep *sweep, const dado_expectations *expect, dado_fit *fits)
{
    sweep->best = -1;
    for (int i = 0; i < sweep->count; i++) {
        dado_sweep_point *point = &sweep->points[i];
        int count = point->matches
                        ? dado_expectations_fit(expect, &sweep->measures, point->measures, NULL,
                                                point->across, fits)
                        : 0;
        point->quality = count ? dado_quality(fits, count) : DADO_NONE;
        bool better = sweep->best < 0 || point->quality > sweep->points[sweep->best].quality;
        if (!dado_is_none(point->quality) && !point->dropped && better) sweep->best = i;
    }
}

// A point that could not be rated is worse than any other.
static bool is_worse(const dado_sweep_point *a, const dado_sweep_point *b)
{
    if (dado_is_none(b->quality)) return false;
    return dado_is_none(a->quality) || a->quality < b->quality;
}

// Drops the worse half of the remaining points; returns how many are left.
static int drop_half(dado_sweep *sweep, int *which, int count)
{
    int keep = (count + 1) / 2;
    for (int i = 1; i < count; i++) {  // sorts by quality, best first
        int point = which[i], at = i;
        while (at > 0 && is_worse(&sweep->points[which[at - 1]], &sweep->points[point])) {
            which[at] = which[at - 1];
            at--;
        }
        which[at] = point;
    }
    for (int i = keep; i < count; i++) sweep->points[which[i]].dropped = true;
    return keep;
}

static bool play_points(const dado_sweep_config *plan, const dado_experiment_settings *how,
                        dado_sweep *sweep, const dado_game_source *sources, const int *which,
                        int count, int64_t matches, uint64_t seed, dado_error *err)
{
    dado_game_source *chosen = dado_new(&sweep->region, dado_game_source, count);
    if (!chosen) return no_memory(err);
    for (int i = 0; i < count; i++) chosen[i] = sources[which[i]];
    dado_plan experiment = plan->play;
    experiment.instances = chosen;
    experiment.instance_count = count;
    experiment.matches = matches;
    experiment.seed = seed;
    DADO_CLEANUP(dado_results_free) dado_results results = { 0 };
    if (!dado_experiment_run(&experiment, how, &results, err)) return false;
    note_results(sweep, &results, which);
    sweep->interrupted = sweep->interrupted || results.interrupted;
    sweep->run = results.run;
    sweep->planned += results.all;
    return true;
}

// The list of measures comes from the first point that opens.
static bool list_measures(dado_sweep *sweep, const dado_game_source *sources, dado_error *err)
{
    dado_game game;
    int first = 0;
    while (first < sweep->count &&
           !dado_game_source_open(&sources[first], &game, &sweep->region, err)) {
        first++;
    }
    if (first == sweep->count || !dado_measures_of(&sweep->measures, &game, &sweep->region, err)) {
        return false;
    }
    for (int i = 0; i < sweep->count; i++) {
        dado_sweep_point *point = &sweep->points[i];
        point->measures = dado_new(&sweep->region, dado_moments, sweep->measures.count);
        point->across = dado_new(&sweep->region, double, sweep->measures.count);
        if (!point->measures || !point->across) return no_memory(err);
    }
    return true;
}

bool dado_sweep_play(const dado_sweep_config *plan, const dado_experiment_settings *how,
                     dado_sweep *sweep, dado_error *err)
{
    enum { rounds = 4 };
    *sweep = (dado_sweep){ .best = -1 };
    dado_game_source *sources = NULL;
    dado_expectations expect = { 0 };
    bool wished = plan->expect_text != NULL;
    if (!make_points(sweep, plan, &sources, err) || !list_measures(sweep, sources, err) ||
        (wished && !dado_expectations_read(&expect, plan->expect_path, plan->expect_text,
                                           &sweep->measures, &sweep->region, err))) {
        return false;
    }
    if (plan->adaptive && !wished) {
        return dado_fail(err, DADO_INVALID,
                         "the best point can only be found with a target: give --target FILE");
    }
    if (plan->ready && !plan->ready(plan->context, &sweep->measures, err)) return false;
    int *which = dado_new(&sweep->region, int, sweep->count);
    dado_fit *fits = dado_new(&sweep->region, dado_fit, expect.count + 1);
    if (!which || !fits) return no_memory(err);
    for (int i = 0; i < sweep->count; i++) which[i] = i;
    int left = sweep->count;
    for (int round = 0; round < (plan->adaptive ? rounds : 1) && !sweep->interrupted; round++) {
        // First an eighth of the matches at every point, then an eighth, a quarter and a
        // half.
        int64_t all = plan->play.matches, matches = !plan->adaptive ? all
                                                    : round == 0    ? (all + 7) / 8
                                                                    : (all << (round - 1)) / 8;
        uint64_t seed = plan->play.seed;
        if (round) seed = dado_derive_seed(seed, (uint64_t)round);
        if (matches < 1) matches = 1;
        if (!play_points(plan, how, sweep, sources, which, left, matches, seed, err)) return false;
        if (wished) judge_points(sweep, &expect, fits);
        if (plan->adaptive && round < rounds - 1) left = drop_half(sweep, which, left);
    }
    return true;
}

void dado_sweep_free(dado_sweep *sweep)
{
    dado_region_free(&sweep->region);
    *sweep = (dado_sweep){ .best = -1 };
}

dado_estimate dado_sweep_point_value(const dado_sweep *sweep, const dado_sweep_point *point,
                                     int measure)
{
    if (!point->matches) return dado_estimate_none();
    const dado_moments *m = &point->measures[measure];
    return m->count ? dado_estimate_measure(sweep->measures.items[measure]->kind, m, 0.95)
                    : dado_estimate_real(point->across[measure]);
}
