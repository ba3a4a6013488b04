// format_overcooked.c - reads kitchens of Overcooked: a grid between triple quotes.
#include <string.h>

#include "worlds/dungeon/map_formats/import_canvas.h"

static const char *grid_of(const char *bytes)
{
    const char *grid = strstr(bytes, "\"grid\""), *quotes = grid ? strstr(grid, "\"\"\"") : NULL;
    return quotes ? quotes + 3 : NULL;
}

static int sniff(const char *source, const char *bytes, size_t length)
{
    (void)source;
    (void)length;
    return grid_of(bytes) ? 92 : 0;
}

static bool read(dado_import_canvas *canvas)
{
    const char *text = grid_of(canvas->ask->bytes), *end = text ? strstr(text, "\"\"\"") : NULL;
    int line = 1;
    if (!end)
        return dado_import_canvas_fail(canvas, 0, "there is no \"grid\" between \"\"\" and \"\"\"");
    for (const char *s = canvas->ask->bytes; s < text; s++) line += *s == '\n';
    dado_text rows = { 0 };
    while (text < end) {  // rows are indented, and every row begins with a counter
        text += strspn(text, " \t");
        size_t length = strcspn(text, "\n");
        if (text + length > end) length = (size_t)(end - text);
        dado_text_add_bytes(&rows, text, length);
        dado_text_char(&rows, '\n');
        text += length + 1;
    }
    dado_import_canvas_note_loss(canvas,
                                 "stations and counters are walls; the second cook is not kept");
    bool fine = dado_import_canvas_drawing(canvas, line, dado_text_string(&rows), rows.length);
    dado_text_free(&rows);
    return fine;
}

const dado_map_format dado_map_format_overcooked = {
    .name = "overcooked",
    .about = "kitchens of Overcooked-AI",
    .suffixes = ".layout",
    .legend = "X = wall\nO = wall\nD = wall\nP = wall\nS = wall\nT = wall\nspace = floor\n"
              "1 = floor start\n2 = floor\n",
    .sniff = sniff,
    .read = read,
};
