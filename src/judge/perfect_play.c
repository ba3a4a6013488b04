// perfect_play.c - see perfect_play.h.
#include "judge/perfect_play.h"

#include <string.h>

#include "core/scope_cleanup.h"
#include "judge/exact_random_play_values.h"
#include "solve/perfect_info_solver.h"

static const size_t most_memory = (size_t)256 << 20;

typedef struct solve_limit {
    uint64_t bound;
    const volatile sig_atomic_t *stop;
} solve_limit;

static bool may_go_on(void *context, const dado_solve_stats *stats)
{
    const solve_limit *w = context;
    return stats->positions <= w->bound && !(w->stop && *w->stop);
}

static bool same_value(const dado_value *a, const dado_value *b, int player)
{
    return fabs(a->share[player] - b->share[player]) < 1e-9;
}

// Goes to the first decision of a player and counts the options that keep the value of
// best play.
static void count_options(dado_solver *solver, const dado_game *game, void *state,
                          dado_region *region, dado_perfect_play *proof)
{
    int actor = game->rules->actor(game, state);
    if (actor < 0) return;
    dado_move *moves = dado_new(region, dado_move, game->max_moves);
    dado_value *values = moves ? dado_new(region, dado_value, game->max_moves) : NULL;
    if (!values) return;
    int count = game->rules->legal(game, state, moves);
    int best = dado_solve_best(solver, state, moves, count, values, NULL);
    for (int i = 0; best >= 0 && i < count; i++) {
        proof->best += same_value(&values[i], &values[best], actor);
    }
    if (best >= 0) proof->options = count;
}

// Finds each seat's lowest and highest share over all best plays. For two rivals all best
// plays give the same shares. Sets nothing if the range cannot be found; returns false
// only if memory runs out.
static bool find_range(const dado_game *game, uint64_t bound, const volatile sig_atomic_t *stop,
                       dado_region *region, dado_perfect_play *proof, dado_error *err)
{
    int players = game->players;
    if (players == 1 || (players == 2 && !game->goal)) {
        memcpy(proof->low, proof->value.share, sizeof proof->low);
        memcpy(proof->high, proof->value.share, sizeof proof->high);
        return true;
    }
    DADO_CLEANUP(dado_random_values_cleanup) dado_random_values *values = NULL;
    dado_random_values_config config = {
        .positions = bound, .memory = most_memory, .stop = stop, .best_play = true
    };
    void *state = dado_region_alloc(region, 1, game->state_size);
    if (!state) return dado_fail(err, DADO_LIMIT, "no memory left for a proof");
    if (!dado_random_values_find(game, &config, &values, err)) return false;
    game->rules->start(game, state);
    if (game->rules->canonicalize) game->rules->canonicalize(game, state);
    const double *range = values ? dado_random_values_get(values, state) : NULL;
    proof->known = range != NULL;
    if (!range) return true;
    memcpy(proof->low, range, sizeof *range * (size_t)players);
    memcpy(proof->high, range + players, sizeof *range * (size_t)players);
    return true;
}

bool dado_perfect_play_find(const dado_game *game, uint64_t bound,
                            const volatile sig_atomic_t *stop, dado_region *region,
                            dado_perfect_play *proof, dado_error *err)
{
    *proof = (dado_perfect_play){ .players = game->players, .bound = bound, .goal = game->goal };
    solve_limit w = { bound, stop };
    dado_solve_config plan = {
        .objective = game->players == 2 ? DADO_BY_OUTCOME : DADO_BY_MARGIN,
        .memory = most_memory,
        .report = may_go_on,
        .to = &w,
    };
    dado_error why = { 0 };
    dado_solver *solver = dado_solver_new(game, &plan, &why);
    if (!solver) return true;
    void *state = dado_region_alloc(region, 1, game->state_size);
    if (!state) {
        dado_solver_free(solver);
        return dado_fail(err, DADO_LIMIT, "no memory left for a proof");
    }
    game->rules->start(game, state);
    proof->known = dado_solve(solver, state, &proof->value, &why);
    proof->positions = dado_solver_stats(solver).positions;
    proof->known = proof->known && proof->positions <= bound;
    if (proof->known) count_options(solver, game, state, region, proof);
    proof->luck = game->luck;
    bool fine = !proof->known || find_range(game, bound, stop, region, proof, err);
    if (proof->known) proof->solver = solver;
    else dado_solver_free(solver);
    return fine;
}

void dado_perfect_play_free(dado_perfect_play *proof)
{
    if (proof->solver) dado_solver_free(proof->solver);
    proof->solver = NULL;
}

int dado_perfect_play_winner(const dado_perfect_play *proof)
{
    int best = 0;
    for (int p = 1; p < proof->players; p++) {
        if (proof->low[p] > proof->low[best]) best = p;
    }
    for (int p = 0; p < proof->players; p++) {
        if (p != best && proof->high[p] > proof->low[best] - 1e-9) return -1;
    }
    return best;
}
