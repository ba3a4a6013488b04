// The six published metrics: worked examples, edge cases, and what always holds.
#include "core/rng.h"
#include "measure/score_rows.h"

typedef struct example {
    const char *name;
    int players, rounds;
    int32_t rows[32];
    int winner;
    int leaders[8], places[8];
} example;

static const example examples[] = {
    { "A",
      4,
      4,
      { 6, 5, 4, 1, 8, 9, 7, 3, 12, 10, 11, 9, 13, 14, 12, 15 },
      3,
      { 0, 1, 0, 3 },
      { 4, 4, 4, 1 } },
    { "B", 3, 3, { 2, 2, 1, 3, 4, 4, 5, 5, 5 }, 0, { 0, 1, 0 }, { 1, 3, 1 } },
    { "C",
      4,
      4,
      { 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 1, 1, 2, 3 },
      3,
      { 0, 1, 2, 3 },
      { 4, 4, 4, 1 } },
    { "D", 2, 3, { 3, 1, 5, 4, 9, 6 }, 0, { 0, 0, 0 }, { 1, 1, 1 } },
    { "E", 3, 4, { -2, 1, 0, -4, 2, 3, 1, 2, 4, 6, 3, 5 }, 0, { 1, 2, 2, 0 }, { 3, 3, 3, 1 } },
    { "F",
      4,
      5,
      { 4, 3, 2, 1, 6, 8, 4, 3, 9, 10, 11, 7, 13, 12, 14, 13, 15, 14, 17, 18 },
      3,
      { 0, 1, 2, 2, 3 },
      { 4, 4, 4, 3, 1 } },
};
enum { EXAMPLES = sizeof examples / sizeof *examples };

static const double wanted[EXAMPLES][2][DADO_PUBLISHED_METRICS] = {
    // formula, reference
    { { 0.552340, 1.000000, 0.666667, 0.908248, 0.950375, 0.825664 },
      { 0.743123, 0.866025, 0.666667, 0.908248, 0.950375, 0.825664 } },
    { { 0.447214, 1.000000, 0.125000, 0.853553, 0.976222, 0.881615 },
      { 0.500000, 0.816497, 0.000000, 0.853553, 0.976222, 0.881615 } },
    { { 0.696923, 1.000000, 0.666667, 1.000000, 0.486383, 0.407147 },
      { 0.666667, 0.866025, 0.666667, 1.000000, 0.486383, 0.407147 } },
    { { 0.000000, 0.000000, 0.000000, 0.000000, 0.901177, 0.793095 },
      { 0.000000, 0.000000, 0.000000, 0.000000, 0.901177, 0.793095 } },
    { { 0.644035, 1.000000, 0.833333, 0.908248, 0.851351, 0.678981 },
      { 0.795656, 0.816497, 0.666667, 0.908248, 0.851351, 0.678981 } },
    { { 0.410600, 0.954124, 0.833333, 0.933013, 0.966100, 0.867335 },
      { 0.631720, 0.826296, 0.833333, 0.933013, 0.966100, 0.867335 } },
};

static void six(dado_metric_options how, const int32_t *rows, int players, int rounds,
                double *values)
{
    race r;
    race_open(&r, how, players, rounds);
    int32_t room[1024];
    dado_trace trace = race_trace(room, rows, players, rounds);
    dado_meter_measure(&r.meter, &trace, dado_metrics, DADO_PUBLISHED_METRICS, values);
    race_close(&r);
}

static void the_worked_examples_hold_to_six_decimals(void **state)
{
    (void)state;
    for (int e = 0; e < EXAMPLES; e++) {
        for (int preset = 0; preset < 2; preset++) {
            double values[DADO_PUBLISHED_METRICS];
            dado_metric_options how = { .preset = (dado_metric_preset)preset };
            six(how, examples[e].rows, examples[e].players, examples[e].rounds, values);
            for (int i = 0; i < DADO_PUBLISHED_METRICS; i++)
                near(values[i], wanted[e][preset][i], 5.1e-7);
        }
    }
}

