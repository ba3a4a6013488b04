// league_test.c - pairings are fair and depend on seed and log alone; the table does not depend on
// the order of the matches, and its intervals hold what they should.
#include "support/test.h"

#include <math.h>

#include "arena/league.h"
#include "core/rng.h"

enum { most_players = 30, most_rounds = 200, most_matches = most_players * most_rounds };

// A league of teams with one submission each, played by lot: the better the number, the likelier it
// wins.
typedef struct simulated {
    dado_league_log log;
    dado_league_team teams[most_players];
    dado_league_submission submissions[most_players];
    dado_league_round rounds[most_rounds];
    dado_league_match matches[most_matches];
    int everybody[most_players];
    double truth[most_players];
} simulated;

static simulated league, other;

static void begin(simulated *s, int players, int seats, uint64_t seed, double apart)
{
    memset(s, 0, sizeof *s);
    s->log = (dado_league_log){ .seed = seed,
                                .seats = seats,
                                .teams = s->teams,
                                .submissions = s->submissions,
                                .rounds = s->rounds,
                                .matches = s->matches,
                                .team_count = players,
                                .submission_count = players };
    for (int i = 0; i < players; i++) {
        s->teams[i].name = "team";
        s->submissions[i] = (dado_league_submission){
            .team = i, .number = 1, .state = DADO_SUBMISSION_READY, .player = "random", .said = ""
        };
        s->everybody[i] = i;
        s->truth[i] = 1500 + apart * (i - (players - 1) / 2.0);
    }
}

static void play_round(simulated *s, dado_fast_rng *luck)
{
    dado_region region = { 0 };
    const dado_league_match *matches;
    int count;
    dado_error err = { 0 };
    dado_league_round round = { s->everybody, s->log.submission_count };
    if (!dado_league_pair(&s->log, s->log.round_count, &round, &matches, &count, &region, &err)) {
        fail_msg("%s", err.text);
    }
    s->rounds[s->log.round_count++] = round;
    for (int i = 0; i < count; i++) {
        dado_league_match *m = &s->matches[s->log.match_count++];
        *m = matches[i];
        m->played = true;
        // Of two seats one wins; of more, one is first and the others share the rest.
        double strength[DADO_LEAGUE_SEATS], sum = 0;
        for (int k = 0; k < s->log.seats; k++) {
            strength[k] = pow(10, (s->truth[m->who[k]] - 1500) / 400);
            sum += strength[k];
        }
        double drawn = dado_fast_rng_unit(luck) * sum;
        int winner = 0;
        while (winner < s->log.seats - 1 && drawn >= strength[winner]) drawn -= strength[winner++];
        for (int k = 0; k < s->log.seats; k++) m->places[k] = k == winner ? 0 : 1;
    }
    dado_region_free(&region);
}

static void play_out(simulated *s, int rounds, uint64_t luck_seed)
{
    dado_fast_rng luck = dado_fast_rng_seed(luck_seed);
    for (int r = 0; r < rounds; r++) play_round(s, &luck);
}

// On every board everybody has every seat once, nobody sits at two boards, and nobody plays much
// more than others.
static void rounds_are_fair(void **state)
{
    (void)state;
    for (int seats = 2; seats <= 4; seats++) {
        for (int players = seats; players <= 11; players++) {
            begin(&league, players, seats, 9, 50);
            play_out(&league, 12, 1);
            int played[most_players] = { 0 }, seat_of[most_players][DADO_LEAGUE_SEATS] = { { 0 } };
            for (int m = 0; m < league.log.match_count; m++) {
                const dado_league_match *match = &league.matches[m];
                for (int k = 0; k < seats; k++) {
                    played[match->who[k]]++;
                    seat_of[match->who[k]][k]++;
                    for (int j = 0; j < k; j++) assert_int_not_equal(match->who[j], match->who[k]);
                }
            }
            int least = played[0], most = played[0];
            for (int i = 0; i < players; i++) {
                if (played[i] < least) least = played[i];
                if (played[i] > most) most = played[i];
                for (int k = 1; k < seats; k++) assert_int_equal(seat_of[i][k], seat_of[i][0]);
            }
            assert_true(most - least <= seats);
            assert_int_equal(league.log.match_count, 12 * (players / seats) * seats);
        }
    }
}

static void pairings_depend_on_seed_and_log_alone(void **state)
{
    (void)state;
    begin(&league, 9, 2, 5, 80);
    begin(&other, 9, 2, 5, 80);
    play_out(&league, 20, 3);
    play_out(&other, 20, 3);
    assert_memory_equal(league.matches, other.matches, sizeof league.matches);
    assert_true(dado_league_verify(&league.log, NULL));
    // Another seed, or another result early on, leads to other pairings.
    begin(&other, 9, 2, 6, 80);
    play_out(&other, 20, 3);
    assert_memory_not_equal(league.matches, other.matches, sizeof league.matches);
    // A log in which somebody was exchanged, left out or not waited for is found out.
    dado_error err = { 0 };
    dado_league_match kept = league.matches[57];
    league.matches[57].who[0] = (kept.who[0] + 1) % 9;
    assert_false(dado_league_verify(&league.log, &err));
    assert_non_null(strstr(err.text, "is not the one"));
    league.matches[57] = kept;
    league.matches[57].played = false;
    assert_false(dado_league_verify(&league.log, &err));
    assert_non_null(strstr(err.text, "was not played"));
    league.matches[57] = kept;
    league.log.match_count--;
    assert_false(dado_league_verify(&league.log, &err));
    league.log.match_count++;
    assert_true(dado_league_verify(&league.log, &err));
}

