// svg_tree.h - reads SVG text into a tree of elements.
//
// It reads what dado writes, and pictures that people put beside a description: elements,
// attributes, text and the usual entities. Comments, declarations and white space between
// elements are dropped.
#pragma once

#include "core/error.h"
#include "core/region.h"

typedef struct dado_svg_attribute {
    const char *name, *value;
} dado_svg_attribute;

typedef struct dado_svg_node {
    const char *name;  // of the element: "rect"
    const char *text;  // directly inside it, decoded; never NULL
    dado_svg_attribute *attributes;
    int attribute_count;
    struct dado_svg_node *parent, *before, *next;  // before and next have the same parent
    struct dado_svg_node *first, *last;            // children
} dado_svg_node;

enum { DADO_SVG_DEPTH = 64 };  // most elements inside each other

// Reads a whole text, whose only outermost element becomes `root`. `source` is its name in
// messages.
bool dado_svg_read(const char *source, const char *text, dado_region *region, dado_svg_node **root,
                   dado_error *err);

// Returns the value of an attribute, or NULL.
const char *dado_svg_value(const dado_svg_node *node, const char *name);

// Returns the element with this id below `root`, or NULL.
const dado_svg_node *dado_svg_by_id(const dado_svg_node *root, const char *id);

// Numbers beyond this are refused: no drawing needs them, and Cairo would take for ever over a
// very large curve.
#define DADO_SVG_LARGEST 1e5

// Reads a number at `*at`, after blanks and commas, and moves `*at` behind it. Returns false if
// there is none, or if it is too large.
bool dado_svg_scan(const char **at, double *value);
