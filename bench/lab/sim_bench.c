// sim_bench.c - what the laboratory costs: matches of dado sim beside the bare loop of the game.
//
// The bare loop goes through the contract, as anybody's would: it asks the game who
// is to move, lists, draws from a quick generator and applies, reads the scores once
// at the end and keeps nothing. The laboratory plays the same game with random
// players on one thread, each seat with a lane of luck of its own, writes a row of
// scores a round, measures every match, sums up, packs and stores in an empty store.
// Neither has native code. Time is the processor's, of the whole process; the two
// take turns, so that a busy machine slows both, and the median of the ratios is
// told. Mean scores must agree.
//
// Two threads of the laboratory are beside one, by the processor and by the clock,
// and beside two bare loops at once, which share nothing: what those take more than
// one after the other is the machine's (cores that share what they are made of).
#define _DEFAULT_SOURCE
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "measure/stats.h"
#include "judge/experiment_summary.h"

enum { REPEATS = 7, WALLS = 5 };

typedef struct subject {
    const char *name;
    int64_t matches;
    double bar;  // with the six metrics: at least so much of the speed of the bare loop
} subject;

static double time_by(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double now(void)
{
    return time_by(CLOCK_PROCESS_CPUTIME_ID);
}

static void give_up(const dado_error *err)
{
    fprintf(stderr, "sim_bench: %s\n", err->text);
    exit(1);
}

// Plays so many matches and answers the mean score of the first seat.
static double bare(const dado_game *g, int64_t matches, unsigned char *state, dado_move *moves,
                   uint32_t *weights, uint64_t seed)
{
    dado_fast_rng luck = dado_fast_rng_seed(seed);
    const dado_rules *rules = g->rules;
    double sum = 0.0;
    for (int64_t i = 0; i < matches; i++) {
        rules->start(g, state);
        for (int actor; (actor = rules->actor(g, state)) != DADO_NOBODY;) {
            int count = rules->legal(g, state, moves);
            if (count == 0) {
                rules->apply(g, state, dado_fast_rng_next(&luck));
            } else if (actor == DADO_CHANCE && rules->weigh) {
                uint64_t total = 0;
                rules->weigh(g, state, weights);
                for (int k = 0; k < count; k++) total += weights[k];
                uint64_t drawn = dado_fast_rng_below(&luck, (uint32_t)total);
                int k = 0;
                while (drawn >= weights[k]) drawn -= weights[k++];
                rules->apply(g, state, moves[k]);
            } else {
                uint32_t k = count == 1 ? 0 : dado_fast_rng_below(&luck, (uint32_t)count);
                rules->apply(g, state, moves[k]);
            }
        }
        int32_t scores[64];
        rules->scores(g, state, scores);
        sum += scores[0];
    }
    return sum / (double)matches;
}

// What dado sim does with a store of its own, in this process.
static double laboratory(const dado_plan *plan, const dado_measures *measures, int threads,
                         const char *path)
{
    dado_error err = { 0 };
    dado_region region;
    dado_store *store;
    dado_findings_collector gathering;
    dado_results results;
    dado_region_init(&region, (size_t)1 << 30);
    unlink(path);
    if (!dado_store_open(&store, path, DADO_STORE_WRITE, &err)) give_up(&err);
    dado_findings_collector_init(&gathering, measures, NULL);
    dado_experiment_settings how = { .threads = threads,
                                     .store = store,
                                     .taker = &gathering,
                                     .block = dado_findings_collect_block,
                                     .native = DADO_NATIVE_NO };
    if (!dado_experiment_run(plan, &how, &results, &err)) give_up(&err);
    double mean = results.cells[0].sums.scores[0].mean;
    dado_results_free(&results);
    dado_findings_collector_free(&gathering);
    dado_store_close(store);
    dado_region_free(&region);
    unlink(path);
    return mean;
}

typedef struct lone_loop {
    const dado_game *game;
    int64_t matches;
    unsigned char *state;
    dado_move *moves;
    uint32_t *weights;
} lone_loop;

static bool lay_loop(lone_loop *l, const dado_game *game, int64_t matches, dado_region *region)
{
    *l = (lone_loop){ .game = game, .matches = matches };
    l->state = dado_new(region, unsigned char, game->state_size);
    l->moves = dado_new(region, dado_move, game->max_moves);
    l->weights = dado_new(region, uint32_t, game->max_moves);
    return l->state && l->moves && l->weights;
}

static double run_loop(const lone_loop *l, uint64_t seed)
{
    return bare(l->game, l->matches, l->state, l->moves, l->weights, seed);
}

static void *run_beside(void *context)
{
    run_loop(context, 2);
    return NULL;
}

// Processor time of two bare loops at once, as a share of what they take one after the other.
static double loops_at_once(const lone_loop *one, lone_loop *other)
{
    pthread_t beside;
    double t = now();
    run_loop(one, 1);
    run_loop(other, 2);
    double in_turn = now() - t;
    t = now();
    if (pthread_create(&beside, NULL, run_beside, other) != 0) return 1.0;
    run_loop(one, 1);
    pthread_join(beside, NULL);
    return (now() - t) / in_turn;
}

// Time by the clock of one thread, as a multiple of that of two: the best of some tries of each.
static double gain_by_clock(const dado_plan *plan, const dado_measures *measures, const char *path)
{
    double best[2] = { HUGE_VAL, HUGE_VAL };
    for (int r = 0; r < 2 * WALLS; r++) {
        double t = time_by(CLOCK_MONOTONIC);
        laboratory(plan, measures, 1 + r % 2, path);
        best[r % 2] = fmin(best[r % 2], time_by(CLOCK_MONOTONIC) - t);
    }
    return best[0] / best[1];
}

static double middle(double *values)
{
    dado_values_sort(values, REPEATS);
    return values[REPEATS / 2];
}

static bool compare(const subject *s, const char *path)
{
    dado_error err = { 0 };
    dado_region region;
    dado_game_source source;
    dado_lineup lineup = { .name = "random" };
    dado_game game;
    dado_measures measures;
    dado_region_init(&region, (size_t)1 << 30);
    if (!dado_game_source_find(&source, s->name, NULL, &region, &err) ||
        !dado_players_parse(&lineup.players, &lineup.count, "random", &region, &err) ||
        !dado_game_source_open(&source, &game, &region, &err) ||
        !dado_measures_list(&measures, NULL, &region, &err)) {
        give_up(&err);
    }
    lone_loop alone_loop, beside;
    if (!lay_loop(&alone_loop, &game, s->matches, &region) ||
        !lay_loop(&beside, &game, s->matches, &region)) {
        give_up(&err);
    }
    double loop_mean = 0.0, lab_mean = 0.0, ratio[2][REPEATS], both[REPEATS], seconds = 0.0;
    double at_once[REPEATS], gain = 0.0;
    for (int r = 0; r < REPEATS; r++) {
        for (int all = 0; all < 2; all++) {
            dado_plan plan = { .instances = &source,
                               .instance_count = 1,
                               .lineups = &lineup,
                               .lineup_count = 1,
                               .matches = s->matches,
                               .seed = 1 + (uint64_t)r,
                               .six_metrics_only = !all };
            double t = now();
            loop_mean += run_loop(&alone_loop, 1 + (uint64_t)r);
            double loop = now() - t;
            t = now();
            lab_mean += laboratory(&plan, &measures, 1, path);
            double alone = now() - t;
            ratio[all][r] = loop / alone;
            seconds += loop;
            if (all) continue;
            t = now();
            laboratory(&plan, &measures, 2, path);
            both[r] = (now() - t) / alone;
            at_once[r] = loops_at_once(&alone_loop, &beside);
            if (r == 0) gain = gain_by_clock(&plan, &measures, path);
        }
    }
    double matches = 2.0 * REPEATS * (double)s->matches;
    loop_mean /= 2 * REPEATS;
    lab_mean /= 2 * REPEATS;
    bool right = fabs(loop_mean - lab_mean) < 30 / sqrt(matches / 2);
    printf("%-24s bare loop %9.0f matches/s; dado sim on one thread %.2f of it with the six "
           "metrics (bar %.2f), %.2f with all; on two %.2f of the processor time of "
           "one (bar 1.05; two bare loops at once %.2f) and %.2f times as quick by the clock%s\n",
           s->name, matches / seconds, middle(ratio[0]), s->bar, middle(ratio[1]), middle(both),
           middle(at_once), gain, right ? "" : "  WRONG: the mean scores differ");
    dado_region_free(&region);
    return right;
}

int main(int argc, char **argv)
{
    static const subject subjects[] = { { "hearts", 30000, 0.6 },
                                        { "library/cards/kuhn.rcy", 300000, 0.3 },
                                        { "dicepoints", 300000, 0.25 } };
    const char *folder = getenv("TMPDIR");
    char path[200];
    bool right = true;
    snprintf(path, sizeof path, "%s/dado-sim-%ld.db", folder ? folder : "/tmp", (long)getpid());
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        bool wanted = argc < 2 || strcmp(argv[1], subjects[i].name) == 0;
        if (wanted) right = compare(&subjects[i], path) && right;
    }
    return right ? 0 : 1;
}
