// format_xp.c - reads pictures of REXPaint: layers of letters, column by column, usually
// gzipped.
//
// A cell has a letter of code page 437 and two colours. The legend is searched for the
// letter with its colour (g:#ff0040), the letter, the colour (#ff0040), and, for pictures
// painted in shades, for `dark` and `light`. Cells with REXPaint's transparent pink are
// see-through.
#include <stdio.h>
#include <string.h>

#include "worlds/dungeon/map_formats/import_canvas.h"

static int sniff(const char *source, const char *bytes, size_t length)
{
    bool packed = length > 2 && (unsigned char)bytes[0] == 0x1F && (unsigned char)bytes[1] == 0x8B;
    if (dado_name_has_suffix(source, ".xp")) return 95;
    return packed ? 50 : 0;
}

static int32_t word_at(const unsigned char *b)
{
    return (int32_t)((uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 |
                     (uint32_t)b[3] << 24);
}

// Turns a code of page 437 into a sign. Codes that dungeons are drawn with become
// letters; the others become their numbers.
static void letter_of(int code, char *sign)
{
    static const struct {
        int code;
        const char *sign;
    } known[] = { { 250, "." }, { 249, "." }, { 7, "." } };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i].code == code) {
            strcpy(sign, known[i].sign);
            return;
        }
    }
    if (code >= 32 && code < 127) snprintf(sign, 8, "%c", code);
    else if (code >= 176 && code <= 223)
        snprintf(sign, 8, "\xE2\x96\x88");  // lines and blocks are walls
    else if (code == 0) snprintf(sign, 8, " ");
    else snprintf(sign, 8, "%d", code);
}

static bool paint(dado_import_canvas *canvas, const unsigned char *cell, int x, int y)
{
    char sign[8], both[24], colour[12], number[16];
    dado_legend_entry found;
    int code = word_at(cell);
    const unsigned char *fore = cell + 4, *back = cell + 7;
    if (back[0] == 255 && back[1] == 0 && back[2] == 255) return true;
    letter_of(code, sign);
    int light = 299 * fore[0] + 587 * fore[1] + 114 * fore[2];
    snprintf(colour, sizeof colour, "#%02x%02x%02x", fore[0], fore[1], fore[2]);
    snprintf(both, sizeof both, "%s:%s", sign, colour);
    snprintf(number, sizeof number, "%d", code);
    if (dado_import_canvas_find_sign(canvas, both, &found) ||
        dado_import_canvas_find_sign(canvas, sign, &found) ||
        dado_import_canvas_find_sign(canvas, number, &found) ||
        dado_import_canvas_find_sign(canvas, colour, &found) ||
        dado_import_canvas_find_sign(canvas, light >= 128000 ? "light" : "dark", &found)) {
        dado_import_canvas_paint(canvas, x, y, &found);
        return true;
    }
    return dado_import_canvas_letter(canvas, 0, sign, x, y);
}

// Returns true if all cells have the same letter, so that only colours carry a meaning.
static bool says_nothing(const unsigned char *cells, int count)
{
    for (int i = 1; i < count; i++) {
        if (word_at(cells + (size_t)i * 10) != word_at(cells)) return false;
    }
    return true;
}

static bool read_layers(dado_import_canvas *canvas, const unsigned char *bytes, size_t size)
{
    int32_t version = size >= 8 ? word_at(bytes) : 0;
    int32_t layers = version < 0 ? word_at(bytes + 4) : version;
    size_t at = version < 0 ? 8 : 4;
    bool laid = false;
    if (size < 8 || layers < 1 || layers > 9) {
        return dado_import_canvas_fail(canvas, 0,
                                       "this is not a REXPaint picture; its head is wrong");
    }
    for (int l = 0; l < layers; l++) {
        if (size - at < 8)
            return dado_import_canvas_fail(canvas, 0,
                                           "the picture ends before its last layer; save it again");
        int32_t width = word_at(bytes + at), height = word_at(bytes + at + 4);
        at += 8;
        if (!laid && !dado_import_canvas_resize(canvas, width, height)) return false;
        laid = true;
        if (width != canvas->map.width || height != canvas->map.height ||
            size - at < (size_t)width * (size_t)height * 10) {
            return dado_import_canvas_fail(
                canvas, 0, "the picture ends before its last cell, or its layers differ in size");
        }
        if (layers == 1 && canvas->meanings == 0 && says_nothing(bytes + at, width * height)) {
            return dado_import_canvas_fail(
                canvas, 0,
                "every cell has the same letter, so colours carry the "
                "meaning: say in a legend what they mean, as in #ff0000 = wall, "
                "or dark = wall and light = floor");
        }
        for (int i = 0; i < width * height; i++) {
            if (!paint(canvas, bytes + at + (size_t)i * 10, i / height, i % height)) return false;
        }
        at += (size_t)width * (size_t)height * 10;
    }
    return true;
}

static bool read(dado_import_canvas *canvas)
{
    const unsigned char *bytes = (const unsigned char *)canvas->ask->bytes;
    size_t size = canvas->ask->length;
    if (size > 2 && bytes[0] == 0x1F && bytes[1] == 0x8B) {
        bytes = dado_inflate(canvas, bytes, size, &size);
    }
    return bytes && read_layers(canvas, bytes, size);
}

const dado_map_format dado_map_format_xp = {
    .name = "xp",
    .about = "REXPaint's pictures; a legend may ask for letters, colours or shades",
    .suffixes = ".xp",
    .sniff = sniff,
    .read = read,
};
