// report.c - the page about one experiment; see report.h.
//
// It is read from the top: what to remember, what it means, and only then the
// figures all of that rests on. The last section is what makes it science: the
// command and the seed that give the same page again.
#include "report/report.h"
#include "report/rules.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/words.h"

enum { most_points = 600 };  // of a curve by round; longer matches are thinned

static bool varies(const dado_finding *f)
{
    return f->count > 0 && f->most > f->least;
}

// --- what to remember ---

static void figure_share(dado_page *page, double share, const char *label, const char *detail)
{
    char buffer[40];
    dado_text value = dado_text_over(buffer, sizeof buffer);
    dado_say_percent(&value, share);
    dado_page_figure(page, buffer, label, detail);
}

static void figures(const dado_findings *f, dado_page *page)
{
    char value[60], detail[80];
    dado_text out = dado_text_over(value, sizeof value);
    dado_page_figures_begin(page);
    dado_say_count(&out, f->matches);
    snprintf(detail, sizeof detail, "seed %" PRIu64, f->seed);
    dado_page_figure(page, value, f->matches == 1 ? "match" : "matches", detail);
    if (f->judged) {
        snprintf(value, sizeof value, "%.3f", f->quality);
        dado_page_figure(page, value, "quality", f->expectations);
    }
    const dado_finding *rounds = dado_finding_named(f, "rounds");
    if (rounds && rounds->count) {
        dado_text_clear(&out);
        dado_say_real(&out, rounds->mean);
        dado_text range = dado_text_over(detail, sizeof detail);
        dado_say_real(&range, rounds->least);
        dado_text_add(&range, " to ");
        dado_say_real(&range, rounds->most);
        dado_page_figure(page, value, "rounds a match", varies(rounds) ? detail : "always");
    }
    if (f->seat_count > 1) {
        double best = 0, worst = 1;
        for (int p = 0; p < f->seat_count; p++) {
            best = fmax(best, f->seats[p].share);
            worst = fmin(worst, f->seats[p].share);
        }
        snprintf(detail, sizeof detail, "%.1f %% would be even", 100.0 / f->seat_count);
        dado_text_clear(&out);
        dado_say_percents(&out, worst, best);
        dado_page_figure(page, value, "share of wins by seat", detail);
        figure_share(page, (double)f->ties / (double)f->matches, "ties", "first place shared");
    } else {
        const dado_finding *win = dado_finding_named(f, "win");
        if (win && win->count) figure_share(page, win->mean, "won", NULL);
    }
    dado_page_figures_end(page);
}

static void verdicts(const dado_findings *f, dado_page *page)
{
    dado_verdict list[DADO_VERDICTS];
    int count = dado_judge(f, list);
    if (count == 0) return;
    dado_page_section(page, "Verdict");
    dado_page_verdicts(page, list, count);
    char note[300];
    snprintf(note, sizeof note,
             "Intervals in brackets are at %.1f %% each, so that all claims together are right "
             "in 95 runs of 100. A claim is made only if its whole interval lies on one side.",
             list[0].level * 100);
    dado_page_note(page, note);
}

// --- who wins ---

static void number_names(const char *word, int count, char (*names)[24], const char **labels)
{
    for (int p = 0; p < count; p++) {
        snprintf(names[p], sizeof names[p], "%s %d", word, p);
        labels[p] = names[p];
    }
}

enum { most_seats = 32 };  // drawn; a table has them all

static void seats_chart(const dado_findings *f, dado_page *page)
{
    char names[most_seats][24];
    const char *labels[most_seats];
    double share[most_seats], low[most_seats], high[most_seats], fair = 1.0 / f->seat_count;
    number_names(dado_seat_word(f), f->seat_count, names, labels);
    for (int p = 0; p < f->seat_count; p++) {
        share[p] = f->seats[p].share;
        low[p] = f->seats[p].low;
        high[p] = f->seats[p].high;
    }
    dado_series bars = {
        .mark = DADO_BARS, .count = f->seat_count, .y = share, .low = low, .high = high
    };
    dado_rule even = { .at = fair, .label = "even" };
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
    dado_page_chart(page, &chart);
}

