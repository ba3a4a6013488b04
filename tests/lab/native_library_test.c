// native_library_test.c - native code and beats play the games of the library as the plain machine.
#include "support/test.h"
#include "support/execution_modes.h"

static void every_game_of_the_library_is_played_alike(void **state)
{
    (void)state;
    dado_test_skip_without_compiler();
    static const char *const folders[] = { "library/cards", "library/dice", "library/small",
                                           "library/boards", "library/tutorial" };
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++) {
        int games =
            dado_test_execution_modes_in(folders[f], ".rcy", NULL, dado_test_repeats(100, 10000));
        assert_true(games > 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_of_the_library_is_played_alike),
    };
    return cmocka_run_group_tests(tests, dado_test_cache_make, dado_test_cache_remove);
}
