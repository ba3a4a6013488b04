// search_agents_test.c - players that think play better than those who do not, and never peek.
#include "support/test.h"

#include "lab/match.h"
#include "worlds/shelf.h"

typedef struct table {
    dado_region region;
    dado_game game;
    dado_agent agents[2];
    dado_match_workspace laid;
} table;

static void seat(table *t, int where, const char *kind, const char *iterations)
{
    dado_option given = { .name = "iterations", .text = iterations };
    dado_options options = { &given, iterations ? 1 : 0 };
    dado_error err = { 0 };
    if (!dado_agent_open(&t->agents[where], dado_agent_named(kind), &t->game, where, &options,
                         &t->region, &err)) {
        fail_msg("%s", err.text);
    }
}

static void open_game(table *t, const char *name, const dado_options *options)
{
    dado_region_init(&t->region, 256 << 20);
    dado_error err = { 0 };
    if (!dado_game_open(&t->game, dado_world_named(name), options, &t->region, &err)) {
        fail_msg("%s", err.text);
    }
}

static void lay(table *t)
{
    assert_true(dado_match_workspace_init(&t->laid, &t->game, t->agents, (dado_match_settings){ 0 },
                                          &t->region, NULL));
}

static void clear(table *t)
{
    for (int p = 0; p < t->game.players; p++) dado_agent_close(&t->agents[p]);
    dado_region_free(&t->region);
}

// Mean score of seat 0 over the first matches.
static double mean_score(table *t, int matches)
{
    double sum = 0;
    for (int m = 0; m < matches; m++) {
        sum += dado_match_play(&t->laid, 11, 11, (uint64_t)m)->result[0];
    }
    return sum / matches;
}

static void uct_walks_straight_to_the_corner(void **state)
{
    (void)state;
    dado_option size[] = { { .name = "steps", .text = "12" } };
    dado_options options = { size, 1 };
    table t;
    open_game(&t, "walk", &options);
    seat(&t, 0, "uct", "300");
    lay(&t);
    int arrived = 0;
    for (uint64_t m = 0; m < 10; m++) {
        arrived += dado_match_play(&t.laid, 3, 3, m)->places[0] == 0;
    }
    assert_int_equal(arrived, 10);
    clear(&t);
}

static double kuhn_score_of(const char *kind, const char *iterations, int matches)
{
    table t;
    open_game(&t, "kuhn", NULL);
    seat(&t, 0, kind, iterations);
    seat(&t, 1, "random", NULL);
    lay(&t);
    double mean = mean_score(&t, matches);
    clear(&t);
    return mean;
}

// Against a random player the first seat of Kuhn poker can win well over a
// third of a chip a hand; the standard error of 2,000 hands is about 0.03.
static void thinking_pays_at_poker(void **state)
{
    (void)state;
    double at_random = kuhn_score_of("random", NULL, 2000);
    assert_true(at_random < 0.15);
    assert_true(kuhn_score_of("pimc", "100", 2000) > at_random + 0.2);
    assert_true(kuhn_score_of("ismcts", "100", 2000) > at_random + 0.2);
}

// A player may want something else than to win, and gets it.
static void goals_are_pursued(void **state)
{
    (void)state;
    double steps[2];
    for (int i = 0; i < 2; i++) {
        dado_option given[] = { { .name = "iterations", .text = "200" },
                                { .name = "goal", .text = i ? "long" : "short" } };
        dado_options options = { given, 2 };
        table t;
        open_game(&t, "walk", NULL);
        dado_error err = { 0 };
        if (!dado_agent_open(&t.agents[0], dado_agent_named("uct"), &t.game, 0, &options, &t.region,
                             &err)) {
            fail_msg("%s", err.text);
        }
        lay(&t);
        steps[i] = 0;
        for (uint64_t m = 0; m < 5; m++) steps[i] += dado_match_play(&t.laid, 3, 3, m)->decisions;
        clear(&t);
    }
    assert_true(steps[0] < 5 * 12 && steps[1] > 5 * 30);
}

