// position_table_test.c - the table of positions loses nothing and mixes nothing up, whatever bits
// vary.
#include "solve/position_table.h"

#include "core/rng.h"
#include "support/test.h"

enum { state_size = 37 };  // no multiple of a word

// State number i: a few bits at first, then ever more of them in ever more places.
static void make_state(uint64_t i, unsigned char *state)
{
    memset(state, 0xC3, state_size);
    state[3] = (unsigned char)i;
    state[17] ^= (unsigned char)(i >> 8);
    if (i > 2000) state[36] = (unsigned char)(i >> 3);
    if (i > 5000) memcpy(state + 20, &i, sizeof i);
    if (i > 9000) {
        uint64_t spread = i * 0x9E3779B97F4A7C15u;
        memcpy(state + 5, &spread, sizeof spread);
    }
}

static void every_state_is_found_again_with_its_word(void **state)
{
    (void)state;
    enum { count = 20000 };
    unsigned char bytes[state_size];
    dado_position_table memo;
    make_state(0, bytes);
    assert_true(dado_position_table_init(&memo, state_size, bytes, (size_t)1 << 26));
    for (uint32_t i = 0; i < count; i++) {
        size_t slot;
        make_state(i, bytes);
        assert_int_equal(dado_position_table_find(&memo, state_size, bytes, &slot),
                         DADO_LOOKUP_NEW);
        dado_position_table_set(&memo, slot, i * 3);
    }
    assert_int_equal(memo.used, count);
    assert_true(memo.packings > 0);  // bits thought fixed did vary
    for (uint32_t i = count; i-- > 0;) {
        size_t slot;
        make_state(i, bytes);
        assert_int_equal(dado_position_table_find(&memo, state_size, bytes, &slot),
                         DADO_LOOKUP_OLD);
        assert_int_equal(dado_position_table_get(&memo, slot), i * 3);
    }
    dado_position_table_free(&memo);
}

static void keys_hold_no_more_than_what_varies(void **state)
{
    (void)state;
    unsigned char bytes[state_size] = { 0 };
    dado_position_table memo;
    assert_true(dado_position_table_init(&memo, state_size, bytes, (size_t)1 << 24));
    for (int i = 0; i < 256; i++) {
        bytes[9] = (unsigned char)(i & 0x0F);
        bytes[30] = (unsigned char)(i >> 4);
        size_t slot;
        dado_position_table_find(&memo, state_size, bytes, &slot);
    }
    assert_int_equal(memo.used, 256);
    assert_int_equal(memo.key_bits, 8);
    assert_int_equal(dado_position_table_slot_bytes(&memo), 16);
    dado_position_table_free(&memo);
}

static void what_was_learnt_beforehand_need_not_be_packed_anew(void **state)
{
    (void)state;
    unsigned char bytes[state_size];
    dado_position_table memo;
    make_state(0, bytes);
    assert_true(dado_position_table_init(&memo, state_size, bytes, (size_t)1 << 26));
    for (uint64_t i = 0; i < 20000; i += 13) {
        make_state(i, bytes);
        dado_position_table_learn(&memo, state_size, bytes);
    }
    for (uint64_t i = 0; i < 20000; i++) {
        size_t slot;
        make_state(i, bytes);
        assert_int_equal(dado_position_table_find(&memo, state_size, bytes, &slot),
                         DADO_LOOKUP_NEW);
    }
    assert_int_equal(memo.packings, 0);
    dado_position_table_free(&memo);
}

static void the_limit_is_kept_and_no_small_part_of_it_used(void **state)
{
    (void)state;
    for (size_t limit = 1 << 17; limit < (size_t)1 << 23; limit = limit * 7 / 4) {
        unsigned char bytes[state_size] = { 0 };
        dado_position_table memo;
        assert_true(dado_position_table_init(&memo, state_size, bytes, limit));
        dado_position_lookup found = DADO_LOOKUP_NEW;
        uint32_t i = 0;
        for (; found == DADO_LOOKUP_NEW; i++) {
            size_t slot;
            memcpy(bytes, &i, sizeof i);
            found = dado_position_table_find(&memo, state_size, bytes, &slot);
            assert_true(memo.slots_bytes <= limit);
        }
        assert_int_equal(found, DADO_LOOKUP_FULL);
        assert_int_equal(memo.used, i - 1);
        assert_true(memo.used * dado_position_table_slot_bytes(&memo) * 4 > limit);
        dado_position_table_free(&memo);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_state_is_found_again_with_its_word),
        cmocka_unit_test(keys_hold_no_more_than_what_varies),
        cmocka_unit_test(what_was_learnt_beforehand_need_not_be_packed_anew),
        cmocka_unit_test(the_limit_is_kept_and_no_small_part_of_it_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
