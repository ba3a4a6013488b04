// map_species_test.c - maps that are bred stay maps, and come nearer to what is wished of them.
#include "support/test.h"

#include <string.h>

#include "evolve/genetic_algorithm.h"
#include "evolve/map_species.h"
#include "worlds/shelf.h"

static const char small_map[] = "1.1\n7-6\n"
                                "0:0 0:0 0:0 0:0 0:0 0:0 0:0\n"
                                "0:0 1:1 1:1 0:0 1:1 1:1 0:0\n"
                                "0:0 1:1 1:1 0:0 1:1 1:1 0:0\n"
                                "0:0 1:1 1:1 1:1 1:1 1:1 0:0\n"
                                "0:0 1:1 1:1 0:0 1:1 2:4 0:0\n"
                                "0:0 0:0 0:0 0:0 0:0 0:0 0:0\n"
                                "Gold:\n2,2,10\n"
                                "Item:\n1,4,1,8,0,0,0,1,2\n"
                                "Enemy:\n4,1,4,3,0,4,150,2,0\n";

static int count_of(const char *text, const char *word)
{
    int count = 0;
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) count++;
    return count;
}

// As good as it has enemies and no gold, up to ten: nothing needs to be played.
static bool like_enemies(void *context, const char *text, double *quality, dado_error *err)
{
    (void)context;
    (void)err;
    int wanted = count_of(text, "Enemy:") - count_of(text, "Gold:");
    *quality = (wanted < 0 ? 0 : wanted > 10 ? 10 : wanted) / 10.0;
    return true;
}

static const dado_quality_callback judge = { like_enemies, NULL };
static const dado_options no_rules = { 0 };

typedef struct pen {
    dado_region region;
    dado_map_species_config breed;
    dado_species species;
    dado_error err;
} pen;

static bool settle(pen *p, const char *text)
{
    *p = (pen){
        .breed = { .evaluator = { &judge, "", &no_rules }, .name = "small.map", .ancestor = text }
    };
    dado_region_init(&p->region, (size_t)1 << 28);
    return dado_map_species(&p->species, &p->breed, &p->region, &p->err);
}

// Reads what a genome writes, and says whether exit and things can be reached.
static void assert_sound(pen *p, const void *genome)
{
    size_t mark = dado_region_mark(&p->region);
    dado_text text = { 0 };
    dado_map map;
    dado_map_warnings warnings;
    assert_true(dado_species_write(&p->species, genome, &text));
    if (!dado_map_read(&map, "bred", dado_text_string(&text), text.length, &p->region, &warnings,
                       &p->err)) {
        fail_msg("%s\n%s", p->err.text, dado_text_string(&text));
    }
    for (int i = 0; i < warnings.count; i++) {
        assert_null(strstr(warnings.list[i].code, "UNREACHABLE"));
    }
    dado_text_free(&text);
    dado_region_rewind(&p->region, mark);
}

static void the_ancestor_is_written_as_it_was(void **state)
{
    (void)state;
    pen p;
    dado_text text = { 0 };
    assert_true(settle(&p, small_map));
    assert_true(dado_species_write(&p.species, p.breed.genome, &text));
    assert_string_equal(dado_text_string(&text), small_map);
    dado_text_free(&text);
    dado_region_free(&p.region);
}

static void what_is_bred_is_always_a_map_that_can_be_finished(void **state)
{
    (void)state;
    pen p;
    assert_true(settle(&p, small_map));
    unsigned char *a = dado_region_alloc(&p.region, 1, p.species.size);
    unsigned char *b = dado_region_alloc(&p.region, 1, p.species.size);
    int changed = 0;
    for (uint64_t seed = 0; seed < 300; seed++) {
        dado_fast_rng luck = dado_fast_rng_seed(seed);
        p.species.create(&p.species, &luck, a);
        p.species.create(&p.species, &luck, b);
        for (int i = 0; i < 5; i++) {
            p.species.cross(&p.species, &luck, a, b);
            p.species.mutate(&p.species, &luck, a);
            p.species.mutate(&p.species, &luck, b);
        }
        assert_sound(&p, a);
        assert_sound(&p, b);
        assert_true(p.species.valid(&p.species, a));
        changed += memcmp(a, p.breed.genome, p.species.size) != 0;
    }
    assert_in_range(changed, 290, 300);
    dado_region_free(&p.region);
}

