// The short ways of the machine lead where the plain one does: a game opened
// with `ways=plain` takes none of them, and lists the same options and leaves
// the same bytes. So does a game of the usual kind while somebody listens.
#include <dirent.h>

#include "recycle/null_hooks.h"
#include "recycle/open_and_play.h"

static void both_ways(described *d, const described *judge, uint64_t match)
{
    const dado_game *g = &d->game;
    const rcy_program *p = g->data, *plain = judge->game.data;
    assert_true(plain->plain && !p->plain);
    assert_int_equal(g->state_size, judge->game.state_size);
    assert_int_equal(g->max_moves, judge->game.max_moves);
    rcy_hooks hooks = null_hooks();
    unsigned char *other = malloc(g->state_size);
    dado_move *listed = malloc(sizeof *listed * (size_t)g->max_moves);
    dado_rng luck = dado_rng_stream(5, match, DADO_STREAM_CHANCE);
    g->rules->start(&judge->game, judge->state);
    g->rules->start(g, d->state);
    assert_memory_equal(d->state, judge->state, g->state_size);
    for (int step = 0; step < 2000; step++) {
        int actor = g->rules->actor(g, d->state);
        if (actor == DADO_NOBODY) break;
        dado_move move;
        if (actor == DADO_CHANCE) {
            move = dado_draw_outcome(g, d->state, d->moves, d->weights, &luck, NULL);
        } else {
            int count = g->rules->legal(g, d->state, d->moves);
            assert_int_equal(rcy_list_moves(p, d->state, listed, NULL, &hooks), count);
            assert_memory_equal(listed, d->moves, sizeof *listed * (size_t)count);
            assert_int_equal(rcy_list_moves(plain, d->state, listed, NULL, NULL), count);
            assert_memory_equal(listed, d->moves, sizeof *listed * (size_t)count);
            move = d->moves[dado_rng_below(&luck, (uint64_t)count)];
        }
        memcpy(other, d->state, g->state_size);
        memcpy(judge->state, d->state, g->state_size);
        rcy_apply(p, d->state, move, NULL);
        rcy_apply(p, other, move, &hooks);
        rcy_apply(plain, judge->state, move, NULL);
        assert_memory_equal(d->state, judge->state, g->state_size);
        assert_memory_equal(d->state, other, g->state_size);
        int32_t row[64], judged[64];
        g->rules->scores(g, d->state, row);
        g->rules->scores(&judge->game, d->state, judged);
        assert_memory_equal(row, judged, sizeof *row * (size_t)g->players);
    }
    free(other);
    free(listed);
}

static void check(const char *path, const char *const *more, uint64_t matches)
{
    char *text = dado_test_read(path);
    assert_non_null(text);
    described d = describe_with(path, text, more);
    described judge = describe_plainly(path, text, more);
    if (!d.opened) fail_msg("%s: %s", path, d.error.text);
    for (uint64_t match = 0; match < matches; match++) both_ways(&d, &judge, match);
    free_described(&d);
    free_described(&judge);
    free(text);
}

static int check_folder(const char *path, const char *const *more, uint64_t matches)
{
    DIR *dir = opendir(path);
    int games = 0;
    assert_non_null(dir);
    for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
        if (!strstr(entry->d_name, ".rcy")) continue;
        char file[600];
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        check(file, more, matches);
        games++;
    }
    closedir(dir);
    return games;
}

static void moves_leave_the_same_bytes_by_short_ways_and_plainly(void **state)
{
    (void)state;
    static const char *const strictly[] = { "strict", "true", NULL };
    uint64_t matches = (uint64_t)dado_test_repeats(40, 400);
    assert_true(check_folder("library/cards", NULL, matches) >= 20);
    assert_true(check_folder("library/dice", NULL, matches) >= 5);
    assert_true(check_folder("library/small", NULL, matches) >= 2);
    assert_true(check_folder("library/boards", NULL, matches) >= 2);
    check_folder("library/dice", strictly, matches);
    static const char dice[] = "library/dice/dicepoints.rcy";
    check(dice, (const char *[]){ "DICE", "2", "FACES", "5", NULL }, 40);
    check(dice, (const char *[]){ "ROUNDS", "3", "PLAYERS", "2", NULL }, 40);
}

