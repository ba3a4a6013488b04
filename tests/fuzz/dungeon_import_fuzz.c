// dungeon_import_fuzz.c - any bytes in any form that maps come in; what comes out loads, and what
// is written for other editors comes back.
#include <stdlib.h>
#include <string.h>

#include "worlds/dungeon/map_formats/map_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Whatever is asked for beside the file is the file itself, be it a set, a template or a level.
static bool beside(void *self, const char *name, const char **bytes, size_t *length,
                   dado_error *err)
{
    const dado_import *ask = self;
    (void)name;
    (void)err;
    *bytes = ask->bytes;
    *length = ask->length;
    return true;
}

static void import(dado_import *ask, dado_region *region)
{
    dado_text out = { 0 };
    dado_import_losses losses = { 0 };
    dado_error err = { 0 };
    if (dado_map_import(ask, &out, &losses, &err)) {
        dado_map map;
        if (!dado_map_read(&map, "f", out.data, out.length, region, NULL, &err)) abort();
        for (int i = 0; dado_map_formats[i] && map.width * map.height < 400; i++) {
            if (!dado_map_formats[i]->write) continue;
            dado_text written = { 0 }, again = { 0 };
            dado_map_formats[i]->write(&map, &written);
            dado_import back = *ask;
            back.bytes = written.data;
            back.length = written.length;
            back.form = dado_map_formats[i];
            back.legend = NULL;
            back.part = 0;
            if (!dado_map_import(&back, &again, NULL, &err)) abort();
            if (strcmp(dado_text_string(&again), dado_text_string(&out)) != 0) abort();
            dado_text_free(&written);
            dado_text_free(&again);
        }
    } else if (!err.text[0]) {
        abort();
    }
    dado_text_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2 || size > 8000) return 0;
    char text[8001];
    memcpy(text, data + 2, size - 2);
    text[size - 2] = '\0';
    static const char *const legends[] = { NULL, "o = 1 ogre\n9 = 1 start\nq = 2", "* = floor",
                                           "Walls = wall\n* = skip" };
    dado_templates templates;
    dado_templates_shipped(&templates);
    int forms = 0;
    while (dado_map_formats[forms]) forms++;
    int form = data[0] % (forms + 1);
    dado_import ask = { .source = "f",
                        .bytes = text,
                        .length = size - 2,
                        .form = form ? dado_map_formats[form - 1] : NULL,
                        .legend = legends[data[1] % 4],
                        .templates = &templates,
                        .part = data[1] >> 6,
                        .seed = data[1] };
    ask.beside = beside;
    ask.self = &ask;
    dado_region region;
    dado_region_init(&region, (size_t)256 << 20);
    import(&ask, &region);
    dado_region_free(&region);
    return 0;
}
