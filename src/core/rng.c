// rng.c - see rng.h.
#include "core/rng.h"

#include <string.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

// Philox 4x32-10, by Salmon and others: ten rounds of multiply and mix.
enum { rounds = 10 };
static const uint32_t first_factor = 0xD2511F53u, second_factor = 0xCD9E8D57u;
static const uint32_t first_step = 0x9E3779B9u, second_step = 0xBB67AE85u;

#if defined(__SSE2__)

// Two draws side by side, a word in the lower half of each lane; what upper halves hold is never
// looked at, for a lane is multiplied by its lower half and shifted out of the upper one.
typedef struct pair {
    __m128i c0, c1, c2, c3;
} pair;

static inline void mix(pair *p, __m128i k0, __m128i k1)
{
    __m128i a = _mm_mul_epu32(p->c0, _mm_set1_epi64x((int64_t)first_factor));
    __m128i b = _mm_mul_epu32(p->c2, _mm_set1_epi64x((int64_t)second_factor));
    p->c0 = _mm_xor_si128(_mm_xor_si128(_mm_srli_epi64(b, 32), p->c1), k0);
    p->c2 = _mm_xor_si128(_mm_xor_si128(_mm_srli_epi64(a, 32), p->c3), k1);
    p->c1 = b;
    p->c3 = a;
}

static inline void keep(uint64_t *ahead, const pair *p)
{
    __m128i low = _mm_and_si128(p->c0, _mm_set1_epi64x(0xFFFFFFFF));
    _mm_storeu_si128((__m128i *)(void *)ahead, _mm_or_si128(_mm_slli_epi64(p->c1, 32), low));
}

static inline void work_out(const dado_rng *rng, uint64_t from, uint64_t *ahead)
{
    int64_t low = (int64_t)(uint32_t)from;
    pair one = {
        _mm_set_epi64x(low + 1, low),
        _mm_set1_epi64x((int64_t)(from >> 32)),
        _mm_set1_epi64x((int64_t)(uint32_t)rng->match),
        _mm_set1_epi64x((int64_t)(rng->match >> 32)),
    };
    pair two = one;
    two.c0 = _mm_set_epi64x(low + 3, low + 2);
    uint32_t k0 = (uint32_t)rng->seed, k1 = (uint32_t)(rng->seed >> 32);
    for (int round = 0; round < rounds; round++) {
        __m128i first = _mm_set1_epi64x((int64_t)k0), second = _mm_set1_epi64x((int64_t)k1);
        mix(&one, first, second);
        mix(&two, first, second);
        k0 += first_step;
        k1 += second_step;
    }
    keep(ahead, &one);
    keep(ahead + 2, &two);
}

#else

static void scramble(uint32_t c[4], uint32_t k0, uint32_t k1)
{
    for (int round = 0; round < rounds; round++) {
        uint64_t a = (uint64_t)c[0] * first_factor;
        uint64_t b = (uint64_t)c[2] * second_factor;
        uint32_t n0 = (uint32_t)(b >> 32) ^ c[1] ^ k0;
        uint32_t n2 = (uint32_t)(a >> 32) ^ c[3] ^ k1;
        c[1] = (uint32_t)b;
        c[3] = (uint32_t)a;
        c[0] = n0;
        c[2] = n2;
        k0 += first_step;
        k1 += second_step;
    }
}

static inline void work_out(const dado_rng *rng, uint64_t from, uint64_t *ahead)
{
    for (uint32_t i = 0; i < DADO_RNG_AHEAD; i++) {
        uint32_t c[4] = {
            (uint32_t)from + i,
            (uint32_t)(from >> 32),
            (uint32_t)rng->match,
            (uint32_t)(rng->match >> 32),
        };
        scramble(c, (uint32_t)rng->seed, (uint32_t)(rng->seed >> 32));
        ahead[i] = (uint64_t)c[1] << 32 | c[0];
    }
}

#endif

