// level_measures.c - computes measures of levels and genomes; see level_measures.h.
#include "worlds/platform/level_measures.h"

#include <math.h>
#include <string.h>

#define FIXED(place, word, said, what, sort) [place] = { word, said, what, sort, true }

const dado_measure dado_level_measures[DADO_LEVEL_MEASURES + 1] = {
    FIXED(DADO_LEVEL_COLUMNS, "columns", "Columns", "Width of the level in tiles.", DADO_COUNT),
    FIXED(DADO_LEVEL_GAPS, "gaps", "Gaps",
          "Runs of columns without ground or one-way platform that end at ground again.",
          DADO_COUNT),
    FIXED(DADO_LEVEL_LONGEST_GAP, "longest_gap", "Longest gap", "Columns of the widest gap.",
          DADO_COUNT),
    FIXED(DADO_LEVEL_LINEARITY, "linearity", "Linearity residual",
          "Mean distance of the ground from the straight line that fits it best, in tiles; 0 is "
          "straight.",
          DADO_REAL),
    FIXED(DADO_LEVEL_LENIENCY, "leniency", "Leniency",
          "Power-ups less walkers, half the gaps and half the snappers, per column.", DADO_REAL),
    FIXED(DADO_LEVEL_DENSITY, "density", "Density",
          "Tiles to stand on, one-way platforms too, with none right above them, per column.",
          DADO_REAL),
    FIXED(DADO_LEVEL_EMPTINESS, "emptiness", "Emptiness", "Share of cells that hold nothing.",
          DADO_RATIO),
    FIXED(DADO_LEVEL_WALKERS, "walkers", "Walkers", "Creatures that walk, of all kinds.",
          DADO_COUNT),
    FIXED(DADO_LEVEL_CRAWLERS, "crawlers", "Crawlers", "Walkers that are crawlers.", DADO_COUNT),
    FIXED(DADO_LEVEL_GREENS, "greens", "Green shellbacks", "Walkers that are green shellbacks.",
          DADO_COUNT),
    FIXED(DADO_LEVEL_REDS, "reds", "Red shellbacks", "Walkers that are red shellbacks.",
          DADO_COUNT),
    FIXED(DADO_LEVEL_SPIKERS, "spikers", "Spikers", "Walkers that are spikers.", DADO_COUNT),
    FIXED(DADO_LEVEL_WINGED, "winged", "Winged", "Walkers that have wings.", DADO_COUNT),
    FIXED(DADO_LEVEL_SNAPPERS, "snappers", "Snappers", "Pipes with a snapper in them.", DADO_COUNT),
    FIXED(DADO_LEVEL_COINS, "coins_hung", "Coins hung", "Coins that hang in the air.", DADO_COUNT),
    FIXED(DADO_LEVEL_COIN_BLOCKS, "coin_blocks", "Coin blocks", "Blocks that hold a coin.",
          DADO_COUNT),
    FIXED(DADO_LEVEL_POWER_UPS, "power_ups", "Power-ups", "Blocks that hold a power-up.",
          DADO_COUNT),
    FIXED(DADO_GENES_FITNESS, "fitness", "Fitness",
          "Neighbouring patterns that go well, less what repetition costs.", DADO_REAL),
    FIXED(DADO_GENES_COLUMNS, "pattern_columns", "Pattern columns",
          "Columns that the patterns take.", DADO_COUNT),
    FIXED(DADO_GENES_PER_100, "patterns_per_100", "Patterns per 100 columns",
          "How many patterns begin in a hundred columns.", DADO_REAL),
    FIXED(DADO_GENES_DISTINCT, "distinct", "Distinct patterns", "Patterns that occur at all.",
          DADO_COUNT),
    FIXED(DADO_GENES_VARIETY, "pattern_variety", "Pattern variety",
          "Patterns that occur, as a share of those there are.", DADO_RATIO),
    FIXED(DADO_GENES_ENTROPY, "entropy", "Pattern entropy",
          "Bits needed on average to name the next pattern.", DADO_REAL),
    FIXED(DADO_GENES_CLASS_RUN, "class_run", "Longest run of a class",
          "Most patterns of one class in a row.", DADO_COUNT),
};

