// format_ascii.c - reads maps drawn with letters, one or several per file.
//
// A line that begins with a semicolon is a heading and separates the drawings of a file.
// If the user asks for one by number and there are no headings, empty lines separate them
// too. In a single drawing an empty line is a row of rock.
#include <string.h>

#include "worlds/dungeon/map_formats/import_canvas.h"

static int sniff(const char *source, const char *bytes, size_t length)
{
    (void)source;
    return length > 0 && !memchr(bytes, 0, length) ? 5 : 0;
}

// Finds drawing number `part`, from 1. `line` gets its first line, `parts` the number of
// drawings.
static const char *find_part(const char *text, int part, bool empty_parts, size_t *length,
                             int *line, int *parts)
{
    const char *begin = NULL, *found = NULL;
    int at = 0, begun = 0;
    *parts = 0;
    for (const char *s = text;;) {
        at++;
        size_t wide = strcspn(s, "\r\n"), whole = strcspn(s, "\n");
        bool edge = !s[0] || s[0] == ';' || (empty_parts && wide == 0);
        if (edge && begin) {
            if (++*parts == part) {
                found = begin;
                *length = (size_t)(s - begin);
                *line = begun;
            }
            begin = NULL;
        } else if (!edge && !begin && wide) {
            begin = s;
            begun = at;
        }
        if (!s[0]) return found;
        s += whole + (s[whole] == '\n');
    }
}

static bool read(dado_import_canvas *canvas)
{
    const char *text = canvas->ask->bytes;
    size_t length = canvas->ask->length;
    int part = canvas->ask->part, line = 1, parts;
    bool headed = text[0] == ';' || strstr(text, "\n;");
    if (headed || part > 0) {
        text = find_part(text, part > 0 ? part : 1, !headed, &length, &line, &parts);
        if (!text)
            return dado_import_canvas_fail(
                canvas, 0, "this file has %d maps, so there is no map %d", parts, part);
        if (parts > 1 && part == 0) {
            dado_import_canvas_note_loss(canvas, "the file holds %d maps: the first is taken",
                                         parts);
        }
    }
    return dado_import_canvas_drawing(canvas, line, text, length);
}

const dado_map_format dado_map_format_ascii = {
    .name = "ascii",
    .about = "drawings in letters: # wall, . floor, @ or E start, X or > exit, $ gold, ! potion, "
             "+ sword, e rat, o ogre; lines and blocks are walls",
    .suffixes = ".txt",
    .sniff = sniff,
    .read = read,
};
