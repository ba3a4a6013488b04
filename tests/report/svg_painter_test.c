// svg_painter_test.c - SVG is read, styled and painted as browsers do it, in the parts that dado's
// drawings use; what cannot be painted is named.
#include "support/test.h"

#include <cairo.h>

#include "report/svg_painter.h"

static dado_region region;

static int begin(void **state)
{
    (void)state;
    dado_region_init_small(&region);
    return 0;
}

static int end(void **state)
{
    (void)state;
    dado_region_free(&region);
    return 0;
}

static dado_svg_node *tree_of(const char *text)
{
    dado_svg_node *root = NULL;
    dado_error err = { 0 };
    if (!dado_svg_read("drawing", text, &region, &root, &err)) fail_msg("%s: %s", text, err.text);
    return root;
}

// The value of a property of the element with id "it", found from the root downwards.
static const char *value_of(const char *css, const char *svg, dado_svg_property which)
{
    const dado_svg_node *root = tree_of(svg), *chain[DADO_SVG_DEPTH];
    const dado_svg_node *node = dado_svg_by_id(root, "it");
    dado_svg_sheet *sheet = dado_svg_sheet_read(css, &region);
    static dado_svg_style_values style;
    int depth = 0;
    assert_non_null(node);
    assert_non_null(sheet);
    for (; node; node = node->parent) chain[depth++] = node;
    style = (dado_svg_style_values){ 0 };
    while (depth-- > 0) {
        dado_svg_style_values outer = style;
        dado_svg_style_of(sheet, chain[depth], &outer, &region, &style);
    }
    return style.value[which] ? style.value[which] : "";
}

static void entities_and_comments_are_read(void **state)
{
    (void)state;
    dado_svg_node *root = tree_of("<?xml version=\"1.0\"?>\n<!-- a -->\n<svg a='x&amp;y'><!-- b -->"
                                  "<text>1 &lt; 2 &#233;</text><g/></svg>");
    assert_string_equal(root->name, "svg");
    assert_string_equal(dado_svg_value(root, "a"), "x&y");
    assert_null(dado_svg_value(root, "b"));
    assert_string_equal(root->first->text, "1 < 2 \xc3\xa9");
    assert_string_equal(root->last->name, "g");
    assert_ptr_equal(root->last->before, root->first);
}

static void broken_text_is_refused_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line;
    } wrong[] = {
        { "", 1 },
        { "words", 1 },
        { "<svg>\n<g>\n</svg>", 3 },
        { "<svg\na=1/>", 2 },
        { "<svg>\n<!-- <g/>", 2 },
        { "<svg a='1", 1 },
        { "<svg>\n\n<g", 3 },
        { "<svg><></svg>", 1 },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        dado_svg_node *root;
        dado_error err = { 0 };
        if (dado_svg_read("drawing", wrong[i].text, &region, &root, &err)) {
            fail_msg("this was read: %s", wrong[i].text);
        }
        assert_string_equal(err.place.source, "drawing");
        assert_int_equal(err.place.line, wrong[i].line);
    }
}

static void too_deep_a_drawing_is_refused(void **state)
{
    (void)state;
    char text[1024] = "";
    for (int i = 0; i < 100; i++) strcat(text, "<g>");
    dado_svg_node *root;
    dado_error err = { 0 };
    assert_false(dado_svg_read("drawing", text, &region, &root, &err));
    assert_non_null(strstr(err.text, "inside each other"));
}

static void the_rule_with_more_classes_wins(void **state)
{
    (void)state;
    const char *svg =
        "<svg class=\"a\"><g class=\"b c\"><rect id=\"it\" class=\"d\" fill=\"#111\"/>"
        "</g></svg>";
    assert_string_equal(value_of("", svg, DADO_SVG_FILL), "#111");
    assert_string_equal(value_of("rect{fill:#222}", svg, DADO_SVG_FILL), "#222");
    assert_string_equal(value_of(".a .d{fill:#333}.d{fill:#444}", svg, DADO_SVG_FILL), "#333");
    assert_string_equal(value_of(".d{fill:#444}.d{fill:#555}", svg, DADO_SVG_FILL), "#555");
    assert_string_equal(value_of(".b.c .d{fill:#666}.x .d{fill:#777}", svg, DADO_SVG_FILL), "#666");
    assert_string_equal(value_of(".a>.d{fill:#888}", svg, DADO_SVG_FILL), "#111");
    assert_string_equal(value_of(".c>.d,.e{fill:#999}", svg, DADO_SVG_FILL), "#999");
    assert_string_equal(value_of("@media print{.d{fill:#aaa}}", svg, DADO_SVG_FILL), "#111");
    assert_string_equal(value_of(".d:hover{fill:#bbb}", svg, DADO_SVG_FILL), "#111");
}

