// wall_style.c - see wall_style.h.
#include "worlds/dungeon/wall_style.h"

#include <math.h>
#include <string.h>

// How much a cell's worth of floor too many or too few weighs, in bits.
static const double floor_weight = 10;

// Bits that a change may lose at first, with probability 1/2.
static const double warmest = 8;

// Computes a binary logarithm with plain arithmetic, so that every machine gives the same bits.
static double log2_of(double x)
{
    int power = 0;
    for (; x >= 2; x /= 2) power++;
    for (; x < 1; x *= 2) power--;
    double z = (x - 1) / (x + 1), square = z * z, term = z, sum = 0;
    for (int k = 1; k < 40; k += 2) {
        sum += term / k;
        term *= square;
    }
    return power + 2 * sum * 1.4426950408889634074;
}

// Columns of a chain's grid are rows of the map; which is which does not matter here, as long as
// learning and changing agree.
static int window_at(const char *letters, int width, int height, int x, int y)
{
    int window = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            int cx = x + dx, cy = y + dy;
            bool outside = cx < 0 || cy < 0 || cx >= width || cy >= height;
            window = window * 2 + (!outside && letters[cy * width + cx] != '#');
        }
    }
    return window;
}

static bool is_floor(const char *letters, int width, int height, int x, int y)
{
    return x >= 0 && y >= 0 && x < width && y < height && letters[y * width + x] != '#';
}

// Returns how many cells hang together with this one; they are taken off `unseen`.
static int flood(const char *letters, int width, int height, int from, uint8_t *unseen,
                 int32_t *queue)
{
    static const int8_t aside[4] = { 1, -1, 0, 0 }, down[4] = { 0, 0, 1, -1 };
    int head = 0, tail = 1;
    queue[0] = from;
    unseen[from] = 0;
    for (; head < tail; head++) {
        int x = queue[head] % width, y = queue[head] / width;
        for (int d = 0; d < 4; d++) {
            int nx = x + aside[d], ny = y + down[d];
            if (!is_floor(letters, width, height, nx, ny) || !unseen[ny * width + nx]) continue;
            unseen[ny * width + nx] = 0;
            queue[tail++] = ny * width + nx;
        }
    }
    return tail;
}

bool dado_wall_traits(const char *letters, int width, int height, double traits[DADO_WALL_TRAITS],
                      dado_region *region)
{
    int open = 0, free_neighbours = 0, ends = 0, largest = 0, cells = width * height;
    size_t mark = dado_region_mark(region);
    int32_t *queue = dado_new(region, int32_t, cells);
    uint8_t *unseen = dado_new(region, uint8_t, cells);
    if (!queue || !unseen) return false;
    for (int i = 0; i < cells; i++) {
        int x = i % width, y = i / width, beside = 0;
        unseen[i] = letters[i] != '#';
        if (!unseen[i]) continue;
        open++;
        beside += is_floor(letters, width, height, x - 1, y);
        beside += is_floor(letters, width, height, x + 1, y);
        beside += is_floor(letters, width, height, x, y - 1);
        beside += is_floor(letters, width, height, x, y + 1);
        free_neighbours += beside;
        ends += beside == 1;
    }
    for (int i = 0; i < cells; i++) {
        if (!unseen[i]) continue;
        int part = flood(letters, width, height, i, unseen, queue);
        if (part > largest) largest = part;
    }
    traits[DADO_WALL_FLOOR] = (double)open / cells;
    traits[DADO_WALL_OPENNESS] = open ? free_neighbours / (4.0 * open) : 0;
    traits[DADO_WALL_ENDS] = open ? (double)ends / open : 0;
    traits[DADO_WALL_JOINED] = open ? (double)largest / open : 0;
    dado_region_rewind(region, mark);
    return true;
}

double dado_wall_traits_distance(const dado_wall_style *style, const double *a, const double *b)
{
    double sum = 0;
    for (int t = 0; t < DADO_WALL_TRAITS; t++) {
        double away = (a[t] - b[t]) / style->spread[t];
        sum += away * away;
    }
    return sum;
}

bool dado_wall_style_learn(dado_wall_style *style, const dado_markov_grid *grids, int count,
                           double (*traits)[DADO_WALL_TRAITS], dado_region *region)
{
    double times[DADO_WALL_WINDOWS] = { 0 };
    double sum[DADO_WALL_TRAITS] = { 0 }, squares[DADO_WALL_TRAITS] = { 0 };
    for (int g = 0; g < count; g++) {
        // A grid has its columns one after another: they are the rows of the map.
        int width = grids[g].height, height = grids[g].width;
        if (!dado_wall_traits(grids[g].letters, width, height, traits[g], region)) return false;
        for (int i = 0; i < width * height; i++) {
            times[window_at(grids[g].letters, width, height, i % width, i / width)] += 1;
        }
        for (int t = 0; t < DADO_WALL_TRAITS; t++) {
            sum[t] += traits[g][t];
            squares[t] += traits[g][t] * traits[g][t];
        }
    }
    for (int i = 0; i < DADO_WALL_WINDOWS; i++) style->weight[i] = log2_of(times[i] + 0.5);
    for (int t = 0; t < DADO_WALL_TRAITS; t++) {
        double variance = count > 1 ? (squares[t] - sum[t] * sum[t] / count) / (count - 1) : 0;
        style->spread[t] = variance > 1e-4 ? sqrt(variance) : 0.01;
    }
    return true;
}

static double windows_around(const dado_wall_style *style, const char *letters, int width,
                             int height, int x, int y)
{
    double sum = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            int cx = x + dx, cy = y + dy;
            if (cx < 0 || cy < 0 || cx >= width || cy >= height) continue;
            sum += style->weight[window_at(letters, width, height, cx, cy)];
        }
    }
    return sum;
}

void dado_wall_style_apply(const dado_wall_style *style, double floor, int sweeps, int width,
                           int height, char *letters, dado_rng *rng)
{
    if (width < 3 || height < 3) return;
    int open = 0, cells = width * height;
    for (int i = 0; i < cells; i++) open += letters[i] != '#';
    double wanted = floor * cells;
    for (int i = 0; i < sweeps * cells; i++) {
        int x = 1 + (int)dado_rng_below(rng, (uint64_t)width - 2);
        int y = 1 + (int)dado_rng_below(rng, (uint64_t)height - 2);
        char *cell = &letters[y * width + x], was = *cell;
        int change = was == '#' ? 1 : -1;
        double before = windows_around(style, letters, width, height, x, y);
        *cell = was == '#' ? '.' : '#';
        double gain = windows_around(style, letters, width, height, x, y) - before;
        gain += floor_weight * (fabs(open - wanted) - fabs(open + change - wanted));
        // Losses are accepted too, ever more rarely (simulated annealing).
        double heat = warmest * (1 - (double)i / (sweeps * cells));
        double luck = dado_rng_unit(rng);
        if (gain > 0 || (luck > 0 && gain > heat * log2_of(luck))) open += change;
        else *cell = was;
    }
}
