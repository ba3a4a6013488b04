// svg_pdf.h - pages drawn as SVG, written as one PDF.
#pragma once

#include "core/error.h"
#include "core/text.h"
#include "report/svg_painter.h"

typedef struct dado_pdf {
    const char *title;
    double width, height;      // of every page, in millimetres
    const char *const *pages;  // SVG, whose view box is the page
    int page_count;
    const char *css;  // style sheets for all pages
    const dado_svg_picture *pictures;
    int picture_count;
} dado_pdf;

// Writes the bytes of a PDF file. They depend on the pages and on the fonts of this machine, and on
// nothing else: there is no date in them. `missing_signs` gets how many characters no font has;
// these are left blank.
bool dado_pdf_write(const dado_pdf *pdf, dado_text *out, int *missing_signs, dado_error *err);
