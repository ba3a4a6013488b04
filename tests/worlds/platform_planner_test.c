// platform_planner_test.c - levels are proven by playing them, and measured as specified.
#include "support/test.h"

#include <math.h>

#include "agents/agent.h"
#include "evolve/level_species.h"
#include "worlds/platform/level_format.h"
#include "worlds/platform/platform_game.h"
#include "worlds/platform/reachability.h"
#include "worlds/shelf.h"

typedef struct kit {
    dado_region region;
    dado_level_breeding level_breeding;
    dado_thread_pool *pool;
    dado_error err;
} kit;

static kit *unpack(const char *settings)
{
    kit *k = calloc(1, sizeof *k);
    assert_non_null(k);
    dado_region_init(&k->region, (size_t)2 << 30);
    dado_options options;
    dado_level_breeding_texts texts = { 0 };
    assert_true(dado_options_read(&options, "test", settings, &k->region, &k->err));
    if (!dado_level_breeding_open(&k->level_breeding, &options, &texts, &k->region, &k->err)) {
        fail_msg("%s", k->err.text);
    }
    assert_true(dado_thread_pool_open(&k->pool, 1, &k->err));
    return k;
}

static void pack(kit *k)
{
    dado_thread_pool_close(k->pool);
    dado_region_free(&k->region);
    free(k);
}

static void breed(kit *k, uint64_t seed, dado_selected_level *kept)
{
    dado_evolution e;
    dado_genetic_settings plan = k->level_breeding.plan;
    plan.seed = seed;
    assert_true(
        dado_evolution_begin(&e, &k->level_breeding.species, &plan, k->pool, &k->region, &k->err));
    assert_true(dado_evolution_run(&e, NULL, NULL, NULL, &k->err));
    assert_true(dado_level_breeding_select(&k->level_breeding, &e, k->level_breeding.breed.passable,
                                           20, kept, &k->region, &k->err));
}

// All hundred seeds take a while; `dado level evolve -n 100` does them, these stand for them.
static void evolved_levels_are_finished_and_read_back(void **state)
{
    (void)state;
    static dado_selected_level kept;
    kit *k = unpack("");
    int finished = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        size_t mark = dado_region_mark(&k->region);
        breed(k, seed, &kept);
        finished += kept.finished;
        dado_text text = { 0 };
        dado_level copy;
        dado_level_write(&kept.level, &text);
        assert_true(dado_level_read(&copy, "x", dado_text_string(&text), &k->region, &k->err));
        assert_true(dado_level_equal(&kept.level, &copy));
        dado_text_free(&text);
        // What the planner finishes, the quick filter may not refuse.
        assert_true(!kept.finished || dado_level_passable(&kept.level, NULL));
        dado_region_rewind(&k->region, mark);
    }
    assert_true(finished >= 20 * 97 / 100);
    pack(k);
}

static void random_levels_are_finished_too(void **state)
{
    (void)state;
    static dado_selected_level kept;
    kit *k = unpack("generations = 0\npopulation = 2\n");
    int finished = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        size_t mark = dado_region_mark(&k->region);
        breed(k, seed, &kept);
        finished += kept.finished;
        assert_true(dado_level_passable(&kept.level, NULL));
        dado_region_rewind(&k->region, mark);
    }
    assert_true(finished >= 58);
    pack(k);
}

static void a_wall_too_high_is_told_and_a_pit_too_wide(void **state)
{
    (void)state;
    static const char *const impossible[2] = { "=##### = = =", "= _ _ _ _ _ _ _ _ _ _ _ _ _ _ =" };
    for (int i = 0; i < 2; i++) {
        kit *k = unpack("");
        char text[200];
        snprintf(text, sizeof text, "block pit %s\nflat pit = = =\n", impossible[i]);
        dado_patterns patterns;
        dado_level level;
        static dado_route route;
        assert_true(dado_patterns_read(&patterns, "p", text, &k->region, &k->err));
        assert_false(dado_patterns_safe(&patterns));
        static const uint8_t genes[] = { 1, 1, 1, 1, 0, 1, 1, 1, 1 };
        assert_true(dado_level_build(&level, &patterns, genes, 9, 1, &k->region, &k->err));
        int furthest = 0;
        assert_false(dado_level_passable(&level, &furthest));
        assert_in_range(furthest, 20, 23);
        dado_planner_settings how = dado_planner_defaults();
        how.expansions = 200;
        assert_true(dado_level_prove(&level, &how, &route, &k->region, &k->err));
        assert_false(route.won);
        assert_true(route.furthest < 16 * 40);
        pack(k);
    }
}

