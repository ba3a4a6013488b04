// level_similarity.c - measures how similar levels are; see level_species.h.
#include "evolve/level_species.h"

#include <stdlib.h>

#include "core/scope_cleanup.h"
#include "core/match_record.h"
#include "measure/special_functions.h"
#include "worlds/platform/level_format.h"

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// Hashes the tiles of a window by FNV-1a.
static uint64_t window_at(const dado_level *level, int column, int row, int k)
{
    uint64_t hash = 0xCBF29CE484222325u;
    for (int c = 0; c < k; c++) {
        for (int r = 0; r < k; r++) {
            hash ^= (uint64_t)dado_level_tile(level, column + c, row + r);
            hash *= 0x100000001B3u;
        }
    }
    return hash;
}

// Returns the hashes of all windows of a set of levels, sorted; *count gets their number.
static uint64_t *list_windows(const dado_level *const *levels, int level_count, int k, int *count,
                              dado_region *region)
{
    int all = 0;
    for (int i = 0; i < level_count; i++) {
        int across = levels[i]->width - k + 1;
        if (across > 0) all += across * (DADO_LEVEL_ROWS - k + 1);
    }
    uint64_t *windows = dado_new(region, uint64_t, all + 1);
    if (!windows) return NULL;
    *count = 0;
    for (int i = 0; i < level_count; i++) {
        for (int column = 0; column + k <= levels[i]->width; column++) {
            for (int row = 0; row + k <= DADO_LEVEL_ROWS; row++) {
                windows[(*count)++] = window_at(levels[i], column, row, k);
            }
        }
    }
    qsort(windows, (size_t)*count, sizeof *windows, by_value);
    return windows;
}

static int run_of(const uint64_t *sorted, int count, int at, uint64_t value)
{
    int run = 0;
    while (at + run < count && sorted[at + run] == value) run++;
    return run;
}

bool dado_levels_divergence(const dado_level *const *a, int a_count, const dado_level *const *b,
                            int b_count, int k, dado_divergence *d, dado_region *region)
{
    const double tiny = 1e-5;
    int n, m;
    *d = (dado_divergence){ 0 };
    uint64_t *x = list_windows(a, a_count, k, &n, region);
    uint64_t *y = list_windows(b, b_count, k, &m, region);
    if (!x || !y) return false;
    for (int i = 0, j = 0; i < n || j < m;) {
        uint64_t value = j == m || (i < n && x[i] < y[j]) ? x[i] : y[j];
        int in_x = run_of(x, n, i, value), in_y = run_of(y, m, j, value);
        double p = (in_x + tiny) / ((n + tiny) * (1 + tiny));
        double q = (in_y + tiny) / ((m + tiny) * (1 + tiny));
        d->there += p * dado_log(p / q);
        d->back += q * dado_log(q / p);
        i += in_x;
        j += in_y;
    }
    d->both = 0.5 * d->there + 0.5 * d->back;
    return true;
}

// Returns the slot of the hash table for three letters.
static uint32_t slot_of(const char *text)
{
    const unsigned char *letters = (const unsigned char *)text;
    uint32_t key = (uint32_t)letters[0] << 16 | (uint32_t)letters[1] << 8 | letters[2];
    return key * 2654435761u >> 19;
}

int dado_lz77_size(const char *text, int length, dado_region *region)
{
    // A literal takes 9 bits. A match takes 24: a flag, 15 bits of distance, 8 bits of
    // length.
    enum {
        shortest = 3,
        longest = shortest + 255,
        farthest = 1 << 15,
        slots = 1 << 13,
        tries = 256
    };
    size_t mark = dado_region_mark(region);
    int *head = dado_new(region, int, slots), *chain = dado_new(region, int, length + 1);
    if (!head || !chain) return -1;
    for (int i = 0; i < slots; i++) head[i] = -1;
    int64_t bits = 0;
    for (int at = 0; at < length;) {
        int best = 0;
        if (at + shortest <= length) {
            int tried = 0;
            for (int from = head[slot_of(text + at)];
                 from >= 0 && at - from < farthest && tried < tries; from = chain[from], tried++) {
                int same = 0;
                int most = length - at < longest ? length - at : longest;
                while (same < most && text[from + same] == text[at + same]) same++;
                if (same > best) best = same;
            }
        }
        int step = best >= shortest ? best : 1;
        bits += best >= shortest ? 24 : 9;
        for (int i = at; i < at + step && i + shortest <= length; i++) {
            uint32_t slot = slot_of(text + i);
            chain[i] = head[slot];
            head[slot] = i;
        }
        at += step;
    }
    dado_region_rewind(region, mark);
    return (int)((bits + 7) / 8);
}

// Writes the letters of a level column by column.
static void add_columns(const dado_level *level, dado_text *out)
{
    DADO_CLEANUP(dado_text_free) dado_text rows = { 0 };
    dado_level_write(level, &rows);
    for (int column = 0; column < level->width; column++) {
        for (int row = 0; row < DADO_LEVEL_ROWS; row++) {
            dado_text_char(out, rows.data[row * (level->width + 1) + column]);
        }
    }
}

double dado_level_distance(const dado_level *a, const dado_level *b, dado_region *region)
{
    DADO_CLEANUP(dado_text_free) dado_text x = { 0 }, y = { 0 };
    add_columns(a, &x);
    add_columns(b, &y);
    int cx = dado_lz77_size(dado_text_string(&x), (int)x.length, region);
    int cy = dado_lz77_size(dado_text_string(&y), (int)y.length, region);
    dado_text_add(&x, dado_text_string(&y));
    int both = dado_lz77_size(dado_text_string(&x), (int)x.length, region);
    if (cx < 0 || cy < 0 || both < 0) return DADO_NONE;
    int less = cx < cy ? cx : cy, more = cx < cy ? cy : cx;
    return (double)(both - less) / more;
}
