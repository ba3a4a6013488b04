// recycle_format_fuzz.c - any bytes at all, laid out: what comes out says the same and does not
// change when it is laid out again.
#include <stdlib.h>
#include <string.h>

#include "recycle/recycle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text) return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    dado_region region;
    dado_region_init(&region, (size_t)64 << 20);
    dado_recycle_diagnostics found;
    dado_text once = { 0 }, twice = { 0 };
    if (dado_recycle_format("fuzz.rcy", text, &once, &region, &found)) {
        if (!dado_recycle_format("fuzz.rcy", dado_text_string(&once), &twice, &region, &found)) {
            abort();
        }
        if (strcmp(dado_text_string(&once), dado_text_string(&twice)) != 0) abort();
    } else if (found.errors == 0) {
        abort();  // what is refused is told
    }
    dado_text_free(&once);
    dado_text_free(&twice);
    dado_region_free(&region);
    free(text);
    return 0;
}
