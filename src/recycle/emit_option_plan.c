// emit_option_plan.c - compiles how the options of a choice are listed.
//
// Alternatives test much the same of the state, one after the other: is a suit led, does
// the hand have it, are hearts broken. Here their conditions become a graph. Each test
// leads to what is still to be tested after yes and after no. So nothing is tested twice,
// and what an answer excludes is never tested. Only conditions that cannot fail are
// tested in this way. From its first other condition on, an alternative is listed as it
// is.
#include <string.h>

#include "recycle/emitter.h"
#include "recycle/option_plan.h"

enum { most_facts = 32, most_guards = 16, most_steps = 400, most_counts = rcy_most_counts };

typedef struct fact {
    const rcy_node *node;  // the condition, or the filter that must leave something
    bool filter;
    int count;  // for a filter: the index of its stored count
} fact;

typedef struct knowledge {
    uint32_t known, true_, counted;
} knowledge;

typedef struct guard {
    int fact;
    bool wanted;
} guard;

typedef struct alternative {
    guard guards[most_guards];
    int guard_count;
    const rcy_node *node;  // what is listed once the guards hold
    rcy_plan_op put;
    int fact;       // the fact that plan_add_filter uses
    uint32_t uses;  // facts that it or a later alternative tests
} alternative;

typedef struct step {
    int at, guard;  // its position among the alternatives and their guards
    knowledge facts;
} step;

typedef struct planner {
    emitter *e;
    const rcy_choice *choice;
    fact facts[most_facts];
    int fact_count, counts;
    alternative *alternatives;
    rcy_plan_step *asks;
    step *steps;
    int count;
    bool failed;
} planner;

// --- facts ---

uint8_t rcy_holds_bits(int op)
{
    return rcy_holds_for[op - OP_LESS];
}

static bool same(const rcy_node *a, const rcy_node *b)
{
    if (a == b) return true;
    if (!a || !b) return false;
    if (a->op != b->op || a->flag != b->flag || a->mode != b->mode || a->class_ != b->class_ ||
        a->var != b->var || a->a != b->a || a->b != b->b || a->count != b->count ||
        a->value != b->value || a->op == OP_STRINGS) {
        return false;
    }
    for (int i = 0; i < a->count && a->list; i++) {
        if (!same(a->list[i], b->list[i])) return false;
    }
    return same(a->x, b->x) && same(a->y, b->y) && same(a->z, b->z);
}

static rcy_op opposite(rcy_op op)
{
    switch (op) {
    case OP_UNEQUAL: return OP_EQUAL;
    case OP_LEAST: return OP_LESS;
    case OP_MOST: return OP_MORE;
    default: return op;
    }
}

// Returns whether two conditions are the same, or opposites of each other.
static bool alike(const rcy_node *a, const rcy_node *b)
{
    if (opposite((rcy_op)a->op) != opposite((rcy_op)b->op)) return false;
    if (a->op >= OP_LESS && a->op <= OP_UNEQUAL) return same(a->x, b->x) && same(a->y, b->y);
    if (a->op == OP_STO_EQUALS || a->op == OP_STR_EQUALS) {
        return a->a == b->a && a->value == b->value;
    }
    if (a->op == OP_SIZE_EQUALS) return a->value == b->value && same(a->x, b->x);
    return same(a, b);
}

static bool is_negative(const rcy_node *n)
{
    return n->op == OP_UNEQUAL || n->op == OP_LEAST || n->op == OP_MOST ||
           ((n->op == OP_STO_EQUALS || n->op == OP_STR_EQUALS || n->op == OP_SIZE_EQUALS) &&
            n->flag);
}

static int fact_of(planner *w, const rcy_node *n, bool filter)
{
    for (int i = 0; i < w->fact_count; i++) {
        const fact *f = &w->facts[i];
        if (f->filter == filter && (filter ? same(f->node, n) : alike(f->node, n))) return i;
    }
    if (w->fact_count == most_facts || (filter && w->counts == most_counts)) {
        w->failed = true;
        return 0;
    }
    w->facts[w->fact_count] = (fact){ n, filter, filter ? w->counts++ : 0 };
    return w->fact_count++;
}

// Returns whether a place is found by the state alone.
static bool is_plain_place(const rcy_node *n)
{
    return n->op == OP_PLACE && (n->mode == mode_fixed || n->mode == mode_current);
}

static bool is_countable(const rcy_node *filter)
{
    return filter->op == OP_FILTER && filter->card_filter && filter->safe &&
           is_plain_place(filter->x);
}

static void look_in_place(rcy_plan_step *a, const rcy_node *place)
{
    a->slot = place->a;
    a->current = place->mode == mode_current ? 255 : 0;
}

