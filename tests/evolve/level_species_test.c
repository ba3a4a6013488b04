// level_species_test.c - levels evolve as published, the same on every machine and any number of
// threads.
#include "support/test.h"

#include <math.h>
#include <signal.h>
#include <stdatomic.h>

#include "evolve/map_elites.h"
#include "evolve/level_species.h"
#include "evolve/expressive_range.h"
#include "worlds/platform/level_measures.h"
#include "worlds/platform/reachability.h"

typedef struct level_breeding {
    dado_region region;
    dado_patterns patterns;
    dado_pattern_score score;
    dado_level_species_config breed;
    dado_genetic_settings plan;
    dado_species species;
    dado_thread_pool *pool;
    dado_error err;
} level_breeding;

// A level_breeding with settings "name=value" parted by blanks.
static level_breeding *settle(const char *settings, int threads)
{
    level_breeding *f = calloc(1, sizeof *f);
    assert_non_null(f);
    dado_region_init(&f->region, (size_t)1 << 30);
    assert_true(dado_patterns_read(&f->patterns, "c", dado_patterns_classic, &f->region, &f->err));
    assert_true(dado_pattern_score_read(&f->score, &f->patterns, "c", dado_score_table_classic,
                                        &f->region, &f->err));
    f->breed = (dado_level_species_config){ .patterns = &f->patterns, .score = &f->score };
    char lines[400];
    snprintf(lines, sizeof lines, "%s", settings);
    for (char *s = lines; *s; s++) {
        if (*s == ' ') *s = '\n';
    }
    dado_options options;
    assert_true(dado_options_read(&options, "test", lines, &f->region, &f->err));
    dado_option_reader ask = dado_option_reader_begin(&options);
    dado_level_species_ask(&ask, &f->breed, &f->plan);
    if (!dado_option_reader_end(&ask, &f->region, NULL, &f->err)) fail_msg("%s", f->err.text);
    assert_true(dado_level_species(&f->species, &f->breed, &f->region, &f->err));
    assert_true(dado_thread_pool_open(&f->pool, threads, &f->err));
    return f;
}

static void leave(level_breeding *f)
{
    dado_thread_pool_close(f->pool);
    dado_region_free(&f->region);
    free(f);
}

static void begin(level_breeding *f, dado_evolution *e)
{
    assert_true(dado_evolution_begin(e, &f->species, &f->plan, f->pool, &f->region, &f->err));
}

static double evolve(level_breeding *f, dado_evolution *e)
{
    begin(f, e);
    assert_true(dado_evolution_run(e, NULL, NULL, NULL, &f->err));
    return e->population.fitness[dado_evolution_best(e)];
}

typedef struct spread {
    double n, sum, squares;
} spread;

static void add(spread *s, double value)
{
    s->n += 1;
    s->sum += value;
    s->squares += value * value;
}

static double mean(const spread *s)
{
    return s->sum / s->n;
}

static double sd(const spread *s)
{
    return sqrt((s->squares - s->n * mean(s) * mean(s)) / (s->n - 1));
}

static void random_populations_are_as_published(void **state)
{
    (void)state;
    spread best = { 0 }, average = { 0 }, length = { 0 };
    for (int seed = 1; seed <= 30; seed++) {
        char settings[80];
        snprintf(settings, sizeof settings, "generations=1 seed=%d", seed);
        level_breeding *f = settle(settings, 1);
        dado_evolution e;
        begin(f, &e);
        for (int i = 0; i < e.plan.population; i++) {
            const dado_level_genome *g = dado_evolution_genome(&e, i);
            assert_in_range(g->width, 268, 270);
        }
        assert_true(dado_evolution_step(&e, &f->err));
        add(&best, e.rows[0].best);
        add(&average, e.rows[0].mean);
        add(&length, e.rows[0].length);
        leave(f);
    }
    assert_true(fabs(mean(&best) - 59.2) < 1.5);
    assert_true(fabs(mean(&average) - 41.4) < 0.5);
    assert_true(fabs(mean(&length) - 49.4) < 0.5);
}

