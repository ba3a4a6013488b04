// Expectation files: whatever is read is written back in a form that reads the same.
#include <stdlib.h>
#include <string.h>

#include "measure/expectations.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 1 << 16) return 0;
    dado_region region;
    dado_region_init(&region, (size_t)64 << 20);
    char *text = dado_region_copy(&region, (const char *)data, size);
    dado_measures measures;
    dado_error err = { 0 };
    dado_expectations first, second;
    bool listed = dado_measures_list(&measures, NULL, &region, &err);
    if (listed) dado_expectations_read(&first, "fuzz", text, &measures, &region, &err);
    if (dado_expectations_read(&first, "fuzz", text, NULL, &region, &err)) {
        dado_text once = { 0 }, twice = { 0 };
        dado_expectations_write(&first, &once);
        if (!dado_expectations_read(&second, "again", dado_text_string(&once), NULL, &region, &err))
            abort();
        dado_expectations_write(&second, &twice);
        if (strcmp(dado_text_string(&once), dado_text_string(&twice)) != 0) abort();
        dado_expectations_check(&second, &err);
        dado_text_free(&once);
        dado_text_free(&twice);
    }
    dado_region_free(&region);
    return 0;
}
