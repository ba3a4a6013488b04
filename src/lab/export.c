// export.c - see export.h.
#include "lab/export.h"

#include <inttypes.h>
#include <string.h>

bool dado_csv_begin(dado_csv *csv, const dado_results *results, dado_arena *arena, dado_error *err)
{
    *csv = (dado_csv){ .results = results, .players = results->game.players };
    csv->options = dado_plan_options(results->plan, &csv->option_count, arena);
    return csv->options || dado_fail(err, DADO_LIMIT, "no memory left for the names of options");
}

// No two columns have one name: an option called like a measure says what it is.
static void csv_option_name(const dado_csv *csv, const char *name, dado_text *out)
{
    static const char *const taken[] = { "instance", "lineup", "match", "end" };
    bool clashes = dado_measures_find(&csv->results->measures, name) >= 0;
    for (int i = 0; i < 4; i++) clashes = clashes || strcmp(name, taken[i]) == 0;
    char whole[300];
    snprintf(whole, sizeof whole, "%s%s", clashes ? "option_" : "", name);
    dado_text_csv(out, whole);
    dado_text_char(out, ',');
}

void dado_csv_head(const dado_csv *csv, dado_text *out)
{
    const dado_results *results = csv->results;
    int players = csv->players;
    if (results->cell_count > 1) dado_text_add(out, "instance,lineup,");
    for (int i = 0; i < csv->option_count; i++) csv_option_name(csv, csv->options[i], out);
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

void dado_csv_block(const dado_csv *csv, const dado_block *block, dado_text *out)
{
    const dado_results *results = csv->results;
    int players = csv->players;
    if (block->players == 0) return;
    int sign = results->game.lowest_wins ? -1 : 1;
    for (int i = 0; i < block->count; i++) {
        if (results->cell_count > 1) {
            dado_text_csv(out, results->plan->instances[block->instance].name);
            dado_text_char(out, ',');
            dado_text_csv(out, results->plan->lineups[block->lineup].name);
            dado_text_char(out, ',');
        }
        for (int k = 0; k < csv->option_count; k++) {
            const char *set = dado_plan_option(results->plan, block->instance, csv->options[k]);
            if (set) dado_text_csv(out, set);
            dado_text_char(out, ',');
        }
        dado_text_addf(out, "%" PRId64 ",%s", block->first + i, dado_end_names[block->ends[i]]);
        int64_t at = (int64_t)i * block->players;
        csv_seats(block->scores + at, block->players, players, sign, 0, out);
        csv_seats(block->places + at, block->players, players, 1, 1, out);
        for (int m = 0; m < results->measures.count; m++) {
            if (m < results->measures.metrics && dado_metrics[m]->across) continue;
            double value = dado_block_value(block, i, m);
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
