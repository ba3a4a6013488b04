// archive.c - see report.h.
#include "report/report.h"

#include <stdlib.h>

static const dado_measure *trait_of(const dado_archive *a, int axis)
{
    return &a->species->traits[a->axes[axis].trait];
}

// Fitness by the two traits, the second growing upward.
static void add_kinds(dado_document *d, const dado_archive *a)
{
    if (a->axis_count != 2) return;
    int across = a->axes[0].cells, down = a->axes[1].cells;
    double *values = dado_new(&d->arena, double, a->cells), traits[DADO_TRAITS_MOST] = { 0 };
    d->cut = d->cut || !values;
    for (int y = 0; values && y < down; y++) {
        for (int x = 0; x < across; x++) {
            // Asked by a point in the middle of the cell: how cells are numbered is not our
            // affair.
            const dado_trait_axis *b = &a->axes[0], *c = &a->axes[1];
            traits[b->trait] = b->least + (b->most - b->least) * (x + 0.5) / across;
            traits[c->trait] = c->least + (c->most - c->least) * (y + 0.5) / down;
            values[y * across + x] = a->fitness[dado_archive_cell(a, traits)];
        }
    }
    dado_heat heat = {
        .title = "Fitness of the best of every kind", .about = "An archive of elites.",
        .rows = down, .columns = across, .values = values, .row_title = trait_of(a, 1)->title,
        .column_title = trait_of(a, 0)->title, .value_title = "fitness", .upward = true,
        .row_from = a->axes[1].least, .row_to = a->axes[1].most,
        .column_from = a->axes[0].least, .column_to = a->axes[0].most,
    };
    dado_document_heat(d, DADO_PART("kinds", .heading = "The best of every kind"), &heat);
}

static void add_elites(dado_document *d, const dado_archive *a)
{
    dado_part *part = dado_table(
        d, DADO_PART("elites", .heading = "Every elite", .reader = DADO_FOR_PAGES),
        DADO_FIELD(NUMBER, "cell", "cell"));
    for (int i = 0; i < a->axis_count; i++) {
        const dado_measure *trait = trait_of(a, i);
        dado_column(part, NUMBER, trait->name, trait->title, .about = "From here on");
    }
    dado_column(part, NUMBER, "fitness", "fitness");
    dado_column(part, WORDS, "genome", "genome");
    dado_draft genome = { 0 };
    for (int cell = 0; cell < a->cells; cell++) {
        if (dado_is_none(a->fitness[cell])) continue;
        double corner[DADO_AXES_MOST];
        dado_archive_corner(a, cell, corner);
        dado_put(part, cell);
        for (int i = 0; i < a->axis_count; i++) dado_put(part, corner[i]);
        dado_put(part, a->fitness[cell]);
        dado_text_clear(&genome);
        a->species->print(a->species, a->genomes + (size_t)cell * a->species->size, &genome);
        dado_put(part, dado_text_string(&genome));
    }
}

void dado_report_archive(dado_document *d, const dado_archive *a)
{
    int best = dado_archive_best(a);
    dado_part *facts = dado_document_facts(d, "archive");
    dado_fact(facts, "filled", "cells filled", a->filled_count);
    dado_fact(facts, "cells", "of", a->cells);
    dado_fact(facts, "coverage", "coverage", dado_figure_share(dado_archive_coverage(a)));
    dado_fact(facts, "best", "best", best < 0 ? DADO_NONE : a->fitness[best]);
    dado_fact(facts, "sum", "sum of all", dado_archive_sum(a));
    dado_fact(facts, "judged", "judged", a->offered);
    add_kinds(d, a);
    add_elites(d, a);
}
