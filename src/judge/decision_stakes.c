// decision_stakes.c - see decision_stakes.h.
#include "judge/decision_stakes.h"

#include <string.h>

#include "agents/search_common.h"
#include "core/match_cursor.h"
#include "core/scope_cleanup.h"

enum { most_options = 16, most_seats = 16 };  // of a longer list only the first options are tried

typedef struct probe {
    const dado_game *game;
    dado_search_settings how;
    unsigned char *state, *guess, *view, *scratch;
    dado_move *moves;
    int playouts;
    double picked[most_options][most_seats], held[most_options][most_seats];
    const volatile sig_atomic_t *stop;
} probe;

// Picks the best and the worst option for a seat by the first half of the playouts, and
// returns their difference by the second half.
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

// Returns twice the sum of squared deviations of the options' values for a seat. This is
// at least the square of the gap between the best and the worst option. Each deviation by
// one half of the playouts is multiplied with that by the other half, so luck cancels out
// on average. Picking the best option by one half would often pick the wrong one.
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

// Measures how much one decision matters to its chooser, and to the rival it affects
// most.
static void look_at(probe *p, int seat, dado_rng *luck, dado_decision_stakes *spread)
{
    const dado_game *game = p->game;
    int count = game->rules->legal(game, p->state, p->moves);
    if (count < 2) return;
    if (count > most_options) count = most_options;
    int seats = game->players < most_seats ? game->players : most_seats;
    uint64_t effort = 0;
    dado_turn turn = { .game = game,
                       .seat = seat,
                       .view = p->view,
                       .moves = p->moves,
                       .count = count,
                       .luck = luck,
                       .effort = &effort,
                       .scratch = p->scratch };
    dado_observe(game, p->state, seat, p->view);
    dado_search_run search = dado_search_run_begin(&turn, &p->how);
    memset(p->picked, 0, sizeof p->picked);
    memset(p->held, 0, sizeof p->held);
    for (int k = 0; k < 2 * p->playouts; k++) {
        dado_search_run_determinize(&search, &turn);
        memcpy(p->guess, search.state, game->state_size);
        // All options get the same luck, so options with the same effect get the same
        // result.
        const dado_rng chance = search.chance;
        const dado_fast_rng quick = search.quick;
        for (int i = 0; i < count; i++) {
            search.chance = chance;
            search.quick = quick;
            memcpy(search.state, p->guess, game->state_size);
            game->rules->apply(game, search.state, p->moves[i]);
            dado_search_run_playout(&search, 1);
            double *half = (k % 2 ? p->held : p->picked)[i];
            for (int s = 0; s < seats; s++) half[s] += search.worth[s];
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
                          dado_decision_stakes *spread, int most)
{
    dado_match_cursor at = dado_match_cursor_begin(p->game, p->state, trace->path, trace->steps);
    const dado_step *step;
    while ((step = dado_match_cursor_next(&at)) && spread->decisions < most && !stopped(p)) {
        if (step->actor >= 0 && step->options > 1 && dado_rng_below(luck, (uint64_t)every) == 0) {
            look_at(p, step->actor, luck, spread);
        }
        dado_match_cursor_step(&at);
    }
    spread->matches++;
}

bool dado_decision_stakes_measure(const dado_plan *plan, int decisions, int playouts,
                                  const volatile sig_atomic_t *stop, dado_region *region,
                                  dado_decision_stakes *spread, dado_error *err)
{
    *spread = (dado_decision_stakes){ 0 };
    DADO_CLEANUP(dado_engine_free) dado_engine worker = { 0 };
    dado_engine_init(&worker, plan);
    worker.record = true;
    worker.stop_signal.told = stop;
    if (!dado_engine_open(&worker, 0, 0, err)) return false;
    probe p = { .game = &worker.game,
                .playouts = playouts,
                .stop = stop,
                .how = { .iterations = 1, .depth = plan->move_limit ? plan->move_limit : 20000 } };
    p.state = dado_new(region, unsigned char, worker.game.state_size);
    p.guess = dado_new(region, unsigned char, worker.game.state_size);
    p.view = dado_new(region, unsigned char, worker.game.view_size);
    p.moves = dado_new(region, dado_move, worker.game.max_moves);
    p.scratch = dado_new(region, unsigned char, dado_search_run_size(&worker.game));
    if (!p.state || !p.guess || !p.view || !p.moves || !p.scratch) {
        return dado_fail(err, DADO_LIMIT, "no memory left to look at choices");
    }
    for (int64_t m = 0; m < plan->matches && spread->decisions < decisions && !stopped(&p); m++) {
        const dado_trace *trace = dado_engine_match(&worker, m);
        if (!trace) break;
        dado_rng luck = dado_rng_stream(plan->seed, (uint64_t)m, DADO_STREAM_SEAT);
        // Takes equally many decisions from every match, spread over its length.
        int64_t wanted = decisions / plan->matches + 1;
        int every = (int)((trace->decisions - trace->forced) / wanted);
        look_at_match(&p, trace, every > 1 ? every : 1, &luck, spread, decisions);
    }
    return true;
}
