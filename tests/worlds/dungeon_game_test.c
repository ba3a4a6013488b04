// dungeon_game_test.c - the rules of the dungeon, one worked example after another.
#include "support/game_contract.h"
#include "support/dungeon_fixture.h"
#include "support/test.h"

static dado_dungeon_fixture drawn(const char *rows, const char *rest, const char *rules)
{
    dado_text text = { 0 };
    dado_draw_map(rows, rest, &text);
    // The map's texts are copied where they are kept, so this one may go once it is open.
    dado_dungeon_fixture t = dado_dungeon_fixture_open(dado_text_string(&text), rules);
    dado_text_free(&text);
    return t;
}

static const dado_dungeon_enemy *enemy(const dado_dungeon_fixture *t, int i)
{
    return &dado_dungeon_enemies(t->dungeon, t->state)[i];
}

static void enemy_stands(const dado_dungeon_fixture *t, int i, int x, int y)
{
    assert_int_equal(dado_dungeon_x(t->dungeon, enemy(t, i)->cell), x);
    assert_int_equal(dado_dungeon_y(t->dungeon, enemy(t, i)->cell), y);
}

// Cost 150 against 100: two actions in every three turns.
static void energy_that_is_not_used_is_kept(void **state)
{
    (void)state;
    dado_dungeon_fixture t =
        drawn("@.........................>", "Enemy:\n25,0,9,3,0,99,150,0,0\n", "");
    static const int energy[] = { 100, 50, 0, 100, 50, 0 };
    static const int stands[] = { 25, 24, 23, 23, 22, 21 };
    for (int i = 0; i < 6; i++) {
        dado_dungeon_fixture_play(&t, i % 2 ? "w" : "e");
        assert_int_equal(enemy(&t, 0)->energy, energy[i]);
        assert_int_equal(dado_dungeon_x(t.dungeon, enemy(&t, 0)->cell), stands[i]);
    }
    dado_dungeon_fixture_close(&t);
}

static void slow_enemies_act_every_second_turn_and_quick_ones_twice(void **state)
{
    (void)state;
    static const int costs[] = { 200, 100, 50 }, steps[] = { 2, 4, 8 };
    for (int i = 0; i < 3; i++) {
        char rest[64];
        snprintf(rest, sizeof rest, "Enemy:\n25,0,9,3,0,99,%d,0,0\n", costs[i]);
        dado_dungeon_fixture t = drawn("@.........................>", rest, "");
        dado_dungeon_fixture_play(&t, "ewew");
        enemy_stands(&t, 0, 25 - steps[i], 0);
        dado_dungeon_fixture_close(&t);
    }
}

static void an_enemy_that_does_not_notice_stores_nothing(void **state)
{
    (void)state;
    dado_dungeon_fixture t = drawn("@........>", "Enemy:\n5,0,9,3,0,4,150,0,0\n", "");
    assert_int_equal(enemy(&t, 0)->energy, 0);
    dado_dungeon_fixture_play(&t, "e");
    assert_int_equal(enemy(&t, 0)->energy, 100);
    dado_dungeon_fixture_play(&t, "w");
    assert_int_equal(enemy(&t, 0)->energy, 0);
    enemy_stands(&t, 0, 5, 0);
    dado_dungeon_fixture_close(&t);
    t = drawn("@.>", "Enemy:\n1,0,99,3,0,0,10,0,0\n", "");
    dado_dungeon_fixture_play(&t, "eee");
    assert_int_equal(dado_dungeon_fixture_state(&t)->hp, 30);
    dado_dungeon_fixture_close(&t);
}

