// specification_test.c - the forms of the language give the figures that are known of them: games
// with counts and values that anybody can look up or work out, played, counted and solved.
//
// The games are our own, in tests/recycle/specification. One test alone, the last, plays the
// games of the public specification; it is skipped where that does not lie beside the project.
#include <math.h>

#include "recycle/null_hooks.h"
#include "recycle/specification_games.h"
#include "solve/count_positions.h"
#include "solve/regret_minimisation.h"
#include "solve/perfect_info_solver.h"
#include "support/game_contract.h"

// --- expressions, told by a label ---

static const char *const boards =
    "(create board B (grid 3 3)) (create board T (track 5)) (create board R (ring 6))";

static void told(const char *setup, const char *expression, const char *expected)
{
    char text[3000];
    snprintf(text, sizeof text,
             "(game (setup (create players 2) %s)\n"
             " (let %s 'X (choice ((label \"is {X}\" (turn pass)))))\n"
             " (scoring max ((current player) sto S)))",
             setup, expression);
    described d = describe(text);
    if (!d.opened) fail_msg("%s: %s", expression, d.error.text);
    dado_text words = { 0 };
    d.game.rules->start(&d.game, d.state);
    while (d.game.rules->actor(&d.game, d.state) == DADO_CHANCE) {
        d.game.rules->apply(&d.game, d.state, 1);
    }
    assert_int_equal(d.game.rules->legal(&d.game, d.state, d.moves), 1);
    d.game.rules->print_move(&d.game, d.state, d.moves[0], &words);
    if (strncmp(dado_text_string(&words), "is ", 3) != 0 ||
        strcmp(dado_text_string(&words) + 3, expected) != 0) {
        fail_msg("%s is %s, not %s", expression, dado_text_string(&words), expected);
    }
    dado_text_free(&words);
    free_described(&d);
}

static void boards_have_the_relations_of_the_table(void **state)
{
    (void)state;
    told(boards, "(spaces B)", "A1, B1, C1, A2, B2, C2, A3, B3, C3");
    told(boards, "(near B2)", "B3, C2, B1, A2");
    told(boards, "(near A1)", "A2, B1");
    told(boards, "(near B2 (NE, SW))", "C3, A1");
    told(boards, "(step N B3)", "");
    told(boards, "(step (N, E) 4 A1)", "C3");
    told(boards, "(ray NE A1)", "B2, C3");
    told(boards, "(lines 3 A1)", "A1, A2, A3, A1, B2, C3, A1, B1, C1");
    told(boards, "(groups (A1, A2, C1, C3))", "A1, A2, C1, C3");
    told(boards, "(size (groups (A1, A2, C1, C3)))", "3");
    told(boards, "(distance A1 C3)", "4");
    told(boards, "(reach A1 'S (!= 'S B2))", "A1, A2, B1, A3, C1, B3, C2, C3");
    told(boards, "(size (lines 3 (spaces B)))", "8");
    told("(create board B (grid 7 6))", "(size (lines 4 (spaces B)))", "69");
    told("(create board B (hex 3))", "(size (lines 3 (spaces B)))", "27");
    told("(create board B (hex 3 3))", "(near B2)", "B3, C2, C1, B1, A2, A3");
    told("(create board B (hex 3))", "(size (spaces B))", "19");
    told("(create board B (hex 3))", "(near C3)", "C4, D3, D2, C2, B3, B4");
    told(boards, "(step ON 3 T1)", "T4");
    told(boards, "(step ON 9 T1)", "");
    told(boards, "(step BACK R1)", "R6");
    told(boards, "(step ON 13 R1)", "R2");
    told(boards, "(ray ON R4)", "R5, R6, R1, R2, R3");
    told(boards, "(near ELSEWHERE)", "none");
    told(boards, "(row C2)", "2");
    told(boards, "(column C2)", "3");
    told(boards, "(distance A1 T1)", "-1");
}

