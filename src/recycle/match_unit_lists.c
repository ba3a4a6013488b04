// match_unit_lists.c - writes loops over collections of a match unit, and the few
// collections that a unit has to store.
#include "recycle/match_unit_writer.h"

#include <string.h>

#include "recycle/syntax_tree.h"

static unit_term fresh(unit_writer *u, int bits, const char *is)
{
    unit_term t = unit_new(u, bits);
    unit_line(u, "%s = %s;", t.s, is);
    return t;
}

#define FRESH(u, bits, ...) (snprintf(text, sizeof text, __VA_ARGS__), fresh(u, bits, text))

static unit_bound as_value(unit_term term)
{
    return (unit_bound){ .kind = unit_value, .term = term };
}

static const rcy_teams *teams_of(const unit_writer *u)
{
    return &u->p->teams[((const rcy_pause *)(const void *)u->p->initial_state)->teams];
}

bool unit_gives_cards(const unit_writer *u, const rcy_node *n)
{
    switch ((rcy_op)n->op) {
    case OP_PLACE:
    case OP_KEPT_PLACE:
    case OP_UNION: return true;
    case OP_FILTER: return unit_gives_cards(u, n->x);
    case OP_LET_GATHER:
    case OP_EITHER_GATHER: return unit_gives_cards(u, n->y);
    case OP_LIST:
    case OP_EACH: return n->flag;
    case OP_BOUND: return u->var[n->var].kind == unit_place || u->var[n->var].cards;
    default: return false;
    }
}

// --- loops ---

static void each_of_place(unit_writer *u, unit_term place, bool guarded, unit_body *body,
                          void *context)
{
    char name[24];
    snprintf(name, sizeof name, "c%d", u->temps++);
    if (guarded) unit_line(u, "if (%s >= 0)", place.s);
    unit_line(u, "for (i32 %s = BT(%s); %s != NIL; %s = NX(%s)) {", name, place.s, name, name,
              name);
    unit_bound element = as_value(unit_named(name, 10));
    body(u, context, &element);
    unit_line(u, "}");
}

static void each_of_list(unit_writer *u, const unit_bound *list, unit_body *body, void *context)
{
    int k = u->temps++;
    unit_line(u, "for (i32 i%d = 0; i%d < %s; i%d++) {", k, k, list->count, k);
    unit_line(u, "i32 e%d = (i32)%s[%s + i%d];", k, list->array, list->first, k);
    char name[24];
    snprintf(name, sizeof name, "e%d", k);
    unit_bound element = as_value(unit_named(name, list->cards ? 10 : 31));
    body(u, context, &element);
    unit_line(u, "}");
}

static void each_number(unit_writer *u, unit_term low, unit_term end, const char *without,
                        unit_body *body, void *context)
{
    char name[24];
    snprintf(name, sizeof name, "n%d", u->temps++);
    unit_line(u, "for (%s %s = %s; %s < %s; %s++) {", low.bits > 30 ? "i64" : "i32", name, low.s,
              name, end.s, name);
    if (without) unit_line(u, "if (%s == %s) continue;", name, without);
    unit_bound element = as_value(unit_named(name, low.bits > end.bits ? low.bits : end.bits));
    body(u, context, &element);
    unit_line(u, "}");
}

typedef struct inner_loop {
    const rcy_node *n;
    unit_body *body;
    void *context;
} inner_loop;

static void filtered(unit_writer *u, void *context, const unit_bound *element)
{
    const inner_loop *in = context;
    u->var[in->n->var] = *element;
    unit_term holds = unit_value_of(u, in->n->y);
    unit_line(u, "if (%s) {", holds.s);
    in->body(u, in->context, element);
    unit_line(u, "}");
}

static void of_each_group(unit_writer *u, void *context, const unit_bound *element)
{
    const inner_loop *in = context;
    u->var[in->n->var] = *element;
    unit_each(u, in->n->y, in->body, in->context);
}

static void of_each_value(unit_writer *u, void *context, const unit_bound *element)
{
    const inner_loop *in = context;
    u->var[in->n->var] = *element;
    unit_term value = in->n->flag ? unit_card_of(u, in->n->y) : unit_value_of(u, in->n->y);
    if (value.bits > 31) unit_line(u, "if (%s != (i32)%s) goto given_up;", value.s, value.s);
    unit_bound made = as_value(value);
    in->body(u, in->context, &made);
}

