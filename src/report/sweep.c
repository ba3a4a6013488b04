// sweep.c - see sweep.h.
#include "report/sweep.h"

#include <stdio.h>
#include <stdlib.h>

#include "report/page.h"

// One dial: a line in its band. The values are a scale if they are numbers.
static void draw_line(dado_page *page, const dado_sweep *sweep, int measure, double *room)
{
    const dado_dial *dial = &sweep->dials[0];
    size_t n = (size_t)dial->count;
    double *y = room, *low = room + n, *high = room + 2 * n;
    for (int i = 0; i < dial->count; i++) {
        dado_figure v = dado_point_value(sweep, &sweep->points[i], measure);
        y[i] = v.value;
        low[i] = dado_is_none(v.low) ? v.value : v.low;
        high[i] = dado_is_none(v.high) ? v.value : v.high;
    }
    dado_series series = { .mark = dial->numbers ? DADO_LINE : DADO_DOTS, .count = dial->count,
                           .x = dial->numbers, .y = y, .low = low, .high = high };
    const dado_measure *m = sweep->measures.items[measure];
    dado_chart chart = {
        .title = m->title, .about = m->about, .series = &series, .count = 1,
        .x = { .title = dial->name }, .y = { .percent = m->kind == DADO_RATE },
    };
    if (!dial->numbers) {
        chart.x.labels = dial->values;
        chart.x.label_count = dial->count;
    }
    dado_rule best = { .upright = true, .label = "best" };
    if (sweep->best >= 0) {
        best.at = dial->numbers ? dial->numbers[sweep->best] : sweep->best;
        chart.rules = &best;
        chart.rule_count = 1;
    }
    dado_page_chart(page, &chart);
}

static void draw_heat(dado_page *page, const dado_sweep *sweep, int measure, double *room)
{
    for (int i = 0; i < sweep->count; i++) {
        room[i] = dado_point_value(sweep, &sweep->points[i], measure).value;
    }
    const dado_measure *m = sweep->measures.items[measure];
    dado_heat heat = {
        .title = m->title, .about = m->about,
        .rows = sweep->dials[0].count, .columns = sweep->dials[1].count, .values = room,
        .row_labels = sweep->dials[0].values, .column_labels = sweep->dials[1].values,
        .row_title = sweep->dials[0].name, .column_title = sweep->dials[1].name,
        .percent = m->kind == DADO_RATE, .numbers = sweep->count <= 100,
    };
    dado_page_heat(page, &heat);
}

static void list_points(dado_page *page, const dado_sweep *sweep, const int *measures, int count)
{
    dado_column *columns = calloc((size_t)(count + sweep->dial_count + 2), sizeof *columns);
    if (!columns) return;
    int used = 0;
    for (int d = 0; d < sweep->dial_count; d++) {
        columns[used++] = (dado_column){ sweep->dials[d].name, true, NULL };
    }
    columns[used++] = (dado_column){ "Matches", true, NULL };
    if (sweep->best >= 0) columns[used++] = (dado_column){ "Quality", true, NULL };
    for (int m = 0; m < count; m++) {
        const dado_measure *measure = sweep->measures.items[measures[m]];
        columns[used++] = (dado_column){ measure->title, true, measure->about };
    }
    dado_page_table_begin(page, NULL, columns, used);
    for (int i = 0; i < sweep->count; i++) {
        const dado_point *point = &sweep->points[i];
        for (int d = 0; d < sweep->dial_count; d++) {
            dado_page_cell(page, sweep->dials[d].values[point->place[d]]);
        }
        dado_page_cell_count(page, point->matches);
        if (sweep->best >= 0) dado_page_cell_real(page, point->quality);
        for (int m = 0; m < count; m++) {
            dado_page_cell_real(page, dado_point_value(sweep, point, measures[m]).value);
        }
    }
    dado_page_table_end(page);
    free(columns);
}

void dado_sweep_page(const dado_sweep *sweep, const char *title, const char *command,
                     const int *measures, int count, dado_text *out)
{
    char heading[200], lead[200];
    snprintf(heading, sizeof heading, "%.120s, turned", title);
    snprintf(lead, sizeof lead, "%d points%s%s%s.", sweep->count, " over ", sweep->dials[0].name,
             sweep->dial_count > 1 ? " and another dial" : "");
    dado_page page = dado_page_begin(heading, lead);
    double *room = malloc(sizeof *room * (size_t)(3 * sweep->count + 1));
    dado_page_section(&page, "Measures");
    dado_page_gallery_begin(&page, 0);
    for (int m = 0; room && m < count; m++) {
        if (sweep->dial_count == 1) draw_line(&page, sweep, measures[m], room);
        else draw_heat(&page, sweep, measures[m], room);
    }
    dado_page_gallery_end(&page);
    dado_page_section(&page, "Every point");
    list_points(&page, sweep, measures, count);
    dado_page_section(&page, "How this was made");
    dado_page_code(&page, "Command", command);
    free(room);
    dado_page_end(&page, out);
}
