// rng.c - see rng.h.
#include "core/rng.h"

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

static inline void work_out(dado_rng *rng, uint64_t from)
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
    keep(rng->ahead, &one);
    keep(rng->ahead + 2, &two);
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

static inline void work_out(dado_rng *rng, uint64_t from)
{
    for (uint32_t i = 0; i < DADO_RNG_AHEAD; i++) {
        uint32_t c[4] = {
            (uint32_t)from + i,
            (uint32_t)(from >> 32),
            (uint32_t)rng->match,
            (uint32_t)(rng->match >> 32),
        };
        scramble(c, (uint32_t)rng->seed, (uint32_t)(rng->seed >> 32));
        rng->ahead[i] = (uint64_t)c[1] << 32 | c[0];
    }
}

#endif

// One after the other, and a processor that sees far ahead works on several: none needs another.
#define LOOK_AHEAD(streams, count, work_out) \
    for (dado_rng *r = (streams), *end = r + (count); r < end; r++) { \
        if (dado_rng_is_ready(r)) continue; \
        work_out(r, r->drawn - r->drawn % DADO_RNG_AHEAD); \
        r->ready = r->drawn / DADO_RNG_AHEAD + 1; \
    }

#if defined(__SSE2__) && defined(__GNUC__)

// All four side by side, where the processor can.
#define WIDE __attribute__((target("avx2")))

WIDE static inline void work_out_widely(dado_rng *rng, uint64_t from)
{
    int64_t low = (int64_t)(uint32_t)from;
    __m256i c0 = _mm256_set_epi64x(low + 3, low + 2, low + 1, low);
    __m256i c1 = _mm256_set1_epi64x((int64_t)(from >> 32));
    __m256i c2 = _mm256_set1_epi64x((int64_t)(uint32_t)rng->match);
    __m256i c3 = _mm256_set1_epi64x((int64_t)(rng->match >> 32));
    __m256i k0 = _mm256_set1_epi64x((int64_t)rng->seed);
    __m256i k1 = _mm256_set1_epi64x((int64_t)(rng->seed >> 32));
    for (int round = 0; round < rounds; round++) {
        __m256i a = _mm256_mul_epu32(c0, _mm256_set1_epi64x((int64_t)first_factor));
        __m256i b = _mm256_mul_epu32(c2, _mm256_set1_epi64x((int64_t)second_factor));
        __m256i first = _mm256_xor_si256(c1, k0), second = _mm256_xor_si256(c3, k1);
        c0 = _mm256_xor_si256(_mm256_srli_epi64(b, 32), first);
        c2 = _mm256_xor_si256(_mm256_srli_epi64(a, 32), second);
        c1 = b;
        c3 = a;
        k0 = _mm256_add_epi64(k0, _mm256_set1_epi64x((int64_t)first_step));
        k1 = _mm256_add_epi64(k1, _mm256_set1_epi64x((int64_t)second_step));
    }
    __m256i lows = _mm256_and_si256(c0, _mm256_set1_epi64x(0xFFFFFFFF));
    _mm256_storeu_si256((__m256i *)(void *)rng->ahead,
                        _mm256_or_si256(_mm256_slli_epi64(c1, 32), lows));
}

WIDE static void look_ahead_widely(dado_rng *streams, int count)
{
    LOOK_AHEAD(streams, count, work_out_widely)
}

void dado_rng_ahead_of_all(dado_rng *streams, int count)
{
    if (__builtin_cpu_supports("avx2")) look_ahead_widely(streams, count);
    else LOOK_AHEAD(streams, count, work_out)
}

#else

void dado_rng_ahead_of_all(dado_rng *streams, int count)
{
    LOOK_AHEAD(streams, count, work_out)
}

#endif

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