static void leaders_places_and_winner_are_those_of_the_examples(void **state)
{
    (void)state;
    for (int e = 0; e < EXAMPLES; e++) {
        const example *x = &examples[e];
        race r;
        race_open(&r, (dado_metric_options){ 0 }, x->players, x->rounds);
        int32_t room[64];
        dado_trace trace = race_trace(room, x->rows, x->players, x->rounds);
        const dado_standings *s = dado_meter_read(&r.meter, &trace);
        assert_int_equal(s->winner, x->winner);
        for (int m = 0; m < x->rounds; m++) {
            assert_int_equal(s->leader[m], x->leaders[m]);
            assert_int_equal(s->place[m], x->places[m]);
        }
        race_close(&r);
    }
}

static void shared_places_change_points_position_path_and_lead_as_worked_out(void **state)
{
    (void)state;
    static const struct {
        int example;
        double values[4];
    } shared[] = {
        { 1, { 0.447214, 1.000000, 0.125000, 0.707107 } },
        { 2, { 0.696923, 0.696923, 0.296296, 1.000000 } },
        { 5, { 0.410600, 0.894338, 0.916667, 0.933013 } },
    };
    for (int i = 0; i < 3; i++) {
        const example *x = &examples[shared[i].example];
        double values[DADO_PUBLISHED_METRICS];
        six((dado_metric_options){ .ties = DADO_TIES_SHARED }, x->rows, x->players, x->rounds,
            values);
        for (int k = 0; k < 4; k++) near(values[k], shared[i].values[k], 5.1e-7);
        near(values[4], wanted[shared[i].example][0][4], 5.1e-7);
        near(values[5], wanted[shared[i].example][0][5], 5.1e-7);
    }
}

// Totals in which seat 0 wins and holds these places among four on the way.
static void rows_with_places(const int *places, int rounds, int32_t *rows)
{
    for (int m = 0; m < rounds; m++) {
        int32_t *row = rows + 4 * m;
        row[0] = 10 * (5 - places[m]);
        for (int p = 1, place = 1; p < 4; p++, place++) {
            if (place == places[m]) place++;
            row[p] = 10 * (5 - place);
        }
    }
}

static void the_published_example_match_has_its_position_and_path(void **state)
{
    (void)state;
    int32_t rows[40];
    double values[DADO_PUBLISHED_METRICS];
    rows_with_places((int[]){ 4, 4, 4, 4, 4, 4, 4, 2, 1, 1 }, 10, rows);
    six((dado_metric_options){ .preset = DADO_PRESET_REFERENCE }, rows, 4, 10, values);
    near(values[1], 0.820272, 5.1e-7);
    near(values[2], 0.691358, 5.1e-7);
}

static void the_published_path_can_be_negative_where_the_equation_is_not(void **state)
{
    (void)state;
    int32_t rows[12];
    double values[DADO_PUBLISHED_METRICS];
    rows_with_places((int[]){ 2, 1, 1 }, 3, rows);
    six((dado_metric_options){ .preset = DADO_PRESET_REFERENCE }, rows, 4, 3, values);
    near(values[2], -0.25, 1e-12);
    six((dado_metric_options){ .preset = DADO_PRESET_FORMULA }, rows, 4, 3, values);
    near(values[2], 0.166667, 5.1e-7);

    // Two players: behind once gives -1/(M-1)^2, behind twice 0.
    static const int32_t once[] = { 1, 2, 4, 3, 6, 5, 8, 7 }, twice[] = { 1, 2, 3, 4, 6, 5, 8, 7 };
    six((dado_metric_options){ .preset = DADO_PRESET_REFERENCE }, once, 2, 4, values);
    near(values[2], -1.0 / 9.0, 1e-12);
    six((dado_metric_options){ .preset = DADO_PRESET_REFERENCE }, twice, 2, 4, values);
    near(values[2], 0.0, 1e-12);
}

