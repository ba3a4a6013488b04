// emit_expressions.c - compiles expressions to typed nodes, with every name replaced by a
// number.
#include <string.h>

#include "recycle/emitter.h"

rcy_node *rcy_emit_node(emitter *e, rcy_op op, const rcy_tree *t)
{
    rcy_node *n = rcy_emit_room(e, 1, sizeof *n);
    if (!n) return &e->spare;
    n->op = (uint8_t)op;
    n->number = e->p->node_count++;
    n->token = t->token;
    n->coverage = -1;
    n->var_depth = (uint16_t)e->vars;
    n->safe = op == OP_CONST || op == OP_VAR || op == OP_CURRENT || op == OP_NEXT ||
              op == OP_PREVIOUS || op == OP_DIE || op == OP_PLAYERS || op == OP_BOUND;
    return n;
}

// Returns whether a node neither needs random bits nor fails, provided that its operands
// do not.
static bool cannot_fail(const rcy_node *n)
{
    switch ((rcy_op)n->op) {
    case OP_CONST:
    case OP_VAR:
    case OP_STO_FIXED:
    case OP_STO_CURRENT:
    case OP_DIE:
    case OP_LESS:
    case OP_MORE:
    case OP_MOST:
    case OP_LEAST:
    case OP_EQUAL:
    case OP_UNEQUAL:
    case OP_STO_EQUALS:
    case OP_STR_EQUALS:
    case OP_HAS_ATTRIBUTE:
    case OP_ATTRIBUTE_VAR:
    case OP_AND:
    case OP_OR:
    case OP_NOT:
    case OP_CURRENT:
    case OP_NEXT:
    case OP_PREVIOUS:
    case OP_SIZE_PLACE:
    case OP_SIZE_BOUND:
    case OP_SIZE_EQUALS:
    case OP_SIZE_FILTER:
    case OP_BOUND:
    case OP_SOME_LEFT:
    case OP_NONE_LEFT:
    case OP_PLAYERS: return true;
    case OP_STO:
    case OP_STR:
    case OP_PLACE:
    case OP_BYTE:
        if (n->mode == mode_named) return n->quick;
        return n->mode != mode_checked;
    case OP_KEPT:
    case OP_KEPT_PLACE:
    case OP_COORDINATE:
    case OP_EITHER:
    case OP_WHOSE: return true;
    case OP_FILTER: return (n->x && n->x->op == OP_PLACE) || n->spaces;
    case OP_SOME_LINE: return true;
    case OP_ALL_TRUE:
    case OP_ANY_TRUE: return n->x && n->x->op == OP_PLAYERS;
    default: return false;
    }
}

static void inherit(rcy_node *n)
{
    const rcy_node *kids[] = { n->x, n->y, n->z };
    bool safe = cannot_fail(n);
    for (int i = 0; i < 3; i++) {
        n->draws = n->draws || (kids[i] && kids[i]->draws);
        safe = safe && (!kids[i] || kids[i]->safe);
    }
    for (int i = 0; i < n->count && n->list; i++) {
        n->draws = n->draws || n->list[i]->draws;
        safe = safe && n->list[i]->safe;
    }
    n->safe = safe && !n->draws;
}

static const rcy_node *finish(rcy_node *n)
{
    inherit(n);
    return n;
}

const rcy_node *rcy_emit_finish(rcy_node *n)
{
    return finish(n);
}

int rcy_emit_bind(emitter *e, const rcy_tree *by)
{
    int slot = e->vars++;
    if (slot >= rcy_most_vars) {
        rcy_emit_fail(e, by, "variables are nested too deep");
        slot = 0;
    }
    if (by->binding) by->binding->slot = slot;
    return slot;
}

static rcy_class class_of(const rcy_tree *owner)
{
    return owner->form == form_game   ? class_game
           : owner->type == type_team ? class_team
                                      : class_player;
}

// Creates slots for all names that an expression may have as its value. Returns true if
// it can have no other.
static bool named_slots(emitter *e, const rcy_tree *name, int kind, rcy_class owner)
{
    rcy_strings strings = rcy_strings_of(e, name);
    for (int i = 0; i < strings.count; i++) rcy_emit_slot(e, kind, strings.items[i], owner);
    for (int i = 1; strings.any && i < e->p->strings; i++) {
        if (e->value_name[i]) rcy_emit_slot(e, kind, i, owner);
    }
    return !strings.any && e->s->next_edition;
}

