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
#include "report/played.h"

enum { most_points = 600 };  // of a curve by round; longer matches are thinned
enum { most_seats = 32 };    // drawn; a table has them all

static bool varies(const dado_finding *f)
{
    return f->count > 0 && f->most > f->least;
}

// --- what was measured ---

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
    { .name = "title", .title = "Measure", .kind = DADO_FIELD_WORDS, .reader = DADO_FOR_PAGES,
      .measures = true },
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
        if (plan) dado_put_instance(part, plan, cell->instance);
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
    dado_text_addf(&said, " %s, seed %" PRIu64, results->all == 1 ? "match" : "matches",
                   results->plan->seed);
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
    if (f->seat_count > 1 && f->matches > f->left_out) {
        double best = 0, worst = 1, ended = (double)(f->matches - f->left_out);
        char range[60];
        dado_text value = dado_text_over(range, sizeof range);
        for (int p = 0; p < f->seat_count; p++) {
            double share = f->goal ? f->seats[p].won.value : f->seats[p].share;
            best = fmax(best, share);
            worst = fmin(worst, share);
        }
        dado_say_percents(&value, worst, best);
        dado_fact_words(part, "wins",
                        f->goal ? "matches won, by seat" : "share of wins by seat", range);
        dado_text_clear(&words);
        if (f->goal) dado_text_add(&words, "several may win, or nobody");
        else dado_text_addf(&words, "%.1f %% would be even", 100.0 / f->seat_count);
        dado_fact_about(part, about);
        dado_fact_figure(part, f->goal ? "nobody" : "ties", f->goal ? "won by nobody" : "ties",
                         dado_figure_share((double)(f->goal ? f->nobody : f->ties) / ended));
        dado_fact_about(part, f->goal ? "of matches" : "first place shared");
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
    if (f->seat_count < 2 || f->seat_count > most_seats || f->matches <= f->left_out) return;
    char names[most_seats][24];
    const char *labels[most_seats + 1];
    double share[most_seats + 1], low[most_seats + 1], high[most_seats + 1];
    int bars_shown = f->seat_count;
    number_names(dado_seat_word(f), f->seat_count, names, labels);
    for (int p = 0; p < f->seat_count; p++) {
        const dado_seat_finding *seat = &f->seats[p];
        share[p] = f->goal ? seat->won.value : seat->share;
        low[p] = f->goal ? seat->won.low : seat->low;
        high[p] = f->goal ? seat->won.high : seat->high;
    }
    if (f->goal) {
        dado_interval none = dado_share_interval(
            (double)f->nobody, (double)(f->matches - f->left_out), f->level);
        labels[bars_shown] = "nobody";
        share[bars_shown] = none.value;
        low[bars_shown] = none.low;
        high[bars_shown++] = none.high;
    }
    dado_series bars = {
        .mark = DADO_BARS, .count = bars_shown, .y = share, .low = low, .high = high
    };
    dado_rule even = { .at = 1.0 / f->seat_count, .label = "even" };
    dado_chart chart = {
        .title = f->goal ? "Share of matches won" : "Share of wins",
        .about = f->goal ? "Share of matches that each seat wins, and that nobody does, with "
                           "intervals; several may win one."
                         : "Share of wins of each seat, ties split, with intervals.",
        .x = { .labels = labels, .label_count = bars_shown },
        .y = { .title = f->goal ? "of matches, with intervals" : "ties split, with intervals",
               .percent = true },
        .series = &bars,
        .count = 1,
        .rules = &even,
        .rule_count = f->goal ? 0 : 1,
    };
    dado_document_chart(d, "wins", &chart)->heading = "Who wins";
}

// --- what was wished for ---

static void add_expectations(dado_document *d, const dado_findings *f)
{
    static const dado_field fields[] = {
        { .name = "name", .title = "expected of", .kind = DADO_FIELD_WORDS, .measures = true },
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
                                   .mark = DADO_STEP,
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
    dado_add_ends(d, results);
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
    if (results) dado_add_seats(d, results);
    else dado_add_found_seats(d, findings);
    if (results && one) dado_add_remarks(d, results, &results->cells[0]);
    if (one) add_expectations(d, findings);
    if (one) add_distributions(d, findings);
    if (one) add_match(d, findings);
    add_measures(d, results, findings);
    if (one) add_quantiles(d, findings);
    if (one) add_meanings(d, findings);
    if (one && findings->coverage) dado_report_rules(d, findings->coverage, findings->rules_text);
}
