// enemy_pursuit.c - finds the next step of an enemy that pursues the hero.
//
// The rules define the step by distances from the hero over cells without other enemies.
// The distances are computed ring by ring, 64 cells per instruction, and only until a
// ring reaches the pursuer. Enemies notice only a hero who is near, so a few rings
// suffice.
#include <string.h>

#include "worlds/dungeon/dungeon.h"

enum {
    most_words = ((DADO_MAP_SIDE_MOST + 2) * (DADO_MAP_SIDE_MOST + 1) + 63) / 64 + 1,
    small_words = 64,
};

typedef struct rings {
    uint64_t *ring, *next, *free;
    // First and last word of the ring; words outside this range are undefined.
    int low, high;
    // The same for the previous ring, which is in `next` after a call of `grow`.
    int low_before, high_before;
} rings;

// Adds the bits of `ring`, shifted by `by`, to `next`. Only bits in `mask` are used,
// unless it is NULL.
static void add_moved(const dado_dungeon *d, rings *r, int by, const uint64_t *mask)
{
    int words = d->board.words, skip, bits;
    if (by > 0) {
        skip = by >> 6;
        bits = by & 63;
        for (int w = r->low; w <= r->high; w++) {
            uint64_t from = mask ? r->ring[w] & mask[w] : r->ring[w];
            if (!from) continue;
            if (w + skip < words) r->next[w + skip] |= from << bits;
            if (bits && w + skip + 1 < words) r->next[w + skip + 1] |= from >> (64 - bits);
        }
    } else {
        skip = -by >> 6;
        bits = -by & 63;
        for (int w = r->low; w <= r->high; w++) {
            uint64_t from = mask ? r->ring[w] & mask[w] : r->ring[w];
            if (!from) continue;
            if (w - skip >= 0) r->next[w - skip] |= from >> bits;
            if (bits && w - skip - 1 >= 0) r->next[w - skip - 1] |= from << (64 - bits);
        }
    }
}

// Computes the next ring into `next`; returns false if no cell is left to reach.
static bool grow(const dado_dungeon *d, rings *r)
{
    int reach = d->board.stride / 64 + 2;
    int low = r->low > reach ? r->low - reach : 0;
    int high = r->high + reach < d->board.words - 1 ? r->high + reach : d->board.words - 1;
    memset(r->next + low, 0, sizeof(uint64_t) * (size_t)(high - low + 1));
    for (int dir = 0; dir < d->directions; dir++) {
        add_moved(d, r, d->step[dir], dir < 4 ? NULL : d->diagonal[dir - 4]);
    }
    int first = -1, last = -1;
    for (int w = low; w <= high; w++) {
        r->next[w] &= r->free[w];
        r->free[w] &= ~r->next[w];
        if (!r->next[w]) continue;
        if (first < 0) first = w;
        last = w;
    }
    uint64_t *ring = r->next;
    r->next = r->ring;
    r->ring = ring;
    r->low_before = r->low;
    r->high_before = r->high;
    r->low = first;
    r->high = last;
    return first >= 0;
}

static bool holds(const uint64_t *ring, int low, int high, int cell)
{
    return (cell >> 6) >= low && (cell >> 6) <= high && dado_bit(ring, cell);
}

static int pursue(const dado_dungeon *d, const dado_dungeon_enemy *enemies, int self, int player,
                  uint64_t *memory, int words)
{
    rings r = { memory, memory + words, memory + 2 * words, player >> 6, player >> 6, 0, 0 };
    memcpy(r.free, d->passable, sizeof(uint64_t) * (size_t)words);
    for (int i = 0; i < d->map.enemy_count; i++) {
        if (i != self && enemies[i].hp > 0) dado_bit_clear(r.free, enemies[i].cell);
    }
    r.ring[player >> 6] = 0;
    dado_bit_set(r.ring, player);
    dado_bit_clear(r.free, player);
    int here = enemies[self].cell;
    do {
        if (!grow(d, &r)) return here;
    } while (!holds(r.ring, r.low, r.high, here));
    for (int dir = 0; dir < d->directions; dir++) {
        if (dir >= 4 && !dado_bit(d->diagonal[dir - 4], here)) continue;
        int cell = here + d->step[dir];
        if (holds(r.next, r.low_before, r.high_before, cell)) return cell;
    }
    return here;
}

// Separate from dado_dungeon_pursue, so that maps of the usual size do not need this
// large array on the stack.
static int pursue_far(const dado_dungeon *d, const dado_dungeon_enemy *enemies, int self,
                      int player)
{
    uint64_t memory[3 * most_words];
    return pursue(d, enemies, self, player, memory, d->board.words);
}

int dado_dungeon_pursue(const dado_dungeon *d, const dado_dungeon_enemy *enemies, int self,
                        int player)
{
    uint64_t memory[3 * small_words];
    if (d->board.words > small_words) return pursue_far(d, enemies, self, player);
    return pursue(d, enemies, self, player, memory, d->board.words);
}
