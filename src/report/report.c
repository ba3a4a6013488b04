// report.c - what an experiment found, as parts of a document; see report.h.
//
// It is read from the top: what to remember, what it means, and only then the figures all of that
// rests on. Terminals show the tables and the verdicts; distributions are for pages and programs.
#include "report/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/words.h"

enum { most_points = 600 };  // of a curve by round; longer matches are thinned
enum { most_seats = 32 };    // drawn; a table has them all

static bool varies(const dado_finding *f)
{
    return f->count > 0 && f->most > f->least;
}

// --- how it went ---

// An instance, told from the others of its plan.
static void put_instance(dado_part *part, const dado_plan *plan, int instance)
{
    dado_text label = { 0 };
    dado_plan_label(plan, instance, &label);
    dado_put_words(part, dado_text_string(&label));
    dado_text_free(&label);
}

static void add_ends(dado_document *d, const dado_results *results)
{
    enum { own = 10, most_options = 50 };
    static const dado_field own_fields[own] = {
        { .name = "instance", .title = "instance", .kind = DADO_FIELD_WORDS },
        { .name = "lineup", .title = "line-up", .kind = DADO_FIELD_WORDS },
        { .name = "matches", .title = "matches", .kind = DADO_FIELD_NUMBER },
        { .name = "finished", .title = "finished", .kind = DADO_FIELD_NUMBER, .rank = 4 },
        { .name = "forfeited", .title = "given up", .kind = DADO_FIELD_NUMBER, .rank = 3 },
        { .name = "stopped", .title = "stopped", .kind = DADO_FIELD_NUMBER, .rank = 3 },
        { .name = "broken", .title = "broken off", .kind = DADO_FIELD_NUMBER, .rank = 2 },
        { .name = "tied", .title = "tied", .kind = DADO_FIELD_NUMBER, .rank = 2 },
        { .name = "first_broken", .title = "first broken", .kind = DADO_FIELD_NUMBER,
          .reader = DADO_FOR_PROGRAMS },
        { .name = "why", .title = "why", .kind = DADO_FIELD_WORDS, .rank = 1 },
    };
    dado_arena arena;
    dado_arena_init(&arena, 1 << 20);
    int options = 0;
    const char **names = dado_plan_options(results->plan, &options, &arena);
    if (!names) options = 0;
    if (options > most_options) options = most_options;
    dado_field fields[own + most_options];
    memcpy(fields, own_fields, sizeof own_fields);
    for (int i = 0; i < options; i++) {  // the label of the instance has them for people
        const char *name = names[i];
        for (int k = 0; k < own; k++) {
            if (strcmp(fields[k].name, name) == 0) name = dado_document_copyf(d, "option_%s", name);
        }
        fields[own + i] = (dado_field){ .name = name, .title = names[i],
                                        .kind = DADO_FIELD_WORDS, .reader = DADO_FOR_PROGRAMS };
    }
    dado_part *part = dado_document_table(d, "cells", fields, own + options);
    if (results->cell_count == 1) part->reader = DADO_FOR_PROGRAMS;
    else part->heading = "What was played";
    dado_text why = { 0 };
    for (int c = 0; c < results->cell_count; c++) {
        const dado_cell *cell = &results->cells[c];
        const dado_totals *totals = cell->sums.totals;
        put_instance(part, results->plan, cell->instance);
        dado_put_words(part, results->plan->lineups[cell->lineup].name);
        dado_put_whole(part, cell->sums.matches);
        for (int e = DADO_FINISHED; e <= DADO_BROKEN; e++) {
            dado_put_whole(part, totals ? totals->ended[e] : 0);
        }
        dado_put_whole(part, totals ? totals->tied : 0);
        if (cell->broken_match >= 0) dado_put_whole(part, cell->broken_match);
        else dado_put_none(part);
        dado_text_clear(&why);
        if (cell->error.status != DADO_OK) dado_error_print(&cell->error, NULL, &why);
        else if (cell->broken_match >= 0) dado_error_print(&cell->broken, NULL, &why);
        while (why.length && why.data[why.length - 1] == '\n') why.data[--why.length] = '\0';
        dado_put_words(part, why.length ? why.data : NULL);
        for (int i = 0; i < options; i++) {
            dado_put_words(part, dado_plan_option(results->plan, cell->instance, names[i]));
        }
    }
    dado_text_free(&why);
    dado_arena_free(&arena);
}

