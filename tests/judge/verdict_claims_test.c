// verdict_claims_test.c - no sentence that is not so, on games whose truth is known.
#include "support/test.h"

#include <math.h>

#include "support/verdict_fixture.h"
#include "support/match_fixture.h"

#define CASES "tests/judge/cases/"

// 1: where scores stay level until the end there is no leader, and nothing is said of leads.
static void level_scores_have_no_leader(void **state)
{
    (void)state;
    static const char *const level[] = { "kuhn", "library/cards/leduc.rcy", "nim", "noughts" };
    for (size_t i = 0; i < sizeof level / sizeof *level; i++) {
        dado_verdict_fixture c;
        dado_verdict_fixture_sim(&c, dado_verdict_fixture_game(level[i]), "random", 400, 1, 0);
        static const char *const topics[] = { "runaway", "lead", "drama", "suspense" };
        for (size_t t = 0; t < sizeof topics / sizeof *topics; t++) {
            const dado_verdict *v = dado_verdict_fixture_about(&c, topics[t]);
            if (v) fail_msg("%s: %s", level[i], v->claim);
        }
        assert_non_null(dado_verdict_fixture_claiming(&c, "The scores do not tell who is ahead."));
        dado_verdict_fixture_close(&c);
    }
}

// A race of three throws each: who leads after one of them wins in about two thirds of matches.
static void mostly_is_more_than_half(void **state)
{
    (void)state;
    dado_verdict_fixture c;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        dado_verdict_fixture_sim(&c, dado_verdict_fixture_game("library/dice/dicepoints.rcy"),
                                 "random", 400, seed, 0);
        const dado_verdict *v = dado_verdict_fixture_claiming(&c, "mostly wins");
        if (v) assert_true(v->figure.low > 0.5);
        dado_verdict_fixture_close(&c);
    }
    // Nobody scores after the first round of many: who leads then has won.
    const char *settled = "(game (setup (create players 2) (create dicestorage 'D (100)))"
                          " (stage player (end (== (game sto N) 20))"
                          "  (do (((< (game sto N) 2) (do ((throwalldice 'D)"
                          "        (inc ((current player) sto S) (dievalue 'D)))))"
                          "       (inc (game sto N) 1) (saveturnstats S roundnumber N))))"
                          " (scoring max ((current player) sto S)))";
    dado_verdict_fixture_sim(&c, dado_verdict_fixture_text(settled), "random", 400, 1, 0);
    const dado_verdict *v = dado_verdict_fixture_claiming(&c, "Who leads early mostly wins");
    assert_non_null(v);
    assert_true(v->figure.low > 0.9);
    dado_verdict_fixture_close(&c);
}

// 6: matches that do not end are counted, and nothing else is made of them.
static void an_endless_game_hears_one_verdict(void **state)
{
    (void)state;
    dado_verdict_fixture c;
    dado_verdict_fixture_sim(&c, dado_verdict_fixture_game(CASES "endless.rcy"), "random", 100, 1,
                             300);
    assert_int_equal(c.count, 1);
    assert_string_equal(c.said[0].topic, "completion");
    assert_int_equal(c.said[0].tone, DADO_BAD);
    assert_int_equal(c.found.left_out, 100);
    dado_verdict_fixture_close(&c);
    dado_verdict_fixture_doctor(&c, dado_verdict_fixture_game(CASES "endless.rcy"), DADO_QUICK, 1);
    for (int i = 0; i < c.count; i++) {
        if (c.said[i].tone == DADO_GOOD) fail_msg("an endless game hears: %s", c.said[i].claim);
    }
    dado_verdict_fixture_close(&c);
}

// One match in two never ends; the others last one decision.
static const char half_endless[] =
    "(game (setup (create players 2) (create dicestorage 'D (2)))"
    " (do ((throwalldice 'D) (set (game sto X) (dievalue 'D))))"
    " (stage player (end (and (== (game sto X) 1) (== (game sto N) 1)))"
    "  (choice ((inc ((current player) sto S) 1) (inc ((current player) sto S) 2)))"
    "  (do ((set (game sto N) 1))))"
    " (scoring max ((current player) sto S)))";