// Each pattern of both files can be crossed, between two pipes.
static void every_shipped_pattern_can_be_finished(void **state)
{
    (void)state;
    static dado_route route;
    static const char *const files[] = { "library/levels/classic.patterns",
                                         "library/levels/more.patterns" };
    for (int i = 0; i < 2; i++) {
        kit *k = unpack("");
        dado_patterns patterns;
        char *text = dado_test_read(files[i]);
        assert_non_null(text);
        assert_true(dado_patterns_read(&patterns, files[i], text, &k->region, &k->err));
        dado_planner_settings how = dado_planner_defaults();
        uint8_t pipe = (uint8_t)dado_patterns_find(&patterns, "pipe");
        for (int p = 0; p < patterns.count; p++) {
            size_t mark = dado_region_mark(&k->region);
            uint8_t genes[] = { pipe, (uint8_t)p, pipe, (uint8_t)p, (uint8_t)p };
            dado_level level;
            assert_true(dado_level_build(&level, &patterns, genes, 5, 1, &k->region, &k->err));
            assert_true(dado_level_passable(&level, NULL));
            assert_true(dado_level_prove(&level, &how, &route, &k->region, &k->err));
            if (!route.won) fail_msg("%s is not finished", patterns.items[p].name);
            dado_region_rewind(&k->region, mark);
        }
        free(text);
        pack(k);
    }
}

static void the_example_measures_as_in_the_specification(void **state)
{
    (void)state;
    kit *k = unpack("");
    dado_level level;
    double m[DADO_LEVEL_MEASURES];
    assert_true(dado_level_build(&level, &k->level_breeding.patterns,
                                 (uint8_t[]){ 0, 5, 20, 4, 27 }, 5, 1, &k->region, &k->err));
    dado_level_measure_all(&level, m);
    assert_true(m[DADO_LEVEL_GAPS] == 1 && m[DADO_LEVEL_LONGEST_GAP] == 2);
    assert_true(m[DADO_LEVEL_WALKERS] == 5 && m[DADO_LEVEL_COINS] == 5);
    assert_true(m[DADO_LEVEL_POWER_UPS] == 1);
    assert_true(fabs(m[DADO_LEVEL_LINEARITY] - 0.2472) < 0.00005);
    assert_true(fabs(m[DADO_LEVEL_LENIENCY] + 0.0938) < 0.00006);
    assert_true(fabs(m[DADO_LEVEL_DENSITY] - 1.0417) < 0.00005);
    assert_true(fabs(m[DADO_LEVEL_EMPTINESS] - 0.8516) < 0.00005);
    pack(k);
}

// Reference values of the specification, means of 20 levels; ours of 20 as well.
static void sets_of_levels_measure_as_in_the_specification(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        double fitness, columns, distinct, entropy, walkers, gaps, leniency, residual, density;
    } reference[2] = {
        { "generations = 0\npopulation = 2\ntrim_margin = 60\n", 38.6, 257, 23.9, 4.40, 28, 14.8,
          -0.123, 0.96, 0.90 },
        { "", 86.2, 211, 16.2, 3.76, 61, 5.0, -0.249, 0.87, 1.03 },
    };
    for (int i = 0; i < 2; i++) {
        kit *k = unpack(reference[i].settings);
        double sum[DADO_LEVEL_MEASURES] = { 0 };
        for (uint64_t seed = 1; seed <= 20; seed++) {
            size_t mark = dado_region_mark(&k->region);
            dado_evolution e;
            dado_genetic_settings plan = k->level_breeding.plan;
            plan.seed = seed + 500;
            assert_true(dado_evolution_begin(&e, &k->level_breeding.species, &plan, k->pool,
                                             &k->region, &k->err));
            assert_true(dado_evolution_run(&e, NULL, NULL, NULL, &k->err));
            double m[DADO_TRAITS_MOST];
            void *scratch = malloc(k->level_breeding.species.scratch);
            // Of a random population any genome will do, of an evolved one the best.
            k->level_breeding.species.describe(
                &k->level_breeding.species,
                dado_evolution_genome(&e, i ? dado_evolution_best(&e) : 0), scratch, m);
            free(scratch);
            for (int c = 0; c < DADO_LEVEL_MEASURES; c++) sum[c] += m[c] / 20;
            dado_region_rewind(&k->region, mark);
        }
        assert_true(fabs(sum[DADO_GENES_FITNESS] - reference[i].fitness) < 5);
        assert_true(fabs(sum[DADO_GENES_COLUMNS] - reference[i].columns) < 14);
        assert_true(fabs(sum[DADO_GENES_DISTINCT] - reference[i].distinct) < 1.6);
        assert_true(fabs(sum[DADO_GENES_ENTROPY] - reference[i].entropy) < 0.15);
        assert_true(fabs(sum[DADO_LEVEL_WALKERS] - reference[i].walkers) < 7);
        assert_true(fabs(sum[DADO_LEVEL_GAPS] - reference[i].gaps) < 2.5);
        assert_true(fabs(sum[DADO_LEVEL_LENIENCY] - reference[i].leniency) < 0.03);
        assert_true(fabs(sum[DADO_LEVEL_LINEARITY] - reference[i].residual) < 0.1);
        assert_true(fabs(sum[DADO_LEVEL_DENSITY] - reference[i].density) < 0.06);
        pack(k);
    }
}

