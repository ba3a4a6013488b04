// Distributions against the GNU Scientific Library, where it is installed. It
// judges; the program itself is never linked with it.
#include "measure/special_functions.h"
#include "measure/score_rows.h"

#ifdef DADO_GSL

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_erf.h>
#include <gsl/gsl_sf_gamma.h>

#include "core/rng.h"

static void relatively(double value, double wanted, double within)
{
    double scale = wanted < 0 ? -wanted : wanted;
    near(value, wanted, within * scale + 1e-300);
}

static void distributions_agree(void **state)
{
    (void)state;
    dado_fast_rng q = dado_fast_rng_seed(21);
    for (int i = 0; i < 20000; i++) {
        double u = dado_fast_rng_unit(&q), v = 20 * dado_fast_rng_unit(&q) - 10;
        double a = 0.2 + 80 * dado_fast_rng_unit(&q), b = 0.2 + 80 * dado_fast_rng_unit(&q);
        relatively(dado_erfc(v), gsl_sf_erfc(v), 1e-12);
        near(dado_normal_cdf(v), gsl_cdf_ugaussian_P(v), 1e-14);
        near(dado_log_gamma(a), gsl_sf_lngamma(a), 1e-12);
        near(dado_beta_cdf(u, a, b), gsl_cdf_beta_P(u, a, b), 1e-11);
        near(dado_t_cdf(v, a), gsl_cdf_tdist_P(v, a), 1e-11);
        near(dado_chi2_cdf(20 * u, a), gsl_cdf_chisq_P(20 * u, a), 1e-11);
    }
}

static void quantiles_agree(void **state)
{
    (void)state;
    dado_fast_rng q = dado_fast_rng_seed(22);
    for (int i = 0; i < 600; i++) {
        double u = 0.001 + 0.998 * dado_fast_rng_unit(&q), a = 1 + 60 * dado_fast_rng_unit(&q);
        double b = 1 + 60 * dado_fast_rng_unit(&q);
        near(dado_normal_quantile(u), gsl_cdf_ugaussian_Pinv(u), 1e-12);
        near(dado_t_quantile(u, a), gsl_cdf_tdist_Pinv(u, a), 1e-8 * (1 + 1e3 / a));
        near(dado_chi2_quantile(u, a), gsl_cdf_chisq_Pinv(u, a), 1e-7);
        near(dado_beta_quantile(u, a, b), gsl_cdf_beta_Pinv(u, a, b), 1e-8);
    }
}

static void far_tails_of_the_normal_agree(void **state)
{
    (void)state;
    for (double z = 1; z < 37; z += 0.37) {
        relatively(dado_normal_cdf(-z), gsl_cdf_ugaussian_P(-z), 1e-11);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distributions_agree),
        cmocka_unit_test(quantiles_agree),
        cmocka_unit_test(far_tails_of_the_normal_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    puts("skipped: the GNU Scientific Library is not installed (libgsl-dev)");
    return 77;
}

#endif
