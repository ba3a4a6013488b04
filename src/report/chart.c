// chart.c - see chart.h. Draws the frame of a chart and its marks.
//
// Every mark is drawn through `spot`, which turns (along, value) into a point on the
// page. A horizontal chart only swaps the two there, so no mark has to know about it.
#include "report/chart.h"

#include <math.h>
#include <string.h>

#include "core/match_record.h"
#include "measure/special_functions.h"
#include "measure/number_format.h"
#include "report/svg.h"

enum { margin = 4 };  // at the left

// --- scales: from a number to a position on the page, and the ticks between ---
//
// A scale is linear, logarithmic or a list of categories; the rest of a chart does not
// depend on which.
enum { most_ticks = 64 };

typedef struct scale {
    const dado_axis *axis;
    double least, most;  // range of the values, rounded outward; in decades if logarithmic
    double from, to;     // where these ends lie on the page
    double ticks[most_ticks];
    int tick_count, decimals;
} scale;

static double log_10(double value)
{
    return dado_log(value) / 2.30258509299404568;
}

static double power_of_ten(int exponent)
{
    double power = 1;
    for (; exponent > 0; exponent--) power *= 10;
    for (; exponent < 0; exponent++) power /= 10;
    return power;
}

// Returns the smallest of 1, 2, 2.5, 5 times a power of ten that is at least `least`.
static double round_step(double least, bool whole, int *decimals)
{
    static const double steps[] = { 1, 2, 2.5, 5, 10 };
    int exponent = (int)floor(log_10(least));
    double power = power_of_ten(exponent);
    for (int i = 0; i < 5; i++) {
        double step = steps[i] * power;
        if (step < least * (1 - 1e-9)) continue;
        if (whole && step != floor(step)) continue;
        bool halves = steps[i] == 2.5, next = steps[i] == 10;
        *decimals = -exponent - next + halves;
        if (*decimals < 0) *decimals = 0;
        return step;
    }
    *decimals = 0;
    return 1;  // whole numbers, and ticks would be less than one apart
}

int dado_ticks(double least, double most, int wanted, bool whole, double *ticks, int room,
               int *decimals)
{
    *decimals = 0;
    if (!(least < most) || !isfinite(most - least) || wanted < 1) {
        if (room > 0 && isfinite(least)) ticks[0] = least;
        return room > 0 && isfinite(least);
    }
    double step = round_step((most - least) / wanted, whole, decimals);
    double slack = (most - least) * 1e-9;
    double first = ceil((least - slack) / step);
    int count = 0;
    for (double k = first; k * step <= most + slack && count < room; k++) {
        ticks[count++] = k == 0 ? 0 : k * step;
    }
    return count;
}

static void categories(scale *s)
{
    int count = s->axis->label_count;
    s->least = -0.5;
    s->most = count - 0.5;
    int stride = 1 + (count - 1) / most_ticks;
    for (int i = 0; i < count; i += stride) s->ticks[s->tick_count++] = i;
}

static void decades(scale *s, double least, double most)
{
    // Within these, one more decade is still a finite number.
    const double smallest = 1e-290, largest = 1e290;
    if (!(least > 0)) least = most > 0 ? most / 1000 : 1;
    least = fmin(fmax(least, smallest), largest);
    most = fmin(fmax(most, least), largest);
    if (!(most > least)) most = least * 10;
    int first = (int)floor(log_10(least) + 1e-9), last = (int)ceil(log_10(most) - 1e-9);
    if (last == first) last++;
    s->least = first;
    s->most = last;
    int stride = 1 + (last - first) / 9;
    bool between = last - first <= 2;  // with few decades, ticks at 2 and 5 help
    for (int k = first; k <= last && s->tick_count + 3 <= most_ticks; k += stride) {
        s->ticks[s->tick_count++] = power_of_ten(k);
        if (!between || k == last) continue;
        s->ticks[s->tick_count++] = 2 * power_of_ten(k);
        s->ticks[s->tick_count++] = 5 * power_of_ten(k);
    }
}

