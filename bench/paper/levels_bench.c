// The published experiments on evolved levels, run again.
//
// Table 9: the best fitness of rows 100, 500 and 1000 for populations of 100,
// 500 and 1000; then the comparison of mutation rates and the lopsided budgets.
// Each cell stands beside the published one with the distance in standard
// errors, ours and theirs together, and with the tolerance the specification
// sets. What follows is what the research left open: other ways to cross, other
// tables, and the improved search in the same budget. The run fails if a cell of
// table 9 lies outside its tolerance or the order of the mutation rates is another.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evolve/level_species.h"
#include "lab/file.h"
#include "measure/stats.h"
#include "paper/page.h"

enum { RUNS = 40, PUBLISHED_RUNS = 30, MOST_ROWS = 1000, CURVES = 8 };
static const char report_path[] = "build/paper-levels.html";

typedef struct world {
    dado_region region;
    dado_patterns patterns;
    dado_pattern_score classic, roof, free_of_penalty;
    dado_thread_pool *pool;
} world;

typedef struct curve {
    char name[64];
    int rows;
    dado_moments best[MOST_ROWS], mean[MOST_ROWS];
} curve;

static void prepare(world *w)
{
    dado_error err = { 0 };
    const char *text;
    char path[512];
    dado_region_init(&w->region, (size_t)1 << 30);
    snprintf(path, sizeof path, "%s/levels/roof.table", dado_library_folder());
    if (!dado_patterns_read(&w->patterns, "classic", dado_patterns_classic, &w->region, &err) ||
        !dado_pattern_score_read(&w->classic, &w->patterns, "classic", dado_score_table_classic,
                                 &w->region, &err) ||
        !dado_file_read(path, DADO_FILE_MOST, &w->region, &text, &err) ||
        !dado_pattern_score_read(&w->roof, &w->patterns, path, text, &w->region, &err) ||
        !dado_thread_pool_open(&w->pool, 0, &err)) {
        give_up(&err);
    }
    w->free_of_penalty = w->classic;
    w->free_of_penalty.penalty = 0;
}

typedef struct request {
    const world *w;
    const dado_pattern_score *score;
    const char *settings;  // "name=value" parted by blanks
    int wanted[3];         // rows; 0 is the outcome
    double (*seen)[3];     // of each run
    double (*rows)[2];     // best and mean of each row of each run; or NULL
    int row_count;
} request;

static void run_one(void *context, int run, int hand)
{
    (void)hand;
    const request *r = context;
    dado_region region;
    dado_error err = { 0 };
    dado_region_init(&region, (size_t)1 << 30);
    char *lines = dado_region_copy(&region, r->settings, strlen(r->settings));
    for (char *s = lines; *s; s++) {
        if (*s == ' ') *s = '\n';
    }
    dado_options options;
    dado_level_species_config breed = { .patterns = &r->w->patterns, .score = r->score };
    dado_genetic_settings plan;
    dado_species species;
    dado_evolution e;
    dado_thread_pool *alone;
    if (!dado_options_read(&options, "settings", lines, &region, &err)) give_up(&err);
    dado_option_reader ask = dado_option_reader_begin(&options);
    dado_level_species_ask(&ask, &breed, &plan);
    plan.seed = (uint64_t)run + 1;
    if (!dado_option_reader_end(&ask, &region, NULL, &err) ||
        !dado_level_species(&species, &breed, &region, &err) ||
        !dado_thread_pool_open(&alone, 1, &err) ||
        !dado_evolution_begin(&e, &species, &plan, alone, &region, &err) ||
        !dado_evolution_run(&e, NULL, NULL, NULL, &err)) {
        give_up(&err);
    }
    for (int i = 0; i < 3; i++) {
        int row = r->wanted[i];
        r->seen[run][i] =
            row > 0 ? e.rows[row - 1].best : e.population.fitness[dado_evolution_best(&e)];
    }
    for (int i = 0; r->rows && i < r->row_count && i < e.row_count; i++) {
        r->rows[run * MOST_ROWS + i][0] = e.rows[i].best;
        r->rows[run * MOST_ROWS + i][1] = e.rows[i].mean;
    }
    dado_thread_pool_close(alone);
    dado_region_free(&region);
}

