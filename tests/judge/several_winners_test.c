// several_winners_test.c - who wins, where several may or nobody: sentences and figures about it.
#include "support/test.h"

#include <math.h>

#include "support/verdict_fixture.h"
#include "support/match_fixture.h"

static void assert_share(double found, double wanted, int64_t of)
{
    double reach = 4 * sqrt(wanted * (1 - wanted) / (double)of);
    if (fabs(found - wanted) > reach) fail_msg("%f, and not %f", found, wanted);
}

static const dado_finding *measure(const dado_verdict_fixture *c, const char *name)
{
    const dado_finding *found = dado_finding_named(&c->found, name);
    assert_non_null(found);
    return found;
}

// 8: three throw three dice each, if they choose to; a six wins, whoever else has one.
static void several_may_win_and_so_may_nobody(void **state)
{
    (void)state;
    enum { matches = 4000 };
    const char *six = "(game (setup (create players 3) (create dicestorage 'D (6)))"
                      " (stage player (end (== (game sto N) 9))"
                      "  (choice ((do ((throwalldice 'D) ((== (dievalue 'D) 6)"
                      "             (set ((current player) sto SIX) 1))))"
                      "           (inc ((current player) sto S) 3)))"
                      "  (do ((inc (game sto N) 1))))"
                      " (scoring win (== ((current player) sto SIX) 1)"
                      "          max ((current player) sto S)))";
    const double miss = pow(11.0 / 12, 3), hit = 1 - miss;
    dado_verdict_fixture c;
    dado_verdict_fixture_sim(&c, dado_verdict_fixture_text(six), "random", matches, 1, 0);
    const dado_findings *f = &c.found;
    assert_true(f->goal && !f->only_points);
    double shares = 0;
    for (int p = 0; p < 3; p++) {
        const dado_seat_finding *seat = &f->seats[p];
        assert_share(seat->won.value, hit, matches);
        assert_true(seat->won.low < seat->won.value && seat->won.value < seat->won.high);
        assert_true(seat->won.value == (double)(seat->alone + seat->shared) / matches);
        shares += seat->share.value;
    }
    assert_true(fabs(shares - 1) < 1e-9);  // of wins, shared ones split: these add up
    assert_share((double)f->nobody / matches, pow(miss, 3), matches);
    double one = 3 * hit * miss * miss;
    assert_share((double)f->ties / matches, 1 - pow(miss, 3) - one, matches);
    assert_true(measure(&c, "tied")->mean == (double)f->ties / matches);
    const dado_verdict *v = dado_verdict_fixture_about(&c, "winners");
    assert_non_null(v);
    assert_string_equal(v->claim, "In some matches nobody wins.");
    assert_true(v->figure.value == (double)f->nobody / matches);
    // Nobody ties where all may win, and points do not say who is ahead.
    static const char *const silent[] = { "ties", "runaway", "lead", "drama", "suspense" };
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++) {
        v = dado_verdict_fixture_about(&c, silent[i]);
        if (v) fail_msg("%s", v->claim);
    }
    v = dado_verdict_fixture_about(&c, "fairness");
    assert_true(v && v->count == matches - f->nobody && v->tone == DADO_GOOD);
    dado_verdict_fixture_close(&c);
}

static void a_seat_that_reaches_more_is_seen(void **state)
{
    (void)state;
    const char *second = "(game (setup (create players 2) (create dicestorage 'D (6)))"
                         " (stage player (end (== (game sto N) 2))"
                         "  (choice ((inc (game sto A) 1) (inc (game sto B) 1)))"
                         "  (do ((throwalldice 'D) (inc ((current player) sto S) (dievalue 'D))"
                         "       (inc (game sto N) 1))))"
                         " (do ((inc ((1 player) sto S) 1)))"
                         " (scoring win (>= ((current player) sto S) 5)))";
    dado_verdict_fixture c;
    dado_verdict_fixture_sim(&c, dado_verdict_fixture_text(second), "random", 2000, 1, 0);
    const dado_verdict *v = dado_verdict_fixture_about(&c, "fairness");
    assert_string_equal(v->claim, "The second player wins too often.");
    assert_share(c.found.seats[0].won.value, 2.0 / 6, 2000);
    assert_share(c.found.seats[1].won.value, 3.0 / 6, 2000);
    dado_verdict_fixture_close(&c);
}

