// best_play.c - see best_play.h.
#include "judge/best_play.h"

#include "solve/solve.h"

typedef struct watch {
    uint64_t bound;
    const volatile sig_atomic_t *stop;
} watch;

static bool may_go_on(void *context, const dado_solve_stats *stats)
{
    const watch *w = context;
    return stats->positions <= w->bound && !(w->stop && *w->stop);
}

static bool alike(const dado_value *a, const dado_value *b, int player)
{
    return fabs(a->share[player] - b->share[player]) < 1e-9;
}

// At the first decision that is not luck's: which options keep what best play gives.
static void count_options(dado_solver *solver, const dado_game *game, void *state,
                          dado_arena *arena, dado_best_play *proof)
{
    int actor = game->rules->actor(game, state);
    if (actor < 0) return;
    dado_move *moves = dado_new(arena, dado_move, game->max_moves);
    dado_value *values = moves ? dado_new(arena, dado_value, game->max_moves) : NULL;
    if (!values) return;
    int count = game->rules->legal(game, state, moves);
    int best = dado_solve_best(solver, state, moves, count, values, NULL);
    for (int i = 0; best >= 0 && i < count; i++) {
        proof->best += alike(&values[i], &values[best], actor);
    }
    if (best >= 0) proof->options = count;
}

bool dado_best_play_find(const dado_game *game, uint64_t bound, const volatile sig_atomic_t *stop,
                dado_arena *arena, dado_best_play *proof, dado_error *err)
{
    *proof = (dado_best_play){ .players = game->players, .bound = bound };
    watch w = { bound, stop };
    dado_solve_plan plan = {
        .objective = game->players == 2 ? DADO_BY_OUTCOME : DADO_BY_MARGIN,
        .memory = (size_t)256 << 20, .report = may_go_on, .to = &w,
    };
    dado_error why = { 0 };
    dado_solver *solver = dado_solver_new(game, &plan, &why);
    if (!solver) return true;
    void *state = dado_arena_take(arena, 1, game->state_size);
    if (!state) {
        dado_solver_free(solver);
        return dado_fail(err, DADO_LIMIT, "no memory left for a proof");
    }
    game->rules->start(game, state);
    proof->known = dado_solve(solver, state, &proof->value, &why);
    proof->positions = dado_solver_stats(solver).positions;
    proof->known = proof->known && proof->positions <= bound;
    if (proof->known) count_options(solver, game, state, arena, proof);
    proof->luck = game->luck;
    if (proof->known) proof->solver = solver;
    else dado_solver_free(solver);
    return true;
}

void dado_best_play_free(dado_best_play *proof)
{
    if (proof->solver) dado_solver_free(proof->solver);
    proof->solver = NULL;
}

int dado_best_play_winner(const dado_best_play *proof)
{
    int best = 0;
    bool alone = true;
    for (int p = 1; p < proof->players; p++) {
        double more = proof->value.share[p] - proof->value.share[best];
        if (fabs(more) < 1e-9) alone = false;
        else if (more > 0) best = p, alone = true;
    }
    return alone ? best : -1;
}
