// comparison.h - shows the effect of a change: compares two samples of matches, measure
// by measure.
//
// Both sides are played with the same luck, match by match, so the effect of the deal
// cancels out wherever the rules still use the luck in the same way. Each measure is
// tested by the differences of its pairs. The p-values are corrected for the number of
// measures (Holm), so that two copies of the same game show no difference at all in 19 of
// 20 runs. Sides that were not played together, such as stored runs or imported tables,
// are compared as two independent samples.
#pragma once

#include "core/text.h"
#include "lab/experiment.h"
#include "measure/expectations.h"

typedef enum dado_comparison_change {
    DADO_CHANGE_NONE,    // no difference seen
    DADO_CHANGE_HIGHER,  // the second side has a higher value
    DADO_CHANGE_LOWER,
    DADO_CHANGE_TOO_FEW,  // too few matches to say anything
} dado_comparison_change;

typedef enum dado_comparison_judgement {
    DADO_CHANGE_NEUTRAL,
    DADO_CHANGE_BETTER,
    DADO_CHANGE_WORSE
} dado_comparison_judgement;

typedef struct dado_comparison_row {
    dado_measure measure;  // a metric, a tally, or the wins of a seat
    dado_moments before, after;
    dado_interval difference;  // after less before
    double p;                  // corrected for the number of comparisons
    double effect;             // the difference in units of the pooled standard deviation
    dado_comparison_change change;
    dado_comparison_judgement bearing;  // judged by the expectations, if there are any
    // quality by the expectations; DADO_NONE if nothing is expected of it
    double before_q, after_q;
} dado_comparison_row;

typedef struct dado_comparison_table {
    dado_comparison_row *lines;
    int count;
    bool paired;
    double level;
    double before_quality, after_quality;  // DADO_NONE without expectations
} dado_comparison_table;

enum { DADO_COMPARISON_MIN_VALUES = 20 };  // with fewer values per side nothing is claimed

// The two sides. `before_list` and `after_list` name the measures in their frames;
// measures that both have are compared. `expect` may be NULL. Memory comes from `region`.
typedef struct dado_comparison_side {
    const dado_data_frame *frame;
    const dado_measures *measures;
} dado_comparison_side;

bool dado_comparison_compute(dado_comparison_table *table, dado_comparison_side before,
                             dado_comparison_side after, bool paired, double level,
                             const dado_expectations *expect, dado_region *region, dado_error *err);

// Returns how many measures differ.
int dado_comparison_count(const dado_comparison_table *table);

// Writes the measures that differ, those with the largest effects first and at most
// `most` of them: "rounds 10 → 13, ties −4.0 points and 2 more". `except` is the key of a
// measure that is left out, or NULL. Returns how many differ.
int dado_comparison_print(const dado_comparison_table *table, int most, const char *except,
                          dado_text *out);

// For tests that are repeated as more matches are played: returns the level to use at
// look k, counted from 1, so that all looks together keep `level`.
double dado_level_at_interim_look(double level, int look);

// ---- text diff, line by line ----

// Writes the lines that differ: `-` before removed lines, `+` before added ones, with up
// to `around` unchanged lines around them. Returns false if the texts are too long to
// compare or memory runs out.
bool dado_text_diff(const char *before, const char *after, int around, dado_text *out);