// Returns a scale from `least` to `most` with about `wanted` ticks.
static scale make_scale(const dado_axis *axis, double least, double most, int wanted)
{
    scale s = { .axis = axis };
    if (axis->labels) {
        categories(&s);
        return s;
    }
    bool given = axis->least != 0 || axis->most != 0;
    if (given) {
        least = axis->least;
        most = axis->most;
    }
    if (!isfinite(least) || !isfinite(most)) least = 0, most = 1;
    if (axis->logarithm) {
        decades(&s, least, most);
        return s;
    }
    if (axis->from_zero && least > 0) least = 0;
    if (axis->from_zero && most < 0) most = 0;
    if (!(least < most)) {
        double room = fabs(least) > 0 ? fabs(least) / 10 : 1;
        if (axis->whole) room = 1;
        if (!(axis->from_zero && least == 0)) least -= room;
        most += room;
    }
    double factor = axis->percent ? 100 : 1;
    s.tick_count = dado_ticks(least * factor, most * factor, wanted, axis->whole, s.ticks,
                              most_ticks, &s.decimals);
    if (!given && s.tick_count >= 2) {  // extends the range to the next ticks if they are near
        double step = s.ticks[1] - s.ticks[0], low = least * factor, high = most * factor;
        double below = s.ticks[0] - step, above = s.ticks[s.tick_count - 1] + step;
        if (low < s.ticks[0] - step * 1e-6 && low - below < step * 0.45) least = below / factor;
        if (high > above - step + step * 1e-6 && above - high < step * 0.45) most = above / factor;
        s.tick_count = dado_ticks(least * factor, most * factor, wanted, axis->whole, s.ticks,
                                  most_ticks, &s.decimals);
    }
    for (int i = 0; i < s.tick_count; i++) s.ticks[i] /= factor;
    s.least = least;
    s.most = most;
    return s;
}

// Returns false if the value lies outside of the scale.
static bool holds(const scale *s, double value)
{
    return isfinite(value) && !(s->axis->logarithm && value <= 0);
}

static double place(const scale *s, double value)
{
    double at = s->axis->logarithm ? log_10(value) : value;
    double share = (at - s->least) / (s->most - s->least);
    return s->from + share * (s->to - s->from);
}

typedef struct label {
    char s[80];
} label;

static label label_of(const scale *s, int tick)
{
    label its;
    dado_text text = dado_text_in_buffer(its.s, sizeof its.s), *out = &text;
    double value = s->ticks[tick];
    if (s->axis->labels) {
        dado_text_add(out, s->axis->labels[(int)value]);
    } else if (s->axis->percent) {
        dado_print_fixed(out, value * 100, s->decimals);
        dado_text_add(out, "%");
    } else if (fabs(value) >= 1e6 && (s->axis->logarithm || fabs(s->most) >= 1e7)) {
        if (fabs(value) >= 1e15) dado_text_addf(out, "%.3g", value);
        else
            dado_text_addf(out, fabs(value) >= 1e9 ? "%.4g G" : "%.4g M",
                           value / (fabs(value) >= 1e9 ? 1e9 : 1e6));
    } else if (s->axis->logarithm) {
        dado_print_real(out, value);
    } else {
        dado_print_fixed(out, value, s->decimals);
    }
    return its;
}

// --- the frame ---

typedef struct frame {
    const dado_chart *chart;
    dado_text *out;
    scale along, value;
    const scale *across, *upward;  // the same two scales, by their direction on the page
    double left, right, top, bottom;
    double bar_room;  // in units of the scale along the bars
} frame;

typedef struct spot {
    double x, y;
} spot;

static spot spot_of(const frame *f, double along, double value)
{
    double a = place(&f->along, along), v = place(&f->value, value);
    return f->chart->flat ? (spot){ v, a } : (spot){ a, v };
}

static double along_of(const dado_series *s, int i)
{
    return s->x ? s->x[i] : i;
}

static bool drawn(const frame *f, const dado_series *s, int i)
{
    return holds(&f->along, along_of(s, i)) && holds(&f->value, s->y[i]);
}

typedef struct look {  // the classes of a shape
    char s[64];
} look;

// Returns the look of a mark of this kind in the colour of its series.
static look look_of(const frame *f, const dado_series *s, const char *kind)
{
    int index = s->colour ? s->colour - 1 : (int)(s - f->chart->series);
    look its;
    snprintf(its.s, sizeof its.s, "%s c%d", kind, index % DADO_COLOURS);
    return its;
}

