// suggest_change_test.c - a game with a planted flaw: what to try mends it, and by as much as is
// said.
//
// By default six small games are asked about with one seed; with DADO_LONG, twelve with ten.
#include "support/test.h"

#include <stdlib.h>

#include "evolve/suggest_change.h"
#include "evolve/rules_mutation.h"
#include "support/verdict_fixture.h"
#include "support/match_fixture.h"

#define FLAWS "tests/evolve/flaws/"

enum { budget = 8000 };

static void ask(dado_verdict_fixture *verdict_fixture, const dado_game_source *game, uint64_t seed,
                int threads, int64_t matches, dado_change_suggestion *advice)
{
    const dado_options none = { 0 };
    dado_change_request plan = {
        .game = game,
        .options = &none,
        .checkup = &verdict_fixture->checkup,
        .again = &(dado_checkup_config){ .game = game, .effort = DADO_QUICK, .limit = 2000 },
        .symptoms = verdict_fixture->said,
        .symptom_count = verdict_fixture->count,
        .matches = matches,
        .seed = seed,
        .limit = 500,
    };
    dado_experiment_settings how = { .threads = threads };
    dado_error err = { 0 };
    if (!dado_suggest_change(&plan, &how, &verdict_fixture->region, advice, &err))
        fail_msg("%s", err.text);
}

static bool is_alarm(const dado_verdict *v)
{
    return v->tone == DADO_BAD || v->tone == DADO_WARN;
}

static int alarms(const dado_verdict_fixture *fixture, const char *topic, const char *claim)
{
    int count = 0;
    for (int i = 0; i < fixture->count; i++) {
        const dado_verdict *v = &fixture->said[i];
        count +=
            is_alarm(v) && strcmp(v->topic, topic) == 0 && (!claim || strcmp(v->claim, claim) == 0);
    }
    return count;
}

// An alarm that was not there before: nothing as bad was said about its topic.
static const char *new_alarm(const dado_verdict_fixture *before, const dado_verdict_fixture *after)
{
    for (int i = 0; i < after->count; i++) {
        const dado_verdict *v = &after->said[i];
        if (is_alarm(v) && alarms(after, v->topic, NULL) > alarms(before, v->topic, NULL)) {
            return v->claim;
        }
    }
    return NULL;
}

typedef struct flaw {
    const char *game, *topic;
    bool more;
    bool open;   // nothing may be named, and the finding may be of another topic
    bool small;  // asked about by default too
} flaw;

static const flaw flaws[] = {
    { FLAWS "ties.rcy", "ties", false, false, true },
    { FLAWS "seats.rcy", "fairness", false, false, false },
    { FLAWS "endless.rcy", "completion", false, false, true },
    { FLAWS "dead.rcy", "rules", true, false, true },
    { FLAWS "broken.rcy", "completion", false, false, true },
    { FLAWS "idle.rcy", "stakes", true, false, false },
    { FLAWS "runaway.rcy", "drama", true, false, false },
    { FLAWS "high-line.rcy", "rules", true, true, false },
    { FLAWS "drawn.rcy", "ties", false, true, false },
    { FLAWS "third.rcy", "fairness", false, true, true },
    { FLAWS "dealer.rcy", "fairness", false, true, false },
    { FLAWS "rich.rcy", "drama", true, true, true },
};

enum { flaw_count = sizeof flaws / sizeof *flaws };

typedef struct outcome {
    int asked, named, mended, harmed;
} outcome;

