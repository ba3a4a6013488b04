// tables.c - see tables.h.
#include "cli/tables.h"

#include <string.h>

#include "measure/words.h"

static int width_of(const char *text)
{
    return dado_text_width(text, strlen(text));
}

static void add_seats(const dado_results *results, const dado_cell *cell, int columns, bool colour,
                      dado_text *out)
{
    static const dado_sheet_column heads[] = {
        { "seat", true, 0 },       { "agent", false, 2 }, { "won alone", true, 3 },
        { "shared", true, 4 },     { "share", true, 0 },  { "95 %", true, 1 },
        { "mean score", true, 2 }, { "sd", true, 5 },
    };
    const dado_sums *sums = &cell->sums;
    double sign = results->game.lowest_wins ? -1.0 : 1.0;
    dado_sheet *sheet = dado_sheet_new(heads, 8);
    for (int p = 0; sheet && p < sums->players; p++) {
        dado_sheet_cellf(sheet, "%d", p);
        const dado_lineup *lineup = &results->plan->lineups[cell->lineup];
        const char *agent = dado_lineup_player(lineup, p)->typed;
        dado_sheet_cellf(sheet, "%.30s%s", agent, strlen(agent) > 30 ? "..." : "");
        int seat = dado_seat_of(results->game.side, p);  // partners win together
        dado_interval share = dado_win_share(sums->totals, seat, 0.95);
        dado_say_count(dado_sheet_begin(sheet), sums->totals->seat[seat].alone);
        dado_say_count(dado_sheet_begin(sheet), sums->totals->seat[seat].shared);
        dado_say_percent(dado_sheet_begin(sheet), share.value);
        dado_say_percents(dado_sheet_begin(sheet), share.low, share.high);
        dado_say_real(dado_sheet_begin(sheet), sign * sums->scores[p].mean);
        dado_say_real(dado_sheet_begin(sheet), dado_moments_sd(&sums->scores[p]));
    }
    if (!sheet) return;
    dado_sheet_print(sheet, columns, colour, out);
    dado_sheet_free(sheet);
}

// How a match ended is worth a line only where it was not how all did.
static bool goes_without_saying(const dado_measure *measure, double value)
{
    static const char *const never[] = { "stopped", "forfeited", "broken" };
    for (int i = 0; i < 3; i++) {
        if (strcmp(measure->name, never[i]) == 0) return value == 0.0;
    }
    return strcmp(measure->name, "finished") == 0 && value == 1.0;
}

static void add_measures(const dado_results *results, const dado_cell *cell, int columns,
                         bool colour, dado_text *out)
{
    static const dado_sheet_column heads[] = {
        { "measure", false, 0 }, { "mean", true, 0 }, { "95 %", true, 1 },    { "sd", true, 2 },
        { "least", true, 4 },    { "most", true, 4 }, { "matches", true, 3 },
    };
    dado_sheet *sheet = dado_sheet_new(heads, 7);
    for (int m = 0; sheet && m < results->measures.count; m++) {
        const dado_measure *measure = results->measures.items[m];
        bool across = m < results->measures.metrics && dado_metrics[m]->across;
        const dado_moments *v = &cell->sums.values[m];
        double value = dado_cell_value(results, cell, m);
        if (dado_is_none(value) || goes_without_saying(measure, value)) continue;
        dado_sheet_cell(sheet, measure->name);
        if (measure->kind == DADO_RATE) dado_say_percent(dado_sheet_begin(sheet), value);
        else dado_say_real(dado_sheet_begin(sheet), value);
        if (across) {
            for (int i = 0; i < 5; i++) dado_sheet_cell(sheet, "");
            continue;
        }
        if (measure->kind == DADO_RATE) {
            dado_interval i =
                dado_share_interval(v->mean * (double)v->count, (double)v->count, 0.95);
            dado_say_percents(dado_sheet_begin(sheet), i.low, i.high);
        } else if (v->count > 1 && v->least == v->most) {
            dado_sheet_cell(sheet, "always");
        } else {
            dado_interval i = dado_mean_interval(v, 0.95);
            dado_say_interval(dado_sheet_begin(sheet), i.low, i.high);
        }
        dado_say_real(dado_sheet_begin(sheet), v->count > 1 ? dado_moments_sd(v) : DADO_NONE);
        dado_say_real(dado_sheet_begin(sheet), v->least);
        dado_say_real(dado_sheet_begin(sheet), v->most);
        dado_say_count(dado_sheet_begin(sheet), v->count);
    }
    if (!sheet) return;
    dado_sheet_print(sheet, columns, colour, out);
    dado_sheet_free(sheet);
}