static void the_published_path_keeps_the_leftovers_of_its_arithmetic(void **state)
{
    (void)state;
    int32_t rows[20];
    double values[DADO_PUBLISHED_METRICS];
    rows_with_places((int[]){ 1, 1, 2, 1, 1 }, 5, rows);
    six((dado_metric_options){ .preset = DADO_PRESET_REFERENCE }, rows, 4, 5, values);
    assert_true(values[2] != 0.0 && values[2] > 0.0 && values[2] < 1e-16);
    rows_with_places((int[]){ 2, 1, 1, 1, 1 }, 5, rows);
    six((dado_metric_options){ .preset = DADO_PRESET_REFERENCE }, rows, 4, 5, values);
    assert_true(values[2] == 0.0);
}

static void following_the_path_gives_one_exactly(void **state)
{
    (void)state;
    int32_t rows[40];
    double values[DADO_PUBLISHED_METRICS];
    rows_with_places((int[]){ 4, 4, 4, 3, 3, 3, 2, 2, 2, 1 }, 10, rows);
    six((dado_metric_options){ 0 }, rows, 4, 10, values);
    assert_true(values[2] == 1.0);
}

static void one_seat_or_one_round_has_no_value(void **state)
{
    (void)state;
    static const int32_t rows[] = { 1, 2, 3, 4, 5, 6 };
    static const int shapes[][2] = { { 1, 6 }, { 6, 1 }, { 1, 1 }, { 0, 0 }, { 2, 0 } };
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        for (int ties = 0; ties < 4; ties++) {
            double values[DADO_PUBLISHED_METRICS];
            six((dado_metric_options){ .ties = (dado_tie_rule)ties }, rows, shapes[k][0],
                shapes[k][1], values);
            for (int i = 0; i < DADO_PUBLISHED_METRICS; i++) assert_true(dado_is_none(values[i]));
        }
    }
}

static void check_exact(const int32_t *rows, int players, int rounds, double even)
{
    for (int preset = 0; preset < 2; preset++) {
        for (int ties = 0; ties < 3; ties++) {
            double values[DADO_PUBLISHED_METRICS];
            dado_metric_options how = { .preset = (dado_metric_preset)preset,
                                        .ties = (dado_tie_rule)ties };
            six(how, rows, players, rounds, values);
            for (int i = 0; i < 4; i++) assert_true(values[i] == 0.0);
            assert_true(values[4] == even);
            assert_true(values[5] == even);
        }
    }
}

static void all_level_is_exactly_one_and_a_single_owner_exactly_zero(void **state)
{
    (void)state;
    check_exact((int32_t[12]){ 0 }, 4, 3, 1.0);
    check_exact((int32_t[]){ 7, 7, 7, 9, 9, 9, 50, 50, 50 }, 3, 3, 1.0);
    check_exact((int32_t[]){ 777777, 777777, 777777, 999999999, 999999999, 999999999 }, 3, 2, 1.0);
    check_exact((int32_t[]){ 3, 0, 0, 5, 0, 0, 11, 0, 0 }, 3, 3, 0.0);
    check_exact((int32_t[]){ 2000000011, 0, 2000000013, 0 }, 2, 2, 0.0);
}

static void the_extremes_of_whole_numbers_are_no_trouble(void **state)
{
    (void)state;
    static const int32_t rows[] = { INT32_MAX, INT32_MIN, 0, INT32_MIN, INT32_MAX, 0 };
    for (int preset = 0; preset < 2; preset++) {
        double values[DADO_PUBLISHED_METRICS];
        six((dado_metric_options){ .preset = (dado_metric_preset)preset }, rows, 3, 2, values);
        for (int i = 0; i < DADO_PUBLISHED_METRICS; i++) assert_true(values[i] == values[i]);
        near(values[0], 1.0, 1e-12);  // the winner was at the floor
    }
}

