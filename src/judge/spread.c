// spread.c - see spread.h.
#include "judge/spread.h"

#include <string.h>

#include "agents/search.h"
#include "core/ends.h"

enum { most_options = 16, most_seats = 16 };  // of a long list the first stand for the rest

typedef struct probe {
    const dado_game *game;
    dado_search how;
    unsigned char *state, *guess, *view, *scratch;
    dado_move *moves;
    int playouts;
    double picked[most_options][most_seats], held[most_options][most_seats];
    const volatile sig_atomic_t *stop;
} probe;

// Options by what they were worth to a seat in one half of the playouts: how far the best is above
// the worst in the other.
static double gap_for(const probe *p, int seat, int count, double *seen)
{
    int best = 0, worst = 0;
    for (int i = 1; i < count; i++) {
        if (p->picked[i][seat] > p->picked[best][seat]) best = i;
        if (p->picked[i][seat] < p->picked[worst][seat]) worst = i;
    }
    if (seen) *seen = p->picked[best][seat] - p->picked[worst][seat];
    return (p->held[best][seat] - p->held[worst][seat]) / p->playouts;
}

// Twice the sum of squares about their mean of what options are worth to a seat, which is at least
// the square of how far apart they are. One half times the other is free of luck, on average, where
// the best picked by one half would often be the wrong one.
static double squares_for(const probe *p, int seat, int count)
{
    double picked = 0, held = 0, sum = 0;
    for (int i = 0; i < count; i++) {
        picked += p->picked[i][seat] / count;
        held += p->held[i][seat] / count;
    }
    for (int i = 0; i < count; i++) {
        sum += (p->picked[i][seat] - picked) * (p->held[i][seat] - held);
    }
    return 2 * sum / ((double)p->playouts * p->playouts);
}

// What hangs on one decision, for who makes it and for the rival on whom it bears most.
static void look_at(probe *p, int seat, dado_rng *luck, dado_spread *spread)
{
    const dado_game *game = p->game;
    int count = game->rules->legal(game, p->state, p->moves);
    if (count < 2) return;
    if (count > most_options) count = most_options;
    int seats = game->players < most_seats ? game->players : most_seats;
    uint64_t effort = 0;
    dado_turn turn = { .game = game, .seat = seat, .view = p->view, .moves = p->moves,
                       .count = count, .luck = luck, .effort = &effort, .scratch = p->scratch };
    dado_observe(game, p->state, seat, p->view);
    dado_bench bench = dado_bench_begin(&turn, &p->how);
    memset(p->picked, 0, sizeof p->picked);
    memset(p->held, 0, sizeof p->held);
    for (int k = 0; k < 2 * p->playouts; k++) {
        dado_bench_guess(&bench, &turn);
        memcpy(p->guess, bench.state, game->state_size);
        // On the same luck, so that options that do the same come out the same.
        const dado_rng chance = bench.chance;
        const dado_quick quick = bench.quick;
        for (int i = 0; i < count; i++) {
            bench.chance = chance;
            bench.quick = quick;
            memcpy(bench.state, p->guess, game->state_size);
            game->rules->apply(game, bench.state, p->moves[i]);
            dado_bench_playout(&bench, 1);
            double *half = (k % 2 ? p->held : p->picked)[i];
            for (int s = 0; s < seats; s++) half[s] += bench.worth[s];
        }
    }
    if (seat < seats) {
        dado_moments_add(&spread->gap, gap_for(p, seat, count, NULL));
        dado_moments_add(&spread->squares, squares_for(p, seat, count));
    }
    double most = -1, gap = DADO_NONE;
    for (int s = 0; s < seats; s++) {
        double seen, here = s == seat ? 0 : gap_for(p, s, count, &seen);
        if (s == seat || seen <= most) continue;
        most = seen;
        gap = here;
    }
    dado_moments_add(&spread->others, gap);
    spread->decisions++;
}

static bool stopped(const probe *p)
{
    return p->stop && *p->stop;
}

static void look_at_match(probe *p, const dado_trace *trace, int every, dado_rng *luck,
                          dado_spread *spread, int most)
{
    const dado_game *game = p->game;
    game->rules->start(game, p->state);
    for (int i = 0; i < trace->steps && spread->decisions < most && !stopped(p); i++) {
        int actor = trace->path[i].actor;
        if (actor >= 0 && trace->path[i].options > 1 &&
            dado_rng_below(luck, (uint64_t)every) == 0) {
            look_at(p, actor, luck, spread);
        }
        game->rules->apply(game, p->state, trace->path[i].move);
    }
    spread->matches++;
}

bool dado_spread_measure(const dado_plan *plan, int decisions, int playouts,
                         const volatile sig_atomic_t *stop, dado_arena *arena, dado_spread *spread,
                         dado_error *err)
{
    *spread = (dado_spread){ 0 };
    DADO_ENDS(dado_desk_free) dado_desk desk = { 0 };
    dado_desk_init(&desk, plan);
    desk.record = true;
    desk.heed.told = stop;
    if (!dado_desk_open(&desk, 0, 0, err)) return false;
    probe p = { .game = &desk.game, .playouts = playouts, .stop = stop,
                .how = { .iterations = 1, .depth = plan->move_limit ? plan->move_limit : 20000 } };
    p.state = dado_new(arena, unsigned char, desk.game.state_size);
    p.guess = dado_new(arena, unsigned char, desk.game.state_size);
    p.view = dado_new(arena, unsigned char, desk.game.view_size);
    p.moves = dado_new(arena, dado_move, desk.game.max_moves);
    p.scratch = dado_new(arena, unsigned char, dado_bench_size(&desk.game));
    if (!p.state || !p.guess || !p.view || !p.moves || !p.scratch) {
        return dado_fail(err, DADO_LIMIT, "no memory left to look at choices");
    }
    for (int64_t m = 0; m < plan->matches && spread->decisions < decisions && !stopped(&p); m++) {
        const dado_trace *trace = dado_desk_match(&desk, m);
        if (!trace) break;
        dado_rng luck = dado_rng_stream(plan->seed, (uint64_t)m, DADO_LANE_SEAT);
        // As many from every match, spread over its length.
        int64_t wanted = decisions / plan->matches + 1;
        int every = (int)((trace->decisions - trace->forced) / wanted);
        look_at_match(&p, trace, every > 1 ? every : 1, &luck, spread, decisions);
    }
    return true;
}
