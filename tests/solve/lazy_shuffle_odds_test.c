// lazy_shuffle_odds_test.c - of a shuffled pile luck lists what is drawn, and odds stay what they
// are.
//
// Each game is opened twice: as it is, and with a rule that looks through its
// pile and never does anything, so that the pile is no bag and every order of
// it is listed. What can come of the two must be the same, to the fraction.
#include "solve/odds.h"

#include "infosets_fixture.h"

static const char looks[] =
    "(do (((== (size (filter (game hloc STOCK) 'C (== (cardatt RANK 'C) ONE))) 99)"
    "      (set (game sto NEVER) 1))))";

// Cards of a duel: one each, and of the four more the higher takes one.
static const char duel[] =
    "(game (setup (create players 2)"
    "  (create deck (game hloc STOCK) (deck (RANK (ONE, TWO, THREE, FOUR)))))"
    " (do ((set (game points HIGH) (((RANK : ONE) 1) ((RANK : TWO) 2) ((RANK : THREE) 3)"
    "                               ((RANK : FOUR) 4)))"
    "      (shuffle (game hloc STOCK))"
    "      (all player 'P (move (top (game hloc STOCK)) (top ('P iloc HAND))))))"
    " %s"
    " (scoring max (sum ((current player) iloc HAND) using (game points HIGH))))";

// A card is drawn, seen, and put back on top, where it is the next to be drawn; the third time all
// are shuffled again. Who draws the one has a point more.
static const char back[] =
    "(game (setup (create players 2)"
    "  (create deck (game hloc STOCK) (deck (RANK (ONE, TWO, THREE)))))"
    " (do ((shuffle (game hloc STOCK))))"
    " %s"
    " (stage player (end (== (game sto TURN) 4))"
    "  (choice ((do ((move (top (game hloc STOCK)) (top (game vloc OPEN)))"
    "                (inc ((current player) sto SEEN) 1)))"
    "           (set ((current player) sto LEFT) (+ ((current player) sto LEFT) 1))))"
    "  (do (((and (> (size (game vloc OPEN)) 0) (== (cardatt RANK (top (game vloc OPEN))) ONE))"
    "        (inc ((current player) sto POINTS) 1))"
    "       (repeat all (move (top (game vloc OPEN)) (top (game hloc STOCK))))"
    "       (inc (game sto TURN) 1)"
    "       ((== (game sto TURN) 2) (shuffle (game hloc STOCK))))))"
    " (scoring max (- (* 2 ((current player) sto POINTS)) ((current player) sto LEFT))))";

// Twins: which of the two ones is drawn makes no difference, and dice are thrown before cards fall.
static const char twins[] =
    "(game (setup (create players 2) (create dicestorage 'DIE (3))"
    "  (create deck (game hloc STOCK) (deck (RANK (ONE))))"
    "  (create deck (game hloc STOCK) (deck (RANK (TWO))))"
    "  (create deck (game hloc STOCK) (deck (RANK (ONE)))))"
    " (do ((set (game points HIGH) (((RANK : ONE) 1) ((RANK : TWO) 2)))"
    "      (shuffle (game hloc STOCK))))"
    " %s"
    " (stage player (end (== (size (game hloc STOCK)) 1))"
    "  (choice ((do ((throwalldice 'DIE)"
    "                (move (top (game hloc STOCK)) (top ((current player) vloc HAND)))"
    "                (inc ((current player) sto POINTS) (dievalue 'DIE))))"
    "           (do ((move (top (game hloc STOCK)) (top ((current player) vloc HAND)))"
    "                (inc ((current player) sto POINTS) 2))))))"
    " (scoring max (+ (sum ((current player) vloc HAND) using (game points HIGH))"
    "                 ((current player) sto POINTS))))";

// Who draws looks at the cards and gives one away by choice: drawn by luck, chosen by nobody else.
static const char chosen[] =
    "(game (setup (create players 2)"
    "  (create deck (game hloc STOCK) (deck (RANK (ONE, TWO, THREE)))))"
    " (do ((set (game points HIGH) (((RANK : ONE) 1) ((RANK : TWO) 2) ((RANK : THREE) 4)))"
    "      (shuffle (game hloc STOCK))"
    "      (move (top (game hloc STOCK)) (top ((0 player) vloc HAND)))))"
    " %s"
    " (stage player (end (== (size (game hloc STOCK)) 0))"
    "  (choice ((do ((move (top (game hloc STOCK)) (top ((0 player) vloc HAND)))"
    "                (any ((0 player) vloc HAND) 'C (move 'C (top ((1 player) vloc HAND)))))))))"
    " (scoring max (sum ((current player) vloc HAND) using (game points HIGH))))";

