// match_unit_values.c - writes expressions of a match unit: numbers, truth values, strings,
// cards and owners. Each does what evaluate_expressions.c does; where that reports an
// error, the unit gives the match up.
#include "recycle/match_unit_writer.h"

#include <string.h>

static unit_term fresh(unit_writer *u, int bits, const char *is)
{
    unit_term t = unit_new(u, bits);
    unit_line(u, "%s = %s;", t.s, is);
    return t;
}

#define FRESH(u, bits, ...) (snprintf(text, sizeof text, __VA_ARGS__), fresh(u, bits, text))

bool unit_slot_may_be_missing(const rcy_node *n)
{
    return n->mode == mode_named;
}

// Returns a table of the first slots of a kind and class by name.
static int slots_by_name(unit_writer *u, int kind, int class)
{
    const rcy_program *p = u->p;
    int32_t slots[4096];
    if (p->strings > 4096) {
        unit_refuse(u, "it has more than 4096 names");
        return 0;
    }
    for (int i = 0; i < p->strings; i++) {
        slots[i] = p->slot_of[(kind * p->strings + i) * class_count + class];
    }
    return unit_table(u, slots, 4, true, p->strings);
}

static unit_term named_slot(unit_writer *u, const rcy_node *n, int kind, const char *owner)
{
    char text[400];
    unit_term name = unit_value_of(u, n->y);
    int table = slots_by_name(u, kind, n->class_);
    unit_term slot = FRESH(u, 20, "k%d[%s]", table, name.s);
    if (n->op >= OP_IF) unit_line(u, "if (%s < 0) goto given_up;", slot.s);
    else unit_line(u, "if (%s < 0 && %s != 0) goto given_up;", slot.s, name.s);
    if (owner) unit_line(u, "if (%s >= 0) %s += %s;", slot.s, slot.s, owner);
    return slot;
}

unit_term unit_slot(unit_writer *u, const rcy_node *n, int kind)
{
    char text[400];
    switch ((rcy_mode)n->mode) {
    case mode_fixed: return unit_constant(n->a);
    case mode_current: return FRESH(u, 20, "%d + %s", n->a, u->current);
    case mode_var: return FRESH(u, 20, "%d + %s", n->a, u->var[n->var].term.s);
    default: break;
    }
    unit_term owner = n->x ? unit_value_of(u, n->x) : unit_constant(0);
    if (n->x) unit_line(u, "if (%s == %d) goto given_up;", owner.s, rcy_nobody);
    if (n->mode == mode_named) return named_slot(u, n, kind, n->x ? owner.s : NULL);
    return FRESH(u, 20, "%d + %s", n->a, owner.s);
}

// Reads an element of a state's array.
static unit_term read_slot(unit_writer *u, const rcy_node *n, const char *array, int kind, int bits,
                           int missing)
{
    char text[400];
    unit_term slot = unit_slot(u, n, kind);
    if (!unit_slot_may_be_missing(n)) return FRESH(u, bits, "%s(%s)", array, slot.s);
    return FRESH(u, bits, "%s < 0 ? %d : %s(%s)", slot.s, missing, array, slot.s);
}

// --- numbers ---

static unit_term arithmetic(unit_writer *u, const rcy_node *n)
{
    char text[400];
    unit_term a = unit_value_of(u, n->x), b = unit_value_of(u, n->y);
    int bits = n->op == OP_MULTIPLY ? a.bits + b.bits : (a.bits > b.bits ? a.bits : b.bits) + 1;
    const char *sign = n->op == OP_MULTIPLY ? "*" : n->op == OP_ADD_ ? "+" : "-";
    if (bits > 62) {
        unit_refuse(u, "its numbers may grow beyond 62 bits");
        bits = 62;
    }
    return FRESH(u, bits, "(i64)%s %s %s", a.s, sign, b.s);
}

static unit_term division(unit_writer *u, const rcy_node *n)
{
    char text[400];
    unit_term a = unit_value_of(u, n->x), b = unit_value_of(u, n->y);
    unit_line(u, "if (%s == 0) goto given_up;", b.s);
    return FRESH(u, a.bits, "(i64)%s %s (i64)%s", a.s, n->op == OP_DIVIDE ? "/" : "%", b.s);
}

