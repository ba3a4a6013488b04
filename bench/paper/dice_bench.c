// The published experiments on dice and cards, played again: nine games of
// 10,000 matches, three seeds, six metrics by preset `reference`.
//
// Every published number is printed beside ours and beside the value it tends
// to. A z-score is the distance of ours to that limit in standard errors: of a
// sample of 10,000, of the sample the limit rests on, and of its last printed
// digit. The run fails if on any seed more than two lie beyond three, or one
// beyond four. Then comes what does not reproduce, measured, and a page of
// figures. The games are those of the library, played through the lab.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/experiment.h"
#include "lab/file.h"
#include "measure/stats.h"
#include "paper/page.h"
#include "paper/published.h"

enum { SEEDS = 3, SEATS = 4, CURVE = 200 };
static const uint64_t seeds[SEEDS] = { 1, 2, 3 };
static const char report_path[] = "build/paper.html";

static const char *const game_titles[PAPER_GAMES] = {
    "10 rounds, d6",  "10 rounds, d10", "10 rounds, 2d5", "50 rounds, d6", "50 rounds, d10",
    "50 rounds, 2d5", "50 rounds, d50", "5 rounds",       "20 rounds",
};

// Values of one cell: six a match, and who was first of the best.
typedef struct sample {
    int64_t count;
    double *values[PAPER_METRICS];
    dado_moments moments[PAPER_METRICS];
    int64_t won[SEATS], tied;
} sample;

typedef struct tally {
    int compared, within, beyond_three, beyond_four;
    double largest;
} tally;

// ---- playing ----

typedef struct request {
    const char *file;
    int rounds, dice, faces;
} request;

static dado_game_source find(const request *r, dado_region *region)
{
    dado_option *options = dado_new(region, dado_option, 3);
    bool dice = strcmp(r->file, "dicepoints") == 0;
    const char *const names[] = { "ROUNDS", dice ? "DICE" : "COPIES", "FACES" };
    const int values[] = { r->rounds, dice ? r->dice : r->rounds, r->faces };
    for (int i = 0; i < 3; i++) {
        char digits[16];
        int length = snprintf(digits, sizeof digits, "%d", values[i]);
        options[i] = (dado_option){ .name = names[i],
                                    .text = dado_region_copy(region, digits, (size_t)length) };
    }
    dado_game_source source;
    dado_error err = { 0 };
    dado_options all = { options, dice ? 3 : 2 };
    if (!dado_game_source_find(&source, r->file, &all, region, &err)) give_up(&err);
    return source;
}

static void keep_block(void *context, const dado_block *block)
{
    sample *s = (sample *)context + block->instance;
    if (block->players == 0) give_up(&block->error);
    if (block->broken >= 0) give_up(&block->error);
    for (int i = 0; i < block->count; i++) {
        for (int k = 0; k < PAPER_METRICS; k++) {
            double value = dado_block_value(block, i, k);
            s->values[k][s->count] = value;
            dado_moments_add(&s->moments[k], value);
        }
        s->count++;
        int first = -1, best = 0;
        for (int p = 0; p < block->players; p++) {
            if (block->places[(int64_t)i * block->players + p] != 0) continue;
            if (first < 0) first = p;
            best++;
        }
        if (first >= 0 && first < SEATS) s->won[first]++;
        s->tied += best > 1;
    }
}

