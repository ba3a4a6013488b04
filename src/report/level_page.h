// level_page.h - pages about levels: how they were bred, what they look like, who gets through.
#ifndef DADO_REPORT_LEVEL_PAGE_H
#define DADO_REPORT_LEVEL_PAGE_H

#include "evolve/farm.h"
#include "evolve/range.h"
#include "report/page.h"

// Best and mean fitness by generation, the mean in a band of one standard deviation.
void dado_level_page_curve(dado_page *page, const char *title, const dado_generation *rows,
                           int count);

// One level with the planner's way through it, and where others ended; `caption` below it.
typedef struct dado_level_show {
    const dado_kept_level *kept;
    const char *name, *caption;
    const float *ends;       // x in pixels where players ended that did not win
    const int *end_players;  // which kind of player each was
    int end_count;
} dado_level_show;

void dado_level_page_picture(dado_page *page, const dado_level_show *show, dado_arena *arena);

// How often pairs of measures occur together.
void dado_level_page_range(dado_page *page, const dado_range *range, const dado_sample *sample);

#endif
