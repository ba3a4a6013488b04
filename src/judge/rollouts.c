// rollouts.c - see rollouts.h.
#include "judge/rollouts.h"

#include <stdlib.h>
#include <string.h>

#include "core/match_cursor.h"

enum { guess_stream = DADO_STREAM_SEAT + 1024 };

bool dado_rollouts_open(dado_rollouts *o, const dado_plan *plan, dado_error *err)
{
    *o = (dado_rollouts){ .plan = plan };
    dado_engine_init(&o->worker, plan);
    if (!dado_engine_open(&o->worker, 0, 0, err)) return false;
    o->game = &o->worker.game;
    o->state = dado_new(&o->region, unsigned char, o->game->state_size);
    o->guess = dado_new(&o->region, unsigned char, o->game->state_size);
    o->view = dado_new(&o->region, unsigned char, o->game->view_size + 1);
    o->moves = dado_new(&o->region, dado_move, o->game->max_moves);
    if (o->state && o->guess && o->view && o->moves) return true;
    return dado_fail(err, DADO_LIMIT, "no memory left for rollouts");
}

void dado_rollouts_close(dado_rollouts *o)
{
    if (!o->plan) return;  // it was never opened
    dado_engine_free(&o->worker);
    dado_region_free(&o->region);
    free(o->path);
    o->path = NULL;
}

const dado_trace *dado_rollouts_play_match(dado_rollouts *o, int64_t match, dado_error *err)
{
    const dado_trace *trace = dado_engine_match(&o->worker, match);
    if (trace->steps > o->room) {
        dado_step *more = realloc(o->path, sizeof *more * (size_t)trace->steps);
        if (!more) {
            dado_fail(err, DADO_LIMIT, "no memory left for rollouts");
            return NULL;
        }
        o->path = more;
        o->room = trace->steps;
    }
    if (trace->steps) memcpy(o->path, trace->path, sizeof *o->path * (size_t)trace->steps);
    o->steps = trace->steps;
    return trace;
}

void dado_rollouts_go_to(dado_rollouts *o, const dado_step *path, int at)
{
    dado_match_cursor cursor = dado_match_cursor_begin(o->game, o->state, path, at);
    dado_match_cursor_go_to(&cursor, at);
    o->at = at;
}

const dado_trace *dado_rollouts_play_on(dado_rollouts *o, int eyes, const dado_move *first,
                                        int64_t match, int times)
{
    const dado_game *game = o->game;
    uint64_t seed =
        dado_derive_seed(dado_derive_seed(o->plan->seed, (uint64_t)times + 1), (uint64_t)o->at);
    if (eyes >= 0 && game->rules->redeal) {
        dado_rng luck = dado_rng_stream(seed, (uint64_t)match, guess_stream);
        dado_observe(game, o->state, eyes, o->view);
        dado_redeal(game, o->view, eyes, &luck, o->guess);
    } else {
        memcpy(o->guess, o->state, game->state_size);
    }
    if (first) game->rules->apply(game, o->guess, *first);
    dado_match_seeds luck = { .seeds = { seed, seed, seed, seed }, .focal_seat = 0 };
    return dado_match_play_from(&o->worker.table, o->guess, &luck, (uint64_t)match);
}
