// verdict_test.c - claims are made when they hold, and not when luck looks like fault.
#include "support/sample_findings.h"
#include "support/test.h"

#include <math.h>

#include "core/rng.h"
#include "report/format.h"

static const dado_verdict *about(const dado_verdict *list, int count, const char *topic)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(list[i].topic, topic) == 0) return &list[i];
    }
    return NULL;
}

static dado_verdict judged(const dado_findings *f, const char *topic)
{
    dado_verdict list[DADO_VERDICTS];
    int count = dado_verdicts_of(f, list);
    const dado_verdict *found = about(list, count, topic);
    if (!found) fail_msg("nothing was said about %s", topic);
    return *found;
}

// Findings of matches in which each of `n` seats, or several, win by luck alone.
static dado_findings fair_matches(int n, int64_t matches, double tie_share, uint64_t seed,
                                  dado_seat_finding *seats)
{
    dado_findings f = { .title = "luck",
                        .level = 0.95,
                        .matches = matches,
                        .players = n,
                        .seat_count = n,
                        .seats = seats };
    for (int p = 0; p < n; p++) seats[p] = (dado_seat_finding){ .agent = "random" };
    dado_rng luck = dado_rng_stream(seed, 0, 0);
    for (int64_t i = 0; i < matches; i++) {
        int first = (int)dado_rng_below(&luck, (uint64_t)n);
        bool tie = dado_rng_unit(&luck) < tie_share;
        int second = tie ? (first + 1 + (int)dado_rng_below(&luck, (uint64_t)n - 1)) % n : first;
        seats[first].share.value += tie ? 0.5 : 1;
        if (tie) seats[second].share.value += 0.5;
        f.ties += tie;
        f.credit_squares += tie ? 0.5 : 1;
    }
    for (int p = 0; p < n; p++) seats[p].share.value /= (double)matches;
    f.ended[DADO_FINISHED] = matches;
    return f;
}

static void fair_games_are_seldom_called_unfair(void **state)
{
    (void)state;
    enum { runs = 2000 };
    dado_seat_finding seats[8];
    static const struct {
        int players;
        double ties;
    } tables[] = { { 2, 0 }, { 4, 0.3 }, { 8, 0.05 } };
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        int alarms = 0;
        for (int run = 0; run < runs; run++) {
            dado_findings f = fair_matches(tables[t].players, 400, tables[t].ties,
                                           (uint64_t)run + 1000 * t, seats);
            dado_verdict v = judged(&f, "fairness");
            alarms += v.tone == DADO_BAD || v.tone == DADO_PLAIN || strstr(v.claim, "may win");
        }
        // Three questions are asked of such findings, so each may err once in sixty.
        // 2,000 runs of that are 33 alarms, give or take 6; 60 is 4.7 deviations away.
        if (alarms > 60) fail_msg("%d alarms in %d fair games", alarms, (int)runs);
        if (alarms == 0) fail_msg("no alarm at all: the test is too timid to find anything");
    }
}

static void a_better_seat_is_found_and_named(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, (size_t)1 << 28);
    dado_findings f = dado_sample_findings(2000, 4, 10, 1, 3, false, &region);
    dado_verdict v = judged(&f, "fairness");
    assert_int_equal(v.tone, DADO_BAD);
    assert_string_equal(v.claim, "The first player wins too often.");
    assert_true(v.figure.low > 0.25 && v.figure.low < v.figure.value);
    assert_true(v.figure.value < v.figure.high);
    assert_non_null(strstr(v.evidence, "2,000 matches"));
    assert_non_null(strstr(v.evidence, "p < 1e-12"));
    dado_region_free(&region);
}

static void few_matches_make_no_claim_but_say_how_many_would(void **state)
{
    (void)state;
    dado_seat_finding seats[4];
    dado_findings f = fair_matches(4, 100, 0, 5, seats);
    dado_verdict v = judged(&f, "fairness");
    assert_int_equal(v.tone, DADO_UNSURE);
    assert_non_null(strstr(v.evidence, "would show in about"));
}

static void a_bias_nobody_feels_is_called_that(void **state)
{
    (void)state;
    dado_seat_finding seats[2] = { { .agent = "random", .share = { .value = 0.505 } },
                                   { .agent = "random", .share = { .value = 0.495 } } };
    dado_findings f = { .matches = 1000000,
                        .players = 2,
                        .seat_count = 2,
                        .seats = seats,
                        .credit_squares = 1000000,
                        .ended = { 1000000 } };
    dado_verdict v = judged(&f, "fairness");
    assert_int_equal(v.tone, DADO_PLAIN);
    assert_non_null(strstr(v.claim, "too small to feel"));
}

