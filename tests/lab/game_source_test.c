// game_source_test.c - games and players are found by what people type.
#include "lab/game_source.h"

#include "support/test.h"

static void lists_of_agents_part_at_commas_that_no_setting_follows(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, (size_t)1 << 26);
    dado_error err = { 0 };
    const dado_player *players;
    int count;
    assert_true(dado_players_parse(
        &players, &count, "random,ismcts:iterations=500,exploration=1.2,greedy", &region, &err));
    assert_int_equal(count, 3);
    assert_string_equal(players[0].kind->name, "random");
    assert_string_equal(players[1].kind->name, "ismcts");
    assert_string_equal(players[1].typed, "ismcts:iterations=500,exploration=1.2");
    assert_int_equal(players[1].options.count, 2);
    assert_string_equal(players[1].options.items[1].name, "exploration");
    assert_string_equal(players[1].options.items[1].text, "1.2");
    assert_string_equal(players[2].kind->name, "greedy");
    static const char *const wrong[] = {
        "", ",", "random,", "random,,greedy", "random:x", "nobody"
    };
    for (int i = 0; i < 6; i++) {
        err = (dado_error){ 0 };
        bool parsed = dado_players_parse(&players, &count, wrong[i], &region, &err);
        if (strcmp(wrong[i], "random,") == 0) continue;  // one too many commas does no harm
        if (parsed) fail_msg("\"%s\" was taken", wrong[i]);
        assert_true(err.text[0] != '\0');
    }
    dado_region_free(&region);
}

static void options_are_names_and_values_or_the_text_of_a_file(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, (size_t)1 << 26);
    dado_error err = { 0 };
    dado_option option;
    assert_true(dado_option_parse(&option, "a=b=c", &region, &err));
    assert_string_equal(option.name, "a");
    assert_string_equal(option.text, "b=c");
    assert_true(dado_option_parse(&option, "a=", &region, &err));
    assert_string_equal(option.text, "");
    assert_true(dado_option_parse(&option, "licence=@LICENSE", &region, &err));
    assert_non_null(strstr(option.text, "MIT"));
    assert_string_equal(option.place.source, "LICENSE");
    assert_false(dado_option_parse(&option, "=a", &region, &err));
    assert_false(dado_option_parse(&option, "a", &region, &err));
    assert_false(dado_option_parse(&option, "a=@nowhere", &region, &err));
    dado_region_free(&region);
}

static void games_come_from_the_shelf_the_library_or_a_file(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, (size_t)1 << 28);
    dado_error err = { 0 };
    dado_game_source source;
    dado_game game;
    static const char *const names[] = { "kuhn", "dicepoints", "library/dice/dicepoints.rcy" };
    for (int i = 0; i < 3; i++) {
        if (!dado_game_source_find(&source, names[i], NULL, &region, &err) ||
            !dado_game_source_open(&source, &game, &region, &err)) {
            fail_msg("%s: %s", names[i], err.text);
        }
        assert_string_equal(source.name, names[i]);
    }
    assert_false(dado_game_source_find(&source, "dicepoint", NULL, &region, &err));
    assert_non_null(strstr(err.text, "did you mean dicepoints?"));
    assert_false(dado_game_source_find(&source, "README.nonsense", NULL, &region, &err));
    assert_true(dado_game_source_from_text(&source, "mine.rcy", "(game", NULL, &region, &err));
    assert_false(dado_game_source_open(&source, &game, &region, &err));
    assert_string_equal(err.place.source, "mine.rcy");
    assert_string_equal(dado_game_source_error_text(&source, &err), "(game");
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_of_agents_part_at_commas_that_no_setting_follows),
        cmocka_unit_test(options_are_names_and_values_or_the_text_of_a_file),
        cmocka_unit_test(games_come_from_the_shelf_the_library_or_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
