// kinds.c - see kinds.h.
#include "lab/kinds.h"

#include <string.h>

#include "lab/column.h"

typedef struct kinds {
    const dado_block *block;
    int most, count;
    int *first_of;
    uint64_t hash[DADO_KINDS_MOST];
} kinds;

static inline uint64_t mix(uint64_t hash, uint64_t number)
{
    hash = (hash ^ number) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

static uint64_t hash_scores(const dado_block *b, int match)
{
    uint64_t hash = 0;
    const int32_t *scores = b->scores + (int64_t)match * b->players;
    for (int p = 0; p < b->players; p++) hash = mix(hash, (uint32_t)scores[p]);
    return hash;
}

static uint64_t bits_of(const dado_block *b, int match, int measure)
{
    uint64_t bits;
    memcpy(&bits, dado_block_column(b, measure) + match, sizeof bits);
    return bits;
}

static uint64_t hash_match(const dado_block *b, int match)
{
    uint64_t hash = mix(hash_scores(b, match), b->ends[match]);
    for (int64_t at = (int64_t)match * b->players, p = 0; p < b->players; p++) {
        hash = mix(hash, (uint32_t)b->places[at + p]);
        hash = mix(hash, b->effort[at + p]);
    }
    for (int m = 0; m < b->measures; m++) {
        if (!dado_block_is_alike(b, m)) hash = mix(hash, bits_of(b, match, m));
    }
    return hash;
}

static bool are_alike(const dado_block *b, int one, int other)
{
    size_t players = (size_t)b->players;
    int64_t a = (int64_t)one * b->players, c = (int64_t)other * b->players;
    bool alike = b->ends[one] == b->ends[other] &&
                 memcmp(b->scores + a, b->scores + c, sizeof *b->scores * players) == 0 &&
                 memcmp(b->places + a, b->places + c, sizeof *b->places * players) == 0 &&
                 memcmp(b->effort + a, b->effort + c, sizeof *b->effort * players) == 0;
    for (int m = 0; alike && m < b->measures; m++) {
        alike = dado_block_is_alike(b, m) || bits_of(b, one, m) == bits_of(b, other, m);
    }
    return alike;
}

// The kind of a match, which may be a new one; -1 if that is one too many.
static int kind_of(kinds *k, int match)
{
    uint64_t hash = hash_match(k->block, match);
    for (int i = 0; i < k->count; i++) {
        if (k->hash[i] == hash && are_alike(k->block, k->first_of[i], match)) return i;
    }
    if (k->count == k->most) return -1;
    k->hash[k->count] = hash;
    k->first_of[k->count] = match;
    return k->count++;
}

// Whether scores alone tell more than so many apart: of most games they do, and at the first look.
static bool many_scores(const dado_block *b, int most)
{
    enum { slots = 4 * DADO_KINDS_MOST };
    uint64_t met[slots] = { 0 };
    int different = 0;
    for (int i = 0; i < b->count && different <= most; i++) {
        uint64_t hash = hash_scores(b, i) | 1;
        size_t slot = hash >> 56;
        while (met[slot] && met[slot] != hash) slot = (slot + 1) % slots;
        different += !met[slot];
        met[slot] = hash;
    }
    return different > most;
}

int dado_kinds_find(const dado_block *b, uint8_t *kind, int *first_of)
{
    int most = b->count / 4 < DADO_KINDS_MOST ? b->count / 4 : DADO_KINDS_MOST;
    kinds k = { .block = b, .most = most, .first_of = first_of };
    if (b->count > DADO_COLUMN || b->players == 0) return 0;
    if (b->kinds > 0) {  // those known may be alike among themselves
        uint8_t now[DADO_KINDS_MOST];
        for (int i = 0; i < b->kinds; i++) {
            int found = kind_of(&k, b->first_of[i]);
            if (found < 0) return 0;
            now[i] = (uint8_t)found;
        }
        for (int i = 0; i < b->count; i++) kind[i] = now[b->kind[i]];
        return k.count;
    }
    if (many_scores(b, most)) return 0;
    for (int i = 0; i < b->count; i++) {
        int found = kind_of(&k, i);
        if (found < 0) return 0;
        kind[i] = (uint8_t)found;
    }
    return k.count;
}
