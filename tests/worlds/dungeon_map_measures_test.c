// dungeon_map_measures_test.c - what is said of a map before anyone plays it, worked out by hand.
#include <math.h>

#include "support/dungeon_fixture.h"
#include "support/test.h"

static double of(const char *rows, const char *rest, const char *rules, const char *name)
{
    dado_text text = { 0 };
    dado_draw_map(rows, rest, &text);
    dado_dungeon_fixture t = dado_dungeon_fixture_open(dado_text_string(&text), rules);
    double value = dado_dungeon_fixture_tally(&t, name);
    dado_text_free(&text);
    dado_dungeon_fixture_close(&t);
    return value;
}

static void near(double value, double expected)
{
    if (!(fabs(value - expected) < 1e-12)) fail_msg("%.15g is not %.15g", value, expected);
}

// A corridor of nine cells: everything lies on the one way.
static void a_corridor_is_all_way(void **state)
{
    (void)state;
    const char *rows = "@.......>";
    near(of(rows, "", "", "path"), 8);
    near(of(rows, "", "", "linearity"), 1);
    near(of(rows, "", "", "chokes"), 7);
    near(of(rows, "", "", "dead_ends"), 0);
    near(of(rows, "", "", "floor_ratio"), 1);
    near(of(rows, "", "", "openness"), 16.0 / 9 / 4);
    near(of(rows, "", "", "symmetry_x"), 1);
    // Cell x is the start's if (8 - 2x) / 8 > 0.35, that is x = 0, 1, 2; the exit's likewise.
    near(of(rows, "", "", "area_control"), 6.0 / 9);
    near(of(rows, "", "", "area_balance"), 1);
    near(of(rows, "", "", "exploration"), 1);
    near(of(rows, "", "", "exploration_balance"), 1);
}

// An open room of 3 by 3, from corner to corner: every cell is on some shortest way.
static void a_room_has_many_ways(void **state)
{
    (void)state;
    const char *rows = "@../.../..>";
    near(of(rows, "", "", "path"), 4);
    near(of(rows, "", "", "linearity"), 1);
    near(of(rows, "", "", "chokes"), 0);
    near(of(rows, "", "", "openness"), (4 * 2 + 4 * 3 + 4) / 9.0 / 4);
    near(of(rows, "", "neighbourhood = 8", "path"), 2);
    near(of(rows, "", "neighbourhood = 8", "linearity"), 3.0 / 9);
    near(of(rows, "", "neighbourhood = 8", "chokes"), 0);
}

static void the_middle_of_a_room_is_a_choke_only_if_nothing_leads_round(void **state)
{
    (void)state;
    // Two rooms joined by one door: the door is a choke, and so are the cells beside it.
    near(of("@.#../...../..#.>", "", "", "chokes"), 3);
    // With a second door there is none.
    near(of("@..../..#../....>", "", "", "chokes"), 0);
    // A ring with a tail: only the tail and where it begins.
    near(of("...##/@#..>/...##", "", "", "chokes"), 2);
}

static void what_cannot_be_reached_is_counted_apart(void **state)
{
    (void)state;
    const char *rows = "@.#../>.#..";
    near(of(rows, "", "", "regions"), 2);
    near(of(rows, "", "", "reach_ratio"), 0.5);
    near(of(rows, "", "", "path"), 1);
    assert_true(dado_is_none(of("@#>", "", "", "path")));
    assert_true(dado_is_none(of("@#>", "", "", "linearity")));
    assert_true(dado_is_none(of("@#>", "", "", "area_control")));
}

// A T: the stem is a dead end, and so is nothing else but start and exit.
static void dead_ends_have_one_way_in(void **state)
{
    (void)state;
    near(of("@..>/##.#/##.#", "", "", "dead_ends"), 1);
    near(of("@..>/##.#/##.#", "", "", "linearity"), 4.0 / 6);
}

static void symmetry_compares_a_cell_with_its_image(void **state)
{
    (void)state;
    const char *rows = "@.#/..>";  // passable: 2 of the first row, 3 of the second
    near(of(rows, "", "", "symmetry_x"), 4.0 / 6);
    near(of(rows, "", "", "symmetry_y"), 4.0 / 6);
    near(of(rows, "", "", "symmetry_turn"), 4.0 / 6);
    near(of("@.#/.#./#.>", "", "", "symmetry_turn"), 1);
}

// hp 30; rat: hp 9, 2 blows, k = floor((100 + 149) / 150) = 1, 2 damage; potion + 5.
static void leniency_is_health_after_all_fights(void **state)
{
    (void)state;
    near(of("@.......>", "Enemy:\n5,0,9,3,0,6,150,0,0\n", "", "leniency"), 28.0 / 30);
    near(of("@.......>", "Enemy:\n5,0,9,3,0,6,150,0,0\nItem:\n2,0,1,1,0,0,0,0,0\n", "", "leniency"),
         29.0 / 30);
    near(of("@.......>", "Item:\n2,0,1,99,0,0,0,0,0\n", "", "leniency"), 1);
    near(of("@.......>", "Enemy:\n5,0,999,99,0,6,50,0,0\n", "", "leniency"), -1);
    near(of("@.......>", "Enemy:\n5,0,9,3,0,6,150,0,0\nGold:\n2,0,9\nItem:\n3,0,1,1,0,0,0,0,0\n",
            "", "enemy_density"),
         1.0 / 9);
    near(of("@.......>", "Enemy:\n5,0,9,3,0,6,150,0,0\nGold:\n2,0,9\nItem:\n3,0,1,1,0,0,0,0,0\n",
            "", "reward_density"),
         2.0 / 9);
}

// Gold 6 steps from the start and 2 from the enemy: (6 - 2) / (6 + 2); the other is the player's.
static void rewards_near_enemies_are_guarded(void **state)
{
    (void)state;
    near(of("@.........>", "Enemy:\n8,0,9,3,0,6,150,0,0\nGold:\n6,0,1\nGold:\n1,0,1\n", "",
            "guarded"),
         0.25);
}

// The start in the middle of a T: three arms of two cells, the exit at the end of one.
static void exploration_counts_what_is_covered_before_the_exit(void **state)
{
    (void)state;
    const char *rows = "##.##/##.##/..@.>";
    // From the start: centre, three cells at 1, then the exit: 5 of 7.
    // From the exit: exit, one, the centre: start is at 2, so 2 cells and itself: 3 of 7.
    near(of(rows, "", "", "exploration"), (5.0 / 7 + 3.0 / 7) / 2);
    near(of(rows, "", "", "exploration_balance"), 1 - 2.0 / 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_corridor_is_all_way),
        cmocka_unit_test(a_room_has_many_ways),
        cmocka_unit_test(the_middle_of_a_room_is_a_choke_only_if_nothing_leads_round),
        cmocka_unit_test(what_cannot_be_reached_is_counted_apart),
        cmocka_unit_test(dead_ends_have_one_way_in),
        cmocka_unit_test(symmetry_compares_a_cell_with_its_image),
        cmocka_unit_test(leniency_is_health_after_all_fights),
        cmocka_unit_test(rewards_near_enemies_are_guarded),
        cmocka_unit_test(exploration_counts_what_is_covered_before_the_exit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
