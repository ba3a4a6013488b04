// contrast.c - see contrast.h.
#include "report/contrast.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "measure/words.h"
#include "report/page.h"

const char *dado_contrast_words(const dado_contrast_line *line)
{
    static const char *const changes[] = { "no difference seen", "higher", "lower",
                                           "too few matches" };
    bool higher = line->change == DADO_HIGHER;
    if (line->bearing == DADO_BETTER) return higher ? "better, higher" : "better, lower";
    if (line->bearing == DADO_WORSE) return higher ? "worse, higher" : "worse, lower";
    return changes[line->change];
}

// Differences in standard deviations, so that all measures fit on one scale.
static void draw_effects(const dado_contrast_table *t, dado_page *page)
{
    double *room = calloc((size_t)t->count * 3 + 1, sizeof *room);
    const char **labels = calloc((size_t)t->count + 1, sizeof *labels);
    int count = 0;
    for (int i = 0; room && labels && i < t->count; i++) {
        const dado_contrast_line *line = &t->lines[i];
        if (line->change != DADO_HIGHER && line->change != DADO_LOWER) continue;
        double scale = line->difference.value != 0 ? line->effect / line->difference.value : 0;
        room[count] = line->effect;
        room[t->count + count] = line->difference.low * scale;
        room[2 * t->count + count] = line->difference.high * scale;
        labels[count++] = line->measure.title;
    }
    if (count > 0) {
        dado_series series = { .mark = DADO_DOTS, .count = count, .y = room,
                               .low = room + t->count, .high = room + 2 * t->count };
        dado_rule none = { .at = 0, .label = "no change" };
        dado_chart chart = {
            .title = "What changed, in standard deviations",
            .about = "Each measure that changed, with its interval.",
            .x = { .labels = labels, .label_count = count }, .series = &series, .count = 1,
            .rules = &none, .rule_count = 1, .flat = true, .height = 120 + 22.0 * count,
        };
        dado_page_gallery_begin(page, 0);
        dado_page_chart(page, &chart);
        dado_page_gallery_end(page);
    } else {
        dado_page_paragraph(page, "No measure is seen to have changed.");
    }
    free(room);
    free(labels);
}

static void list_lines(const dado_contrast_table *t, dado_page *page)
{
    static const dado_column columns[] = {
        { "Measure", false, NULL },    { "Before", true, NULL }, { "After", true, NULL },
        { "Difference", true, NULL },  { "Interval", false, NULL },
        { "p", true, "Corrected for all measures." },
        { "Verdict", false, NULL },
    };
    dado_page_table_begin(page, NULL, columns, 7);
    for (int i = 0; i < t->count; i++) {
        const dado_contrast_line *line = &t->lines[i];
        dado_text words = { 0 };
        dado_page_cell(page, line->measure.title);
        dado_page_cell_real(page, line->before.count ? line->before.mean : DADO_NONE);
        dado_page_cell_real(page, line->after.count ? line->after.mean : DADO_NONE);
        dado_page_cell_real(page, line->difference.value);
        if (!dado_is_none(line->difference.low)) {
            dado_say_interval(&words, line->difference.low, line->difference.high);
        }
        dado_page_cell(page, dado_text_string(&words));
        dado_text_clear(&words);
        dado_say_probability(&words, line->p);
        dado_page_cell(page, dado_text_string(&words));
        dado_page_cell(page, dado_contrast_words(line));
        dado_text_free(&words);
    }
    dado_page_table_end(page);
}

void dado_contrast_page(const dado_contrast_table *t, const dado_contrast_story *story,
                        dado_text *out)
{
    char title[240], lead[200];
    snprintf(title, sizeof title, "%.100s against %.100s", story->before, story->after);
    snprintf(lead, sizeof lead, "%" PRId64 " and %" PRId64 " matches%s; level %g for all measures.",
             story->before_matches, story->after_matches,
             t->paired ? " on the same luck" : "", t->level);
    dado_page page = dado_page_begin(title, lead);
    dado_page_section(&page, "What the change did");
    if (!dado_is_none(t->before_quality)) {
        char before[32], after[32];
        snprintf(before, sizeof before, "%.6f", t->before_quality);
        snprintf(after, sizeof after, "%.6f", t->after_quality);
        dado_page_figures_begin(&page);
        dado_page_figure(&page, before, "quality before", "");
        dado_page_figure(&page, after, "quality after", "");
        dado_page_figures_end(&page);
    }
    draw_effects(t, &page);
    dado_page_section(&page, "Every measure");
    list_lines(t, &page);
    if (story->changes && *story->changes) {
        dado_page_section(&page, "The text");
        dado_page_pre(&page, story->changes);
    }
    dado_page_section(&page, "How this was made");
    dado_page_code(&page, "Command", story->command);
    dado_page_end(&page, out);
}
