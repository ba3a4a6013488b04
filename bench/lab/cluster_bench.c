// A cluster of a thousand nodes that is not there, conducted by the conductor that is.
//
// The transport is a queue with a clock of its own. A rank takes its tasks one by
// one, each as long as its matches are said to take, and a hundredth of the ranks
// is ten times slower; messages are on their way for a while, and some ranks
// may fall silent. The matches are really played, at no time at all, so that the
// conductor has real blocks to unpack, put together, sum and pack again: what
// that costs it, in processor time, passes on the clock of the cluster too.
//
// Printed are the efficiency (work done / (capacity x time), a straggler
// counting for a tenth) and what a block costs the conductor. Checked are the
// sums against those of one process, bit by bit, and the bounds on efficiency.
//
//     bench_lab_cluster [RANKS [MATCHES-A-RANK [CASE]]]
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/rng.h"
#include "lab/remote_matches.h"
#include "lab/experiment.h"

static const double latency = 50e-6, per_byte = 1e-9;  // seconds on the way
static const double unmetered = 10e-6;  // that the conductor is taken to need between two calls

typedef struct event {
    double at;
    uint64_t order;  // of those at one moment, as they came
    int rank;
    unsigned char *bytes;  // a message to the conductor
    size_t size;
} event;

typedef struct task {
    int64_t from, to;
} task;

typedef struct node {
    double free_at;  // done with all it has
    double pace;     // times the length of a match
    bool silent;     // takes tasks and never answers
} node;

typedef struct simulated_cluster {
    double clock, match;  // now; seconds a match takes
    bool metered;         // asking the processor's clock takes long: not where it is no matter
    double cpu, spent;    // when the conductor went on; its processor time
    double began, ended;
    node *nodes;
    int ranks;
    event *heap;
    int count, room;
    uint64_t sent;
    int64_t tasks, played;
    event read;
    const dado_remote_task *task;
    void *shared, *own;
    dado_region region;  // of what is shared
    uint64_t number;
    dado_transport transport;
} simulated_cluster;

