// check_types.c - finds the type of every expression, and checks that the form around it
// can use that type.
//
// Types follow from bindings, so one walk in the order of the text finds them all. A form
// with a reported error gets type_none, which fits everywhere, so that one mistake gives
// one error. The four implicit conversions of the language are made here, as changes of
// the tree, so that later steps need not know them.
#include <stdio.h>
#include <string.h>

#include "recycle/checker.h"

// clang-format off
static const char *const type_names[] = {
    "anything", "a number", "a truth value", "a string", "a card", "cards", "groups of cards",
    "a list of strings", "a list of numbers", "a player", "a team", "players", "teams",
    "the game", "a point map", "lists of strings",
};
// clang-format on

const char *rcy_type_name(rcy_type type)
{
    return type_names[type];
}

rcy_type rcy_element_type(rcy_type type)
{
    switch (type) {
    case type_cards: return type_card;
    case type_colls: return type_cards;
    case type_strs: return type_str;
    case type_ints: return type_int;
    case type_players:
    case type_team: return type_player;
    case type_teams: return type_team;
    case type_lists: return type_strs;
    default: return type_none;
    }
}

rcy_hold rcy_hold_of(const rcy_tree *t)
{
    switch (t->form) {
    case form_place: return t->code == place_mem ? hold_mem : hold_place;
    case form_let: return rcy_hold_of(t->kids[1]);
    case form_var:
        if (t->binding && t->binding->by && !t->binding->declared &&
            (t->binding->by->form == form_let || t->binding->by->form == form_let_act)) {
            return rcy_hold_of(t->binding->from);
        }
        return hold_virtual;
    default: return hold_virtual;
    }
}

// Returns whether a name equals that of a variable in scope, so that its quote was
// probably forgotten.
static bool lacks_quote(checker *c, const rcy_tree *t)
{
    for (rcy_binding *b = t->form == form_name ? c->scope : NULL; b; b = b->outer) {
        if (b->name == t->name) return b->used = true;
    }
    return false;
}

static void wrong(checker *c, rcy_tree *t, rcy_type wanted, const char *where)
{
    const char *hint = "";
    bool below = t->form == form_int && t->value < 0;
    if (wanted == type_player && below) hint = "; no player is written nobody";
    if (wanted == type_str && below) hint = "; an empty string is written \"\"";
    if (wanted == type_bool && t->form == form_name)
        hint = "; true and false are written in small letters";
    if (lacks_quote(c, t)) hint = "; a variable has a quote before its name";
    rcy_diagnose_tree(c->s, "E301", t, "%s needs %s here, but this is %s%s", where,
                      type_names[wanted], type_names[t->type], hint);
    t->type = type_none;
}

// Replaces a collection by its top card, where a card is needed.
static void top_of(checker *c, rcy_tree **slot)
{
    rcy_tree *t = *slot, *top = dado_new(c->s->region, rcy_tree, 1);
    rcy_tree **kids = dado_new(c->s->region, rcy_tree *, 1);
    if (!top || !kids) {
        c->s->no_memory = true;
        return;
    }
    rcy_diagnose_tree(c->s, "W411", t,
                      "a single card is needed here, but these are several; the top one is used");
    *top = *t;
    kids[0] = t;
    top->form = form_end;
    top->type = type_card;
    top->flag = false;
    top->kids = kids;
    top->count = 1;
    top->binding = NULL;
    *slot = top;
}

static rcy_type need(checker *c, rcy_tree **slot, rcy_type wanted, const char *where)
{
    rcy_type type = rcy_infer(c, *slot);
    if (type == type_none || type == wanted) return type;
    if (wanted == type_card && type == type_cards) top_of(c, slot);
    else wrong(c, *slot, wanted, where);
    return wanted;
}

static bool is_collection(rcy_type type)
{
    return type == type_cards || type == type_colls || type == type_strs || type == type_ints ||
           type == type_players || type == type_teams || type == type_team || type == type_lists;
}

static rcy_type need_collection(checker *c, rcy_tree *t, const char *where)
{
    rcy_type type = rcy_infer(c, t);
    if (type != type_none && !is_collection(type)) {
        rcy_diagnose_tree(c->s, "E301", t, "%s needs a collection here, but this is %s%s", where,
                          type_names[type],
                          lacks_quote(c, t) ? "; a variable has a quote before its name" : "");
        t->type = type = type_none;
    }
    return type;
}

static rcy_type need_cards_or_groups(checker *c, rcy_tree *t, const char *where)
{
    rcy_type type = rcy_infer(c, t);
    if (type != type_none && type != type_cards && type != type_colls) {
        wrong(c, t, type_cards, where);
        type = type_none;
    }
    return type;
}