static bool is_line(const dado_series *s)
{
    return s->mark == DADO_LINE || s->mark == DADO_STEP;
}

// Returns the first earlier line that runs through the same points, or NULL.
static const dado_series *runs_under(const frame *f, const dado_series *s)
{
    for (const dado_series *other = f->chart->series; is_line(s) && other < s; other++) {
        bool same = other->mark == s->mark && other->count == s->count && s->count > 0;
        for (int i = 0; same && i < s->count; i++) {
            bool met = other->y[i] == s->y[i] || (isnan(other->y[i]) && isnan(s->y[i]));
            same = met && (!s->x || !other->x || other->x[i] == s->x[i]);
        }
        if (same) return other;
    }
    return NULL;
}

// If there are several lines, they also differ by dashes, so that a line below another
// shows through it.
static look line_look(const frame *f, const dado_series *s)
{
    int lines = 0, place = 0;
    for (int i = 0; i < f->chart->count; i++) {
        const dado_series *other = &f->chart->series[i];
        if (other == s) place = lines;
        lines += is_line(other);
    }
    int dash = lines > 1 ? place % 5 : 0;
    // A line on top of another has gaps that show the lower one; a third line has more
    // gaps.
    const dado_series *under = runs_under(f, s);
    bool third = false;
    for (const dado_series *o = f->chart->series; under && o < s; o++) {
        third = third || runs_under(f, o) == under;
    }
    if (under) dash = third ? 6 : 5;
    look its = look_of(f, s, "line");
    size_t used = strlen(its.s);
    if (dash) snprintf(its.s + used, sizeof its.s - used, " dash%d", dash);
    return its;
}

static void widen(double range[2], double value, const dado_axis *axis)
{
    if (!isfinite(value) || (axis->logarithm && value <= 0)) return;
    range[0] = fmin(range[0], value);
    range[1] = fmax(range[1], value);
}

// Returns the smallest distance between two bars on a scale of numbers.
static double bar_room(const dado_chart *chart)
{
    if (chart->x.labels) return 1;
    double room = INFINITY;
    for (int k = 0; k < chart->count; k++) {
        const dado_series *s = &chart->series[k];
        if (s->mark != DADO_BARS) continue;
        for (int i = 1; i < s->count; i++) {
            double apart = fabs(along_of(s, i) - along_of(s, i - 1));
            if (apart > 0) room = fmin(room, apart);
        }
    }
    return isfinite(room) ? room : 1;
}

static void find_ranges(frame *f, double x[2], double y[2])
{
    const dado_chart *chart = f->chart;
    x[0] = y[0] = INFINITY;
    x[1] = y[1] = -INFINITY;
    for (int k = 0; k < chart->count; k++) {
        const dado_series *s = &chart->series[k];
        bool wide = s->mark == DADO_BARS && !s->x_end;
        double half = wide ? f->bar_room / 2 : 0;
        for (int i = 0; i < s->count; i++) {
            widen(x, along_of(s, i) - half, &chart->x);
            widen(x, s->x_end ? s->x_end[i] : along_of(s, i) + half, &chart->x);
            widen(y, s->y[i], &chart->y);
            widen(y, s->low ? s->low[i] : DADO_NONE, &chart->y);
            widen(y, s->high ? s->high[i] : DADO_NONE, &chart->y);
        }
    }
    for (int k = 0; k < chart->rule_count; k++) {
        const dado_reference_line *rule = &chart->rules[k];
        widen(rule->upright ? x : y, rule->at, rule->upright ? &chart->x : &chart->y);
    }
}

// --- the legend ---

static void legend_key(const frame *f, const dado_series *s, double x, double y)
{
    look fill = look_of(f, s, s->x_end ? "tint" : "fill");
    if (is_line(s)) dado_svg_line(f->out, line_look(f, s).s, x, y - 4, x + 22, y - 4);
    else if (s->mark == DADO_DOTS) dado_svg_circle(f->out, fill.s, x + 11, y - 4, 4);
    else dado_svg_rect(f->out, fill.s, x + 4, y - 9, 14, 10);
}

