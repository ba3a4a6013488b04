// gen_caves.c - digs caves with a cellular automaton that smooths random noise.
#include <string.h>

#include "worlds/dungeon/generator_layout.h"

enum { own_fill = DADO_GEN_OWN, own_rounds, own_birth, own_min_region, own_connect, own_min_floor };
enum { tries_most = 20 };

static const dado_parameter parameters[] = {
    DADO_GEN_COMMON(8, 5, 8),
    { "fill", "Chance of a cell to begin as wall.", DADO_PARAMETER_REAL, 0.45, 0, 1, NULL },
    { "rounds", "Times the rule is applied.", DADO_PARAMETER_INTEGER, 5, 0, 50, NULL },
    { "birth", "Walls among nine cells that make the middle one wall.", DADO_PARAMETER_INTEGER, 5,
      0, 9, NULL },
    { "min_region", "Smaller parts of the floor are filled.", DADO_PARAMETER_INTEGER, 12, 0, 1000,
      NULL },
    { "connect", "Tunnels to the largest part instead of filling the others.", DADO_PARAMETER_BOOL,
      0, 0, 1, NULL },
    { "min_floor", "Least share of floor; with less it is tried again.", DADO_PARAMETER_REAL, 0.25,
      0, 0.8, NULL },
    { 0 },
};

static void smooth(dado_generator_layout *l, uint8_t *next, int birth)
{
    memset(next, 0, (size_t)l->width * (size_t)l->height);
    for (int y = 1; y < l->height - 1; y++) {
        for (int x = 1; x < l->width - 1; x++) {
            int walls = 0;
            for (int dy = -1; dy <= 1; dy++) {
                for (int dx = -1; dx <= 1; dx++) {
                    walls += !l->floor[dado_generator_layout_at(l, x + dx, y + dy)];
                }
            }
            next[dado_generator_layout_at(l, x, y)] = walls < birth;
        }
    }
    memcpy(l->floor, next, (size_t)l->width * (size_t)l->height);
}

static bool grow(dado_generator_layout *l, const dado_parameter_values *v, uint64_t seed)
{
    size_t mark = dado_region_mark(&l->region), cells = (size_t)l->width * (size_t)l->height;
    uint8_t *next = dado_new(&l->region, uint8_t, cells);
    if (!next) return false;
    l->rng = seed;
    for (int y = 1; y < l->height - 1; y++) {
        for (int x = 1; x < l->width - 1; x++) {
            l->floor[dado_generator_layout_at(l, x, y)] =
                dado_dungeon_rng_unit(&l->rng) >= v->number[own_fill];
        }
    }
    for (int i = 0; i < (int)v->number[own_rounds]; i++) smooth(l, next, (int)v->number[own_birth]);
    dado_region_rewind(&l->region, mark);
    dado_generator_layout_unite(l, (int)v->number[own_min_region], v->number[own_connect] != 0);
    return true;
}

// Tries seeds until the cave has enough floor; keeps the first such cave, or else the one
// with the most floor.
static bool carve(dado_generator_layout *l, const dado_parameter_values *v, uint64_t seed,
                  dado_generated *made)
{
    int wanted = (int)(v->number[own_min_floor] * l->width * l->height), most = -1;
    uint64_t best = seed, now = seed;
    for (int i = 0; i <= tries_most; i++) {
        now = i == 0 ? seed : dado_derive_seed(seed, (uint64_t)i);
        if (!grow(l, v, now)) return false;
        int count = dado_generator_layout_count(l);
        if (count > most) {
            most = count;
            best = now;
        }
        made->attempts = i + 1;
        if (count >= wanted) return true;
    }
    dado_text_add(&made->notes, "no try had the floor asked for; the best was taken\n");
    return grow(l, v, best);
}

static bool make(const dado_generator *generator, const dado_parameter_values *v, uint64_t seed,
                 const dado_quality_callback *judge, dado_generated *made, dado_error *err)
{
    (void)generator;
    (void)judge;
    dado_generator_layout l;
    bool fine = dado_generator_layout_begin(&l, v, seed, err);
    if (fine && !carve(&l, v, seed, made)) {
        fine = dado_fail(err, DADO_LIMIT, "out of memory while generating a map");
    }
    fine = fine && dado_generator_layout_finish(&l, v, made, err);
    dado_generator_layout_free(&l);
    return fine;
}

const dado_generator dado_generator_caves = {
    .name = "caves",
    .title = "Cellular caves",
    .about = "Random rock smoothed by a cellular automaton.",
    .world = "dungeon",
    .method = "constructive",
    .parameters = parameters,
    .make = make,
};
