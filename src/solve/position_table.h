// position_table.h - a hash table of positions with packed keys, within a limit of
// memory.
//
// In games that can be solved, most bits of a state never change. A key holds only the
// others: the table learns which bits change, and packs just those. When a state differs
// in a bit that was believed fixed, all keys are packed again, so two positions never
// share a key. After a few random matches this hardly ever happens.
//
// The table stores one word of the caller's beside each key.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// neighbouring bits that change, and where they go in the key
typedef struct dado_position_table_run {
    uint16_t from;          // index of the word in the state
    uint16_t to;            // index of the word in the key
    uint8_t shift, rotate;  // shift to the right, then to the left
    uint64_t mask;          // mask of the bits after the shift to the right
} dado_position_table_run;

typedef struct dado_position_table {
    size_t state_words;
    uint64_t *fixed;   // the state that gives the values of all fixed bits
    uint64_t *varies;  // mask of the bits that change
    dado_position_table_run *runs;
    size_t run_count;
    size_t key_words, key_bits;
    uint64_t *slots;    // per slot: the key, then 1 + the caller's word; 0 marks a free slot
    uint64_t *scratch;  // work space for a state and a key
    size_t slot_count, used, slots_bytes;
    size_t limit;         // limit in bytes
    size_t charged;       // bytes that the caller uses within the same limit
    unsigned packings;    // how often all keys were packed again
    unsigned generation;  // changes whenever slots move
} dado_position_table;

typedef enum dado_position_lookup {
    DADO_LOOKUP_NEW,
    DADO_LOOKUP_OLD,
    DADO_LOOKUP_FULL
} dado_position_lookup;

bool dado_position_table_init(dado_position_table *table, size_t state_size, const void *state,
                              size_t limit);
// Makes an empty table that already knows which bits change, from another table.
bool dado_position_table_init_like(dado_position_table *table, const dado_position_table *other);
void dado_position_table_free(dado_position_table *table);

// Shows the table a state, so that it learns which bits change. Works only while the
// table is empty.
void dado_position_table_learn(dado_position_table *table, size_t state_size, const void *state);

// Finds a position or inserts it. `slot` is valid until the next call that returns NEW.
// FULL means that the table cannot grow within its limit.
dado_position_lookup dado_position_table_find(dado_position_table *table, size_t state_size,
                                              const void *state, size_t *slot);

// Finds a position without inserting it. Returns false if it is not in the table.
bool dado_position_table_look(const dado_position_table *table, size_t state_size,
                              const void *state, size_t *slot);

// Writes the position in a slot to `state`. Returns false if the slot is free.
bool dado_position_table_state(const dado_position_table *table, size_t slot, size_t state_size,
                               void *state);

uint32_t dado_position_table_get(const dado_position_table *table, size_t slot);
void dado_position_table_set(dado_position_table *table, size_t slot, uint32_t word);
size_t dado_position_table_slot_bytes(const dado_position_table *table);