static void values_are_as_in_the_table(void **state)
{
    (void)state;
    told("", "(+ 3 -5)", "-2");
    told("", "(max 3 (- 4) 2)", "3");
    told("", "(< 1 2 2)", "no");
    told("", "(if (> 1 2) 1 (> 2 1) 2 3)", "2");
    told("", "(best (list 3 1 3) 'X 'X)", "3, 3");
    told("", "(while (list 1 2 5 1) 'X (< 'X 3))", "1, 2");
    told("", "(index JACK (TEN, JACK))", "1");
    told("", "(index QUEEN (TEN, JACK))", "-1");
    told("", "(in JACK (TEN, JACK))", "yes");
    told("", "(each (list 1 2 3) 'X (* 'X 'X))", "1, 4, 9");
    told("", "(distinct (list 1 2 1))", "1, 2");
    told("", "(union (list 1 2) (list 2 3))", "1, 2, 2, 3");
    told("", "(intersect (list 1 2) (list 2 3))", "2");
    told("", "(disjunction (list 1 2) (list 2 3))", "1, 3");
    told("", "(top (list 4 5))", "4");
    told("", "(bottom (list 4 5))", "5");
    told("", "(1 (A, B))", "B");
    told("", "(min (list 4 5))", "4");
    told("", "(next (1 player))", "p0");
    told("", "(previous (current player))", "p1");
    told("", "(list nobody (0 player))", "nobody, p0");
    told("", "(let 1 'A 2 'B (- 'A 'B))", "-1");
    told("(create deck (game vloc X) (deck (RANK (2 .. 4, JACK)) (SUIT (RED))))",
         "(filter (game vloc X) 'C (> (value RANK 'C) 2))", "3-RED+4-RED");
    told("(create deck (game vloc X) (deck (RANK (2 .. 4, JACK))))",
         "(sum (game vloc X) using RANK)", "9");
    told("(create deck (game vloc X) (deck (RANK (2 .. 4))))", "(max (game vloc X) using RANK)",
         "4");
    told("(create deck (game vloc X) (deck (RANK (2 .. 4))))", "(where (top (game vloc X)))", "X");
    told("(create deck ((1 player) vloc X) (deck (RANK (2 .. 4))))",
         "(whose (top ((1 player) vloc X)))", "p1");
    told("(create deck (game vloc X) (deck (RANK (-1 .. 1))))", "(game vloc X)", "-1+0+1");
}

// --- counting ---

static dado_position_count count_own(const char *name, const char *const *more, int most,
                                     dado_position_count_row *rows)
{
    described d = own_described(name, more);
    dado_position_count count;
    dado_error err = { 0 };
    dado_position_count_config plan = { .most = most };
    if (!dado_count_positions(&d.game, &plan, rows, &count, &err))
        fail_msg("%s: %s", name, err.text);
    free_described(&d);
    return count;
}

static void three_in_a_row_has_255168_plays_and_5478_positions(void **state)
{
    (void)state;
    dado_position_count_row rows[10];
    dado_position_count count = count_own("library/boards/threeinarow.rcy", NULL, 9, rows);
    assert_true(count.complete);
    assert_int_equal(count.ended, 255168);
    assert_int_equal(count.positions, 5478);
}

static void four_in_a_row_has_as_many_plays_as_everybody_counts(void **state)
{
    (void)state;
    static const uint64_t known[] = { 1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234 };
    dado_position_count_row rows[9];
    int most = dado_test_repeats(7, 8);
    count_own("library/boards/fourinarow.rcy", NULL, most, rows);
    for (int i = 0; i <= most; i++) assert_int_equal(rows[i].plays, known[i]);
}

static void mills_has_as_many_placements(void **state)
{
    (void)state;
    static const uint64_t known[] = { 1, 24, 552, 12144, 255024, 5140800, 99274176 };
    dado_position_count_row rows[7];
    int most = dado_test_repeats(4, 6);
    count_own("mills", NULL, most, rows);
    for (int i = 0; i <= most; i++) assert_int_equal(rows[i].plays, known[i]);
}

// --- options in words ---

static int find_option(const dado_game *g, const void *state, const dado_move *moves, int count,
                       const char *wanted)
{
    int found = -1;
    for (int i = 0; i < count; i++) {
        dado_text words = { 0 };
        g->rules->print_move(g, state, moves[i], &words);
        if (strcmp(dado_text_string(&words), wanted) == 0) found = i;
        dado_text_free(&words);
    }
    return found;
}

// Luck and the moves named, from the start; leaves the options of who is next in `moves`.
static int after(described *d, const char *const *named)
{
    const dado_game *g = &d->game;
    dado_rng luck = dado_rng_stream(3, 0, DADO_STREAM_CHANCE);
    int count = 0;
    g->rules->start(g, d->state);
    for (int i = 0;; i++) {
        while (g->rules->actor(g, d->state) == DADO_CHANCE) {
            dado_move move = dado_draw_outcome(g, d->state, d->moves, d->weights, &luck, NULL);
            g->rules->apply(g, d->state, move);
        }
        count = g->rules->actor(g, d->state) < 0 ? 0 : g->rules->legal(g, d->state, d->moves);
        if (!named || !named[i]) return count;
        int at = find_option(g, d->state, d->moves, count, named[i]);
        if (at < 0) fail_msg("there is no option %s", named[i]);
        g->rules->apply(g, d->state, d->moves[at]);
    }
}

