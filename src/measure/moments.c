// moments.c - mean and variance of values, added one by one or in blocks, and intervals
// for them.
#include <math.h>
#include <string.h>

#include "core/match_record.h"
#include "measure/stats.h"

static void add(int64_t *count, double *mean, double *squares, double value)
{
    *count += 1;
    double off = value - *mean;
    *mean += off / (double)*count;
    *squares += off * (value - *mean);
}

void dado_moments_add(dado_moments *m, double value)
{
    if (dado_is_none(value)) return;
    if (m->count == 0) m->least = m->most = value;
    m->least = value < m->least ? value : m->least;
    m->most = value > m->most ? value : m->most;
    add(&m->count, &m->mean, &m->squares, value);
    if (value != 0.0) add(&m->nonzero, &m->nonzero_mean, &m->nonzero_squares, value);
}

// Merges two samples with Chan's formula. It is exact where one sample is empty and where
// all values are equal.
static void merge(int64_t *count, double *mean, double *squares, int64_t next_count,
                  double next_mean, double next_squares)
{
    if (next_count == 0) return;
    if (*count == 0) {
        *count = next_count;
        *mean = next_mean;
        *squares = next_squares;
        return;
    }
    double a = (double)*count, b = (double)next_count;
    double off = next_mean - *mean;
    *mean += off * (b / (a + b));
    *squares += next_squares + off * off * (a * b / (a + b));
    *count += next_count;
}

void dado_moments_merge(dado_moments *m, const dado_moments *next)
{
    if (next->count == 0) return;
    if (m->count == 0) {
        *m = *next;
        return;
    }
    m->least = next->least < m->least ? next->least : m->least;
    m->most = next->most > m->most ? next->most : m->most;
    merge(&m->count, &m->mean, &m->squares, next->count, next->mean, next->squares);
    merge(&m->nonzero, &m->nonzero_mean, &m->nonzero_squares, next->nonzero, next->nonzero_mean,
          next->nonzero_squares);
}

static bool sums_exactly(double value)
{
    int64_t whole = fabs(value) < 1e9 ? (int64_t)value : 0;
    return dado_is_none(value) || (double)whole == value;
}

bool dado_moments_of_repeated(double value, int count, dado_moments *m)
{
    if (!sums_exactly(value)) return false;
    *m = (dado_moments){ 0 };
    if (dado_is_none(value)) return true;
    m->count = count;
    m->mean = m->least = m->most = value;
    if (value != 0.0) {
        m->nonzero = count;
        m->nonzero_mean = value;
    }
    return true;
}

bool dado_moments_of_constant(const double *values, int count, dado_moments *m)
{
    if (!sums_exactly(values[0])) return false;
    uint64_t wanted, other = 0;
    memcpy(&wanted, values, sizeof wanted);
    for (int i = 1; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, values + i, sizeof bits);
        other |= bits ^ wanted;
    }
    return !other && dado_moments_of_repeated(values[0], count, m);
}

// Computes the mean first and then the squares about it, which needs no division per
// value. Missing values add 0, so that the loops have no branches that are hard to
// predict.
dado_moments dado_moments_of(const double *values, int count)
{
    dado_moments m = { 0 };
    if (count > 0 && dado_moments_of_constant(values, count, &m)) return m;
    double sum = 0.0, least = INFINITY, most = -INFINITY;
    int64_t there = 0, nonzero = 0;
    for (int i = 0; i < count; i++) {
        double x = values[i];
        bool none = dado_is_none(x);
        there += !none;
        nonzero += !none & (x != 0.0);
        sum += none ? 0.0 : x;
        least = x < least ? x : least;
        most = x > most ? x : most;
    }
    if (there == 0) return m;
    double mean = sum / (double)there, nonzero_mean = nonzero ? sum / (double)nonzero : 0.0;
    double squares = 0.0, nonzero_squares = 0.0;
    for (int i = 0; i < count; i++) {
        double x = values[i];
        double off = dado_is_none(x) ? 0.0 : x - mean;
        double off_nonzero = dado_is_none(x) || x == 0.0 ? 0.0 : x - nonzero_mean;
        squares += off * off;
        nonzero_squares += off_nonzero * off_nonzero;
    }
    return (
        dado_moments){ there, mean, squares, least, most, nonzero, nonzero_mean, nonzero_squares };
}

// Computes four columns side by side in one vector, since each step of a sum must wait
// for the one before. Processors with shorter vectors take two steps for each.
typedef double quad __attribute__((vector_size(32)));
typedef int64_t which __attribute__((vector_size(32)));  // a mask: all bits set, or none

typedef struct running {
    quad sum, least, most, mean, nonzero_mean, squares, nonzero_squares;
    which there, nonzero;
} running;

static inline void find_means(running *r)
{
    for (int k = 0; k < 4; k++) {
        if (r->there[k]) r->mean[k] = r->sum[k] / (double)r->there[k];
        if (r->nonzero[k]) r->nonzero_mean[k] = r->sum[k] / (double)r->nonzero[k];
    }
}

