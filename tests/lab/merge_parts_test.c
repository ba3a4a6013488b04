// merge_parts_test.c - runs cut into parts and put together: the same bytes, or a file named and
// why.
#define _POSIX_C_SOURCE 200809L
#include "lab/merge_parts.h"

#include <sqlite3.h>
#include <unistd.h>

#include "lab/experiment.h"
#include "support/test.h"

enum { most = 8, longest = 300 };

typedef struct bench {
    dado_region region;
    dado_game_source instances[1];
    dado_lineup lineup;
    dado_plan plan;
    char whole[longest], merged[longest], part[most][longest];
} bench;

static void forget(const char *path)
{
    static const char *const beside[] = { "", "-wal", "-shm" };
    char name[longest + 8];
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", path, beside[i]);
        unlink(name);
    }
}

static void lay(bench *b)
{
    *b = (bench){ 0 };
    dado_error err = { 0 };
    dado_options none = { 0 };
    dado_region_init(&b->region, (size_t)1 << 28);
    const char *folder = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
    snprintf(b->whole, longest, "%s/dado-merge-%d.db", folder, (int)getpid());
    snprintf(b->merged, longest, "%s/dado-merge-%d-merged.db", folder, (int)getpid());
    for (int i = 0; i < most; i++) {
        snprintf(b->part[i], longest, "%s/dado-merge-%d-%d.dado", folder, (int)getpid(), i + 1);
    }
    assert_true(dado_game_source_find(&b->instances[0], "race", &none, &b->region, &err));
    assert_true(
        dado_players_parse(&b->lineup.players, &b->lineup.count, "random", &b->region, &err));
    b->lineup.name = "random";
    b->plan = (dado_plan){ .instances = b->instances,
                           .instance_count = 1,
                           .lineups = &b->lineup,
                           .lineup_count = 1,
                           .matches = 500,
                           .seed = 8,
                           .keep_moves = true,
                           .command = "dado sim race" };
}

static void clear(bench *b)
{
    forget(b->whole);
    forget(b->merged);
    for (int i = 0; i < most; i++) forget(b->part[i]);
    dado_region_free(&b->region);
}

typedef struct stopper {
    volatile sig_atomic_t stop;
    int left;
} stopper;

static void stop_after(void *context, const dado_block *block)
{
    (void)block;
    stopper *s = context;
    if (--s->left <= 0) s->stop = 1;
}

// Plays a part, or the whole where `parts` is 0; up to `blocks` of it unless that is 0.
static void play(bench *b, const char *path, int part, int parts, int blocks)
{
    dado_store *store;
    dado_results results;
    dado_error err = { 0 };
    stopper s = { .left = blocks };
    dado_experiment_settings how = {
        .threads = 2, .part = part, .parts = parts, .resume = parts > 0
    };
    if (blocks) {
        how.taker = &s;
        how.block = stop_after;
        how.stop = &s.stop;
    }
    if (!dado_store_open(&store, path, DADO_STORE_WRITE, &err)) fail_msg("%s", err.text);
    how.store = store;
    if (!dado_experiment_run(&b->plan, &how, &results, &err)) fail_msg("%s", err.text);
    dado_results_free(&results);
    dado_store_close(store);
}

static bool merge(bench *b, const int *order, int count, dado_error *err)
{
    const char *paths[most];
    dado_store *into;
    int64_t run;
    for (int i = 0; i < count; i++) paths[i] = b->part[order[i] - 1];
    *err = (dado_error){ 0 };
    assert_true(dado_store_open(&into, b->merged, DADO_STORE_WRITE, err));
    bool fine = dado_merge(into, paths, count, &run, err);
    const dado_run *runs;
    int kept;
    dado_error ignored;
    assert_true(dado_store_runs(into, &runs, &kept, &b->region, &ignored));
    assert_int_equal(kept, fine ? 1 : 0);  // all or nothing
    dado_store_close(into);
    return fine;
}

static uint64_t print_of(const char *path)
{
    dado_store *store;
    dado_error err = { 0 };
    uint64_t print = 0;
    assert_true(dado_store_open(&store, path, DADO_STORE_READ, &err));
    if (!dado_store_fingerprint(store, 1, &print, &err)) fail_msg("%s", err.text);
    dado_store_close(store);
    return print;
}