static void need_name(checker *c, rcy_tree *t)
{
    rcy_type type = rcy_infer(c, t);
    if (type == type_none || type == type_str) return;
    rcy_diagnose_tree(c->s, "E308", t, "a name must be a string, like SCORE, but this is %s",
                      type_names[type]);
    t->type = type_none;
}

void rcy_bind(checker *c, rcy_tree *by, rcy_tree *from, rcy_type type, bool declared)
{
    rcy_binding *b = dado_new(c->s->region, rcy_binding, 1);
    if (!b) {
        c->s->no_memory = true;
        return;
    }
    *b = (rcy_binding){ .name = by->name,
                        .type = (uint8_t)type,
                        .declared = declared,
                        .from = from,
                        .by = by,
                        .slot = -1,
                        .outer = c->scope };
    for (const rcy_binding *o = c->scope; o; o = o->outer) {
        if (o->name != b->name) continue;
        rcy_diagnose(c->s, "W202", (int)by->value, (int)by->value,
                     "this '%s hides the one bound in line %d; give it another name",
                     rcy_text(c->s, b->name), c->s->tokens[o->by->value].line);
        break;
    }
    by->binding = b;
    c->scope = b;
}

void rcy_unbind(checker *c, rcy_tree *by)
{
    if (!by->binding) return;
    c->scope = by->binding->outer;
    bool loop = by->form == form_each || by->form == form_quantifier || by->form == form_for_each ||
                by->form == form_map;
    if (!by->binding->used && by->binding->bare) {
        rcy_diagnose(c->s, "W203", by->binding->bare - 1, by->binding->bare - 1,
                     "'%s is never used; if this name means it, write a quote before the name",
                     rcy_text(c->s, by->name));
    } else if (!by->binding->used && !loop) {
        rcy_diagnose(c->s, "W203", (int)by->value, (int)by->value, "'%s is never used",
                     rcy_text(c->s, by->name));
    }
}

// Remembers a bare name that equals a variable's; it is reported if the variable turns
// out to be unused.
static void notice_bare(checker *c, const rcy_tree *t)
{
    for (rcy_binding *b = c->scope; b; b = b->outer) {
        if (b->name != t->name) continue;
        if (!b->bare) b->bare = t->token + 1;
        return;
    }
}

// Replaces a variable by the declared list of numbers, or the names of the table, that it
// stands for.
static void read_declared_list(rcy_tree *t)
{
    const rcy_tree *from = rcy_declared(t);
    if (from->form == form_table) from = from->kids[0];
    if (from->form != form_list && from->form != form_strings) return;
    if (from->form == form_strings && rcy_declared(t)->form != form_table) return;
    int32_t token = t->token, last = t->last;
    *t = *from;
    t->token = token;
    t->last = last;
}

static rcy_type variable(checker *c, rcy_tree *t)
{
    const char *known[64];
    int count = 0;
    for (rcy_binding *b = c->scope; b; b = b->outer) {
        if (b->name == t->name) {
            b->used = true;
            t->binding = b;
            if (b->declared) read_declared_list(t);
            return (rcy_type)b->type;
        }
        if (count < 64) known[count++] = rcy_text(c->s, b->name);
    }
    const char *name = rcy_text(c->s, t->name), *near = dado_nearest_name(name, known, count);
    if (near) {
        rcy_diagnose_tree(c->s, "E201", t, "no variable is called '%s here; did you mean '%s?",
                          name, near);
    } else {
        rcy_diagnose_tree(c->s, "E201", t,
                          "no variable is called '%s here; bind it with let, any, all or declare",
                          name);
    }
    return type_none;
}

static void owner(checker *c, rcy_tree *t, rcy_tree *whole)
{
    if (t->form == form_game) {
        t->type = type_game;
        return;
    }
    rcy_type type = rcy_infer(c, t);
    if (type == type_team && whole->form == form_place) {
        rcy_diagnose_tree(c->s, "E307", t,
                          "a team cannot own cards; use a place of one of its players");
    } else if (type != type_none && type != type_player && type != type_team) {
        rcy_diagnose_tree(c->s, "E301", t,
                          "an owner must be a player, a team or the game, but this is %s",
                          type_names[type]);
        t->type = type_none;
    }
}

static rcy_type storage(checker *c, rcy_tree *t, rcy_type type)
{
    owner(c, t->kids[0], t);
    need_name(c, t->kids[1]);
    return type;
}

