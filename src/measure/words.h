// words.h - numbers as people read them.
//
// Results are kept with all their digits; a page or a terminal shows as many
// as mean something. No locale is asked: a point before decimals, a comma
// between thousands, no minus zero, and a dash where there is no value.
#pragma once

#include <stdint.h>

#include "core/text.h"
#include "measure/stats.h"

void dado_say_count(dado_text *out, int64_t count);               // 10,000
void dado_say_fixed(dado_text *out, double value, int decimals);  // 1,234.50
void dado_say_real(dado_text *out, double value);                 // about four digits: 0.03127
void dado_say_percent(dado_text *out, double share);              // 27.4 %
void dado_say_probability(dado_text *out, double p);              // 0.031, or < 1e-12
void dado_say_estimate(dado_text *out, double value, double low, double high);  // as exact as known
void dado_say_interval(dado_text *out, double low, double high);                // 0.371 to 0.382
void dado_say_percents(dado_text *out, double low, double high);                // 26.5 to 28.3 %
// With its interval, where it has any width: 27.4 % (26.1 to 28.7 %), and 26.7 (25.6 to 27.8).
void dado_say_share_within(dado_text *out, double share, double low, double high);
void dado_say_mean_within(dado_text *out, double mean, double low, double high);

// The same for a %s, so that a sentence is written as one: "%s of %s matches". The words last as
// long as the expression they stand in.
typedef struct dado_said {
    char s[128];
} dado_said;

dado_said dado_said_count(int64_t count);
dado_said dado_said_fixed(double value, int decimals);
dado_said dado_said_real(double value);
dado_said dado_said_percent(double share);
dado_said dado_said_probability(double p);
dado_said dado_said_interval(double low, double high);
dado_said dado_said_percents(double low, double high);
dado_said dado_said_share(dado_interval share);  // 27.4 % (26.1 to 28.7 %)
dado_said dado_said_mean(dado_interval mean);    // 26.7 (25.6 to 27.8)
