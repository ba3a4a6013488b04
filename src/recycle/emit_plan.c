// emit_plan.c - how the options of a choice are listed, worked out once.
//
// Alternatives ask much the same of the state, one after the other: is a suit
// led, has the hand any of it, are hearts broken. Here their conditions become
// a graph: each question leads to what is left to ask after yes and after no,
// so no answer is asked for twice and what an answer rules out is never come
// to. Only conditions that cannot fail are asked this way; an alternative is
// put down as it is from the first other one on.
#include <string.h>

#include "recycle/emit.h"
#include "recycle/plans.h"

enum { most_facts = 32, most_guards = 16, most_steps = 400, most_counts = rcy_most_counts };

typedef struct fact {
    const rcy_node *node;   // the condition, or the filter that leaves something
    bool filter;
    int count;              // of a filter: where its count is kept
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
    const rcy_node *node;   // what is put down once they hold
    rcy_ask_op put;
    int fact;               // of put_filter
    uint32_t uses;          // facts asked by it or by one after it
} alternative;

typedef struct step {
    int at, guard;          // where in the alternatives it is
    knowledge facts;
} step;

typedef struct planner {
    emitter *e;
    const rcy_choice *choice;
    fact facts[most_facts];
    int fact_count, counts;
    alternative *alternatives;
    rcy_ask *asks;
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

// Whether two conditions are the same, or each other's opposite.
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

// A place that is found by the state alone.
static bool is_plain_place(const rcy_node *n)
{
    return n->op == OP_PLACE && (n->mode == mode_fixed || n->mode == mode_current);
}

static bool is_countable(const rcy_node *filter)
{
    return filter->op == OP_FILTER && filter->sieve && filter->safe && is_plain_place(filter->x);
}

static void look_in_place(rcy_ask *a, const rcy_node *place)
{
    a->slot = place->a;
    a->current = place->mode == mode_current ? 255 : 0;
}

static void look_through(rcy_ask *a, const rcy_node *filter)
{
    const rcy_sieve *sieve = filter->sieve;
    a->node = filter;
    look_in_place(a, filter->x);
    if (sieve->count != 1) return;
    a->table = sieve->trait->table;
    a->attribute = sieve->trait->attribute;
    a->string = sieve->trait->string;
    a->flag = a->attribute && sieve->truth == 1;
}

static void guard_with(planner *w, alternative *a, const rcy_node *n, bool wanted);

// What one part of an `or` comes to by itself.
static alternative part_of(planner *w, const rcy_node *n)
{
    alternative part = { 0 };
    guard_with(w, &part, n, true);
    return part;
}

// The condition as guards that must all hold. An `or` is one of them, and its parts are facts, too.
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
    a->put = put_node;
    if (n->sure && !n->picks) {
        a->put = put_these;
    } else if (n->op == OP_ANY && n->y->sure && !n->y->picks) {
        if (is_plain_place(n->x)) a->put = put_place;
        if (n->x->op == OP_BOUND) a->put = put_bound;
        if (is_countable(n->x)) {
            a->put = put_filter;
            a->fact = fact_of(w, n->x, true);
        }
    }
}

// --- the graph ---

// Learns an answer, and what follows from it: a storage has one value only.
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

// What an `or` comes to by what is known: 1, 0, or -1 if it has to be asked. Then `open` is the
// question to ask first, if a part of it is one and no more, or has no fact.
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
    w->asks[w->count] = (rcy_ask){ 0 };
    return w->count++;
}

static bool compares_storage(const rcy_node *n)
{
    return n->op >= OP_LESS && n->op <= OP_UNEQUAL && n->x->op == OP_STO_FIXED;
}