static void crossing_brings_children_what_both_parents_had(void **state)
{
    (void)state;
    pen p;
    assert_true(settle(&p, small_map));
    unsigned char *a = dado_region_alloc(&p.region, 1, p.species.size);
    unsigned char *b = dado_region_alloc(&p.region, 1, p.species.size);
    int mixed = 0;
    for (uint64_t seed = 0; seed < 100; seed++) {
        dado_fast_rng luck = dado_fast_rng_seed(seed);
        memcpy(a, p.breed.genome, p.species.size);
        memcpy(b, a, p.species.size);
        p.species.cross(&p.species, &luck, a, b);
        assert_memory_equal(a, b, p.species.size);  // of equals nothing new comes
        for (int i = 0; i < 8; i++) p.species.mutate(&p.species, &luck, b);
        p.species.cross(&p.species, &luck, a, b);
        mixed += memcmp(a, p.breed.genome, p.species.size) != 0;
    }
    assert_true(mixed > 20);
    dado_region_free(&p.region);
}

static void the_same_seed_breeds_the_same_toward_a_wish_on_any_number_of_threads(void **state)
{
    (void)state;
    dado_text saved[2] = { 0 };
    for (int i = 0; i < 2; i++) {
        pen p;
        dado_thread_pool *pool = NULL;
        dado_evolution e;
        assert_true(settle(&p, small_map));
        assert_true(dado_thread_pool_open(&pool, 1 + 2 * i, &p.err));
        dado_genetic_settings plan = dado_genetic_settings_classic();
        plan.population = 30;
        plan.generations = 40;
        plan.selection = DADO_SELECTION_TOURNAMENT;
        plan.elite = 2;
        plan.target_given = true;
        plan.target = 0.8;
        assert_true(dado_evolution_begin(&e, &p.species, &plan, pool, &p.region, &p.err));
        assert_true(dado_evolution_run(&e, NULL, NULL, NULL, &p.err));
        assert_int_equal(e.halt, DADO_EVOLUTION_END_TARGET);
        dado_evolution_save(&e, &saved[i]);
        assert_true(dado_evolution_load(&e, "saved", dado_text_string(&saved[i]), &p.err));
        dado_thread_pool_close(pool);
        dado_region_free(&p.region);
    }
    assert_string_equal(dado_text_string(&saved[0]), dado_text_string(&saved[1]));
    dado_text_free(&saved[0]);
    dado_text_free(&saved[1]);
}

static void a_map_nobody_can_finish_is_refused(void **state)
{
    (void)state;
    static const char shut[] = "1.1\n3-4\n0:0 0:0 0:0\n0:0 1:1 0:0\n0:0 0:0 0:0\n0:0 2:4 0:0\n";
    pen p;
    assert_false(settle(&p, shut));
    assert_non_null(strstr(p.err.text, "no exit can be reached"));
    dado_region_free(&p.region);
}

static void numbers_that_were_set_stay(void **state)
{
    (void)state;
    dado_region region;
    dado_error err = { 0 };
    dado_species species;
    const dado_option fixed[] = { { .name = "enemies", .text = "3" },
                                  { .name = "fill", .text = "0.45" } };
    const dado_options given = { fixed, 2 };
    dado_generator_species_config maker = { .evaluator = { &judge, "", &no_rules },
                                            .generator = dado_generator_named("caves"),
                                            .given = &given,
                                            .crossed = true };
    dado_region_init(&region, (size_t)1 << 26);
    assert_non_null(maker.generator);
    assert_true(dado_generator_species(&species, &maker, &region, &err));
    unsigned char *genomes[2];
    for (int i = 0; i < 2; i++) genomes[i] = dado_region_alloc(&region, 1, species.size);
    dado_fast_rng luck = dado_fast_rng_seed(7);
    for (int i = 0; i < 2; i++) species.create(&species, &luck, genomes[i]);
    for (int i = 0; i < 20; i++) {
        species.cross(&species, &luck, genomes[0], genomes[1]);
        species.mutate(&species, &luck, genomes[0]);
        assert_true(species.valid(&species, genomes[0]));
        dado_text text = { 0 };
        species.print(&species, genomes[0], &text);
        assert_null(strstr(dado_text_string(&text), "fill="));
        assert_non_null(strstr(dado_text_string(&text), "items="));
        dado_text_clear(&text);
        if (dado_species_write(&species, genomes[0], &text)) {
            assert_true(count_of(dado_text_string(&text), "Enemy:") <= 3);
        }
        dado_text_free(&text);
    }
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ancestor_is_written_as_it_was),
        cmocka_unit_test(what_is_bred_is_always_a_map_that_can_be_finished),
        cmocka_unit_test(crossing_brings_children_what_both_parents_had),
        cmocka_unit_test(the_same_seed_breeds_the_same_toward_a_wish_on_any_number_of_threads),
        cmocka_unit_test(a_map_nobody_can_finish_is_refused),
        cmocka_unit_test(numbers_that_were_set_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
