// language_ambiguities_test.c - what holds here where the first programs for this language
// disagreed or erred.
//
// Numbers are those of the list of ambiguities in the language reference. Most
// are a small game without choices whose final scores tell which way it went.
#include "recycle/open_and_play.h"

typedef struct decision {
    const char *number;
    const char *setup;  // players and components
    const char *elements;
    const char *scoring;
    int scores[4];
} decision;

#define TWO "(create players 2) "
#define PILE "(create deck (game vloc P) (deck (V (A, B, C))))"
#define NUMBERS "(set (game points N) (((V : A) 1) ((V : B) 2) ((V : C) 3)))"
#define W(player, value) "(set ((" #player " player) sto W) " value ")"
#define SCORE "((current player) sto W)"
// The cards of a pile as a number: 123 for A B C from the bottom.
#define READ(pile) \
    "(+ (* 100 (score (0 " pile ") using (game points N)))" \
    " (+ (* 10 (score (1 " pile ") using (game points N)))" \
    " (score (2 " pile ") using (game points N))))"

// clang-format off
static const decision decisions[] = {
    { "1: numbers are read whole", TWO PILE, "(do (" W(0, "(+ 12 25)") "))", SCORE, { 37, 0 } },
    { "3: a comment ends with the file, too", TWO PILE, "(do (" W(1, "4") "))", SCORE, { 0, 4 } },
    { "6: variables of all types compare", TWO PILE,
      "(do ((let (top (game vloc P)) 'X (let (top (game vloc P)) 'Y ((== 'X 'Y) " W(0, "1") ")))"
      " (let HEARTS 'S (let HEARTS 'T ((== 'S 'T) " W(1, "2") ")))))", SCORE, { 1, 2 } },
    { "6: a truth value can be bound and used", TWO PILE,
      "(do ((let (== 1 1) 'YES ('YES " W(0, "5") "))"
      " (let 3 'A (let 'A 'B " W(1, "'B") "))))", SCORE, { 5, 3 } },
    { "7: a player compares with a player form", TWO PILE,
      "(do ((all player 'P ((== 'P (current player)) (inc ('P sto W) 7)))))", SCORE, { 7, 0 } },
    { "10: components are made in the order of the text", TWO
      "(repeat 2 (create deck (game vloc P) (deck (V (A)))))"
      "(create deck (game vloc P) (deck (V (C))))",
      "(do (" NUMBERS W(0, READ("(game vloc P)")) "))", SCORE, { 113, 0 } },
    { "11: every group of values counts, with all that is nested in it", TWO
      "(create deck (game vloc P) (deck (R (ONE, TWO) (THREE (S (H, D)) (T (E, F))))))",
      "(do (" W(0, "(size (game vloc P))")
      W(1, "(size (filter (game vloc P) 'C (== (cardatt T 'C) F)))") "))", SCORE, { 6, 2 } },
    { "12: players without a team have their own", "(create players 4) (create teams (0, 2)) " PILE,
      "(do (" W(0, "(size team)") "(all team 'T (inc ('T sto X) (size 'T)))"
      W(1, "((team (3 player)) sto X)") W(2, "((team (2 player)) sto X)") "))", SCORE,
      { 3, 1, 2, 0 } },
    { "14: teams made in play replace the old ones",
      "(create players 4) (create teams (0, 2) (1, 3)) " PILE,
      "(do ((inc ((0 team) sto X) 5) (create teams (0, 1) (2, 3))"
      W(0, "(size team)") W(1, "((0 team) sto X)")
      "((== (team (1 player)) (team (0 player))) " W(2, "9") ")))", SCORE, { 2, 0, 9, 0 } },
    { "15: a stage that ends at once leaves nothing behind", TWO PILE,
      "(stage player (end (== (game sto N) 2))"
      " (stage player (end (== 1 1)) (do ((inc (game sto NEVER) 1))))"
      " (do ((inc (game sto N) 1) (inc ((current player) sto W) 1))))", SCORE, { 1, 1 } },
    { "16: as many steps without a choice as it takes", TWO PILE,
      "(stage player (end (== (game sto N) 3000))"
      " (do ((inc (game sto N) 1) (inc ((current player) sto W) 1))))", SCORE, { 1500, 1500 } },
    { "18: the other teams", "(create players 4) (create teams (0, 2) (1, 3)) " PILE,
      "(do (" W(0, "(size (other team))") "(all (other team) 'T (all 'T 'P (inc ('P sto W) 1)))))",
      SCORE, { 1, 1, 0, 1 } },
    { "19: next and previous team", "(create players 3) " PILE,
      "(do ((inc ((next team) sto X) 1) (inc ((previous team) sto X) 2)"
      W(0, "((0 team) sto X)") W(1, "((1 team) sto X)") W(2, "((2 team) sto X)") "))", SCORE,
      { 0, 1, 2 } },
    { "20: repeat works out its act afresh", TWO PILE,
      "(do ((repeat 3 (inc ((0 player) sto W) (+ 1 ((0 player) sto W))))))", SCORE, { 7, 0 } },
    { "20: n moves of a filter's top move n cards", TWO PILE,
      "(do ((repeat 2 (move (top (filter (game vloc P) 'C (!= (cardatt V 'C) B)))"
      " (top ((1 player) vloc GOT))))" W(0, "(size (game vloc P))")
      W(1, "(size ((1 player) vloc GOT))") "))", SCORE, { 1, 2 } },
    { "21: repeat all drains a bound filter", TWO PILE,
      "(do ((let (filter (game vloc P) 'C (!= (cardatt V 'C) B)) 'F"
      " (do ((repeat all (move (top 'F) (top ((1 player) vloc GOT)))) " W(0, "(size 'F)") ")))"
      W(1, "(size ((1 player) vloc GOT))") "))", SCORE, { 0, 2 } },
    { "22: all goes over a snapshot", TWO PILE,
      "(do ((all (game vloc P) 'C (move 'C (top ((1 player) vloc GOT))))"
      W(1, "(size ((1 player) vloc GOT))") "))", SCORE, { 0, 3 } },
    { "23: any outside a choice is all", TWO PILE,
      "(do ((any player 'P (inc ('P sto W) 2))))", SCORE, { 2, 2 } },
    { "24: an outer variable comes back", TWO PILE,
      "(do ((let 5 'X (do ((let 6 'X " W(0, "'X") ") " W(1, "'X") ")))))", SCORE, { 6, 5 } },
    { "26: faro weaves", TWO PILE "(create deck (game vloc Q) (deck (V (B, C, A, A))))",
      "(do (" NUMBERS "(shuffle faro (game vloc P) (game vloc Q))"
      W(0, READ("(top 3 (game vloc P))")) W(1, READ("(bottom 3 (game vloc P))")) "))", SCORE,
      { 311, 122 } },
    { "26: sort ascends, and a number may name a place", TWO
      "(create deck (game vloc 3) (deck (V (C, A, B))))",
      "(do (" NUMBERS W(0, READ("(sort (game vloc 3) using (game points N))")) "))", SCORE,
      { 123, 0 } },
    { "27: moving the actual card of a memory keeps the memory", TWO PILE,
      "(do ((remember (top (game vloc P)) (top (game mem M)))"
      " (move (actual (top (game mem M))) (top ((1 player) vloc GOT)))"
      W(0, "(+ (* 10 (size (game vloc P))) (size (game mem M)))")
      W(1, "(size ((1 player) vloc GOT))") "))", SCORE, { 21, 1 } },
    { "36: cards are equal when they are the same card", TWO
      "(create deck (game vloc P) (deck (V (A)))) (create deck (game vloc P) (deck (V (A))))",
      "(do (((== (top (game vloc P)) (1 (game vloc P))) " W(0, "1") ")"
      " ((!= (top (game vloc P)) (0 (game vloc P))) (inc ((0 player) sto W) 2))"
      " ((== (top (game vloc NONE)) (top (game vloc NONE))) (inc ((0 player) sto W) 4))"
      " ((!= (top (game vloc NONE)) (top (game vloc NONE))) (inc ((0 player) sto W) 8))))", SCORE,
      { 11, 0 } },
    { "37: negative scores have a maximum", TWO PILE,
      "(do ((set (game points N) (((V : A) (- 0 5)) ((V : B) (- 0 2)) ((V : C) (- 0 9))))"
      W(0, "(score (max (game vloc P) using (game points N)) using (game points N))")
      W(1, "(score (min (game vloc P) using (game points N)) using (game points N))") "))", SCORE,
      { -2, -9 } },
    { "38: tuples of any score", TWO PILE PILE,
      "(do ((set (game points N) (((V : A) 100) ((V : B) (- 0 7)) ((V : C) 13)))"
      W(0, "(size (tuples 2 (game vloc P) using (game points N)))") "))", SCORE, { 3, 0 } },
    { "39: intersect over all", TWO PILE,
      "(do (" W(0, "(size (intersect (all player 'P (game vloc P))))")
      W(1, "(size (intersect (game vloc P) (top 2 (game vloc P)) (bottom 2 (game vloc P))))") "))",
      SCORE, { 3, 1 } },
    { "40: the union of nothing is nothing", TWO PILE,
      "(do (" W(0, "(size (union (all (filter player 'P (== 1 2)) 'P ('P vloc X))))") "))", SCORE,
      { 0, 0 } },
    { "41: the top n keep their order, and all if there are fewer", TWO PILE,
      "(do (" NUMBERS W(0, READ("(top 9 (game vloc P))"))
      W(1, "(score (bottom (top 2 (game vloc P))) using (game points N))") "))", SCORE,
      { 123, 2 } },
    { "42: all runs, each once", TWO PILE,
      "(do (" NUMBERS W(0, "(size (runs all 1 (game vloc P) using (game points N)))")
      W(1, "(all (runs all 2 (game vloc P) using (game points N)) 'R (size 'R))") "))", SCORE,
      { 6, 7 } },
    { "43: all and any stop as soon as they know", TWO PILE,
      "(do (((any (range 0 .. 3) 'I (== (// 6 (- 1 'I)) 6)) " W(0, "1") ")"
      " ((not (all (range 0 .. 3) 'I (== (// 6 (- 1 'I)) 1))) " W(1, "2") ")))", SCORE, { 1, 2 } },
    { "44: a filter of groups drops the empty ones", TWO PILE,
      "(do (" W(0, "(size (filter (subsets (game vloc P)) 'S (< (size 'S) 2)))") "))", SCORE,
      { 3, 0 } },
    { "45: a computed index into groups", TWO PILE,
      "(do (" NUMBERS
      W(0, "(score (top ((+ 1 1) (partition V (game vloc P)))) using (game points N))")
      "))", SCORE, { 3, 0 } },
    { "46: the attribute of no card is empty", TWO PILE,
      "(do (((== (cardatt V (top (game vloc NONE))) (game str UNSET)) " W(0, "1") ")))", SCORE,
      { 1, 0 } },
    { "49: a map never set scores 0", TWO PILE,
      "(do (" W(0, "(+ 3 (sum (game vloc P) using (game points NONE)))") "))", SCORE, { 3, 0 } },
    { "7: whole division and remainder", TWO PILE,
      "(do (" W(0, "(// (- 0 7) 2)") W(1, "(% (- 0 7) 2)") "))", SCORE, { -3, -1 } },
    { "7: powers, triangles, Fibonacci", TWO PILE,
      "(do (" W(0, "(+ (^ 2 10) (tri 4))") W(1, "(+ (fib 0) (+ (fib 1) (fib 10)))") "))", SCORE,
      { 1034, 56 } },
    { "7: disjunction has what occurs once", TWO PILE,
      "(do (" W(0, "(size (disjunction (game vloc P) (top 1 (game vloc P))))") "))", SCORE,
      { 2, 0 } },
    { "7: a run from the top", TWO "(create deck (game vloc P) (deck (V (A, C, B))))",
      "(do (" NUMBERS W(0, "(size (run top 2 (game vloc P) using (game points N)))")
      W(1, READ("(run bottom 3 (game vloc P) using (game points N))")) "))", SCORE, { 3, 123 } },
};
// clang-format on

