// svg_picture_fuzz.c - any bytes as a picture of a card: it is painted, or refused with a message.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cairo.h>

#include "report/svg_painter.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// What fontconfig keeps to the end of the process is no leak of ours.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig.so\n";
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    dado_region region;
    dado_svg_node *root;
    dado_error err = { 0 };
    dado_region_init(&region, (size_t)64 << 20);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 16, 16);
    dado_svg_painter painter = { .canvas = cairo_create(surface),
                                 .sheet = dado_svg_sheet_read(".a .b{fill:var(--c,#f00)}", &region),
                                 .region = &region };
    bool fine = dado_svg_read("picture", text, &region, &root, &err) &&
                dado_svg_paint(&painter, root, 16, 16, &err);
    if (!fine && !err.text[0]) abort();
    cairo_destroy(painter.canvas);
    cairo_surface_destroy(surface);
    dado_region_free(&region);
    free(text);
    return 0;
}
