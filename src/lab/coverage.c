// coverage.c - see coverage.h.
#include "lab/coverage.h"

#include <string.h>

#include "core/clock.h"
#include "core/ends.h"

// Steps looked at for each match asked for: few matches are longer, and one without an end must
// not be looked at for ever.
enum { steps_a_match = 4000, steps_between_looks = 1024 };
static const double progress_every = 0.1;

typedef struct ear {
    const dado_game *game;
    const dado_experiment_how *how;
    dado_witness witness;
    unsigned char *state;
    dado_progress progress;
    int64_t steps, most_steps;
    double began, told;
} ear;

static bool stopped(const ear *e)
{
    return e->how && e->how->stop && *e->how->stop;
}

// False once it is enough, or somebody wants it to stop.
static bool go_on(ear *e)
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

static void replay_match(ear *e, const dado_trace *trace)
{
    e->game->rules->start(e->game, e->state);
    for (int i = 0; i < trace->steps; i++, e->steps++) {
        if (e->steps % steps_between_looks == 0 && !go_on(e)) return;
        e->game->rules->witness(e->game, e->state, trace->path[i].move, &e->witness);
    }
}

static int count_clauses(const dado_game *game)
{
    dado_clause clause;
    int count = 0;
    while (game->rules->clause && game->rules->witness && game->rules->clause(game, count, &clause))
        count++;
    return count;
}

static dado_rule_state judge(const dado_rule_use *r)
{
    if (r->held == 0) return DADO_RULE_NEVER;
    bool condition = strcmp(r->kind, "condition") == 0;
    return condition && r->failed == 0 ? DADO_RULE_ALWAYS : DADO_RULE_LIVE;
}

static void sum_up(dado_coverage *c, const ear *e, const dado_source *source, dado_rule_use *rules,
                   int count)
{
    for (int i = 0; i < count; i++) {
        dado_clause clause;
        e->game->rules->clause(e->game, i, &clause);
        dado_rule_use *r = &rules[i];
        *r = (dado_rule_use){
            .kind = clause.kind,
            .place = clause.place,
            .last_line = clause.last_line,
            .held = clause.held + e->witness.held[i],
            .failed = clause.failed + e->witness.failed[i],
        };
        r->place.source = source->path ? source->path : source->name;
        r->state = judge(r);
        c->never += r->state == DADO_RULE_NEVER;
        c->always += r->state == DADO_RULE_ALWAYS;
    }
    c->rules = rules;
    c->count = count;
}

bool dado_coverage_gather(const dado_plan *plan, int instance, int lineup, int64_t matches,
                          const dado_experiment_how *how, dado_arena *arena,
                          dado_coverage *coverage, dado_error *err)
{
    *coverage = (dado_coverage){ 0 };
    DADO_ENDS(dado_desk_free) dado_desk desk = { 0 };
    dado_desk_init(&desk, plan);
    desk.record = true;
    desk.heed.told = how ? how->stop : NULL;
    if (!dado_desk_open(&desk, instance, lineup, err)) return false;
    int count = count_clauses(&desk.game);
    if (count == 0) return true;
    if (matches > plan->matches) matches = plan->matches;
    ear e = { .how = how, .game = &desk.game, .most_steps = matches * steps_a_match,
              .progress.all = matches };
    dado_rule_use *rules = dado_new(arena, dado_rule_use, count);
    e.state = dado_new(arena, unsigned char, desk.game.state_size);
    e.witness.held = dado_new(arena, int64_t, count);
    e.witness.failed = dado_new(arena, int64_t, count);
    e.witness.moves = dado_new(arena, dado_move, desk.game.max_moves);
    if (!rules || !e.state || !e.witness.held || !e.witness.failed || !e.witness.moves) {
        return dado_fail(err, DADO_LIMIT, "no memory left for the rules of the game");
    }
    e.began = e.told = dado_seconds();
    for (int64_t m = 0; m < matches && go_on(&e); m++) {
        const dado_trace *trace = dado_desk_match(&desk, m);
        if (trace) replay_match(&e, trace);
        if (stopped(&e)) break;
        e.progress.done = coverage->matches = m + 1;
    }
    if (coverage->matches) sum_up(coverage, &e, &plan->instances[instance], rules, count);
    return true;
}

const char *dado_rule_words(const dado_rule_use *rule)
{
    bool always = rule->state == DADO_RULE_ALWAYS;
    if (strcmp(rule->kind, "condition") == 0) {
        return always ? "this condition was always true" : "this condition was never true";
    }
    if (strcmp(rule->kind, "option") == 0) return "this option was never taken";
    if (strcmp(rule->kind, "stage") == 0) return "this stage was never entered";
    return "this act was never carried out";
}
