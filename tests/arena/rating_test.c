// rating_test.c - strengths are recovered from the matches they made.
#include "support/test.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "arena/rating.h"
#include "core/rng.h"

enum { players = 4, matches = 6000 };

static int32_t seats[matches][2], places[matches][2];
static dado_match_result results[matches];

// Matches between players whose true strengths are 100 points apart, who beats whom by lot.
static void play_out(uint64_t seed)
{
    dado_fast_rng luck = dado_fast_rng_seed(seed);
    for (int m = 0; m < matches; m++) {
        int a = (int)dado_fast_rng_below(&luck, players);
        int b = (a + 1 + (int)dado_fast_rng_below(&luck, players - 1)) % players;
        double odds = 1 / (1 + pow(10, (b - a) * 100 / 400.0));
        bool wins = dado_fast_rng_unit(&luck) < odds;
        seats[m][0] = a;
        seats[m][1] = b;
        places[m][0] = !wins;
        places[m][1] = wins;
        results[m] = (dado_match_result){ seats[m], places[m], 2, NULL, 0 };
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
        dado_match_result other = results[m];
        results[m] = results[matches - 1 - m];
        results[matches - 1 - m] = other;
    }
    assert_true(dado_rating_fit(results, matches, players, 1, backward, NULL, NULL));
    for (int i = 0; i < players; i++) {
        assert_true(fabs(forward[i].points - backward[i].points) < 1e-6);
    }
}

// In a league where most never meet, the ratings are at the top of the likelihood: everybody has
// won as many comparisons as the ratings lead to expect, with the added fractions of a win.
static void a_large_league_is_fitted_to_the_end(void **state)
{
    (void)state;
    enum { many = 200, played = 3000 };
    static double met[many][many], won[many];
    dado_fast_rng luck = dado_fast_rng_seed(8);
    memset(met, 0, sizeof met);
    memset(won, 0, sizeof won);
    for (int m = 0; m < played; m++) {
        int a = (int)dado_fast_rng_below(&luck, many);
        int b = (a + 1 + (int)dado_fast_rng_below(&luck, 30)) % many;
        bool wins = dado_fast_rng_unit(&luck) < 1 / (1 + pow(10, (b - a) / 100.0));
        seats[m][0] = a;
        seats[m][1] = b;
        places[m][0] = !wins;
        places[m][1] = wins;
        results[m] = (dado_match_result){ seats[m], places[m], 2, NULL, 0 };
        met[a][b]++;
        met[b][a]++;
        won[wins ? a : b]++;
    }
    dado_rating ratings[many];
    double began = (double)clock() / CLOCKS_PER_SEC;
    assert_true(dado_rating_fit(results, played, many, 1, ratings, NULL, NULL));
    assert_true((double)clock() / CLOCKS_PER_SEC - began < 20);
    double worst = 0;
    for (int i = 0; i < many; i++) {
        double expected = 0;
        for (int j = 0; j < many; j++) {
            if (met[i][j] == 0) continue;
            double share = 1 / (1 + pow(10, (ratings[j].points - ratings[i].points) / 400));
            expected += (met[i][j] + 2.0 / many) * share - 1.0 / many;
        }
        worst = fmax(worst, fabs(expected - won[i]));
        assert_true(ratings[i].low < ratings[i].points && ratings[i].points < ratings[i].high);
    }
    // A hundredth of a tie with an average player moves a sum by at most half a hundredth.
    assert_true(worst <= 0.0051);
}

