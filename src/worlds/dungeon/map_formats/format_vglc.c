// format_vglc.c - reads dungeons of the Video Game Level Corpus, drawn in its letters.
//
// The corpus keeps a legend beside its levels, as JSON; the legend of its dungeons is
// built in. Doors lead to the next room of the same text, stairs lead out of it.
#include <string.h>

#include "worlds/dungeon/map_formats/import_canvas.h"

static int sniff(const char *source, const char *bytes, size_t length)
{
    (void)source;
    if (length == 0 || strspn(bytes, "FBMPOIDSW-\r\n") != length) return 0;
    return memchr(bytes, 'W', length) && memchr(bytes, 'F', length) ? 80 : 0;
}

static bool read(dado_import_canvas *canvas)
{
    return dado_import_canvas_drawing(canvas, 1, canvas->ask->bytes, canvas->ask->length);
}

const dado_map_format dado_map_format_vglc = {
    .name = "vglc",
    .about = "dungeons of the Video Game Level Corpus: W wall, F floor, B block, D door, S stair, "
             "M monster, P element, O element over floor, I element over block, - nothing",
    .suffixes = ".txt",
    .legend = "W = wall\nF = floor\nB = wall\nD = floor\nS = exit\nM = floor goblin\nP = wall\n"
              "O = floor\nI = wall\n- = wall\n",
    .sniff = sniff,
    .read = read,
};
