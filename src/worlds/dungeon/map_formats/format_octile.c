// format_octile.c - reads pathfinding benchmark grids: a head with height and width, then
// letters.
#include <stdio.h>
#include <string.h>

#include "worlds/dungeon/map_formats/import_canvas.h"

static int sniff(const char *source, const char *bytes, size_t length)
{
    (void)source;
    (void)length;
    bool head = strncmp(bytes, "type ", 5) == 0 || strncmp(bytes, "height ", 7) == 0 ||
                strncmp(bytes, "width ", 6) == 0;
    return head && strstr(bytes, "\nmap") ? 95 : 0;
}

static bool read(dado_import_canvas *canvas)
{
    const char *map = strstr(canvas->ask->bytes, "\nmap");
    if (!map)
        return dado_import_canvas_fail(canvas, 1, "this file has no line \"map\" before its rows");
    int line = 2;
    for (const char *s = canvas->ask->bytes; s <= map; s++) line += *s == '\n';
    map += 1 + strcspn(map + 1, "\n");
    if (*map) map++;
    return dado_import_canvas_drawing(canvas, line, map, strlen(map));
}

const dado_map_format dado_map_format_octile = {
    .name = "octile",
    .about = "grids of path-finding benchmarks, headed by height and width",
    .suffixes = ".map",
    .legend = ". = floor\nG = floor\nS = floor\n@ = wall\nO = wall\nT = wall\nW = wall\n",
    .sniff = sniff,
    .read = read,
};
