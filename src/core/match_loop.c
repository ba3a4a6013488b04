// match_loop.c - see match_loop.h.
#include "core/match_loop.h"

#include "core/fast_paths.h"

dado_move dado_random_outcome(const dado_game *game, const void *state, const dado_move *moves,
                              int count, uint32_t *weights, dado_rng *rng)
{
    if (count == 0) return dado_rng_next(rng);
    if (count == 1) return moves[0];
    if (!game->rules->weigh) return moves[dado_rng_below(rng, (uint64_t)count)];
    game->rules->weigh(game, state, weights);
    uint64_t total = 0;
    for (int i = 0; i < count; i++) total += weights[i];
    uint64_t drawn = dado_rng_below(rng, total);
    int chosen = 0;
    while (drawn >= weights[chosen]) drawn -= weights[chosen++];
    return moves[chosen];
}

dado_move dado_draw_outcome(const dado_game *game, const void *state, dado_move *moves,
                            uint32_t *weights, dado_rng *rng, int *count)
{
    int listed = game->rules->legal(game, state, moves);
    if (count) *count = listed;
    return dado_random_outcome(game, state, moves, listed, weights, rng);
}

void dado_match_play_random(const dado_game *game, void *state, dado_match_loop *loop,
                            dado_random_players *players)
{
    const dado_rules *rules = game->rules;
    dado_random_match_function *own = dado_fast_path(game, random_match);
    if (own) {
        own(game, state, loop, players);
        return;
    }
    dado_match_loop_random(game, state, loop, players, rules->actor, rules->legal, rules->apply,
                           rules->scores, rules->round);
}
