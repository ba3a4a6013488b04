// rules_species_test.c - descriptions are bred: variants open, their worth is what sim says, and it
// repeats.
#include "support/test.h"

#include "evolve/genetic_algorithm.h"
#include "evolve/rules_species.h"
#include "evolve/rules_mutation.h"
#include "judge/quality_by_expectations.h"
#include "recycle/recycle.h"
#include "support/match_fixture.h"

typedef struct stable {
    dado_region region;
    dado_rules_species_config breed;
    dado_species species;
    dado_options none;
} stable;

static void open_stable(stable *s, const char *game, const char *wish)
{
    *s = (stable){ 0 };
    dado_region_init_large(&s->region);
    const dado_game_source *source = dado_test_game(game, NULL, &s->region);
    s->breed = (dado_rules_species_config){
        .name = game,
        .ancestor = source->text,
        .options = &s->none,
        .player = dado_test_lineup("random", &s->region)->players,
        .expect = dado_test_expect(wish, source, &s->region),
        .matches = 40,
        .move_limit = 2000,
        .seed = 9,
        .growth_cost = 0.05,
    };
    dado_error err = { 0 };
    if (!dado_rules_species(&s->species, &s->breed, &s->region, &err)) fail_msg("%s", err.text);
}

static void variants_open_and_their_worth_is_what_sim_says(void **state)
{
    (void)state;
    stable s;
    open_stable(&s, "library/dice/pig.rcy", "metric rounds = 8 abs=8\n");
    dado_rules_genome *g = malloc(sizeof *g);
    assert_non_null(g);
    int changed = 0, viable = 0;
    for (uint64_t i = 0; i < 30; i++) {
        dado_fast_rng luck = dado_fast_rng_seed(dado_derive_seed(11, i));
        s.species.create(&s.species, &luck, g);
        s.species.mutate(&s.species, &luck, g);
        bool same = strcmp(g->text, s.breed.ancestor) == 0;
        assert_true(same == (g->steps[0] == '\0'));
        assert_null(strstr(g->steps, "...\n"));  // three steps are never too many to tell
        changed += !same;
        dado_recycle_diagnostics found;
        dado_region region;
        dado_region_init_large(&region);
        assert_true(dado_recycle_check("variant", g->text, NULL, &region, &found));
        double traits[DADO_RULES_TRAITS];
        const char *reason;
        double fitness = dado_rules_fitness(&s.breed, g->text, traits, &reason);
        assert_true(dado_is_none(fitness) == (reason != NULL));
        viable += !reason;
        if (!reason) {
            const dado_game_source *game = dado_test_game_text("variant.rcy", g->text, &region);
            dado_plan plan = dado_test_plan(game, dado_test_lineup("random", &region), 40, 9);
            plan.move_limit = 2000;
            dado_quality_request demand = { .expect = dado_test_expect("metric rounds = 8 abs=8\n",
                                                                       game, &region) };
            dado_plan_quality a;
            dado_plan_quality_measure(&plan, &demand, &a);
            assert_true(a.quality == traits[DADO_RULES_QUALITY]);
            assert_true(fitness <= a.quality);
            dado_results_free(&a.results);
        }
        dado_region_free(&region);
    }
    assert_true(changed > 15 && viable > 5);
    free(g);
    dado_region_free(&s.region);
}

#define CALL_GAME(after, rounds, head) \
    "(game (setup (create players 2)) (inc ((0 player) sto S) " head ")" \
    " (repeat " rounds " (stage player (turns 2)" \
    " (choice ((label \"low\" (set (game sto CALL) 1))" \
    " (label \"high\" (set (game sto CALL) 2))))" after \
    " ((< (random 3) (game sto CALL)) (inc ((current player) sto S) 1))))" \
    " (scoring max ((current player) sto S)))"

static const char call_game[] = CALL_GAME("", "8", "0");

// The call is low whatever was called, so nothing hangs on the choice any more.
static void a_variant_that_overwrites_a_choice_has_an_idle_one(void **state)
{
    (void)state;
    stable s = { 0 };
    dado_region_init_large(&s.region);
    const dado_game_source *source = dado_test_game_text("call.rcy", call_game, &s.region);
    s.breed = (dado_rules_species_config){
        .name = "call.rcy",
        .ancestor = source->text,
        .options = &s.none,
        .player = dado_test_lineup("random", &s.region)->players,
        .expect = dado_test_expect("metric branching = 2 abs=100\n", source, &s.region),
        .matches = 400,
        .move_limit = 200,
        .seed = 1,
        .growth_cost = 0.05,
        .fairness_cost = 1,
        .length_cost = 0.5,
    };
    assert_true(dado_rules_species(&s.species, &s.breed, &s.region, NULL));
    assert_int_equal(s.breed.ancestor_idle, 0);
    assert_false(dado_rules_has_idle_choice(&s.breed, call_game));
    assert_true(
        dado_rules_has_idle_choice(&s.breed, CALL_GAME(" (set (game sto CALL) 1)", "8", "0")));

    // Every variant has quality 1 here; what differs costs.
    double traits[DADO_RULES_TRAITS];
    const char *why;
    double same = dado_rules_fitness(&s.breed, call_game, traits, &why);
    double longer = dado_rules_fitness(&s.breed, CALL_GAME("", "32", "0"), traits, &why);
    double shorter = dado_rules_fitness(&s.breed, CALL_GAME("", "2", "0"), traits, &why);
    double unfair = dado_rules_fitness(&s.breed, CALL_GAME("", "8", "2"), traits, &why);
    assert_true(same > 0.99 && longer < 0.1 && shorter < 0.1 && unfair < 0.8);
    assert_true(traits[DADO_RULES_UNFAIRNESS] > 0.3);
    dado_region_free(&s.region);
}