static void expect_options(const char *name, const char *const *named, int options,
                           const char *const *among)
{
    described d = own_described(name, NULL);
    assert_int_equal(after(&d, named), options);
    for (; among && *among; among++) {
        if (find_option(&d.game, d.state, d.moves, options, *among) < 0) {
            fail_msg("%s: there is no option %s", name, *among);
        }
    }
    free_described(&d);
}

static void options_are_those_of_the_table(void **state)
{
    (void)state;
    expect_options("cups", NULL, 90, (const char *[]){ "bid 1 of 1", "bid 1 of 2", NULL });
    expect_options("cups", (const char *[]){ "bid 1 of 5", NULL }, 86,
                   (const char *[]){ "bid 1 of 6", "liar", NULL });
    expect_options("auction", NULL, 11, (const char *[]){ "bid 1", "bid 10", "leave", NULL });
    expect_options("mills",
                   (const char *[]){ "place A1", "place B2", "place D1", "place D2", NULL }, 21,
                   (const char *[]){ "place G1, taking B2", "place G1, taking D2", NULL });
    expect_options("three_cards", NULL, 2, (const char *[]){ "check", "bet", NULL });
    expect_options("three_cards", (const char *[]){ "bet", NULL }, 2,
                   (const char *[]){ "fold", "call", NULL });
    expect_options("fists", NULL, 3, (const char *[]){ "ROCK", "PAPER", "SCISSORS", NULL });
    expect_options("fists", (const char *[]){ "ROCK", NULL }, 3, NULL);
    expect_options("library/boards/fourinarow.rcy", NULL, 7,
                   (const char *[]){ "drop on A1", "drop on G1", NULL });
}

// Endings of a game with every draw listed, each path one.
static long endings(const dado_game *g, const unsigned char *state)
{
    if (g->rules->actor(g, state) == DADO_NOBODY) return 1;
    dado_move *moves = malloc(sizeof *moves * (size_t)g->max_moves);
    unsigned char *copy = malloc(g->state_size);
    int count = g->rules->legal(g, state, moves);
    long sum = 0;
    for (int i = 0; i < count; i++) {
        memcpy(copy, state, g->state_size);
        g->rules->apply(g, copy, moves[i]);
        sum += endings(g, copy);
    }
    free(moves);
    free(copy);
    return sum;
}

static void kuhn_poker_has_thirty_plays(void **state)
{
    (void)state;
    described d = own_described("three_cards", (const char *[]){ "luck", "listed", NULL });
    d.game.rules->start(&d.game, d.state);
    assert_int_equal(endings(&d.game, d.state), 30);
    free_described(&d);
}

static void kuhn_poker_is_worth_minus_one_in_eighteen(void **state)
{
    (void)state;
    described d = own_described("three_cards", (const char *[]){ "luck", "listed", NULL });
    dado_error err = { 0 };
    dado_infosets sets;
    dado_infosets_config plan = { .payoff = DADO_PAY_AUTO, .watch = true };
    if (!dado_infosets_make(&sets, &d.game, &plan, &err)) fail_msg("%s", err.text);
    dado_strategy strategy;
    dado_equilibrium_gap proof;
    dado_regret *r = dado_regret_new(&sets, DADO_REGRET_PREDICTIVE, NULL, &err);
    assert_non_null(r);
    assert_true(dado_strategy_make(&strategy, &sets, &err));
    assert_true(dado_regret_run(r, 1e-6, 1000000, NULL, NULL, &strategy, &proof, &err));
    assert_true(proof.low <= -1.0 / 18 && proof.high >= -1.0 / 18);
    assert_true(proof.high - proof.low <= 1e-6);
    dado_strategy_free(&strategy);
    dado_regret_free(r);
    dado_infosets_free(&sets);
    free_described(&d);
}

static void the_second_chooser_of_a_together_is_asked_in_the_same_state(void **state)
{
    (void)state;
    described d = own_described("fists", NULL);
    const dado_game *g = &d.game;
    unsigned char *views[3], *other = malloc(g->state_size);
    int scored[9] = { 0 }, ways = 0;
    g->rules->start(g, d.state);
    dado_move first[3], second[3];
    assert_int_equal(g->rules->legal(g, d.state, first), 3);
    for (int i = 0; i < 3; i++) {
        views[i] = malloc(g->view_size);
        memcpy(other, d.state, g->state_size);
        g->rules->apply(g, other, first[i]);
        assert_int_equal(g->rules->actor(g, other), 1);
        dado_observe(g, other, 1, views[i]);
        assert_memory_equal(views[0], views[i], g->view_size);
        assert_int_equal(g->rules->legal(g, other, second), 3);
        for (int k = 0; k < 3; k++) {
            unsigned char *end = malloc(g->state_size);
            int32_t row[2];
            memcpy(end, other, g->state_size);
            g->rules->apply(g, end, second[k]);
            g->rules->scores(g, end, row);
            scored[ways++] = row[0] - row[1];
            free(end);
        }
    }
    int sum = 0, ties = 0;
    for (int i = 0; i < 9; i++) {
        sum += scored[i];
        ties += scored[i] == 0;
    }
    assert_int_equal(sum, 0);
    assert_int_equal(ties, 3);
    for (int i = 0; i < 3; i++) free(views[i]);
    free(other);
    free_described(&d);
}

