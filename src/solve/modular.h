// modular.h - fractions as integers modulo the prime 2^61 - 1.
//
// Sums and products of fractions are exact here, in one machine word and in any order. So
// two payoffs that are equal as fractions are equal here, too, which sums of doubles are
// not: they depend on the order. Different fractions are equal here only by a coincidence
// of 1 in 2^61.
#pragma once

#include "core/rng.h"

static const uint64_t dado_modulus = ((uint64_t)1 << 61) - 1;

static inline uint64_t dado_mod_add(uint64_t a, uint64_t b)
{
    uint64_t sum = a + b;
    return sum >= dado_modulus ? sum - dado_modulus : sum;
}

static inline uint64_t dado_mod_mul(uint64_t a, uint64_t b)
{
    dado_uint128 product = (dado_uint128)a * b;
    return dado_mod_add((uint64_t)product & dado_modulus, (uint64_t)(product >> 61));
}

// Returns 1 / a. The inverse of 0 is 0.
static inline uint64_t dado_mod_inverse(uint64_t a)
{
    uint64_t result = 1;
    for (uint64_t power = dado_modulus - 2; power; power >>= 1) {
        if (power & 1) result = dado_mod_mul(result, a);
        a = dado_mod_mul(a, a);
    }
    return result;
}

static inline uint64_t dado_mod_int(int64_t value)
{
    uint64_t size = (uint64_t)(value < 0 ? -value : value) % dado_modulus;
    return value < 0 && size ? dado_modulus - size : size;
}

// Finds the fraction with a numerator and denominator below 2^30 that stands for `a`.
// There is at most one; returns false if there is none.
static inline bool dado_mod_fraction(uint64_t a, int64_t *numerator, int64_t *denominator)
{
    const int64_t most = (int64_t)1 << 30;
    int64_t r0 = (int64_t)dado_modulus, r1 = (int64_t)a, t0 = 0, t1 = 1;
    while (r1 >= most) {
        int64_t quotient = r0 / r1, r2 = r0 - quotient * r1, t2 = t0 - quotient * t1;
        r0 = r1;
        r1 = r2;
        t0 = t1;
        t1 = t2;
    }
    *numerator = t1 < 0 ? -r1 : r1;
    *denominator = t1 < 0 ? -t1 : t1;
    return *denominator > 0 && *denominator < most;
}
