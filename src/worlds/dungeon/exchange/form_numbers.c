// form_numbers.c - a grid of numbers: CSV or blanks between them, a line a row.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "worlds/dungeon/exchange/canvas.h"

static int sniff(const char *source, const char *bytes, size_t length)
{
    if (length == 0 || strspn(bytes, "-0123456789 ,;\t\r\n") != length) return 0;
    return dado_name_ends(source, ".csv") ? 60 : 40;
}

// The numbers of a list parted by commas or blanks; false at anything else.
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

static bool read(dado_canvas *canvas)
{
    const char *text = canvas->ask->bytes;
    int width = 0, height = 0, line = 1;
    long value;
    for (const char *s = text; *s; line++) {
        int count = 0;
        while (next_number(&s, &value)) count++;
        if (*s && *s != '\n') {
            return dado_canvas_fail(canvas, line, "a grid holds numbers, not \"%.20s\"", s);
        }
        if (count && !width) width = count;
        if (count && count != width) {
            return dado_canvas_fail(canvas, line, "this row has %d numbers, the first has %d",
                                    count, width);
        }
        height += count > 0;
        if (*s) s++;
    }
    dado_tile_layer *layer = dado_canvas_layer(canvas, "id", width, height);
    if (!layer) return false;
    for (int y = 0, row = 1; y < height; row++) {
        int x = 0;
        while (next_number(&text, &value)) {
            if (value < -1 || value > DADO_MAP_CODE_MOST) {
                return dado_canvas_fail(canvas, row, "%ld is out of range for an id", value);
            }
            layer->tile[y * width + x++] = (int32_t)value;
        }
        y += x > 0;
        if (*text) text++;
    }
    return dado_canvas_layers(canvas);
}

const dado_map_form dado_form_numbers = {
    .name = "numbers",
    .about = "a grid of numbers, which are ids unless a legend says otherwise",
    .suffixes = ".csv",
    .sniff = sniff,
    .read = read,
};