static void each_decision_goes_the_way_that_is_written(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof decisions / sizeof *decisions; i++) {
        const decision *c = &decisions[i];
        char text[4000];
        snprintf(text, sizeof text, "(game (setup %s) %s (scoring max %s)) ;; the end", c->setup,
                 c->elements, c->scoring);
        described d = describe(text);
        if (!d.opened) {
            print_error("%s: %d: %s\n", c->number, d.error.place.column, d.error.text);
            wrong++;
            free_described(&d);
            continue;
        }
        played r = play_random(&d, 5, 0, 100);
        bool fine = r.ended && r.sound;
        for (int p = 0; p < d.game.players; p++) fine = fine && r.scores[p] == c->scores[p];
        if (!fine) {
            print_error("%s: %d %d %d %d %s\n", c->number, r.scores[0], r.scores[1], r.scores[2],
                        r.scores[3], r.why.text);
            wrong++;
        }
        free_described(&d);
    }
    assert_int_equal(wrong, 0);
}

static described small(const char *setup, const char *elements)
{
    char text[4000];
    snprintf(text, sizeof text, "(game (setup %s) %s (scoring max ((current player) sto W)))",
             setup, elements);
    return describe(text);
}

static void assert_stops(const char *elements, const char *code)
{
    described d = small(TWO PILE, elements);
    if (!d.opened) fail_msg("%s", d.error.text);
    played r = play_random(&d, 5, 0, 100);
    assert_true(r.ended);
    assert_false(r.sound);
    assert_string_equal(r.why.code, code);
    assert_true(r.why.place.line == 1 && r.why.place.column > 1);
    free_described(&d);
}