static void look_through(rcy_plan_step *a, const rcy_node *filter)
{
    const rcy_card_filter *card_filter = filter->card_filter;
    a->node = filter;
    look_in_place(a, filter->x);
    if (card_filter->count != 1) return;
    a->table = card_filter->card_test->table;
    a->attribute = card_filter->card_test->attribute;
    a->string = card_filter->card_test->string;
    a->flag = a->attribute && card_filter->truth == 1;
}

static void guard_with(planner *w, alternative *a, const rcy_node *n, bool wanted);

// Returns the guards of one part of an `or`.
static alternative part_of(planner *w, const rcy_node *n)
{
    alternative part = { 0 };
    guard_with(w, &part, n, true);
    return part;
}

// Splits a condition into guards that must all hold. An `or` is one guard, and its parts
// are facts too.
static void guard_with(planner *w, alternative *a, const rcy_node *n, bool wanted)
{
    if (n->op == OP_NOT) {
        guard_with(w, a, n->x, !wanted);
        return;
    }
    if ((n->op == OP_AND && wanted) || (n->op == OP_OR && !wanted)) {
        for (int i = 0; i < n->count; i++) guard_with(w, a, n->list[i], wanted);
        return;
    }
    if (a->guard_count == most_guards) {
        w->failed = true;
        return;
    }
    for (int i = 0; n->op == OP_OR && i < n->count; i++) part_of(w, n->list[i]);
    bool left = (n->op == OP_SOME_LEFT || n->op == OP_NONE_LEFT) && is_countable(n->x);
    if (left) wanted = wanted == (n->op == OP_SOME_LEFT);
    else wanted = wanted != is_negative(n);
    a->guards[a->guard_count++] = (guard){ fact_of(w, left ? n->x : n, left), wanted };
}

static void read_alternative(planner *w, alternative *a, const rcy_node *n)
{
    for (; n->op == OP_IF && n->x->safe; n = n->y) guard_with(w, a, n->x, true);
    a->node = n;
    a->put = plan_add_node;
    if (n->sure && !n->picks) {
        a->put = plan_add_moves;
    } else if (n->op == OP_ANY && n->y->sure && !n->y->picks) {
        if (is_plain_place(n->x)) a->put = plan_add_place;
        if (n->x->op == OP_BOUND) a->put = plan_add_bound;
        if (is_countable(n->x)) {
            a->put = plan_add_filter;
            a->fact = fact_of(w, n->x, true);
        }
    }
}

// --- the graph ---

// Records an answer and what follows from it, for instance that a storage has only one
// value.
static knowledge learn(const planner *w, knowledge k, int which, bool answer)
{
    k.known |= 1u << which;
    if (answer) k.true_ |= 1u << which;
    const rcy_node *n = w->facts[which].node;
    if (!answer || w->facts[which].filter || (n->op != OP_STO_EQUALS && n->op != OP_STR_EQUALS)) {
        return k;
    }
    for (int i = 0; i < w->fact_count; i++) {
        const rcy_node *other = w->facts[i].node;
        if (i != which && other->op == n->op && other->a == n->a) k.known |= 1u << i;
    }
    return k;
}

// Returns the value of an `or` by what is known: 1, 0, or -1 if it must be tested. In
// that case `open` is the fact to test first, if one part is a single fact; else it has
// no fact.
static int settled(planner *w, const rcy_node *n, const knowledge *k, guard *open)
{
    int answer = 0;
    open->fact = -1;
    if (n->op != OP_OR) return -1;
    for (int i = 0; i < n->count; i++) {
        alternative part = part_of(w, n->list[i]);
        bool holds = true, fails = false;
        for (int g = 0; g < part.guard_count; g++) {
            uint32_t bit = 1u << part.guards[g].fact;
            bool known = k->known & bit, is = ((k->true_ & bit) != 0) == part.guards[g].wanted;
            holds = holds && known && is;
            fails = fails || (known && !is);
        }
        if (holds) return 1;
        if (fails) continue;
        if (answer == 0 && part.guard_count == 1) *open = part.guards[0];
        answer = -1;
    }
    return answer;
}

static int plan_from(planner *w, int at, int guard_at, knowledge k);

static int add_step(planner *w, int at, int guard_at, knowledge k)
{
    if (w->count == most_steps) {
        w->failed = true;
        return 0;
    }
    w->steps[w->count] = (step){ at, guard_at, k };
    w->asks[w->count] = (rcy_plan_step){ 0 };
    return w->count++;
}

static bool compares_storage(const rcy_node *n)
{
    return n->op >= OP_LESS && n->op <= OP_UNEQUAL && n->x->op == OP_STO_FIXED;
}

