// skill_ladder_test.c - ladders, what hangs on a choice, and what players do, on games that are
// known.
#include "support/test.h"

#include "judge/skill_ladder.h"
#include "judge/decision_stakes.h"
#include "judge/move_stats.h"
#include "measure/estimate.h"
#include "support/match_fixture.h"

static dado_skill_ladder climb(const char *game, const char *const *players, int count,
                               dado_region *region)
{
    dado_skill_ladder_config plan = {
        .game = dado_test_game(game, NULL, region),
        .players = players,
        .count = count,
        .batch = 20,
        .most = 300,
        .level = 0.05,
        .seed = 2,
        .move_limit = 2000,
    };
    dado_experiment_settings how = { .threads = 2 };
    dado_skill_ladder ladder;
    dado_error err = { 0 };
    if (!dado_skill_ladder_play(&plan, &how, region, &ladder, &err)) fail_msg("%s", err.text);
    return ladder;
}

static void thinking_is_climbed_and_copies_are_not(void **state)
{
    (void)state;
    static const char *const thinkers[] = { "random", "ismcts:iterations=30" };
    static const char *const copies[] = { "random", "random" };
    static const char *const downward[] = { "perfect", "random" };
    dado_region region;
    dado_region_init_large(&region);
    dado_skill_ladder l = climb("tests/judge/cases/skill.rcy", thinkers, 2, &region);
    assert_int_equal(l.climbed, 1);
    assert_true(l.rungs[0].share.value > 0.6 && l.rungs[0].share.low > 0.5);
    l = climb("tests/judge/cases/skill.rcy", copies, 2, &region);
    assert_int_equal(l.climbed + l.fallen, 0);
    assert_true(l.rungs[0].matches >= 300);
    assert_true(l.rungs[0].share.low < 0.5 && l.rungs[0].share.high > 0.5);
    l = climb("nim", downward, 2, &region);
    assert_int_equal(l.fallen, 1);
    dado_region_free(&region);
}

static dado_decision_stakes spread_of(const dado_game_source *game, int64_t matches, int decisions,
                                      int playouts, int limit, dado_region *region)
{
    dado_decision_stakes s;
    dado_error err = { 0 };
    dado_plan plan = dado_test_plan(game, dado_test_lineup("random", region), matches, 4);
    plan.move_limit = limit;
    if (!dado_decision_stakes_measure(&plan, decisions, playouts, NULL, region, &s, &err)) {
        fail_msg("%s", err.text);
    }
    return s;
}

static dado_decision_stakes spread(const char *game, dado_region *region)
{
    return spread_of(dado_test_game(game, NULL, region), 50, 200, 20, 2000, region);
}

static void a_choice_that_decides_is_told_from_one_that_does_not(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init_large(&region);
    dado_decision_stakes idle = spread("tests/judge/cases/first-seat.rcy", &region);
    assert_true(idle.gap.mean == 0 && idle.gap.most == 0);  // the first seat wins, come what may
    dado_decision_stakes real = spread("noughts", &region);
    assert_true(dado_estimate_mean(&real.gap, 0.99).low > 0.05);
    assert_int_equal(real.decisions, 200);
    dado_region_free(&region);
}

// Two choose in secret, and who guesses the other's number wins: nothing can be known, so nothing
// hangs on the choice. The state has the first one's number; the second does not know it.
static void what_is_hidden_is_not_counted_as_known(void **state)
{
    (void)state;
    static const char pennies[] =
        "(game (setup (create players 2)"
        "   (repeat 2 (create deck (game iloc STOCK) (deck (V (A, B)))))) "
        " (do ((repeat 2 (move (top (game iloc STOCK)) (top ((0 player) iloc HAND))))"
        "      (repeat 2 (move (top (game iloc STOCK)) (top ((1 player) iloc HAND))))))"
        " (stage player (end (== (game sto N) 2))"
        "  (choice ((any ((current player) iloc HAND) 'C"
        "     (move 'C (top ((current player) hloc PLAYED))))))"
        "  (do ((inc (game sto N) 1))))"
        " (do (((== (cardatt V (top ((0 player) hloc PLAYED)))"
        "            (cardatt V (top ((1 player) hloc PLAYED))))"
        "        (inc ((0 player) sto S) 1))"
        "      ((!= (cardatt V (top ((0 player) hloc PLAYED)))"
        "            (cardatt V (top ((1 player) hloc PLAYED))))"
        "        (inc ((1 player) sto S) 1))))"
        " (scoring max ((current player) sto S)))";
    dado_region region;
    dado_region_init_large(&region);
    const dado_game_source *game = dado_test_game_text("pennies.rcy", pennies, &region);
    dado_decision_stakes s = spread_of(game, 100, 200, 30, 200, &region);
    assert_true(s.decisions >= 100);
    assert_true(dado_estimate_mean(&s.gap, 0.99).high < 0.1);
    dado_region_free(&region);
}

