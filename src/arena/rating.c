// rating.c - fits ratings, computes Elo, and tests which of two players is better; see
// rating.h.
#include "arena/rating.h"

#include <math.h>
#include <string.h>

#include "core/scope_cleanup.h"
#include "lab/game_source.h"
#include "measure/special_functions.h"

static double power_of_ten(double x)
{
    return dado_exp(x * 2.30258509299404568402);
}

static void count_pairs(const dado_match_result *r, int players, double weight, double *wins)
{
    for (int a = 0; a < r->seats; a++) {
        for (int b = 0; b < r->seats; b++) {
            if (!dado_are_compared(r, a, b)) continue;
            wins[r->who[a] * players + r->who[b]] +=
                weight * dado_comparison_points(r->places[a], r->places[b]);
        }
    }
}

// The opponents of each player. In a large league most pairs never meet, and the fit
// visits only those that did.
typedef struct opponents {
    // Index in `who` of each player's first opponent; the next entry is the end.
    const int *first;
    const int *who;  // opponents of all players, each list in ascending order
    double *met;     // comparisons with each opponent, by the current weights
    double *won;     // comparisons won by each player, by the current weights
    // Room for the fit: one number per opponent, and then one per player.
    double *curve, *slope, *diagonal, *step, *way, *bent;
    int players;
} opponents;

static bool list_opponents(opponents *o, const double *wins, int players, dado_region *region)
{
    size_t n = (size_t)players, pairs = 0;
    for (size_t i = 0; i < n * n; i++) pairs += wins[i] + wins[i % n * n + i / n] > 0;
    int *first = dado_new(region, int, n + 1), *who = dado_new(region, int, pairs + 1);
    double *room = dado_new(region, double, 2 * (pairs + 1)),
           *own = dado_new(region, double, 6 * n);
    if (!first || !who || !room || !own) return false;
    *o = (opponents){ .first = first,
                      .who = who,
                      .met = room,
                      .curve = room + pairs + 1,
                      .won = own,
                      .slope = own + n,
                      .diagonal = own + 2 * n,
                      .step = own + 3 * n,
                      .way = own + 4 * n,
                      .bent = own + 5 * n,
                      .players = players };
    int used = 0;
    for (size_t i = 0; i < n; i++) {
        first[i] = used;
        for (size_t j = 0; j < n; j++) {
            if (i != j && wins[i * n + j] + wins[j * n + i] > 0) who[used++] = (int)j;
        }
    }
    first[n] = used;
    return true;
}

static void gather_wins(const opponents *o, const double *wins)
{
    for (int i = 0; i < o->players; i++) {
        // Half a point of the weak tie with an average player, see fit_strengths.
        o->won[i] = 0.005;
        for (int at = o->first[i]; at < o->first[i + 1]; at++) {
            int j = o->who[at];
            o->won[i] += wins[i * o->players + j];
            o->met[at] = wins[i * o->players + j] + wins[j * o->players + i];
        }
    }
}

// Fills in `slope`, the gradient of the log-likelihood by the logarithms of strengths,
// and its curvature: the diagonal in `diagonal`, the rest in `curve`, one value per entry
// of `who`. Returns the length of the gradient.
static double measure_slope(const opponents *o, const double *strength)
{
    double length = 0;
    for (int i = 0; i < o->players; i++) {
        double s = strength[i], expected = 0.01 * s / (s + 1),
               bend = 0.01 * s / ((s + 1) * (s + 1));
        for (int at = o->first[i]; at < o->first[i + 1]; at++) {
            double share = s / (s + strength[o->who[at]]);
            expected += o->met[at] * share;
            o->curve[at] = o->met[at] * share * (1 - share);
            bend += o->curve[at];
        }
        o->slope[i] = o->won[i] - expected;
        o->diagonal[i] = bend;
        length += o->slope[i] * o->slope[i];
    }
    return sqrt(length);
}

