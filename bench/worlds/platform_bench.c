// Simulator ticks a second and planner levels a second, on evolved levels of seeds 1 to 100.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "evolve/levels.h"

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

static dado_kept_level kept[LEVELS];

static void breed_levels(dado_arena *arena)
{
    static dado_farm farm;
    dado_options none = { 0 };
    dado_farm_texts texts = { 0 };
    dado_error err = { 0 };
    dado_crew *crew;
    if (!dado_farm_open(&farm, &none, &texts, arena, &err) || !dado_crew_open(&crew, 0, &err)) {
        give_up(&err);
    }
    for (int i = 0; i < LEVELS; i++) {
        dado_arena work;
        dado_evolution e;
        dado_breeding plan = farm.plan;
        plan.seed = (uint64_t)i + 1;
        dado_arena_init(&work, (size_t)256 << 20);
        if (!dado_evolution_begin(&e, &farm.species, &plan, crew, &work, &err) ||
            !dado_evolution_run(&e, NULL, NULL, NULL, &err) ||
            !dado_farm_keep(&farm, &e, false, 1, &kept[i], arena, &err)) {
            give_up(&err);
        }
        dado_arena_free(&work);
    }
    dado_crew_close(crew);
}

static void measure_planner(dado_arena *arena)
{
    dado_planner_how how = dado_planner_usual();
    static dado_route route;
    dado_error err = { 0 };
    double whole = 0, slowest = 0, expansions = 0;
    int won = 0;
    for (int i = 0; i < LEVELS; i++) {
        double start = cpu_seconds();
        if (!dado_level_prove(&kept[i].level, &how, &route, arena, &err)) give_up(&err);
        double took = cpu_seconds() - start;
        whole += took;
        if (took > slowest) slowest = took;
        won += route.won;
        expansions += (double)route.expansions;
    }
    printf("planner        %6.1f levels/s/core (bar 6, aim 20), %d of %d finished, slowest %.3f s, "
           "%.0f expansions a level; bound by ticks\n", LEVELS / whole, won, LEVELS, slowest,
           expansions / LEVELS);
    if (won < LEVELS * 97 / 100) exit(1);
}

static void measure_ticks(dado_arena *arena)
{
    enum { TIMES = 20 };
    double start = cpu_seconds();
    int64_t ticks = 0, won = 0;
    for (int i = 0; i < LEVELS; i++) {
        size_t mark = dado_arena_mark(arena);
        dado_course course;
        dado_error err = { 0 };
        if (!dado_course_init(&course, &kept[i].level, arena, &err)) give_up(&err);
        dado_world_head *w = dado_arena_take(arena, 1, dado_world_size(&course));
        for (int t = 0; t < TIMES; t++) {
            dado_world_start(&course, w);
            won += dado_route_play(&course, w, kept[i].route.buttons, kept[i].route.ticks, NULL);
            ticks += kept[i].route.ticks;
        }
        dado_arena_rewind(arena, mark);
    }
    double took = cpu_seconds() - start;
    printf("simulator      %6.2f M ticks/s/core over %lld ticks of winning plays, all confirmed; "
           "bound by probes of tiles\n", (double)ticks / took / 1e6, (long long)ticks);
    int expected = 0;
    for (int i = 0; i < LEVELS; i++) expected += kept[i].finished;
    if (won != (int64_t)expected * TIMES) exit(1);
}

int main(void)
{
    dado_arena arena;
    dado_arena_init(&arena, (size_t)1 << 30);
    breed_levels(&arena);
    measure_planner(&arena);
    measure_ticks(&arena);
    dado_arena_free(&arena);
    return 0;
}
