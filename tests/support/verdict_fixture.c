// verdict_fixture.c - see verdict_fixture.h.
#include "support/verdict_fixture.h"

#include "judge/experiment_summary.h"
#include "support/match_fixture.h"
#include "support/test.h"

dado_region dado_verdict_fixture_memory;

int dado_verdict_fixture_setup(void **state)
{
    (void)state;
    dado_region_init_large(&dado_verdict_fixture_memory);
    return 0;
}

int dado_verdict_fixture_teardown(void **state)
{
    (void)state;
    dado_region_free(&dado_verdict_fixture_memory);
    return 0;
}

const dado_game_source *dado_verdict_fixture_game(const char *name)
{
    return dado_test_game(name, NULL, &dado_verdict_fixture_memory);
}

const dado_game_source *dado_verdict_fixture_text(const char *rules)
{
    return dado_test_game_text("case.rcy", rules, &dado_verdict_fixture_memory);
}

void dado_verdict_fixture_sim(dado_verdict_fixture *verdict_fixture, const dado_game_source *game,
                              const char *players, int64_t matches, uint64_t seed, int limit)
{
    *verdict_fixture = (dado_verdict_fixture){ 0 };
    dado_region_init_large(&verdict_fixture->region);
    dado_plan plan =
        dado_test_plan(game, dado_test_lineup(players, &verdict_fixture->region), matches, seed);
    if (limit) plan.move_limit = limit;
    dado_game open;
    dado_measures measures;
    dado_findings_collector gathering;
    dado_results results;
    dado_error err = { 0 };
    dado_experiment_settings how = { .threads = 2,
                                     .taker = &gathering,
                                     .block = dado_findings_collect_block };
    if (!dado_game_source_open(game, &open, &verdict_fixture->region, &err) ||
        !dado_measures_list(&measures, open.rules->tally ? open.tallies : NULL,
                            &verdict_fixture->region, &err)) {
        fail_msg("%s", err.text);
    }
    dado_findings_collector_init(&gathering, &measures, NULL);
    if (!dado_experiment_run(&plan, &how, &results, &err) ||
        !dado_findings_collect(&verdict_fixture->found, &results, &gathering, -1,
                               &verdict_fixture->region, &err)) {
        fail_msg("%s", err.text);
    }
    verdict_fixture->count = dado_verdicts_of(&verdict_fixture->found, verdict_fixture->said);
    dado_findings_collector_free(&gathering);
    dado_results_free(&results);
}

void dado_verdict_fixture_doctor(dado_verdict_fixture *verdict_fixture,
                                 const dado_game_source *game, dado_effort effort, uint64_t seed)
{
    *verdict_fixture = (dado_verdict_fixture){ 0 };
    dado_region_init_large(&verdict_fixture->region);
    dado_checkup_config plan = { .game = game, .effort = effort, .seed = seed, .limit = 2000 };
    dado_experiment_settings how = { .threads = 2 };
    dado_error err = { 0 };
    if (!dado_checkup_run(&plan, &how, &verdict_fixture->region, &verdict_fixture->checkup, &err)) {
        fail_msg("%s", err.text);
    }
    verdict_fixture->count = dado_diagnose(&verdict_fixture->checkup, verdict_fixture->said);
}

void dado_verdict_fixture_close(dado_verdict_fixture *verdict_fixture)
{
    dado_checkup_free(&verdict_fixture->checkup);
    dado_region_free(&verdict_fixture->region);
}

const dado_verdict *dado_verdict_fixture_about(const dado_verdict_fixture *verdict_fixture,
                                               const char *topic)
{
    for (int i = 0; i < verdict_fixture->count; i++) {
        if (strcmp(verdict_fixture->said[i].topic, topic) == 0) return &verdict_fixture->said[i];
    }
    return NULL;
}

const dado_verdict *dado_verdict_fixture_claiming(const dado_verdict_fixture *verdict_fixture,
                                                  const char *words)
{
    for (int i = 0; i < verdict_fixture->count; i++) {
        if (strstr(verdict_fixture->said[i].claim, words)) return &verdict_fixture->said[i];
    }
    return NULL;
}