static void the_worked_game_ends_as_the_specification_says(void **state)
{
    (void)state;
    dado_dungeon_fixture t = drawn("@.......>", "Enemy:\n5,0,9,3,0,6,150,0,0\n", "");
    static const int energy[] = { 100, 50, 0, 100, 0 };
    for (int turn = 0; turn < 5; turn++) {
        dado_dungeon_fixture_play(&t, "e");
        assert_int_equal(enemy(&t, 0)->energy, energy[turn]);
        if (turn == 1) enemy_stands(&t, 0, 4, 0);
        if (turn == 2) assert_int_equal(dado_dungeon_fixture_state(&t)->hp, 28);
        if (turn == 3) assert_int_equal(enemy(&t, 0)->hp, 4);
    }
    assert_int_equal(enemy(&t, 0)->hp, 0);
    dado_dungeon_fixture_play(&t, "eeeee");
    assert_int_equal(dado_dungeon_fixture_state(&t)->end, DADO_DUNGEON_WIN);
    static const struct {
        const char *name;
        double value;
    } expected[] = {
        { "moves", 8 },
        { "attacks", 2 },
        { "turns", 10 },
        { "damage_taken", 2 },
        { "hp_end", 28 },
        { "enemies_seen", 1 },
        { "enemies_defeated", 1 },
        { "explored", 1 },
        { "backtrack", 0 },
        { "damage_dealt", 10 },
        { "hp_exit", 28 },
        { "efficiency", 1 },
        { "seen_pct", 1 },
        { "exit_seen_turn", 0 },
        { "death", 0 },
        { "timeout", 0 },
        { "time_s", 10 },
        { "hp_min", 28 },
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_true(dado_dungeon_fixture_tally(&t, expected[i].name) == expected[i].value);
    }
    int32_t place;
    int32_t score;
    t.game.rules->scores(&t.game, t.state, &score);
    dado_places_of(&t.game, t.state, true, &score, &place);
    assert_int_equal(place, 0);
    dado_dungeon_fixture_close(&t);
}

static void damage_has_a_floor_and_death_is_at_once(void **state)
{
    (void)state;
    dado_dungeon_fixture t = drawn("@.>", "Enemy:\n1,0,100,50,99,3,100,0,0\n", "");
    dado_dungeon_fixture_play(&t, "e");
    assert_int_equal(enemy(&t, 0)->hp, 99);
    assert_int_equal(dado_dungeon_fixture_state(&t)->hp, 0);
    assert_int_equal(dado_dungeon_fixture_state(&t)->damage_taken, 49);
    assert_int_equal(dado_dungeon_fixture_state(&t)->end, DADO_DUNGEON_DEATH);
    assert_int_equal(dado_dungeon_fixture_state(&t)->killer, 0);
    assert_true(dado_dungeon_fixture_tally(&t, "death") == 1);
    assert_true(dado_is_none(dado_dungeon_fixture_tally(&t, "hp_exit")));
    assert_int_equal(t.game.rules->actor(&t.game, t.state), DADO_NOBODY);
    dado_dungeon_fixture_close(&t);
    t = drawn("@.>", "Enemy:\n1,0,100,0,99,3,100,0,0\n", "damage_floor = 0\nmax_turns = 7\n");
    dado_dungeon_fixture_play(&t, "eeeeeee");
    assert_int_equal(enemy(&t, 0)->hp, 100);
    assert_int_equal(dado_dungeon_fixture_state(&t)->end, DADO_DUNGEON_TIMEOUT);
    assert_int_equal(dado_dungeon_fixture_state(&t)->drought, 0 + 7);
    dado_dungeon_fixture_close(&t);
}

static void an_enemy_killed_by_the_blow_does_not_act(void **state)
{
    (void)state;
    dado_dungeon_fixture t = drawn("@.>", "Enemy:\n1,0,5,50,0,3,10,0,0\n", "");
    dado_dungeon_fixture_play(&t, "e");
    assert_int_equal(dado_dungeon_fixture_state(&t)->hp, 30);
    assert_int_equal(dado_dungeon_fixture_state(&t)->defeated, 1);
    dado_dungeon_fixture_close(&t);
}