// A range of numbers; wide ones are given up.
static void each_of_range(unit_writer *u, const rcy_node *n, unit_body *body, void *context)
{
    char text[400];
    unit_term low = unit_value_of(u, n->x), high = unit_value_of(u, n->y);
    unit_line(u, "if ((i64)%s - %s > 10000) goto given_up;", high.s, low.s);
    unit_term end = FRESH(u, high.bits + 1, "(i64)%s + 1", high.s);
    unit_term from = FRESH(u, low.bits > end.bits ? low.bits : end.bits, "%s", low.s);
    each_number(u, from, end, NULL, body, context);
}

static void each_neighbour(unit_writer *u, const rcy_node *n, unit_body *body, void *context)
{
    char text[400];
    const rcy_boards *b = u->p->boards;
    if (n->y) {
        unit_refuse(u, "it asks for the neighbours of a space in some directions");
        return;
    }
    unit_term name = unit_value_of(u, n->x);
    int spaces = unit_table(u, b->space_of, 2, true, b->name_room);
    int from = unit_table(u, b->near_from, 4, true, b->spaces + 1);
    int near = unit_table(u, b->near, 4, true, b->near_from[b->spaces]);
    unit_term space =
        FRESH(u, 12, "%s < %d ? (i32)k%d[%s] : -1", name.s, b->name_room, spaces, name.s);
    unit_bound list = { .kind = unit_list };
    unit_term count =
        FRESH(u, 12, "%s < 0 ? 0 : k%d[%s + 1] - k%d[%s]", space.s, from, space.s, from, space.s);
    unit_term first = FRESH(u, 12, "%s < 0 ? 0 : k%d[%s]", space.s, from, space.s);
    snprintf(list.array, sizeof list.array, "k%d", near);
    snprintf(list.first, sizeof list.first, "%s", first.s);
    snprintf(list.count, sizeof list.count, "%s", count.s);
    each_of_list(u, &list, body, context);
}

// The lines of a length through a space: each element is a list of names.
static void each_line(unit_writer *u, const rcy_node *n, unit_body *body, void *context)
{
    char text[400];
    const rcy_boards *b = u->p->boards;
    const rcy_line_table *t = NULL;
    for (int i = 0; i < b->table_count && n->x->op == OP_CONST; i++) {
        if (b->table[i].length == n->x->value) t = &b->table[i];
    }
    if (n->flag || !t) {
        unit_refuse(u, "it asks for lines whose length is computed, or within a list of spaces");
        return;
    }
    unit_term name = unit_value_of(u, n->y);
    int spaces = unit_table(u, b->space_of, 2, true, b->name_room);
    int from = unit_table(u, t->through_from, 4, true, b->spaces + 1);
    int through = unit_table(u, t->through, 4, true, t->through_from[b->spaces]);
    int names = unit_table(u, t->names, 4, true, t->count * t->length);
    unit_term space =
        FRESH(u, 12, "%s < %d ? (i32)k%d[%s] : -1", name.s, b->name_room, spaces, name.s);
    int k = u->temps++;
    unit_line(u, "if (%s >= 0) for (i32 l%d = k%d[%s]; l%d < k%d[%s + 1]; l%d++) {", space.s, k,
              from, space.s, k, from, space.s, k);
    unit_bound line = { .kind = unit_list, .most = t->length };
    unit_term first = FRESH(u, 20, "k%d[l%d] * %d", through, k, t->length);
    snprintf(line.array, sizeof line.array, "k%d", names);
    snprintf(line.first, sizeof line.first, "%s", first.s);
    snprintf(line.count, sizeof line.count, "%d", t->length);
    body(u, context, &line);
    unit_line(u, "}");
}

static unit_bound constant_list(unit_writer *u, const rcy_node *n)
{
    unit_bound list = { .kind = unit_list, .most = n->a };
    int table = unit_table(u, n->list, 4, true, n->a);
    snprintf(list.array, sizeof list.array, "k%d", table);
    snprintf(list.first, sizeof list.first, "0");
    snprintf(list.count, sizeof list.count, "%d", n->a);
    return list;
}

