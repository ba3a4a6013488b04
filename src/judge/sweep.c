// sweep.c - see sweep.h.
#include "judge/sweep.h"
#include "core/ends.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool no_memory(dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "no memory left for the sweep");
}

// "5..50" or "5..50:5"; false, without an error, if it is no range.
static bool parse_range(const char *text, int64_t *from, int64_t *to, int64_t *step)
{
    const char *dots = strstr(text, "..");
    char left[32] = "", right[32] = "";
    if (!dots || (size_t)(dots - text) >= sizeof left) return false;
    memcpy(left, text, (size_t)(dots - text));
    const char *colon = strchr(dots, ':');
    size_t length = colon ? (size_t)(colon - dots - 2) : strlen(dots + 2);
    if (length >= sizeof right) return false;
    memcpy(right, dots + 2, length);
    *step = 1;
    if (colon && (!dado_read_int(colon + 1, step) || *step < 1)) return false;
    return dado_read_int(left, from) && dado_read_int(right, to);
}

static bool add_range(dado_dial *dial, int64_t from, int64_t to, int64_t step, dado_arena *arena,
                      dado_error *err)
{
    if (to < from) return dado_fail(err, DADO_MEANING, "%s runs from high to low", dial->name);
    int64_t count = (to - from) / step + 1;
    if (count > DADO_SWEEP_MOST) {
        return dado_fail(err, DADO_LIMIT,
                         "%s would take %" PRId64 " values; give it a step, as in %s=%" PRId64
                         "..%" PRId64 ":%" PRId64,
                         dial->name, count, dial->name, from, to, (to - from) / 20 + 1);
    }
    const char **values = dado_new(arena, const char *, count);
    for (int64_t i = 0; values && i < count; i++) {
        char text[32];
        int length = snprintf(text, sizeof text, "%" PRId64, from + i * step);
        values[i] = dado_arena_copy(arena, text, (size_t)length);
        if (!values[i]) return no_memory(err);
    }
    dial->values = values;
    dial->count = (int)count;
    return values || no_memory(err);
}

static bool add_list(dado_dial *dial, const char *text, dado_arena *arena, dado_error *err)
{
    int most = 1;
    for (const char *s = text; *s; s++) most += *s == ',';
    const char **values = dado_new(arena, const char *, most);
    if (!values) return no_memory(err);
    for (int i = 0; i < most; i++) {
        size_t length = strcspn(text, ",");
        values[i] = dado_arena_copy(arena, text, length);
        if (!values[i]) return no_memory(err);
        if (!length) {
            return dado_fail(err, DADO_MEANING, "a value of %s is missing between commas",
                             dial->name);
        }
        for (int j = 0; j < i; j++) {
            if (strcmp(values[j], values[i]) != 0) continue;
            return dado_fail(err, DADO_MEANING, "%s is turned to %s twice", dial->name, values[i]);
        }
        text += length + (text[length] == ',');
    }
    dial->values = values;
    dial->count = most;
    return true;
}

bool dado_dial_parse(dado_dial *dial, const char *typed, bool *is_dial, dado_arena *arena,
                     dado_error *err)
{
    *dial = (dado_dial){ 0 };
    const char *equals = strchr(typed, '=');
    if (!equals || equals == typed) {
        return dado_fail(err, DADO_MEANING, "an option is written NAME=VALUE, not \"%.60s\"",
                         typed);
    }
    dial->name = dado_arena_copy(arena, typed, (size_t)(equals - typed));
    if (!dial->name) return no_memory(err);
    const char *text = equals + 1;
    int64_t from, to, step;
    // A list of names in parentheses, (A, B), is one value of a described game.
    *is_dial = text[0] != '(' && text[0] != '@' && (strchr(text, ',') || strstr(text, ".."));
    if (!*is_dial) return true;
    bool range = parse_range(text, &from, &to, &step);
    if (!range && !strchr(text, ',')) {
        return dado_fail(err, DADO_MEANING, "%s=%.40s is no range; write 5..50, or 5..50:5",
                         dial->name, text);
    }
    bool fine = range ? add_range(dial, from, to, step, arena, err)
                      : add_list(dial, text, arena, err);
    double *numbers = fine ? dado_new(arena, double, dial->count) : NULL;
    if (fine && !numbers) return no_memory(err);
    bool all = fine;
    for (int i = 0; fine && i < dial->count; i++) {
        all = all && dado_read_real(dial->values[i], &numbers[i]);
    }
    dial->numbers = all ? numbers : NULL;
    return fine;
}

