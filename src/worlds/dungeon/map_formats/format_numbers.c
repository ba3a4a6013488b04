// format_numbers.c - reads a grid of numbers, separated by commas or blanks, one line per
// row.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "worlds/dungeon/map_formats/import_canvas.h"

static int sniff(const char *source, const char *bytes, size_t length)
{
    if (length == 0 || strspn(bytes, "-0123456789 ,;\t\r\n") != length) return 0;
    return dado_name_has_suffix(source, ".csv") ? 60 : 40;
}

// Reads the next number of a list separated by commas or blanks; returns false at
// anything else.
static bool next_number(const char **text, long *value)
{
    while (**text && strchr(" \t\r,;", **text)) (*text)++;
    if (!isdigit((unsigned char)**text) && **text != '-') return false;
    char *end;
    *value = strtol(*text, &end, 10);
    if (end == *text) return false;
    *text = end;
    return true;
}

static bool read(dado_import_canvas *canvas)
{
    const char *text = canvas->ask->bytes;
    int width = 0, height = 0, line = 1;
    long value;
    for (const char *s = text; *s; line++) {
        int count = 0;
        while (next_number(&s, &value)) count++;
        if (*s && *s != '\n') {
            return dado_import_canvas_fail(canvas, line,
                                           "expected a number in this grid, not \"%.20s\"", s);
        }
        if (count && !width) width = count;
        if (count && count != width) {
            return dado_import_canvas_fail(
                canvas, line, "this row has %d numbers, the first has %d", count, width);
        }
        height += count > 0;
        if (*s) s++;
    }
    dado_tile_layer *layer = dado_import_canvas_layer(canvas, "id", width, height);
    if (!layer) return false;
    for (int y = 0, row = 1; y < height; row++) {
        int x = 0;
        while (next_number(&text, &value)) {
            if (value < -1 || value > DADO_MAP_CODE_MOST) {
                return dado_import_canvas_fail(
                    canvas, row, "%ld is out of range for an id; ids go from -1 to 65535", value);
            }
            layer->tile[y * width + x++] = (int32_t)value;
        }
        y += x > 0;
        if (*text) text++;
    }
    return dado_import_canvas_layers(canvas);
}

const dado_map_format dado_map_format_numbers = {
    .name = "numbers",
    .about = "a grid of numbers, which are ids unless a legend says otherwise",
    .suffixes = ".csv",
    .sniff = sniff,
    .read = read,
};
