// level_patterns_fuzz.c - pattern files, tables and genomes: read, or refused with a reason.
//
// The first byte says which of the three the rest is.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "worlds/platform/building_patterns.h"
#include "worlds/platform/reachability.h"
#include "worlds/platform/pattern_score.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool read_patterns(const char *text, dado_region *region, dado_error *err)
{
    dado_patterns patterns;
    if (!dado_patterns_read(&patterns, "fuzz", text, region, err)) return false;
    uint8_t genes[8];
    dado_level level;
    for (int i = 0; i < 8; i++) genes[i] = (uint8_t)(i * 5 % patterns.count);
    if (dado_level_build(&level, &patterns, genes, 8, 1, region, err)) {
        dado_level_passable(&level, NULL);
    }
    dado_patterns_safe(&patterns);
    return true;
}

static bool read_other(bool table, const char *text, dado_region *region, dado_error *err)
{
    dado_patterns patterns;
    dado_pattern_score score;
    uint8_t genes[64];
    int count;
    if (!dado_patterns_read(&patterns, "classic", dado_patterns_classic, region, err)) abort();
    if (table) return dado_pattern_score_read(&score, &patterns, "fuzz", text, region, err);
    return dado_genes_read(&patterns, "fuzz", text, genes, 64, &count, err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    char *text = malloc(size);
    if (!text) return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    dado_region region;
    dado_region_init(&region, (size_t)16 << 20);
    dado_error err = { 0 };
    bool fine = data[0] == 'p' ? read_patterns(text, &region, &err)
                               : read_other(data[0] == 't', text, &region, &err);
    if (!fine && !err.text[0]) abort();
    dado_region_free(&region);
    free(text);
    return 0;
}
