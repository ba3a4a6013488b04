// check_constants.c - computes values that are known before play, and replaces them by
// plain numbers, names and lists.
//
// Whatever depends only on declared values is a constant. After the checker, only plain
// constants remain: a number, a name, (A, B), (list 1 2).
#include <stdio.h>
#include <string.h>

#include "recycle/checker.h"

static rcy_tree *plain(checker *c, const rcy_tree *t, rcy_form form, rcy_type type)
{
    rcy_tree *made = dado_new(c->s->region, rcy_tree, 1);
    if (!made) {
        c->s->no_memory = true;
        return NULL;
    }
    *made = (rcy_tree){
        .form = (uint8_t)form, .type = (uint8_t)type, .token = t->token, .last = t->last
    };
    return made;
}

static rcy_tree *number(checker *c, const rcy_tree *t, int64_t value)
{
    rcy_tree *made = plain(c, t, form_int, type_int);
    if (made) made->value = value;
    return made;
}

static rcy_tree *truth(checker *c, const rcy_tree *t, bool holds)
{
    rcy_tree *made = plain(c, t, form_truth, type_bool);
    if (made) made->value = holds;
    return made;
}

// Makes an empty list with room for `room` elements.
static rcy_tree *list_of(checker *c, const rcy_tree *t, rcy_type type, int room)
{
    rcy_tree *made = plain(c, t, type == type_strs ? form_strings : form_list, type);
    if (!made) return NULL;
    made->kids = dado_new(c->s->region, rcy_tree *, room + 1);
    if (!made->kids) c->s->no_memory = true;
    return made->kids ? made : NULL;
}

static bool is_list(const rcy_tree *t)
{
    return t->form == form_strings || t->form == form_list;
}

static bool same(const rcy_tree *a, const rcy_tree *b)
{
    if (a->form != b->form) return false;
    return a->form == form_name ? a->name == b->name : a->value == b->value;
}

static int position_in(const rcy_tree *list, const rcy_tree *x)
{
    for (int i = 0; i < list->count; i++) {
        if (same(list->kids[i], x)) return i;
    }
    return -1;
}

static bool compare(rcy_operator op, int64_t a, int64_t b)
{
    switch (op) {
    case op_less: return a < b;
    case op_more: return a > b;
    case op_most: return a <= b;
    default: return a >= b;
    }
}

enum { deepest_constant = 200, most_in_range = 1000 };

static rcy_tree *work_out(checker *c, const rcy_tree *t, int depth);

// Copies a tree with its children replaced by plain constants; NULL if one of them is not
// constant.
static rcy_tree *with_plain_kids(checker *c, const rcy_tree *t, int depth)
{
    rcy_tree *made = list_of(c, t, (rcy_type)t->type, t->count);
    if (!made) return NULL;
    rcy_tree **kids = made->kids;
    *made = *t;
    made->kids = kids;
    for (int i = 0; i < t->count; i++) {
        kids[i] = t->kids[i] ? work_out(c, t->kids[i], depth + 1) : NULL;
        if (!kids[i]) return NULL;
    }
    return made;
}

static rcy_tree *range(checker *c, const rcy_tree *t, const rcy_tree *bounds)
{
    int64_t from = bounds->kids[0]->value, to = bounds->kids[1]->value;
    if (from < -most_in_range * 1000 || to - from >= most_in_range) return NULL;
    rcy_tree *made = list_of(c, t, type_ints, to < from ? 0 : (int)(to - from) + 1);
    for (int64_t n = from; made && n <= to; n++) {
        if (!(made->kids[made->count++] = number(c, t, n))) return NULL;
    }
    return made;
}

static rcy_tree *element(const rcy_tree *list, int64_t at)
{
    return is_list(list) && at >= 0 && at < list->count ? list->kids[at] : NULL;
}

// Returns the largest element of a list or, if `least`, the smallest.
static rcy_tree *extreme_of(const rcy_tree *list, bool least)
{
    rcy_tree *found = element(list, 0);
    for (int i = 1; found && i < list->count; i++) {
        if ((list->kids[i]->value < found->value) == least) found = list->kids[i];
    }
    return found;
}

// Evaluates `and` and `or`. As in play, it stops as soon as the result is certain.
static rcy_tree *join(checker *c, const rcy_tree *t, int depth)
{
    bool all = t->form == form_and;
    for (int i = 0; i < t->count; i++) {
        const rcy_tree *kid = work_out(c, t->kids[i], depth + 1);
        if (!kid) return NULL;
        if ((kid->value != 0) != all) return truth(c, t, !all);
    }
    return truth(c, t, all);
}

static rcy_tree *chain(checker *c, const rcy_tree *t, const rcy_tree *k)
{
    bool holds = true;
    for (int i = 1; i < k->count; i++) {
        holds = holds && compare((rcy_operator)t->code, k->kids[i - 1]->value, k->kids[i]->value);
    }
    return truth(c, t, holds);
}