static void add_seats(dado_document *d, const dado_results *results)
{
    static const dado_field fields[] = {
        { .name = "instance", .title = "instance", .kind = DADO_FIELD_WORDS, .group = true,
          .reader = DADO_FOR_TERMINALS },
        { .name = "lineup", .title = "line-up", .kind = DADO_FIELD_WORDS, .group = true,
          .reader = DADO_FOR_TERMINALS },
        { .name = "seat", .title = "seat", .kind = DADO_FIELD_NUMBER },
        { .name = "side", .title = "side", .kind = DADO_FIELD_NUMBER, .reader = DADO_FOR_PROGRAMS },
        { .name = "agent", .title = "agent", .kind = DADO_FIELD_WORDS, .rank = 2 },
        { .name = "settings", .title = "settings", .kind = DADO_FIELD_WORDS,
          .reader = DADO_FOR_PROGRAMS, .about = "All of the agent's, as understood" },
        { .name = "alone", .title = "won alone", .kind = DADO_FIELD_NUMBER, .rank = 3,
          .about = "Matches won alone" },
        { .name = "shared", .title = "shared", .kind = DADO_FIELD_NUMBER, .rank = 4,
          .about = "First place shared with others" },
        { .name = "share", .title = "share", .kind = DADO_FIELD_ESTIMATE,
          .about = "Of all wins; shared ones are split evenly" },
        { .name = "mean_score", .title = "mean score", .kind = DADO_FIELD_NUMBER, .rank = 2 },
        { .name = "sd_score", .title = "sd", .kind = DADO_FIELD_NUMBER, .rank = 5,
          .about = "Sample standard deviation of the score" },
        { .name = "mean_effort", .title = "effort", .kind = DADO_FIELD_NUMBER,
          .reader = DADO_FOR_PROGRAMS, .about = "What the agent says it took" },
    };
    double sign = results->game.lowest_wins ? -1.0 : 1.0;
    dado_part *part = dado_document_table(d, "seats", fields, 12);
    for (int c = 0; c < results->cell_count; c++) {
        const dado_cell *cell = &results->cells[c];
        const dado_sums *sums = &cell->sums;
        const dado_lineup *lineup = &results->plan->lineups[cell->lineup];
        for (int p = 0; sums->totals && p < sums->players; p++) {
            int seat = dado_seat_of(results->game.side, p);  // partners win together
            put_instance(part, results->plan, cell->instance);
            dado_put_words(part, lineup->name);
            dado_put_whole(part, p);
            if (results->game.side) dado_put_whole(part, seat);
            else dado_put_none(part);
            dado_put_words(part, dado_lineup_player(lineup, p)->typed);
            dado_put_words(part, results->cell_count == 1 ? results->agents[p] : NULL);
            dado_put_whole(part, sums->totals->seat[seat].alone);
            dado_put_whole(part, sums->totals->seat[seat].shared);
            dado_put_figure(part,
                            dado_figure_between(dado_win_share(sums->totals, seat, 0.95),
                                                DADO_FIGURE_SHARE, sums->matches, 0.95));
            dado_put_real(part, sums->scores[p].count ? sign * sums->scores[p].mean : DADO_NONE);
            dado_put_real(part, sums->scores[p].count > 1 ? dado_moments_sd(&sums->scores[p])
                                                          : DADO_NONE);
            dado_put_real(part, sums->effort[p].mean);
        }
    }
}

// A count and what of it, below the table of seats.
static void add_remark(dado_document *d, const char *name, int64_t count, const char *words)
{
    dado_text remark = { 0 };
    dado_say_count(&remark, count);
    dado_text_addf(&remark, " %s", words);
    dado_part *part = dado_document_text(d, name, dado_text_string(&remark));
    part->attached = true;
    part->reader = DADO_FOR_TERMINALS;
    dado_text_free(&remark);
}

static void add_remarks(dado_document *d, const dado_cell *cell)
{
    static const char *const names[] = { "", "given_up", "stopped", "broken_off" };
    static const char *const words[] = {
        "", "of the matches ended by giving up", "of the matches were stopped at the move limit",
        "of the matches broke off"
    };
    const dado_totals *totals = cell->sums.totals;
    if (totals->tied) {
        add_remark(d, "tied", totals->tied, "matches had more than one in first place");
    }
    for (int e = DADO_FORFEITED; e <= DADO_BROKEN; e++) {
        if (totals->ended[e]) add_remark(d, names[e], totals->ended[e], words[e]);
    }
    if (cell->broken_match < 0) return;
    dado_text why = { 0 };
    dado_text_add(&why, "match ");
    dado_say_count(&why, cell->broken_match);
    dado_text_add(&why, " was the first of these: ");
    dado_error_print(&cell->broken, NULL, &why);
    dado_document_text(d, "first_broken", dado_text_string(&why))->attached = true;
    dado_text_free(&why);
}

