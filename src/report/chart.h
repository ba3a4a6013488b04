// chart.h - numbers as drawings: one frame with two axes, and marks laid in it.
//
// A chart is a plain description. Its series are drawn one over the other in
// the order given, each with its own kind of mark, so that a histogram with a
// density curve, overlaid curves, bars with whiskers, lines in bands, steps and
// dots are all the same thing with other words in it.
// Series differ by colour and by form, so that a copy in grey still tells them
// apart. What has no value (DADO_NONE) leaves a gap.
//
// Everything a chart is given is borrowed while it is drawn. Names may be
// anything a user wrote. A chart is about 460 by 280 units and scales.
#pragma once

#include "core/ends.h"

typedef enum dado_mark {
    DADO_LINE,  // through (x, y); with low and high, in a band
    DADO_STEP,  // holds each y until the next x
    DADO_BARS,  // from zero to y; with x_end, from x to x_end without gaps
    DADO_DOTS,  // with low and high, whiskers
} dado_mark;

typedef struct dado_series {
    const char *name;  // in the legend; NULL stays out of it
    dado_mark mark;
    int count;
    const double *x;  // NULL: 0, 1, 2, ...
    const double *y;
    const double *x_end;                            // of bins of a histogram; or NULL
    const double *low, *high;                       // or NULL, both
    int colour;   // from 1, so that one thing keeps its colour in many charts; 0: by place
} dado_series;

typedef struct dado_axis {
    const char *title;
    double least, most;         // both 0: wide enough for what is drawn
    const char *const *labels;  // of categories 0, 1, 2, ...; NULL: a scale of numbers
    int label_count;
    bool percent;    // shares, shown as per cent
    bool whole;      // ticks at whole numbers only
    bool logarithm;  // decades; values at or below 0 are left out
    bool from_zero;  // a scale that must show where nothing is; bars always do
    bool downward;   // 1 on top: places in a race
} dado_axis;

typedef struct dado_rule {  // a line across the whole chart: what would be fair, what is wished
    double at;
    bool upright;  // at an x; else at a y
    const char *label;
} dado_rule;

typedef struct dado_chart {
    const char *title;
    const char *about;  // for those who listen: what is to be seen
    dado_axis x, y;
    const dado_series *series;
    int count;
    const dado_rule *rules;
    int rule_count;
    bool flat;             // x runs down the page and y across: for long labels
    bool alone;            // a file of its own, not a part of a page
    double width, height;  // 0: as usual
} dado_chart;

void dado_chart_draw(const dado_chart *chart, dado_text *out);

// A matrix of values as colours, row by row from the top, or from the bottom where it is `upward`.
typedef struct dado_heat {
    const char *title, *about;
    int rows, columns;
    const double *values;                                  // DADO_NONE leaves a cell empty
    const char *const *row_labels, *const *column_labels;  // or NULL
    double row_from, row_to, column_from, column_to;  // along an axis without labels; equal: none
    const char *marks;  // a sign a cell, or NULL: '#' is stone, ' ' is none, others are written
    bool upward;
    const char *row_title, *column_title, *value_title;    // or NULL
    double least, most;                                    // both 0: those of the values
    bool diverging;  // two colours away from the middle of the scale
    bool percent;
    bool numbers;  // written into the cells too
    bool alone;
    double cell;  // units a side; 0: as fits
} dado_heat;

void dado_heat_draw(const dado_heat *heat, dado_text *out);

// The same in characters, no wider than this: shades for values, with the scale and the ends of the
// axes. Only what has numbers along its axes, or marks, is drawn so; of the rest a table says more.
void dado_heat_blocks(const dado_heat *heat, int columns, dado_text *out);

// The least and the most that the colours of a heat stand for.
void dado_heat_scale(const dado_heat *heat, double *least, double *most);

// A curve the size of a word, for tables; the last value has a dot.
void dado_spark_draw(const double *values, int count, const char *about, dado_text *out);

// Up to `most` round numbers that divide a scale; returns how many, and the
// decimals they need. At least two where least < most.
int dado_ticks(double least, double most, int wanted, bool whole, double *ticks, int room,
               int *decimals);

// The colour of an amount between 0 and 1, 0xRRGGBB, dark to light: brightness alone tells amounts
// in order.
uint32_t dado_heat_colour(double share);
