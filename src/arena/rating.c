// rating.c - see rating.h.
#include "arena/rating.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure/special.h"

static double power_of_ten(double x)
{
    return dado_exp(x * 2.30258509299404568402);
}

static void count_pairs(const dado_result *r, int players, double weight, double *wins)
{
    for (int a = 0; a < r->seats; a++) {
        for (int b = 0; b < r->seats; b++) {
            if (a == b || r->who[a] == r->who[b]) continue;
            double won = r->places[a] < r->places[b] ? 1 : r->places[a] == r->places[b] ? 0.5 : 0;
            wins[r->who[a] * players + r->who[b]] += weight * won;
        }
    }
}

// The most likely strengths, by the minorisation of Hunter; half a tie with an
// average player is thrown in, so that who never lost is not infinitely strong.
static void fit(const double *wins, int players, double *strength)
{
    enum { most_rounds = 2000 };
    for (int i = 0; i < players; i++) strength[i] = 1;
    for (int round = 0; round < most_rounds; round++) {
        double change = 0;
        for (int i = 0; i < players; i++) {
            double won = 0.25, faced = 0.5 / (strength[i] + 1);
            for (int j = 0; j < players; j++) {
                double met = wins[i * players + j] + wins[j * players + i];
                if (i == j || met == 0) continue;
                won += wins[i * players + j];
                faced += met / (strength[i] + strength[j]);
            }
            double better = won / faced;
            double moved = fabs(better - strength[i]) / strength[i];
            if (moved > change) change = moved;
            strength[i] = better;
        }
        if (change < 1e-10) break;
    }
}

static void to_points(const double *strength, int players, double *points)
{
    double mean = 0;
    for (int i = 0; i < players; i++) {
        points[i] = 400 * dado_log(strength[i]) / 2.30258509299404568402;
        mean += points[i];
    }
    mean /= players;
    for (int i = 0; i < players; i++) points[i] += 1500 - mean;
}

static void play_elo(const dado_result *results, int64_t count, dado_rating *ratings, int players)
{
    const double step = 16;
    for (int i = 0; i < players; i++) ratings[i].elo = 1500;
    for (int64_t m = 0; m < count; m++) {
        const dado_result *r = &results[m];
        for (int a = 0; a < r->seats; a++) {
            for (int b = a + 1; b < r->seats; b++) {
                if (r->who[a] == r->who[b]) continue;
                dado_rating *x = &ratings[r->who[a]], *y = &ratings[r->who[b]];
                double expected = 1 / (1 + power_of_ten((y->elo - x->elo) / 400));
                double won = r->places[a] < r->places[b]    ? 1
                             : r->places[a] == r->places[b] ? 0.5
                                                            : 0;
                double gained = step * (won - expected) / (r->seats - 1);
                x->elo += gained;
                y->elo -= gained;
            }
        }
    }
}

