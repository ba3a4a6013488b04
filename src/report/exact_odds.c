// exact_odds.c - shows odds that were computed exactly, and a run checked against them.
#include <math.h>
#include <string.h>

#include "measure/number_format.h"
#include "report/report_functions.h"
#include "solve/position_value.h"

static void put_fraction(const dado_odds *odds, dado_part *part, dado_odds_of what, int seat,
                         int64_t value)
{
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    dado_odds_fraction(odds, what, seat, value, &text);
    dado_put(part, dado_text_string(&text));
}

// Returns a score as people count it. Where fewer points win, games store them negated.
static double shown_score(const dado_game *game, double score)
{
    return game->lowest_wins && score != 0 ? -score : score;
}

static void put_mean_length(const dado_odds *odds, dado_part *part)
{
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    dado_odds_mean_fraction(odds, DADO_ODDS_LENGTH, 0, &text);
    dado_put(part, dado_text_string(&text));
}

static void put_mean_score(const dado_game *game, const dado_odds *odds, dado_part *part, int seat)
{
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    dado_odds_mean_fraction(odds, DADO_ODDS_SCORE, seat, &text);
    const char *fraction = dado_text_string(&text);
    if (!game->lowest_wins || strcmp(fraction, "0") == 0) dado_put(part, fraction);
    else if (*fraction == '-') dado_put(part, fraction + 1);
    else dado_put_textf(part, "-%s", fraction);
}

static void say_which_is_better(dado_part *facts, const dado_game *game)
{
    if (game->lowest_wins) dado_fact(facts, "better", "better", "fewer points");
}

// A mean is shown only if matches that have not ended could hardly change it.
static bool has_means(const dado_odds *odds)
{
    return dado_odds_stats_of(odds).playing < 1e-9;
}

