// pairings_test.c - everybody meets everybody, in every seat.
#include "support/test.h"

#include "arena/tournament.h"

static dado_region region;

static int set_up(void **state)
{
    (void)state;
    dado_region_init(&region, 64 << 20);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    dado_region_free(&region);
    return 0;
}

static void three_players_meet_in_pairs_both_ways(void **state)
{
    (void)state;
    dado_pairings f;
    assert_true(dado_pairings_all(&f, 3, 2, &region, NULL));
    static const int32_t expected[] = { 0, 1, 1, 0, 0, 2, 2, 0, 1, 2, 2, 1 };
    assert_int_equal(f.count, 6);
    assert_memory_equal(f.who, expected, sizeof expected);
}

static void at_a_table_of_four_every_order_is_played(void **state)
{
    (void)state;
    dado_pairings f;
    assert_true(dado_pairings_all(&f, 4, 4, &region, NULL));
    assert_int_equal(f.count, 24);
}

static void two_players_share_four_seats(void **state)
{
    (void)state;
    dado_pairings f;
    assert_true(dado_pairings_all(&f, 2, 4, &region, NULL));
    assert_int_equal(f.count, 14);  // all ways but those with one player alone
    int held[2] = { 0, 0 };
    for (int i = 0; i < f.count * 4; i++) held[f.who[i]]++;
    assert_int_equal(held[0], held[1]);
}

static void alone_everyone_plays_alone(void **state)
{
    (void)state;
    dado_pairings f;
    assert_true(dado_pairings_all(&f, 3, 1, &region, NULL));
    assert_int_equal(f.count, 3);
}

static void too_many_are_refused(void **state)
{
    (void)state;
    dado_pairings f;
    dado_error err = { 0 };
    assert_false(dado_pairings_all(&f, 200, 4, &region, &err));
    assert_non_null(strstr(err.text, "--swiss"));
}

static void neighbours_who_have_not_met_are_paired(void **state)
{
    (void)state;
    double points[] = { 1, 3, 2, 3, 0 };
    uint8_t met[25] = { 0 };
    met[1 * 5 + 3] = met[3 * 5 + 1] = 1;
    dado_pairings f;
    int idle;
    assert_true(dado_pairings_swiss(&f, 5, points, met, &region, &idle, NULL));
    static const int32_t expected[] = { 1, 2, 2, 1, 3, 0, 0, 3 };
    assert_int_equal(f.count, 4);
    assert_memory_equal(f.who, expected, sizeof expected);
    assert_int_equal(idle, 4);
}

static void nobody_is_left_over_twice_before_all_were(void **state)
{
    (void)state;
    double points[] = { 4, 3, 2, 1, 0 };
    uint8_t met[25] = { 0 };
    int seen[5] = { 0 };
    for (int round = 0; round < 10; round++) {
        dado_pairings f;
        int idle;
        assert_true(dado_pairings_swiss(&f, 5, points, met, &region, &idle, NULL));
        assert_int_equal(f.count, 4);
        for (int i = 0; i < 8; i++) assert_true(f.who[i] != idle);
        assert_int_equal(idle, round < 5 ? 4 - round : 4);
        seen[idle]++;
        met[idle * 5 + idle] = 1;
    }
    for (int p = 0; p < 5; p++) assert_true(seen[p] >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_players_meet_in_pairs_both_ways),
        cmocka_unit_test(at_a_table_of_four_every_order_is_played),
        cmocka_unit_test(two_players_share_four_seats),
        cmocka_unit_test(alone_everyone_plays_alone),
        cmocka_unit_test(too_many_are_refused),
        cmocka_unit_test(neighbours_who_have_not_met_are_paired),
        cmocka_unit_test(nobody_is_left_over_twice_before_all_were),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
