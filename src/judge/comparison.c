// comparison.c - see comparison.h.
#include "judge/comparison.h"

#include <stdlib.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "measure/number_format.h"

typedef struct column {  // one measure in the frame of one side
    const dado_data_frame *frame;
    int measure;  // or -1: the wins of `seat`
    int seat;
} column;

// A win shared by two is half a win for each.
static double win_of(const dado_data_frame *f, int64_t match, int seat)
{
    const int32_t *places = f->places + match * f->players;
    if (f->ends && !dado_end_has_result((dado_match_end)f->ends[match])) return DADO_NONE;
    if (places[seat] != 0) return 0;
    int winners = 0;
    for (int p = 0; p < f->players; p++) winners += places[p] == 0;
    return 1.0 / winners;
}

static double value_at(column c, int64_t match)
{
    if (c.measure < 0) return win_of(c.frame, match, c.seat);
    return dado_data_frame_value(c.frame, match, c.measure);
}

static dado_moments moments_of(column c)
{
    dado_moments m = { 0 };
    for (int64_t i = 0; i < c.frame->count; i++) dado_moments_add(&m, value_at(c, i));
    return m;
}

static double two_sided(double t, double freedom)
{
    return 2 * (1 - dado_t_cdf(fabs(t), freedom));
}

// A difference without any spread has p-value 0, or 1 if it is zero.
static double certain(double difference)
{
    return difference == 0 ? 1 : 0;
}

static void judge_pairs(dado_comparison_row *line, column before, column after, double level)
{
    dado_moments d = { 0 };
    int64_t both =
        before.frame->count < after.frame->count ? before.frame->count : after.frame->count;
    for (int64_t i = 0; i < both; i++) {
        // A pair lacks a value on one side: the difference is DADO_NONE, which is
        // skipped.
        dado_moments_add(&d, value_at(after, i) - value_at(before, i));
    }
    line->difference = dado_mean_interval(&d, 1 - level);
    double error = dado_moments_error(&d);
    if (d.count < DADO_COMPARISON_MIN_VALUES) line->change = DADO_CHANGE_TOO_FEW;
    line->p = d.count < 2 ? 1
              : error > 0 ? two_sided(d.mean / error, (double)d.count - 1)
                          : certain(d.mean);
}

static void judge_samples(dado_comparison_row *line, double level)
{
    double freedom;
    line->difference = dado_welch(&line->after, &line->before, 1 - level, &freedom);
    double va = dado_moments_error(&line->after), vb = dado_moments_error(&line->before);
    double error = sqrt(va * va + vb * vb);
    double gap = line->after.mean - line->before.mean;
    line->p = error > 0 ? two_sided(gap / error, freedom) : certain(gap);
}

// Measures without a value per match are not compared.
static void add_line(dado_comparison_table *table, const dado_measure *measure, column before,
                     column after)
{
    dado_comparison_row *line = &table->lines[table->count];
    *line = (dado_comparison_row){ .measure = *measure,
                                   .before = moments_of(before),
                                   .after = moments_of(after),
                                   .p = 1,
                                   .before_q = DADO_NONE,
                                   .after_q = DADO_NONE };
    bool was = line->before.count, is = line->after.count;
    table->count += was || is;
    if (line->before.count < DADO_COMPARISON_MIN_VALUES ||
        line->after.count < DADO_COMPARISON_MIN_VALUES) {
        line->change = DADO_CHANGE_TOO_FEW;
        double gap = was && is ? line->after.mean - line->before.mean : DADO_NONE;
        line->difference = (dado_interval){ gap, DADO_NONE, DADO_NONE };
        return;
    }
    if (table->paired) judge_pairs(line, before, after, table->level);
    else judge_samples(line, table->level);
    double spread =
        sqrt((dado_moments_variance(&line->before) + dado_moments_variance(&line->after)) / 2);
    line->effect = spread > 0 ? (line->after.mean - line->before.mean) / spread : 0;
}

// Adds the measures that both sides have, then the wins of every seat if both have the
// same number of seats.
static bool add_lines(dado_comparison_table *table, dado_comparison_side a, dado_comparison_side b,
                      dado_region *region)
{
    for (int i = 0; i < a.measures->count; i++) {
        const dado_measure *m = a.measures->items[i];
        int other = dado_measures_find(b.measures, m->name);
        const column before = { a.frame, i, 0 }, after = { b.frame, other, 0 };
        if (other >= 0) add_line(table, m, before, after);
    }
    for (int p = 0; a.frame->players == b.frame->players && p < a.frame->players; p++) {
        char *name = dado_new(region, char, 32), *title = dado_new(region, char, 32);
        if (!name || !title) return false;
        snprintf(name, 32, "win_seat_%d", p);
        snprintf(title, 32, "Wins of the %.19s", dado_seat_words(p).s);
        const dado_measure wins = { .name = name,
                                    .title = title,
                                    .kind = DADO_RATE,
                                    .about = "Share of matches won; shared wins in parts." };
        add_line(table, &wins, (column){ a.frame, -1, p }, (column){ b.frame, -1, p });
    }
    return true;
}

