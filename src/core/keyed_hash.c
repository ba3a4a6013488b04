// keyed_hash.c - see keyed_hash.h.
#include "core/keyed_hash.h"

#include "core/rng.h"

typedef struct words {
    uint64_t a, b, c, d;
} words;

static inline void mix(words *w, int rounds)
{
    for (int i = 0; i < rounds; i++) {
        w->a += w->b;
        w->c += w->d;
        w->b = dado_rotate(w->b, 13) ^ w->a;
        w->d = dado_rotate(w->d, 16) ^ w->c;
        w->a = dado_rotate(w->a, 32);
        w->c += w->b;
        w->a += w->d;
        w->b = dado_rotate(w->b, 17) ^ w->c;
        w->d = dado_rotate(w->d, 21) ^ w->a;
        w->c = dado_rotate(w->c, 32);
    }
}

static inline void absorb(words *w, uint64_t word)
{
    w->d ^= word;
    mix(w, 2);
    w->a ^= word;
}

// Reads up to eight bytes as a number, the first one lowest, on every machine.
static uint64_t read_word(const unsigned char *bytes, size_t size)
{
    uint64_t word = 0;
    for (size_t i = 0; i < size && i < 8; i++) word |= (uint64_t)bytes[i] << (8 * i);
    return word;
}

uint64_t dado_keyed_hash(uint64_t first_key, uint64_t second_key, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    words w = {
        first_key ^ 0x736f6d6570736575u,
        second_key ^ 0x646f72616e646f6du,
        first_key ^ 0x6c7967656e657261u,
        second_key ^ 0x7465646279746573u,
    };
    size_t left = size;
    for (; left >= 8; left -= 8, at += 8) absorb(&w, read_word(at, 8));
    absorb(&w, read_word(at, left) | (uint64_t)size << 56);
    w.c ^= 0xff;
    mix(&w, 4);
    return w.a ^ w.b ^ w.c ^ w.d;
}