static void the_same_holds_for_the_public_games(void **state)
{
    (void)state;
    char path[512];
    if (!dado_test_shared()) {
        print_message("skipped: the public games are not beside the project\n");
        skip();
    }
    snprintf(path, sizeof path, "%s/corpus/recycle", dado_test_shared());
    assert_true(check_folder(path, NULL, (uint64_t)dado_test_repeats(5, 50)) >= 50);
}

// A sum that does not fit stops the play at the same act with the same storage, be it in a throw
// for everybody, in the count of a round, or in a stage of another shape.
static void a_sum_that_does_not_fit_stops_both_ways_alike(void **state)
{
    (void)state;
    static const char *const sums[][3] = {
        { "1000000000", "1", "" },
        { "6", "900000000", "" },
        { "6", "1",
          "(stage player (end (== (game sto M) 2))"
          "  (do ((inc (game sto M) 1) (inc (game sto HUGE) 900000000))))"
          "(do ((set (game sto M) 0)))" },
    };
    for (int i = 0; i < 3; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "(game (setup (create players 4) (create dicestorage 'D (%s)))\n"
                 "  (stage player (end (== (game sto R) 50))\n"
                 "    (stage player (end (== (game sto N) 4))\n"
                 "      (do ((throwalldice 'D) (inc ((current player) sto SCORE) (dievalue 'D))\n"
                 "           (inc (game sto N) 1))))\n"
                 "    (do ((set (game sto N) 0) (inc (game sto BIG) %s) (inc (game sto R) 1)\n"
                 "         (saveturnstats SCORE roundnumber R) (cycle current previous)))\n"
                 "    %s)\n"
                 "  (scoring max ((current player) sto SCORE)))\n",
                 sums[i][0], sums[i][1], sums[i][2]);
        described d = describe(text), judge = describe_plainly("test.rcy", text, NULL);
        if (!d.opened) fail_msg("%s", d.error.text);
        for (uint64_t match = 0; match < 20; match++) {
            both_ways(&d, &judge, match);
            dado_error why = { 0 };
            assert_false(d.game.rules->sound(&d.game, d.state, &why));
            assert_string_equal(why.code, "R607");
        }
        free_described(&judge);
        free_described(&d);
    }
}

// Whoever has the best card, or one of several that are as good.
#define BEST(most) \
    "(owner (" #most " (union (all player 'P ('P iloc HAND))) using (game points PTS)))"