static void errors_stop_the_play_with_their_code(void **state)
{
    (void)state;
    assert_stops("(do ((move (top (game vloc NONE)) (top (game vloc P)))))", "R601");
    assert_stops("(do ((remember (top (game vloc NONE)) (top (game mem M)))))", "R601");
    assert_stops("(do (" W(0, "(score (top (game vloc NONE)) using (game points N))") "))", "R602");
    assert_stops("(do ((cycle next (owner (top (game vloc NONE))))))", "R602");
    assert_stops("(do ((let (top (game vloc NONE)) 'C (move 'C (top (game vloc P))))))", "R602");
    assert_stops("(do ((move (max (game vloc NONE) using (game points N)) (top (game vloc P)))))",
                 "R603");
    assert_stops("(do (" W(0, "(size (top (partition V (game vloc NONE))))") "))", "R604");
    assert_stops("(do ((move (7 (game vloc P)) (top (game vloc P)))))", "R605");
    assert_stops("(do ((move (0 (game vloc P)) (7 (game vloc P)))))", "R605");
    assert_stops("(do (" W(0, "(// 1 (game sto Z))") "))", "R606");
    assert_stops("(do (" W(0, "(^ 2 (game sto Z))") W(0, "(^ 10 (+ 30 (game sto Z)))") "))",
                 "R607");
    assert_stops("(do ((set ((0 player) sto W) (+ 2147483647 ((1 player) sto W)))"
                 " (inc ((0 player) sto W) 1)))",
                 "R607");
    assert_stops("(do (" W(0, "(fib (- (game sto Z) 1))") "))", "R607");
    assert_stops("(do (" W(0, "(random (- (game sto Z) 1))") "))", "R607");
    assert_stops("(do ((cycle next (owner (top (game vloc P))))))", "R608");
    assert_stops("(do ((inc (((+ 2 (game sto Z)) player) sto W) 1)))", "R609");
    assert_stops("(stage player (end (== (game sto Z) 1))"
                 " (do ((inc (game sto A) 1) (dec (game sto A) 1)"
                 "      ((== 1 2) (set (game sto Z) 1)))))",
                 "R610");
}

