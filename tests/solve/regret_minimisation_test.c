// regret_minimisation_test.c - games with secrets, solved; the figures are known, or a textbook
// gives them.
#include "liars_dice.h"
#include "textbook_cfr.h"
#include "infosets_fixture.h"

static void near(double a, double b, double within)
{
    if (!(a - b <= within && b - a <= within)) fail_msg("%.12f is not %.12f", a, b);
}

static dado_equilibrium_gap solved(table *t, dado_regret_method method, double gap,
                                   dado_strategy *strategy)
{
    dado_error err = { 0 };
    dado_equilibrium_gap proof;
    dado_regret *r = dado_regret_new(&t->sets, method, NULL, &err);
    assert_non_null(r);
    assert_true(dado_strategy_make(strategy, &t->sets, &err));
    assert_true(dado_regret_run(r, gap, 1000000, NULL, NULL, strategy, &proof, &err));
    assert_true(proof.gap <= gap);
    dado_regret_free(r);
    return proof;
}

static void kuhn_is_worth_minus_one_in_eighteen(void **state)
{
    (void)state;
    const char *const names[] = { "kuhn", "library/cards/kuhn.rcy" };
    for (int i = 0; i < 2; i++) {
        for (int method = DADO_REGRET_PREDICTIVE; method <= DADO_REGRET_DISCOUNTED; method++) {
            table t;
            walked(&t, names[i], i ? "luck = listed" : "");
            dado_strategy strategy;
            double gap = method == DADO_REGRET_PREDICTIVE ? 1e-6 : 1e-5;
            dado_equilibrium_gap proof = solved(&t, (dado_regret_method)method, gap, &strategy);
            assert_true(proof.high - proof.low <= gap);
            assert_true(proof.low <= -1.0 / 18 + 1e-15 && proof.high >= -1.0 / 18 - 1e-15);
            dado_strategy_free(&strategy);
            done(&t);
        }
    }
}

// What the player of kuhn.c does where the table and his card look so.
typedef struct question {
    table *t;
    const dado_strategy *strategy;
    double bet[3][3];  // by card, and opening, facing a check, facing a bet: by the second
    double call[3];    // of the first, after his check was bet into
} question;

static bool ask(void *to, const dado_infoset_visit *met, dado_error *err)
{
    question *q = to;
    (void)err;
    const uint8_t *hand = met->state;  // its cards, then dealt, turns, chips
    double odds[2];
    dado_strategy_odds(&q->t->sets, q->strategy, met->player, met->set, odds);
    int card = hand[met->player] - 1, turns = hand[3];
    bool facing = hand[4] != hand[5];
    if (turns < 2) q->bet[card][turns == 0 ? 0 : facing ? 2 : 1] = odds[0];
    else q->call[card] = odds[0];
    return true;
}

// For some a from 0 to 1/3: the first bets the jack with a, the king with 3a, never the queen,
// and calls with the queen with a + 1/3; the second has no choice.
static void kuhn_is_played_as_one_of_the_known_family(void **state)
{
    (void)state;
    table t;
    walked(&t, "kuhn", "");
    dado_strategy strategy;
    dado_error err = { 0 };
    solved(&t, DADO_REGRET_PREDICTIVE, 1e-9, &strategy);
    question q = { .t = &t, .strategy = &strategy };
    assert_true(dado_infosets_visit(&t.sets, ask, &q, &err));
    enum { jack, queen, king };
    double a = q.bet[jack][0], fine = 1e-3;
    assert_true(a >= -fine && a <= 1.0 / 3 + fine);
    near(q.bet[queen][0], 0, fine);
    near(q.bet[king][0], 3 * a, 3 * fine);
    near(q.call[jack], 0, fine);
    near(q.call[queen], a + 1.0 / 3, fine);
    near(q.call[king], 1, fine);
    near(q.bet[jack][1], 1.0 / 3, fine);  // after a check the second bluffs 1 in 3
    near(q.bet[queen][1], 0, fine);
    near(q.bet[king][1], 1, fine);
    near(q.bet[jack][2], 0, fine);  // after a bet he calls
    near(q.bet[queen][2], 1.0 / 3, fine);
    near(q.bet[king][2], 1, fine);
    dado_strategy_free(&strategy);
    done(&t);
}