static int slot_kind(const rcy_tree *t)
{
    switch (t->form) {
    case form_sto: return slot_sto;
    case form_str: return slot_str;
    case form_points: return slot_points;
    case form_flag: return slot_flag;
    case form_who_of: return slot_who;
    default: return t->code;
    }
}

rcy_node *rcy_emit_storage(emitter *e, const rcy_tree *t)
{
    static const uint8_t ops[] = {
        [form_sto] = OP_STO,     [form_str] = OP_STR,   [form_points] = OP_CONST,
        [form_place] = OP_PLACE, [form_flag] = OP_BYTE, [form_who_of] = OP_BYTE
    };
    int kind = slot_kind(t);
    rcy_op op = (rcy_op)ops[t->form];
    if (t->form == form_place && t->code == place_mem) op = OP_MEM;
    rcy_node *n = rcy_emit_node(e, op, t);
    if (e->failed) return n;
    const rcy_tree *owner = t->kids[0], *name = t->kids[1];
    rcy_class owned = class_of(owner);
    n->class_ = (uint8_t)owned;
    n->b = kind;
    int32_t fixed_name;
    int64_t number;
    if (!rcy_constant_string(name, &fixed_name)) {
        bool complete = named_slots(e, name, kind, owned);
        n->mode = mode_named;
        n->y = rcy_emit_value(e, name);
        if (owned != class_game) n->x = rcy_emit_value(e, owner);
        n->quick =
            complete && kind >= slot_sto && (owned == class_game || !rcy_may_be_nobody(owner));
        inherit(n);
        if (n->op == OP_BYTE && n->quick && owned == class_game && n->y->op == OP_VAR &&
            !e->p->plain) {
            n->slots = e->slot_of + kind * e->p->strings * class_count + class_game;
        }
        return n;
    }
    n->a = rcy_emit_slot(e, kind, fixed_name, owned);
    if (owned == class_game) {
        n->mode = mode_fixed;
    } else if (owner->form == form_nth && rcy_constant(owner->kids[0], &number)) {
        n->mode = mode_fixed;
        n->a += (int32_t)number;
    } else if (owner->form == form_who && owner->code == keyword_current && !owner->flag) {
        n->mode = mode_current;
    } else if (owner->form == form_var && owner->binding && !owner->binding->kept &&
               !rcy_may_be_nobody(owner)) {
        n->mode = mode_var;
        n->var = (uint16_t)owner->binding->slot;
    } else {
        n->mode = rcy_may_be_nobody(owner) ? mode_checked : mode_owner;
        n->x = rcy_emit_value(e, owner);
        inherit(n);
    }
    if (n->op == OP_STO && n->mode == mode_fixed && !e->p->plain) n->op = OP_STO_FIXED;
    if (n->op == OP_STO && n->mode == mode_current && !e->p->plain) n->op = OP_STO_CURRENT;
    if (t->form != form_points) inherit(n);
    return n;
}

static const rcy_node *constant(emitter *e, const rcy_tree *t, int64_t value)
{
    rcy_node *n = rcy_emit_node(e, OP_CONST, t);
    if (!e->failed) n->value = value;
    return n;
}

static const rcy_node *one(emitter *e, const rcy_tree *t, rcy_op op)
{
    rcy_node *n = rcy_emit_node(e, op, t);
    if (e->failed) return n;
    n->x = rcy_emit_value(e, t->kids[0]);
    if (t->count > 1) n->y = rcy_emit_value(e, t->kids[1]);
    return finish(n);
}

static const rcy_node *listed(emitter *e, const rcy_tree *t, rcy_op op,
                              const rcy_node *(*emit)(emitter *, const rcy_tree *), int from)
{
    rcy_node *n = rcy_emit_node(e, op, t);
    const rcy_node **list = rcy_emit_room(e, (size_t)t->count + 1, sizeof *list);
    if (e->failed || !list) return n;
    for (int i = from; i < t->count; i++) list[i - from] = emit(e, t->kids[i]);
    n->list = list;
    n->count = t->count - from;
    return finish(n);
}

