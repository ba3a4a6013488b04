// gen_primitives_level.c - makes levels of short stretches that pass a test of their own.
//
// This is the constructive method of Shi and Chen: a stretch of twenty columns (they call it a
// constructive primitive) is easy to judge by itself, so bad ones are thrown away before a
// level is put together, and the danger of the good ones decides where each may stand. Their
// judge is learned from marks that people gave; ours is the list of their rules: a stretch is
// passable by shape, has no more danger than asked for, and is not blocked or overcrowded.
#include <string.h>

#include "core/rng.h"
#include "core/scope_cleanup.h"
#include "worlds/generator.h"
#include "worlds/platform/level_format.h"
#include "worlds/platform/reachability.h"

enum { width, danger, rise, tries, parameter_count };
enum { stretch = 20, spawns_most = 8, hills_most = 4 };

static const dado_parameter parameters[parameter_count + 1] = {
    [width] = { "width", "Columns of the level, its two platforms included.",
                DADO_PARAMETER_INTEGER, 290, 70, DADO_LEVEL_WIDEST, NULL },
    [danger] = { "danger", "Danger of a stretch of twenty columns, halfway through the level.",
                 DADO_PARAMETER_REAL, 4, 0, 12, NULL },
    [rise] = { "rise", "By how much danger grows from the first stretch to the last.",
               DADO_PARAMETER_REAL, 4, -12, 12, NULL },
    [tries] = { "tries", "Stretches drawn until one passes.", DADO_PARAMETER_INTEGER, 100, 1, 10000,
                NULL },
};

// A stretch: its columns, as in a level, and who waits in it.
typedef struct primitive {
    uint8_t tiles[stretch * DADO_LEVEL_ROWS];
    dado_spawn spawns[spawns_most];
    int spawn_count;
    int pits;  // columns without ground
} primitive;

static int between(dado_rng *rng, int least, int most)
{
    return least + (int)dado_rng_below(rng, (uint64_t)(most - least) + 1);
}

static uint8_t *cell(primitive *p, int column, int height)
{
    return &p->tiles[column * DADO_LEVEL_ROWS + DADO_LEVEL_GROUND - height];
}

static void fill_ground(primitive *p)
{
    memset(p, 0, sizeof *p);
    for (int x = 0; x < stretch; x++) {
        *cell(p, x, 0) = DADO_TILE_GROUND;
        *cell(p, x, -1) = DADO_TILE_GROUND;
    }
}

// Digs a pit of two to five columns, which leaves ground at both ends of the stretch.
static void dig_pit(primitive *p, dado_rng *rng)
{
    int columns = between(rng, 2, 5), from = between(rng, 2, stretch - 3 - columns);
    for (int x = from; x < from + columns; x++) {
        if (*cell(p, x, 0) == DADO_TILE_AIR) continue;
        for (int height = -1; height <= 4; height++) *cell(p, x, height) = DADO_TILE_AIR;
        p->pits++;
    }
}

// Piles up a hill of rock, one to three tiles high.
static void raise_hill(primitive *p, dado_rng *rng)
{
    int columns = between(rng, 2, 6), from = between(rng, 1, stretch - 1 - columns);
    int high = between(rng, 1, 3);
    for (int x = from; x < from + columns; x++) {
        for (int height = 1; height <= high; height++) *cell(p, x, height) = DADO_TILE_ROCK;
    }
}

static void stand_pipe(primitive *p, dado_rng *rng)
{
    int x = between(rng, 2, stretch - 4), high = between(rng, 2, 3);
    for (int height = 1; height <= high; height++) {
        bool mouth = height == high;
        *cell(p, x, height) = mouth ? DADO_TILE_MOUTH_LEFT : DADO_TILE_PIPE_LEFT;
        *cell(p, x + 1, height) = mouth ? DADO_TILE_MOUTH_RIGHT : DADO_TILE_PIPE_RIGHT;
        *cell(p, x, height + 1) = *cell(p, x + 1, height + 1) = DADO_TILE_AIR;
    }
    if (p->spawn_count < spawns_most && dado_rng_below(rng, 3) == 0) {
        p->spawns[p->spawn_count++] =
            (dado_spawn){ (int16_t)x, (uint8_t)(DADO_LEVEL_GROUND - high), DADO_SNAPPER, false };
    }
}