// Computes how well one side fits the expectations, in total and line by line. Returns
// false if memory runs out.
static bool fit_side(dado_comparison_table *table, dado_comparison_side side,
                     const dado_expectations *expect, bool after, dado_region *region)
{
    const dado_data_frame *f = side.frame;
    const dado_measures *list = side.measures;
    dado_fit *fits = dado_new(region, dado_fit, expect->count + 1);
    dado_moments *values = dado_new(region, dado_moments, list->count + 1);
    double *across = dado_new(region, double, list->count + 1);
    dado_totals *totals = dado_totals_new(dado_scoring_seats(f->players, f->side), region);
    if (!fits || !values || !across || !totals) return false;
    for (int64_t i = 0; f->ends && i < f->count; i++) {
        dado_trace trace = { .players = f->players,
                             .side = f->side,
                             .end = (dado_match_end)f->ends[i],
                             .result = f->scores + i * f->players,
                             .places = f->places + i * f->players };
        dado_totals_add(totals, &trace);
    }
    for (int m = 0; m < list->count; m++) {
        bool whole = m < list->metrics && dado_metrics[m]->across;
        values[m] = moments_of((column){ f, m, 0 });
        across[m] = whole && f->ends ? dado_metrics[m]->across(totals) : DADO_NONE;
    }
    int count = dado_expectations_fit(expect, list, values, NULL, across, fits);
    double *quality = after ? &table->after_quality : &table->before_quality;
    if (count) *quality = dado_quality(fits, count);
    for (int i = 0; i < table->count; i++) {
        dado_comparison_row *line = &table->lines[i];
        for (int w = 0; w < count; w++) {
            if (strcmp(fits[w].wish->name, line->measure.name) != 0) continue;
            *(after ? &line->after_q : &line->before_q) = fits[w].q;
        }
    }
    return true;
}

// Marks a change as better if it comes nearer to the expectation.
static void set_bearings(dado_comparison_table *table)
{
    for (int i = 0; i < table->count; i++) {
        dado_comparison_row *line = &table->lines[i];
        bool changed = line->change == DADO_CHANGE_HIGHER || line->change == DADO_CHANGE_LOWER;
        if (changed && line->after_q > line->before_q) line->bearing = DADO_CHANGE_BETTER;
        if (changed && line->after_q < line->before_q) line->bearing = DADO_CHANGE_WORSE;
    }
}

static void correct(dado_comparison_table *table, double *p, int *room)
{
    for (int i = 0; i < table->count; i++) {
        p[i] = table->lines[i].change == DADO_CHANGE_TOO_FEW ? DADO_NONE : table->lines[i].p;
    }
    dado_holm_correct(p, sizeof *p, table->count, room);
    for (int i = 0; i < table->count; i++) {
        dado_comparison_row *line = &table->lines[i];
        if (line->change == DADO_CHANGE_TOO_FEW) continue;
        line->p = p[i];
        bool sure = line->p < table->level;
        if (sure)
            line->change = line->difference.value > 0 ? DADO_CHANGE_HIGHER : DADO_CHANGE_LOWER;
    }
}

bool dado_comparison_compute(dado_comparison_table *table, dado_comparison_side before,
                             dado_comparison_side after, bool paired, double level,
                             const dado_expectations *expect, dado_region *region, dado_error *err)
{
    int most = before.measures->count + before.frame->players;
    *table = (dado_comparison_table){
        .paired = paired, .level = level, .before_quality = DADO_NONE, .after_quality = DADO_NONE
    };
    table->lines = dado_new(region, dado_comparison_row, most);
    double *p = dado_new(region, double, most);
    int *room = dado_new(region, int, most);
    bool fine = table->lines && p && room && add_lines(table, before, after, region);
    if (fine) correct(table, p, room);
    fine = fine && (!expect || (fit_side(table, before, expect, false, region) &&
                                fit_side(table, after, expect, true, region)));
    if (fine) set_bearings(table);
    return fine || dado_fail(err, DADO_LIMIT, "no memory left for the comparison");
}

int dado_comparison_count(const dado_comparison_table *table)
{
    int count = 0;
    for (int i = 0; i < table->count; i++) {
        dado_comparison_change change = table->lines[i].change;
        count += change == DADO_CHANGE_HIGHER || change == DADO_CHANGE_LOWER;
    }
    return count;
}

