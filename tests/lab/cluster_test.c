// cluster_test.c - matches played by many processes: the bytes of one, whoever played what.
#define _POSIX_C_SOURCE 200809L
#include "lab/cluster.h"

#include <pthread.h>
#include <unistd.h>

#include "lab/remote_matches.h"
#include "lab/experiment.h"
#include "support/test.h"
#include "support/local_cluster.h"

enum { most_ranks = 8 };

static const dado_remote_task *const tasks[] = { &dado_remote_task_matches, NULL };

typedef struct crowd {
    dado_local_cluster *harbour;
    dado_cluster *cluster;  // the conductor's
    pthread_t threads[most_ranks];
    int ranks, hands;
} crowd;

typedef struct place {
    crowd *crowd;
    int rank;
} place;

static void *serve(void *context)
{
    place *p = context;
    crowd *c = p->crowd;
    int rank = p->rank;
    free(p);
    dado_cluster *cluster;
    dado_error err = { 0 };
    bool fine = dado_cluster_open(&cluster, dado_local_cluster_wire(c->harbour, rank), c->hands,
                                  tasks, &err) &&
                dado_cluster_serve(cluster, &err);
    dado_cluster_close(cluster);
    return fine ? NULL : c;
}

static void gather(crowd *c, int ranks, int hands)
{
    dado_error err = { 0 };
    *c = (crowd){ .ranks = ranks, .hands = hands, .harbour = dado_local_cluster_open(ranks) };
    for (int r = 1; r < ranks; r++) {
        place *p = malloc(sizeof *p);
        assert_non_null(p);
        *p = (place){ c, r };
        assert_int_equal(pthread_create(&c->threads[r], NULL, serve, p), 0);
    }
    // One that serves may work on its calling thread; the coordinator has threads, or none.
    if (!dado_cluster_open(&c->cluster, dado_local_cluster_wire(c->harbour, 0),
                           hands < 0 ? 0 : hands, tasks, &err)) {
        fail_msg("%s", err.text);
    }
}

static void part(crowd *c)
{
    dado_cluster_close(c->cluster);
    for (int r = 1; r < c->ranks; r++) {
        void *said;
        pthread_join(c->threads[r], &said);
        assert_null(said);
    }
    dado_local_cluster_close(c->harbour);
}

typedef struct bench {
    dado_region region;
    dado_game_source instances[3];
    dado_lineup lineups[2];
    dado_plan plan;
    char path[300];
} bench;

static void find(bench *b, int i, const char *game, const char *set)
{
    dado_error err = { 0 };
    dado_option *option = dado_new(&b->region, dado_option, 1);
    dado_options options = { option, set ? 1 : 0 };
    if (set) assert_true(dado_option_parse(option, set, &b->region, &err));
    if (!dado_game_source_find(&b->instances[i], game, &options, &b->region, &err)) {
        fail_msg("%s", err.text);
    }
}

static void seat(bench *b, int i, const char *agents)
{
    dado_error err = { 0 };
    b->lineups[i].name = agents;
    if (!dado_players_parse(&b->lineups[i].players, &b->lineups[i].count, agents, &b->region,
                            &err)) {
        fail_msg("%s", err.text);
    }
}

// Three instances, one of which cannot be opened, by two line-ups.
static void lay(bench *b)
{
    *b = (bench){ 0 };
    dado_region_init(&b->region, (size_t)1 << 28);
    const char *folder = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
    snprintf(b->path, sizeof b->path, "%s/dado-cluster-%d.db", folder, (int)getpid());
    find(b, 0, "walk", NULL);
    find(b, 1, "walk", "width=100000");
    find(b, 2, "walk", "width=6");
    seat(b, 0, "random");
    seat(b, 1, "greedy");
    b->plan = (dado_plan){ .instances = b->instances,
                           .instance_count = 3,
                           .lineups = b->lineups,
                           .lineup_count = 2,
                           .matches = 700,
                           .seed = 4,
                           .keep_moves = true,
                           .command = "dado sim walk" };
}