// --- solving ---

static void bridges_is_won_by_who_begins_with_one_of_five_moves(void **state)
{
    (void)state;
    static const char *const winning[] = { "build on C1", "build on A2", "build on B2",
                                           "build on C2", "build on A3", NULL };
    described d =
        own_described("library/boards/bridges.rcy", (const char *[]){ "SIZE", "3", NULL });
    dado_error err = { 0 };
    dado_solve_config plan = { .objective = DADO_BY_MARGIN };
    dado_solver *solver = dado_solver_new(&d.game, &plan, &err);
    if (!solver) fail_msg("%s", err.text);
    d.game.rules->start(&d.game, d.state);
    int count = d.game.rules->legal(&d.game, d.state, d.moves), wins = 0;
    unsigned char *next = malloc(d.game.state_size);
    for (int i = 0; i < count; i++) {
        dado_value value;
        memcpy(next, d.state, d.game.state_size);
        d.game.rules->apply(&d.game, next, d.moves[i]);
        assert_true(dado_solve(solver, next, &value, &err));
        bool won = value.score[0] > 0.5, listed = false;
        dado_text words = { 0 };
        d.game.rules->print_move(&d.game, d.state, d.moves[i], &words);
        for (int k = 0; winning[k]; k++) {
            listed = listed || strcmp(winning[k], dado_text_string(&words)) == 0;
        }
        assert_int_equal(won, listed);
        wins += won;
        dado_text_free(&words);
    }
    assert_int_equal(wins, 5);
    free(next);
    dado_solver_free(solver);
    free_described(&d);
}

// --- dice ---

// The best chance of five alike in so many throws, dice kept as one likes.
static double chance_of_yahtzee(int again)
{
    char text[1500];
    snprintf(text, sizeof text,
             "(game"
             // Dice that lie in order are one position, however they fell.
             " (define SORT () (do ("
             "   (repeat 5 (move (top (best (game vloc CUP) 'D (value FACE 'D)))"
             "                   (top (game vloc ROW))))"
             "   (repeat all (move (top (game vloc ROW)) (top (game vloc CUP)))))))"
             " (setup (create players 1)"
             "   (create dice (game vloc CUP) 5 (sides (FACE (1 .. 6)))))"
             " (do ((throw (game vloc CUP)) (SORT)))"
             " (repeat %d (choice ((any (distinct FACE (subsets (game vloc CUP))) 'A"
             "   (label \"{A}\" (do ((throw 'A) (SORT))))))))"
             " (scoring max (if (== (max (each (partition FACE (game vloc CUP)) 'G (size 'G))) 5)"
             "                  1 0)))",
             again);
    described d = describe_with("yahtzee", text, (const char *[]){ "luck", "listed", NULL });
    if (!d.opened) fail_msg("%s", d.error.text);
    dado_error err = { 0 };
    dado_solve_config plan = { .objective = DADO_BY_MARGIN };
    dado_solver *solver = dado_solver_new(&d.game, &plan, &err);
    if (!solver) fail_msg("%s", err.text);
    dado_value value;
    d.game.rules->start(&d.game, d.state);
    if (!dado_solve(solver, d.state, &value, &err)) fail_msg("%s", err.text);
    double score = value.score[0];
    dado_solver_free(solver);
    free_described(&d);
    return score;
}

static void five_alike_come_as_often_as_they_should(void **state)
{
    (void)state;
    assert_float_equal(chance_of_yahtzee(0), 1.0 / 1296, 1e-12);
    if (!dado_test_repeats(0, 1)) return;  // the rest runs with DADO_LONG=1
    assert_float_equal(chance_of_yahtzee(1), 221.0 / 17496, 1e-12);
    assert_float_equal(chance_of_yahtzee(2), 347897.0 / 7558272, 1e-12);
}