// What is told of quality holds on luck that nobody has used: of 20 samples of each game one
// may lie outside.
static void fresh_quality_holds_on_other_luck(void **state)
{
    (void)state;
    static const char *const games[] = { "library/dice/pig.rcy", "library/dice/dicepoints.rcy" };
    for (int i = 0; i < 2; i++) {
        stable s;
        open_stable(&s, games[i], "metric rounds = 8 abs=8\nmetric lead_change = 0.5 abs=0.2\n");
        dado_estimate told = dado_rules_fresh_quality(&s.breed, s.breed.ancestor);
        dado_rules_species_config other = s.breed;
        int outside = 0;
        for (uint64_t seed = 100; seed < 120; seed++) {
            double traits[DADO_RULES_TRAITS];
            const char *why;
            other.seed = seed;
            dado_rules_fitness(&other, s.breed.ancestor, traits, &why);
            double quality = traits[DADO_RULES_QUALITY];
            outside += quality < told.low || quality > told.high;
        }
        print_message("%s: %d of 20 outside\n", games[i], outside);
        assert_true(outside <= 3);
        dado_region_free(&s.region);
    }
}

static void an_ancestor_that_cannot_be_judged_is_refused(void **state)
{
    (void)state;
    stable s = { 0 };
    dado_region_init_large(&s.region);
    const dado_game_source *source =
        dado_test_game("tests/judge/cases/endless.rcy", NULL, &s.region);
    s.breed = (dado_rules_species_config){
        .name = "endless.rcy",
        .ancestor = source->text,
        .options = &s.none,
        .player = dado_test_lineup("random", &s.region)->players,
        .expect = dado_test_expect("metric rounds = 8\n", source, &s.region),
        .matches = 10,
        .move_limit = 200,
        .seed = 1,
    };
    dado_error err = { 0 };
    assert_false(dado_rules_species(&s.species, &s.breed, &s.region, &err));
    assert_non_null(strstr(err.text, "did not end"));
    dado_region_free(&s.region);
}

static void neither_hands_nor_stopping_change_what_is_bred(void **state)
{
    (void)state;
    uint64_t hashes[2];
    for (int hands = 1; hands <= 2; hands++) {
        stable s;
        open_stable(&s, "library/dice/dicepoints.rcy", "metric lead_change = 0.5 abs=0.5\n");
        dado_genetic_settings plan = dado_genetic_settings_classic();
        plan.population = 8;
        plan.generations = 3;
        plan.selection = DADO_SELECTION_TOURNAMENT;
        plan.tournament = 2;
        plan.elite = 1;
        plan.seed = 4;
        dado_error err = { 0 };
        dado_thread_pool *pool = NULL;
        dado_evolution e;
        assert_true(dado_thread_pool_open(&pool, hands, &err));
        assert_true(dado_evolution_begin(&e, &s.species, &plan, pool, &s.region, &err));
        assert_true(dado_evolution_run(&e, NULL, NULL, NULL, &err));
        dado_text saved = { 0 };
        dado_evolution_save(&e, &saved);
        hashes[hands - 1] = dado_species_hash(dado_text_string(&saved));
        dado_text_free(&saved);
        dado_thread_pool_close(pool);
        dado_region_free(&s.region);
    }
    assert_true(hashes[0] == hashes[1]);
}

static void what_measures_is_frozen(void **state)
{
    (void)state;
    static const char *const games[] = { "library/tutorial/lanterns-mended.rcy",
                                         "library/dice/pig.rcy", "library/dice/dicepoints.rcy" };
    dado_rules_genome *g = malloc(sizeof *g), *h = malloc(sizeof *h);
    assert_true(g && h);
    for (size_t k = 0; k < sizeof games / sizeof *games; k++) {
        stable s;
        open_stable(&s, games[k], "metric rounds = 8 abs=8\n");
        int changed = 0;
        for (uint64_t i = 0; i < 60; i++) {
            dado_fast_rng luck = dado_fast_rng_seed(dado_derive_seed(3, i));
            s.species.create(&s.species, &luck, g);
            s.species.create(&s.species, &luck, h);
            s.species.cross(&s.species, &luck, g, h);
            for (int m = 0; m < 6; m++) s.species.mutate(&s.species, &luck, g);
            changed += strcmp(g->text, s.breed.ancestor) != 0;
            assert_true(dado_rules_same_measures(s.breed.ancestor, g->text, true));
            assert_non_null(strstr(g->text, "saveturnstats"));
            assert_true(!strstr(s.breed.ancestor, "scoring max") ==
                        !strstr(g->text, "scoring max"));
        }
        assert_true(changed > 40);
        dado_region_free(&s.region);
    }
    free(g);
    free(h);
}

