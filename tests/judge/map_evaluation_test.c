// map_evaluation_test.c - what is wrong with a map is said where it is judged, and caps what it is
// worth.
#include "support/test.h"

#include "judge/map_evaluation.h"
#include "support/dungeon_fixture.h"
#include "support/match_fixture.h"

typedef struct session {
    dado_region region;
    dado_map_evaluation eval;
    dado_map_case map;
    dado_plan plan;
    dado_results results;
    dado_verdict said[DADO_VERDICTS];
    int count;
} session;

static void evaluate_with(session *s, const char *rows, const char *things, const char *wish)
{
    *s = (session){ 0 };
    dado_region_init_large(&s->region);
    dado_error err = { 0 };
    dado_text text = { 0 };
    dado_draw_map(rows, things, &text);
    s->map.name = "drawn.map";
    s->map.text = dado_region_copy(&s->region, dado_text_string(&text), text.length);
    dado_text_free(&text);
    dado_lineup *lineup = dado_new(&s->region, dado_lineup, 1);
    *lineup = *dado_test_lineup("profile:profile=explorer", &s->region);
    lineup->name = "explorer";
    s->plan =
        dado_test_plan(dado_test_game_text("drawn.map", s->map.text, &s->region), lineup, 10, 1);
    dado_expectations *expect = dado_new(&s->region, dado_expectations, 1);
    dado_measures measures;
    int listed;
    if (!dado_map_measures(&measures, &listed, &s->region, &err)) fail_msg("%s", err.text);
    dado_experiment_settings how = { .taker = &s->eval, .block = dado_map_evaluation_add_block };
    if (!dado_expectations_read(expect, "wish", wish, &measures, &s->region, &err) ||
        !dado_map_evaluation_begin(&s->eval, &s->plan, &s->map, expect, &err) ||
        !dado_experiment_run(&s->plan, &how, &s->results, &err)) {
        fail_msg("%s", err.text);
    }
    dado_map_evaluation_finish(&s->eval, &s->results);
    s->count = dado_map_evaluation_verdicts(&s->eval, s->said, DADO_VERDICTS);
}

static void evaluate(session *s, const char *rows, const char *wish)
{
    evaluate_with(s, rows, "", wish);
}

static void close_session(session *s)
{
    dado_results_free(&s->results);
    dado_map_evaluation_free(&s->eval);
    dado_region_free(&s->region);
}

// The wish is met by anybody who dies of nothing; only the exit is out of reach.
static void a_map_nobody_can_win_is_worth_little_and_says_so(void **state)
{
    (void)state;
    session s;
    evaluate(&s, "#######/#@..#>#/#...#.#/#######", "metric death = 0\n");
    assert_true(s.map.unwinnable);
    assert_true(s.eval.map_quality[0] <= DADO_UNWINNABLE_MAP_QUALITY);
    assert_true(s.count > 0);
    assert_string_equal(s.said[0].claim, "Nobody can win drawn.map.");
    assert_int_equal(s.said[0].tone, DADO_BAD);
    close_session(&s);
    evaluate(&s, "#######/#@...>#/#.....#/#######", "metric death = 0\n");
    assert_false(s.map.unwinnable);
    assert_true(s.eval.map_quality[0] > 0.9);
    assert_int_equal(s.count, 0);
    close_session(&s);
}

static void who_never_wins_though_it_was_wished_is_named_first(void **state)
{
    (void)state;
    session s;
    evaluate(&s, "#######/#@..#>#/#...#.#/#######", "metric win = 0.8\n");
    assert_int_equal(s.count, 2);
    assert_string_equal(s.said[1].claim, "explorer never wins.");
    assert_non_null(strstr(s.said[1].evidence, "The target is to win 0.8 of games"));
    assert_true(s.said[1].figure.high > 0 && s.said[1].figure.high < 0.4);
    close_session(&s);
    evaluate(&s, "#######/#@...>#/#.....#/#######", "metric win = 0.8\n");
    assert_int_equal(s.count, 0);
    close_session(&s);
}

static bool claims(const session *s, const char *claim, const char *evidence)
{
    for (int i = 0; i < s->count; i++) {
        if (strcmp(s->said[i].claim, claim) == 0) return strstr(s->said[i].evidence, evidence);
    }
    return false;
}

// Each finding says where on the map it is, and none of them needs a wish for it.
static void what_is_wrong_is_found_without_a_wish_for_it(void **state)
{
    (void)state;
    static const char none[] = "metric moves = 5\n";
    session s;
    // A killer in the only way.
    evaluate_with(&s, "#######/#@...>#/#######", "Enemy:\n3,1,99,30,3,5,50,0,0\n", none);
    assert_true(claims(&s, "Nobody wins drawn.map.", "dies most often at (2, 1)"));
    close_session(&s);
    // An enemy in a room without a door, and an item in another.
    const char *rows = "########/#@..>#.#/######.#/#.######";
    evaluate_with(&s, rows, "Enemy:\n6,1,9,3,0,0,100,0,0\nItem:\n1,3,1,5,0,0,0,1,2\n", none);
    assert_true(claims(&s, "Nobody ever meets an enemy on drawn.map.", "the first at (6, 1)"));
    assert_true(claims(&s, "Nobody ever takes an item on drawn.map.", "the first at (1, 3)"));
    for (int i = 0; i < s.count; i++) assert_null(strstr(s.said[i].evidence, "Line 0"));
    close_session(&s);
    // Nothing is wrong where the enemy is met, the item taken and the exit reached.
    evaluate_with(&s, "#######/#@...>#/#######",
                  "Enemy:\n3,1,4,1,0,5,100,0,0\nItem:\n2,1,1,5,0,0,0,1,2\n", none);
    assert_int_equal(s.count, 0);
    close_session(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_nobody_can_win_is_worth_little_and_says_so),
        cmocka_unit_test(who_never_wins_though_it_was_wished_is_named_first),
        cmocka_unit_test(what_is_wrong_is_found_without_a_wish_for_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