static void colours_are_inherited_and_opacity_is_not(void **state)
{
    (void)state;
    const char *svg = "<svg><g fill=\"#123\" opacity=\".5\"><rect/><circle id=\"it\"/></g></svg>";
    assert_string_equal(value_of("", svg, DADO_SVG_FILL), "#123");
    assert_string_equal(value_of("", svg, DADO_SVG_OPACITY), "");
    assert_string_equal(value_of("circle{fill:#456}", svg, DADO_SVG_FILL), "#456");
    assert_string_equal(value_of("circle{fill:#456}g circle{fill:inherit}", svg, DADO_SVG_FILL),
                        "#123");
    assert_string_equal(value_of("rect+circle{fill:#789}", svg, DADO_SVG_FILL), "#789");
    assert_string_equal(value_of("g+circle{fill:#789}", svg, DADO_SVG_FILL), "#123");
}

static void custom_properties_are_replaced(void **state)
{
    (void)state;
    const char *svg = "<svg><g class=\"c\"><rect id=\"it\" style=\"--own:#010\"/></g></svg>";
    const char *css = ":root{--k:#abc}.c{--c:var(--k)}";
    char sheet[200];
    snprintf(sheet, sizeof sheet, "%srect{fill:var(--c)}", css);
    assert_string_equal(value_of(sheet, svg, DADO_SVG_FILL), "#abc");
    snprintf(sheet, sizeof sheet, "%srect{fill:var(--none,#def)}", css);
    assert_string_equal(value_of(sheet, svg, DADO_SVG_FILL), "#def");
    snprintf(sheet, sizeof sheet, "%srect{fill:var(--own)}", css);
    assert_string_equal(value_of(sheet, svg, DADO_SVG_FILL), "#010");
}

static cairo_t *small_canvas(void)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 20, 20);
    cairo_t *canvas = cairo_create(surface);
    cairo_surface_destroy(surface);
    return canvas;
}

static void every_command_of_a_path_goes_where_it_should(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        double x1, y1, x2, y2;
    } paths[] = {
        { "M1 2H11V7H1Z", 1, 2, 11, 7 },
        { "m1 2h10v5h-10z", 1, 2, 11, 7 },
        { "M1,2 11,2 11,7z", 1, 2, 11, 7 },
        { "m1 2 10 0 0 5z", 1, 2, 11, 7 },
        { "M0 5a5 5 0 1 1 10 0a5 5 0 1 1-10 0z", 0, 0, 10, 10 },
        { "M0 5a5 5 0 1110 0a5 5 0 11-10 0z", 0, 0, 10, 10 },
        { "M0 5A5 5 0 0 1 5 0L5 5Z", 0, 0, 5, 5 },
        { "M0 0C0 4 8 4 8 0z", 0, 0, 8, 3 },
        { "M0 0Q4 4 8 0z", 0, 0, 8, 2 },
        { "M0 0Q4 4 8 0T16 0z", 0, -2, 16, 2 },
        { "M0 0C0 4 8 4 8 0S16-4 16 0z", 0, -3, 16, 3 },
    };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        cairo_t *canvas = small_canvas();
        double x1, y1, x2, y2;
        assert_true(dado_svg_path_paint(canvas, paths[i].path));
        cairo_set_tolerance(canvas, 0.001);
        cairo_fill_extents(canvas, &x1, &y1, &x2, &y2);
        cairo_destroy(canvas);
        assert_float_equal(x1, paths[i].x1, 0.02);
        assert_float_equal(y1, paths[i].y1, 0.02);
        assert_float_equal(x2, paths[i].x2, 0.02);
        assert_float_equal(y2, paths[i].y2, 0.02);
    }
}

static void broken_paths_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = { "1 2",      "M1",     "M1 2L3",
                                         "M1 2X3 4", "M1 2z3", "M0 0a1 1 0 2 0 1 1" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cairo_t *canvas = small_canvas();
        if (dado_svg_path_paint(canvas, wrong[i])) fail_msg("this is no path: %s", wrong[i]);
        cairo_destroy(canvas);
    }
}

// The colour of the pixel (x, y) of a drawing painted on 20 by 20 white pixels.
static uint32_t pixel_of(const char *svg, int x, int y)
{
    cairo_t *canvas = small_canvas();
    cairo_surface_t *surface = cairo_get_target(canvas);
    dado_svg_painter painter = { .canvas = canvas,
                                 .sheet = dado_svg_sheet_read("", &region),
                                 .region = &region };
    dado_error err = { 0 };
    cairo_set_source_rgb(canvas, 1, 1, 1);
    cairo_paint(canvas);
    if (!dado_svg_paint(&painter, tree_of(svg), 20, 20, &err)) fail_msg("%s: %s", svg, err.text);
    cairo_surface_flush(surface);
    const unsigned char *row = cairo_image_surface_get_data(surface) +
                               (ptrdiff_t)y * cairo_image_surface_get_stride(surface);
    uint32_t pixel = ((const uint32_t *)(const void *)row)[x] & 0xffffff;
    cairo_destroy(canvas);
    return pixel;
}

