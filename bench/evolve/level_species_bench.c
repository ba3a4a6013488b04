// Fitness evaluations a second and core, against a straightforward loop in the same run; a whole
// run of 500 by 500; both checked against each other.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "evolve/level_species.h"

enum { GENOMES = 2000, ROUNDS = 9, TIMES = 60 };

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// What one writes first: the table as doubles, then a count of each pattern by a loop over all.
static double plain_fitness(const double *table, int patterns, const uint8_t *genes, int count)
{
    double score = 0, penalty = 0;
    for (int i = 0; i + 1 < count; i++) score += table[genes[i] * patterns + genes[i + 1]];
    int counts[DADO_PATTERNS_MOST] = { 0 };
    for (int i = 0; i < count; i++) counts[genes[i]]++;
    for (int p = 0; p < patterns; p++) {
        if (100 * counts[p] > 15 * count) penalty += 2 * counts[p];
    }
    return score - penalty;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_value);
    return values[count / 2];
}

static void open_farm(dado_level_breeding *level_breeding, dado_evolution *e,
                      const char *population, dado_thread_pool **pool, dado_region *region)
{
    dado_option option = { .name = "population", .text = population };
    dado_options options = { &option, 1 };
    dado_level_breeding_texts texts = { 0 };
    dado_error err = { 0 };
    if (!dado_level_breeding_open(level_breeding, &options, &texts, region, &err) ||
        !dado_thread_pool_open(pool, 1, &err) ||
        !dado_evolution_begin(e, &level_breeding->species, &level_breeding->plan, *pool, region,
                              &err)) {
        fprintf(stderr, "%s\n", err.text);
        exit(1);
    }
}

static void measure_fitness(dado_region *region)
{
    static dado_level_breeding level_breeding;
    dado_evolution e;
    dado_thread_pool *pool;
    open_farm(&level_breeding, &e, "2000", &pool, region);
    int n = level_breeding.patterns.count;
    double *table = dado_new(region, double, (n * n));
    for (int i = 0; i < n * n; i++) {
        table[i] = level_breeding.score.cells[i / n * level_breeding.score.stride + i % n] /
                   (double)DADO_PATTERN_SCORE_UNIT;
    }
    double ours[ROUNDS], plain[ROUNDS], ratio[ROUNDS];
    double sum_ours = 0, sum_plain = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double start = cpu_seconds();
        for (int t = 0; t < TIMES; t++) {
            for (int i = 0; i < GENOMES; i++) {
                sum_ours += level_breeding.species.fitness(
                    &level_breeding.species, dado_evolution_genome(&e, i), e.population.scratch);
            }
        }
        double middle = cpu_seconds();
        for (int t = 0; t < TIMES; t++) {
            for (int i = 0; i < GENOMES; i++) {
                const dado_level_genome *g = dado_evolution_genome(&e, i);
                sum_plain += plain_fitness(table, n, g->genes, g->count);
            }
        }
        double end = cpu_seconds();
        ours[round] = GENOMES * TIMES / (middle - start);
        plain[round] = GENOMES * TIMES / (end - middle);
        ratio[round] = ours[round] / plain[round];
    }
    double off = sum_ours - sum_plain;
    if (off > 1 || off < -1) {
        fprintf(stderr, "the two ways to judge differ by %g\n", off);
        exit(1);
    }
    double r = median(ratio, ROUNDS);
    printf("fitness        %6.2f M evaluations/s/core, plain loop %.2f M, ratio %.2f "
           "(%.2f to %.2f); bound by the counts of patterns\n",
           median(ours, ROUNDS) / 1e6, median(plain, ROUNDS) / 1e6, r, ratio[0], ratio[ROUNDS - 1]);
    dado_thread_pool_close(pool);
}

static void measure_run(dado_region *region)
{
    double seconds[5];
    double best = 0;
    for (int i = 0; i < 5; i++) {
        static dado_level_breeding level_breeding;
        dado_evolution e;
        dado_thread_pool *pool;
        dado_error err = { 0 };
        double start = cpu_seconds();
        open_farm(&level_breeding, &e, "500", &pool, region);
        if (!dado_evolution_run(&e, NULL, NULL, NULL, &err)) exit(1);
        seconds[i] = cpu_seconds() - start;
        double now = e.population.fitness[dado_evolution_best(&e)];
        if (i && now != best) exit(1);
        best = now;
        dado_thread_pool_close(pool);
    }
    double s = median(seconds, 5);
    printf("500 x 500      %6.3f s, %.2f M evaluations/s/core with breeding (%.3f to %.3f s); best "
           "%.1f; bound by the draws of each child's luck\n",
           s, 250500 / s / 1e6, seconds[0], seconds[4], best);
}

int main(void)
{
    dado_region region;
    dado_region_init(&region, (size_t)1 << 30);
    measure_fitness(&region);
    measure_run(&region);
    dado_region_free(&region);
    return 0;
}