// Asks for advice, and checks up on the changed game with luck that nothing was chosen by.
static void follow_advice(const flaw *f, uint64_t seed, outcome *all)
{
    dado_verdict_fixture before, after;
    dado_region region;
    dado_region_init_large(&region);
    dado_change_suggestion advice;
    const dado_game_source *game = dado_test_game(f->game, NULL, &region);
    dado_verdict_fixture_doctor(&before, game, DADO_QUICK, seed);
    ask(&before, game, seed, 2, budget, &advice);
    all->asked += advice.finding && !f->open;
    if (advice.finding && !f->open) assert_string_equal(advice.finding->topic, f->topic);
    if (advice.finding) assert_true(advice.matches <= budget && advice.tried > 0);
    if (advice.found) {
        const char *topic = advice.finding->topic;
        if (strcmp(topic, f->topic) == 0) {
            assert_true(f->more ? advice.effect.low > 0 : advice.effect.high < 0);
        }
        assert_true(dado_rules_same_measures(game->text, advice.text, true));
        const dado_game_source *changed = dado_test_game_text("changed.rcy", advice.text, &region);
        dado_verdict_fixture_doctor(&after, changed, DADO_QUICK, seed + 1000);
        bool mended = alarms(&after, topic, NULL) < alarms(&before, topic, NULL);
        const char *harm = new_alarm(&before, &after);
        all->named++;
        all->mended += mended;
        all->harmed += harm != NULL;
        if (!mended || harm) {
            print_message("%s, seed %d: %s %s %s\n", f->game, (int)seed, advice.change,
                          mended ? "mends it, but:" : "leaves it;", harm ? harm : "");
        }
        dado_verdict_fixture_close(&after);
    } else if (!f->open) {
        print_message("%s, seed %d: nothing is named\n", f->game, (int)seed);
    }
    dado_verdict_fixture_close(&before);
    dado_region_free(&region);
}

static void planted_flaws_are_mended_without_a_new_alarm(void **state)
{
    (void)state;
    uint64_t seeds = getenv("DADO_LONG") ? 10 : 1;
    outcome all = { 0 }, open = { 0 };
    for (size_t i = 0; i < flaw_count; i++) {
        if (seeds == 1 && !flaws[i].small) continue;
        for (uint64_t seed = 1; seed <= seeds; seed++) {
            follow_advice(&flaws[i], seed, flaws[i].open ? &open : &all);
        }
    }
    print_message("%d of %d mended, %d harmed; of others %d of %d named, %d harmed\n", all.mended,
                  all.asked, all.harmed, open.mended, open.named, open.harmed);
    // Advice may be sparse, but what is named must hold, but for what luck does to a line.
    int named = all.named + open.named;
    assert_true(seeds == 1 ? all.mended == all.asked : all.mended * 10 >= all.asked * 8);
    assert_true((all.mended + open.mended) * 20 >= named * 19);
    assert_true((all.harmed + open.harmed) * 20 <= named);
}

static void advice_is_the_same_on_any_number_of_threads(void **state)
{
    (void)state;
    dado_verdict_fixture verdict_fixture;
    dado_region region;
    dado_region_init_large(&region);
    const dado_game_source *game = dado_test_game(FLAWS "ties.rcy", NULL, &region);
    dado_verdict_fixture_doctor(&verdict_fixture, game, DADO_QUICK, 4);
    dado_change_suggestion one, two;
    ask(&verdict_fixture, game, 9, 1, 3000, &one);
    ask(&verdict_fixture, game, 9, 3, 3000, &two);
    assert_true(one.found && two.found);
    assert_string_equal(one.text, two.text);
    assert_memory_equal(&one.effect, &two.effect, sizeof one.effect);
    dado_verdict_fixture_close(&verdict_fixture);
    dado_region_free(&region);
}

static void nothing_is_named_where_nothing_helps_or_nothing_is_wrong(void **state)
{
    (void)state;
    dado_verdict_fixture verdict_fixture;
    dado_region region;
    dado_region_init_large(&region);
    dado_change_suggestion advice;
    // No single change makes this one end with something left to decide.
    const dado_game_source *game = dado_test_game("tests/judge/cases/endless.rcy", NULL, &region);
    dado_verdict_fixture_doctor(&verdict_fixture, game, DADO_QUICK, 1);
    ask(&verdict_fixture, game, 1, 2, 4000, &advice);
    assert_string_equal(advice.finding->topic, "completion");
    assert_true(advice.tried > 20);
    assert_false(advice.found);
    ask(&verdict_fixture, game, 1, 2, 100, &advice);  // too few to try anything with
    assert_true(advice.tried == 0 && !advice.found);
    dado_verdict_fixture_close(&verdict_fixture);
    game = dado_test_game("tests/judge/cases/skill.rcy", NULL, &region);
    dado_verdict_fixture_doctor(&verdict_fixture, game, DADO_QUICK, 1);
    ask(&verdict_fixture, game, 1, 2, 4000, &advice);
    assert_null(advice.finding);
    dado_verdict_fixture_close(&verdict_fixture);
    dado_region_free(&region);
}

