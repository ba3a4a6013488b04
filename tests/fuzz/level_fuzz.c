// level_fuzz.c - any bytes are a level or are refused; a level that is read can be written,
// measured and played.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "worlds/platform/level_format.h"
#include "worlds/platform/level_measures.h"
#include "worlds/platform/physics.h"
#include "worlds/platform/reachability.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void play(const dado_level *level, dado_region *region)
{
    dado_course course;
    if (!dado_course_init(&course, level, region, NULL)) return;
    dado_world_head *w = dado_region_alloc(region, 1, dado_world_size(&course));
    if (!w) return;
    dado_world_start(&course, w);
    for (int i = 0; i < 300; i++) {
        dado_world_tick(&course, w, i * 7 % DADO_BUTTON_SETS | DADO_RIGHT);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    dado_region region;
    dado_region_init(&region, (size_t)16 << 20);
    dado_level level, copy;
    dado_error err = { 0 };
    if (dado_level_read(&level, "fuzz", text, &region, &err)) {
        dado_text out = { 0 };
        double measures[DADO_LEVEL_MEASURES];
        dado_level_write_with_route(&level, &out);
        if (!dado_level_read(&copy, "again", dado_text_string(&out), &region, &err)) abort();
        if (!dado_level_equal(&level, &copy)) abort();
        if (!level.route != !copy.route) abort();
        if (level.route && strcmp(level.route, copy.route) != 0) abort();
        dado_text_clear(&out);
        dado_level_write_json(&level, &out);
        if (!dado_level_read(&copy, "json", dado_text_string(&out), &region, &err)) abort();
        if (!dado_level_equal(&level, &copy)) abort();
        dado_text_clear(&out);
        dado_level_write_corpus(&level, &out);
        dado_level_corpus_losses(&level, &out);
        dado_level_write_tiled(&level, "tiles.png", &out);
        dado_level_measure_all(&level, measures);
        dado_level_measure_course(&level, measures);
        dado_level_passable(&level, NULL);
        play(&level, &region);
        dado_text_free(&out);
    } else if (!err.text[0]) {
        abort();
    }
    dado_region_free(&region);
    free(text);
    return 0;
}