static bool is_truth_in_capitals(const checker *c, const rcy_tree *t)
{
    if (t->form != form_name) return false;
    const char *name = rcy_text(c->s, t->name);
    return strcmp(name, "TRUE") == 0 || strcmp(name, "FALSE") == 0;
}

static rcy_type equality(checker *c, rcy_tree *t)
{
    const char *sign = t->code == op_equal ? "==" : "!=";
    rcy_type a = rcy_infer(c, t->kids[0]), b = rcy_infer(c, t->kids[1]);
    if (a == type_none || b == type_none) return type_bool;
    if (a == type_card && b == type_cards) top_of(c, &t->kids[1]);
    else if (b == type_card && a == type_cards) top_of(c, &t->kids[0]);
    else if (a != b) {
        bool small = (a == type_bool && is_truth_in_capitals(c, t->kids[1])) ||
                     (b == type_bool && is_truth_in_capitals(c, t->kids[0]));
        rcy_diagnose_tree(c->s, "E302", t, "%s compares two values of one type, not %s with %s%s",
                          sign, type_names[a], type_names[b],
                          small ? "; true and false are written in small letters" : "");
    } else if (a != type_int && a != type_str && a != type_card && a != type_player &&
               a != type_team && a != type_bool) {
        rcy_diagnose_tree(c->s, "E302", t,
                          "%s compares numbers, strings, truth, cards, players or teams, not %s",
                          sign, type_names[a]);
    }
    return type_bool;
}

static rcy_type nth(checker *c, rcy_tree *t)
{
    need(c, &t->kids[0], type_int, "the number of an owner");
    int64_t n;
    if (rcy_constant(t->kids[0], &n)) {
        int most = t->flag ? c->most_teams : c->players;
        if (most > 0 && (n < 0 || n >= most)) {
            rcy_diagnose_tree(c->s, "E404", t, "there is no %s %lld; they are numbered 0 to %d",
                              t->flag ? "team" : "player", (long long)n, most - 1);
        }
    }
    return t->flag ? type_team : type_player;
}

// Returns the type of (top X), (bottom X) and (n X): a card of cards, a group of groups,
// an element of a list.
static rcy_type pick(checker *c, rcy_tree *collection, const char *where)
{
    return rcy_element_type(need_collection(c, collection, where));
}

// Checks a set operation on cards, groups of cards, or lists of one type. A list of lists
// stands for all elements in them.
static rcy_type set_operation(checker *c, rcy_tree *t)
{
    const char *where = rcy_keyword_text((rcy_keyword)t->code);
    rcy_type first = rcy_infer(c, t->kids[0]);
    bool list = is_collection(first) && first != type_cards && first != type_colls;
    if (!list) {
        for (int i = 0; i < t->count; i++) need_cards_or_groups(c, t->kids[i], where);
        return type_cards;
    }
    rcy_type flat = first == type_lists ? type_strs : first == type_team ? type_players : first;
    for (int i = 1; i < t->count; i++) {
        rcy_type type = rcy_infer(c, t->kids[i]);
        if (type == type_lists) type = type_strs;
        if (type == type_team) type = type_players;
        if (type == type_none || type == flat) continue;
        rcy_diagnose_tree(c->s, "E301", t->kids[i],
                          "%s joins lists of one type: this is %s beside %s", where,
                          type_names[type], type_names[flat]);
    }
    return flat;
}

static rcy_type quantifier(checker *c, rcy_tree *t)
{
    rcy_type over = need_collection(c, t->kids[0], t->flag ? "any" : "all");
    rcy_bind(c, t, t->kids[0], rcy_element_type(over), false);
    rcy_type body = rcy_infer(c, t->kids[1]);
    rcy_unbind(c, t);
    if (body == type_none || body == type_bool) return body;
    if (!t->flag && body == type_int) return type_int;
    if (!t->flag && body == type_cards) return type_colls;
    rcy_diagnose_tree(c->s, "E301", t->kids[1],
                      t->flag ? "any needs a condition, but this is %s"
                              : "all combines truth values, numbers or cards, but this is %s",
                      type_names[body]);
    return type_none;
}

static rcy_type filter(checker *c, rcy_tree *t)
{
    rcy_type over = need_collection(c, t->kids[0], "filter");
    rcy_bind(c, t, t->kids[0], rcy_element_type(over), false);
    need(c, &t->kids[1], type_bool, "filter");
    rcy_unbind(c, t);
    return over == type_team ? type_players : over;
}