static void a_higher_floor_gives_way_to_lower_totals_and_a_lower_one_counts(void **state)
{
    (void)state;
    static const int32_t rows[] = { 2, 1, 3, 4 };
    double none[DADO_PUBLISHED_METRICS], high[DADO_PUBLISHED_METRICS], low[DADO_PUBLISHED_METRICS];
    six((dado_metric_options){ .floor = 1 }, rows, 2, 2, none);
    six((dado_metric_options){ .floor = 100 }, rows, 2, 2, high);
    six((dado_metric_options){ .floor = -1000 }, rows, 2, 2, low);
    assert_memory_equal(none, high, sizeof none);
    near(none[4], 0.0, 0.0);  // points 1 0: seat 0 has everything
    assert_true(low[4] > 0.999);
}

static void a_declared_winner_may_be_behind_in_the_last_round(void **state)
{
    (void)state;
    static const int32_t rows[] = { 5, 3, 1, 9, 6, 2, 12, 10, 4 };
    race r;
    int32_t room[16], places[] = { 2, 0, 1 };
    race_open(&r, (dado_metric_options){ 0 }, 3, 3);
    dado_trace trace = race_trace(room, rows, 3, 3);
    trace.places = places;
    const dado_standings *s = dado_meter_read(&r.meter, &trace);
    assert_int_equal(s->winner, 1);
    assert_int_equal(s->behind, 3);
    double path = race_value(&r, &trace, "drama_path");
    assert_true(path >= 0.0 && path <= 1.0);
    // Places that name the best of the last row declare nothing new.
    trace.places = (int32_t[]){ 0, 1, 2 };
    assert_int_equal(dado_meter_read(&r.meter, &trace)->winner, 0);
    race_close(&r);
}

static void sides_count_once(void **state)
{
    (void)state;
    static const int32_t teams[] = { 3, 5, 3, 5, 8, 7, 8, 7 }, alone[] = { 3, 5, 8, 7 };
    static const uint8_t side[] = { 0, 1, 0, 1 };
    race r;
    int32_t room[16];
    double a[DADO_PUBLISHED_METRICS], b[DADO_PUBLISHED_METRICS];
    race_open(&r, (dado_metric_options){ 0 }, 4, 2);
    dado_trace trace = race_trace(room, teams, 4, 2);
    trace.side = side;
    dado_meter_measure(&r.meter, &trace, dado_metrics, DADO_PUBLISHED_METRICS, a);
    race_close(&r);
    six((dado_metric_options){ 0 }, alone, 2, 2, b);
    assert_memory_equal(a, b, sizeof a);
}

// ---- properties, on matches drawn at random ----

enum { MOST = 6, LONGEST = 12, DRAWN = 4000 };

typedef struct drawn {
    int players, rounds;
    int32_t rows[MOST * LONGEST];
} drawn;

static drawn draw(dado_fast_rng *q, bool distinct)
{
    drawn d = { 0 };
    d.players = 2 + (int)dado_fast_rng_below(q, MOST - 1);
    d.rounds = 2 + (int)dado_fast_rng_below(q, LONGEST - 1);
    uint32_t faces = 1 + dado_fast_rng_below(q, 6);
    for (int m = 0; m < d.rounds; m++) {
        for (int p = 0; p < d.players; p++) {
            int32_t before = m ? d.rows[(m - 1) * d.players + p] : 0;
            int32_t gain = (int32_t)dado_fast_rng_below(q, faces + 1);
            if (distinct) gain = gain * 64 + (m ? 0 : p * 7 + 1);
            d.rows[m * d.players + p] = before + gain;
        }
    }
    return d;
}

