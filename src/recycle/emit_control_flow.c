// emit_control_flow.c - compiles elements to flat code: stages, choices, branches and
// loops.
//
// The state keeps what the flow must remember between two pauses: turns that are left,
// counters of loops, and values of `let`s around several elements. There is one number
// for each level of nesting.
#include "recycle/emitter.h"

static bool only_passes(const rcy_node *n)
{
    switch (n->op) {
    case OP_PASS: return true;
    case OP_IF:
    case OP_LET:
    case OP_LABEL: return only_passes(n->y);
    case OP_EITHER_ACT: return only_passes(n->y) && (!n->z || only_passes(n->z));
    case OP_DO:
        for (int i = 0; i < n->count; i++) {
            if (!only_passes(n->list[i])) return false;
        }
        return true;
    default: return false;
    }
}

// Compiles what is done if nobody has an option; players with an option jump over it.
static void otherwise(emitter *e, const rcy_tree *act, int choose)
{
    int jump = e->p->code_count;
    rcy_emit_instruct(e, OP_JUMP, act);
    if (e->failed) return;
    e->code[choose].otherwise = true;
    e->code[choose].jump = e->p->code_count;
    rcy_emit_flow_act(e, act);
    if (!e->failed) e->code[jump].jump = e->p->code_count;
}

static void choice(emitter *e, const rcy_tree *t, const rcy_node **lets, int let_count)
{
    rcy_program *p = e->p;
    int count = (int)t->value, at_kid = count;
    e->choices = rcy_emit_grow(e, e->choices, p->choice_count, &e->choice_room, sizeof *e->choices);
    const rcy_node **acts = rcy_emit_room(e, (size_t)count, sizeof *acts);
    uint16_t *order = rcy_emit_room(e, (size_t)count, sizeof *order);
    if (e->failed) return;
    int coverage = rcy_emit_coverage_points(e, t->kids, count, 'o');
    // The value of a `let` above the choice may also depend on hidden cards.
    rcy_choice made = { .count = count,
                        .acts = acts,
                        .order = order,
                        .lets = let_count,
                        .let = lets,
                        .token = t->token,
                        .coverage = coverage,
                        .peeks = t->flag || let_count > 0 };
    for (int i = 0; i < let_count; i++) made.let_draws = made.let_draws || lets[i]->draws;
    bool copies = false;
    for (int i = 0; i < count; i++) {
        acts[i] = rcy_emit_act(e, t->kids[i]);
        if (e->failed) return;
        copies = copies || rcy_changes_first(e, acts[i]);
    }
    int listed = 0;
    for (int passing = 0; passing < 2; passing++) {
        for (int k = 0; k < count; k++) {
            if (only_passes(acts[k]) == passing) order[listed++] = (uint16_t)k;
        }
    }
    const rcy_tree *other = t->name & rcy_choice_else ? t->kids[at_kid++] : NULL;
    const rcy_node *by = t->name & rcy_choice_by ? rcy_emit_value(e, t->kids[at_kid]) : NULL;
    int choose = p->code_count;
    rcy_insn *i = rcy_emit_instruct(e, OP_CHOOSE, t);
    if (e->failed) return;
    i->choice = p->choice_count;
    i->copies = copies;
    i->x = by;
    if (by) p->chosen_by = true;
    e->choices[p->choice_count++] = made;
    if (other) otherwise(e, other, choose);
}

static const rcy_tree *inside_lets(const rcy_tree *t)
{
    while (t->form == form_let_act) t = t->kids[1];
    return t;
}

// Compiles a simultaneous choice: all players choose, then all choices are executed. A
// cycle of its own holds who is asked.
static void together(emitter *e, const rcy_tree *t, const rcy_node **lets, int let_count)
{
    rcy_program *p = e->p;
    e->depth++;
    if (e->depth + 1 > p->depth) p->depth = e->depth + 1;
    int ask = p->code_count;
    choice(e, t->kids[0], lets, let_count);
    const rcy_node *only = t->count > 1 ? rcy_emit_value(e, t->kids[1]) : NULL;
    rcy_insn *carry = rcy_emit_instruct(e, OP_CARRY_OUT, t);
    if (e->failed) return;
    carry->choice = e->code[ask].choice;
    carry->copies = e->code[ask].copies;
    e->code[ask].op = OP_TOGETHER;
    e->code[ask].x = only;
    e->choices[carry->choice].peeks = true;
    p->together = true;
    e->depth--;
}

