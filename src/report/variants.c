// variants.c - see variants.h.
#include "report/variants.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "judge/lines.h"
#include "report/page.h"

static void draw_fitness(dado_page *page, const dado_generation *rows, int count)
{
    double *room = malloc(sizeof *room * (size_t)(3 * count + 1));
    if (!room || count < 2) {
        free(room);
        return;
    }
    double *x = room, *best = room + count, *mean = room + 2 * count;
    for (int i = 0; i < count; i++) {
        x[i] = rows[i].number;
        best[i] = rows[i].best;
        mean[i] = rows[i].mean;
    }
    dado_series series[] = {
        { .name = "best", .mark = DADO_LINE, .count = count, .x = x, .y = best },
        { .name = "mean", .mark = DADO_LINE, .count = count, .x = x, .y = mean, .dashed = true },
    };
    dado_chart chart = {
        .title = "Fitness by generation", .about = "Best and mean fitness of the viable.",
        .x = { .title = "generation", .whole = true }, .series = series, .count = 2,
    };
    dado_page_section(page, "How it went");
    dado_page_gallery_begin(page, 0);
    dado_page_chart(page, &chart);
    dado_page_gallery_end(page);
    free(room);
}

static void list_worths(dado_page *page, const dado_rules_worth *ancestor,
                        const dado_variant *variants, int count)
{
    static const dado_column columns[] = {
        { "Game", false, NULL },       { "Quality", true, NULL }, { "Fitness", true, NULL },
        { "Decisions", true, NULL },   { "Rounds", true, NULL },  { "Drama by points", true, NULL },
        { "Lead change", true, NULL }, { "Options", true, NULL }, { "Tokens", true, NULL },
    };
    dado_page_section(page, "The ancestor and its best descendants");
    dado_page_table_begin(page, NULL, columns, 9);
    for (int i = -1; i < count; i++) {
        const dado_rules_worth *w = i < 0 ? ancestor : &variants[i].worth;
        char name[40];
        snprintf(name, sizeof name, i < 0 ? "ancestor" : "variant %d", i + 1);
        dado_page_cell(page, name);
        const double numbers[] = { w->quality, w->fitness, w->decisions, w->rounds, w->drama,
                                   w->lead_change, w->branching };
        for (int k = 0; k < 7; k++) dado_page_cell_real(page, numbers[k]);
        dado_page_cell_count(page, w->size);
    }
    dado_page_table_end(page);
}

void dado_variants_page(const dado_rules_breed *breed, const dado_rules_worth *ancestor,
                        const dado_variant *variants, int count, const dado_generation *rows,
                        int row_count, const char *command, dado_text *out)
{
    char title[200], heading[64];
    snprintf(title, sizeof title, "Bred from %.120s", breed->name);
    dado_page page = dado_page_begin(title, "Each with what changed and the steps that led to it.");
    list_worths(&page, ancestor, variants, count);
    draw_fitness(&page, rows, row_count);
    dado_page_section(&page, "What changed");
    for (int i = 0; i < count; i++) {
        snprintf(heading, sizeof heading, "Variant %d, quality %.6f", i + 1,
                 variants[i].worth.quality);
        dado_page_fold_begin(&page, heading, "variants", i == 0);
        dado_text text = { 0 };
        dado_lines_differ(breed->ancestor, variants[i].genome->text, 1, &text);
        dado_page_pre(&page, text.length ? dado_text_string(&text) : "(as the ancestor)");
        dado_page_paragraph(&page, "Steps from the ancestor:");
        dado_page_pre(&page, variants[i].genome->steps[0] ? variants[i].genome->steps : "(none)");
        if (variants[i].file) {
            dado_text_clear(&text);
            dado_text_addf(&text, "dado sim %s -n %" PRId64 " --seed %" PRIu64, variants[i].file,
                           breed->matches, breed->seed);
            dado_page_code(&page, "The same figures again", dado_text_string(&text));
        }
        dado_text_free(&text);
        dado_page_fold_end(&page);
    }
    dado_page_section(&page, "How this was made");
    dado_page_code(&page, "Command", command);
    dado_page_end(&page, out);
}
