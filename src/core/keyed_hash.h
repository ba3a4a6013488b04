// keyed_hash.h - a hash that can be neither computed nor inverted without its key.
//
// It is SipHash-2-4 by Aumasson and Bernstein. The numbers of `rng.h` reveal their key to
// anyone who tries all small ones. Seeds that are given to code from outside go through
// this hash first.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Returns the hash of `size` bytes under a key of 128 bits, given in two halves.
uint64_t dado_keyed_hash(uint64_t first_key, uint64_t second_key, const void *bytes, size_t size);