static void seats_table(const dado_findings *f, dado_page *page)
{
    char interval[40];
    snprintf(interval, sizeof interval, "%.0f %% interval", f->level * 100);
    dado_column columns[] = {
        { dado_seat_word(f), false, NULL },
        { "Player", false, NULL },
        { "Alone", true, "Matches won alone" },
        { "Shared", true, "First place shared with others" },
        { "Wins", true, "Share of all wins; shared ones are split evenly" },
        { interval, true, "Of the share of wins, after Wilson" },
        { "Score", true, "Mean over matches" },
        { "SD", true, "Standard deviation of the score" },
    };
    dado_page_table_begin(page, NULL, columns, 8);
    for (int p = 0; p < f->seat_count; p++) {
        const dado_seat_finding *seat = &f->seats[p];
        char words[80];
        dado_text out = dado_text_over(words, sizeof words);
        dado_page_cell_count(page, p);
        dado_page_cell(page, seat->agent ? seat->agent : "");
        dado_page_cell_count(page, seat->alone);
        dado_page_cell_count(page, seat->shared);
        dado_page_cell_percent(page, seat->share);
        dado_say_percents(&out, seat->low, seat->high);
        dado_page_cell(page, words);
        dado_page_cell_real(page, f->lowest_wins ? -seat->mean_score : seat->mean_score);
        dado_page_cell_real(page, seat->sd_score);
    }
    dado_page_table_end(page);
}

static void seats(const dado_findings *f, dado_page *page)
{
    if (f->seat_count < 2) return;
    dado_page_section(page, "Who wins");
    if (f->seat_count <= most_seats) {
        dado_page_gallery_begin(page, 480);
        seats_chart(f, page);
        seats_table(f, page);
        dado_page_gallery_end(page);
    } else {
        seats_table(f, page);
    }
}

// --- what was wished for ---

static void expectations(const dado_findings *f, dado_page *page)
{
    static const dado_column columns[] = {
        { "Measure", false, NULL },
        { "Expected", true, NULL },
        { "Window", true, NULL },
        { "Found", true, "Mean over matches" },
        { "Quality", true, "Chance to be in the window" },
        { "Weight", true, NULL },
    };
    if (!f->judged) return;
    dado_page_section(page, "Expectations");
    dado_page_table_begin(page, f->expectations, columns, 6);
    for (int i = 0; i < f->measure_count; i++) {
        const dado_finding *m = &f->measures[i];
        if (!m->expected) continue;
        char words[80];
        dado_text out = dado_text_over(words, sizeof words);
        dado_page_cell(page, m->title);
        dado_page_cell_real(page, m->target);
        dado_say_interval(&out, m->window_low, m->window_high);
        dado_page_cell(page, words);
        dado_page_cell_real(page, dado_is_none(m->across) ? m->mean : m->across);
        snprintf(words, sizeof words, "%.6f", m->quality);
        dado_page_cell(page, words);
        dado_page_cell_real(page, m->weight);
    }
    char total[80];
    snprintf(total, sizeof total, "Quality over all of them: %.6f", f->quality);
    dado_page_table_end(page);
    dado_page_paragraph(page, total);
}

// --- distributions ---

static void distribution(const dado_finding *m, dado_page *page)
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
    char label[60], about[200];
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
        .x = { .whole = m->kind == DADO_COUNT, .percent = false },
        .y = { .title = "matches", .whole = true },
        .series = series,
        .count = points ? 2 : 1,
        .rules = rules,
        .rule_count = m->expected ? 3 : 1,
        .height = 250,
    };
    dado_page_chart(page, &chart);
}

// Shares of matches are not distributions: they stand together, with their intervals.
static void rates(const dado_findings *f, dado_page *page)
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
    dado_page_chart(page, &chart);
}

