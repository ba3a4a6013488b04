// rng_lanes.h - four draws, or four generators, side by side: a part of rng.c.
//
// It is included once for each kind of processor, with WIDE its attribute and OF(name)
// what things are called there. What comes out is the same to the bit.

// What a seed makes of places, four each in so many groups. Keys are worked out once for all, and a
// processor has several groups under way, for none needs another. Of a place only the lower half of
// each part counts.
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
    for (int g = 0; g < groups; g++, words += DADO_RNG_AHEAD) {
        __m256i lows = _mm256_and_si256(c[g][0], _mm256_set1_epi64x(0xFFFFFFFF));
        _mm256_storeu_si256((__m256i *)(void *)words,
                            _mm256_or_si256(_mm256_slli_epi64(c[g][1], 32), lows));
    }
}

// Where four draws of a stream are, from one on.
WIDE static inline void OF(place)(__m256i *c, const dado_rng *rng, uint64_t from)
{
    int64_t low = (int64_t)(uint32_t)from;
    c[0] = _mm256_set_epi64x(low + 3, low + 2, low + 1, low);
    c[1] = _mm256_set1_epi64x((int64_t)(from >> 32));
    c[2] = _mm256_set1_epi64x((int64_t)(uint32_t)rng->match);
    c[3] = _mm256_set1_epi64x((int64_t)(rng->match >> 32));
}

// Draws of a stream from one on.
WIDE static inline void OF(work_out)(const dado_rng *rng, uint64_t from, uint64_t *words,
                                     const int groups)
{
    __m256i c[DADO_RNG_BULK / DADO_RNG_AHEAD][4];
    for (int g = 0; g < groups; g++) OF(place)(c[g], rng, from + (uint64_t)g * DADO_RNG_AHEAD);
    OF(scramble)(c, rng->seed, words, groups);
}

WIDE static void OF(look_across)(const dado_rng *at, int matches, uint64_t *words)
{
    enum { groups = DADO_RNG_ACROSS / DADO_RNG_AHEAD };
    __m256i place = _mm256_set1_epi64x((int64_t)at->drawn), c[groups][4];
    __m256i match = _mm256_add_epi64(_mm256_set1_epi64x((int64_t)at->match),
                                     _mm256_set_epi64x(3, 2, 1, 0));
    for (int i = 0; i < matches; i += DADO_RNG_ACROSS) {
        for (int g = 0; g < groups; g++) {
            c[g][0] = place;
            c[g][1] = _mm256_srli_epi64(place, 32);
            c[g][2] = match;
            c[g][3] = _mm256_srli_epi64(match, 32);
            match = _mm256_add_epi64(match, _mm256_set1_epi64x(DADO_RNG_AHEAD));
        }
        OF(scramble)(c, at->seed, words + i, groups);
    }
}

// The next four draws of four streams of one seed, none of which waits for another.
WIDE static inline void OF(work_out_all)(dado_rng *streams)
{
    __m256i c[4][4];
    uint64_t words[4 * DADO_RNG_AHEAD];
    for (int g = 0; g < 4; g++) OF(place)(c[g], &streams[g], first_of_four(&streams[g]));
    OF(scramble)(c, streams->seed, words, 4);
    for (int g = 0; g < 4; g++) {
        memcpy(streams[g].ahead, words + g * DADO_RNG_AHEAD, sizeof streams[g].ahead);
        streams[g].ready = streams[g].drawn / DADO_RNG_AHEAD + 1;
    }
}

WIDE static void OF(look_ahead)(dado_rng *streams, int count)
{
    for (dado_rng *r = streams, *end = r + count; r < end; r++) {
        bool all = end - r >= 4;
        for (int g = 0; all && g < 4; g++) all = !dado_rng_is_ready(r + g) && r[g].seed == r->seed;
        if (all) {
            OF(work_out_all)(r);
            r += 3;
        } else if (!dado_rng_is_ready(r)) {
            OF(work_out)(r, first_of_four(r), r->ahead, 1);
            r->ready = r->drawn / DADO_RNG_AHEAD + 1;
        }
    }
}

WIDE static void OF(peek)(const dado_rng *rng, uint64_t *words)
{
    OF(work_out)(rng, first_of_four(rng), words, DADO_RNG_BULK / DADO_RNG_AHEAD);
}

typedef struct OF(four) {
    lanes s0, s1, s2, s3;
} OF(four);

WIDE static inline lanes OF(splitmix)(lanes *state)
{
    lanes z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

WIDE static inline lanes OF(next)(OF(four) *q)
{
    lanes sum = q->s0 + q->s3, shifted = q->s1 << 17;
    lanes drawn = ((sum << 23) | (sum >> 41)) + q->s0;
    q->s2 ^= q->s0;
    q->s3 ^= q->s1;
    q->s1 ^= q->s2;
    q->s0 ^= q->s3;
    q->s2 ^= shifted;
    q->s3 = (q->s3 << 45) | (q->s3 >> 19);
    return drawn;
}

// A throw of each of four generators, in the upper halves. `again` hears of those that may have to
// draw again.
WIDE static inline lanes OF(roll)(OF(four) *q, lanes faces, lanes *again)
{
    lanes upper = OF(next)(q) >> 32;
    lanes product = (lanes)_mm256_mul_epu32((__m256i)upper, (__m256i)faces);
    *again |= (lanes)((signed_lanes)faces > (signed_lanes)(product & 0xFFFFFFFF));
    return product;
}

// Four throws of each: those of a generator side by side.
WIDE static inline void OF(roll_four)(OF(four) *q, lanes faces, lanes *again, uint32_t *shown)
{
    lanes two[2];
    for (int k = 0; k < 2; k++) {
        lanes one = OF(roll)(q, faces, again), other = OF(roll)(q, faces, again);
        two[k] = one >> 32 | (other & 0xFFFFFFFF00000000u);
    }
    __m256i evens = _mm256_unpacklo_epi64((__m256i)two[0], (__m256i)two[1]);
    __m256i odds = _mm256_unpackhi_epi64((__m256i)two[0], (__m256i)two[1]);
    _mm256_storeu_si256((__m256i *)(void *)shown, _mm256_permute2x128_si256(evens, odds, 0x20));
    _mm256_storeu_si256((__m256i *)(void *)(shown + 8),
                        _mm256_permute2x128_si256(evens, odds, 0x31));
}

// False if a generator may have to draw again, and all is to be done otherwise.
WIDE static bool OF(dice)(const uint64_t *words, int count, uint32_t faces, int throws,
                          uint32_t *shown)
{
    lanes again = { 0 }, all_faces = { faces, faces, faces, faces };
    for (int i = 0; i < count; i += 4, shown += 4 * throws) {
        lanes seed;
        OF(four) q;
        memcpy(&seed, words + i, sizeof seed);
        q.s0 = OF(splitmix)(&seed);
        q.s1 = OF(splitmix)(&seed);
        q.s2 = OF(splitmix)(&seed);
        q.s3 = OF(splitmix)(&seed);
        if (throws == 4) {
            OF(roll_four)(&q, all_faces, &again, shown);
            continue;
        }
        for (int k = 0; k < throws; k++) {
            lanes one = OF(roll)(&q, all_faces, &again);
            for (int j = 0; j < 4; j++) shown[j * throws + k] = (uint32_t)(one[j] >> 32);
        }
    }
    return !(again[0] | again[1] | again[2] | again[3]);
}