static void rows_of_small_populations_are_as_published(void **state)
{
    (void)state;
    static const double published[3] = { 62.2, 67.9, 70.8 };
    static const int rows[3] = { 100, 500, 1000 };
    spread seen[3] = { { 0 } };
    for (int seed = 1; seed <= 40; seed++) {
        char settings[80];
        snprintf(settings, sizeof settings, "population=100 generations=1000 seed=%d", seed);
        level_breeding *f = settle(settings, 1);
        dado_evolution e;
        evolve(f, &e);
        for (int i = 0; i < 3; i++) add(&seen[i], e.rows[rows[i] - 1].best);
        leave(f);
    }
    for (int i = 0; i < 3; i++) {
        assert_true(fabs(mean(&seen[i]) - published[i]) < 2.5);
        assert_true(sd(&seen[i]) > 1.5 && sd(&seen[i]) < 5.5);
    }
}

static void five_hundred_by_five_hundred_is_as_published(void **state)
{
    (void)state;
    spread seen[2] = { { 0 } };
    for (int seed = 1; seed <= dado_test_repeats(10, 30); seed++) {
        char settings[80];
        snprintf(settings, sizeof settings, "seed=%d", seed);
        level_breeding *f = settle(settings, 1);
        dado_evolution e;
        evolve(f, &e);
        add(&seen[0], e.rows[99].best);
        add(&seen[1], e.rows[499].best);
        assert_int_equal(e.row_count, 500);
        assert_true(e.evaluations == 501 * 500);
        leave(f);
    }
    assert_true(fabs(mean(&seen[0]) - 72.9) < 1.8);
    assert_true(fabs(mean(&seen[1]) - 85.6) < 1.8);
    assert_true(sd(&seen[1]) > 1.5 && sd(&seen[1]) < 5.5);
}

static void one_in_a_thousand_beats_less_and_more_mutation(void **state)
{
    (void)state;
    static const char *const rates[3] = { "0.001", "0.0001", "0.01" };
    double means[3];
    for (int i = 0; i < 3; i++) {
        spread seen = { 0 };
        for (int seed = 1; seed <= dado_test_repeats(6, 16); seed++) {
            char settings[80];
            snprintf(settings, sizeof settings, "mutation=%s seed=%d", rates[i], seed);
            level_breeding *f = settle(settings, 1);
            dado_evolution e;
            add(&seen, evolve(f, &e));
            leave(f);
        }
        means[i] = mean(&seen);
    }
    assert_true(means[0] > means[1] && means[1] > means[2]);
}

static void the_improved_way_reaches_148_in_the_same_budget(void **state)
{
    (void)state;
    spread seen = { 0 };
    for (int seed = 1; seed <= dado_test_repeats(6, 20); seed++) {
        char settings[80];
        snprintf(settings, sizeof settings, "algorithm=improved seed=%d", seed);
        level_breeding *f = settle(settings, 1);
        dado_evolution e;
        add(&seen, evolve(f, &e));
        assert_true(e.evaluations == 501 * 500);
        leave(f);
    }
    print_message("  improved: %.2f\n", mean(&seen));
    assert_true(mean(&seen) >= 148);
}

static void save(const dado_evolution *e, dado_text *out)
{
    dado_text_clear(out);
    dado_evolution_save(e, out);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    dado_text first = { 0 }, other = { 0 };
    static const int threads[] = { 1, 2, 7 };
    for (int i = 0; i < 3; i++) {
        level_breeding *f =
            settle("population=120 generations=40 algorithm=improved seed=9", threads[i]);
        dado_evolution e;
        evolve(f, &e);
        save(&e, i == 0 ? &first : &other);
        if (i) assert_string_equal(dado_text_string(&first), dado_text_string(&other));
        leave(f);
    }
    dado_text_free(&first);
    dado_text_free(&other);
}

static void stopping_and_going_on_changes_nothing(void **state)
{
    (void)state;
    const char *settings = "population=60 generations=50 seed=4";
    level_breeding *f = settle(settings, 1), *g = settle(settings, 2);
    dado_evolution whole, part, rest;
    evolve(f, &whole);
    begin(f, &part);
    for (int i = 0; i < 17; i++) assert_true(dado_evolution_step(&part, &f->err));
    dado_text kept = { 0 }, a = { 0 }, b = { 0 };
    save(&part, &kept);
    begin(g, &rest);
    assert_true(dado_evolution_load(&rest, "kept", dado_text_string(&kept), &g->err));
    assert_int_equal(rest.generation, 17);
    assert_true(dado_evolution_run(&rest, NULL, NULL, NULL, &g->err));
    save(&whole, &a);
    save(&rest, &b);
    assert_string_equal(dado_text_string(&a), dado_text_string(&b));
    dado_text_free(&kept);
    dado_text_free(&a);
    dado_text_free(&b);
    leave(f);
    leave(g);
}

