// dominance_cycles_test.c - where ratings mislead it is said, and where luck alone would do it is
// not.
#include "support/test.h"

#include <string.h>

#include "arena/dominance_cycles.h"

enum { most_players = 8 };

static dado_head_to_head meetings[most_players * most_players];
static dado_rating ratings[most_players];

static void nobody_has_met(void)
{
    memset(meetings, 0, sizeof meetings);
    memset(ratings, 0, sizeof ratings);
}

static void they_met(int players, int a, int b, double won, int64_t matches)
{
    meetings[a * players + b] = (dado_head_to_head){ won, matches };
    meetings[b * players + a] = (dado_head_to_head){ (double)matches - won, matches };
}

static dado_cycles found(int players)
{
    dado_cycles c;
    assert_true(dado_cycles_find(meetings, ratings, players, &c, NULL));
    return c;
}

static void three_who_beat_each_other_are_a_circle(void **state)
{
    (void)state;
    nobody_has_met();
    they_met(4, 0, 2, 70, 100);
    they_met(4, 2, 1, 80, 100);
    they_met(4, 1, 0, 75, 100);
    for (int i = 0; i < 3; i++) they_met(4, i, 3, 95, 100);
    dado_cycles c = found(4);
    assert_int_equal(c.count, 1);
    assert_int_equal(c.cycles[0].length, 3);
    assert_int_equal(c.cycles[0].who[0], 0);
    assert_int_equal(c.cycles[0].who[1], 2);
    assert_int_equal(c.cycles[0].who[2], 1);
    assert_int_equal(c.upset_count, 0);
    assert_false(c.more);
}

static void what_luck_may_do_is_no_circle(void **state)
{
    (void)state;
    nobody_has_met();
    they_met(3, 0, 1, 55, 100);
    they_met(3, 1, 2, 56, 100);
    they_met(3, 2, 0, 54, 100);
    assert_int_equal(found(3).count, 0);
    they_met(3, 0, 1, 5500, 10000);
    they_met(3, 1, 2, 5600, 10000);
    they_met(3, 2, 0, 5400, 10000);
    assert_int_equal(found(3).count, 1);
}

static void a_long_circle_is_found_and_a_short_one_comes_first(void **state)
{
    (void)state;
    nobody_has_met();
    for (int i = 0; i < 5; i++) they_met(8, i, (i + 1) % 5, 90, 100);
    they_met(8, 5, 6, 80, 100);
    they_met(8, 6, 7, 80, 100);
    they_met(8, 7, 5, 80, 100);
    dado_cycles c = found(8);
    assert_int_equal(c.count, 2);
    assert_int_equal(c.cycles[0].length, 3);
    assert_int_equal(c.cycles[0].who[0], 5);
    assert_int_equal(c.cycles[1].length, 5);
    assert_int_equal(c.cycles[1].who[0], 0);
    assert_int_equal(c.cycles[1].who[1], 1);
}

static void the_lower_rated_who_wins_is_named(void **state)
{
    (void)state;
    nobody_has_met();
    ratings[0].points = 1600;
    ratings[1].points = 1500;
    ratings[2].points = 1400;
    they_met(3, 1, 0, 70, 100);
    they_met(3, 0, 2, 95, 100);
    they_met(3, 1, 2, 55, 100);
    dado_cycles c = found(3);
    assert_int_equal(c.count, 0);
    assert_int_equal(c.upset_count, 1);
    assert_int_equal(c.upsets[0].winner, 1);
    assert_int_equal(c.upsets[0].loser, 0);
}

static void a_match_counts_once_however_many_seats_two_had(void **state)
{
    (void)state;
    const int32_t who[] = { 0, 1, 0, 1 }, places[] = { 0, 1, 2, 3 };
    const dado_match_result results[] = { { who, places, 4, NULL, 0 } };
    dado_head_to_head pair[4];
    dado_head_to_head_count(results, 1, 2, pair);
    assert_int_equal(pair[1].matches, 1);
    assert_true(pair[1].won == 0.75);  // three of four comparisons
    assert_int_equal(pair[2].matches, 1);
    assert_true(pair[2].won == 0.25);
    assert_int_equal(pair[0].matches, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_who_beat_each_other_are_a_circle),
        cmocka_unit_test(what_luck_may_do_is_no_circle),
        cmocka_unit_test(a_long_circle_is_found_and_a_short_one_comes_first),
        cmocka_unit_test(the_lower_rated_who_wins_is_named),
        cmocka_unit_test(a_match_counts_once_however_many_seats_two_had),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