static void matches_that_were_stopped_are_left_out_of_means(void **state)
{
    (void)state;
    dado_verdict_fixture c;
    dado_verdict_fixture_sim(&c, dado_verdict_fixture_text(half_endless), "random", 200, 1, 500);
    int64_t stopped = c.found.ended[DADO_STOPPED];
    assert_true(stopped > 60 && stopped < 140);
    assert_int_equal(c.found.left_out, stopped);
    const dado_finding *decisions = dado_finding_named(&c.found, "decisions");
    assert_int_equal(decisions->count, 200 - stopped);
    assert_true(decisions->most <= 2);
    const dado_finding *never = dado_finding_named(&c.found, "stopped");
    assert_int_equal(never->count, 200);
    double wins = 0;
    for (int s = 0; s < c.found.seat_count; s++) wins += c.found.seats[s].share.value;
    assert_true(fabs(wins - 1) < 1e-9);
    assert_non_null(strstr(dado_verdict_fixture_about(&c, "completion")->evidence, "left out"));
    dado_verdict_fixture_close(&c);
}

// 7: of a table that was played elsewhere nothing is said of what was not seen.
static void of_an_imported_table_only_the_scores_were_seen(void **state)
{
    (void)state;
    dado_verdict_fixture c;
    dado_verdict_fixture_sim(&c, dado_verdict_fixture_game("tests/contract/evening.csv"), "random",
                             1, 1, 0);
    assert_null(dado_verdict_fixture_about(&c, "choices"));
    assert_null(dado_verdict_fixture_about(&c, "completion"));
    for (int i = 0; i < c.count; i++) {
        assert_null(strstr(c.said[i].evidence, "random"));
        assert_null(strstr(c.said[i].evidence, "luck"));
    }
    for (int s = 0; s < c.found.seat_count; s++) {
        static const char *const sat[] = { "Ada", "Bea", "Cem" };
        assert_string_equal(c.found.seats[s].agent, sat[s]);
    }
    dado_verdict_fixture_close(&c);
}

// 8: partners win together, and what sides win adds up to all there is.
static void partners_win_as_a_side(void **state)
{
    (void)state;
    dado_verdict_fixture c;
    dado_verdict_fixture_sim(&c, dado_verdict_fixture_game("library/cards/spades.rcy"), "random",
                             100, 1, 0);
    assert_int_equal(c.found.players, 4);
    assert_int_equal(c.found.seat_count, 2);
    double wins = 0;
    for (int s = 0; s < c.found.seat_count; s++) wins += c.found.seats[s].share.value;
    assert_true(fabs(wins - 1) < 1e-9);
    const dado_verdict *fair = dado_verdict_fixture_about(&c, "fairness");
    assert_non_null(fair);
    assert_non_null(strstr(fair->evidence, "Side"));
    dado_verdict_fixture_close(&c);
}

// 15: what is read off points speaks of points.
static void points_are_not_called_chances(void **state)
{
    (void)state;
    static const char *const games[] = { "library/dice/dicepoints.rcy", "library/dice/pig.rcy",
                                         "library/cards/war.rcy" };
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        dado_verdict_fixture c;
        dado_verdict_fixture_sim(&c, dado_verdict_fixture_game(games[g]), "random", 200, 1, 0);
        for (int i = 0; i < c.count; i++) {
            if (strstr(c.said[i].claim, "outcome stays open")) fail_msg("%s", c.said[i].claim);
            if (strstr(c.said[i].evidence, "chances")) fail_msg("%s", c.said[i].evidence);
            if (strstr(c.said[i].claim, "Matches are settled")) fail_msg("%s", c.said[i].claim);
        }
        dado_verdict_fixture_close(&c);
    }
}