// What was the same in every match: settings of the instance, and what never happened.
static void constants(const dado_findings *f, dado_page *page)
{
    enum { many = 6 };
    int count = 0;
    for (int i = 0; i < f->measure_count; i++) {
        const dado_finding *m = &f->measures[i];
        count += m->kind != DADO_RATE && m->count > 0 && !varies(m);
    }
    if (count == 0) return;
    char heading[80];
    snprintf(heading, sizeof heading, "%d measure%s the same in every match", count,
             count == 1 ? " is" : "s are");
    dado_page_fold_begin(page, heading, NULL, count <= many);
    dado_page_facts_begin(page);
    for (int i = 0; i < f->measure_count; i++) {
        const dado_finding *m = &f->measures[i];
        if (m->kind == DADO_RATE || m->count == 0 || varies(m)) continue;
        char value[60];
        dado_text out = dado_text_over(value, sizeof value);
        dado_say_real(&out, m->least);
        dado_page_fact(page, m->title, value);
    }
    dado_page_facts_end(page);
    dado_page_fold_end(page);
}

static void distributions(const dado_findings *f, dado_page *page)
{
    dado_page_section(page, "How matches differ");
    dado_page_gallery_begin(page, 360);
    for (int i = 0; i < f->measure_count; i++) {
        const dado_finding *m = &f->measures[i];
        if (m->kind != DADO_RATE && m->bin_count > 1 && varies(m)) distribution(m, page);
    }
    rates(f, page);
    dado_page_gallery_end(page);
    constants(f, page);
}

// --- one match ---

static int32_t place_in(const int32_t *row, int players, int seat)
{
    int32_t place = 1;
    for (int p = 0; p < players; p++) place += row[p] > row[seat];
    return place;
}

// Scores or places of every seat, row by row; `at` and `values` have room for all points.
static void race_chart(const dado_findings *f, bool places, double *at, double *values,
                       dado_page *page)
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
    dado_page_chart(page, &chart);
}

static void one_match(const dado_findings *f, dado_page *page)
{
    if (f->rounds < 1 || !f->rows || f->players > most_seats) return;
    double *room = calloc((size_t)(f->players + 1) * (most_points + 2), sizeof *room);
    if (!room) return;
    char heading[80];
    dado_text out = dado_text_over(heading, sizeof heading);
    dado_text_add(&out, "Match ");
    dado_say_count(&out, f->match);
    dado_text_add(&out, ", round by round");
    dado_page_section(page, heading);
    dado_page_gallery_begin(page, 0);
    race_chart(f, false, room, room + most_points + 2, page);
    if (f->players > 1) race_chart(f, true, room, room + most_points + 2, page);
    dado_page_gallery_end(page);
    free(room);
}

// --- the table ---

static void means_table(const dado_findings *f, dado_page *page)
{
    char interval[40];
    snprintf(interval, sizeof interval, "%.0f %% interval", f->level * 100);
    dado_column columns[] = {
        { "Measure", false, NULL },
        { "n", true, "Matches that have a value" },
        { "Mean", true, "Over all matches with a value" },
        { interval, true, "Of the mean" },
        { "SD", true, "Sample standard deviation" },
        { "SE", true, "Standard error of the mean" },
        { "Not 0", true, "Share of values that are not zero" },
        { "Mean if not 0", true, "Over matches where it is not zero" },
    };
    dado_page_table_begin(page, "Means", columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < f->measure_count; i++) {
        const dado_finding *m = &f->measures[i];
        if (m->count == 0) continue;
        char words[80];
        dado_text out = dado_text_over(words, sizeof words);
        dado_page_cell(page, m->title);
        dado_page_cell_count(page, m->count);
        dado_say_estimate(&out, m->mean, m->low, m->high);
        dado_page_cell(page, words);
        dado_text_clear(&out);
        if (m->high > m->low) dado_say_interval(&out, m->low, m->high);
        dado_page_cell(page, words);
        dado_page_cell_real(page, m->sd);
        dado_page_cell_real(page, m->se);
        dado_page_cell_percent(page, (double)m->nonzero / (double)m->count);
        dado_page_cell_real(page, m->mean_nonzero);
    }
    dado_page_table_end(page);
}