static void what_counts_rounds_is_told_from_what_does_not(void **state)
{
    (void)state;
    static const char game[] = "(game (stage player (end (== (game sto R) 4))"
                               " (do ((inc (game sto R) 1) (inc (game sto X) 1)"
                               " (saveturnstats S roundnumber R)))) (scoring max (game sto S)))";
    static const struct {
        const char *from, *to;
        bool alike;
    } changes[] = {
        { "(saveturnstats S roundnumber R)", "", false },
        { "(inc (game sto R) 1)", "(inc (game sto R) 2)", false },
        { "(inc (game sto R) 1)", "(inc (game sto R) 1) (inc (game sto R) 1)", false },
        { "(scoring max", "(scoring min", false },
        { "(inc (game sto X) 1)", "(inc (game sto X) 2)", true },
        { "(inc (game sto X) 1)", "", true },
        { "(game sto R) 4", "(game sto R) 9", true },
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char other[400];
        const char *at = strstr(game, changes[i].from);
        assert_non_null(at);
        snprintf(other, sizeof other, "%.*s%s%s", (int)(at - game), game, changes[i].to,
                 at + strlen(changes[i].from));
        if (dado_rules_same_measures(game, other, true) != changes[i].alike) {
            fail_msg("%s for %s", changes[i].to, changes[i].from);
        }
    }
    assert_true(dado_rules_same_measures("(scoring max S)", "(scoring min S)", false));
}

static void steps_are_told_in_words_and_comments_do_not_lie(void **state)
{
    (void)state;
    static const char game[] = "(game\n  (end (== N 10)) ; ten rounds\n  (x 3))\n";
    dado_rules_edit made;
    bool seen = false;
    for (uint64_t i = 0; i < 200; i++) {
        dado_fast_rng luck = dado_fast_rng_seed(dado_derive_seed(5, i));
        if (!dado_rules_mutate(game, &luck, &made)) continue;
        if (!strstr(made.step, " in (== N 10)")) continue;
        seen = true;
        assert_null(strstr(made.text, "ten rounds"));
        assert_true(strncmp(made.step, "line 2: ", 8) == 0);
    }
    assert_true(seen);
}

// Descriptions that say what only the later edition can are changed in its forms too, and enough of
// what comes out can be played.
static void the_later_forms_are_changed_too(void **state)
{
    (void)state;
    static const char *const games[] = { "library/boards/pegs.rcy", "library/boards/fourinarow.rcy",
                                         "library/cards/plates.rcy", "tests/written/dodge.rcy" };
    static const char *const told[] = { "instead of E in", "the branches change places",
                                        "one after another, openly,", "all instead of (filter" };
    int seen[4] = { 0 }, sound[4] = { 0 };
    dado_rules_edit made;
    for (int g = 0; g < 4; g++) {
        char *text = dado_test_read(games[g]);
        assert_non_null(text);
        for (uint64_t i = 0; i < 1500; i++) {
            dado_fast_rng luck = dado_fast_rng_seed(dado_derive_seed(31, i));
            if (!dado_rules_mutate(text, &luck, &made)) continue;
            assert_null(strstr(made.step, "(about"));  // what is told about a game changes nothing
            for (int k = 0; k < 4; k++) {
                if (!strstr(made.step, told[k])) continue;
                dado_region region;
                dado_region_init_large(&region);
                seen[k]++;
                sound[k] += dado_recycle_check("changed", made.text, NULL, &region, NULL);
                dado_region_free(&region);
            }
        }
        free(text);
    }
    for (int k = 0; k < 4; k++) {
        if (seen[k] == 0 || sound[k] == 0) {
            fail_msg("%s: %d changes, %d sound", told[k], seen[k], sound[k]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_later_forms_are_changed_too),
        cmocka_unit_test(variants_open_and_their_worth_is_what_sim_says),
        cmocka_unit_test(a_variant_that_overwrites_a_choice_has_an_idle_one),
        cmocka_unit_test(fresh_quality_holds_on_other_luck),
        cmocka_unit_test(an_ancestor_that_cannot_be_judged_is_refused),
        cmocka_unit_test(neither_hands_nor_stopping_change_what_is_bred),
        cmocka_unit_test(what_measures_is_frozen),
        cmocka_unit_test(what_counts_rounds_is_told_from_what_does_not),
        cmocka_unit_test(steps_are_told_in_words_and_comments_do_not_lie),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