static void ask_fact(rcy_ask *a, const fact *f)
{
    const rcy_node *n = f->node;
    a->node = n;
    if (f->filter) {
        a->op = ask_filter;
        look_through(a, n);
        a->value = f->count;
    } else if ((n->op == OP_STO_EQUALS || n->op == OP_STR_EQUALS) &&
               n->value == (int32_t)n->value) {
        a->op = n->op == OP_STO_EQUALS ? ask_number : ask_string;
        a->slot = n->a;
        a->value = (int32_t)n->value;
    } else if (compares_storage(n) && n->y->op == OP_STO_FIXED) {
        a->op = opposite((rcy_op)n->op) == OP_EQUAL ? ask_same : ask_two_numbers;
        a->slot = n->x->a;
        a->value = n->y->a;
        a->holds_for = rcy_holds_for[opposite((rcy_op)n->op) - OP_LESS];
    } else if (compares_storage(n) && n->y->op == OP_CONST &&
               n->y->value == (int32_t)n->y->value) {
        a->op = ask_against;
        a->slot = n->x->a;
        a->value = (int32_t)n->y->value;
        a->holds_for = rcy_holds_for[opposite((rcy_op)n->op) - OP_LESS];
    } else if (n->op == OP_SIZE_EQUALS && is_plain_place(n->x) && n->value == (int32_t)n->value) {
        a->op = ask_size;
        look_in_place(a, n->x);
        a->value = (int32_t)n->value;
        a->holds_for = rcy_holds_for[OP_EQUAL - OP_LESS];
    } else if (n->op >= OP_LESS && n->op <= OP_UNEQUAL && n->x->op == OP_SIZE_PLACE &&
               is_plain_place(n->x->x) && n->y->op == OP_CONST &&
               n->y->value == (int32_t)n->y->value) {
        a->op = ask_size;
        look_in_place(a, n->x->x);
        a->value = (int32_t)n->y->value;
        a->holds_for = rcy_holds_for[opposite((rcy_op)n->op) - OP_LESS];
    } else {
        a->op = ask_condition;
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
    // Of an `or` a part is asked; if that fails, the rest of it is still to ask.
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
    uint32_t bit = a->put == put_filter ? 1u << a->fact : 0;
    if ((k.known & bit) && !(k.true_ & bit)) return plan_from(w, at + 1, 0, k);
    int step_at = add_step(w, at, a->guard_count, k);
    if (w->failed) return 0;
    rcy_ask made = { .op = (uint8_t)a->put, .alternative = w->choice->order[at],
                     .node = a->node };
    knowledge yes = k, no = k;
    if (a->put == put_filter) {
        look_through(&made, a->node->x);
        made.value = w->facts[a->fact].count;
        if (k.counted & bit) made.op = put_counted;
        yes = learn(w, k, a->fact, true);
        no = learn(w, k, a->fact, false);
        yes.counted |= bit;
        no.counted |= bit;
    } else if (a->put == put_place) {
        look_in_place(&made, a->node->x);
    } else if (a->put == put_bound) {
        made.node = a->node->x;
    }
    made.yes = plan_from(w, at + 1, 0, yes);
    made.no = made.op == put_filter ? plan_from(w, at + 1, 0, no) : made.yes;
    if (!w->failed) w->asks[step_at] = made;
    return step_at;
}

// The step that goes on with the alternatives from `at`, of which the first guards are known to
// hold. Two that know the same of what is still asked are one.
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
    if (at == w->choice->count) return add_step(w, at, guard_at, k);  // ask_end
    if (guard_at < w->alternatives[at].guard_count) return plan_guard(w, at, guard_at, k);
    return plan_put(w, at, k);
}

// The facts an alternative may ask for, those inside an `or` with them.
static uint32_t uses_of(planner *w, const alternative *a)
{
    uint32_t uses = a->put == put_filter ? 1u << a->fact : 0;
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

// Options that are put down one after the other, and are numbers, become one entry.
static void put_together(planner *w)
{
    for (int i = 0; i < w->count; i++) {
        rcy_ask *first = &w->asks[i];
        int count = 0, end = i;
        for (; w->asks[end].op == put_these; end = w->asks[end].yes) count++;
        if (count == 0) continue;
        dado_move *moves = rcy_emit_room(w->e, (size_t)count, sizeof *moves);
        if (w->e->failed) return;
        first->moves = moves;
        for (int at = i; at != end; at = w->asks[at].yes) *moves++ = w->asks[at].alternative;
        first->value = count;
    }
    for (int i = 0; i < w->count; i++) {
        int end = i;
        while (w->asks[end].op == put_these) end = w->asks[end].yes;
        if (end != i) w->asks[i].yes = w->asks[i].no = end;
    }
}

// Whether an entry puts down all there is to put.
static bool puts_all(const planner *w, const rcy_ask *a)
{
    return a->op == put_these && w->asks[a->yes].op == ask_end &&
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
    rcy_ask *made = w->failed ? NULL : rcy_emit_room(e, (size_t)w->count, sizeof *made);
    if (made) memcpy(made, w->asks, sizeof *made * (size_t)w->count);
    c->plan = made;
    c->quick = c->glance = made && c->lets == 0;
    for (int i = 0; made && i < w->count; i++) {
        c->quick = c->quick && !rcy_ask_takes_machine(&made[i]);
        c->glance = c->glance && c->quick &&
                    (made[i].op == ask_end || rcy_asks_little(&made[i]) || puts_all(w, &made[i]));
    }
}

void rcy_emit_plans(emitter *e)
{
    planner w = { .e = e };
    w.asks = rcy_emit_room(e, most_steps, sizeof *w.asks);
    w.steps = rcy_emit_room(e, most_steps, sizeof *w.steps);
    for (int i = 0; i < e->p->choice_count && !e->failed; i++) plan(&w, &e->choices[i]);
}