// How a match ended is worth a line only where it was not how all did.
static bool goes_without_saying(const char *name, double value)
{
    static const char *const never[] = { "stopped", "forfeited", "broken" };
    for (int i = 0; i < 3; i++) {
        if (strcmp(name, never[i]) == 0) return value == 0.0;
    }
    return strcmp(name, "finished") == 0 && value == 1.0;
}

static const dado_field measure_fields[] = {
    { .name = "instance", .title = "instance", .kind = DADO_FIELD_WORDS, .group = true,
      .reader = DADO_FOR_TERMINALS },
    { .name = "lineup", .title = "line-up", .kind = DADO_FIELD_WORDS, .group = true,
      .reader = DADO_FOR_TERMINALS },
    { .name = "name", .title = "measure", .kind = DADO_FIELD_WORDS, .reader = DADO_FOR_TERMINALS },
    { .name = "title", .title = "Measure", .kind = DADO_FIELD_WORDS, .reader = DADO_FOR_PAGES },
    { .name = "kind", .title = "kind", .kind = DADO_FIELD_WORDS, .reader = DADO_FOR_PROGRAMS },
    { .name = "mean", .title = "mean", .kind = DADO_FIELD_ESTIMATE,
      .about = "Over all matches with a value; of a measure of all matches together, its value" },
    { .name = "sd", .title = "sd", .kind = DADO_FIELD_NUMBER, .rank = 2,
      .about = "Sample standard deviation" },
    { .name = "se", .title = "SE", .kind = DADO_FIELD_NUMBER, .reader = DADO_FOR_PAGES,
      .about = "Standard error of the mean" },
    { .name = "least", .title = "least", .kind = DADO_FIELD_NUMBER, .rank = 4 },
    { .name = "most", .title = "most", .kind = DADO_FIELD_NUMBER, .rank = 4 },
    { .name = "matches", .title = "matches", .kind = DADO_FIELD_NUMBER, .rank = 3,
      .about = "Matches that have a value" },
    { .name = "nonzero", .title = "Not 0", .kind = DADO_FIELD_NUMBER, .reader = DADO_FOR_PAGES,
      .about = "Matches where it is not zero" },
    { .name = "nonzero_mean", .title = "Mean if not 0", .kind = DADO_FIELD_NUMBER,
      .reader = DADO_FOR_PAGES, .about = "Over matches where it is not zero" },
};

static dado_figure mean_of(const dado_finding *m, double level)
{
    if (!dado_is_none(m->across)) return dado_figure_real(m->across);
    if (m->count == 0) return dado_figure_none();
    dado_figure_kind kind = m->kind == DADO_RATE ? DADO_FIGURE_SHARE : DADO_FIGURE_REAL;
    dado_interval mean = { m->mean, m->low, m->high };
    if (m->count == 1 && m->kind != DADO_RATE) mean.low = mean.high = DADO_NONE;
    return dado_figure_between(mean, kind, m->count, level);
}

static void put_measures(dado_part *part, const dado_findings *f, const dado_plan *plan,
                         const dado_cell *cell)
{
    static const char *const kinds[] = { "count", "real", "ratio", "rate" };
    for (int i = 0; i < f->measure_count; i++) {
        const dado_finding *m = &f->measures[i];
        bool some = m->count > 0;
        if (plan) put_instance(part, plan, cell->instance);
        else dado_put_words(part, f->game);
        dado_put_words(part, plan ? plan->lineups[cell->lineup].name : "");
        dado_put_words(part, m->name);
        dado_put_words(part, m->title);
        dado_put_words(part, kinds[m->kind]);
        dado_figure mean = mean_of(m, f->level);
        dado_put_figure(part, mean);
        if (dado_figure_is_none(mean) || goes_without_saying(m->name, mean.value)) {
            dado_put_aside(part);
        }
        dado_put_real(part, m->count > 1 ? m->sd : DADO_NONE);
        dado_put_real(part, m->count > 1 ? m->se : DADO_NONE);
        dado_put_real(part, some ? m->least : DADO_NONE);
        dado_put_real(part, some ? m->most : DADO_NONE);
        if (dado_is_none(m->across)) dado_put_whole(part, m->count);
        else dado_put_none(part);
        if (some) dado_put_whole(part, m->nonzero);
        else dado_put_none(part);
        dado_put_real(part, m->nonzero ? m->mean_nonzero : DADO_NONE);
    }
}

