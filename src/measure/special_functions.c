// special_functions.c - see special_functions.h.
#include "measure/special_functions.h"

#include <math.h>

// 33 bits, so that its product with a whole number is exact
static const double LN2_HIGH = 0x1.62e42feep-1;
static const double LN2_LOW = 1.90821492927058770002e-10;
static const double LOG2_E = 1.44269504088896340736;
static const double SQRT_PI = 1.77245385090551602730;
static const double LN_SQRT_2PI = 0.918938533204672741780;

// Splits x into m * 2^e with m between sqrt(1/2) and sqrt(2); returns ln m and sets e.
static double log_part(double x, int *exponent)
{
    double m = frexp(x, exponent);  // exact
    if (m < 0.70710678118654752440) {
        m *= 2.0;
        *exponent -= 1;
    }
    double s = (m - 1.0) / (m + 1.0);
    double z = s * s;
    double sum = 0.0;
    // converges quickly: z is below 0.03
    for (int k = 25; k >= 3; k -= 2) sum = sum * z + 1.0 / k;
    return 2.0 * s + 2.0 * s * z * sum;
}

double dado_log2(double x)
{
    int exponent;
    double ln = log_part(x, &exponent);
    return exponent + ln * LOG2_E;
}

double dado_log(double x)
{
    int exponent;
    double ln = log_part(x, &exponent);
    return exponent * LN2_HIGH + (exponent * LN2_LOW + ln);
}

double dado_exp(double x)
{
    if (x > 709.782712893384) return HUGE_VAL;
    if (x < -745.2) return 0.0;
    double k = floor(x * LOG2_E + 0.5);
    double r = (x - k * LN2_HIGH) - k * LN2_LOW;
    double term = 1.0, sum = 0.0;
    for (int i = 1; i <= 14; i++) {  // converges quickly: r is at most 0.35
        term *= r / i;
        sum += term;
    }
    return ldexp(1.0 + sum, (int)k);
}

// Computes exp(-x*x) without the digits that rounding of the square would lose.
static double exp_minus_square(double x)
{
    double high = floor(x * 65536.0) / 65536.0;
    double low = x - high;
    return dado_exp(-high * high) * dado_exp(-low * (x + high));
}

double dado_erfc(double x)
{
    if (x < 0.0) return 2.0 - dado_erfc(-x);
    if (x > 27.3) return 0.0;
    if (x < 2.0) {  // the series of erf, with positive terms only
        double term = x, sum = x;
        for (int k = 1; k < 80 && term > 1e-18 * sum; k++) {
            term *= 2.0 * x * x / (2 * k + 1);
            sum += term;
        }
        return 1.0 - 2.0 / SQRT_PI * exp_minus_square(x) * sum;
    }
    double tail = 0.0;  // Laplace's continued fraction, from its last term
    for (int k = 120; k >= 1; k--) tail = k * 0.5 / (x + tail);
    return exp_minus_square(x) / (SQRT_PI * (x + tail));
}

double dado_log_gamma(double x)
{
    // Shifts x up to 15 or more, where Stirling's series is precise to the last digits.
    double product = 1.0, shift = 0.0;
    while (x < 15.0) {
        product *= x;
        x += 1.0;
        if (product > 1e200) {
            shift += dado_log(product);
            product = 1.0;
        }
    }
    shift += dado_log(product);
    static const double stirling[] = { 1.0 / 12,   -1.0 / 360,      1.0 / 1260, -1.0 / 1680,
                                       1.0 / 1188, -691.0 / 360360, 1.0 / 156,  -3617.0 / 122400 };
    double inverse = 1.0 / x, power = inverse, sum = 0.0;
    for (int i = 0; i < 8; i++) {
        sum += stirling[i] * power;
        power *= inverse * inverse;
    }
    return (x - 0.5) * dado_log(x) - x + LN_SQRT_2PI + sum - shift;
}

double dado_gamma_regularised(double a, double x)
{
    if (x <= 0.0) return 0.0;
    if (isinf(x)) return 1.0;
    double front = dado_exp(a * dado_log(x) - x - dado_log_gamma(a));
    if (x < a + 1.0) {
        double term = 1.0 / a, sum = term;
        for (int k = 1; k < 100000 && term > 1e-17 * sum; k++) {
            term *= x / (a + k);
            sum += term;
        }
        return front * sum;
    }
    // Evaluates the continued fraction of the upper part with Lentz's algorithm.
    double b = x + 1.0 - a, c = 1e300, d = 1.0 / b, h = d;
    for (int k = 1; k < 100000; k++) {
        double an = -k * (k - a);
        b += 2.0;
        d = an * d + b;
        if (fabs(d) < 1e-300) d = 1e-300;
        c = b + an / c;
        if (fabs(c) < 1e-300) c = 1e-300;
        d = 1.0 / d;
        h *= d * c;
        if (fabs(d * c - 1.0) < 1e-16) break;
    }
    return 1.0 - front * h;
}

static double beta_fraction(double a, double b, double x)
{
    double c = 1.0, d = 1.0 - (a + b) * x / (a + 1.0);
    if (fabs(d) < 1e-300) d = 1e-300;
    d = 1.0 / d;
    double h = d;
    for (int m = 1; m < 100000; m++) {
        double steps[2] = {
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        };
        double factor = 1.0;
        for (int i = 0; i < 2; i++) {
            d = 1.0 + steps[i] * d;
            if (fabs(d) < 1e-300) d = 1e-300;
            c = 1.0 + steps[i] / c;
            if (fabs(c) < 1e-300) c = 1e-300;
            d = 1.0 / d;
            factor = d * c;
            h *= factor;
        }
        if (fabs(factor - 1.0) < 1e-16) break;
    }
    return h;
}

double dado_beta_regularised(double a, double b, double x)
{
    if (x <= 0.0) return 0.0;
    if (x >= 1.0) return 1.0;
    double front = dado_exp(dado_log_gamma(a + b) - dado_log_gamma(a) - dado_log_gamma(b) +
                            a * dado_log(x) + b * dado_log(1.0 - x));
    if (x < (a + 1.0) / (a + b + 2.0)) return front * beta_fraction(a, b, x) / a;
    return 1.0 - front * beta_fraction(b, a, 1.0 - x) / b;
}
