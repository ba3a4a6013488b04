// equilibrium_play_test.c - what is proved of games that hide something.
#include "judge/equilibrium_play.h"

#include "../solve/infosets_fixture.h"

static void kuhn_is_proved_and_must_not_be_read(void **state)
{
    (void)state;
    table t;
    dado_error err = { 0 };
    dado_equilibrium_play proof;
    open_game(&t, "kuhn", "");
    assert_true(dado_equilibrium_play_find(&t.game, 1000, NULL, &proof, &err));
    assert_true(proof.known);
    assert_int_equal(proof.sets, 12);
    assert_true(proof.low <= -1.0 / 18 && proof.high >= -1.0 / 18);
    assert_true(proof.high - proof.low <= 0.001);
    assert_int_equal(proof.moves, 4);
    assert_int_equal(proof.idle, 0);
    assert_true(proof.mixed >= 4);
    // with jack and queen always the same: a bluff less, and a fold too many
    assert_true(proof.readable > 0.1 && proof.readable < 0.5);
    dado_region_free(&t.region);
}

// One hides a card and the other guesses it; nobody needs the move that only gives points away.
static void a_move_that_only_loses_is_one_nobody_needs(void **state)
{
    (void)state;
    table t;
    dado_error err = { 0 };
    dado_equilibrium_play proof;
    open_game(&t, "tests/judge/games/gift.rcy", "luck = listed");
    assert_true(dado_equilibrium_play_find(&t.game, 1000, NULL, &proof, &err));
    assert_true(proof.known);
    assert_int_equal(proof.idle, 1);
    assert_non_null(strstr(proof.unused_move[0], "GIFT"));
    dado_region_free(&t.region);
}

// With the lowest card to fold and to claim are worth the same, so best play may be read.
static void nothing_is_given_away_where_nobody_need_vary(void **state)
{
    (void)state;
    table t;
    dado_error err = { 0 };
    dado_equilibrium_play proof;
    open_game(&t, "tests/judge/games/claim.rcy", "luck = listed");
    assert_true(dado_equilibrium_play_find(&t.game, 1000, NULL, &proof, &err));
    assert_true(proof.known);
    assert_true(proof.low < -1.0 / 6 + 1e-5 && proof.high > -1.0 / 6 - 1e-5);
    assert_true(proof.readable == 0);
    dado_region_free(&t.region);
}

static void what_is_out_of_bounds_is_not_claimed(void **state)
{
    (void)state;
    table t;
    dado_error err = { 0 };
    dado_equilibrium_play proof;
    open_game(&t, "library/cards/leduc.rcy", "luck = listed");
    assert_true(dado_equilibrium_play_find(&t.game, 1000, NULL, &proof, &err));
    assert_false(proof.known);
    dado_region_free(&t.region);
    open_game(&t, "noughts", "");
    assert_true(dado_equilibrium_play_find(&t.game, 1000, NULL, &proof, &err));
    assert_false(proof.known);
    dado_region_free(&t.region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kuhn_is_proved_and_must_not_be_read),
        cmocka_unit_test(a_move_that_only_loses_is_one_nobody_needs),
        cmocka_unit_test(nothing_is_given_away_where_nobody_need_vary),
        cmocka_unit_test(what_is_out_of_bounds_is_not_claimed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
