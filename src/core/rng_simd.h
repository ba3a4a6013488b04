// rng_simd.h - draws of several streams side by side; a part of rng.c.
//
// It is included once for each kind of processor, with WIDE as its attribute and OF(name)
// as the names of its functions. The draws are the same to the bit.

// Scrambles the counters of `groups` groups of four draws with a seed. Keys are computed
// once for all, and a processor can overlap groups, since they do not depend on each
// other. Only the lower half of each part of a counter counts.
WIDE static inline void OF(scramble)(__m256i (*c)[4], uint64_t seed, uint64_t *words,
                                     const int groups)
{
    const __m256i factors[2] = { _mm256_set1_epi64x((int64_t)first_factor),
                                 _mm256_set1_epi64x((int64_t)second_factor) };
    __m256i k0 = _mm256_set1_epi64x((int64_t)seed);
    __m256i k1 = _mm256_set1_epi64x((int64_t)(seed >> 32));
    for (int round = 0; round < rounds; round++) {
        for (int g = 0; g < groups; g++) {
            __m256i a = _mm256_mul_epu32(c[g][0], factors[0]);
            __m256i b = _mm256_mul_epu32(c[g][2], factors[1]);
            __m256i first = _mm256_xor_si256(c[g][1], k0), second = _mm256_xor_si256(c[g][3], k1);
            c[g][0] = _mm256_xor_si256(_mm256_srli_epi64(b, 32), first);
            c[g][2] = _mm256_xor_si256(_mm256_srli_epi64(a, 32), second);
            c[g][1] = b;
            c[g][3] = a;
        }
        k0 = _mm256_add_epi64(k0, _mm256_set1_epi64x((int64_t)first_step));
        k1 = _mm256_add_epi64(k1, _mm256_set1_epi64x((int64_t)second_step));
    }
    for (int g = 0; g < groups; g++, words += DADO_RNG_BUFFERED) {
        __m256i lows = _mm256_and_si256(c[g][0], _mm256_set1_epi64x(0xFFFFFFFF));
        _mm256_storeu_si256((__m256i *)(void *)words,
                            _mm256_or_si256(_mm256_slli_epi64(c[g][1], 32), lows));
    }
}

// Sets the counters of four consecutive draws of a stream.
WIDE static inline void OF(place)(__m256i *c, const dado_rng *rng, uint64_t from)
{
    int64_t low = (int64_t)(uint32_t)from;
    c[0] = _mm256_set_epi64x(low + 3, low + 2, low + 1, low);
    c[1] = _mm256_set1_epi64x((int64_t)(from >> 32));
    c[2] = _mm256_set1_epi64x((int64_t)(uint32_t)rng->match);
    c[3] = _mm256_set1_epi64x((int64_t)(rng->match >> 32));
}

// Computes the next four draws of each of several streams with the same seed.
WIDE static inline void OF(work_out_all)(dado_rng *streams, const int count)
{
    __m256i c[4][4];
    uint64_t words[4 * DADO_RNG_BUFFERED];
    for (int g = 0; g < count; g++) OF(place)(c[g], &streams[g], first_of_four(&streams[g]));
    OF(scramble)(c, streams->seed, words, count);
    for (int g = 0; g < count; g++) {
        memcpy(streams[g].ahead, words + g * DADO_RNG_BUFFERED, sizeof streams[g].ahead);
        streams[g].ready = streams[g].drawn / DADO_RNG_BUFFERED + 1;
    }
}

// Computes neighbouring streams with the same seed that have no draw ready, such as the
// seats of a match, up to four at a time. Each count has a loop of constant length.
WIDE static void OF(look_ahead)(dado_rng *streams, int count)
{
    for (dado_rng *r = streams, *end = r + count; r < end;) {
        int some = 0;
        while (some < 4 && some < end - r && !dado_rng_is_ready(r + some) &&
               r[some].seed == r->seed) {
            some++;
        }
        switch (some) {
        case 0: break;
        case 1: OF(work_out_all)(r, 1); break;
        case 2: OF(work_out_all)(r, 2); break;
        case 3: OF(work_out_all)(r, 3); break;
        default: OF(work_out_all)(r, 4); break;
        }
        r += some ? some : 1;
    }
}