static unit_term comparison(unit_writer *u, const rcy_node *n)
{
    static const char *const signs[] = { "<", ">", "<=", ">=", "==", "!=" };
    char text[400];
    unit_term a = unit_value_of(u, n->x), b = unit_value_of(u, n->y);
    return FRESH(u, 0, "%s %s %s", a.s, signs[n->op - OP_LESS], b.s);
}

// `and` and `or`, which ask no more than they must.
static unit_term connective(unit_writer *u, const rcy_node *n)
{
    bool all = n->op == OP_AND;
    unit_term result = unit_new(u, 0);
    unit_line(u, "%s = %d;", result.s, !all);
    for (int i = 0; i < n->count; i++) {
        unit_line(u, "if (%s%s) {", all ? (i ? "" : "!") : (i ? "!" : ""), i ? result.s : result.s);
        unit_term one = unit_value_of(u, n->list[i]);
        unit_line(u, "%s = %s != 0;", result.s, one.s);
    }
    if (n->count == 0) unit_line(u, "%s = %d;", result.s, all);
    for (int i = 0; i < n->count; i++) unit_line(u, "}");
    return result;
}

static unit_term chain(unit_writer *u, const rcy_node *n)
{
    static const char *const signs[] = { "<", ">", "<=", ">=", "==", "!=" };
    unit_term result = unit_new(u, 0), before = unit_value_of(u, n->list[0]);
    unit_line(u, "%s = 1;", result.s);
    for (int i = 1; i < n->count; i++) {
        unit_line(u, "if (%s) {", result.s);
        unit_term next = unit_value_of(u, n->list[i]);
        unit_line(u, "%s = %s %s %s;", result.s, before.s, signs[n->a - OP_LESS], next.s);
        before = next;
    }
    for (int i = 1; i < n->count; i++) unit_line(u, "}");
    return result;
}

static unit_term either(unit_writer *u, const rcy_node *n)
{
    unit_term result = unit_new(u, 62), holds = unit_value_of(u, n->x);
    unit_line(u, "if (%s) {", holds.s);
    unit_term a = unit_value_of(u, n->y);
    unit_line(u, "%s = %s;", result.s, a.s);
    unit_line(u, "} else {");
    unit_term b = unit_value_of(u, n->z);
    unit_line(u, "%s = %s;", result.s, b.s);
    unit_line(u, "}");
    result.bits = a.bits > b.bits ? a.bits : b.bits;
    return result;
}

static unit_term random_number(unit_writer *u, const rcy_node *n)
{
    char text[400];
    unit_term low = n->y ? unit_value_of(u, n->x) : unit_constant(0);
    unit_term high = unit_value_of(u, n->y ? n->y : n->x);
    unit_line(u, "if (%s < %s || (i64)%s - %s >= 0xFFFFFFFF) goto given_up;", high.s, low.s, high.s,
              low.s);
    unit_term drawn = unit_new(u, 33);
    unit_line(u, "DRAW(%s, (i64)%s - %s + 1);", drawn.s, high.s, low.s);
    int bits = (low.bits > 33 ? low.bits : 33) + 1;
    return FRESH(u, bits > 62 ? 62 : bits, "%s + %s", low.s, drawn.s);
}

// --- cards ---

static unit_term attribute_of(unit_writer *u, int32_t key, unit_term card)
{
    char text[400];
    return FRESH(u, 16, "%s < 0 ? 0 : attribute[%d + %s]", card.s, key * u->p->looks, card.s);
}

static unit_term attribute(unit_writer *u, const rcy_node *n)
{
    char text[400];
    if (n->a == -2) {
        unit_term name = unit_value_of(u, n->x), card = unit_value_of(u, n->y);
        int keys = unit_table(u, u->p->key_of, 4, true, u->p->strings);
        unit_term key = FRESH(u, 16, "k%d[%s]", keys, name.s);
        return FRESH(u, 16, "%s < 0 || %s < 0 ? 0 : attribute[%s * %d + %s]", key.s, card.s, key.s,
                     u->p->looks, card.s);
    }
    unit_term card = unit_value_of(u, n->y);
    if (n->a < 0) return unit_constant(0);
    return attribute_of(u, n->a, card);
}