static void choice_in_lets(emitter *e, const rcy_tree *t)
{
    int count = 0;
    for (const rcy_tree *l = t; l->form == form_let_act; l = l->kids[1]) count++;
    const rcy_node **lets = rcy_emit_room(e, (size_t)count + 1, sizeof *lets);
    if (!lets) return;
    for (int i = 0; i < count; i++, t = t->kids[1]) {
        rcy_node *n = rcy_emit_node(e, OP_LET, t);
        if (e->failed) return;
        rcy_emit_let(e, t, n);
        if (e->failed) return;
        n->draws = n->x->draws;
        lets[i] = n;
    }
    if (t->form == form_together) together(e, t, lets, count);
    else choice(e, t, lets, count);
    e->vars -= count;
}

static void element(emitter *e, const rcy_tree *t);

// Resolves the jumps of each `stop` inside the stage that ends here: to the end of a
// turn, and to the end of the stage.
static void settle_stops(emitter *e, int from, int again, int leave)
{
    for (int i = from; i < e->p->code_count; i++) {
        if (e->code[i].stop_turn != e->stage) continue;
        e->code[i].stop_turn = again;
        e->code[i].stop_stage = leave;
    }
}

static int keep_number(emitter *e)
{
    rcy_program *p = e->p;
    int slot = e->kept++;
    if (e->kept > p->kept) p->kept = e->kept;
    return slot;
}

// Enters one more level of nested cycles.
static void enter_level(emitter *e, const rcy_tree *t, bool team)
{
    rcy_program *p = e->p;
    if (team) e->team_depth++;
    else e->depth++;
    if (e->depth >= 250 || e->team_depth >= 250) rcy_emit_fail(e, t, "stages are nested too deep");
    if (e->depth + 1 > p->depth) p->depth = e->depth + 1;
    if (e->team_depth + 1 > p->team_depth) p->team_depth = e->team_depth + 1;
}

// Emits an instruction of a stage that tests a value, and returns its index, or -1 on
// failure.
static int stage_test(emitter *e, rcy_op op, const rcy_tree *t, const rcy_node *value, bool team)
{
    int at = e->p->code_count;
    rcy_insn *i = rcy_emit_instruct(e, op, t);
    if (e->failed) return -1;
    i->x = value;
    i->flag = team;
    return at;
}

static void leave_stage(emitter *e, const rcy_tree *t, int enter, int again, int outer)
{
    bool team = t->code == keyword_team;
    int leave = e->p->code_count;
    rcy_insn *i = rcy_emit_instruct(e, OP_LEAVE, t);
    i->flag = team;
    settle_stops(e, enter, again, leave);
    e->stage = outer;
    if (!e->failed) e->code[leave].stop_turn = e->code[leave].stop_stage = outer;
    if (team) e->team_depth--;
    else e->depth--;
}

static void stage(emitter *e, const rcy_tree *t)
{
    rcy_program *p = e->p;
    bool team = t->code == keyword_team;
    int at_kid = (int)t->value + 1;
    const rcy_tree *end_tree = t->kids[0];
    const rcy_tree *turns = t->name & rcy_stage_turns ? t->kids[at_kid++] : NULL;
    const rcy_tree *only = t->name & rcy_stage_only ? t->kids[at_kid] : NULL;
    int coverage = rcy_emit_coverage_point(e, t, 's'), enter = p->code_count, outer = e->stage;
    int outer_kept = e->kept;
    e->stage = --e->stages;  // negative: unresolved until the end of the stage
    rcy_insn *i = rcy_emit_instruct(e, OP_ENTER, t);
    if (e->failed) return;
    i->flag = team;
    i->choice = coverage;
    i->stop_turn = i->stop_stage = outer;
    enter_level(e, t, team);
    int left = -1, begin = -1, skip = -1, admit = -1;
    if (turns) {
        const rcy_node *count = rcy_emit_value(e, turns);
        left = keep_number(e);
        begin = stage_test(e, OP_TURNS, turns, count, team);
        if (e->failed) return;
        e->code[begin].kept = left;
    }
    int cover_end = end_tree ? rcy_emit_coverage_point(e, end_tree, 'c') : -1;
    const rcy_node *end = end_tree ? rcy_emit_value(e, end_tree) : NULL;
    if (end) {
        skip = stage_test(e, OP_SKIP_IF, end_tree, end, team);
        if (e->failed) return;
        e->code[skip].choice = cover_end;
    }
    int body = p->code_count;
    if (only) {
        const rcy_node *test = rcy_emit_value(e, only);
        admit = body = stage_test(e, OP_ADMIT, only, test, team);
        if (e->failed) return;
    }
    for (int k = 1; k <= t->value; k++) element(e, t->kids[k]);
    int again = stage_test(e, OP_AGAIN, end_tree ? end_tree : turns, end, team);
    if (e->failed) return;
    e->code[again].choice = cover_end;
    e->code[again].jump = body;
    e->code[again].kept = left;
    int leave = p->code_count;
    if (begin >= 0) e->code[begin].jump = leave;
    if (skip >= 0) e->code[skip].jump = leave;
    if (admit >= 0) e->code[admit].jump = leave;
    e->kept = outer_kept;
    leave_stage(e, t, enter, again, outer);
}