// Draws the legend from (left, y) on if `really`. Returns its height.
static double legend(const frame *f, double y, double width, bool really)
{
    const dado_chart *chart = f->chart;
    double x = margin, height = 0;
    for (int k = 0; k < chart->count; k++) {
        const dado_series *s = &chart->series[k];
        if (!s->name) continue;
        char words[120];
        const dado_series *under = runs_under(f, s);
        bool told = under && under->name;
        if (told) snprintf(words, sizeof words, "%.50s (as %.50s)", s->name, under->name);
        else snprintf(words, sizeof words, "%.110s", s->name);
        double needed = 26 + dado_svg_text_width(words, 12) + 14;
        if (height == 0) height = 18;
        if (x + needed > width && x > margin) {
            x = margin;
            height += 18;
        }
        if (really) {
            legend_key(f, s, x, y + height - 4);
            dado_svg_text(f->out, "", x + 27, y + height - 4, words);
        }
        x += needed;
    }
    return height;
}

// --- the axes ---

static double label_width(const scale *s)
{
    double widest = 0;
    for (int i = 0; i < s->tick_count; i++) {
        widest = fmax(widest, dado_svg_text_width(label_of(s, i).s, 12));
    }
    return widest;
}

// Returns the distance between two labelled ticks, if each label takes this much room.
static int stride_of(const scale *s, double each)
{
    int fit = (int)(fabs(s->to - s->from) / each), stride = 1;
    while (fit > 0 && (s->tick_count + stride - 1) / stride > fit) stride++;
    return stride;
}

static void across_axis(const frame *f, const scale *s, bool gridded)
{
    // Labels are left out only if they would overlap.
    int stride = s->axis->labels ? 1 : stride_of(s, label_width(s) + 10);
    double taken = 0;
    for (int i = 0; i < s->tick_count; i++) {
        double x = place(s, s->ticks[i]);
        if (gridded) dado_svg_line(f->out, "grid", x, f->top, x, f->bottom);
        else dado_svg_line(f->out, "axis", x, f->bottom, x, f->bottom + 4);
        if (i % stride) continue;
        label its = label_of(s, i);
        double half = dado_svg_text_width(its.s, 12) / 2;
        if (s->axis->labels && i && x - half < taken + 4) continue;
        taken = x + half;
        dado_svg_text(f->out, "soft mid", x, f->bottom + 17, its.s);
    }
    if (s->axis->title) {
        dado_svg_text(f->out, "soft mid", (f->left + f->right) / 2, f->bottom + 35, s->axis->title);
    }
}

static void upward_axis(const frame *f, const scale *s, bool gridded)
{
    int stride = stride_of(s, 14);
    for (int i = 0; i < s->tick_count; i++) {
        double y = place(s, s->ticks[i]);
        if (gridded) dado_svg_line(f->out, "grid", f->left, y, f->right, y);
        if (i % stride) continue;
        dado_svg_text(f->out, "soft end", f->left - 7, y + 4, label_of(s, i).s);
    }
}

static void axes(const frame *f)
{
    upward_axis(f, f->upward, !f->upward->axis->labels);
    across_axis(f, f->across, f->chart->flat);
    if (f->chart->flat) dado_svg_line(f->out, "axis", f->left, f->top, f->left, f->bottom);
    else dado_svg_line(f->out, "axis", f->left, f->bottom, f->right, f->bottom);
}

// --- the marks ---

static void tip(const frame *f, const dado_series *s, int i)
{
    char buffer[300];
    dado_text text = dado_text_in_buffer(buffer, sizeof buffer);
    const dado_axis *x = f->along.axis, *y = f->value.axis;
    if (s->name) dado_text_addf(&text, "%.80s, ", s->name);
    double along = along_of(s, i);
    if (x->labels && along >= 0 && along < x->label_count) {
        dado_text_addf(&text, "%.80s", x->labels[(int)(along + 0.5)]);
    } else if (s->x_end) {
        dado_print_interval(&text, along, s->x_end[i]);
    } else {
        dado_print_real(&text, along);
    }
    dado_text_add(&text, ": ");
    if (y->percent) dado_print_percent(&text, s->y[i]);
    else dado_print_real(&text, s->y[i]);
    if (s->low && s->high && isfinite(s->low[i])) {
        dado_text_add(&text, " (");
        if (y->percent) dado_print_percents(&text, s->low[i], s->high[i]);
        else dado_print_interval(&text, s->low[i], s->high[i]);
        dado_text_add(&text, ")");
    }
    dado_svg_tip_begin(f->out, buffer);
}