static const rcy_node *equality(emitter *e, const rcy_tree *t)
{
    bool same = t->code == op_equal;
    bool cards = t->kids[0]->type == type_card;
    const rcy_tree *left = t->kids[0], *right = t->kids[1];
    if (t->kids[0]->type == type_str && left->form != form_cardatt && right->form == form_cardatt) {
        left = t->kids[1];
        right = t->kids[0];
    }
    rcy_node *n = rcy_emit_node(
        e, cards ? (same ? OP_SAME_CARD : OP_OTHER_CARD) : (same ? OP_EQUAL : OP_UNEQUAL), t);
    if (e->failed) return n;
    n->x = rcy_emit_value(e, left);
    n->y = rcy_emit_value(e, right);
    inherit(n);
    if (e->failed || e->p->plain) return n;
    if (!cards && n->x->op == OP_ATTRIBUTE_VAR &&
        (n->y->op == OP_CONST || (n->y->op == OP_STR && n->y->mode == mode_fixed))) {
        // The most common test of all: whether a card has a given attribute.
        n->op = OP_HAS_ATTRIBUTE;
        n->flag = !same;
        n->a = n->x->a;
        n->var = n->x->var;
        n->mode = n->y->op == OP_STR;
        n->b = n->mode ? n->y->a : (int32_t)n->y->value;
    } else if (!cards && n->x->op == OP_STO_FIXED && n->y->op == OP_CONST) {
        n->op = OP_STO_EQUALS;
        n->flag = !same;
        n->a = n->x->a;
        n->value = n->y->value;
    } else if (!cards && n->x->op == OP_STR && n->x->mode == mode_fixed && n->y->op == OP_CONST) {
        n->op = OP_STR_EQUALS;
        n->flag = !same;
        n->a = n->x->a;
        n->value = n->y->value;
    } else if (!cards && n->x->op == OP_ATTRIBUTE && n->x->a >= 0 && n->x->y->op == OP_TOP_PLACE &&
               n->y->op == OP_CONST) {
        n->op = OP_TOP_HAS;
        n->flag = !same;
        n->a = n->x->a;
        n->value = n->y->value;
        n->x = n->x->y->x;
    } else if (!cards && n->x->op == OP_SIZE_PLACE && n->y->op == OP_CONST) {
        n->op = OP_SIZE_EQUALS;
        n->flag = !same;
        n->value = n->y->value;
        n->x = n->x->x;
    } else if (!cards && n->x->op == OP_SIZE_FILTER && n->y->op == OP_CONST && n->y->value == 0) {
        n->op = same ? OP_NONE_LEFT : OP_SOME_LEFT;
        n->x = n->x->x;
    }
    return n;
}

static const rcy_node *comparison(emitter *e, const rcy_tree *t)
{
    static const uint8_t ops[] = {
        [op_less] = OP_LESS, [op_more] = OP_MORE, [op_most] = OP_MOST, [op_least] = OP_LEAST
    };
    const rcy_node *made = one(e, t, (rcy_op)ops[t->code]);
    if (e->failed || e->p->plain) return made;
    if (made->op == OP_MORE && made->x->op == OP_SIZE_FILTER && made->y->op == OP_CONST &&
        made->y->value == 0) {
        rcy_node *n = rcy_emit_node(e, OP_SOME_LEFT, t);
        if (e->failed) return made;
        n->x = made->x->x;
        return finish(n);
    }
    return made;
}

static const rcy_node *size(emitter *e, const rcy_tree *t)
{
    rcy_node *n = rcy_emit_node(e, OP_SIZE, t);
    if (e->failed) return n;
    n->x = rcy_emit_gather(e, t->kids[0]);
    if (e->failed || e->p->plain) return finish(n);
    if (n->x->op == OP_PLACE) n->op = OP_SIZE_PLACE;
    if (n->x->op == OP_BOUND) n->op = OP_SIZE_BOUND;
    if (n->x->op == OP_FILTER && t->kids[0]->type == type_cards) n->op = OP_SIZE_FILTER;
    return finish(n);
}