static double processor(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// What the conductor has done since it went on has taken its time.
static void pause_conductor(simulated_cluster *c)
{
    double took = c->metered ? processor() - c->cpu : unmetered;
    c->clock += took;
    c->spent += took;
}

static void let_go_on(simulated_cluster *c)
{
    if (c->metered) c->cpu = processor();
}

static bool earlier(const event *a, const event *b)
{
    return a->at < b->at || (a->at == b->at && a->order < b->order);
}

static void push(simulated_cluster *c, event e)
{
    if (c->count == c->room) {
        c->room = c->room ? c->room * 2 : 1024;
        c->heap = realloc(c->heap, sizeof *c->heap * (size_t)c->room);
        if (!c->heap) abort();
    }
    e.order = c->sent++;
    int at = c->count++;
    for (; at > 0 && earlier(&e, &c->heap[(at - 1) / 2]); at = (at - 1) / 2) {
        c->heap[at] = c->heap[(at - 1) / 2];
    }
    c->heap[at] = e;
}

static event pop(simulated_cluster *c)
{
    event first = c->heap[0], last = c->heap[--c->count];
    int at = 0;
    for (int child = 1; child < c->count; child = 2 * at + 1) {
        if (child + 1 < c->count && earlier(&c->heap[child + 1], &c->heap[child])) child++;
        if (!earlier(&c->heap[child], &last)) break;
        c->heap[at] = c->heap[child];
        at = child;
    }
    c->heap[at] = last;
    return first;
}

static void answer(simulated_cluster *c, int rank, double at, dado_byte_writer *message)
{
    if (message->full) abort();
    push(c, (event){ at + latency + per_byte * (double)message->used, 0, rank, message->bytes,
                     message->used });
}

static dado_byte_writer begin(const simulated_cluster *c, int kind)
{
    dado_byte_writer out = { .grows = true };
    dado_pack_number(&out, (uint64_t)kind);
    dado_pack_number(&out, c->number);
    return out;
}

static void take_task(simulated_cluster *c, int rank, dado_byte_reader *in)
{
    node *n = &c->nodes[rank];
    int thread = (int)dado_unpack_number(in);
    task t = { .from = (int64_t)dado_unpack_number(in) };
    t.to = (int64_t)dado_unpack_number(in);
    double arrives = c->clock + latency;
    if (n->free_at < arrives) n->free_at = arrives;
    n->free_at += (double)(t.to - t.from) * c->match * n->pace;
    c->tasks++;
    if (n->silent) return;
    dado_byte_writer out = begin(c, DADO_CLUSTER_ANSWER);
    dado_pack_number(&out, (uint64_t)thread);
    dado_pack_number(&out, (uint64_t)t.from);
    dado_pack_number(&out, (uint64_t)t.to);
    dado_pack_number(&out, (uint64_t)((double)(t.to - t.from) * c->match * n->pace * 1e9));
    dado_error err = { 0 };
    atomic_int halt = 0;
    if (!c->task->work(c->shared, &c->own, t.from, t.to, &halt, &out, &err)) {
        fprintf(stderr, "%s\n", err.text);
        exit(1);
    }
    c->played += t.to - t.from;
    answer(c, rank, n->free_at, &out);
}

static bool send(void *self, int to, const unsigned char *bytes, size_t size, dado_error *err)
{
    simulated_cluster *c = self;
    pause_conductor(c);
    dado_byte_reader in = { .bytes = bytes, .size = size };
    int kind = (int)dado_unpack_number(&in);
    uint64_t number = dado_unpack_number(&in);
    bool fine = true;
    if (kind == DADO_CLUSTER_REQUEST) {
        if (number != c->number) {
            dado_region region;
            dado_region_init(&region, 1 << 12);
            dado_unpack_text(&in, &region);  // the version
            dado_unpack_text(&in, &region);  // the task
            dado_region_free(&region);
            c->number = number;
            c->began = c->clock;
            dado_region_init_large(&c->region);
            fine = c->task->begin(&c->shared, &in, &c->region, err);
        }
        dado_byte_writer out = begin(c, DADO_CLUSTER_HELLO);
        dado_pack_number(&out, 1);
        answer(c, to, c->clock + latency, &out);
    } else if (kind == DADO_CLUSTER_TASK) {
        take_task(c, to, &in);
    } else if (kind == DADO_CLUSTER_CANCEL && !c->ended) {
        c->ended = c->clock;
    }
    let_go_on(c);
    return fine;
}

static int receive(void *self, double seconds, const unsigned char **bytes, size_t *size,
                   dado_error *err)
{
    (void)err;
    simulated_cluster *c = self;
    pause_conductor(c);
    free(c->read.bytes);
    c->read.bytes = NULL;
    int from = -1;
    if (c->count && c->heap[0].at <= c->clock + seconds) {
        c->read = pop(c);
        if (c->read.at > c->clock) c->clock = c->read.at;
        *bytes = c->read.bytes;
        *size = c->read.size;
        from = c->read.rank;
    } else {
        double jump = c->count && c->heap[0].at < c->clock + 0.05 ? c->heap[0].at : c->clock + 0.05;
        c->clock = seconds > 0 && jump > c->clock + seconds ? jump : c->clock + seconds;
    }
    let_go_on(c);
    return from;
}

static double now(void *self)
{
    const simulated_cluster *c = self;
    return c->clock;
}

typedef struct outcome {
    double efficiency, per_block, per_task, spent;
    uint64_t sums;
} outcome;

static uint64_t print_of(const dado_results *results)
{
    uint64_t print = 0;
    const dado_match_stats *s = &results->cells[0].sums;
    for (int p = 0; p < s->players; p++) {
        uint64_t bits;
        memcpy(&bits, &s->scores[p].mean, sizeof bits);
        print = dado_derive_seed(print, bits);
    }
    for (int m = 0; m < s->measures; m++) {
        uint64_t bits;
        memcpy(&bits, &s->values[m].mean, sizeof bits);
        print = dado_derive_seed(print, s->values[m].count ? bits : 0);
    }
    return dado_derive_seed(print, (uint64_t)results->matches);
}

static outcome simulate(const dado_plan *plan, int ranks, double match, int lost)
{
    simulated_cluster c = {
        .match = match, .metered = match < 0.1, .ranks = ranks, .task = &dado_remote_task_matches
    };
    c.nodes = calloc((size_t)ranks + 1, sizeof *c.nodes);
    if (!c.nodes) abort();
    double capacity = 0;
    for (int r = 1; r <= ranks; r++) {
        c.nodes[r] = (node){ .pace = r % 100 == 50 ? 10 : 1, .silent = r <= lost };
        capacity += c.nodes[r].silent ? 0 : 1 / c.nodes[r].pace;
    }
    c.transport = (dado_transport){ &c, 0, ranks + 1, "nowhere", send, receive, now };
    const dado_remote_task *const tasks[] = { &dado_remote_task_matches, NULL };
    dado_cluster *cluster;
    dado_results results;
    dado_error err = { 0 };
    let_go_on(&c);
    dado_experiment_settings how = { 0 };
    if (!dado_cluster_open(&cluster, &c.transport, 0, tasks, &err)) exit(1);
    how.cluster = cluster;
    if (!dado_experiment_run(plan, &how, &results, &err)) {
        fprintf(stderr, "%s\n", err.text);
        exit(1);
    }
    int64_t block = dado_plan_block_size(plan);
    double blocks = (double)((plan->matches + block - 1) / block);
    outcome o = { .efficiency = (double)results.matches * match / (capacity * (c.ended - c.began)),
                  .per_block = c.spent / blocks,
                  .per_task = c.spent / (double)c.tasks,
                  .spent = c.spent,
                  .sums = print_of(&results) };
    dado_results_free(&results);
    dado_cluster_close(cluster);
    if (c.own) c.task->free_own(c.own);
    if (c.shared) c.task->end(c.shared);
    dado_region_free(&c.region);
    while (c.count) free(pop(&c).bytes);
    free(c.read.bytes);
    free(c.heap);
    free(c.nodes);
    return o;
}

int main(int argc, char **argv)
{
    int ranks = argc > 1 ? atoi(argv[1]) : 1000, each = argc > 2 ? atoi(argv[2]) : 1000;
    int only = argc > 3 ? atoi(argv[3]) : 0;
    dado_region region;
    dado_region_init(&region, 1 << 20);
    dado_game_source source;
    dado_player player;
    dado_options none = { 0 };
    dado_error err = { 0 };
    if (ranks < 1 || each < 1 || !dado_game_source_find(&source, "nim", &none, &region, &err) ||
        !dado_player_parse(&player, "random", &region, &err)) {
        fprintf(stderr, "usage: cluster [RANKS [MATCHES-A-RANK [CASE]]] %s\n", err.text);
        return 2;
    }
    dado_lineup lineup = { .name = "random", .players = &player, .count = 1 };
    dado_plan plan = { .instances = &source,
                       .instance_count = 1,
                       .lineups = &lineup,
                       .lineup_count = 1,
                       .matches = (int64_t)ranks * each,
                       .seed = 1,
                       .six_metrics_only = true };
    dado_results alone;
    dado_experiment_settings how = { .threads = 1 };
    if (!dado_experiment_run(&plan, &how, &alone, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    uint64_t sums = print_of(&alone);
    dado_results_free(&alone);
    static const struct {
        const char *name;
        double match;
        int lost;  // in a hundred ranks
        double least;
    } cases[] = {
        { "matches of 1 ms", 1e-3, 0, 0.95 },
        { "matches of 10 s", 10, 0, 0.95 },
        { "matches of 20 us", 20e-6, 0, 0 },
        { "matches of 1 s, 2 % of the ranks lost", 1, 2, 0 },
    };
    int failed = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (only && only != (int)i + 1) continue;
        outcome o = simulate(&plan, ranks, cases[i].match, cases[i].lost * ranks / 100);
        bool same = o.sums == sums, well = o.efficiency >= cases[i].least;
        failed += !same || !well;
        printf("%d ranks, %s: efficiency %.3f%s; the conductor takes %.0f us a block, %.1f us a "
               "task, %.2f s in all; the sums are %s\n",
               ranks, cases[i].name, o.efficiency, well ? "" : " (TOO LOW)", o.per_block * 1e6,
               o.per_task * 1e6, o.spent,
               same ? "those of one process" : "NOT THOSE OF ONE PROCESS");
        fflush(stdout);
    }
    dado_region_free(&region);
    return failed > 0;
}