// --- groups by an attribute ---

// The table by which cards are grouped, or -1 if a unit cannot group so.
static int rank_table(unit_writer *u, const rcy_node *n)
{
    const rcy_program *p = u->p;
    int32_t key = n->x->op == OP_CONST ? p->key_of[n->x->value] : -1;
    if (key < 0 || p->rank_count[key] > 64) {
        unit_refuse(u, "it groups cards by an attribute that is computed or has many values");
        return -1;
    }
    return unit_table(u, p->rank + key * p->looks, 2, false, p->cards);
}

typedef struct grouping {
    int table;
    unit_term seen, count, wanted;
    char array[24];
    char done[24];
} grouping;

static void see_rank(unit_writer *u, void *context, const unit_bound *element)
{
    const grouping *g = context;
    int k = u->temps++;
    unit_line(u, "u64 b%d = (u64)1 << k%d[%s];", k, g->table, element->term.s);
    unit_line(u, "%s += !(%s & b%d); %s |= b%d;", g->count.s, g->seen.s, k, g->seen.s, k);
}

static void find_rank(unit_writer *u, void *context, const unit_bound *element)
{
    const grouping *g = context;
    int k = u->temps++;
    unit_line(u, "u64 b%d = (u64)1 << k%d[%s];", k, g->table, element->term.s);
    unit_line(u, "if (!(%s & b%d) && %s-- == 0) { %s = b%d; goto %s; }", g->seen.s, k, g->wanted.s,
              g->count.s, k, g->done);
    unit_line(u, "%s |= b%d;", g->seen.s, k);
}

// The cards of all operands. An operand that is a list of groups stands for their cards.
static void each_operand(unit_writer *u, const rcy_node *n, unit_body *body, void *context)
{
    for (int i = 0; i < n->count; i++) {
        const rcy_node *part = n->list[i];
        inner_loop in = { part, body, context };
        if (part->op == OP_GROUPS) unit_each(u, part->x, of_each_group, &in);
        else if (part->op == OP_PARTITION) unit_refuse(u, "it joins groups of cards");
        else unit_each(u, part, body, context);
    }
}

static unit_term new_word(unit_writer *u)
{
    unit_term t = { .bits = 62 };
    snprintf(t.s, sizeof t.s, "w%d", u->temps++);
    unit_line(u, "u64 %s = 0;", t.s);
    return t;
}

static unit_term count_groups(unit_writer *u, const rcy_node *n)
{
    grouping g = { .table = rank_table(u, n), .seen = new_word(u), .count = unit_new(u, 10) };
    unit_line(u, "%s = 0;", g.count.s);
    unit_line(u, "{");
    each_operand(u, n, see_rank, &g);
    unit_line(u, "}");
    return g.count;
}

typedef struct collected {
    const unit_bound *list;
    const grouping *group;
} collected;

static void collect(unit_writer *u, void *context, const unit_bound *element)
{
    const collected *c = context;
    if (element->kind != unit_value) {
        unit_refuse(u, "it keeps a list of lists");
        return;
    }
    if (c->group) {
        unit_line(u, "if ((u64)1 << k%d[%s] != %s) continue;", c->group->table, element->term.s,
                  c->group->count.s);
    }
    unit_line(u, "if (%s >= %d) goto given_up;", c->list->count, c->list->most);
    unit_line(u, "%s[%s++] = (%s)%s;", c->list->array, c->list->count,
              c->list->cards ? "CARD" : "i32", element->term.s);
}

// Declares an array for cards or other values.
static unit_bound new_list(unit_writer *u, bool cards, int most)
{
    unit_bound list = { .kind = unit_list, .cards = cards, .most = most < 1 ? 1 : most };
    snprintf(list.array, sizeof list.array, "a%d", u->temps++);
    snprintf(list.first, sizeof list.first, "0");
    snprintf(list.count, sizeof list.count, "z%d", u->temps++);
    unit_line(u, "%s %s[%d]; i32 %s = 0;", cards ? "CARD" : "i32", list.array, list.most,
              list.count);
    return list;
}

