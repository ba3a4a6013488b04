// sweep.c - see report_functions.h.
#include "report/report_functions.h"

#include <math.h>

#include "measure/number_format.h"

enum { the_quality = -1 };  // stands for the quality instead of a measure

static dado_estimate value_of(const dado_sweep *sweep, int point, int measure)
{
    const dado_sweep_point *p = &sweep->points[point];
    return measure == the_quality ? dado_estimate_real(p->quality)
                                  : dado_sweep_point_value(sweep, p, measure);
}

static const dado_measure *shown(const dado_sweep *sweep, int measure)
{
    static const dado_measure quality = { "quality", "Quality",
                                          "How near each point comes to the target, from 0 to 1.",
                                          DADO_RATIO, false };
    return measure == the_quality ? &quality : sweep->measures.items[measure];
}

static bool all_whole(const double *values, int count)
{
    for (int i = 0; values && i < count; i++) {
        if (values[i] != floor(values[i])) return false;
    }
    return values != NULL;
}

// One parameter: a dot with whiskers for each value. If the values are numbers, the axis
// is a scale.
static void add_line(dado_document *d, const dado_part *asked, const dado_sweep *sweep, int measure)
{
    const dado_sweep_parameter *dial = &sweep->dials[0];
    bool whole = all_whole(dial->numbers, dial->count);  // whole numbers have no values in between
    const dado_measure *m = shown(sweep, measure);
    dado_reference_line best = { .upright = true, .label = "best", .at = sweep->best };
    if (sweep->best >= 0 && dial->numbers) best.at = dial->numbers[sweep->best];
    dado_chart chart = {
        .title = m->title,
        .about = m->about,
        .rules = &best,
        .rule_count = sweep->best >= 0,
        .x = { .title = dial->name, .whole = whole },
        .y = { .percent = m->kind == DADO_RATE },
    };
    if (!dial->numbers) {
        chart.x.labels = dial->values;
        chart.x.label_count = dial->count;
    }
    dado_part *part = dado_document_chart(d, asked, &chart);
    dado_put_series(part, dial->count,
                    (dado_series){ .mark = dial->numbers && !whole ? DADO_LINE : DADO_DOTS });
    for (int i = 0; i < dial->count; i++) {
        dado_put_range(part, dial->numbers ? dial->numbers[i] : DADO_NONE,
                       dado_estimate_interval(value_of(sweep, i, measure)));
    }
}

static void add_heat(dado_document *d, const dado_part *asked, const dado_sweep *sweep, int measure)
{
    double values[DADO_SWEEP_POINTS_MAX];
    for (int i = 0; i < sweep->count; i++) values[i] = value_of(sweep, i, measure).value;
    const dado_measure *m = shown(sweep, measure);
    dado_heatmap heat = {
        .title = m->title,
        .about = m->about,
        .rows = sweep->dials[0].count,
        .columns = sweep->dials[1].count,
        .values = values,
        .row_labels = sweep->dials[0].values,
        .column_labels = sweep->dials[1].values,
        .row_title = sweep->dials[0].name,
        .column_title = sweep->dials[1].name,
        .percent = m->kind == DADO_RATE,
        .numbers = sweep->count <= 100,
    };
    dado_document_heatmap(d, asked, &heat);
}

static void add_curve(dado_document *d, const dado_part *asked, const dado_sweep *sweep,
                      int measure)
{
    if (dado_document_part(d, asked->name)) return;
    if (sweep->dial_count == 1) add_line(d, asked, sweep, measure);
    else add_heat(d, asked, sweep, measure);
}

static void add_points(dado_document *d, const dado_sweep *sweep, const int *measures, int count)
{
    dado_audience shown = sweep->best >= 0 ? DADO_FOR_ALL : DADO_FOR_PROGRAMS;
    dado_part *part =
        dado_document_table(d, DADO_PART("points", .heading = "Every point"), NULL, 0);
    for (int k = 0; k < sweep->dial_count; k++) {
        dado_column(part, WORDS, sweep->dials[k].name, sweep->dials[k].name);
    }
    dado_column(part, NUMBER, "matches", "matches", .rank = 90);
    dado_column(part, NUMBER, "quality", "quality", .reader = shown);
    dado_column(part, FLAG, "best", "best", .rank = 80, .reader = shown);
    dado_column(part, FLAG, "dropped", "dropped", .rank = 85, .reader = shown);
    for (int m = 0; m < count; m++) {
        const dado_measure *measure = sweep->measures.items[measures[m]];
        dado_column(part, ESTIMATE, measure->name, measure->name, .about = measure->about,
                    .rank = m < 2 ? 0 : 2 * m);
    }
    dado_column(part, WORDS, "error", "could not be opened", .reader = DADO_FOR_PROGRAMS);
    int broken = -1;
    for (int i = 0; i < sweep->count; i++) {
        const dado_sweep_point *point = &sweep->points[i];
        bool opened = point->error.status == DADO_OK;
        for (int k = 0; k < sweep->dial_count; k++) {
            dado_put(part, sweep->dials[k].values[point->place[k]]);
        }
        dado_put(part, point->matches, point->quality, (bool)(i == sweep->best), point->dropped);
        for (int m = 0; m < count; m++)
            dado_put(part, dado_sweep_point_value(sweep, point, measures[m]));
        dado_put(part, opened ? NULL : point->error.text);
        if (!opened && broken < 0) broken = i;
    }
    if (broken < 0) return;
    dado_document_textf(d, DADO_PART("broken", .attached = true),
                        "point %d could not be opened: %s", broken + 1,
                        sweep->points[broken].error.text);
}

static void add_best(dado_document *d, const dado_sweep *sweep)
{
    if (sweep->best < 0) return;
    const dado_sweep_point *best = &sweep->points[sweep->best];
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    for (int k = 0; k < sweep->dial_count; k++) {
        dado_text_addf(&words, " %s=%s", sweep->dials[k].name,
                       sweep->dials[k].values[best->place[k]]);
    }
    dado_document_textf(d, "best", "The best point is%s, with a quality of %s.",
                        dado_text_string(&words), dado_string_real(best->quality).s);
}

void dado_report_sweep(dado_document *d, const dado_sweep *sweep, const char *game,
                       const int *measures, int count)
{
    const char *turned =
        dado_document_copyf(d, "%s%s%s", sweep->dials[0].name, sweep->dial_count > 1 ? " and " : "",
                            sweep->dial_count > 1 ? sweep->dials[1].name : "");
    d->title = dado_document_copyf(d, "%s, %s turned", game, turned ? turned : "");
    d->said = dado_document_copyf(d, "%d points over %s", sweep->count, turned ? turned : "");
    // The quality by the target is drawn first.
    const dado_part *wished = DADO_PART("quality", .heading = "How near the target");
    if (sweep->best >= 0) add_curve(d, wished, sweep, the_quality);
    for (int m = 0; m < count; m++) {
        const char *name = sweep->measures.items[measures[m]]->name;
        add_curve(
            d,
            DADO_PART(dado_document_copyf(d, "curve_%s", name), .heading = m ? NULL : "Measures"),
            sweep, measures[m]);
    }
    add_points(d, sweep, measures, count);
    add_best(d, sweep);
}
