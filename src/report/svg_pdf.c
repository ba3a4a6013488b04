// svg_pdf.c - see svg_pdf.h.
#include "report/svg_pdf.h"

#include <cairo-pdf.h>

#include "core/scope_cleanup.h"

static cairo_status_t take_bytes(void *out, const unsigned char *bytes, unsigned count)
{
    dado_text *text = out;
    dado_text_add_bytes(text, (const char *)bytes, count);
    return text->cut ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

static bool paint_pages(const dado_pdf *pdf, cairo_t *canvas, dado_region *region, int *missing,
                        dado_error *err)
{
    dado_svg_painter painter = { .canvas = canvas,
                                 .sheet = dado_svg_sheet_read(pdf->css, region),
                                 .pictures = pdf->pictures,
                                 .picture_count = pdf->picture_count,
                                 .region = region };
    if (!painter.sheet) return dado_fail(err, DADO_LIMIT, "there is no memory to draw pages");
    for (int i = 0; i < pdf->page_count; i++) {
        size_t mark = dado_region_mark(region);
        dado_svg_node *tree;
        painter.painted = 0;
        if (!dado_svg_read("page", pdf->pages[i], region, &tree, err) ||
            !dado_svg_paint(&painter, tree, pdf->width, pdf->height, err)) {
            return false;
        }
        cairo_show_page(canvas);
        dado_region_rewind(region, mark);
    }
    *missing = painter.missing_signs;
    return true;
}

bool dado_pdf_write(const dado_pdf *pdf, dado_text *out, int *missing_signs, dado_error *err)
{
    const double points = 72 / 25.4;  // in a millimetre
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
        take_bytes, out, pdf->width * points, pdf->height * points);
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, pdf->title);
    // Cairo writes the time of day unless it is given a date.
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
    cairo_t *canvas = cairo_create(surface);
    cairo_scale(canvas, points, points);
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_region_init_large(&region);
    bool fine = paint_pages(pdf, canvas, &region, missing_signs, err);
    cairo_status_t status = cairo_status(canvas);
    cairo_destroy(canvas);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (!fine || status == CAIRO_STATUS_SUCCESS) return fine;
    return dado_fail(err, DADO_LIMIT, "the pages could not be written as PDF: %s",
                     cairo_status_to_string(status));
}