static rcy_type let(checker *c, rcy_tree *t)
{
    rcy_type type = rcy_infer(c, t->kids[0]);
    if (type == type_points || type == type_game) wrong(c, t->kids[0], type_cards, "let");
    rcy_bind(c, t, t->kids[0], (rcy_type)t->kids[0]->type, false);
    rcy_type body = rcy_infer(c, t->kids[1]);
    rcy_unbind(c, t);
    return body;
}

static rcy_type all_need(checker *c, rcy_tree *t, rcy_type wanted, const char *where,
                         rcy_type result)
{
    for (int i = 0; i < t->count; i++) need(c, &t->kids[i], wanted, where);
    return result;
}

static rcy_type cards_with_points(checker *c, rcy_tree *t, const char *where, rcy_type result)
{
    need(c, &t->kids[0], type_cards, where);
    rcy_infer(c, t->kids[1]);
    return result;
}

static rcy_type counted_cards(checker *c, rcy_tree *t, const char *where, rcy_type result)
{
    need(c, &t->kids[0], type_int, where);
    need(c, &t->kids[1], type_cards, where);
    if (t->count > 2) rcy_infer(c, t->kids[2]);
    return result;
}

static rcy_type dievalue(checker *c, rcy_tree *t)
{
    rcy_need_dice(c, t);
    return type_int;
}

// Reports forms like ((current player) SCORE), which lack a word such as `sto` between
// the owner and the name.
static bool lacks_storage(checker *c, rcy_tree *t)
{
    if (t->kids[1]->form != form_name) return false;
    rcy_type owner = rcy_infer(c, t->kids[0]);
    if (owner != type_player && owner != type_team) return false;
    const char *name = rcy_text(c->s, t->kids[1]->name);
    rcy_diagnose_tree(
        c->s, "E301", t,
        "what of the %s? sto %s is a number, str %s a string, flag %s a truth, who %s a player, "
        "iloc %s cards: ((current player) sto %s)",
        owner == type_team ? "team" : "player", name, name, name, name, name, name);
    return true;
}

static rcy_type infer(checker *c, rcy_tree *t)
{
    switch (t->form) {
    case form_name: notice_bare(c, t); return type_str;
    case form_int: return type_int;
    case form_var: return variable(c, t);
    case form_players: return type_players;
    case form_teams: return type_teams;
    case form_strings: return type_strs;
    case form_arithmetic: return all_need(c, t, type_int, "arithmetic", type_int);
    case form_tri: return all_need(c, t, type_int, "tri", type_int);
    case form_fib: return all_need(c, t, type_int, "fib", type_int);
    case form_random: return all_need(c, t, type_int, "random", type_int);
    case form_compare: return all_need(c, t, type_int, "a comparison", type_bool);
    case form_equal: return equality(c, t);
    case form_and: return all_need(c, t, type_bool, "and", type_bool);
    case form_or: return all_need(c, t, type_bool, "or", type_bool);
    case form_not: return all_need(c, t, type_bool, "not", type_bool);
    case form_who: return t->flag ? type_team : type_player;
    case form_other: return t->flag ? type_teams : type_players;
    case form_owner: return all_need(c, t, type_card, "owner", type_player);
    case form_team_of: return all_need(c, t, type_player, "team", type_team);
    case form_place: return storage(c, t, type_cards);
    case form_sto: return storage(c, t, type_int);
    case form_str: return storage(c, t, type_str);
    case form_points: return storage(c, t, type_points);
    case form_flag: return storage(c, t, type_bool);
    case form_who_of: return storage(c, t, type_player);
    case form_end: return pick(c, t->kids[0], t->flag ? "bottom" : "top");
    case form_ends: return counted_cards(c, t, t->flag ? "bottom" : "top", type_cards);
    case form_actual: return all_need(c, t, type_card, "actual", type_card);
    case form_best: return cards_with_points(c, t, t->flag ? "min" : "max", type_card);
    case form_sum: return cards_with_points(c, t, "sum", type_int);
    case form_sort: return cards_with_points(c, t, "sort", type_cards);
    case form_score:
        need(c, &t->kids[0], type_card, "score");
        rcy_infer(c, t->kids[1]);
        return type_int;
    case form_size: need_collection(c, t->kids[0], "size"); return type_int;
    case form_set_operation: return set_operation(c, t);
    case form_filter: return filter(c, t);
    case form_quantifier: return quantifier(c, t);
    case form_let: return let(c, t);
    case form_tuples: return counted_cards(c, t, "tuples", type_colls);
    case form_partition:
        need(c, &t->kids[0], type_str, "partition");
        for (int i = 1; i < t->count; i++) need_cards_or_groups(c, t->kids[i], "partition");
        return type_colls;
    case form_subsets: return all_need(c, t, type_cards, "subsets", type_colls);
    case form_runs: return counted_cards(c, t, "runs", type_colls);
    case form_run: return counted_cards(c, t, "run", type_cards);
    case form_range: return all_need(c, t, type_int, "range", type_ints);
    case form_table: return rcy_check_table(c, t);
    case form_cardatt:
        need(c, &t->kids[0], type_str, "the key of cardatt");
        need(c, &t->kids[1], type_card, "cardatt");
        return type_str;
    case form_dievalue: return dievalue(c, t);
    case form_nth: return nth(c, t);
    case form_index:
        if (lacks_storage(c, t)) return type_none;
        need(c, &t->kids[0], type_int, "an index");
        return pick(c, t->kids[1], "an index");
    default: return rcy_infer_list_or_board(c, t);
    }
}