static void merged_in_any_order_the_parts_are_the_run(void **state)
{
    (void)state;
    static const int orders[][7] = { { 1, 2, 3, 4, 5, 6, 7 }, { 7, 3, 1, 6, 2, 5, 4 } };
    bench b;
    lay(&b);
    play(&b, b.whole, 0, 0, 0);
    uint64_t whole = print_of(b.whole);
    for (int parts = 1; parts <= 7; parts += 3) {
        for (int p = 1; p <= parts; p++) play(&b, b.part[p - 1], p, parts, 0);
        for (int o = 0; o < 2; o++) {
            dado_error err;
            int order[7], count = 0;
            for (int i = 0; i < 7; i++) {
                if (orders[o][i] <= parts) order[count++] = orders[o][i];
            }
            if (!merge(&b, order, count, &err)) fail_msg("%s", err.text);
            assert_true(print_of(b.merged) == whole);
            forget(b.merged);
        }
        for (int p = 1; p <= parts; p++) forget(b.part[p - 1]);
    }
    clear(&b);
}

static void a_part_that_was_stopped_is_named_and_goes_on(void **state)
{
    (void)state;
    bench b;
    dado_error err;
    lay(&b);
    play(&b, b.whole, 0, 0, 0);
    play(&b, b.part[0], 1, 2, 0);
    play(&b, b.part[1], 2, 2, 5);
    assert_false(merge(&b, (int[]){ 1, 2 }, 2, &err));
    assert_non_null(strstr(err.text, "part 2 in "));
    assert_non_null(strstr(err.text, "not finished"));
    play(&b, b.part[1], 2, 2, 0);
    if (!merge(&b, (int[]){ 1, 2 }, 2, &err)) fail_msg("%s", err.text);
    assert_true(print_of(b.merged) == print_of(b.whole));
    clear(&b);
}

static void what_is_missing_or_twice_there_or_of_another_plan_is_named(void **state)
{
    (void)state;
    bench b;
    dado_error err;
    lay(&b);
    for (int p = 1; p <= 3; p++) play(&b, b.part[p - 1], p, 4, 0);
    assert_false(merge(&b, (int[]){ 3, 1 }, 2, &err));
    assert_string_equal(err.text, "of 4 parts 2 are missing: 2, 4");
    play(&b, b.part[3], 2, 4, 0);  // once more under another name
    assert_false(merge(&b, (int[]){ 1, 2, 3, 4 }, 4, &err));
    assert_non_null(strstr(err.text, "part 2 is given twice"));
    forget(b.part[3]);
    b.plan.seed = 9;
    play(&b, b.part[3], 4, 4, 0);
    assert_false(merge(&b, (int[]){ 1, 2, 3, 4 }, 4, &err));
    assert_non_null(strstr(err.text, "to another plan"));
    play(&b, b.part[4], 0, 0, 0);
    assert_false(merge(&b, (int[]){ 5 }, 1, &err));
    assert_non_null(strstr(err.text, "not made with --part"));
    clear(&b);
}

static void damage_is_named_with_its_file(void **state)
{
    (void)state;
    bench b;
    dado_error err;
    lay(&b);
    play(&b, b.part[0], 1, 2, 0);
    play(&b, b.part[1], 2, 2, 0);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(b.part[1], &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "UPDATE block SET data = substr(data, 1, 20) WHERE slot = 9",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    assert_false(merge(&b, (int[]){ 1, 2 }, 2, &err));
    assert_non_null(strstr(err.text, b.part[1]));
    assert_non_null(strstr(err.text, "damaged"));
    clear(&b);
}

static void parts_are_read_as_typed(void **state)
{
    (void)state;
    int part, parts;
    dado_error err = { 0 };
    assert_true(dado_part_parse("3/16", &part, &parts, &err));
    assert_true(part == 3 && parts == 16);
    static const char *const wrong[] = { "",   "3",   "0/4",  "5/4",  "3/",
                                         "/4", "a/b", "3/4x", "-1/4", "1/1000000" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(dado_part_parse(wrong[i], &part, &parts, &err));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merged_in_any_order_the_parts_are_the_run),
        cmocka_unit_test(a_part_that_was_stopped_is_named_and_goes_on),
        cmocka_unit_test(what_is_missing_or_twice_there_or_of_another_plan_is_named),
        cmocka_unit_test(damage_is_named_with_its_file),
        cmocka_unit_test(parts_are_read_as_typed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
