// reference_examples_test.c - the worked examples of the language reference, to the letter.
#include "recycle/open_and_play.h"

static played play_out(const char *text)
{
    described d = describe(text);
    if (!d.opened) fail_msg("%d:%d: %s", d.error.place.line, d.error.place.column, d.error.text);
    played r = play_random(&d, 1, 0, 1000);
    assert_true(r.ended);
    if (!r.sound) fail_msg("%s %s", r.why.code, r.why.text);
    free_described(&d);
    return r;
}

static void assert_scores(const played *r, const int *expected, int count)
{
    for (int i = 0; i < count; i++) assert_int_equal(r->scores[i], expected[i]);
}

static void a_turn_order(void **state)
{
    (void)state;
    played r =
        play_out("(game (setup (create players 3) (create deck (game vloc X) (deck (V (A)))))"
                 "  (stage player (end (== (game sto N) 4))"
                 "    (do ((inc (game sto N) 1)"
                 "         (inc ((current player) sto C) (game sto N)))))"
                 "  (scoring max ((current player) sto C)))");
    assert_scores(&r, (int[]){ 5, 2, 3 }, 3);
}

static void b_queued_turns(void **state)
{
    (void)state;
    played r =
        play_out("(game (setup (create players 4) (create deck (game vloc X) (deck (V (A)))))"
                 "  (stage player (end (== (game sto N) 6))"
                 "    (do ((inc (game sto N) 1)"
                 "         (set ((current player) sto AT) (game sto N))"
                 "         ((== (game sto N) 2) (cycle next current))"
                 "         ((== (game sto N) 4) (cycle next previous)))))"
                 "  (scoring max ((current player) sto AT)))");
    assert_scores(&r, (int[]){ 1, 5, 6, 0 }, 4);
}

static void c_nested_stages(void **state)
{
    (void)state;
    played r =
        play_out("(game (setup (create players 3) (create deck (game vloc X) (deck (V (A)))))"
                 "  (stage player (end (== (game sto ROUND) 3))"
                 "    (stage player (end (== (game sto PLAYED) 3))"
                 "      (do ((inc (game sto PLAYED) 1)"
                 "           (inc (game sto T) 1)"
                 "           ((== (game sto PLAYED) 1)"
                 "            (set ((current player) sto LED) (game sto T))))))"
                 "    (do ((set (game sto PLAYED) 0)"
                 "         (inc (game sto ROUND) 1)"
                 "         (cycle next previous))))"
                 "  (scoring max ((current player) sto LED)))");
    assert_scores(&r, (int[]){ 1, 7, 4 }, 3);
}

// A choice over a hand of A, B, C; its options as they are printed, one a line.
static char *options_of(const char *choice)
{
    char text[4000];
    snprintf(text, sizeof text,
             "(game (setup (create players 2)"
             "  (create deck ((0 player) iloc HAND) (deck (V (A, B, C)))))"
             "  %s (do ((inc (game sto N) 0)))"
             "  (scoring max (+ (game sto N)"
             "                  (+ (game sto K) (size ((current player) iloc HAND))))))",
             choice);
    described d = describe(text);
    if (!d.opened) fail_msg("%d:%d: %s", d.error.place.line, d.error.place.column, d.error.text);
    dado_text out = { 0 };
    d.game.rules->start(&d.game, d.state);
    assert_int_equal(d.game.rules->actor(&d.game, d.state), 0);
    int count = d.game.rules->legal(&d.game, d.state, d.moves);
    for (int i = 0; i < count; i++) {
        d.game.rules->print_move(&d.game, d.state, d.moves[i], &out);
        dado_text_char(&out, '\n');
    }
    free_described(&d);
    return out.data;
}

#define HAND "((current player) iloc HAND)"
#define PILE "(top (game vloc PILE))"

static void d_options(void **state)
{
    (void)state;
    char *said = options_of("(choice ((any " HAND " 'X (do ((move 'X " PILE ")"
                            " (any " HAND " 'Y (move 'Y " PILE "))))) (turn pass)))");
    assert_string_equal(said, "move to PILE: A, B\nmove to PILE: A, C\nmove to PILE: B, A\n"
                              "move to PILE: B, C\nmove to PILE: C, A\nmove to PILE: C, B\npass\n");
    free(said);
    said = options_of("(choice ((do ((any (game vloc EMPTY) 'X (move 'X " PILE "))"
                      " (inc (game sto K) 1)))))");
    assert_string_equal(said, "move to PILE\n");
    free(said);
    said = options_of("(choice ((any " HAND " 'X ((== (cardatt V 'X) B) (move 'X " PILE ")))))");
    assert_string_equal(said, "move to PILE: B\n");
    free(said);
    said = options_of("(choice (((== 1 2) (turn pass))))");
    assert_string_equal(said, "nothing to choose\n");
    free(said);
}