// All options where they fit in a line or two, else those that somebody set.
static void add_options(dado_document *d, const dado_results *results)
{
    enum { fits = 160 };
    const char *all = results->game.options;
    dado_text words = { 0 };
    const dado_options *set = &results->plan->instances[0].options;
    if (strlen(all) <= fits) dado_text_add(&words, all);
    for (int i = 0; strlen(all) > fits && i < set->count; i++) {
        if (strlen(set->items[i].text) > 60 || strchr(set->items[i].text, '\n')) continue;
        dado_text_addf(&words, "%s%s=%s", words.length ? " " : "", set->items[i].name,
                       set->items[i].text);
    }
    if (words.length) {
        dado_part *part = dado_document_text(d, "options", words.data);
        part->attached = part->small = true;
    }
    dado_text_free(&words);
}

static void add_said(dado_document *d, const dado_results *results)
{
    dado_text said = { 0 };
    dado_say_count(&said, results->matches);
    if (results->matches < results->all) {
        dado_text_add(&said, " of ");
        dado_say_count(&said, results->all);
    }
    dado_text_addf(&said, " matches, seed %" PRIu64, results->plan->seed);
    d->said = dado_document_copy(d, dado_text_string(&said));
    dado_text_free(&said);
}

// --- what to remember ---

static void add_figures(dado_document *d, const dado_findings *f)
{
    dado_part *part = dado_document_facts(d, "remember");
    part->large = true;
    part->reader = DADO_FOR_PAGES;
    char about[80];
    dado_text words = dado_text_over(about, sizeof about);
    dado_fact_figure(part, "matches", f->matches == 1 ? "match" : "matches",
                     dado_figure_whole(f->matches));
    dado_text_addf(&words, "seed %" PRIu64, f->seed);
    dado_fact_about(part, about);
    if (f->judged) {
        dado_fact_figure(part, "quality", "quality", dado_figure_real(f->quality));
        dado_fact_about(part, f->expectations);
    }
    const dado_finding *rounds = dado_finding_named(f, "rounds");
    if (rounds && rounds->count) {
        dado_text_clear(&words);
        dado_say_real(&words, rounds->least);
        dado_text_add(&words, " to ");
        dado_say_real(&words, rounds->most);
        dado_fact_figure(part, "rounds", "rounds a match", dado_figure_real(rounds->mean));
        dado_fact_about(part, varies(rounds) ? about : "always");
    }
    if (f->seat_count > 1 && f->matches) {
        double best = 0, worst = 1;
        char range[60];
        dado_text value = dado_text_over(range, sizeof range);
        for (int p = 0; p < f->seat_count; p++) {
            best = fmax(best, f->seats[p].share);
            worst = fmin(worst, f->seats[p].share);
        }
        dado_say_percents(&value, worst, best);
        dado_fact_words(part, "wins", "share of wins by seat", range);
        dado_text_clear(&words);
        dado_text_addf(&words, "%.1f %% would be even", 100.0 / f->seat_count);
        dado_fact_about(part, about);
        dado_fact_figure(part, "ties", "ties",
                         dado_figure_share((double)f->ties / (double)f->matches));
        dado_fact_about(part, "first place shared");
    } else {
        const dado_finding *win = dado_finding_named(f, "win");
        if (win && win->count) {
            dado_fact_figure(part, "won", "won", dado_figure_share(win->mean));
        }
    }
}

static void add_verdicts(dado_document *d, const dado_findings *f)
{
    dado_verdict list[DADO_VERDICTS];
    int count = dado_verdicts_of(f, list);
    if (count == 0) return;
    dado_document_verdicts(d, "verdicts", list, count)->heading = "Verdict";
    dado_part *note = dado_document_textf(
        d, "verdicts_note",
        "Intervals in brackets are at %.1f %% each, so that all claims together are right "
        "in 95 runs of 100. A claim is made only if its whole interval lies on one side.",
        list[0].level * 100);
    note->small = true;
    note->reader = DADO_FOR_PAGES;
}

// --- who wins ---

static void number_names(const char *word, int count, char (*names)[24], const char **labels)
{
    for (int p = 0; p < count; p++) {
        snprintf(names[p], sizeof names[p], "%s %d", word, p);
        labels[p] = names[p];
    }
}

