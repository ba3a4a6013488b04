// DicePoints 10Rd6 from its description to its six metrics, beside a plain C
// loop of the same game in the same run.
//
// The described game is opened from the library and played at one worker of the
// lab, as a worker of an experiment does: every match leaves a trace and is
// measured. The loop draws a die at a time from the same generator, adds up and
// looks who won. Time is the processor's, on one core; the two take turns so
// that a busy machine slows both.
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/rng.h"
#include "lab/engine.h"
#include "measure/stats.h"

enum { PLAYERS = 4, ROUNDS = 10, FACES = 6, BLOCK = 512, BLOCKS = 200, REPEATS = 9 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

typedef struct outcome {
    int64_t matches, alone, tied;  // seat 0 alone on top; several on top
} outcome;

static void count(outcome *o, const int32_t *scores)
{
    int32_t best = scores[0];
    for (int p = 1; p < PLAYERS; p++) best = scores[p] > best ? scores[p] : best;
    int equal = 0;
    for (int p = 0; p < PLAYERS; p++) equal += scores[p] == best;
    o->matches++;
    o->tied += equal > 1;
    o->alone += equal == 1 && scores[0] == best;
}

static void loop(outcome *o, dado_fast_rng *q, int matches)
{
    for (int i = 0; i < matches; i++) {
        int32_t scores[PLAYERS] = { 0 };
        for (int m = 0; m < ROUNDS; m++) {
            for (int p = 0; p < PLAYERS; p++)
                scores[p] += 1 + (int32_t)dado_fast_rng_below(q, FACES);
        }
        count(o, scores);
    }
}

static bool check(const char *who, const outcome *o)
{
    static const double exact_alone = 0.2270788082, exact_tie = 0.0916847670;
    double n = (double)o->matches;
    double z_alone =
        ((double)o->alone / n - exact_alone) / sqrt(exact_alone * (1 - exact_alone) / n);
    double z_tie = ((double)o->tied / n - exact_tie) / sqrt(exact_tie * (1 - exact_tie) / n);
    bool right = fabs(z_alone) < 4.5 && fabs(z_tie) < 4.5;
    printf("%-10s seat 0 alone %.6f (z %+.2f), tie %.6f (z %+.2f): %s\n", who, (double)o->alone / n,
           z_alone, (double)o->tied / n, z_tie, right ? "right" : "WRONG");
    return right;
}

static int fail(const dado_error *err)
{
    fprintf(stderr, "%s\n", err->text);
    return 1;
}

int main(void)
{
    dado_region region;
    dado_region_init_large(&region);
    dado_error err = { 0 };
    dado_game_source source;
    dado_player player;
    if (!dado_game_source_find(&source, "dicepoints", &(dado_options){ 0 }, &region, &err) ||
        !dado_player_parse(&player, "random", &region, &err)) {
        return fail(&err);
    }
    dado_lineup lineup = { .name = "random", .players = &player, .count = 1 };
    dado_plan plan = { .instances = &source,
                       .instance_count = 1,
                       .lineups = &lineup,
                       .lineup_count = 1,
                       .matches = (int64_t)BLOCK * BLOCKS * REPEATS,
                       .seed = 1,
                       .six_metrics_only = true };
    dado_engine worker;
    dado_engine_init(&worker, &plan);
    dado_block block;
    if (!dado_engine_open(&worker, 0, 0, &err)) return fail(&err);
    if (!dado_block_init(&block, BLOCK, worker.game.players, worker.measures.count, &region))
        return 1;

    outcome by_loop = { 0 }, described = { 0 };
    dado_fast_rng q = dado_fast_rng_seed(1);
    double loops[REPEATS], plays[REPEATS], ratios[REPEATS], entropy = 0.0;
    int64_t first = 0;
    for (int r = 0; r < REPEATS; r++) {
        double t = now();
        loop(&by_loop, &q, BLOCK * BLOCKS);
        loops[r] = now() - t;
        t = now();
        for (int b = 0; b < BLOCKS; b++, first += BLOCK) {
            block.broken = -1;
            if (!dado_engine_play(&worker, first, BLOCK, &block, NULL)) return 1;
            for (int i = 0; i < BLOCK; i++) count(&described, block.scores + i * PLAYERS);
            entropy += dado_block_value(&block, 0, 4);
        }
        plays[r] = now() - t;
        ratios[r] = loops[r] / plays[r];
    }
    bool right = check("the loop", &by_loop);
    right = check("described", &described) && right;
    double mean = entropy / (BLOCKS * REPEATS);
    if (fabs(mean - 0.97732) > 0.002) right = false;
    dado_values_sort(loops, REPEATS);
    dado_values_sort(plays, REPEATS);
    dado_values_sort(ratios, REPEATS);
    double matches = (double)BLOCK * BLOCKS;
    printf("the loop   %7.3f M matches/s\n", matches / loops[REPEATS / 2] / 1e6);
    printf("described  %7.3f M matches/s with traces and the six metrics: 1/%.1f of the loop "
           "(spread 1/%.1f to 1/%.1f)\n",
           matches / plays[REPEATS / 2] / 1e6, 1.0 / ratios[REPEATS / 2], 1.0 / ratios[REPEATS - 1],
           1.0 / ratios[0]);
    dado_engine_free(&worker);
    dado_region_free(&region);
    return right ? 0 : 1;
}
