// position_table.c - see position_table.h.
#include "solve/position_table.h"

#include <stdlib.h>
#include <string.h>

#include "solve/huge_pages.h"

enum { first_slots = 1 << 10 };

size_t dado_position_table_slot_bytes(const dado_position_table *table)
{
    return (table->key_words + 1) * sizeof(uint64_t);
}

// Computes which runs of changing bits are copied from a state to which place in the key.
static void build_runs(dado_position_table *t)
{
    t->run_count = 0;
    size_t bit = 0;
    for (size_t w = 0; w < t->state_words; w++) {
        uint64_t left = t->varies[w];
        while (left) {
            unsigned low = (unsigned)__builtin_ctzll(left);
            uint64_t above = ~(left >> low);
            unsigned length = above ? (unsigned)__builtin_ctzll(above) : 64;
            unsigned room = 64 - (unsigned)(bit % 64);
            if (length > room) length = room;
            if (length > 64 - low) length = 64 - low;
            uint64_t mask = length == 64 ? ~(uint64_t)0 : ((uint64_t)1 << length) - 1;
            t->runs[t->run_count++] = (dado_position_table_run){
                .from = (uint16_t)w,
                .to = (uint16_t)(bit / 64),
                .shift = (uint8_t)low,
                .rotate = (uint8_t)(bit % 64),
                .mask = mask,
            };
            left &= ~(mask << low);
            bit += length;
        }
    }
    t->key_bits = bit;
    t->key_words = bit ? (bit + 63) / 64 : 1;
}

bool dado_position_table_init(dado_position_table *t, size_t state_size, const void *state,
                              size_t limit)
{
    size_t words = (state_size + 7) / 8;
    *t = (dado_position_table){ .state_words = words, .limit = limit };
    t->fixed = calloc(words * 4 + 2, sizeof(uint64_t));
    // A run ends at a fixed bit or at the end of a word of the state or of the key, so
    // there are never more runs.
    t->runs = calloc(words * 33 + 1, sizeof *t->runs);
    if (!t->fixed || !t->runs || words > UINT16_MAX) {
        dado_position_table_free(t);
        return false;
    }
    t->varies = t->fixed + words;
    t->scratch = t->varies + words;
    memcpy(t->fixed, state, state_size);
    build_runs(t);
    return true;
}

bool dado_position_table_init_like(dado_position_table *t, const dado_position_table *other)
{
    size_t words = other->state_words;
    if (!dado_position_table_init(t, words * sizeof(uint64_t), other->fixed, other->limit))
        return false;
    memcpy(t->varies, other->varies, words * sizeof(uint64_t));
    build_runs(t);
    return true;
}

void dado_position_table_free(dado_position_table *t)
{
    free(t->fixed);
    free(t->runs);
    free(t->slots);
    *t = (dado_position_table){ 0 };
}

// Writes the XOR of a state and the fixed state to `scratch`. Returns true if a bit
// differs that was believed never to change.
static bool load_state(const dado_position_table *t, size_t state_size, const void *state)
{
    uint64_t *words = t->scratch, stray = 0;
    words[t->state_words - 1] = 0;
    memcpy(words, state, state_size);
    for (size_t w = 0; w < t->state_words; w++) {
        words[w] ^= t->fixed[w];
        stray |= words[w] & ~t->varies[w];
    }
    return stray != 0;
}

// Marks the bits that differ as changing, and all lower bits of their bytes too, since a
// byte that counts something will count on.
static void note_bits(dado_position_table *t)
{
    for (size_t w = 0; w < t->state_words; w++) {
        uint64_t stray = t->scratch[w] & ~t->varies[w];
        for (int byte = 0; stray && byte < 64; byte += 8) {
            uint64_t bits = stray >> byte & 0xFF;
            if (!bits) continue;
            bits |= bits >> 1;
            bits |= bits >> 2;
            bits |= bits >> 4;
            t->varies[w] |= bits << byte;
        }
    }
}

static void pack(const dado_position_table *t, const uint64_t *words, uint64_t *key)
{
    for (size_t w = 0; w < t->key_words; w++) key[w] = 0;
    for (size_t r = 0; r < t->run_count; r++) {
        const dado_position_table_run *run = &t->runs[r];
        key[run->to] |= (words[run->from] >> run->shift & run->mask) << run->rotate;
    }
}

static void unpack(const dado_position_table *t, const uint64_t *key, uint64_t *words)
{
    for (size_t w = 0; w < t->state_words; w++) words[w] = 0;
    for (size_t r = 0; r < t->run_count; r++) {
        const dado_position_table_run *run = &t->runs[r];
        words[run->from] |= (key[run->to] >> run->rotate & run->mask) << run->shift;
    }
}

static uint64_t mix(const uint64_t *key, size_t words)
{
    uint64_t h = 0x9E3779B97F4A7C15u;
    for (size_t w = 0; w < words; w++) {
        h = (h ^ key[w]) * 0xD6E8FEB86659FD93u;
        h ^= h >> 32;
    }
    h *= 0xD6E8FEB86659FD93u;
    return h ^ h >> 29;
}

// Returns the slot that holds this key, or the free slot where it belongs.
static size_t find_slot(const dado_position_table *t, const uint64_t *key)
{
    __extension__ typedef unsigned __int128 wide;
    size_t stride = t->key_words + 1;
    size_t at = (size_t)((wide)mix(key, t->key_words) * t->slot_count >> 64);
    for (;;) {
        const uint64_t *slot = t->slots + at * stride;
        if (!slot[t->key_words]) return at;
        if (memcmp(slot, key, t->key_words * sizeof *key) == 0) return at;
        if (++at == t->slot_count) at = 0;
    }
}

