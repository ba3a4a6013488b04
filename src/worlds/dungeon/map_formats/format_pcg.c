// format_pcg.c - reads maps made for the PCG Benchmark: rows of numbers in JSON.
//
// The meaning of the numbers depends on the benchmark problem, which is named in the file
// or by the name of the file. The map gets a ring of walls around it.
#include <stdio.h>
#include <string.h>

#include "worlds/dungeon/map_formats/import_canvas.h"

static const struct {
    const char *name;
    const char *legend;
} problems[] = {
    { "binary", "0 = wall\n1 = floor\n" },
    { "mdungeon", "0 = wall\n1 = floor\n2 = floor start\n3 = exit\n4 = floor potion\n"
                  "5 = floor gold\n6 = floor goblin\n7 = floor ogre\n" },
    { "zelda", "0 = wall\n1 = floor\n2 = floor start\n3 = floor gold\n4 = exit\n"
               "5 = floor goblin\n" },
};

static int sniff(const char *source, const char *bytes, size_t length)
{
    (void)source;
    (void)length;
    const char *s = bytes + strspn(bytes, " \t\r\n");
    if (*s == '[') {
        s++;
        return s[strspn(s, " \t\r\n")] == '[' ? 60 : 0;
    }
    return *s == '{' && strstr(s, "\"content\"") ? 65 : 0;
}

static const json_t *rows_of(const json_t *root)
{
    const json_t *content = json_is_object(root) ? json_object_get(root, "content") : root;
    if (json_is_object(content)) content = json_object_get(content, "map");
    return json_is_array(content) && json_is_array(json_array_get(content, 0)) ? content : NULL;
}

static const char *legend_of(const char *source, const json_t *root)
{
    const char *slash = strrchr(source, '/');
    const char *names[] = { dado_json_member_text(root, "problem"),
                            dado_json_member_text(root, "env"), slash ? slash + 1 : source };
    for (int n = 0; n < 3; n++) {
        for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
            if (strstr(names[n], problems[i].name)) return problems[i].legend;
        }
    }
    return NULL;
}

static bool read_root(dado_import_canvas *canvas, const json_t *root)
{
    const json_t *rows = rows_of(root);
    const char *legend = legend_of(canvas->ask->source, root);
    if (!rows)
        return dado_import_canvas_fail(canvas, 1, "there are no rows of numbers under \"content\"");
    if (!legend && canvas->meanings == 0) {
        return dado_import_canvas_fail(
            canvas, 1,
            "the benchmark problem is unknown; name it in the file, as in "
            "\"problem\": \"mdungeon-v0\", or in the file's name: binary, "
            "mdungeon or zelda; or give a legend");
    }
    if (legend && !dado_legend_read(canvas, "problem", legend)) return false;
    size_t height = json_array_size(rows), width = json_array_size(json_array_get(rows, 0));
    if (width < 1 || width > DADO_MAP_SIDE_MOST - 2 || height > DADO_MAP_SIDE_MOST - 2) {
        return dado_import_canvas_fail(
            canvas, 1, "this map has a wrong size; a map has 1 to %d columns and rows",
            DADO_MAP_SIDE_MOST - 2);
    }
    dado_tile_layer *layer =
        dado_import_canvas_layer(canvas, "content", (int)width + 2, (int)height + 2);
    if (!layer) return false;
    for (size_t y = 0; y < height; y++) {
        const json_t *row = json_array_get(rows, y);
        if (json_array_size(row) != width) {
            return dado_import_canvas_fail(canvas, 0, "row %d has %d numbers, the first has %d",
                                           (int)y + 1, (int)json_array_size(row), (int)width);
        }
        for (size_t x = 0; x < width; x++) {
            double value = json_number_value(json_array_get(row, x));
            bool fits = value >= 0 && value <= DADO_MAP_CODE_MOST;
            layer->tile[(y + 1) * (width + 2) + x + 1] = fits ? (int32_t)value : -1;
        }
    }
    return dado_import_canvas_layers(canvas);
}

static bool read(dado_import_canvas *canvas)
{
    return dado_import_canvas_read_json(canvas, read_root);
}

const dado_map_format dado_map_format_pcg = {
    .name = "pcg",
    .about = "content of the PCG Benchmark's problems binary, mdungeon and zelda",
    .suffixes = ".json",
    .sniff = sniff,
    .read = read,
};