static void too_many_subsets_are_a_limit(void **state)
{
    (void)state;
    described d = small(TWO "(repeat 21 (create deck (game vloc P) (deck (V (A)))))",
                        "(do (" W(0, "(size (subsets (game vloc P)))") "))");
    assert_true(d.opened);
    played r = play_random(&d, 5, 0, 100);
    assert_false(r.sound);
    assert_int_equal(r.why.status, DADO_LIMIT);
    free_described(&d);
}

static void no_option_is_skipped_and_counted_unless_strict(void **state)
{
    (void)state;
    const char *elements = "(choice (((== (game sto Z) 1) (set (game sto Z) 1))))"
                           "(do (" W(0, "1") "))";
    described d = small(TWO PILE, elements);
    played r = play_random(&d, 5, 0, 100);
    assert_true(r.ended && r.sound);
    assert_int_equal(r.empty, 1);
    assert_int_equal(r.scores[0], 1);
    free_described(&d);
    char text[1000];
    snprintf(text, sizeof text, "(game (setup " TWO PILE ") %s (scoring max " SCORE "))", elements);
    d = describe_with("strict.rcy", text, (const char *const[]){ "strict", "yes", NULL });
    assert_true(d.opened);
    r = play_random(&d, 5, 0, 100);
    assert_false(r.sound);
    assert_string_equal(r.why.code, "R611");
    free_described(&d);
}

