// score_evenness.c - computes how evenly the points are shared, in one pass for the two
// metrics that use it.
//
// With T points in all, the entropy of the shares s / T is log2 T - (sum of s log2 s) /
// T. The squared distance between the roots of the shares and those of n even shares is 2
// - 2 (sum of sqrt s) / sqrt(n T). Each needs one number per score, and for small scores
// a table holds both numbers side by side. Even shares and a single owner give exact
// results. For large scores that are close together the formula of the distance would
// lose digits, so the distance is added up term by term.
#include <math.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "measure/special_functions.h"
#include "measure/standings.h"

// the first number for entropy, the second for distance
typedef double pair __attribute__((vector_size(16)));
typedef int64_t which __attribute__((vector_size(16)));  // a mask: all bits set, or none

typedef struct scale {
    double even;  // the root of an even share
    double most;  // factor that makes the largest distance 1
} scale;

static inline pair pair_at(const double two[2])
{
    pair both;
    memcpy(&both, two, sizeof both);
    return both;
}

// Computes entropy in bits and squared distance from tables, where the points are few.
static inline pair share_few(const dado_root_tables *roots, const uint32_t *row, uint64_t sum,
                             const scale *by, const int seats)
{
    pair sums = { 0.0, 0.0 }, whole = { roots->log[sum], 1.0 };
    for (int p = 0; p < seats; p++) sums += pair_at(roots->of[row[p]]);
    pair shared = whole - sums * (pair){ 1.0, by->even } * pair_at(roots->inverse[sum]);
    return shared * (pair){ 1.0, by->most };
}

static pair share_many(const uint32_t *row, uint64_t sum, const scale *by, int seats)
{
    double logs = 0.0, squares = 0.0, whole = (double)sum;
    for (int p = 0; p < seats; p++) {
        if (row[p]) logs += row[p] * dado_log2(row[p]);
        double off = sqrt(row[p] / whole) - by->even;
        squares += off * off;
    }
    return (pair){ dado_log2(whole) - logs / whole, squares / 2.0 * by->most };
}

static inline pair above_zero(pair x)
{
    return (pair)((which)x & (x > 0.0));
}

static inline pair roots_of(pair x)
{
#if defined(__SSE2__)
    return (pair)_mm_sqrt_pd((__m128d)x);
#else
    return (pair){ sqrt(x[0]), sqrt(x[1]) };
#endif
}

// Returns 1 minus the distance for two rounds at once, since square roots are slow.
static inline pair nearness_of(pair squared)
{
    return above_zero(1.0 - roots_of(above_zero(squared)));
}

// Computes the evenness of all rounds but the last. `seats` is a compile-time constant
// for four seats, the most common number.
static inline void pass(dado_evenness *e, const dado_standings *s, const int seats)
{
    scale by = { .even = 1.0 / sqrt((double)seats) };
    by.most = 1.0 / (1.0 - by.even);
    const dado_root_tables *roots = s->roots;
    const int32_t *still = s->still;
    const uint32_t *row = s->points, *tops = s->top;
    const uint64_t *sums = s->sum;
    const int rounds = s->rounds - 1;
    pair shared = { 0.0, 0.0 };
    double bits = 0.0, nearness = 0.0, waiting = 0.0;
    int level = 0, levels = 0;
    for (int m = 0; m < rounds; m++, row += seats) {
        if (!still[m]) {
            uint64_t sum = sums[m], top = tops[m];
            level = top * (uint64_t)seats == sum;
            if (level) shared = (pair){ 0.0, 0.0 };
            else if (top == sum) shared = (pair){ 0.0, 1.0 };
            else if (sum < DADO_ROOT_TABLE_SIZE) shared = share_few(roots, row, sum, &by, seats);
            else shared = share_many(row, sum, &by, seats);
        }
        levels += level;
        bits += shared[0];
        if (m % 2) {
            pair near = nearness_of((pair){ waiting, shared[1] });
            nearness += near[0];
            nearness += near[1];
        }
        waiting = shared[1];
    }
    if (rounds % 2) nearness += nearness_of((pair){ waiting, waiting })[0];
    *e = (dado_evenness){ true, levels, bits, nearness };
}

const dado_evenness *dado_standings_evenness(const dado_standings *s)
{
    dado_evenness *e = s->evenness;
    if (!e->known) {
        if (s->seats == 4) pass(e, s, 4);
        else pass(e, s, s->seats);
    }
    return e;
}