// Evaluates forms that need all their children; `k` has these as plain constants.
static rcy_tree *of_plain_kids(checker *c, const rcy_tree *t, rcy_tree *k)
{
    int64_t value;
    switch (t->form) {
    case form_compare:
    case form_chain: return chain(c, t, k);
    case form_equal: return truth(c, t, same(k->kids[0], k->kids[1]) == (t->code == op_equal));
    case form_not: return truth(c, t, !k->kids[0]->value);
    case form_in: return truth(c, t, position_in(k->kids[1], k->kids[0]) >= 0);
    case form_index_of: return number(c, t, position_in(k->kids[1], k->kids[0]));
    case form_index: return element(k->kids[1], k->kids[0]->value);
    case form_end: return element(k->kids[0], t->flag ? k->kids[0]->count - 1 : 0);
    case form_size: return is_list(k->kids[0]) ? number(c, t, k->kids[0]->count) : NULL;
    case form_range: return range(c, t, k);
    case form_extreme_of: return extreme_of(k->kids[0], t->flag);
    case form_list: k->form = t->type == type_strs ? form_strings : form_list; return k;
    default: return rcy_constant(k, &value) ? number(c, t, value) : NULL;
    }
}

static rcy_tree *variable(checker *c, const rcy_tree *t, int depth)
{
    const rcy_binding *b = t->binding;
    bool known = b && b->from && (b->declared || b->by->form == form_let);
    return known ? work_out(c, b->from, depth + 1) : NULL;
}

// Returns the plain value of an expression whose types are known; NULL if it depends on
// play or chance, or has no value, like a division by 0.
static rcy_tree *work_out(checker *c, const rcy_tree *t, int depth)
{
    if (depth > deepest_constant || t->type == type_none) return NULL;
    const rcy_tree *chosen;
    switch (t->form) {
    case form_int:
    case form_name:
    case form_truth:
    case form_strings: return (rcy_tree *)(uintptr_t)t;
    case form_var: return variable(c, t, depth);
    case form_let: return work_out(c, t->kids[1], depth + 1);
    case form_table: return t->kids[0];
    case form_and:
    case form_or: return join(c, t, depth);
    case form_either:
        chosen = work_out(c, t->kids[0], depth + 1);
        return chosen ? work_out(c, t->kids[chosen->value ? 1 : 2], depth + 1) : NULL;
    case form_size:
        if (t->kids[0]->form == form_players) return c->players ? number(c, t, c->players) : NULL;
        break;
    case form_list:
        if (t->type != type_ints && t->type != type_strs) return NULL;
        break;
    case form_arithmetic:
    case form_extreme:
    case form_tri:
    case form_fib:
    case form_compare:
    case form_chain:
    case form_equal:
    case form_not:
    case form_in:
    case form_index_of:
    case form_index:
    case form_end:
    case form_range:
    case form_extreme_of: break;
    default: return NULL;
    }
    rcy_tree *k = with_plain_kids(c, t, depth);
    return k ? of_plain_kids(c, t, k) : NULL;
}

bool rcy_is_plain(const rcy_tree *t)
{
    int64_t value;
    int32_t name;
    if (t->form == form_table) return true;
    if (rcy_constant(t, &value) || rcy_constant_string(t, &name)) return true;
    return rcy_constant_strings(t) != NULL;
}

bool rcy_make_plain(checker *c, rcy_tree **slot)
{
    if (rcy_is_plain(*slot)) return true;
    const rcy_tree *made = work_out(c, *slot, 0);
    if (!made) return false;
    rcy_tree *own = plain(c, *slot, (rcy_form)made->form, (rcy_type)made->type);
    if (!own) return false;
    int32_t token = own->token, last = own->last;
    *own = *made;
    own->token = token;
    own->last = last;
    if (own->form == form_name) own->type = type_str;
    if (own->form == form_int) own->type = type_int;
    *slot = own;
    return true;
}

// --- tables ---

// Checks a table like (WOOD : 3, CLAY : 4): names have one type, values have one type,
// and no name occurs twice.
rcy_type rcy_check_table(checker *c, rcy_tree *t)
{
    rcy_tree *keys = t->kids[0], *values = t->kids[1];
    rcy_type key = rcy_infer(c, keys->kids[0]), value = rcy_infer(c, values->kids[0]);
    for (int i = 0; i < keys->count; i++) {
        rcy_tree *k = keys->kids[i], *v = values->kids[i];
        rcy_type of_key = rcy_infer(c, k), of_value = rcy_infer(c, v);
        if (of_value == type_none) return type_none;
        if (!rcy_make_plain(c, &values->kids[i]) ||
            (of_value != type_int && of_value != type_str)) {
            rcy_diagnose_tree(c->s, "E408", v,
                              "a table holds numbers or names that are known before play");
            return type_none;
        }
        if (of_key != key || of_value != value) {
            rcy_diagnose_tree(c->s, "E254", of_key != key ? k : v,
                              "a table has %s of one type: this is %s among %s",
                              of_key != key ? "names" : "values",
                              rcy_type_name(of_key != key ? of_key : of_value),
                              rcy_type_name(of_key != key ? key : value));
            return type_none;
        }
        for (int j = 0; j < i; j++) {
            if (!same(keys->kids[j], k)) continue;
            rcy_diagnose_tree(c->s, "E254", k, "this is in the table already, in line %d",
                              c->s->tokens[keys->kids[j]->token].line);
        }
    }
    keys->form = key == type_str ? form_strings : form_list;
    keys->type = key == type_str ? type_strs : type_ints;
    values->form = value == type_str ? form_strings : form_list;
    values->type = value == type_str ? type_strs : type_ints;
    return (rcy_type)keys->type;
}