// Plays every request so often; the samples live in `region`.
static sample *play(const request *requests, int count, int64_t matches, uint64_t seed,
                    dado_metric_options reading, dado_region *region)
{
    sample *samples = dado_new(region, sample, count);
    dado_game_source *sources = dado_new(region, dado_game_source, count);
    for (int i = 0; i < count; i++) {
        sources[i] = find(&requests[i], region);
        for (int k = 0; k < PAPER_METRICS; k++) {
            samples[i].values[k] = dado_new(region, double, matches);
            if (!samples[i].values[k]) exit(1);
        }
    }
    dado_player player;
    dado_error err = { 0 };
    if (!dado_player_parse(&player, "random", region, &err)) give_up(&err);
    dado_lineup lineup = { .name = "random", .players = &player, .count = 1 };
    dado_plan plan = { .instances = sources,
                       .instance_count = count,
                       .lineups = &lineup,
                       .lineup_count = 1,
                       .matches = matches,
                       .seed = seed,
                       .six_metrics_only = true,
                       .reading = reading };
    dado_experiment_settings how = { .taker = samples, .block = keep_block };
    dado_results results = { 0 };
    if (!dado_experiment_run(&plan, &how, &results, &err)) give_up(&err);
    dado_results_free(&results);
    return samples;
}

static void paper_requests(request *requests)
{
    for (int g = 0; g < PAPER_GAMES; g++) {
        const paper_game *p = &paper_games[g];
        requests[g] = (request){ p->file, p->rounds, p->dice, p->faces };
    }
}

// ---- comparing ----

// The error of a sample, widened by that of the limit and of its last digit.
static double z_score(double value, double limit, double error, double limit_matches, double digit)
{
    double square = error * error * (1.0 + PAPER_MATCHES / limit_matches) + digit * digit / 12.0;
    return square > 0.0 ? (value - limit) / sqrt(square) : value == limit ? 0.0 : HUGE_VAL;
}

// How far a standard deviation strays by itself: by the fourth moment.
static double sd_error(const sample *s, int metric)
{
    const dado_moments *m = &s->moments[metric];
    double fourth = 0.0, sd = dado_moments_nonzero_sd(m);
    for (int64_t i = 0; i < s->count; i++) {
        double value = s->values[metric][i], off = value - m->nonzero_mean;
        if (value != 0.0) fourth += off * off * off * off;
    }
    double n = (double)m->nonzero, kurtosis = fourth / n / (sd * sd * sd * sd);
    return sd * sqrt((kurtosis - 1.0) / (4.0 * n));
}

static void count_z(tally *t, double z)
{
    double size = fabs(z);
    t->compared++;
    t->within += size <= 3.0;
    t->beyond_three += size > 3.0;
    t->beyond_four += size > 4.0;
    if (size > t->largest) t->largest = size;
}

enum { STATISTICS = 3 };  // share not zero, mean, deviation
static const char *const statistics[STATISTICS] = { "not zero", "mean", "sd" };

typedef struct comparison {
    double published, limit, published_z;
    double ours[SEEDS], z[SEEDS];
    bool known;  // published at all
} comparison;

static comparison compare(int game, int metric, int statistic, sample *const *samples)
{
    const paper_line *line = &paper_lines[game][metric];
    const paper_game *g = &paper_games[game];
    comparison c = { 0 };
    double digit = statistic == 0 ? 1e-4 : 1e-5;
    double share = line->limit_share, count = share * PAPER_MATCHES, error = 0.0;
    c.limit = statistic == 0 ? share : statistic == 1 ? line->limit_mean : line->limit_sd;
    c.published = statistic == 0   ? (double)line->count / PAPER_MATCHES
                  : statistic == 1 ? line->mean
                                   : line->sd;
    c.known = statistic != 0 || line->count > 0;
    if (statistic == 0) error = sqrt(share * (1.0 - share) / PAPER_MATCHES);
    if (statistic == 0 && error == 0.0) digit = 0.0;
    for (int k = 0; k < SEEDS; k++) {
        const sample *s = &samples[k][game];
        const dado_moments *m = &s->moments[metric];
        c.ours[k] = statistic == 0   ? (double)m->nonzero / (double)m->count
                    : statistic == 1 ? m->nonzero_mean
                                     : dado_moments_nonzero_sd(m);
        if (statistic == 1) error = line->limit_sd / sqrt((double)m->nonzero);
        if (statistic == 2) error = sd_error(s, metric);
        c.z[k] = z_score(c.ours[k], c.limit, error, g->limit_matches, digit);
    }
    if (statistic == 1) error = line->limit_sd / sqrt(count);
    c.published_z = z_score(c.published, c.limit, error, g->limit_matches, digit);
    return c;
}

