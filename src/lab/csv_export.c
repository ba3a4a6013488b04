// csv_export.c - writes matches as CSV for other programs; see experiment.h.
#include "lab/experiment.h"

#include <inttypes.h>
#include <string.h>

// Writes the column name of an option. An option with the name of a measure gets a
// prefix, so that no two columns have the same name.
static void csv_option_name(const dado_csv *csv, const char *name, dado_text *out)
{
    static const char *const taken[] = { "instance", "lineup", "match", "end" };
    bool clashes = dado_measures_find(&csv->results->measures, name) >= 0;
    for (int i = 0; i < 4; i++) clashes = clashes || strcmp(name, taken[i]) == 0;
    char whole[300];
    snprintf(whole, sizeof whole, "%s%s", clashes ? "option_" : "", name);
    dado_text_csv(out, whole);
}

// Writes one number for each seat or, if `row` is NULL, the names of their columns.
static void csv_seats(const char *name, const int32_t *row, int there, int players, int sign,
                      int add, dado_text *out)
{
    for (int p = 0; p < players; p++) {
        dado_text_char(out, ',');
        if (!row) dado_text_addf(out, "%s_p%d", name, p);
        else if (p < there) dado_text_addf(out, "%" PRId64, (int64_t)sign * row[p] + add);
    }
}

// Writes match `i` of a block or, if there is no block, the names of the columns.
static void csv_line(const dado_csv *csv, const dado_block *block, int i, dado_text *out)
{
    const dado_results *results = csv->results;
    const dado_plan *plan = results->plan;
    if (results->cell_count > 1) {
        dado_text_csv(out, block ? plan->instances[block->instance].name : "instance");
        dado_text_char(out, ',');
        dado_text_csv(out, block ? plan->lineups[block->lineup].name : "lineup");
        dado_text_char(out, ',');
    }
    for (int k = 0; k < csv->option_count; k++) {
        const char *name = csv->options[k];
        const char *set = block ? dado_plan_option(plan, block->instance, name) : NULL;
        if (!block) csv_option_name(csv, name, out);
        else if (set) dado_text_csv(out, set);
        dado_text_char(out, ',');
    }
    if (!block) dado_text_add(out, "match,end");
    else
        dado_text_addf(out, "%" PRId64 ",%s", block->first + i,
                       dado_match_end_names[block->ends[i]]);
    int players = results->game.players, there = block ? block->players : 0;
    int64_t at = (int64_t)i * there;
    csv_seats("score", block ? block->scores + at : NULL, there, players,
              results->game.lowest_wins ? -1 : 1, 0, out);
    csv_seats("place", block ? block->places + at : NULL, there, players, 1, 1, out);
    for (int m = 0; m < results->measures.count; m++) {
        if (m < results->measures.metrics && dado_metrics[m]->across) continue;
        dado_text_char(out, ',');
        double value = block ? dado_block_value(block, i, m) : DADO_NONE;
        if (!block) dado_text_csv(out, results->measures.items[m]->name);
        else if (!dado_is_none(value)) dado_text_real(out, value);
    }
    dado_text_char(out, '\n');
}

bool dado_csv_block(dado_csv *csv, const dado_block *block, dado_region *region, dado_text *out,
                    dado_error *err)
{
    if (!csv->options) {
        csv->options = dado_plan_options(csv->results->plan, &csv->option_count, region);
        if (!csv->options) return dado_fail(err, DADO_LIMIT, "no memory left for a table");
        csv_line(csv, NULL, 0, out);
    }
    for (int i = 0; block->players && i < block->count; i++) csv_line(csv, block, i, out);
    return true;
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
