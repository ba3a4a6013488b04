// level_play.c - see level_play.h.
#include "judge/level_play.h"

#include "core/ends.h"
#include "worlds/platform/format.h"
#include "worlds/platform/platform.h"

enum { kinds = 4, ticks_most = 7000 };  // more than the clock allows

double dado_level_difficulty(const dado_level *level, int matches, uint64_t seed)
{
    static const char *const names[kinds] = { "cautious", "runner", "collector", "novice" };
    DADO_ENDS(dado_arena_free) dado_arena arena = { 0 };
    DADO_ENDS(dado_desk_free) dado_desk desk = { 0 };
    dado_draft text = { 0 };
    dado_error err;
    dado_source source;
    dado_player players[kinds];
    dado_lineup lineups[kinds];
    dado_arena_init(&arena, (size_t)64 << 20);
    dado_level_write(level, &text);
    if (!dado_source_text(&source, "bred.level", dado_text_string(&text), NULL, &arena, &err)) {
        return DADO_NONE;
    }
    dado_plan plan = { .instances = &source, .instance_count = 1, .lineups = lineups,
                       .lineup_count = kinds, .matches = matches, .move_limit = ticks_most };
    dado_desk_init(&desk, &plan);
    double seen = 0;
    for (int p = 0; p < kinds; p++) {
        if (!dado_player_parse(&players[p], names[p], &arena, &err)) return DADO_NONE;
        lineups[p] = (dado_lineup){ .name = names[p], .players = &players[p], .count = 1 };
        if (!dado_desk_open(&desk, 0, p, &err)) return DADO_NONE;
        for (int k = 0; k < DADO_LUCK_SOURCES; k++) {
            desk.luck.seeds[k] = dado_derive(seed, (uint64_t)p);
        }
        double sum = 0;
        for (int i = 0; i < matches; i++) {
            sum += dado_desk_match(&desk, i)->counts[DADO_PLATFORM_COMPLETION];
        }
        seen += sum / matches / kinds;
    }
    return 1 - seen;
}

static double value_of(const dado_results *r, const dado_cell *cell, const char *name)
{
    int at = dado_measures_find(&r->measures, name);
    return at < 0 || cell->error.status != DADO_OK ? DADO_NONE : dado_cell_value(r, cell, at);
}

dado_figure dado_level_won(const dado_results *r, int level, int lineup)
{
    const dado_cell *cell = dado_results_cell(r, level, lineup);
    double share = value_of(r, cell, "win");
    if (dado_is_none(share)) return dado_figure_none();
    double matches = (double)cell->sums.values[dado_measures_find(&r->measures, "win")].count;
    return dado_figure_hits(share * matches, matches, 0.95);
}

const dado_measure dado_level_fared[DADO_FARED] = {
    { "difficulty", "Difficulty", "Share of the way that players do not see, on average.",
      DADO_RATIO, false },
    { "spread", "Spread", "Completion of the best kind of player less that of the worst.",
      DADO_RATIO, false },
    { "planner_jumps", "Jumps needed", "Jumps of the planner.", DADO_COUNT, false },
    { "planner_ticks", "Ticks needed", "Ticks of the planner.", DADO_COUNT, false },
    { "planner_kills", "Kills", "Kills of the planner.", DADO_COUNT, false },
    { "planner_cells", "Cells", "Cells the planner visits.", DADO_COUNT, false },
    { "planner_expansions", "Expansions", "Worlds the planner looks into.", DADO_COUNT, false },
};

void dado_level_fare(const dado_results *r, int level, int planner, double *fared)
{
    static const char *const planned[] = { "jumps", "ticks", "kills", "cells" };
    double seen = 0, least = 1, most = 0;
    int people = 0;
    for (int i = 0; i < DADO_FARED; i++) fared[i] = DADO_NONE;
    for (int p = 0; p < r->plan->lineup_count; p++) {
        const dado_cell *cell = dado_results_cell(r, level, p);
        if (p == planner) {
            for (int i = 0; i < 4; i++) fared[DADO_FARED_JUMPS + i] = value_of(r, cell, planned[i]);
            if (cell->sums.matches) fared[DADO_FARED_EXPANSIONS] = cell->sums.effort[0].mean;
            continue;
        }
        double completion = value_of(r, cell, "completion");
        if (dado_is_none(completion)) continue;
        seen += completion;
        if (completion < least) least = completion;
        if (completion > most) most = completion;
        people++;
    }
    if (people) fared[DADO_FARED_DIFFICULTY] = 1 - seen / people;
    if (people) fared[DADO_FARED_SPREAD] = most - least;
}
