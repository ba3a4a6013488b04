// random_moves.c - see random_moves.h.
#include "job/random_moves.h"

void dado_play_random_moves(const dado_game *game, void *state, int64_t decisions, dado_rng *luck,
                            dado_move *moves, uint32_t *weights)
{
    for (int64_t made = 0;;) {
        int actor = game->rules->actor(game, state), listed;
        if (actor == DADO_NOBODY || (actor >= 0 && made >= decisions)) return;
        if (actor == DADO_CHANCE) {
            dado_move fell = dado_draw_outcome(game, state, moves, weights, luck, &listed);
            game->rules->apply(game, state, fell);
            continue;
        }
        uint64_t count = (uint64_t)game->rules->legal(game, state, moves);
        game->rules->apply(game, state, moves[dado_rng_below(luck, count)]);
        made++;
    }
}

// `described`: the position in characters is words, not a map.
