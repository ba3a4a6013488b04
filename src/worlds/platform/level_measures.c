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
    FIXED(DADO_LEVEL_VARIETY, "variety", "Variety",
          "Different windows of four columns with their creatures, as a share of all windows.",
          DADO_RATIO),
    FIXED(DADO_LEVEL_PIT_SHARE, "pit_share", "Share of pits",
          "Columns without ground or one-way platform, as a share of all.", DADO_RATIO),
    FIXED(DADO_LEVEL_EXPLORATION, "exploration", "Exploration",
          "Share of the connected air that a flood from the start fills before it is at the exit.",
          DADO_RATIO),
    FIXED(DADO_LEVEL_DANGER, "danger", "Danger",
          "Creatures, cannons and half the columns of pits, in ten columns on average.", DADO_REAL),
    FIXED(DADO_LEVEL_PACE, "pace", "Pace",
          "How much danger changes from ten columns to the next: 0 not at all, 1 calm and danger "
          "in turns.",
          DADO_RATIO),
    FIXED(DADO_LEVEL_CURVE, "curve", "Curve of difficulty",
          "Correlation of danger with the way: 1 rises evenly, -1 falls.", DADO_REAL),
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

// ---- how a level goes ----

static bool is_pit(const uint8_t *column)
{
    return !dado_tile_solid(column[DADO_LEVEL_ROWS - 1]) && !has_platform(column);
}

enum { window = 4 };

// Hashes each column with the creatures in it.
static void hash_columns(const dado_level *level, uint64_t *columns)
{
    for (int x = 0; x < level->width; x++) {
        uint64_t hash = 0xcbf29ce484222325u;
        for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
            hash = (hash ^ level->tiles[x * DADO_LEVEL_ROWS + row]) * 0x100000001b3u;
        }
        columns[x] = hash;
    }
    for (int i = 0; i < level->spawn_count; i++) {
        const dado_spawn *s = &level->spawns[i];
        // Kinds of creatures are luck; that one waits here is not.
        columns[s->column] = (columns[s->column] ^ (s->row + 32u)) * 0x100000001b3u;
    }
}

static double variety_of(const dado_level *level)
{
    enum { slots = 4096 };  // more than twice as many as there are windows
    _Static_assert(slots >= 2 * DADO_LEVEL_WIDEST, "the table never fills up");
    uint64_t columns[DADO_LEVEL_WIDEST], seen[slots] = { 0 };
    int all = level->width - window + 1, distinct = 0;
    if (all < 1) return DADO_NONE;
    hash_columns(level, columns);
    for (int x = 0; x < all; x++) {
        uint64_t hash = 0xcbf29ce484222325u;
        for (int i = 0; i < window; i++) hash = (hash ^ columns[x + i]) * 0x9e3779b97f4a7c15u;
        hash = (hash ^ hash >> 32) | 1;  // 0 is an empty slot
        int slot = (int)(hash >> 1 & (slots - 1));
        while (seen[slot] && seen[slot] != hash) slot = (slot + 1) & (slots - 1);
        distinct += seen[slot] == 0;
        seen[slot] = hash;
    }
    return (double)distinct / all;
}

// Adds up danger over stretches of the way between start and exit; returns how many there
// are. A last stretch that is not whole counts with the one before it.
static int danger_of_stretches(const dado_level *level, double *danger)
{
    int from = level->start_column,
        count = (level->exit_column - from) / DADO_LEVEL_STRETCH_COLUMNS;
    if (count < 1) return 0;
    for (int i = 0; i < count; i++) danger[i] = 0;
    for (int x = from; x < level->exit_column; x++) {
        int at = (x - from) / DADO_LEVEL_STRETCH_COLUMNS;
        const uint8_t *column = level->tiles + x * DADO_LEVEL_ROWS;
        double here = is_pit(column) ? 0.5 : 0;
        for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
            here += column[row] == DADO_TILE_CANNON &&
                    (row == 0 || column[row - 1] != DADO_TILE_CANNON);
        }
        danger[at < count ? at : count - 1] += here;
    }
    for (int i = 0; i < level->spawn_count; i++) {
        int x = level->spawns[i].column;
        if (x < from || x >= level->exit_column) continue;
        int at = (x - from) / DADO_LEVEL_STRETCH_COLUMNS;
        danger[at < count ? at : count - 1] += 1;
    }
    return count;
}

void dado_level_measure_flow(const dado_level *level, double *values)
{
    double danger[DADO_LEVEL_WIDEST / DADO_LEVEL_STRETCH_COLUMNS + 1];
    int n = danger_of_stretches(level, danger);
    double sum = 0, change = 0, both = 0, sx = 0, sxx = 0, syy = 0, sxy = 0;
    for (int i = 0; i < n; i++) {
        sum += danger[i];
        if (i) {
            change += fabs(danger[i] - danger[i - 1]);
            both += danger[i] + danger[i - 1];
        }
        sx += i;
        sxx += (double)i * i;
        syy += danger[i] * danger[i];
        sxy += i * danger[i];
    }
    double across = n * sxx - sx * sx, up = n * syy - sum * sum;
    values[DADO_LEVEL_VARIETY] = variety_of(level);
    values[DADO_LEVEL_DANGER] = n ? sum / n : DADO_NONE;
    values[DADO_LEVEL_PACE] = both > 0 ? change / both : 0;
    values[DADO_LEVEL_CURVE] =
        across > 0 && up > 1e-9 ? (n * sxy - sx * sum) / sqrt(across * up) : 0;
}

// Floods the air from the start, and returns which share of it is filled when the exit is
// reached.
static double exploration_of(const dado_level *level)
{
    static const int8_t aside[4] = { 1, -1, 0, 0 }, down[4] = { 0, 0, 1, -1 };
    uint16_t queue[DADO_LEVEL_WIDEST * DADO_LEVEL_ROWS];
    bool seen[DADO_LEVEL_WIDEST * DADO_LEVEL_ROWS] = { false };
    int first = level->start_column * DADO_LEVEL_ROWS + level->start_row;
    int goal = level->exit_column * DADO_LEVEL_ROWS + level->exit_row;
    int head = 0, tail = 1, found = 0;
    queue[0] = (uint16_t)first;
    seen[first] = true;
    for (; head < tail; head++) {
        int cell = queue[head], x = cell / DADO_LEVEL_ROWS, row = cell % DADO_LEVEL_ROWS;
        if (cell == goal) found = head + 1;
        for (int d = 0; d < 4; d++) {
            int nx = x + aside[d], ny = row + down[d];
            if (nx < 0 || nx >= level->width || ny < 0 || ny >= DADO_LEVEL_ROWS) continue;
            int next = nx * DADO_LEVEL_ROWS + ny;
            if (seen[next] || dado_tile_solid(level->tiles[next])) continue;
            seen[next] = true;
            queue[tail++] = (uint16_t)next;
        }
    }
    return found ? (double)found / tail : DADO_NONE;
}

void dado_level_measure_course(const dado_level *level, double *values)
{
    int pits = 0;
    for (int x = 0; x < level->width; x++) pits += is_pit(level->tiles + x * DADO_LEVEL_ROWS);
    dado_level_measure_flow(level, values);
    values[DADO_LEVEL_PIT_SHARE] = (double)pits / level->width;
    values[DADO_LEVEL_EXPLORATION] = exploration_of(level);
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
