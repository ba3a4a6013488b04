// svg.h - writes drawings as SVG text: the few shapes that charts and pictures are made
// of.
//
// The output is well-formed XML whatever the names in it, has the same bytes on every
// machine (coordinates are rounded to hundredths by dado itself), and loads nothing from
// the network. Shapes name their colours by classes, so that one drawing serves light,
// dark and paper; a drawing that is a file of its own contains the style sheet for them.
#pragma once

#include "core/scope_cleanup.h"

// Series have these colours, in this order, and also differ by form. The palette is by
// Okabe and Ito and can be distinguished with all common kinds of colour blindness.
enum { DADO_COLOURS = 8 };

// Opens and closes a drawing. `title` is its name and `about` is its description for
// screen readers. `alone` makes it a complete file.
void dado_svg_begin(dado_text *out, double width, double height, const char *title,
                    const char *about, bool alone);
void dado_svg_end(dado_text *out);

// Draws shapes. `look` is a list of dado's own classes, such as "fill c2"; never a user's
// text.
void dado_svg_rect(dado_text *out, const char *look, double x, double y, double w, double h);
#define dado_svg_line(out, look, ...) \
    dado_svg_shape(out, "line", look, "x1 y1 x2 y2", (const double[]){ __VA_ARGS__ })
#define dado_svg_circle(out, look, ...) \
    dado_svg_shape(out, "circle", look, "cx cy r", (const double[]){ __VA_ARGS__ })
void dado_svg_shape(dado_text *out, const char *shape, const char *look, const char *names,
                    const double *values);
void dado_svg_text(dado_text *out, const char *look, double x, double y, const char *string);

// Draws a rectangle in the colour 0xRRGGBB.
void dado_svg_tile(dado_text *out, uint32_t rgb, double x, double y, double w, double h);

// Draws a path: begin, then moves and lines, then end. `closed` joins its ends.
void dado_svg_path_begin(dado_text *out, const char *look);
void dado_svg_path_to(dado_text *out, bool pen_down, double x, double y);
void dado_svg_path_end(dado_text *out, bool closed);

// Adds a text that pops up over the shapes between begin and end, and is read aloud.
void dado_svg_tip_begin(dado_text *out, const char *tip);
void dado_svg_tip_end(dado_text *out);

// Writes a coordinate with at most two decimals, no trailing zeros and no minus zero.
void dado_svg_number(dado_text *out, double value);

// Writes attributes whose names are separated by blanks: dado_svg_attributes(out, "x y",
// (double[]){ 1, 2 }).
void dado_svg_attributes(dado_text *out, const char *names, const double *values);

// Adds a name of a description as people read it: "FIRE_WORKS" as "fire works",
// with a capital first where it begins a title. Names that are one letter and
// digits, as A1, stay as they are.
void dado_plain_name(const char *name, bool title, dado_text *out);

// Estimates the width of text in the sans-serif font of reports.
double dado_svg_text_width(const char *string, double size);

// Writes the style rules of the classes above, for pages that hold drawings.
void dado_svg_style(dado_text *out);
