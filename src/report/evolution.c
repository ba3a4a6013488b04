// evolution.c - shows what generators make and what was bred; see report_functions.h.
#include "report/report_functions.h"

#include <string.h>

#include "report/map_picture.h"

dado_part *dado_report_fitness(dado_document *d, const char *name, const char *title,
                               const dado_generation *rows, int count)
{
    if (count < 2) return NULL;
    dado_part *part =
        dado_document_chart(d, name,
                            &(dado_chart){ .title = title,
                                           .about = "Best and mean fitness of the viable.",
                                           .x = { .title = "generation", .whole = true },
                                           .y = { .title = "fitness" } });
    dado_put_series(part, count, (dado_series){ .name = "mean, one sd", .colour = 2 });
    for (const dado_generation *row = rows; row < rows + count; row++) {
        dado_put_range(part, row->number,
                       (dado_interval){ row->mean, row->mean - row->sd, row->mean + row->sd });
    }
    dado_put_series(part, count, (dado_series){ .name = "best", .colour = 1 });
    for (int i = 0; i < count; i++) dado_put_point(part, rows[i].number, rows[i].best);
    return part;
}

static bool is_shown(const dado_evolved_variants *brood, const char *trait)
{
    for (int i = 0; brood->columns[i]; i++) {
        if (strcmp(brood->columns[i], trait) == 0) return true;
    }
    return false;
}

// Fitness is always printed, so it is not printed again as a trait.
static bool is_told(const dado_measure *trait)
{
    return strcmp(trait->name, "fitness") != 0;
}

// Tells whether qualities were measured with fresh luck.
static bool is_measured_again(const dado_evolved_variants *brood)
{
    return (brood->ancestor.genome && !dado_estimate_is_none(brood->ancestor.fresh)) ||
           (brood->count && !dado_estimate_is_none(brood->variants[0].fresh));
}

static void put_variant(dado_part *part, const dado_evolved_variants *brood, int i)
{
    const dado_variant *v = i < 0 ? &brood->ancestor : &brood->variants[i];
    if (i < 0) dado_put(part, "ancestor");
    else dado_put_textf(part, "variant %d", i + 1);
    dado_put(part, v->fitness);
    if (is_measured_again(brood)) dado_put(part, v->fresh);
    for (int t = 0; brood->species->traits[t].name; t++) {
        if (is_told(&brood->species->traits[t])) dado_put(part, v->traits[t]);
    }
    DADO_CLEANUP(dado_text_free) dado_text genome = { 0 };
    if (brood->notation) brood->species->print(brood->species, v->genome, &genome);
    dado_put(part, brood->notation ? dado_text_string(&genome) : NULL);
    dado_put(part, v->steps, v->text);
}

static void add_worths(dado_document *d, const dado_evolved_variants *brood)
{
    static const char *const programs[] = { "genome", "steps", "text" };
    dado_part *part =
        dado_table(d,
                   DADO_PART("variants", .heading = brood->ancestor.genome
                                                        ? "The ancestor and its best descendants"
                                                        : "The best that were bred"),
                   DADO_FIELD(WORDS, "name", ""));
    dado_column(part, NUMBER, "fitness", "fitness");
    if (is_measured_again(brood)) {
        dado_column(part, ESTIMATE, "fresh_quality", "quality on fresh luck",
                    .about = "On luck that nothing was chosen by; another sample of as many "
                             "matches lies in the interval in 95 of 100 cases");
    }
    for (int t = 0; brood->species->traits[t].name; t++) {
        const dado_measure *m = &brood->species->traits[t];
        if (!is_told(m)) continue;
        dado_column(part, NUMBER, m->name, m->name, .rank = part->field_count, .about = m->about,
                    .reader = is_shown(brood, m->name) ? DADO_FOR_ALL : DADO_FOR_PROGRAMS);
    }
    for (int i = 0; i < 3; i++) {
        dado_column(part, WORDS, programs[i], programs[i], .reader = DADO_FOR_PROGRAMS);
    }
    for (int i = brood->ancestor.genome ? -1 : 0; i < brood->count; i++) {
        put_variant(part, brood, i);
    }
}

// Adds a picture of a map or a level. Returns false for descriptions, which are read as text.
static bool add_picture(dado_document *d, const char *name, const char *suffix, const char *text,
                        const char *caption)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_region_init(&region, (size_t)256 << 20);
    dado_map_picture ground;
    if (!dado_map_picture_read(&ground, suffix, caption, text, &region)) return false;
    return dado_report_map_picture(d, DADO_PART(name, .caption = caption, .reader = DADO_FOR_PAGES),
                                   &ground, caption, &region);
}

static void add_source(dado_document *d, const char *name, const char *text, const char *heading)
{
    dado_document_source(
        d, DADO_PART(name, .heading = heading, .folded = true, .reader = DADO_FOR_PAGES), text);
}

