// example_matches_test.c - what a match is said to show is so, and what a rule is said to be worth.
#include "support/test.h"

#include "judge/example_matches.h"
#include "judge/rule_ablation.h"
#include "support/match_fixture.h"

typedef struct table {
    dado_region region;
    const dado_game_source *source;
    dado_plan plan;
    dado_measures measures;
    dado_data_frame frame;
    dado_example_match exhibits[DADO_EXAMPLE_MATCHES_MAX];
    int count;
} table;

static void take_block(void *frame, const dado_block *block)
{
    dado_data_frame_add(frame, block);
}

static void set_up(table *t, const dado_game_source *source, int64_t matches)
{
    dado_game game;
    dado_error err = { 0 };
    t->source = source;
    t->plan = dado_test_plan(source, dado_test_lineup("random", &t->region), matches, 3);
    if (!dado_game_source_open(source, &game, &t->region, &err) ||
        !dado_measures_list(&t->measures, game.rules->tally ? game.tallies : NULL, &t->region,
                            &err)) {
        fail_msg("%s", err.text);
    }
}

static void look(table *t, const char *game, int64_t matches)
{
    dado_error err = { 0 };
    dado_results results;
    dado_region_init_large(&t->region);
    set_up(t, dado_test_game(game, NULL, &t->region), matches);
    t->frame = (dado_data_frame){ .most = matches };
    dado_experiment_settings how = { .taker = &t->frame, .block = take_block };
    if (!dado_experiment_run(&t->plan, &how, &results, &err) ||
        !dado_example_matches_find(&t->plan, &t->frame, &t->measures, NULL, t->exhibits, &t->count,
                                   &err)) {
        fail_msg("%s", err.text);
    }
    dado_results_free(&results);
}

static void put_away(table *t)
{
    dado_data_frame_free(&t->frame);
    dado_region_free(&t->region);
}

// Of every exhibit: the step is in the match, its round is finished there and not one step before,
// and nobody else has more of the measure.
static void a_moment_is_where_it_is_said_to_be(void **unused)
{
    (void)unused;
    static const char *const games[] = { "library/dice/pig.rcy", "library/cards/hearts.rcy",
                                         "noughts" };
    for (int g = 0; g < 3; g++) {
        table t;
        look(&t, games[g], 60);
        assert_true(t.count >= 4);
        for (int i = 0; i < t.count; i++) {
            const dado_example_match *e = &t.exhibits[i];
            dado_engine worker;
            dado_error err = { 0 };
            if (!dado_experiment_replay(&t.plan, 0, 0, e->match, NULL, &worker, &err)) {
                fail_msg("%s", err.text);
            }
            const dado_trace *trace = &worker.table.trace;
            const dado_game *game = &worker.game;
            assert_true(e->match >= 0 && e->match < 60);
            assert_true(e->step >= 0 && e->step <= trace->steps);
            assert_true(e->round >= 0 && e->round <= trace->rounds);
            assert_true(strlen(e->words) > 10);
            unsigned char *state = malloc(game->state_size);
            assert_non_null(state);
            int decisions = 0;
            game->rules->start(game, state);
            for (int s = 0; s < e->step; s++) {
                decisions += trace->path[s].actor >= 0;
                game->rules->apply(game, state, trace->path[s].move);
            }
            int round = game->rules->round ? game->rules->round(game, state) : decisions;
            if (e->step < trace->steps) assert_int_equal(round, e->round);
            int behind, seat;
            if (sscanf(e->words, "p%d, who wins, is %d point", &seat, &behind) == 2) {
                int32_t scores[8];
                game->rules->scores(game, state, scores);
                int32_t best = INT32_MIN;
                for (int p = 0; p < game->players; p++) best = scores[p] > best ? scores[p] : best;
                assert_int_equal(best - scores[seat], behind);
                assert_int_equal(trace->places[seat], 0);
            }
            free(state);
            dado_engine_free(&worker);
        }
        put_away(&t);
    }
}

// A game with a rule that nobody could miss, one that does nothing, and one that all hangs on.
static const char *const planted = "(game\n"
                                   "  (setup (create players 2))\n"
                                   "  (stage player (end (>= (game sto TURNS) 20))\n"
                                   "    (do ((inc (game sto TURNS) 1)\n"
                                   "         (inc (game sto UNREAD) 1)\n"
                                   "         (saveturnstats SCORE roundnumber TURNS)))\n"
                                   "    (choice (\n"
                                   "      (inc ((current player) sto SCORE) 1)\n"
                                   "      (inc ((current player) sto SCORE) 3))))\n"
                                   "  (scoring max ((current player) sto SCORE)))\n";

static const dado_rule_use *on_line(const dado_rule_coverage *c, int line, const char *kind)
{
    for (int i = 0; i < c->count; i++) {
        if (c->rules[i].place.line == line && strcmp(c->rules[i].kind, kind) == 0) {
            return &c->rules[i];
        }
    }
    fail_msg("no %s on line %d", kind, line);
    return NULL;
}

static void a_rule_is_worth_what_changes_without_it(void **unused)
{
    (void)unused;
    table t = { 0 };
    dado_rule_coverage coverage;
    dado_ablation_baseline base;
    dado_rule_ablation worth;
    dado_error err = { 0 };
    dado_region_init_large(&t.region);
    set_up(&t, dado_test_game_text("planted.rcy", planted, &t.region), 200);
    if (!dado_rule_ablation_begin(&base, &t.plan, &t.measures, NULL, &err) ||
        !dado_rule_coverage_collect(&t.plan, 0, 0, 20, NULL, &t.region, &coverage, &err)) {
        fail_msg("%s", err.text);
    }
    assert_true(dado_rule_ablation_run(&base, on_line(&coverage, 5, "act"), 3, NULL, &t.region,
                                       &worth, &err));
    assert_true(worth.same);
    assert_int_equal(worth.without, DADO_ABLATION_REMOVED);
    assert_non_null(strstr(worth.words, "nothing changes"));
    assert_true(dado_rule_ablation_run(&base, on_line(&coverage, 4, "act"), 3, NULL, &t.region,
                                       &worth, &err));
    assert_true(worth.unfinished == 1);
    assert_non_null(strstr(worth.words, "do not end"));
    assert_true(dado_rule_ablation_run(&base, on_line(&coverage, 9, "option"), 3, NULL, &t.region,
                                       &worth, &err));
    assert_false(worth.same);
    assert_non_null(strstr(worth.words, "\xE2\x86\x92"));
    dado_data_frame_free(&base.frame);
    dado_region_free(&t.region);
}

// One leads, the other draws level, and so on: the measure counts that, and nobody else ever leads.
static void who_draws_level_has_not_taken_the_lead(void **unused)
{
    (void)unused;
    table t;
    look(&t, "tests/judge/level.rcy", 20);
    int told = 0;
    for (int i = 0; i < t.count; i++) {
        if (strcmp(t.exhibits[i].topic, "lead") != 0) continue;
        if (strstr(t.exhibits[i].words, "never changes hands")) fail_msg("%s", t.exhibits[i].words);
        told +=
            strcmp(t.exhibits[i].words,
                   "Only the first player is ever alone in front, though not all the time.") == 0;
    }
    assert_true(told > 0);
    put_away(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_moment_is_where_it_is_said_to_be),
        cmocka_unit_test(a_rule_is_worth_what_changes_without_it),
        cmocka_unit_test(who_draws_level_has_not_taken_the_lead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