static void things_are_taken_where_they_lie_and_on_the_start_before_the_first_turn(void **state)
{
    (void)state;
    dado_dungeon_fixture t = drawn("@....>",
                                   "Gold:\n0,0,7\nItem:\n0,0,0,0,0,2,3,0,0\nGold:\n1,0,5\n"
                                   "Item:\n1,0,1,9,4,0,0,0,0\nGold:\n5,0,100\n",
                                   "");
    const dado_dungeon_state *s = dado_dungeon_fixture_state(&t);
    assert_int_equal(s->gold, 7);
    assert_int_equal(s->atk, 7);
    assert_int_equal(s->def, 4);
    assert_int_equal(dado_dungeon_turns(s), 0);
    dado_dungeon_fixture_play(&t, "e");
    assert_int_equal(s->gold, 12);
    assert_int_equal(s->hp, 30);
    assert_int_equal(s->mp, 4);
    assert_int_equal(s->overheal, 9);
    dado_dungeon_fixture_play(&t, "weeeee");
    assert_int_equal(s->gold, 112);
    assert_int_equal(s->end, DADO_DUNGEON_WIN);
    assert_int_equal(s->back, 2);
    assert_true(dado_dungeon_fixture_tally(&t, "items_recover") == 1);
    assert_true(dado_dungeon_fixture_tally(&t, "items_attr") == 1);
    assert_true(dado_dungeon_fixture_tally(&t, "items") == 2);
    dado_dungeon_fixture_close(&t);
    t = drawn("@.>", "Item:\n1,0,1,9,0,0,0,0,0\n", "hp_cap = false");
    dado_dungeon_fixture_play(&t, "e");
    assert_int_equal(dado_dungeon_fixture_state(&t)->hp, 39);
    dado_dungeon_fixture_close(&t);
}

// The enemy on (3, 2) may step north or west; north is first in the order.
static void pursuit_takes_the_first_neighbour_in_order(void **state)
{
    (void)state;
    dado_dungeon_fixture t = drawn("@...>/...../.....", "Enemy:\n3,2,9,3,0,9,100,0,0\n", "");
    dado_dungeon_fixture_play(&t, "s");
    enemy_stands(&t, 0, 3, 1);
    dado_dungeon_fixture_play(&t, "n");
    enemy_stands(&t, 0, 3, 0);
    dado_dungeon_fixture_play(&t, "s");
    enemy_stands(&t, 0, 3, 1);
    dado_dungeon_fixture_close(&t);
}

static void other_enemies_are_obstacles_and_waiting_costs(void **state)
{
    (void)state;
    // A corridor: the one behind must wait, and its energy is spent all the same.
    dado_dungeon_fixture t = drawn(
        "@......>/########", "Enemy:\n3,0,9,1,0,0,100,0,0\nEnemy:\n4,0,9,1,0,9,100,0,0\n", "");
    dado_dungeon_fixture_play(&t, "e");
    enemy_stands(&t, 1, 4, 0);
    assert_int_equal(enemy(&t, 1)->energy, 0);
    dado_dungeon_fixture_close(&t);
    // With a way round, it goes round.
    t = drawn("@......>/........", "Enemy:\n3,0,9,1,0,0,100,0,0\nEnemy:\n4,0,9,1,0,9,100,0,0\n",
              "");
    dado_dungeon_fixture_play(&t, "e");
    enemy_stands(&t, 1, 4, 1);
    dado_dungeon_fixture_close(&t);
}

static void diagonals_cut_no_corners(void **state)
{
    (void)state;
    dado_dungeon_fixture t = drawn("@#./..>", "", "neighbourhood = 8");
    dado_move moves[8];
    assert_int_equal(t.game.rules->legal(&t.game, t.state, moves), 1);  // south only
    dado_text why = { 0 };
    t.game.rules->refuse(&t.game, t.state, "se", &why);
    assert_string_equal(dado_text_string(&why), "a diagonal step may not cut a corner");
    dado_text_free(&why);
    dado_dungeon_fixture_close(&t);
    t = drawn("@../.../..>", "Enemy:\n2,1,9,3,0,9,100,0,0\n", "neighbourhood = 8");
    dado_dungeon_fixture_step(&t, "se");
    assert_int_equal(dado_dungeon_fixture_state(&t)->hp, 28);
    dado_dungeon_fixture_close(&t);
}

// What is visible from the start, drawn; '#' for visible.
static void drawn_sight(const dado_dungeon_fixture *t, char *out)
{
    const uint64_t *seen = dado_dungeon_seen(t->dungeon, t->state);
    for (int y = 0; y < t->dungeon->map.height; y++) {
        for (int x = 0; x < t->dungeon->map.width; x++) {
            *out++ = dado_bit(seen, dado_bit_grid_cell(&t->dungeon->board, x, y)) ? '#' : '.';
        }
        *out++ = '/';
    }
    out[-1] = '\0';
}

