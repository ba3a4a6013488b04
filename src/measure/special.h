// special.h - the functions behind statistics, in nothing but + - * / and sqrt.
//
// The standard library's log and exp may differ in the last digit from one
// machine to the next, and then so would results. These are good to a few units
// in the last place, and the same everywhere.
#pragma once

double dado_log2(double x);  // exact for powers of two; x above 0
double dado_log(double x);   // x above 0
double dado_exp(double x);
double dado_erfc(double x);
double dado_log_gamma(double x);  // x above 0

// Regularised incomplete functions, 0 ... 1.
double dado_gamma_share(double a, double x);           // lower gamma, P(a, x)
double dado_beta_share(double a, double b, double x);  // beta, I_x(a, b)