static void print_tables(sample *const *samples, tally *tallies)
{
    printf("\ntables 5.3 to 5.7: four players, %d matches a game; share, mean and deviation of the "
           "matches not zero\n\n",
           PAPER_MATCHES);
    printf("%-7s %-22s %-8s %9s %6s  %8s", "game", "metric", "", "published", "z", "limit");
    for (int k = 0; k < SEEDS; k++) printf("   seed %llu     z", (unsigned long long)seeds[k]);
    printf("\n");
    for (int g = 0; g < PAPER_GAMES; g++) {
        for (int m = 0; m < PAPER_METRICS; m++) {
            for (int s = 0; s < STATISTICS; s++) {
                comparison c = compare(g, m, s, samples);
                printf("%-7s %-22s %-8s ", s + m ? "" : paper_games[g].name,
                       s ? "" : dado_metrics[m]->head.title, statistics[s]);
                if (c.known) printf("%9.5f %+6.2f  %8.5f", c.published, c.published_z, c.limit);
                else printf("%9s %6s  %8.5f", "-", "", c.limit);
                for (int k = 0; k < SEEDS; k++) {
                    printf("  %8.5f %+5.2f", c.ours[k], c.z[k]);
                    if (s || c.limit < 1.0 || c.z[k] != 0.0) count_z(&tallies[k], c.z[k]);
                }
                printf("\n");
            }
        }
    }
}

static void print_wins(sample *const *samples)
{
    printf("\nwins by seat, the first of those who tie, and matches tied on top, in per cent\n\n");
    printf("%-7s %6s %6s", "game", "", "limit");
    for (int k = 0; k < SEEDS; k++) printf("   seed %llu     z", (unsigned long long)seeds[k]);
    printf("\n");
    for (int g = 0; g < PAPER_GAMES; g++) {
        for (int row = 0; row <= SEATS; row++) {
            double limit = row < SEATS ? paper_games[g].won[row] : paper_games[g].tied;
            double share = limit / 100.0,
                   error = 100.0 * sqrt(share * (1.0 - share) / PAPER_MATCHES);
            char label[16];
            snprintf(label, sizeof label, row < SEATS ? "seat %d" : "tied", row);
            printf("%-7s %6s %6.2f", row ? "" : paper_games[g].name, label, limit);
            for (int k = 0; k < SEEDS; k++) {
                const sample *s = &samples[k][g];
                double hits = (double)(row < SEATS ? s->won[row] : s->tied);
                double ours = 100.0 * hits / (double)s->count;
                printf("  %8.2f %+5.2f", ours,
                       z_score(ours, limit, error, paper_games[g].limit_matches, 0.01));
            }
            printf("\n");
        }
    }
}

// ---- table 5.2: a single match known by its places ----

static void print_example(void)
{
    static const int places[] = { 4, 4, 4, 4, 4, 4, 4, 2, 1, 1 };
    enum { ROUNDS = 10 };
    int32_t rows[(ROUNDS + 1) * SEATS] = { 0 };
    for (int m = 1; m <= ROUNDS; m++) {
        int32_t *row = rows + m * SEATS;
        row[0] = 5 - places[m - 1];
        for (int p = 1, place = 1; p < SEATS; p++, place++) {
            place += place == places[m - 1];
            row[p] = 5 - place;
        }
    }
    dado_region region;
    dado_region_init(&region, (size_t)16 << 20);
    dado_meter meter;
    dado_error err = { 0 };
    dado_metric_options how = { .preset = DADO_PRESET_REFERENCE };
    if (!dado_meter_open(&meter, &how, SEATS, ROUNDS, 0, &region, &err)) give_up(&err);
    dado_trace trace = { .players = SEATS, .rounds = ROUNDS, .scores = rows };
    double values[DADO_PUBLISHED_METRICS];
    dado_meter_measure(&meter, &trace, dado_metrics, DADO_PUBLISHED_METRICS, values);
    printf("table 5.2: one match, of which the winner's places are known: 4 4 4 4 4 4 4 2 1 1\n\n");
    printf("  drama by position  published 0.8202 (cut)  ours %.6f\n", values[1]);
    printf("  drama by path      published 0.6913 (cut)  ours %.6f\n", values[2]);
    printf("  drama by points    published 0.6022        not comparable: the totals were only "
           "plotted\n");
    dado_region_free(&region);
}