// What the short way leaves to the long one: a pile that goes to itself, or to one that is now and
// then the same; more cards than there are; tricks in which somebody has not played; cards for
// everyone of which there are too few; a sum of two storages, or for somebody who is drawn; lets
// inside lets, a player inside another, and a next player who changes.
static void what_is_unusual_is_left_to_the_long_way(void **state)
{
    (void)state;
    static const char *const acts[] = {
        "(repeat all (move (top ((1 player) iloc HAND)) (top ((current player) iloc HAND))))",
        "(repeat all (move (top ((current player) iloc HAND)) (top ((next player) iloc HAND))))",
        "(repeat 2 (move (top ((1 player) iloc HAND)) (top ((current player) iloc HAND))))",
        "(repeat 9 (move (top (game hloc STOCK)) (top ((current player) iloc HAND))))",
        "(do ((move (top ((current player) iloc HAND)) (top ((current player) vloc TRICK)))"
        " (all player 'P ((> (size ('P vloc TRICK)) 0)"
        "                 (move (top ('P vloc TRICK)) (top (game vloc Z)))))))",
        "(all player 'P (move (top ('P iloc HAND)) (top (game vloc Z))))",
        "(all player 'P (all player 'Q ((< ('P sto A) ('Q sto A))"
        "                               (do ((inc ('Q sto A) ('P sto B))"
        "                                    (dec ('P sto A) ('Q sto B)))))))",
        "(do ((set ((next player) sto A) ((current player) sto B)) (cycle next current)"
        "     (inc ((next player) sto B) 3) (set ((current player) str S) X)"
        "     ((== ((next player) str S) X) (inc ((next player) sto A) ((next player) sto B)))))",
        "(let (filter ((current player) iloc HAND) 'C (== (cardatt K 'C) X)) 'F"
        " (let (filter ((current player) iloc HAND) 'C (!= (cardatt K 'C) X)) 'G"
        "  (do (((> (size 'F) (size 'G)) (inc ((current player) sto A) (size 'F)))"
        "       ((== (size 'G) 0) (set ((current player) str S) Y))"
        "       (repeat all (move (top 'F) (top (game vloc Z))))))))",
        "(inc ((current player) sto B) 2000000000)",
        "(repeat 3 (do ((inc (game sto N) 1) (all player 'P (inc ('P sto B) 1)))))",
        "(all player 'P (do ((set ('P sto A) 5) (move (top (game hloc STOCK)) (top ('P iloc "
        "HAND))))))",
        "(all player 'P (move (top (game hloc STOCK)) (top ('P vloc SHOWN))))",
        "(all player 'P (do ((move (top ('P iloc HAND)) (top ('P vloc SHOWN))) (set ('P sto "
        "B) 1) (set ('P sto A) 2))))",
        "(all player 'P (move (top ('P vloc SHOWN)) (top ('P iloc HAND))))",
        "(all player 'P (do ((set ('P sto A) 1) (set ('P sto B) 2))))",
        "(inc (" BEST(max) " sto B) 2000000000)",
        "(inc (" BEST(min) " sto B) (+ ((0 player) sto B) ((next player) sto B)))",
        "(dec (" BEST(max) " sto A) (sum ((next player) iloc HAND) using (game points PTS)))",
        "(set (" BEST(max) " sto A) (- ((current player) sto B) ((1 player) sto A)))",
        "(set (" BEST(min) " str S) (cardatt K (top (game hloc STOCK))))",
        "(cycle next " BEST(max) ")",
        "(inc ((team (next player)) sto T) 800000000)",
        "(set ((team (current player)) sto T) (+ (game sto TURN) 2))",
        "(set ((next player) sto A) (* ((next player) sto B) 1500000000))",
        "(cycle next (game who UNSET))",
        "(all player 'P (cycle current (game who UNSET)))",
    };
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        char text[2500];
        snprintf(text, sizeof text,
                 "(game (setup (create players 3) (create teams (0, 1) (2))\n"
                 "  (create deck (game hloc STOCK) (deck (K (X, Y, W)) (L (A, B, C, D)))))\n"
                 " (do ((set (game points PTS) (((K : X) 2) ((L : A) 2)))\n"
                 "      (shuffle (game hloc STOCK))\n"
                 "      (all player 'P (repeat 3 (move (top (game hloc STOCK))\n"
                 "                                     (top ('P iloc HAND)))))))\n"
                 " (stage player (end (== (game sto TURN) 7))\n"
                 "  (choice (%s (set ((current player) str S) Y)\n"
                 "           (any ((current player) iloc HAND) 'C\n"
                 "                (do ((set (game str S) (cardatt K 'C))\n"
                 "                     (move 'C (top ((next player) iloc HAND))))))\n"
                 "           ((or (== (game str S) X) (> (size ((current player) iloc HAND)) 2))\n"
                 "            (inc ((current player) sto B) 1))))\n"
                 "  (do (%s (inc (game sto TURN) 1))))\n"
                 " (scoring min (- ((current player) sto A) ((current player) sto B))))\n",
                 acts[i], acts[i]);
        described d = describe(text), judge = describe_plainly("test.rcy", text, NULL);
        if (!d.opened) fail_msg("%d: %s", (int)i, d.error.text);
        for (uint64_t match = 0; match < 60; match++) both_ways(&d, &judge, match);
        free_described(&judge);
        free_described(&d);
    }
}