// Turns "some card passes" into "the filter leaves a card", and "all cards pass" into
// "the filter for the opposite leaves none".
static const rcy_node *as_filter(emitter *e, const rcy_tree *t, const rcy_node *n)
{
    rcy_node *filter = rcy_emit_node(e, OP_FILTER, t);
    rcy_node *test = rcy_emit_node(e, OP_NOT, t);
    rcy_node *made = rcy_emit_node(e, n->op == OP_ANY_TRUE ? OP_SOME_LEFT : OP_NONE_LEFT, t);
    if (e->failed) return n;
    test->x = n->y;
    filter->x = n->x;
    filter->var = n->var;
    filter->y = n->op == OP_ANY_TRUE ? n->y : finish(test);
    filter->card_filter = rcy_emit_card_filter(e, filter->y, filter->var);
    if (!filter->card_filter) return n;
    made->x = finish(filter);
    return finish(made);
}

// Compiles the comparison of every player's storage with a constant; these storages lie
// next to each other.
static const rcy_node *of_every_seat(rcy_node *n)
{
    const rcy_node *test = n->y;
    bool equality = test->op == OP_EQUAL || test->op == OP_UNEQUAL;
    if (!equality || (test->x->op != OP_STO && test->x->op != OP_STR) || test->y->op != OP_CONST ||
        test->x->mode != mode_var || test->x->var != n->var) {
        return n;
    }
    // "Some differ" is "not all are equal", and "all differ" is "not some are equal".
    bool unlike = test->op == OP_UNEQUAL, some = (n->op == OP_ANY_TRUE) != unlike;
    n->op = some ? OP_SOME_SEAT : OP_EVERY_SEAT;
    n->flag = unlike;
    n->mode = 0;
    n->b = test->x->op == OP_STR;
    n->a = test->x->a;
    n->value = test->y->value;
    n->x = n->y = NULL;
    n->safe = true;
    return n;
}

static const rcy_node *quantifier(emitter *e, const rcy_tree *t)
{
    rcy_op op = t->type == type_int ? OP_ALL_SUM : t->flag ? OP_ANY_TRUE : OP_ALL_TRUE;
    rcy_node *n = rcy_emit_node(e, op, t);
    if (e->failed) return n;
    n->x = rcy_emit_gather(e, t->kids[0]);
    n->var = (uint16_t)rcy_emit_bind(e, t);
    n->y = rcy_emit_value(e, t->kids[1]);
    e->vars--;
    finish(n);
    if (e->failed || e->p->plain || op == OP_ALL_SUM) return n;
    if (n->x->op == OP_PLAYERS) return of_every_seat(n);
    n->lines = n->x->op == OP_LINES ? rcy_emit_line_test(e, n) : NULL;
    if (n->lines) {
        n->op = OP_SOME_LINE;
        n->safe = true;
        return n;
    }
    return t->kids[0]->type == type_cards ? as_filter(e, t, n) : n;
}

static bool scalar(uint8_t type)
{
    return type == type_int || type == type_bool || type == type_str || type == type_card ||
           type == type_player || type == type_team;
}

// Binds the value of a `let`: a collection is gathered, anything else is a number.
void rcy_emit_let(emitter *e, const rcy_tree *t, rcy_node *n)
{
    const rcy_tree *value = t->kids[0];
    bool number = scalar(value->type);
    n->x = number ? rcy_emit_value(e, value) : rcy_emit_gather(e, value);
    n->flag = number;
    n->mode = value->type == type_card;
    // A collection that another variable owns is copied, so that taking cards from one
    // leaves the other as it is.
    n->class_ = !number && value->type == type_cards && rcy_hold_of(value) == hold_virtual &&
                (value->form == form_var || value->form == form_end || value->form == form_index);
    n->var = (uint16_t)rcy_emit_bind(e, t);
}

// Returns whether a `let` only gives another name to a variable; both are constant once
// bound.
static bool is_alias(const emitter *e, const rcy_tree *t)
{
    const rcy_tree *value = t->kids[0];
    bool plainly = value->form == form_var && value->binding && scalar(value->type) &&
                   !value->binding->declared && !value->binding->kept && !value->binding->fixed;
    if (e->p->plain || !e->s->next_edition || !plainly || !t->binding) return false;
    t->binding->slot = value->binding->slot;
    return true;
}

