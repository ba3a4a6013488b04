// rule_coverage.c - counts which clauses of a description are executed or hold during
// play.
//
// Nothing is counted in a state. To count, the moves of a match are played again with
// hooks: the machine calls them for every condition, option, stage and act, and they add
// to counters. What happens before the first decision happens once, when the game is
// opened, and its counts are added too.
#include "recycle/rule_coverage.h"

static void count_act(rcy_hooks *hooks, const rcy_machine *m, const rcy_node *n)
{
    (void)m;
    if (n->coverage >= 0) ((rcy_coverage_counter *)(void *)hooks)->held[n->coverage]++;
}

static void count_clause(rcy_hooks *hooks, int coverage, bool held)
{
    rcy_coverage_counter *c = (rcy_coverage_counter *)(void *)hooks;
    if (coverage >= 0) (held ? c->held : c->failed)[coverage]++;
}

void rcy_ignore_act(rcy_hooks *hooks, const rcy_machine *m, const rcy_node *n)
{
    (void)hooks;
    (void)m;
    (void)n;
}

void rcy_ignore_clause(rcy_hooks *hooks, int coverage, bool held)
{
    (void)hooks;
    (void)coverage;
    (void)held;
}

void rcy_ignore_pick(rcy_hooks *hooks, const rcy_machine *m, const rcy_node *n, const rcy_coll *c,
                     int k)
{
    (void)hooks;
    (void)m;
    (void)n;
    (void)c;
    (void)k;
}

rcy_hooks rcy_null_hooks(void)
{
    return (
        rcy_hooks){ .act = rcy_ignore_act, .fired = rcy_ignore_clause, .picked = rcy_ignore_pick };
}

rcy_coverage_counter rcy_coverage_counter_make(int64_t *held, int64_t *failed)
{
    rcy_hooks hooks = { .act = count_act, .fired = count_clause, .picked = rcy_ignore_pick };
    return (rcy_coverage_counter){ hooks, held, failed };
}

void rcy_report_options(const rcy_program *p, const void *state, dado_move *moves, rcy_hooks *hooks)
{
    if (((const rcy_pause *)state)->kind != pause_choice) return;
    void (*act)(rcy_hooks *, const rcy_machine *, const rcy_node *) = hooks->act;
    hooks->act = rcy_ignore_act;
    rcy_list_moves(p, state, moves, NULL, hooks);
    hooks->act = act;
}

void rcy_count_coverage(const dado_game *game, void *state, dado_move move,
                        dado_clause_counts *witness)
{
    rcy_coverage_counter counting = rcy_coverage_counter_make(witness->held, witness->failed);
    rcy_report_options(game->data, state, witness->moves, &counting.hooks);
    rcy_apply(game->data, state, move, &counting.hooks);
}

const char *rcy_clause_kind(char kind)
{
    switch (kind) {
    case 's': return "stage";
    case 'c': return "condition";
    case 'o': return "option";
    default: return "act";
    }
}

bool rcy_clause(const dado_game *game, int which, dado_clause *clause)
{
    const rcy_program *p = game->data;
    if (which < 0 || which >= p->coverage_count) return false;
    const rcy_coverage_point *c = &p->coverage[which];
    *clause = (dado_clause){
        .kind = rcy_clause_kind(c->kind),
        .place = rcy_source_location(p->source, c->token, c->last),
        .last_line = p->source->tokens[c->last].line,
        .held = p->opening_held[which],
        .failed = p->opening_failed[which],
    };
    return true;
}
