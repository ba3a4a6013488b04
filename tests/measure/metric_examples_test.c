// The further metrics: each on a match small enough to work out by hand.
#include "measure/score_rows.h"

// Three players, five rounds. Leaders by seat: 0 0 1 1 1; seat 1 wins.
static const int32_t rows[] = { 3, 1, 0, 4, 4, 1, 5, 6, 2, 6, 9, 2, 7, 10, 3 };

typedef struct stage {
    race race;
    int32_t room[64];
    int32_t places[4];
    dado_trace trace;
} stage;

static void set(stage *s)
{
    race_open(&s->race, (dado_metric_options){ 0 }, 4, 8);
    s->trace = race_trace(s->room, rows, 3, 5);
    s->places[0] = 1;
    s->places[1] = 0;
    s->places[2] = 2;
    s->trace.places = s->places;
}

static double value(stage *s, const char *name)
{
    return race_value(&s->race, &s->trace, name);
}

static void the_match_worked_out_by_hand(void **state)
{
    (void)state;
    stage s;
    set(&s);
    near(value(&s, "time_of_decision"), 2.0 / 5, 1e-15);
    assert_true(dado_is_none(value(&s, "runaway")));  // two are level after the first quarter
    // Places of seats: 123 123 213 213 213: two players move by one, once.
    near(value(&s, "place_mobility"), 2.0 / (4 * 3 * 2), 1e-15);
    near(value(&s, "final_spread"), 7.0 / 10, 1e-15);
    near(value(&s, "margin"), 3, 0);
    near(value(&s, "rounds"), 5, 0);
    near(value(&s, "win"), 0, 0);
    near(value(&s, "tied"), 0, 0);
    near(value(&s, "finished"), 1, 0);
    near(value(&s, "stopped"), 0, 0);
    race_close(&s.race);
}

static void a_leader_from_the_first_quarter_on_is_a_runaway(void **state)
{
    (void)state;
    stage s;
    set(&s);
    // Eight rounds: the first quarter ends with round 2; who led in round 1 does not matter.
    static const int32_t away[] = { 1, 2, 5, 3, 6, 4, 7, 5, 8, 6, 9, 7, 10, 8, 11, 9 };
    s.trace = race_trace(s.room, away, 2, 8);
    near(value(&s, "runaway"), 1, 0);
    near(value(&s, "time_of_decision"), 1.0 / 8, 0);
    s.room[2 + 2] = 2;  // round 2 to the other seat
    near(value(&s, "runaway"), 0, 0);
    race_close(&s.race);
}

static void who_leads_is_not_asked_of_the_tie_rule(void **state)
{
    (void)state;
    stage s;
    set(&s);
    // Level until the last round: nobody led, early or late, and nobody came from behind.
    static const int32_t level[] = { 1, 1, 2, 2, 3, 3, 4, 9 };
    static const char *const asked[] = { "runaway", "early_lead", "from_behind",
                                         "time_of_decision" };
    s.trace = race_trace(s.room, level, 2, 4);
    s.trace.places = s.places;
    for (int i = 0; i < 4; i++) assert_true(dado_is_none(value(&s, asked[i])));
    // Seat 0 leads after one round of four, and seat 1 wins.
    static const int32_t turned[] = { 2, 1, 3, 3, 3, 4, 4, 9 };
    s.trace = race_trace(s.room, turned, 2, 4);
    s.trace.places = s.places;
    near(value(&s, "early_lead"), 0, 0);
    near(value(&s, "from_behind"), 1, 0);
    // A tie has no winner, whoever led early.
    s.places[0] = s.places[1] = 0;
    near(value(&s, "early_lead"), 0, 0);
    assert_true(dado_is_none(value(&s, "from_behind")));
    assert_true(dado_is_none(value(&s, "time_of_decision")));
    s.places[1] = 1;
    near(value(&s, "early_lead"), 1, 0);
    // What was stopped has no values but how it ended.
    s.trace.end = DADO_STOPPED;
    double values[64];
    int count = 0;
    while (dado_metrics[count]) count++;
    assert_true(count <= 64);
    dado_meter_measure(&s.race.meter, &s.trace, dado_metrics, count, values);
    for (int i = 0; i < count; i++) {
        assert_true(dado_is_none(values[i]) != dado_metrics[i]->always);
    }
    race_close(&s.race);
}

static void a_shared_win_is_split_and_a_lost_solitaire_is_no_win(void **state)
{
    (void)state;
    stage s;
    set(&s);
    s.places[0] = 0;
    near(value(&s, "win"), 0.5, 0);
    near(value(&s, "tied"), 1, 0);
    s.trace.end = DADO_BROKEN;
    assert_true(dado_is_none(value(&s, "win")));
    near(value(&s, "broken"), 1, 0);
    near(value(&s, "finished"), 0, 0);
    s.trace = race_trace(s.room, rows, 1, 5);
    s.trace.places = s.places;
    near(value(&s, "win"), 1, 0);
    s.places[0] = 1;
    near(value(&s, "win"), 0, 0);
    assert_true(dado_is_none(value(&s, "tied")));
    assert_true(dado_is_none(value(&s, "margin")));
    race_close(&s.race);
}