static inline dado_moments outcome(const running *r, int k)
{
    if (!r->there[k]) return (dado_moments){ 0 };
    return (dado_moments){ r->there[k], r->mean[k],    r->squares[k],      r->least[k],
                           r->most[k],  r->nonzero[k], r->nonzero_mean[k], r->nonzero_squares[k] };
}

static inline __attribute__((always_inline)) void sum_four(const double *const columns[4],
                                                           int count, dado_moments *const to[4])
{
    const double *a = columns[0], *b = columns[1], *c = columns[2], *d = columns[3];
    running r = { .least = { INFINITY, INFINITY, INFINITY, INFINITY },
                  .most = { -INFINITY, -INFINITY, -INFINITY, -INFINITY } };
    for (int i = 0; i < count; i++) {
        quad x = { a[i], b[i], c[i], d[i] };
        which is = x == x, less = x<r.least, more = x> r.most;
        r.there -= is;
        r.nonzero -= is & (x != 0.0);
        r.sum += (quad)((which)x & is);
        r.least = (quad)(((which)x & less) | ((which)r.least & ~less));
        r.most = (quad)(((which)x & more) | ((which)r.most & ~more));
    }
    find_means(&r);
    for (int i = 0; i < count; i++) {
        quad x = { a[i], b[i], c[i], d[i] };
        which is = x == x;
        quad off = (quad)((which)(x - r.mean) & is);
        quad off_nonzero = (quad)((which)(x - r.nonzero_mean) & is & (x != 0.0));
        r.squares += off * off;
        r.nonzero_squares += off_nonzero * off_nonzero;
    }
    for (int k = 0; k < 4; k++) *to[k] = outcome(&r, k);
}

#if defined(__SSE2__) && defined(__GNUC__)
__attribute__((target("avx2"))) static void sum_four_newly(const double *const columns[4],
                                                           int count, dado_moments *const to[4])
{
    sum_four(columns, count, to);
}
#endif

void dado_moments_of_four(const double *const columns[4], int count, dado_moments *const to[4])
{
#if defined(__SSE2__) && defined(__GNUC__)
    if (__builtin_cpu_supports("avx2")) {
        sum_four_newly(columns, count, to);
        return;
    }
#endif
    sum_four(columns, count, to);
}

// A vector of two numbers, which every processor supports.
typedef double pair __attribute__((vector_size(16)));

double dado_moments_variance(const dado_moments *m)
{
    return m->count > 1 ? m->squares / (double)(m->count - 1) : 0.0;
}

double dado_moments_sd(const dado_moments *m)
{
    return sqrt(dado_moments_variance(m));
}

double dado_moments_sd_all(const dado_moments *m)
{
    return m->count > 0 ? sqrt(m->squares / (double)m->count) : 0.0;
}

double dado_moments_error(const dado_moments *m)
{
    return m->count > 0 ? sqrt(dado_moments_variance(m) / (double)m->count) : 0.0;
}

double dado_moments_nonzero_sd(const dado_moments *m)
{
    return m->nonzero > 0 ? sqrt(m->nonzero_squares / (double)m->nonzero) : 0.0;
}

dado_interval dado_mean_interval(const dado_moments *m, double level)
{
    if (m->count == 0) return (dado_interval){ DADO_NONE, DADO_NONE, DADO_NONE };
    if (m->count == 1) return (dado_interval){ m->mean, DADO_NONE, DADO_NONE };
    double t = dado_t_quantile(0.5 + level / 2.0, (double)(m->count - 1));
    double half = t * dado_moments_error(m);
    return (dado_interval){ m->mean, m->mean - half, m->mean + half };
}

dado_interval dado_share_interval(double hits, double trials, double level)
{
    if (trials <= 0.0) return (dado_interval){ DADO_NONE, DADO_NONE, DADO_NONE };
    double z = dado_normal_quantile(0.5 + level / 2.0);
    double share = hits / trials, zz = z * z / trials;
    double middle = (share + zz / 2.0) / (1.0 + zz);
    double half = z * sqrt(share * (1.0 - share) / trials + zz / (4.0 * trials)) / (1.0 + zz);
    double low = middle - half, high = middle + half;
    if (low < 0.0 || hits <= 0.0) low = 0.0;
    if (high > 1.0 || hits >= trials) high = 1.0;
    return (dado_interval){ share, low, high };
}

// Takes as many trials with values of 0 and 1 as would have the same error. In few trials a small
// variance may be luck, so it is averaged with that of z * z independent values of 0 and 1.
dado_interval dado_split_share_interval(double share, double variance, double trials, double level)
{
    static const double rounding = 1e-9;
    double z = dado_normal_quantile(0.5 + level / 2.0), whole = share * (1.0 - share);
    double like = trials;
    if (trials > 0.0 && fabs(variance - whole) > rounding * whole) {
        double careful = (variance * trials + whole * z * z) / (trials + z * z);
        like = trials * whole / careful;
    }
    dado_interval found = dado_share_interval(share * like, like, level);
    if (trials > 0.0) found.value = share;
    return found;
}