static unit_term number_of(unit_writer *u, const rcy_node *n)
{
    char text[400];
    if (n->a == -2) {
        unit_refuse(u, "it reads the number of an attribute whose name is computed");
        return unit_constant(0);
    }
    unit_term card = unit_value_of(u, n->y);
    if (n->a < 0) return unit_constant(0);
    unit_term string = attribute_of(u, n->a, card);
    int numbers = unit_table(u, u->p->number_of, 4, true, u->p->strings);
    return FRESH(u, 31, "%s < 0 ? 0 : k%d[%s]", card.s, numbers, string.s);
}

typedef struct end_search {
    unit_term found, index;
    bool first;
    char done[24];
} end_search;

static void take_end(unit_writer *u, void *context, const unit_bound *element)
{
    end_search *s = context;
    if (s->index.s[0]) {
        unit_line(u, "if (%s-- == 0) { %s = %s; goto %s; }", s->index.s, s->found.s,
                  element->term.s, s->done);
        return;
    }
    unit_line(u, "%s = %s;", s->found.s, element->term.s);
    if (s->first) unit_line(u, "goto %s;", s->done);
}

// The top, the bottom or an indexed card; -1 if there is none.
static unit_term end_card(unit_writer *u, const rcy_node *n)
{
    char text[400];
    const rcy_node *from = n->x;
    unit_bound held = { .kind = unit_value };
    if (from->op == OP_PLACE && n->op != OP_INDEX) {
        unit_term place = unit_slot(u, from, from->b);
        held = (unit_bound){ .kind = unit_place, .term = place };
    } else if (from->op == OP_BOUND) {
        held = u->var[from->var];
    }
    if (held.kind == unit_place && n->op != OP_INDEX) {
        const char *ends = n->op == OP_TOP || n->op == OP_TOP_PLACE ? "TP" : "BT";
        const char *guard = unit_slot_may_be_missing(from) && from->op == OP_PLACE ? "" : "0 && ";
        return FRESH(u, 10, "%s%s < 0 || %s(%s) == NIL ? -1 : %s(%s)", guard, held.term.s, ends,
                     held.term.s, ends, held.term.s);
    }
    if (held.kind == unit_list && n->op == OP_TOP) {
        return FRESH(u, 10, "%s > 0 ? (i32)%s[%s + %s - 1] : -1", held.count, held.array,
                     held.first, held.count);
    }
    end_search s = { .found = unit_new(u, 10), .first = n->op == OP_BOTTOM };
    unit_line(u, "%s = -1;", s.found.s);
    if (n->op == OP_INDEX) {
        unit_term index = unit_value_of(u, n->y);
        s.index = FRESH(u, 62, "%s", index.s);
    }
    snprintf(s.done, sizeof s.done, "end%d", u->temps++);
    unit_line(u, "{");
    unit_each(u, n->x, take_end, &s);
    unit_line(u, "}");
    if (s.first || s.index.s[0]) unit_line(u, "%s:;", s.done);
    return s.found;
}

unit_term unit_card_of(unit_writer *u, const rcy_node *n)
{
    unit_term card = unit_value_of(u, n);
    if (n->op != OP_VAR) unit_line(u, "if (%s < 0) goto given_up;", card.s);
    return card;
}

static unit_term owner_of(unit_writer *u, const rcy_node *n)
{
    const rcy_program *p = u->p;
    char text[400];
    int32_t owners[unit_most_cards];
    unit_term card = unit_card_of(u, n->x);
    if (p->places > unit_most_cards) return unit_constant(0);
    for (int i = 0; i < p->places; i++) owners[i] = p->place[i].owner;
    int table = unit_table(u, owners, 4, true, p->places);
    unit_term who = FRESH(u, 8, "k%d[AT(%s)]", table, card.s);
    unit_line(u, "if (%s < 0) goto given_up;", who.s);
    return who;
}

static unit_term where(unit_writer *u, const rcy_node *n)
{
    const rcy_program *p = u->p;
    char text[400];
    int32_t names[unit_most_cards];
    unit_term card = unit_value_of(u, n->x);
    if (p->places > unit_most_cards) return unit_constant(0);
    for (int i = 0; i < p->places; i++) names[i] = p->place[i].name;
    int table = unit_table(u, names, 4, true, p->places);
    return FRESH(u, 16, "%s < 0 ? 0 : k%d[AT(%s)]", card.s, table, card.s);
}