static bool holds_power(int tile)
{
    return tile == DADO_TILE_POWER || tile == DADO_TILE_BRICK_POWER;
}

static bool holds_coin(int tile)
{
    return tile == DADO_TILE_COINS || tile == DADO_TILE_BRICK_COINS ||
           tile == DADO_TILE_HIDDEN_COIN;
}

// Returns how far the ground's height deviates from its best-fitting line, over the
// columns that have ground.
static double residual(const dado_level *level, const int *top)
{
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int x = 0; x < level->width; x++) {
        if (top[x] == 0) continue;
        n += 1;
        sx += x;
        sy += top[x];
        sxx += (double)x * x;
        sxy += (double)x * top[x];
    }
    if (n == 0) return DADO_NONE;
    double spread = n * sxx - sx * sx;
    double slope = spread > 0 ? (n * sxy - sx * sy) / spread : 0;
    double base = (sy - slope * sx) / n;
    double sum = 0;
    for (int x = 0; x < level->width; x++) {
        if (top[x]) sum += fabs(top[x] - (base + slope * x));
    }
    return sum / n;
}

static bool can_carry(int tile)
{
    return (dado_tiles[tile].does & (DADO_TILE_SOLID | DADO_TILE_FLOOR)) != 0;
}

static bool has_platform(const uint8_t *column)
{
    return memchr(column, DADO_TILE_ONE_WAY, DADO_LEVEL_ROWS) != NULL;
}

static void measure_gaps(const dado_level *level, const int *top, double *values)
{
    int run = 0, gaps = 0, longest = 0;
    for (int x = 0; x < level->width; x++) {
        if (top[x] == 0 && !has_platform(level->tiles + x * DADO_LEVEL_ROWS)) {
            run++;
            continue;
        }
        if (run) gaps++;
        if (run > longest) longest = run;
        run = 0;
    }
    values[DADO_LEVEL_GAPS] = gaps;
    values[DADO_LEVEL_LONGEST_GAP] = longest;
}

void dado_level_measure_all(const dado_level *level, double *values)
{
    int top[DADO_LEVEL_WIDEST];
    int surfaces = 0, things = 0, coins = 0, blocks = 0, powers = 0;
    for (int x = 0; x < level->width; x++) {
        const uint8_t *column = level->tiles + x * DADO_LEVEL_ROWS;
        top[x] = dado_level_top(level, x);
        for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
            int tile = column[row];
            surfaces += can_carry(tile) && (row == 0 || !can_carry(column[row - 1]));
            things += tile != DADO_TILE_AIR;
            coins += tile == DADO_TILE_COIN;
            blocks += holds_coin(tile);
            powers += holds_power(tile);
        }
    }
    int kinds[DADO_CREATURES] = { 0 }, winged = 0;
    for (int i = 0; i < level->spawn_count; i++) {
        kinds[level->spawns[i].creature]++;
        winged += level->spawns[i].winged;
    }
    int walkers = level->spawn_count - kinds[DADO_SNAPPER];
    measure_gaps(level, top, values);
    things += walkers + 2;  // adds creatures in the air, the start and the exit
    values[DADO_LEVEL_COLUMNS] = level->width;
    values[DADO_LEVEL_LINEARITY] = residual(level, top);
    values[DADO_LEVEL_LENIENCY] =
        (powers - walkers - 0.5 * values[DADO_LEVEL_GAPS] - 0.5 * kinds[DADO_SNAPPER]) /
        level->width;
    values[DADO_LEVEL_DENSITY] = (double)surfaces / level->width;
    values[DADO_LEVEL_EMPTINESS] = 1 - (double)things / (level->width * DADO_LEVEL_ROWS);
    values[DADO_LEVEL_WALKERS] = walkers;
    values[DADO_LEVEL_CRAWLERS] = kinds[DADO_CRAWLER];
    values[DADO_LEVEL_GREENS] = kinds[DADO_GREEN];
    values[DADO_LEVEL_REDS] = kinds[DADO_RED];
    values[DADO_LEVEL_SPIKERS] = kinds[DADO_SPIKER];
    values[DADO_LEVEL_WINGED] = winged;
    values[DADO_LEVEL_SNAPPERS] = kinds[DADO_SNAPPER];
    values[DADO_LEVEL_COINS] = coins;
    values[DADO_LEVEL_COIN_BLOCKS] = blocks;
    values[DADO_LEVEL_POWER_UPS] = powers;
}