static void where_nobody_ever_wins_nothing_is_said_of_seats(void **state)
{
    (void)state;
    const char *never = "(game (setup (create players 2))"
                        " (stage player (end (== (game sto N) 4))"
                        "  (choice ((inc ((current player) sto S) 1)"
                        "           (inc ((current player) sto S) 2)))"
                        "  (do ((inc (game sto N) 1))))"
                        " (scoring win (> ((current player) sto S) 9)))";
    dado_verdict_fixture c;
    dado_verdict_fixture_sim(&c, dado_verdict_fixture_text(never), "random", 300, 1, 0);
    assert_null(dado_verdict_fixture_about(&c, "fairness"));
    assert_true(c.found.nobody == 300 && c.found.ties == 0);
    assert_true(dado_is_none(measure(&c, "balance")->across));
    assert_non_null(dado_verdict_fixture_claiming(&c, "Hardly any match is won by anybody."));
    dado_verdict_fixture_close(&c);
}

// 16: alone, with nothing to reach, one has not won; what is played for is points.
static void one_who_only_counts_points_has_not_won(void **state)
{
    (void)state;
    const char *points = "(game (setup (create players 1) (create dicestorage 'D (6)))"
                         " (stage player (end (== (game sto N) 8))"
                         "  (choice ((do ((throwalldice 'D)"
                         "                (inc ((current player) sto S) (dievalue 'D))))"
                         "           (inc ((current player) sto S) 1)))"
                         "  (do ((inc (game sto N) 1))))"
                         " (scoring max ((current player) sto S)))";
    for (int doctor = 0; doctor < 2; doctor++) {
        dado_verdict_fixture c;
        if (doctor)
            dado_verdict_fixture_doctor(&c, dado_verdict_fixture_text(points), DADO_QUICK, 1);
        else dado_verdict_fixture_sim(&c, dado_verdict_fixture_text(points), "random", 400, 1, 0);
        assert_non_null(dado_verdict_fixture_claiming(&c, "There is nothing to win or lose"));
        const dado_verdict *v = dado_verdict_fixture_about(&c, "points");
        assert_true(v->figure.low < 8 * 2.25 && 8 * 2.25 < v->figure.high);
        for (int i = 0; i < c.count; i++) {
            static const char *const wrong[] = { "succeed", "hardly matters", "settled", "wins",
                                                 "hangs on" };
            for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
                if (strstr(c.said[i].claim, wrong[k])) fail_msg("%s", c.said[i].claim);
            }
        }
        if (doctor)
            assert_non_null(
                dado_verdict_fixture_claiming(&c, "Thinking pays: it gets better scores"));
        else assert_int_equal(measure(&c, "win")->count, 0);
        dado_verdict_fixture_close(&c);
    }
}