const rcy_tree *rcy_table_of(const checker *c, const rcy_tree *t)
{
    if (t->form != form_var) return NULL;
    for (const rcy_binding *b = c->scope; b; b = b->outer) {
        if (b->name != t->name) continue;
        const rcy_tree *from = b->declared && b->from ? rcy_declared(b->from) : NULL;
        return from && from->form == form_table ? from : NULL;
    }
    return NULL;
}

static void unknown_row(checker *c, const rcy_tree *t, const rcy_tree *keys)
{
    const char *known[64];
    int count = 0;
    if (t->form != form_name) {
        rcy_diagnose_tree(c->s, "E255", t, "this table has no %lld", (long long)t->value);
        return;
    }
    for (; count < keys->count && count < 64; count++) {
        known[count] = rcy_text(c->s, keys->kids[count]->name);
    }
    const char *name = rcy_text(c->s, t->name), *near = dado_nearest_name(name, known, count);
    rcy_diagnose_tree(c->s, "E255", t, "this table has no %.60s%s%s%s", name,
                      near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

// Checks (value KEY 'TABLE), which gives the value that belongs to KEY in the table.
rcy_type rcy_read_table(checker *c, rcy_tree *t, const rcy_tree *table)
{
    const rcy_tree *keys = table->kids[0], *values = table->kids[1];
    rcy_infer(c, t->kids[1]);  // marks the table as used
    // already reported
    if (keys->type == type_none || values->type == type_none) return type_none;
    rcy_type wanted = rcy_element_type((rcy_type)keys->type);
    if (rcy_need(c, &t->kids[0], wanted, "the row of a table") != wanted) return type_none;
    const rcy_tree *row = work_out(c, t->kids[0], 0);
    if (row && position_in(keys, row) < 0) {
        unknown_row(c, t->kids[0]->form == form_name ? t->kids[0] : row, keys);
        return type_none;
    }
    rcy_tree *at = list_of(c, t, type_none, 2);
    rcy_tree **kids = dado_new(c->s->region, rcy_tree *, 2);
    if (!at || !kids) {
        c->s->no_memory = true;
        return type_none;
    }
    at->form = form_index_of;
    at->type = type_int;
    at->count = 2;
    at->kids[0] = t->kids[0];
    at->kids[1] = (rcy_tree *)(uintptr_t)keys;
    kids[0] = at;
    kids[1] = (rcy_tree *)(uintptr_t)values;
    t->form = form_index;
    t->kids = kids;
    t->count = 2;
    return rcy_element_type((rcy_type)values->type);
}

// --- values of attributes ---

// Replaces ranges like 1 .. 'N by the numbers in them.
void rcy_expand_ranges(checker *c, rcy_tree *values)
{
    enum { most_values = 1000 };
    int count = 0;
    rcy_tree **kids = dado_new(c->s->region, rcy_tree *, values->count + most_values + 1);
    if (!kids) {
        c->s->no_memory = true;
        return;
    }
    for (int i = 0; i < values->count; i++) {
        rcy_tree *kid = values->kids[i];
        if (kid->form != form_range) {
            if (count < values->count + most_values) kids[count++] = kid;
            continue;
        }
        for (int k = 0; k < 2; k++) {
            if (rcy_need(c, &kid->kids[k], type_int, "a range of values") != type_int) return;
            if (rcy_make_plain(c, &kid->kids[k])) continue;
            rcy_diagnose_tree(c->s, "E408", kid->kids[k],
                              "values of cards must be known before play, but this is not a "
                              "constant");
            return;
        }
        int64_t first, last;
        rcy_constant(kid->kids[0], &first);
        rcy_constant(kid->kids[1], &last);
        if (last < first || last - first >= most_values - count) {
            rcy_diagnose_tree(c->s, "E407", kid,
                              "a range of values must go up and have at most %d values; this one "
                              "goes from %lld to %lld",
                              most_values, (long long)first, (long long)last);
            return;
        }
        for (int64_t n = first; n <= last; n++) {
            char text[24];
            int length = snprintf(text, sizeof text, "%lld", (long long)n);
            rcy_tree *name = plain(c, kid, form_name, type_str);
            if (!name) return;
            name->name = rcy_name(&c->s->names, text, (size_t)length);
            if (name->name < 0) c->s->no_memory = true;
            kids[count++] = name;
        }
    }
    values->kids = kids;
    values->count = count;
}