// ---- figure 5.9: drama against rounds ----

typedef struct lengths {
    double rounds[PAPER_LENGTHS];
    double all[3][PAPER_LENGTHS], nonzero[PAPER_LENGTHS];  // d6, d10, 2d5
    double limit[3][PAPER_LENGTHS], limit_nonzero[PAPER_LENGTHS];
    double error[3][PAPER_LENGTHS];
} lengths;

static void play_lengths(lengths *l, dado_region *region)
{
    static const int dice[3][2] = { { 1, 6 }, { 1, 10 }, { 2, 5 } };
    request requests[3 * PAPER_LENGTHS];
    for (int i = 0; i < PAPER_LENGTHS; i++) {
        const paper_length *p = &paper_lengths[i];
        l->rounds[i] = p->rounds;
        l->limit[0][i] = p->d6;
        l->limit[1][i] = p->d10;
        l->limit[2][i] = p->two_d5;
        l->limit_nonzero[i] = p->d6_nonzero;
        for (int d = 0; d < 3; d++) {
            requests[d * PAPER_LENGTHS + i] =
                (request){ "dicepoints", p->rounds, dice[d][0], dice[d][1] };
        }
    }
    sample *s = play(requests, 3 * PAPER_LENGTHS, PAPER_MATCHES, 1,
                     (dado_metric_options){ .preset = DADO_PRESET_REFERENCE }, region);
    for (int i = 0; i < PAPER_LENGTHS; i++) {
        for (int d = 0; d < 3; d++) {
            const dado_moments *m = &s[d * PAPER_LENGTHS + i].moments[0];
            l->all[d][i] = m->mean;
            l->error[d][i] = dado_moments_error(m);
        }
        l->nonzero[i] = s[i].moments[0].nonzero_mean;
    }
}

static void print_lengths(const lengths *l)
{
    static const char *const names[] = { "d6", "d10", "2d5" };
    printf("\nfigure 5.9: drama by points against rounds, mean over all matches (seed 1)\n\n%6s",
           "rounds");
    for (int d = 0; d < 3; d++) printf("  %4s limit    ours     z", names[d]);
    printf("   d6 above zero: limit   ours\n");
    int best = 0;
    for (int i = 0; i < PAPER_LENGTHS; i++) {
        printf("%6.0f", l->rounds[i]);
        for (int d = 0; d < 3; d++) {
            printf("      %6.4f  %6.4f %+5.2f", l->limit[d][i], l->all[d][i],
                   z_score(l->all[d][i], l->limit[d][i], l->error[d][i], 400000, 1e-4));
        }
        printf("                %6.4f  %6.4f\n", l->limit_nonzero[i], l->nonzero[i]);
        if (l->all[0][i] > l->all[0][best]) best = i;
    }
    printf("highest for d6 at %.0f rounds; a plateau from 10 to 16 is expected\n", l->rounds[best]);
}

// ---- what does not reproduce ----

// Published minus ours, in standard errors of two runs of that size.
static double apart(double published, double ours, double sd, double count)
{
    return (published - ours) / (sd / sqrt(count) * sqrt(2.0));
}

static double apart_share(double published, double ours)
{
    return apart(published, ours, sqrt(ours * (1.0 - ours)), PAPER_MATCHES);
}

