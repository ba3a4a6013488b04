// svg_style.h - which style an element of an SVG has: the rules of style sheets, attributes
// and what is inherited.
//
// It knows the part of CSS that dado's own style sheets use: classes, names of elements, :root,
// descendants, children and neighbours; custom properties and var(). Rules for screens of
// another kind (@media) are left out.
#pragma once

#include "report/svg_tree.h"

typedef enum dado_svg_property {
    DADO_SVG_FILL,
    DADO_SVG_FILL_OPACITY,
    DADO_SVG_STROKE,
    DADO_SVG_STROKE_OPACITY,
    DADO_SVG_STROKE_WIDTH,
    DADO_SVG_DASHES,
    DADO_SVG_CAP,
    DADO_SVG_JOIN,
    DADO_SVG_COLOR,
    DADO_SVG_FONT_SIZE,
    DADO_SVG_FONT_WEIGHT,
    DADO_SVG_ANCHOR,
    DADO_SVG_PAINT_ORDER,
    DADO_SVG_INHERITED,  // those above are inherited, those below are not
    DADO_SVG_OPACITY = DADO_SVG_INHERITED,
    DADO_SVG_DISPLAY,
    DADO_SVG_PROPERTIES
} dado_svg_property;

enum { DADO_SVG_VARIABLES = 48 };

typedef struct dado_svg_style_values {
    const char *value[DADO_SVG_PROPERTIES];  // NULL: not set
    dado_svg_attribute variable[DADO_SVG_VARIABLES];
    int variables;
} dado_svg_style_values;

typedef struct dado_svg_sheet dado_svg_sheet;  // rules that were read

// Reads style sheets, one after the other in one text. Returns NULL if there is no memory.
dado_svg_sheet *dado_svg_sheet_read(const char *css, dado_region *region);

// Finds the style of an element whose surroundings have the style `inherited`.
void dado_svg_style_of(const dado_svg_sheet *sheet, const dado_svg_node *node,
                       const dado_svg_style_values *inherited, dado_region *region,
                       dado_svg_style_values *out);
