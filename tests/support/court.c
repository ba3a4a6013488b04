// court.c - see court.h.
#include "support/court.h"

#include "judge/findings.h"
#include "support/play.h"
#include "support/test.h"

dado_arena dado_court_room;

int dado_court_enter(void **state)
{
    (void)state;
    dado_arena_init_generous(&dado_court_room);
    return 0;
}

int dado_court_leave(void **state)
{
    (void)state;
    dado_arena_free(&dado_court_room);
    return 0;
}

const dado_source *dado_court_game(const char *name)
{
    return dado_play_game(name, NULL, &dado_court_room);
}

const dado_source *dado_court_text(const char *rules)
{
    return dado_play_text("case.rcy", rules, &dado_court_room);
}

void dado_court_sim(dado_court *court, const dado_source *game, const char *players,
                    int64_t matches, uint64_t seed, int limit)
{
    *court = (dado_court){ 0 };
    dado_arena_init_generous(&court->arena);
    dado_plan plan = dado_play_plan(game, dado_play_lineup(players, &court->arena), matches, seed);
    if (limit) plan.move_limit = limit;
    dado_game open;
    dado_measures measures;
    dado_gathering gathering;
    dado_results results;
    dado_error err = { 0 };
    dado_experiment_how how = { .threads = 2, .taker = &gathering, .block = dado_gather_block };
    if (!dado_source_open(game, &open, &court->arena, &err) ||
        !dado_measures_list(&measures, open.rules->tally ? open.tallies : NULL, &court->arena,
                            &err)) {
        fail_msg("%s", err.text);
    }
    dado_gathering_init(&gathering, &measures, NULL);
    if (!dado_experiment_run(&plan, &how, &results, &err) ||
        !dado_gather(&court->found, &results, &gathering, -1, &court->arena, &err)) {
        fail_msg("%s", err.text);
    }
    court->count = dado_verdicts_of(&court->found, court->said);
    dado_gathering_free(&gathering);
    dado_results_free(&results);
}

void dado_court_doctor(dado_court *court, const dado_source *game, dado_effort effort,
                       uint64_t seed)
{
    *court = (dado_court){ 0 };
    dado_arena_init_generous(&court->arena);
    dado_checkup_plan plan = { .game = game, .effort = effort, .seed = seed, .limit = 2000 };
    dado_experiment_how how = { .threads = 2 };
    dado_error err = { 0 };
    if (!dado_checkup_run(&plan, &how, &court->arena, &court->checkup, &err)) {
        fail_msg("%s", err.text);
    }
    court->count = dado_diagnose(&court->checkup, court->said);
}

void dado_court_close(dado_court *court)
{
    dado_checkup_free(&court->checkup);
    dado_arena_free(&court->arena);
}

const dado_verdict *dado_court_about(const dado_court *court, const char *topic)
{
    for (int i = 0; i < court->count; i++) {
        if (strcmp(court->said[i].topic, topic) == 0) return &court->said[i];
    }
    return NULL;
}

const dado_verdict *dado_court_says(const dado_court *court, const char *words)
{
    for (int i = 0; i < court->count; i++) {
        if (strstr(court->said[i].claim, words)) return &court->said[i];
    }
    return NULL;
}