static const rcy_node *let(emitter *e, const rcy_tree *t, bool gathers)
{
    if (is_alias(e, t)) {
        return gathers ? rcy_emit_gather(e, t->kids[1]) : rcy_emit_value(e, t->kids[1]);
    }
    rcy_node *n = rcy_emit_node(e, gathers ? OP_LET_GATHER : OP_LET_VALUE, t);
    if (e->failed) return n;
    rcy_emit_let(e, t, n);
    n->y = gathers ? rcy_emit_gather(e, t->kids[1]) : rcy_emit_value(e, t->kids[1]);
    e->vars--;
    return finish(n);
}

static const rcy_node *cardatt(emitter *e, const rcy_tree *t)
{
    rcy_node *n = rcy_emit_node(e, OP_ATTRIBUTE, t);
    if (e->failed) return n;
    int32_t key;
    n->a = -2;
    if (rcy_constant_string(t->kids[0], &key)) n->a = e->key_of[key];
    else n->x = rcy_emit_value(e, t->kids[0]);
    n->y = rcy_emit_value(e, t->kids[1]);
    if (!e->failed && !e->p->plain && n->a >= 0 && n->y->op == OP_VAR) {
        n->op = OP_ATTRIBUTE_VAR;
        n->var = n->y->var;
    }
    return finish(n);
}

static bool is_of_cards(const rcy_tree *t)
{
    return t->kids[t->form == form_index]->type == type_cards;
}

static const rcy_node *end_of_cards(emitter *e, const rcy_tree *t)
{
    rcy_op op = t->form == form_index ? OP_INDEX : t->flag ? OP_BOTTOM : OP_TOP;
    rcy_node *n = rcy_emit_node(e, op, t);
    if (e->failed) return n;
    if (t->form == form_index) n->y = rcy_emit_value(e, t->kids[0]);
    n->x = rcy_emit_gather(e, t->kids[t->form == form_index]);
    bool quick = !e->failed && !e->p->plain && op == OP_TOP;
    if (quick && n->x->op == OP_PLACE) n->op = OP_TOP_PLACE;
    if (quick && n->x->op == OP_BOUND) n->op = OP_TOP_BOUND;
    return finish(n);
}

static const rcy_node *with_points(emitter *e, const rcy_tree *t, rcy_op op)
{
    rcy_node *n = rcy_emit_node(e, op, t);
    if (e->failed) return n;
    n->x = op == OP_SCORE ? rcy_emit_value(e, t->kids[0]) : rcy_emit_gather(e, t->kids[0]);
    n->y = rcy_emit_points(e, t->kids[1]);
    n->flag = t->flag;
    return finish(n);
}

static const rcy_node *who(emitter *e, const rcy_tree *t)
{
    rcy_op op = t->code == keyword_current ? OP_CURRENT
                : t->code == keyword_next  ? OP_NEXT
                                           : OP_PREVIOUS;
    if (t->flag) op += OP_CURRENT_TEAM - OP_CURRENT;
    return rcy_emit_node(e, op, t);
}

static const rcy_node *owner(emitter *e, const rcy_tree *t)
{
    rcy_node *n = (rcy_node *)(uintptr_t)one(e, t, OP_OWNER);
    // The owner of the best card of a trick follows from the place where the card lies.
    bool trick =
        !e->failed && !e->p->plain && n->x->op == OP_BEST && n->x->x->op == OP_UNION_PLACES;
    if (trick) n->op = OP_OWNER_OF_BEST;
    return n;
}

static int dice_of(const emitter *e, int32_t name)
{
    for (int i = 0; i < e->p->dice_count; i++) {
        if (e->dice[i].name == name) return i;
    }
    return 0;
}

static const rcy_node *drawing(const rcy_node *made)
{
    ((rcy_node *)(uintptr_t)made)->draws = true;
    return made;
}