static void forget(const bench *b)
{
    static const char *const beside[] = { "", "-wal", "-shm" };
    char name[320];
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", b->path, beside[i]);
        unlink(name);
    }
}

typedef struct stopper {
    volatile sig_atomic_t stop;
    int left;
} stopper;

static void count_down(void *context, const dado_block *block)
{
    (void)block;
    stopper *s = context;
    if (--s->left == 0) s->stop = 1;
}

// Plays into the store and gives its fingerprint; stops after `blocks` unless that is 0.
static uint64_t play(bench *b, dado_cluster *cluster, int blocks)
{
    dado_store *store;
    dado_results results;
    dado_error err = { 0 };
    stopper s = { .left = blocks };
    dado_experiment_settings how = { .threads = 2,
                                     .cluster = cluster,
                                     .resume = true,
                                     .taker = &s,
                                     .block = count_down,
                                     .stop = &s.stop };
    uint64_t print = 0;
    if (!dado_store_open(&store, b->path, DADO_STORE_WRITE, &err)) fail_msg("%s", err.text);
    how.store = store;
    if (!dado_experiment_run(&b->plan, &how, &results, &err)) fail_msg("%s", err.text);
    if (!blocks) assert_false(results.interrupted);
    if (!blocks) assert_int_equal(results.cells[2].error.status, DADO_INVALID);  // too wide
    if (!dado_store_fingerprint(store, results.run, &print, &err)) fail_msg("%s", err.text);
    dado_results_free(&results);
    dado_store_close(store);
    return print;
}

static void any_number_of_processes_leaves_the_same_bytes(void **state)
{
    (void)state;
    static const int ranks[] = { 1, 2, 4, 7 };
    bench b;
    lay(&b);
    forget(&b);
    uint64_t alone = play(&b, NULL, 0);
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        for (int hands = 1; hands <= 2; hands++) {
            crowd c;
            forget(&b);
            gather(&c, ranks[i], hands);
            assert_true(play(&b, c.cluster, 0) == alone);
            forget(&b);
            assert_true(play(&b, c.cluster, 0) == alone);  // and once more with the same cluster
            part(&c);
        }
    }
    forget(&b);
    dado_region_free(&b.region);
}

static void processes_that_start_no_threads_leave_the_same_bytes(void **state)
{
    (void)state;
    bench b;
    lay(&b);
    forget(&b);
    uint64_t alone = play(&b, NULL, 0);
    for (int ranks = 2; ranks <= 4; ranks += 2) {
        crowd c;
        gather(&c, ranks, DADO_CLUSTER_CALLING_THREAD);
        for (int again = 0; again < 2; again++) {
            forget(&b);
            assert_true(play(&b, c.cluster, 0) == alone);
        }
        part(&c);
    }
    forget(&b);
    dado_region_free(&b.region);
}

static void stopped_anywhere_it_goes_on_with_any_number(void **state)
{
    (void)state;
    bench b;
    lay(&b);
    forget(&b);
    uint64_t whole = play(&b, NULL, 0);
    for (int stop = 1; stop < 300; stop += 61) {
        crowd c;
        forget(&b);
        gather(&c, 3, 1);
        play(&b, c.cluster, stop);
        part(&c);
        gather(&c, 1 + stop % 5, 2);
        assert_true(play(&b, c.cluster, 0) == whole);
        part(&c);
    }
    forget(&b);
    dado_region_free(&b.region);
}

static void a_program_that_is_not_there_is_named_with_the_place(void **state)
{
    (void)state;
    bench b;
    crowd c;
    lay(&b);
    gather(&c, 2, 1);
    // Found when it was typed, and gone since: as on a machine that never had it.
    dado_option program = { .name = "program", .text = "./no-such-bot" };
    dado_player gone = { .typed = "./no-such-bot",
                         .kind = dado_agent_named("process"),
                         .options = { &program, 1 } };
    dado_lineup lineups[2] = { b.lineups[0], { .name = "gone", .players = &gone, .count = 1 } };
    b.plan.lineups = lineups;
    b.plan.keep_moves = false;
    dado_results results;
    dado_error err = { 0 };
    dado_experiment_settings how = { .cluster = c.cluster };
    assert_false(dado_experiment_run(&b.plan, &how, &results, &err));
    assert_non_null(strstr(err.text, "there is no file ./no-such-bot"));
    dado_results_free(&results);
    part(&c);
    dado_region_free(&b.region);
}