// Moves all positions to a new array of `count` slots, with keys that hold all bits known
// to change.
static bool rehash_to(dado_position_table *t, size_t count)
{
    dado_position_table old = *t;
    bool relay = false;
    if (count == 0) return false;
    if (old.slots) {
        size_t bits = 0;
        for (size_t w = 0; w < t->state_words; w++) {
            bits += (size_t)__builtin_popcountll(t->varies[w]);
        }
        relay = bits != old.key_bits;
    }
    dado_position_table_run *old_runs = NULL;
    if (relay) {
        old_runs = malloc((old.run_count + 1) * sizeof *old_runs);
        if (!old_runs) return false;
        memcpy(old_runs, old.runs, old.run_count * sizeof *old_runs);
        old.runs = old_runs;
    }
    build_runs(t);
    size_t bytes = count * dado_position_table_slot_bytes(t);
    bool fits = bytes + old.slots_bytes + t->charged <= t->limit;
    uint64_t *slots = fits ? dado_huge_pages_alloc(bytes) : NULL;
    if (!slots) {
        if (relay) {  // restore the old layout of keys
            memcpy(t->runs, old_runs, old.run_count * sizeof *old_runs);
            free(old_runs);
        }
        t->run_count = old.run_count;
        t->key_bits = old.key_bits;
        t->key_words = old.key_words;
        return false;
    }
    t->slots = slots;
    t->slot_count = count;
    t->slots_bytes = bytes;
    t->generation++;
    t->packings += relay;
    uint64_t *words = t->scratch + t->state_words + 1;
    uint64_t *key = malloc((t->key_words + 1) * sizeof *key);
    for (size_t i = 0; key && i < old.slot_count; i++) {
        const uint64_t *slot = old.slots + i * (old.key_words + 1);
        if (!slot[old.key_words]) continue;
        if (relay) {
            unpack(&old, slot, words);
            pack(t, words, key);
        } else {
            memcpy(key, slot, old.key_words * sizeof *key);
        }
        uint64_t *to = slots + find_slot(t, key) * (t->key_words + 1);
        memcpy(to, key, t->key_words * sizeof *key);
        to[t->key_words] = slot[old.key_words];
    }
    bool moved = key != NULL;
    free(key);
    free(old.slots);
    free(old_runs);
    return moved;
}

// Returns how many slots would fit into the limit beside the present ones, or 0 if they
// were too few for the positions there are.
static size_t slots_that_fit(const dado_position_table *t)
{
    size_t taken = t->slots_bytes + t->charged;
    size_t wider =
        // keys may have become one word longer
        dado_position_table_slot_bytes(t) + sizeof(uint64_t);
    size_t most = t->limit > taken ? (t->limit - taken) / wider : 0;
    return t->used * 10 < most * 9 ? most : 0;
}

// Makes room for one more position. The table is kept at most three quarters full while
// it can grow, then at most nine tenths.
static bool make_room(dado_position_table *t)
{
    if (!t->slots) return rehash_to(t, first_slots);
    if (t->used * 4 < t->slot_count * 3) return true;
    if (rehash_to(t, t->slot_count * 2)) return true;
    size_t most = slots_that_fit(t);
    if (most > t->slot_count + t->slot_count / 4 && rehash_to(t, most)) return true;
    return t->used * 10 < t->slot_count * 9;
}

void dado_position_table_learn(dado_position_table *t, size_t state_size, const void *state)
{
    if (t->used == 0 && load_state(t, state_size, state)) note_bits(t);
}

dado_position_lookup dado_position_table_find(dado_position_table *t, size_t state_size,
                                              const void *state, size_t *slot)
{
    if (load_state(t, state_size, state)) {
        note_bits(t);
        if (t->slots && !rehash_to(t, t->slot_count) && !rehash_to(t, slots_that_fit(t))) {
            return DADO_LOOKUP_FULL;
        }
    }
    if (!make_room(t)) return DADO_LOOKUP_FULL;
    uint64_t *key = t->scratch + t->state_words + 1;
    pack(t, t->scratch, key);
    *slot = find_slot(t, key);
    uint64_t *place = t->slots + *slot * (t->key_words + 1);
    if (place[t->key_words]) return DADO_LOOKUP_OLD;
    memcpy(place, key, t->key_words * sizeof *key);
    place[t->key_words] = 1;
    t->used++;
    return DADO_LOOKUP_NEW;
}

bool dado_position_table_look(const dado_position_table *t, size_t state_size, const void *state,
                              size_t *slot)
{
    if (!t->slots || load_state(t, state_size, state)) return false;
    uint64_t *key = t->scratch + t->state_words + 1;
    pack(t, t->scratch, key);
    *slot = find_slot(t, key);
    return t->slots[*slot * (t->key_words + 1) + t->key_words] != 0;
}

bool dado_position_table_state(const dado_position_table *t, size_t slot, size_t state_size,
                               void *state)
{
    const uint64_t *key = t->slots + slot * (t->key_words + 1);
    if (!key[t->key_words]) return false;
    uint64_t *words = t->scratch;
    unpack(t, key, words);
    for (size_t w = 0; w < t->state_words; w++) words[w] ^= t->fixed[w];
    memcpy(state, words, state_size);
    return true;
}

uint32_t dado_position_table_get(const dado_position_table *t, size_t slot)
{
    return (uint32_t)(t->slots[slot * (t->key_words + 1) + t->key_words] - 1);
}

void dado_position_table_set(dado_position_table *t, size_t slot, uint32_t word)
{
    t->slots[slot * (t->key_words + 1) + t->key_words] = (uint64_t)word + 1;
}
