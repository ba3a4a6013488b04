// gen_bsp.c - splits the map again and again, digs a room in every part, and joins the
// rooms.
#include "worlds/dungeon/generator_layout.h"

enum { own_leaf_max = DADO_GEN_OWN, own_leaf_min };

static const dado_parameter parameters[] = {
    DADO_GEN_COMMON(8, 5, 8),
    { "leaf_max", "Parts with a side of this or more are split.", DADO_PARAMETER_INTEGER, 12, 4,
      200, NULL },
    { "leaf_min", "No part gets a side smaller than this.", DADO_PARAMETER_INTEGER, 6, 3, 100,
      NULL },
    { 0 },
};

typedef struct part {
    int x, y, width, height;
} part;

typedef struct splitter {
    dado_generator_layout *layout;
    int leaf_max, leaf_min;
} splitter;

static int share(dado_generator_layout *l, int side)
{
    double of = 0.5 + 0.4 * dado_dungeon_rng_unit(&l->rng);
    int size = (int)(side * of);
    return size < 1 ? 1 : size;
}

// Digs one room and returns a cell of it.
static int dig_room(dado_generator_layout *l, part p)
{
    int width = share(l, p.width - 1), height = share(l, p.height - 1);
    int x = p.x + (int)dado_dungeon_rng_below(&l->rng, (uint64_t)(p.width - width));
    int y = p.y + (int)dado_dungeon_rng_below(&l->rng, (uint64_t)(p.height - height));
    dado_generator_layout_rect(l, x, y, width, height);
    int dx = (int)dado_dungeon_rng_below(&l->rng, (uint64_t)width);
    int dy = (int)dado_dungeon_rng_below(&l->rng, (uint64_t)height);
    return dado_generator_layout_at(l, x + dx, y + dy);
}

// Chooses the side to split: the longer one, or a random one if both are of similar
// length.
static bool split_across(dado_generator_layout *l, part p)
{
    double ratio = p.width > p.height ? (double)p.width / p.height : (double)p.height / p.width;
    if (ratio < 1.25) return dado_dungeon_rng_below(&l->rng, 2) == 0;
    return p.width > p.height;
}

// Digs the rooms of a part and joins them; returns a cell of one of them.
static int divide(splitter *s, part p)
{
    dado_generator_layout *l = s->layout;
    if (p.width < s->leaf_max && p.height < s->leaf_max) return dig_room(l, p);
    bool across = split_across(l, p);
    int side = across ? p.width : p.height;
    int at = (int)(side * (0.35 + 0.3 * dado_dungeon_rng_unit(&l->rng)));
    if (at < s->leaf_min || side - at < s->leaf_min) return dig_room(l, p);
    part first = p, second = p;
    if (across) {
        first.width = at;
        second.x += at;
        second.width -= at;
    } else {
        first.height = at;
        second.y += at;
        second.height -= at;
    }
    int a = divide(s, first), b = divide(s, second);
    dado_generator_layout_corridor(l, a, b);
    return dado_dungeon_rng_below(&l->rng, 2) == 0 ? a : b;
}

static bool make(const dado_generator *generator, const dado_parameter_values *v, uint64_t seed,
                 const dado_quality_callback *judge, dado_generated *made, dado_error *err)
{
    (void)generator;
    (void)judge;
    dado_generator_layout l;
    bool fine = dado_generator_layout_begin(&l, v, seed, err);
    if (fine) {
        splitter s = { &l, (int)v->number[own_leaf_max], (int)v->number[own_leaf_min] };
        divide(&s, (part){ 1, 1, l.width - 2, l.height - 2 });
        fine = dado_generator_layout_finish(&l, v, made, err);
    }
    dado_generator_layout_free(&l);
    return fine;
}

const dado_generator dado_generator_bsp = {
    .name = "bsp",
    .title = "Binary space partition",
    .about = "Splits the ground until the parts are small, digs a room in each, joins them upward.",
    .world = "dungeon",
    .method = "constructive",
    .parameters = parameters,
    .make = make,
};