static void different_players_say_nothing_about_seats(void **state)
{
    (void)state;
    dado_seat_finding seats[2] = { { .agent = "mcts", .share = { .value = 0.9 } },
                                   { .agent = "random", .share = { .value = 0.1 } } };
    dado_findings f = { .matches = 1000,
                        .players = 2,
                        .seat_count = 2,
                        .seats = seats,
                        .credit_squares = 1000,
                        .ended = { 1000 } };
    dado_verdict list[DADO_VERDICTS];
    int count = dado_verdicts_of(&f, list);
    assert_null(about(list, count, "fairness"));
    assert_string_equal(about(list, count, "strength")->claim, "mcts in seat 1 wins most.");
}

static void a_broken_match_is_never_fine(void **state)
{
    (void)state;
    dado_seat_finding seats[2];
    dado_findings f = fair_matches(2, 1000, 0, 5, seats);
    assert_int_equal(judged(&f, "completion").tone, DADO_GOOD);
    f.ended[DADO_FINISHED]--;
    f.ended[DADO_STOPPED]++;
    assert_int_equal(judged(&f, "completion").tone, DADO_WARN);
    f.ended[DADO_FINISHED]--;
    f.ended[DADO_BROKEN]++;
    dado_verdict v = judged(&f, "completion");
    assert_int_equal(v.tone, DADO_BAD);
    assert_non_null(strstr(v.evidence, "1 broke off and 1 hit the limit of moves"));
}

static void the_level_pays_for_every_question_asked(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, (size_t)1 << 28);
    dado_findings f = dado_sample_findings(500, 4, 10, 0, 3, false, &region);
    dado_verdict list[DADO_VERDICTS];
    int count = dado_verdicts_of(&f, list);
    assert_true(count >= 8);
    for (int i = 0; i < count; i++) {
        assert_true(list[i].level > 0.99 && list[i].level < 1);
        assert_true(strlen(list[i].claim) > 0 && strlen(list[i].claim) < sizeof list[i].claim - 1);
        assert_true(strlen(list[i].evidence) < sizeof list[i].evidence - 1);
    }
    f.measure_count = 0;
    dado_verdicts_of(&f, list);
    assert_true(fabs(list[0].level - (1 - 0.05 / 3)) < 1e-12);
    dado_region_free(&region);
}

static void nothing_played_nothing_said(void **state)
{
    (void)state;
    dado_verdict list[DADO_VERDICTS];
    assert_int_equal(dado_verdicts_of(&(dado_findings){ .players = 2 }, list), 0);
}

static void lines_keep_to_the_width_of_the_terminal(void **state)
{
    (void)state;
    dado_seat_finding seats[4];
    dado_findings f = fair_matches(4, 100, 0.1, 5, seats);
    dado_verdict list[DADO_VERDICTS];
    int count = dado_verdicts_of(&f, list);
    dado_text out = { 0 };
    dado_verdicts_print(list, count, 60, false, &out);
    size_t longest = 0;
    for (const char *line = out.data; *line; line += strcspn(line, "\n") + 1) {
        size_t length = 0;
        for (const char *s = line; *s && *s != '\n'; s++) length += (*s & 0xC0) != 0x80;
        longest = length > longest ? length : longest;
    }
    assert_true(longest <= 62);  // claims are not broken; they are short
    assert_null(strchr(out.data, '\033'));
    dado_text_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fair_games_are_seldom_called_unfair),
        cmocka_unit_test(a_better_seat_is_found_and_named),
        cmocka_unit_test(few_matches_make_no_claim_but_say_how_many_would),
        cmocka_unit_test(a_bias_nobody_feels_is_called_that),
        cmocka_unit_test(different_players_say_nothing_about_seats),
        cmocka_unit_test(a_broken_match_is_never_fine),
        cmocka_unit_test(the_level_pays_for_every_question_asked),
        cmocka_unit_test(nothing_played_nothing_said),
        cmocka_unit_test(lines_keep_to_the_width_of_the_terminal),
    };
    return cmocka_run_group_tests_name("verdict", tests, NULL, NULL);
}