static bool add_point(dado_sweep *sweep, const dado_sweep_plan *plan, int number,
                      dado_source *source, dado_error *err)
{
    dado_point *point = &sweep->points[number];
    dado_option *turned = dado_new(&sweep->arena, dado_option, plan->dial_count);
    if (!turned) return no_memory(err);
    int rest = number;
    for (int d = plan->dial_count - 1; d >= 0; d--) {
        point->place[d] = rest % plan->dials[d].count;
        rest /= plan->dials[d].count;
        turned[d] = (dado_option){ .name = plan->dials[d].name,
                                   .text = plan->dials[d].values[point->place[d]] };
    }
    dado_options dials = { turned, plan->dial_count }, all;
    if (!dado_options_join(&all, plan->options, &dials, &sweep->arena, err)) return false;
    return plan->text ? dado_source_text(source, plan->game, plan->text, &all, &sweep->arena, err)
                      : dado_source_find(source, plan->game, &all, &sweep->arena, err);
}

static bool make_points(dado_sweep *sweep, const dado_sweep_plan *plan, dado_source **sources,
                        dado_error *err)
{
    int64_t count = 1;
    for (int d = 0; d < plan->dial_count; d++) {
        sweep->dials[d] = plan->dials[d];
        count *= plan->dials[d].count;
    }
    if (count > DADO_SWEEP_MOST) {
        return dado_fail(err, DADO_LIMIT, "%" PRId64 " points are more than %d; use fewer values",
                         count, DADO_SWEEP_MOST);
    }
    sweep->dial_count = plan->dial_count;
    sweep->count = (int)count;
    sweep->points = dado_new(&sweep->arena, dado_point, count);
    *sources = dado_new(&sweep->arena, dado_source, count);
    if (!sweep->points || !*sources) return no_memory(err);
    for (int i = 0; i < sweep->count; i++) {
        sweep->points[i].quality = DADO_NONE;
        if (!add_point(sweep, plan, i, &(*sources)[i], err)) return false;
    }
    return true;
}

static bool note_results(dado_sweep *sweep, const dado_results *results, const int *which,
                         dado_error *err)
{
    for (int c = 0; c < results->cell_count; c++) {
        const dado_cell *cell = &results->cells[c];
        dado_point *point = &sweep->points[which[c]];
        if (cell->error.status != DADO_OK) {
            point->error = cell->error;
            continue;
        }
        int count = sweep->measures.count;
        if (!point->measures) {
            point->measures = dado_new(&sweep->arena, dado_moments, count);
            point->across = dado_new(&sweep->arena, double, count);
            if (!point->measures || !point->across) return no_memory(err);
        }
        for (int m = 0; m < count; m++) {
            if (cell->sums.matches) dado_moments_merge(&point->measures[m], &cell->sums.values[m]);
            point->across[m] = dado_cell_value(results, cell, m);
        }
        point->matches += cell->sums.matches;
    }
    return true;
}

static void judge_points(dado_sweep *sweep, const dado_expect *expect, dado_fit *fits)
{
    sweep->best = -1;
    for (int i = 0; i < sweep->count; i++) {
        dado_point *point = &sweep->points[i];
        int count = point->measures ? dado_wishes_fit(expect, &sweep->measures, point->measures,
                                                      NULL, point->across, fits)
                                    : 0;
        point->quality = count ? dado_quality(fits, count) : DADO_NONE;
        bool better = sweep->best < 0 || point->quality > sweep->points[sweep->best].quality;
        if (!dado_is_none(point->quality) && !point->dropped && better) sweep->best = i;
    }
}

// A point that could not be judged is worse than any other.
static bool is_worse(const dado_point *a, const dado_point *b)
{
    if (dado_is_none(b->quality)) return false;
    return dado_is_none(a->quality) || a->quality < b->quality;
}