rcy_type rcy_infer(checker *c, rcy_tree *t)
{
    t->type = (uint8_t)infer(c, t);
    return (rcy_type)t->type;
}

rcy_type rcy_need(checker *c, rcy_tree **slot, rcy_type wanted, const char *where)
{
    return need(c, slot, wanted, where);
}

rcy_type rcy_need_collection(checker *c, rcy_tree *t, const char *where)
{
    return need_collection(c, t, where);
}

void rcy_need_name(checker *c, rcy_tree *t)
{
    need_name(c, t);
}

const rcy_tree *rcy_declared(const rcy_tree *t)
{
    while (t->form == form_var && t->binding && t->binding->declared) t = t->binding->from;
    return t;
}

static bool arithmetic(rcy_operator op, int64_t a, int64_t b, int64_t *value)
{
    switch (op) {
    case op_add: return !__builtin_add_overflow(a, b, value);
    case op_subtract: return !__builtin_sub_overflow(a, b, value);
    case op_multiply: return !__builtin_mul_overflow(a, b, value);
    case op_divide:
    case op_modulo:
        if (b == 0 || (a == INT64_MIN && b == -1)) return false;
        *value = op == op_divide ? a / b : a % b;
        return true;
    default: break;
    }
    if (b < 0) return false;
    *value = 1;
    for (int64_t i = 0; i < b; i++) {
        if (__builtin_mul_overflow(*value, a, value)) return false;
        if (*value == 0 || (*value == 1 && a == 1)) break;
        if (a == -1) {
            *value = b % 2 ? -1 : 1;
            break;
        }
    }
    return true;
}

bool rcy_constant(const rcy_tree *t, int64_t *value)
{
    int64_t a, b;
    const rcy_tree *list;
    switch (t->form) {
    case form_int: *value = t->value; return true;
    case form_var:
        if (t->binding && t->binding->fixed && t->binding->type != type_str) {
            *value = t->binding->slot;
            return true;
        }
        return t->binding && t->binding->declared && t->binding->type == type_int &&
               rcy_constant(t->binding->from, value);
    case form_extreme:
        if (!rcy_constant(t->kids[0], &a) || !rcy_constant(t->kids[1], &b)) return false;
        *value = (a < b) == t->flag ? a : b;
        return true;
    case form_arithmetic:
        return t->count == 2 && rcy_constant(t->kids[0], &a) && rcy_constant(t->kids[1], &b) &&
               arithmetic((rcy_operator)t->code, a, b, value);
    case form_tri:
        if (t->count != 1 || !rcy_constant(t->kids[0], &a) || a > 2000000000 || a < -2000000000) {
            return false;
        }
        *value = a * (a + 1) / 2;
        return true;
    case form_fib:
        if (t->count != 1 || !rcy_constant(t->kids[0], &a) || a < 0 || a > 92) return false;
        for (*value = 0, b = 1; a > 0; a--) {
            int64_t next = *value + b;
            *value = b;
            b = next;
        }
        return true;
    case form_size:
        list = t->count == 1 ? rcy_constant_strings(t->kids[0]) : NULL;
        if (list) *value = list->count;
        return list;
    default: return false;
    }
}

const rcy_tree *rcy_constant_strings(const rcy_tree *t)
{
    t = rcy_declared(t);
    return t->form == form_strings ? t : NULL;
}

bool rcy_constant_string(const rcy_tree *t, int32_t *name)
{
    if (t->form == form_name) {
        *name = t->name;
        return true;
    }
    if (t->form == form_var && t->binding && t->binding->fixed && t->binding->type == type_str) {
        *name = t->binding->slot;
        return true;
    }
    return t->form == form_var && t->binding && t->binding->declared &&
           t->binding->type == type_str && rcy_constant_string(t->binding->from, name);
}
