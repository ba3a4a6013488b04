// odds_test.c - what luck makes of games, worked out, against what is known otherwise.
#include "solve/odds.h"

#include "infosets_fixture.h"

static void near(double a, double b, double within)
{
    if (!(a - b <= within && b - a <= within)) fail_msg("%.15f is not %.15f", a, b);
}

static dado_odds *odds_of(table *t, const char *name, const char *settings, dado_odds_config plan)
{
    dado_error err = { 0 };
    open_game(t, name, settings);
    dado_odds *odds = dado_odds_compute(&t->game, &plan, &err);
    if (!odds) fail_msg("%s: %s", name, err.text);
    return odds;
}

static void leave(table *t, dado_odds *odds)
{
    dado_odds_free(odds);
    dado_region_free(&t->region);
}

static void says(const dado_odds *odds, dado_odds_of what, int seat, int64_t value,
                 const char *fraction)
{
    dado_text text = { 0 };
    dado_odds_fraction(odds, what, seat, value, &text);
    assert_string_equal(dado_text_string(&text), fraction);
    dado_text_free(&text);
}

// Both bet, call, check and fold as a coin falls. Of the four ways a hand can go the first ends
// it at once half the time, so a hand has 2 + 1/4 choices on average.
static void kuhn_by_coin_is_a_matter_of_sixteenths(void **state)
{
    (void)state;
    table t;
    dado_odds *odds = odds_of(&t, "kuhn", "", (dado_odds_config){ 0 });
    assert_true(dado_odds_exact(odds));
    says(odds, DADO_ODDS_ALONE, 0, 0, "9/16");
    says(odds, DADO_ODDS_ALONE, 1, 0, "7/16");
    says(odds, DADO_ODDS_LENGTH, 0, 2, "3/4");
    says(odds, DADO_ODDS_LENGTH, 0, 3, "1/4");
    near(dado_odds_mean(odds, DADO_ODDS_SCORE, 0), 0.125, 1e-15);
    dado_text mean = { 0 };
    dado_odds_mean_fraction(odds, DADO_ODDS_LENGTH, 0, &mean);
    assert_string_equal(dado_text_string(&mean), "9/4");
    dado_text_free(&mean);
    int64_t scores[8];
    assert_int_equal(dado_odds_values(odds, DADO_ODDS_SCORE, 0, NULL), 4);
    assert_int_equal(dado_odds_values(odds, DADO_ODDS_SCORE, 0, scores), 4);
    assert_true(scores[0] == -2 && scores[1] == -1 && scores[2] == 1 && scores[3] == 2);
    leave(&t, odds);
}

// The same by counting: the ways to throw each sum with so many dice, each player alike.
static void dice_points_is_what_counting_sums_says(void **state)
{
    (void)state;
    int rounds = dado_test_repeats(4, 10);
    double ways[2][61] = { { 1 } }, alone = 0, tie = 0, below = 0;
    for (int r = 0; r < rounds; r++) {
        memset(ways[(r + 1) % 2], 0, sizeof ways[0]);
        for (int s = 0; s <= 6 * r; s++) {
            for (int d = 1; d <= 6; d++) ways[(r + 1) % 2][s + d] += ways[r % 2][s] / 6;
        }
    }
    const double *p = ways[rounds % 2];
    for (int s = 0; s <= 6 * rounds; s++) {
        double up_to = below + p[s];
        alone += p[s] * below * below * below;
        // somebody has s and nobody more, and not one alone
        tie += up_to * up_to * up_to * up_to - below * below * below * below -
               4 * p[s] * below * below * below;
        below = up_to;
    }
    char settings[80];
    snprintf(settings, sizeof settings, "ROUNDS = %d\nluck = listed", rounds);
    table t;
    dado_odds *odds = odds_of(&t, "library/dice/dicepoints.rcy", settings,
                              (dado_odds_config){ .memory = (size_t)3 << 30 });
    assert_true(dado_odds_exact(odds));
    near(dado_odds_chance(odds, DADO_ODDS_TIE, 0, 0), tie, 1e-12);
    for (int seat = 0; seat < 4; seat++) {
        near(dado_odds_chance(odds, DADO_ODDS_ALONE, seat, 0), alone, 1e-12);
        near(dado_odds_mean(odds, DADO_ODDS_ALONE, seat), 0.25, 1e-15);
        near(dado_odds_mean(odds, DADO_ODDS_SCORE, seat), 3.5 * rounds, 1e-12);
        near(dado_odds_variance(odds, DADO_ODDS_SCORE, seat), 35.0 / 12 * rounds, 1e-9);
        near(dado_odds_chance(odds, DADO_ODDS_SCORE, seat, 4 * rounds), p[4 * rounds], 1e-12);
    }
    near(dado_odds_chance(odds, DADO_ODDS_LENGTH, 0, rounds), 1, 0);
    if (rounds == 10) {
        near(alone, 0.2270788082, 5e-11);
        near(tie, 0.0916847670, 5e-11);
    }
    leave(&t, odds);
}

