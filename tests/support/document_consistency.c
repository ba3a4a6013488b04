// document_consistency.c - see document_consistency.h.
#include "support/document_consistency.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/format.h"

typedef struct checker {
    const char *part;
    char *why;
    size_t room;
} checker;

static bool wrong(const checker *l, const char *what, const char *where, double value)
{
    snprintf(l->why, l->room, "%s, %s: %s (%.17g)", l->part, where ? where : "?", what, value);
    return false;
}

static bool is_noise(double value)
{
    return value != 0 && fabs(value) < 1e-12;
}

static bool figure_is_consistent(const checker *l, const char *where, const dado_estimate *f)
{
    static const double slack = 1e-9;
    bool interval = dado_estimate_has_interval(*f);
    bool share = f->kind == DADO_ESTIMATE_SHARE;
    if (dado_is_none(f->value)) return true;
    if (f->kind == DADO_ESTIMATE_P_VALUE) {
        return (f->value >= 0 && f->value <= 1) || wrong(l, "no chance", where, f->value);
    }
    bool exact = share && !interval;  // odds that were worked out may be as small as they are
    if (!exact && is_noise(f->value)) return wrong(l, "a rounding error", where, f->value);
    if (share && (f->value < 0 || f->value > 1)) return wrong(l, "no share", where, f->value);
    if (!interval) return true;
    if (is_noise(f->low) || is_noise(f->high)) {
        return wrong(l, "an end that is a rounding error", where, f->low);
    }
    if (f->low > f->value + slack || f->high < f->value - slack) {
        return wrong(l, "outside its own interval", where, f->value);
    }
    if (f->kind == DADO_ESTIMATE_SHARE_DIFFERENCE && (f->low < -1 || f->high > 1)) {
        return wrong(l, "a difference of shares beyond all", where, f->low);
    }
    if (!share) return true;
    if (f->low < 0 || f->high > 1) {
        return wrong(l, "an interval of shares beyond all", where, f->low);
    }
    if (f->count > 0 && !(f->high > f->low)) {
        return wrong(l, "a share that was counted, and no width", where, f->value);
    }
    return true;
}

static bool entry_is_consistent(const checker *l, const char *where, const dado_entry *e)
{
    return e->kind != DADO_ENTRY_ESTIMATE || figure_is_consistent(l, where, &e->figure);
}

static bool ends(const char *sentence)
{
    size_t length = strlen(sentence);
    return length > 0 && strchr(".!?:", sentence[length - 1]);
}

static bool verdict_is_consistent(const checker *l, const dado_verdict *v)
{
    if (!ends(v->claim)) return wrong(l, "a claim without an end", v->claim, 0);
    if (v->evidence[0] && !ends(v->evidence)) return wrong(l, "no end", v->evidence, 0);
    if (strstr(v->claim, "lasts 0 ")) return wrong(l, "nothing lasts", v->claim, 0);
    dado_interval f = v->figure;
    if (dado_is_none(f.value)) return true;
    if (is_noise(f.value)) return wrong(l, "a rounding error", v->claim, f.value);
    if (dado_is_none(f.low) || dado_is_none(f.high)) return true;
    if (f.low == 0 && f.high == 0) return true;  // there is none
    bool inside = f.low <= f.value + 1e-9 && f.value <= f.high + 1e-9;
    return inside || wrong(l, "a claim outside its interval", v->claim, f.value);
}

// All values are whole, and some is beyond 1: shares and flags are no counts.
static bool are_counts(const double *values, int count, bool *some)
{
    for (int i = 0; i < count; i++) {
        if (!isfinite(values[i])) continue;
        if (values[i] != floor(values[i])) return false;
        *some = *some || fabs(values[i]) > 1;
    }
    return true;
}

