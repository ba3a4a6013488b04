// counts.c - see counts.h.
#include "judge/counts.h"

#include <math.h>

bool dado_counts_begin(dado_count_uses *uses, const dado_game *game, dado_arena *arena,
                       dado_error *err)
{
    *uses = (dado_count_uses){ .count = game->rules->tally ? dado_game_tallies(game) : 0 };
    if (game->players < 2) uses->count = 0;
    uses->items = dado_new(arena, dado_count_use, uses->count + 1);
    uses->values = dado_new(arena, double, uses->count + 1);
    if (!uses->items || !uses->values) {
        return dado_fail(err, DADO_LIMIT, "no memory left for what games count");
    }
    for (int i = 0; i < uses->count; i++) uses->items[i].measure = &game->tallies[i];
    return true;
}

void dado_counts_end(dado_count_uses *uses, const dado_game *game, const void *state,
                     const dado_trace *log)
{
    for (int p = 0; uses->count && p < log->players; p++) {
        game->rules->tally(game, state, p, uses->values);
        for (int t = 0; t < uses->count; t++) {
            dado_count_use *use = &uses->items[t];
            dado_moments_add(log->places[p] == 0 ? &use->winners : &use->others, uses->values[t]);
        }
    }
    uses->matches++;
}

static bool test_counts(dado_count_uses *uses, dado_arena *arena)
{
    enum { enough = 20 };
    double *p = dado_new(arena, double, uses->count + 1);
    int *room = dado_new(arena, int, uses->count + 1);
    int *which = dado_new(arena, int, uses->count + 1);
    if (!p || !room || !which) return false;
    int tested = 0;
    for (int i = 0; i < uses->count; i++) {
        dado_count_use *use = &uses->items[i];
        use->p = 1;
        use->difference = (dado_interval){ DADO_NONE, DADO_NONE, DADO_NONE };
        if (use->winners.count < enough || use->others.count < enough) continue;
        double freedom;
        use->difference = dado_welch(&use->winners, &use->others, 0.95, &freedom);
        double a = dado_moments_error(&use->winners), b = dado_moments_error(&use->others);
        double error = sqrt(a * a + b * b);
        if (error <= 0) continue;  // the same in every match: nothing to tell
        which[tested] = i;
        p[tested++] = 2 * (1 - dado_t_cdf(fabs(use->difference.value / error), freedom));
    }
    dado_holm(p, tested, room);
    for (int i = 0; i < tested; i++) uses->items[which[i]].p = p[i];
    return true;
}

bool dado_counts_finish(dado_count_uses *uses, dado_arena *arena, dado_error *err)
{
    return test_counts(uses, arena) ||
           dado_fail(err, DADO_LIMIT, "no memory left for what games count");
}
