// process_agent_bench.c - what a question to a program on a pipe costs, its own thinking taken off.
//
// Host and agent are pinned to one core. The agent is this very program under
// another name, in the box that every foreign agent runs in; it times itself from
// the moment its question has been read to the moment its answer is written, and
// tells that and the processor time it had on standard error. What counts is the time
// of that core spent on a question: the host's and the agent's, system calls and switches
// included, the agent's own thinking taken off. On an idle machine the clock on the wall
// shows the same; on a busy one it also shows who else was waiting, so it stands beside it
// as the fastest batch. The reference, in the same run, is a byte that goes to another
// process on the core and back.
#define _GNU_SOURCE
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lab/match.h"
#include "worlds/shelf.h"

enum { batch = 100, most_batches = 200, bar_us = 50 };

static int64_t read_ns(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int64_t now_ns(void)
{
    return read_ns(CLOCK_MONOTONIC);
}

static int64_t cpu_ns(void)
{
    return read_ns(CLOCK_PROCESS_CPUTIME_ID);
}

// ---- the agent

// Answers with `end`, or, where it asked for the moves, with one of them by counting.
static int be_agent(bool wants_moves)
{
    static char line[1 << 20], answer[512];
    int64_t own = 0, questions = 0, at_start = cpu_ns();
    uint32_t luck = 1;
    while (fgets(line, sizeof line, stdin)) {
        int64_t begun = cpu_ns();
        if (strncmp(line, "{\"t\":\"hello\"", 12) == 0) {
            printf("{\"t\":\"ready\",\"moves\":%s}\n", wants_moves ? "true" : "false");
            fflush(stdout);
            continue;
        }
        if (strncmp(line, "{\"t\":\"turn\"", 11) != 0) continue;
        const char *code = strstr(line, "\"code\":\"") + 8, *move = "end";
        int length = 3;
        const char *moves = wants_moves ? strstr(line, "\"moves\":[\"") : NULL;
        if (moves) {
            luck = luck * 1664525u + 1013904223u;
            move = moves + 10;
            for (uint32_t skip = luck >> 29; skip > 0; skip--) {
                const char *next = strstr(move, "\",\"");
                if (!next) break;
                move = next + 3;
            }
            length = (int)strcspn(move, "\"");
        }
        int size =
            snprintf(answer, sizeof answer,
                     "{\"t\":\"move\",\"code\":\"%.16s\",\"move\":\"%.*s\"}\n", code, length, move);
        own += cpu_ns() - begun;
        if (write(1, answer, (size_t)size) != size) return 1;
        if (++questions % 64 == 0) {
            fprintf(stderr, "own %" PRId64 " cpu %" PRId64 " of %" PRId64 "\n", own,
                    cpu_ns() - at_start, questions);
        }
    }
    return 0;
}

// ---- the host

typedef struct watch {
    dado_agent inner;
    int64_t spent, cpu, questions;  // since the last batch
    double batches[most_batches];   // microseconds of the host's a question
    double walls[most_batches];     // by the clock on the wall
    int count;
    int64_t own, own_cpu, own_questions;  // as the agent told last
} watch;

static int timed_choose(const dado_agent *agent, const dado_turn *turn)
{
    watch *w = agent->data;
    int64_t begun = now_ns(), had = cpu_ns();
    int chosen = w->inner.kind->choose(&w->inner, turn);
    w->cpu += cpu_ns() - had;
    w->spent += now_ns() - begun;
    if (++w->questions == batch) {
        if (w->count < most_batches) {
            w->walls[w->count] = (double)w->spent / batch / 1000;
            w->batches[w->count++] = (double)w->cpu / batch / 1000;
        }
        w->spent = w->cpu = w->questions = 0;
    }
    return chosen;
}

static void timed_over(const dado_agent *agent, void *self, const dado_trace *trace)
{
    const watch *w = agent->data;
    w->inner.kind->over(&w->inner, self, trace);
}

static const dado_agent_kind timed = { .size = sizeof(dado_agent_kind),
                                       .name = "timed",
                                       .title = "Timed",
                                       .about = "",
                                       .choose = timed_choose,
                                       .over = timed_over };

static bool hear_own(watch *w, const char *notes)
{
    for (const char *s = notes; (s = strstr(s, "own ")) != NULL; s++) {
        sscanf(s, "own %" SCNd64 " cpu %" SCNd64 " of %" SCNd64, &w->own, &w->own_cpu,
               &w->own_questions);
    }
    return !strstr(notes, "strike") && !strstr(notes, "refused");
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// A byte to another process on the same core and back.
static double ping_us(void)
{
    enum { times = 20000 };
    int to[2], from[2];
    char byte = 1;
    if (pipe(to) != 0 || pipe(from) != 0) return 0;
    pid_t other = fork();
    if (other == 0) {
        close(to[1]);
        while (read(to[0], &byte, 1) == 1 && write(from[1], &byte, 1) == 1) {
        }
        _exit(0);
    }
    double found[200];
    for (int b = 0; b < 200; b++) {
        int64_t begun = now_ns();
        for (int i = 0; i < times / 200; i++) {
            if (write(to[1], &byte, 1) != 1 || read(from[0], &byte, 1) != 1) return 0;
        }
        found[b] = (double)(now_ns() - begun) / (times / 200) / 1000;
    }
    close(to[1]);
    waitpid(other, NULL, 0);
    qsort(found, 200, sizeof *found, by_size);
    return found[100];
}

static bool measure(const char *program, const char *what, double ping)
{
    static watch w;
    memset(&w, 0, sizeof w);
    dado_region region;
    dado_region_init(&region, (size_t)512 << 20);
    dado_game game;
    dado_error err = { 0 };
    dado_option given[] = { { .name = "program", .text = program },
                            { .name = "strikes", .text = "1" } };
    dado_options options = { given, 2 };
    dado_agent agents[2];
    bool fine =
        dado_game_open(&game, dado_world_named("territorio"), NULL, &region, &err) &&
        dado_agent_open(&w.inner, dado_agent_named("process"), &game, 0, &options, &region, &err) &&
        dado_agent_open(&agents[1], dado_agent_named("territorio_example"), &game, 1, NULL, &region,
                        &err);
    agents[0] = (dado_agent){ .kind = &timed,
                              .game = &game,
                              .options = "",
                              .data = &w,
                              .self_size = w.inner.self_size,
                              .scratch_size = w.inner.scratch_size };
    dado_match_workspace table;
    fine = fine && dado_match_workspace_init(&table, &game, agents, (dado_match_settings){ 0 },
                                             &region, &err);
    for (uint64_t match = 0; fine && match < 100 && w.count < most_batches; match++) {
        dado_match_play(&table, 5, 5, match);
        if (!hear_own(&w, w.inner.kind->notes(&w.inner))) {
            fine = dado_fail(&err, DADO_INVALID, "the agent was refused or struck");
        }
    }
    dado_agent_close(&w.inner);
    dado_region_free(&region);
    if (!fine || !w.own_questions) {
        fprintf(stderr, "pipe_bench: %s\n", fine ? "the agent told no times" : err.text);
        return false;
    }
    qsort(w.batches, (size_t)w.count, sizeof *w.batches, by_size);
    qsort(w.walls, (size_t)w.count, sizeof *w.walls, by_size);
    double asked = (double)w.own_questions * 1000;
    double own = (double)w.own / asked, agent = (double)(w.own_cpu - w.own) / asked;
    double host = w.batches[w.count / 2], all = host + agent;
    printf("pipe question, %-10s %6.1f us of the core (bar %d: %s): host %.1f (quartiles %.1f to "
           "%.1f), agent's side %.1f, its own %.1f taken off; %.1f times a byte there and back "
           "(%.1f us); on the wall %.1f in the fastest of %d batches; bound by two switches of "
           "process and the view as JSON\n",
           what, all, bar_us, all <= bar_us ? "reached" : "NOT reached", host,
           w.batches[w.count / 4], w.batches[3 * w.count / 4], agent, own,
           ping > 0 ? all / ping : 0, ping, w.walls[0] - own, w.count);
    return true;
}

static bool copy_self(const char *to)
{
    char command[600];
    snprintf(command, sizeof command, "cp /proc/%d/exe '%s' && chmod +x '%s'", (int)getpid(), to,
             to);
    return system(command) == 0;
}

int main(int argc, char **argv)
{
    (void)argc;
    const char *name = strrchr(argv[0], '/');
    name = name ? name + 1 : argv[0];
    if (strcmp(name, "pipe_view") == 0) return be_agent(false);
    if (strcmp(name, "pipe_moves") == 0) return be_agent(true);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu() < 0 ? 0 : sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);  // those it starts inherit it
    char folder[] = "/tmp/dado-pipe-XXXXXX", path[2][64];
    if (!mkdtemp(folder)) return 1;
    snprintf(path[0], sizeof path[0], "%s/pipe_view", folder);
    snprintf(path[1], sizeof path[1], "%s/pipe_moves", folder);
    double ping = ping_us();
    bool fine = copy_self(path[0]) && copy_self(path[1]) && measure(path[0], "view only", ping) &&
                measure(path[1], "with moves", ping);
    remove(path[0]);
    remove(path[1]);
    rmdir(folder);
    return fine ? 0 : 1;
}