// Solves curvature * step = slope by conjugate gradients, scaled by the diagonal, until
// the rest is a thousandth of the slope. Overwrites the slope with the rest.
static void solve_step(const opponents *o, double length)
{
    int n = o->players;
    double *rest = o->slope, *way = o->way, *bent = o->bent, *step = o->step, match = 0;
    for (int i = 0; i < n; i++) {
        step[i] = 0;
        way[i] = rest[i] / o->diagonal[i];
        match += rest[i] * way[i];
    }
    for (int round = 0; round < n + 10 && match > 0; round++) {
        double along = 0, left = 0, before = match;
        for (int i = 0; i < n; i++) {
            bent[i] = o->diagonal[i] * way[i];
            for (int at = o->first[i]; at < o->first[i + 1]; at++) {
                bent[i] -= o->curve[at] * way[o->who[at]];
            }
            along += way[i] * bent[i];
        }
        if (!(along > 0)) return;
        match = 0;
        for (int i = 0; i < n; i++) {
            step[i] += before / along * way[i];
            rest[i] -= before / along * bent[i];
            left += rest[i] * rest[i];
            match += rest[i] * rest[i] / o->diagonal[i];
        }
        if (sqrt(left) <= 1e-3 * length) return;
        for (int i = 0; i < n; i++) way[i] = rest[i] / o->diagonal[i] + match / before * way[i];
    }
}