static void open_text(table *t, const char *form, bool looked_into, const char *settings)
{
    char text[4000];
    dado_error err = { 0 };
    dado_options options;
    dado_game_source source;
    const char *here = strstr(form, "%s");
    snprintf(text, sizeof text, "%.*s%s%s", (int)(here - form), form, looked_into ? looks : "",
             here + 2);
    dado_region_init(&t->region, (size_t)1 << 26);
    assert_true(dado_options_read(&options, "test", settings, &t->region, &err));
    if (!dado_game_source_from_text(&source, "bag.rcy", text, &options, &t->region, &err) ||
        !dado_game_source_open(&source, &t->game, &t->region, &err)) {
        fail_msg("%s", err.text);
    }
}

// Lines of play, every choice and every outcome of luck.
static long lines_from(const dado_game *game, const unsigned char *state)
{
    if (game->rules->actor(game, state) == DADO_NOBODY) {
        dado_error err = { 0 };
        if (!game->rules->sound(game, state, &err)) fail_msg("%s", err.text);
        return 1;
    }
    dado_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
    unsigned char *next = calloc(1, game->state_size);
    int count = game->rules->legal(game, state, moves);
    long lines = 0;
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        memcpy(next, state, game->state_size);
        game->rules->apply(game, next, moves[i]);
        lines += lines_from(game, next);
    }
    free(moves);
    free(next);
    return lines;
}

static long lines_of(const dado_game *game)
{
    unsigned char *start = calloc(1, game->state_size);
    game->rules->start(game, start);
    long lines = lines_from(game, start);
    free(start);
    return lines;
}

static void say_odds(const dado_game *game, dado_text *out)
{
    dado_error err = { 0 };
    dado_odds *odds = dado_odds_compute(game, &(dado_odds_config){ 0 }, &err);
    if (!odds) fail_msg("%s", err.text);
    assert_true(dado_odds_exact(odds));
    for (int seat = 0; seat < game->players; seat++) {
        int64_t values[64];
        int count = dado_odds_values(odds, DADO_ODDS_SCORE, seat, values);
        assert_in_range(count, 1, 64);
        for (int i = 0; i < count; i++) {
            dado_text_addf(out, "%d:%d ", seat, (int)values[i]);
            dado_odds_fraction(odds, DADO_ODDS_SCORE, seat, values[i], out);
            dado_text_char(out, ' ');
        }
        dado_odds_fraction(odds, DADO_ODDS_ALONE, seat, 0, out);
    }
    dado_odds_free(odds);
}

typedef struct expected {
    const char *form;
    long drawn, ordered;  // lines of play
} expected;

static void odds_are_those_of_every_order(void **state)
{
    (void)state;
    static const expected games[] = {
        { duel, 4 * 3, 24 },
        { back, 0, 0 },
        { twins, 0, 0 },
        { chosen, 0, 0 },
    };
    static const char *const ways[] = { "luck = listed", "luck = listed\nways = plain" };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        for (size_t way = 0; way < 2; way++) {
            dado_text said[2] = { { 0 }, { 0 } };
            long lines[2];
            for (int looked_into = 0; looked_into < 2; looked_into++) {
                table t;
                open_text(&t, games[i].form, looked_into, ways[way]);
                say_odds(&t.game, &said[looked_into]);
                lines[looked_into] = lines_of(&t.game);
                dado_region_free(&t.region);
            }
            assert_string_equal(dado_text_string(&said[0]), dado_text_string(&said[1]));
            if (games[i].drawn) assert_int_equal(lines[0], games[i].drawn);
            if (games[i].ordered) assert_int_equal(lines[1], games[i].ordered);
            if (games[i].form == chosen) assert_int_equal(lines[0], lines[1]);
            else assert_true(lines[0] < lines[1] || games[i].form == twins);
            dado_text_free(&said[0]);
            dado_text_free(&said[1]);
        }
    }
}

