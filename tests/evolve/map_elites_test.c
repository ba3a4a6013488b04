// map_elites_test.c - an archive that was stopped, anywhere, goes on as if it had not been.
#include "support/test.h"

#include <stdatomic.h>

#include "evolve/map_elites.h"

// A genome is two numbers from 0 to 1; it is as good as their sum and lies where they are.
typedef struct pair {
    double x, y;
} pair;

typedef struct meadow {
    atomic_int judged;
    int stop_after;  // judging so many sets `stop`; 0: never
    volatile sig_atomic_t stop;
} meadow;

static void create(const dado_species *species, dado_fast_rng *luck, void *genome)
{
    (void)species;
    *(pair *)genome = (pair){ dado_fast_rng_unit(luck), dado_fast_rng_unit(luck) };
}

static void cross(const dado_species *species, dado_fast_rng *luck, void *first, void *second)
{
    (void)species;
    pair *a = first, *b = second;
    double kept = a->x;
    if (dado_fast_rng_below(luck, 2) == 0) return;
    a->x = b->x;
    b->x = kept;
}

static void mutate(const dado_species *species, dado_fast_rng *luck, void *genome)
{
    (void)species;
    pair *p = genome;
    p->y = (p->y + dado_fast_rng_unit(luck)) / 2;
}

static double fitness(const dado_species *species, const void *genome, void *scratch)
{
    (void)scratch;
    meadow *m = (meadow *)(uintptr_t)species->data;
    const pair *p = genome;
    if (atomic_fetch_add(&m->judged, 1) + 1 == m->stop_after) m->stop = 1;
    return p->x + p->y;
}

static void describe(const dado_species *species, const void *genome, void *scratch, double *traits)
{
    (void)species;
    (void)scratch;
    traits[0] = ((const pair *)genome)->x;
    traits[1] = ((const pair *)genome)->y;
}

static const dado_measure traits[] = { { "x", "X", "", DADO_REAL, false },
                                       { "y", "Y", "", DADO_REAL, false },
                                       { 0 } };
static const dado_trait_axis axes[] = { { 0, 0, 1, 6 }, { 1, 0, 1, 6 } };
static const dado_illumination plan = { .first = 20, .batch = 10, .batches = 12, .seed = 3 };

typedef struct run {
    dado_region region;
    meadow meadow;
    dado_species species;
    dado_thread_pool *pool;
    dado_archive archive;
} run;

static void begin_with(run *r, const dado_illumination *how, int threads)
{
    dado_region_init(&r->region, (size_t)1 << 26);
    r->meadow = (meadow){ 0 };
    r->species = (dado_species){ .name = "pair",
                                 .settings = "none",
                                 .data = &r->meadow,
                                 .size = sizeof(pair),
                                 .create = create,
                                 .cross = cross,
                                 .mutate = mutate,
                                 .fitness = fitness,
                                 .describe = describe,
                                 .traits = traits };
    assert_true(dado_thread_pool_open(&r->pool, threads, NULL));
    assert_true(
        dado_archive_begin(&r->archive, &r->species, axes, 2, how, r->pool, &r->region, NULL));
}

static void begin(run *r, int threads)
{
    begin_with(r, &plan, threads);
}

static void end(run *r)
{
    dado_thread_pool_close(r->pool);
    dado_region_free(&r->region);
}

static void go_on(run *r, int stop_after)
{
    dado_error err = { 0 };
    r->meadow.stop_after = stop_after;
    if (!dado_archive_run(&r->archive, NULL, NULL, &r->meadow.stop, &err)) {
        fail_msg("%s", err.text);
    }
}

static void save(const run *r, dado_text *out)
{
    dado_text_clear(out);
    dado_archive_save(&r->archive, out);
}

static void stopping_anywhere_and_going_on_changes_nothing(void **state)
{
    (void)state;
    run whole, first, second;
    dado_text wanted = { 0 }, saved = { 0 }, found = { 0 };
    dado_error err = { 0 };
    begin(&whole, 1);
    go_on(&whole, 0);
    save(&whole, &wanted);
    int all = atomic_load(&whole.meadow.judged);
    assert_int_equal(all, 20 + 12 * 10);
    for (int stop = 1; stop < all; stop += 7) {
        begin(&first, 1 + stop % 3);
        go_on(&first, stop);
        assert_true(first.archive.batch <= plan.batches);
        save(&first, &saved);
        begin(&second, 2);
        if (!dado_archive_load(&second.archive, "saved", dado_text_string(&saved), &err)) {
            fail_msg("%s", err.text);
        }
        save(&second, &found);
        assert_string_equal(dado_text_string(&found), dado_text_string(&saved));
        go_on(&second, 0);
        save(&second, &found);
        assert_string_equal(dado_text_string(&found), dado_text_string(&wanted));
        // Those judged before are not judged again, but for what was cut short.
        int again = atomic_load(&first.meadow.judged) + atomic_load(&second.meadow.judged) - all;
        assert_in_range(again, 0, 3);
        end(&first);
        end(&second);
    }
    end(&whole);
    dado_text_free(&wanted);
    dado_text_free(&saved);
    dado_text_free(&found);
}

static void those_that_wait_can_be_looked_at(void **state)
{
    (void)state;
    run r;
    begin(&r, 1);
    go_on(&r, 8);  // within the first batch
    assert_int_equal(r.archive.filled_count, 0);
    dado_archive_flush(&r.archive);
    assert_int_equal(r.archive.offered, 7);
    assert_true(r.archive.filled_count > 2);
    end(&r);
}

static void what_was_saved_otherwise_is_refused(void **state)
{
    (void)state;
    run r, other;
    dado_text saved = { 0 };
    dado_error err = { 0 };
    begin(&r, 1);
    go_on(&r, 60);
    save(&r, &saved);
    dado_illumination another = plan;
    another.seed = 4;
    begin_with(&other, &another, 1);
    assert_false(dado_archive_load(&other.archive, "saved", dado_text_string(&saved), &err));
    assert_non_null(strstr(err.text, "other settings"));
    end(&other);
    for (size_t cut = 1; cut < saved.length; cut += 5) {
        dado_text part = { 0 };
        dado_text_add_bytes(&part, saved.data, saved.length - cut);
        begin(&other, 1);
        assert_false(dado_archive_load(&other.archive, "saved", dado_text_string(&part), &err));
        end(&other);
        dado_text_free(&part);
    }
    end(&r);
    dado_text_free(&saved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stopping_anywhere_and_going_on_changes_nothing),
        cmocka_unit_test(those_that_wait_can_be_looked_at),
        cmocka_unit_test(what_was_saved_otherwise_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