static void uct_will_not_sit_at_a_game_with_secrets(void **state)
{
    (void)state;
    table t;
    open_game(&t, "kuhn", NULL);
    dado_error err = { 0 };
    assert_false(
        dado_agent_open(&t.agents[0], dado_agent_named("uct"), &t.game, 0, NULL, &t.region, &err));
    assert_non_null(strstr(err.text, "use ismcts"));
    dado_region_free(&t.region);
}

// Two deals that look alike from a seat must be answered alike, with the same luck.
static void what_is_hidden_does_not_change_a_choice(void **state)
{
    (void)state;
    static const char *const kinds[] = { "greedy", "pimc", "ismcts" };
    table t;
    open_game(&t, "kuhn", NULL);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        seat(&t, 0, kinds[k], strcmp(kinds[k], "greedy") ? "50" : NULL);
        unsigned char *scratch = malloc(t.agents[0].scratch_size);
        unsigned char self[64] = { 0 };
        for (uint64_t trial = 0; trial < 60; trial++) {
            int answers[2];
            for (int rival = 0; rival < 2; rival++) {
                unsigned char hand[8], view[8];
                t.game.rules->start(&t.game, hand);
                int mine = 1 + (int)(trial % 3), theirs = 1 + (mine + rival) % 3;
                t.game.rules->apply(&t.game, hand, (dado_move)mine);
                t.game.rules->apply(&t.game, hand, (dado_move)theirs);
                dado_observe(&t.game, hand, 0, view);
                dado_move moves[3];
                int count = t.game.rules->legal(&t.game, hand, moves);
                dado_rng luck = dado_rng_stream(trial, 0, DADO_STREAM_SEAT);
                uint64_t effort = 0;
                dado_turn turn = { .game = &t.game,
                                   .view = view,
                                   .moves = moves,
                                   .count = count,
                                   .luck = &luck,
                                   .effort = &effort,
                                   .self = self,
                                   .scratch = scratch };
                answers[rival] = t.agents[0].kind->choose(&t.agents[0], &turn);
            }
            assert_int_equal(answers[0], answers[1]);
        }
        free(scratch);
        dado_agent_close(&t.agents[0]);
    }
    dado_region_free(&t.region);
}

static void one_nobody_waits_for_answers_at_once(void **state)
{
    (void)state;
    static const char *const kinds[] = { "pimc", "ismcts" };
    table t;
    open_game(&t, "kuhn", NULL);
    atomic_int stop = 1;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        seat(&t, 0, kinds[k], "100000000");
        unsigned char *scratch = malloc(t.agents[0].scratch_size), hand[8], view[8];
        t.game.rules->start(&t.game, hand);
        t.game.rules->apply(&t.game, hand, 1);
        t.game.rules->apply(&t.game, hand, 2);
        dado_observe(&t.game, hand, 0, view);
        dado_move moves[3];
        dado_rng luck = dado_rng_stream(1, 0, DADO_STREAM_SEAT);
        uint64_t effort = 0;
        dado_turn turn = { .game = &t.game,
                           .view = view,
                           .moves = moves,
                           .luck = &luck,
                           .effort = &effort,
                           .scratch = scratch,
                           .stop = &stop };
        turn.count = t.game.rules->legal(&t.game, hand, moves);
        int chosen = t.agents[0].kind->choose(&t.agents[0], &turn);
        assert_in_range(chosen, 0, turn.count - 1);
        assert_int_equal(effort, 0);
        free(scratch);
        dado_agent_close(&t.agents[0]);
    }
    dado_region_free(&t.region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uct_walks_straight_to_the_corner),
        cmocka_unit_test(thinking_pays_at_poker),
        cmocka_unit_test(goals_are_pursued),
        cmocka_unit_test(uct_will_not_sit_at_a_game_with_secrets),
        cmocka_unit_test(what_is_hidden_does_not_change_a_choice),
        cmocka_unit_test(one_nobody_waits_for_answers_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