// How many options a re-throw has for these faces.
static int subsets_of(const char *faces)
{
    char text[1500];
    snprintf(text, sizeof text,
             "(game (setup (create players 1)"
             "   (create dice (game vloc CUP) 5 (sides (FACE (1 .. 6)))))"
             " (do ((set (cardatt FACE (0 (game vloc CUP))) %c)"
             "      (set (cardatt FACE (1 (game vloc CUP))) %c)"
             "      (set (cardatt FACE (2 (game vloc CUP))) %c)"
             "      (set (cardatt FACE (3 (game vloc CUP))) %c)"
             "      (set (cardatt FACE (4 (game vloc CUP))) %c)))"
             " (choice ((any (distinct FACE (subsets (game vloc CUP))) 'A (throw 'A))))"
             " (scoring max ((current player) sto S)))",
             faces[0], faces[1], faces[2], faces[3], faces[4]);
    described d = describe(text);
    if (!d.opened) fail_msg("%s", d.error.text);
    d.game.rules->start(&d.game, d.state);
    int count = d.game.rules->legal(&d.game, d.state, d.moves);
    free_described(&d);
    return count;
}

static void equal_dice_are_kept_in_one_way(void **state)
{
    (void)state;
    assert_int_equal(subsets_of("33333"), 6);
    assert_int_equal(subsets_of("33335"), 10);
    assert_int_equal(subsets_of("33355"), 12);
    assert_int_equal(subsets_of("33351"), 16);
    assert_int_equal(subsets_of("33551"), 18);
    assert_int_equal(subsets_of("33541"), 24);
    assert_int_equal(subsets_of("12345"), 32);
    if (!dado_test_repeats(0, 1)) return;  // the rest runs with DADO_LONG=1
    long sum = 0;
    for (int i = 0; i < 7776; i++) {
        char faces[6] = { 0 };
        for (int k = 0, left = i; k < 5; k++, left /= 6) faces[k] = (char)('1' + left % 6);
        sum += subsets_of(faces);
    }
    assert_int_equal(sum * 27, 577L * 7776);
}

// The text of one of our games with one piece of it replaced.
static char *replaced(const char *name, const char *piece, const char *by)
{
    char *text = own_game(name), *at = strstr(text, piece);
    assert_non_null(at);
    char *made = malloc(strlen(text) + strlen(by) + 1);
    assert_non_null(made);
    sprintf(made, "%.*s%s%s", (int)(at - text), text, by, at + strlen(piece));
    free(text);
    return made;
}

static void expect_climbs(const char *runners, const char *const *options)
{
    char by[700];
    snprintf(by, sizeof by,
             "(do ((set (cardatt FACE (0 (game vloc CUP))) 1)"
             " (set (cardatt FACE (1 (game vloc CUP))) 2)"
             " (set (cardatt FACE (2 (game vloc CUP))) 3)"
             " (set (cardatt FACE (3 (game vloc CUP))) 6) %s))",
             runners);
    char *text = replaced("summits", "(throw (game vloc CUP))", by);
    described d = describe(text);
    if (!d.opened) fail_msg("%s", d.error.text);
    d.game.rules->start(&d.game, d.state);
    int count = 0, listed = d.game.rules->legal(&d.game, d.state, d.moves);
    for (; options[count]; count++) {
        dado_text words = { 0 };
        assert_true(count < listed);
        d.game.rules->print_move(&d.game, d.state, d.moves[count], &words);
        assert_string_equal(dado_text_string(&words), options[count]);
        dado_text_free(&words);
    }
    assert_int_equal(listed, count);
    free(text);
    free_described(&d);
}

static void summits_offers_what_the_dice_make(void **state)
{
    (void)state;
    expect_climbs("(turn pass)", (const char *[]){ "C3, C9", "C4, C8", "C7, C5", NULL });
    expect_climbs("(set (game sto C5) 1) (set (game sto C8) 1)",
                  (const char *[]){ "C3", "C9", "C4, C8", "C7, C5", NULL });
}

static void who_can_climb_nowhere_is_bust(void **state)
{
    (void)state;
    // The first player's runners stand elsewhere; nobody is asked, and the turn goes on.
    char *text = replaced("summits", "(throw (game vloc CUP))",
                          "(do ((set (cardatt FACE (0 (game vloc CUP))) 1)"
                          " (set (cardatt FACE (1 (game vloc CUP))) 2)"
                          " (set (cardatt FACE (2 (game vloc CUP))) 3)"
                          " (set (cardatt FACE (3 (game vloc CUP))) 6)"
                          " ((== (current player) (0 player)) (do ((set (game sto C2) 1)"
                          " (set (game sto C11) 1) (set (game sto C12) 1))))))");
    described d = describe(text);
    if (!d.opened) fail_msg("%s", d.error.text);
    d.game.rules->start(&d.game, d.state);
    assert_int_equal(d.game.rules->actor(&d.game, d.state), 1);
    assert_int_equal(d.game.rules->legal(&d.game, d.state, d.moves), 3);
    free(text);
    free_described(&d);
}

// The place of our games where an element can be put before the first.
static const char *const first_place = ";; ASK HERE\n";

