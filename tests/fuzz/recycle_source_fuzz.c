// recycle_source_fuzz.c - any bytes at all, read as a description: checked, and played if it can
// be, with and without a listener; where a board has symmetries, in its images too.
#include <stdlib.h>
#include <string.h>

#include "recycle/recycle.h"
#include "recycle/symmetry.h"
#include "recycle/rule_coverage.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// What follows a state, whatever its order and however the board lies; 0 where a play stops.
static uint64_t what_follows(const dado_game *g, const unsigned char *state, dado_move *moves)
{
    unsigned char *child = malloc(g->state_size);
    int count = g->rules->legal(g, state, moves);
    uint64_t sum = (uint64_t)count;
    for (int i = 0; i < count && sum; i++) {
        uint64_t hash = UINT64_C(14695981039346656037);
        memcpy(child, state, g->state_size);
        g->rules->apply(g, child, moves[i]);
        g->rules->canonicalize(g, child);
        for (size_t k = 0; k < g->state_size; k++) hash = (hash ^ child[k]) * 1099511628211;
        sum = ((const rcy_pause *)(const void *)child)->fault ? 0 : sum + hash;
    }
    free(child);
    return sum;
}

static void look_at_image(const dado_game *g, const unsigned char *state, dado_move *moves, int way)
{
    unsigned char *image = malloc(g->state_size);
    rcy_symmetry_apply(g->data, way, state, image);
    uint64_t here = what_follows(g, state, moves), there = what_follows(g, image, moves);
    if (here && there && here != there) abort();
    free(image);
}

// A description may make every move as long as the machine allows: what is played is bounded by
// the work it is, which the listener knows.
static void play(const dado_game *g, uint64_t seed)
{
    enum { most_steps = 60, most_work = 2 * rcy_most_rounds_of_loops };
    unsigned char *state = malloc(g->state_size), *heard = malloc(g->state_size);
    dado_move *moves = malloc(sizeof *moves * (size_t)g->max_moves);
    dado_move *again = malloc(sizeof *moves * (size_t)g->max_moves);
    dado_fast_rng luck = dado_fast_rng_seed(seed);
    rcy_hooks hooks = rcy_null_hooks();
    int32_t scores[256];
    g->rules->start(g, state);
    for (int step = 0; step < most_steps && hooks.work < most_work; step++) {
        int actor = g->rules->actor(g, state);
        if (actor == DADO_NOBODY) break;
        int count = g->rules->legal(g, state, moves);
        if (actor >= 0 && (rcy_list_moves(g->data, state, again, NULL, &hooks) != count ||
                           memcmp(moves, again, sizeof *moves * (size_t)count) != 0))
            abort();
        dado_move move =
            count ? moves[dado_fast_rng_below(&luck, (uint32_t)count)] : dado_fast_rng_next(&luck);
        const rcy_program *p = g->data;
        if (actor >= 0 && count <= 30 && p->symmetry_count > 0) {
            look_at_image(g, state, again, step % p->symmetry_count);
        }
        memcpy(heard, state, g->state_size);
        g->rules->apply(g, state, move);
        rcy_apply(g->data, heard, move, &hooks);
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
    dado_region region;
    dado_region_init(&region, (size_t)32 << 20);
    dado_recycle_diagnostics found;
    bool fine = dado_recycle_check("fuzz.rcy", text, NULL, &region, &found);
    for (int i = 0; i < found.count; i++) {
        if (found.items[i].error.text[0] == '\0') abort();  // every notice says something
    }
    if (fine) {
        dado_region_rewind(&region, 0);
        dado_option file = { "file", text, { "fuzz.rcy", 1, 1, 1 } };
        dado_options options = { &file, 1 };
        dado_game game;
        dado_error err;
        if (dado_game_open(&game, &dado_recycle, &options, &region, &err)) play(&game, size);
    }
    dado_region_free(&region);
    free(text);
    return 0;
}
