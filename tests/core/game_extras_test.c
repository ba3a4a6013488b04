// game_extras_test.c - a extras is read as far as it reaches, and what it lacks is answered by
// nothing.
#include "support/test.h"

#include "core/game_extras.h"

static bool paint(const dado_game *game, const void *state, int eyes, dado_text *out)
{
    (void)game, (void)state;
    dado_text_addf(out, "painted for %d", eyes);
    return true;
}

static void a_game_without_a_face_shows_nothing(void **state)
{
    (void)state;
    const dado_rules rules = { .name = "plain" };
    const dado_game game = { .rules = &rules };
    dado_text out = { 0 };
    assert_null(dado_game_extra(&game, scene));
    assert_false(dado_game_extra(&game, played));
    assert_false(dado_draw_terminal(&game, NULL, 0, &out));
    assert_int_equal(out.length, 0);
}

static void an_entry_that_is_there_is_found(void **state)
{
    (void)state;
    const dado_game_extras extras = { .size = sizeof(dado_game_extras),
                                      .paint = paint,
                                      .bred_of_name = "level" };
    const dado_rules rules = { .name = "seen", .extras = &extras };
    const dado_game game = { .rules = &rules };
    dado_text out = { 0 };
    assert_true(dado_draw_terminal(&game, NULL, 1, &out));
    assert_string_equal(dado_text_string(&out), "painted for 1");
    assert_string_equal(dado_game_extra(&game, bred_of_name), "level");
    assert_null(dado_game_extra(&game, bred_of_file));
    dado_text_free(&out);
}

// A game built with an earlier table has nothing behind its end, whatever lies there.
static void what_is_beyond_the_size_is_not_read(void **state)
{
    (void)state;
    const dado_game_extras extras = { .size = offsetof(dado_game_extras, record),
                                      .paint = paint,
                                      .played = true,
                                      .bred_of_name = "level" };
    const dado_rules rules = { .name = "old", .extras = &extras };
    const dado_game game = { .rules = &rules };
    assert_true(dado_game_extra(&game, paint) == paint);
    assert_null(dado_game_extra(&game, record));
    assert_false(dado_game_extra(&game, played));
    assert_null(dado_game_extra(&game, bred_of_name));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_without_a_face_shows_nothing),
        cmocka_unit_test(an_entry_that_is_there_is_found),
        cmocka_unit_test(what_is_beyond_the_size_is_not_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
