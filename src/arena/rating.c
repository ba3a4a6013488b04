// rating.c - see rating.h.
#include "arena/rating.h"

#include <math.h>
#include <string.h>

#include "core/ends.h"
#include "lab/open.h"
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
            wins[r->who[a] * players + r->who[b]] += weight * dado_won(r->places[a], r->places[b]);
        }
    }
}

// The most likely strengths, by the minorisation of Hunter; a trace of a tie with an average player
// is thrown in for those whom nothing else ties to the rest.
// Goes on from the strengths given until none moves by more than a part in `closeness`.
static void fit(const double *wins, int players, double closeness, double *strength)
{
    enum { most_rounds = 2000 };
    for (int round = 0; round < most_rounds; round++) {
        double change = 0;
        for (int i = 0; i < players; i++) {
            double won = 0.005, faced = 0.01 / (strength[i] + 1);
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
        if (change * closeness < 1) break;
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
                double won = dado_won(r->places[a], r->places[b]);
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

// Matches of one kind have the same players in the same seats at the same places. There are few
// kinds, and to weigh a kind is one draw where its matches would take one each.
typedef struct kinds {
    const dado_result **one;  // of each kind
    int64_t *matches;
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
static bool find_kinds(const dado_result *results, int64_t count, kinds *k, dado_arena *arena)
{
    uint16_t *slots = dado_new(arena, uint16_t, kind_slots);  // a kind and one, or zero
    *k = (kinds){ dado_new(arena, const dado_result *, most_kinds),
                  dado_new(arena, int64_t, most_kinds), 0 };
    bool fine = slots && k->one && k->matches;
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
        k->matches[slots[at] - 1]++;
    }
    return fine;
}

static double normal(dado_quick *luck)
{
    return dado_normal_quantile((dado_quick_unit(luck) + 0x1p-54) * (1 - 0x1p-53));
}

// A gamma variate (Marsaglia and Tsang; below 1 with Stuart's power).
static double gamma_of(double shape, dado_quick *luck)
{
    double power = 1;
    if (shape < 1) {
        power = dado_exp(dado_log(1 - dado_quick_unit(luck)) / shape);
        shape += 1;
    }
    double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        double z = normal(luck), v = 1 + c * z;
        if (v <= 0) continue;
        v = v * v * v;
        double u = 1 - dado_quick_unit(luck);
        if (dado_log(u) < 0.5 * z * z + d - d * v + d * dado_log(v)) return d * v * power;
    }
}

// Every match weighs as much as luck has it, and so does a trace of a win each way for those who
// met: between two it is half a win, and the odds are those of Jeffreys' posterior, which knows a
// 50 to 0. Among more there are more pairs, and each has less.
static void weigh_matches(const dado_result *results, int64_t count, int players, const kinds *k,
                          const double *met, dado_quick *luck, double *wins)
{
    if (k->count == 0) {
        for (int64_t m = 0; m < count; m++) {
            count_pairs(&results[m], players, gamma_of(1, luck), wins);
        }
    }
    for (int i = 0; i < k->count; i++) {
        count_pairs(k->one[i], players, gamma_of((double)k->matches[i], luck), wins);
    }
    for (int i = 0; i < players * players; i++) {
        if (met[i] + met[i % players * players + i / players] == 0) continue;
        wins[i] += gamma_of(1.0 / players, luck);
    }
}

// Intervals from the matches weighed anew.
static bool redraw(const dado_result *results, int64_t count, int players, uint64_t seed,
                   const double *met, const double *fitted, dado_rating *ratings,
                   dado_arena *arena)
{
    size_t n = (size_t)players;
    double *wins = dado_new(arena, double, n * n), *strength = dado_new(arena, double, n);
    double *points = dado_new(arena, double, n);
    double *drawn = dado_new(arena, double, n * DADO_RATING_REDRAWS);
    kinds k = { 0 };
    bool fine = wins && strength && points && drawn && find_kinds(results, count, &k, arena);
    for (int redraws = 0; fine && redraws < DADO_RATING_REDRAWS; redraws++) {
        dado_quick luck = dado_quick_seed(dado_derive(seed, (uint64_t)redraws));
        memset(wins, 0, n * n * sizeof *wins);
        weigh_matches(results, count, players, &k, met, &luck, wins);
        memcpy(strength, fitted, n * sizeof *strength);
        fit(wins, players, 1e5, strength);
        to_points(strength, players, points);
        for (size_t i = 0; i < n; i++) drawn[i * DADO_RATING_REDRAWS + (size_t)redraws] = points[i];
    }
    for (size_t i = 0; fine && i < n; i++) {
        double *mine = drawn + i * DADO_RATING_REDRAWS;
        dado_values_sort(mine, DADO_RATING_REDRAWS);
        ratings[i].low = mine[DADO_RATING_REDRAWS / 40];
        ratings[i].high = mine[DADO_RATING_REDRAWS - 1 - DADO_RATING_REDRAWS / 40];
        ratings[i].low = fmin(ratings[i].low, ratings[i].points);
        ratings[i].high = fmax(ratings[i].high, ratings[i].points);
    }
    return fine;
}

bool dado_rating_fit(const dado_result *results, int64_t count, int players, uint64_t seed,
                     dado_rating *ratings, double *table, dado_error *err)
{
    size_t n = (size_t)players;
    memset(ratings, 0, n * sizeof *ratings);
    DADO_ENDS(dado_arena_free) dado_arena arena = { 0 };
    double *wins = dado_new(&arena, double, n * n), *with = dado_new(&arena, double, n * n);
    double *work = dado_new(&arena, double, 2 * n);
    bool fine = wins && with && work && count < UINT32_MAX;
    if (fine) {
        for (int64_t m = 0; m < count; m++) count_pairs(&results[m], players, 1, wins);
        for (size_t i = 0; i < n * n; i++) {  // a trace of a win each way for those who met
            bool met = wins[i] + wins[i % n * n + i / n] > 0;
            with[i] = wins[i] + (met ? 1.0 / players : 0);
        }
        for (size_t i = 0; i < n; i++) work[i] = 1;
        fit(with, players, 1e10, work);
        to_points(work, players, work + n);
        for (size_t i = 0; i < n; i++) {
            ratings[i].points = ratings[i].low = ratings[i].high = work[n + i];
            for (size_t j = 0; j < n; j++) ratings[i].wins += wins[i * n + j];
        }
        count_matches(results, count, ratings);
        play_elo(results, count, ratings, players);
        if (table) memcpy(table, wins, n * n * sizeof *wins);
        if (count > 0) fine = redraw(results, count, players, seed, wins, work, ratings, &arena);
    }
    return fine || dado_fail(err, DADO_LIMIT, "no memory left to rate %d players", players);
}

// What one who bets against a mean of `mean` or less would have made of a coin by now, as a
// logarithm. Bets are a part of what can be lost, and the coin is spread over several: one of them
// will have been about right. If the mean is no higher, nobody can expect to win by any bet, and a
// stake grows to k times itself, ever, with odds of at most 1 in k (Ville). The order of results
// makes no difference. After Waudby-Smith and Ramdas, Estimating means of bounded random variables
// by betting.
static double gained(double wins, double ties, double losses, double mean)
{
    static const double parts[] = { 0.64, 0.32, 0.16, 0.08, 0.04 };
    enum { bets = sizeof parts / sizeof *parts };
    double made[bets], most = -HUGE_VAL, sum = 0;
    for (int i = 0; i < bets; i++) {
        double bet = parts[i] / mean;
        made[i] = wins * dado_log(1 + bet * (1 - mean)) + ties * dado_log(1 + bet * (0.5 - mean)) +
                  losses * dado_log(1 - parts[i]);
        if (made[i] > most) most = made[i];
    }
    for (int i = 0; i < bets; i++) sum += dado_exp(made[i] - most);
    return most + dado_log(sum / bets);
}

// The highest mean that can be told to be too low: what a bet against it makes only falls with it.
static double told_above(double wins, double ties, double losses, double level)
{
    enum { halvings = 40 };
    const double enough = dado_log(2 / level);  // a side
    double low = 0, high = 1;
    for (int i = 0; i < halvings; i++) {
        double mean = (low + high) / 2;
        if (gained(wins, ties, losses, mean) >= enough) low = mean;
        else high = mean;
    }
    return low;
}

dado_sure dado_duel_judge(const dado_duel *duel, dado_interval *share)
{
    double wins = (double)duel->wins, ties = (double)duel->ties, losses = (double)duel->losses;
    double all = wins + ties + losses;
    const double enough = dado_log(2 / duel->level);
    if (share) {
        *share = (dado_interval){ all > 0 ? (wins + 0.5 * ties) / all : 0.5,
                                  told_above(wins, ties, losses, duel->level),
                                  1 - told_above(losses, ties, wins, duel->level) };
    }
    if (gained(wins, ties, losses, 0.5) >= enough) return DADO_FIRST_BETTER;
    return gained(losses, ties, wins, 0.5) >= enough ? DADO_SECOND_BETTER : DADO_NOT_SURE;
}

bool dado_duel_hopeless(const dado_duel *duel, int64_t most)
{
    static const double one_in_ten = 1.2816;  // the share of a normal curve beyond
    int64_t n = duel->wins + duel->ties + duel->losses;
    if (4 * n < most || n >= most) return false;
    double part = (double)n, longer = (double)most / part;
    double share = ((double)duel->wins + 0.5 * (double)duel->ties) / part;
    double spread = ((double)duel->wins + 0.25 * (double)duel->ties) / part - share * share;
    double by_then = one_in_ten * sqrt(spread * (1 / part - 1 / (double)most));
    double wins = (double)duel->wins * longer, ties = (double)duel->ties * longer;
    double losses = (double)duel->losses * longer;
    double below = 0.5 - told_above(wins, ties, losses, duel->level);
    double above = 0.5 - told_above(losses, ties, wins, duel->level);
    return below > by_then && above > by_then;
}