// Compiles a `let` around several elements. The state keeps its value, unless that is a
// constant.
static void kept_let(emitter *e, const rcy_tree *t)
{
    const rcy_tree *value = t->kids[0];
    int64_t number;
    int32_t name;
    if (rcy_constant(value, &number) || rcy_constant_string(value, &name) ||
        rcy_constant_strings(value)) {
        if (t->binding) t->binding->declared = true;
        element(e, t->kids[1]);
        return;
    }
    bool place = value->type == type_cards;
    const rcy_node *x = place ? rcy_emit_gather(e, value) : rcy_emit_value(e, value);
    int slot = keep_number(e), level = e->kept - 1;
    rcy_insn *i = rcy_emit_instruct(e, OP_KEEP, t);
    if (e->failed) return;
    i->x = x;
    i->kept = slot;
    i->holds = value->type;
    i->level = level;
    if (value->type == type_card) e->p->keeps_cards |= (uint64_t)1 << (slot < 63 ? slot : 63);
    if (t->binding) t->binding->kept = slot + 1;
    element(e, t->kids[1]);
    i = rcy_emit_instruct(e, OP_DROP, t);
    i->kept = slot;
    e->kept = level;
}

static void repeated(emitter *e, const rcy_tree *t)
{
    bool count = t->form == form_repeat;
    int coverage = count ? -1 : rcy_emit_coverage_point(e, t->kids[0], 'c'), level = e->kept;
    const rcy_node *x = rcy_emit_value(e, t->kids[0]);
    int slot = count ? keep_number(e) : -1, begin = e->p->code_count;
    rcy_insn *i = rcy_emit_instruct(e, count ? OP_COUNT : OP_UNLESS, t);
    if (e->failed) return;
    i->x = x;
    i->kept = slot;
    i->choice = coverage;
    if (t->flag && t->binding) t->binding->kept = slot + 1;
    element(e, t->kids[1]);
    i = rcy_emit_instruct(e, count ? OP_COUNT_DOWN : OP_JUMP, t);
    if (e->failed) return;
    i->kept = slot;
    i->jump = count ? begin + 1 : begin;
    e->code[begin].jump = e->p->code_count;
    e->kept = level;
}

static void conditional(emitter *e, const rcy_tree *t)
{
    int at = e->p->code_count, coverage = rcy_emit_coverage_point(e, t->kids[0], 'c');
    const rcy_node *test = rcy_emit_value(e, t->kids[0]);
    at = e->p->code_count;
    rcy_insn *i = rcy_emit_instruct(e, OP_UNLESS, t);
    if (e->failed) return;
    i->x = test;
    i->choice = coverage;
    element(e, t->kids[1]);
    int jump = e->p->code_count;
    if (t->count > 2) rcy_emit_instruct(e, OP_JUMP, t);
    if (e->failed) return;
    e->code[at].jump = e->p->code_count;
    if (t->count > 2) element(e, t->kids[2]);
    if (t->count > 2 && !e->failed) e->code[jump].jump = e->p->code_count;
}

static void element(emitter *e, const rcy_tree *t)
{
    if (e->failed) return;
    const rcy_tree *inside = inside_lets(t);
    bool chooses = inside->form == form_choice || inside->form == form_together;
    if (t->form == form_stage) stage(e, t);
    else if (t->form == form_choice) choice(e, t, NULL, 0);
    else if (t->form == form_together) together(e, t, NULL, 0);
    else if (t->form == form_let_act && chooses) choice_in_lets(e, t);
    else if (t->form == form_block)
        for (int i = 0; i < t->count; i++) element(e, t->kids[i]);
    else if (rcy_is_act(t)) rcy_emit_flow_act(e, t);
    else if (t->form == form_if || t->form == form_either_act) conditional(e, t);
    else if (t->form == form_let_act) kept_let(e, t);
    else repeated(e, t);
}

void rcy_emit_element(emitter *e, const rcy_tree *t)
{
    element(e, t);
}