static void hang_blocks(primitive *p, dado_rng *rng)
{
    static const uint8_t kinds[] = { DADO_TILE_BRICK, DADO_TILE_BRICK, DADO_TILE_COINS,
                                     DADO_TILE_COINS, DADO_TILE_POWER };
    int columns = between(rng, 1, 5), from = between(rng, 1, stretch - 1 - columns);
    for (int x = from; x < from + columns; x++) {
        *cell(p, x, 4) = kinds[dado_rng_below(rng, sizeof kinds)];
    }
}

static void hang_coins(primitive *p, dado_rng *rng)
{
    int columns = between(rng, 2, 6), from = between(rng, 1, stretch - 1 - columns);
    int height = between(rng, 5, 7);
    for (int x = from; x < from + columns; x++) *cell(p, x, height) = DADO_TILE_COIN;
}

// Puts a creature on top of what stands in a column.
static void put_creature(primitive *p, dado_rng *rng)
{
    int x = between(rng, 1, stretch - 2), height = 0, kind = between(rng, 0, 9);
    if (p->spawn_count == spawns_most || *cell(p, x, 0) == DADO_TILE_AIR) return;
    while (height < 6 && *cell(p, x, height) != DADO_TILE_AIR) height++;
    int creature = kind < 5   ? DADO_CRAWLER
                   : kind < 7 ? DADO_GREEN
                   : kind < 9 ? DADO_RED
                              : DADO_SPIKER;
    p->spawns[p->spawn_count++] = (dado_spawn){ (int16_t)x, (uint8_t)(DADO_LEVEL_GROUND - height),
                                                (uint8_t)creature, dado_rng_below(rng, 12) == 0 };
}

static void draw_primitive(primitive *p, dado_rng *rng)
{
    fill_ground(p);
    for (int i = between(rng, 0, hills_most); i > 0; i--) raise_hill(p, rng);
    for (int i = between(rng, 0, 2); i > 0; i--) dig_pit(p, rng);
    for (int i = between(rng, 0, 1); i > 0; i--) stand_pipe(p, rng);
    for (int i = between(rng, 0, 2); i > 0; i--) hang_blocks(p, rng);
    for (int i = between(rng, 0, 2); i > 0; i--) hang_coins(p, rng);
    for (int i = between(rng, 0, 5); i > 0; i--) put_creature(p, rng);
}

static int by_place(const dado_spawn *a, const dado_spawn *b)
{
    return a->column != b->column ? a->column - b->column : a->row - b->row;
}

// Sorts the creatures as a level has them, and removes all but one of a cell.
static void sort_spawns(primitive *p)
{
    int kept = 0;
    for (int i = 0; i < p->spawn_count; i++) {
        dado_spawn one = p->spawns[i];
        int at = kept;
        while (at > 0 && by_place(&p->spawns[at - 1], &one) > 0) at--;
        if (at > 0 && by_place(&p->spawns[at - 1], &one) == 0) continue;
        memmove(p->spawns + at + 1, p->spawns + at, (size_t)(kept - at) * sizeof one);
        p->spawns[at] = one;
        kept++;
    }
    p->spawn_count = kept;
}

