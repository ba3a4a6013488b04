// greedy.c - takes what pays at once.
//
// For each move it looks at the standing right after it, luck settled, over a
// few guesses of what is hidden, and takes the move that puts it furthest
// ahead of its best rival. It has no plan: what pays later it does not see.
#include <string.h>

#include "agents/search.h"

typedef struct greed {
    dado_search how;
    int guesses;
} greed;

static bool open(dado_agent *agent, const dado_options *options, dado_arena *arena,
                 dado_error *err)
{
    greed *g = dado_new(arena, greed, 1);
    if (!g) return dado_fail(err, DADO_LIMIT, "no memory left for the greedy player");
    dado_ask ask = dado_ask_begin(options);
    g->guesses = (int)dado_ask_int(&ask, "guesses", 8, 1, 10000);
    if (!dado_ask_end(&ask, arena, &agent->options, err)) return false;
    g->how = (dado_search){ .iterations = 1, .depth = 1 };
    agent->data = g;
    agent->scratch_size =
        dado_bench_size(agent->game) + agent->game->state_size +
        sizeof(double) * (size_t)agent->game->max_moves + 2 * sizeof(double);
    return true;
}

// Points ahead of the best rival; alone, points.
static double lead(dado_bench *bench, int seat)
{
    const dado_game *game = bench->game;
    game->rules->scores(game, bench->state, bench->scores);
    bool rivals = false;
    int32_t best = 0;
    for (int p = 0; p < game->players; p++) {
        bool partner = game->side && game->side[p] == game->side[seat];
        if (p == seat || partner) continue;
        if (!rivals || bench->scores[p] > best) best = bench->scores[p];
        rivals = true;
    }
    return (double)bench->scores[seat] - (rivals ? best : 0);
}

static int choose(const dado_agent *agent, const dado_turn *turn)
{
    if (turn->count == 1) return 0;
    const greed *g = agent->data;
    const dado_game *game = turn->game;
    dado_bench bench = dado_bench_begin(turn, &g->how);
    double *gained = (double *)((unsigned char *)turn->scratch + dado_bench_size(game));
    unsigned char *guess = (unsigned char *)(gained + game->max_moves);
    for (int i = 0; i < turn->count; i++) gained[i] = 0;
    for (int round = 0; round < g->guesses && !dado_turn_stopped(turn); round++) {
        dado_bench_guess(&bench, turn);
        memcpy(guess, bench.state, game->state_size);
        for (int i = 0; i < turn->count; i++) {
            memcpy(bench.state, guess, game->state_size);
            game->rules->apply(game, bench.state, turn->moves[i]);
            dado_bench_settle(&bench);
            gained[i] += lead(&bench, turn->seat);
        }
        *turn->effort += (uint64_t)turn->count;
        if (!game->secrets && !game->luck) break;
    }
    int best = 0, level = 1;
    for (int i = 1; i < turn->count; i++) {
        if (gained[i] > gained[best]) {
            best = i;
            level = 1;
        } else if (gained[i] == gained[best]) {
            if (dado_rng_below(turn->luck, (uint64_t)++level) == 0) best = i;
        }
    }
    return best;
}

const dado_agent_kind dado_agent_greedy = {
    .name = "greedy",
    .title = "Greedy",
    .about = "Takes the move with the best standing right after it.",
    .open = open,
    .choose = choose,
};
