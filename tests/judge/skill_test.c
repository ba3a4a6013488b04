// skill_test.c - ladders, what hangs on a choice, and what players do, on games that are known.
#include "support/test.h"

#include "judge/ladder.h"
#include "judge/spread.h"
#include "judge/uses.h"
#include "measure/figure.h"
#include "support/play.h"

static dado_ladder climb(const char *game, const char *const *players, int count,
                         dado_arena *arena)
{
    dado_ladder_plan plan = {
        .game = dado_play_game(game, NULL, arena), .players = players, .count = count,
        .batch = 20, .most = 300, .level = 0.05, .seed = 2, .move_limit = 2000,
    };
    dado_experiment_how how = { .threads = 2 };
    dado_ladder ladder;
    dado_error err = { 0 };
    if (!dado_ladder_climb(&plan, &how, arena, &ladder, &err)) fail_msg("%s", err.text);
    return ladder;
}

static void thinking_is_climbed_and_copies_are_not(void **state)
{
    (void)state;
    static const char *const thinkers[] = { "random", "ismcts:iterations=30" };
    static const char *const copies[] = { "random", "random" };
    static const char *const downward[] = { "perfect", "random" };
    dado_arena arena;
    dado_arena_init_generous(&arena);
    dado_ladder l = climb("tests/judge/cases/skill.rcy", thinkers, 2, &arena);
    assert_int_equal(l.climbed, 1);
    assert_true(l.rungs[0].share.value > 0.6 && l.rungs[0].share.low > 0.5);
    l = climb("tests/judge/cases/skill.rcy", copies, 2, &arena);
    assert_int_equal(l.climbed + l.fallen, 0);
    assert_true(l.rungs[0].matches >= 300);
    assert_true(l.rungs[0].share.low < 0.5 && l.rungs[0].share.high > 0.5);
    l = climb("nim", downward, 2, &arena);
    assert_int_equal(l.fallen, 1);
    dado_arena_free(&arena);
}

static dado_spread spread_of(const dado_source *game, int64_t matches, int decisions, int playouts,
                             int limit, dado_arena *arena)
{
    dado_spread s;
    dado_error err = { 0 };
    dado_plan plan = dado_play_plan(game, dado_play_lineup("random", arena), matches, 4);
    plan.move_limit = limit;
    if (!dado_spread_measure(&plan, decisions, playouts, NULL, arena, &s, &err)) {
        fail_msg("%s", err.text);
    }
    return s;
}

static dado_spread spread(const char *game, dado_arena *arena)
{
    return spread_of(dado_play_game(game, NULL, arena), 50, 200, 20, 2000, arena);
}

static void a_choice_that_decides_is_told_from_one_that_does_not(void **state)
{
    (void)state;
    dado_arena arena;
    dado_arena_init_generous(&arena);
    dado_spread idle = spread("tests/judge/cases/first-seat.rcy", &arena);
    assert_true(idle.gap.mean == 0 && idle.gap.most == 0);  // the first seat wins, come what may
    dado_spread real = spread("noughts", &arena);
    assert_true(dado_figure_mean(&real.gap, 0.99).low > 0.05);
    assert_int_equal(real.decisions, 200);
    dado_arena_free(&arena);
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
    dado_arena arena;
    dado_arena_init_generous(&arena);
    const dado_source *game = dado_play_text("pennies.rcy", pennies, &arena);
    dado_spread s = spread_of(game, 100, 200, 30, 200, &arena);
    assert_true(s.decisions >= 100);
    assert_true(dado_figure_mean(&s.gap, 0.99).high < 0.1);
    dado_arena_free(&arena);
}