static void what_must_hold_of_every_match_holds(void **state)
{
    (void)state;
    dado_fast_rng q = dado_fast_rng_seed(1);
    for (int i = 0; i < DRAWN; i++) {
        drawn d = draw(&q, false);
        for (int ties = 0; ties < 4; ties++) {
            double f[DADO_PUBLISHED_METRICS], r[DADO_PUBLISHED_METRICS];
            dado_metric_options how = { .ties = (dado_tie_rule)ties };
            six(how, d.rows, d.players, d.rounds, f);
            how.preset = DADO_PRESET_REFERENCE;
            six(how, d.rows, d.players, d.rounds, r);
            if (ties != DADO_TIES_SHARED) assert_int_equal(f[3] > 0.0, f[1] > 0.0);
            else assert_int_equal(f[0] > 0.0, f[1] > 0.0);
            if (f[0] > 0.0) assert_true(f[1] > 0.0);
            if (f[2] != 0.0) assert_true(f[1] > 0.0);
            if (r[2] != 0.0) assert_true(r[1] > 0.0);
            double n = d.players;
            near(r[1] * r[1], f[1] * f[1] * (n - 1) / n, 1e-12);
            for (int k = 0; k < DADO_PUBLISHED_METRICS; k++) {
                assert_true(f[k] >= 0.0 && f[k] <= 1.0);
                if (k != 2) assert_true(r[k] >= 0.0 && r[k] <= 1.0);
            }
        }
    }
}

static void multiplying_all_totals_changes_nothing(void **state)
{
    (void)state;
    dado_fast_rng q = dado_fast_rng_seed(2);
    for (int i = 0; i < DRAWN / 4; i++) {
        drawn d = draw(&q, false), times = d;
        for (int k = 0; k < MOST * LONGEST; k++) times.rows[k] *= i % 2 ? 3 : 100003;
        for (int preset = 0; preset < 2; preset++) {
            double a[DADO_PUBLISHED_METRICS], b[DADO_PUBLISHED_METRICS];
            dado_metric_options how = { .preset = (dado_metric_preset)preset };
            six(how, d.rows, d.players, d.rounds, a);
            six(how, times.rows, d.players, d.rounds, b);
            for (int k = 0; k < DADO_PUBLISHED_METRICS; k++) near(a[k], b[k], 1e-10);
        }
    }
}

static bool has_ties(const drawn *d)
{
    for (int m = 0; m < d->rounds; m++) {
        const int32_t *row = d->rows + m * d->players;
        for (int p = 0; p < d->players; p++) {
            for (int k = 0; k < p; k++) {
                if (row[p] == row[k]) return true;
            }
        }
    }
    return false;
}

static void renaming_players_changes_nothing_where_nobody_ties(void **state)
{
    (void)state;
    dado_fast_rng q = dado_fast_rng_seed(3);
    int compared = 0;
    for (int i = 0; i < DRAWN / 4; i++) {
        drawn d = draw(&q, true), turned = d;
        if (has_ties(&d)) continue;
        compared++;
        for (int m = 0; m < d.rounds; m++) {
            for (int p = 0; p < d.players; p++) {
                turned.rows[m * d.players + (p + 1) % d.players] = d.rows[m * d.players + p];
            }
        }
        for (int ties = 0; ties < 4; ties++) {
            double a[DADO_PUBLISHED_METRICS], b[DADO_PUBLISHED_METRICS];
            dado_metric_options how = { .ties = (dado_tie_rule)ties };
            six(how, d.rows, d.players, d.rounds, a);
            six(how, turned.rows, d.players, d.rounds, b);
            for (int k = 0; k < DADO_PUBLISHED_METRICS; k++) near(a[k], b[k], 1e-12);
        }
    }
    assert_true(compared > 100);
}

static void tables_and_plain_arithmetic_agree(void **state)
{
    (void)state;
    // A player with enormous points in an early round leaves the table; without
    // him the same rows are in it. Scaling by a number that leaves it is the
    // plain way to compare.
    dado_fast_rng q = dado_fast_rng_seed(4);
    for (int i = 0; i < DRAWN / 4; i++) {
        drawn d = draw(&q, false), large = d;
        for (int k = 0; k < MOST * LONGEST; k++) large.rows[k] *= 1 << 20;
        double a[DADO_PUBLISHED_METRICS], b[DADO_PUBLISHED_METRICS];
        six((dado_metric_options){ 0 }, d.rows, d.players, d.rounds, a);
        six((dado_metric_options){ 0 }, large.rows, d.players, d.rounds, b);
        near(a[4], b[4], 1e-13);
        near(a[5], b[5], 1e-10);
    }
}