static void print_failures(sample *const *samples, dado_region *region)
{
    request requests[2] = { { "dicepoints", 10, 1, 6 }, { "throwdicematchcard", 5, 1, 5 } };
    printf(
        "\nwhat does not reproduce, or not as stated (seed 1; sigma: standard errors apart)\n\n");

    sample *s = play(requests, 1, PAPER_MATCHES, 1,
                     (dado_metric_options){ .preset = DADO_PRESET_FORMULA }, region);
    for (int m = 0; m < 3; m++) {
        const dado_moments *k = &s[0].moments[m];
        const paper_line *line = &paper_lines[0][m];
        printf("- %s of 10Rd6 by its equation as printed: %.4f, published %.4f (%.0f sigma)\n",
               dado_metrics[m]->head.title, k->nonzero_mean, line->mean,
               fabs(apart(line->mean, k->nonzero_mean, line->sd, (double)k->nonzero)));
    }

    static const struct {
        dado_tie_rule ties;
        const char *name;
    } rules[] = {
        { DADO_TIES_INCUMBENT, "incumbent" },
        { DADO_TIES_SHARED, "shared" },
        { DADO_TIES_RANDOM, "random" },
    };
    for (int r = 0; r < 3; r++) {
        dado_metric_options how = { .preset = DADO_PRESET_REFERENCE, .ties = rules[r].ties };
        s = play(requests, 2, PAPER_MATCHES, 1, how, region);
        const dado_moments *lead = &s[0].moments[3], *cards = &s[1].moments[3];
        double share = (double)s[1].moments[1].nonzero / PAPER_MATCHES;
        printf("- with tie rule %s: lead change of 10Rd6 %.4f (%.0f sigma) and of TDMC5 %.4f (%.0f "
               "sigma), share of TDMC5 with position drama %.4f (%.0f sigma)\n",
               rules[r].name, lead->nonzero_mean,
               fabs(apart(paper_lines[0][3].mean, lead->nonzero_mean, dado_moments_nonzero_sd(lead),
                          (double)lead->nonzero)),
               cards->nonzero_mean,
               fabs(apart(paper_lines[7][3].mean, cards->nonzero_mean,
                          dado_moments_nonzero_sd(cards), (double)cards->nonzero)),
               share, fabs(apart_share(paper_lines[7][1].count / (double)PAPER_MATCHES, share)));
    }

    const sample *first = samples[0];
    int64_t exact = 0;
    for (int64_t i = 0; i < first[7].count; i++) exact += fabs(first[7].values[2][i]) > 1e-12;
    double share = (double)exact / PAPER_MATCHES;
    printf("- the count of drama by path of TDMC5, published 5106, rests on rounding residue: %lld "
           "with it, %lld in exact arithmetic (%.1f sigma)\n",
           (long long)first[7].moments[2].nonzero, (long long)exact,
           fabs(apart_share(0.5106, share)) * sqrt(2.0));
    printf(
        "- the peak of figure 5.9 near 10 rounds is one of the mean over all matches, and a "
        "plateau; the mean over matches above zero, which table 5.4 has, falls from 2 rounds on\n");
    printf("- seat 0 wins more in 10Rd10 too (%.1f %% against %.1f %% in 10Rd6): ties decide, by "
           "degrees; TDMC5 is far worse (%.1f %%)\n",
           100.0 * (double)first[1].won[0] / PAPER_MATCHES,
           100.0 * (double)first[0].won[0] / PAPER_MATCHES,
           100.0 * (double)first[7].won[0] / PAPER_MATCHES);
    printf("- position and path drama do not rise with the faces of the die over 50 rounds: %.4f "
           "%.4f %.4f %.4f for d6, d10, 2d5, d50; points drama does: %.4f %.4f %.4f for d6, d10, "
           "d50\n",
           first[3].moments[1].nonzero_mean, first[4].moments[1].nonzero_mean,
           first[5].moments[1].nonzero_mean, first[6].moments[1].nonzero_mean,
           first[3].moments[0].nonzero_mean, first[4].moments[0].nonzero_mean,
           first[6].moments[0].nonzero_mean);
    printf("- points drama of the match of table 5.2 (0.6022) cannot be checked\n");
    printf("- ThrowDiceMatchCard as printed scores for one player and deals 20 cards each from 25; "
           "played here with 5 of 25 or 20 of 100 cards, and all scoring from 1\n");
}