static void add_variant(dado_document *d, const dado_evolved_variants *brood, int i)
{
    const dado_variant *v = &brood->variants[i];
    const char *name = dado_document_copyf(d, "variant_%d", i + 1);
    const char *heading = dado_document_copyf(d, "Variant %d, fitness %.6f", i + 1, v->fitness);
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    if (!add_picture(d, name, brood->species->suffix, v->text, heading) && brood->ancestor.text) {
        dado_text_diff(brood->ancestor.text, v->text, 1, &text);
        add_source(d, name, text.length ? dado_text_string(&text) : "(as the ancestor)", heading);
    }
    name = dado_document_copyf(d, "steps_%d", i + 1);
    if (v->steps) {
        add_source(d, name, v->steps[0] ? v->steps : "(none)", "Its steps from the ancestor");
    } else if (brood->species->write && !brood->ancestor.genome) {
        dado_text_clear(&text);
        brood->species->print(brood->species, v->genome, &text);
        add_source(d, name, dado_text_string(&text), "How it is written down");
    }
    if (v->again) {
        dado_part *links = dado_document_links(
            d, DADO_PART(dado_document_copyf(d, "again_%d", i + 1), .reader = DADO_FOR_PAGES));
        dado_put_link(links, "The same figures again", v->again);
    }
}

// Adds the complete texts, for readers who want to use one.
static void add_texts(dado_document *d, const dado_evolved_variants *brood)
{
    dado_part *part = dado_table(
        d, DADO_PART("texts", .reader = DADO_FOR_PROGRAMS), DADO_FIELD(WORDS, "file", "file"),
        DADO_FIELD(NUMBER, "fitness", "fitness"), DADO_FIELD(WORDS, "text", "text"));
    for (int i = 0; i < brood->count; i++) {
        dado_put_textf(part, "variant-%02d%s", i + 1, brood->species->suffix);
        dado_put(part, brood->variants[i].fitness, brood->variants[i].text);
    }
}

void dado_report_variants(dado_document *d, const dado_evolved_variants *brood,
                          const dado_generation *rows, int row_count)
{
    d->about = "The best, and what made them so.";
    add_worths(d, brood);
    dado_part *fitness =
        dado_report_fitness(d, "fitness", "Fitness by generation", rows, row_count);
    if (fitness) fitness->heading = "How it went";
    if (brood->ancestor.genome &&
        add_picture(d, "ancestor", brood->species->suffix, brood->ancestor.text, "ancestor")) {
        d->last->heading = "The ancestor";
    }
    if (brood->count == 0) return;
    dado_document_text(d, DADO_PART("changed", .heading = "What changed", .reader = DADO_FOR_PAGES),
                       "Each of them, the best first.");
    for (int i = 0; i < brood->count; i++) add_variant(d, brood, i);
    add_texts(d, brood);
}

// --- the best of every kind ---

static const dado_measure *trait_of(const dado_archive *a, int axis)
{
    return &a->species->traits[a->axes[axis].trait];
}

// Draws fitness by two traits, the second growing upward.
static void add_kinds(dado_document *d, const dado_archive *a)
{
    if (a->axis_count != 2) return;
    int across = a->axes[0].cells, down = a->axes[1].cells;
    double *values = dado_new(&d->region, double, a->cells), traits[DADO_TRAITS_MOST] = { 0 };
    d->cut = d->cut || !values;
    for (int y = 0; values && y < down; y++) {
        for (int x = 0; x < across; x++) {
            // Cells are found by a point in their middle, so this code does not depend on how
            // they are numbered.
            const dado_trait_axis *b = &a->axes[0], *c = &a->axes[1];
            traits[b->trait] = b->least + (b->most - b->least) * (x + 0.5) / across;
            traits[c->trait] = c->least + (c->most - c->least) * (y + 0.5) / down;
            values[y * across + x] = a->fitness[dado_archive_cell(a, traits)];
        }
    }
    dado_heatmap heat = {
        .title = "Fitness of the best of every kind",
        .about = "An archive of elites.",
        .rows = down,
        .columns = across,
        .values = values,
        .row_title = trait_of(a, 1)->title,
        .column_title = trait_of(a, 0)->title,
        .value_title = "fitness",
        .upward = true,
        .row_from = a->axes[1].least,
        .row_to = a->axes[1].most,
        .column_from = a->axes[0].least,
        .column_to = a->axes[0].most,
    };
    dado_document_heatmap(d, DADO_PART("kinds", .heading = "The best of every kind"), &heat);
}

static void add_elites(dado_document *d, const dado_archive *a)
{
    dado_part *part =
        dado_table(d, DADO_PART("elites", .heading = "Every elite", .reader = DADO_FOR_PAGES),
                   DADO_FIELD(NUMBER, "cell", "cell"));
    for (int i = 0; i < a->axis_count; i++) {
        const dado_measure *trait = trait_of(a, i);
        dado_column(part, NUMBER, trait->name, trait->title, .about = "From here on");
    }
    dado_column(part, NUMBER, "fitness", "fitness");
    dado_column(part, WORDS, "genome", "genome");
    DADO_CLEANUP(dado_text_free) dado_text genome = { 0 };
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
    dado_fact(facts, "coverage", "coverage", dado_estimate_share(dado_archive_coverage(a)));
    dado_fact(facts, "best", "best", best < 0 ? DADO_NONE : a->fitness[best]);
    dado_fact(facts, "sum", "sum of all", dado_archive_sum(a));
    dado_fact(facts, "judged", "judged", a->offered);
    add_kinds(d, a);
    add_elites(d, a);
}

