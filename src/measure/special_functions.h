// special_functions.h - logarithm, exponential and other functions for statistics, made
// only of + - * / and sqrt.
//
// The log and exp of C libraries may differ in the last digit from one machine to
// another, and then results would differ too. These functions are precise to a few units
// in the last place, and the same everywhere.
#pragma once

double dado_log2(double x);  // exact for powers of two; x above 0
double dado_log(double x);   // x above 0
double dado_exp(double x);
double dado_erfc(double x);
double dado_log_gamma(double x);  // x above 0

// Regularised incomplete functions; their values lie between 0 and 1.
double dado_gamma_regularised(double a, double x);           // lower gamma, P(a, x)
double dado_beta_regularised(double a, double b, double x);  // beta, I_x(a, b)
