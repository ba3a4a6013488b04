// Halls of 1,024 places, stepped at random: steps a second, and what filling features and masks
// adds.
//
// Time is the processor's, inside dado alone: choosing is not counted. Named a game, and a number
// of rounds, it prints the seconds of each round: bare, with features, with features and mask; for
// bench/api/python_batch_env.py, which does the same from Python in the same run.
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dado.h"

enum { places = 1024, steps = 200, rounds = 7 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

typedef struct bench {
    dado_hall *hall;
    float *features;
    uint8_t *mask;
    int32_t actors[places], counts[places], choices[places], *result, *ranks;
    uint8_t ended[places];
    uint32_t luck;
    int64_t matches;
} bench;

// Seconds inside dado for `steps` steps of all places.
static double go(bench *b, int fills)
{
    double inside = 0;
    for (int i = 0; i < steps; i++) {
        double from = now();
        dado_hall_look(b->hall, b->actors, b->counts);
        if (fills) dado_hall_see(b->hall, -1, b->features, fills > 1 ? b->mask : NULL);
        inside += now() - from;
        for (int k = 0; k < places; k++) {
            b->luck = b->luck * 1664525u + 1013904223u;
            b->choices[k] = (int32_t)(((uint64_t)b->luck * (uint64_t)b->counts[k]) >> 32);
        }
        from = now();
        dado_hall_step(b->hall, b->choices, b->ended, b->result, b->ranks);
        inside += now() - from;
        for (int k = 0; k < places; k++) b->matches += b->ended[k] != 0;
    }
    return inside;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool measure(const char *game, int times, bool raw)
{
    char why[200];
    double took[3][64];
    bench b = { .hall = dado_hall_open(game, NULL, 0, places, 1, why, sizeof why), .luck = 1 };
    if (!b.hall) {
        fprintf(stderr, "%s: %s\n", game, why);
        return false;
    }
    size_t players = (size_t)dado_hall_players(b.hall);
    b.features = calloc(places * (size_t)dado_hall_features(b.hall) + 1, sizeof *b.features);
    b.mask = calloc(places * (size_t)dado_hall_actions(b.hall) + 1, 1);
    b.result = calloc(places * players, sizeof *b.result);
    b.ranks = calloc(places * players, sizeof *b.ranks);
    bool fine = b.features && b.mask && b.result && b.ranks;
    if (fine) go(&b, 2);
    for (int i = 0; fine && i < times; i++) {
        for (int fills = 0; fills < 3; fills++) took[fills][i] = go(&b, fills);
        if (raw) printf("%.6f %.6f %.6f\n", took[0][i], took[1][i], took[2][i]);
    }
    fine = fine && b.matches > 0;  // it checks that matches are played to their ends
    if (fine && !raw) {
        double all = (double)places * steps, middle[3];
        for (int i = 0; i < 3; i++) {
            qsort(took[i], (size_t)times, sizeof *took[i], by_size);
            middle[i] = took[i][times / 2];
        }
        printf("%-12s %6.2f M steps/s; with features %6.2f M, %.2f of the time; and mask %6.2f M, "
               "%.2f\n",
               game, all / middle[0] / 1e6, all / middle[1] / 1e6, middle[1] / middle[0],
               all / middle[2] / 1e6, middle[2] / middle[0]);
    }
    free(b.features);
    free(b.mask);
    free(b.result);
    free(b.ranks);
    dado_hall_close(b.hall);
    return fine;
}

int main(int count, char **words)
{
    if (count == 3) {
        int times = atoi(words[2]);
        return times < 1 || times > 64 || !measure(words[1], times, true);
    }
    static const char *const games[] = { "kuhn", "hearts", "noughts", "fourinarow" };
    bool fine = true;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        fine &= measure(games[i], rounds, false);
    }
    return !fine;
}
