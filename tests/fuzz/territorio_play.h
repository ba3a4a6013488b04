// territorio_play.h - what both fuzz targets do with a Território they could open: play a little,
// and hold the list against the referee, and what is kept from move to move against what is made
// afresh.
#pragma once

#include <stdlib.h>
#include <string.h>

#include "core/fast_paths.h"
#include "worlds/territorio/territorio.h"

static inline void fuzz_play(const dado_game *game, const uint8_t *luck, size_t size)
{
    enum { steps = 60, most_bytes = 1 << 22 };
    if (game->state_size > most_bytes || (size_t)game->max_moves > most_bytes) return;
    unsigned char *state = malloc(game->state_size);
    dado_move *moves = malloc(sizeof(dado_move) * (size_t)game->max_moves);
    dado_move *kept = malloc(sizeof(dado_move) * (size_t)game->max_moves);
    void *view = malloc(game->view_size), *fresh = malloc(game->view_size);
    void *memo = calloc(1, game->memo_size + 1);
    if (!state || !moves || !kept || !view || !fresh || !memo) abort();
    bool taken = false;
    dado_fast_rng q = dado_fast_rng_seed(size ? luck[0] : 1);
    game->rules->start(game, state);
    dado_terr_board b = dado_terr_board_of(game->data, state);
    for (int step = 0; step < steps; step++) {
        int actor = game->rules->actor(game, state);
        if (actor == DADO_NOBODY) break;
        int count = game->rules->legal(game, state, moves);
        if (count > game->max_moves || (actor >= 0 && count < 1)) abort();
        dado_move move = dado_fast_rng_next(&q);
        if (count) move = moves[move % (uint64_t)count];
        if (actor >= 0) {
            size_t bytes = sizeof *moves * (size_t)count;
            if (game->rules->fast->legal_update(game, state, memo, kept) != count) abort();
            if (memcmp(kept, moves, bytes) != 0) abort();
            (taken ? game->rules->fast->observe_update : game->rules->observe)(game, state, actor,
                                                                               view);
            game->rules->observe(game, state, actor, fresh);
            if (memcmp(view, fresh, game->view_size) != 0) abort();
            taken = true;
            dado_text words = { 0 };
            dado_terr_command c;
            dado_terr_print_move(b.world, move, &words);
            if (!dado_terr_parse(dado_text_string(&words), &c)) abort();
            if (dado_terr_check(&b, actor, &c) != DADO_TERR_OK) abort();
            dado_text_free(&words);
        }
        game->rules->apply(game, state, move);
    }
    free(state);
    free(moves);
    free(kept);
    free(view);
    free(fresh);
    free(memo);
}