// ---- the page ----

static void density_chart(dado_document *page, const char *heading, int metric,
                          const sample *samples, int from, int to, dado_region *region)
{
    dado_series series[PAPER_GAMES];
    double least = 1.0, most = 0.0;
    for (int g = from; g < to; g++) {
        for (int64_t i = 0; i < samples[g].count; i++) {
            double value = samples[g].values[metric][i];
            if (value == 0.0) continue;
            if (value < least) least = value;
            if (value > most) most = value;
        }
    }
    double *x = dado_new(region, double, CURVE);
    for (int i = 0; i < CURVE; i++) x[i] = least + (most - least) * i / (CURVE - 1);
    for (int g = from; g < to; g++) {
        double *kept = dado_new(region, double, PAPER_MATCHES);
        double *y = dado_new(region, double, CURVE);
        size_t count = 0;
        for (int64_t i = 0; i < samples[g].count; i++) {
            double value = samples[g].values[metric][i];
            if (value != 0.0) kept[count++] = value;
        }
        dado_values_sort(kept, count);
        dado_kernel_density(kept, count, 0.0, least, most, y, CURVE);
        series[g - from] = (dado_series){ .name = game_titles[g],
                                          .mark = DADO_LINE,
                                          .count = CURVE,
                                          .x = x,
                                          .y = y,
                                          .colour = g - from + 1 };
    }
    dado_chart chart = {
        .title = dado_metrics[metric]->head.title,
        .about = "Density of the values that are not zero, a curve a variant.",
        .x = { .title = dado_metrics[metric]->head.title },
        .y = { .title = "density" },
        .series = series,
        .count = to - from,
    };
    put_chart(page, heading, &chart);
}

static void lengths_chart(dado_document *page, const lengths *l)
{
    static const char *const names[] = { "d6", "d10", "2d5" };
    dado_series series[6];
    for (int d = 0; d < 3; d++) {
        series[d] = (dado_series){ .name = names[d],
                                   .mark = DADO_LINE,
                                   .count = PAPER_LENGTHS,
                                   .x = l->rounds,
                                   .y = l->all[d],
                                   .colour = d + 1 };
        series[3 + d] = (dado_series){ .mark = DADO_DOTS,
                                       .count = PAPER_LENGTHS,
                                       .x = l->rounds,
                                       .y = l->limit[d],
                                       .colour = d + 1 };
    }
    dado_chart chart = {
        .title = "Figure 5.9: drama by points against rounds",
        .about = "Mean over all matches; dots are what it tends to.",
        .x = { .title = "rounds", .logarithm = true },
        .y = { .title = "mean over all matches" },
        .series = series,
        .count = 6,
    };
    put_chart(page, "Drama against the number of rounds", &chart);
    dado_series falling[2] = {
        { .name = "all matches",
          .mark = DADO_LINE,
          .count = PAPER_LENGTHS,
          .x = l->rounds,
          .y = l->all[0],
          .colour = 1 },
        { .name = "matches above zero",
          .mark = DADO_LINE,
          .count = PAPER_LENGTHS,
          .x = l->rounds,
          .y = l->nonzero,
          .colour = 2 },
    };
    chart.title = "The same for d6, by which matches are averaged";
    chart.about = "Only the mean over all matches has a highest point.";
    chart.y.title = "mean";
    chart.series = falling;
    chart.count = 2;
    put_chart(page, NULL, &chart);
}