const rcy_node *rcy_emit_value(emitter *e, const rcy_tree *t)
{
    static const uint8_t arithmetic[] = { OP_ADD_,   OP_SUBTRACT, OP_MULTIPLY,
                                          OP_DIVIDE, OP_MODULO,   OP_POWER };
    int64_t number;
    int32_t name;
    if (rcy_constant(t, &number)) return constant(e, t, number);
    if (rcy_constant_string(t, &name)) return constant(e, t, name);
    rcy_node *n;
    switch (t->form) {
    case form_var:
        if (t->binding && t->binding->kept) return rcy_emit_extended_value(e, t);
        n = rcy_emit_node(e, OP_VAR, t);
        if (!e->failed) n->var = (uint16_t)(t->binding ? t->binding->slot : 0);
        return n;
    case form_arithmetic: return one(e, t, (rcy_op)arithmetic[t->code]);
    case form_tri: return one(e, t, OP_TRI);
    case form_fib: return one(e, t, OP_FIB);
    case form_random: return drawing(one(e, t, OP_RANDOM));
    case form_compare: return comparison(e, t);
    case form_equal: return equality(e, t);
    case form_and: return listed(e, t, OP_AND, rcy_emit_value, 0);
    case form_or: return listed(e, t, OP_OR, rcy_emit_value, 0);
    case form_not: return one(e, t, OP_NOT);
    case form_who: return who(e, t);
    case form_owner: return owner(e, t);
    case form_team_of: return one(e, t, OP_TEAM_OF);
    case form_sto:
    case form_str: return rcy_emit_storage(e, t);
    case form_end:
    case form_index:
        return t->type == type_card && is_of_cards(t) ? end_of_cards(e, t)
                                                      : rcy_emit_extended_value(e, t);
    case form_actual: return rcy_emit_value(e, t->kids[0]);
    case form_best: return drawing(with_points(e, t, OP_BEST));
    case form_sum: return with_points(e, t, OP_SUM);
    case form_score: return with_points(e, t, OP_SCORE);
    case form_size: return size(e, t);
    case form_quantifier: return quantifier(e, t);
    case form_let: return let(e, t, false);
    case form_cardatt: return cardatt(e, t);
    case form_dievalue:
        n = rcy_emit_node(e, OP_DIE, t);
        if (!e->failed) n->a = dice_of(e, t->name);
        return n;
    case form_nth:
        n = (rcy_node *)(uintptr_t)one(e, t, OP_NTH);
        if (!e->failed) n->flag = t->flag;
        return n;
    default: return rcy_emit_extended_value(e, t);
    }
}

static const rcy_node *strings(emitter *e, const rcy_tree *list)
{
    rcy_node *n = rcy_emit_node(e, OP_STRINGS, list);
    const rcy_node **items = rcy_emit_room(e, 1, sizeof *items);
    int32_t *names = rcy_emit_room(e, (size_t)list->count + 1, sizeof *names);
    if (e->failed || !items || !names) return n;
    for (int i = 0; i < list->count; i++) names[i] = list->kids[i]->name;
    // The names are read as plain numbers; see OP_STRINGS.
    n->list = (const rcy_node *const *)(void *)names;
    n->a = list->count;
    return n;
}

static const rcy_node *filter(emitter *e, const rcy_tree *t)
{
    rcy_node *n = rcy_emit_node(e, OP_FILTER, t);
    if (e->failed) return n;
    n->x = rcy_emit_gather(e, t->kids[0]);
    n->var = (uint16_t)rcy_emit_bind(e, t);
    n->y = rcy_emit_value(e, t->kids[1]);
    e->vars--;
    if (e->failed) return n;
    if (t->type == type_cards) n->card_filter = rcy_emit_card_filter(e, n->y, n->var);
    if (t->type == type_strs) n->spaces = rcy_emit_space_filter(e, n->x, n->y, n->var);
    return finish(n);
}

static const rcy_node *groups(emitter *e, const rcy_tree *t)
{
    rcy_node *n = rcy_emit_node(e, OP_GROUPS, t);
    if (e->failed) return n;
    n->x = rcy_emit_gather(e, t->kids[0]);
    n->var = (uint16_t)rcy_emit_bind(e, t);
    n->y = rcy_emit_gather(e, t->kids[1]);
    e->vars--;
    return finish(n);
}

