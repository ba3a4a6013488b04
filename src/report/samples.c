// samples.c - see samples.h.
#include "report/samples.h"

bool dado_range_heat(const dado_range *range, const dado_sample *sample, const char *things,
                     dado_heat *heat, dado_arena *arena)
{
    int cells = range->across * range->down;
    double *values = dado_new(arena, double, cells);
    dado_text title = { 0 };
    if (!values) return false;
    for (int i = 0; i < cells; i++) values[i] = range->counts[i] ? range->counts[i] : DADO_NONE;
    dado_text_addf(&title, "%d %s of %s: %d of %d cells filled", range->rows, things, sample->name,
                   range->filled, cells);
    const char *kept = dado_arena_copy(arena, dado_text_string(&title), title.length);
    dado_text_free(&title);
    *heat = (dado_heat){ .title = kept,
                         .about = "How often each pair of values came.",
                         .rows = range->down,
                         .columns = range->across,
                         .values = values,
                         .row_title = sample->measures[range->y].title,
                         .column_title = sample->measures[range->x].title,
                         .value_title = things,
                         .upward = true,
                         .row_from = range->y_least,
                         .row_to = range->y_most,
                         .column_from = range->x_least,
                         .column_to = range->x_most };
    return kept != NULL;
}

void dado_report_range(dado_document *d, const dado_range *range, const dado_sample *sample,
                       const char *things)
{
    const dado_measure *x = &sample->measures[range->x], *y = &sample->measures[range->y];
    dado_heat heat;
    if (!dado_range_heat(range, sample, things, &heat, &d->arena)) {
        d->cut = true;
        return;
    }
    dado_document_heat(d, "range", &heat)->heading = "Expressive range";
    const dado_field fields[] = {
        { .name = x->name, .title = x->title, .kind = DADO_FIELD_NUMBER, .about = "From here on" },
        { .name = y->name, .title = y->title, .kind = DADO_FIELD_NUMBER, .about = "From here on" },
        { .name = "count", .title = things, .kind = DADO_FIELD_NUMBER },
    };
    dado_part *part = dado_document_table(d, "range_cells", fields, 3);
    part->reader = DADO_FOR_PROGRAMS;
    for (int i = 0; i < range->across * range->down; i++) {
        double wide = (range->x_most - range->x_least) / range->across;
        double high = (range->y_most - range->y_least) / range->down;
        if (!range->counts[i]) continue;
        dado_put_real(part, range->x_least + wide * (i % range->across));
        dado_put_real(part, range->y_least + high * (i / range->across));
        dado_put_whole(part, range->counts[i]);
    }
}

void dado_report_contrasts(dado_document *d, const dado_contrast *contrasts, int count,
                           const dado_sample *a, const dado_sample *b)
{
    const dado_field fields[] = {
        { .name = "measure", .title = "measure", .kind = DADO_FIELD_WORDS },
        { .name = "first", .title = a->name, .kind = DADO_FIELD_NUMBER, .rank = 1 },
        { .name = "second", .title = b->name, .kind = DADO_FIELD_NUMBER, .rank = 1 },
        { .name = "difference", .title = "difference", .kind = DADO_FIELD_ESTIMATE,
          .about = "The first less the second" },
        { .name = "p", .title = "Holm p", .kind = DADO_FIELD_NUMBER,
          .about = "How likely as large a difference is by chance, corrected for the number of "
                   "measures" },
        { .name = "cliff", .title = "Cliff", .kind = DADO_FIELD_NUMBER, .rank = 2,
          .about = "How often a value of the first is above one of the second, less how often "
                   "below" },
    };
    dado_part *part = dado_document_table(d, "contrasts", fields, 6);
    part->heading = "Measure by measure";
    for (int i = 0; i < count; i++) {
        const dado_contrast *c = &contrasts[i];
        dado_put_words(part, a->measures[c->column].name);
        dado_put_real(part, c->a.mean);
        dado_put_real(part, c->b.mean);
        dado_put_figure(part, dado_figure_between(c->difference.means, DADO_FIGURE_REAL,
                                                  c->a.count + c->b.count, 0.95));
        dado_put_figure(part, dado_figure_chance(c->p_holm));
        dado_put_real(part, c->difference.cliff);
    }
}