static bool chart_is_consistent(const checker *l, const dado_chart *chart)
{
    bool along = true, upward = true, some_along = false, some_upward = false;
    for (int i = 0; i < chart->count; i++) {
        const dado_series *s = &chart->series[i];
        along = along && s->x && !s->x_end && are_counts(s->x, s->count, &some_along);
        upward = upward && are_counts(s->y, s->count, &some_upward);
    }
    bool scale = !chart->x.labels && !chart->x.logarithm && !chart->x.percent;
    if (scale && along && some_along && !chart->x.whole) {
        return wrong(l, "whole numbers along, and ticks between them", chart->title, 0);
    }
    scale = !chart->y.labels && !chart->y.logarithm && !chart->y.percent;
    if (scale && upward && some_upward && !chart->y.whole) {
        return wrong(l, "whole numbers upward, and ticks between them", chart->title, 0);
    }
    return true;
}

static bool heat_map_is_consistent(const checker *l, const dado_heatmap *heat)
{
    double least, most;
    dado_heatmap_scale(heat, &least, &most);
    bool rows = heat->row_labels || heat->row_from != heat->row_to || heat->rows == 1;
    bool columns =
        heat->column_labels || heat->column_from != heat->column_to || heat->columns == 1;
    if (!rows || !columns) return wrong(l, "a heat without axes", heat->title, 0);
    return least <= most || wrong(l, "a scale upside down", heat->title, least);
}

static bool part_is_consistent(const checker *l, const dado_part *part)
{
    bool sound = true;
    switch (part->kind) {
    case DADO_PART_VERDICTS:
        for (int i = 0; sound && i < part->count; i++) {
            sound = verdict_is_consistent(l, &part->verdicts[i]);
        }
        break;
    case DADO_PART_FACTS:
        for (int i = 0; sound && i < part->count; i++) {
            sound = entry_is_consistent(l, part->facts[i].name, &part->facts[i].entry);
        }
        break;
    case DADO_PART_TABLE:
        for (int i = 0; sound && i < part->entry_count; i++) {
            sound =
                entry_is_consistent(l, part->fields[i % part->field_count].name, &part->entries[i]);
        }
        break;
    case DADO_PART_CHART:
        if (part->shape == DADO_SHAPE_CHART) sound = chart_is_consistent(l, &part->drawn.chart);
        if (part->shape == DADO_SHAPE_HEATMAP) sound = heat_map_is_consistent(l, &part->drawn.heat);
        break;
    default: break;
    }
    return sound;
}

// A number like 2.11e-15 in what people read.
static bool shows_noise(const char *text)
{
    if (strstr(text, "-0.000000 ")) return true;
    for (const char *at = text; (at = strstr(at, "e-")) != NULL; at += 2) {
        bool digits = at > text && at[-1] >= '0' && at[-1] <= '9';
        bool smaller = strtol(at + 2, NULL, 10) > 12;
        if (digits && smaller) return true;
    }
    return false;
}

bool dado_document_is_consistent(const dado_document *document, char *why, size_t room)
{
    for (const dado_part *part = document->first; part; part = part->next) {
        checker l = { part->name, why, room };
        if (!part_is_consistent(&l, part)) return false;
    }
    for (int f = 0; dado_formats[f]; f++) {
        const char *name = dado_formats[f]->name;
        dado_text out = { 0 };
        if (strcmp(name, "text") != 0 && strcmp(name, "html") != 0) continue;
        dado_formats[f]->write(document, &(dado_terminal_style){ .columns = 80 }, &out);
        bool noise = shows_noise(dado_text_string(&out));
        bool lasts = strstr(dado_text_string(&out), "lasts 0 rounds");
        bool page = strcmp(name, "html") == 0;
        bool made = !page || strstr(dado_text_string(&out), "How this was made");
        dado_text_free(&out);
        if (noise || lasts || !made) {
            snprintf(why, room, "%s: %s", name,
                     noise   ? "a rounding error is shown"
                     : lasts ? "matches last no rounds"
                             : "nothing says how it was made");
            return false;
        }
    }
    return true;
}
