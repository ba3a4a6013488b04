// memory_bench.c - memory does not grow with the number of matches.
//
// A child process plays Kuhn poker and DicePoints through the whole lab, results
// kept in a store, and the system tells the most memory it ever held. Ten times
// the matches may not take noticeably more; a million must stay below 200 MB.
// What bounds it: the ring of blocks between workers and conductor, the values
// kept for distributions, and what SQLite caches.
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "judge/experiment_summary.h"

enum { most_megabytes = 200 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void give_up(const dado_error *err)
{
    fprintf(stderr, "memory_bench: %s\n", err->text);
    _exit(1);
}

// What dado sim does, in this process.
static void play(const char *game, int64_t matches, const char *path)
{
    dado_error err = { 0 };
    dado_region region;
    dado_region_init(&region, (size_t)1 << 30);
    dado_game_source source;
    dado_lineup lineup = { .name = "random" };
    dado_store *store = NULL;
    dado_game opened;
    dado_measures measures;
    if (!dado_game_source_find(&source, game, NULL, &region, &err) ||
        !dado_players_parse(&lineup.players, &lineup.count, "random", &region, &err) ||
        !dado_game_source_open(&source, &opened, &region, &err) ||
        !dado_measures_list(&measures, NULL, &region, &err) ||
        !dado_store_open(&store, path, DADO_STORE_WRITE, &err)) {
        give_up(&err);
    }
    dado_plan plan = { .instances = &source,
                       .instance_count = 1,
                       .lineups = &lineup,
                       .lineup_count = 1,
                       .matches = matches,
                       .seed = 1 };
    dado_findings_collector gathering;
    dado_findings_collector_init(&gathering, &measures, NULL);
    dado_experiment_settings how = { .store = store,
                                     .taker = &gathering,
                                     .block = dado_findings_collect_block };
    dado_results results;
    if (!dado_experiment_run(&plan, &how, &results, &err)) give_up(&err);
    if (results.cells[0].sums.matches != matches) _exit(1);
    dado_results_free(&results);
    dado_findings_collector_free(&gathering);
    dado_store_close(store);
    dado_region_free(&region);
    _exit(0);
}

// The most megabytes a child held, or -1.
static double measure(const char *game, int64_t matches, double *seconds)
{
    char path[200];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/dado-memory-%ld.db", folder ? folder : "/tmp", (long)getpid());
    unlink(path);
    double before = now();
    pid_t child = fork();
    if (child == 0) play(game, matches, path);
    int status;
    struct rusage used;
    bool fine = child > 0 && wait4(child, &status, 0, &used) == child && WIFEXITED(status) &&
                WEXITSTATUS(status) == 0;
    *seconds = now() - before;
    unlink(path);
    return fine ? (double)used.ru_maxrss / 1024.0 : -1.0;
}

int main(void)
{
    static const char *const games[] = { "kuhn", "dicepoints" };
    int failed = 0;
    for (int g = 0; g < 2; g++) {
        double few_seconds, many_seconds;
        double few = measure(games[g], 100000, &few_seconds);
        double many = measure(games[g], 1000000, &many_seconds);
        bool fine = few > 0 && many > 0 && many < most_megabytes && many < few * 1.5 + 8;
        printf("memory %-10s 100,000 matches %.0f MB, 1,000,000 matches %.0f MB (ratio %.2f), "
               "%.2f M matches/s; bound by the ring of blocks and the values kept for charts%s\n",
               games[g], few, many, few > 0 ? many / few : 0.0, 1.0 / many_seconds,
               fine ? "" : "  FAILED: must stay below 200 MB and not grow");
        failed += !fine;
    }
    return failed ? 1 : 0;
}
