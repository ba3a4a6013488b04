// Dungeons: games a second and core, fields of view a second, maps a second.
//
// Games: an even mix of the six profiles on twenty maps of 42 by 27 with 8
// enemies (rooms and corridors, seeds 1 to 20), each opened once and played as
// the lab plays. The reference of the same run is a plain walk of the machine:
// SplitMix64 draws, so that a slow or busy machine shows. What bounds a game is
// the bot's searches: some sixty to a hundred cells a plan.
//
// Fields of view: symmetric shadow casting against a naive caster, which draws a
// line to every cell in reach, from every floor cell of the same maps.
//
// Maps: 1,000 of each generator, every one loaded and looked at.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agents/dungeon_bot.h"
#include "lab/match.h"
#include "worlds/generator.h"
#include "worlds/shelf.h"

enum { maps = 20, games = 40, repeats = 5, made_each = 1000 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void give_up(const dado_error *err)
{
    fprintf(stderr, "dungeon_bench: %s %s\n", err->code, err->text);
    exit(1);
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

typedef struct hall {
    dado_region region;
    dado_game game[maps];
    dado_agent agent[maps][DADO_PROFILES];
    dado_match_workspace table[maps][DADO_PROFILES];
} hall;

static void open_map(hall *h, int m)
{
    const dado_generator *rooms = dado_generator_named("rooms");
    dado_parameter_values values;
    dado_generated made = { 0 };
    dado_error err = { 0 };
    dado_generator_defaults(rooms, &values);
    if (!dado_generator_make(rooms, &values, (uint64_t)m + 1, NULL, &made, &err)) give_up(&err);
    char *text = dado_region_copy(&h->region, made.text.data, made.text.length);
    dado_option file = { .name = "file", .text = text };
    dado_options options = { &file, 1 };
    if (!dado_game_open(&h->game[m], dado_world_named("dungeon"), &options, &h->region, &err)) {
        give_up(&err);
    }
    for (int p = 0; p < DADO_PROFILES; p++) {
        dado_option name = { .name = "profile", .text = dado_dungeon_profile_names[p] };
        dado_options who = { &name, 1 };
        dado_match_settings rules = { 0 };
        if (!dado_agent_open(&h->agent[m][p], dado_agent_named("profile"), &h->game[m], 0, &who,
                             &h->region, &err) ||
            !dado_match_workspace_init(&h->table[m][p], &h->game[m], &h->agent[m][p], rules,
                                       &h->region, &err)) {
            give_up(&err);
        }
    }
    dado_generated_free(&made);
}

typedef struct sum {
    int64_t games, turns, wins, stalled, stopped;
    uint64_t plans;
} sum;

static sum play_all(hall *h, uint64_t seed)
{
    sum s = { 0 };
    for (int m = 0; m < maps; m++) {
        for (int p = 0; p < DADO_PROFILES; p++) {
            for (int g = 0; g < games; g++) {
                const dado_trace *t = dado_match_play(&h->table[m][p], seed, seed, (uint64_t)g);
                s.games++;
                s.turns += t->decisions;
                s.wins += t->places[0] == 0 && t->end == DADO_FINISHED;
                s.stalled += t->end == DADO_FORFEITED;
                s.stopped += t->end == DADO_STOPPED;
                s.plans += t->effort[0];
            }
        }
    }
    return s;
}

static double draws_a_second(void)
{
    uint64_t state = 1, mixed = 0;
    double start = now();
    for (int i = 0; i < 50000000; i++) mixed ^= dado_splitmix(&state);
    double rate = 5e7 / (now() - start);
    if (mixed == 42) puts("");
    return rate;
}

static void bench_games(hall *h)
{
    double rates[repeats], reference[repeats];
    sum s = { 0 };
    for (int i = 0; i < repeats; i++) {
        reference[i] = draws_a_second();
        double start = now();
        s = play_all(h, 2026);
        rates[i] = (double)s.games / (now() - start);
    }
    if (s.stalled || s.stopped || s.wins == 0) {
        fprintf(stderr, "dungeon_bench: %ld games stalled, %ld were stopped\n", (long)s.stalled,
                (long)s.stopped);
        exit(1);
    }
    double rate = median(rates, repeats);
    printf("dungeon games    %8.0f a second and core  %.2f per million draws of the reference  "
           "spread %.0f to %.0f  (%.0f turns, %.0f plans a game; bound by the bot's searches)\n",
           rate, rate / (median(reference, repeats) / 1e6), rates[0], rates[repeats - 1],
           (double)s.turns / (double)s.games, (double)s.plans / (double)s.games);
}

// A line from eye to cell, step by step; seen if nothing opaque lies between.
static bool line_is_free(const dado_bit_grid *b, int x, int y, int goal_x, int goal_y)
{
    int dx = abs(goal_x - x), dy = abs(goal_y - y), error = dx - dy;
    while (x != goal_x || y != goal_y) {
        if (dado_bit(b->opaque, dado_bit_grid_cell(b, x, y))) return false;
        int twice = 2 * error;
        if (twice > -dy) {
            error -= dy;
            x += goal_x > x ? 1 : -1;
        }
        if (twice < dx) {
            error += dx;
            y += goal_y > y ? 1 : -1;
        }
    }
    return true;
}

static void cast_naively(const dado_bit_grid *b, int x, int y, int radius, uint64_t *visible)
{
    for (int gy = y - radius; gy <= y + radius; gy++) {
        for (int gx = x - radius; gx <= x + radius; gx++) {
            int dx = gx - x, dy = gy - y;
            if (gx < 0 || gy < 0 || gx >= b->width || gy >= b->height) continue;
            if (dx * dx + dy * dy > radius * (radius + 1)) continue;
            if (line_is_free(b, x, y, gx, gy)) dado_bit_set(visible, dado_bit_grid_cell(b, gx, gy));
        }
    }
}

// Casts from every floor cell of every map; answers casts a second.
static double cast_all(const hall *h, bool naive, int64_t *seen)
{
    uint64_t visible[64];
    int64_t casts = 0;
    *seen = 0;
    double start = now();
    for (int m = 0; m < maps; m++) {
        const dado_dungeon *d = h->game[m].data;
        for (int cell = 0; cell < d->cells; cell++) {
            if (!dado_bit(d->passable, cell)) continue;
            memset(visible, 0, sizeof(uint64_t) * (size_t)d->board.words);
            int x = dado_dungeon_x(d, cell), y = dado_dungeon_y(d, cell);
            if (naive) cast_naively(&d->board, x, y, 8, visible);
            else dado_fov_cast(&d->board, x, y, 8, 0, visible);
            casts++;
            for (int w = 0; w < d->board.words; w++) *seen += __builtin_popcountll(visible[w]);
        }
    }
    return (double)casts / (now() - start);
}

static void bench_sight(const hall *h)
{
    double fast[repeats * 4], slow[repeats * 4];
    int64_t seen, seen_naively;
    for (int i = 0; i < repeats * 4; i++) {
        fast[i] = cast_all(h, false, &seen);
        slow[i] = cast_all(h, true, &seen_naively);
    }
    if (seen < seen_naively * 8 / 10 || seen > seen_naively * 13 / 10) {
        fprintf(stderr, "dungeon_bench: the two casters do not see alike\n");
        exit(1);
    }
    double a = median(fast, repeats * 4), b = median(slow, repeats * 4);
    printf("dungeon sight    %8.0f casts a second  %.2f times the naive caster (%.0f)  spread %.0f "
           "to %.0f  (radius 8; bound by cells in reach)\n",
           a, a / b, b, fast[0], fast[repeats * 4 - 1]);
}

// The shipped script on the same maps, where the file is at hand.
static void bench_script(hall *h)
{
    static char text[65536];
    FILE *file = fopen("library/scripts/playerExplorer.lua", "rb");
    if (!file) {
        puts("dungeon script   skipped: run from the project's folder");
        return;
    }
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    int played = 0;
    double start = now();
    for (int m = 0; m < maps; m++) {
        dado_option script = { .name = "script", .text = text };
        dado_options options = { &script, 1 };
        dado_error err = { 0 };
        dado_agent agent;
        dado_match_workspace table;
        dado_match_settings rules = { 0 };
        if (!dado_agent_open(&agent, dado_agent_named("dungeon_lua"), &h->game[m], 0, &options,
                             &h->region, &err) ||
            !dado_match_workspace_init(&table, &h->game[m], &agent, rules, &h->region, &err)) {
            give_up(&err);
        }
        for (uint64_t g = 0; g < 5; g++, played++) {
            uint64_t plans = dado_match_play(&table, 1, 1, g)->effort[0];
            int turns = table.trace.decisions;
            const dado_trace *native = dado_match_play(&h->table[m][0], 1, 1, g);
            if (native->effort[0] != plans || native->decisions != turns) {
                fprintf(stderr, "dungeon_bench: the script does not play as the bot does\n");
                exit(1);
            }
        }
        dado_agent_close(&agent);
    }
    printf(
        "dungeon script   %8.0f games a second and core with playerExplorer.lua, the same games as "
        "the built-in explorer\n",
        played / (now() - start));
}

static void bench_maps(void)
{
    dado_region region;
    dado_region_init(&region, (size_t)64 << 20);
    for (int i = 0; dado_generators[i]; i++) {
        const dado_generator *g = dado_generators[i];
        if (strcmp(g->world, "dungeon") != 0) continue;
        dado_parameter_values values;
        dado_generated made = { 0 };
        dado_error err = { 0 };
        dado_generator_defaults(g, &values);
        int invalid = 0, connected = 0;
        double spent = 0;
        for (int n = 0; n < made_each; n++) {
            double start = now();
            bool fine = dado_generator_make(g, &values, (uint64_t)n, NULL, &made, &err);
            spent += now() - start;
            dado_map map;
            dado_map_warnings warnings;
            dado_region_rewind(&region, 0);
            fine = fine && dado_map_read(&map, g->name, made.text.data, made.text.length, &region,
                                         &warnings, &err);
            invalid += !fine;
            connected += fine && warnings.count == 0;
        }
        printf("dungeon maps     %8.0f a second by %-8s %d made, %d invalid, %.1f %% connected\n",
               made_each / spent, g->name, made_each, invalid, 100.0 * connected / made_each);
        if (invalid) exit(1);
        dado_generated_free(&made);
    }
    dado_region_free(&region);
}

int main(void)
{
    static hall h;
    dado_region_init(&h.region, (size_t)1 << 30);
    double start = now();
    for (int m = 0; m < maps; m++) open_map(&h, m);
    printf("dungeon opening  %8.2f ms a map with its sight sets and six players\n",
           (now() - start) / maps * 1e3);
    bench_games(&h);
    bench_script(&h);
    bench_sight(&h);
    bench_maps();
    dado_region_free(&h.region);
    return 0;
}