static volatile sig_atomic_t enough;
static atomic_int judgements_left;
static double (*usual_fitness)(const dado_species *species, const void *genome, void *scratch);

// Somebody wants to stop while the last of these judgements is made, and it comes to nothing.
static double fitness_until_enough(const dado_species *species, const void *genome, void *scratch)
{
    if (atomic_fetch_sub(&judgements_left, 1) == 1) enough = 1;
    return enough ? -1e9 : usual_fitness(species, genome, scratch);
}

static void stopping_between_two_genomes_changes_nothing(void **state)
{
    (void)state;
    const char *settings = "population=40 generations=3 elite=3 seed=9";
    level_breeding *f = settle(settings, 1);
    dado_evolution whole;
    evolve(f, &whole);
    dado_text kept = { 0 }, a = { 0 }, b = { 0 };
    save(&whole, &a);
    // In the first population, at its end, in the children, and in the very last of them.
    static const int stops[] = { 1, 17, 40, 41, 60, 40 + 3 * 37 };
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        for (int threads = 1; threads <= 3; threads += 2) {
            level_breeding *g = settle(settings, threads);
            dado_evolution part, rest;
            usual_fitness = g->species.fitness;
            g->species.fitness = fitness_until_enough;
            judgements_left = stops[i];
            enough = 0;
            begin(g, &part);
            assert_true(dado_evolution_run(&part, NULL, NULL, &enough, &g->err));
            assert_int_equal(part.halt, DADO_EVOLUTION_RUNNING);
            assert_true(dado_genome_batch_unjudged(&part.population) > 0);
            // Of those before it, other threads had no more than one each in hand.
            assert_true(judgements_left > -threads);
            g->species.fitness = usual_fitness;
            save(&part, &kept);
            begin(g, &rest);
            assert_true(dado_evolution_load(&rest, "kept", dado_text_string(&kept), &g->err));
            assert_int_equal(dado_genome_batch_unjudged(&rest.population),
                             dado_genome_batch_unjudged(&part.population));
            assert_true(dado_evolution_run(&rest, NULL, NULL, NULL, &g->err));
            save(&rest, &b);
            assert_string_equal(dado_text_string(&a), dado_text_string(&b));
            leave(g);
        }
    }
    // Nobody can have noted a row of what was not judged.
    char *last = strstr(b.data, "\nend");
    while (last[-1] != '\n') last--;
    memcpy(last, "----------------", 16);
    assert_false(dado_evolution_load(&whole, "k", b.data, &f->err));
    assert_non_null(strstr(f->err.text, "nobody has judged"));
    dado_text_free(&kept);
    dado_text_free(&a);
    dado_text_free(&b);
    leave(f);
}

static void damaged_runs_are_refused(void **state)
{
    (void)state;
    level_breeding *f = settle("population=4 generations=5 seed=4", 1),
                   *other = settle("population=6", 1);
    dado_evolution e, into;
    begin(f, &e);
    assert_true(dado_evolution_step(&e, &f->err));
    dado_text kept = { 0 };
    save(&e, &kept);
    begin(other, &into);
    assert_false(dado_evolution_load(&into, "k", dado_text_string(&kept), &other->err));
    assert_non_null(strstr(other->err.text, "other settings"));
    begin(f, &into);
    char *copy = malloc(kept.length + 1);
    for (size_t cut = 0; cut < kept.length; cut += 7) {
        memcpy(copy, kept.data, kept.length + 1);
        copy[cut] = '\0';
        assert_false(dado_evolution_load(&into, "k", copy, &f->err));
        memcpy(copy, kept.data, kept.length + 1);
        if (copy[cut] == 'z' || copy[cut] == '\n') continue;
        copy[cut] = 'z';
        assert_false(dado_evolution_load(&into, "k", copy, &f->err));
    }
    // A gene that no pattern has: the digits are fine, the genome is not.
    memcpy(copy, kept.data, kept.length + 1);
    char *last = strstr(copy, "\nend");
    last[-1] = 'f';
    assert_false(dado_evolution_load(&into, "k", copy, &f->err));
    assert_non_null(strstr(f->err.text, "not a valid genome"));
    free(copy);
    dado_text_free(&kept);
    leave(f);
    leave(other);
}

