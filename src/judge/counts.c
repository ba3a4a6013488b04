// counts.c - see counts.h.
#include "judge/counts.h"

#include <math.h>

static void note_match(dado_count_uses *uses, const dado_trace *trace)
{
    for (int p = 0; p < trace->players; p++) {
        bool won = trace->places[p] == 0;
        for (int t = 0; t < trace->tallies; t++) {
            double value = trace->counts[(int64_t)p * trace->tallies + t];
            dado_count_use *use = &uses->items[t];
            dado_moments_add(won ? &use->winners : &use->others, value);
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

bool dado_counts_gather(const dado_source *source, const dado_game *game,
                        const dado_player *player, int64_t matches, uint64_t seed, int move_limit,
                        dado_arena *arena, dado_count_uses *uses, dado_error *err)
{
    *uses = (dado_count_uses){ .count = game->rules->tally ? dado_game_tallies(game) : 0 };
    if (uses->count == 0 || game->players < 2) {
        uses->count = 0;
        return true;
    }
    uses->items = dado_new(arena, dado_count_use, uses->count);
    if (!uses->items) return dado_fail(err, DADO_LIMIT, "no memory left for what games count");
    for (int i = 0; i < uses->count; i++) uses->items[i].measure = &game->tallies[i];
    dado_lineup lineup = { .name = player->typed, .players = player, .count = 1 };
    dado_plan plan = { .instances = source, .instance_count = 1, .lineups = &lineup,
                       .lineup_count = 1, .matches = matches, .seed = seed,
                       .move_limit = move_limit };
    dado_desk desk;
    dado_desk_init(&desk, &plan);
    bool fine = dado_desk_open(&desk, 0, 0, err);
    for (int64_t m = 0; fine && m < matches; m++) note_match(uses, dado_desk_match(&desk, m));
    dado_desk_free(&desk);
    if (fine && !test_counts(uses, arena)) {
        fine = dado_fail(err, DADO_LIMIT, "no memory left for what games count");
    }
    return fine;
}
