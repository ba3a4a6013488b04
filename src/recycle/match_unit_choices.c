// match_unit_choices.c - writes a choice of a match unit: the options are counted, one is
// drawn for the player, and it is found again and carried out. The order of the options is
// that of legal_moves.c. No list of options is made.
#include "recycle/match_unit_writer.h"

#include <string.h>

typedef struct counting {
    const rcy_node *n;
    char total[24];
} counting;

static void count_options(unit_writer *u, const rcy_node *n, const char *total);

static bool is_sure(const rcy_node *n)
{
    return n->sure && !n->picks;
}

static void acts_on_element(unit_writer *u, void *context, const unit_bound *element);

// Writes whether an act without picks would have an effect. Until one of its parts has,
// nothing is changed, so all parts can be asked about the state as it is.
static void ask_whether_acts(unit_writer *u, const rcy_node *n, const char *result)
{
    counting c = { .n = n };
    snprintf(c.total, sizeof c.total, "%s", result);
    if (n->draws && !n->sure) unit_refuse(u, "whether an option acts depends on chance");
    if (n->sure) {
        unit_line(u, "%s = 1;", result);
        return;
    }
    unit_line(u, "if (!%s) {", result);
    switch ((rcy_op)n->op) {
    case OP_DO:
        for (int i = 0; i < n->count; i++) ask_whether_acts(u, n->list[i], result);
        break;
    case OP_IF:
    case OP_EITHER_ACT: {
        unit_term holds = unit_value_of(u, n->x);
        unit_line(u, "if (%s) {", holds.s);
        ask_whether_acts(u, n->y, result);
        unit_line(u, "}");
        if (n->op == OP_EITHER_ACT && n->z) {
            unit_line(u, "else {");
            ask_whether_acts(u, n->z, result);
            unit_line(u, "}");
        }
        break;
    }
    case OP_LET:
        unit_bind_let(u, n);
        ask_whether_acts(u, n->y, result);
        break;
    case OP_LABEL: ask_whether_acts(u, n->y, result); break;
    case OP_ALL: unit_each(u, n->x, acts_on_element, &c); break;
    case OP_REPEAT: {
        unit_term times = unit_value_of(u, n->x);
        unit_line(u, "if (%s > 0) {", times.s);
        ask_whether_acts(u, n->y, result);
        unit_line(u, "}");
        break;
    }
    case OP_DRAIN: {
        unit_term times = unit_count(u, n->x);
        unit_line(u, "if (%s > 0) {", times.s);
        ask_whether_acts(u, n->y, result);
        unit_line(u, "}");
        break;
    }
    default:
        // Any other act either has an effect or fails, and then the match is given up.
        unit_line(u, "%s = 1;", result);
    }
    unit_line(u, "}");
}

static void acts_on_element(unit_writer *u, void *context, const unit_bound *element)
{
    const counting *c = context;
    u->var[c->n->var] = *element;
    ask_whether_acts(u, c->n->y, c->total);
}

static void count_inner(unit_writer *u, void *context, const unit_bound *element)
{
    const counting *c = context;
    u->var[c->n->var] = *element;
    count_options(u, c->n->y, c->total);
}

static void count_any(unit_writer *u, const rcy_node *n, const char *total)
{
    if (n->x->draws) unit_refuse(u, "options depend on chance");
    unit_line(u, "{");
    if (is_sure(n->y)) {
        unit_term count = unit_count(u, n->x);
        unit_line(u, "%s += (u32)%s;", total, count.s);
    } else {
        counting c = { .n = n };
        snprintf(c.total, sizeof c.total, "%s", total);
        unit_each(u, n->x, count_inner, &c);
    }
    unit_line(u, "}");
}

// Returns the part of a sequence that picks, if it comes first and the rest only acts.
static const rcy_node *first_pick(const rcy_node *n)
{
    const rcy_node *first = n->op == OP_DO && n->count > 0 ? n->list[0] : NULL;
    while (first && first->op == OP_LABEL) first = first->y;
    if (!first || first->op != OP_ANY || !is_sure(first->y)) return NULL;
    for (int i = 1; i < n->count; i++) {
        if (n->list[i]->picks) return NULL;
    }
    return first;
}

