// seat_wins_test.c - what each seat wins, whoever sat there, has an interval that covers the truth.
#include "support/test.h"

#include <math.h>

#include "arena/tournament.h"
#include "support/match_fixture.h"

// Nobody decides anything: a coin gives the match to one of two seats. All line-ups are played on
// the same luck, so their matches are copies of each other.
static const char coin[] = "(game (setup (create players 2))"
                           " (inc (((random 1) player) sto SUM) 1)"
                           " (scoring max ((current player) sto SUM)))";

typedef struct coverage {
    int covered;
    double width;  // mean
} coverage;

static coverage cover(const char *const *names, int count, int64_t matches, int runs)
{
    dado_region region;
    dado_error err = { 0 };
    dado_region_init(&region, (size_t)1 << 28);
    const dado_game_source *game = dado_test_game_text("coin.rcy", coin, &region);
    dado_player players[4];
    for (int i = 0; i < count; i++) {
        if (!dado_player_parse(&players[i], names[i], &region, &err)) fail_msg("%s", err.text);
    }
    coverage found = { 0 };
    for (int seed = 1; seed <= runs; seed++) {
        dado_tournament t = { .game = game,
                              .players = players,
                              .count = count,
                              .matches = matches,
                              .seed = (uint64_t)seed };
        dado_experiment_settings how = { .threads = 1 };
        dado_tournament_result league;
        if (!dado_tournament_play(&t, &how, &league, &err)) fail_msg("%s", err.text);
        dado_interval share = league.edges[0].share;
        assert_true(fabs(share.value - league.edges[0].wins / (double)league.matches) < 1e-12);
        found.covered += share.low <= 0.5 && 0.5 <= share.high;
        found.width += (share.high - share.low) / runs;
        dado_tournament_result_free(&league);
    }
    dado_region_free(&region);
    return found;
}

static void copies_of_a_match_are_one_sample(void **state)
{
    (void)state;
    enum { matches = 40 };
    int runs = dado_test_repeats(60, 200), enough = runs * 9 / 10;  // at 95 %
    static const char *const names[] = { "random", "greedy", "random", "greedy" };
    double oracle = 2 * 1.96 * sqrt(0.25 / matches);
    for (int count = 2; count <= 4; count += 2) {
        coverage found = cover(names, count, matches, runs);
        if (found.covered < enough || found.width > 1.25 * oracle) {
            fail_msg("%d players: %d of %d intervals cover, %g wide, where %g would do", count,
                     found.covered, runs, found.width, oracle);
        }
    }
}

// Two sides of two: a side's win is one for each of its seats, and partners are not compared.
static void partners_are_not_rivals(void **state)
{
    (void)state;
    const char *text = "(game (setup (create players 4) (create teams (0, 2) (1, 3)))"
                       " (inc (((random 1) team) sto SUM) 1)"
                       " (scoring max ((team (current player)) sto SUM)))";
    dado_region region;
    dado_error err = { 0 };
    dado_region_init(&region, (size_t)1 << 28);
    dado_player players[2];
    assert_true(dado_player_parse(&players[0], "random", &region, &err));
    assert_true(dado_player_parse(&players[1], "greedy", &region, &err));
    dado_tournament t = { .game = dado_test_game_text("sides.rcy", text, &region),
                          .players = players,
                          .count = 2,
                          .matches = 30,
                          .seed = 1 };
    dado_experiment_settings how = { .threads = 1 };
    dado_tournament_result league;
    if (!dado_tournament_play(&t, &how, &league, &err)) fail_msg("%s", err.text);
    assert_true(league.edges[0].wins == league.edges[2].wins);
    double all = league.edges[0].wins + league.edges[1].wins;
    assert_true(fabs(all - (double)league.matches) < 1e-9);
    int64_t compared = 0;
    for (int64_t m = 0; m < league.matches; m++) {
        const int32_t *who = league.who + 4 * m;
        for (int a = 0; a < 4; a++) {
            for (int b = 0; b < 4; b++) compared += a % 2 != b % 2 && who[a] != who[b];
        }
    }
    assert_int_equal(league.ratings[0].comparisons + league.ratings[1].comparisons, compared);
    dado_tournament_result_free(&league);
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_of_a_match_are_one_sample),
        cmocka_unit_test(partners_are_not_rivals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
