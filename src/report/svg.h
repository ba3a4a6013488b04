// svg.h - drawings as text: the few shapes that charts and pictures are made of.
//
// What is written here is well-formed XML whatever the names in it, has the
// same bytes on every machine (coordinates are rounded to hundredths by our own
// hand), and asks nothing of the network. Colours are not written into shapes
// but named by classes, so that one drawing serves light, dark and paper; a
// drawing that stands alone carries the style sheet that explains them.
#pragma once

#include "core/ends.h"

// Series are told apart by these colours, in this order, and by form as well:
// after Okabe and Ito, whom people with any of the usual colour weaknesses can follow.
enum { DADO_COLOURS = 8 };

// Opens and closes a drawing. `title` is its name and `about` what a listener
// should hear instead of seeing it; `alone` makes it a file of its own.
void dado_svg_begin(dado_text *out, double width, double height, const char *title,
                    const char *about, bool alone);
void dado_svg_end(dado_text *out);

// Shapes. `look` is a list of classes of ours, such as "fill c2"; never a user's text.
void dado_svg_rect(dado_text *out, const char *look, double x, double y, double w, double h);
#define dado_svg_line(out, look, ...) \
    dado_svg_shape(out, "line", look, "x1 y1 x2 y2", (const double[]){ __VA_ARGS__ })
#define dado_svg_circle(out, look, ...) \
    dado_svg_shape(out, "circle", look, "cx cy r", (const double[]){ __VA_ARGS__ })
void dado_svg_shape(dado_text *out, const char *shape, const char *look, const char *names,
                    const double *values);
void dado_svg_text(dado_text *out, const char *look, double x, double y, const char *string);

// A rectangle with a colour of its own, 0xRRGGBB.
void dado_svg_tile(dado_text *out, uint32_t rgb, double x, double y, double w, double h);

// A path: begin, then moves and lines, then end. `closed` joins its ends.
void dado_svg_path_begin(dado_text *out, const char *look);
void dado_svg_path_to(dado_text *out, bool pen_down, double x, double y);
void dado_svg_path_end(dado_text *out, bool closed);

// What pops up over the shapes between begin and end, and is read aloud.
void dado_svg_tip_begin(dado_text *out, const char *tip);
void dado_svg_tip_end(dado_text *out);

// A coordinate: at most two decimals, no trailing zeros, no minus zero.
void dado_svg_number(dado_text *out, double value);

// Attributes whose names are parted by blanks: dado_svg_attributes(out, "x y", (double[]){ 1, 2 }).
void dado_svg_attributes(dado_text *out, const char *names, const double *values);

// About how wide text is, in the sans-serif face of reports.
double dado_svg_text_width(const char *string, double size);

// The rules of style that the classes above refer to, for pages that hold drawings.
void dado_svg_style(dado_text *out);