static unit_bound nth_group(unit_writer *u, const rcy_node *n, unit_term number)
{
    char text[400];
    grouping g = { .table = rank_table(u, n), .seen = new_word(u), .count = new_word(u) };
    g.wanted = FRESH(u, 20, "%s", number.s);
    snprintf(g.done, sizeof g.done, "rank%d", u->temps++);
    unit_line(u, "{");
    each_operand(u, n, find_rank, &g);
    unit_line(u, "}");
    unit_line(u, "%s:;", g.done);
    unit_bound list = new_list(u, true, u->p->cards);
    collected c = { &list, &g };
    each_operand(u, n, collect, &c);
    return list;
}

static void each_group(unit_writer *u, const rcy_node *n, unit_body *body, void *context)
{
    char text[400];
    unit_term count = count_groups(u, n);
    int k = u->temps++;
    // The cards are copied first, since what is done with a group may move them.
    unit_bound all = new_list(u, true, u->p->cards);
    collected c = { &all, NULL };
    each_operand(u, n, collect, &c);
    int table = rank_table(u, n);
    unit_line(u, "for (i32 g%d = 0; g%d < %s; g%d++) {", k, k, count.s, k);
    unit_term seen = new_word(u), rank = new_word(u), left = FRESH(u, 10, "g%d", k);
    unit_line(u, "for (i32 j = 0; j < %s; j++) {", all.count);
    unit_line(u, "u64 b = (u64)1 << k%d[%s[j]];", table, all.array);
    unit_line(u, "if (!(%s & b) && %s-- == 0) { %s = b; break; }", seen.s, left.s, rank.s);
    unit_line(u, "%s |= b;", seen.s);
    unit_line(u, "}");
    unit_bound group = new_list(u, true, u->p->cards);
    unit_line(u, "for (i32 j = 0; j < %s; j++) {", all.count);
    unit_line(u, "if ((u64)1 << k%d[%s[j]] == %s) %s[%s++] = %s[j];", table, all.array, rank.s,
              group.array, group.count, all.array);
    unit_line(u, "}");
    body(u, context, &group);
    unit_line(u, "}");
}

// --- all ---

static void either_list(unit_writer *u, const rcy_node *n, unit_body *body, void *context)
{
    unit_term holds = unit_value_of(u, n->x);
    unit_line(u, "if (%s) {", holds.s);
    unit_each(u, n->y, body, context);
    unit_line(u, "} else {");
    unit_each(u, n->z, body, context);
    unit_line(u, "}");
}

static void each_listed(unit_writer *u, const rcy_node *n, unit_body *body, void *context)
{
    for (int i = 0; i < n->count; i++) {
        unit_line(u, "do {");
        unit_term value = n->flag ? unit_card_of(u, n->list[i]) : unit_value_of(u, n->list[i]);
        if (value.bits > 31) unit_line(u, "if (%s != (i32)%s) goto given_up;", value.s, value.s);
        unit_bound element = as_value(value);
        body(u, context, &element);
        unit_line(u, "} while (0);");
    }
}

static void each_team_member(unit_writer *u, const rcy_node *n, unit_body *body, void *context)
{
    const rcy_teams *teams = teams_of(u);
    unit_term team = unit_value_of(u, n->x);
    int of = unit_table(u, teams->of, 1, false, u->p->players);
    int members = unit_table(u, teams->members, 1, false, teams->from[teams->count]);
    int k = u->temps++;
    char name[24];
    unit_line(u, "for (i32 i%d = 0; i%d < %d; i%d++) {", k, k, teams->from[teams->count], k);
    unit_line(u, "i32 e%d = k%d[i%d];", k, members, k);
    unit_line(u, "if (k%d[e%d] != %s) continue;", of, k, team.s);
    snprintf(name, sizeof name, "e%d", k);
    unit_bound element = as_value(unit_named(name, 8));
    body(u, context, &element);
    unit_line(u, "}");
}