static void two_players_further_apart_are_less_uncertain_by_both(void **state)
{
    (void)state;
    double before[DADO_PUBLISHED_METRICS] = { 2, 2, 2, 2, 2, 2 };
    for (int32_t apart = 0; apart <= 50; apart++) {
        int32_t rows[] = { 50 + apart, 50 - apart, 51, 50 };
        double now[DADO_PUBLISHED_METRICS];
        six((dado_metric_options){ 0 }, rows, 2, 2, now);
        assert_true(now[4] < before[4] && now[5] < before[5]);
        memcpy(before, now, sizeof now);
    }
}

static void a_mirror_image_of_the_table_has_the_mirrored_winner(void **state)
{
    (void)state;
    // Rule `seat` on mirrored seats is rule "higher seat" on the originals: over
    // a game that treats all alike, means agree within sampling error.
    dado_fast_rng q = dado_fast_rng_seed(5);
    dado_moments here[DADO_PUBLISHED_METRICS] = { 0 }, there[DADO_PUBLISHED_METRICS] = { 0 };
    for (int i = 0; i < 3000; i++) {
        int32_t rows[40], mirrored[40];
        for (int k = 0; k < 40; k++) {
            rows[k] = (k < 4 ? 0 : rows[k - 4]) + 1 + (int32_t)dado_fast_rng_below(&q, 6);
        }
        for (int k = 0; k < 40; k++) mirrored[k] = rows[k / 4 * 4 + 3 - k % 4];
        double a[DADO_PUBLISHED_METRICS], b[DADO_PUBLISHED_METRICS];
        six((dado_metric_options){ 0 }, rows, 4, 10, a);
        six((dado_metric_options){ 0 }, mirrored, 4, 10, b);
        for (int k = 0; k < DADO_PUBLISHED_METRICS; k++) {
            dado_moments_add(&here[k], a[k]);
            dado_moments_add(&there[k], b[k]);
        }
    }
    for (int k = 0; k < DADO_PUBLISHED_METRICS; k++) {
        double error = dado_moments_error(&here[k]) + dado_moments_error(&there[k]);
        near(here[k].mean, there[k].mean, 4 * error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worked_examples_hold_to_six_decimals),
        cmocka_unit_test(leaders_places_and_winner_are_those_of_the_examples),
        cmocka_unit_test(shared_places_change_points_position_path_and_lead_as_worked_out),
        cmocka_unit_test(the_published_example_match_has_its_position_and_path),
        cmocka_unit_test(the_published_path_can_be_negative_where_the_equation_is_not),
        cmocka_unit_test(the_published_path_keeps_the_leftovers_of_its_arithmetic),
        cmocka_unit_test(following_the_path_gives_one_exactly),
        cmocka_unit_test(one_seat_or_one_round_has_no_value),
        cmocka_unit_test(all_level_is_exactly_one_and_a_single_owner_exactly_zero),
        cmocka_unit_test(the_extremes_of_whole_numbers_are_no_trouble),
        cmocka_unit_test(a_higher_floor_gives_way_to_lower_totals_and_a_lower_one_counts),
        cmocka_unit_test(a_declared_winner_may_be_behind_in_the_last_round),
        cmocka_unit_test(sides_count_once),
        cmocka_unit_test(what_must_hold_of_every_match_holds),
        cmocka_unit_test(multiplying_all_totals_changes_nothing),
        cmocka_unit_test(renaming_players_changes_nothing_where_nobody_ties),
        cmocka_unit_test(tables_and_plain_arithmetic_agree),
        cmocka_unit_test(two_players_further_apart_are_less_uncertain_by_both),
        cmocka_unit_test(a_mirror_image_of_the_table_has_the_mirrored_winner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