// Subsets of dice that show the same faces once: few dice, and so many that the play stops.
static void subsets_that_differ_are_found_alike(void **state)
{
    (void)state;
    static const struct {
        int dice, faces, matches;
    } some[] = { { 1, 2, 5 }, { 5, 6, 40 }, { 6, 2, 20 }, { 8, 1, 5 }, { 14, 6, 3 } };
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "(game (setup (create players 2)\n"
                 "  (create dice (game vloc T) %d (sides (FACE (1 .. %d)))))\n"
                 " (stage player (turns 6)\n"
                 "  (throw (game vloc T))\n"
                 "  (choice ((any (distinct FACE (subsets (game vloc T))) 'S (throw 'S))\n"
                 "           (any (distinct (subsets (game vloc T))) 'S\n"
                 "                (do ((inc ((current player) sto A) (size 'S)) (throw 'S)))))))\n"
                 " (scoring max ((current player) sto A)))\n",
                 some[i].dice, some[i].faces);
        described d = describe(text), judge = describe_plainly("test.rcy", text, NULL);
        if (!d.opened) fail_msg("%d: %s", (int)i, d.error.text);
        for (int match = 0; match < some[i].matches; match++) {
            both_ways(&d, &judge, (uint64_t)match);
        }
        free_described(&judge);
        free_described(&d);
    }
}

// A round saved right after another, one saved before a choice, and one before
// the end: each has a row of its own, with the scores it was saved with.
static void every_saved_round_has_its_row(void **state)
{
    (void)state;
    static const char text[] =
        "(game (setup (create players 2) (create dicestorage 'D (6)))\n"
        "  (stage player (end (== (game sto DONE) 1))\n"
        "    (do ((throwalldice 'D)\n"
        "         (set ((current player) sto SCORE) 1) (inc (game sto R) 1)\n"
        "         (saveturnstats SCORE roundnumber R)\n"
        "         (set ((current player) sto SCORE) 2) (inc (game sto R) 1)\n"
        "         (saveturnstats SCORE roundnumber R)\n"
        "         (throwalldice 'D)\n"
        "         (set ((current player) sto SCORE) 3) (inc (game sto R) 1)\n"
        "         (saveturnstats SCORE roundnumber R)\n"
        "         (set (game sto DONE) 1) (set ((current player) sto SCORE) 4))))\n"
        "  (scoring max ((current player) sto SCORE)))\n";
    described d = describe(text);
    if (!d.opened) {
        print_message("%s\n", d.error.text);
        fail();
    }
    const dado_game *g = &d.game;
    dado_rng luck = dado_rng_stream(5, 0, DADO_STREAM_CHANCE);
    g->rules->start(g, d.state);
    int rounds = g->rules->round(g, d.state);
    int32_t row[2];
    for (int step = 0; g->rules->actor(g, d.state) != DADO_NOBODY; step++) {
        assert_true(step < 20);
        g->rules->apply(g, d.state, dado_draw_outcome(g, d.state, d.moves, d.weights, &luck, NULL));
        int now = g->rules->round(g, d.state);
        assert_in_range(now - rounds, 0, 1);
        if (now > rounds) {
            g->rules->scores(g, d.state, row);
            assert_int_equal(row[0], now);
        }
        rounds = now;
    }
    assert_int_equal(rounds, 3);
    g->rules->scores(g, d.state, row);
    assert_int_equal(row[0], 4);
    free_described(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_leave_the_same_bytes_by_short_ways_and_plainly),
        cmocka_unit_test(the_same_holds_for_the_public_games),
        cmocka_unit_test(a_sum_that_does_not_fit_stops_both_ways_alike),
        cmocka_unit_test(what_is_unusual_is_left_to_the_long_way),
        cmocka_unit_test(subsets_that_differ_are_found_alike),
        cmocka_unit_test(every_saved_round_has_its_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