static void sight_masks_are_those_of_the_specification(void **state)
{
    (void)state;
    char mask[512];
    dado_dungeon_fixture t =
        drawn("........./........./....@..../........./........>", "", "fov_radius = 3");
    drawn_sight(&t, mask);
    assert_string_equal(mask, "..#####../.#######./.#######./.#######./..#####..");
    dado_dungeon_fixture_close(&t);
    t = drawn("#######/#@.#..#/#....>#/#..#..#/#######", "", "");
    drawn_sight(&t, mask);
    assert_string_equal(mask, "####.../####.../#######/#######/####.##");
    dado_dungeon_fixture_close(&t);
}

static void fog_can_be_lifted(void **state)
{
    (void)state;
    dado_dungeon_fixture t = drawn("#######/#@.#..#/#....>#/#..#..#/#######",
                                   "Enemy:\n5,1,9,3,0,9,100,0,0\n", "fog = false");
    assert_true(dado_dungeon_fixture_tally(&t, "explored") == 1);
    assert_int_equal(dado_dungeon_fixture_state(&t)->seen_enemies, 1);
    assert_false(t.game.secrets);
    dado_dungeon_fixture_close(&t);
}

// Symmetry: if one floor cell sees another, it is seen by it, on a map of pillars.
static void floor_cells_see_each_other(void **state)
{
    (void)state;
    dado_dungeon_fixture t =
        drawn("@.....#..../..#.....#../.....#...../.#...#..#../......#..../..#.....#.>", "",
              "fov_radius = 0");
    const dado_dungeon *d = t.dungeon;
    for (int a = 0; a < d->cells; a++) {
        if (!dado_bit(d->passable, a)) continue;
        for (int b = 0; b < d->cells; b++) {
            if (!dado_bit(d->passable, b)) continue;
            assert_int_equal(dado_bit(dado_dungeon_kept_sight(d, a), b),
                             dado_bit(dado_dungeon_kept_sight(d, b), a));
        }
    }
    dado_dungeon_fixture_close(&t);
}

static void enemies_may_need_to_see_the_player(void **state)
{
    (void)state;
    const char *rows = "@#.>/.#../....";
    dado_dungeon_fixture t = drawn(rows, "Enemy:\n2,0,9,3,0,3,100,0,0\n", "");
    dado_dungeon_fixture_play(&t, "s");
    enemy_stands(&t, 0, 2, 1);
    dado_dungeon_fixture_close(&t);
    t = drawn(rows, "Enemy:\n2,0,9,3,0,3,100,0,0\n", "enemy_los = true");
    dado_dungeon_fixture_play(&t, "s");
    enemy_stands(&t, 0, 2, 0);
    dado_dungeon_fixture_close(&t);
}

static void the_turns_run_out_and_are_counted_by_size(void **state)
{
    (void)state;
    dado_dungeon_fixture t = drawn("@.>", "", "");
    assert_int_equal(t.dungeon->rules.max_turns, 200);
    for (int i = 0; i < 100; i++) dado_dungeon_fixture_play(&t, "ew");
    assert_int_equal(dado_dungeon_fixture_state(&t)->end, DADO_DUNGEON_TIMEOUT);
    assert_int_equal(dado_dungeon_fixture_state(&t)->drought, 200);
    assert_int_equal(dado_dungeon_fixture_state(&t)->back, 199);
    dado_dungeon_fixture_close(&t);
}

static void a_start_without_a_way_out_is_over(void **state)
{
    (void)state;
    dado_dungeon_fixture t = drawn("@#>", "", "");
    assert_int_equal(t.game.rules->actor(&t.game, t.state), DADO_NOBODY);
    int32_t place;
    int32_t score;
    t.game.rules->scores(&t.game, t.state, &score);
    dado_places_of(&t.game, t.state, true, &score, &place);
    assert_int_equal(place, 1);
    dado_dungeon_fixture_close(&t);
}

static void what_is_out_of_sight_is_not_in_the_view(void **state)
{
    (void)state;
    dado_dungeon_fixture t = drawn("@.#..>/..#.../......", "Enemy:\n5,1,9,3,0,3,100,0,0\n", "");
    unsigned char *view = malloc(t.game.view_size);
    dado_observe(&t.game, t.state, 0, view);
    assert_int_equal(dado_dungeon_enemies(t.dungeon, view)[0].cell, DADO_NOWHERE);
    dado_text words = { 0 };
    t.game.rules->print(&t.game, t.state, 0, &words);
    assert_null(strstr(dado_text_string(&words), "hp 9"));
    dado_text_free(&words);
    free(view);
    dado_dungeon_fixture_close(&t);
}

