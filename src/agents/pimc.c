// pimc.c - tries every move over many guesses of what is hidden.
//
// Flat Monte Carlo: each guess of the hidden cards is played out at random
// after each move in turn, and the move that does best on average is taken.
// All moves see the same guesses, so what a guess is worth by itself cancels.
#include <string.h>

#include "agents/search.h"

static bool open(dado_agent *agent, const dado_options *options, dado_arena *arena,
                 dado_error *err)
{
    dado_search *how = dado_new(arena, dado_search, 1);
    if (!how) return dado_fail(err, DADO_LIMIT, "no memory left for the Monte Carlo player");
    dado_ask ask = dado_ask_begin(options);
    *how = dado_search_ask(&ask, 200);
    if (!dado_ask_end(&ask, arena, &agent->options, err)) return false;
    agent->data = how;
    agent->scratch_size = dado_bench_size(agent->game) +
                          sizeof(double) * (size_t)agent->game->max_moves +
                          agent->game->state_size + sizeof(double);
    return true;
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    if (turn->count == 1) return 0;
    const dado_game *game = turn->game;
    dado_bench bench = dado_bench_begin(turn, agent->data);
    double *won = (double *)((unsigned char *)turn->scratch + dado_bench_size(game));
    unsigned char *guess = (unsigned char *)(won + game->max_moves);
    for (int i = 0; i < turn->count; i++) won[i] = 0;
    int tried = turn->count;  // all moves have seen this guess: time for another
    // Where the budget ends within a guess, the moves it did not reach are judged
    // without it, or the first in the list would have the better of it.
    while (dado_bench_more(&bench)) {
        if (tried == turn->count) {
            uint64_t left = (uint64_t)bench.how.iterations - bench.done + 1;
            if (!bench.until && left < (uint64_t)turn->count && bench.done > 1) break;
            dado_bench_guess(&bench, turn);
            memcpy(guess, bench.state, game->state_size);
            tried = 0;
        }
        memcpy(bench.state, guess, game->state_size);
        game->rules->apply(game, bench.state, turn->moves[tried]);
        if (!dado_bench_playout(&bench, 1)) break;
        won[tried++] += bench.worth[turn->seat];
    }
    *turn->effort += bench.done;
    int best = 0;
    for (int i = 1; i < turn->count; i++) {
        if (won[i] > won[best]) best = i;
    }
    return best;
}

const dado_agent_kind dado_agent_pimc = {
    .name = "pimc",
    .title = "Flat Monte Carlo",
    .about = "Plays every move out at random over many guesses of what is hidden.",
    .open = open,
    .choose = choose,
};