// Evaluates an expression in one of our games, before its first element.
static void told_in(const char *name, const char *expression, const char *expected)
{
    char by[400];
    snprintf(by, sizeof by, "(let %s 'TOLD (choice ((label \"{TOLD}\" (turn pass)))))\n",
             expression);
    char *text = replaced(name, first_place, by);
    described d = describe(text);
    if (!d.opened) fail_msg("%s", d.error.text);
    assert_int_equal(after(&d, NULL), 1);
    if (find_option(&d.game, d.state, d.moves, 1, expected) < 0) {
        fail_msg("%s is not %s", expression, expected);
    }
    free(text);
    free_described(&d);
}

static void expressions_are_what_the_table_says_of_the_games(void **state)
{
    (void)state;
    told_in("summits", "(each 'PATHS 'C (STEPS 'C))", "3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3");
    told_in("mills", "(size (lines 3 (spaces POINTS)))", "16");
    told_in("flood", "(distance SPRING HARBOUR)", "4");
}

// After a throw of these faces, all of them kept twice, the boxes are offered with their worth.
static void expect_worth(const char *faces, const char *const *boxes)
{
    char by[600];
    snprintf(by, sizeof by,
             "(do ((set (cardatt FACE (0 (game vloc CUP))) %c)"
             " (set (cardatt FACE (1 (game vloc CUP))) %c)"
             " (set (cardatt FACE (2 (game vloc CUP))) %c)"
             " (set (cardatt FACE (3 (game vloc CUP))) %c)"
             " (set (cardatt FACE (4 (game vloc CUP))) %c)))",
             faces[0], faces[1], faces[2], faces[3], faces[4]);
    char *text = replaced("boxes", "(throw (game vloc CUP))", by);
    described d = describe(text);
    if (!d.opened) fail_msg("%s", d.error.text);
    int count = after(&d, (const char *[]){ "throw none again", "throw none again", NULL });
    assert_int_equal(count, 13);
    for (; *boxes; boxes++) {
        if (find_option(&d.game, d.state, d.moves, count, *boxes) < 0) {
            fail_msg("%s: there is no %s", faces, *boxes);
        }
    }
    free(text);
    free_described(&d);
}

static void boxes_are_worth_what_the_table_says(void **state)
{
    (void)state;
    expect_worth("33355", (const char *[]){ "THREES for 9", "THREE_AND_TWO for 25",
                                            "THREE_ALIKE for 19", NULL });
    expect_worth("23455", (const char *[]){ "FOUR_RUN for 30", "FIVE_RUN for 0", NULL });
    expect_worth("66666", (const char *[]){ "FIVE_ALIKE for 50", "FOUR_ALIKE for 30",
                                            "THREE_AND_TWO for 0", NULL });
}

// Of all throws of four dice, those that can make a sum.
static void sums_of_two_of_four_dice_are_counted_right(void **state)
{
    (void)state;
    static const int known[] = { 171, 302, 461, 580, 727, 834, 727, 580, 461, 302, 171 };
    int made[13] = { 0 }, middle = 0;
    described d = describe("(game (setup (create players 1)"
                           "   (create dice (game vloc CUP) 4 (sides (FACE (1 .. 6)))))"
                           " (throw (game vloc CUP))"
                           " (choice ((any (filter (range 2 .. 12) 'N"
                           "     (any (subsets (game vloc CUP)) 'A"
                           "       (and (== (size 'A) 2) (== (sum 'A using FACE) 'N)))) 'N"
                           "   (set (game sto X) 'N))))"
                           " (set (game sto X) (game sto X))"
                           " (scoring max (game sto X)))");
    if (!d.opened) fail_msg("%s", d.error.text);
    const dado_game *g = &d.game;
    const rcy_program *p = g->data;
    // The faces are laid into the state, so that every throw comes once.
    g->rules->start(g, d.state);
    g->rules->apply(g, d.state, 1);
    assert_int_equal(g->rules->actor(g, d.state), 0);
    for (int i = 0; i < 1296; i++) {
        for (int k = 0, left = i; k < 4; k++, left /= 6) {
            d.state[p->at_side + (uint32_t)k] = (unsigned char)(left % 6);
        }
        int count = g->rules->legal(g, d.state, d.moves);
        bool low = false;
        for (int k = 0; k < count; k++) {
            unsigned char copy[512];
            int32_t row[1];
            assert_true(g->state_size <= sizeof copy);
            memcpy(copy, d.state, g->state_size);
            g->rules->apply(g, copy, d.moves[k]);
            g->rules->scores(g, copy, row);
            made[row[0]]++;
            low = low || (row[0] >= 6 && row[0] <= 8);
        }
        middle += low;
    }
    for (int sum = 2; sum <= 12; sum++) assert_int_equal(made[sum], known[sum - 2]);
    assert_int_equal(middle, 1192);
    free_described(&d);
}

