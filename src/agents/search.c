// search.c - see search.h.
#define _POSIX_C_SOURCE 200809L
#include "agents/search.h"

#include <string.h>

#include "core/clock.h"

enum { deepest = 20000, alignment = 16 };

dado_search dado_search_ask(dado_ask *ask, int64_t iterations)
{
    static const char *const goals[] = { "place", "win", "score", "safe", "short", "long", NULL };
    dado_search how;
    how.iterations = dado_ask_int(ask, "iterations", iterations, 1, 100000000);
    how.ms = dado_ask_int(ask, "ms", 0, 0, 3600000);
    how.depth = (int)dado_ask_int(ask, "depth", deepest, 1, deepest);
    how.goal = (dado_goal)dado_ask_word(ask, "goal", goals, DADO_GOAL_PLACE);
    return how;
}

static size_t rounded(size_t bytes)
{
    return (bytes + alignment - 1) & ~(size_t)(alignment - 1);
}

static size_t seats_size(const dado_game *game, size_t each)
{
    return rounded((size_t)game->players * each);
}

size_t dado_bench_size(const dado_game *game)
{
    size_t moves = (size_t)game->max_moves;
    return rounded(game->state_size) + rounded(moves * sizeof(dado_move)) +
           rounded(moves * sizeof(uint32_t)) + 2 * seats_size(game, sizeof(int32_t)) +
           seats_size(game, sizeof(double));
}

static void *cut(unsigned char **scratch, size_t bytes)
{
    void *piece = *scratch;
    *scratch += rounded(bytes);
    return piece;
}

dado_bench dado_bench_begin(const dado_turn *turn, const dado_search *how)
{
    const dado_game *game = turn->game;
    size_t moves = (size_t)game->max_moves, seats = (size_t)game->players;
    unsigned char *scratch = turn->scratch;
    dado_bench bench = { .game = game, .how = *how };
    bench.state = cut(&scratch, game->state_size);
    bench.moves = cut(&scratch, moves * sizeof(dado_move));
    bench.weights = cut(&scratch, moves * sizeof(uint32_t));
    bench.scores = cut(&scratch, seats * sizeof(int32_t));
    bench.places = cut(&scratch, seats * sizeof(int32_t));
    bench.worth = cut(&scratch, seats * sizeof(double));
    bench.chance = dado_rng_stream(dado_rng_next(turn->luck), 0, DADO_LANE_CHANCE);
    bench.quick = dado_quick_seed(dado_rng_next(turn->luck));
    bench.stop = turn->stop;
    bench.until = how->ms ? dado_nanoseconds() + how->ms * 1000000 : 0;
    return bench;
}

// A step was taken: may there be another? Some steps take longer than a look at the clock, and most
// do not.
static bool may_step(dado_bench *bench)
{
    enum { between_looks = 32 };
    if (bench->stop && atomic_load_explicit(bench->stop, memory_order_relaxed)) bench->ended = true;
    if (bench->until && ++bench->unlooked >= between_looks) {
        bench->unlooked = 0;
        if (dado_nanoseconds() >= bench->until) bench->ended = true;
    }
    return !bench->ended;
}

bool dado_bench_more(dado_bench *bench)
{
    if (!may_step(bench)) return false;
    if (!bench->until && bench->done >= (uint64_t)bench->how.iterations) return false;
    bench->done++;
    return true;
}

void dado_bench_guess(dado_bench *bench, const dado_turn *turn)
{
    dado_redeal(bench->game, turn->view, turn->seat, &bench->chance, bench->state);
}

int dado_bench_settle(dado_bench *bench)
{
    const dado_game *game = bench->game;
    int actor;
    while ((actor = game->rules->actor(game, bench->state)) == DADO_CHANCE) {
        dado_move luck =
            dado_chance(game, bench->state, bench->moves, bench->weights, &bench->chance, NULL);
        game->rules->apply(game, bench->state, luck);
        if (!may_step(bench)) return DADO_NOBODY;
    }
    return actor;
}

// 1 for coming in first alone, 0 for coming in last alone; who shares places shares their worth.
static double worth_of_place(const int32_t *places, int players, int seat)
{
    int behind = 0, level = 0;
    for (int p = 0; p < players; p++) {
        behind += places[p] > places[seat];
        level += p != seat && places[p] == places[seat];
    }
    return (behind + level * 0.5) / (players - 1);
}