// 16: five times two choose in secret one of three, and who guesses right scores. Too much to be
// solved, and nothing that could be known hangs on any choice.
static void a_secret_choice_of_two_at_once_decides_nothing(void **state)
{
    (void)state;
    const char *secret =
        "(game (setup (create players 2)"
        "   (repeat 2 (create deck (game iloc STOCK) (deck (V (A, B, C))))))"
        " (do ((repeat 3 (move (top (game iloc STOCK)) (top ((0 player) iloc HAND))))"
        "      (repeat 3 (move (top (game iloc STOCK)) (top ((1 player) iloc HAND))))))"
        " (stage player (end (== (game sto N) 10))"
        "  (choice ((any ((current player) iloc HAND) 'C"
        "     (move 'C (top ((current player) hloc PLAYED))))))"
        "  (do ((inc (game sto N) 1)"
        "    ((== (mod (game sto N) 2) 0) (do ("
        "      ((== (cardatt V (top ((0 player) hloc PLAYED)))"
        "           (cardatt V (top ((1 player) hloc PLAYED)))) (inc ((0 player) sto S) 2))"
        "      ((!= (cardatt V (top ((0 player) hloc PLAYED)))"
        "           (cardatt V (top ((1 player) hloc PLAYED)))) (inc ((1 player) sto S) 1))"
        "      (move (top ((0 player) hloc PLAYED)) (top ((0 player) iloc HAND)))"
        "      (move (top ((1 player) hloc PLAYED)) (top ((1 player) iloc HAND)))))))))"
        " (scoring max ((current player) sto S)))";
    for (uint64_t seed = 1; seed <= (uint64_t)dado_test_repeats(2, 20); seed++) {
        dado_verdict_fixture c;
        dado_verdict_fixture_doctor(&c, dado_verdict_fixture_text(secret), DADO_QUICK, seed);
        assert_true(!c.checkup.secret.known && !c.checkup.proof.known && c.checkup.effects.asked);
        static const char *const wrong[] = { "Much hangs", "Something hangs", "decides too much",
                                             "best wherever", "ever plays" };
        for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
            const dado_verdict *v = dado_verdict_fixture_claiming(&c, wrong[k]);
            if (v) fail_msg("seed %d: %s %s", (int)seed, v->claim, v->evidence);
        }
        const dado_verdict *v = dado_verdict_fixture_about(&c, "stakes");
        assert_true(v && v->figure.low <= 0 && v->figure.high < 0.1);
        dado_verdict_fixture_close(&c);
    }
}

// 16: only who is ahead may take a step back. It goes with winning, and costs a point.
static void what_only_leaders_do_is_compared_where_they_do_it(void **state)
{
    (void)state;
    const char *bow = "(game (setup (create players 2) (create dicestorage 'D (6)))"
                      " (stage player (end (== (game sto N) 20))"
                      "  (choice (((> ((current player) sto S) (+ ((next player) sto S) 4))"
                      "            (dec ((current player) sto S) 1))"
                      "           (inc ((current player) sto S) 1)))"
                      "  (do ((throwalldice 'D) (inc ((current player) sto S) (dievalue 'D))"
                      "       (inc (game sto N) 1))))"
                      " (scoring max ((current player) sto S)))";
    for (uint64_t seed = 1; seed <= (uint64_t)dado_test_repeats(1, 20); seed++) {
        dado_verdict_fixture c;
        dado_verdict_fixture_doctor(&c, dado_verdict_fixture_text(bow), DADO_QUICK, seed);
        const dado_move_stat *lower = NULL;
        for (int i = 0; i < c.checkup.uses.count; i++) {
            const dado_move_stat *use = &c.checkup.uses.items[i];
            if (strstr(use->words, "lower")) lower = use;
        }
        assert_true(lower && lower->takers_won > lower->left_won);  // it does go with winning
        for (int i = 0; i < c.count; i++) {
            const dado_verdict *v = &c.said[i];
            bool alarm = strcmp(v->topic, "balance") == 0;
            if (alarm && strstr(v->claim, "lower")) fail_msg("%s %s", v->claim, v->evidence);
        }
        dado_verdict_fixture_close(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_may_win_and_so_may_nobody),
        cmocka_unit_test(a_seat_that_reaches_more_is_seen),
        cmocka_unit_test(where_nobody_ever_wins_nothing_is_said_of_seats),
        cmocka_unit_test(one_who_only_counts_points_has_not_won),
        cmocka_unit_test(a_secret_choice_of_two_at_once_decides_nothing),
        cmocka_unit_test(what_only_leaders_do_is_compared_where_they_do_it),
    };
    return cmocka_run_group_tests(tests, dado_verdict_fixture_setup, dado_verdict_fixture_teardown);
}
