// moments.c - values as they come, and the intervals around what they say.
#include <math.h>

#include "core/trace.h"
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

// Chan's formula. It is exact where one side is empty, and where both are equal values.
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