// Returns the share of ties between the players whom the finding is about.
static double ties_of(const char *text, const char *players, uint64_t seed)
{
    dado_verdict_fixture verdict_fixture;
    dado_region region;
    dado_region_init_large(&region);
    dado_verdict_fixture_sim(&verdict_fixture, dado_test_game_text("game.rcy", text, &region),
                             players, 4000, seed, 500);
    double share = dado_verdict_fixture_about(&verdict_fixture, "ties")->figure.value;
    dado_verdict_fixture_close(&verdict_fixture);
    dado_region_free(&region);
    return share;
}

// The best of many looks better than it is; what is told of it must not.
static void the_interval_holds_the_true_effect(void **state)
{
    (void)state;
    uint64_t seeds = getenv("DADO_LONG") ? 60 : 6;
    int missed = 0, found = 0;
    dado_verdict_fixture verdict_fixture;
    dado_region region;
    dado_region_init_large(&region);
    const dado_game_source *game = dado_test_game(FLAWS "ties.rcy", NULL, &region);
    dado_verdict_fixture_doctor(&verdict_fixture, game, DADO_QUICK, 1);
    double before = 0;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        dado_change_suggestion advice;
        ask(&verdict_fixture, game, seed, 2, 2000, &advice);
        if (!advice.found) continue;
        found++;
        const char *players = advice.finding->thinking ? verdict_fixture.checkup.thinker : "random";
        if (before == 0) before = ties_of(game->text, players, 77);
        double effect = ties_of(advice.text, players, 77) - before;
        missed += effect < advice.effect.low || effect > advice.effect.high;
    }
    print_message("%d of %d found, %d of these missed\n", found, (int)seeds, missed);
    // One declared number must be multiplied by four: with few matches that is tried, too.
    assert_true(found * 10 >= (int)seeds * 8);
    assert_true(missed <= (seeds == 6 ? 1 : 5));  // three of sixty would be as stated
    dado_verdict_fixture_close(&verdict_fixture);
    dado_region_free(&region);
}

static void a_search_can_be_stopped(void **state)
{
    (void)state;
    dado_verdict_fixture verdict_fixture;
    dado_region region;
    dado_region_init_large(&region);
    const dado_game_source *game = dado_test_game(FLAWS "ties.rcy", NULL, &region);
    dado_verdict_fixture_doctor(&verdict_fixture, game, DADO_QUICK, 1);
    const dado_options none = { 0 };
    volatile sig_atomic_t stop = 1;
    dado_change_request plan = {
        .game = game,
        .options = &none,
        .checkup = &verdict_fixture.checkup,
        .again = &(dado_checkup_config){ .game = game, .effort = DADO_QUICK, .limit = 2000 },
        .symptoms = verdict_fixture.said,
        .symptom_count = verdict_fixture.count,
        .matches = 1000000,
        .seed = 1,
        .limit = 500,
    };
    dado_experiment_settings how = { .threads = 2, .stop = &stop };
    dado_change_suggestion advice;
    assert_true(dado_suggest_change(&plan, &how, &verdict_fixture.region, &advice, NULL));
    assert_true(advice.interrupted && !advice.found);
    dado_verdict_fixture_close(&verdict_fixture);
    dado_region_free(&region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_flaws_are_mended_without_a_new_alarm),
        cmocka_unit_test(advice_is_the_same_on_any_number_of_threads),
        cmocka_unit_test(nothing_is_named_where_nothing_helps_or_nothing_is_wrong),
        cmocka_unit_test(the_interval_holds_the_true_effect),
        cmocka_unit_test(a_search_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