static unit_term same_card(unit_writer *u, const rcy_node *n)
{
    char text[400];
    unit_term a = unit_value_of(u, n->x), b = unit_value_of(u, n->y);
    return FRESH(u, 0, "(%s >= 0 && %s == %s) == %d", a.s, a.s, b.s, n->op == OP_SAME_CARD);
}

// --- scores ---

// Adds what an award that depends on play gives to a card.
static void add_award(unit_writer *u, const rcy_award *a, unit_term slot, unit_term card,
                      unit_term *score)
{
    const rcy_program *p = u->p;
    dado_text test = { 0 };
    for (int i = 0; i < a->count; i++) {
        const rcy_test *t = &a->tests[i];
        if (t->key_word >= 0 || t->key < 0) {
            unit_refuse(u, "a point map names an attribute that is computed");
            break;
        }
        dado_text_addf(&test, "%sattribute[%d + %s] == ", i ? " && " : "", t->key * p->looks,
                       card.s);
        if (t->string_word < 0) dado_text_addf(&test, "%d", t->string);
        else dado_text_addf(&test, "word[%s * %d + %d]", slot.s, p->words, t->string_word);
    }
    if (a->value_word < 0) {
        unit_line(u, "if (%s) %s += %lld;", dado_text_string(&test), score->s, (long long)a->value);
    } else {
        unit_line(u, "if (%s) %s += award[%s * %d + %d];", dado_text_string(&test), score->s,
                  slot.s, p->awards, a->value_word);
    }
    dado_text_free(&test);
}

// Returns a table of numbers by card, which must fit 32 bits.
static int fixed_scores(unit_writer *u, const int64_t *fixed)
{
    int32_t small[unit_most_cards];
    for (int i = 0; i < u->p->cards; i++) {
        small[i] = (int32_t)fixed[i];
        if (fixed[i] > 1 << 30 || fixed[i] < -(1 << 30)) unit_refuse(u, "a score is too large");
    }
    return unit_table(u, small, 4, true, u->p->cards);
}

static bool may_be_set(const unit_writer *u, const rcy_node *points, int map)
{
    for (int i = 0; i < u->set_maps; i++) {
        const rcy_node *n = u->set_map[i];
        bool same = points->mode == mode_named || n->mode == mode_named ||
                    (n->a <= points->a ? points->a < n->a + u->p->players
                                       : n->a < points->a + u->p->players);
        if (n->value == map && same) return true;
    }
    const unsigned char *initial = u->p->initial_state;
    for (int i = 0; i < u->p->map_slots; i++) {
        uint16_t set;
        memcpy(&set, initial + u->p->at_map + 2 * (uint32_t)i, sizeof set);
        if (set == map + 1) return true;
    }
    return false;
}

unit_term unit_score_of(unit_writer *u, const rcy_node *points, unit_term card)
{
    const rcy_program *p = u->p;
    char text[400];
    if (points->op == OP_KEY) {
        if (points->a < 0) return unit_constant(0);
        return FRESH(u, 31, "k%d[%s]", fixed_scores(u, p->key_score[points->a]), card.s);
    }
    unit_term slot = unit_slot(u, points, slot_points);
    unit_term score = unit_new(u, 36), which = unit_new(u, 16);
    unit_line(u, "%s = 0; %s = %s < 0 ? 0 : map[%s];", score.s, which.s, slot.s, slot.s);
    for (int i = 0; i < p->map_count; i++) {
        const rcy_map *map = &p->maps[i];
        if (!may_be_set(u, points, i)) continue;
        unit_line(u, "if (%s == %d) {", which.s, i + 1);
        unit_line(u, "%s = k%d[%s];", score.s, fixed_scores(u, map->fixed), card.s);
        for (int k = 0; k < map->count; k++) add_award(u, &map->awards[k], slot, card, &score);
        unit_line(u, "}");
    }
    return score;
}

typedef struct tally {
    const rcy_node *n;
    unit_term total, best, count, found;
    char done[24];
} tally;

static void add_score(unit_writer *u, void *context, const unit_bound *element)
{
    tally *t = context;
    unit_term score = unit_score_of(u, t->n->y, element->term);
    unit_line(u, "%s += %s;", t->total.s, score.s);
}

static unit_term sum_of_scores(unit_writer *u, const rcy_node *n)
{
    tally t = { .n = n, .total = unit_new(u, 50) };
    unit_line(u, "%s = 0;", t.total.s);
    unit_line(u, "{");
    unit_each(u, n->x, add_score, &t);
    unit_line(u, "}");
    return t.total;
}