// --- samples of what generators make ---

void dado_report_range(dado_document *d, const dado_expressive_range *range,
                       const dado_generator_sample *sample, const char *things)
{
    const dado_measure *x = &sample->measures[range->x], *y = &sample->measures[range->y];
    int cells = range->across * range->down;
    double *values = dado_new(&d->region, double, cells);
    d->cut = d->cut || !values;
    for (int i = 0; values && i < cells; i++) {
        values[i] = range->counts[i] ? range->counts[i] : DADO_NONE;
    }
    dado_heatmap heat = {
        .title = dado_document_copyf(d, "%d %s of %s: %d of %d cells filled", range->rows, things,
                                     sample->name, range->filled, cells),
        .about = "How often each pair of values came.",
        .values = values,
        .rows = range->down,
        .columns = range->across,
        .row_title = y->title,
        .column_title = x->title,
        .value_title = things,
        .upward = true,
        .row_from = range->y_least,
        .row_to = range->y_most,
        .column_from = range->x_least,
        .column_to = range->x_most,
    };
    dado_document_heatmap(d, DADO_PART("range", .heading = "Expressive range"), &heat);
    dado_part *part = dado_table(d, DADO_PART("range_cells", .reader = DADO_FOR_PROGRAMS),
                                 DADO_FIELD(NUMBER, x->name, x->title, .about = "From here on"),
                                 DADO_FIELD(NUMBER, y->name, y->title, .about = "From here on"),
                                 DADO_FIELD(NUMBER, "count", things));
    for (int i = 0; i < cells; i++) {
        double wide = (range->x_most - range->x_least) / range->across;
        double high = (range->y_most - range->y_least) / range->down;
        int column = i % range->across, row = i / range->across;
        if (!range->counts[i]) continue;
        dado_put(part, range->x_least + wide * column, range->y_least + high * row,
                 range->counts[i]);
    }
}

// Draws the differences in standard deviations, which all measures share as a scale.
static void add_difference_chart(dado_document *d, const dado_measure_difference *contrasts,
                                 int count, const dado_generator_sample *a,
                                 const dado_generator_sample *b)
{
    const char **names = dado_new(&d->region, const char *, count + 1);
    if (!names) return;
    dado_reference_line none = { .at = 0 };
    for (int i = 0; i < count; i++) names[i] = a->measures[contrasts[i].column].name;
    dado_part *part = dado_document_chart(
        d, DADO_PART("differences", .reader = DADO_FOR_PAGES),
        &(dado_chart){ .title = dado_document_copyf(d, "%s less %s", a->name, b->name),
                       .about = "The difference of each measure in standard deviations, with its "
                                "interval.",
                       .x = { .labels = names, .label_count = count },
                       .y = { .title = "standard deviations" },
                       .rules = &none,
                       .rule_count = 1,
                       .flat = true,
                       .height = 80 + 18.0 * count });
    dado_put_series(part, count, (dado_series){ .mark = DADO_DOTS });
    for (int i = 0; i < count; i++) {
        const dado_measure_difference *c = &contrasts[i];
        double sd = sqrt((c->a.sd * c->a.sd + c->b.sd * c->b.sd) / 2);
        dado_interval by = c->difference.means;
        if (sd > 0) by = (dado_interval){ by.value / sd, by.low / sd, by.high / sd };
        else by = (dado_interval){ DADO_NONE, DADO_NONE, DADO_NONE };
        dado_put_range(part, i, by);
    }
}

void dado_report_sample_differences(dado_document *d, const dado_measure_difference *contrasts,
                                    int count, const dado_generator_sample *a,
                                    const dado_generator_sample *b)
{
    dado_part *part = dado_table(
        d, DADO_PART("contrasts", .heading = "Measure by measure"),
        DADO_FIELD(WORDS, "measure", "measure"), DADO_FIELD(NUMBER, "first", a->name, .rank = 1),
        DADO_FIELD(NUMBER, "second", b->name, .rank = 1),
        DADO_FIELD(ESTIMATE, "difference", "difference", .about = "The first less the second"),
        DADO_FIELD(NUMBER, "p", "Holm p",
                   .about = "How likely as large a difference is by chance, corrected for the "
                            "number of measures"),
        DADO_FIELD(NUMBER, "cliff", "Cliff", .rank = 2,
                   .about = "How often a value of the first is above one of the second, less how "
                            "often below"));
    for (int i = 0; i < count; i++) {
        const dado_measure_difference *c = &contrasts[i];
        dado_put(part, a->measures[c->column].name, c->a.mean, c->b.mean,
                 dado_estimate_between(c->difference.means, DADO_ESTIMATE_REAL,
                                       c->a.count + c->b.count, 0.95),
                 dado_estimate_p_value(c->p_holm), c->difference.cliff);
    }
    add_difference_chart(d, contrasts, count, a, b);
}
