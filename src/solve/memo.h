// memo.h - the positions met so far, by a packed key, within a limit of memory.
//
// Most bits of a state never change in the games one can solve. A key is made
// of the others alone: the table learns which bits vary, and packs just those.
// When a state shows one that was thought fixed, all keys are packed anew, so
// nothing is ever lost and two positions never share a key. A table that has
// seen a few random matches hardly ever has to.
//
// Each position keeps one word of the caller's beside its key.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dado_memo_run {  // neighbouring bits that vary, and where they go
    uint16_t from;              // word of the state
    uint16_t to;                // word of the key
    uint8_t shift, rotate;      // right, then left
    uint64_t mask;              // of the bits once shifted right
} dado_memo_run;

typedef struct dado_memo {
    size_t state_words;
    uint64_t *fixed;   // the state whose bits the fixed ones keep
    uint64_t *varies;  // a mask over the state
    dado_memo_run *runs;
    size_t run_count;
    size_t key_words, key_bits;
    uint64_t *slots;    // key_words of key, then 1 + the caller's word; 0 there is free
    uint64_t *scratch;  // room for a state and a key
    size_t slot_count, used, slots_bytes;
    size_t limit;         // bytes, at most
    size_t charged;       // bytes that others keep within the same limit
    unsigned packings;    // how often keys were packed anew
    unsigned generation;  // grows whenever slots move
} dado_memo;

typedef enum dado_found { DADO_FOUND_NEW, DADO_FOUND_OLD, DADO_FOUND_FULL } dado_found;

bool dado_memo_init(dado_memo *table, size_t state_size, const void *state, size_t limit);
// An empty one that knows what another has learnt.
bool dado_memo_init_like(dado_memo *table, const dado_memo *other);
void dado_memo_free(dado_memo *table);

// Lets the table see which bits of a state differ, before it holds any.
void dado_memo_learn(dado_memo *table, size_t state_size, const void *state);

// Finds the position or makes room for it; `slot` is good until the next call
// that answers NEW. Full: it cannot grow within its limit.
dado_found dado_memo_find(dado_memo *table, size_t state_size, const void *state, size_t *slot);

// The same for one who only asks: false if it is not there, and nothing is made.
bool dado_memo_look(const dado_memo *table, size_t state_size, const void *state, size_t *slot);

// The position in a slot, as it was given; false if the slot is free.
bool dado_memo_state(const dado_memo *table, size_t slot, size_t state_size, void *state);

uint32_t dado_memo_get(const dado_memo *table, size_t slot);
void dado_memo_set(dado_memo *table, size_t slot, uint32_t word);
size_t dado_memo_slot_bytes(const dado_memo *table);
