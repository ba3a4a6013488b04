// The published experiments, with the games written here in a few lines of C:
// what the metrics say of them over 10,000 matches is what is known of them.
// `./dev paper` does the same with the described games.
#include <math.h>

#include "../../bench/paper/published.h"
#include "core/rng.h"
#include "measure/score_rows.h"

enum { PLAYERS = 4, LONGEST = 50 };

static void play_dice(const paper_game *g, dado_fast_rng *q, int32_t *rows)
{
    for (int m = 0; m < g->rounds; m++) {
        for (int p = 0; p < PLAYERS; p++) {
            int32_t sum = m ? rows[(m - 1) * PLAYERS + p] : 0;
            for (int d = 0; d < g->dice; d++) {
                sum += 1 + (int32_t)dado_fast_rng_below(q, (uint32_t)g->faces);
            }
            rows[m * PLAYERS + p] = sum;
        }
    }
}

// Cards are dealt by shuffling, so playing them in the order dealt is playing at random.
static void play_cards(const paper_game *g, dado_fast_rng *q, int32_t *rows)
{
    int deck[100], cards = 5 * g->rounds;
    for (int i = 0; i < cards; i++) deck[i] = 1 + i % 5;
    for (int i = cards; i > 1; i--) {
        int j = (int)dado_fast_rng_below(q, (uint32_t)i);
        int held = deck[i - 1];
        deck[i - 1] = deck[j];
        deck[j] = held;
    }
    for (int m = 0; m < g->rounds; m++) {
        int die = 1 + (int)dado_fast_rng_below(q, 5);
        for (int p = 0; p < PLAYERS; p++) {
            int32_t before = m ? rows[(m - 1) * PLAYERS + p] : 1;
            rows[m * PLAYERS + p] = before + (deck[p * g->rounds + m] == die);
        }
    }
}

typedef struct tested {
    dado_moments all;
    double fourth;  // sum of fourth powers of deviations from the limit's mean
} tested;

// Beyond this many standard errors something is wrong rather than unlucky.
static void within(double value, double limit, double error, double digit, const char *game,
                   const char *what)
{
    double rounded = digit / sqrt(12.0);
    double z = (value - limit) / sqrt(error * error * 1.01 + rounded * rounded);
    if (!(fabs(z) < 4.5)) fail_msg("%s %s: %g, limit %g, z %.2f", game, what, value, limit, z);
}

static void compare(const paper_game *g, const char *metric, const tested *t, double share,
                    double mean, double sd)
{
    double n = (double)t->all.count, k = (double)t->all.nonzero;
    within(k / n, share, sqrt(share * (1 - share) / n), share < 1 ? 1e-4 : 1e-9, g->name, metric);
    within(t->all.nonzero_mean, mean, sd / sqrt(k), 1e-5, g->name, metric);
    double kurtosis = t->fourth / k / (sd * sd * sd * sd);
    within(dado_moments_nonzero_sd(&t->all), sd, sd * sqrt((kurtosis - 1) / (4 * k)), 1e-5, g->name,
           metric);
}

static void run(dado_metric_preset preset, int game, tested *t, const double *means, double *first,
                double *tied)
{
    const paper_game *g = &paper_games[game];
    race r;
    race_open(&r, (dado_metric_options){ .preset = preset }, PLAYERS, LONGEST);
    dado_fast_rng q = dado_fast_rng_seed(100 + (uint64_t)game);
    int32_t rows[PLAYERS * LONGEST], room[PLAYERS * (LONGEST + 1)];
    for (int i = 0; i < PAPER_MATCHES; i++) {
        if (game < PAPER_DICE) play_dice(g, &q, rows);
        else play_cards(g, &q, rows);
        dado_trace trace = race_trace(room, rows, PLAYERS, g->rounds);
        double values[DADO_PUBLISHED_METRICS];
        dado_meter_measure(&r.meter, &trace, dado_metrics, DADO_PUBLISHED_METRICS, values);
        for (int k = 0; k < DADO_PUBLISHED_METRICS; k++) {
            dado_moments_add(&t[k].all, values[k]);
            double off = values[k] - means[k];
            if (values[k] != 0.0) t[k].fourth += off * off * off * off;
        }
        const int32_t *last = rows + PLAYERS * (g->rounds - 1);
        int best = 0, equal = 0;
        for (int p = 1; p < PLAYERS; p++) best = last[p] > last[best] ? p : best;
        for (int p = 0; p < PLAYERS; p++) equal += last[p] == last[best];
        first[best]++;
        *tied += equal > 1;
    }
    race_close(&r);
}

static void the_published_computation_has_its_limits(void **state)
{
    (void)state;
    for (int game = 0; game < PAPER_GAMES; game++) {
        tested t[DADO_PUBLISHED_METRICS] = { 0 };
        double means[DADO_PUBLISHED_METRICS], first[PLAYERS] = { 0 }, tied = 0;
        for (int k = 0; k < DADO_PUBLISHED_METRICS; k++) means[k] = paper_lines[game][k].limit_mean;
        run(DADO_PRESET_REFERENCE, game, t, means, first, &tied);
        const paper_game *g = &paper_games[game];
        for (int k = 0; k < DADO_PUBLISHED_METRICS; k++) {
            const paper_line *line = &paper_lines[game][k];
            assert_string_equal(line->metric, dado_metrics[k]->head.name);
            compare(g, line->metric, &t[k], line->limit_share, line->limit_mean, line->limit_sd);
        }
        for (int p = 0; p < PLAYERS; p++) {
            double won = g->won[p] / 100;
            within(first[p] / PAPER_MATCHES, won, sqrt(won * (1 - won) / PAPER_MATCHES), 1e-4,
                   g->name, "win share");
        }
        double share = g->tied / 100;
        within(tied / PAPER_MATCHES, share, sqrt(share * (1 - share) / PAPER_MATCHES), 1e-4,
               g->name, "ties");
    }
}

static void the_equations_as_printed_have_theirs(void **state)
{
    (void)state;
    for (int game = 0; game < PAPER_GAMES; game++) {
        tested t[DADO_PUBLISHED_METRICS] = { 0 };
        double means[DADO_PUBLISHED_METRICS] = { 0 }, first[PLAYERS] = { 0 }, tied = 0;
        const paper_printed *printed = paper_printed_limits + 3 * game;
        for (int k = 0; k < 3; k++) means[k] = printed[k].mean;
        run(DADO_PRESET_FORMULA, game, t, means, first, &tied);
        for (int k = 0; k < 3; k++) {
            assert_string_equal(printed[k].game, paper_games[game].name);
            assert_string_equal(printed[k].metric, dado_metrics[k]->head.name);
            compare(&paper_games[game], printed[k].metric, &t[k], printed[k].share, printed[k].mean,
                    printed[k].sd);
            within(t[k].all.mean, printed[k].mean_of_all, dado_moments_error(&t[k].all), 1e-5,
                   printed[k].game, "mean of all");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_computation_has_its_limits),
        cmocka_unit_test(the_equations_as_printed_have_theirs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
