// figure.h - a number that says how sure it is.
//
// What is found is never a bare number: it has an interval at a level where there is one, the
// count it was found from, a kind that tells people how to read it and a unit where it has one.
// An interval is worked out here, once, when the figure is made; whoever shows it decides on
// digits, and nobody works it out again.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/trace.h"
#include "measure/stats.h"

typedef enum dado_figure_kind {
    DADO_FIGURE_REAL,    // 0.3127
    DADO_FIGURE_WHOLE,   // 12,000: counted, and written without decimals
    DADO_FIGURE_SHARE,   // 0.274, shown as 27.4 %
    DADO_FIGURE_CHANCE,  // of a claim being false alarm, a p-value: 0.031
    DADO_FIGURE_SECONDS,
} dado_figure_kind;

typedef struct dado_figure {
    double value;      // DADO_NONE: there is none
    double low, high;  // DADO_NONE both where no interval is known
    double level;      // of the interval: 0.95; 0 without one
    int64_t count;     // matches, or what else it was found from; 0 where that has no meaning
    dado_figure_kind kind;
    const char *unit;  // "points"; NULL: none
} dado_figure;

dado_figure dado_figure_none(void);
dado_figure dado_figure_real(double value);
dado_figure dado_figure_whole(int64_t value);
dado_figure dado_figure_share(double share);     // known, not estimated: no interval
dado_figure dado_figure_chance(double p);
dado_figure dado_figure_seconds(double seconds);

// Estimates: a share of trials with Wilson's interval, a mean with Student's.
dado_figure dado_figure_hits(double hits, double trials, double level);
dado_figure dado_figure_mean(const dado_moments *moments, double level);
// A mean of values of this kind: of a rate it is a share, with a share's interval; that of a ratio
// stays between 0 and 1.
dado_figure dado_figure_measure(dado_kind kind, const dado_moments *moments, double level);
// An interval worked out elsewhere: a difference, a bootstrap.
dado_figure dado_figure_between(dado_interval interval, dado_figure_kind kind, int64_t count,
                                double level);

// The other way round; of no width where no interval is known.
dado_interval dado_figure_interval(dado_figure figure);

bool dado_figure_is_none(dado_figure figure);
bool dado_figure_has_interval(dado_figure figure);

const char *dado_figure_kind_name(dado_figure_kind kind);  // "share"