// The third of three, who cannot win, gives the victory to one of the others.
static void who_makes_the_king_is_seen(void **state)
{
    (void)state;
    static const char king[] = "(game (setup (create players 3))"
                               " (stage player (end (== (game sto N) 3))"
                               "  (choice (((== (game sto N) 2) (inc ((0 player) sto S) 5))"
                               "           ((== (game sto N) 2) (inc ((1 player) sto S) 5))"
                               "           ((< (game sto N) 2) (inc ((current player) sto S) 1))))"
                               "  (do ((inc (game sto N) 1))))"
                               " (scoring max ((current player) sto S)))";
    dado_region region;
    dado_region_init_large(&region);
    const dado_game_source *game = dado_test_game_text("king.rcy", king, &region);
    dado_decision_stakes s = spread_of(game, 100, 100, 20, 200, &region);
    assert_true(s.gap.mean == 0);
    assert_true(s.others.mean > 0.4);
    dado_region_free(&region);
}

typedef struct watcher {
    dado_region *region;
    dado_game game;
    dado_move_stats uses;
    dado_count_stats counts;
    int64_t decisions;
} watcher;

static void see_step(void *context, const dado_game *game, const void *state, const dado_step *step)
{
    watcher *w = context;
    if (step->actor >= 0 && step->options > 1) w->decisions++;
    dado_move_stats_add_step(&w->uses, game, state, step);
}

static void see_end(void *context, const dado_game *game, const void *state, const dado_trace *log)
{
    watcher *w = context;
    dado_move_stats_end_match(&w->uses, log);
    dado_count_stats_end_match(&w->counts, game, state, log);
}

static void see(void *context, const dado_block *block)
{
    watcher *w = context;
    dado_error err = { 0 };
    const dado_move_log_visitor visitor = { w, see_step, see_end };
    if (!dado_block_replay(block, &w->game, &visitor, w->region, &err)) fail_msg("%s", err.text);
}

static void watch(watcher *w, const char *game, const char *players, int64_t matches,
                  dado_region *region)
{
    const dado_game_source *source = dado_test_game(game, NULL, region);
    dado_plan plan = dado_test_plan(source, dado_test_lineup(players, region), matches, 6);
    plan.keep_moves = true;
    *w = (watcher){ .region = region };
    dado_experiment_settings how = { .threads = 2, .taker = w, .block = see };
    dado_results results;
    dado_error err = { 0 };
    if (!dado_game_source_open(source, &w->game, region, &err) ||
        !dado_move_stats_begin(&w->uses, &w->game, region, &err) ||
        !dado_count_stats_begin(&w->counts, &w->game, region, &err) ||
        !dado_experiment_run(&plan, &how, &results, &err) ||
        !dado_move_stats_finish(&w->uses, &err) ||
        !dado_count_stats_finish(&w->counts, region, &err)) {
        fail_msg("%s", err.text);
    }
    dado_results_free(&results);
}

static void every_move_is_counted_once(void **state)
{
    (void)state;
    static const char *const games[] = { "kuhn", "noughts", "library/cards/agram.rcy" };
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        dado_region region;
        dado_region_init_large(&region);
        watcher w;
        watch(&w, games[g], "random", 60, &region);
        int64_t taken = 0;
        double even = 0;
        for (int i = 0; i < w.uses.count; i++) {
            const dado_move_stat *use = &w.uses.items[i];
            assert_true(use->taken <= use->offered);
            assert_true(use->takers <= use->taken);
            assert_int_equal(use->takers + use->left, 60 * w.game.players);
            taken += use->taken;
            even += use->even;
        }
        assert_true(w.uses.count > 1);
        assert_int_equal(taken, w.decisions);
        assert_true(even > (double)taken - 1e-6 && even < (double)taken + 1e-6);
        assert_int_equal(w.uses.matches, 60);
        dado_region_free(&region);
    }
}

static void what_goes_with_winning_is_counted(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init_large(&region);
    watcher w;
    watch(&w, "bigpoints", "random", 300, &region);
    assert_true(w.counts.count > 0);
    assert_int_equal(w.counts.matches, 300);
    for (int i = 0; i < w.counts.count; i++) {
        const dado_count_stat *use = &w.counts.items[i];
        assert_true(use->p >= 0 && use->p <= 1);
        assert_true(use->winners.count >= 300);  // one at least wins every match
        if (use->p < 1e-6) {
            assert_true((use->difference.low > 0) == (use->difference.value > 0));
            assert_true((use->difference.high < 0) == (use->difference.value < 0));
        }
    }
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thinking_is_climbed_and_copies_are_not),
        cmocka_unit_test(a_choice_that_decides_is_told_from_one_that_does_not),
        cmocka_unit_test(what_is_hidden_is_not_counted_as_known),
        cmocka_unit_test(who_makes_the_king_is_seen),
        cmocka_unit_test(every_move_is_counted_once),
        cmocka_unit_test(what_goes_with_winning_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
