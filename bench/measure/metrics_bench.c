// What measuring a match costs, beside playing it: DicePoints, four players,
// ten rounds of one six-sided die, written by hand in C.
//
// The reference is the plain loop that plays such a match and notes who won.
// Rates are of processor time on one core.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/rng.h"
#include "measure/metric.h"

enum {
    PLAYERS = 4,
    ROUNDS = 10,
    FACES = 6,
    KEPT = 4096,
    REPEATS = 7,
    ROW = (ROUNDS + 1) * PLAYERS
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void play(dado_fast_rng *q, int32_t *rows)
{
    memset(rows, 0, PLAYERS * sizeof *rows);
    for (int m = 1; m <= ROUNDS; m++) {
        for (int p = 0; p < PLAYERS; p++) {
            rows[m * PLAYERS + p] =
                rows[(m - 1) * PLAYERS + p] + 1 + (int32_t)dado_fast_rng_below(q, FACES);
        }
    }
}

static double middle(double *values)
{
    dado_values_sort(values, REPEATS);
    return values[REPEATS / 2];
}

static void say(const char *what, double *seconds, double count, double reference)
{
    double typical = middle(seconds);
    printf("%-28s %8.3f M/s  %6.1f ns  %5.2f of the loop  spread %4.1f %%\n", what,
           count / typical / 1e6, typical / count * 1e9, reference > 0 ? reference / typical : 1.0,
           100.0 * (seconds[REPEATS - 1] - seconds[0]) / typical);
}

int main(void)
{
    dado_region region;
    dado_region_init(&region, (size_t)256 << 20);
    dado_meter meter;
    dado_error err = { 0 };
    if (!dado_meter_open(&meter, NULL, PLAYERS, ROUNDS, 0, &region, &err)) return 1;
    int32_t *rows = dado_new(&region, int32_t, KEPT * ROW);
    int32_t *places = dado_new(&region, int32_t, KEPT * PLAYERS);
    dado_trace *traces = dado_new(&region, dado_trace, KEPT);
    dado_fast_rng q = dado_fast_rng_seed(1);
    for (int i = 0; i < KEPT; i++) {
        int32_t *own = rows + i * ROW, *last = own + ROUNDS * PLAYERS;
        play(&q, own);
        for (int p = 0; p < PLAYERS; p++) {
            for (int k = 0; k < PLAYERS; k++) places[i * PLAYERS + p] += last[k] > last[p];
        }
        traces[i] = (dado_trace){ .players = PLAYERS,
                                  .rounds = ROUNDS,
                                  .scores = own,
                                  .result = last,
                                  .places = places + i * PLAYERS };
    }

    int shelf = 0;
    while (dado_metrics[shelf]) shelf++;
    double loop[REPEATS], six[REPEATS], all[REPEATS], read[REPEATS], sums[REPEATS];
    double sink = 0.0, values[64];
    int64_t wins = 0;
    enum { MATCHES = KEPT * 64 };
    for (int r = 0; r < REPEATS; r++) {
        double t = now();
        int32_t own[ROW];
        for (int i = 0; i < MATCHES; i++) {
            play(&q, own);
            const int32_t *last = own + ROUNDS * PLAYERS;
            wins += last[0] > last[1] && last[0] > last[2] && last[0] > last[3];
        }
        loop[r] = now() - t;
        t = now();
        for (int i = 0; i < MATCHES; i++)
            sink += dado_meter_read(&meter, &traces[i % KEPT])->behind;
        read[r] = now() - t;
        t = now();
        for (int i = 0; i < MATCHES; i++) {
            dado_meter_measure(&meter, &traces[i % KEPT], dado_metrics, DADO_PUBLISHED_METRICS,
                               values);
            sink += values[0];
        }
        six[r] = now() - t;
        t = now();
        for (int i = 0; i < MATCHES; i++) {
            dado_meter_measure(&meter, &traces[i % KEPT], dado_metrics, shelf, values);
            sink += values[0];
        }
        all[r] = now() - t;
        dado_moments moments[DADO_PUBLISHED_METRICS] = { 0 };
        t = now();
        for (int i = 0; i < MATCHES; i++) {
            for (int k = 0; k < DADO_PUBLISHED_METRICS; k++)
                dado_moments_add(&moments[k], values[k]);
        }
        sums[r] = now() - t;
        sink += moments[0].mean;
    }
    double share = (double)wins / ((double)MATCHES * REPEATS);
    bool right = share > 0.2255 && share < 0.2287;  // 0.2270788 within five standard errors
    double reference = middle(loop);
    say("the loop that plays", loop, MATCHES, 0);
    say("standings", read, MATCHES, reference);
    say("standings and the six", six, MATCHES, reference);
    say("standings and the shelf", all, MATCHES, reference);
    say("adding six to their moments", sums, MATCHES, reference);
    printf("seat 0 alone %.5f, exactly 0.22708: %s; bound by arithmetic: about 20 roots and as "
           "many divisions a match (%g)\n",
           share, right ? "right" : "WRONG", sink * 0);
    dado_region_free(&region);
    return right ? 0 : 1;
}
