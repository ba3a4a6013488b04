// ismcts_bench.c - how quickly ISMCTS thinks about described games, on one core.
//
// Whole matches with the same searcher in every seat, so that an iteration is
// as long as it is on average; and the same on Hearts written by hand with
// hands as bits, in the same run. What bounds it is the playing on at random.
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agents/agent.h"
#include "lab/native_compiler.h"
#include "recycle/hearts_bitset.h"
#include "recycle/recycle.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void fail(const char *name, const dado_error *err)
{
    fprintf(stderr, "%s: %s\n", name, err->text);
    exit(1);
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    if (!file || !text) {
        fprintf(stderr, "cannot read %s; run from the project's folder\n", path);
        exit(1);
    }
    size_t length = fread(text, 1, (1 << 20) - 1, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

// Iterations a second over whole matches, for about `seconds` of processor time.
static double rate_of(const char *name, const char *path, bool natively, double seconds)
{
    dado_region region;
    dado_game game;
    dado_error err;
    dado_agent agents[8];
    dado_region_init(&region, (size_t)512 << 20);
    char *text = path ? read_file(path) : NULL;
    dado_option file = { "file", text, { path, 1, 1, 1 } };
    dado_options options = { &file, path ? 1 : 0 };
    if (!dado_game_open(&game, path ? &dado_recycle : &hearts_in_bits, &options, &region, &err)) {
        fail(name, &err);
    }
    if (natively && !dado_native_build_now(&game, NULL, &err)) fail(name, &err);
    const dado_agent_kind *kind = dado_agent_named("ismcts");
    dado_option budget = { "iterations", "500", { 0 } };
    dado_options how = { &budget, 1 };
    void *self[8], *scratch[8];
    for (int p = 0; p < game.players; p++) {
        if (!dado_agent_open(&agents[p], kind, &game, p, &how, &region, &err)) {
            fail(name, &err);
        }
        self[p] = calloc(1, agents[p].self_size + 1);
        scratch[p] = calloc(1, agents[p].scratch_size + 1);
    }
    unsigned char *state = malloc(game.state_size), *view = malloc(game.view_size);
    dado_move *moves = malloc(sizeof *moves * (size_t)game.max_moves);
    uint64_t effort = 0, decisions = 0;
    double start = now();
    for (uint64_t match = 0; now() - start < seconds; match++) {
        dado_rng chance = dado_rng_stream(1, match, 0), luck = dado_rng_stream(1, match, 1);
        game.rules->start(&game, state);
        for (int p = 0; p < game.players; p++) memset(self[p], 0, agents[p].self_size);
        for (int actor; (actor = game.rules->actor(&game, state)) != DADO_NOBODY;) {
            int count = game.rules->legal(&game, state, moves);
            int taken = 0;
            if (actor >= 0) {
                dado_observe(&game, state, actor, view);
                dado_turn turn = { .game = &game,
                                   .seat = actor,
                                   .view = view,
                                   .moves = moves,
                                   .count = count,
                                   .luck = &luck,
                                   .effort = &effort,
                                   .self = self[actor],
                                   .scratch = scratch[actor] };
                taken = agents[actor].kind->choose(&agents[actor], &turn);
                decisions++;
            }
            game.rules->apply(&game, state, count ? moves[taken] : dado_rng_next(&chance));
        }
    }
    double rate = (double)effort / (now() - start);
    printf("%-16s %9.0f ISMCTS iterations/s%s (500 a decision, %llu decisions)", name, rate,
           natively ? " natively" : "", (unsigned long long)decisions);
    return rate;
}

int main(int argc, char **argv)
{
    static const char *const games[][2] = {
        { "hearts", "library/cards/hearts.rcy" },  { "spades", "library/cards/spades.rcy" },
        { "agram", "library/cards/agram.rcy" },    { "euchre", "library/cards/euchre.rcy" },
        { "go fish", "library/cards/gofish.rcy" },
    };
    double seconds = argc > 1 ? atof(argv[1]) : 3;
    const char *only = argc > 2 ? argv[2] : NULL;
    double by_hand = rate_of("hearts in bits", NULL, false, seconds);
    printf("\n");
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        if (only && strcmp(only, games[i][0]) != 0) continue;
        double beats = rate_of(games[i][0], games[i][1], false, seconds);
        if (i == 0) printf("  %.3f of in bits", beats / by_hand);
        printf("\n");
        double native = rate_of(games[i][0], games[i][1], true, seconds);
        printf("  %.2f of beats", native / beats);
        if (i == 0) printf(", %.3f of in bits", native / by_hand);
        printf("\n");
    }
    return 0;
}
