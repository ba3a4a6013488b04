// regret_minimisation_bench.c - iterations a second on Kuhn and Leduc poker, against a textbook;
// one core.
//
// The reference is counterfactual regret minimisation as it is taught: recursion
// over histories, information sets found by their names in a dictionary. It
// shares no code with the solver under test and knows the games by itself. Both
// count regret the same way, and after the same iterations their strategies
// must be worth the same; only then are they timed, in turns, in the same run.
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../../tests/solve/textbook_cfr.h"
#include "lab/game_source.h"
#include "solve/regret_minimisation.h"

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool open_sets(const char *name, const char *settings, dado_region *region, dado_game *game,
                      dado_infosets *sets)
{
    dado_error err = { 0 };
    dado_options options;
    dado_game_source source;
    dado_infosets_config plan = { .watch = true };
    bool fine = dado_options_read(&options, "bench", settings, region, &err) &&
                dado_game_source_find(&source, name, &options, region, &err) &&
                dado_game_source_open(&source, game, region, &err) &&
                dado_infosets_make(sets, game, &plan, &err);
    if (!fine) fprintf(stderr, "%s: %s\n", name, err.text);
    return fine;
}

static bool same_value(const dado_infosets *sets, plain_game plain, int iterations)
{
    dado_error err = { 0 };
    dado_strategy strategy;
    double value[DADO_SOLVE_PLAYERS_MAX];
    dado_regret *r = dado_regret_new(sets, DADO_REGRET_PLUS, NULL, &err);
    plain_solver p = plain_open(plain);
    if (!r || !dado_strategy_make(&strategy, sets, &err)) return false;
    dado_regret_iterate(r, (uint64_t)iterations);
    for (int i = 0; i < iterations; i++) plain_iterate(&p);
    plain_settle(&p);
    dado_regret_average(r, &strategy);
    dado_strategy_value(sets, &strategy, value);
    double off = value[0] - plain_value(&p, 0);
    dado_strategy_free(&strategy);
    dado_regret_free(r);
    plain_close(&p);
    return off < 1e-9 && off > -1e-9;
}

static bool bench(const char *title, const char *name, const char *settings, plain_game plain,
                  uint64_t ours, int theirs, double aim)
{
    dado_region region;
    dado_game game;
    dado_infosets sets;
    dado_error err = { 0 };
    dado_region_init(&region, (size_t)1 << 26);
    double walking = seconds();
    if (!open_sets(name, settings, &region, &game, &sets)) return false;
    walking = seconds() - walking;
    if (!same_value(&sets, plain, 20)) {
        fprintf(stderr, "%s: the values differ\n", title);
        return false;
    }
    double best = 0, plain_best_rate = 0;
    for (int round = 0; round < 5; round++) {
        dado_regret *r = dado_regret_new(&sets, DADO_REGRET_PREDICTIVE, NULL, &err);
        double began = seconds();
        dado_regret_iterate(r, ours);
        double rate = (double)ours / (seconds() - began);
        if (rate > best) best = rate;
        dado_regret_free(r);
        plain_solver p = plain_open(plain);
        began = seconds();
        for (int i = 0; i < theirs; i++) plain_iterate(&p);
        rate = theirs / (seconds() - began);
        if (rate > plain_best_rate) plain_best_rate = rate;
        plain_close(&p);
    }
    printf("%s: %.0f iterations a second, %.0f times the textbook's %.0f; the aim was %.0f\n",
           title, best, best / plain_best_rate, plain_best_rate, aim);
    printf("%s: %llu lines of play walked in %.1f ms, %u of them different\n", title,
           (unsigned long long)sets.stats.lines, walking * 1e3, sets.ends);
    dado_infosets_free(&sets);
    dado_region_free(&region);
    return best >= aim;
}

int main(void)
{
    bool kuhn = bench("Kuhn poker", "kuhn", "", plain_kuhn(3, 2), 200000, 2000, 500000);
    bool leduc = bench("Leduc poker", "leduc", "luck = listed", plain_leduc(), 5000, 5, 5000);
    return kuhn && leduc ? 0 : 1;
}