// A card that is known to lie in the pile may be taken out of it by name.
static void what_is_taken_out_by_name_is_drawn_no_more(void **state)
{
    (void)state;
    static const char named[] =
        "(game (setup (create players 2)"
        "  (create deck (game hloc STOCK) (deck (RANK (ONE, TWO, THREE)))))"
        " (do ((set (game points HIGH) (((RANK : ONE) 1) ((RANK : TWO) 2) ((RANK : THREE) 4)))"
        "      (move (top (game hloc STOCK)) (top (game vloc OPEN)))"
        "      (let (top (game vloc OPEN)) 'C"
        "        (do ((move 'C (top (game hloc STOCK))) (shuffle (game hloc STOCK))"
        "             (move 'C (top ((0 player) vloc HAND))))))"
        "      (move (top (game hloc STOCK)) (top ((1 player) vloc HAND)))))"
        " %s"
        " (scoring max (sum ((current player) vloc HAND) using (game points HIGH))))";
    dado_text said[2] = { { 0 }, { 0 } };
    for (int looked_into = 0; looked_into < 2; looked_into++) {
        table t;
        open_text(&t, named, looked_into, "luck = listed");
        say_odds(&t.game, &said[looked_into]);
        assert_int_equal(lines_of(&t.game), looked_into ? 6 : 2);
        dado_region_free(&t.region);
    }
    assert_string_equal(dado_text_string(&said[0]), dado_text_string(&said[1]));
    assert_string_equal(dado_text_string(&said[0]), "0:4 1 11:1 1/2 1:2 1/2 0");
    dado_text_free(&said[0]);
    dado_text_free(&said[1]);
}

// A pile that somebody sees is no bag: its order is known.
static void an_open_pile_is_shuffled(void **state)
{
    (void)state;
    char text[4000], *at = text;
    for (const char *c = duel; *c;) {  // the same with an open pile
        bool here = strncmp(c, "hloc", 4) == 0;
        *at++ = here ? 'v' : *c;
        c++;
    }
    *at = '\0';
    table t;
    open_text(&t, text, false, "luck = listed");
    assert_int_equal(lines_of(&t.game), 24);
    dado_region_free(&t.region);
}

// The tree that textbooks draw: 30 deals, four folds and five ways to the second round, four cards
// to lay open there and nine ways to bet. Every order of the deck would be 720 * 49 lines.
static void leduc_has_5520_lines(void **state)
{
    (void)state;
    table t;
    open_game(&t, "library/cards/leduc.rcy", "luck = listed");
    assert_int_equal(lines_of(&t.game), 30 * (4 + 5 * 4 * 9));
    dado_region_free(&t.region);
}

// Views do not tell what was not drawn yet, and what they leave open can be dealt anew.
static void a_view_of_a_bag_tells_nothing_of_its_order(void **state)
{
    (void)state;
    table t;
    open_game(&t, "library/cards/leduc.rcy", "luck = listed");
    const dado_game *game = &t.game;
    unsigned char *now = calloc(1, game->state_size), *dealt = calloc(1, game->state_size);
    unsigned char *seen = calloc(1, game->view_size), *again = calloc(1, game->view_size);
    dado_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
    dado_rng luck = dado_rng_stream(7, 0, 0);
    for (int match = 0; match < 200; match++) {
        game->rules->start(game, now);
        for (int actor; (actor = game->rules->actor(game, now)) != DADO_NOBODY;) {
            int count = game->rules->legal(game, now, moves);
            if (actor >= 0) {
                dado_observe(game, now, actor, seen);
                dado_redeal(game, seen, actor, &luck, dealt);
                dado_observe(game, dealt, actor, again);
                assert_memory_equal(seen, again, game->view_size);
            }
            game->rules->apply(game, now, moves[dado_rng_below(&luck, (uint64_t)count)]);
        }
    }
    free(now);
    free(dealt);
    free(seen);
    free(again);
    free(moves);
    dado_region_free(&t.region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(odds_are_those_of_every_order),
        cmocka_unit_test(what_is_taken_out_by_name_is_drawn_no_more),
        cmocka_unit_test(an_open_pile_is_shuffled),
        cmocka_unit_test(leduc_has_5520_lines),
        cmocka_unit_test(a_view_of_a_bag_tells_nothing_of_its_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
