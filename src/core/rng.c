// rng.c - see rng.h.
#include "core/rng.h"

__extension__ typedef unsigned __int128 wide;

// Philox 4x32-10, by Salmon and others: ten rounds of multiply and mix.
static void scramble(uint32_t c[4], uint32_t k0, uint32_t k1)
{
    for (int round = 0; round < 10; round++) {
        uint64_t a = (uint64_t)c[0] * 0xD2511F53u;
        uint64_t b = (uint64_t)c[2] * 0xCD9E8D57u;
        uint32_t n0 = (uint32_t)(b >> 32) ^ c[1] ^ k0;
        uint32_t n2 = (uint32_t)(a >> 32) ^ c[3] ^ k1;
        c[1] = (uint32_t)b;
        c[3] = (uint32_t)a;
        c[0] = n0;
        c[2] = n2;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
}

dado_rng dado_rng_stream(uint64_t seed, uint64_t match, uint16_t lane)
{
    return (dado_rng){ .seed = seed, .match = match, .drawn = (uint64_t)lane << 48 };
}

uint64_t dado_rng_next(dado_rng *rng)
{
    uint32_t c[4] = {
        (uint32_t)rng->drawn,
        (uint32_t)(rng->drawn >> 32),
        (uint32_t)rng->match,
        (uint32_t)(rng->match >> 32),
    };
    rng->drawn++;
    scramble(c, (uint32_t)rng->seed, (uint32_t)(rng->seed >> 32));
    return (uint64_t)c[1] << 32 | c[0];
}

uint64_t dado_rng_below(dado_rng *rng, uint64_t count)
{
    wide product = (wide)dado_rng_next(rng) * count;
    if ((uint64_t)product < count) {
        uint64_t least = -count % count;
        while ((uint64_t)product < least) product = (wide)dado_rng_next(rng) * count;
    }
    return (uint64_t)(product >> 64);
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
