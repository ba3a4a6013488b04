// rating_test.c - strengths are recovered from the matches they made.
#include "support/test.h"

#include <math.h>

#include "arena/rating.h"

enum { players = 4, matches = 6000 };

static int32_t seats[matches][2], places[matches][2];
static dado_result results[matches];

// Matches between players whose true strengths are 100 points apart, who beats whom by lot.
static void play_out(uint64_t seed)
{
    dado_quick luck = dado_quick_seed(seed);
    for (int m = 0; m < matches; m++) {
        int a = (int)dado_quick_below(&luck, players);
        int b = (a + 1 + (int)dado_quick_below(&luck, players - 1)) % players;
        double odds = 1 / (1 + pow(10, (b - a) * 100 / 400.0));
        bool wins = dado_quick_unit(&luck) < odds;
        seats[m][0] = a;
        seats[m][1] = b;
        places[m][0] = !wins;
        places[m][1] = wins;
        results[m] = (dado_result){ seats[m], places[m], 2 };
    }
}

static void true_strengths_lie_in_their_intervals(void **state)
{
    (void)state;
    play_out(5);
    dado_rating ratings[players];
    double table[players * players];
    assert_true(dado_rating_fit(results, matches, players, 1, ratings, table, NULL));
    int inside = 0;
    for (int i = 0; i < players; i++) {
        double truth = 1500 + 100 * (i - 1.5);
        assert_true(fabs(ratings[i].points - truth) < 25);
        inside += truth > ratings[i].low && truth < ratings[i].high;
        assert_true(fabs(ratings[i].elo - truth) < 120);
    }
    assert_true(inside >= 3);
    assert_true(ratings[3].wins > ratings[0].wins);
    double met = table[0 * players + 1] + table[1 * players + 0];
    assert_true(met > 500);
}

static void the_order_of_matches_does_not_matter(void **state)
{
    (void)state;
    play_out(6);
    dado_rating forward[players], backward[players];
    assert_true(dado_rating_fit(results, matches, players, 1, forward, NULL, NULL));
    for (int m = 0; m < matches / 2; m++) {
        dado_result other = results[m];
        results[m] = results[matches - 1 - m];
        results[matches - 1 - m] = other;
    }
    assert_true(dado_rating_fit(results, matches, players, 1, backward, NULL, NULL));
    for (int i = 0; i < players; i++) {
        assert_true(fabs(forward[i].points - backward[i].points) < 1e-6);
    }
}

static void who_never_lost_has_a_finite_rating(void **state)
{
    (void)state;
    int32_t who[2] = { 0, 1 }, place[2] = { 0, 1 };
    dado_result all[10];
    for (int i = 0; i < 10; i++) all[i] = (dado_result){ who, place, 2 };
    dado_rating ratings[2];
    assert_true(dado_rating_fit(all, 10, 2, 1, ratings, NULL, NULL));
    assert_true(ratings[0].points > 1600 && ratings[0].points < 3000);
    assert_true(dado_rating_fit(all, 0, 2, 1, ratings, NULL, NULL));
    assert_true(ratings[0].points == 1500);
}

// Looked at after every match, a fair duel is called unfair in no more than the stated share.
static void looking_often_does_not_deceive(void **state)
{
    (void)state;
    int wrong = 0;
    for (int series = 0; series < 400; series++) {
        dado_quick luck = dado_quick_seed((uint64_t)series + 77);
        dado_duel duel = { .level = 0.05 };
        for (int m = 0; m < 1000; m++) {
            if (dado_quick_below(&luck, 2)) duel.wins++;
            else duel.losses++;
            if (dado_duel_judge(&duel, NULL, NULL) != DADO_NOT_SURE) {
                wrong++;
                break;
            }
        }
    }
    assert_true(wrong <= 20);
}

static void a_clear_difference_is_seen(void **state)
{
    (void)state;
    dado_duel duel = { .level = 0.05 };
    int needed = 0;
    while (dado_duel_judge(&duel, NULL, NULL) == DADO_NOT_SURE && needed < 1000) {
        if (needed % 5 == 4) duel.losses++;
        else duel.wins++;
        needed++;
    }
    assert_true(needed < 200);
    double low, high;
    assert_int_equal(dado_duel_judge(&duel, &low, &high), DADO_FIRST_BETTER);
    assert_true(low > 0.5 && low < 0.8 && high > 0.8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(true_strengths_lie_in_their_intervals),
        cmocka_unit_test(the_order_of_matches_does_not_matter),
        cmocka_unit_test(who_never_lost_has_a_finite_rating),
        cmocka_unit_test(looking_often_does_not_deceive),
        cmocka_unit_test(a_clear_difference_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