static void compare_score(unit_writer *u, void *context, const unit_bound *element)
{
    const tally *t = context;
    unit_term score = unit_score_of(u, t->n->y, element->term);
    unit_line(u, "if (%s < 0 || %s %s %s) { %s = %s; %s = %s; %s = 1; }", t->found.s, score.s,
              t->n->flag ? "<" : ">", t->best.s, t->found.s, element->term.s, t->best.s, score.s,
              t->count.s);
    unit_line(u, "else if (%s == %s) %s++;", score.s, t->best.s, t->count.s);
}

static void take_drawn(unit_writer *u, void *context, const unit_bound *element)
{
    const tally *t = context;
    unit_term score = unit_score_of(u, t->n->y, element->term);
    unit_line(u, "if (%s == %s && %s-- == 0) { %s = %s; goto %s; }", score.s, t->best.s, t->total.s,
              t->found.s, element->term.s, t->done);
}

// The best card; of equal ones, one is drawn.
static unit_term best(unit_writer *u, const rcy_node *n)
{
    tally t = { .n = n, .best = unit_new(u, 50), .found = unit_new(u, 10) };
    t.count = unit_new(u, 16);
    t.total = unit_new(u, 33);
    unit_line(u, "%s = 0; %s = -1; %s = 0;", t.best.s, t.found.s, t.count.s);
    unit_line(u, "{");
    unit_each(u, n->x, compare_score, &t);
    unit_line(u, "}");
    unit_line(u, "if (%s < 0) goto given_up;", t.found.s);
    unit_line(u, "if (%s > 1) {", t.count.s);
    unit_line(u, "DRAW(%s, %s);", t.total.s, t.count.s);
    snprintf(t.done, sizeof t.done, "best%d", u->temps++);
    unit_each(u, n->x, take_drawn, &t);
    unit_line(u, "%s:;", t.done);
    unit_line(u, "}");
    return t.found;
}

// --- over collections ---

typedef struct quantified {
    const rcy_node *n;
    unit_term result;
    char done[24];
    int bits;
} quantified;

static void ask_element(unit_writer *u, void *context, const unit_bound *element)
{
    quantified *q = context;
    u->var[q->n->var] = *element;
    unit_term one = unit_value_of(u, q->n->y);
    if (q->n->op == OP_ALL_SUM) {
        q->bits = one.bits;
        unit_line(u, "%s += %s;", q->result.s, one.s);
        return;
    }
    bool stop_at = q->n->op == OP_ANY_TRUE;
    unit_line(u, "if (%s%s) { %s = %d; goto %s; }", stop_at ? "" : "!", one.s, q->result.s, stop_at,
              q->done);
}

static unit_term quantify(unit_writer *u, const rcy_node *n)
{
    quantified q = { .n = n, .result = unit_new(u, n->op == OP_ALL_SUM ? 62 : 0) };
    unit_line(u, "%s = %d;", q.result.s, n->op == OP_ALL_TRUE);
    snprintf(q.done, sizeof q.done, "over%d", u->temps++);
    unit_line(u, "{");
    unit_each(u, n->x, ask_element, &q);
    unit_line(u, "}");
    if (n->op != OP_ALL_SUM) unit_line(u, "%s:;", q.done);
    if (n->op == OP_ALL_SUM) q.result.bits = q.bits + 17;
    if (q.result.bits > 62) {
        unit_refuse(u, "its numbers may grow beyond 62 bits");
        q.result.bits = 62;
    }
    return q.result;
}

typedef struct search {
    const rcy_node *n;
    unit_term wanted, index, found;
    char done[24];
} search;

static void compare_element(unit_writer *u, void *context, const unit_bound *element)
{
    const search *s = context;
    if (element->kind != unit_value) unit_refuse(u, "it looks for a list in a list of lists");
    unit_line(u, "if (%s == %s) { %s = %s; goto %s; }", element->term.s, s->wanted.s, s->found.s,
              s->index.s, s->done);
    unit_line(u, "%s++;", s->index.s);
}