static void games_with_fog_diagonals_and_sight_keep_the_contract(void **state)
{
    (void)state;
    static const char *const rules[] = {
        "", "neighbourhood = 8", "enemy_los = yes\nfov_radius = 0", "fog = no", "fov_radius = 1",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        dado_dungeon_fixture t = dado_dungeon_fixture_open(dado_dungeon_example, rules[i]);
        dado_game_contract_check(
            &t.game, (dado_game_contract){ .matches = 6, .most_steps = 400, .seed = 5 });
        dado_dungeon_fixture_close(&t);
    }
}

// Where a map is too large for every cell's sight to be kept, it is worked out around the hero.
static void large_maps_keep_the_contract(void **state)
{
    (void)state;
    enum { side = 130 };
    dado_text rows = { 0 };
    for (int y = 0; y < side; y++) {
        for (int x = 0; x < side; x++) {
            bool hero = x == 60 && y == 60, out = x == 120 && y == 10;
            dado_text_char(&rows, hero ? '@' : out ? '>' : x % 7 == 3 && y % 5 ? '#' : '.');
        }
        if (y + 1 < side) dado_text_char(&rows, '/');
    }
    static const char *const rules[] = { "", "neighbourhood = 8\nfov_radius = 20" };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        dado_dungeon_fixture t =
            drawn(dado_text_string(&rows),
                  "Enemy:\n64,60,9,3,0,9,150,0,0\nEnemy:\n20,20,9,3,0,9,150,0,0\n", rules[i]);
        assert_null(t.dungeon->sight);
        dado_game_contract_check(&t.game,
                                 (dado_game_contract){ .matches = 1, .most_steps = 60, .seed = 5 });
        dado_dungeon_fixture_close(&t);
    }
    dado_text_free(&rows);
}

static void rules_are_refused_by_name_and_line(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        int line;
        const char *says;
    } wrong[] = {
        { "fog = true\nplayer.hq = 3\n", 2, "did you mean player.hp" },
        { "# none\n\nplayer.hp = many\n", 3, "whole number" },
        { "neighbourhood = 6\n", 1, "4 or 8" },
        { "fov_radius = -1\n", 1, "whole number" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        dado_region region;
        dado_region_init(&region, 1 << 24);
        dado_error err = { 0 };
        dado_options options;
        dado_game game;
        assert_true(dado_options_read(&options, "r", wrong[i].rules, &region, &err));
        extern const dado_rules dado_world_dungeon;
        assert_false(dado_game_open(&game, &dado_world_dungeon, &options, &region, &err));
        assert_int_equal(err.place.line, wrong[i].line);
        assert_non_null(strstr(err.text, wrong[i].says));
        dado_region_free(&region);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energy_that_is_not_used_is_kept),
        cmocka_unit_test(slow_enemies_act_every_second_turn_and_quick_ones_twice),
        cmocka_unit_test(an_enemy_that_does_not_notice_stores_nothing),
        cmocka_unit_test(the_worked_game_ends_as_the_specification_says),
        cmocka_unit_test(damage_has_a_floor_and_death_is_at_once),
        cmocka_unit_test(an_enemy_killed_by_the_blow_does_not_act),
        cmocka_unit_test(things_are_taken_where_they_lie_and_on_the_start_before_the_first_turn),
        cmocka_unit_test(pursuit_takes_the_first_neighbour_in_order),
        cmocka_unit_test(other_enemies_are_obstacles_and_waiting_costs),
        cmocka_unit_test(diagonals_cut_no_corners),
        cmocka_unit_test(sight_masks_are_those_of_the_specification),
        cmocka_unit_test(fog_can_be_lifted),
        cmocka_unit_test(floor_cells_see_each_other),
        cmocka_unit_test(enemies_may_need_to_see_the_player),
        cmocka_unit_test(the_turns_run_out_and_are_counted_by_size),
        cmocka_unit_test(a_start_without_a_way_out_is_over),
        cmocka_unit_test(what_is_out_of_sight_is_not_in_the_view),
        cmocka_unit_test(games_with_fog_diagonals_and_sight_keep_the_contract),
        cmocka_unit_test(large_maps_keep_the_contract),
        cmocka_unit_test(rules_are_refused_by_name_and_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