static void add_wins(dado_document *d, const dado_findings *f)
{
    if (f->seat_count < 2 || f->seat_count > most_seats) return;
    char names[most_seats][24];
    const char *labels[most_seats];
    double share[most_seats], low[most_seats], high[most_seats];
    number_names(dado_seat_word(f), f->seat_count, names, labels);
    for (int p = 0; p < f->seat_count; p++) {
        share[p] = f->seats[p].share;
        low[p] = f->seats[p].low;
        high[p] = f->seats[p].high;
    }
    dado_series bars = {
        .mark = DADO_BARS, .count = f->seat_count, .y = share, .low = low, .high = high
    };
    dado_rule even = { .at = 1.0 / f->seat_count, .label = "even" };
    dado_chart chart = {
        .title = "Share of wins",
        .about = "Share of wins of each seat, ties split, with intervals.",
        .x = { .labels = labels, .label_count = f->seat_count },
        .y = { .title = "ties split, with intervals", .percent = true },
        .series = &bars,
        .count = 1,
        .rules = &even,
        .rule_count = 1,
    };
    dado_document_chart(d, "wins", &chart)->heading = "Who wins";
}

// The same as numbers, for those without results at hand.
static void add_found_seats(dado_document *d, const dado_findings *f)
{
    const dado_field fields[] = {
        { .name = "seat", .title = dado_seat_word(f), .kind = DADO_FIELD_NUMBER },
        { .name = "agent", .title = "Player", .kind = DADO_FIELD_WORDS },
        { .name = "alone", .title = "Alone", .kind = DADO_FIELD_NUMBER },
        { .name = "shared", .title = "Shared", .kind = DADO_FIELD_NUMBER },
        { .name = "share", .title = "Wins", .kind = DADO_FIELD_ESTIMATE },
        { .name = "mean_score", .title = "Score", .kind = DADO_FIELD_NUMBER },
        { .name = "sd_score", .title = "SD", .kind = DADO_FIELD_NUMBER },
    };
    if (f->seat_count < 2) return;
    dado_part *part = dado_document_table(d, "seats", fields, 7);
    for (int p = 0; p < f->seat_count; p++) {
        const dado_seat_finding *seat = &f->seats[p];
        dado_put_whole(part, p);
        dado_put_words(part, seat->agent);
        dado_put_whole(part, seat->alone);
        dado_put_whole(part, seat->shared);
        dado_put_figure(part, dado_figure_between(
                                  (dado_interval){ seat->share, seat->low, seat->high },
                                  DADO_FIGURE_SHARE, f->matches, f->level));
        dado_put_real(part, f->lowest_wins ? -seat->mean_score : seat->mean_score);
        dado_put_real(part, seat->sd_score);
    }
}

// --- what was wished for ---

static void add_expectations(dado_document *d, const dado_findings *f)
{
    static const dado_field fields[] = {
        { .name = "name", .title = "expected of", .kind = DADO_FIELD_WORDS },
        { .name = "target", .title = "target", .kind = DADO_FIELD_NUMBER, .rank = 1 },
        { .name = "low", .title = "from", .kind = DADO_FIELD_NUMBER, .rank = 2,
          .about = "Where the window begins" },
        { .name = "high", .title = "to", .kind = DADO_FIELD_NUMBER, .rank = 2,
          .about = "Where the window ends" },
        { .name = "found", .title = "mean", .kind = DADO_FIELD_NUMBER, .rank = 1 },
        { .name = "quality", .title = "quality", .kind = DADO_FIELD_NUMBER,
          .about = "Chance to be in the window" },
        { .name = "weight", .title = "weight", .kind = DADO_FIELD_NUMBER,
          .reader = DADO_FOR_PAGES },
    };
    if (!f->judged) return;
    dado_part *part = dado_document_table(d, "expected", fields, 7);
    part->heading = "Expectations";
    for (int i = 0; i < f->measure_count; i++) {
        const dado_finding *m = &f->measures[i];
        if (!m->expected) continue;
        dado_put_words(part, m->name);
        dado_put_real(part, m->target);
        dado_put_real(part, m->window_low);
        dado_put_real(part, m->window_high);
        dado_put_real(part, dado_is_none(m->across) ? m->mean : m->across);
        dado_put_real(part, m->quality);
        dado_put_real(part, m->weight);
    }
    dado_part *total = dado_document_facts(d, "quality");
    total->attached = true;
    char label[200];
    snprintf(label, sizeof label, "quality by %.160s:", f->expectations);
    dado_fact_figure(total, "quality", label, dado_figure_real(f->quality));
}

// --- distributions ---