static void a_plan_that_shares_luck_travels_too(void **state)
{
    (void)state;
    static const uint8_t shared[] = { 0, 3 };
    bench b;
    crowd c;
    lay(&b);
    b.plan.shared = shared;
    b.plan.instance_count = 1;
    dado_results here, there;
    dado_error err = { 0 };
    dado_experiment_settings how = { .threads = 1 };
    assert_true(dado_experiment_run(&b.plan, &how, &here, &err));
    gather(&c, 3, 1);
    how.cluster = c.cluster;
    if (!dado_experiment_run(&b.plan, &how, &there, &err)) fail_msg("%s", err.text);
    for (int cell = 0; cell < 2; cell++) {
        assert_true(here.cells[cell].sums.scores[0].mean == there.cells[cell].sums.scores[0].mean);
        for (int m = 0; m < here.measures.count; m++) {
            double a = dado_cell_value(&here, &here.cells[cell], m);
            double z = dado_cell_value(&there, &there.cells[cell], m);
            assert_true(a == z || (dado_is_none(a) && dado_is_none(z)));
        }
    }
    dado_results_free(&here);
    dado_results_free(&there);
    part(&c);
    dado_region_free(&b.region);
}

static void say(const dado_transport *transport, int kind, const char *version)
{
    dado_error err = { 0 };
    dado_byte_writer out = { .grows = true };
    dado_pack_number(&out, (uint64_t)kind);
    dado_pack_number(&out, 1);
    if (version) dado_pack_text(&out, version);
    if (version) dado_pack_text(&out, "matches");
    assert_true(transport->send(transport->self, 1, out.bytes, out.used, &err));
    free(out.bytes);
}

static void another_version_of_dado_is_refused(void **state)
{
    (void)state;
    dado_error err = { 0 };
    dado_region region;
    crowd c = { .ranks = 2, .hands = 1, .harbour = dado_local_cluster_open(2) };
    place *p = malloc(sizeof *p);
    assert_non_null(p);
    *p = (place){ &c, 1 };
    assert_int_equal(pthread_create(&c.threads[1], NULL, serve, p), 0);
    const dado_transport *transport = dado_local_cluster_wire(c.harbour, 0);
    say(transport, DADO_CLUSTER_REQUEST, "0.0.9");
    const unsigned char *bytes = NULL;
    size_t size = 0;
    int from = -1;
    for (int i = 0; from < 0 && i < 1000; i++) {
        from = transport->receive(transport->self, 0.01, &bytes, &size, &err);
    }
    assert_int_equal(from, 1);
    dado_byte_reader in = { .bytes = bytes, .size = size };
    assert_int_equal(dado_unpack_number(&in), DADO_CLUSTER_FAILURE);
    dado_unpack_number(&in);
    assert_int_equal(dado_unpack_number(&in), DADO_INVALID);
    dado_region_init(&region, 1 << 16);
    const char *text = dado_unpack_text(&in, &region);
    assert_non_null(text);
    assert_non_null(strstr(text, "the coordinator is 0.0.9"));
    dado_region_free(&region);
    say(transport, DADO_CLUSTER_QUIT, NULL);
    void *said;
    pthread_join(c.threads[1], &said);
    assert_null(said);
    dado_local_cluster_close(c.harbour);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_processes_leaves_the_same_bytes),
        cmocka_unit_test(processes_that_start_no_threads_leave_the_same_bytes),
        cmocka_unit_test(stopped_anywhere_it_goes_on_with_any_number),
        cmocka_unit_test(a_program_that_is_not_there_is_named_with_the_place),
        cmocka_unit_test(a_plan_that_shares_luck_travels_too),
        cmocka_unit_test(another_version_of_dado_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
