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

// Evaluates a polynomial with 8 coefficients, the constant first.
static double polynomial(const double c[8], double x)
{
    double sum = c[7];
    for (int i = 6; i >= 0; i--) sum = sum * x + c[i];
    return sum;
}

// Ratios of polynomials for the middle, the shoulders and the tails; the coefficients are
// those of Wichura's algorithm AS 241.
static const double middle_ratio[2][8] = {
    { 3.3871328727963666080, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125,
      45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727 },
    { 1.0, 42.313330701600911252, 687.18700749205790830, 5394.1960214247511077,
      21213.794301586595867, 39307.895800092710610, 28729.085735721942674, 5226.4952788528545610 },
};
static const double shoulder_ratio[2][8] = {
    { 1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550,
      3.64784832476320460504, 1.27045825245236838258, 0.241780725177450611770,
      0.0227238449892691845833, 7.74545014278341407640e-4 },
    { 1.0, 2.05319162663775882187, 1.67638483018380384940, 0.689767334985100004550,
      0.148103976427480074590, 0.0151986665636164571966, 5.47593808499534494600e-4,
      1.05075007164441684324e-9 },
};
static const double tail_ratio[2][8] = {
    { 6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580,
      0.296560571828504891230, 0.0265321895265761230930, 1.24266094738807843860e-3,
      2.71155556874348757815e-5, 2.01033439929228813265e-7 },
    { 1.0, 0.599832206555887937690, 0.136929880922735805310, 0.0148753612908506148525,
      7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
      2.04426310338993978564e-15 },
};

double dado_normal_quantile_quick(double p)
{
    double q = p - 0.5;
    if (fabs(q) <= 0.425) {
        double x = 0.180625 - q * q;
        return q * polynomial(middle_ratio[0], x) / polynomial(middle_ratio[1], x);
    }
    double root = sqrt(-dado_log(q < 0 ? p : 1.0 - p));
    bool near = root <= 5.0;
    double x = root - (near ? 1.6 : 5.0);
    double z = near ? polynomial(shoulder_ratio[0], x) / polynomial(shoulder_ratio[1], x)
                    : polynomial(tail_ratio[0], x) / polynomial(tail_ratio[1], x);
    return q < 0 ? -z : z;
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