static int by_effect(const void *a, const void *b)
{
    const dado_comparison_row *x = *(const dado_comparison_row *const *)a;
    const dado_comparison_row *y = *(const dado_comparison_row *const *)b;
    double p = fabs(x->effect), q = fabs(y->effect);
    if (p != q) return p > q ? -1 : 1;
    return x < y ? -1 : 1;
}

static void print_row(const dado_comparison_row *line, dado_text *out)
{
    dado_text_addf(out, "%s ", line->measure.title);
    if (line->measure.kind == DADO_RATE) {
        double points = 100 * line->difference.value;
        dado_text_addf(out, "%s%.1f points", points < 0 ? "\xE2\x88\x92" : "+", fabs(points));
        return;
    }
    dado_print_real(out, line->before.mean);
    dado_text_add(out, " \xE2\x86\x92 ");
    dado_print_real(out, line->after.mean);
}

int dado_comparison_print(const dado_comparison_table *table, int most, const char *except,
                          dado_text *out)
{
    enum { room = 64 };
    const dado_comparison_row *changed[room];
    int count = 0;
    for (int i = 0; i < table->count && count < room; i++) {
        const dado_comparison_row *line = &table->lines[i];
        if (line->change != DADO_CHANGE_HIGHER && line->change != DADO_CHANGE_LOWER) continue;
        if (except && strcmp(line->measure.name, except) == 0) continue;
        changed[count++] = line;
    }
    qsort(changed, (size_t)count, sizeof *changed, by_effect);
    for (int i = 0; i < count && i < most; i++) {
        if (i) dado_text_add(out, ", ");
        print_row(changed[i], out);
    }
    if (count > most) dado_text_addf(out, " and %d more", count - most);
    return count;
}

double dado_level_at_interim_look(double level, int look)
{
    return level / ((double)look * (look + 1));
}

// ---- line diff: longest common subsequence by dynamic programming ----

enum { most_lines = 6000 };

typedef struct line {
    const char *text;
    size_t length;
} line;

static int split(const char *text, line *lines)
{
    int count = 0;
    while (*text && count < most_lines) {
        size_t length = strcspn(text, "\n");
        lines[count++] = (line){ text, length && text[length - 1] == '\r' ? length - 1 : length };
        text += length + (text[length] == '\n');
    }
    return *text ? -1 : count;
}

static bool same(line a, line b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

static void fill(const line *a, int n, const line *b, int m, uint16_t *common)
{
    size_t width = (size_t)m + 1;
    for (int i = n; i >= 0; i--) {
        for (int j = m; j >= 0; j--) {
            uint16_t *cell = &common[(size_t)i * width + (size_t)j];
            if (i == n || j == m) *cell = 0;
            else if (same(a[i], b[j])) *cell = (uint16_t)(cell[width + 1] + 1);
            else *cell = cell[width] > cell[1] ? cell[width] : cell[1];
        }
    }
}

typedef struct edit {
    char mark;
    line line;
} edit;

static int walk(const line *a, int n, const line *b, int m, const uint16_t *common, edit *edits)
{
    size_t width = (size_t)m + 1;
    int i = 0, j = 0, count = 0;
    while (i < n || j < m) {
        const uint16_t *cell = &common[(size_t)i * width + (size_t)j];
        if (i < n && j < m && same(a[i], b[j])) {
            edits[count++] = (edit){ ' ', a[i++] };
            j++;
        } else if (i < n && (j == m || cell[width] >= cell[1])) {
            edits[count++] = (edit){ '-', a[i++] };
        } else {
            edits[count++] = (edit){ '+', b[j++] };
        }
    }
    return count;
}

static void write_edits(const edit *edits, int count, int around, dado_text *out)
{
    int shown = -1;
    for (int i = 0; i < count; i++) {
        bool near = false;
        for (int k = i - around; k <= i + around; k++) {
            near = near || (k >= 0 && k < count && edits[k].mark != ' ');
        }
        if (!near) continue;
        if (shown >= 0 && shown < i - 1) dado_text_add(out, "  ...\n");
        dado_text_addf(out, "%c %.*s\n", edits[i].mark, (int)edits[i].line.length,
                       edits[i].line.text);
        shown = i;
    }
}

bool dado_text_diff(const char *before, const char *after, int around, dado_text *out)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    line *a = dado_new(&region, line, most_lines), *b = dado_new(&region, line, most_lines);
    int n = a ? split(before, a) : -1, m = b ? split(after, b) : -1;
    if (n < 0 || m < 0) return false;
    uint16_t *common = dado_new(&region, uint16_t, ((size_t)n + 1) * ((size_t)m + 1));
    edit *edits = dado_new(&region, edit, n + m + 1);
    if (!common || !edits) return false;
    fill(a, n, b, m, common);
    write_edits(edits, walk(a, n, b, m, common, edits), around, out);
    return true;
}