// Finds the most likely strengths by Newton's method, starting from the strengths given.
// Everybody also has a hundredth of a tie with an average player, so that players without
// a connection to the rest get a strength too. Stops once no strength changes by more
// than one part in `closeness`.
static void fit_strengths(const opponents *o, const double *wins, double closeness,
                          double *strength)
{
    enum { most_rounds = 200 };
    gather_wins(o, wins);
    for (int round = 0; round < most_rounds; round++) {
        solve_step(o, measure_slope(o, strength));
        double longest = 0;
        for (int i = 0; i < o->players; i++) longest = fmax(longest, fabs(o->step[i]));
        // Far from the end a whole step may lead too far. The curvature changes by at most
        // a factor of e where two logarithms of strengths move apart by 1, and for such
        // functions steps of this length always lead nearer.
        double part = longest > 0.01 ? dado_log(1 + 2 * longest) / (2 * longest) : 1;
        for (int i = 0; i < o->players; i++) strength[i] *= dado_exp(part * o->step[i]);
        if (longest * closeness < 1) break;
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

static void play_elo(const dado_match_result *results, int64_t count, dado_rating *ratings,
                     int players)
{
    const double step = 16;
    for (int i = 0; i < players; i++) ratings[i].elo = 1500;
    for (int64_t m = 0; m < count; m++) {
        const dado_match_result *r = &results[m];
        for (int a = 0; a < r->seats; a++) {
            for (int b = a + 1; b < r->seats; b++) {
                if (!dado_are_compared(r, a, b)) continue;
                dado_rating *x = &ratings[r->who[a]], *y = &ratings[r->who[b]];
                double expected = 1 / (1 + power_of_ten((y->elo - x->elo) / 400));
                double won = dado_comparison_points(r->places[a], r->places[b]);
                double gained = step * (won - expected) / (r->seats - 1);
                x->elo += gained;
                y->elo -= gained;
            }
        }
    }
}

static void count_matches(const dado_match_result *results, int64_t count, dado_rating *ratings)
{
    for (int64_t m = 0; m < count; m++) {
        const dado_match_result *r = &results[m];
        for (int a = 0; a < r->seats; a++) {
            dado_rating *who = &ratings[r->who[a]];
            who->matches++;
            who->firsts += r->places[a] == 0;
            for (int b = 0; b < r->seats; b++) who->comparisons += dado_are_compared(r, a, b);
        }
    }
}

// Groups of matches with the same players in the same seats at the same places. There are
// few groups, so drawing one random weight per group is faster than one per match.
typedef struct kinds {
    const dado_match_result **one;  // one match of each group
    int64_t *matches;
    int count;       // 0: every match is weighed for itself,
    int64_t lucks;   // or, if this is not 0, every luck,
    double *weight;  // and these are the weights, from 1
} kinds;

enum { most_distinct = 1 << 15, distinct_slots = 2 * most_distinct };

static bool same_result(const dado_match_result *a, const dado_match_result *b)
{
    size_t size = sizeof *a->who * (size_t)a->seats;
    return a->seats == b->seats && memcmp(a->who, b->who, size) == 0 &&
           memcmp(a->places, b->places, size) == 0;
}

static uint32_t hash_of(const dado_match_result *r)
{
    uint64_t h = 0;
    for (int s = 0; s < r->seats; s++) {
        h = dado_derive_seed(h, (uint64_t)(uint32_t)r->who[s] << 32 | (uint32_t)r->places[s]);
    }
    return (uint32_t)(h % distinct_slots);
}

// Groups equal matches. Leaves no groups if there are too many of them; returns false if
// memory is short.
static bool find_distinct(const dado_match_result *results, int64_t count, kinds *k,
                          dado_region *region)
{
    // 1 + index of a group, or 0 if the slot is empty.
    uint16_t *slots = dado_new(region, uint16_t, distinct_slots);
    *k = (kinds){ .one = dado_new(region, const dado_match_result *, most_distinct),
                  .matches = dado_new(region, int64_t, most_distinct) };
    bool fine = slots && k->one && k->matches;
    for (int64_t m = 0; fine && m < count; m++) {
        uint32_t at = hash_of(&results[m]);
        while (slots[at] && !same_result(k->one[slots[at] - 1], &results[m])) {
            at = (at + 1) % distinct_slots;
        }
        if (!slots[at] && k->count == most_distinct - 1) {
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

static int64_t most_luck(const dado_match_result *results, int64_t count)
{
    int64_t most = 0;
    for (int64_t m = 0; m < count; m++) most = results[m].luck > most ? results[m].luck : most;
    return most;
}

static double normal(dado_fast_rng *luck)
{
    return dado_normal_quantile_quick((dado_fast_rng_unit(luck) + 0x1p-54) * (1 - 0x1p-53));
}

// Draws a gamma variate by the method of Marsaglia and Tsang, with Stuart's power for
// shapes below 1. A power that no weight would notice counts as 0: in a large league most
// do, and the rest of the draw is not needed.
static double gamma_of(double shape, dado_fast_rng *luck)
{
    double power = 1;
    if (shape < 1) {
        power = dado_exp(dado_log(1 - dado_fast_rng_unit(luck)) / shape);
        if (power < 1e-20) return 0;
        shape += 1;
    }
    double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        double z = normal(luck), v = 1 + c * z;
        if (v <= 0) continue;
        v = v * v * v;
        double u = 1 - dado_fast_rng_unit(luck);
        // Whatever passes the first test, which has no logarithm, passes the second.
        if (u < 1 - 0.0331 * (z * z) * (z * z)) return d * v * power;
        if (dado_log(u) < 0.5 * z * z + d - d * v + d * dado_log(v)) return d * v * power;
    }
}

// Gives every match a random weight, and likewise adds a fraction of a win each way for
// players who met. For two players that fraction is half a win; then the result is a draw
// from Jeffreys' posterior, which is sound even after 50 wins to 0. With more players
// each pair gets less.
static void weigh_matches(const dado_match_result *results, int64_t count, int players,
                          const kinds *k, const opponents *o, dado_fast_rng *luck, double *wins)
{
    for (int64_t i = 1; i <= k->lucks; i++) k->weight[i] = gamma_of(1, luck);
    if (k->count == 0) {
        for (int64_t m = 0; m < count; m++) {
            int64_t own = k->lucks ? results[m].luck : 0;
            count_pairs(&results[m], players, own ? k->weight[own] : gamma_of(1, luck), wins);
        }
    }
    for (int i = 0; i < k->count; i++) {
        count_pairs(k->one[i], players, gamma_of((double)k->matches[i], luck), wins);
    }
    for (int i = 0; i < players; i++) {
        for (int at = o->first[i]; at < o->first[i + 1]; at++) {
            wins[i * players + o->who[at]] += gamma_of(1.0 / players, luck);
        }
    }
}

// Finds out what is weighed: lucks, where matches share them, or matches.
static bool find_what_to_weigh(const dado_match_result *results, int64_t count, bool by_luck,
                               kinds *k, dado_region *region)
{
    if (!by_luck) return find_distinct(results, count, k, region);
    *k = (kinds){ .lucks = most_luck(results, count) };
    k->weight = dado_new(region, double, (size_t)k->lucks + 1);
    return k->weight != NULL;
}

// Computes the intervals of ratings from fits to randomly weighted matches, or lucks.
static bool redraw(const dado_match_result *results, int64_t count, int players, bool by_luck,
                   uint64_t seed, const opponents *o, const double *fitted, dado_rating *ratings,
                   dado_region *region)
{
    size_t n = (size_t)players;
    double *wins = dado_new(region, double, (n * n)), *strength = dado_new(region, double, n);
    double *points = dado_new(region, double, n);
    double *drawn = dado_new(region, double, (n * DADO_RATING_REDRAWS));
    kinds k = { 0 };
    bool fine = wins && strength && points && drawn &&
                find_what_to_weigh(results, count, by_luck, &k, region);
    for (int redraws = 0; fine && redraws < DADO_RATING_REDRAWS; redraws++) {
        dado_fast_rng luck = dado_fast_rng_seed(dado_derive_seed(seed, (uint64_t)redraws));
        memset(wins, 0, n * n * sizeof *wins);
        weigh_matches(results, count, players, &k, o, &luck, wins);
        memcpy(strength, fitted, n * sizeof *strength);
        fit_strengths(o, wins, 1e5, strength);
        to_points(strength, players, points);
        for (size_t i = 0; i < n; i++) drawn[i * DADO_RATING_REDRAWS + (size_t)redraws] = points[i];
    }
    for (size_t i = 0; fine && i < n; i++) {
        double *mine = drawn + i * DADO_RATING_REDRAWS;
        dado_values_sort(mine, DADO_RATING_REDRAWS);
        double low = mine[DADO_RATING_REDRAWS / 40];
        double high = mine[DADO_RATING_REDRAWS - 1 - DADO_RATING_REDRAWS / 40];
        ratings[i].low = fmin(ratings[i].low, low);
        ratings[i].high = fmax(ratings[i].high, high);
    }
    return fine;
}

// Matches with the same random draws are not independent, so lucks are weighed. A few of
// them tell little of how much they differ: then the wider interval holds, as if matches
// were independent or as lucks differ.
static bool find_intervals(const dado_match_result *results, int64_t count, int players,
                           uint64_t seed, const opponents *o, const double *fitted,
                           dado_rating *ratings, dado_region *region)
{
    enum { few_lucks = 20 };
    int64_t lucks = most_luck(results, count);
    bool fine = true;
    if (lucks > 1) fine = redraw(results, count, players, true, seed, o, fitted, ratings, region);
    if (lucks < few_lucks)
        fine = fine && redraw(results, count, players, false, seed, o, fitted, ratings, region);
    return fine;
}

// What both kinds of fit begin with.
typedef struct fit {
    double *wins;      // players x players: comparisons won
    double *strength;  // of each player, at the top of the likelihood
    double *points;    // the same on Elo's scale
    opponents o;
} fit;

static bool fit_once(fit *f, const dado_match_result *results, int64_t count, int players,
                     dado_region *region)
{
    size_t n = (size_t)players;
    double *with = dado_new(region, double, (n * n));
    *f = (fit){ .wins = dado_new(region, double, (n * n)),
                .strength = dado_new(region, double, n),
                .points = dado_new(region, double, n) };
    if (!f->wins || !with || !f->strength || !f->points || count >= UINT32_MAX) return false;
    for (int64_t m = 0; m < count; m++) count_pairs(&results[m], players, 1, f->wins);
    if (!list_opponents(&f->o, f->wins, players, region)) return false;
    // Adds a fraction of a win each way for players who met.
    for (size_t i = 0; i < n * n; i++) {
        bool met = f->wins[i] + f->wins[i % n * n + i / n] > 0;
        with[i] = f->wins[i] + (met ? 1.0 / players : 0);
    }
    for (size_t i = 0; i < n; i++) f->strength[i] = 1;
    fit_strengths(&f->o, with, 1e10, f->strength);
    to_points(f->strength, players, f->points);
    return true;
}

static bool no_memory(int players, dado_error *err)
{
    return dado_fail(err, DADO_LIMIT, "out of memory while rating %d players", players);
}

bool dado_rating_points(const dado_match_result *results, int64_t count, int players,
                        double *points, dado_error *err)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    fit f;
    if (!fit_once(&f, results, count, players, &region)) return no_memory(players, err);
    memcpy(points, f.points, (size_t)players * sizeof *points);
    return true;
}

bool dado_rating_fit(const dado_match_result *results, int64_t count, int players, uint64_t seed,
                     dado_rating *ratings, double *table, dado_error *err)
{
    size_t n = (size_t)players;
    memset(ratings, 0, n * sizeof *ratings);
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    fit f;
    if (!fit_once(&f, results, count, players, &region)) return no_memory(players, err);
    for (size_t i = 0; i < n; i++) {
        ratings[i].points = ratings[i].low = ratings[i].high = f.points[i];
        for (size_t j = 0; j < n; j++) ratings[i].wins += f.wins[i * n + j];
    }
    count_matches(results, count, ratings);
    play_elo(results, count, ratings, players);
    if (table) memcpy(table, f.wins, n * n * sizeof *f.wins);
    return count == 0 ||
           find_intervals(results, count, players, seed, &f.o, f.strength, ratings, &region) ||
           no_memory(players, err);
}

// Returns the logarithm of the wealth of a bettor who starts with one coin and bets that
// the mean is above `mean`. The coin is divided among bets of several sizes, so that one
// of them is about right. If the mean is not above `mean`, no bet has a positive
// expectation, and the wealth ever reaches k with probability at most 1 / k (Ville's
// inequality). The order of results does not matter. The method is from Waudby-Smith and
// Ramdas, Estimating means of bounded random variables by betting.
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

// Returns the highest mean that the results rule out as too low, by bisection: the wealth
// falls as the mean rises.
static double share_bound(double wins, double ties, double losses, double level)
{
    enum { halvings = 40 };
    const double enough = dado_log(2 / level);  // half of the error level for each side
    double low = 0, high = 1;
    for (int i = 0; i < halvings; i++) {
        double mean = (low + high) / 2;
        if (gained(wins, ties, losses, mean) >= enough) low = mean;
        else high = mean;
    }
    return low;
}

dado_duel_decision dado_duel_judge(const dado_duel *duel, dado_interval *share)
{
    double wins = (double)duel->wins, ties = (double)duel->ties, losses = (double)duel->losses;
    double all = wins + ties + losses;
    const double enough = dado_log(2 / duel->level);
    if (share) {
        *share = (dado_interval){ all > 0 ? (wins + 0.5 * ties) / all : 0.5,
                                  share_bound(wins, ties, losses, duel->level),
                                  1 - share_bound(losses, ties, wins, duel->level) };
    }
    if (gained(wins, ties, losses, 0.5) >= enough) return DADO_FIRST_BETTER;
    return gained(losses, ties, wins, 0.5) >= enough ? DADO_SECOND_BETTER : DADO_UNDECIDED;
}

bool dado_duel_hopeless(const dado_duel *duel, int64_t most)
{
    // The quantile of the normal distribution with 10 % beyond it.
    static const double one_in_ten = 1.2816;
    int64_t n = duel->wins + duel->ties + duel->losses;
    if (4 * n < most || n >= most) return false;
    double part = (double)n, longer = (double)most / part;
    double share = ((double)duel->wins + 0.5 * (double)duel->ties) / part;
    double spread = ((double)duel->wins + 0.25 * (double)duel->ties) / part - share * share;
    double by_then = one_in_ten * sqrt(spread * (1 / part - 1 / (double)most));
    double wins = (double)duel->wins * longer, ties = (double)duel->ties * longer;
    double losses = (double)duel->losses * longer;
    double below = 0.5 - share_bound(wins, ties, losses, duel->level);
    double above = 0.5 - share_bound(losses, ties, wins, duel->level);
    return below > by_then && above > by_then;
}