static inline uint64_t first_of_four(const dado_rng *rng)
{
    return rng->drawn - rng->drawn % DADO_RNG_AHEAD;
}

// One after the other, and a processor that sees far ahead works on several: none needs another.
static void look_ahead(dado_rng *streams, int count)
{
    for (dado_rng *r = streams, *end = r + count; r < end; r++) {
        if (dado_rng_is_ready(r)) continue;
        work_out(r, first_of_four(r), r->ahead);
        r->ready = r->drawn / DADO_RNG_AHEAD + 1;
    }
}

static void peek(const dado_rng *rng, uint64_t *words)
{
    for (int i = 0; i < DADO_RNG_BULK; i += DADO_RNG_AHEAD) {
        work_out(rng, first_of_four(rng) + (uint64_t)i, words + i);
    }
}

static void look_across(const dado_rng *at, int matches, uint64_t *words)
{
    for (int i = 0; i < matches; i++) {
        dado_rng one = *at;
        one.match += (uint64_t)i;
        one.ready = 0;
        words[i] = dado_rng_next(&one);
    }
}

#if defined(__SSE2__) && defined(__GNUC__)

typedef uint64_t lanes __attribute__((vector_size(32)));
typedef int64_t signed_lanes __attribute__((vector_size(32)));

#define WIDE __attribute__((target("avx2")))
#define OF(name) name##_widely
#include "core/rng_lanes.h"
#undef WIDE
#undef OF

// These multiply whole words and turn them round in one go.
#define WIDE __attribute__((target("avx2,avx512f,avx512vl,avx512dq")))
#define OF(name) name##_newly
#include "core/rng_lanes.h"
#undef WIDE
#undef OF

static inline bool is_new(void)
{
    return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
}

static inline bool is_wide(void)
{
    return __builtin_cpu_supports("avx2");
}

#define AS_IT_CAN(name, ...) \
    (is_new() ? name##_newly(__VA_ARGS__) \
              : is_wide() ? name##_widely(__VA_ARGS__) : name(__VA_ARGS__))

#else

#define AS_IT_CAN(name, ...) name(__VA_ARGS__)

#endif

void dado_rng_ahead_of_all(dado_rng *streams, int count)
{
    AS_IT_CAN(look_ahead, streams, count);
}

void dado_rng_across(const dado_rng *at, int matches, uint64_t *words)
{
    AS_IT_CAN(look_across, at, matches, words);
}

int dado_rng_peek(const dado_rng *rng, uint64_t words[DADO_RNG_BULK])
{
    int first = (int)(rng->drawn % DADO_RNG_AHEAD), count = DADO_RNG_BULK - first;
    AS_IT_CAN(peek, rng, words);
    if (first == 0) return count;
    memmove(words, words + first, sizeof *words * (size_t)count);
    memset(words + count, 0, sizeof *words * (size_t)first);
    return count;
}

// False if it is to be done one after the other.
static bool dice(const uint64_t *words, int count, uint32_t faces, int throws, uint32_t *shown)
{
    (void)words, (void)count, (void)faces, (void)throws, (void)shown;
    return false;
}

void dado_quick_dice(const uint64_t words[DADO_RNG_BULK], int count, uint32_t faces, int throws,
                     uint32_t *shown)
{
    if (AS_IT_CAN(dice, words, count, faces, throws, shown)) return;
    for (int i = 0; i < count; i++) {
        dado_quick q = dado_quick_seed(words[i]);
        for (int k = 0; k < throws; k++) *shown++ = dado_quick_below(&q, faces);
    }
}

void dado_rng_ahead(dado_rng *rng)
{
    dado_rng_ahead_of_all(rng, 1);
}

double dado_rng_unit(dado_rng *rng)
{
    return (double)(dado_rng_next(rng) >> 11) * 0x1p-53;
}

uint64_t dado_derive(uint64_t seed, uint64_t index)
{
    uint64_t state = seed ^ ((index + 1) * 0xD1342543DE82EF95u);
    return dado_splitmix(&state);
}