static void add_distribution(dado_document *d, const dado_finding *m)
{
    double curve[256];
    int points = m->curve_count <= 256 ? m->curve_count : 0;
    double width = m->bin_count ? m->bin_to[0] - m->bin_from[0] : 0;
    for (int i = 0; i < points; i++) curve[i] = m->curve_density[i] * (double)m->count * width;
    dado_series series[] = {
        { .mark = DADO_BARS,
          .count = m->bin_count,
          .x = m->bin_from,
          .x_end = m->bin_to,
          .y = m->bin_matches,
          .colour = 1 },
        { .mark = DADO_LINE, .count = points, .x = m->curve_at, .y = curve, .colour = 2 },
    };
    char label[60], about[200], name[120];
    dado_text words = dado_text_over(label, sizeof label);
    dado_text_add(&words, "mean ");
    dado_say_real(&words, m->mean);
    dado_rule rules[] = {
        { .at = m->mean, .upright = true, .label = label },
        { .at = m->window_low, .upright = true },
        { .at = m->window_high, .upright = true, .label = "wished" },
    };
    dado_text said = dado_text_over(about, sizeof about);
    dado_text_addf(&said, "Histogram of %.80s: ", m->title);
    dado_text_add(&said, label);
    dado_text_add(&said, ", from ");
    dado_say_real(&said, m->least);
    dado_text_add(&said, " to ");
    dado_say_real(&said, m->most);
    dado_text_add(&said, ".");
    dado_chart chart = {
        .title = m->title,
        .about = about,
        .x = { .whole = m->whole },
        .y = { .title = "matches", .whole = true },
        .series = series,
        .count = points ? 2 : 1,
        .rules = rules,
        .rule_count = m->expected ? 3 : 1,
        .height = 250,
    };
    snprintf(name, sizeof name, "distribution_%.100s", m->name);
    dado_document_chart(d, name, &chart)->small = true;
}

// Shares of matches are not distributions: they stand together, with their intervals.
static void add_rates(dado_document *d, const dado_findings *f)
{
    enum { most = 24 };
    const char *labels[most];
    double share[most], low[most], high[most];
    int count = 0;
    for (int i = 0; i < f->measure_count && count < most; i++) {
        const dado_finding *m = &f->measures[i];
        if (m->kind != DADO_RATE || m->count == 0) continue;
        labels[count] = m->title;
        share[count] = m->mean;
        low[count] = m->low;
        high[count++] = m->high;
    }
    if (count == 0) return;
    dado_series dots = { .mark = DADO_DOTS, .count = count, .y = share, .low = low, .high = high };
    dado_chart chart = {
        .title = "Shares of matches",
        .flat = true,
        .about = "Measures that are true or not of a match, with intervals.",
        .x = { .labels = labels, .label_count = count },
        .y = { .percent = true, .least = 0, .most = 1 },
        .series = &dots,
        .count = 1,
        .height = 60 + 26.0 * count,
    };
    dado_document_chart(d, "rates", &chart)->small = true;
}

static void add_distributions(dado_document *d, const dado_findings *f)
{
    dado_part *before = d->last;
    for (int i = 0; i < f->measure_count; i++) {
        const dado_finding *m = &f->measures[i];
        if (m->kind != DADO_RATE && m->bin_count > 1 && varies(m)) add_distribution(d, m);
    }
    add_rates(d, f);
    dado_part *first = before ? before->next : d->first;
    if (first) first->heading = "How matches differ";
}

// --- one match ---

static int32_t place_in(const int32_t *row, int players, int seat)
{
    int32_t place = 1;
    for (int p = 0; p < players; p++) place += row[p] > row[seat];
    return place;
}

// Scores or places of every seat, row by row; `at` and `values` have room for all points.
static dado_part *add_race(dado_document *d, const dado_findings *f, bool places, double *at,
                           double *values)
{
    char names[most_seats][24];
    const char *labels[most_seats];
    dado_series series[most_seats];
    int stride = 1 + f->rounds / most_points, first = places && f->rounds > 0, points = 0;
    number_names("Seat", f->players, names, labels);
    for (int round = first; round <= f->rounds; round += stride, points++) {
        const int32_t *row = f->rows + (int64_t)round * f->players;
        at[points] = round;
        for (int p = 0; p < f->players; p++) {
            double *curve = values + p * (most_points + 2);
            if (places) curve[points] = place_in(row, f->players, p);
            else curve[points] = f->lowest_wins ? -row[p] : row[p];
        }
    }
    for (int p = 0; p < f->players; p++) {
        series[p] = (dado_series){ .name = f->players > 1 ? labels[p] : NULL,
                                   .mark = places ? DADO_LINE : DADO_STEP,
                                   .count = points,
                                   .x = at,
                                   .y = values + p * (most_points + 2) };
    }
    dado_chart chart = {
        .title = places ? "Place by round" : "Score by round",
        .about = places ? "The place of each seat after every round."
                        : "The score of each seat after every round.",
        .x = { .title = "round", .whole = true },
        .y = { .title = places ? "place" : "score",
               .whole = true,
               .downward = places,
               .least = places ? 0.8 : 0,
               .most = places ? f->players + 0.2 : 0 },
        .series = series,
        .count = f->players,
        .width = 560,
        .height = 310,
    };
    return dado_document_chart(d, places ? "places" : "scores", &chart);
}

