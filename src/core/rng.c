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

// One after the other, and a processor that sees far ahead works on several: none needs another.
#define LOOK_AHEAD(streams, count, work_out) \
    for (dado_rng *r = (streams), *end = r + (count); r < end; r++) { \
        if (dado_rng_is_ready(r)) continue; \
        work_out(r, r->drawn - r->drawn % DADO_RNG_AHEAD, r->ahead); \
        r->ready = r->drawn / DADO_RNG_AHEAD + 1; \
    }

#define PEEK(rng, words, work_out) \
    for (uint64_t i = 0; i < DADO_RNG_BULK; i += DADO_RNG_AHEAD) { \
        work_out(rng, rng->drawn - rng->drawn % DADO_RNG_AHEAD + i, words + i); \
    }

#if defined(__SSE2__) && defined(__GNUC__)

// All four side by side, where the processor can.
#define WIDE __attribute__((target("avx2")))

WIDE static inline void work_out_widely(const dado_rng *rng, uint64_t from, uint64_t *ahead)
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
    _mm256_storeu_si256((__m256i *)(void *)ahead,
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

WIDE static void peek_widely(const dado_rng *rng, uint64_t *words)
{
    PEEK(rng, words, work_out_widely)
}

WIDE static inline __m256i times(__m256i x, uint64_t by)
{
    __m256i low = _mm256_set1_epi64x((int64_t)(uint32_t)by);
    __m256i high = _mm256_set1_epi64x((int64_t)(by >> 32));
    __m256i crossed = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(x, 32), low),
                                       _mm256_mul_epu32(x, high));
    return _mm256_add_epi64(_mm256_mul_epu32(x, low), _mm256_slli_epi64(crossed, 32));
}

WIDE static inline __m256i splitmix_widely(__m256i *state)
{
    __m256i z = *state = _mm256_add_epi64(*state, _mm256_set1_epi64x((int64_t)0x9E3779B97F4A7C15u));
    z = times(_mm256_xor_si256(z, _mm256_srli_epi64(z, 30)), 0xBF58476D1CE4E5B9u);
    z = times(_mm256_xor_si256(z, _mm256_srli_epi64(z, 27)), 0x94D049BB133111EBu);
    return _mm256_xor_si256(z, _mm256_srli_epi64(z, 31));
}

WIDE static inline __m256i rotate_widely(__m256i x, const int by)
{
    return _mm256_or_si256(_mm256_slli_epi64(x, by), _mm256_srli_epi64(x, 64 - by));
}

// Four generators side by side. False if one of them may have to draw again.
WIDE static inline bool throw_widely(const uint64_t words[4], uint32_t faces, int throws,
                                     uint32_t *shown)
{
    const __m256i count = _mm256_set1_epi64x((int64_t)faces);
    const __m256i lows = _mm256_set1_epi64x(0xFFFFFFFF);
    const __m256i evens = _mm256_set_epi32(7, 5, 3, 1, 7, 5, 3, 1);
    __m256i seed = _mm256_loadu_si256((const __m256i *)(const void *)words);
    __m256i s0 = splitmix_widely(&seed), s1 = splitmix_widely(&seed);
    __m256i s2 = splitmix_widely(&seed), s3 = splitmix_widely(&seed);
    __m256i again = _mm256_setzero_si256();
    for (int k = 0; k < throws; k++, shown += 4) {
        __m256i drawn = _mm256_add_epi64(rotate_widely(_mm256_add_epi64(s0, s3), 23), s0);
        __m256i shifted = _mm256_slli_epi64(s1, 17);
        s2 = _mm256_xor_si256(s2, s0);
        s3 = _mm256_xor_si256(s3, s1);
        s1 = _mm256_xor_si256(s1, s2);
        s0 = _mm256_xor_si256(s0, s3);
        s2 = _mm256_xor_si256(s2, shifted);
        s3 = rotate_widely(s3, 45);
        __m256i product = _mm256_mul_epu32(_mm256_srli_epi64(drawn, 32), count);
        __m256i left = _mm256_and_si256(product, lows);
        again = _mm256_or_si256(again, _mm256_cmpgt_epi64(count, left));
        __m256i die = _mm256_permutevar8x32_epi32(product, evens);
        _mm_storeu_si128((__m128i *)(void *)shown, _mm256_castsi256_si128(die));
    }
    return _mm256_testz_si256(again, again);
}

WIDE static bool throw_fours_widely(const uint64_t *words, int count, uint32_t faces, int throws,
                                    uint32_t *shown)
{
    uint64_t padded[DADO_RNG_BULK + 3] = { 0 };
    bool fine = true;
    for (int i = 0; i < count; i++) padded[i] = words[i];
    for (int i = 0; i < count; i += 4, shown += 4 * throws) {
        fine = throw_widely(padded + i, faces, throws, shown) && fine;
    }
    return fine;
}

static void peek(const dado_rng *rng, uint64_t *words)
{
    if (__builtin_cpu_supports("avx2")) peek_widely(rng, words);
    else PEEK(rng, words, work_out)
}

// False if it is to be done otherwise.
static bool throw_fours(const uint64_t *words, int count, uint32_t faces, int throws,
                        uint32_t *shown)
{
    return __builtin_cpu_supports("avx2") && throw_fours_widely(words, count, faces, throws, shown);
}

#else

void dado_rng_ahead_of_all(dado_rng *streams, int count)
{
    LOOK_AHEAD(streams, count, work_out)
}

static void peek(const dado_rng *rng, uint64_t *words)
{
    PEEK(rng, words, work_out)
}

static bool throw_fours(const uint64_t *words, int count, uint32_t faces, int throws,
                        uint32_t *shown)
{
    (void)words, (void)count, (void)faces, (void)throws, (void)shown;
    return false;
}

#endif

int dado_rng_peek(const dado_rng *rng, uint64_t words[DADO_RNG_BULK])
{
    uint64_t fours[DADO_RNG_BULK];
    int first = (int)(rng->drawn % DADO_RNG_AHEAD), count = DADO_RNG_BULK - first;
    peek(rng, fours);
    for (int i = 0; i < count; i++) words[i] = fours[first + i];
    return count;
}

void dado_quick_dice(const uint64_t *words, int count, uint32_t faces, int throws, uint32_t *shown)
{
    if (throw_fours(words, count, faces, throws, shown)) return;
    for (int i = 0; i < count; i++) {
        dado_quick q = dado_quick_seed(words[i]);
        for (int k = 0; k < throws; k++) {
            shown[dado_quick_shown(throws, i, k)] = dado_quick_below(&q, faces);
        }
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