static void e_point_map(void **state)
{
    (void)state;
    played r =
        play_out("(game (setup (create players 5) (create deck (game vloc X)"
                 "   (deck (R (ONE, TWO)) (C (RED (S (H, D))) (BLACK (S (K, P)))))))"
                 "  (do ((set (game points M) (((S : H) 10) ((R : ONE) 1) ((R : ONE) (S : H) 5)))"
                 "       (set ((0 player) sto W) (score (0 (game vloc X)) using (game points M)))"
                 "       (set ((1 player) sto W) (score (4 (game vloc X)) using (game points M)))"
                 "       (set ((2 player) sto W) (score (2 (game vloc X)) using (game points M)))"
                 "       (set ((3 player) sto W) (score (7 (game vloc X)) using (game points M)))"
                 "       (set ((4 player) sto W) (sum (game vloc X) using (game points M)))))"
                 "  (scoring max ((current player) sto W)))");
    assert_scores(&r, (int[]){ 16, 10, 1, 0, 29 }, 5);
}

static void f_groups(void **state)
{
    (void)state;
    played r = play_out(
        "(game (setup (create players 6) (create deck (game vloc X)"
        "   (deck (R (TWO, THREE, FOUR, SIX)) (S (A, B)))))"
        "  (do ((set (game points N) (((R : TWO) 2) ((R : THREE) 3) ((R : FOUR) 4) ((R : SIX) 6)))"
        "       (set ((0 player) sto W) (size (partition R (game vloc X))))"
        "       (set ((1 player) sto W) (size (tuples 2 (game vloc X) using (game points N))))"
        "       (set ((2 player) sto W)"
        "            (size (runs largest 3 (game vloc X) using (game points N))))"
        "       (set ((3 player) sto W)"
        "            (size (runs largest 1 (game vloc X) using (game points N))))"
        "       (set ((4 player) sto W) (size (runs all 2 (game vloc X) using (game points N))))"
        "       (set ((5 player) sto W) (size (subsets (game vloc X))))))"
        "  (scoring max ((current player) sto W)))");
    assert_scores(&r, (int[]){ 4, 4, 8, 10, 16, 256 }, 6);
}

static void g_repetition(void **state)
{
    (void)state;
    described d = describe(
        "(game (setup (create players 2) (create deck ((0 player) iloc HAND) (deck (V (A, B, C)))))"
        "(do ((repeat 3 (inc (game sto K) 2))"
        "     (let (filter ((0 player) iloc HAND) 'C (!= (cardatt V 'C) B)) 'F"
        "       (repeat all (move (top 'F) (top (game vloc PILE)))))))"
        "(scoring max (game sto K)))");
    assert_true(d.opened);
    played r = play_random(&d, 1, 0, 10);
    assert_int_equal(r.scores[0], 6);
    dado_text out = { 0 };
    d.game.rules->print(&d.game, d.state, DADO_NOBODY, &out);
    assert_non_null(strstr(dado_text_string(&out), "game PILE: C A\n"));
    assert_non_null(strstr(dado_text_string(&out), "p0 HAND: B\n"));
    dado_text_free(&out);
    free_described(&d);
}

static void h_piles(void **state)
{
    (void)state;
    described d = describe(
        "(game (setup (create players 6) (create deck (game vloc P) (deck (V (A, B, C))))"
        "        (create deck (game vloc Q) (deck (V (D, E)))))"
        "(do ((set (game points N) (((V : A) 1) ((V : B) 2) ((V : C) 3)))"
        "     (set ((0 player) sto W) (score (top (game vloc P)) using (game points N)))"
        "     (set ((1 player) sto W) (score (bottom (game vloc P)) using (game points N)))"
        "     (set ((2 player) sto W) (score (0 (game vloc P)) using (game points N)))"
        "     (set ((3 player) sto W) (score (2 (game vloc P)) using (game points N)))"
        "     (set ((4 player) sto W) (score (bottom (top 2 (game vloc P))) using (game points N)))"
        "     (set ((5 player) sto W) (score (top (top 2 (game vloc P))) using (game points N)))"
        "     (move (top (game vloc P)) (0 (game vloc Q)))))"
        "(scoring max ((current player) sto W)))");
    assert_true(d.opened);
    played r = play_random(&d, 1, 0, 10);
    assert_scores(&r, (int[]){ 3, 1, 1, 3, 2, 3 }, 6);
    dado_text out = { 0 };
    d.game.rules->print(&d.game, d.state, DADO_NOBODY, &out);
    assert_non_null(strstr(dado_text_string(&out), "game Q: C D E\n"));
    dado_text_free(&out);
    free_described(&d);
}

