// strategies_test.c - players of one style each: who beats whom, and what is said of it.
#include "support/test.h"

#include <math.h>
#include <string.h>

#include "judge/strategies.h"
#include "support/match_fixture.h"

static const char rps_text[] =
    "(game (setup (create players 2))\n"
    "  (together (choice ((any (range 0 .. 2) 'N (set ((current player) sto SIGN) 'N)))))\n"
    "  (scoring max (if (== (% (+ 3 (- ((current player) sto SIGN)\n"
    "                          ((next (current player)) sto SIGN))) 3) 1) 1 0)))\n";

// The first player alone chooses: run wins with 7 in 10, wait with 1 in 2, fall never.
static const char run_text[] =
    "(game (setup (create players 2))\n"
    "  (choice ((label \"run\" (set (game sto WON) (if (< (random 9) 7) 1 0)))\n"
    "           (label \"wait\" (set (game sto WON) (if (< (random 9) 5) 1 0)))\n"
    "           (label \"fall\" (stop game))))\n"
    "  (scoring win (== (== (current player) (0 player)) (> (game sto WON) 0))))\n";

// Who collects one colour of three has most; which colour does not matter.
static const char colours_text[] =
    "(game (setup (create players 2))\n"
    "  (stage player (turns 8)\n"
    "    (choice ((label \"red\" (inc ((current player) sto RED) 1))\n"
    "             (label \"green\" (inc ((current player) sto GREEN) 1))\n"
    "             (label \"blue\" (inc ((current player) sto BLUE) 1)))))\n"
    "  (scoring max (+ (* ((current player) sto RED) ((current player) sto RED))\n"
    "                  (+ (* ((current player) sto GREEN) ((current player) sto GREEN))\n"
    "                     (* ((current player) sto BLUE) ((current player) sto BLUE))))))\n";

static const char lot_text[] =
    "(game (setup (create players 2))\n"
    "  (stage player (turns 2)\n"
    "    (choice ((label \"throw\" (set ((current player) sto IDLE) (random 5)))\n"
    "             (label \"pass\" (turn pass)))))\n"
    "  (inc (((random 1) player) sto SUM) 1)\n"
    "  (scoring max ((current player) sto SUM)))\n";

// Planting gives two points and reaping one, so a player of one style is beaten by who does both.
static const char both_text[] =
    "(game (setup (create players 2))\n"
    "  (stage player (turns 2)\n"
    "    (choice ((label \"plant\" (inc ((current player) sto SUM) 2))\n"
    "             (label \"rest\" (inc ((current player) sto SUM) 0))))\n"
    "    (choice ((label \"reap\" (inc ((current player) sto SUM) 1))\n"
    "             (label \"sleep\" (inc ((current player) sto SUM) 0)))))\n"
    "  (scoring max ((current player) sto SUM)))\n";

static void measure_bred(const char *text, int matches, int generations, int threads, uint64_t seed,
                         dado_region *region, dado_strategies *s)
{
    dado_error err = { 0 };
    dado_region_init(region, (size_t)1 << 28);
    const dado_game_source *source = dado_test_game_text("game.rcy", text, region);
    dado_plan plan = dado_test_plan(source, dado_test_lineup("random", region), 20, seed);
    dado_recorder_config recorder = {
        .play = &plan, .per_kind = 2, .times = 4, .most_moves = 1e6, .exact = 100000
    };
    dado_strategies_config config = { .recorder = &recorder,
                                      .game = source,
                                      .matches = matches,
                                      .generations = generations,
                                      .seed = seed,
                                      .level = 0.95 };
    dado_experiment_settings how = { .threads = threads };
    if (!dado_strategies_measure(&config, &how, region, s, &err)) fail_msg("%s", err.text);
}

static void measure(const char *text, int matches, int threads, uint64_t seed, dado_region *region,
                    dado_strategies *s)
{
    measure_bred(text, matches, 0, threads, seed, region, s);
}

static int told(const char *text, int matches, const char *claim)
{
    int count = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        dado_region region;
        dado_strategies s;
        dado_verdict v;
        measure(text, matches, 1, seed, &region, &s);
        dado_strategies_verdict(&s, &v);
        count += strcmp(v.claim, claim) == 0;
        dado_region_free(&region);
    }
    return count;
}

static int named(const dado_strategies *s, const char *name)
{
    for (int i = 0; i < s->count; i++) {
        if (strcmp(s->items[i].name, name) == 0) return i;
    }
    fail_msg("nobody prefers %s", name);
    return -1;
}

// Each sign wins always, never, or shares: 1, 0 and 1/2.
static void rock_paper_scissors_is_a_circle(void **state)
{
    (void)state;
    dado_region region;
    dado_strategies s;
    measure(rps_text, 40, 1, 3, &region, &s);
    assert_int_equal(s.count, 4);
    for (int i = 0; i < 3; i++) {
        int won = 0, lost = 0;
        for (int k = 0; k < 3; k++) {
            won += i != k && s.cells[i][k].share.value == 1;
            lost += i != k && s.cells[i][k].share.value == 0;
        }
        assert_true(won == 1 && lost == 1);
        assert_true(fabs(s.items[i].mix - 1.0 / 3) < 0.09);
    }
    dado_region_free(&region);
    assert_int_equal(told(rps_text, 40, "Strategies beat each other in a circle."), 20);
}