static void decisions_are_counted_and_their_options_followed(void **state)
{
    (void)state;
    stage s;
    set(&s);
    assert_true(dado_is_none(value(&s, "branching")));
    s.trace.decisions = 4;
    s.trace.forced = 1;
    s.trace.options = 3 + 3 + 2 + 1;
    near(value(&s, "branching"), 9.0 / 4, 0);
    near(value(&s, "decision_share"), 3.0 / 4, 0);
    near(value(&s, "decisions"), 4, 0);
    assert_true(dado_is_none(value(&s, "convergence")));
    static const dado_step path[] = { { 9, 0, 3 }, { 7, DADO_CHANCE, 6 }, { 8, 1, 3 },
                                      { 9, 0, 2 }, { 4, DADO_CHANCE, 6 }, { 8, 1, 1 } };
    s.trace.path = path;
    s.trace.steps = 6;
    // Options 3 3 2 1 over decisions 0 ... 3 have the slope -0.7.
    near(value(&s, "convergence"), 1.0 - (-0.7 / 2 + 0.5), 1e-15);
    race_close(&s.race);

    dado_region region;
    dado_region_init(&region, (size_t)1 << 22);
    dado_meter meter;
    assert_true(dado_meter_open(&meter, NULL, 3, 5, 6, &region, NULL));
    const dado_metric *variety = dado_metric_named("variety");
    double different;
    dado_meter_measure(&meter, &s.trace, &variety, 1, &different);
    near(different, 2.0 / 4, 0);
    dado_region_free(&region);
}

static double across(const char *name, const dado_totals *totals)
{
    return dado_metric_named(name)->across(totals);
}

// Adds a match of so many seats with these final scores, ranked by them.
static void add(dado_totals *totals, int players, const int32_t *scores)
{
    int32_t places[4];
    for (int p = 0; p < players; p++) {
        places[p] = 0;
        for (int k = 0; k < players; k++) places[p] += scores[k] > scores[p];
    }
    dado_trace trace = { .players = players, .result = scores, .places = places };
    dado_totals_add(totals, &trace);
}

static void seats_are_weighed_over_many_matches(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, (size_t)1 << 20);
    dado_totals *t = dado_totals_new(2, &region);
    add(t, 2, (int32_t[]){ 5, 3 });
    add(t, 2, (int32_t[]){ 4, 4 });
    add(t, 2, (int32_t[]){ 9, 5 });
    add(t, 2, (int32_t[]){ 1, 5 });
    near(t->seat[0].won, 2.5, 0);
    assert_int_equal(t->seat[0].alone, 2);
    assert_int_equal(t->seat[0].first, 3);
    assert_int_equal(t->seat[1].first, 1);
    near(across("tie_percentage", t), 25, 0);
    near(across("win_bias", t), 25, 1e-12);
    near(across("closeness", t), 1.0 / 3.0, 1e-15);  // margins 2 0 4 4: mean square 9
    near(across("balance", t), 1.0 - 0.25, 1e-15);
    near(across("advantage", t), 0.25, 1e-15);
    near(across("fairness", t), 2 * (1 - 0.625), 1e-15);
    dado_interval share = dado_win_share(t, 0, 0.95);
    near(share.value, 0.625, 0);
    assert_true(share.low > 0.1 && share.high < 0.95);
    dado_region_free(&region);
}

static void totals_of_blocks_merge_to_the_same_bytes(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, (size_t)1 << 20);
    dado_totals *whole[2], *block[3];
    for (int i = 0; i < 3; i++) {
        block[i] = dado_totals_new(3, &region);
        for (int32_t k = 0; k < 20; k++) {
            add(block[i], 3, (int32_t[]){ (k * 7 + i) % 5, (k * 3 + i) % 5, k % 5 });
        }
    }
    for (int w = 0; w < 2; w++) {
        whole[w] = dado_totals_new(3, &region);
        for (int i = 0; i < 3; i++) dado_totals_merge(whole[w], block[i]);
    }
    assert_memory_equal(whole[0], whole[1], dado_totals_size(3));
    assert_int_equal(whole[0]->matches, 60);
    double won = 0;
    for (int p = 0; p < 3; p++) won += whole[0]->seat[p].won;
    near(won, 60, 1e-12);
    near(across("win_bias", whole[0]) >= 0, 1, 0);
    dado_region_free(&region);
}

static void a_tally_of_a_match_is_the_mean_of_the_seats_that_have_one(void **state)
{
    (void)state;
    static const double counts[] = { 4, DADO_NONE, 6, DADO_NONE, DADO_NONE, DADO_NONE };
    dado_trace trace = { .players = 3, .tallies = 2, .counts = counts };
    near(dado_tally_value(&trace, 0), 5, 0);
    assert_true(dado_is_none(dado_tally_value(&trace, 1)));
}

static void the_reading_is_asked_for_by_name(void **state)
{
    (void)state;
    static const dado_option given[] = { { .name = "metrics.preset", .text = "reference" },
                                         { .name = "metrics.ties", .text = "shared" },
                                         { .name = "metrics.floor", .text = "-5" } };
    dado_options options = { given, 3 };
    dado_region region;
    dado_region_init(&region, (size_t)1 << 20);
    dado_option_reader ask = dado_option_reader_begin(&options);
    dado_metric_options how = dado_metric_options_ask(&ask);
    const char *known;
    assert_true(dado_option_reader_end(&ask, &region, &known, NULL));
    assert_int_equal(how.preset, DADO_PRESET_REFERENCE);
    assert_int_equal(how.ties, DADO_TIES_SHARED);
    assert_int_equal(how.floor, -5);
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_match_worked_out_by_hand),
        cmocka_unit_test(a_leader_from_the_first_quarter_on_is_a_runaway),
        cmocka_unit_test(who_leads_is_not_asked_of_the_tie_rule),
        cmocka_unit_test(a_shared_win_is_split_and_a_lost_solitaire_is_no_win),
        cmocka_unit_test(decisions_are_counted_and_their_options_followed),
        cmocka_unit_test(seats_are_weighed_over_many_matches),
        cmocka_unit_test(totals_of_blocks_merge_to_the_same_bytes),
        cmocka_unit_test(a_tally_of_a_match_is_the_mean_of_the_seats_that_have_one),
        cmocka_unit_test(the_reading_is_asked_for_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