// The third of three, who cannot win, gives the victory to one of the others.
static void who_makes_the_king_is_seen(void **state)
{
    (void)state;
    static const char king[] =
        "(game (setup (create players 3))"
        " (stage player (end (== (game sto N) 3))"
        "  (choice (((== (game sto N) 2) (inc ((0 player) sto S) 5))"
        "           ((== (game sto N) 2) (inc ((1 player) sto S) 5))"
        "           ((< (game sto N) 2) (inc ((current player) sto S) 1))))"
        "  (do ((inc (game sto N) 1))))"
        " (scoring max ((current player) sto S)))";
    dado_arena arena;
    dado_arena_init_generous(&arena);
    const dado_source *game = dado_play_text("king.rcy", king, &arena);
    dado_spread s = spread_of(game, 100, 100, 20, 200, &arena);
    assert_true(s.gap.mean == 0);
    assert_true(s.others.mean > 0.4);
    dado_arena_free(&arena);
}

typedef struct watcher {
    dado_arena *arena;
    dado_game game;
    dado_uses uses;
    dado_count_uses counts;
    int64_t decisions;
} watcher;

static void see_step(void *context, const dado_game *game, const void *state,
                     const dado_step *step)
{
    watcher *w = context;
    if (step->actor >= 0 && step->options > 1) w->decisions++;
    dado_uses_step(&w->uses, game, state, step);
}

static void see_end(void *context, const dado_game *game, const void *state, const dado_trace *log)
{
    watcher *w = context;
    dado_uses_end(&w->uses, log);
    dado_counts_end(&w->counts, game, state, log);
}

static void see(void *context, const dado_block *block)
{
    watcher *w = context;
    dado_error err = { 0 };
    const dado_log_visitor visitor = { w, see_step, see_end };
    if (!dado_block_walk(block, &w->game, &visitor, w->arena, &err)) fail_msg("%s", err.text);
}

static void watch(watcher *w, const char *game, const char *players, int64_t matches,
                  dado_arena *arena)
{
    const dado_source *source = dado_play_game(game, NULL, arena);
    dado_plan plan = dado_play_plan(source, dado_play_lineup(players, arena), matches, 6);
    plan.keep_moves = true;
    *w = (watcher){ .arena = arena };
    dado_experiment_how how = { .threads = 2, .taker = w, .block = see };
    dado_results results;
    dado_error err = { 0 };
    if (!dado_source_open(source, &w->game, arena, &err) ||
        !dado_uses_begin(&w->uses, &w->game, arena, &err) ||
        !dado_counts_begin(&w->counts, &w->game, arena, &err) ||
        !dado_experiment_run(&plan, &how, &results, &err) || !dado_uses_finish(&w->uses, &err) ||
        !dado_counts_finish(&w->counts, arena, &err)) {
        fail_msg("%s", err.text);
    }
    dado_results_free(&results);
}

static void every_move_is_counted_once(void **state)
{
    (void)state;
    static const char *const games[] = { "kuhn", "noughts", "library/cards/agram.rcy" };
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        dado_arena arena;
        dado_arena_init_generous(&arena);
        watcher w;
        watch(&w, games[g], "random", 60, &arena);
        int64_t taken = 0;
        double even = 0;
        for (int i = 0; i < w.uses.count; i++) {
            const dado_use *use = &w.uses.items[i];
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
        dado_arena_free(&arena);
    }
}

static void what_goes_with_winning_is_counted(void **state)
{
    (void)state;
    dado_arena arena;
    dado_arena_init_generous(&arena);
    watcher w;
    watch(&w, "bigpoints", "random", 300, &arena);
    assert_true(w.counts.count > 0);
    assert_int_equal(w.counts.matches, 300);
    for (int i = 0; i < w.counts.count; i++) {
        const dado_count_use *use = &w.counts.items[i];
        assert_true(use->p >= 0 && use->p <= 1);
        assert_true(use->winners.count >= 300);  // one at least wins every match
        if (use->p < 1e-6) {
            assert_true((use->difference.low > 0) == (use->difference.value > 0));
            assert_true((use->difference.high < 0) == (use->difference.value < 0));
        }
    }
    dado_arena_free(&arena);
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
