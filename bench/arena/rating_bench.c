// rating_bench.c - what it takes to rate the players of a league, most of whom never meet.
//
// Prints processor seconds for 200 players and 20,000 matches between neighbours, the same with
// half the players, and with opponents drawn from all. Fails where 200 players take more than 4
// seconds.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "arena/rating.h"
#include "core/rng.h"

enum { matches_per_player = 100, most_seconds = 4 };

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// Rates so many players; returns the seconds, or -1 where something is wrong.
static double rate(int players, int neighbours)
{
    int64_t count = (int64_t)players * matches_per_player;
    dado_match_result *results = calloc((size_t)count, sizeof *results);
    int32_t *who = calloc(2 * (size_t)count, sizeof *who);
    int32_t *places = calloc(2 * (size_t)count, sizeof *places);
    dado_rating *ratings = calloc((size_t)players, sizeof *ratings);
    if (!results || !who || !places || !ratings) return -1;
    dado_rng rng = dado_rng_stream(3, 0, 0);
    for (int64_t m = 0; m < count; m++) {
        int32_t *pair = who + 2 * m, *place = places + 2 * m;
        pair[0] = (int32_t)(dado_rng_next(&rng) % (uint64_t)players);
        pair[1] = (pair[0] + 1 + (int32_t)(dado_rng_next(&rng) % (uint64_t)neighbours)) % players;
        place[0] = dado_rng_next(&rng) % 1000 >= (uint64_t)(500 + pair[0] - pair[1]) % 1000;
        place[1] = !place[0];
        results[m] = (dado_match_result){ .who = pair, .places = place, .seats = 2 };
    }
    dado_error err = { 0 };
    double begun = processor_seconds();
    bool fine = dado_rating_fit(results, count, players, 1, ratings, NULL, &err);
    double taken = processor_seconds() - begun;
    for (int i = 0; fine && i < players; i++) {
        fine = ratings[i].low <= ratings[i].points && ratings[i].points <= ratings[i].high;
    }
    free(results);
    free(who);
    free(places);
    free(ratings);
    return fine ? taken : -1;
}

int main(void)
{
    double half = rate(100, 10), whole = rate(200, 10), mixed = rate(200, 199);
    if (half < 0 || whole < 0 || mixed < 0) return 1;
    printf("rating 200 players, 20,000 matches: %.2f s of processor time, %.2f times 100 players; "
           "%.2f s with opponents of all kinds\n",
           whole, whole / half, mixed);
    return whole > most_seconds || mixed > most_seconds;
}