static void ask_fact(rcy_plan_step *a, const fact *f)
{
    const rcy_node *n = f->node;
    a->node = n;
    if (f->filter) {
        a->op = plan_test_filter;
        look_through(a, n);
        a->value = f->count;
    } else if ((n->op == OP_STO_EQUALS || n->op == OP_STR_EQUALS) &&
               n->value == (int32_t)n->value) {
        a->op = n->op == OP_STO_EQUALS ? plan_test_number : plan_test_string;
        a->slot = n->a;
        a->value = (int32_t)n->value;
    } else if (compares_storage(n) && n->y->op == OP_STO_FIXED) {
        a->op = opposite((rcy_op)n->op) == OP_EQUAL ? plan_test_same : plan_test_two_numbers;
        a->slot = n->x->a;
        a->value = n->y->a;
        a->holds_for = rcy_holds_for[opposite((rcy_op)n->op) - OP_LESS];
    } else if (compares_storage(n) && n->y->op == OP_CONST && n->y->value == (int32_t)n->y->value) {
        a->op = plan_test_compare;
        a->slot = n->x->a;
        a->value = (int32_t)n->y->value;
        a->holds_for = rcy_holds_for[opposite((rcy_op)n->op) - OP_LESS];
    } else if (n->op == OP_SIZE_EQUALS && is_plain_place(n->x) && n->value == (int32_t)n->value) {
        a->op = plan_test_size;
        look_in_place(a, n->x);
        a->value = (int32_t)n->value;
        a->holds_for = rcy_holds_for[OP_EQUAL - OP_LESS];
    } else if (n->op >= OP_LESS && n->op <= OP_UNEQUAL && n->x->op == OP_SIZE_PLACE &&
               is_plain_place(n->x->x) && n->y->op == OP_CONST &&
               n->y->value == (int32_t)n->y->value) {
        a->op = plan_test_size;
        look_in_place(a, n->x->x);
        a->value = (int32_t)n->y->value;
        a->holds_for = rcy_holds_for[opposite((rcy_op)n->op) - OP_LESS];
    } else {
        a->op = plan_test_condition;
        a->flag = is_negative(n);
    }
}

static int plan_guard(planner *w, int at, int guard_at, knowledge k)
{
    guard g = w->alternatives[at].guards[guard_at];
    guard part;
    uint32_t bit = 1u << g.fact;
    int answer = settled(w, w->facts[g.fact].node, &k, &part);
    if (k.known & bit) answer = (k.true_ & bit) != 0;
    if (answer >= 0) {
        bool holds = answer == g.wanted;
        return holds ? plan_from(w, at, guard_at + 1, k) : plan_from(w, at + 1, 0, k);
    }
    // Of an `or` one part is tested; if that fails, the rest is still to be tested.
    bool whole = part.fact < 0;
    if (!whole) g = part;
    bit = 1u << g.fact;
    int step_at = add_step(w, at, guard_at, k);
    if (w->failed) return 0;
    ask_fact(&w->asks[step_at], &w->facts[g.fact]);
    knowledge yes = learn(w, k, g.fact, true), no = learn(w, k, g.fact, false);
    if (w->facts[g.fact].filter) {
        yes.counted |= bit;
        no.counted |= bit;
    }
    knowledge held = g.wanted ? yes : no, failed = g.wanted ? no : yes;
    int when_held = plan_from(w, at, guard_at + 1, held);
    int when_failed = whole ? plan_from(w, at + 1, 0, failed) : plan_from(w, at, guard_at, failed);
    w->asks[step_at].yes = g.wanted ? when_held : when_failed;
    w->asks[step_at].no = g.wanted ? when_failed : when_held;
    return step_at;
}

static int plan_put(planner *w, int at, knowledge k)
{
    const alternative *a = &w->alternatives[at];
    uint32_t bit = a->put == plan_add_filter ? 1u << a->fact : 0;
    if ((k.known & bit) && !(k.true_ & bit)) return plan_from(w, at + 1, 0, k);
    int step_at = add_step(w, at, a->guard_count, k);
    if (w->failed) return 0;
    rcy_plan_step made = { .op = (uint8_t)a->put,
                           .alternative = w->choice->order[at],
                           .node = a->node };
    knowledge yes = k, no = k;
    if (a->put == plan_add_filter) {
        look_through(&made, a->node->x);
        made.value = w->facts[a->fact].count;
        if (k.counted & bit) made.op = plan_add_counted;
        yes = learn(w, k, a->fact, true);
        no = learn(w, k, a->fact, false);
        yes.counted |= bit;
        no.counted |= bit;
    } else if (a->put == plan_add_place) {
        look_in_place(&made, a->node->x);
    } else if (a->put == plan_add_bound) {
        made.node = a->node->x;
    }
    made.yes = plan_from(w, at + 1, 0, yes);
    made.no = made.op == plan_add_filter ? plan_from(w, at + 1, 0, no) : made.yes;
    if (!w->failed) w->asks[step_at] = made;
    return step_at;
}

