// level_state_fuzz.c - a saved run of evolution is taken up or refused, never believed blindly.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "evolve/levels.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dado_arena arena;
    dado_arena_init(&arena, (size_t)64 << 20);
    static dado_farm farm;
    dado_option options[] = { { .name = "population", .text = "4" },
                              { .name = "generations", .text = "6" } };
    dado_options all = { options, 2 };
    dado_farm_texts texts = { 0 };
    dado_error err = { 0 };
    dado_crew *crew = NULL;
    dado_evolution e;
    if (!dado_farm_open(&farm, &all, &texts, &arena, &err) || !dado_crew_open(&crew, 1, &err) ||
        !dado_evolution_begin(&e, &farm.species, &farm.plan, crew, &arena, &err)) {
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
    dado_crew_close(crew);
    dado_arena_free(&arena);
    return 0;
}
