// rng.h - random numbers that do not depend on the order of requests.
//
// The n-th draw of a stream is a pure function of (seed, match, lane, n): Philox 4x32-10
// scrambles that tuple, and there is no other state. Match 517 gets the same numbers on
// one thread or sixty-four, alone or in a batch. Chance and each seat draw from lanes of
// their own, so an agent that thinks longer cannot change the cards.
//
// Code that draws millions of numbers seeds a `dado_fast_rng` with one draw of a stream.
// It is xoshiro256++ seeded by SplitMix64, and must never change: the replay of a
// described game is a list of such seeds.
#pragma once

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 dado_uint128;

enum { DADO_RNG_BUFFERED = 4 };  // draws that are computed together, which is cheaper

typedef struct dado_rng {
    uint64_t seed, match;
    uint64_t drawn;  // the top 16 bits are the lane
    uint64_t ready;  // which group of four draws `ahead` holds, from 1; 0: none
    uint64_t ahead[DADO_RNG_BUFFERED];
} dado_rng;

enum {
    DADO_STREAM_CHANCE = 0,
    DADO_STREAM_SEAT = 1
};  // seat p draws from lane DADO_STREAM_SEAT + p

void dado_rng_refill(dado_rng *rng);  // computes the next draws

// Computes the next draws of all streams that have none ready; it takes hardly longer
// than for one.
void dado_rng_refill_all(dado_rng *streams, int count);

static inline dado_rng dado_rng_stream(uint64_t seed, uint64_t match, uint16_t lane)
{
    return (dado_rng){ .seed = seed, .match = match, .drawn = (uint64_t)lane << 48 };
}

// The same in place; old draws in `ahead` are left there, since they are not read.
static inline void dado_rng_begin(dado_rng *rng, uint64_t seed, uint64_t match, uint16_t lane)
{
    rng->seed = seed;
    rng->match = match;
    rng->drawn = (uint64_t)lane << 48;
    rng->ready = 0;
}

static inline bool dado_rng_is_ready(const dado_rng *rng)
{
    return rng->ready == rng->drawn / DADO_RNG_BUFFERED + 1;
}

static inline uint64_t dado_rng_next(dado_rng *rng)
{
    if (!dado_rng_is_ready(rng)) dado_rng_refill(rng);
    return rng->ahead[rng->drawn++ % DADO_RNG_BUFFERED];
}

// Returns a uniform number from 0 to count - 1, for count >= 1, by Lemire's
// multiplication with rejection.
static inline uint64_t dado_rng_below(dado_rng *rng, uint64_t count)
{
    dado_uint128 product = (dado_uint128)dado_rng_next(rng) * count;
    if ((uint64_t)product < count) {
        uint64_t least = -count % count;
        while ((uint64_t)product < least) product = (dado_uint128)dado_rng_next(rng) * count;
    }
    return (uint64_t)(product >> 64);
}

double dado_rng_unit(dado_rng *rng);  // in [0, 1), a multiple of 2^-53

// Returns the seed of part `index` of something with seed `seed`, such as a cell of a
// plan or a map of a generator.
uint64_t dado_derive_seed(uint64_t seed, uint64_t index);

typedef struct dado_fast_rng {
    uint64_t s[4];
} dado_fast_rng;

static inline uint64_t dado_splitmix(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline dado_fast_rng dado_fast_rng_seed(uint64_t seed)
{
    dado_fast_rng q;
    q.s[0] = dado_splitmix(&seed);
    q.s[1] = dado_splitmix(&seed);
    q.s[2] = dado_splitmix(&seed);
    q.s[3] = dado_splitmix(&seed);
    return q;
}

static inline uint64_t dado_rotate(uint64_t x, int by)
{
    return (x << by) | (x >> (64 - by));
}

static inline uint64_t dado_fast_rng_next(dado_fast_rng *q)
{
    uint64_t *s = q->s;
    uint64_t result = dado_rotate(s[0] + s[3], 23) + s[0];
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = dado_rotate(s[3], 45);
    return result;
}

// Returns a uniform number from 0 to count - 1, for count >= 1, by Lemire's
// multiplication with rejection.
static inline uint32_t dado_fast_rng_below(dado_fast_rng *q, uint32_t count)
{
    uint64_t product = (dado_fast_rng_next(q) >> 32) * count;
    if (__builtin_expect((uint32_t)product < count, 0)) {
        uint32_t least = (uint32_t)-count % count;
        while ((uint32_t)product < least) product = (dado_fast_rng_next(q) >> 32) * count;
    }
    return (uint32_t)(product >> 32);
}

static inline double dado_fast_rng_unit(dado_fast_rng *q)
{
    return (double)(dado_fast_rng_next(q) >> 11) * 0x1p-53;
}
