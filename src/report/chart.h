// chart.h - draws numbers as charts: a frame with two axes, and marks in it.
//
// A chart is plain data. Its series are drawn one over the other in the given order, each
// with its own kind of mark: histograms with a density curve, overlaid curves, bars with
// whiskers, lines in bands, steps and dots. Series differ by colour and by form, so that
// they can be told apart in grey. A missing value (DADO_NONE) leaves a gap.
//
// A chart borrows everything it is given while it is drawn. Names may be anything a user
// wrote. A chart is about 460 by 280 units and can be scaled.
#pragma once

#include "core/scope_cleanup.h"

typedef enum dado_mark {
    DADO_LINE,  // through (x, y); with low and high, in a band
    DADO_STEP,  // holds each y until the next x
    DADO_BARS,  // from zero to y; with x_end, from x to x_end without gaps
    DADO_DOTS,  // with low and high, whiskers
} dado_mark;

typedef struct dado_series {
    const char *name;  // in the legend; NULL: not in the legend
    dado_mark mark;
    int count;
    const double *x;  // NULL: 0, 1, 2, ...
    const double *y;
    const double *x_end;       // right ends of the bins of a histogram; or NULL
    const double *low, *high;  // both may be NULL
    int colour;  // from 1, so that a thing keeps its colour in several charts; 0: by index
} dado_series;

typedef struct dado_axis {
    const char *title;
    double least, most;         // both 0: chosen to fit the data
    const char *const *labels;  // names of the categories 0, 1, 2, ...; NULL: a scale of numbers
    int label_count;
    bool percent;    // shares, shown in percent
    bool whole;      // ticks at whole numbers only
    bool logarithm;  // logarithmic scale; values at or below 0 are left out
    bool from_zero;  // the scale must include zero; bars always do
    bool downward;   // 1 is on top, for places in a race
} dado_axis;

typedef struct dado_reference_line {  // a line across the whole chart: a fair share, or a target
    double at;
    bool upright;  // at an x value; else at a y value
    const char *label;
} dado_reference_line;

typedef struct dado_chart {
    const char *title;
    const char *about;  // a description for screen readers
    dado_axis x, y;
    const dado_series *series;
    int count;
    const dado_reference_line *rules;
    int rule_count;
    bool flat;             // x runs down the page and y across, for long labels
    bool alone;            // a complete file, not a part of a page
    double width, height;  // 0: the default size
} dado_chart;

void dado_chart_draw(const dado_chart *chart, dado_text *out);

// A matrix of values shown as colours, row by row from the top, or from the bottom if
// `upward`.
typedef struct dado_heatmap {
    const char *title, *about;
    int rows, columns;
    const double *values;                                  // DADO_NONE leaves a cell empty
    const char *const *row_labels, *const *column_labels;  // or NULL
    // Ends of an axis without labels; equal: no numbers.
    double row_from, row_to, column_from, column_to;
    // A character per cell, or NULL: '#' is a wall, ' ' is none, others are written.
    const char *marks;
    bool upward;
    const char *row_title, *column_title, *value_title;  // or NULL
    double least, most;                                  // both 0: the range of the values
    bool diverging;  // two colours, away from the middle of the scale
    bool percent;
    bool numbers;  // also writes the values into the cells
    bool alone;
    double cell;  // units per side; 0: chosen to fit
} dado_heatmap;

void dado_heatmap_draw(const dado_heatmap *heat, dado_text *out);

// Draws the heat map in characters, at most `columns` wide: shades for values, a scale and the
// ends of the axes. Only heat maps with numbers along the axes or with marks are drawn; for
// others a table says more.
void dado_heatmap_text(const dado_heatmap *heat, int columns, dado_text *out);

// Sets the lowest and the highest value that the colours of a heat map stand for.
void dado_heatmap_scale(const dado_heatmap *heat, double *least, double *most);

// Draws a curve the size of a word, for tables. The last value has a dot.
void dado_sparkline_draw(const double *values, int count, const char *about, dado_text *out);

// Writes up to `most` round numbers that divide a scale. Returns how many, at least two
// if least < most, and sets the decimals they need.
int dado_ticks(double least, double most, int wanted, bool whole, double *ticks, int room,
               int *decimals);

// Returns the colour of an amount from 0 to 1 as 0xRRGGBB, dark to light. Brightness alone shows
// the order.
uint32_t dado_heatmap_colour(double share);