// Computes log2 with plain arithmetic, so that every machine gives the same bits: it
// halves x until it lies between 1 and 2, then sums the series of artanh.
static double log2_of(double x)
{
    int power = 0;
    while (x >= 2) {
        x /= 2;
        power++;
    }
    while (x < 1) {
        x *= 2;
        power--;
    }
    double z = (x - 1) / (x + 1), square = z * z, term = z, sum = 0;
    for (int k = 1; k < 40; k += 2) {
        sum += term / k;
        term *= square;
    }
    return power + 2 * sum * 1.4426950408889634074;
}

void dado_genes_measure_all(const dado_patterns *patterns, const dado_pattern_score *score,
                            const uint8_t *genes, int count, double *values)
{
    int times[DADO_PATTERNS_MOST] = { 0 };
    int run = 0, longest = 0, last = -1;
    for (int i = 0; i < count; i++) {
        times[genes[i]]++;
        int now = patterns->items[genes[i]].class_index;
        run = now == last ? run + 1 : 1;
        last = now;
        if (run > longest) longest = run;
    }
    int distinct = 0;
    double entropy = 0;
    for (int p = 0; p < patterns->count; p++) {
        if (times[p] == 0) continue;
        distinct++;
        double share = (double)times[p] / count;
        entropy -= share * log2_of(share);
    }
    int width = dado_patterns_width(patterns, genes, count);
    values[DADO_GENES_FITNESS] =
        (double)dado_pattern_score_fitness(score, genes, count) / DADO_PATTERN_SCORE_UNIT;
    values[DADO_GENES_COLUMNS] = width;
    values[DADO_GENES_PER_100] = width ? 100.0 * count / width : DADO_NONE;
    values[DADO_GENES_DISTINCT] = distinct;
    values[DADO_GENES_VARIETY] = (double)distinct / patterns->count;
    values[DADO_GENES_ENTROPY] = count ? entropy : DADO_NONE;
    values[DADO_GENES_CLASS_RUN] = longest;
}

void dado_genes_classes(const dado_patterns *patterns, const uint8_t *genes, int count,
                        double *shares, int *pairs)
{
    int n = patterns->class_count;
    for (int i = 0; i < n; i++) shares[i] = 0;
    for (int i = 0; i < n * n; i++) pairs[i] = 0;
    for (int i = 0; i < count; i++) {
        int now = patterns->items[genes[i]].class_index;
        shares[now] += 1.0 / count;
        if (i > 0) pairs[patterns->items[genes[i - 1]].class_index * n + now]++;
    }
}

int dado_genes_distance(const uint8_t *a, int a_count, const uint8_t *b, int b_count)
{
    int row[DADO_GENES_MOST + 1];
    if (b_count > DADO_GENES_MOST) b_count = DADO_GENES_MOST;
    for (int j = 0; j <= b_count; j++) row[j] = j;
    for (int i = 1; i <= a_count; i++) {
        int corner = row[0];
        row[0] = i;
        for (int j = 1; j <= b_count; j++) {
            int best = corner + (a[i - 1] != b[j - 1]);
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            corner = row[j];
            row[j] = best;
        }
    }
    return row[b_count];
}