static void append(dado_level *level, const primitive *p, int at)
{
    memcpy(level->tiles + at * DADO_LEVEL_ROWS, p->tiles, sizeof p->tiles);
    for (int i = 0; i < p->spawn_count; i++) {
        dado_spawn s = p->spawns[i];
        s.column = (int16_t)(s.column + at);
        // What stands in the way now was put there after the creature.
        bool free = s.creature == DADO_SNAPPER
                        ? dado_level_tile(level, s.column, s.row) == DADO_TILE_MOUTH_LEFT
                        : dado_level_tile(level, s.column, s.row) == DADO_TILE_AIR;
        if (free) level->spawns[level->spawn_count++] = s;
    }
}

// Whether a stretch may be used where so much danger is wanted: within one of it, and passable
// between two pieces of flat ground.
static bool passes(const primitive *p, double wanted, dado_region *region)
{
    double has = p->spawn_count + 0.5 * p->pits;
    if (has > wanted + 1 || has < wanted - 1) return false;
    size_t mark = dado_region_mark(region);
    dado_level alone;
    primitive flat;
    fill_ground(&flat);
    if (!dado_level_init(&alone, 3 * stretch, spawns_most, region, NULL)) return false;
    append(&alone, &flat, 0);
    append(&alone, p, stretch);
    append(&alone, &flat, 2 * stretch);
    alone.spawn_count = 0;  // nobody to step on
    alone.start_column = DADO_LEVEL_HERO_COLUMN;
    alone.exit_column = 3 * stretch - 2;
    alone.start_row = alone.exit_row = DADO_LEVEL_GROUND - 1;
    bool fine = dado_level_passable(&alone, NULL);
    dado_region_rewind(region, mark);
    return fine;
}

static void lay_platform(dado_level *level, int from, int columns)
{
    for (int x = from; x < from + columns; x++) {
        for (int row = DADO_LEVEL_GROUND; row < DADO_LEVEL_ROWS; row++) {
            level->tiles[x * DADO_LEVEL_ROWS + row] = DADO_TILE_GROUND;
        }
    }
}

static bool make(const dado_generator *generator, const dado_parameter_values *v, uint64_t seed,
                 const dado_quality_callback *judge, dado_generated *made, dado_error *err)
{
    (void)generator;
    (void)judge;
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_region_init(&region, (size_t)8 << 20);
    int count = ((int)v->number[width] - DADO_LEVEL_START - DADO_LEVEL_END) / stretch;
    int wide = DADO_LEVEL_START + count * stretch + DADO_LEVEL_END;
    dado_level level;
    if (!dado_level_init(&level, wide, count * spawns_most, &region, err)) return false;
    dado_rng rng = dado_rng_stream(seed, 3, DADO_STREAM_CHANCE);
    lay_platform(&level, 0, DADO_LEVEL_START);
    lay_platform(&level, wide - DADO_LEVEL_END, DADO_LEVEL_END);
    made->attempts = 0;
    for (int i = 0; i < count; i++) {
        double along = count > 1 ? (double)i / (count - 1) - 0.5 : 0;
        double wanted = v->number[danger] + v->number[rise] * along;
        primitive p;
        bool fine = false;
        for (int k = 0; !fine && k < (int)v->number[tries]; k++) {
            draw_primitive(&p, &rng);
            sort_spawns(&p);
            fine = passes(&p, wanted < 0 ? 0 : wanted, &region);
            made->attempts++;
        }
        if (!fine) fill_ground(&p);  // none passed: the way is flat here
        append(&level, &p, DADO_LEVEL_START + i * stretch);
    }
    level.start_column = DADO_LEVEL_HERO_COLUMN;
    level.exit_column = wide - DADO_LEVEL_END + DADO_LEVEL_EXIT_COLUMN;
    level.start_row = level.exit_row = DADO_LEVEL_GROUND - 1;
    dado_level_write(&level, &made->text);
    return true;
}

const dado_generator dado_generator_primitives = {
    .name = "primitives",
    .title = "Stretches that pass a test",
    .about = "A platform level of stretches of twenty columns, each drawn until it passes a test.",
    .world = "platform",
    .method = "constructive",
    .parameters = parameters,
    .make = make,
};
