// every_world_test.c - every game written in C keeps the contract, as it opens by default.
#include "core/fast_paths.h"
#include "core/game_extras.h"
#include "support/game_contract.h"
#include "support/test.h"
#include "worlds/shelf.h"

static void every_world_keeps_the_contract(void **state)
{
    (void)state;
    for (int i = 0; dado_worlds[i]; i++) {
        print_message("  %s\n", dado_worlds[i]->name);
        const dado_rules *rules = dado_worlds[i];
        assert_int_equal(rules->size, sizeof *rules);  // plug-ins rely on it, as on the next
        if (rules->extras) assert_int_equal(rules->extras->size, sizeof *rules->extras);
        if (rules->fast) assert_int_equal(rules->fast->size, sizeof *rules->fast);
        dado_region region;
        dado_region_init(&region, (size_t)1 << 30);
        dado_game game;
        dado_error err = { 0 };
        if (!dado_game_open(&game, dado_worlds[i], NULL, &region, &err)) fail_msg("%s", err.text);
        // Games with long lists of moves are checked as thoroughly in fewer matches.
        int matches = game.max_moves > 1000 ? dado_test_repeats(1, 4) : dado_test_repeats(10, 40);
        dado_game_contract_check(
            &game, (dado_game_contract){ .matches = matches, .most_steps = 3000, .seed = 2026 });
        dado_region_free(&region);
    }
}

// Opening is refused step by step as memory runs out, and never falls over.
static void every_world_opens_or_says_why_it_cannot(void **state)
{
    (void)state;
    for (int i = 0; dado_worlds[i]; i++) {
        size_t limit = 16;
        bool opened = false;
        for (int tries = 0; tries < 400 && !opened; tries++) {
            dado_region region;
            dado_region_init(&region, limit);
            dado_game game;
            dado_error err = { 0 };
            opened = dado_game_open(&game, dado_worlds[i], NULL, &region, &err);
            if (!opened) assert_true(err.status == DADO_LIMIT && err.text[0]);
            dado_region_free(&region);
            limit += limit / 16 + 16;
        }
        assert_true(opened);
    }
}

static void unknown_options_are_refused(void **state)
{
    (void)state;
    dado_option odd = { .name = "no_such_option", .text = "1" };
    dado_options options = { &odd, 1 };
    for (int i = 0; dado_worlds[i]; i++) {
        dado_region region;
        dado_region_init(&region, (size_t)1 << 30);
        dado_game game;
        dado_error err = { 0 };
        assert_false(dado_game_open(&game, dado_worlds[i], &options, &region, &err));
        assert_non_null(strstr(err.text, "no_such_option"));
        dado_region_free(&region);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_world_keeps_the_contract),
        cmocka_unit_test(every_world_opens_or_says_why_it_cannot),
        cmocka_unit_test(unknown_options_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
