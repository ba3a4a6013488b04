// learned_row.c - a level in the manner of others: chains of columns or cells, learned from them.
//
// What is learned from are levels in the common text form, one after another
// with an empty line between; without any, the levels that random rows of the
// classic patterns make. A level whose shape forbids that it is crossed is
// thrown away and drawn anew, a number of times.
#include <string.h>

#include "core/rng.h"
#include "worlds/chain.h"
#include "worlds/generator.h"
#include "worlds/platform/format.h"
#include "worlds/platform/reach.h"

enum { width, method, order, least, tries, examples, parameter_count };
enum { examples_most = 512, usual_examples = 20 };

static const dado_parameter parameters[parameter_count + 1] = {
    [width] = { "width", "Columns of the level, its two platforms included.", DADO_WHOLE, 200, 40,
                DADO_LEVEL_WIDEST, NULL },
    [method] = { "cells", "A chain over cells; else over whole columns.", DADO_SWITCH, 0, 0, 1,
                 NULL },
    [order] = { "order", "Columns a chain looks back; of cells 1 to 3 neighbours.", DADO_WHOLE, 2,
                0, DADO_CHAIN_ORDER_MOST, NULL },
    [least] = { "least", "A context seen fewer times gives way to a shorter one.", DADO_WHOLE, 2, 1,
                1000, NULL },
    [tries] = { "tries", "Levels drawn until one can be crossed by its shape.", DADO_WHOLE, 50, 1,
                1000, NULL },
    [examples] = { "examples",
                   "Levels to learn from, an empty line between; empty for random rows.",
                   DADO_WORDS, 0, 0, 0, "" },
};

// A level's tiles and creatures as letters, column by column from the bottom, ends taken off.
static bool take_letters(const dado_level *level, dado_grid *grid, dado_arena *arena)
{
    dado_text text = { 0 };
    dado_level_write(level, &text);
    int wide = level->width;
    char *letters = dado_new(arena, char, wide *DADO_LEVEL_ROWS);
    for (int x = 0; letters && x < wide; x++) {
        for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
            char c = text.data[(size_t)row * (size_t)(wide + 1) + (size_t)x];
            if (c == 'M' || c == 'F') c = '-';
            letters[x * DADO_LEVEL_ROWS + DADO_LEVEL_ROWS - 1 - row] = c;
        }
    }
    dado_text_free(&text);
    *grid = (dado_grid){ wide, DADO_LEVEL_ROWS, letters };
    return letters != NULL;
}

static bool read_examples(const char *text, dado_grid *grids, int *count, dado_arena *arena,
                          dado_error *err)
{
    *count = 0;
    while (*text && *count < examples_most) {
        text += strspn(text, "\r\n");
        const char *end = strstr(text, "\n\n");
        size_t length = end ? (size_t)(end - text) + 1 : strlen(text);
        if (length == 0) break;
        char *one = dado_arena_copy(arena, text, length);
        dado_level level;
        if (!one || !dado_level_read(&level, "examples", one, arena, err) ||
            !take_letters(&level, &grids[*count], arena)) {
            return err && err->text[0] ? false : dado_fail(err, DADO_LIMIT, "no memory left");
        }
        ++*count;
        text += length;
    }
    return *count > 0 || dado_fail(err, DADO_MEANING, "there is no level among the examples");
}

static bool usual(dado_grid *grids, int *count, dado_arena *arena, dado_error *err)
{
    const dado_generator *rows = dado_generator_named("random-row");
    dado_values values;
    dado_made made = { 0 };
    bool fine = true;
    dado_generator_defaults(rows, &values);
    for (*count = 0; fine && *count < usual_examples; ++*count) {
        dado_level level;
        fine = dado_generator_make(rows, &values, (uint64_t)*count + 1, NULL, &made, err) &&
               dado_level_read(&level, "examples", dado_text_string(&made.text), arena, err) &&
               take_letters(&level, &grids[*count], arena);
    }
    dado_made_free(&made);
    return fine;
}

// From letters to a level: ground in front and behind, start and exit on it.
static bool build(const char *letters, int wide, dado_level *level, dado_arena *arena,
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
    bool fine = dado_level_read(level, "learned", dado_text_string(&text), arena, err);
    dado_text_free(&text);
    return fine;
}

static bool make(const dado_generator *generator, const dado_values *v, uint64_t seed,
                 const dado_judge *judge, dado_made *made, dado_error *err)
{
    (void)generator;
    (void)judge;
    dado_arena arena;
    dado_arena_init(&arena, (size_t)512 << 20);
    int wide = (int)v->number[width], count;
    dado_grid *grids = dado_new(&arena, dado_grid, examples_most);
    char *letters = dado_new(&arena, char, wide *DADO_LEVEL_ROWS);
    const char *text = v->words[examples];
    dado_chain_how how = { v->number[method] != 0, (int)v->number[order], (int)v->number[least] };
    bool fine = grids && letters &&
                (text && *text ? read_examples(text, grids, &count, &arena, err)
                               : usual(grids, &count, &arena, err));
    dado_chain *chain = fine ? dado_chain_learn(grids, count, how, &arena) : NULL;
    if (fine && !chain) fine = dado_fail(err, DADO_LIMIT, "no memory left to learn from levels");
    dado_rng rng = dado_rng_stream(seed, 2, DADO_LANE_CHANCE);
    bool crossed = false;
    dado_level level = { 0 };
    for (made->attempts = 0; fine && !crossed && made->attempts < (int)v->number[tries];
         made->attempts++) {
        size_t mark = dado_arena_mark(&arena);
        for (int i = 0; i < DADO_LEVEL_START * DADO_LEVEL_ROWS; i++) {
            letters[i] = i % DADO_LEVEL_ROWS < 2 ? 'X' : '-';
        }
        dado_chain_make(chain, wide - DADO_LEVEL_END, DADO_LEVEL_ROWS, DADO_LEVEL_START, &rng,
                        letters);
        fine = build(letters, wide, &level, &arena, err);
        crossed = fine && dado_level_passable(&level, NULL);
        if (fine && (crossed || made->attempts + 1 == (int)v->number[tries])) {
            dado_level_write(&level, &made->text);
        }
        dado_arena_rewind(&arena, mark);
    }
    if (fine && !crossed) dado_text_add(&made->notes, "its shape forbids that it is crossed\n");
    dado_arena_free(&arena);
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