static void runs_stop_at_a_target_or_when_nothing_improves(void **state)
{
    (void)state;
    level_breeding *f = settle("target=65 generations=400 seed=2", 1);
    dado_evolution e;
    evolve(f, &e);
    assert_int_equal(e.halt, DADO_EVOLUTION_END_TARGET);
    assert_true(e.rows[e.row_count - 1].best >= 65);
    assert_true(e.row_count < 400);
    leave(f);
    f = settle("population=10 stagnation=12 generations=3000 mutation=0", 1);
    evolve(f, &e);
    assert_int_equal(e.halt, DADO_EVOLUTION_END_STAGNATION);
    assert_true(e.row_count < 3000);
    leave(f);
}

static void an_elite_is_never_lost(void **state)
{
    (void)state;
    level_breeding *f = settle("population=50 generations=60 elite=1 mutation=0.05", 1);
    dado_evolution e;
    evolve(f, &e);
    for (int i = 1; i < e.row_count; i++) assert_true(e.rows[i].best >= e.rows[i - 1].best);
    leave(f);
}

// Children have the lengths of their parents, less trimming: genomes never grow.
static void faithful_genomes_never_grow(void **state)
{
    (void)state;
    level_breeding *f = settle("population=100 generations=50", 1);
    dado_evolution e;
    evolve(f, &e);
    for (int i = 1; i < e.row_count; i++) assert_true(e.rows[i].length < 56);
    for (int i = 0; i < e.plan.population; i++) {
        const dado_level_genome *g = dado_evolution_genome(&e, i);
        assert_true(g->width <= 260);
        assert_int_equal(g->width, dado_patterns_width(&f->patterns, g->genes, g->count));
    }
    leave(f);
}

static void an_archive_keeps_the_best_of_every_cell(void **state)
{
    (void)state;
    dado_text saved[2] = { { 0 }, { 0 } };
    for (int i = 0; i < 2; i++) {
        level_breeding *f = settle("algorithm=improved", i + 1);
        dado_trait_axis axes[2];
        assert_true(dado_trait_axis_parse(&axes[0], &f->species, "leniency:-0.4..0:10", &f->err));
        assert_true(dado_trait_axis_parse(&axes[1], &f->species, "gaps:0..20:10", &f->err));
        assert_false(dado_trait_axis_parse(&axes[1], &f->species, "gasp:0..20:10", &f->err));
        assert_non_null(strstr(f->err.text, "did you mean gaps"));
        assert_false(dado_trait_axis_parse(&axes[1], &f->species, "gaps:9..2:10", &f->err));
        assert_true(dado_trait_axis_parse(&axes[1], &f->species, "gaps:0..20:10", &f->err));
        dado_archive archive;
        dado_illumination plan = { .first = 200, .batch = 100, .batches = 30, .seed = 3 };
        assert_true(dado_archive_begin(&archive, &f->species, axes, 2, &plan, f->pool, &f->region,
                                       &f->err));
        assert_true(dado_archive_run(&archive, NULL, NULL, NULL, &f->err));
        assert_true(archive.offered == 200 + 30 * 100);
        assert_true(dado_archive_coverage(&archive) > 0.3);
        assert_true(dado_archive_best(&archive) >= 0);
        // Every elite lies where its measures say, with the fitness it has.
        void *scratch = malloc(f->species.scratch);
        for (int cell = 0; cell < archive.cells; cell++) {
            if (dado_is_none(archive.fitness[cell])) continue;
            const void *genome = archive.genomes + (size_t)cell * f->species.size;
            double traits[DADO_TRAITS_MOST];
            f->species.describe(&f->species, genome, scratch, traits);
            assert_int_equal(dado_archive_cell(&archive, traits), cell);
            assert_true(f->species.fitness(&f->species, genome, scratch) == archive.fitness[cell]);
        }
        free(scratch);
        dado_archive_save(&archive, &saved[i]);
        leave(f);
    }
    assert_string_equal(dado_text_string(&saved[0]), dado_text_string(&saved[1]));
    dado_text_free(&saved[0]);
    dado_text_free(&saved[1]);
}

