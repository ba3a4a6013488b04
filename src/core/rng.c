// rng.c - see rng.h.
#include "core/rng.h"

#include <string.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

// Philox 4x32-10, by Salmon and others: ten rounds of multiplying and mixing.
enum { rounds = 10 };
static const uint32_t first_factor = 0xD2511F53u, second_factor = 0xCD9E8D57u;
static const uint32_t first_step = 0x9E3779B9u, second_step = 0xBB67AE85u;

#if defined(__SSE2__)

// Two draws side by side, each with a word in the lower half of a lane. The upper halves
// are never used, since a multiplication reads only lower halves.
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
    for (uint32_t i = 0; i < DADO_RNG_BUFFERED; i++) {
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
    return rng->drawn - rng->drawn % DADO_RNG_BUFFERED;
}

// Computes the streams one after the other; a processor can overlap them, since they do
// not depend on each other.
static void look_ahead(dado_rng *streams, int count)
{
    for (dado_rng *r = streams, *end = r + count; r < end; r++) {
        if (dado_rng_is_ready(r)) continue;
        work_out(r, first_of_four(r), r->ahead);
        r->ready = r->drawn / DADO_RNG_BUFFERED + 1;
    }
}

#if defined(__SSE2__) && defined(__GNUC__)

#define WIDE __attribute__((target("avx2")))
#define OF(name) name##_widely
#include "core/rng_simd.h"
#undef WIDE
#undef OF

// These instructions multiply whole words and rotate them in one step.
#define WIDE __attribute__((target("avx2,avx512f,avx512vl,avx512dq")))
#define OF(name) name##_newly
#include "core/rng_simd.h"
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
    (is_new()    ? name##_newly(__VA_ARGS__) \
     : is_wide() ? name##_widely(__VA_ARGS__) \
                 : name(__VA_ARGS__))

#else

#define AS_IT_CAN(name, ...) name(__VA_ARGS__)

#endif

void dado_rng_refill_all(dado_rng *streams, int count)
{
    AS_IT_CAN(look_ahead, streams, count);
}

void dado_rng_refill(dado_rng *rng)
{
    dado_rng_refill_all(rng, 1);
}

double dado_rng_unit(dado_rng *rng)
{
    return (double)(dado_rng_next(rng) >> 11) * 0x1p-53;
}

uint64_t dado_derive_seed(uint64_t seed, uint64_t index)
{
    uint64_t state = seed ^ ((index + 1) * 0xD1342543DE82EF95u);
    return dado_splitmix(&state);
}
