// picture_canvas_test.c - the same calls make an SVG and a PNG that show the same.
#include "support/sample_findings.h"
#include "support/test.h"
#include "support/xml_well_formed.h"

#include <math.h>

#include <cairo.h>

#include "report/picture_canvas.h"

typedef struct reader {
    const dado_text *png;
    size_t at;
} reader;

static cairo_status_t give_bytes(void *context, unsigned char *bytes, unsigned count)
{
    reader *r = context;
    if (r->at + count > r->png->length) return CAIRO_STATUS_READ_ERROR;
    memcpy(bytes, r->png->data + r->at, count);
    r->at += count;
    return CAIRO_STATUS_SUCCESS;
}

// The colour of a pixel of a PNG, 0xRRGGBB.
static uint32_t pixel(const dado_text *png, int x, int y, int width, int height)
{
    reader r = { png, 0 };
    cairo_surface_t *image = cairo_image_surface_create_from_png_stream(give_bytes, &r);
    assert_int_equal(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
    assert_int_equal(cairo_image_surface_get_width(image), width);
    assert_int_equal(cairo_image_surface_get_height(image), height);
    const unsigned char *row =
        cairo_image_surface_get_data(image) + (ptrdiff_t)cairo_image_surface_get_stride(image) * y;
    uint32_t value;
    memcpy(&value, row + (ptrdiff_t)x * 4, 4);
    cairo_surface_destroy(image);
    return value & 0xFFFFFF;
}

static dado_picture drawn(void)
{
    dado_picture p = dado_picture_begin(40, 20, DADO_RGB(0xffffff));
    dado_picture_rect(&p, DADO_RGB(0xff0000), 0, 0, 10, 10);
    dado_picture_rect(&p, DADO_RGB(0xff0000), 10, 10, 10, 10);
    dado_picture_circle(&p, DADO_RGB(0x0000ff), 30, 10, 6);
    dado_picture_polygon(&p, DADO_RGB(0x00ff00),
                         (dado_picture_point[]){ { 5, 10 }, { 9, 15 }, { 5, 20 }, { 1, 15 } }, 4);
    dado_picture_line(&p, 0, 1, 0, 0, 40, 20);  // ink that draws nothing
    dado_picture_ring(&p, DADO_RGB(0x333333), 1, 30, 10, 8);
    return p;
}

static void the_png_has_the_colours_where_they_were_put(void **state)
{
    (void)state;
    dado_picture p = drawn();
    dado_text png = { 0 };
    dado_error err = { 0 };
    assert_true(dado_picture_png(&p, 2, &png, &err));
    assert_memory_equal(png.data, "\x89PNG\r\n\x1a\n", 8);
    assert_memory_equal(png.data + png.length - 8, "IEND\xae\x42\x60\x82", 8);
    assert_int_equal(pixel(&png, 4, 4, 80, 40), 0xff0000);
    assert_int_equal(pixel(&png, 30, 30, 80, 40), 0xff0000);
    assert_int_equal(pixel(&png, 60, 20, 80, 40), 0x0000ff);
    assert_int_equal(pixel(&png, 10, 30, 80, 40), 0x00ff00);
    assert_int_equal(pixel(&png, 78, 2, 80, 40), 0xffffff);
    dado_text_free(&png);
    dado_picture_free(&p);
}

static void the_svg_joins_shapes_of_one_ink(void **state)
{
    (void)state;
    dado_picture p = drawn();
    dado_text svg = { 0 };
    char why[200];
    dado_picture_svg(&p, dado_hostile_text, dado_hostile_text, true, &svg);
    if (!dado_xml_is_well_formed(svg.data, why, sizeof why)) fail_msg("%s", why);
    assert_int_equal(dado_occurrences(svg.data, "fill=\"#ff0000\""), 1);
    assert_non_null(strstr(svg.data, "d=\"M0 0H10V10H0ZM10 10H20V20H10Z\""));
    assert_int_equal(dado_occurrences(svg.data, "<circle"), 2);
    assert_null(strstr(svg.data, "<script"));
    dado_text_free(&svg);
    dado_picture_free(&p);
}

static void what_shines_through_is_not_joined(void **state)
{
    (void)state;
    dado_picture p = dado_picture_begin(10, 10, 0);
    dado_ink glass = dado_ink_fade(DADO_RGB(0x123456), 0.5);
    dado_picture_rect(&p, glass, 0, 0, 5, 5);
    dado_picture_rect(&p, glass, 2, 2, 5, 5);
    dado_text svg = { 0 };
    dado_picture_svg(&p, "glass", "", false, &svg);
    assert_int_equal(dado_occurrences(svg.data, "fill-opacity=\"0.5\""), 2);
    dado_text_free(&svg);
    dado_picture_free(&p);
}

static void a_picture_too_large_is_refused_with_words(void **state)
{
    (void)state;
    dado_picture p = dado_picture_begin(1000, 1000, DADO_RGB(0));
    dado_text png = { 0 };
    dado_error err = { 0 };
    assert_false(dado_picture_png(&p, 100, &png, &err));
    assert_non_null(strstr(err.text, "choose a scale"));
    assert_false(dado_picture_png(&p, NAN, &png, &err));
    dado_text_free(&png);
    dado_picture_free(&p);
}

static void inks_fade(void **state)
{
    (void)state;
    assert_int_equal(dado_ink_fade(DADO_RGB(0xabcdef), 0), 0xabcdef00);
    assert_int_equal(dado_ink_series(-3), dado_ink_series(5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_png_has_the_colours_where_they_were_put),
        cmocka_unit_test(the_svg_joins_shapes_of_one_ink),
        cmocka_unit_test(what_shines_through_is_not_joined),
        cmocka_unit_test(a_picture_too_large_is_refused_with_words),
        cmocka_unit_test(inks_fade),
    };
    return cmocka_run_group_tests_name("picture", tests, NULL, NULL);
}