// 2: luck is compared with choice as a whole, and the interval lies on one side.
static void luck_and_choice_are_compared_as_wholes(void **state)
{
    (void)state;
    static const char *const games[] = { "library/cards/oldmaid.rcy", "kuhn", "noughts",
                                         "library/dice/dicepoints.rcy" };
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        dado_verdict_fixture c;
        dado_verdict_fixture_doctor(&c, dado_verdict_fixture_game(games[g]), DADO_QUICK, 1);
        dado_luck_and_choice l = dado_recording_luck(&c.checkup.recording, 0.95);
        const dado_verdict *v = dado_verdict_fixture_about(&c, "luck");
        if (dado_verdict_fixture_claiming(&c, "What players choose weighs most")) {
            assert_true(l.luck.high < 0.5);
        }
        if (dado_verdict_fixture_claiming(&c, "weighs more than what players choose") ||
            dado_verdict_fixture_claiming(&c, "weighs most in who wins")) {
            assert_true(l.luck.low > 0.5 || l.luck.high < 0.5);
        }
        if (l.known) assert_non_null(v);
        dado_verdict_fixture_close(&c);
    }
}

// 4: a choice that does nothing is not said to do something.
static void an_idle_choice_is_not_called_a_stake(void **state)
{
    (void)state;
    const char *idle =  // both options add the same, and dice decide
        "(game (setup (create players 2) (create dicestorage 'D (6)))"
        " (stage player (end (== (game sto N) 20))"
        "  (choice ((inc ((current player) sto A) 1) (inc ((current player) sto B) 1)))"
        "  (do ((throwalldice 'D) (inc ((current player) sto S) (dievalue 'D))"
        "       (inc (game sto N) 1))))"
        " (scoring max ((current player) sto S)))";
    for (uint64_t seed = 1; seed <= (uint64_t)dado_test_repeats(2, 20); seed++) {
        dado_verdict_fixture c;
        dado_verdict_fixture_doctor(&c, dado_verdict_fixture_text(idle), DADO_QUICK, seed);
        const dado_verdict *v = dado_verdict_fixture_about(&c, "stakes");
        assert_non_null(v);
        if (strstr(v->claim, "hangs on a choice")) assert_true(v->figure.low > 0);
        dado_verdict_fixture_close(&c);
    }
}

// 5: a proof outranks samples.
static void best_play_is_proved_where_it_can_be(void **state)
{
    (void)state;
    dado_verdict_fixture c;
    for (uint64_t seed = 1; seed <= (uint64_t)dado_test_repeats(2, 20); seed++) {
        dado_verdict_fixture_doctor(&c, dado_verdict_fixture_game("noughts"), DADO_QUICK, seed);
        assert_non_null(dado_verdict_fixture_claiming(&c, "With best play it is a draw."));
        for (int i = 0; i < c.count; i++) {
            if (strcmp(c.said[i].topic, "fairness") != 0) continue;
            if (c.said[i].tone != DADO_PLAIN) fail_msg("against a proof: %s", c.said[i].claim);
        }
        assert_int_equal(c.checkup.proof.options, 9);
        assert_int_equal(c.checkup.proof.best, 9);
        dado_verdict_fixture_close(&c);
    }
    // Fifteen, one to three at a time, whoever takes the last wins: only three are right.
    dado_verdict_fixture_doctor(&c, dado_verdict_fixture_game("nim"), DADO_QUICK, 1);
    assert_true(c.checkup.proof.known);
    int winner = dado_perfect_play_winner(&c.checkup.proof);
    assert_true(winner == 0 || winner == 1);
    assert_true(c.checkup.proof.best < c.checkup.proof.options);
    dado_verdict_fixture_close(&c);
    // Hidden cards prove nothing; nor does what is larger than the bound.
    dado_verdict_fixture_doctor(&c, dado_verdict_fixture_game("kuhn"), DADO_QUICK, 1);
    assert_false(c.checkup.proof.known);
    dado_verdict_fixture_close(&c);
    dado_perfect_play proof;
    dado_game open;
    dado_error err = { 0 };
    assert_true(dado_game_source_open(dado_verdict_fixture_game("noughts"), &open,
                                      &dado_verdict_fixture_memory, &err));
    assert_true(
        dado_perfect_play_find(&open, 100, NULL, &dado_verdict_fixture_memory, &proof, &err));
    assert_false(proof.known);
}