static void a_choice_may_stand_in_a_let(void **state)
{
    (void)state;
    described d =
        small(TWO PILE, "(let (filter (game vloc P) 'C (!= (cardatt V 'C) B)) 'F"
                        " (let (random 1) 'R"
                        "  (choice ((any 'F 'C (do ((move 'C (top ((current player) vloc GOT)))"
                        "    (set ((current player) sto W) (+ 10 'R))))))))) "
                        "(do ((inc ((1 player) sto W) (size ((0 player) vloc GOT)))))");
    if (!d.opened) fail_msg("%s", d.error.text);
    bool seen[2] = { false, false };
    for (uint64_t match = 0; match < 40; match++) {
        played r = play_random(&d, 5, match, 100);
        assert_true(r.ended && r.sound);
        assert_int_equal(r.options, 2);
        assert_int_equal(r.scores[1], 1);
        assert_in_range(r.scores[0], 10, 11);
        seen[r.scores[0] - 10] = true;
    }
    assert_true(seen[0] && seen[1]);
    free_described(&d);
}

static void ties_for_the_maximum_are_even(void **state)
{
    (void)state;
    described d = small(TWO PILE, "(do ((set (game points N) (((V : A) 1) ((V : B) 1) ((V : C) 1)))"
                                  " (let (max (game vloc P) using (game points N)) 'C"
                                  "  (do (((== (cardatt V 'C) A) " W(
                                      0, "1") ") ((== (cardatt V 'C) C) " W(1, "1") "))))))");
    int first = 0, last = 0;
    for (uint64_t match = 0; match < 3000; match++) {
        played r = play_random(&d, 5, match, 100);
        first += r.scores[0];
        last += r.scores[1];
    }
    assert_in_range(first, 900, 1100);
    assert_in_range(last, 900, 1100);
    free_described(&d);
}

static void listing_leaves_no_trace_and_throws_wait_for_the_choice(void **state)
{
    (void)state;
    described d =
        small(TWO PILE "(create dicestorage 'D (6)) ",
              "(choice ((do ((any (game vloc P) 'C (move 'C (top ((current player) vloc GOT))))"
              "   (throwalldice 'D) (inc ((current player) sto W) (dievalue 'D))"
              "   (saveturnstats W roundnumber R)))"
              " (turn pass)))");
    if (!d.opened) fail_msg("%s", d.error.text);
    const dado_game *g = &d.game;
    unsigned char before[1024];
    g->rules->start(g, d.state);
    memcpy(before, d.state, g->state_size);
    assert_int_equal(g->rules->legal(g, d.state, d.moves), 4);
    assert_memory_equal(before, d.state, g->state_size);
    // The throw waits for luck; the card that was picked has not moved meanwhile.
    g->rules->apply(g, d.state, d.moves[1]);
    assert_int_equal(g->rules->actor(g, d.state), DADO_CHANCE);
    dado_text table = { 0 };
    g->rules->print(g, d.state, DADO_NOBODY, &table);
    assert_non_null(strstr(dado_text_string(&table), "game P: A B C"));
    g->rules->apply(g, d.state, 12345);
    dado_text_clear(&table);
    g->rules->print(g, d.state, DADO_NOBODY, &table);
    assert_non_null(strstr(dado_text_string(&table), "p0 GOT: B"));
    assert_int_equal(g->rules->round(g, d.state), 1);
    dado_text_free(&table);
    free_described(&d);
}

static void the_rest_of_an_option_follows_its_any(void **state)
{
    (void)state;
    // 31: what comes after an `any` runs after its body, for every element alike.
    described d = small(
        TWO PILE, "(choice ((do ((any (game vloc P) 'C (move 'C (top ((current player) vloc GOT))))"
                  "   (set ((current player) sto W) (size ((current player) vloc GOT)))))))");
    const dado_game *g = &d.game;
    for (int k = 0; k < 3; k++) {
        int32_t scores[2];
        g->rules->start(g, d.state);
        assert_int_equal(g->rules->legal(g, d.state, d.moves), 3);
        g->rules->apply(g, d.state, d.moves[k]);
        g->rules->scores(g, d.state, scores);
        assert_int_equal(scores[0], 1);
    }
    free_described(&d);
}