// Returns the step that continues with the alternatives from `at`, whose first guards are
// known to hold. Steps that know the same about what is still tested are shared.
static int plan_from(planner *w, int at, int guard_at, knowledge k)
{
    if (w->failed) return 0;
    uint32_t uses = at < w->choice->count ? w->alternatives[at].uses : 0;
    k = (knowledge){ k.known & uses, k.true_ & uses, k.counted & uses };
    for (int i = 0; i < w->count; i++) {
        const step *s = &w->steps[i];
        if (s->at == at && s->guard == guard_at && s->facts.known == k.known &&
            s->facts.true_ == k.true_ && s->facts.counted == k.counted) {
            return i;
        }
    }
    if (at == w->choice->count) return add_step(w, at, guard_at, k);  // plan_end
    if (guard_at < w->alternatives[at].guard_count) return plan_guard(w, at, guard_at, k);
    return plan_put(w, at, k);
}

// Returns the facts that an alternative may test, including those inside an `or`.
static uint32_t uses_of(planner *w, const alternative *a)
{
    uint32_t uses = a->put == plan_add_filter ? 1u << a->fact : 0;
    for (int g = 0; g < a->guard_count; g++) {
        const rcy_node *n = w->facts[a->guards[g].fact].node;
        uses |= 1u << a->guards[g].fact;
        for (int i = 0; n->op == OP_OR && i < n->count; i++) {
            alternative part = part_of(w, n->list[i]);
            uses |= uses_of(w, &part);
        }
    }
    return uses;
}

// Merges options that are listed one after the other, and are plain numbers, into one
// step.
static void put_together(planner *w)
{
    for (int i = 0; i < w->count; i++) {
        rcy_plan_step *first = &w->asks[i];
        int count = 0, end = i;
        for (; w->asks[end].op == plan_add_moves; end = w->asks[end].yes) count++;
        if (count == 0) continue;
        dado_move *moves = rcy_emit_room(w->e, (size_t)count, sizeof *moves);
        if (w->e->failed) return;
        first->moves = moves;
        for (int at = i; at != end; at = w->asks[at].yes) *moves++ = w->asks[at].alternative;
        first->value = count;
    }
    for (int i = 0; i < w->count; i++) {
        int end = i;
        while (w->asks[end].op == plan_add_moves) end = w->asks[end].yes;
        if (end != i) w->asks[i].yes = w->asks[i].no = end;
    }
}

// Returns whether a step lists everything that there is to list.
static bool puts_all(const planner *w, const rcy_plan_step *a)
{
    return a->op == plan_add_moves && w->asks[a->yes].op == plan_end &&
           a->value <= w->e->p->most_moves;
}

static void plan(planner *w, rcy_choice *c)
{
    emitter *e = w->e;
    w->choice = c;
    w->count = w->fact_count = w->counts = 0;
    w->failed = false;
    w->alternatives = rcy_emit_room(e, (size_t)c->count + 1, sizeof *w->alternatives);
    for (int i = 0; i < c->count && !e->failed; i++) {
        read_alternative(w, &w->alternatives[i], c->acts[c->order[i]]);
    }
    if (w->failed || e->failed) return;
    uint32_t uses = 0;
    for (int i = c->count - 1; i >= 0; i--) {
        uses |= uses_of(w, &w->alternatives[i]);
        w->alternatives[i].uses = uses;
    }
    plan_from(w, 0, 0, (knowledge){ 0 });
    put_together(w);
    rcy_plan_step *made = w->failed ? NULL : rcy_emit_room(e, (size_t)w->count, sizeof *made);
    if (made) memcpy(made, w->asks, sizeof *made * (size_t)w->count);
    c->plan = made;
    c->quick = c->fixed_lists = made && c->lets == 0;
    for (int i = 0; made && i < w->count; i++) {
        c->quick = c->quick && !rcy_plan_step_needs_machine(&made[i]);
        c->fixed_lists =
            c->fixed_lists && c->quick &&
            (made[i].op == plan_end || rcy_plan_step_is_cheap(&made[i]) || puts_all(w, &made[i]));
    }
}

void rcy_emit_option_plans(emitter *e)
{
    planner w = { .e = e };
    w.asks = rcy_emit_room(e, most_steps, sizeof *w.asks);
    w.steps = rcy_emit_room(e, most_steps, sizeof *w.steps);
    for (int i = 0; i < e->p->choice_count && !e->failed; i++) plan(&w, &e->choices[i]);
}