static double worth_of_win(const int32_t *places, int players, int seat)
{
    int winners = 0;
    for (int p = 0; p < players; p++) winners += places[p] == 0;
    return places[seat] == 0 && winners ? 1.0 / winners : 0;
}

static double worth_of_safety(const int32_t *places, int players, int seat)
{
    int32_t last = 0;
    for (int p = 0; p < players; p++) last = places[p] > last ? places[p] : last;
    return last == 0 ? 1 : places[seat] < last;
}

// Scores have no natural bounds: they are measured against those seen so far.
static double worth_of_score(dado_bench *bench, double score)
{
    if (bench->done <= 1 && bench->least == bench->most) bench->least = bench->most = score;
    if (score < bench->least) bench->least = score;
    if (score > bench->most) bench->most = score;
    return bench->most > bench->least ? (score - bench->least) / (bench->most - bench->least) : 0.5;
}

static void judge(dado_bench *bench, bool over, int steps)
{
    const dado_game *game = bench->game;
    int players = game->players;
    if (bench->how.goal == DADO_GOAL_SHORT || bench->how.goal == DADO_GOAL_LONG) {
        double length = (double)steps / (steps + 100.0);
        for (int p = 0; p < players; p++) {
            bench->worth[p] = bench->how.goal == DADO_GOAL_LONG ? length : 1 - length;
        }
        return;
    }
    game->rules->scores(game, bench->state, bench->scores);
    bool alone = players == 1 || dado_game_together(game);  // nobody to come in before
    if (over) dado_rank(game, bench->state, bench->places);
    else dado_places_by_score(bench->scores, players, bench->places);
    for (int p = 0; alone && !over && p < players; p++) bench->places[p] = 1;
    // Where nothing can be won or lost there are only points to go by.
    bool points = bench->how.goal == DADO_GOAL_SCORE ||
                  (alone && !game->rules->rank && bench->how.goal != DADO_GOAL_SAFE);
    for (int p = 0; p < players; p++) {
        if (points) {
            bench->worth[p] = worth_of_score(bench, bench->scores[p]);
        } else if (alone && bench->how.goal != DADO_GOAL_SAFE) {
            bench->worth[p] = bench->places[p] == 0;
        } else if (bench->how.goal == DADO_GOAL_WIN) {
            bench->worth[p] = worth_of_win(bench->places, players, p);
        } else if (bench->how.goal == DADO_GOAL_SAFE) {
            bench->worth[p] = worth_of_safety(bench->places, players, p);
        } else {
            bench->worth[p] = worth_of_place(bench->places, players, p);
        }
    }
}

// The same by a game that can do it alone, a few steps at a time.
static bool stroll(dado_bench *bench, int steps)
{
    enum { at_a_time = 32 };
    const dado_game *game = bench->game;
    int most, made;
    do {
        int left = bench->how.depth - steps;
        most = left < at_a_time ? left : at_a_time;
        made = game->rules->stroll(game, bench->state, most, bench->moves, &bench->quick,
                                   &bench->chance);
        steps += made;
        bench->unlooked += made;
        if (!may_step(bench)) return false;
    } while (made == most && made > 0);
    judge(bench, game->rules->actor(game, bench->state) == DADO_NOBODY, steps);
    return true;
}

bool dado_bench_playout(dado_bench *bench, int steps_so_far)
{
    const dado_game *game = bench->game;
    if (game->rules->stroll) return !bench->ended && stroll(bench, steps_so_far);
    int steps = steps_so_far;
    int actor = dado_bench_settle(bench);
    while (actor != DADO_NOBODY && steps < bench->how.depth) {
        int count = game->rules->legal(game, bench->state, bench->moves);
        uint32_t chosen = count == 1 ? 0 : dado_quick_below(&bench->quick, (uint32_t)count);
        game->rules->apply(game, bench->state, bench->moves[chosen]);
        steps++;
        if (!may_step(bench)) return false;
        actor = dado_bench_settle(bench);
    }
    if (bench->ended) return false;
    judge(bench, actor == DADO_NOBODY, steps);
    return true;
}
