// live_match_test.c - a match with people in it: steps, taking back, hints, and the record it
// leaves.
#include "lab/live_match.h"

#include "support/test.h"

typedef struct evening {
    dado_region region;
    dado_game_source source;
    const dado_player *players;
    dado_live_match *sitting;
} evening;

static void begin(evening *e, const char *game, const char *agents, uint64_t seed)
{
    *e = (evening){ 0 };
    dado_error err = { 0 };
    dado_options none = { 0 };
    int count;
    dado_region_init(&e->region, (size_t)1 << 28);
    if (!dado_game_source_find(&e->source, game, &none, &e->region, &err) ||
        !dado_players_parse(&e->players, &count, agents, &e->region, &err) ||
        !dado_live_match_begin(&e->sitting, &e->source, e->players, seed, &err)) {
        fail_msg("%s", err.text);
    }
}

static void end(evening *e)
{
    dado_live_match_end(e->sitting);
    dado_region_free(&e->region);
}

// Up to the next decision of a person, or the end.
static void go_on(evening *e)
{
    dado_error err = { 0 };
    for (;;) {
        int actor = dado_live_match_actor(e->sitting);
        if (actor == DADO_NOBODY || dado_live_match_is_person(e->sitting, actor)) return;
        if (!dado_live_match_advance(e->sitting, &err)) fail_msg("%s", err.text);
    }
}

// The person always takes the first move of the list.
static void play_through(evening *e)
{
    for (go_on(e); dado_live_match_actor(e->sitting) != DADO_NOBODY; go_on(e)) {
        assert_true(dado_live_match_play(e->sitting, 0, NULL));
    }
}

static void people_are_asked_and_nobody_else(void **state)
{
    (void)state;
    evening e;
    begin(&e, "kuhn", "human,random", 4);
    assert_true(dado_live_match_is_person(e.sitting, 0));
    assert_false(dado_live_match_is_person(e.sitting, 1));
    assert_int_equal(dado_live_match_actor(e.sitting), DADO_CHANCE);
    go_on(&e);
    assert_int_equal(dado_live_match_actor(e.sitting), 0);
    const dado_move *moves;
    assert_int_equal(dado_live_match_moves(e.sitting, &moves), 2);
    int before = e.sitting->steps;
    assert_true(dado_live_match_play(e.sitting, 1, NULL));
    assert_int_equal(e.sitting->steps, before + 1);
    assert_int_equal(e.sitting->path[before].actor, 0);
    end(&e);
}

// Nobody throws the dice a second time by taking back: the same again gives the same match.
static void taken_back_and_played_again_it_is_the_same_match(void **state)
{
    (void)state;
    evening e;
    begin(&e, "race", "human,pimc:iterations=20", 11);
    play_through(&e);
    int steps = e.sitting->steps;
    dado_step *first = calloc((size_t)steps, sizeof *first);
    for (int i = 0; i < steps; i++) first[i] = *&e.sitting->path[i];
    int taken_back = 0;
    while (dado_live_match_undo(e.sitting)) {
        assert_int_equal(dado_live_match_actor(e.sitting), 0);
        taken_back++;
    }
    assert_true(taken_back > 1);
    assert_false(dado_live_match_undo(e.sitting));
    play_through(&e);
    assert_int_equal(e.sitting->steps, steps);
    for (int i = 0; i < steps; i++) {
        const dado_step *again = &e.sitting->path[i];
        assert_true(again->move == first[i].move && again->actor == first[i].actor);
    }
    free(first);
    end(&e);
}

static void a_hint_is_a_place_in_the_list_and_changes_nothing(void **state)
{
    (void)state;
    evening e;
    begin(&e, "noughts", "human,random", 2);
    dado_player *adviser = dado_new(&e.region, dado_player, 1);
    dado_error err = { 0 };
    assert_true(dado_player_parse(adviser, "perfect", &e.region, &err));
    go_on(&e);
    const dado_game *game = &e.sitting->game;
    uint64_t before = dado_state_hash(game, dado_live_match_state(e.sitting));
    const dado_move *moves;
    int count = dado_live_match_moves(e.sitting, &moves);
    int hint = dado_live_match_hint(e.sitting, adviser, &err);
    assert_in_range(hint, 0, count - 1);
    assert_int_equal(dado_live_match_hint(e.sitting, adviser, &err), hint);
    assert_true(dado_state_hash(game, dado_live_match_state(e.sitting)) == before);
    end(&e);
}

// What was played is a plan of one match, which the lab plays to the same end.
static void the_record_is_measured_like_any_other_match(void **state)
{
    (void)state;
    evening e;
    begin(&e, "kuhn", "human,greedy", 9);
    play_through(&e);
    const dado_game *game = &e.sitting->game;
    int32_t scores[2];
    game->rules->scores(game, dado_live_match_state(e.sitting), scores);
    dado_plan plan;
    dado_results results;
    dado_error err = { 0 };
    if (!dado_live_match_plan(e.sitting, "dado play kuhn", &e.region, &plan, &err)) {
        fail_msg("%s", err.text);
    }
    dado_experiment_settings how = { .threads = 1 };
    if (!dado_experiment_run(&plan, &how, &results, &err)) fail_msg("%s", err.text);
    assert_int_equal(results.matches, 1);
    for (int p = 0; p < 2; p++) {
        assert_true(results.cells[0].sums.scores[p].mean == (double)scores[p]);
    }
    dado_results_free(&results);
    end(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_are_asked_and_nobody_else),
        cmocka_unit_test(taken_back_and_played_again_it_is_the_same_match),
        cmocka_unit_test(a_hint_is_a_place_in_the_list_and_changes_nothing),
        cmocka_unit_test(the_record_is_measured_like_any_other_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