static void who_never_lost_has_a_finite_rating(void **state)
{
    (void)state;
    int32_t who[2] = { 0, 1 }, place[2] = { 0, 1 };
    dado_match_result all[10];
    for (int i = 0; i < 10; i++) all[i] = (dado_match_result){ who, place, 2, NULL, 0 };
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
        dado_fast_rng luck = dado_fast_rng_seed((uint64_t)series + 77);
        dado_duel duel = { .level = 0.05 };
        for (int m = 0; m < 1000; m++) {
            if (dado_fast_rng_below(&luck, 2)) duel.wins++;
            else duel.losses++;
            if (dado_duel_judge(&duel, NULL) != DADO_UNDECIDED) {
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
    while (dado_duel_judge(&duel, NULL) == DADO_UNDECIDED && needed < 1000) {
        if (needed % 5 == 4) duel.losses++;
        else duel.wins++;
        needed++;
    }
    assert_true(needed < 200);
    dado_interval share;
    assert_int_equal(dado_duel_judge(&duel, &share), DADO_FIRST_BETTER);
    assert_true(share.low > 0.5 && share.low < 0.8 && share.high > 0.8);
    assert_true(share.value == (double)duel.wins / needed);
}

// A duel of which the first wins a share, ties so many, looked at every few matches up to `most`;
// answers after how many it was left, and what was said.
static int follow(double wins, double ties, int most, bool gives_up, uint64_t seed,
                  dado_duel_decision *sure, bool *covered)
{
    dado_fast_rng luck = dado_fast_rng_seed(seed);
    dado_duel duel = { .level = 0.05 };
    int played = 0;
    *covered = true;
    for (*sure = DADO_UNDECIDED; *sure == DADO_UNDECIDED && played < most; played += 20) {
        for (int m = 0; m < 20; m++) {
            double drawn = (double)dado_fast_rng_below(&luck, 1 << 20) / (1 << 20);
            if (drawn < wins) duel.wins++;
            else if (drawn < wins + ties) duel.ties++;
            else duel.losses++;
        }
        dado_interval share;
        *sure = dado_duel_judge(&duel, &share);
        *covered = *covered && share.low <= wins + ties / 2 && wins + ties / 2 <= share.high;
        assert_true((share.low > 0.5) == (*sure == DADO_FIRST_BETTER));
        assert_true((share.high < 0.5) == (*sure == DADO_SECOND_BETTER));
        if (gives_up && dado_duel_hopeless(&duel, most)) return played + 20;
    }
    return played;
}

// The interval holds the truth at all looks together in no fewer series than it says, whatever the
// share of ties is; and giving up never adds a claim.
static void intervals_of_duels_hold_at_every_look(void **state)
{
    (void)state;
    static const double shares[][2] = { { 0.5, 0 }, { 0.1, 0.8 }, { 0.55, 0.2 }, { 0.02, 0.1 } };
    enum { series = 300 };
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        int missed = 0;
        for (uint64_t k = 0; k < series; k++) {
            dado_duel_decision sure, given_up;
            bool covered, ignored;
            follow(shares[i][0], shares[i][1], 400, false, k, &sure, &covered);
            missed += !covered;
            follow(shares[i][0], shares[i][1], 400, true, k, &given_up, &ignored);
            assert_true(given_up == sure || given_up == DADO_UNDECIDED);
        }
        assert_true(missed <= series / 20);
    }
}

// What is not there is left early, and what is there is seldom left before it is seen.
static void a_duel_that_leads_nowhere_is_given_up(void **state)
{
    (void)state;
    enum { series = 200, most = 600 };
    int played = 0, seen[2] = { 0 };
    for (uint64_t k = 0; k < series; k++) {
        dado_duel_decision sure;
        bool covered;
        played += follow(0.4, 0.2, most, true, k, &sure, &covered);
        for (int gives_up = 0; gives_up < 2; gives_up++) {
            follow(0.5, 0.2, most, gives_up, k, &sure, &covered);
            seen[gives_up] += sure == DADO_FIRST_BETTER;
        }
    }
    assert_true(played < series * most / 2);
    assert_true(seen[0] > series * 9 / 10);
    assert_true(seen[1] > seen[0] - series / 20);
    assert_false(dado_duel_hopeless(&(dado_duel){ .level = 0.05 }, most));
}

// ---- intervals cover what they should, on tournaments whose truth is known ----

typedef struct truth {
    const char *name;
    double points[4];  // on Elo's scale; their mean is 1500
    double cycle;      // in a cycle, what each wins against the next, whatever the points
    int rounds;        // matches of every pair
} truth;

static const truth truths[] = {
    { "sweep", { 2250, 1750, 1250, 750 }, 0, 30 },
    { "equals", { 1500, 1500, 1500, 1500 }, 0, 30 },
    { "cycle", { 1500, 1500, 1500, 1500 }, 0.7, 30 },
    { "two groups", { 1850, 1850, 1150, 1150 }, 0, 30 },
};

static double chance(const truth *t, int a, int b)
{
    if (t->cycle > 0 && (b - a + 4) % 4 == 1) return t->cycle;
    if (t->cycle > 0 && (a - b + 4) % 4 == 1) return 1 - t->cycle;
    return 1 / (1 + pow(10, (t->points[b] - t->points[a]) / 400));
}

static void intervals_cover_what_they_should(void **state)
{
    (void)state;
    int tournaments = dado_test_repeats(40, 1000);
    for (size_t k = 0; k < sizeof truths / sizeof *truths; k++) {
        const truth *t = &truths[k];
        int64_t inside = 0, all = 0;
        double narrowest = 1e9;
        for (int i = 0; i < tournaments; i++) {
            dado_fast_rng luck = dado_fast_rng_seed(dado_derive_seed(77 + k, (uint64_t)i));
            int m = 0;
            for (int a = 0; a < 4; a++) {
                for (int b = a + 1; b < 4; b++) {
                    for (int r = 0; r < t->rounds; r++, m++) {
                        bool wins = dado_fast_rng_unit(&luck) < chance(t, a, b);
                        seats[m][0] = a;
                        seats[m][1] = b;
                        places[m][0] = !wins;
                        places[m][1] = wins;
                        results[m] = (dado_match_result){ seats[m], places[m], 2, NULL, 0 };
                    }
                }
            }
            dado_rating ratings[4];
            assert_true(dado_rating_fit(results, m, 4, (uint64_t)i, ratings, NULL, NULL));
            for (int p = 0; p < 4; p++, all++) {
                inside += t->points[p] >= ratings[p].low && t->points[p] <= ratings[p].high;
                double width = ratings[p].high - ratings[p].low;
                if (width < narrowest) narrowest = width;
            }
        }
        double covered = (double)inside / (double)all;
        print_message("%s: %.1f %% of %d intervals cover; the narrowest is %.0f wide\n", t->name,
                      100 * covered, (int)all, narrowest);
        // Players of a tournament are not independent: slack for a small dose.
        double slack = tournaments < 1000 ? 0.05 : 0;
        if (covered < 0.92 - slack || covered > 0.98 + slack) {
            fail_msg("%s: %.3f", t->name, covered);
        }
        assert_true(narrowest > 20);
    }
}

// Two players, and lucks that decide four matches each: what is known is what the lucks tell, as
// if each had been played once.
static void matches_on_the_same_luck_tell_one_thing(void **state)
{
    (void)state;
    enum { lucks = 100, copies = 4 };
    dado_rating alone[2], shared[2], apart[2];
    for (int m = 0; m < lucks * copies; m++) {
        bool wins = m / copies % 5 < 3;
        seats[m][0] = 0;
        seats[m][1] = 1;
        places[m][0] = !wins;
        places[m][1] = wins;
        results[m] = (dado_match_result){ seats[m], places[m], 2, NULL, 1 + m / copies };
    }
    assert_true(dado_rating_fit(results, lucks * copies, 2, 1, shared, NULL, NULL));
    for (int m = 0; m < lucks * copies; m++) results[m].luck = 0;
    assert_true(dado_rating_fit(results, lucks * copies, 2, 1, apart, NULL, NULL));
    for (int m = 0; m < lucks; m++) results[m] = results[m * copies];
    assert_true(dado_rating_fit(results, lucks, 2, 1, alone, NULL, NULL));
    double width = shared[0].high - shared[0].low, once = alone[0].high - alone[0].low;
    assert_true(width > 0.9 * once && width < 1.1 * once);
    double narrow = apart[0].high - apart[0].low;
    assert_true(narrow > 0.45 * width && narrow < 0.55 * width);
}

// Who won all fifty is better, and nobody knows by how much.
static void a_clean_sweep_has_an_interval(void **state)
{
    (void)state;
    for (int m = 0; m < 50; m++) {
        seats[m][0] = 0;
        seats[m][1] = 1;
        places[m][0] = 0;
        places[m][1] = 1;
        results[m] = (dado_match_result){ seats[m], places[m], 2, NULL, 0 };
    }
    dado_rating ratings[2];
    assert_true(dado_rating_fit(results, 50, 2, 1, ratings, NULL, NULL));
    assert_true(ratings[0].low > ratings[1].high);
    assert_true(ratings[0].high - ratings[0].low > 200);
    assert_true(ratings[0].low < ratings[0].points && ratings[0].points < ratings[0].high);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_cover_what_they_should),
        cmocka_unit_test(a_clean_sweep_has_an_interval),
        cmocka_unit_test(matches_on_the_same_luck_tell_one_thing),
        cmocka_unit_test(true_strengths_lie_in_their_intervals),
        cmocka_unit_test(the_order_of_matches_does_not_matter),
        cmocka_unit_test(a_large_league_is_fitted_to_the_end),
        cmocka_unit_test(who_never_lost_has_a_finite_rating),
        cmocka_unit_test(looking_often_does_not_deceive),
        cmocka_unit_test(a_clear_difference_is_seen),
        cmocka_unit_test(intervals_of_duels_hold_at_every_look),
        cmocka_unit_test(a_duel_that_leads_nowhere_is_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
