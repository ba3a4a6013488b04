// native_public_test.c - native code and beats play the public games as the plain machine.
#include "support/test.h"
#include "support/execution_modes.h"

static int play_folder(const char *name, const char *ending, const char *const *broken)
{
    char path[512];
    dado_test_skip_without_compiler();
    if (!dado_test_shared()) {
        print_message("skipped: the public games are not beside the project\n");
        skip();
    }
    snprintf(path, sizeof path, "%s/corpus/%s", dado_test_shared(), name);
    return dado_test_execution_modes_in(path, ending, broken, dado_test_repeats(100, 10000));
}

static void the_games_of_the_present_dialect_are_played_alike(void **state)
{
    (void)state;
    assert_true(play_folder("recycle", ".rcy", NULL) >= 50);
}

static void those_of_2018_are_played_alike(void **state)
{
    (void)state;
    static const char *const broken[] = { "generated2.gdl", "teste.gdl", NULL };
    assert_true(play_folder("recycle-2018", ".gdl", broken) >= 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_games_of_the_present_dialect_are_played_alike),
        cmocka_unit_test(those_of_2018_are_played_alike),
    };
    return cmocka_run_group_tests(tests, dado_test_cache_make, dado_test_cache_remove);
}
