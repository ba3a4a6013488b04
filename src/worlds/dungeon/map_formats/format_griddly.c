// format_griddly.c - reads levels from Griddly's YAML, and the names of its objects.
#include <stdio.h>
#include <string.h>

#include "worlds/dungeon/map_formats/import_canvas.h"

static int sniff(const char *source, const char *bytes, size_t length)
{
    (void)length;
    bool levels = strstr(bytes, "Levels:") && strstr(bytes, "MapCharacter:");
    return levels ? (dado_name_has_suffix(source, ".yaml") ? 95 : 60) : 0;
}

static size_t indent_of(const char *line)
{
    return strspn(line, " ");
}

// Adds a legend entry for each `MapCharacter: A`, with the `Name: avatar` above it.
static void read_names(dado_import_canvas *canvas)
{
    char name[DADO_SIGN_MOST] = "";
    for (const char *s = canvas->ask->bytes; *s; s += strcspn(s, "\n"), s += *s == '\n') {
        const char *word = s + strspn(s, " -");
        char sign[8] = "", line[DADO_SIGN_MOST + 40];
        sscanf(word, "Name: %63s", name);
        if (sscanf(word, "MapCharacter: %7s", sign) != 1) continue;
        dado_legend_entry found;
        if (sign[0] == '\'' || sign[0] == '"') memmove(sign, sign + 1, 7);
        sign[1] = '\0';
        if (dado_import_canvas_find_sign(canvas, sign, &found)) continue;
        if (!dado_import_canvas_guess_word(canvas, name, &found)) {
            dado_import_canvas_note_loss(
                canvas, "an object called \"%.60s\" means nothing here: skipped", name);
            found = (dado_legend_entry){ .id = DADO_CELL_FLOOR };
        }
        if (found.id == DADO_CELL_KEEP) found.id = DADO_CELL_FLOOR;
        snprintf(line, sizeof line, "%s = %d %s", sign, found.id, found.thing);
        dado_legend_read(canvas, "griddly", line);
    }
}

static bool read(dado_import_canvas *canvas)
{
    const char *s = strstr(canvas->ask->bytes, "Levels:"), *found = NULL;
    int wanted = canvas->ask->part > 0 ? canvas->ask->part : 1, count = 0, line = 1, at = 1;
    if (!s) return dado_import_canvas_fail(canvas, 0, "this file has no section \"Levels:\"");
    for (const char *c = canvas->ask->bytes; c < s; c++) at += *c == '\n';
    size_t outer = 0;
    while (*s) {
        s += strcspn(s, "\n");
        if (*s) s++;
        at++;
        size_t indent = indent_of(s);
        if (strncmp(s + indent, "- |", 3) == 0) {
            if (++count == wanted) {
                found = s + strcspn(s, "\n");
                line = at + 1;
                outer = indent;
            }
        } else if (count && s[indent] && s[indent] != '\n' && indent <= outer) break;
    }
    if (!found || !*found) {
        return dado_import_canvas_fail(
            canvas, 0, "this file has %d levels, so there is no level %d", count, wanted);
    }
    if (count > 1 && canvas->ask->part == 0) {
        dado_import_canvas_note_loss(canvas, "the file holds %d maps: the first is taken", count);
    }
    dado_text rows = { 0 };
    for (s = found + 1; *s && indent_of(s) > outer && s[indent_of(s)] != '\n';) {
        const char *row = s + indent_of(s);
        size_t length = strcspn(row, "\r\n");
        for (size_t i = 0; i < length; i++) {  // slashes separate things on one cell
            if (row[i] != '/') dado_text_char(&rows, row[i]);
            while (i + 1 < length && row[i + 1] == ' ') i++;
        }
        dado_text_char(&rows, '\n');
        s = row + strcspn(row, "\n");
        if (*s) s++;
    }
    read_names(canvas);
    bool fine = dado_import_canvas_drawing(canvas, line, dado_text_string(&rows), rows.length);
    dado_text_free(&rows);
    return fine;
}

const dado_map_format dado_map_format_griddly = {
    .name = "griddly",
    .about = "levels of Griddly games, by the names of their objects",
    .suffixes = ".yaml",
    .sniff = sniff,
    .read = read,
};
