// level_difficulty.c - see level_difficulty.h.
#include "judge/level_difficulty.h"

#include "core/scope_cleanup.h"
#include "worlds/platform/level_format.h"
#include "worlds/platform/platform_game.h"

enum { kinds = 4, ticks_most = 7000 };  // `ticks_most` is more than the clock allows

double dado_level_difficulty(const dado_level *level, int matches, uint64_t seed)
{
    static const char *const names[kinds] = { "cautious", "runner", "collector", "novice" };
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    DADO_CLEANUP(dado_engine_free) dado_engine worker = { 0 };
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    dado_error err;
    dado_game_source source;
    dado_player players[kinds];
    dado_lineup lineups[kinds];
    dado_region_init(&region, (size_t)64 << 20);
    dado_level_write(level, &text);
    if (!dado_game_source_from_text(&source, "bred.level", dado_text_string(&text), NULL, &region,
                                    &err)) {
        return DADO_NONE;
    }
    dado_plan plan = { .instances = &source,
                       .instance_count = 1,
                       .lineups = lineups,
                       .lineup_count = kinds,
                       .matches = matches,
                       .move_limit = ticks_most };
    dado_engine_init(&worker, &plan);
    double seen = 0;
    for (int p = 0; p < kinds; p++) {
        if (!dado_player_parse(&players[p], names[p], &region, &err)) return DADO_NONE;
        lineups[p] = (dado_lineup){ .name = names[p], .players = &players[p], .count = 1 };
        if (!dado_engine_open(&worker, 0, p, &err)) return DADO_NONE;
        for (int k = 0; k < DADO_LUCK_SOURCES; k++) {
            worker.luck.seeds[k] = dado_derive_seed(seed, (uint64_t)p);
        }
        double sum = 0;
        for (int i = 0; i < matches; i++) {
            sum += dado_engine_match(&worker, i)->counts[DADO_PLATFORM_COMPLETION];
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

dado_estimate dado_level_win_share(const dado_results *r, int level, int lineup)
{
    const dado_cell *cell = dado_results_cell(r, level, lineup);
    double share = value_of(r, cell, "win");
    if (dado_is_none(share)) return dado_estimate_none();
    double matches = (double)cell->sums.values[dado_measures_find(&r->measures, "win")].count;
    return dado_estimate_proportion(share * matches, matches, 0.95);
}

const dado_measure dado_level_play_measures[DADO_LEVEL_PLAY] = {
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

void dado_level_play_values(const dado_results *r, int level, int planner, double *fared)
{
    static const char *const planned[] = { "jumps", "ticks", "kills", "cells" };
    double seen = 0, least = 1, most = 0;
    int people = 0;
    for (int i = 0; i < DADO_LEVEL_PLAY; i++) fared[i] = DADO_NONE;
    for (int p = 0; p < r->plan->lineup_count; p++) {
        const dado_cell *cell = dado_results_cell(r, level, p);
        if (p == planner) {
            for (int i = 0; i < 4; i++)
                fared[DADO_LEVEL_PLAY_JUMPS + i] = value_of(r, cell, planned[i]);
            if (cell->sums.matches) fared[DADO_LEVEL_PLAY_EXPANSIONS] = cell->sums.effort[0].mean;
            continue;
        }
        double completion = value_of(r, cell, "completion");
        if (dado_is_none(completion)) continue;
        seen += completion;
        if (completion < least) least = completion;
        if (completion > most) most = completion;
        people++;
    }
    if (people) fared[DADO_LEVEL_PLAY_DIFFICULTY] = 1 - seen / people;
    if (people) fared[DADO_LEVEL_PLAY_SPREAD] = most - least;
}
