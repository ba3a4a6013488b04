// region_test.c - what is taken is zeroed, aligned, and ends at the limit.
#include "support/test.h"

#include "core/region.h"

static void memory_is_zeroed_even_where_it_was_used_before(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, 4096);
    size_t mark = dado_region_mark(&region);
    unsigned char *first = dado_new(&region, unsigned char, 100);
    memset(first, 0xFF, 100);
    dado_region_rewind(&region, mark);
    unsigned char *again = dado_new(&region, unsigned char, 200);
    assert_ptr_equal(first, again);
    for (int i = 0; i < 200; i++) assert_int_equal(again[i], 0);
    dado_region_free(&region);
}

static void what_is_taken_is_aligned(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, 4096);
    dado_new(&region, char, 3);
    assert_int_equal((uintptr_t)dado_new(&region, double, 2) % 16, 0);
    dado_region_free(&region);
}

static void past_the_limit_there_is_nothing(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, 1000);
    assert_null(dado_region_alloc(&region, 1001, 1));
    assert_null(dado_region_alloc(&region, SIZE_MAX / 2, 4));
    assert_non_null(dado_region_alloc(&region, 1000, 1));
    assert_null(dado_region_alloc(&region, 1, 1));
    dado_region_free(&region);
    dado_region_init(&region, 0);
    assert_null(dado_region_alloc(&region, 1, 1));
    dado_region_free(&region);
}

static void zeroed_it_is_generous_and_a_callers_own_memory_stays_that(void **state)
{
    (void)state;
    dado_region region = { 0 };
    for (int round = 0; round < 2; round++) {  // and once more after it was freed
        assert_non_null(dado_region_alloc(&region, 1 << 20, 1));
        assert_non_null(dado_region_alloc(&region, 0, 1));
        dado_region_free(&region);
    }
    _Alignas(16) unsigned char own[64];
    dado_region over = { .base = own, .limit = sizeof own, .touched = sizeof own };
    assert_ptr_equal(dado_region_alloc(&over, 64, 1), own);
    assert_null(dado_region_alloc(&over, 1, 1));
}

static void what_is_large_is_zero_again_and_stays_untouched(void **state)
{
    (void)state;
    enum { odd = 12345, size = 200 << 20 };
    dado_region region;
    dado_region_init(&region, (size_t)1 << 30);
    assert_non_null(dado_new(&region, unsigned char, odd));
    size_t mark = dado_region_mark(&region);
    static const size_t places[] = { 0,     1,        4095,         4096,        65535,
                                     65536, size / 2, size - 65537, size - 4096, size - 1 };
    for (int round = 0; round < 3; round++) {
        unsigned char *bytes = dado_new(&region, unsigned char, size);
        assert_non_null(bytes);
        for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
            assert_int_equal(bytes[places[i]], 0);
            bytes[places[i]] = 7;
        }
        bytes[size - 1 - (size_t)round] = 7;
        dado_region_rewind(&region, mark);
    }
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_large_is_zero_again_and_stays_untouched),
        cmocka_unit_test(memory_is_zeroed_even_where_it_was_used_before),
        cmocka_unit_test(what_is_taken_is_aligned),
        cmocka_unit_test(past_the_limit_there_is_nothing),
        cmocka_unit_test(zeroed_it_is_generous_and_a_callers_own_memory_stays_that),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
