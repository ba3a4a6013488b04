// level_state_fuzz.c - a saved run of evolution is taken up or refused, never believed blindly.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "evolve/level_species.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dado_region region;
    dado_region_init(&region, (size_t)64 << 20);
    static dado_level_breeding level_breeding;
    dado_option options[] = { { .name = "population", .text = "4" },
                              { .name = "generations", .text = "6" } };
    dado_options all = { options, 2 };
    dado_level_breeding_texts texts = { 0 };
    dado_error err = { 0 };
    dado_thread_pool *pool = NULL;
    dado_evolution e;
    if (!dado_level_breeding_open(&level_breeding, &all, &texts, &region, &err) ||
        !dado_thread_pool_open(&pool, 1, &err) ||
        !dado_evolution_begin(&e, &level_breeding.species, &level_breeding.plan, pool, &region,
                              &err)) {
        abort();
    }
    // A file that the fuzzer could never guess the head of: it is given it.
    dado_text saved = { 0 }, text = { 0 };
    dado_evolution_save(&e, &saved);
    const char *body = strstr(dado_text_string(&saved), "\nat ");
    dado_text_add_bytes(&text, saved.data, (size_t)(body - saved.data) + 1);
    for (size_t i = 0; i < size; i++) dado_text_char(&text, data[i] ? (char)data[i] : ' ');
    if (dado_evolution_load(&e, "fuzz", dado_text_string(&text), &err)) {
        dado_evolution_run(&e, NULL, NULL, NULL, &err);
    } else if (!err.text[0]) {
        abort();
    }
    dado_text_free(&saved);
    dado_text_free(&text);
    dado_thread_pool_close(pool);
    dado_region_free(&region);
    return 0;
}