static void leduc_is_worth_what_is_known(void **state)
{
    (void)state;
    table t;
    walked(&t, "library/cards/leduc.rcy", "luck = listed");
    dado_strategy strategy;
    dado_equilibrium_gap proof = solved(&t, DADO_REGRET_PREDICTIVE, 1e-5, &strategy);
    near(proof.low, -0.0856, 5e-5);
    near(proof.high, -0.0856, 5e-5);
    near(proof.value[0] + proof.value[1], 0, 1e-12);
    dado_strategy_free(&strategy);
    done(&t);
}

// The same sets, the same best answers to one who plays at random, and the same values after the
// same iterations as the textbook has: all of it is the same computation, done another way.
static void agree(table *t, plain_game game, int iterations, double within)
{
    dado_error err = { 0 };
    dado_strategy strategy;
    assert_true(dado_strategy_make(&strategy, &t->sets, &err));
    for (int p = 0; p < game.players; p++) {
        plain_solver plain = plain_open(game);
        double *gain = malloc(sizeof *gain * t->sets.sets[p].sequences);
        near(dado_best_response(&t->sets, &strategy, p, gain, NULL), plain_best(&plain, p), 1e-12);
        assert_int_equal(plain.used, dado_infosets_count(&t->sets));
        free(gain);
        plain_close(&plain);
    }
    dado_regret *r = dado_regret_new(&t->sets, DADO_REGRET_PLUS, NULL, &err);
    plain_solver plain = plain_open(game);
    dado_regret_iterate(r, (uint64_t)iterations);
    for (int i = 0; i < iterations; i++) plain_iterate(&plain);
    plain_settle(&plain);
    dado_regret_average(r, &strategy);
    dado_equilibrium_gap proof;
    assert_true(dado_equilibrium_gap_find(&t->sets, &strategy, &proof, &err));
    for (int p = 0; p < game.players; p++) near(proof.value[p], plain_value(&plain, p), within);
    double best = plain_best(&plain, 0);
    near(proof.value[0] + proof.gain[0], best, within);
    plain_close(&plain);
    dado_regret_free(r);
    dado_strategy_free(&strategy);
}

static void kuhn_and_leduc_agree_with_the_textbook(void **state)
{
    (void)state;
    table t;
    walked(&t, "kuhn", "");
    agree(&t, plain_kuhn(3, 2), 500, 1e-9);
    done(&t);
    walked(&t, "library/cards/leduc.rcy", "luck = listed");
    agree(&t, plain_leduc(), dado_test_repeats(20, 200), 1e-9);
    done(&t);
}

static void kuhn_with_four_cards_agrees_for_two_and_for_three(void **state)
{
    (void)state;
    table t;
    walked(&t, "tests/solve/games/kuhn_four.rcy", "luck = listed");
    assert_int_equal(dado_infosets_count(&t.sets), 16);
    agree(&t, plain_kuhn(4, 2), 200, 1e-9);
    dado_strategy strategy;
    dado_equilibrium_gap proof = solved(&t, DADO_REGRET_PREDICTIVE, 1e-6, &strategy);
    assert_true(proof.low <= -1.0 / 24 && proof.high >= -1.0 / 24);
    dado_strategy_free(&strategy);
    done(&t);
    walked(&t, "tests/solve/games/kuhn_four.rcy", "luck = listed\nPLAYERS = 3");
    assert_int_equal(dado_infosets_count(&t.sets), 48);
    agree(&t, plain_kuhn(4, 3), 200, 1e-9);
    // for three nothing is promised beforehand, but this one is found, and proved
    proof = solved(&t, DADO_REGRET_PREDICTIVE, 1e-6, &strategy);
    dado_strategy_free(&strategy);
    done(&t);
}

static void liars_dice_agrees_with_the_textbook(void **state)
{
    (void)state;
    int few = 3, full = 6;
    table t = { .game = liar_game(&few) };
    dado_region_init(&t.region, 1 << 20);
    walk_game(&t, DADO_PAY_AUTO, true);
    agree(&t, plain_liar(3), 100, 1e-9);
    done(&t);
    t.game = liar_game(&full);
    dado_region_init(&t.region, 1 << 20);
    walk_game(&t, DADO_PAY_AUTO, true);
    agree(&t, plain_liar(6), dado_test_repeats(2, 20), 1e-9);
    done(&t);
}

