// constants_test.c - what is worked out before play: declared values, tables, sizes of the setup.
//
// Expected numbers are worked out by hand.
#include "recycle/open_and_play.h"

// The score of a game in which every player has the value of an expression.
static int score_of(const char *declares, const char *value, const char *const *options)
{
    char text[2000];
    snprintf(text, sizeof text,
             "(game (declare 3 'PLAYERS) %s (setup (create players 'PLAYERS)\n"
             "(create deck (game hloc STOCK) (deck (V (1, 2)))))\n"
             "(all player 'P (set ('P sto S) %s))\n"
             "(choice ((turn pass)))\n"
             "(scoring max ((current player) sto S)))",
             declares, value);
    described d = describe_with("constants.rcy", text, options);
    if (!d.opened) fail_msg("%s %s: %s", declares, value, d.error.text);
    played r = play_random(&d, 1, 0, 10);
    assert_true(r.ended && r.sound);
    free_described(&d);
    return r.scores[0];
}

static void constants_are_worked_out(void **state)
{
    (void)state;
    static const struct {
        const char *declares, *value;
        int expected;
    } cases[] = {
        { "(declare (if (== 'PLAYERS 2) 3 5) 'N)", "'N", 5 },
        { "(declare (if (< 'PLAYERS 3) 1 (>= 'PLAYERS 4) 2 7) 'N)", "'N", 7 },
        { "(declare (if (and (> 'PLAYERS 2) (not (== 'PLAYERS 4))) 10 20) 'N)", "'N", 10 },
        { "(declare (if (or false (< 1 'PLAYERS 3)) 10 20) 'N)", "'N", 20 },
        { "(declare (4, 7, -3) 'T)", "(+ (0 'T) (* 10 (1 'T)) (* 100 (2 'T)))", 4 + 70 - 300 },
        { "(declare (list 4 'PLAYERS) 'T)", "(bottom 'T)", 3 },
        { "(declare (4, 7, 3) 'T)", "(+ (max 'T) (* 10 (index 3 'T)) (* 100 (size 'T)))", 327 },
        { "(declare (4, 7, 3) 'T) (declare ((- 'PLAYERS 2) 'T) 'N)", "'N", 7 },
        { "(declare (4, 7, 3) 'T)", "(all 'T 'X 'X)", 14 },
        { "(declare (A, B, C) 'L) (declare (if (in B 'L) (index C 'L) 9) 'N)", "'N", 2 },
        { "(declare (list A B) 'L)", "(size 'L)", 2 },
        { "(declare (WOOD : 3, CLAY : (+ 'PLAYERS 4)) 'COST)", "(value CLAY 'COST)", 7 },
        { "(declare (WOOD : 3, CLAY : 4) 'COST)", "(all 'COST 'K (value 'K 'COST))", 7 },
        { "(declare (WOOD : CLAY, CLAY : IRON) 'NEXT)",
          "(index (value (value WOOD 'NEXT) 'NEXT) (WOOD, CLAY, IRON))", 2 },
        { "(declare (2 : 30, 3 : 50, 4 : 70) 'HANDS) (declare (value 'PLAYERS 'HANDS) 'N)",
          "(+ 'N (value (- 'PLAYERS 1) 'HANDS))", 80 },
        { "(declare (2 : 30, 3 : 50) 'HANDS)", "(+ (max 'HANDS) (size 'HANDS))", 5 },
        { "(declare (range 2 .. (* 2 'PLAYERS)) 'T)", "(+ (size 'T) (bottom 'T))", 11 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int got = score_of(cases[i].declares, cases[i].value, NULL);
        if (got != cases[i].expected) {
            fail_msg("%s %s is %d, not %d", cases[i].declares, cases[i].value, got,
                     cases[i].expected);
        }
    }
}

static void what_is_given_from_outside_counts_for_all_of_it(void **state)
{
    (void)state;
    static const char *const two[] = { "PLAYERS", "2", NULL };
    static const char *const list[] = { "T", "(1, 20, 300)", NULL };
    static const char *const rows[] = { "COST", "(WOOD : 8, CLAY : 9)", NULL };
    static const char *const computed[] = { "N", "(+ 'PLAYERS 40)", NULL };
    assert_int_equal(score_of("(declare (if (== 'PLAYERS 2) 3 5) 'N)", "'N", two), 3);
    assert_int_equal(score_of("(declare (4, 7) 'T)", "(all 'T 'X 'X)", list), 321);
    assert_int_equal(score_of("(declare (WOOD : 3) 'COST)", "(value CLAY 'COST)", rows), 9);
    assert_int_equal(score_of("(declare 1 'N)", "'N", computed), 43);
}

// A setup of which every size hangs on the number of players.
static const char sized[] =
    "(game (declare 2 'PLAYERS) (declare (2 : 3, 3 : 4, 4 : 6) 'HIGH)\n"
    "(declare (if (== 'PLAYERS 2) (A, B) (A, B, C)) 'KINDS)\n"
    "(setup (create players 'PLAYERS)\n"
    "  (create board B (grid 3 (if (> (size player) 2) 5 4)) (without (if (> 'PLAYERS 3) (A1, A2) "
    "(list A1))))\n"
    "  (repeat (if (== 'PLAYERS 2) 3 5)\n"
    "    (create deck (game vloc STOCK) (deck (V (1 .. (value 'PLAYERS 'HIGH))) (K ('KINDS)))))\n"
    "  (all (if (== 'PLAYERS 2) (ONE, TWO) (ONE, TWO, SIX)) 'X\n"
    "    (create deck (game vloc 'X) (deck (W ('PLAYERS .. 5))))))\n"
    "(all player 'P (set ('P sto S) (+ (size (spaces B)) (* 100 (size (game vloc STOCK)))\n"
    "  (* 100000 (+ (size (game vloc ONE)) (size (game vloc SIX)))))))\n"
    "(choice ((turn pass)))\n"
    "(scoring max ((current player) sto S)))";

static void a_setup_may_hang_on_the_number_of_players(void **state)
{
    (void)state;
    // Spaces; cards of the stock: repeats x values x kinds; cards of the other decks.
    static const struct {
        const char *players;
        int score;
    } cases[] = {
        { "2", 3 * 4 - 1 + 100 * (3 * 3 * 2) + 100000 * 4 },
        { "3", 3 * 5 - 1 + 100 * (5 * 4 * 3) + 100000 * (3 + 3) },
        { "4", 3 * 5 - 2 + 100 * (5 * 6 * 3) + 100000 * (2 + 2) },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *options[] = { "PLAYERS", cases[i].players, NULL };
        described d = describe_with("sized.rcy", sized, options);
        if (!d.opened) fail_msg("%s players: %s", cases[i].players, d.error.text);
        played r = play_random(&d, 1, 0, 10);
        assert_true(r.ended && r.sound);
        assert_int_equal(r.scores[0], cases[i].score);
        free_described(&d);
    }
}

// Sides of a die: as often as one in N, within five standard deviations of 20,000 throws.
static void a_die_has_as_many_sides_as_worked_out(void **state)
{
    (void)state;
    described d = describe(
        "(game (declare 5 'N) (setup (create players 1)\n"
        "(create dice (game vloc CUP) 1 (sides (FACE (1 .. (+ 'N 2))))))\n"
        "(throw (game vloc CUP)) (set ((0 player) sto S) (value FACE (top (game vloc CUP))))\n"
        "(choice ((turn pass)))\n"
        "(scoring max ((current player) sto S)))");
    if (!d.opened) fail_msg("%s", d.error.text);
    int seen[9] = { 0 };
    for (uint64_t i = 0; i < 20000; i++) {
        played r = play_random(&d, 3, i, 10);
        assert_in_range(r.scores[0], 1, 7);
        seen[r.scores[0]]++;
    }
    for (int i = 1; i <= 7; i++) assert_in_range(seen[i], 2857 - 248, 2857 + 248);
    free_described(&d);
}

static void a_row_that_is_not_there_stops_the_play(void **state)
{
    (void)state;
    described d = describe("(game (declare (WOOD : 3) 'COST) (setup (create players 1))\n"
                           "(set (game str T) CLAY)\n"
                           "(choice ((set ((0 player) sto S) (value (game str T) 'COST))))\n"
                           "(scoring max ((current player) sto S)))");
    assert_true(d.opened);
    played r = play_random(&d, 1, 0, 10);
    assert_false(r.sound);
    assert_string_equal(r.why.code, "R604");
    free_described(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_are_worked_out),
        cmocka_unit_test(what_is_given_from_outside_counts_for_all_of_it),
        cmocka_unit_test(a_setup_may_hang_on_the_number_of_players),
        cmocka_unit_test(a_die_has_as_many_sides_as_worked_out),
        cmocka_unit_test(a_row_that_is_not_there_stops_the_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