static void count_sequence(unit_writer *u, const rcy_node *n, const char *total)
{
    const rcy_node *first = first_pick(n);
    int k = u->temps++;
    char name[24];
    if (n->picks && !first) {
        unit_refuse(u, "an option acts before all of it is chosen");
        return;
    }
    snprintf(name, sizeof name, "s%d", k);
    unit_line(u, "{");
    unit_line(u, "u32 %s = 0;", name);
    if (first) count_any(u, first, name);
    unit_line(u, "if (!%s) {", name);
    unit_line(u, "i32 acts%d = 0;", k);
    char acts[24];
    snprintf(acts, sizeof acts, "acts%d", k);
    if (!first) ask_whether_acts(u, n, acts);
    for (int i = 1; first && i < n->count; i++) ask_whether_acts(u, n->list[i], acts);
    unit_line(u, "%s = (u32)%s;", name, acts);
    unit_line(u, "}");
    unit_line(u, "%s += %s;", total, name);
    unit_line(u, "}");
}

// Writes how many options an act is, added to a total.
static void count_options(unit_writer *u, const rcy_node *n, const char *total)
{
    if (u->refused) return;
    if (is_sure(n)) {
        unit_line(u, "%s += 1;", total);
        return;
    }
    unit_line(u, "{");
    switch ((rcy_op)n->op) {
    case OP_IF:
    case OP_EITHER_ACT: {
        if (n->x->draws) unit_refuse(u, "options depend on chance");
        unit_term holds = unit_value_of(u, n->x);
        unit_line(u, "if (%s) {", holds.s);
        count_options(u, n->y, total);
        unit_line(u, "}");
        if (n->op == OP_EITHER_ACT && n->z) {
            unit_line(u, "else {");
            count_options(u, n->z, total);
            unit_line(u, "}");
        }
        break;
    }
    case OP_LET:
        if (n->x->draws) unit_refuse(u, "options depend on chance");
        unit_bind_let(u, n);
        count_options(u, n->y, total);
        break;
    case OP_LABEL: count_options(u, n->y, total); break;
    case OP_ANY: count_any(u, n, total); break;
    default: count_sequence(u, n, total); break;
    }
    unit_line(u, "}");
}

static void run_option(unit_writer *u, const rcy_node *n, const char *number);

typedef struct picking {
    const rcy_node *n;
    char number[24], index[24], count[24], done[24];
} picking;

static void pick_inner(unit_writer *u, void *context, const unit_bound *element)
{
    const picking *s = context;
    char name[24];
    snprintf(name, sizeof name, "o%d", u->temps++);
    u->var[s->n->var] = *element;
    unit_line(u, "u32 %s = 0;", name);
    count_options(u, s->n->y, name);
    unit_line(u, "if (%s < %s) {", s->number, name);
    unit_line(u, "PICK(%s, %s);", s->index, s->count);
    run_option(u, s->n->y, s->number);
    unit_line(u, "goto %s;", s->done);
    unit_line(u, "}");
    unit_line(u, "%s -= %s; %s++;", s->number, name, s->index);
}

static void run_any(unit_writer *u, const rcy_node *n, const char *number)
{
    unit_line(u, "{");
    if (is_sure(n->y)) {
        unit_term which = unit_named(number, 16);
        unit_line(u, "#ifdef DADO_WATCH");
        unit_term count = unit_count(u, n->x);
        unit_line(u, "PICK(%s, %s);", number, count.s);
        unit_line(u, "#endif");
        u->var[n->var] = unit_nth(u, n->x, which);
        unit_act(u, n->y);
    } else {
        int k = u->temps++;
        picking s = { .n = n };
        snprintf(s.number, sizeof s.number, "%s", number);
        snprintf(s.index, sizeof s.index, "x%d", k);
        snprintf(s.count, sizeof s.count, "y%d", k);
        snprintf(s.done, sizeof s.done, "chosen%d", k);
        unit_line(u, "u32 %s = 0, %s = 0;", s.index, s.count);
        unit_line(u, "#ifdef DADO_WATCH");
        unit_term count = unit_count(u, n->x);
        unit_line(u, "%s = (u32)%s;", s.count, count.s);
        unit_line(u, "#endif");
        unit_each(u, n->x, pick_inner, &s);
        unit_line(u, "%s:;", s.done);
    }
    unit_line(u, "}");
}