static void quantiles_table(const dado_findings *f, dado_page *page)
{
    static const dado_column columns[] = {
        { "Measure", false, NULL },
        { "Least", true, NULL },
        { "10 %", true, NULL },
        { "25 %", true, NULL },
        { "Median", true, NULL },
        { "75 %", true, NULL },
        { "90 %", true, NULL },
        { "Most", true, NULL },
        { "Shape", false, "Matches by value, from the least to the most" },
    };
    dado_page_table_begin(page, "Quantiles", columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < f->measure_count; i++) {
        const dado_finding *m = &f->measures[i];
        if (m->count == 0 || m->kind == DADO_RATE) continue;
        const double order[] = { m->least,  m->tenth,          m->lower_quartile,
                                 m->median, m->upper_quartile, m->ninetieth,
                                 m->most };
        dado_page_cell(page, m->title);
        for (int k = 0; k < 7; k++) dado_page_cell_real(page, order[k]);
        dado_page_cell_spark(page, m->bin_matches, m->bin_count);
    }
    dado_page_table_end(page);
}

// What only all matches together can tell.
static void across_table(const dado_findings *f, dado_page *page)
{
    static const dado_column columns[] = { { "Of all matches together", false, NULL },
                                           { "Value", true, NULL },
                                           { "", false, NULL } };
    bool any = false;
    for (int i = 0; i < f->measure_count; i++) any = any || !dado_is_none(f->measures[i].across);
    if (!any) return;
    dado_page_table_begin(page, NULL, columns, 3);
    for (int i = 0; i < f->measure_count; i++) {
        const dado_finding *m = &f->measures[i];
        if (dado_is_none(m->across)) continue;
        dado_page_cell(page, m->title);
        dado_page_cell_real(page, m->across);
        dado_page_cell(page, m->about ? m->about : "");
    }
    dado_page_table_end(page);
}

static void measures(const dado_findings *f, dado_page *page)
{
    dado_page_section(page, "All measures");
    means_table(f, page);
    quantiles_table(f, page);
    across_table(f, page);
    dado_page_fold_begin(page, "What the measures mean", NULL, false);
    dado_page_facts_begin(page);
    for (int i = 0; i < f->measure_count; i++) {
        const dado_finding *m = &f->measures[i];
        if (m->about && dado_is_none(m->across)) dado_page_fact(page, m->title, m->about);
    }
    dado_page_facts_end(page);
    dado_page_fold_end(page);
}

static void provenance(const dado_findings *f, dado_page *page)
{
    char number[40];
    dado_page_section(page, "How this was made");
    if (f->command) dado_page_code(page, "The same page again:", f->command);
    dado_page_facts_begin(page);
    dado_page_fact(page, "Game", f->game);
    if (f->options && *f->options) dado_page_fact(page, "Options", f->options);
    snprintf(number, sizeof number, "%" PRIu64, f->seed);
    dado_page_fact(page, "Seed", number);
    dado_text count = dado_text_over(number, sizeof number);
    dado_say_count(&count, f->matches);
    dado_page_fact(page, "Matches", number);
    if (f->preset) dado_page_fact(page, "Reading of the metrics", f->preset);
    if (f->version) dado_page_fact(page, "dado", f->version);
    dado_page_facts_end(page);
}

void dado_report_sections(const dado_findings *f, dado_page *page)
{
    figures(f, page);
    verdicts(f, page);
    seats(f, page);
    expectations(f, page);
    distributions(f, page);
    one_match(f, page);
    measures(f, page);
    if (f->coverage) dado_rules_section(f->coverage, f->rules_text, page);
    provenance(f, page);
}

void dado_report_write(const dado_findings *findings, dado_text *out)
{
    dado_text lead = { 0 };
    if (findings->about && *findings->about) dado_text_add(&lead, findings->about);
    dado_page page = dado_page_begin(findings->title, dado_text_string(&lead));
    dado_text_free(&lead);
    dado_report_sections(findings, &page);
    dado_page_end(&page, out);
}
