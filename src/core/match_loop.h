// match_loop.h - the loop that plays a match from a state to its end.
//
// The loop finds out whose turn it is, lets somebody choose, makes the move, and writes a
// row of scores when a round is over. Who chooses is a parameter: the players of a match
// (lab/match.c), random players, or the playouts of a search. All functions are
// parameters, so that a game can compile the loop with its own functions inlined;
// fast_paths.h explains that.
#pragma once

#include <stdatomic.h>

#include "core/round_counter.h"

typedef struct dado_match_loop {
    int limit;               // most steps that may be made
    const atomic_int *stop;  // the match ends once it is nonzero; or NULL
    // scores: one row per round after the first row, with room for `limit` more; NULL: no
    // scores, and rounds are not counted
    int32_t *rows;
    dado_step *path;            // room for `limit` steps, or NULL
    uint32_t *checks;           // one hash of the state per row; or NULL
    dado_round_counter rounds;  // the caller sets `before`
    // The results of the loop:
    bool finished;     // the game is over; else the limit, `stop` or a player ended the match
    bool gave_up;      // a player chose no move
    bool row_is_last;  // nothing was played since the last row
    int steps;
    int asked;      // questions to players
    int decisions;  // of these, those with something to choose
    int forced;     // of these, those with a single option
    uint64_t options;
} dado_match_loop;

typedef int dado_actor_function(const dado_game *, const void *);
typedef int dado_legal_function(const dado_game *, const void *, dado_move *);
typedef void dado_apply_function(const dado_game *, void *, dado_move);
typedef void dado_scores_function(const dado_game *, const void *, int32_t *);
typedef int dado_round_function(const dado_game *, const void *);

// Chooses for `who`, a seat or chance: fills in the move and the number of options.
// Returns false if a player chooses nothing, which ends the match. `rounds` is the number
// of rounds over so far.
typedef bool dado_choose_function(void *players, const dado_game *game, const void *state,
                                  dado_legal_function *legal, int who, int rounds, dado_step *step);

DADO_ALWAYS_INLINE void dado_match_loop_run(const dado_game *game, void *state,
                                            dado_match_loop *loop, dado_actor_function *actor,
                                            dado_legal_function *legal, dado_apply_function *apply,
                                            dado_scores_function *scores,
                                            dado_round_function *round,
                                            dado_choose_function *choose, void *players)
{
    dado_match_loop l = *loop;
    const int seats = game->players;
    int32_t *row = l.rows ? l.rows + (int64_t)l.rounds.rounds * seats : NULL;
    int who = actor(game, state);
    for (; who != DADO_NOBODY && l.steps < l.limit; l.steps++) {
        if (l.stop && atomic_load_explicit(l.stop, memory_order_relaxed)) break;
        dado_step step = { .actor = who };
        l.gave_up = !choose(players, game, state, legal, who, l.rounds.rounds, &step);
        if (who >= 0) {
            l.asked++;
            if (step.options > 1 || step.move != DADO_NO_CHOICE) {
                l.decisions++;
                l.options += step.options;
                l.forced += step.options == 1;
            }
        }
        if (l.gave_up) break;
        if (l.path) l.path[l.steps] = step;
        apply(game, state, step.move);
        who = actor(game, state);
        if (!l.rows) continue;
        l.row_is_last = dado_round_counter_step(&l.rounds, game, state, round, step.actor, who);
        if (!l.row_is_last) continue;
        scores(game, state, row += seats);
        if (l.checks) l.checks[l.rounds.rounds] = (uint32_t)dado_state_hash(game, state);
    }
    l.finished = who == DADO_NOBODY;
    *loop = l;
}

// Players who choose at random.
typedef struct dado_random_players {
    dado_rng *luck;       // one stream per seat; not used with `dice`
    dado_rng *chance;     // the stream of chance
    dado_move *moves;     // room for max_moves, as for the weights
    uint32_t *weights;    // NULL if the game does not weigh outcomes
    dado_fast_rng *dice;  // in playouts: the generator for all choices; or NULL
    int choices;          // in playouts: how many choices may still be made
} dado_random_players;

// Returns the choice of a random player. If there is only one move, the stream skips a
// number without computing it. Otherwise numbers are computed for all seats together,
// because seats usually draw equally often.
static inline uint64_t dado_random_choice(dado_rng *luck, int seats, int seat, uint64_t count)
{
    dado_rng *own = &luck[seat];
    if (count == 1) {
        own->drawn++;
        return 0;
    }
    if (!dado_rng_is_ready(own)) dado_rng_refill_all(luck, seats);
    return dado_rng_below(own, count);
}

// Draws one of the outcomes just listed; if none is listed, any word is an outcome.
dado_move dado_random_outcome(const dado_game *game, const void *state, const dado_move *moves,
                              int count, uint32_t *weights, dado_rng *rng);

DADO_ALWAYS_INLINE bool dado_choose_by_luck(void *players, const dado_game *game, const void *state,
                                            dado_legal_function *legal, int who, int rounds,
                                            dado_step *step)
{
    (void)rounds;
    dado_random_players *r = players;
    int count = legal(game, state, r->moves);
    step->options = (uint32_t)count;
    if (who >= 0) {
        step->move = r->moves[dado_random_choice(r->luck, game->players, who, (uint64_t)count)];
    } else {
        step->move = dado_random_outcome(game, state, r->moves, count, r->weights, r->chance);
    }
    return true;
}

// Chooses in a playout; stops when a choice is needed and no more may be made.
DADO_ALWAYS_INLINE bool dado_choose_by_dice(void *players, const dado_game *game, const void *state,
                                            dado_legal_function *legal, int who, int rounds,
                                            dado_step *step)
{
    (void)rounds;
    dado_random_players *r = players;
    if (who >= 0 && r->choices == 0) return false;
    int count = legal(game, state, r->moves);
    if (who >= 0) {
        uint32_t chosen = count == 1 ? 0 : dado_fast_rng_below(r->dice, (uint32_t)count);
        step->move = r->moves[chosen];
        r->choices--;
    } else {
        step->move = dado_random_outcome(game, state, r->moves, count, r->weights, r->chance);
    }
    return true;
}

// Runs the loop with random players. Playouts need no scores and no rounds.
DADO_ALWAYS_INLINE void dado_match_loop_random(
    const dado_game *game, void *state, dado_match_loop *loop, dado_random_players *players,
    dado_actor_function *actor, dado_legal_function *legal, dado_apply_function *apply,
    dado_scores_function *scores, dado_round_function *round)
{
    if (players->dice) {
        dado_match_loop playout = { .limit = loop->limit, .stop = loop->stop };
        dado_match_loop_run(game, state, &playout, actor, legal, apply, scores, NULL,
                            dado_choose_by_dice, players);
        loop->finished = playout.finished;
    } else {
        dado_match_loop_run(game, state, loop, actor, legal, apply, scores, round,
                            dado_choose_by_luck, players);
    }
}

// Plays a match with random players: with the game's own fast path if it has one, else
// through its rules. The results are the same.
void dado_match_play_random(const dado_game *game, void *state, dado_match_loop *loop,
                            dado_random_players *players);
