// level_evaluation.c - see level_evaluation.h.
#include "judge/level_evaluation.h"

#include <string.h>

bool dado_level_evaluation_init(dado_level_evaluation *e, int most, dado_region *region,
                                dado_error *err)
{
    *e = (dado_level_evaluation){ .planner = -1 };
    e->levels = dado_new(region, const dado_level *, most);
    e->paths = dado_new(region, const char *, most);
    e->has_genes = dado_new(region, bool, most);
    e->values = dado_region_alloc(region, (size_t)most, sizeof e->values[0]);
    e->won = dado_region_alloc(region, (size_t)most, sizeof e->won[0]);
    if (!e->levels || !e->paths || !e->has_genes || !e->values || !e->won) {
        return dado_fail(err, DADO_LIMIT, "no memory left to evaluate %d levels", most);
    }
    memcpy(e->measures, dado_level_measures, DADO_LEVEL_MEASURES * sizeof e->measures[0]);
    memcpy(e->measures + DADO_LEVEL_EVAL_PLAY, dado_level_play_measures,
           sizeof dado_level_play_measures);
    return true;
}

void dado_level_evaluation_add(dado_level_evaluation *e, const dado_level *level, const char *path,
                               const double *measures, bool has_genes)
{
    int i = e->level_count++;
    e->levels[i] = level;
    e->paths[i] = path;
    e->has_genes[i] = has_genes;
    for (int m = 0; m < DADO_LEVEL_EVAL_COLUMNS; m++) e->values[i][m] = DADO_NONE;
    memcpy(e->values[i], measures, DADO_LEVEL_MEASURES * sizeof *measures);
}

bool dado_level_evaluation_begin(dado_level_evaluation *e, const dado_player *players, int count,
                                 int64_t matches, dado_region *region, dado_error *err)
{
    e->players = players;
    e->player_count = count;
    for (int p = 0; p < count; p++) {
        if (strcmp(players[p].kind->name, "planner") == 0) e->planner = p;
        e->measures[DADO_LEVEL_EVAL_PLAYERS + p] =
            (dado_measure){ players[p].typed, players[p].kind->title, "Share of matches won.",
                            DADO_RATIO, false };
    }
    for (int i = 0; i < e->level_count && i < DADO_LEVELS_DRAWN_MAX; i++) {
        dado_level_losses *losses = &e->losses[i];
        losses->at = dado_new(region, float, count *matches);
        losses->lineup = dado_new(region, int, count *matches);
        if (!losses->at || !losses->lineup) {
            return dado_fail(err, DADO_LIMIT, "no memory left to record where matches ended");
        }
    }
    return true;
}

void dado_level_evaluation_add_block(void *eval, const dado_block *block)
{
    dado_level_evaluation *e = eval;
    if (block->instance >= DADO_LEVELS_DRAWN_MAX || !block->players) return;
    dado_level_losses *losses = &e->losses[block->instance];
    for (int i = 0; i < block->count; i++) {
        if (block->places[i] == 0) continue;
        losses->at[losses->count] = (float)block->scores[i];
        losses->lineup[losses->count++] = block->lineup;
    }
}

void dado_level_evaluation_finish(dado_level_evaluation *e, const dado_results *results)
{
    for (int i = 0; i < e->level_count; i++) {
        double *row = e->values[i];
        dado_level_play_values(results, i, e->planner, row + DADO_LEVEL_EVAL_PLAY);
        for (int p = 0; p < e->player_count; p++) {
            e->won[i][p] = dado_level_win_share(results, i, p);
            row[DADO_LEVEL_EVAL_PLAYERS + p] = e->won[i][p].value;
        }
    }
}