static void each_bound(unit_writer *u, const rcy_node *n, unit_body *body, void *context)
{
    const unit_bound held = u->var[n->var];
    if (held.kind == unit_place) each_of_place(u, held.term, false, body, context);
    else if (held.kind == unit_list) each_of_list(u, &held, body, context);
    else unit_refuse(u, "a variable holds a collection that a unit cannot keep");
}

// Owners: everyone, or everyone but the one whose turn it is.
static void each_owner(unit_writer *u, const rcy_node *n, unit_body *body, void *context)
{
    char text[400];
    bool teams = n->op == OP_TEAMS || n->op == OP_OTHER_TEAMS;
    unit_term end = unit_constant(teams ? teams_of(u)->count : u->p->players), but;
    bool others = n->op == OP_OTHERS || n->op == OP_OTHER_TEAMS;
    if (others) but = FRESH(u, 8, "%s", teams ? u->team : u->current);
    each_number(u, unit_constant(0), end, others ? but.s : NULL, body, context);
}

void unit_each(unit_writer *u, const rcy_node *n, unit_body *body, void *context)
{
    char text[400];
    inner_loop in = { n, body, context };
    unit_bound list;
    if (u->refused) return;
    switch ((rcy_op)n->op) {
    case OP_PLACE:
        each_of_place(u, unit_slot(u, n, n->b), unit_slot_may_be_missing(n), body, context);
        break;
    case OP_KEPT_PLACE:
        each_of_place(u, FRESH(u, 12, "kept[%d]", n->a), true, body, context);
        break;
    case OP_BOUND: each_bound(u, n, body, context); break;
    case OP_FILTER: unit_each(u, n->x, filtered, &in); break;
    case OP_UNION: each_operand(u, n, body, context); break;
    case OP_GROUPS: unit_refuse(u, "it goes through groups of cards one by one"); break;
    case OP_EACH: unit_each(u, n->x, of_each_value, &in); break;
    case OP_PARTITION: each_group(u, n, body, context); break;
    case OP_PLAYERS:
    case OP_TEAMS:
    case OP_OTHERS:
    case OP_OTHER_TEAMS: each_owner(u, n, body, context); break;
    case OP_MEMBERS: each_team_member(u, n, body, context); break;
    case OP_STRINGS:
        list = constant_list(u, n);
        each_of_list(u, &list, body, context);
        break;
    case OP_RANGE: each_of_range(u, n, body, context); break;
    case OP_LIST: each_listed(u, n, body, context); break;
    case OP_NEAR: each_neighbour(u, n, body, context); break;
    case OP_LINES: each_line(u, n, body, context); break;
    case OP_LET_GATHER:
        unit_bind_let(u, n);
        unit_each(u, n->y, body, context);
        break;
    case OP_EITHER_GATHER: either_list(u, n, body, context); break;
    default: (void)unit_value_of(u, n);  // which refuses it by name
    }
}

static void count_one(unit_writer *u, void *context, const unit_bound *element)
{
    (void)element;
    unit_line(u, "%s++;", ((const unit_term *)context)->s);
}

unit_term unit_count(unit_writer *u, const rcy_node *n)
{
    char text[400];
    if (n->op == OP_PLACE) {
        unit_term place = unit_slot(u, n, n->b);
        if (unit_slot_may_be_missing(n))
            return FRESH(u, 10, "%s < 0 ? 0 : SZ(%s)", place.s, place.s);
        return FRESH(u, 10, "SZ(%s)", place.s);
    }
    const unit_bound *held = n->op == OP_BOUND ? &u->var[n->var] : NULL;
    if (held && held->kind == unit_place) return FRESH(u, 10, "SZ(%s)", held->term.s);
    if (held && held->kind == unit_list) return FRESH(u, 16, "%s", held->count);
    if (n->op == OP_STRINGS) return unit_constant(n->a);
    if (n->op == OP_PLAYERS) return unit_constant(u->p->players);
    if (n->op == OP_OTHERS) return unit_constant(u->p->players - 1);
    if (n->op == OP_PARTITION) return count_groups(u, n);
    if (n->op == OP_GROUPS) return unit_count(u, n->x);
    unit_term count = unit_new(u, 16);
    unit_line(u, "%s = 0;", count.s);
    unit_line(u, "{");
    unit_each(u, n, count_one, &count);
    unit_line(u, "}");
    return count;
}

