// dungeon_import_fuzz.c - any text as a drawing, a grid, Tiled's JSON or TMX; what comes out loads.
#include <stdlib.h>
#include <string.h>

#include "worlds/dungeon/import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1 || size > 8000) return 0;
    char text[8001];
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    const char *legend = data[0] & 8 ? "o = 1 ogre\n9 = 1 start\nq = 2" : NULL;
    dado_templates templates;
    dado_templates_shipped(&templates);
    dado_text out = { 0 };
    dado_error err = { 0 };
    if (dado_map_import("f", text, (dado_import_form)(data[0] % 5), legend, &templates, &out,
                        &err)) {
        dado_arena arena;
        dado_map map;
        dado_arena_init(&arena, (size_t)64 << 20);
        if (!dado_map_read(&map, "f", out.data, out.length, &arena, NULL, &err)) abort();
        dado_arena_free(&arena);
    } else if (!err.text[0]) {
        abort();
    }
    dado_text_free(&out);
    return 0;
}
