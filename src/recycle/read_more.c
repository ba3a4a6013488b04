// read_more.c - forms of expressions beyond the base: choosing a value, lists, players as values,
// boards; and arithmetic with more operands than two, or fewer.
#include "recycle/reader.h"

// A form with two kids, where the second may be read yet.
static rcy_tree *pair_of(reader *r, rcy_form kind, uint8_t code, rcy_tree *a, rcy_tree *b)
{
    rcy_tree *t = form(r, kind);
    int mark = r->height;
    t->code = code;
    push(r, a);
    push(r, b);
    adopt(r, t, mark);
    t->token = a->token;
    t->last = b->last;
    return t;
}

// What was read in `made`, where `t` stands: its kids, but from the parenthesis on.
static void take_over(rcy_tree *t, const rcy_tree *made)
{
    int32_t token = t->token;
    *t = *made;
    t->token = token;
}

rcy_tree *rcy_read_sum(reader *r, rcy_tree *t, rcy_operator op)
{
    int operands = rcy_items_left(r);
    bool adds = op == op_add || op == op_multiply, compares = op >= op_less && op <= op_least;
    t->code = (uint8_t)op;
    t->form = op <= op_power ? form_arithmetic : op <= op_least ? form_compare : form_equal;
    if (op == op_subtract && operands == 1) {
        rcy_tree *zero = form(r, form_int);
        take_over(t, pair_of(r, form_arithmetic, op_subtract, zero, rcy_read_expression(r)));
        close(r, t);
        return t;
    }
    if (operands > 2 && adds) {
        rcy_tree *sum = rcy_read_expression(r);
        while (!r->lost && !is(r, 0, TOKEN_CLOSE)) {
            sum = pair_of(r, form_arithmetic, (uint8_t)op, sum, rcy_read_expression(r));
        }
        take_over(t, sum);
        close(r, t);
        return t;
    }
    if (operands > 2 && compares) {
        t->form = form_chain;
        return rcy_read_kids(r, t, operands);
    }
    return rcy_read_kids(r, t, 2);
}

// (max a b ...) and (max L); with `using` behind the first operand it is the card of the base.
rcy_tree *rcy_read_extreme(reader *r, rcy_tree *t, bool least)
{
    rcy_tree *first = rcy_read_expression(r);
    int mark = r->height;
    t->flag = least;
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) {
        t->form = form_extreme_of;
        push(r, first);
        adopt(r, t, mark);
        close(r, t);
        return t;
    }
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) {
        rcy_tree *more = pair_of(r, form_extreme, 0, first, rcy_read_expression(r));
        more->flag = least;
        first = more;
    }
    if (!r->lost) take_over(t, first);
    t->flag = least;
    close(r, t);
    return t;
}

// (if b e b e ... e), as one choice inside the other.
static rcy_tree *either(reader *r, rcy_tree *t)
{
    int mark = r->height;
    t->form = form_either;
    if (rcy_items_left(r) < 3 || rcy_items_left(r) % 2 == 0) {
        lose(r, "E110", "an if that is a value says what it is otherwise, too: "
             "(if condition value else)");
        return t;
    }
    push(r, rcy_read_expression(r));
    push(r, rcy_read_expression(r));
    if (!r->lost && rcy_items_left(r) > 1) {
        rcy_tree *rest = form(r, form_bad);
        push(r, either(r, rest));
        adopt(r, t, mark);
        return t;
    }
    push(r, rcy_read_expression(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static void variable(reader *r, rcy_tree *t)
{
    t->name = take_name(r, TOKEN_VAR, "a variable, like 'S");
    t->value = r->at - 1;
}

static rcy_tree *binder(reader *r, rcy_tree *t, rcy_form kind)
{
    int mark = r->height;
    t->form = (uint8_t)kind;
    push(r, rcy_read_expression(r));
    variable(r, t);
    if (!r->lost) push(r, rcy_read_expression(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *all_kids(reader *r, rcy_tree *t, rcy_form kind, int least, int most,
                          const char *how)
{
    int items = rcy_items_left(r);
    t->form = (uint8_t)kind;
    if (items < least || items > most) {
        lose(r, "E110", "%s has %s operands than it can use: %s", rcy_word_text((rcy_word)t->code),
             items < least ? "fewer" : "more", how);
        return t;
    }
    return rcy_read_kids(r, t, items);
}

static void swap_kids(rcy_tree *t, int a, int b)
{
    if (t->count <= a || t->count <= b) return;
    rcy_tree *kid = t->kids[a];
    t->kids[a] = t->kids[b];
    t->kids[b] = kid;
}

// (reach S [n] 'V b): where it begins and the condition come first in the tree.
static rcy_tree *reach(reader *r, rcy_tree *t)
{
    int mark = r->height;
    rcy_tree *most = NULL;
    t->form = form_reach;
    push(r, rcy_read_expression(r));
    if (!r->lost && !is(r, 0, TOKEN_VAR)) most = rcy_read_expression(r);
    variable(r, t);
    if (!r->lost) push(r, rcy_read_expression(r));
    if (most) push(r, most);
    adopt(r, t, mark);
    close(r, t);
    return t;
}

bool rcy_begins_more(rcy_word w)
{
    switch (w) {
    case word_if: case word_list: case word_each: case word_best: case word_while:
    case word_distinct: case word_index: case word_in: case word_value: case word_where:
    case word_whose: case word_spaces: case word_row: case word_column: case word_distance:
    case word_near: case word_step: case word_ray: case word_lines: case word_groups:
    case word_reach: return true;
    default: return false;
    }
}

// Behind the word `w` that a parenthesis begins with.
rcy_tree *rcy_read_more(reader *r, rcy_tree *t, rcy_word w)
{
    enum { any_number = 1 << 20 };
    r->s->next_edition = true;
    t->code = (uint8_t)w;
    switch (w) {
    case word_if: return either(r, t);
    case word_list: return all_kids(r, t, form_list, 1, any_number, "(list a b)");
    case word_each: return binder(r, t, form_map);
    case word_best: return binder(r, t, form_best_of);
    case word_while: return binder(r, t, form_while);
    case word_distinct:
        all_kids(r, t, form_distinct, 1, 2, "(distinct KEY collection)");
        swap_kids(t, 0, 1);  // the key, if there is one, comes second
        return t;
    case word_index: return all_kids(r, t, form_index_of, 2, 2, "(index element collection)");
    case word_in: return all_kids(r, t, form_in, 2, 2, "(in element collection)");
    case word_value: return all_kids(r, t, form_value, 2, 2, "(value KEY card)");
    case word_where: return all_kids(r, t, form_where, 1, 1, "(where card)");
    case word_whose: return all_kids(r, t, form_whose, 1, 1, "(whose card)");
    case word_spaces:
        t->form = form_spaces;
        t->name = take_name(r, TOKEN_NAME, "the name of a board");
        close(r, t);
        return t;
    case word_row: case word_column: return all_kids(r, t, form_coordinate, 1, 1, "(row space)");
    case word_distance: return all_kids(r, t, form_distance, 2, 2, "(distance space space)");
    case word_near: return all_kids(r, t, form_near, 1, 2, "(near space (N, E))");
    case word_step: case word_ray:
        all_kids(r, t, form_step, 2, 3, "(step direction n space)");
        swap_kids(t, 1, t->count - 1);  // direction, space, number
        return t;
    case word_lines: return all_kids(r, t, form_lines, 2, 2, "(lines n space)");
    case word_groups: return all_kids(r, t, form_groups, 1, 1, "(groups spaces)");
    default: return reach(r, t);
    }
}