typedef struct nth_search {
    unit_term left, found;
    char done[24];
} nth_search;

static void take_nth(unit_writer *u, void *context, const unit_bound *element)
{
    nth_search *s = context;
    if (element->kind != unit_value) {
        unit_refuse(u, "it picks a list out of a list of lists");
        return;
    }
    s->found.bits = element->term.bits;
    unit_line(u, "if (%s-- == 0) { %s = %s; goto %s; }", s->left.s, s->found.s, element->term.s,
              s->done);
}

unit_bound unit_nth(unit_writer *u, const rcy_node *n, unit_term number)
{
    char text[400];
    const unit_bound *held = n->op == OP_BOUND ? &u->var[n->var] : NULL;
    if (n->op == OP_PLAYERS) return as_value(FRESH(u, 8, "(i32)%s", number.s));
    if (n->op == OP_OTHERS)
        return as_value(FRESH(u, 8, "(i32)%s + (%s >= %s)", number.s, number.s, u->current));
    if (n->op == OP_STRINGS)
        return as_value(FRESH(u, 31, "k%d[%s]", unit_table(u, n->list, 4, true, n->a), number.s));
    if (held && held->kind == unit_list)
        return as_value(
            FRESH(u, held->cards ? 10 : 31, "%s[%s + %s]", held->array, held->first, number.s));
    if (n->op == OP_PARTITION) return nth_group(u, n, number);
    nth_search s = { .found = unit_new(u, 62) };
    s.left = FRESH(u, 20, "(i32)%s", number.s);
    snprintf(s.done, sizeof s.done, "nth%d", u->temps++);
    unit_line(u, "%s = 0;", s.found.s);
    unit_line(u, "{");
    unit_each(u, n, take_nth, &s);
    unit_line(u, "}");
    unit_line(u, "%s:;", s.done);
    return as_value(s.found);
}

// Returns how many elements a collection of values has at most.
static int most_elements(const unit_writer *u, const rcy_node *n)
{
    switch ((rcy_op)n->op) {
    case OP_STRINGS: return n->a;
    case OP_LIST: return n->count;
    case OP_PLAYERS:
    case OP_TEAMS:
    case OP_OTHERS:
    case OP_OTHER_TEAMS:
    case OP_MEMBERS: return u->p->players;
    case OP_FILTER:
    case OP_EACH: return most_elements(u, n->x);
    case OP_LET_GATHER: return most_elements(u, n->y);
    case OP_BOUND: return u->var[n->var].kind == unit_list ? u->var[n->var].most : u->p->cards;
    case OP_NEAR:
    case OP_LINES: return u->p->boards->spaces;
    case OP_RANGE: return 64;
    default: return u->p->cards;
    }
}

unit_bound unit_copy(unit_writer *u, const rcy_node *n)
{
    unit_bound list = new_list(u, unit_gives_cards(u, n), most_elements(u, n));
    collected c = { &list, NULL };
    unit_line(u, "{");
    unit_each(u, n, collect, &c);
    unit_line(u, "}");
    return list;
}

void unit_bind_let(unit_writer *u, const rcy_node *n)
{
    char text[400];
    unit_bound *var = &u->var[n->var];
    if (n->flag) {
        unit_term value = n->mode ? unit_card_of(u, n->x) : unit_value_of(u, n->x);
        *var = as_value(FRESH(u, value.bits, "%s", value.s));
    } else if (n->x->op == OP_PLACE) {
        unit_term place = unit_slot(u, n->x, n->x->b);
        if (unit_slot_may_be_missing(n->x)) unit_line(u, "if (%s < 0) goto given_up;", place.s);
        unit_bound held = { .kind = unit_place, .term = FRESH(u, 12, "%s", place.s) };
        *var = held;
    } else if (n->x->op == OP_BOUND && u->var[n->x->var].kind == unit_place) {
        *var = u->var[n->x->var];
    } else if (n->x->op == OP_PARTITION || n->x->op == OP_GROUPS || n->x->op == OP_LINES) {
        unit_refuse(u, "it keeps a list of lists");
    } else {
        *var = unit_copy(u, n->x);
    }
}