// 3: where points are what is won, thinkers play for them.
static void thinkers_play_for_what_the_game_pays(void **state)
{
    (void)state;
    dado_verdict_fixture c;
    for (uint64_t seed = 1; seed <= (uint64_t)dado_test_repeats(1, 20); seed++) {
        dado_verdict_fixture_doctor(&c, dado_verdict_fixture_game("library/cards/leduc.rcy"),
                                    DADO_QUICK, seed);
        assert_true(c.checkup.points);
        assert_non_null(strstr(c.checkup.thinker, "goal=score"));
        const dado_verdict *v = dado_verdict_fixture_claiming(&c, "Nobody who thinks ever plays");
        if (v) fail_msg("Leduc: %s", v->claim);
        dado_verdict_fixture_close(&c);
    }
    static const char *const places[] = { CASES "skill.rcy", "noughts", "library/cards/agram.rcy" };
    for (int i = 0; i < 3; i++) {
        dado_verdict_fixture_doctor(&c, dado_verdict_fixture_game(places[i]), DADO_QUICK, 1);
        assert_false(c.checkup.points);
        dado_verdict_fixture_close(&c);
    }
}

// 16: who leads may crow, which does nothing: it goes with winning, and does not decide.
static void what_winners_do_is_not_what_decides(void **state)
{
    (void)state;
    const char *crowing = "(game (setup (create players 2) (create dicestorage 'D (6)))"
                          " (stage player (end (== (game sto N) 20))"
                          "  (choice (((> ((current player) sto S) (+ ((next player) sto S) 4))"
                          "            (inc ((current player) sto CROW) 1))"
                          "           (inc ((current player) sto BOW) 1)))"
                          "  (do ((throwalldice 'D) (inc ((current player) sto S) (dievalue 'D))"
                          "       (inc (game sto N) 1))))"
                          " (scoring max ((current player) sto S)))";
    for (uint64_t seed = 1; seed <= (uint64_t)dado_test_repeats(1, 20); seed++) {
        dado_verdict_fixture c;
        dado_verdict_fixture_doctor(&c, dado_verdict_fixture_text(crowing), DADO_QUICK, seed);
        const dado_move_stat *crow = NULL;
        for (int i = 0; i < c.checkup.uses.count; i++) {
            const dado_move_stat *use = &c.checkup.uses.items[i];
            if (strstr(use->words, "CROW")) crow = use;
        }
        assert_non_null(crow);
        assert_true(crow->takers_won - crow->left_won > 0.3);  // it does go with winning
        const dado_verdict *v = dado_verdict_fixture_about(&c, "balance");
        if (!v) v = dado_verdict_fixture_about(&c, "dominance");
        if (v) fail_msg("seed %d: %s %s", (int)seed, v->claim, v->evidence);
        dado_verdict_fixture_close(&c);
    }
}

// 15: one throw decides, the turn it falls in is known; points say nothing of it.
static const char *decided_in_turn(int turn)
{
    static char rules[600];
    snprintf(rules, sizeof rules,
             "(game (setup (create players 2) (create dicestorage 'D (2)))"
             " (stage player (end (== (game sto N) 20))"
             "  (choice ((inc ((current player) sto S) 1) (inc ((current player) sto S) 1)))"
             "  (do (((== (game sto N) %d) (do ((throwalldice 'D) (set (game sto X)"
             "        (dievalue 'D))))) (inc (game sto N) 1))))"
             " (do (((== (game sto X) 1) (inc ((0 player) sto S) 9))"
             "      ((== (game sto X) 2) (inc ((1 player) sto S) 9))))"
             " (scoring max ((current player) sto S)))",
             turn);
    return rules;
}

static void chances_are_measured_by_playing_on(void **state)
{
    (void)state;
    static const struct {
        int turn;
        const char *claim;
        double chances[DADO_PREDICTABILITY_POINTS];
    } cases[] = {
        { 2, "The outcome is settled early in a match.", { 1, 1, 1 } },
        { 7, "The outcome is settled midway through a match.", { 0.5, 1, 1 } },
        { 12, "The outcome is settled late in a match.", { 0.5, 0.5, 1 } },
        { 18, "The outcome stays open for long.", { 0.5, 0.5, 0.5 } },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dado_verdict_fixture c;
        dado_verdict_fixture_doctor(&c, dado_verdict_fixture_text(decided_in_turn(cases[i].turn)),
                                    DADO_QUICK, 1);
        assert_true(c.checkup.open.matches > 0);
        for (int k = 0; k < DADO_PREDICTABILITY_POINTS; k++) {
            double off = c.checkup.open.settled[k].mean - cases[i].chances[k];
            assert_true(fabs(off) < 0.06);
        }
        const dado_verdict *v = dado_verdict_fixture_about(&c, "openness");
        assert_non_null(v);
        assert_string_equal(v->claim, cases[i].claim);
        dado_verdict_fixture_close(&c);
    }
}

