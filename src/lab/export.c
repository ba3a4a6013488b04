// export.c - see export.h.
#include "lab/export.h"

#include <inttypes.h>
#include <string.h>

static const char *const end_names[] = { "finished", "forfeited", "stopped", "broken" };
static const char *const kind_names[] = { "count", "real", "ratio", "rate" };

static void name(dado_text *out, const char *key)
{
    char last = out->length ? out->data[out->length - 1] : '{';
    dado_text_addf(out, "%s\"%s\":", last == '{' || last == '[' ? "" : ",", key);
}

static void text(dado_text *out, const char *key, const char *value)
{
    name(out, key);
    if (value) dado_text_json(out, value);
    else dado_text_add(out, "null");
}

static void whole(dado_text *out, const char *key, int64_t value)
{
    name(out, key);
    dado_text_addf(out, "%" PRId64, value);
}

static void real(dado_text *out, const char *key, double value)
{
    name(out, key);
    dado_text_json_real(out, value);
}

static void interval(dado_text *out, const char *key, dado_interval i)
{
    name(out, key);
    dado_text_char(out, '[');
    dado_text_json_real(out, i.low);
    dado_text_char(out, ',');
    dado_text_json_real(out, i.high);
    dado_text_char(out, ']');
}

static void tell_moments(dado_text *out, const dado_moments *m)
{
    bool some = m->count > 0;
    whole(out, "matches", m->count);
    real(out, "mean", some ? m->mean : DADO_NONE);
    if (some) interval(out, "interval", dado_mean_interval(m, 0.95));
    else dado_text_add(out, ",\"interval\":null");
    real(out, "sd", m->count > 1 ? dado_moments_sd(m) : DADO_NONE);
    real(out, "least", some ? m->least : DADO_NONE);
    real(out, "most", some ? m->most : DADO_NONE);
}

static void tell_seats(dado_text *out, const dado_results *results, const dado_cell *cell)
{
    const dado_sums *sums = &cell->sums;
    double sign = results->game.lowest_wins ? -1.0 : 1.0;
    name(out, "seats");
    dado_text_char(out, '[');
    for (int p = 0; p < sums->players; p++) {
        dado_text_addf(out, "%s{\"seat\":%d", p ? "," : "", p);
        if (results->cell_count == 1) text(out, "agent", results->agents[p]);
        int side = dado_seat_of(results->game.side, p);  // partners win together
        const dado_seat_totals *seat = &sums->totals->seat[side];
        dado_interval share = dado_win_share(sums->totals, side, 0.95);
        if (results->game.side) whole(out, "side", side);
        whole(out, "alone", seat->alone);
        whole(out, "shared", seat->shared);
        real(out, "share", share.value);
        interval(out, "share_interval", share);
        const dado_moments *score = &sums->scores[p];
        real(out, "mean_score", score->count ? sign * score->mean : DADO_NONE);
        real(out, "sd_score", score->count > 1 ? dado_moments_sd(score) : DADO_NONE);
        real(out, "mean_effort", sums->effort[p].mean);
        dado_text_char(out, '}');
    }
    dado_text_char(out, ']');
}

static void tell_measures(dado_text *out, const dado_results *results, const dado_cell *cell)
{
    name(out, "measures");
    dado_text_char(out, '[');
    for (int m = 0; m < results->measures.count; m++) {
        const dado_measure *measure = results->measures.items[m];
        bool across = m < results->measures.metrics && dado_metrics[m]->across;
        dado_text_addf(out, "%s{", m ? "," : "");
        text(out, "name", measure->name);
        text(out, "kind", kind_names[measure->kind]);
        if (across) real(out, "value", dado_cell_value(results, cell, m));
        else tell_moments(out, &cell->sums.values[m]);
        if (!across && cell->sums.values[m].nonzero) {
            const dado_moments *moments = &cell->sums.values[m];
            whole(out, "nonzero", moments->nonzero);
            real(out, "nonzero_mean", moments->nonzero_mean);
            real(out, "nonzero_sd", dado_moments_nonzero_sd(moments));
        }
        dado_text_char(out, '}');
    }
    dado_text_char(out, ']');
}

static void tell_error(dado_text *out, const char *key, const dado_error *err)
{
    dado_text words = { 0 };
    dado_error_print(err, NULL, &words);
    while (words.length && words.data[words.length - 1] == '\n') words.data[--words.length] = '\0';
    text(out, key, dado_text_string(&words));
    dado_text_free(&words);
}

