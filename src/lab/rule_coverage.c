// rule_coverage.c - see rule_coverage.h.
#include "lab/rule_coverage.h"
#include <string.h>

#include "core/clock.h"
#include "core/match_cursor.h"
#include "core/scope_cleanup.h"

// Steps examined per requested match: few matches are longer, and one without an end must
// not be followed for ever.
enum { steps_a_match = 4000, steps_between_looks = 1024 };
static const double progress_every = 0.1;

typedef struct coverage_run {
    const dado_game *game;
    const dado_experiment_settings *how;
    dado_clause_counts apply_counting;
    unsigned char *state;
    dado_progress progress;
    int64_t steps, most_steps;
    int64_t *matches_held, *held_before;  // by clause; `held` before the current match
    int clauses;
    double began, told;
} coverage_run;

static bool stopped(const coverage_run *e)
{
    return e->how && e->how->stop && *e->how->stop;
}

// Reports progress; returns false once enough steps were examined, or the caller wants to
// stop.
static bool go_on(coverage_run *e)
{
    if (e->steps >= e->most_steps || stopped(e)) return false;
    double time = dado_seconds();
    if (e->how && e->how->progress && time - e->told >= progress_every) {
        e->told = time;
        e->progress.seconds = time - e->began;
        e->how->progress(e->how->context, &e->progress);
    }
    return true;
}

static void replay_match(coverage_run *e, const dado_trace *trace)
{
    dado_match_cursor at = dado_match_cursor_begin(e->game, e->state, trace->path, trace->steps);
    at.coverage = &e->apply_counting;
    while (dado_match_cursor_next(&at)) {
        if (e->steps % steps_between_looks == 0 && !go_on(e)) return;
        dado_match_cursor_step(&at);
        e->steps++;
    }
    for (int i = 0; i < e->clauses; i++) {
        e->matches_held[i] += e->apply_counting.held[i] > e->held_before[i];
        e->held_before[i] = e->apply_counting.held[i];
    }
}

static int count_clauses(const dado_game *game)
{
    dado_clause clause;
    int count = 0;
    while (game->rules->clause && game->rules->apply_counting &&
           game->rules->clause(game, count, &clause))
        count++;
    return count;
}

static dado_rule_state judge(const dado_rule_use *r)
{
    if (r->held == 0) return DADO_RULE_NEVER;
    bool condition = strcmp(r->kind, "condition") == 0;
    return condition && r->failed == 0 ? DADO_RULE_ALWAYS : DADO_RULE_LIVE;
}

static void sum_up(dado_rule_coverage *c, const coverage_run *e, const dado_game_source *source,
                   dado_rule_use *rules, int count)
{
    for (int i = 0; i < count; i++) {
        dado_clause clause;
        e->game->rules->clause(e->game, i, &clause);
        dado_rule_use *r = &rules[i];
        *r = (dado_rule_use){
            .kind = clause.kind,
            .place = clause.place,
            .last_line = clause.last_line,
            .held = clause.held + e->apply_counting.held[i],
            .failed = clause.failed + e->apply_counting.failed[i],
            .matches_held = clause.held ? c->matches : e->matches_held[i],
        };
        r->place.source = source->path ? source->path : source->name;
        r->state = judge(r);
        c->never += r->state == DADO_RULE_NEVER;
        c->always += r->state == DADO_RULE_ALWAYS;
    }
    c->rules = rules;
    c->count = count;
}

bool dado_rule_coverage_collect(const dado_plan *plan, int instance, int lineup, int64_t matches,
                                const dado_experiment_settings *how, dado_region *region,
                                dado_rule_coverage *coverage, dado_error *err)
{
    *coverage = (dado_rule_coverage){ 0 };
    DADO_CLEANUP(dado_engine_free) dado_engine worker = { 0 };
    dado_engine_init(&worker, plan);
    worker.record = true;
    worker.stop_signal.told = how ? how->stop : NULL;
    if (!dado_engine_open(&worker, instance, lineup, err)) return false;
    int count = count_clauses(&worker.game);
    if (count == 0) return true;
    if (matches > plan->matches) matches = plan->matches;
    coverage_run e = { .how = how,
                       .game = &worker.game,
                       .most_steps = matches * steps_a_match,
                       .progress.all = matches };
    dado_rule_use *rules = dado_new(region, dado_rule_use, count);
    e.state = dado_new(region, unsigned char, worker.game.state_size);
    e.apply_counting.held = dado_new(region, int64_t, count);
    e.apply_counting.failed = dado_new(region, int64_t, count);
    e.matches_held = dado_new(region, int64_t, count);
    e.held_before = dado_new(region, int64_t, count);
    e.clauses = count;
    e.apply_counting.moves = dado_new(region, dado_move, worker.game.max_moves);
    if (!rules || !e.state || !e.apply_counting.held || !e.apply_counting.failed ||
        !e.apply_counting.moves || !e.matches_held || !e.held_before) {
        return dado_fail(err, DADO_LIMIT, "no memory left for the rules of the game");
    }
    e.began = e.told = dado_seconds();
    for (int64_t m = 0; m < matches && go_on(&e); m++) {
        const dado_trace *trace = dado_engine_match(&worker, m);
        if (trace) replay_match(&e, trace);
        if (stopped(&e)) break;
        e.progress.done = coverage->matches = m + 1;
    }
    if (coverage->matches) sum_up(coverage, &e, &plan->instances[instance], rules, count);
    return true;
}

const char *dado_rule_coverage_message(const dado_rule_use *rule)
{
    bool always = rule->state == DADO_RULE_ALWAYS;
    if (strcmp(rule->kind, "condition") == 0) {
        return always ? "this condition was always true" : "this condition was never true";
    }
    if (strcmp(rule->kind, "option") == 0) return "this option was never taken";
    if (strcmp(rule->kind, "stage") == 0) return "this stage was never entered";
    return "this act was never carried out";
}
