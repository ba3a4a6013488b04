// Expectation files: whatever is read is written back in a form that reads the same.
#include <stdlib.h>
#include <string.h>

#include "measure/expect.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 1 << 16) return 0;
    dado_arena arena;
    dado_arena_init(&arena, (size_t)64 << 20);
    char *text = dado_arena_copy(&arena, (const char *)data, size);
    dado_measures measures;
    dado_error err = { 0 };
    dado_expect first, second;
    bool listed = dado_measures_list(&measures, NULL, &arena, &err);
    if (listed) dado_expect_read(&first, "fuzz", text, &measures, &arena, &err);
    if (dado_expect_read(&first, "fuzz", text, NULL, &arena, &err)) {
        dado_text once = { 0 }, twice = { 0 };
        dado_expect_write(&first, &once);
        if (!dado_expect_read(&second, "again", dado_text_string(&once), NULL, &arena, &err))
            abort();
        dado_expect_write(&second, &twice);
        if (strcmp(dado_text_string(&once), dado_text_string(&twice)) != 0) abort();
        dado_expect_check(&second, &err);
        dado_text_free(&once);
        dado_text_free(&twice);
    }
    dado_arena_free(&arena);
    return 0;
}