static void tell_cell(dado_text *out, const dado_results *results, const dado_cell *cell)
{
    const dado_plan *plan = results->plan;
    dado_text_char(out, '{');
    text(out, "instance", plan->instances[cell->instance].name);
    text(out, "lineup", plan->lineups[cell->lineup].name);
    if (cell->error.status != DADO_OK) tell_error(out, "error", &cell->error);
    const dado_totals *totals = cell->sums.totals;
    whole(out, "matches", cell->sums.matches);
    if (totals) {
        for (int e = 0; e < 4; e++) whole(out, end_names[e], totals->ended[e]);
        whole(out, "tied", totals->tied);
        if (cell->broken_match >= 0) {
            whole(out, "first_broken", cell->broken_match);
            tell_error(out, "why_broken", &cell->broken);
        }
        tell_seats(out, results, cell);
        tell_measures(out, results, cell);
    }
    dado_text_char(out, '}');
}

void dado_results_json(const dado_results *results, dado_text *out)
{
    const dado_plan *plan = results->plan;
    dado_text_char(out, '{');
    text(out, "game", plan->instances[0].name);
    text(out, "title", results->game.rules->title);
    text(out, "options", results->game.options);
    whole(out, "players", results->game.players);
    name(out, "seed");
    dado_text_addf(out, "%" PRIu64, plan->seed);
    whole(out, "planned", results->all);
    whole(out, "played", results->matches);
    name(out, "complete");
    dado_text_add(out, results->interrupted ? "false" : "true");
    name(out, "cells");
    dado_text_char(out, '[');
    for (int c = 0; c < results->cell_count; c++) {
        if (c) dado_text_char(out, ',');
        tell_cell(out, results, &results->cells[c]);
    }
    dado_text_add(out, "]}\n");
}

void dado_csv_head(const dado_results *results, int players, dado_text *out)
{
    if (results->cell_count > 1) dado_text_add(out, "instance,lineup,");
    dado_text_add(out, "match,end");
    for (int p = 0; p < players; p++) dado_text_addf(out, ",score_p%d", p);
    for (int p = 0; p < players; p++) dado_text_addf(out, ",place_p%d", p);
    for (int m = 0; m < results->measures.count; m++) {
        if (m < results->measures.metrics && dado_metrics[m]->across) continue;
        dado_text_char(out, ',');
        dado_text_csv(out, results->measures.items[m]->name);
    }
    dado_text_char(out, '\n');
}

static void csv_seats(const int32_t *row, int there, int players, int sign, int add, dado_text *out)
{
    for (int p = 0; p < players; p++) {
        if (p < there) dado_text_addf(out, ",%" PRId64, (int64_t)sign * row[p] + add);
        else dado_text_char(out, ',');
    }
}

void dado_csv_block(const dado_results *results, const dado_block *block, int players,
                    dado_text *out)
{
    if (block->players == 0) return;
    int sign = results->game.lowest_wins ? -1 : 1;
    for (int i = 0; i < block->count; i++) {
        if (results->cell_count > 1) {
            dado_text_csv(out, results->plan->instances[block->instance].name);
            dado_text_char(out, ',');
            dado_text_csv(out, results->plan->lineups[block->lineup].name);
            dado_text_char(out, ',');
        }
        dado_text_addf(out, "%" PRId64 ",%s", block->first + i, end_names[block->ends[i]]);
        int64_t at = (int64_t)i * block->players;
        csv_seats(block->scores + at, block->players, players, sign, 0, out);
        csv_seats(block->places + at, block->players, players, 1, 1, out);
        for (int m = 0; m < results->measures.count; m++) {
            if (m < results->measures.metrics && dado_metrics[m]->across) continue;
            double value = block->values[(int64_t)i * block->measures + m];
            dado_text_char(out, ',');
            if (!dado_is_none(value)) dado_text_real(out, value);
        }
        dado_text_char(out, '\n');
    }
}

void dado_csv_rounds(const dado_trace *trace, bool lowest_wins, dado_text *out)
{
    for (int round = 1; round <= trace->rounds; round++) {
        const int32_t *row = dado_trace_row(trace, round);
        for (int p = 0; p < trace->players; p++) {
            int64_t score = lowest_wins ? -(int64_t)row[p] : row[p];
            dado_text_addf(out, "%d;p%d;%" PRId64 "\n", round, p, score);
        }
    }
}