// Neighbours meet more often than those far apart, and those far apart meet too.
static void like_meets_like_and_now_and_then_anybody(void **state)
{
    (void)state;
    begin(&league, 20, 2, 11, 60);
    play_out(&league, 100, 4);
    int near = 0, far = 0;
    for (int m = 0; m < league.log.match_count; m++) {
        const dado_league_match *match = &league.matches[m];
        int apart = abs(match->who[0] - match->who[1]);
        near += apart <= 4;
        far += apart >= 12;
    }
    // By lot 70 of 190 pairs are near and 36 far.
    assert_true(near > league.log.match_count * 45 / 100);
    assert_true(far > league.log.match_count * 2 / 100 && far < league.log.match_count * 14 / 100);
}

static void the_order_of_matches_does_not_show(void **state)
{
    (void)state;
    dado_region region = { 0 };
    dado_rating first[most_players], again[most_players];
    begin(&league, 12, 2, 13, 40);
    play_out(&league, 30, 5);
    assert_true(dado_league_rate(&league.log, first, &region, NULL));
    dado_fast_rng luck = dado_fast_rng_seed(1);
    for (int times = 0; times < dado_test_repeats(20, 100); times++) {
        for (int i = league.log.match_count - 1; i > 0; i--) {
            int j = (int)dado_fast_rng_below(&luck, (uint32_t)i + 1);
            dado_league_match kept = league.matches[i];
            league.matches[i] = league.matches[j];
            league.matches[j] = kept;
        }
        size_t mark = dado_region_mark(&region);
        assert_true(dado_league_rate(&league.log, again, &region, NULL));
        dado_region_rewind(&region, mark);
        for (int i = 0; i < 12; i++) {
            assert_true(first[i].points == again[i].points && first[i].low == again[i].low &&
                        first[i].high == again[i].high && first[i].matches == again[i].matches);
        }
    }
    dado_region_free(&region);
}

// In a league that pairs by rating, the intervals still hold the truth as often as they say: of all
// intervals of a league at least nine in ten, in nine leagues of ten.
static void intervals_cover_in_simulated_leagues(void **state)
{
    (void)state;
    int leagues = dado_test_repeats(20, 200), good = 0;
    int64_t inside = 0, all = 0;
    for (int i = 0; i < leagues; i++) {
        dado_region region = { 0 };
        dado_rating ratings[most_players];
        begin(&league, 20, 2, (uint64_t)i + 100, 30);
        play_out(&league, 40, (uint64_t)i + 500);
        assert_true(dado_league_rate(&league.log, ratings, &region, NULL));
        int covered = 0;
        for (int k = 0; k < 20; k++) {
            covered += ratings[k].low <= league.truth[k] && league.truth[k] <= ratings[k].high;
        }
        good += covered >= 17;
        inside += covered;
        all += 20;
        dado_region_free(&region);
    }
    double share = (double)inside / (double)all;
    print_message("%.1f %% of %d intervals cover; %d of %d leagues have at least 17 of 20\n",
                  100 * share, (int)all, good, leagues);
    // Ratings of one league depend on each other: slack for a small dose.
    bool full = leagues >= 200;
    assert_true(share > (full ? 0.91 : 0.85) && share < 0.99);
    assert_true(good * 10 >= leagues * (full ? 9 : 7));
}

static void who_gives_up_again_and_again_is_paused(void **state)
{
    (void)state;
    int entrants[most_players];
    begin(&league, 6, 2, 17, 40);
    play_out(&league, 4, 6);
    assert_int_equal(dado_league_entrants(&league.log, 6, entrants), 6);
    int changed = 0;
    for (int m = league.log.match_count - 1; m >= 0 && changed < 6; m--) {
        for (int k = 0; k < 2; k++) {
            if (league.matches[m].who[k] != 3) continue;
            league.matches[m].gave_up[k] = true;
            changed++;
        }
    }
    assert_int_equal(changed, 6);
    assert_true(dado_league_is_paused(&league.log, 3, 6));
    assert_false(dado_league_is_paused(&league.log, 3, 7));
    assert_false(dado_league_is_paused(&league.log, 3, 0));
    assert_int_equal(dado_league_entrants(&league.log, 6, entrants), 5);
    for (int i = 0; i < 5; i++) assert_int_not_equal(entrants[i], 3);
    // A new submission of the team plays again.
    league.submissions[6] = league.submissions[3];
    league.submissions[6].number = 2;
    league.log.submission_count++;
    assert_int_equal(dado_league_entrants(&league.log, 6, entrants), 6);
    assert_int_equal(entrants[5], 6);
}

static void too_few_players_are_told_apart(void **state)
{
    (void)state;
    dado_region region = { 0 };
    const dado_league_match *matches;
    int count;
    dado_error err = { 0 };
    begin(&league, 2, 3, 1, 0);
    dado_league_round round = { league.everybody, 2 };
    assert_false(dado_league_pair(&league.log, 0, &round, &matches, &count, &region, &err));
    assert_non_null(strstr(err.text, "a round needs 3 players"));
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_are_fair),
        cmocka_unit_test(pairings_depend_on_seed_and_log_alone),
        cmocka_unit_test(like_meets_like_and_now_and_then_anybody),
        cmocka_unit_test(the_order_of_matches_does_not_show),
        cmocka_unit_test(intervals_cover_in_simulated_leagues),
        cmocka_unit_test(who_gives_up_again_and_again_is_paused),
        cmocka_unit_test(too_few_players_are_told_apart),
    };
    return cmocka_run_group_tests_name("league", tests, NULL, NULL);
}