static void count_matches(const dado_result *results, int64_t count, dado_rating *ratings)
{
    for (int64_t m = 0; m < count; m++) {
        const dado_result *r = &results[m];
        for (int a = 0; a < r->seats; a++) {
            dado_rating *who = &ratings[r->who[a]];
            who->matches++;
            who->firsts += r->places[a] == 0;
            for (int b = 0; b < r->seats; b++) who->comparisons += r->who[a] != r->who[b];
        }
    }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Matches of one kind have the same players in the same seats at the same places. There are few
// kinds, and to draw a kind is to look into a small table where a match is somewhere in memory.
typedef struct kinds {
    uint16_t *of;            // which kind each match is
    const dado_result **one;  // of each kind
    int64_t *drawn;
    int count;
} kinds;

enum { most_kinds = 1 << 15, kind_slots = 2 * most_kinds };

static bool same_kind(const dado_result *a, const dado_result *b)
{
    size_t size = sizeof *a->who * (size_t)a->seats;
    return a->seats == b->seats && memcmp(a->who, b->who, size) == 0 &&
           memcmp(a->places, b->places, size) == 0;
}

static uint32_t hash_of(const dado_result *r)
{
    uint64_t h = 0;
    for (int s = 0; s < r->seats; s++) {
        h = dado_derive(h, (uint64_t)(uint32_t)r->who[s] << 32 | (uint32_t)r->places[s]);
    }
    return (uint32_t)(h % kind_slots);
}

// False where there is no memory; no kinds are found where there are too many of them.
static bool find_kinds(const dado_result *results, int64_t count, kinds *k)
{
    uint16_t *slots = calloc(kind_slots, sizeof *slots);  // a kind and one, or zero
    *k = (kinds){ malloc(sizeof *k->of * (size_t)count), calloc(most_kinds, sizeof *k->one),
                  calloc(most_kinds, sizeof *k->drawn), 0 };
    bool fine = slots && k->of && k->one && k->drawn;
    for (int64_t m = 0; fine && m < count; m++) {
        uint32_t at = hash_of(&results[m]);
        while (slots[at] && !same_kind(k->one[slots[at] - 1], &results[m])) {
            at = (at + 1) % kind_slots;
        }
        if (!slots[at] && k->count == most_kinds - 1) {
            k->count = 0;
            break;
        }
        if (!slots[at]) {
            k->one[k->count] = &results[m];
            slots[at] = (uint16_t)++k->count;
        }
        k->of[m] = (uint16_t)(slots[at] - 1);
    }
    free(slots);
    return fine;
}

static void draw_matches(const dado_result *results, int64_t count, int players, kinds *k,
                         dado_quick *luck, double *wins)
{
    if (k->count == 0) {
        for (int64_t m = 0; m < count; m++) {
            count_pairs(&results[dado_quick_below(luck, (uint32_t)count)], players, 1, wins);
        }
        return;
    }
    memset(k->drawn, 0, sizeof *k->drawn * (size_t)k->count);
    for (int64_t m = 0; m < count; m++) k->drawn[k->of[dado_quick_below(luck, (uint32_t)count)]]++;
    for (int i = 0; i < k->count; i++) count_pairs(k->one[i], players, (double)k->drawn[i], wins);
}

// Intervals from the matches drawn anew, each as often as luck has it.
static bool redraw(const dado_result *results, int64_t count, int players, uint64_t seed,
                   dado_rating *ratings)
{
    size_t n = (size_t)players;
    double *wins = calloc(n * n, sizeof *wins);
    double *strength = calloc(n, sizeof *strength);
    double *points = calloc(n, sizeof *points);
    double *drawn = calloc(n * DADO_RATING_REDRAWS, sizeof *drawn);
    kinds k = { 0 };
    bool fine = wins && strength && points && drawn && find_kinds(results, count, &k);
    for (int redraws = 0; fine && redraws < DADO_RATING_REDRAWS; redraws++) {
        dado_quick luck = dado_quick_seed(dado_derive(seed, (uint64_t)redraws));
        memset(wins, 0, n * n * sizeof *wins);
        draw_matches(results, count, players, &k, &luck, wins);
        fit(wins, players, strength);
        to_points(strength, players, points);
        for (size_t i = 0; i < n; i++) drawn[i * DADO_RATING_REDRAWS + (size_t)redraws] = points[i];
    }
    for (size_t i = 0; fine && i < n; i++) {
        double *mine = drawn + i * DADO_RATING_REDRAWS;
        qsort(mine, DADO_RATING_REDRAWS, sizeof *mine, ascending);
        ratings[i].low = mine[DADO_RATING_REDRAWS / 40];
        ratings[i].high = mine[DADO_RATING_REDRAWS - 1 - DADO_RATING_REDRAWS / 40];
    }
    free(wins);
    free(strength);
    free(points);
    free(drawn);
    free(k.of);
    free(k.one);
    free(k.drawn);
    return fine;
}

bool dado_rating_fit(const dado_result *results, int64_t count, int players, uint64_t seed,
                     dado_rating *ratings, double *table, dado_error *err)
{
    size_t n = (size_t)players;
    memset(ratings, 0, n * sizeof *ratings);
    double *wins = calloc(n * n, sizeof *wins);
    double *work = calloc(2 * n, sizeof *work);
    bool fine = wins && work && count < UINT32_MAX;
    if (fine) {
        for (int64_t m = 0; m < count; m++) count_pairs(&results[m], players, 1, wins);
        fit(wins, players, work);
        to_points(work, players, work + n);
        for (size_t i = 0; i < n; i++) {
            ratings[i].points = ratings[i].low = ratings[i].high = work[n + i];
            for (size_t j = 0; j < n; j++) ratings[i].wins += wins[i * n + j];
        }
        count_matches(results, count, ratings);
        play_elo(results, count, ratings, players);
        if (table) memcpy(table, wins, n * n * sizeof *wins);
        if (count > 0) fine = redraw(results, count, players, seed, ratings);
    }
    free(wins);
    free(work);
    return fine || dado_fail(err, DADO_LIMIT, "no memory left to rate %d players", players);
}

// A confidence sequence for the mean of numbers in [0, 1]: Hoeffding's bound,
// paid for over all sample sizes by 1/(k (k + 1)) as they double.
dado_sure dado_duel_judge(const dado_duel *duel, double *low, double *high)
{
    int64_t n = duel->wins + duel->ties + duel->losses;
    double share = n ? ((double)duel->wins + 0.5 * (double)duel->ties) / (double)n : 0.5;
    double radius = 0.5;
    if (n > 0) {
        double mean = share;
        double variance = ((double)duel->wins * (1 - mean) * (1 - mean) +
                           (double)duel->ties * (0.5 - mean) * (0.5 - mean) +
                           (double)duel->losses * mean * mean) /
                          (double)n;
        double k = 1;
        for (int64_t reach = 2; reach < n; reach *= 2) k++;
        double cost = dado_log(3 * k * (k + 1) / duel->level);
        // Bernstein's bound with the variance seen (Audibert and others), which is the
        // tighter one where ties are many or one side wins nearly always.
        double bernstein = sqrt(2 * variance * cost / (double)n) + 3 * cost / (double)n;
        double hoeffding = sqrt(cost / (2 * (double)n));
        radius = bernstein < hoeffding ? bernstein : hoeffding;
    }
    double from = share - radius < 0 ? 0 : share - radius;
    double to = share + radius > 1 ? 1 : share + radius;
    if (low) *low = from;
    if (high) *high = to;
    return from > 0.5 ? DADO_FIRST_BETTER : to < 0.5 ? DADO_SECOND_BETTER : DADO_NOT_SURE;
}
