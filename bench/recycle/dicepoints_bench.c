// dicepoints_bench.c - DicePoints from its description against the plainest loop in C.
//
// Ten rounds, four players, one die. The description goes through the contract,
// a rest for luck and a rest for the row in every round, and leaves its rows of
// scores; the loop in C adds up dice from the same generator. Seat 0 must win
// alone as often as is exactly right, in both.
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "recycle/recycle.h"

enum { players = 4, rounds = 10, faces = 6 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool alone_in_front(const int32_t *scores)
{
    for (int p = 1; p < players; p++) {
        if (scores[p] >= scores[0]) return false;
    }
    return true;
}

static int play_in_c(dado_fast_rng *luck, int matches)
{
    int won = 0;
    for (int i = 0; i < matches; i++) {
        int32_t scores[players] = { 0 };
        for (int r = 0; r < rounds; r++) {
            for (int p = 0; p < players; p++) {
                scores[p] += 1 + (int32_t)dado_fast_rng_below(luck, faces);
            }
        }
        won += alone_in_front(scores);
    }
    return won;
}

static int play_described(const dado_game *g, unsigned char *state, dado_fast_rng *luck,
                          int matches)
{
    const dado_rules *rules = g->rules;
    dado_move moves[128];
    int32_t rows[rounds + 1][players];
    int won = 0;
    for (int i = 0; i < matches; i++) {
        int round = 0;
        rules->start(g, state);
        while (rules->actor(g, state) != DADO_NOBODY) {
            dado_move move =
                rules->legal(g, state, moves) == 0 ? dado_fast_rng_next(luck) : moves[0];
            rules->apply(g, state, move);
            if (rules->round(g, state) > round) rules->scores(g, state, rows[++round]);
        }
        won += alone_in_front(rows[rounds]);
    }
    return won;
}

int main(void)
{
    FILE *file = fopen("library/dice/dicepoints.rcy", "rb");
    char text[1 << 14] = { 0 };
    if (!file || fread(text, 1, sizeof text - 1, file) == 0) {
        fprintf(stderr, "cannot read library/dice/dicepoints.rcy; run from the project's folder\n");
        return 1;
    }
    fclose(file);
    dado_region region;
    dado_game game;
    dado_error err;
    dado_option option = { "file", text, { "dicepoints.rcy", 1, 1, 1 } };
    dado_options options = { &option, 1 };
    dado_region_init(&region, (size_t)64 << 20);
    if (!dado_game_open(&game, &dado_recycle, &options, &region, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    unsigned char *state = malloc(game.state_size);
    dado_fast_rng luck = dado_fast_rng_seed(1);
    enum { turns = 10, in_c = 400000, described = 100000 };
    double seconds[2] = { 0 }, best = 0, worst = 1e9;
    long won[2] = { 0 };
    for (int turn = 0; turn < turns; turn++) {
        double start = now();
        won[0] += play_in_c(&luck, in_c);
        double middle = now();
        won[1] += play_described(&game, state, &luck, described);
        double end = now();
        seconds[0] += middle - start;
        seconds[1] += end - middle;
        double ratio = ((middle - start) / in_c) / ((end - middle) / described);
        if (ratio > best) best = ratio;
        if (ratio < worst) worst = ratio;
    }
    double rate_c = turns * (double)in_c / seconds[0];
    double rate = turns * (double)described / seconds[1];
    printf("dicepoints in C  %8.3f M matches/s\n", rate_c / 1e6);
    printf("dicepoints       %8.3f M matches/s  1/%.1f of the loop in C, spread 1/%.1f to 1/%.1f\n",
           rate / 1e6, rate_c / rate, 1 / worst, 1 / best);
    double exact = 0.2270788082;
    for (int i = 0; i < 2; i++) {
        double n = turns * (double)(i ? described : in_c);
        if (fabs((double)won[i] - n * exact) > 5 * sqrt(n * exact * (1 - exact))) {
            printf("WRONG: seat 0 won alone %ld times of %.0f\n", won[i], n);
            return 1;
        }
    }
    free(state);
    dado_region_free(&region);
    return 0;
}