// --- a race and a flood ---

static void a_race_of_two_pawns_is_as_long_as_reckoned(void **state)
{
    (void)state;
    // With listed luck every throw is a chance node of its own, and can be counted.
    described d = own_described(
        "pawns", (const char *[]){ "PLAYERS", "2", "PAWNS", "1", "luck", "listed", NULL });
    int matches = dado_test_repeats(4000, 100000), won = 0;
    double throws = 0, squares = 0;
    const dado_game *g = &d.game;
    for (int i = 0; i < matches; i++) {
        dado_rng chance = dado_rng_stream(7, (uint64_t)i, DADO_STREAM_CHANCE);
        int draws = 0;
        int32_t row[2];
        g->rules->start(g, d.state);
        for (int actor; (actor = g->rules->actor(g, d.state)) != DADO_NOBODY;) {
            dado_move move;
            if (actor == DADO_CHANCE) {
                move = dado_draw_outcome(g, d.state, d.moves, d.weights, &chance, NULL);
                draws++;
            } else {
                assert_int_equal(g->rules->legal(g, d.state, d.moves), 1);
                move = d.moves[0];
            }
            g->rules->apply(g, d.state, move);
        }
        g->rules->scores(g, d.state, row);
        won += row[0] > row[1];
        throws += draws;
        squares += (double)draws * draws;
    }
    double mean = throws / matches, deviation = sqrt(squares / matches - mean * mean);
    assert_true(fabs((double)won / matches - 0.49305) < 4 * sqrt(0.25 / matches));
    assert_true(fabs(mean - 29.308) < 4 * deviation / sqrt(matches));
    free_described(&d);
}

static void expect_chain(const char *before, const char *strike, int floods, const char *cubes)
{
    char by[900];
    snprintf(by, sizeof by, "(do (%s (RAIN %s))) (choice ((turn pass)))\n", before, strike);
    char *text = replaced("flood", first_place, by);
    described d = describe(text);
    if (!d.opened) fail_msg("%s", d.error.text);
    dado_text words = { 0 };
    char wanted[40];
    snprintf(wanted, sizeof wanted, "FLOODS %d", floods);
    d.game.rules->start(&d.game, d.state);
    d.game.rules->print(&d.game, d.state, DADO_NOBODY, &words);
    if (!strstr(dado_text_string(&words), wanted)) fail_msg("%s", dado_text_string(&words));
    for (const char *at = cubes; *at;) {
        char one[40];
        size_t length = strcspn(at, ";");
        snprintf(one, sizeof one, "%.*s", (int)length, at);
        if (!strstr(dado_text_string(&words), one)) {
            fail_msg("no %s in %s", one, dado_text_string(&words));
        }
        at += length + (at[length] == ';');
    }
    dado_text_free(&words);
    free(text);
    free_described(&d);
}

static void floods_spread_once_in_a_chain(void **state)
{
    (void)state;
    expect_chain("(all (spaces VALLEY) 'S (set (game sto 'S) 3))", "SPRING", 7,
                 "SPRING 3;MILL 3;FORD 3;CASTLE 3;MARKET 3;HARBOUR 3;ABBEY 3");
    expect_chain("(set (game sto FORD) 3) (set (game sto CASTLE) 3)", "FORD", 2,
                 "FORD 3;CASTLE 3;MILL 1;ABBEY 1;MARKET 1;HARBOUR 1");
}

static void points_set_before_a_deck_is_made_count_for_its_cards(void **state)
{
    (void)state;
    described d = describe(
        "(game (setup (create players 2) (create deck (game vloc A) (deck (RANK (ONE, TWO)))))\n"
        "(do ((set (game points P) (((RANK : ONE) 1) ((RANK : TWO) 2)))\n"
        "     (create deck (game vloc B) (deck (RANK (ONE, TWO))))))\n"
        "(let (sum (game vloc B) using (game points P)) 'N\n"
        "  (choice ((label \"{N}\" (turn pass)))))\n"
        "(scoring max ((current player) sto S)))");
    if (!d.opened) fail_msg("%s", d.error.text);
    assert_int_equal(after(&d, NULL), 1);
    assert_int_equal(find_option(&d.game, d.state, d.moves, 1, "3"), 0);
    free_described(&d);
}

// --- all games ---

