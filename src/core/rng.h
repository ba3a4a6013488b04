// rng.h - random numbers that do not care who asks first.
//
// The n-th draw of a stream is a pure function of (seed, match, lane, n):
// Philox 4x32-10 scrambles that tuple and there is no other state. Match 517
// sees the same luck on one thread or sixty-four, alone or in a batch. Chance
// and each seat draw from lanes of their own, so an agent that thinks longer
// cannot change the cards.
//
// Who draws by the million seeds a `dado_quick` with one draw of a stream. It
// is xoshiro256++ filled by SplitMix64, and is fixed for ever: the replay of a
// described game is a list of such seeds.
#pragma once

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 dado_wide;

enum { DADO_RNG_AHEAD = 4 };  // draws that are worked out together, for that is cheaper

typedef struct dado_rng {
    uint64_t seed, match;
    uint64_t drawn;                  // the top 16 bits are the lane
    uint64_t ready;                  // which four `ahead` has, counted from 1; 0: none
    uint64_t ahead[DADO_RNG_AHEAD];
} dado_rng;

enum { DADO_LANE_CHANCE = 0, DADO_LANE_SEAT = 1 };  // seat p draws from lane DADO_LANE_SEAT + p

void dado_rng_ahead(dado_rng *rng);  // works the next out

// The same of all of several streams that have none ready: it takes hardly longer than of one.
void dado_rng_ahead_of_all(dado_rng *streams, int count);

// Looks at words to come without drawing them: so many, fewer than DADO_RNG_BULK where a four is
// begun, and zeros behind them. They are worked out side by side.
enum { DADO_RNG_BULK = 12 };
int dado_rng_peek(const dado_rng *rng, uint64_t words[DADO_RNG_BULK]);

// The word at one place of a stream in each of several matches, `at->match` and those that follow,
// worked out side by side. `words` has room up to a multiple of DADO_RNG_ACROSS.
enum { DADO_RNG_ACROSS = 8 };
void dado_rng_across(const dado_rng *at, int matches, uint64_t *words);

static inline dado_rng dado_rng_stream(uint64_t seed, uint64_t match, uint16_t lane)
{
    return (dado_rng){ .seed = seed, .match = match, .drawn = (uint64_t)lane << 48 };
}

// The same in place; what was drawn ahead is left to lie, for nobody reads it.
static inline void dado_rng_begin(dado_rng *rng, uint64_t seed, uint64_t match, uint16_t lane)
{
    rng->seed = seed;
    rng->match = match;
    rng->drawn = (uint64_t)lane << 48;
    rng->ready = 0;
}

// The same stream of the next match.
static inline void dado_rng_turn(dado_rng *rng)
{
    dado_rng_begin(rng, rng->seed, rng->match + 1, (uint16_t)(rng->drawn >> 48));
}

static inline bool dado_rng_is_ready(const dado_rng *rng)
{
    return rng->ready == rng->drawn / DADO_RNG_AHEAD + 1;
}

static inline uint64_t dado_rng_next(dado_rng *rng)
{
    if (!dado_rng_is_ready(rng)) dado_rng_ahead(rng);
    return rng->ahead[rng->drawn++ % DADO_RNG_AHEAD];
}

// Uniform on 0 ... count - 1, count at least 1: Lemire's multiplication with rejection.
static inline uint64_t dado_rng_below(dado_rng *rng, uint64_t count)
{
    dado_wide product = (dado_wide)dado_rng_next(rng) * count;
    if ((uint64_t)product < count) {
        uint64_t least = -count % count;
        while ((uint64_t)product < least) product = (dado_wide)dado_rng_next(rng) * count;
    }
    return (uint64_t)(product >> 64);
}

double dado_rng_unit(dado_rng *rng);                     // [0, 1), a multiple of 2^-53

// The seed of part `index` of what has `seed`: cells of a plan, maps of a generator.
uint64_t dado_derive(uint64_t seed, uint64_t index);

typedef struct dado_quick {
    uint64_t s[4];
} dado_quick;

static inline uint64_t dado_splitmix(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline dado_quick dado_quick_seed(uint64_t seed)
{
    dado_quick q;
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

static inline uint64_t dado_quick_next(dado_quick *q)
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

// Uniform on 0 ... count - 1, count at least 1: Lemire's multiplication with rejection.
static inline uint32_t dado_quick_below(dado_quick *q, uint32_t count)
{
    uint64_t product = (dado_quick_next(q) >> 32) * count;
    if (__builtin_expect((uint32_t)product < count, 0)) {
        uint32_t least = (uint32_t)-count % count;
        while ((uint32_t)product < least) product = (dado_quick_next(q) >> 32) * count;
    }
    return (uint32_t)(product >> 32);
}

// What dice show that are thrown with the luck of the first words of these: throw k of word i is
// shown[i * throws + k], which is what dado_quick_below says for the k-th time, seeded with that
// word. `shown` has room for as many words, up to a multiple of four.
void dado_quick_dice(const uint64_t words[DADO_RNG_BULK], int count, uint32_t faces, int throws,
                     uint32_t *shown);

static inline double dado_quick_unit(dado_quick *q)
{
    return (double)(dado_quick_next(q) >> 11) * 0x1p-53;
}
