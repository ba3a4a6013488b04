// array_grow_test.c - arrays that grow together keep what they hold.
#include "support/test.h"

#include <stdlib.h>

#include "core/array_grow.h"

static void what_was_there_stays_in_every_array(void **state)
{
    (void)state;
    int *numbers = NULL;
    char *signs = NULL;
    const dado_growing_array arrays[] = { { &numbers, sizeof *numbers }, { &signs, 1 } };
    int64_t room = 0;
    for (int i = 0; i < 1000; i++) {
        room = dado_arrays_grow(room, i + 1, arrays, 2);
        assert_true(room > i);
        numbers[i] = i;
        signs[i] = (char)(i % 100);
    }
    for (int i = 0; i < 1000; i++) assert_true(numbers[i] == i && signs[i] == i % 100);
    assert_int_equal(dado_arrays_grow(room, 5, arrays, 2), room);
    free(numbers);
    free(signs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_there_stays_in_every_array),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