// 9: with declarations in front the setup still runs once.
static void setup_runs_once_behind_declarations(void **state)
{
    (void)state;
    described d = describe("(game (declare 2 'N) (declare (A, B) 'V) (setup (create players 'N)"
                           " (create deck (game vloc P) (deck (V ('V)))))"
                           " (do ((set ((0 player) sto W) (size (game vloc P)))))"
                           " (scoring max ((current player) sto W)))");
    if (!d.opened) fail_msg("%s", d.error.text);
    assert_int_equal(play_random(&d, 1, 0, 10).scores[0], 2);
    free_described(&d);
}

// 28: the number of the round is the table's, whoever else has a storage of that name.
static void the_round_is_counted_by_the_table(void **state)
{
    (void)state;
    described d = small(TWO PILE, "(choice ((turn pass)))"
                                  "(do ((set ((0 player) sto R) 77) (inc (game sto R) 3)"
                                  "   (saveturnstats W roundnumber R)))");
    if (!d.opened) fail_msg("%s", d.error.text);
    const dado_game *g = &d.game;
    g->rules->start(g, d.state);
    assert_int_equal(g->rules->legal(g, d.state, d.moves), 1);
    dado_text told = { 0 };
    g->rules->write_move_json(g, d.state, d.moves[0], &told);
    assert_non_null(strstr(dado_text_string(&told), "\"round\":3,"));
    assert_null(strstr(dado_text_string(&told), "\"round\":77"));
    dado_text_free(&told);
    free_described(&d);
}

// 30: what the dice show is part of the state, and goes on in a copy.
static void dice_are_copied_with_the_state(void **state)
{
    (void)state;
    described d = small(TWO "(create dicestorage 'D (6) (6))",
                        "(do ((throwalldice 'D)))"
                        "(choice ((turn pass)))"
                        "(do ((inc ((current player) sto W) (dievalue 'D))))");
    const dado_game *g = &d.game;
    int32_t first[2], second[2];
    unsigned char copy[1024];
    g->rules->start(g, d.state);
    g->rules->apply(g, d.state, 4711);
    assert_int_equal(g->rules->actor(g, d.state), 0);
    memcpy(copy, d.state, g->state_size);
    g->rules->legal(g, d.state, d.moves);
    g->rules->apply(g, d.state, d.moves[0]);
    g->rules->apply(g, copy, d.moves[0]);
    g->rules->scores(g, d.state, first);
    g->rules->scores(g, copy, second);
    assert_true(first[0] >= 2 && first[0] <= 12);
    assert_int_equal(first[0], second[0]);
    free_described(&d);
}

// 32, 33: `all` in an option runs forwards, and an `any` is offered first to last.
static void options_and_loops_run_forwards(void **state)
{
    (void)state;
    described d = small(
        TWO PILE, "(do (" NUMBERS "))"
                  "(choice ((any (game vloc P) 'C (inc ((current player) sto W)"
                  "   (score 'C using (game points N))))"
                  " (all (game vloc P) 'C (set ((current player) sto W)"
                  "   (+ (* 10 ((current player) sto W)) (score 'C using (game points N)))))))");
    const dado_game *g = &d.game;
    static const int expected[] = { 1, 2, 3, 123 };
    for (int k = 0; k < 4; k++) {
        int32_t scores[2];
        g->rules->start(g, d.state);
        assert_int_equal(g->rules->legal(g, d.state, d.moves), 4);
        g->rules->apply(g, d.state, d.moves[k]);
        g->rules->scores(g, d.state, scores);
        assert_int_equal(scores[0], expected[k]);
    }
    free_described(&d);
}

static void words_do_not_run_together_and_errors_are_never_played(void **state)
{
    (void)state;
    described d = small(TWO PILE, "(do ((inc ((currentplayer) sto W) 1)))");
    assert_false(d.opened);
    assert_string_equal(d.error.code, "E103");
    free_described(&d);
    d = small(TWO PILE, "(do ((set (game sto A B C) 1)))");
    assert_false(d.opened);
    assert_string_equal(d.error.code, "E110");
    free_described(&d);
}

