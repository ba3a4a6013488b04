// arena_test.c - what is taken is zeroed, aligned, and ends at the limit.
#include "support/test.h"

#include "core/arena.h"

static void memory_is_zeroed_even_where_it_was_used_before(void **state)
{
    (void)state;
    dado_arena arena;
    dado_arena_init(&arena, 4096);
    size_t mark = dado_arena_mark(&arena);
    unsigned char *first = dado_new(&arena, unsigned char, 100);
    memset(first, 0xFF, 100);
    dado_arena_rewind(&arena, mark);
    unsigned char *again = dado_new(&arena, unsigned char, 200);
    assert_ptr_equal(first, again);
    for (int i = 0; i < 200; i++) assert_int_equal(again[i], 0);
    dado_arena_free(&arena);
}

static void what_is_taken_is_aligned(void **state)
{
    (void)state;
    dado_arena arena;
    dado_arena_init(&arena, 4096);
    dado_new(&arena, char, 3);
    assert_int_equal((uintptr_t)dado_new(&arena, double, 2) % 16, 0);
    dado_arena_free(&arena);
}

static void past_the_limit_there_is_nothing(void **state)
{
    (void)state;
    dado_arena arena;
    dado_arena_init(&arena, 1000);
    assert_null(dado_arena_take(&arena, 1001, 1));
    assert_null(dado_arena_take(&arena, SIZE_MAX / 2, 4));
    assert_non_null(dado_arena_take(&arena, 1000, 1));
    assert_null(dado_arena_take(&arena, 1, 1));
    dado_arena_free(&arena);
    dado_arena_init(&arena, 0);
    assert_null(dado_arena_take(&arena, 1, 1));
    dado_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_zeroed_even_where_it_was_used_before),
        cmocka_unit_test(what_is_taken_is_aligned),
        cmocka_unit_test(past_the_limit_there_is_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