static const rcy_node *counted(emitter *e, const rcy_tree *t, rcy_op op)
{
    rcy_node *n = rcy_emit_node(e, op, t);
    if (e->failed) return n;
    n->flag = t->flag;
    n->x = rcy_emit_value(e, t->kids[0]);
    n->y = rcy_emit_gather(e, t->kids[1]);
    if (t->count > 2) n->z = rcy_emit_points(e, t->kids[2]);
    return finish(n);
}

static const rcy_node *set_operation(emitter *e, const rcy_tree *t)
{
    rcy_op op = t->code == keyword_union       ? OP_UNION
                : t->code == keyword_intersect ? OP_INTERSECT
                                               : OP_DISJUNCTION;
    const rcy_node *made = listed(e, t, op, rcy_emit_gather, 0);
    if (e->failed || e->p->plain || op != OP_UNION || made->count != 1) return made;
    const rcy_node *all = made->list[0];
    bool places = all->op == OP_GROUPS && all->x->op == OP_PLAYERS && all->y->op == OP_PLACE &&
                  all->y->mode == mode_var && all->y->var == all->var;
    if (!places) return made;
    rcy_node *n = rcy_emit_node(e, OP_UNION_PLACES, t);
    if (!e->failed) n->a = all->y->a;
    return n;
}

static const rcy_node *group_pick(emitter *e, const rcy_tree *t)
{
    rcy_op op = t->form == form_index ? OP_GROUP_INDEX : t->flag ? OP_GROUP_BOTTOM : OP_GROUP_TOP;
    rcy_node *n = rcy_emit_node(e, op, t);
    if (e->failed) return n;
    if (t->form == form_index) n->y = rcy_emit_value(e, t->kids[0]);
    n->x = rcy_emit_gather(e, t->kids[t->form == form_index]);
    return finish(n);
}

static const rcy_node *partition(emitter *e, const rcy_tree *t)
{
    rcy_node *n = (rcy_node *)(uintptr_t)listed(e, t, OP_PARTITION, rcy_emit_gather, 1);
    if (e->failed) return n;
    n->x = rcy_emit_value(e, t->kids[0]);
    return finish(n);
}

const rcy_node *rcy_emit_gather(emitter *e, const rcy_tree *t)
{
    const rcy_tree *list = rcy_constant_strings(t);
    if (list) return strings(e, list);
    rcy_node *n;
    if (t->type == type_team) {
        n = rcy_emit_node(e, OP_MEMBERS, t);
        if (!e->failed) n->x = rcy_emit_value(e, t);
        return finish(n);
    }
    switch (t->form) {
    case form_var:
        if (t->binding && t->binding->kept) return rcy_emit_extended_gather(e, t);
        n = rcy_emit_node(e, OP_BOUND, t);
        if (!e->failed) n->var = (uint16_t)(t->binding ? t->binding->slot : 0);
        return n;
    case form_place: return rcy_emit_storage(e, t);
    case form_players: return rcy_emit_node(e, OP_PLAYERS, t);
    case form_teams: return rcy_emit_node(e, OP_TEAMS, t);
    case form_other: return rcy_emit_node(e, t->flag ? OP_OTHER_TEAMS : OP_OTHERS, t);
    case form_end:
    case form_index: return group_pick(e, t);
    case form_ends: return counted(e, t, OP_ENDS);
    case form_sort: return with_points(e, t, OP_SORT);
    case form_set_operation:
        return t->type == type_cards ? set_operation(e, t) : rcy_emit_extended_gather(e, t);
    case form_filter: return filter(e, t);
    case form_quantifier: return groups(e, t);
    case form_let: return let(e, t, true);
    case form_tuples: return counted(e, t, OP_TUPLES);
    case form_partition: return partition(e, t);
    case form_subsets:
        n = rcy_emit_node(e, OP_SUBSETS, t);
        if (!e->failed) n->x = rcy_emit_gather(e, t->kids[0]);
        return finish(n);
    case form_runs: return counted(e, t, OP_RUNS);
    case form_run: return counted(e, t, OP_RUN);
    case form_range: return one(e, t, OP_RANGE);
    default: return rcy_emit_extended_gather(e, t);
    }
}
