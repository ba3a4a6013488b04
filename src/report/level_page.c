// level_page.c - see level_page.h.
#include "report/level_page.h"

#include <stdio.h>
#include <stdlib.h>

#include "report/level_picture.h"

void dado_level_page_curve(dado_page *page, const char *title, const dado_generation *rows,
                           int count)
{
    double *numbers = malloc((size_t)(count ? count : 1) * 5 * sizeof *numbers);
    if (!numbers) return;
    double *x = numbers, *best = x + count, *mean = best + count, *low = mean + count,
           *high = low + count;
    for (int i = 0; i < count; i++) {
        x[i] = rows[i].number;
        best[i] = rows[i].best;
        mean[i] = rows[i].mean;
        low[i] = rows[i].mean - rows[i].sd;
        high[i] = rows[i].mean + rows[i].sd;
    }
    dado_series series[2] = {
        { .name = "mean, one sd", .mark = DADO_LINE, .count = count, .x = x, .y = mean,
          .low = low, .high = high, .colour = 2 },
        { .name = "best", .mark = DADO_LINE, .count = count, .x = x, .y = best, .colour = 1 },
    };
    dado_chart chart = { .title = title, .about = "Fitness by generation.",
                         .x = { .title = "generation", .whole = true },
                         .y = { .title = "fitness" }, .series = series, .count = 2 };
    dado_page_chart(page, &chart);
    free(numbers);
}

void dado_level_page_picture(dado_page *page, const dado_level_show *show, dado_arena *arena)
{
    enum { strip = 90 };
    size_t mark = dado_arena_mark(arena);
    const dado_kept_level *kept = show->kept;
    dado_level_path way = { .ink = 0xD6336CCCu };
    way.at = dado_level_trace(&kept->level, &kept->route, arena);
    way.count = way.at ? kept->route.ticks : 0;
    dado_level_end *ends = dado_new(arena, dado_level_end, show->end_count + 1);
    for (int i = 0; ends && i < show->end_count; i++) {
        ends[i] = (dado_level_end){ show->ends[i], -1,
                                    dado_ink_fade(dado_ink_series(show->end_players[i]), 0.8) };
    }
    dado_level_drawing drawing = { .level = &kept->level, .paths = &way,
                                   .path_count = way.count > 0, .ends = ends,
                                   .end_count = ends ? show->end_count : 0, .strip = strip };
    dado_picture picture = dado_level_draw(&drawing);
    dado_text svg = { 0 };
    dado_picture_svg(&picture, show->name, show->caption, false, &svg);
    dado_page_drawing(page, dado_text_string(&svg), show->caption);
    dado_text_free(&svg);
    dado_picture_free(&picture);
    dado_arena_rewind(arena, mark);
}

void dado_level_page_range(dado_page *page, const dado_range *range, const dado_sample *sample)
{
    size_t cells = (size_t)range->across * (size_t)range->down;
    double *values = malloc(cells * sizeof *values);
    if (!values) return;
    for (int line = 0; line < range->down; line++) {
        for (int column = 0; column < range->across; column++) {
            int32_t count = range->counts[(range->down - 1 - line) * range->across + column];
            values[line * range->across + column] = count ? count : DADO_NONE;
        }
    }
    char about[200];
    snprintf(about, sizeof about, "%s from %.3g to %.3g to the right, %s from %.3g to %.3g upward",
             sample->measures[range->x].title, range->x_least, range->x_most,
             sample->measures[range->y].title, range->y_least, range->y_most);
    dado_heat heat = { .title = "Expressive range", .about = about, .rows = range->down,
                       .columns = range->across, .values = values,
                       .row_title = sample->measures[range->y].title,
                       .column_title = sample->measures[range->x].title,
                       .value_title = "levels" };
    dado_page_heat(page, &heat);
    dado_page_note(page, about);
    free(values);
}
