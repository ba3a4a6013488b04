// variants.c - see report.h.
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/contrast.h"
#include "report/ground.h"

dado_part *dado_report_fitness(dado_document *d, const char *name, const char *title,
                               const dado_generation *rows, int count)
{
    double *room = malloc(sizeof *room * (size_t)(5 * count + 1));
    dado_part *part = NULL;
    if (room && count > 1) {
        double *x = room, *best = x + count, *mean = best + count, *low = mean + count,
               *high = low + count;
        for (int i = 0; i < count; i++) {
            x[i] = rows[i].number;
            best[i] = rows[i].best;
            mean[i] = rows[i].mean;
            low[i] = rows[i].mean - rows[i].sd;
            high[i] = rows[i].mean + rows[i].sd;
        }
        dado_series series[] = {
            { .name = "mean, one sd", .mark = DADO_LINE, .count = count, .x = x, .y = mean,
              .low = low, .high = high, .colour = 2 },
            { .name = "best", .mark = DADO_LINE, .count = count, .x = x, .y = best, .colour = 1 },
        };
        dado_chart chart = {
            .title = title, .about = "Best and mean fitness of the viable.",
            .x = { .title = "generation", .whole = true }, .y = { .title = "fitness" },
            .series = series, .count = 2,
        };
        part = dado_document_chart(d, name, &chart);
    }
    free(room);
    return part;
}

static bool is_shown(const dado_brood *brood, const char *trait)
{
    for (int i = 0; brood->columns[i]; i++) {
        if (strcmp(brood->columns[i], trait) == 0) return true;
    }
    return false;
}

// Fitness is told of all, whether or not it is a trait as well.
static bool is_told(const dado_measure *trait)
{
    return strcmp(trait->name, "fitness") != 0;
}

static void put_variant(dado_part *part, const dado_brood *brood, int i)
{
    const dado_variant *v = i < 0 ? &brood->ancestor : &brood->variants[i];
    if (i < 0) dado_put(part, "ancestor");
    else dado_put_wordsf(part, "variant %d", i + 1);
    dado_put(part, v->fitness);
    for (int t = 0; brood->species->traits[t].name; t++) {
        if (is_told(&brood->species->traits[t])) dado_put(part, v->traits[t]);
    }
    dado_draft genome = { 0 };
    if (brood->notation) brood->species->print(brood->species, v->genome, &genome);
    dado_put(part, brood->notation ? dado_text_string(&genome) : NULL);
    dado_put(part, v->steps, v->text);
}

static void add_worths(dado_document *d, const dado_brood *brood)
{
    static const char *const programs[] = { "genome", "steps", "text" };
    dado_part *part = dado_table(
        d, DADO_PART("variants", .heading = brood->ancestor.genome
                                                ? "The ancestor and its best descendants"
                                                : "The best that were bred"),
        DADO_FIELD(WORDS, "name", ""), DADO_FIELD(NUMBER, "fitness", "fitness"));
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

// Maps and levels are looked at, descriptions are read. False if there is nothing to look at.
static bool add_picture(dado_document *d, const char *name, const char *suffix, const char *text,
                        const char *caption)
{
    DADO_ENDS(dado_arena_free) dado_arena arena = { 0 };
    dado_arena_init(&arena, (size_t)256 << 20);
    dado_ground ground;
    if (!dado_ground_read(&ground, suffix, caption, text, &arena)) return false;
    return dado_report_ground(d, DADO_PART(name, .caption = caption, .reader = DADO_FOR_PAGES),
                              &ground, caption, &arena);
}

static void add_source(dado_document *d, const char *name, const char *text, const char *heading)
{
    dado_document_source(d, DADO_PART(name, .heading = heading, .folded = true,
                                      .reader = DADO_FOR_PAGES), text);
}

static void add_variant(dado_document *d, const dado_brood *brood, int i)
{
    const dado_variant *v = &brood->variants[i];
    const char *name = dado_document_copyf(d, "variant_%d", i + 1);
    const char *heading = dado_document_copyf(d, "Variant %d, fitness %.6f", i + 1, v->fitness);
    dado_draft text = { 0 };
    if (!add_picture(d, name, brood->species->suffix, v->text, heading) && brood->ancestor.text) {
        dado_lines_differ(brood->ancestor.text, v->text, 1, &text);
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

// The whole texts, for those who take one over.
static void add_texts(dado_document *d, const dado_brood *brood)
{
    dado_part *part = dado_table(
        d, DADO_PART("texts", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(WORDS, "file", "file"),
        DADO_FIELD(NUMBER, "fitness", "fitness"),
        DADO_FIELD(WORDS, "text", "text"));
    for (int i = 0; i < brood->count; i++) {
        dado_put_wordsf(part, "variant-%02d%s", i + 1, brood->species->suffix);
        dado_put(part, brood->variants[i].fitness, brood->variants[i].text);
    }
}

void dado_report_variants(dado_document *d, const dado_brood *brood, const dado_generation *rows,
                          int row_count)
{
    d->about = "The best, and what made them so.";
    add_worths(d, brood);
    dado_part *fitness =
        dado_report_fitness(d, "fitness", "Fitness by generation", rows, row_count);
    if (fitness) fitness->heading = "How it went";
    if (brood->ancestor.genome && add_picture(d, "ancestor", brood->species->suffix,
                                              brood->ancestor.text, "ancestor")) {
        d->last->heading = "The ancestor";
    }
    if (brood->count == 0) return;
    dado_document_text(
        d, DADO_PART("changed", .heading = "What changed", .reader = DADO_FOR_PAGES),
        "Each of them, the best first.");
    for (int i = 0; i < brood->count; i++) add_variant(d, brood, i);
    add_texts(d, brood);
}