static void add_match(dado_document *d, const dado_findings *f)
{
    if (f->rounds < 1 || !f->rows || f->players > most_seats) return;
    double *room = calloc((size_t)(f->players + 1) * (most_points + 2), sizeof *room);
    if (!room) return;
    dado_text heading = { 0 };
    dado_text_add(&heading, "Match ");
    dado_say_count(&heading, f->match);
    dado_text_add(&heading, ", round by round");
    dado_part *scores = add_race(d, f, false, room, room + most_points + 2);
    scores->heading = dado_document_copy(d, dado_text_string(&heading));
    if (f->players > 1) add_race(d, f, true, room, room + most_points + 2);
    dado_text_free(&heading);
    free(room);
}

// --- tables ---

static void add_quantiles(dado_document *d, const dado_findings *f)
{
    static const dado_field fields[] = {
        { .name = "name", .title = "name", .reader = DADO_FOR_PROGRAMS },
        { .name = "title", .title = "Measure", .kind = DADO_FIELD_WORDS },
        { .name = "least", .title = "Least", .kind = DADO_FIELD_NUMBER },
        { .name = "tenth", .title = "10 %", .kind = DADO_FIELD_NUMBER },
        { .name = "lower_quartile", .title = "25 %", .kind = DADO_FIELD_NUMBER },
        { .name = "median", .title = "Median", .kind = DADO_FIELD_NUMBER },
        { .name = "upper_quartile", .title = "75 %", .kind = DADO_FIELD_NUMBER },
        { .name = "ninetieth", .title = "90 %", .kind = DADO_FIELD_NUMBER },
        { .name = "most", .title = "Most", .kind = DADO_FIELD_NUMBER },
        { .name = "shape", .title = "Shape", .kind = DADO_FIELD_CURVE,
          .about = "Matches by value, from the least to the most" },
    };
    dado_part *part = dado_document_table(d, "quantiles", fields, 10);
    part->caption = "Quantiles";
    part->reader = DADO_FOR_PAGES;
    for (int i = 0; i < f->measure_count; i++) {
        const dado_finding *m = &f->measures[i];
        if (m->count == 0 || m->kind == DADO_RATE) continue;
        const double order[] = { m->least,          m->tenth,     m->lower_quartile, m->median,
                                 m->upper_quartile, m->ninetieth, m->most };
        dado_put_words(part, m->name);
        dado_put_words(part, m->title);
        for (int k = 0; k < 7; k++) dado_put_real(part, order[k]);
        dado_put_curve(part, m->bin_matches, m->bin_count);
    }
}

static void add_meanings(dado_document *d, const dado_findings *f)
{
    dado_part *part = dado_document_facts(d, "meanings");
    part->heading = "What the measures mean";
    part->folded = true;
    part->reader = DADO_FOR_PAGES;
    for (int i = 0; i < f->measure_count; i++) {
        const dado_finding *m = &f->measures[i];
        if (m->about) dado_fact_words(part, m->name, m->title, m->about);
    }
}

// --- rules at work ---

// The line a place names, as it stands in the text.
static const char *line_of(const char *text, int line, int *length)
{
    *length = 0;
    for (; text && line > 1; line--) {
        text = strchr(text, '\n');
        if (text) text++;
    }
    if (!text) return "";
    while (*text == ' ' || *text == '\t') text++;
    *length = (int)strcspn(text, "\r\n");
    return text;
}