static void put_seats(dado_document *d, const dado_game *game, const dado_odds *odds)
{
    bool means = has_means(odds);
    dado_part *part = dado_table(
        d, "seats", DADO_FIELD(NUMBER, "seat", "seat"), DADO_FIELD(WORDS, "alone", "first alone"),
        DADO_FIELD(WORDS, "shared", "first with others", .rank = 1),
        DADO_FIELD(WORDS, "share", "share of wins"),
        DADO_FIELD(WORDS, "score", "mean score", .rank = 1),
        DADO_FIELD(NUMBER, "sd", "sd", .rank = 2),
        DADO_FIELD(NUMBER, "alone_chance", "first alone", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(NUMBER, "shared_chance", "first with others", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(NUMBER, "share_mean", "share of wins", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(NUMBER, "score_mean", "mean score", .reader = DADO_FOR_PROGRAMS));
    for (int p = 0; p < game->players; p++) {
        double alone = dado_odds_chance(odds, DADO_ODDS_ALONE, p, 0);
        double shared = dado_odds_chance(odds, DADO_ODDS_SHARED, p, 0);
        double share = dado_odds_mean(odds, DADO_ODDS_ALONE, p);
        double mean = means ? dado_odds_mean(odds, DADO_ODDS_SCORE, p) : DADO_NONE;
        double score = means ? shown_score(game, mean) : DADO_NONE;
        double spread = means ? sqrt(dado_odds_variance(odds, DADO_ODDS_SCORE, p)) : DADO_NONE;
        dado_put(part, p + 1);
        dado_put_textf(part, "%.10f", alone);
        dado_put_textf(part, "%.10f", shared);
        dado_put_textf(part, "%.10f", share);
        if (means) dado_put_textf(part, "%.6f", score);
        else dado_put(part, "");
        dado_put(part, spread, alone, shared, share, score);
    }
}

static void put_fractions(dado_document *d, const dado_game *game, const dado_odds *odds)
{
    dado_part *part = dado_table(d, DADO_PART("fractions", .heading = "As fractions"),
                                 DADO_FIELD(WORDS, "what", "what"),
                                 DADO_FIELD(WORDS, "fraction", "as a fraction"));
    for (int p = 0; p < game->players; p++) {
        dado_put_textf(part, "seat %d first alone", p + 1);
        put_fraction(odds, part, DADO_ODDS_ALONE, p, 0);
    }
    dado_put(part, "a tie for first");
    put_fraction(odds, part, DADO_ODDS_TIE, 0, 0);
    if (has_means(odds)) {
        dado_put(part, "mean length");
        put_mean_length(odds, part);
    }
    for (int p = 0; has_means(odds) && p < game->players; p++) {
        dado_put_textf(part, "mean score of seat %d", p + 1);
        put_mean_score(game, odds, part, p);
    }
    if (!dado_odds_exact(odds)) {
        DADO_CLEANUP(dado_text_free) dado_text rest = { 0 };
        dado_odds_rest(odds, &rest);
        dado_put(part, "still playing", dado_text_string(&rest));
    }
}

// Adds a distribution as a table for programs and as a chart. Seats with the same curve
// share one.
static void put_distribution(dado_document *d, const dado_game *game, const dado_odds *odds,
                             dado_odds_of what, const char *name, const char *title,
                             const char *axis, dado_region *region)
{
    static const dado_field fields[] = {
        DADO_FIELD(NUMBER, "seat", "seat"),
        DADO_FIELD(NUMBER, "value", "value"),
        DADO_FIELD(NUMBER, "chance", "chance"),
        DADO_FIELD(WORDS, "fraction", "as a fraction"),
    };
    int seats = what == DADO_ODDS_SCORE ? game->players : 1;
    dado_part *part =
        dado_document_table(d, DADO_PART(name, .reader = DADO_FOR_PROGRAMS), fields, 4);
    dado_series series[DADO_SOLVE_PLAYERS_MAX];
    int drawn = 0;
    for (int p = 0; p < seats; p++) {
        int count = dado_odds_values(odds, what, p, NULL);
        int64_t *values = dado_new(region, int64_t, count + 1);
        double *x = dado_new(region, double, count + 1);
        double *y = dado_new(region, double, count + 1);
        if (!values || !x || !y || count == 0) return;
        bool turned = what == DADO_ODDS_SCORE && game->lowest_wins;
        dado_odds_values(odds, what, p, values);
        for (int i = 0; i < count; i++) {
            int64_t value = values[turned ? count - 1 - i : i], shown = turned ? -value : value;
            x[i] = (double)shown;
            y[i] = dado_odds_chance(odds, what, p, value);
            dado_put(part, p + 1, shown, y[i]);
            put_fraction(odds, part, what, p, value);
        }
        bool same = drawn > 0 && series[0].count == count &&
                    memcmp(series[0].y, y, sizeof *y * (size_t)count) == 0;
        if (same) continue;
        const char *label = seats > 1 ? dado_document_copyf(d, "seat %d", p + 1) : NULL;
        series[drawn++] = (dado_series){
            .name = label, .mark = seats > 1 ? DADO_LINE : DADO_BARS, .count = count, .x = x, .y = y
        };
    }
    dado_chart chart = { .title = title,
                         .about = "Worked out, not sampled.",
                         .x = { .title = axis, .whole = true },
                         .y = { .title = "chance", .percent = true, .from_zero = true },
                         .series = series,
                         .count = drawn };
    char chart_name[40];
    snprintf(chart_name, sizeof chart_name, "%s_chart", name);
    dado_document_chart(d, chart_name, &chart);
}

static void put_facts(dado_document *d, const dado_game *game, const dado_odds *odds)
{
    if (!dado_game_can_be_won(game)) {
        dado_document_text(d, "only_points",
                           "There is nothing to win or lose in this game: points are counted.");
    }
    dado_odds_stats stats = dado_odds_stats_of(odds);
    dado_part *facts = dado_document_facts(d, "facts");
    say_which_is_better(facts, game);
    dado_fact(facts, "tie", "a tie for first",
              dado_estimate_share(dado_odds_chance(odds, DADO_ODDS_TIE, 0, 0)));
    dado_fact(facts, "length", game->rules->round ? "rounds, on average" : "choices, on average",
              has_means(odds) ? dado_odds_mean(odds, DADO_ODDS_LENGTH, 0) : DADO_NONE);
    bool exact = dado_odds_exact(odds);
    dado_fact(facts, "exact", exact ? "every match ends" : "all followed to their end", exact);
    if (!exact) {
        dado_fact(facts, "playing", "still playing", stats.playing);
        dado_fact_aboutf(facts, "%.2g of all matches: each chance may be larger by up to this",
                         stats.playing);
    }
    dado_fact(facts, "positions", "positions", (int64_t)stats.positions);
    if (stats.loops) {
        dado_fact(facts, "loops", "that come round again", stats.loops);
    } else {
        dado_fact(facts, "moves", "moves in the longest match followed", (int64_t)stats.layers);
    }
}

void dado_report_odds(dado_document *d, const dado_game *game, const dado_odds *odds,
                      dado_region *region)
{
    put_facts(d, game, odds);
    put_seats(d, game, odds);
    put_fractions(d, game, odds);
    put_distribution(d, game, odds, DADO_ODDS_SCORE, "scores", "Scores at the end", "points",
                     region);
    put_distribution(d, game, odds, DADO_ODDS_LENGTH, "lengths", "Length of a match",
                     game->rules->round ? "rounds" : "choices", region);
}

// ---- metrics

void dado_report_exact_measures(dado_document *d, const dado_exact_measures *exact)
{
    if (!exact->complete) return;
    dado_part *part =
        dado_table(d, DADO_PART("measures", .heading = "Metrics, over all matches there are"),
                   DADO_FIELD(WORDS, "measure", "measure"), DADO_FIELD(NUMBER, "mean", "mean"),
                   DADO_FIELD(NUMBER, "sd", "sd"),
                   DADO_FIELD(NUMBER, "share", "has a value", .rank = 2,
                              .about = "Share of matches; the mean is over these"));
    for (int i = 0; i < exact->count; i++) {
        const dado_exact_measure *m = &exact->measures[i];
        if (!(m->share > 0)) continue;
        dado_put(part, m->metric->head.name, m->mean, m->sd, dado_estimate_share(m->share));
    }
    dado_document_textf(d, DADO_PART("measures_note", .attached = true),
                        "Worked out from all %s lines of play, each with its probability.",
                        dado_string_count(exact->lines).s);
}

// What the walk alone found, where the odds are those of players and not whole numbers.
void dado_report_walked_odds(dado_document *d, const dado_game *game,
                             const dado_exact_measures *exact)
{
    dado_part *facts = dado_document_facts(d, "facts");
    say_which_is_better(facts, game);
    dado_fact(facts, "tie", "a tie for first", dado_estimate_share(exact->tie));
    dado_fact(facts, "exact", "every match ends", (bool)true);
    dado_fact(facts, "lines", "lines of play", (int64_t)exact->lines);
    dado_part *part = dado_table(
        d, "seats", DADO_FIELD(NUMBER, "seat", "seat"), DADO_FIELD(WORDS, "share", "share of wins"),
        DADO_FIELD(WORDS, "score", "mean score"),
        DADO_FIELD(NUMBER, "share_mean", "share of wins", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(NUMBER, "score_mean", "mean score", .reader = DADO_FOR_PROGRAMS));
    for (int p = 0; p < game->players; p++) {
        dado_put(part, p + 1);
        dado_put_textf(part, "%.10f", exact->share[p]);
        double score = shown_score(game, exact->score[p]);
        dado_put_textf(part, "%.6f", score);
        dado_put(part, exact->share[p], score);
    }
    dado_report_exact_measures(d, exact);
}

// ---- comparing a run with the odds ----

typedef struct check {
    const char *what;
    double exact, seen, error;  // `error` is that of the mean of so many matches
} check;

static void put_check(dado_part *part, const check *c, double *worst)
{
    // An exact certainty has no standard error. Any difference from it counts as very large.
    double off = c->seen - c->exact, rounding = 1e-9 * (1 + fabs(c->exact));
    double z = c->error > 0 ? off / c->error : fabs(off) > rounding ? 1e9 : 0;
    dado_put(part, c->what);
    dado_put_textf(part, "%.8f", c->exact);
    dado_put_textf(part, "%.8f", c->seen);
    dado_put_textf(part, "%+.2f", z);
    dado_put(part, z);
    if (fabs(z) > *worst) *worst = fabs(z);
}

// Returns the index of a player's side among all sides, which is how a run counts wins.
static int side_of(const dado_game *game, int player)
{
    int side = 0;
    if (!game->side) return player;
    for (int p = 0; p < player; p++) {
        if (game->side[p] == game->side[player]) return side_of(game, p);
        side += dado_is_first_of_side(game->side, p);
    }
    return side;
}

// Checks the metrics of a run: those measured in each match, where they have a value.
static void check_measures(dado_part *part, const dado_exact_measures *exact,
                           const dado_match_stats *sums, double *worst)
{
    for (int i = 0; i < exact->count; i++) {
        const dado_exact_measure *m = &exact->measures[i];
        int at = 0;
        while (dado_metrics[at] != m->metric) at++;
        const dado_moments *seen = &sums->values[at];
        if (!(m->share > 0) || seen->count < 1 || at >= sums->measures) continue;
        check c = { m->metric->head.name, m->mean, seen->mean, m->sd / sqrt((double)seen->count) };
        put_check(part, &c, worst);
    }
}

double dado_report_odds_check(dado_document *d, const dado_game *game, const dado_odds *odds,
                              const dado_exact_measures *measures, const dado_match_stats *sums)
{
    double n = (double)sums->totals->ranked, worst = 0;
    dado_part *part = dado_table(
        d, DADO_PART("against", .heading = "Against the run"), DADO_FIELD(WORDS, "what", "what"),
        DADO_FIELD(WORDS, "exact", "exact"), DADO_FIELD(WORDS, "seen", "in the run"),
        DADO_FIELD(WORDS, "z", "z", .about = "How many standard errors apart they are"),
        DADO_FIELD(NUMBER, "z_value", "z", .reader = DADO_FOR_PROGRAMS));
    char what[60];
    for (int p = 0; p < game->players; p++) {
        double alone = dado_odds_chance(odds, DADO_ODDS_ALONE, p, 0);
        snprintf(what, sizeof what, "seat %d first alone", p + 1);
        check c = { what, alone, (double)sums->totals->seat[side_of(game, p)].alone / n,
                    sqrt(alone * (1 - alone) / n) };
        put_check(part, &c, &worst);
        snprintf(what, sizeof what, "mean score of seat %d", p + 1);
        c = (check){ what, shown_score(game, dado_odds_mean(odds, DADO_ODDS_SCORE, p)),
                     shown_score(game, sums->scores[p].mean),
                     sqrt(dado_odds_variance(odds, DADO_ODDS_SCORE, p) / n) };
        put_check(part, &c, &worst);
    }
    double tie = dado_odds_chance(odds, DADO_ODDS_TIE, 0, 0);
    check c = { "a tie for first", tie, (double)sums->totals->tied / n, sqrt(tie * (1 - tie) / n) };
    put_check(part, &c, &worst);
    if (measures->complete) check_measures(part, measures, sums, &worst);
    dado_part *facts = dado_document_facts(d, "largest");
    dado_fact(facts, "largest_z", "largest |z|", worst);
    return worst;
}