static void both_ways(described *d, const described *judge, uint64_t match)
{
    const dado_game *g = &d->game;
    dado_move *listed = malloc(sizeof *listed * (size_t)g->max_moves);
    dado_rng luck = dado_rng_stream(5, match, DADO_STREAM_CHANCE);
    g->rules->start(g, d->state);
    for (int step = 0; step < 1500; step++) {
        int actor = g->rules->actor(g, d->state);
        if (actor == DADO_NOBODY) break;
        dado_move move;
        if (actor == DADO_CHANCE) {
            move = dado_draw_outcome(g, d->state, d->moves, d->weights, &luck, NULL);
        } else {
            int count = g->rules->legal(g, d->state, d->moves);
            assert_int_equal(g->rules->legal(&judge->game, d->state, listed), count);
            assert_memory_equal(listed, d->moves, sizeof *listed * (size_t)count);
            move = d->moves[dado_rng_below(&luck, (uint64_t)count)];
        }
        memcpy(judge->state, d->state, g->state_size);
        g->rules->apply(g, d->state, move);
        g->rules->apply(&judge->game, judge->state, move);
        assert_memory_equal(d->state, judge->state, g->state_size);
    }
    free(listed);
}

// Checks a game, compares its two ways of execution, plays it at random, and holds it to the
// contract of games.
static void checks_and_plays(const char *name, const char *text)
{
    int matches = dado_test_repeats(60, 20000), judged = dado_test_repeats(10, 200);
    dado_region region;
    dado_recycle_diagnostics found;
    dado_region_init(&region, (size_t)256 << 20);
    bool fine = dado_recycle_check("spec.rcy", text, NULL, &region, &found);
    for (int k = 0; k < found.count; k++) {
        fail_msg("%s: %s %s", name, found.items[k].error.code, found.items[k].error.text);
    }
    assert_true(fine);
    dado_region_free(&region);
    described d = describe(text), judge = describe_plainly("test.rcy", text, NULL);
    if (!d.opened) fail_msg("%s: %s", name, d.error.text);
    for (int match = 0; match < judged; match++) both_ways(&d, &judge, (uint64_t)match);
    for (int match = 0; match < matches; match++) {
        played r = play_random(&d, 11, (uint64_t)match, 100000);
        if (!r.ended || !r.sound || r.empty > 0) {
            fail_msg("%s, match %d: %s", name, match, r.why.text);
        }
    }
    dado_game_contract_check(
        &d.game,
        (dado_game_contract){ .matches = dado_test_repeats(2, 20), .most_steps = 400, .seed = 3 });
    free_described(&d);
    free_described(&judge);
}

static void every_game_checks_plays_and_keeps_the_contract(void **state)
{
    (void)state;
    for (int i = 0; i < own_game_count; i++) {
        char *text = own_game(own_games[i]);
        checks_and_plays(own_games[i], text);
        free(text);
    }
}

static void the_games_of_the_public_specification_do_so_too(void **state)
{
    (void)state;
    for (int i = 0; i < public_games; i++) {
        char *text = public_game(i), name[40];
        if (!text && i == 0) {
            print_message("skipped: the public specification is not beside the project\n");
            skip();
        }
        assert_non_null(text);
        snprintf(name, sizeof name, "public game %d", i + 1);
        checks_and_plays(name, text);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_have_the_relations_of_the_table),
        cmocka_unit_test(values_are_as_in_the_table),
        cmocka_unit_test(three_in_a_row_has_255168_plays_and_5478_positions),
        cmocka_unit_test(four_in_a_row_has_as_many_plays_as_everybody_counts),
        cmocka_unit_test(mills_has_as_many_placements),
        cmocka_unit_test(options_are_those_of_the_table),
        cmocka_unit_test(kuhn_poker_has_thirty_plays),
        cmocka_unit_test(kuhn_poker_is_worth_minus_one_in_eighteen),
        cmocka_unit_test(the_second_chooser_of_a_together_is_asked_in_the_same_state),
        cmocka_unit_test(bridges_is_won_by_who_begins_with_one_of_five_moves),
        cmocka_unit_test(five_alike_come_as_often_as_they_should),
        cmocka_unit_test(equal_dice_are_kept_in_one_way),
        cmocka_unit_test(summits_offers_what_the_dice_make),
        cmocka_unit_test(who_can_climb_nowhere_is_bust),
        cmocka_unit_test(expressions_are_what_the_table_says_of_the_games),
        cmocka_unit_test(boxes_are_worth_what_the_table_says),
        cmocka_unit_test(sums_of_two_of_four_dice_are_counted_right),
        cmocka_unit_test(a_race_of_two_pawns_is_as_long_as_reckoned),
        cmocka_unit_test(floods_spread_once_in_a_chain),
        cmocka_unit_test(points_set_before_a_deck_is_made_count_for_its_cards),
        cmocka_unit_test(every_game_checks_plays_and_keeps_the_contract),
        cmocka_unit_test(the_games_of_the_public_specification_do_so_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
