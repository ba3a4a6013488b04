// distributions.c - distribution functions and their quantiles.
//
// All quantiles but the normal one are found by bisection down to the precision of a
// double. That is slower than a formula, but always right.
#include <math.h>

#include "measure/special_functions.h"
#include "measure/stats.h"

static const double SQRT_2 = 1.41421356237309504880;

double dado_normal_cdf(double z)
{
    return dado_erfc(-z / SQRT_2) / 2.0;
}

double dado_normal_quantile(double p)
{
    if (p <= 0.0) return -HUGE_VAL;
    if (p >= 1.0) return HUGE_VAL;
    if (p > 0.5) return -dado_normal_quantile(1.0 - p);
    // Starts with an approximation, then takes Newton steps on the logarithm, which is
    // concave, so that the steps neither cycle nor overshoot.
    double root = sqrt(-2.0 * dado_log(p));
    double z =
        p < 0.4
            ? -(root - (2.30753 + 0.27061 * root) / (1.0 + 0.99229 * root + 0.04481 * root * root))
            : (p - 0.5) * 2.5;
    for (int i = 0; i < 20; i++) {
        double at = dado_normal_cdf(z);
        double slope = dado_exp(-z * z / 2.0) * 0.398942280401432677940;
        double step = (dado_log(at) - dado_log(p)) * at / slope;
        z -= step;
        if (fabs(step) < 1e-15 * (1.0 + fabs(z))) break;
    }
    return z;
}

double dado_beta_cdf(double x, double a, double b)
{
    return dado_beta_regularised(a, b, x);
}

double dado_beta_quantile(double p, double a, double b)
{
    if (p <= 0.0) return 0.0;
    if (p >= 1.0) return 1.0;
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 1100; i++) {
        double middle = (low + high) / 2.0;
        if (middle <= low || middle >= high) break;
        if (dado_beta_regularised(a, b, middle) < p) low = middle;
        else high = middle;
    }
    return (low + high) / 2.0;
}

double dado_t_cdf(double t, double freedom)
{
    double tail = dado_beta_regularised(freedom / 2.0, 0.5, freedom / (freedom + t * t)) / 2.0;
    return t > 0.0 ? 1.0 - tail : tail;
}

double dado_t_quantile(double p, double freedom)
{
    if (p <= 0.0) return -HUGE_VAL;
    if (p >= 1.0) return HUGE_VAL;
    if (p == 0.5) return 0.0;
    if (p < 0.5) return -dado_t_quantile(1.0 - p, freedom);
    if (freedom > 1e6) {  // nearly normal: the Cornish-Fisher expansion
        double z = dado_normal_quantile(p), cube = z * z * z;
        return z + (cube + z) / (4.0 * freedom) +
               (5.0 * cube * z * z + 16.0 * cube + 3.0 * z) / (96.0 * freedom * freedom);
    }
    double tail = 1.0 - p, low = 0.0, high = 1.0;
    while (dado_beta_regularised(freedom / 2.0, 0.5, freedom / (freedom + high * high)) / 2.0 >
           tail) {
        high *= 2.0;
        if (high > 1e300) return HUGE_VAL;
    }
    for (int i = 0; i < 200; i++) {
        double middle = (low + high) / 2.0;
        if (middle <= low || middle >= high) break;
        double at =
            dado_beta_regularised(freedom / 2.0, 0.5, freedom / (freedom + middle * middle));
        if (at / 2.0 > tail) low = middle;
        else high = middle;
    }
    return (low + high) / 2.0;
}

double dado_chi2_cdf(double x, double freedom)
{
    return dado_gamma_regularised(freedom / 2.0, x / 2.0);
}

double dado_chi2_quantile(double p, double freedom)
{
    if (p <= 0.0) return 0.0;
    if (p >= 1.0) return HUGE_VAL;
    double low = 0.0, high = freedom + 1.0;
    while (dado_chi2_cdf(high, freedom) < p) high *= 2.0;
    for (int i = 0; i < 1200; i++) {
        double middle = (low + high) / 2.0;
        if (middle <= low || middle >= high) break;
        if (dado_chi2_cdf(middle, freedom) < p) low = middle;
        else high = middle;
    }
    return (low + high) / 2.0;
}
