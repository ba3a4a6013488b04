// gen_learned_level.c - makes levels with a Markov chain of columns or cells, learned
// from examples.
//
// The examples are levels in the common text form, separated by empty lines. Without
// examples, the chain learns from levels made of random rows of the classic patterns. A
// level that cannot be crossed because of its shape is thrown away and drawn again, up to
// a fixed number of times.
#include <string.h>

#include "core/rng.h"
#include "worlds/markov_chain.h"
#include "worlds/generator.h"
#include "worlds/platform/level_format.h"
#include "worlds/platform/reachability.h"

enum { width, method, order, least, tries, examples, parameter_count };
enum { examples_most = 512, usual_examples = 20 };

static const dado_parameter parameters[parameter_count + 1] = {
    [width] = { "width", "Columns of the level, its two platforms included.",
                DADO_PARAMETER_INTEGER, 200, 40, DADO_LEVEL_WIDEST, NULL },
    [method] = { "cells", "A chain over cells; else over whole columns.", DADO_PARAMETER_BOOL, 0, 0,
                 1, NULL },
    [order] = { "order", "Columns a chain looks back; of cells 1 to 3 neighbours.",
                DADO_PARAMETER_INTEGER, 2, 0, DADO_MARKOV_ORDER_MOST, NULL },
    [least] = { "least", "A context seen fewer times gives way to a shorter one.",
                DADO_PARAMETER_INTEGER, 2, 1, 1000, NULL },
    [tries] = { "tries", "Levels drawn until one can be crossed by its shape.",
                DADO_PARAMETER_INTEGER, 50, 1, 1000, NULL },
    [examples] = { "examples",
                   "Levels to learn from, an empty line between; empty for random rows.",
                   DADO_PARAMETER_TEXT, 0, 0, 0, "" },
};

// Copies a level's tiles and creatures as letters, column by column from the bottom up,
// without the platforms at both ends.
static bool take_letters(const dado_level *level, dado_markov_grid *grid, dado_region *region)
{
    dado_text text = { 0 };
    dado_level_write(level, &text);
    int wide = level->width;
    char *letters = dado_new(region, char, wide *DADO_LEVEL_ROWS);
    for (int x = 0; letters && x < wide; x++) {
        for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
            char c = text.data[(size_t)row * (size_t)(wide + 1) + (size_t)x];
            if (c == 'M' || c == 'F') c = '-';
            letters[x * DADO_LEVEL_ROWS + DADO_LEVEL_ROWS - 1 - row] = c;
        }
    }
    dado_text_free(&text);
    *grid = (dado_markov_grid){ wide, DADO_LEVEL_ROWS, letters };
    return letters != NULL;
}

static bool read_examples(const char *text, dado_markov_grid *grids, int *count,
                          dado_region *region, dado_error *err)
{
    *count = 0;
    while (*text && *count < examples_most) {
        text += strspn(text, "\r\n");
        const char *end = strstr(text, "\n\n");
        size_t length = end ? (size_t)(end - text) + 1 : strlen(text);
        if (length == 0) break;
        if (strncmp(text, "route ", 6) == 0) {  // it belongs to the level before it
            text += length;
            continue;
        }
        char *one = dado_region_copy(region, text, length);
        dado_level level;
        if (!one || !dado_level_read(&level, "examples", one, region, err) ||
            !take_letters(&level, &grids[*count], region)) {
            return err && err->text[0]
                       ? false
                       : dado_fail(err, DADO_LIMIT,
                                   "out of memory while reading the example levels");
        }
        ++*count;
        text += length;
    }
    return *count > 0 ||
           dado_fail(err, DADO_INVALID,
                     "there is no level in the examples; separate levels by empty lines");
}

