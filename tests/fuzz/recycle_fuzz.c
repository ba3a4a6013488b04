// recycle_fuzz.c - any bytes at all, read as a description: checked, and played if it can be, with
// and without a listener.
#include <stdlib.h>
#include <string.h>

#include "recycle/recycle.h"
#include "recycle/witness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// A description may make every move as long as the machine allows: what is played is bounded by
// the work it is, which the listener knows.
static void play(const dado_game *g, uint64_t seed)
{
    enum { most_steps = 60, most_work = 2 * rcy_most_rounds_of_loops };
    unsigned char *state = malloc(g->state_size), *heard = malloc(g->state_size);
    dado_move *moves = malloc(sizeof *moves * (size_t)g->max_moves);
    dado_move *again = malloc(sizeof *moves * (size_t)g->max_moves);
    dado_quick luck = dado_quick_seed(seed);
    rcy_ear ear = rcy_deaf_ear();
    int32_t scores[256];
    g->rules->start(g, state);
    for (int step = 0; step < most_steps && ear.work < most_work; step++) {
        int actor = g->rules->actor(g, state);
        if (actor == DADO_NOBODY) break;
        int count = g->rules->legal(g, state, moves);
        if (actor >= 0 && (rcy_list(g->data, state, again, NULL, &ear) != count ||
                           memcmp(moves, again, sizeof *moves * (size_t)count) != 0)) abort();
        dado_move move = count ? moves[dado_quick_below(&luck, (uint32_t)count)]
                               : dado_quick_next(&luck);
        memcpy(heard, state, g->state_size);
        g->rules->apply(g, state, move);
        rcy_apply(g->data, heard, move, &ear);
        if (memcmp(state, heard, g->state_size) != 0) abort();
    }
    g->rules->scores(g, state, scores);
    free(state);
    free(heard);
    free(moves);
    free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    dado_arena arena;
    dado_arena_init(&arena, (size_t)32 << 20);
    dado_diagnosis found;
    bool fine = dado_recycle_check("fuzz.rcy", text, NULL, &arena, &found);
    for (int i = 0; i < found.count; i++) {
        if (found.items[i].error.text[0] == '\0') abort();  // every notice says something
    }
    if (fine) {
        dado_arena_rewind(&arena, 0);
        dado_option file = { "file", text, { "fuzz.rcy", 1, 1, 1 } };
        dado_options options = { &file, 1 };
        dado_game game;
        dado_error err;
        if (dado_game_open(&game, &dado_recycle, &options, &arena, &err)) play(&game, size);
    }
    dado_arena_free(&arena);
    free(text);
    return 0;
}