void dado_report_rules(dado_document *d, const dado_coverage *c, const char *text)
{
    enum { most_shown = 12, most_words = 90 };
    static const char *const states[] = { "live", "never", "always" };
    static const dado_field fields[] = {
        { .name = "place", .title = "", .kind = DADO_FIELD_WORDS, .reader = DADO_FOR_TERMINALS },
        { .name = "line", .title = "Line", .kind = DADO_FIELD_NUMBER, .reader = DADO_FOR_PAGES },
        { .name = "column", .title = "Column", .kind = DADO_FIELD_NUMBER,
          .reader = DADO_FOR_PROGRAMS },
        { .name = "kind", .title = "Kind", .kind = DADO_FIELD_WORDS, .reader = DADO_FOR_PAGES },
        { .name = "held", .title = "Held", .kind = DADO_FIELD_NUMBER, .reader = DADO_FOR_PAGES },
        { .name = "failed", .title = "Did not hold", .kind = DADO_FIELD_NUMBER,
          .reader = DADO_FOR_PAGES },
        { .name = "state", .title = "State", .kind = DADO_FIELD_WORDS,
          .reader = DADO_FOR_PROGRAMS },
        { .name = "verdict", .title = "", .kind = DADO_FIELD_WORDS, .rank = 1 },
        { .name = "rule", .title = "", .kind = DADO_FIELD_WORDS },
    };
    if (c->count == 0) return;
    dado_part *head = dado_document_textf(
        d, "rules_said",
        "%d of %d rules never fired and %d conditions were always true, in %" PRId64 " matches.",
        c->never, c->count, c->always, c->matches);
    head->heading = "Rules at work";
    if (c->never + c->always == 0) head->reader = DADO_FOR_PAGES;
    dado_part *part = dado_document_table(d, "rules", fields, 9);
    part->attached = true;
    if (c->never + c->always == 0) part->reader = DADO_FOR_PAGES;
    for (int i = 0, shown = 0; i < c->count; i++) {
        const dado_rule_use *r = &c->rules[i];
        int length;
        const char *line = line_of(text, r->place.line, &length);
        bool live = r->state == DADO_RULE_LIVE;
        dado_put_wordsf(part, "%s:%d:%d:", r->place.source ? r->place.source : "", r->place.line,
                        r->place.column);
        if (live || shown++ >= most_shown) dado_put_aside(part);
        dado_put_whole(part, r->place.line);
        dado_put_whole(part, r->place.column);
        dado_put_words(part, r->kind);
        dado_put_whole(part, r->held);
        dado_put_whole(part, r->failed);
        dado_put_words(part, states[r->state]);
        dado_put_words(part, live ? "" : dado_rule_words(r));
        dado_put_wordsf(part, "%.*s", length > most_words ? most_words : length, line);
    }
    int rest = c->never + c->always - most_shown;
    if (rest <= 0) return;
    dado_part *more = dado_document_textf(d, "rules_more",
                                          "... and %d more; a page lists them all", rest);
    more->attached = true;
    more->reader = DADO_FOR_TERMINALS;
}

static void add_measures(dado_document *d, const dado_results *results,
                         const dado_findings *findings)
{
    dado_part *part = dado_document_table(d, "measures", measure_fields,
                                          sizeof measure_fields / sizeof *measure_fields);
    part->heading = "All measures";
    if (!results) put_measures(part, findings, NULL, NULL);
    for (int c = 0, found = 0; results && c < results->cell_count; c++) {
        const dado_cell *cell = &results->cells[c];
        if (!cell->sums.totals) continue;
        put_measures(part, &findings[found++], results->plan, cell);
    }
}

static void add_head(dado_document *d, const dado_results *results)
{
    d->title = dado_document_copy(d, results->game.rules->title);
    d->about = dado_document_copy(d, results->game.rules->about);
    d->plan = dado_plan_hash(results->plan);
    d->rules = dado_source_hash(&results->plan->instances[0]);
    d->unfinished = results->interrupted;
    add_said(d, results);
    if (results->cell_count == 1) add_options(d, results);
    add_ends(d, results);
}

void dado_report_experiment(dado_document *d, const dado_results *results,
                            const dado_findings *findings)
{
    // Verdicts and distributions are about one cell; a grid is shown cell by cell without them.
    bool one = !results || (results->cell_count == 1 && results->cells[0].sums.totals);
    if (results) add_head(d, results);
    if (one) add_figures(d, findings);
    if (one) add_verdicts(d, findings);
    if (one) add_wins(d, findings);
    if (results) add_seats(d, results);
    else add_found_seats(d, findings);
    if (results && one) add_remarks(d, &results->cells[0]);
    if (one) add_expectations(d, findings);
    if (one) add_distributions(d, findings);
    if (one) add_match(d, findings);
    add_measures(d, results, findings);
    if (one) add_quantiles(d, findings);
    if (one) add_meanings(d, findings);
    if (one && findings->coverage) dado_report_rules(d, findings->coverage, findings->rules_text);
}
