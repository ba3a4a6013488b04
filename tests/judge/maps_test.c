// maps_test.c - what is wrong with a map is said where it is judged, and caps what it is worth.
#include "support/test.h"

#include "judge/maps.h"
#include "support/dungeon.h"
#include "support/play.h"

typedef struct session {
    dado_arena arena;
    dado_eval eval;
    dado_map_case map;
    dado_plan plan;
    dado_results results;
    dado_verdict said[DADO_VERDICTS];
    int count;
} session;

static void evaluate(session *s, const char *rows, const char *wish)
{
    *s = (session){ 0 };
    dado_arena_init_generous(&s->arena);
    dado_error err = { 0 };
    dado_text text = { 0 };
    dado_draw_map(rows, "", &text);
    s->map.name = "drawn.map";
    s->map.text = dado_arena_copy(&s->arena, dado_text_string(&text), text.length);
    dado_text_free(&text);
    dado_lineup *lineup = dado_new(&s->arena, dado_lineup, 1);
    *lineup = *dado_play_lineup("profile:profile=explorer", &s->arena);
    lineup->name = "explorer";
    s->plan = dado_play_plan(dado_play_text("drawn.map", s->map.text, &s->arena), lineup, 10, 1);
    dado_expect *expect = dado_new(&s->arena, dado_expect, 1);
    if (!dado_eval_list(&s->eval, &err)) fail_msg("%s", err.text);
    dado_experiment_how how = { .taker = &s->eval, .block = dado_eval_block };
    if (!dado_expect_read(expect, "wish", wish, &s->eval.measures, &s->arena, &err) ||
        !dado_eval_begin(&s->eval, &s->plan, &s->map, expect, &err) ||
        !dado_experiment_run(&s->plan, &how, &s->results, &err)) {
        fail_msg("%s", err.text);
    }
    dado_eval_finish(&s->eval, &s->results);
    s->count = dado_eval_verdicts(&s->eval, s->said, DADO_VERDICTS);
}

static void close_session(session *s)
{
    dado_results_free(&s->results);
    dado_eval_free(&s->eval);
    dado_arena_free(&s->arena);
}

// The wish is met by anybody who dies of nothing; only the exit is out of reach.
static void a_map_nobody_can_win_is_worth_little_and_says_so(void **state)
{
    (void)state;
    session s;
    evaluate(&s, "#######/#@..#>#/#...#.#/#######", "metric death = 0\n");
    assert_true(s.map.unwinnable);
    assert_true(s.eval.map_quality[0] <= DADO_UNWINNABLE);
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
    assert_non_null(strstr(s.said[1].evidence, "0.8 of games were wished"));
    assert_true(s.said[1].figure.high > 0 && s.said[1].figure.high < 0.4);
    close_session(&s);
    evaluate(&s, "#######/#@...>#/#.....#/#######", "metric win = 0.8\n");
    assert_int_equal(s.count, 0);
    close_session(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_nobody_can_win_is_worth_little_and_says_so),
        cmocka_unit_test(who_never_wins_though_it_was_wished_is_named_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
