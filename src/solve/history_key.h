// history_key.h - names an information set by a hash of all that a player saw and did.
//
// The tables of information_sets.h number every set and keep every view. A game that is too
// large for them is only sampled, or walked without keeping anything, and there a set is
// named by 128 bits. As in the tables, a view counts where it differs from the one before
// it, so both ways find the same sets.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct dado_history_key {
    uint64_t low, high;
    uint64_t view;  // hash of the last view
} dado_history_key;

static inline uint64_t dado_history_mix(uint64_t a, uint64_t b)
{
    uint64_t h = (a ^ b) * 0xD6E8FEB86659FD93u;
    h = (h ^ h >> 32) * 0x9E3779B97F4A7C15u;
    return h ^ h >> 29;
}

static inline dado_history_key dado_history_key_begin(int player)
{
    uint64_t from = (uint64_t)player + 1;
    return (dado_history_key){ dado_history_mix(from, 0x51), dado_history_mix(from, 0xA7), 0 };
}

static inline void dado_history_key_add(dado_history_key *key, uint64_t low, uint64_t high)
{
    key->low = dado_history_mix(key->low, low);
    key->high = dado_history_mix(key->high + 0x632BE59BD9B4E019u, high);
}

// Adds a view, unless it is the same as the last one. `view` is readable up to the next
// multiple of 8 bytes, and zero beyond `size`.
static inline void dado_history_key_see(dado_history_key *key, const void *view, size_t size)
{
    uint64_t low = 0x2545F4914F6CDD1Du, high = 0x94D049BB133111EBu;
    for (size_t at = 0; at < size; at += 8) {
        uint64_t word;
        memcpy(&word, (const unsigned char *)view + at, sizeof word);
        low = (low ^ word) * 0xFF51AFD7ED558CCDu;
        low ^= low >> 31;
        high = (high + word) * 0xC4CEB9FE1A85EC53u;
        high ^= high >> 33;
    }
    if (key->view == (low | 1)) return;
    key->view = low | 1;
    dado_history_key_add(key, low, high);
}

// Adds the number of a move that the player chose.
static inline void dado_history_key_move(dado_history_key *key, int move)
{
    dado_history_key_add(key, (uint64_t)move + 0x1000001, (uint64_t)move + 0x2000003);
}
