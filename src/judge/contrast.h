// contrast.h - what a change did: two samples of matches, measure by measure.
//
// Both sides are played on the same luck, match by match, so what the deal was
// worth cancels where the rules still use it alike. Each measure is judged by
// the difference of its pairs; the level is paid for once for all measures
// together (Holm), so that two copies of one game are told apart by none of
// them in 19 of 20 cases. Sides that were not played together, stored runs or
// imported tables, are compared as samples.
#pragma once

#include "core/text.h"
#include "lab/experiment.h"
#include "measure/expect.h"

typedef enum dado_change {
    DADO_SAME,       // no difference seen
    DADO_HIGHER,     // the second side has more of it
    DADO_LOWER,
    DADO_TOO_FEW,    // too few matches to say anything
} dado_change;

typedef enum dado_bearing { DADO_NEITHER, DADO_BETTER, DADO_WORSE } dado_bearing;

typedef struct dado_contrast_line {
    dado_measure measure;         // a metric, a tally, or the wins of a seat
    dado_moments before, after;
    dado_interval difference;     // after less before
    double p;                     // corrected for all that were looked at
    double effect;                // the difference in standard deviations of both together
    dado_change change;
    dado_bearing bearing;         // by the expectations, where there are any
    double before_q, after_q;     // quality by the expectations; DADO_NONE where there is no wish
} dado_contrast_line;

typedef struct dado_contrast_table {
    dado_contrast_line *lines;
    int count;
    bool paired;
    double level;
    double before_quality, after_quality;  // DADO_NONE without expectations
} dado_contrast_table;

enum { DADO_ENOUGH = 20 };  // values a side below which nothing is said

// Frames of the two sides, whose measures are listed in `before_list` and
// `after_list`; what both have is compared. `expect` may be NULL. Memory comes from `arena`.
typedef struct dado_sample_side {
    const dado_frame *frame;
    const dado_measures *measures;
} dado_sample_side;

bool dado_contrast_compute(dado_contrast_table *table, dado_sample_side before,
                           dado_sample_side after, bool paired, double level,
                           const dado_expect *expect, dado_arena *arena, dado_error *err);

// The same for a second look and a third: what `level` is worth at look k, from 1, so that all
// looks together keep to it.
double dado_level_at_look(double level, int look);

// ---- what was changed in a text, line by line ----

// Writes the lines that differ, `-` before those that went and `+` before those
// that came, with up to `around` lines that stayed about them. False if the
// texts are too long to compare, or there is no memory for it.
bool dado_lines_differ(const char *before, const char *after, int around, dado_text *out);