static void path_to(const frame *f, bool pen_down, double along, double value)
{
    spot p = spot_of(f, along, value);
    dado_svg_path_to(f->out, pen_down, p.x, p.y);
}

static void band(const frame *f, const dado_series *s)
{
    for (int i = 0; i < s->count;) {
        int end = i;
        while (end < s->count && drawn(f, s, end) && holds(&f->value, s->low[end]) &&
               holds(&f->value, s->high[end]))
            end++;
        if (end - i >= 2) {
            dado_svg_path_begin(f->out, look_of(f, s, "band").s);
            for (int k = i; k < end; k++) path_to(f, k > i, along_of(s, k), s->high[k]);
            for (int k = end - 1; k >= i; k--) path_to(f, true, along_of(s, k), s->low[k]);
            dado_svg_path_end(f->out, true);
        }
        i = end + 1;
    }
}

static void draw_line(const frame *f, const dado_series *s)
{
    if (s->low && s->high) band(f, s);
    bool down = false;
    dado_svg_path_begin(f->out, line_look(f, s).s);
    for (int i = 0; i < s->count; i++) {
        bool here = drawn(f, s, i);
        if (here && down && s->mark == DADO_STEP) path_to(f, true, along_of(s, i), s->y[i - 1]);
        if (here) path_to(f, down, along_of(s, i), s->y[i]);
        down = here;
    }
    dado_svg_path_end(f->out, false);
}

static void whisker(const frame *f, double along, double low, double high, double cap)
{
    if (!holds(&f->value, low) || !holds(&f->value, high)) return;
    spot a = spot_of(f, along, low), b = spot_of(f, along, high);
    double dx = f->chart->flat ? 0 : cap, dy = f->chart->flat ? cap : 0;
    const spot ends[] = { a,
                          b,
                          { a.x - dx, a.y - dy },
                          { a.x + dx, a.y + dy },
                          { b.x - dx, b.y - dy },
                          { b.x + dx, b.y + dy } };
    dado_svg_path_begin(f->out, "whisker");
    for (int i = 0; i < 6; i++) dado_svg_path_to(f->out, i % 2, ends[i].x, ends[i].y);
    dado_svg_path_end(f->out, false);
}

static void block(const frame *f, const char *fill, double from, double to, double low, double high)
{
    spot a = spot_of(f, from, low), b = spot_of(f, to, high);
    dado_svg_rect(f->out, fill, fmin(a.x, b.x), fmin(a.y, b.y), fabs(a.x - b.x), fabs(a.y - b.y));
}

// Computes the position of bar `i` of a series along the axis.
static void bar_place(const frame *f, const dado_series *s, int i, double *from, double *to)
{
    double along = along_of(s, i), width = f->bar_room * 0.72;
    *from = s->x_end ? along : along - width / 2 + width * 0.04;
    *to = s->x_end ? s->x_end[i] : *from + width * 0.92;
}

static void draw_bars(const frame *f, const dado_series *s)
{
    look fill = look_of(f, s, s->x_end ? "tint" : "fill");
    double base = f->value.axis->logarithm ? power_of_ten((int)f->value.least)
                                           : fmin(fmax(0, f->value.least), f->value.most);
    for (int i = 0; i < s->count; i++) {
        if (!drawn(f, s, i)) continue;
        double from, to;
        bar_place(f, s, i, &from, &to);
        tip(f, s, i);
        block(f, fill.s, from, to, base, s->y[i]);
        if (s->low && s->high) whisker(f, (from + to) / 2, s->low[i], s->high[i], 5);
        dado_svg_tip_end(f->out);
    }
}

