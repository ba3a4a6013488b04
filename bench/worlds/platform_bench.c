// Simulator ticks a second and planner levels a second, on evolved levels of seeds 1 to 100.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "evolve/level_species.h"

enum { LEVELS = 100 };

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void give_up(const dado_error *err)
{
    fprintf(stderr, "%s\n", err->text);
    exit(1);
}

static dado_selected_level kept[LEVELS];

static void breed_levels(dado_region *region)
{
    static dado_level_breeding level_breeding;
    dado_options none = { 0 };
    dado_level_breeding_texts texts = { 0 };
    dado_error err = { 0 };
    dado_thread_pool *pool;
    if (!dado_level_breeding_open(&level_breeding, &none, &texts, region, &err) ||
        !dado_thread_pool_open(&pool, 0, &err)) {
        give_up(&err);
    }
    for (int i = 0; i < LEVELS; i++) {
        dado_region work;
        dado_evolution e;
        dado_genetic_settings plan = level_breeding.plan;
        plan.seed = (uint64_t)i + 1;
        dado_region_init(&work, (size_t)256 << 20);
        if (!dado_evolution_begin(&e, &level_breeding.species, &plan, pool, &work, &err) ||
            !dado_evolution_run(&e, NULL, NULL, NULL, &err) ||
            !dado_level_breeding_select(&level_breeding, &e, false, 1, &kept[i], region, &err)) {
            give_up(&err);
        }
        dado_region_free(&work);
    }
    dado_thread_pool_close(pool);
}

static void measure_planner(dado_region *region)
{
    dado_planner_settings how = dado_planner_defaults();
    static dado_route route;
    dado_error err = { 0 };
    double whole = 0, slowest = 0, expansions = 0;
    int won = 0;
    for (int i = 0; i < LEVELS; i++) {
        double start = cpu_seconds();
        if (!dado_level_prove(&kept[i].level, &how, &route, region, &err)) give_up(&err);
        double took = cpu_seconds() - start;
        whole += took;
        if (took > slowest) slowest = took;
        won += route.won;
        expansions += (double)route.expansions;
    }
    printf("planner        %6.1f levels/s/core (bar 6, aim 20), %d of %d finished, slowest %.3f s, "
           "%.0f expansions a level; bound by ticks\n",
           LEVELS / whole, won, LEVELS, slowest, expansions / LEVELS);
    if (won < LEVELS * 97 / 100) exit(1);
}

static void measure_ticks(dado_region *region)
{
    enum { TIMES = 20 };
    double start = cpu_seconds();
    int64_t ticks = 0, won = 0;
    for (int i = 0; i < LEVELS; i++) {
        size_t mark = dado_region_mark(region);
        dado_course course;
        dado_error err = { 0 };
        if (!dado_course_init(&course, &kept[i].level, region, &err)) give_up(&err);
        dado_world_head *w = dado_region_alloc(region, 1, dado_world_size(&course));
        for (int t = 0; t < TIMES; t++) {
            dado_world_start(&course, w);
            won += dado_route_play(&course, w, kept[i].route.buttons, kept[i].route.ticks, NULL);
            ticks += kept[i].route.ticks;
        }
        dado_region_rewind(region, mark);
    }
    double took = cpu_seconds() - start;
    printf("simulator      %6.2f M ticks/s/core over %lld ticks of winning plays, all confirmed; "
           "bound by probes of tiles\n",
           (double)ticks / took / 1e6, (long long)ticks);
    int expected = 0;
    for (int i = 0; i < LEVELS; i++) expected += kept[i].finished;
    if (won != (int64_t)expected * TIMES) exit(1);
}

int main(void)
{
    dado_region region;
    dado_region_init(&region, (size_t)1 << 30);
    breed_levels(&region);
    measure_planner(&region);
    measure_ticks(&region);
    dado_region_free(&region);
    return 0;
}