// A count, and what of it.
static void add_remark(int64_t count, const char *words, int columns, dado_text *out)
{
    dado_text remark = { 0 };
    dado_say_count(&remark, count);
    dado_text_addf(&remark, " %s", words);
    dado_text_add(out, "  ");
    dado_text_wrap(out, dado_text_string(&remark), 4, columns, 2);
    dado_text_char(out, '\n');
    dado_text_free(&remark);
}

static void add_ends(const dado_cell *cell, int columns, dado_text *out)
{
    static const char *const words[] = {
        "", "of the matches ended by giving up", "of the matches were stopped at the move limit",
        "of the matches broke off"
    };
    const dado_totals *totals = cell->sums.totals;
    for (int e = DADO_FORFEITED; e <= DADO_BROKEN; e++) {
        if (totals->ended[e]) add_remark(totals->ended[e], words[e], columns, out);
    }
    if (cell->broken_match < 0) return;
    dado_text_add(out, "  match ");
    dado_say_count(out, cell->broken_match);
    dado_text_add(out, " was the first of these: ");
    dado_error_print(&cell->broken, NULL, out);
    if (out->data[out->length - 1] != '\n') dado_text_char(out, '\n');
}

static void add_cell(const dado_results *results, const dado_cell *cell, int columns, bool colour,
                     dado_text *out)
{
    if (results->cell_count > 1) {
        dado_text_addf(out, "\n%s, %s\n", results->plan->instances[cell->instance].name,
                       results->plan->lineups[cell->lineup].name);
    }
    if (cell->error.status != DADO_OK) {
        dado_text_add(out, "  ");
        dado_error_print(&cell->error, NULL, out);
        if (out->data[out->length - 1] != '\n') dado_text_char(out, '\n');
    }
    if (!cell->sums.totals) return;
    dado_text_char(out, '\n');
    add_seats(results, cell, columns, colour, out);
    if (cell->sums.totals->tied) {
        add_remark(cell->sums.totals->tied, "matches had more than one in first place", columns,
                   out);
    }
    add_ends(cell, columns, out);
    dado_text_char(out, '\n');
    add_measures(results, cell, columns, colour, out);
}

// All options where they fit in a line or two, else those that somebody set.
static void add_options(const dado_results *results, int columns, dado_text *out)
{
    const char *all = results->game.options;
    if (!*all) return;
    if (width_of(all) <= 2 * columns) {
        dado_text_wrap(out, all, 2, columns, 0);
        dado_text_char(out, '\n');
        return;
    }
    const dado_options *set = &results->plan->instances[0].options;
    int shown = 0;
    for (int i = 0; i < set->count; i++) {
        if (strlen(set->items[i].text) > 60 || strchr(set->items[i].text, '\n')) continue;
        dado_text_addf(out, "%s%s=%s", shown++ ? " " : "", set->items[i].name, set->items[i].text);
    }
    if (shown) dado_text_char(out, '\n');
}

void dado_results_table(const dado_results *results, int columns, bool colour, dado_text *out)
{
    const dado_plan *plan = results->plan;
    if (colour) dado_text_add(out, "\033[1m");
    dado_text_add(out, results->game.rules->title);
    if (colour) dado_text_add(out, "\033[0m");
    dado_text_add(out, ", ");
    dado_say_count(out, results->matches);
    if (results->matches < results->all) {
        dado_text_add(out, " of ");
        dado_say_count(out, results->all);
    }
    dado_text_addf(out, " matches, seed %llu", (unsigned long long)plan->seed);
    dado_text_char(out, '\n');
    if (results->cell_count == 1) add_options(results, columns, out);
    for (int c = 0; c < results->cell_count; c++) {
        add_cell(results, &results->cells[c], columns, colour, out);
    }
}