static unit_term index_of(unit_writer *u, const rcy_node *n)
{
    char text[400];
    if (n->flag) unit_refuse(u, "it looks for a list in a list of lists");
    search s = { .n = n, .wanted = unit_value_of(u, n->x) };
    s.index = unit_new(u, 20);
    s.found = unit_new(u, 20);
    unit_line(u, "%s = 0; %s = -1;", s.index.s, s.found.s);
    snprintf(s.done, sizeof s.done, "in%d", u->temps++);
    unit_line(u, "{");
    unit_each(u, n->y, compare_element, &s);
    unit_line(u, "}");
    unit_line(u, "%s:;", s.done);
    return n->op == OP_INDEX_OF ? s.found : FRESH(u, 0, "%s >= 0", s.found.s);
}

static void take_extreme(unit_writer *u, void *context, const unit_bound *element)
{
    search *s = context;
    s->wanted.bits = element->term.bits;
    unit_line(u, "if (!%s || %s %s %s) %s = %s;", s->index.s, element->term.s,
              s->n->flag ? "<" : ">", s->found.s, s->found.s, element->term.s);
    unit_line(u, "%s = 1;", s->index.s);
}

static unit_term extreme_of(unit_writer *u, const rcy_node *n)
{
    search s = { .n = n, .index = unit_new(u, 0), .found = unit_new(u, 62) };
    unit_line(u, "%s = 0; %s = 0;", s.index.s, s.found.s);
    unit_line(u, "{");
    unit_each(u, n->x, take_extreme, &s);
    unit_line(u, "}");
    unit_line(u, "if (!%s) goto given_up;", s.index.s);
    s.found.bits = s.wanted.bits;
    return s.found;
}

static unit_term value_in_let(unit_writer *u, const rcy_node *n)
{
    unit_term result = unit_new(u, 62);
    unit_line(u, "{");
    unit_bind_let(u, n);
    unit_term value = unit_value_of(u, n->y);
    unit_line(u, "%s = %s;", result.s, value.s);
    unit_line(u, "}");
    result.bits = value.bits;
    return result;
}

static unit_term item(unit_writer *u, const rcy_node *n)
{
    char text[400];
    unit_term index = n->flag == to_index ? unit_value_of(u, n->y) : unit_constant(0);
    unit_term count = unit_count(u, n->x);
    if (n->flag == to_bottom) index = FRESH(u, 20, "%s - 1", count.s);
    unit_line(u, "if (%s < 0 || %s >= %s) goto given_up;", index.s, index.s, count.s);
    unit_bound element = unit_nth(u, n->x, index);
    if (element.kind != unit_value) unit_refuse(u, "it takes a list out of a list of lists");
    return element.term;
}

// --- turns and owners ---

static unit_term beside(unit_writer *u, const char *who, const char *queued, bool next, int count)
{
    char text[400];
    if (!next) return FRESH(u, 8, "%s == 0 ? %d : %s - 1", who, count - 1, who);
    return FRESH(u, 8, "%s != 255 ? (i32)%s : %s + 1 == %d ? 0 : %s + 1", queued, queued, who,
                 count, who);
}

static const rcy_teams *teams_of(const unit_writer *u)
{
    return &u->p->teams[((const rcy_pause *)(const void *)u->p->initial_state)->teams];
}

static unit_term turn(unit_writer *u, const rcy_node *n)
{
    int players = u->p->players;
    switch ((rcy_op)n->op) {
    case OP_NEXT: return beside(u, u->current, u->queued, true, players);
    case OP_PREVIOUS: return beside(u, u->current, u->queued, false, players);
    case OP_CURRENT_TEAM: return unit_named(u->team, 8);
    case OP_NEXT_TEAM: return beside(u, u->team, u->team_queued, true, teams_of(u)->count);
    case OP_PREVIOUS_TEAM: return beside(u, u->team, u->team_queued, false, teams_of(u)->count);
    default: return unit_named(u->current, 8);
    }
}

static unit_term team_of(unit_writer *u, const rcy_node *n)
{
    char text[400];
    unit_term who = unit_value_of(u, n->x);
    unit_line(u, "if (%s == 255) goto given_up;", who.s);
    int table = unit_table(u, teams_of(u)->of, 1, false, u->p->players);
    return FRESH(u, 8, "k%d[%s]", table, who.s);
}

static unit_term neighbour(unit_writer *u, const rcy_node *n)
{
    unit_term who = unit_value_of(u, n->x);
    unit_line(u, "if (%s == 255) goto given_up;", who.s);
    return beside(u, who.s, "255", !n->flag, n->a ? teams_of(u)->count : u->p->players);
}

