// onward.c - see onward.h.
#include "judge/onward.h"

#include <stdlib.h>
#include <string.h>

enum { lane_of_guesses = DADO_LANE_SEAT + 1024 };

bool dado_onward_open(dado_onward *o, const dado_plan *plan, dado_error *err)
{
    *o = (dado_onward){ .plan = plan };
    dado_desk_init(&o->desk, plan);
    if (!dado_desk_open(&o->desk, 0, 0, err)) return false;
    o->game = &o->desk.game;
    o->state = dado_new(&o->arena, unsigned char, o->game->state_size);
    o->guess = dado_new(&o->arena, unsigned char, o->game->state_size);
    o->view = dado_new(&o->arena, unsigned char, o->game->view_size + 1);
    o->moves = dado_new(&o->arena, dado_move, o->game->max_moves);
    if (o->state && o->guess && o->view && o->moves) return true;
    return dado_fail(err, DADO_LIMIT, "no memory left to play on");
}

void dado_onward_close(dado_onward *o)
{
    if (!o->plan) return;  // never opened
    dado_desk_free(&o->desk);
    dado_arena_free(&o->arena);
    free(o->path);
    o->path = NULL;
}

const dado_trace *dado_onward_match(dado_onward *o, int64_t match, dado_error *err)
{
    const dado_trace *trace = dado_desk_match(&o->desk, match);
    if (trace->steps > o->room) {
        dado_step *more = realloc(o->path, sizeof *more * (size_t)trace->steps);
        if (!more) {
            dado_fail(err, DADO_LIMIT, "no memory left to play on");
            return NULL;
        }
        o->path = more;
        o->room = trace->steps;
    }
    if (trace->steps) memcpy(o->path, trace->path, sizeof *o->path * (size_t)trace->steps);
    o->steps = trace->steps;
    return trace;
}

void dado_onward_go_to(dado_onward *o, const dado_step *path, int at)
{
    o->game->rules->start(o->game, o->state);
    for (int i = 0; i < at; i++) o->game->rules->apply(o->game, o->state, path[i].move);
    o->at = at;
}

const dado_trace *dado_onward_play(dado_onward *o, int eyes, const dado_move *first,
                                   int64_t match, int times)
{
    const dado_game *game = o->game;
    uint64_t seed = dado_derive(dado_derive(o->plan->seed, (uint64_t)times + 1), (uint64_t)o->at);
    if (eyes >= 0 && game->rules->redeal) {
        dado_rng luck = dado_rng_stream(seed, (uint64_t)match, lane_of_guesses);
        dado_observe(game, o->state, eyes, o->view);
        dado_redeal(game, o->view, eyes, &luck, o->guess);
    } else {
        memcpy(o->guess, o->state, game->state_size);
    }
    if (first) game->rules->apply(game, o->guess, *first);
    dado_match_luck luck = { { seed, seed, seed, seed }, 0 };
    return dado_match_play_from(&o->desk.table, o->guess, &luck, (uint64_t)match);
}

double dado_credit_of(const dado_trace *trace, int seat)
{
    int winners = 0;
    if (trace->places[seat] != 0) return 0;
    for (int p = 0; p < trace->players; p++) {
        bool counted = trace->places[p] != 0;
        for (int q = 0; trace->side && q < p; q++) {
            counted = counted || (trace->places[q] == 0 && trace->side[q] == trace->side[p]);
        }
        winners += !counted;
    }
    return 1.0 / winners;
}