// Runs a request and sums up; `into`, unless NULL, gets the curve.
static void run_all(request *r, int runs, dado_moments sums[3], curve *into)
{
    double(*seen)[3] = calloc((size_t)runs, sizeof *seen);
    double(*rows)[2] = into ? calloc((size_t)runs * MOST_ROWS, sizeof *rows) : NULL;
    if (!seen || (into && !rows)) exit(1);
    r->seen = seen;
    r->rows = rows;
    r->row_count = into ? into->rows : 0;
    dado_thread_pool_run(r->w->pool, runs, 1, run_one, r);
    for (int i = 0; i < 3; i++) {
        sums[i] = (dado_moments){ 0 };
        for (int run = 0; run < runs; run++) dado_moments_add(&sums[i], seen[run][i]);
    }
    for (int row = 0; into && row < into->rows; row++) {
        for (int run = 0; run < runs; run++) {
            dado_moments_add(&into->best[row], rows[run * MOST_ROWS + row][0]);
            dado_moments_add(&into->mean[row], rows[run * MOST_ROWS + row][1]);
        }
    }
    free(seen);
    free(rows);
}

static double z_score(const dado_moments *ours, double mean, double sd)
{
    double error = dado_moments_error(ours);
    return (ours->mean - mean) / sqrt(error * error + sd * sd / PUBLISHED_RUNS);
}

static bool table_nine(const world *w, curve *curves)
{
    static const struct {
        int population;
        double mean[3], sd[3], tolerance;
    } published[3] = {
        { 100, { 62.2, 67.9, 70.8 }, { 3.6, 3.9, 3.8 }, 2.5 },
        { 500, { 72.9, 85.6, 87.1 }, { 2.9, 2.8, 2.9 }, 1.8 },
        { 1000, { 75.0, 89.4, 90.1 }, { 2.5, 2.3, 2.4 }, 1.8 },
    };
    static const int rows[3] = { 100, 500, 1000 };
    bool fine = true;
    printf("Table 9: best fitness, mean and sd over %d runs\n", RUNS);
    printf("  %10s %5s  %14s  %14s  %6s  %9s\n", "population", "row", "published", "ours", "z",
           "tolerance");
    for (int p = 0; p < 3; p++) {
        char settings[80];
        snprintf(settings, sizeof settings, "population=%d generations=1000",
                 published[p].population);
        request r = { .w = w, .score = &w->classic, .settings = settings };
        memcpy(r.wanted, rows, sizeof rows);
        snprintf(curves[p].name, sizeof curves[p].name, "population %d", published[p].population);
        curves[p].rows = 1000;
        dado_moments sums[3];
        run_all(&r, RUNS, sums, &curves[p]);
        for (int i = 0; i < 3; i++) {
            double off = sums[i].mean - published[p].mean[i], sd = dado_moments_sd(&sums[i]);
            bool inside = fabs(off) <= published[p].tolerance && sd >= 1.5 && sd <= 5.5;
            fine &= inside;
            printf("  %10d %5d  %7.1f ± %4.1f  %7.2f ± %4.2f  %+6.2f  %4.1f, %s\n",
                   published[p].population, rows[i], published[p].mean[i], published[p].sd[i],
                   sums[i].mean, sd, z_score(&sums[i], published[p].mean[i], published[p].sd[i]),
                   published[p].tolerance, inside ? "inside" : "OUTSIDE");
        }
    }
    return fine;
}

static bool other_points(const world *w, curve *curves, int *curve_count)
{
    static const struct {
        const char *settings, *name;
        double mean;
        int runs, row;
    } points[] = {
        { "mutation=0.001", "500 x 500, mutation 0.001", 85.6, RUNS, 500 },
        { "mutation=0.0001", "500 x 500, mutation 0.0001", 83.6, RUNS, 500 },
        { "mutation=0.01", "500 x 500, mutation 0.01", 75.2, RUNS, 500 },
        { "population=5000 generations=10", "5000 x 10", 59.7, RUNS, 10 },
        { "population=10 generations=5000", "10 x 5000", 43.9, RUNS, 5000 },
        { "population=5000 generations=1000", "5000 x 1000", 93.2, 10, 1000 },
    };
    double means[6];
    printf("\nOther points: best fitness of the last row\n");
    printf("  %-28s %9s  %14s  %6s\n", "", "published", "ours", "z");
    for (int i = 0; i < 6; i++) {
        request r = { .w = w, .score = &w->classic, .settings = points[i].settings };
        r.wanted[0] = points[i].row;
        dado_moments sums[3];
        curve *into = i < 3 ? &curves[(*curve_count)++] : NULL;
        if (into) {
            snprintf(into->name, sizeof into->name, "%s", points[i].settings);
            into->rows = 500;
        }
        run_all(&r, points[i].runs, sums, into);
        means[i] = sums[0].mean;
        // Theirs has no spread in print; ours stands in for it.
        printf("  %-28s %9.1f  %7.2f ± %4.2f  %+6.2f\n", points[i].name, points[i].mean,
               sums[0].mean, dado_moments_sd(&sums[0]),
               z_score(&sums[0], points[i].mean, dado_moments_sd(&sums[0])));
    }
    bool ordered = means[0] > means[1] && means[1] > means[2];
    printf("  order 0.001 > 0.0001 > 0.01: %s\n", ordered ? "holds" : "DOES NOT HOLD");
    return ordered;
}

