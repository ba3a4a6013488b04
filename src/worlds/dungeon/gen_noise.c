// gen_noise.c - digs caves where smooth noise is low, as if cutting hills at one height.
//
// Values are drawn on a coarse lattice and interpolated; a second, finer layer roughens
// the edges. The code uses only sums and products, so every machine gives the same map.
#include "worlds/dungeon/generator_layout.h"

enum { own_scale = DADO_GEN_OWN, own_rough, own_level, own_min_region, own_connect };

static const dado_parameter parameters[] = {
    DADO_GEN_COMMON(8, 5, 8),
    { "scale", "Cells from one hill to the next.", DADO_PARAMETER_REAL, 6, 2, 40, NULL },
    { "rough", "Weight of the finer layer.", DADO_PARAMETER_REAL, 0.35, 0, 2, NULL },
    { "level", "Share of the ground that is floor, about.", DADO_PARAMETER_REAL, 0.5, 0.1, 0.95,
      NULL },
    { "min_region", "Smaller parts of the floor are filled.", DADO_PARAMETER_INTEGER, 12, 0, 1000,
      NULL },
    { "connect", "Tunnels to the largest part instead of filling the others.", DADO_PARAMETER_BOOL,
      1, 0, 1, NULL },
    { 0 },
};

// Returns the height of a lattice point. It is a hash of the coordinates, so the lattice
// has no edge.
static double height_at(uint64_t seed, int layer, int x, int y)
{
    uint64_t state = dado_derive_seed(dado_derive_seed(seed, (uint64_t)layer),
                                      (uint64_t)(uint32_t)x << 32 | (uint32_t)y);
    return (double)(state >> 11) * 0x1p-53;
}

static double ease(double t)
{
    return t * t * (3 - 2 * t);
}

static double noise(uint64_t seed, int layer, double x, double y)
{
    int x0 = (int)x, y0 = (int)y;
    double u = ease(x - x0), v = ease(y - y0);
    double top = height_at(seed, layer, x0, y0) * (1 - u) + height_at(seed, layer, x0 + 1, y0) * u;
    double bottom =
        height_at(seed, layer, x0, y0 + 1) * (1 - u) + height_at(seed, layer, x0 + 1, y0 + 1) * u;
    return top * (1 - v) + bottom * v;
}

static double ground(const dado_parameter_values *v, uint64_t seed, int x, int y)
{
    double scale = v->number[own_scale], rough = v->number[own_rough];
    double coarse = noise(seed, 0, x / scale, y / scale);
    double fine = noise(seed, 1, x / (scale / 2.5), y / (scale / 2.5));
    return (coarse + rough * fine) / (1 + rough);
}

// Finds the height below which `share` of the cells lies, by bisection.
static double height_of_share(const double *heights, int count, double share)
{
    double low = 0, high = 1;
    for (int i = 0; i < 30; i++) {
        double middle = (low + high) / 2;
        int below = 0;
        for (int k = 0; k < count; k++) below += heights[k] < middle;
        if (below < share * count) low = middle;
        else high = middle;
    }
    return high;
}

static bool carve(dado_generator_layout *l, const dado_parameter_values *v, uint64_t seed)
{
    int count = 0;
    double *heights = dado_new(&l->region, double, l->width * l->height);
    if (!heights) return false;
    for (int y = 1; y < l->height - 1; y++) {
        for (int x = 1; x < l->width - 1; x++) heights[count++] = ground(v, seed, x, y);
    }
    double level = height_of_share(heights, count, v->number[own_level]);
    count = 0;
    for (int y = 1; y < l->height - 1; y++) {
        for (int x = 1; x < l->width - 1; x++) {
            if (heights[count++] < level) dado_generator_layout_dig(l, x, y);
        }
    }
    dado_generator_layout_unite(l, (int)v->number[own_min_region], v->number[own_connect] != 0);
    return true;
}

static bool make(const dado_generator *generator, const dado_parameter_values *v, uint64_t seed,
                 const dado_quality_callback *judge, dado_generated *made, dado_error *err)
{
    (void)generator;
    (void)judge;
    dado_generator_layout l;
    bool fine = dado_generator_layout_begin(&l, v, seed, err);
    if (fine && !carve(&l, v, seed))
        fine = dado_fail(err, DADO_LIMIT, "out of memory while generating a map");
    fine = fine && dado_generator_layout_finish(&l, v, made, err);
    dado_generator_layout_free(&l);
    return fine;
}

const dado_generator dado_generator_noise = {
    .name = "noise",
    .title = "Noise caves",
    .about = "Valleys of smooth random heights, joined by tunnels.",
    .world = "dungeon",
    .method = "constructive",
    .parameters = parameters,
    .make = make,
};