static unit_term nth(unit_writer *u, const rcy_node *n)
{
    unit_term number = unit_value_of(u, n->x);
    int most = n->flag ? teams_of(u)->count : u->p->players;
    if (n->x->op == OP_CONST && n->x->value >= 0 && n->x->value < most) return number;
    unit_line(u, "if (%s < 0 || %s >= %d) goto given_up;", number.s, number.s, most);
    number.bits = 8;
    return number;
}

// --- boards ---

static unit_term space_of(unit_writer *u, unit_term name)
{
    char text[400];
    const rcy_boards *b = u->p->boards;
    int table = unit_table(u, b->space_of, 2, true, b->name_room);
    return FRESH(u, 12, "%s < %d ? (i32)k%d[%s] : -1", name.s, b->name_room, table, name.s);
}

static unit_term step_to(unit_writer *u, const rcy_node *n)
{
    char text[400];
    const rcy_boards *b = u->p->boards;
    int way = n->flag || n->x->op != OP_CONST ? -1 : rcy_direction_of(b, (int32_t)n->x->value);
    if (way < 0 || n->z) {
        unit_refuse(u, "it steps in a direction that is computed, or several steps at once");
        return unit_constant(0);
    }
    unit_term name = unit_value_of(u, n->y), space = space_of(u, name);
    int steps = unit_table(u, b->step + way * rcy_most_spaces, 2, true, b->spaces);
    unit_term to = FRESH(u, 12, "%s < 0 ? -1 : (i32)k%d[%s]", space.s, steps, space.s);
    int names = unit_table(u, b->name, 4, true, b->spaces);
    return FRESH(u, 16, "%s < 0 ? 0 : k%d[%s]", to.s, names, to.s);
}

static unit_term on_board(unit_writer *u, const rcy_node *n)
{
    char text[400];
    const rcy_boards *b = u->p->boards;
    if (n->op == OP_STEP_TO) return step_to(u, n);
    unit_term name = unit_value_of(u, n->x), space = space_of(u, name);
    if (n->op == OP_COORDINATE) {
        int table = unit_table(u, n->flag ? b->column : b->row, 4, true, b->spaces);
        return FRESH(u, 12, "%s < 0 ? 0 : k%d[%s]", space.s, table, space.s);
    }
    unit_term other_name = unit_value_of(u, n->y), other = space_of(u, other_name);
    int table = unit_table(u, b->distance, 2, true, b->spaces * b->spaces);
    return FRESH(u, 12, "%s < 0 || %s < 0 ? -1 : (i32)k%d[%s * %d + %s]", space.s, other.s, table,
                 space.s, b->spaces, other.s);
}

// --- all ---

static unit_term unknown(unit_writer *u, const rcy_node *n)
{
    static const char *const names[] = {
        "OP_NOTHING",
#define LEAF(name, how) #name,
#define VALUE(name, how) #name,
#define GATHER(name, how) #name,
#define ACT(name, how) #name,
#define FLOW(name) #name,
#include "recycle/machine_operations.def"
    };
    char why[80];
    snprintf(why, sizeof why, "a unit has no %s yet", names[n->op]);
    unit_refuse(u, why);
    return unit_constant(0);
}

// Values that read the state.
static unit_term read_state(unit_writer *u, const rcy_node *n)
{
    char text[400];
    switch ((rcy_op)n->op) {
    case OP_STO: return read_slot(u, n, "STO", slot_sto, 31, 0);
    case OP_STO_FIXED: return FRESH(u, 31, "STO(%d)", n->a);
    case OP_STO_CURRENT: return FRESH(u, 31, "STO(%d + %s)", n->a, u->current);
    case OP_STR: return read_slot(u, n, "STR", slot_str, 16, 0);
    case OP_BYTE: return read_slot(u, n, "BYTE", n->b, 8, n->b == slot_who ? rcy_nobody : 0);
    case OP_DIE: return FRESH(u, 31, "die[%d]", n->a);
    case OP_KEPT: return FRESH(u, 31, "kept[%d] - %d", n->a, n->flag);
    case OP_VAR: return u->var[n->var].term;
    case OP_WHERE: return where(u, n);
    case OP_OWNER: return owner_of(u, n);
    default: return turn(u, n);
    }
}

