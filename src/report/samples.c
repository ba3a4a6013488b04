// samples.c - see report.h.
#include "report/report.h"

void dado_report_range(dado_document *d, const dado_range *range, const dado_sample *sample,
                       const char *things)
{
    const dado_measure *x = &sample->measures[range->x], *y = &sample->measures[range->y];
    int cells = range->across * range->down;
    double *values = dado_new(&d->arena, double, cells);
    d->cut = d->cut || !values;
    for (int i = 0; values && i < cells; i++) {
        values[i] = range->counts[i] ? range->counts[i] : DADO_NONE;
    }
    dado_heat heat = {
        .title = dado_document_copyf(d, "%d %s of %s: %d of %d cells filled", range->rows, things,
                                     sample->name, range->filled, cells),
        .about = "How often each pair of values came.", .values = values,
        .rows = range->down, .columns = range->across, .row_title = y->title,
        .column_title = x->title, .value_title = things, .upward = true,
        .row_from = range->y_least, .row_to = range->y_most,
        .column_from = range->x_least, .column_to = range->x_most,
    };
    dado_document_heat(d, DADO_PART("range", .heading = "Expressive range"), &heat);
    dado_part *part = dado_table(
        d, DADO_PART("range_cells", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(NUMBER, x->name, x->title, .about = "From here on"),
        DADO_FIELD(NUMBER, y->name, y->title, .about = "From here on"),
        DADO_FIELD(NUMBER, "count", things));
    for (int i = 0; i < cells; i++) {
        double wide = (range->x_most - range->x_least) / range->across;
        double high = (range->y_most - range->y_least) / range->down;
        if (!range->counts[i]) continue;
        dado_put(part, range->x_least + wide * (i % range->across),
                 range->y_least + high * (i / range->across), range->counts[i]);
    }
}

void dado_report_contrasts(dado_document *d, const dado_contrast *contrasts, int count,
                           const dado_sample *a, const dado_sample *b)
{
    dado_part *part = dado_table(
        d, DADO_PART("contrasts", .heading = "Measure by measure"),
        DADO_FIELD(WORDS, "measure", "measure"),
        DADO_FIELD(NUMBER, "first", a->name, .rank = 1),
        DADO_FIELD(NUMBER, "second", b->name, .rank = 1),
        DADO_FIELD(ESTIMATE, "difference", "difference", .about = "The first less the second"),
        DADO_FIELD(NUMBER, "p", "Holm p",
                   .about = "How likely as large a difference is by chance, corrected for the "
                            "number of measures"),
        DADO_FIELD(NUMBER, "cliff", "Cliff", .rank = 2,
                   .about = "How often a value of the first is above one of the second, less how "
                            "often below"));
    for (int i = 0; i < count; i++) {
        const dado_contrast *c = &contrasts[i];
        dado_put(part, a->measures[c->column].name, c->a.mean, c->b.mean,
                 dado_figure_between(c->difference.means, DADO_FIGURE_REAL,
                                     c->a.count + c->b.count, 0.95),
                 dado_figure_chance(c->p_holm), c->difference.cliff);
    }
}
