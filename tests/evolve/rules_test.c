// rules_test.c - descriptions are bred: variants open, their worth is what sim says, and it
// repeats.
#include "support/test.h"

#include "evolve/genetic.h"
#include "evolve/rules.h"
#include "evolve/rules_change.h"
#include "judge/appraise.h"
#include "recycle/recycle.h"
#include "support/play.h"

typedef struct stable {
    dado_arena arena;
    dado_rules_breed breed;
    dado_species species;
    dado_options none;
} stable;

static void open_stable(stable *s, const char *game, const char *wish)
{
    *s = (stable){ 0 };
    dado_arena_init_generous(&s->arena);
    const dado_source *source = dado_play_game(game, NULL, &s->arena);
    s->breed = (dado_rules_breed){
        .name = game, .ancestor = source->text, .options = &s->none,
        .player = dado_play_lineup("random", &s->arena)->players,
        .expect = dado_play_wish(wish, source, &s->arena), .matches = 40, .move_limit = 2000,
        .seed = 9, .growth_cost = 0.05,
    };
    dado_error err = { 0 };
    if (!dado_rules_species(&s->species, &s->breed, &s->arena, &err)) fail_msg("%s", err.text);
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
        dado_quick luck = dado_quick_seed(dado_derive(11, i));
        s.species.create(&s.species, &luck, g);
        s.species.mutate(&s.species, &luck, g);
        bool same = strcmp(g->text, s.breed.ancestor) == 0;
        assert_true(same == (g->steps[0] == '\0'));
        assert_null(strstr(g->steps, "...\n"));  // three steps are never too many to tell
        changed += !same;
        dado_diagnosis found;
        dado_arena arena;
        dado_arena_init_generous(&arena);
        assert_true(dado_recycle_check("variant", g->text, NULL, &arena, &found));
        double traits[DADO_RULES_TRAITS];
        const char *reason;
        double fitness = dado_rules_judge(&s.breed, g->text, traits, &reason);
        assert_true(dado_is_none(fitness) == (reason != NULL));
        viable += !reason;
        if (!reason) {
            const dado_source *game = dado_play_text("variant.rcy", g->text, &arena);
            dado_plan plan = dado_play_plan(game, dado_play_lineup("random", &arena), 40, 9);
            plan.move_limit = 2000;
            dado_demand demand = { .expect = dado_play_wish("metric rounds = 8 abs=8\n", game,
                                                            &arena) };
            dado_appraisal a;
            dado_appraise(&plan, &demand, &a);
            assert_true(a.quality == traits[DADO_RULES_QUALITY]);
            assert_true(fitness <= a.quality);
            dado_results_free(&a.results);
        }
        dado_arena_free(&arena);
    }
    assert_true(changed > 15 && viable > 5);
    free(g);
    dado_arena_free(&s.arena);
}

static void an_ancestor_that_cannot_be_judged_is_refused(void **state)
{
    (void)state;
    stable s = { 0 };
    dado_arena_init_generous(&s.arena);
    const dado_source *source = dado_play_game("tests/judge/cases/endless.rcy", NULL, &s.arena);
    s.breed = (dado_rules_breed){
        .name = "endless.rcy", .ancestor = source->text, .options = &s.none,
        .player = dado_play_lineup("random", &s.arena)->players,
        .expect = dado_play_wish("metric rounds = 8\n", source, &s.arena), .matches = 10,
        .move_limit = 200, .seed = 1,
    };
    dado_error err = { 0 };
    assert_false(dado_rules_species(&s.species, &s.breed, &s.arena, &err));
    assert_non_null(strstr(err.text, "did not end"));
    dado_arena_free(&s.arena);
}

static void neither_hands_nor_stopping_change_what_is_bred(void **state)
{
    (void)state;
    uint64_t hashes[2];
    for (int hands = 1; hands <= 2; hands++) {
        stable s;
        open_stable(&s, "library/dice/dicepoints.rcy", "metric lead_change = 0.5 abs=0.5\n");
        dado_breeding plan = dado_breeding_classic();
        plan.population = 8;
        plan.generations = 3;
        plan.selection = DADO_TOURNAMENT;
        plan.tournament = 2;
        plan.elite = 1;
        plan.seed = 4;
        dado_error err = { 0 };
        dado_crew *crew = NULL;
        dado_evolution e;
        assert_true(dado_crew_open(&crew, hands, &err));
        assert_true(dado_evolution_begin(&e, &s.species, &plan, crew, &s.arena, &err));
        assert_true(dado_evolution_run(&e, NULL, NULL, NULL, &err));
        dado_text saved = { 0 };
        dado_evolution_save(&e, &saved);
        hashes[hands - 1] = dado_species_hash(dado_text_string(&saved));
        dado_text_free(&saved);
        dado_crew_close(crew);
        dado_arena_free(&s.arena);
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
            dado_quick luck = dado_quick_seed(dado_derive(3, i));
            s.species.create(&s.species, &luck, g);
            s.species.create(&s.species, &luck, h);
            s.species.cross(&s.species, &luck, g, h);
            for (int m = 0; m < 6; m++) s.species.mutate(&s.species, &luck, g);
            changed += strcmp(g->text, s.breed.ancestor) != 0;
            assert_true(dado_rules_measure_alike(s.breed.ancestor, g->text, true));
            assert_non_null(strstr(g->text, "saveturnstats"));
            assert_true(!strstr(s.breed.ancestor, "scoring max") ==
                        !strstr(g->text, "scoring max"));
        }
        assert_true(changed > 40);
        dado_arena_free(&s.arena);
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
        if (dado_rules_measure_alike(game, other, true) != changes[i].alike) {
            fail_msg("%s for %s", changes[i].to, changes[i].from);
        }
    }
    assert_true(dado_rules_measure_alike("(scoring max S)", "(scoring min S)", false));
}

static void steps_are_told_in_words_and_comments_do_not_lie(void **state)
{
    (void)state;
    static const char game[] = "(game\n  (end (== N 10)) ; ten rounds\n  (x 3))\n";
    dado_rules_edit made;
    bool seen = false;
    for (uint64_t i = 0; i < 200; i++) {
        dado_quick luck = dado_quick_seed(dado_derive(5, i));
        if (!dado_rules_change(game, &luck, &made)) continue;
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
            dado_quick luck = dado_quick_seed(dado_derive(31, i));
            if (!dado_rules_change(text, &luck, &made)) continue;
            assert_null(strstr(made.step, "(about"));  // what is told about a game changes nothing
            for (int k = 0; k < 4; k++) {
                if (!strstr(made.step, told[k])) continue;
                dado_arena arena;
                dado_arena_init_generous(&arena);
                seen[k]++;
                sound[k] += dado_recycle_check("changed", made.text, NULL, &arena, NULL);
                dado_arena_free(&arena);
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
        cmocka_unit_test(an_ancestor_that_cannot_be_judged_is_refused),
        cmocka_unit_test(neither_hands_nor_stopping_change_what_is_bred),
        cmocka_unit_test(what_measures_is_frozen),
        cmocka_unit_test(what_counts_rounds_is_told_from_what_does_not),
        cmocka_unit_test(steps_are_told_in_words_and_comments_do_not_lie),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