static void put_numbers(dado_document *page, sample *const *samples)
{
    dado_part *table = dado_table(
        page, "numbers", DADO_FIELD(WORDS, "game", "game"), DADO_FIELD(WORDS, "metric", "metric"),
        DADO_FIELD(WORDS, "statistic", "statistic"), DADO_FIELD(NUMBER, "published", "published"),
        DADO_FIELD(NUMBER, "limit", "limit"), DADO_FIELD(NUMBER, "seed_1", "seed 1"),
        DADO_FIELD(NUMBER, "z_1", "z"), DADO_FIELD(NUMBER, "seed_2", "seed 2"),
        DADO_FIELD(NUMBER, "z_2", "z"), DADO_FIELD(NUMBER, "seed_3", "seed 3"),
        DADO_FIELD(NUMBER, "z_3", "z"));
    table->heading = "Every number";
    table->caption = "Published, limit and ours";
    for (int i = 0; i < PAPER_GAMES * PAPER_METRICS * STATISTICS; i++) {
        int g = i / (PAPER_METRICS * STATISTICS), m = i / STATISTICS % PAPER_METRICS;
        comparison c = compare(g, m, i % STATISTICS, samples);
        dado_put(table, paper_games[g].name, dado_metrics[m]->head.title,
                 statistics[i % STATISTICS], c.known ? c.published : DADO_NONE, c.limit);
        for (int k = 0; k < SEEDS; k++) dado_put(table, c.ours[k], c.z[k]);
    }
}

static void make_page(sample *const *samples, const lengths *l, const char *verdict,
                      dado_region *region)
{
    static const struct {
        const char *heading;
        int from, to;
    } groups[] = {
        { "DicePoints, 10 rounds", 0, 3 },
        { "DicePoints, 50 rounds", 3, PAPER_DICE },
        { "ThrowDiceMatchCard", PAPER_DICE, PAPER_GAMES },
    };
    dado_document page;
    dado_document_init(&page);
    page.title = "The published experiments, played again";
    page.about = "DicePoints and ThrowDiceMatchCard, 10,000 matches each.";
    dado_document_text(&page, "agreement", verdict)->heading = "Agreement";
    lengths_chart(&page, l);
    for (int i = 0; i < 3; i++) {
        for (int m = 0; m < PAPER_METRICS; m++) {
            density_chart(&page, m == 0 ? groups[i].heading : NULL, m, samples[0], groups[i].from,
                          groups[i].to, region);
        }
        dado_document_text(&page, groups[i].heading,
                           "After figures 5.5 to 5.14: distributions of the matches whose value is "
                           "not zero, variants overlaid, seed 1.")
            ->small = true;
    }
    put_numbers(&page, samples);
    write_page(&page, report_path);
}

int main(void)
{
    dado_region region;
    dado_region_init(&region, (size_t)1 << 30);
    request requests[PAPER_GAMES];
    paper_requests(requests);
    sample *samples[SEEDS];
    for (int k = 0; k < SEEDS; k++) {
        samples[k] = play(requests, PAPER_GAMES, PAPER_MATCHES, seeds[k],
                          (dado_metric_options){ .preset = DADO_PRESET_REFERENCE }, &region);
    }
    print_example();
    tally tallies[SEEDS] = { 0 };
    print_tables(samples, tallies);
    print_wins(samples);
    lengths l;
    play_lengths(&l, &region);
    print_lengths(&l);
    print_failures(samples, &region);

    int compared = 0, within = 0;
    bool passed = true;
    printf("\n");
    for (int k = 0; k < SEEDS; k++) {
        const tally *t = &tallies[k];
        printf("seed %llu: %d of %d within 3 SE, largest %.2f\n", (unsigned long long)seeds[k],
               t->within, t->compared, t->largest);
        compared += t->compared;
        within += t->within;
        if (t->beyond_three > 2 || t->beyond_four > 0) passed = false;
    }
    char verdict[160];
    snprintf(verdict, sizeof verdict, "%d of %d within 3 SE", within, compared);
    make_page(samples, &l, verdict, &region);
    printf("figures: %s\n%s\n", report_path, verdict);
    dado_region_free(&region);
    if (!passed) fprintf(stderr, "paper: more than 2 beyond 3 SE, or one beyond 4, on some seed\n");
    return passed ? 0 : 1;
}