// Here regrets cancel to nothing but for their last digits, and whether they do decides what is
// played next: iterations cannot be compared, but where both have come near they must meet. The
// value is known without solving, since the two players are alike.
static void gops_agrees_with_the_textbook_and_is_fair(void **state)
{
    (void)state;
    table t;
    walked(&t, "tests/solve/games/gops_four.rcy", "luck = listed");
    assert_int_equal(dado_infosets_count(&t.sets), 7304);
    agree(&t, plain_gops(4), 0, 1e-9);
    dado_strategy strategy;
    dado_equilibrium_gap proof = solved(&t, DADO_REGRET_PREDICTIVE, 1e-4, &strategy);
    assert_true(proof.low <= 0 && proof.high >= 0);
    dado_strategy_free(&strategy);
    plain_solver plain = plain_open(plain_gops(4));
    for (int i = 0; i < 60; i++) plain_iterate(&plain);
    plain_settle(&plain);
    double value = plain_value(&plain, 0), high = plain_best(&plain, 0);
    assert_true(high >= 0 && high < 0.15);
    near(value, proof.value[0], high - value);
    plain_close(&plain);
    done(&t);
}

// ---- what must not show

static void share(void *with, int parts, void (*work)(void *job, int part), void *job)
{
    (void)with;
    for (int i = parts; i-- > 0;) work(job, i);  // in another order, as threads may be
}

static void hands_do_not_show_in_the_result(void **state)
{
    (void)state;
    int faces = 6;
    table t = { .game = liar_game(&faces) };
    dado_region_init(&t.region, 1 << 20);
    walk_game(&t, DADO_PAY_AUTO, true);
    unsigned char *kept[3];
    size_t size = 0;
    for (int i = 0; i < 3; i++) {
        dado_parallel hands = { .count = i * 3 + 1, .share = share };
        dado_regret *r = dado_regret_new(&t.sets, DADO_REGRET_PREDICTIVE, &hands, NULL);
        dado_regret_iterate(r, 10);
        size = dado_regret_size(r);
        kept[i] = malloc(size);
        dado_regret_save(r, kept[i]);
        dado_regret_free(r);
    }
    assert_memory_equal(kept[0], kept[1], size);
    assert_memory_equal(kept[0], kept[2], size);
    for (int i = 0; i < 3; i++) free(kept[i]);
    done(&t);
}

static void what_is_taken_up_again_goes_on_as_if_never_stopped(void **state)
{
    (void)state;
    table t;
    walked(&t, "kuhn", "");
    dado_error err = { 0 };
    dado_regret *whole = dado_regret_new(&t.sets, DADO_REGRET_PREDICTIVE, NULL, &err);
    dado_regret *half = dado_regret_new(&t.sets, DADO_REGRET_PREDICTIVE, NULL, &err);
    dado_regret *rest = dado_regret_new(&t.sets, DADO_REGRET_PREDICTIVE, NULL, &err);
    dado_regret_iterate(whole, 100);
    dado_regret_iterate(half, 37);
    size_t size = dado_regret_size(half);
    unsigned char *a = malloc(size), *b = malloc(size);
    dado_regret_save(half, a);
    assert_true(dado_regret_load(rest, a, size, &err));
    assert_int_equal(dado_regret_iterations(rest), 37);
    dado_regret_iterate(rest, 63);
    dado_regret_save(whole, a);
    dado_regret_save(rest, b);
    assert_memory_equal(a, b, size);

    assert_false(dado_regret_load(rest, a, size - 1, &err));
    a[0] ^= 1;
    assert_false(dado_regret_load(rest, a, size, &err));
    dado_regret *other = dado_regret_new(&t.sets, DADO_REGRET_PLUS, NULL, &err);
    assert_false(dado_regret_load(other, b, size, &err));
    assert_non_null(strstr(err.text, "another"));
    dado_regret_free(other);
    dado_regret_free(whole);
    dado_regret_free(half);
    dado_regret_free(rest);
    free(a);
    free(b);
    done(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kuhn_is_worth_minus_one_in_eighteen),
        cmocka_unit_test(kuhn_is_played_as_one_of_the_known_family),
        cmocka_unit_test(leduc_is_worth_what_is_known),
        cmocka_unit_test(kuhn_and_leduc_agree_with_the_textbook),
        cmocka_unit_test(kuhn_with_four_cards_agrees_for_two_and_for_three),
        cmocka_unit_test(liars_dice_agrees_with_the_textbook),
        cmocka_unit_test(gops_agrees_with_the_textbook_and_is_fair),
        cmocka_unit_test(hands_do_not_show_in_the_result),
        cmocka_unit_test(what_is_taken_up_again_goes_on_as_if_never_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