// 3: of all thinkers' answers to a bet with the worst card, none is a call.
static void a_thinker_does_not_call_with_a_jack(void **state)
{
    (void)state;
    dado_verdict_fixture c;
    dado_verdict_fixture_doctor(&c, dado_verdict_fixture_game("kuhn"), DADO_QUICK, 1);
    const char *thinker = c.checkup.thinker;
    dado_game kuhn;
    dado_error err = { 0 };
    assert_true(dado_game_source_open(dado_verdict_fixture_game("kuhn"), &kuhn,
                                      &dado_verdict_fixture_memory, &err));
    dado_plan plan = dado_test_plan(dado_verdict_fixture_game("kuhn"),
                                    dado_test_lineup(thinker, &dado_verdict_fixture_memory), 1, 1);
    dado_rollouts o;
    assert_true(dado_rollouts_open(&o, &plan, &err));
    int asked = 0, called = 0;
    char words[80], held[400];
    for (int64_t m = 0; m < 600; m++) {
        assert_non_null(dado_rollouts_play_match(&o, m, &err));
        for (int at = 0; at < o.steps; at++) {
            int seat = o.path[at].actor;
            if (seat < 0) continue;
            dado_rollouts_go_to(&o, o.path, at);
            dado_text table = dado_text_in_buffer(held, sizeof held);
            dado_text move = dado_text_in_buffer(words, sizeof words);
            kuhn.rules->print(&kuhn, o.state, seat, &table);
            kuhn.rules->print_move(&kuhn, o.state, o.path[at].move, &move);
            bool facing = strcmp(words, "call") == 0 || strcmp(words, "fold") == 0;
            if (!facing || !strstr(held, "J")) continue;
            asked++;
            called += strcmp(words, "call") == 0;
        }
    }
    dado_rollouts_close(&o);
    dado_verdict_fixture_close(&c);
    assert_true(asked > 30);
    if (called) fail_msg("%d of %d calls with a Jack", called, asked);
}

// All win or lose together: success is compared, and nobody is said to come in first.
static void a_game_that_is_won_together_is_judged_by_success(void **state)
{
    (void)state;
    dado_verdict_fixture c;
    for (uint64_t seed = 1; seed <= (uint64_t)dado_test_repeats(1, 20); seed++) {
        dado_verdict_fixture_doctor(&c, dado_verdict_fixture_game("library/boards/lighthouse.rcy"),
                                    DADO_QUICK, seed);
        assert_true(c.checkup.together && c.checkup.ladder.together);
        assert_false(c.checkup.proof.known);
        assert_null(dado_verdict_fixture_claiming(&c, "It hardly matters"));
        assert_null(dado_verdict_fixture_claiming(&c, "Thinking does not pay"));
        const dado_verdict *v =
            dado_verdict_fixture_claiming(&c, "Between players who think: The players");
        assert_non_null(v);
        assert_true(v->figure.value > 0.1);
        assert_int_equal(c.checkup.greedy.rungs[0].sure, DADO_SECOND_BETTER);
        for (int i = 0; i < c.count; i++) {
            const char *e = c.said[i].evidence;
            if (strstr(e, "last place")) fail_msg("%s %s", c.said[i].claim, e);
            if (strstr(c.said[i].claim, "who wins")) fail_msg("%s", c.said[i].claim);
        }
        dado_verdict_fixture_close(&c);
    }
}

