// rule_coverage_test.c - dead rules are named with their line, and live ones are left alone.
#include "support/test.h"

#include "lab/rule_coverage.h"

static const char described[] =
    ";; One dead rule, one idle condition\n"
    "(game\n"
    "  (setup (create players 2)\n"
    "         (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)))))\n"
    "  (do ((shuffle (game iloc STOCK))\n"
    "       (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))\n"
    "  (stage player (end (all player 'P (== (size ('P iloc HAND)) 0)))\n"
    "    (choice (\n"
    "      ((> (size ((current player) iloc HAND)) 1)\n"
    "       (any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE)))))\n"
    "      ((== (size ((current player) iloc HAND)) 1)\n"
    "       (move (top ((current player) iloc HAND)) (top (game vloc PILE))))\n"
    "      ((> (size (game vloc PILE)) 99) (turn pass))))\n"
    "    (do (((>= (size (game vloc PILE)) 0) (inc ((current player) sto S) 1)))))\n"
    "  (scoring max ((current player) sto S)))\n";

static void dead_rules_and_idle_conditions_are_found_and_no_others(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, 256 << 20);
    dado_game_source source;
    dado_player random;
    dado_error err = { 0 };
    if (!dado_game_source_from_text(&source, "dead.rcy", described, NULL, &region, &err)) {
        fail_msg("%s", err.text);
    }
    assert_true(dado_player_parse(&random, "random", &region, &err));
    dado_lineup lineup = { .name = "random", .players = &random, .count = 1 };
    dado_plan plan = { .instances = &source,
                       .instance_count = 1,
                       .lineups = &lineup,
                       .lineup_count = 1,
                       .matches = 50,
                       .seed = 3 };
    dado_rule_coverage c;
    if (!dado_rule_coverage_collect(&plan, 0, 0, 50, NULL, &region, &c, &err))
        fail_msg("%s", err.text);
    assert_int_equal(c.matches, 50);
    assert_int_equal(c.always, 1);
    assert_int_equal(c.never, 3);  // the condition, the option it guards, and the pass in it
    for (int i = 0; i < c.count; i++) {
        const dado_rule_use *r = &c.rules[i];
        if (r->state == DADO_RULE_NEVER) assert_int_equal(r->place.line, 13);
        if (r->state == DADO_RULE_ALWAYS) {
            assert_int_equal(r->place.line, 14);
            assert_string_equal(dado_rule_coverage_message(r), "this condition was always true");
        }
    }
    dado_region_free(&region);
}

static void worlds_without_rules_in_text_have_no_coverage(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, 256 << 20);
    dado_game_source source;
    dado_player random;
    assert_true(dado_game_source_find(&source, "kuhn", NULL, &region, NULL));
    assert_true(dado_player_parse(&random, "random", &region, NULL));
    dado_lineup lineup = { .name = "random", .players = &random, .count = 1 };
    dado_plan plan = { .instances = &source,
                       .instance_count = 1,
                       .lineups = &lineup,
                       .lineup_count = 1,
                       .matches = 5,
                       .seed = 3 };
    dado_rule_coverage c;
    assert_true(dado_rule_coverage_collect(&plan, 0, 0, 5, NULL, &region, &c, NULL));
    assert_int_equal(c.count, 0);
    dado_region_free(&region);
}

static const char endless[] =
    ";; Nobody ever wins\n"
    "(game\n"
    "  (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (A)))))\n"
    "  (stage player (end (== (game sto NEVER) 1))\n"
    "    (choice ((inc (game sto HERE) 1) (dec (game sto HERE) 1))))\n"
    "  (scoring max ((current player) sto S)))\n";

static dado_plan plan_of(const char *text, dado_game_source *source, dado_lineup *lineup,
                         dado_player *random, dado_region *region)
{
    dado_error err = { 0 };
    if (!dado_game_source_from_text(source, "endless.rcy", text, NULL, region, &err))
        fail_msg("%s", err.text);
    assert_true(dado_player_parse(random, "random", region, &err));
    *lineup = (dado_lineup){ .name = "random", .players = random, .count = 1 };
    return (dado_plan){ .instances = source,
                        .instance_count = 1,
                        .lineups = lineup,
                        .lineup_count = 1,
                        .matches = 100,
                        .seed = 3 };
}

static void a_game_without_an_end_is_looked_at_for_so_many_steps_and_no_more(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, 256 << 20);
    dado_game_source source;
    dado_lineup lineup;
    dado_player random;
    dado_plan plan = plan_of(endless, &source, &lineup, &random, &region);
    dado_rule_coverage c;
    assert_true(dado_rule_coverage_collect(&plan, 0, 0, 10, NULL, &region, &c, NULL));
    assert_int_equal(c.matches, 1);  // a match is stopped after 100,000 moves, ten get 40,000
    int64_t taken = 0;
    for (int i = 0; i < c.count; i++) {
        if (strcmp(c.rules[i].kind, "option") == 0) taken += c.rules[i].held;
    }
    assert_in_range(taken, 39000, 41100);
    dado_region_free(&region);
}

static void one_who_asks_to_stop_is_heard_within_a_match(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, 256 << 20);
    dado_game_source source;
    dado_lineup lineup;
    dado_player random;
    dado_plan plan = plan_of(endless, &source, &lineup, &random, &region);
    volatile sig_atomic_t stop = 1;
    dado_experiment_settings how = { .stop = &stop };
    dado_rule_coverage c;
    assert_true(dado_rule_coverage_collect(&plan, 0, 0, 100, &how, &region, &c, NULL));
    assert_int_equal(c.matches, 0);
    assert_int_equal(c.count, 0);
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dead_rules_and_idle_conditions_are_found_and_no_others),
        cmocka_unit_test(a_game_without_an_end_is_looked_at_for_so_many_steps_and_no_more),
        cmocka_unit_test(one_who_asks_to_stop_is_heard_within_a_match),
        cmocka_unit_test(worlds_without_rules_in_text_have_no_coverage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
