// gen_random_level.c - makes a level of patterns drawn at random, one after another.
#include <string.h>

#include "core/rng.h"
#include "worlds/generator.h"
#include "worlds/platform/level_format.h"
#include "worlds/platform/pattern_score.h"

enum { width, patterns_text, parameter_count };

static const dado_parameter parameters[parameter_count + 1] = {
    [width] = { "width", "Columns of the level at most, its two platforms included.",
                DADO_PARAMETER_INTEGER, 290, 40, DADO_LEVEL_WIDEST, NULL },
    [patterns_text] = { "patterns", "A pattern file's text; empty for the classic thirty.",
                        DADO_PARAMETER_TEXT, 0, 0, 0, "" },
};

static bool make(const dado_generator *generator, const dado_parameter_values *values,
                 uint64_t seed, const dado_quality_callback *judge, dado_generated *made,
                 dado_error *err)
{
    (void)generator;
    (void)judge;
    const char *text = values->words[patterns_text];
    bool own = text && *text;
    dado_region region;
    dado_region_init(&region, (size_t)8 << 20);
    dado_patterns patterns;
    dado_level level;
    uint8_t genes[DADO_GENES_MOST];
    int count = 0, at = DADO_LEVEL_START, end = (int)values->number[width] - DADO_LEVEL_END;
    bool fine = dado_patterns_read(&patterns, own ? "patterns" : "classic.patterns",
                                   own ? text : dado_patterns_classic, &region, err);
    dado_rng rng = dado_rng_stream(seed, 1, DADO_STREAM_CHANCE);
    while (fine && count < DADO_GENES_MOST) {
        uint8_t fitting[DADO_PATTERNS_MOST];
        int choices = 0;
        for (int i = 0; i < patterns.count; i++) {
            if (at + patterns.items[i].width <= end) fitting[choices++] = (uint8_t)i;
        }
        if (choices == 0) break;
        genes[count] = fitting[dado_rng_below(&rng, (uint64_t)choices)];
        at += patterns.items[genes[count++]].width;
    }
    fine = fine && dado_level_build(&level, &patterns, genes, count, seed, &region, err);
    if (fine) {
        dado_level_write(&level, &made->text);
        dado_text_add(&made->notes, "patterns ");
        dado_genes_write(genes, count, &made->notes);
        made->attempts = 1;
    }
    dado_region_free(&region);
    return fine;
}

const dado_generator dado_generator_random_row = {
    .name = "random-row",
    .title = "A random row of patterns",
    .about = "A platform level put together from patterns drawn at random.",
    .world = "platform",
    .method = "constructive",
    .parameters = parameters,
    .make = make,
};