// Drops the worse half of the points still in it; answers how many are left.
static int drop_half(dado_sweep *sweep, int *which, int count)
{
    int keep = (count + 1) / 2;
    for (int i = 1; i < count; i++) {  // by quality, the better first
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

static bool play_points(const dado_sweep_plan *plan, const dado_experiment_how *how,
                        dado_sweep *sweep, const dado_source *sources, const int *which, int count,
                        int64_t matches, uint64_t seed, dado_error *err)
{
    dado_source *chosen = dado_new(&sweep->arena, dado_source, count);
    if (!chosen) return no_memory(err);
    for (int i = 0; i < count; i++) chosen[i] = sources[which[i]];
    dado_plan experiment = {
        .instances = chosen, .instance_count = count, .lineups = plan->lineup, .lineup_count = 1,
        .matches = matches, .seed = seed, .move_limit = plan->move_limit, .command = plan->command,
        .reading = plan->reading, .six_only = plan->six_only,
    };
    DADO_ENDS(dado_results_free) dado_results results = { 0 };
    if (!dado_experiment_run(&experiment, how, &results, err) ||
        !note_results(sweep, &results, which, err)) {
        return false;
    }
    sweep->interrupted = sweep->interrupted || results.interrupted;
    sweep->run = results.run;
    sweep->planned += results.all;
    return true;
}

// What there is to measure is asked of the first point that opens.
static bool list_measures(dado_sweep *sweep, const dado_source *sources, dado_error *err)
{
    for (int i = 0; i < sweep->count; i++) {
        dado_game game;
        if (!dado_source_open(&sources[i], &game, &sweep->arena, err)) continue;
        return dado_measures_of(&sweep->measures, &game, &sweep->arena, err);
    }
    return false;
}

static bool read_wishes(const dado_sweep_plan *plan, dado_sweep *sweep, dado_expect *expect,
                        dado_error *err)
{
    if (!plan->expect_text) return true;
    return dado_expect_read(expect, plan->expect_path, plan->expect_text, &sweep->measures,
                            &sweep->arena, err);
}

bool dado_sweep_play(const dado_sweep_plan *plan, const dado_experiment_how *how,
                     dado_sweep *sweep, dado_error *err)
{
    enum { rounds = 4 };
    *sweep = (dado_sweep){ .best = -1 };
    dado_arena_init_generous(&sweep->arena);
    dado_source *sources = NULL;
    dado_expect expect = { 0 };
    if (!make_points(sweep, plan, &sources, err) || !list_measures(sweep, sources, err) ||
        !read_wishes(plan, sweep, &expect, err)) {
        return false;
    }
    bool wished = plan->expect_text != NULL;
    if (plan->adaptive && !wished) {
        return dado_fail(err, DADO_MEANING, "to look for the best point it must be known what is "
                                            "good: give --expect FILE");
    }
    if (plan->ready && !plan->ready(plan->context, &sweep->measures, err)) return false;
    int *which = dado_new(&sweep->arena, int, sweep->count);
    dado_fit *fits = dado_new(&sweep->arena, dado_fit, expect.count + 1);
    if (!which || !fits) return no_memory(err);
    for (int i = 0; i < sweep->count; i++) which[i] = i;
    int left = sweep->count;
    for (int round = 0; round < (plan->adaptive ? rounds : 1) && !sweep->interrupted; round++) {
        // An eighth of the matches everywhere, then an eighth, a quarter and a half of the rest.
        int64_t matches = !plan->adaptive ? plan->matches
                          : round == 0    ? (plan->matches + 7) / 8
                                          : (plan->matches << (round - 1)) / 8;
        uint64_t seed = round ? dado_derive(plan->seed, (uint64_t)round) : plan->seed;
        if (matches < 1) matches = 1;
        if (!play_points(plan, how, sweep, sources, which, left, matches, seed, err)) return false;
        if (wished) judge_points(sweep, &expect, fits);
        if (plan->adaptive && round < rounds - 1) left = drop_half(sweep, which, left);
    }
    return true;
}

void dado_sweep_free(dado_sweep *sweep)
{
    dado_arena_free(&sweep->arena);
    *sweep = (dado_sweep){ .best = -1 };
}

dado_figure dado_point_value(const dado_sweep *sweep, const dado_point *point, int measure)
{
    if (!point->measures) return dado_figure_none();
    const dado_moments *m = &point->measures[measure];
    return m->count ? dado_figure_measure(sweep->measures.items[measure]->kind, m, 0.95)
                    : dado_figure_real(point->across[measure]);
}