static void teams_may_have_players_beyond_nine(void **state)
{
    (void)state;
    described d = small("(create players 12) (create teams (0, 11) (10, 1)) " PILE,
                        "(do ((all (team (11 player)) 'P (inc ('P sto W) 1))))");
    if (!d.opened) fail_msg("%s", d.error.text);
    played r = play_random(&d, 5, 0, 100);
    assert_int_equal(r.scores[0], 1);
    assert_int_equal(r.scores[11], 1);
    assert_int_equal(r.scores[1], 0);
    free_described(&d);
}

static void everyone_who_ties_shares_the_win(void **state)
{
    (void)state;
    described d = small(TWO PILE, "(do (" W(0, "3") W(1, "3") "))");
    played r = play_random(&d, 5, 0, 100);
    assert_int_equal(r.places[0], 0);
    assert_int_equal(r.places[1], 0);
    free_described(&d);
}

static void an_oloc_is_seen_by_all_but_its_owner(void **state)
{
    (void)state;
    described d = small(TWO "(create deck ((0 player) oloc HAT) (deck (V (A, B))))",
                        "(choice ((turn pass)))");
    const dado_game *g = &d.game;
    dado_text table = { 0 };
    g->rules->start(g, d.state);
    g->rules->print(g, d.state, 0, &table);
    assert_non_null(strstr(dado_text_string(&table), "2 hidden"));
    dado_text_clear(&table);
    g->rules->print(g, d.state, 1, &table);
    assert_non_null(strstr(dado_text_string(&table), "A B"));
    dado_text_free(&table);
    free_described(&d);
}

static void a_declared_value_can_be_given_from_outside(void **state)
{
    (void)state;
    const char *text = "(game (declare 2 'N) (declare (A, B) 'L) (setup (create players 'N)"
                       " (create deck (game vloc P) (deck (V ('L)))))"
                       " (do ((inc ((current player) sto W) (size (game vloc P)))))"
                       " (scoring max ((current player) sto W)))";
    const char *const given[] = { "N", "3", "L", "(X, Y, Z)", NULL };
    described d = describe_with("t.rcy", text, given);
    if (!d.opened) fail_msg("%s", d.error.text);
    assert_int_equal(d.game.players, 3);
    played r = play_random(&d, 5, 0, 100);
    assert_int_equal(r.scores[0], 3);
    free_described(&d);
    d = describe_with("t.rcy", text, (const char *const[]){ "M", "3", NULL });
    assert_false(d.opened);
    assert_non_null(strstr(d.error.text, "no option M"));
    free_described(&d);
    d = describe_with("t.rcy", text, (const char *const[]){ "N", "a few", NULL });
    assert_false(d.opened);
    free_described(&d);
}

static void decks_made_in_play_are_new_cards(void **state)
{
    (void)state;
    described d =
        small(TWO PILE, "(do ((repeat 16 (create deck (game vloc P) (deck (V (A, B)))))" W(
                            0, "(size (game vloc P))") "))");
    played r = play_random(&d, 5, 0, 100);
    assert_true(r.sound);
    assert_int_equal(r.scores[0], 35);
    free_described(&d);
    assert_stops("(do ((repeat 17 (create deck (game vloc P) (deck (V (A)))))))", "R610");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_decision_goes_the_way_that_is_written),
        cmocka_unit_test(errors_stop_the_play_with_their_code),
        cmocka_unit_test(too_many_subsets_are_a_limit),
        cmocka_unit_test(no_option_is_skipped_and_counted_unless_strict),
        cmocka_unit_test(a_choice_may_stand_in_a_let),
        cmocka_unit_test(ties_for_the_maximum_are_even),
        cmocka_unit_test(listing_leaves_no_trace_and_throws_wait_for_the_choice),
        cmocka_unit_test(the_rest_of_an_option_follows_its_any),
        cmocka_unit_test(setup_runs_once_behind_declarations),
        cmocka_unit_test(the_round_is_counted_by_the_table),
        cmocka_unit_test(dice_are_copied_with_the_state),
        cmocka_unit_test(options_and_loops_run_forwards),
        cmocka_unit_test(words_do_not_run_together_and_errors_are_never_played),
        cmocka_unit_test(teams_may_have_players_beyond_nine),
        cmocka_unit_test(everyone_who_ties_shares_the_win),
        cmocka_unit_test(an_oloc_is_seen_by_all_but_its_owner),
        cmocka_unit_test(a_declared_value_can_be_given_from_outside),
        cmocka_unit_test(decks_made_in_play_are_new_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
