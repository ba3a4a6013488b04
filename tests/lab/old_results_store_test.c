// old_results_store_test.c - stores written by earlier versions open, read and go on.
//
// stores/first.db was written by the first dado that had stores as they are now: five runs of
// different games, and one that was stopped on its way. stores/equal_matches.db was written when
// equal matches of a block were kept once. The figures are what those versions printed themselves.
#define _POSIX_C_SOURCE 200809L
#include <unistd.h>

#include "lab/experiment.h"
#include "lab/replay.h"
#include "support/test.h"

typedef struct figure {
    int64_t run, matches;
    const char *measure;
    double mean;
} figure;

static const figure figures[] = {
    { 1, 200, "rounds", 2.245 },
    { 1, 200, "lead_change", 0.5909619407771259 },
    { 2, 300, "drama_points", 0.19610200103441364 },
    { 2, 300, "uncertainty_entropy", 0.9784962655315024 },
    { 3, 20, "rounds", 889.3000000000001 },
    { 3, 20, "gold", 26.099999999999998 },
    { 4, 2, "domain", 3.5 },
    { 4, 2, "decisions", 15.5 },
    { 5, 100, "lead_change", 0.2789819625525787 },
};

// A copy: what is tested must not change what is kept.
static dado_store *open_copy(const char *name, char *path, size_t room, dado_store_mode mode)
{
    const char *folder = getenv("TMPDIR");
    char kept[100];
    snprintf(kept, sizeof kept, "tests/lab/stores/%s", name);
    snprintf(path, room, "%s/dado-old-%d.db", folder ? folder : "/tmp", (int)getpid());
    FILE *from = fopen(kept, "rb"), *to = fopen(path, "wb");
    assert_non_null(from);
    assert_non_null(to);
    for (int c; (c = getc(from)) != EOF;) putc(c, to);
    fclose(from);
    fclose(to);
    dado_store *store;
    dado_error err = { 0 };
    if (!dado_store_open(&store, path, mode, &err)) fail_msg("%s", err.text);
    return store;
}

static void close_copy(dado_store *store, const char *path)
{
    static const char *const beside[] = { "", "-wal", "-shm" };
    char name[512];
    dado_store_close(store);
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", path, beside[i]);
        unlink(name);
    }
}

static const figure equal_figures[] = {
    { 1, 600, "lead_change", 0.41977624449902173 }, { 1, 600, "rounds", 2.266666666666667 },
    { 1, 600, "variety", 0.6636111111111112 },      { 2, 1500, "rounds", 2.259333333333334 },
    { 2, 1500, "lead_change", 0.6646632995774111 }, { 2, 1500, "variety", 0.8729999999999997 },
};

static void compare_figures(const char *name, const figure *expected, size_t count)
{
    char path[400];
    dado_store *store = open_copy(name, path, sizeof path, DADO_STORE_READ);
    for (size_t i = 0; i < count; i++) {
        const figure *f = &expected[i];
        dado_results results;
        dado_error err = { 0 };
        if (!dado_results_load(store, f->run, NULL, &results, &err)) fail_msg("%s", err.text);
        int measure = dado_measures_find(&results.measures, f->measure);
        assert_int_equal(results.matches, f->matches);
        assert_true(measure >= 0);
        assert_true(dado_cell_value(&results, &results.cells[0], measure) == f->mean);
        dado_results_free(&results);
    }
    close_copy(store, path);
}

static void its_runs_have_the_figures_they_had(void **state)
{
    (void)state;
    compare_figures("first.db", figures, sizeof figures / sizeof *figures);
}

// Results of a finished run are kept as sums too. Here they are read match by match.
static void equal_matches_that_were_kept_once_are_read(void **state)
{
    (void)state;
    char path[400];
    dado_error err = { 0 };
    compare_figures("equal_matches.db", equal_figures,
                    sizeof equal_figures / sizeof *equal_figures);
    dado_store *store = open_copy("equal_matches.db", path, sizeof path, DADO_STORE_READ);
    for (int64_t run = 1; run <= 2; run++) {
        dado_region region;
        dado_region_init(&region, (size_t)1 << 28);
        int64_t slots = run == 1 ? 600 : 1500, rounds = 0, matches = 0;
        for (int64_t slot = 0; matches < slots; slot++) {
            const unsigned char *bytes;
            size_t size;
            int count;
            dado_block block;
            if (!dado_store_block(store, run, slot, &bytes, &size, &count, &region, &err) ||
                !dado_block_unpack(&block, bytes, size, &region, &err)) {
                fail_msg("%s", err.text);
            }
            dado_results results;
            assert_true(dado_results_load(store, run, NULL, &results, &err));
            const double *column =
                dado_block_column(&block, dado_measures_find(&results.measures, "rounds"));
            for (int i = 0; i < block.count; i++) rounds += (int64_t)column[i];
            matches += block.count;
            dado_results_free(&results);
        }
        assert_int_equal(matches, slots);
        assert_int_equal(rounds, run == 1 ? 1360 : 3389);
        dado_region_free(&region);
    }
    close_copy(store, path);
}

static void its_kept_matches_play_as_recorded(void **state)
{
    (void)state;
    char path[400];
    dado_store *store = open_copy("first.db", path, sizeof path, DADO_STORE_READ);
    dado_region region;
    dado_error err = { 0 };
    dado_region_init(&region, (size_t)1 << 28);
    for (int64_t match = 0; match < 200; match += 33) {
        dado_replay replay;
        bool kept;
        if (!dado_replay_from_store(store, 1, (dado_match_id){ .match = match }, NULL, &region,
                                    &replay, &kept, &err) ||
            !dado_replay_check(&replay, NULL, NULL, &region, &err)) {
            fail_msg("%s", err.text);
        }
        assert_true(kept);
        dado_region_rewind(&region, 0);
    }
    dado_region_free(&region);
    close_copy(store, path);
}

static void a_stopped_run_is_finished_with_the_same_figures(void **state)
{
    (void)state;
    char path[400];
    dado_store *store = open_copy("first.db", path, sizeof path, DADO_STORE_WRITE);
    dado_region region;
    dado_error err = { 0 };
    dado_region_init(&region, (size_t)1 << 28);
    dado_plan plan;
    if (!dado_store_plan(store, 7, &plan, &region, &err)) fail_msg("%s", err.text);
    dado_results results;
    dado_experiment_settings how = { .threads = 2, .store = store, .resume = true };
    if (!dado_experiment_run(&plan, &how, &results, &err)) fail_msg("%s", err.text);
    assert_int_equal(results.matches, 300);
    assert_true(results.cells[0].sums.scores[0].mean == 0.4566666666666666);
    dado_results_free(&results);
    dado_region_free(&region);
    close_copy(store, path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_runs_have_the_figures_they_had),
        cmocka_unit_test(equal_matches_that_were_kept_once_are_read),
        cmocka_unit_test(its_kept_matches_play_as_recorded),
        cmocka_unit_test(a_stopped_run_is_finished_with_the_same_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
