// variants.c - see variants.h.
#include "report/variants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/lines.h"
#include "report/dungeon_picture.h"
#include "report/level_picture.h"
#include "report/page.h"
#include "worlds/platform/format.h"

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

static void list_worths(dado_page *page, const dado_brood *brood)
{
    dado_column columns[DADO_TRAITS_MOST + 2] = { { "", false, NULL }, { "Fitness", true, NULL } };
    int traits[DADO_TRAITS_MOST], count = 0;
    for (int i = 0; brood->columns[i]; i++) {
        int trait = dado_species_trait(brood->species, brood->columns[i]);
        const dado_measure *measure = &brood->species->traits[trait];
        columns[2 + count] = (dado_column){ measure->title, true, measure->about };
        traits[count++] = trait;
    }
    dado_page_section(page, brood->ancestor.genome ? "The ancestor and its best descendants"
                                                   : "The best that were bred");
    dado_page_table_begin(page, NULL, columns, 2 + count);
    for (int i = brood->ancestor.genome ? -1 : 0; i < brood->count; i++) {
        const dado_variant *v = i < 0 ? &brood->ancestor : &brood->variants[i];
        char name[40];
        snprintf(name, sizeof name, i < 0 ? "ancestor" : "variant %d", i + 1);
        dado_page_cell(page, name);
        dado_page_cell_real(page, v->fitness);
        for (int k = 0; k < count; k++) dado_page_cell_real(page, v->traits[traits[k]]);
    }
    dado_page_table_end(page);
}

// Maps and levels are looked at, descriptions are read. False if there is nothing to look at.
static bool draw(dado_page *page, const char *suffix, const char *text, const char *caption)
{
    dado_arena arena;
    dado_arena_init(&arena, (size_t)256 << 20);
    dado_picture picture = { 0 };
    dado_map map;
    dado_level level;
    bool drawn = true;
    if (strcmp(suffix, ".map") == 0 &&
        dado_map_read(&map, caption, text, strlen(text), &arena, NULL, NULL)) {
        dado_map_picture(&map, &picture);
    } else if (strcmp(suffix, ".level") == 0 &&
               dado_level_read(&level, caption, text, &arena, NULL)) {
        picture = dado_level_draw(&(dado_level_drawing){ .level = &level, .strip = 110 });
    } else {
        drawn = false;
    }
    if (drawn) {
        dado_text svg = { 0 };
        dado_picture_svg(&picture, caption, "What was bred.", false, &svg);
        dado_page_gallery_begin(page, 700);
        dado_page_drawing(page, dado_text_string(&svg), caption);
        dado_page_gallery_end(page);
        dado_text_free(&svg);
    }
    dado_picture_free(&picture);
    dado_arena_free(&arena);
    return drawn;
}

static void show_variant(dado_page *page, const dado_brood *brood, int i)
{
    const dado_variant *v = &brood->variants[i];
    char heading[64];
    snprintf(heading, sizeof heading, "Variant %d, fitness %.6f", i + 1, v->fitness);
    dado_page_fold_begin(page, heading, "variants", i == 0);
    dado_text text = { 0 };
    if (!draw(page, brood->species->suffix, v->text, heading) && brood->ancestor.text) {
        dado_lines_differ(brood->ancestor.text, v->text, 1, &text);
        dado_page_pre(page, text.length ? dado_text_string(&text) : "(as the ancestor)");
    }
    if (v->steps) {
        dado_page_paragraph(page, "Steps from the ancestor:");
        dado_page_pre(page, v->steps[0] ? v->steps : "(none)");
    } else if (brood->species->write && !brood->ancestor.genome) {
        dado_text_clear(&text);
        brood->species->print(brood->species, v->genome, &text);
        dado_page_pre(page, dado_text_string(&text));
    }
    if (v->again) dado_page_code(page, "The same figures again", v->again);
    dado_text_free(&text);
    dado_page_fold_end(page);
}

void dado_variants_page(const dado_brood *brood, const dado_generation *rows, int row_count,
                        const char *command, dado_text *out)
{
    char title[200];
    snprintf(title, sizeof title, "Bred from %.120s", brood->name);
    dado_page page = dado_page_begin(title, "The best, and what made them so.");
    list_worths(&page, brood);
    draw_fitness(&page, rows, row_count);
    if (brood->ancestor.genome && strcmp(brood->species->suffix, ".rcy") != 0) {
        dado_page_section(&page, "The ancestor");
        draw(&page, brood->species->suffix, brood->ancestor.text, "ancestor");
    }
    dado_page_section(&page, "What changed");
    for (int i = 0; i < brood->count; i++) show_variant(&page, brood, i);
    dado_page_section(&page, "How this was made");
    dado_page_code(&page, "Command", command);
    dado_page_end(&page, out);
}