static void left_open(const world *w, curve *curves, int *curve_count)
{
    const struct {
        const char *settings, *name;
        const dado_pattern_score *score;
    } ways[] = {
        { "cross=prefix", "as published", &w->classic },
        { "cross=tails", "faithful, tails crossed at two places", &w->classic },
        { "cross=stretch", "faithful, stretches crossed", &w->classic },
        { "cross=uniform", "faithful, uniform crossing", &w->classic },
        { "selection=tournament", "faithful, tournament of 4", &w->classic },
        { "elite=2", "faithful, elite of 2", &w->classic },
        { "cross=prefix", "faithful, roof table", &w->roof },
        { "cross=prefix", "faithful, no penalty", &w->free_of_penalty },
        { "algorithm=improved", "improved", &w->classic },
        { "algorithm=improved cross=prefix", "improved, prefixes crossed", &w->classic },
        { "algorithm=improved cross=tails", "improved, tails crossed", &w->classic },
        { "algorithm=improved cross=uniform", "improved, uniform crossing", &w->classic },
    };
    double most = 0;
    printf("\nWhat the research left open: 500 x 500, best of the last population, 20 runs\n");
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        request r = { .w = w, .score = ways[i].score, .settings = ways[i].settings };
        dado_moments sums[3];
        curve *into = i == 8 ? &curves[(*curve_count)++] : NULL;
        if (into) {
            snprintf(into->name, sizeof into->name, "improved");
            into->rows = 500;
        }
        run_all(&r, 20, sums, into);
        printf("  %-40s %7.2f ± %4.2f\n", ways[i].name, sums[0].mean, dado_moments_sd(&sums[0]));
        if (i == 8) most = sums[0].most;
    }
    printf("\nKnown deviation: 152.1 is named as what the rules allow, for 78 patterns. It is no "
           "bound:\n80 patterns fit the 260 columns, and the best found here is %.1f.\n",
           most);
}

static void draw_curves(dado_document *page, const char *heading, const char *title,
                        const curve *curves, int count, bool means)
{
    static double x[MOST_ROWS], y[CURVES][MOST_ROWS], low[CURVES][MOST_ROWS],
        high[CURVES][MOST_ROWS];
    dado_series series[CURVES] = { { 0 } };
    for (int i = 0; i < MOST_ROWS; i++) x[i] = i + 1;
    for (int c = 0; c < count; c++) {
        for (int i = 0; i < curves[c].rows; i++) {
            const dado_moments *m = means ? &curves[c].mean[i] : &curves[c].best[i];
            y[c][i] = m->mean;
            low[c][i] = m->mean - dado_moments_sd(m);
            high[c][i] = m->mean + dado_moments_sd(m);
        }
        series[c] = (dado_series){ .name = curves[c].name,
                                   .mark = DADO_LINE,
                                   .count = curves[c].rows,
                                   .x = x,
                                   .y = y[c],
                                   .low = low[c],
                                   .high = high[c] };
    }
    dado_chart chart = { .title = title,
                         .about = "Fitness by generation, bands of one sd.",
                         .x = { .title = "generation" },
                         .y = { .title = "fitness" },
                         .series = series,
                         .count = count };
    put_chart(page, heading, &chart);
}

static void write_report(const curve *curves, int count)
{
    dado_document page;
    dado_document_init(&page);
    page.title = "Evolved levels, run again";
    page.about = "Curves of fitness by generation, means over the runs with bands of one standard "
                 "deviation.";
    draw_curves(&page, "Population", "Best fitness", curves, 3, false);
    draw_curves(&page, NULL, "Mean fitness", curves, 3, true);
    draw_curves(&page, "Mutation", "Best fitness", curves + 3, 3, false);
    draw_curves(&page, NULL, "Mean fitness", curves + 3, 3, true);
    static curve pair[2];
    pair[0] = curves[3];
    pair[1] = curves[count - 1];
    draw_curves(&page, "Faithful and improved", "Best fitness, 500 x 500", pair, 2, false);
    write_page(&page, report_path);
    printf("\ncurves: %s\n", report_path);
}

int main(void)
{
    static world w;
    static curve curves[CURVES];
    int count = 3;
    prepare(&w);
    bool fine = table_nine(&w, curves);
    fine &= other_points(&w, curves, &count);
    left_open(&w, curves, &count);
    write_report(curves, count);
    dado_thread_pool_close(w.pool);
    dado_region_free(&w.region);
    return fine ? 0 : 1;
}
