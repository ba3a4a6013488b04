// search_common.c - see search_common.h.
#define _POSIX_C_SOURCE 200809L
#include "agents/search_common.h"

#include <limits.h>
#include <string.h>

#include "core/clock.h"
#include "core/match_loop.h"

enum { deepest = 20000, alignment = 16 };

dado_search_settings dado_search_settings_ask(dado_option_reader *ask, int64_t iterations)
{
    static const char *const goals[] = { "place", "win",  "score", "safe",
                                         "short", "long", "deny",  NULL };
    dado_search_settings how;
    how.iterations = dado_option_int(ask, "iterations", iterations, 1, 100000000);
    how.ms = dado_option_int(ask, "ms", 0, 0, 3600000);
    how.depth = (int)dado_option_int(ask, "depth", deepest, 1, deepest);
    how.goal = (dado_search_goal)dado_option_choice(ask, "goal", goals, DADO_SEARCH_GOAL_PLACE);
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

size_t dado_search_run_size(const dado_game *game)
{
    size_t moves = (size_t)game->max_moves;
    return rounded(game->state_size) + rounded(moves * sizeof(dado_move)) +
           rounded(moves * sizeof(uint32_t)) + 2 * seats_size(game, sizeof(int32_t)) +
           seats_size(game, sizeof(double));
}

static void *carve(unsigned char **scratch, size_t bytes)
{
    void *piece = *scratch;
    *scratch += rounded(bytes);
    return piece;
}

dado_search_run dado_search_run_begin(const dado_turn *turn, const dado_search_settings *how)
{
    const dado_game *game = turn->game;
    size_t moves = (size_t)game->max_moves, seats = (size_t)game->players;
    unsigned char *scratch = turn->scratch;
    dado_search_run run = { .game = game, .how = *how };
    run.state = carve(&scratch, game->state_size);
    run.moves = carve(&scratch, moves * sizeof(dado_move));
    run.weights = carve(&scratch, moves * sizeof(uint32_t));
    run.scores = carve(&scratch, seats * sizeof(int32_t));
    run.places = carve(&scratch, seats * sizeof(int32_t));
    run.worth = carve(&scratch, seats * sizeof(double));
    run.chance = dado_rng_stream(dado_rng_next(turn->luck), 0, DADO_STREAM_CHANCE);
    run.quick = dado_fast_rng_seed(dado_rng_next(turn->luck));
    run.stop = turn->stop;
    run.until = how->ms ? dado_nanoseconds() + how->ms * 1000000 : 0;
    return run;
}

// Counts a step and tells whether there may be another. The clock is read only now and
// then, because most steps take less time than reading it.
static bool may_step(dado_search_run *run)
{
    enum { between_looks = 32 };
    if (run->stop && atomic_load_explicit(run->stop, memory_order_relaxed)) run->ended = true;
    if (run->until && ++run->unlooked >= between_looks) {
        run->unlooked = 0;
        if (dado_nanoseconds() >= run->until) run->ended = true;
    }
    return !run->ended;
}

bool dado_search_run_continue(dado_search_run *run)
{
    if (!may_step(run)) return false;
    if (!run->until && run->done >= (uint64_t)run->how.iterations) return false;
    run->done++;
    return true;
}

void dado_search_run_determinize(dado_search_run *run, const dado_turn *turn)
{
    dado_redeal(run->game, turn->view, turn->seat, &run->chance, run->state);
}

int dado_search_run_chance(dado_search_run *run)
{
    const dado_game *game = run->game;
    int actor;
    while ((actor = game->rules->actor(game, run->state)) == DADO_CHANCE) {
        dado_move luck =
            dado_draw_outcome(game, run->state, run->moves, run->weights, &run->chance, NULL);
        game->rules->apply(game, run->state, luck);
        if (!may_step(run)) return DADO_NOBODY;
    }
    return actor;
}

// Returns 1 for coming in first alone and 0 for coming in last alone; players with equal
// places get the mean of the places they share.
static double value_of_place(const int32_t *places, int players, int seat)
{
    int behind = 0, level = 0;
    for (int p = 0; p < players; p++) {
        behind += places[p] > places[seat];
        level += p != seat && places[p] == places[seat];
    }
    return (behind + level * 0.5) / (players - 1);
}

static double value_of_win(const int32_t *places, int players, int seat)
{
    int winners = 0;
    for (int p = 0; p < players; p++) winners += places[p] == 0;
    return places[seat] == 0 && winners ? 1.0 / winners : 0;
}

static double value_of_safety(const int32_t *places, int players, int seat)
{
    int32_t last = 0;
    for (int p = 0; p < players; p++) last = places[p] > last ? places[p] : last;
    return last == 0 ? 1 : places[seat] < last;
}

// Scores have no natural bounds, so they are scaled by the lowest and highest seen so
// far.
static double value_of_score(dado_search_run *run, double score)
{
    if (run->done <= 1 && run->least == run->most) run->least = run->most = score;
    if (score < run->least) run->least = score;
    if (score > run->most) run->most = score;
    return run->most > run->least ? (score - run->least) / (run->most - run->least) : 0.5;
}

// Returns the highest score of those who are on another side than this seat.
static int32_t best_rival(const dado_game *game, const int32_t *scores, int seat)
{
    int32_t best = INT32_MIN;
    for (int p = 0; p < game->players; p++) {
        bool partner = game->side && game->side[p] == game->side[seat];
        if (p != seat && !partner && scores[p] > best) best = scores[p];
    }
    return best;
}

static void score_position(dado_search_run *run, bool over, int steps)
{
    const dado_game *game = run->game;
    int players = game->players;
    if (run->how.goal == DADO_SEARCH_GOAL_SHORT || run->how.goal == DADO_SEARCH_GOAL_LONG) {
        double length = (double)steps / (steps + 100.0);
        for (int p = 0; p < players; p++) {
            run->worth[p] = run->how.goal == DADO_SEARCH_GOAL_LONG ? length : 1 - length;
        }
        return;
    }
    game->rules->scores(game, run->state, run->scores);
    bool alone = players == 1 || dado_game_is_cooperative(game);  // there is no rival
    dado_places_of(game, run->state, over, run->scores, run->places);
    for (int p = 0; alone && !over && p < players; p++) run->places[p] = 1;
    // If nothing can be won or lost, only points count.
    bool points = run->how.goal == DADO_SEARCH_GOAL_SCORE ||
                  (alone && !game->rules->rank && run->how.goal != DADO_SEARCH_GOAL_SAFE);
    for (int p = 0; p < players; p++) {
        if (run->how.goal == DADO_SEARCH_GOAL_DENY && !alone) {
            run->worth[p] = value_of_score(run, -(double)best_rival(game, run->scores, p));
        } else if (points) {
            run->worth[p] = value_of_score(run, run->scores[p]);
        } else if (alone && run->how.goal != DADO_SEARCH_GOAL_SAFE) {
            run->worth[p] = run->places[p] == 0;
        } else if (run->how.goal == DADO_SEARCH_GOAL_WIN) {
            run->worth[p] = value_of_win(run->places, players, p);
        } else if (run->how.goal == DADO_SEARCH_GOAL_SAFE) {
            run->worth[p] = value_of_safety(run->places, players, p);
        } else {
            run->worth[p] = value_of_place(run->places, players, p);
        }
    }
}

bool dado_search_run_playout(dado_search_run *run, int steps)
{
    enum { between_looks = 32 };  // choices between two readings of the clock
    const dado_game *game = run->game;
    if (run->ended) return false;
    dado_match_loop loop = { .limit = INT_MAX, .stop = run->stop };
    do {
        int left = run->how.depth > steps ? run->how.depth - steps : 0;
        int most = left < between_looks ? left : between_looks;
        dado_random_players players = { .chance = &run->chance,
                                        .moves = run->moves,
                                        .weights = run->weights,
                                        .dice = &run->quick,
                                        .choices = most };
        dado_match_play_random(game, run->state, &loop, &players);
        int made = most - players.choices;
        steps += made;
        run->unlooked += made;
        if (!may_step(run)) return false;
        if (made < between_looks) break;
    } while (!loop.finished);
    score_position(run, loop.finished, steps);
    return true;
}