static void expectations_pull_levels_their_way(void **state)
{
    (void)state;
    double gaps[2];
    for (int i = 0; i < 2; i++) {
        level_breeding *f = settle("algorithm=improved population=100 generations=100", 1);
        dado_expectations expect;
        const dado_measure *items[DADO_LEVEL_MEASURES];
        for (int m = 0; m < DADO_LEVEL_MEASURES; m++) items[m] = &dado_level_measures[m];
        dado_measures names = { items, DADO_LEVEL_MEASURES, 0 };
        assert_true(dado_expectations_read(&expect, "wish", "metric gaps = 12\n", &names,
                                           &f->region, &f->err));
        f->breed.toward = i ? &expect : NULL;
        f->breed.toward_weight = 100;
        assert_true(dado_level_species(&f->species, &f->breed, &f->region, &f->err));
        dado_evolution e;
        evolve(f, &e);
        double traits[DADO_TRAITS_MOST];
        void *scratch = malloc(f->species.scratch);
        f->species.describe(&f->species, dado_evolution_genome(&e, dado_evolution_best(&e)),
                            scratch, traits);
        gaps[i] = traits[DADO_LEVEL_GAPS];
        free(scratch);
        leave(f);
    }
    assert_true(gaps[0] < 9);
    assert_true(gaps[1] >= 10 && gaps[1] <= 14);
}

static void two_generators_are_told_apart(void **state)
{
    (void)state;
    static const dado_measure measures[] = { { .name = "same", .title = "Same" },
                                             { .name = "apart", .title = "Apart" } };
    double a[80], b[80];
    dado_rng rng = dado_rng_stream(5, 0, 0);
    for (int i = 0; i < 40; i++) {
        a[2 * i] = dado_rng_unit(&rng);
        b[2 * i] = dado_rng_unit(&rng);
        a[2 * i + 1] = dado_rng_unit(&rng);
        b[2 * i + 1] = dado_rng_unit(&rng) + 0.7;
    }
    dado_generator_sample x = { "x", measures, 2, 40, a }, y = { "y", measures, 2, 40, b };
    dado_region region;
    dado_region_init(&region, (size_t)4 << 20);
    dado_measure_difference contrasts[2];
    assert_int_equal(dado_generator_samples_compare(&x, &y, 2000, 1, contrasts, &region), 2);
    assert_true(contrasts[0].p_holm > 0.05);
    assert_true(contrasts[1].p_holm < 0.01);
    assert_true(contrasts[1].difference.cliff < -0.7);
    dado_expressive_range range = { .x = 0, .y = 1, .across = 8, .down = 8 };
    dado_error err;
    assert_true(dado_expressive_range_measure(&range, &x, &region, &err));
    assert_int_equal(range.rows, 40);
    int sum = 0;
    for (int i = 0; i < 64; i++) sum += range.counts[i];
    assert_int_equal(sum, 40);
    dado_region_free(&region);
}

static void rare_events_are_as_rare_as_asked(void **state)
{
    (void)state;
    dado_geometric_skip rare;
    dado_geometric_skip_prepare(&rare, 0.02);
    dado_fast_rng luck = dado_fast_rng_seed(1);
    int counts[50] = { 0 }, all = 0;
    for (int i = 0; i < 100000; i++) {
        for (int at = dado_geometric_skip_next(&rare, 0, 50, &luck); at < 50;
             at = dado_geometric_skip_next(&rare, at + 1, 50, &luck)) {
            counts[at]++;
            all++;
        }
    }
    assert_in_range(all, 100000 - 1300, 100000 + 1300);
    for (int i = 0; i < 50; i++) assert_in_range(counts[i], 2000 - 230, 2000 + 230);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_populations_are_as_published),
        cmocka_unit_test(rows_of_small_populations_are_as_published),
        cmocka_unit_test(five_hundred_by_five_hundred_is_as_published),
        cmocka_unit_test(one_in_a_thousand_beats_less_and_more_mutation),
        cmocka_unit_test(the_improved_way_reaches_148_in_the_same_budget),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(stopping_and_going_on_changes_nothing),
        cmocka_unit_test(stopping_between_two_genomes_changes_nothing),
        cmocka_unit_test(damaged_runs_are_refused),
        cmocka_unit_test(runs_stop_at_a_target_or_when_nothing_improves),
        cmocka_unit_test(an_elite_is_never_lost),
        cmocka_unit_test(faithful_genomes_never_grow),
        cmocka_unit_test(an_archive_keeps_the_best_of_every_cell),
        cmocka_unit_test(expectations_pull_levels_their_way),
        cmocka_unit_test(two_generators_are_told_apart),
        cmocka_unit_test(rare_events_are_as_rare_as_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