// Two players throw a coin in turn until one has heads; the first has it with 2/3. The described
// game comes back to the same position after every pair of tails.
static void a_game_that_comes_round_again_is_still_exact(void **state)
{
    (void)state;
    table t;
    dado_odds *odds =
        odds_of(&t, "tests/solve/games/heads.rcy", "luck = listed", (dado_odds_config){ 0 });
    assert_true(dado_odds_exact(odds));
    assert_true(dado_odds_stats_of(odds).loops > 0);
    says(odds, DADO_ODDS_ALONE, 0, 0, "2/3");
    says(odds, DADO_ODDS_ALONE, 1, 0, "1/3");
    dado_text mean = { 0 };
    dado_odds_mean_fraction(odds, DADO_ODDS_LENGTH, 0, &mean);
    assert_string_equal(dado_text_string(&mean), "2");
    dado_text_free(&mean);
    leave(&t, odds);
}

static void a_game_without_end_is_enclosed(void **state)
{
    (void)state;
    table t;
    dado_odds *odds = odds_of(&t, "library/dice/pig.rcy", "luck = listed\nGOAL = 3",
                              (dado_odds_config){ .no_lengths = true });
    assert_false(dado_odds_exact(odds));
    double left = dado_odds_stats_of(odds).playing;
    assert_true(left > 0 && left < 1e-12);
    double first = dado_odds_chance(odds, DADO_ODDS_ALONE, 0, 0);
    double second = dado_odds_chance(odds, DADO_ODDS_ALONE, 1, 0);
    near(first + second + left, 1, 1e-15);
    near(first, 0.73194063, 1e-8);
    leave(&t, odds);
}

static bool stop_at(void *to, const dado_odds_stats *stats)
{
    return stats->layers < *(const uint64_t *)to;
}

// Wherever it is stopped, or room ends, the truth lies between what has ended and what may yet.
static void what_is_stopped_midway_encloses_the_truth(void **state)
{
    (void)state;
    static const char game[] = "library/dice/pig.rcy", settings[] = "luck = listed\nGOAL = 4";
    table t, whole;
    dado_odds *truth =
        odds_of(&whole, game, settings, (dado_odds_config){ .no_lengths = true, .rest = 1e-5 });
    assert_null(dado_odds_truncated(truth));
    double last = 1;
    for (uint64_t moves = 12; moves <= 36; moves += 6) {
        bool full = moves == 36;
        dado_odds_config plan = { .report = full ? NULL : stop_at,
                                  .to = &moves,
                                  .memory = full ? 1 << 20 : 0 };
        dado_odds *odds = odds_of(&t, game, settings, plan);
        assert_non_null(dado_odds_truncated(odds));
        assert_non_null(
            strstr(dado_odds_truncated(odds), full ? "--memory" : "stopped on request"));
        double left = dado_odds_stats_of(odds).playing, sum = left;
        assert_true(left > 0 && left < last);
        for (int p = 0; p < 2; p++) {
            double least = dado_odds_chance(odds, DADO_ODDS_ALONE, p, 0);
            double exact = dado_odds_chance(truth, DADO_ODDS_ALONE, p, 0);
            assert_true(least <= exact + 1e-5 && exact <= least + left);
            sum += least;
        }
        near(sum, 1, 1e-12);
        last = left;
        leave(&t, odds);
    }
    leave(&whole, truth);
}

