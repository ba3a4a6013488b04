// level_play.c - see level_play.h.
#include "judge/level_play.h"

#include "core/ends.h"
#include "lab/match.h"
#include "lab/open.h"
#include "worlds/platform/format.h"
#include "worlds/platform/platform.h"

enum { ticks_most = 7000 };  // more than the clock allows

// Completion of one kind of player, on average.
static double completion(const dado_game *game, const char *player, int matches, uint64_t seed,
                         dado_arena *arena)
{
    dado_error err;
    dado_agent agent;
    dado_table table;
    dado_match_rules rules = { .move_limit = ticks_most };
    const dado_agent_kind *kind = dado_agent_named(player);
    if (!kind || !dado_agent_open(&agent, kind, game, 0, NULL, arena, &err)) return DADO_NONE;
    double sum = DADO_NONE;
    if (dado_table_lay(&table, game, &agent, rules, arena, &err)) {
        sum = 0;
        for (int i = 0; i < matches; i++) {
            const dado_trace *trace = dado_match_play(&table, seed, seed, (uint64_t)i);
            sum += trace->counts[DADO_PLATFORM_COMPLETION];
        }
    }
    dado_agent_close(&agent);
    return sum / matches;
}

double dado_level_difficulty(const dado_level *level, int matches, uint64_t seed)
{
    static const char *const players[] = { "cautious", "runner", "collector", "novice" };
    DADO_ENDS(dado_arena_free) dado_arena arena = { 0 };
    dado_arena_init(&arena, (size_t)64 << 20);
    dado_draft text = { 0 };
    dado_level_write(level, &text);
    dado_source source;
    dado_game game;
    dado_error err;
    double seen = DADO_NONE;
    if (dado_source_text(&source, "bred.level", dado_text_string(&text), NULL, &arena, &err) &&
        dado_source_open(&source, &game, &arena, &err)) {
        seen = 0;
        for (int i = 0; i < 4; i++) {
            size_t mark = dado_arena_mark(&arena);
            seen += completion(&game, players[i], matches, dado_derive(seed, (uint64_t)i),
                               &arena) / 4;
            dado_arena_rewind(&arena, mark);
        }
    }
    return 1 - seen;
}

static double value_of(const dado_results *r, const dado_cell *cell, const char *name)
{
    int at = dado_measures_find(&r->measures, name);
    return at < 0 || cell->error.status != DADO_OK ? DADO_NONE : dado_cell_value(r, cell, at);
}

double dado_level_won(const dado_results *r, int level, int lineup)
{
    return value_of(r, dado_results_cell(r, level, lineup), "win");
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