static unit_term of_collection(unit_writer *u, const rcy_node *n)
{
    unit_term card;
    switch ((rcy_op)n->op) {
    case OP_SIZE: return unit_count(u, n->x);
    case OP_SUM: return sum_of_scores(u, n);
    case OP_BEST: return best(u, n);
    case OP_SCORE: card = unit_card_of(u, n->x); return unit_score_of(u, n->y, card);
    case OP_TOP:
    case OP_BOTTOM:
    case OP_INDEX: return end_card(u, n);
    case OP_INDEX_OF:
    case OP_IN: return index_of(u, n);
    case OP_EXTREME_OF: return extreme_of(u, n);
    case OP_ITEM: return item(u, n);
    default: return quantify(u, n);
    }
}

static unit_term of_values(unit_writer *u, const rcy_node *n)
{
    char text[400];
    unit_term a, b;
    switch ((rcy_op)n->op) {
    case OP_NOT: a = unit_value_of(u, n->x); return FRESH(u, 0, "!%s", a.s);
    case OP_EXTREME:
        a = unit_value_of(u, n->x);
        b = unit_value_of(u, n->y);
        return FRESH(u, a.bits > b.bits ? a.bits : b.bits, "(%s < %s) == %d ? (i64)%s : (i64)%s",
                     a.s, b.s, n->flag != 0, a.s, b.s);
    case OP_WHOSE:
        a = unit_value_of(u, n->x);
        return FRESH(u, 8, "%s < 0 ? 255 : (i32)k%d[%s]", a.s,
                     unit_table(u, u->p->whose, 1, false, u->p->cards), a.s);
    case OP_TRI:
        a = unit_value_of(u, n->x);
        if (a.bits > 30) unit_line(u, "if (%s != (i32)%s) goto given_up;", a.s, a.s);
        return FRESH(u, 62, "(i64)%s * ((i64)%s + 1) / 2", a.s, a.s);
    case OP_CHAIN: return chain(u, n);
    case OP_EITHER: return either(u, n);
    case OP_RANDOM: return random_number(u, n);
    case OP_LET_VALUE: return value_in_let(u, n);
    case OP_TEAM_OF: return team_of(u, n);
    case OP_NEIGHBOUR: return neighbour(u, n);
    case OP_NTH: return nth(u, n);
    case OP_STEP_TO:
    case OP_COORDINATE:
    case OP_DISTANCE: return on_board(u, n);
    default: return unknown(u, n);
    }
}

unit_term unit_value_of(unit_writer *u, const rcy_node *n)
{
    if (u->refused) return unit_constant(0);
    switch ((rcy_op)n->op) {
    case OP_CONST: return unit_constant(n->value);
    case OP_STO:
    case OP_STO_FIXED:
    case OP_STO_CURRENT:
    case OP_STR:
    case OP_BYTE:
    case OP_DIE:
    case OP_KEPT:
    case OP_VAR:
    case OP_WHERE:
    case OP_OWNER:
    case OP_CURRENT:
    case OP_NEXT:
    case OP_PREVIOUS:
    case OP_CURRENT_TEAM:
    case OP_NEXT_TEAM:
    case OP_PREVIOUS_TEAM: return read_state(u, n);
    case OP_ADD_:
    case OP_SUBTRACT:
    case OP_MULTIPLY: return arithmetic(u, n);
    case OP_DIVIDE:
    case OP_MODULO: return division(u, n);
    case OP_LESS:
    case OP_MORE:
    case OP_MOST:
    case OP_LEAST:
    case OP_EQUAL:
    case OP_UNEQUAL: return comparison(u, n);
    case OP_AND:
    case OP_OR: return connective(u, n);
    case OP_SAME_CARD:
    case OP_OTHER_CARD: return same_card(u, n);
    case OP_ATTRIBUTE: return attribute(u, n);
    case OP_NUMBER: return number_of(u, n);
    case OP_SIZE:
    case OP_SUM:
    case OP_BEST:
    case OP_SCORE:
    case OP_TOP:
    case OP_BOTTOM:
    case OP_INDEX:
    case OP_INDEX_OF:
    case OP_IN:
    case OP_EXTREME_OF:
    case OP_ITEM:
    case OP_ALL_SUM:
    case OP_ALL_TRUE:
    case OP_ANY_TRUE: return of_collection(u, n);
    default: return of_values(u, n);
    }
}