static void i_dice_and_statistics(void **state)
{
    (void)state;
    described d = describe_with("dice.rcy",
                                "(game (setup (create players 2) (create dicestorage 'D (6) (6)))"
                                "  (stage player (end (== (game sto R) 2))"
                                "    (stage player (end (== (game sto M) 2))"
                                "      (do ((throwalldice 'D)"
                                "           (inc ((current player) sto SCORE) (dievalue 'D))"
                                "           (inc (game sto M) 1))))"
                                "    (do ((set (game sto M) 0)"
                                "         (inc (game sto R) 1)"
                                "         (saveturnstats SCORE roundnumber R)"
                                "         (cycle current previous))))"
                                "  (scoring max ((current player) sto SCORE)))",
                                (const char *const[]){ "luck", "listed", NULL });
    assert_true(d.opened);
    const dado_game *g = &d.game;
    // The throws 7, 4, 8, 5, each as two dice; an outcome is a face less one.
    static const int dice[] = { 3 - 1, 4 - 1, 1 - 1, 3 - 1, 6 - 1, 2 - 1, 4 - 1, 1 - 1 };
    int thrown = 0, rows = 0;
    int32_t scores[2];
    dado_text told = { 0 };
    g->rules->start(g, d.state);
    while (g->rules->actor(g, d.state) != DADO_NOBODY) {
        assert_int_equal(g->rules->actor(g, d.state), DADO_CHANCE);
        int count = g->rules->legal(g, d.state, d.moves);
        dado_move move = 0;
        if (count == 6) move = d.moves[dice[thrown++]];
        g->rules->write_move_json(g, d.state, move, &told);
        int before = g->rules->round(g, d.state);
        g->rules->apply(g, d.state, move);
        if (g->rules->round(g, d.state) == before) continue;
        g->rules->scores(g, d.state, scores);
        assert_int_equal(scores[0], rows == 0 ? 7 : 15);
        assert_int_equal(scores[1], rows == 0 ? 4 : 9);
        rows++;
    }
    assert_int_equal(thrown, 8);
    assert_int_equal(rows, 2);
    assert_non_null(strstr(dado_text_string(&told), "{\"round\":1,\"scores\":[7,4]}"));
    assert_non_null(strstr(dado_text_string(&told), "{\"round\":2,\"scores\":[15,9]}"));
    g->rules->scores(g, d.state, scores);
    assert_int_equal(scores[0], 15);
    assert_int_equal(scores[1], 9);
    dado_text_free(&told);
    free_described(&d);
}

static void j_a_whole_small_game(void **state)
{
    (void)state;
    described d =
        describe(";; Follow the suit\n"
                 "(game"
                 "  (declare (CLUBS, HEARTS) 'SUITS)"
                 "  (setup (create players 2)"
                 "    (create deck (game iloc STOCK)"
                 "      (deck (SUIT ('SUITS)) (RANK (ONE, TWO, THREE, FOUR)))))"
                 "  (do ((shuffle (game iloc STOCK))"
                 "       (all player 'P (repeat 4 (move (top (game iloc STOCK))"
                 "                                      (top ('P iloc HAND)))))"
                 "       (set (game str LED) NONE)))"
                 "  (stage player (end (all player 'P (== (size ('P iloc HAND)) 0)))"
                 "    (stage player (end (all player 'P (== (size ('P vloc TRICK)) 1)))"
                 "      (choice ("
                 "        ((== (game str LED) NONE)"
                 "         (any ((current player) iloc HAND) 'C"
                 "           (do ((set (game str LED) (cardatt SUIT 'C))"
                 "                (move 'C (top ((current player) vloc TRICK)))))))"
                 "        ((!= (game str LED) NONE)"
                 "         (let (filter ((current player) iloc HAND) 'C"
                 "                      (== (cardatt SUIT 'C) (game str LED))) 'FOLLOW"
                 "           (do (((> (size 'FOLLOW) 0)"
                 "                 (any 'FOLLOW 'C (move 'C (top ((current player) vloc TRICK)))))"
                 "                ((== (size 'FOLLOW) 0)"
                 "                 (any ((current player) iloc HAND) 'C"
                 "                   (move 'C (top ((current player) vloc TRICK))))))))))))"
                 "    (do ((set (game points ORDER)"
                 "              (((SUIT : (game str LED)) 10)"
                 "               ((RANK : FOUR) 4) ((RANK : THREE) 3)"
                 "               ((RANK : TWO) 2) ((RANK : ONE) 1)))"
                 "         (cycle next (owner (max (union (all player 'P ('P vloc TRICK)))"
                 "                                 using (game points ORDER))))"
                 "         (inc ((next player) sto TRICKS) 1)"
                 "         (all player 'P (move (top ('P vloc TRICK)) (top (game vloc DISCARD))))"
                 "         (set (game str LED) NONE))))"
                 "  (scoring max ((current player) sto TRICKS)))");
    assert_true(d.opened);
    assert_string_equal(d.game.rules->title, "Follow the suit");
    for (uint64_t match = 0; match < 200; match++) {
        played r = play_random(&d, 3, match, 100);
        assert_true(r.ended && r.sound);
        assert_int_equal(r.choices, 8);
        assert_int_equal(r.scores[0] + r.scores[1], 4);
    }
    free_described(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turn_order),          cmocka_unit_test(b_queued_turns),
        cmocka_unit_test(c_nested_stages),       cmocka_unit_test(d_options),
        cmocka_unit_test(e_point_map),           cmocka_unit_test(f_groups),
        cmocka_unit_test(g_repetition),          cmocka_unit_test(h_piles),
        cmocka_unit_test(i_dice_and_statistics), cmocka_unit_test(j_a_whole_small_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