// 9: in two turns of three there is nothing to choose. These are steps, and no decisions.
static void an_empty_choice_is_no_decision(void **state)
{
    (void)state;
    const char *rules = "(game (setup (create players 2) (create dicestorage 'D (6)))"
                        " (stage player (end (== (game sto N) 12))"
                        "  (choice (((== (game sto M) 0) (inc ((current player) sto S) 1))"
                        "           ((== (game sto M) 0) (inc ((current player) sto S) 2))))"
                        "  (do ((inc (game sto N) 1) (inc (game sto M) 1)"
                        "       ((== (game sto M) 3) (set (game sto M) 0)))))"
                        " (scoring max ((current player) sto S)))";
    dado_verdict_fixture c;
    dado_verdict_fixture_sim(&c, dado_verdict_fixture_text(rules), "random", 50, 1, 0);
    const dado_finding *decisions = dado_finding_named(&c.found, "decisions");
    const dado_finding *branching = dado_finding_named(&c.found, "branching");
    const dado_finding *share = dado_finding_named(&c.found, "decision_share");
    const dado_finding *variety = dado_finding_named(&c.found, "variety");
    assert_true(decisions->least == 4 && decisions->most == 4);
    assert_true(branching->least == 2 && branching->most == 2);
    assert_true(share->least == 1);
    assert_true(variety->most <= 0.5);  // two moves in four decisions
    dado_verdict_fixture_close(&c);
    // The record has all twelve.
    dado_error err = { 0 };
    dado_rollouts o;
    dado_plan plan = dado_test_plan(dado_verdict_fixture_text(rules),
                                    dado_test_lineup("random", &dado_verdict_fixture_memory), 1, 1);
    assert_true(dado_rollouts_open(&o, &plan, &err));
    const dado_trace *trace = dado_rollouts_play_match(&o, 0, &err);
    assert_non_null(trace);
    assert_int_equal(trace->decisions, 4);
    int steps = 0, empty = 0;
    for (int i = 0; i < o.steps; i++) {
        steps += o.path[i].actor >= 0;
        empty += o.path[i].actor >= 0 && o.path[i].move == DADO_NO_CHOICE;
        if (o.path[i].move == DADO_NO_CHOICE) assert_int_equal(o.path[i].options, 1);
    }
    assert_int_equal(steps, 12);
    assert_int_equal(empty, 8);
    dado_rollouts_close(&o);
}

// 17: partners who think are seen to win, though four sit at the table.
static void a_thinking_side_is_seen(void **state)
{
    (void)state;
    dado_region own;
    dado_region_init_large(&own);
    static const char *const players[] = { "random", "ismcts:iterations=20" };
    dado_skill_ladder_config plan = { .game = dado_verdict_fixture_game("library/cards/spades.rcy"),
                                      .players = players,
                                      .count = 2,
                                      .batch = 20,
                                      .most = 200,
                                      .level = 0.05,
                                      .seed = 1,
                                      .move_limit = 20000 };
    dado_experiment_settings how = { .threads = 2 };
    dado_skill_ladder ladder;
    dado_error err = { 0 };
    assert_true(dado_skill_ladder_play(&plan, &how, &own, &ladder, &err));
    assert_int_equal(ladder.climbed, 1);
    dado_region_free(&own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(level_scores_have_no_leader),
        cmocka_unit_test(mostly_is_more_than_half),
        cmocka_unit_test(an_endless_game_hears_one_verdict),
        cmocka_unit_test(matches_that_were_stopped_are_left_out_of_means),
        cmocka_unit_test(of_an_imported_table_only_the_scores_were_seen),
        cmocka_unit_test(partners_win_as_a_side),
        cmocka_unit_test(points_are_not_called_chances),
        cmocka_unit_test(luck_and_choice_are_compared_as_wholes),
        cmocka_unit_test(an_idle_choice_is_not_called_a_stake),
        cmocka_unit_test(best_play_is_proved_where_it_can_be),
        cmocka_unit_test(thinkers_play_for_what_the_game_pays),
        cmocka_unit_test(what_winners_do_is_not_what_decides),
        cmocka_unit_test(chances_are_measured_by_playing_on),
        cmocka_unit_test(a_thinker_does_not_call_with_a_jack),
        cmocka_unit_test(a_game_that_is_won_together_is_judged_by_success),
        cmocka_unit_test(an_empty_choice_is_no_decision),
        cmocka_unit_test(a_thinking_side_is_seen),
    };
    return cmocka_run_group_tests(tests, dado_verdict_fixture_setup, dado_verdict_fixture_teardown);
}