static void symbols_clips_and_patterns_are_painted(void **state)
{
    (void)state;
    const char *symbol = "<svg viewBox=\"0 0 10 10\"><defs><symbol id=\"s\" viewBox=\"0 0 2 2\">"
                         "<rect width=\"1\" height=\"2\" fill=\"currentColor\"/></symbol></defs>"
                         "<g color=\"#f00\"><use href=\"#s\" x=\"5\" width=\"4\" height=\"4\"/></g>"
                         "</svg>";
    assert_int_equal(pixel_of(symbol, 11, 2), 0xff0000);
    assert_int_equal(pixel_of(symbol, 15, 2), 0xffffff);
    assert_int_equal(pixel_of(symbol, 9, 2), 0xffffff);
    const char *clip = "<svg viewBox=\"0 0 20 20\"><clipPath id=\"c\"><rect width=\"10\" "
                       "height=\"20\"/></clipPath><g clip-path=\"url(#c)\"><rect width=\"20\" "
                       "height=\"20\" fill=\"#0f0\"/></g></svg>";
    assert_int_equal(pixel_of(clip, 8, 10), 0x00ff00);
    assert_int_equal(pixel_of(clip, 12, 10), 0xffffff);
    const char *pattern = "<svg viewBox=\"0 0 20 20\"><pattern id=\"p\" width=\"4\" height=\"4\">"
                          "<rect width=\"2\" height=\"4\" fill=\"#00f\"/></pattern>"
                          "<rect width=\"12\" height=\"20\" fill=\"url(#p)\"/></svg>";
    assert_int_equal(pixel_of(pattern, 9, 5), 0x0000ff);
    assert_int_equal(pixel_of(pattern, 7, 5), 0xffffff);
    assert_int_equal(pixel_of(pattern, 13, 5), 0xffffff);
    const char *turned = "<svg viewBox=\"0 0 20 20\"><g transform=\"translate(20 0) rotate(90)\">"
                         "<rect width=\"4\" height=\"8\"/></g></svg>";
    assert_int_equal(pixel_of(turned, 14, 2), 0x000000);
    assert_int_equal(pixel_of(turned, 10, 2), 0xffffff);
    const char *half =
        "<svg viewBox=\"0 0 20 20\"><g opacity=\".5\"><rect width=\"9\" height=\"9\"/>"
        "<rect width=\"9\" height=\"9\"/></g></svg>";
    assert_in_range(pixel_of(half, 4, 4) & 0xff, 0x7e, 0x81);
}

static void what_cannot_be_painted_is_named(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        { "<svg><filter/></svg>", "<filter>" },
        { "<svg><rect width=\"1\" height=\"1\" fill=\"lilac\"/></svg>", "lilac" },
        { "<svg><use href=\"#no\"/></svg>", "uses a part" },
        { "<svg><image href=\"no.png\"/></svg>", "no.png" },
        { "<svg><rect fill=\"url(#no)\" width=\"1\" height=\"1\"/></svg>", "url(#no)" },
        { "<svg><g transform=\"spin(3)\"/></svg>", "transform" },
        { "<svg><g id=\"g\"><use href=\"#g\"/></g></svg>", "uses a part" },
        { "<svg><pattern id=\"p\" width=\"1\" height=\"1\"><rect width=\"1\" height=\"1\" "
          "fill=\"url(#p)\"/></pattern><rect width=\"1\" height=\"1\" fill=\"url(#p)\"/></svg>",
          "filled with itself" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cairo_t *canvas = small_canvas();
        dado_svg_painter painter = { .canvas = canvas, .region = &region };
        dado_error err = { 0 };
        bool painted = dado_svg_paint(&painter, tree_of(wrong[i][0]), 20, 20, &err);
        cairo_destroy(canvas);
        if (painted || !strstr(err.text, wrong[i][1])) fail_msg("%s: %s", wrong[i][0], err.text);
    }
}

static void parts_that_multiply_are_stopped(void **state)
{
    (void)state;
    char text[4096] = "<svg><g id=\"p0\"><rect/></g>";
    for (int i = 1; i <= 12; i++) {
        size_t at = strlen(text);
        at += (size_t)snprintf(text + at, sizeof text - at, "<g id=\"p%d\">", i);
        for (int k = 0; k < 9; k++) {
            at += (size_t)snprintf(text + at, sizeof text - at, "<use href=\"#p%d\"/>", i - 1);
        }
        snprintf(text + at, sizeof text - at, "</g>");
    }
    strcat(text, "</svg>");
    cairo_t *canvas = small_canvas();
    dado_svg_painter painter = { .canvas = canvas, .region = &region };
    dado_error err = { 0 };
    assert_false(dado_svg_paint(&painter, tree_of(text), 20, 20, &err));
    assert_non_null(strstr(err.text, "elements"));
    cairo_destroy(canvas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entities_and_comments_are_read),
        cmocka_unit_test(broken_text_is_refused_with_its_line),
        cmocka_unit_test(too_deep_a_drawing_is_refused),
        cmocka_unit_test(the_rule_with_more_classes_wins),
        cmocka_unit_test(colours_are_inherited_and_opacity_is_not),
        cmocka_unit_test(custom_properties_are_replaced),
        cmocka_unit_test(every_command_of_a_path_goes_where_it_should),
        cmocka_unit_test(broken_paths_are_refused),
        cmocka_unit_test(symbols_clips_and_patterns_are_painted),
        cmocka_unit_test(what_cannot_be_painted_is_named),
        cmocka_unit_test(parts_that_multiply_are_stopped),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
