// number_format.h - prints numbers for people.
//
// Results are stored with all digits; pages and terminals show only the significant ones.
// The format does not depend on the locale: a point before decimals, commas between
// thousands, no minus zero, and a dash where there is no value.
#pragma once

#include <stdint.h>

#include "core/text.h"
#include "measure/stats.h"

void dado_print_count(dado_text *out, int64_t count);               // 10,000
void dado_print_fixed(dado_text *out, double value, int decimals);  // 1,234.50
void dado_print_real(dado_text *out, double value);                 // about four digits: 0.03127
void dado_print_percent(dado_text *out, double share);              // 27.4 %
void dado_print_probability(dado_text *out, double p);              // 0.031, or < 1e-12
void dado_print_estimate(dado_text *out, double value, double low,
                         double high);  // with as many digits as the interval justifies
void dado_print_interval(dado_text *out, double low, double high);  // 0.371 to 0.382
void dado_print_percents(dado_text *out, double low, double high);  // 26.5 to 28.3 %
// Prints a value with its interval, if that has any width: 27.4 % (26.1 to 28.7 %), and
// 26.7 (25.6 to 27.8).
void dado_print_share_within(dado_text *out, double share, double low, double high);
void dado_print_mean_within(dado_text *out, double mean, double low, double high);

// The same as strings for use with %s, as in "%s of %s matches". The string is inside the
// returned struct, so it lasts as long as the expression.
typedef struct dado_number_string {
    char s[128];
} dado_number_string;

dado_number_string dado_string_count(int64_t count);
dado_number_string dado_string_fixed(double value, int decimals);
dado_number_string dado_string_real(double value);
dado_number_string dado_string_percent(double share);
dado_number_string dado_string_probability(double p);
dado_number_string dado_string_interval(double low, double high);
dado_number_string dado_string_percents(double low, double high);
dado_number_string dado_string_share(dado_interval share);  // 27.4 % (26.1 to 28.7 %)
dado_number_string dado_string_mean(dado_interval mean);    // 26.7 (25.6 to 27.8)