static void draw_dots(const frame *f, const dado_series *s)
{
    look dot = look_of(f, s, (s - f->chart->series) % 2 ? "hollow" : "fill");
    for (int i = 0; i < s->count; i++) {
        if (!drawn(f, s, i)) continue;
        spot p = spot_of(f, along_of(s, i), s->y[i]);
        tip(f, s, i);
        if (s->low && s->high) whisker(f, along_of(s, i), s->low[i], s->high[i], 4);
        dado_svg_circle(f->out, dot.s, p.x, p.y, s->low ? 4.5 : 3.5);
        dado_svg_tip_end(f->out);
    }
}

static void draw_reference_line(const frame *f, const dado_reference_line *rule)
{
    const scale *s = rule->upright ? &f->along : &f->value;
    if (!holds(s, rule->at)) return;
    double at = place(s, rule->at);
    bool vertical = rule->upright != f->chart->flat;
    if (vertical) dado_svg_line(f->out, "rule", at, f->top, at, f->bottom);
    else dado_svg_line(f->out, "rule", f->left, at, f->right, at);
    if (!rule->label) return;
    bool before = !vertical || at + dado_svg_text_width(rule->label, 11) + 6 > f->right;
    dado_svg_text(f->out, before ? "small soft halo end" : "small soft halo",
                  vertical ? at + (before ? -4 : 4) : f->right, vertical ? f->top + 9 : at - 4,
                  rule->label);
}

// --- putting it together ---

// Lays out the frame below a head of this height.
static void lay_out(frame *f, double head, double width, double height)
{
    bool flat = f->chart->flat;
    f->top = head + (f->upward->axis->title ? 30 : 8);
    f->bottom = fmax(height - 24 - (f->across->axis->title ? 18 : 0), f->top + 20);
    f->left = fmin(margin + label_width(f->upward) + 9, width * 0.45);
    double half_label = f->across->axis->labels ? 0 : label_width(f->across) / 2;
    f->right = width - fmax(8, half_label + 2);
    f->along.from = flat ? f->top : f->left;
    f->along.to = flat ? f->bottom : f->right;
    f->value.from = flat ? f->left : f->bottom;
    f->value.to = flat ? f->right : f->top;
    if (f->value.axis->downward) {
        double swap = f->value.from;
        f->value.from = f->value.to;
        f->value.to = swap;
    }
}

static void draw_marks(const frame *f)
{
    for (int k = 0; k < f->chart->count; k++) {
        static void (*const draw[])(const frame *, const dado_series *) = {
            [DADO_LINE] = draw_line,
            [DADO_STEP] = draw_line,
            [DADO_BARS] = draw_bars,
            [DADO_DOTS] = draw_dots,
        };
        draw[f->chart->series[k].mark](f, &f->chart->series[k]);
    }
    for (int k = 0; k < f->chart->rule_count; k++) draw_reference_line(f, &f->chart->rules[k]);
}

void dado_chart_draw(const dado_chart *chart, dado_text *out)
{
    frame f = { .chart = chart, .out = out, .bar_room = bar_room(chart) };
    f.across = chart->flat ? &f.value : &f.along;
    f.upward = chart->flat ? &f.along : &f.value;
    double width = chart->width > 0 ? chart->width : 460;
    double height = chart->height > 0 ? chart->height : 280;
    double x[2], y[2], titled = chart->title ? 26 : 8;
    find_ranges(&f, x, y);
    dado_axis value_axis = chart->y;
    for (int k = 0; k < chart->count; k++) {
        value_axis.from_zero = value_axis.from_zero || chart->series[k].mark == DADO_BARS;
    }
    int across = (int)(width / 65), upward = (int)(height / 48);
    f.along = make_scale(&chart->x, x[0], x[1], chart->flat ? upward : across);
    f.value = make_scale(&value_axis, y[0], y[1], chart->flat ? across : upward);
    double head = titled + legend(&f, titled, width, false);
    lay_out(&f, head, width, height);

    dado_svg_begin(out, width, height, chart->title, chart->about, chart->alone);
    if (chart->title) dado_svg_text(out, "head", margin, 20, chart->title);
    legend(&f, titled, width, true);
    const char *upright = f.upward->axis->title;
    if (upright) dado_svg_text(out, "small soft", margin, head + 14, upright);
    axes(&f);
    draw_marks(&f);
    dado_svg_end(out);
}
