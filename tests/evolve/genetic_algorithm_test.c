// genetic_algorithm_test.c - who has children: those that are viable, while there are any.
#include "support/test.h"

#include "evolve/genetic_algorithm.h"

// A genome is a number below 16; only 0 is viable, and nothing ever changes one.
static void create(const dado_species *species, dado_fast_rng *luck, void *genome)
{
    (void)species;
    *(uint32_t *)genome = dado_fast_rng_below(luck, 16);
}

static void leave(const dado_species *species, dado_fast_rng *luck, void *first, void *second)
{
    (void)species;
    (void)luck;
    (void)first;
    (void)second;
}

static void keep(const dado_species *species, dado_fast_rng *luck, void *genome)
{
    (void)species;
    (void)luck;
    (void)genome;
}

static double only_zero(const dado_species *species, const void *genome, void *scratch)
{
    (void)species;
    (void)scratch;
    return *(const uint32_t *)genome == 0 ? 1 : DADO_NONE;
}

static double nobody(const dado_species *species, const void *genome, void *scratch)
{
    (void)species;
    (void)genome;
    (void)scratch;
    return DADO_NONE;
}

static int viable_children(double (*fitness)(const dado_species *, const void *, void *),
                           dado_selection selection, int tournament)
{
    dado_region region;
    dado_thread_pool *pool = NULL;
    dado_evolution e;
    const dado_species species = { .name = "number",
                                   .settings = "",
                                   .size = sizeof(uint32_t),
                                   .create = create,
                                   .cross = leave,
                                   .mutate = keep,
                                   .fitness = fitness };
    dado_genetic_settings plan = dado_genetic_settings_classic();
    plan.population = 60;
    plan.generations = 1;
    plan.selection = selection;
    plan.tournament = tournament;
    dado_region_init(&region, (size_t)1 << 24);
    assert_true(dado_thread_pool_open(&pool, 1, NULL));
    assert_true(dado_evolution_begin(&e, &species, &plan, pool, &region, NULL));
    assert_true(dado_evolution_run(&e, NULL, NULL, NULL, NULL));
    assert_true(e.rows[0].viable < 20);
    int viable = 0;
    for (int i = 0; i < 60; i++) viable += !dado_is_none(e.population.fitness[i]);
    dado_thread_pool_close(pool);
    dado_region_free(&region);
    return viable;
}

static void what_is_not_viable_has_no_children_while_others_are(void **state)
{
    (void)state;
    assert_int_equal(viable_children(only_zero, DADO_SELECTION_ROULETTE, 1), 60);
    for (int tournament = 1; tournament < 5; tournament++) {
        assert_int_equal(viable_children(only_zero, DADO_SELECTION_TOURNAMENT, tournament), 60);
    }
}

static void where_nobody_is_viable_breeding_goes_on(void **state)
{
    (void)state;
    assert_int_equal(viable_children(nobody, DADO_SELECTION_ROULETTE, 1), 0);
    assert_int_equal(viable_children(nobody, DADO_SELECTION_TOURNAMENT, 3), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_viable_has_no_children_while_others_are),
        cmocka_unit_test(where_nobody_is_viable_breeding_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