// With and without what the language knows to be alike, the odds are the same fractions.
static void what_plays_alike_has_the_same_odds(void **state)
{
    (void)state;
    const char *const games[][2] = {
        { "library/dice/dicepoints.rcy", "luck = listed\nROUNDS = 2\nPLAYERS = 3" },
        { "library/cards/leduc.rcy", "luck = listed" },
        { "library/small/race.rcy", "luck = listed\nLENGTH = 6" },
        { "library/small/fifteen.rcy", "luck = listed" },
        { "tests/solve/games/gops_four.rcy", "luck = listed" },
        { "tests/solve/games/kuhn_four.rcy", "luck = listed\nPLAYERS = 3" },
        { "library/cards/kuhn.rcy", "luck = listed" },
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        table t, raw;
        dado_odds *odds = odds_of(&t, games[i][0], games[i][1], (dado_odds_config){ 0 });
        open_game(&raw, games[i][0], games[i][1]);
        dado_rules rules = *raw.game.rules;
        rules.canonicalize = NULL;
        raw.game.rules = &rules;
        dado_error err = { 0 };
        dado_odds_config plan = { 0 };
        dado_odds *plain = dado_odds_compute(&raw.game, &plan, &err);
        assert_non_null(plain);
        assert_true(dado_odds_stats_of(plain).positions >= dado_odds_stats_of(odds).positions);
        for (int p = 0; p < t.game.players; p++) {
            dado_text a = { 0 }, b = { 0 };
            dado_odds_fraction(odds, DADO_ODDS_ALONE, p, 0, &a);
            dado_odds_fraction(plain, DADO_ODDS_ALONE, p, 0, &b);
            dado_odds_mean_fraction(odds, DADO_ODDS_SCORE, p, &a);
            dado_odds_mean_fraction(plain, DADO_ODDS_SCORE, p, &b);
            dado_odds_mean_fraction(odds, DADO_ODDS_LENGTH, 0, &a);
            dado_odds_mean_fraction(plain, DADO_ODDS_LENGTH, 0, &b);
            assert_string_equal(dado_text_string(&a), dado_text_string(&b));
            dado_text_free(&a);
            dado_text_free(&b);
        }
        leave(&raw, plain);
        leave(&t, odds);
    }
}

// The first of the moves, always: bet and call. The higher card then wins two chips.
static bool first_move(void *with, const void *position, int player, const dado_move *moves,
                       int count, uint32_t *weights, dado_error *err)
{
    (void)with;
    (void)position;
    (void)player;
    (void)moves;
    (void)err;
    for (int i = 0; i < count; i++) weights[i] = i == 0;
    return true;
}

static void players_may_have_a_rule(void **state)
{
    (void)state;
    table t;
    dado_odds *odds = odds_of(&t, "kuhn", "", (dado_odds_config){ .weigh = first_move });
    says(odds, DADO_ODDS_ALONE, 0, 0, "1/2");
    says(odds, DADO_ODDS_SCORE, 0, 2, "1/2");
    says(odds, DADO_ODDS_SCORE, 0, 1, "0");
    says(odds, DADO_ODDS_LENGTH, 0, 2, "1");
    leave(&t, odds);
}

static void what_cannot_be_worked_out_is_refused_with_a_reason(void **state)
{
    (void)state;
    table t;
    dado_error err = { 0 };
    open_game(&t, "library/dice/dicepoints.rcy", "");
    dado_odds_config plan = { 0 };
    assert_null(dado_odds_compute(&t.game, &plan, &err));
    assert_non_null(strstr(err.text, "luck=listed"));
    dado_region_free(&t.region);
    open_game(&t, "library/dice/dicepoints.rcy", "luck = listed\nROUNDS = 6");
    plan.memory = 1 << 20;
    assert_null(dado_odds_compute(&t.game, &plan, &err));
    assert_non_null(strstr(err.text, "--memory"));
    dado_region_free(&t.region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kuhn_by_coin_is_a_matter_of_sixteenths),
        cmocka_unit_test(dice_points_is_what_counting_sums_says),
        cmocka_unit_test(a_game_that_comes_round_again_is_still_exact),
        cmocka_unit_test(a_game_without_end_is_enclosed),
        cmocka_unit_test(what_is_stopped_midway_encloses_the_truth),
        cmocka_unit_test(what_plays_alike_has_the_same_odds),
        cmocka_unit_test(players_may_have_a_rule),
        cmocka_unit_test(what_cannot_be_worked_out_is_refused_with_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