// From both seats: run against wait wins (7/10 + 1/2) / 2, against fall (7/10 + 1) / 2.
static void a_dominant_option_rules(void **state)
{
    (void)state;
    dado_region region;
    dado_strategies s;
    measure(run_text, 2000, 1, 1, &region, &s);
    int run = named(&s, "run"), wait = named(&s, "wait"), fall = named(&s, "fall");
    dado_interval a = s.cells[run][wait].share, b = s.cells[run][fall].share;
    assert_true(a.low < 0.6 && 0.6 < a.high && a.high - a.low < 0.08);
    assert_true(b.low < 0.85 && 0.85 < b.high);
    assert_true(s.items[run].mix > 0.99);
    dado_region_free(&region);
    assert_true(told(run_text, 300, "Of all styles one rules: always \"run\".") >= 19);
}

static void three_symmetric_colours_are_three_ways(void **state)
{
    (void)state;
    assert_true(told(colours_text, 200, "3 ways to win are viable.") >= 19);
}

static void where_nothing_matters_it_is_said(void **state)
{
    (void)state;
    assert_true(told(lot_text, 1500, "It does not matter which option one prefers.") >= 19);
}

// The exact shares of who plants and reaps: 3/4 against either style, 7/8 against random players.
static double share_of_both(const char *name)
{
    double share = 0, outcomes = 0;
    for (int first = 0; first < 2; first++) {
        for (int second = 0; second < 2; second++) {
            bool may = strcmp(name, "plant") == 0   ? first == 1
                       : strcmp(name, "rest") == 0  ? first == 0
                       : strcmp(name, "reap") == 0  ? second == 1
                       : strcmp(name, "sleep") == 0 ? second == 0
                                                    : true;
            if (!may) continue;
            int other = 2 * first + second;
            share += other < 3 ? 1 : 0.5;
            outcomes++;
        }
    }
    return share / outcomes;
}

static void a_strategy_of_two_styles_is_bred(void **state)
{
    (void)state;
    int found = 0, seeds = dado_test_repeats(3, 20);
    for (int seed = 1; seed <= seeds; seed++) {
        dado_region region;
        dado_strategies s;
        dado_verdict v;
        measure_bred(both_text, 400, 4, 1, (uint64_t)seed, &region, &s);
        dado_strategies_verdict(&s, &v);
        int bred = s.count - 2;
        found += strncmp(v.claim, "One strategy rules: ", 20) == 0 && s.items[bred].bred;
        for (int k = 0; k < s.count && s.items[bred].bred; k++) {
            double wanted = share_of_both(s.items[k].name);
            dado_interval i = s.cells[bred][k].share;
            if (!s.items[k].bred) assert_true(i.low - 0.02 < wanted && wanted < i.high + 0.02);
        }
        assert_true(s.answered && s.best_answer.low < 0.05);  // nothing beats doing both
        dado_region_free(&region);
    }
    if (found < seeds) fail_msg("found with %d of %d seeds", found, seeds);
}

static void nothing_is_bred_where_nothing_is_better(void **state)
{
    (void)state;
    static const char *const texts[] = { rps_text, run_text, colours_text, lot_text };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        for (int seed = 1; seed <= dado_test_repeats(2, 20); seed++) {
            dado_region region;
            dado_strategies s;
            measure_bred(texts[i], 200, 3, 1, (uint64_t)seed, &region, &s);
            for (int k = 0; k < s.count; k++) assert_false(s.items[k].bred);
            assert_true(s.best_answer.low <= 0.05);
            dado_region_free(&region);
        }
    }
}

static void threads_do_not_show(void **state)
{
    (void)state;
    dado_region regions[2];
    dado_strategies s[2];
    measure_bred(both_text, 100, 2, 1, 5, &regions[0], &s[0]);
    measure_bred(both_text, 100, 2, 4, 5, &regions[1], &s[1]);
    assert_string_equal(s[0].items[s[0].count - 2].player, s[1].items[s[1].count - 2].player);
    for (int i = 0; i < s[0].count; i++) {
        for (int k = 0; k < s[0].count; k++) {
            if (i == k) continue;
            assert_memory_equal(&s[0].cells[i][k].share, &s[1].cells[i][k].share,
                                sizeof s[0].cells[i][k].share);
        }
    }
    dado_region_free(&regions[0]);
    dado_region_free(&regions[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rock_paper_scissors_is_a_circle),
        cmocka_unit_test(a_dominant_option_rules),
        cmocka_unit_test(three_symmetric_colours_are_three_ways),
        cmocka_unit_test(where_nothing_matters_it_is_said),
        cmocka_unit_test(a_strategy_of_two_styles_is_bred),
        cmocka_unit_test(nothing_is_bred_where_nothing_is_better),
        cmocka_unit_test(threads_do_not_show),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