static void run_sequence(unit_writer *u, const rcy_node *n, const char *number)
{
    const rcy_node *first = first_pick(n);
    if (!first) {
        unit_refuse(u, "an option acts before all of it is chosen");
        return;
    }
    unit_term count = unit_count(u, first->x);
    unit_line(u, "if (%s > 0) {", count.s);
    run_any(u, first, number);
    unit_line(u, "}");
    for (int i = 1; i < n->count; i++) unit_act(u, n->list[i]);
}

// Writes the option with a number, which has been counted: conditions on the way hold.
static void run_option(unit_writer *u, const rcy_node *n, const char *number)
{
    if (u->refused) return;
    unit_line(u, "{");
    if (!n->picks) {
        unit_act(u, n);
    } else if (n->op == OP_IF || n->op == OP_LABEL) {
        run_option(u, n->y, number);
    } else if (n->op == OP_LET) {
        unit_bind_let(u, n);
        run_option(u, n->y, number);
    } else if (n->op == OP_EITHER_ACT) {
        unit_term holds = unit_value_of(u, n->x);
        unit_line(u, "if (%s) {", holds.s);
        run_option(u, n->y, number);
        unit_line(u, "} else {");
        if (n->z) run_option(u, n->z, number);
        unit_line(u, "}");
    } else if (n->op == OP_ANY) {
        run_any(u, n, number);
    } else {
        run_sequence(u, n, number);
    }
    unit_line(u, "}");
}

static void row_of_last_round(unit_writer *u)
{
    if (u->p->saves) return;
    unit_line(u, "if (moved) {");
    unit_line(u, "moved = 0;");
    unit_line(u, "if (rounds >= room) goto given_up;");
    unit_line(u, "rounds++;");
    unit_score_row(u);
    unit_line(u, "}");
}

// Draws the player's option, once there is one.
static void draw_option(unit_writer *u, const rcy_insn *i, int pc)
{
    unit_line(u, "STEP();");
    unit_line(u, "seeded = 0; moved = 1;");
    unit_line(u, "CHOICE(%d, total);", pc);
    unit_line(u, "if (total == 0) {");
    if (u->p->strict) unit_line(u, "goto given_up;");
    unit_line(u, "DRAWN(who)++;");
    unit_line(u, "NO_OPTION(); CHOSEN();");
    unit_line(u, "goto L%d;", pc + 1);
    unit_line(u, "}");
    unit_line(u, "if (total > %d) goto given_up;", u->p->most_moves);
    unit_line(u, "decisions++; options += total; forced += total == 1;");
    unit_line(u, "u32 option = 0;");
    unit_line(u, "if (total == 1) DRAWN(who)++;");
    unit_line(u, "else {");
    unit_line(u, "u32 used = DRAWN(who);");
    unit_line(u, "option = stream_below(seat_key, match, 1 + (u32)who, &used, total);");
    unit_line(u, "DRAWN(who) = used;");
    unit_line(u, "}");
    (void)i;
}

void unit_choice(unit_writer *u, const rcy_insn *i)
{
    const rcy_program *p = u->p;
    const rcy_choice *c = &p->choices[i->choice];
    int pc = (int)(i - p->code);
    if (c->let_draws) unit_refuse(u, "a `let` around a choice needs chance");
    for (int k = 0; k < c->lets; k++) unit_bind_let(u, c->let[k]);
    unit_term who = i->x ? unit_value_of(u, i->x) : unit_named(u->current, 8);
    if (i->x) unit_line(u, "if (%s == 255) goto given_up;", who.s);
    unit_line(u, "i32 who = %s; u32 total = 0;", who.s);
    for (int k = 0; k < c->count; k++) {
        char name[24];
        snprintf(name, sizeof name, "total%d", k);
        unit_line(u, "u32 %s = 0;", name);
        count_options(u, c->acts[c->order[k]], name);
        unit_line(u, "total += %s;", name);
    }
    if (i->otherwise) unit_line(u, "if (total == 0) goto L%d;", i->jump);
    row_of_last_round(u);
    draw_option(u, i, pc);
    for (int k = 0; k < c->count; k++) {
        unit_line(u, "if (option < total%d) {", k);
        unit_line(u, "PICK(%d, %d);", c->order[k], c->count);
        run_option(u, c->acts[c->order[k]], "option");
        unit_line(u, "} else { option -= total%d;", k);
    }
    for (int k = 0; k < c->count; k++) unit_line(u, "}");
    unit_line(u, "CHOSEN();");
}