static bool usual(dado_markov_grid *grids, int *count, dado_region *region, dado_error *err)
{
    const dado_generator *rows = dado_generator_named("random-row");
    dado_parameter_values values;
    dado_generated made = { 0 };
    bool fine = true;
    dado_generator_defaults(rows, &values);
    for (*count = 0; fine && *count < usual_examples; ++*count) {
        dado_level level;
        fine = dado_generator_make(rows, &values, (uint64_t)*count + 1, NULL, &made, err) &&
               dado_level_read(&level, "examples", dado_text_string(&made.text), region, err) &&
               take_letters(&level, &grids[*count], region);
    }
    dado_generated_free(&made);
    return fine;
}

// Builds a level from letters: adds ground in front and behind, with the start and the
// exit on it.
static bool build(const char *letters, int wide, dado_level *level, dado_region *region,
                  dado_error *err)
{
    dado_text text = { 0 };
    for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
        for (int x = 0; x < wide; x++) {
            bool end = x < DADO_LEVEL_START || x >= wide - DADO_LEVEL_END;
            char c = end ? (row >= DADO_LEVEL_GROUND ? 'X' : '-')
                         : letters[x * DADO_LEVEL_ROWS + DADO_LEVEL_ROWS - 1 - row];
            bool foot = row == DADO_LEVEL_GROUND - 1;
            if (foot && x == DADO_LEVEL_HERO_COLUMN) c = 'M';
            if (foot && x == wide - DADO_LEVEL_END + DADO_LEVEL_EXIT_COLUMN) c = 'F';
            dado_text_char(&text, c);
        }
        dado_text_char(&text, '\n');
    }
    bool fine = dado_level_read(level, "learned", dado_text_string(&text), region, err);
    dado_text_free(&text);
    return fine;
}

static bool make(const dado_generator *generator, const dado_parameter_values *v, uint64_t seed,
                 const dado_quality_callback *judge, dado_generated *made, dado_error *err)
{
    (void)generator;
    (void)judge;
    dado_region region;
    dado_region_init(&region, (size_t)512 << 20);
    int wide = (int)v->number[width], count;
    dado_markov_grid *grids = dado_new(&region, dado_markov_grid, examples_most);
    char *letters = dado_new(&region, char, wide *DADO_LEVEL_ROWS);
    const char *text = v->words[examples];
    dado_markov_settings how = { v->number[method] != 0, (int)v->number[order],
                                 (int)v->number[least] };
    bool fine = grids && letters &&
                (text && *text ? read_examples(text, grids, &count, &region, err)
                               : usual(grids, &count, &region, err));
    dado_markov_chain *chain = fine ? dado_markov_chain_learn(grids, count, how, &region) : NULL;
    if (fine && !chain)
        fine = dado_fail(err, DADO_LIMIT, "out of memory while learning from the example levels");
    dado_rng rng = dado_rng_stream(seed, 2, DADO_STREAM_CHANCE);
    bool crossed = false;
    dado_level level = { 0 };
    for (made->attempts = 0; fine && !crossed && made->attempts < (int)v->number[tries];
         made->attempts++) {
        size_t mark = dado_region_mark(&region);
        for (int i = 0; i < DADO_LEVEL_START * DADO_LEVEL_ROWS; i++) {
            letters[i] = i % DADO_LEVEL_ROWS < 2 ? 'X' : '-';
        }
        dado_markov_chain_generate(chain, wide - DADO_LEVEL_END, DADO_LEVEL_ROWS, DADO_LEVEL_START,
                                   &rng, letters);
        fine = build(letters, wide, &level, &region, err);
        crossed = fine && dado_level_passable(&level, NULL);
        if (fine && (crossed || made->attempts + 1 == (int)v->number[tries])) {
            dado_level_write(&level, &made->text);
        }
        dado_region_rewind(&region, mark);
    }
    if (fine && !crossed) dado_text_add(&made->notes, "its shape forbids that it is crossed\n");
    dado_region_free(&region);
    return fine;
}

const dado_generator dado_generator_learned_row = {
    .name = "learned-row",
    .title = "In the manner of other levels",
    .about = "A platform level by Markov chains of columns or cells, learned from examples.",
    .world = "platform",
    .method = "learned",
    .parameters = parameters,
    .make = make,
};