static void distances_know_the_same_from_the_other(void **state)
{
    (void)state;
    kit *k = unpack("");
    dado_level a, b;
    uint8_t one[] = { 0, 5, 20, 4, 27, 12, 13 }, two[] = { 17, 18, 19, 23, 28, 29, 14 };
    assert_true(dado_level_build(&a, &k->level_breeding.patterns, one, 7, 1, &k->region, &k->err));
    assert_true(dado_level_build(&b, &k->level_breeding.patterns, two, 7, 1, &k->region, &k->err));
    double same = dado_level_distance(&a, &a, &k->region);
    double other = dado_level_distance(&a, &b, &k->region);
    assert_true(same < 0.15 && other > same + 0.2 && other < 1.2);
    const dado_level *x[] = { &a }, *y[] = { &b };
    dado_divergence d;
    for (int size = 2; size <= 4; size++) {
        assert_true(dado_levels_divergence(x, 1, x, 1, size, &d, &k->region));
        assert_true(fabs(d.both) < 1e-12);
        assert_true(dado_levels_divergence(x, 1, y, 1, size, &d, &k->region));
        assert_true(d.there > 0.1 && d.back > 0.1);
        assert_true(fabs(d.both - 0.5 * d.there - 0.5 * d.back) < 1e-12);
    }
    assert_int_equal(dado_genes_distance(one, 7, one, 7), 0);
    assert_int_equal(dado_genes_distance(one, 7, one, 6), 1);
    assert_int_equal(dado_genes_distance(one, 7, two, 7), 7);
    pack(k);
}

// The text "aaaaaaaa" is a literal and a match of seven: 9 and 24 bits are five bytes.
static void the_squeezer_is_fixed(void **state)
{
    (void)state;
    dado_region region;
    dado_region_init(&region, (size_t)1 << 20);
    assert_int_equal(dado_lz77_size("aaaaaaaa", 8, &region), 5);
    assert_int_equal(dado_lz77_size("abcdefgh", 8, &region), 9);
    assert_int_equal(dado_lz77_size("", 0, &region), 0);
    dado_region_free(&region);
}

// A game at any hold is won by the planner's moves as it is by its ticks.
static void the_planner_wins_at_every_hold(void **state)
{
    (void)state;
    static const char *const holds[] = { "1", "2", "3" };
    for (int i = 0; i < 3; i++) {
        dado_region region;
        dado_region_init(&region, (size_t)1 << 30);
        dado_error err = { 0 };
        dado_game game;
        dado_option hold = { .name = "hold", .text = holds[i] };
        dado_options options = { &hold, 1 };
        assert_true(dado_game_open(&game, dado_world_named("platform"), &options, &region, &err));
        dado_agent agent;
        assert_true(
            dado_agent_open(&agent, dado_agent_named("planner"), &game, 0, NULL, &region, &err));
        unsigned char *played = dado_region_alloc(&region, 1, game.state_size);
        uint64_t effort = 0;
        dado_rng luck = dado_rng_stream(1, 0, DADO_STREAM_SEAT);
        dado_move moves[DADO_BUTTON_SETS];
        dado_turn turn = { .game = &game,
                           .view = played,
                           .moves = moves,
                           .luck = &luck,
                           .effort = &effort,
                           .self = dado_region_alloc(&region, 1, agent.self_size),
                           .scratch = dado_region_alloc(&region, 1, agent.scratch_size) };
        game.rules->start(&game, played);
        while (game.rules->actor(&game, played) == 0) {
            turn.count = game.rules->legal(&game, played, moves);
            int chosen = agent.kind->choose(&agent, &turn);
            assert_true(chosen >= 0);
            game.rules->apply(&game, played, moves[chosen]);
        }
        assert_int_equal(((dado_world_head *)(void *)played)->status, DADO_WON);
        assert_true(effort > 0);
        dado_agent_close(&agent);
        dado_region_free(&region);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evolved_levels_are_finished_and_read_back),
        cmocka_unit_test(random_levels_are_finished_too),
        cmocka_unit_test(a_wall_too_high_is_told_and_a_pit_too_wide),
        cmocka_unit_test(every_shipped_pattern_can_be_finished),
        cmocka_unit_test(the_example_measures_as_in_the_specification),
        cmocka_unit_test(sets_of_levels_measure_as_in_the_specification),
        cmocka_unit_test(distances_know_the_same_from_the_other),
        cmocka_unit_test(the_squeezer_is_fixed),
        cmocka_unit_test(the_planner_wins_at_every_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
