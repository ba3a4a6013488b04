// parse_lists_and_boards.c - parses expressions beyond the base language: conditional
// values, lists, players as values, boards, and arithmetic with other than two operands.
#include "recycle/parser_helpers.h"

// Makes a form with two children, of which the second may still have to be read.
static rcy_tree *pair_of(parser *r, rcy_form kind, uint8_t code, rcy_tree *a, rcy_tree *b)
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

// Copies what was read into `made` to `t`, which keeps its own first token.
static void take_over(rcy_tree *t, const rcy_tree *made)
{
    int32_t token = t->token;
    *t = *made;
    t->token = token;
}

rcy_tree *rcy_parse_sum(parser *r, rcy_tree *t, rcy_operator op)
{
    int operands = rcy_items_left(r);
    bool adds = op == op_add || op == op_multiply, compares = op >= op_less && op <= op_least;
    t->code = (uint8_t)op;
    t->form = op <= op_power ? form_arithmetic : op <= op_least ? form_compare : form_equal;
    if (op == op_subtract && operands == 1) {
        rcy_tree *zero = form(r, form_int);
        take_over(t, pair_of(r, form_arithmetic, op_subtract, zero, rcy_parse_expression(r)));
        close(r, t);
        return t;
    }
    if (operands > 2 && adds) {
        rcy_tree *sum = rcy_parse_expression(r);
        while (!r->lost && !is(r, 0, TOKEN_CLOSE)) {
            sum = pair_of(r, form_arithmetic, (uint8_t)op, sum, rcy_parse_expression(r));
        }
        take_over(t, sum);
        close(r, t);
        return t;
    }
    if (operands > 2 && compares) {
        t->form = form_chain;
        return rcy_parse_kids(r, t, operands);
    }
    return rcy_parse_kids(r, t, 2);
}

// Parses (max a b ...) and (max L). With `using` after the first operand it is the form
// of the base language that gives a card.
rcy_tree *rcy_parse_extreme(parser *r, rcy_tree *t, bool least)
{
    rcy_tree *first = rcy_parse_expression(r);
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
        rcy_tree *more = pair_of(r, form_extreme, 0, first, rcy_parse_expression(r));
        more->flag = least;
        first = more;
    }
    if (!r->lost) take_over(t, first);
    t->flag = least;
    close(r, t);
    return t;
}

// Parses (if b e b e ... e) as nested branches.
static rcy_tree *either(parser *r, rcy_tree *t)
{
    int mark = r->height;
    t->form = form_either;
    for (int at = r->at, i = rcy_items_left(r); i > 0; i--) {
        const rcy_token *token = &r->s->tokens[at];
        if (token->kind == TOKEN_KEYWORD && token->code == keyword_else) {
            r->at = at;
            rcy_error_else(r);
            return t;
        }
        at = token->kind == TOKEN_OPEN ? token->match + 1 : at + 1;
    }
    if (rcy_items_left(r) < 3 || rcy_items_left(r) % 2 == 0) {
        lose(r, "E110",
             "an if that gives a value needs a last value for all other cases: (if condition "
             "value else)");
        return t;
    }
    push(r, rcy_parse_expression(r));
    push(r, rcy_parse_expression(r));
    if (!r->lost && rcy_items_left(r) > 1) {
        rcy_tree *rest = form(r, form_bad);
        push(r, either(r, rest));
        adopt(r, t, mark);
        return t;
    }
    push(r, rcy_parse_expression(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static void variable(parser *r, rcy_tree *t)
{
    t->name = take_name(r, TOKEN_VAR, "a variable, like 'S");
    t->value = r->at - 1;
}

static rcy_tree *binder(parser *r, rcy_tree *t, rcy_form kind)
{
    int mark = r->height;
    t->form = (uint8_t)kind;
    push(r, rcy_parse_expression(r));
    variable(r, t);
    if (!r->lost) push(r, rcy_parse_expression(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *all_kids(parser *r, rcy_tree *t, rcy_form kind, int least, int most,
                          const char *how)
{
    int items = rcy_items_left(r);
    t->form = (uint8_t)kind;
    if (items < least || items > most) {
        lose(r, "E110", "%s has %s operands than it takes: %s",
             rcy_keyword_text((rcy_keyword)t->code), items < least ? "fewer" : "more", how);
        return t;
    }
    return rcy_parse_kids(r, t, items);
}

static void swap_kids(rcy_tree *t, int a, int b)
{
    if (t->count <= a || t->count <= b) return;
    rcy_tree *kid = t->kids[a];
    t->kids[a] = t->kids[b];
    t->kids[b] = kid;
}

// Parses (reach S [n] 'V b). In the tree the start and the condition come first.
static rcy_tree *reach(parser *r, rcy_tree *t)
{
    int mark = r->height;
    rcy_tree *most = NULL;
    t->form = form_reach;
    push(r, rcy_parse_expression(r));
    if (!r->lost && !is(r, 0, TOKEN_VAR)) most = rcy_parse_expression(r);
    variable(r, t);
    if (!r->lost) push(r, rcy_parse_expression(r));
    if (most) push(r, most);
    adopt(r, t, mark);
    close(r, t);
    return t;
}

// Parses (after act value): what the value would be if the act were done.
static rcy_tree *after(parser *r, rcy_tree *t)
{
    int mark = r->height;
    t->form = form_after;
    if (rcy_items_left(r) != 2) {
        lose(r, "E110",
             "write (after act value): one act to try, then what is asked after it; several acts "
             "go into a do");
        return t;
    }
    push(r, rcy_parse_act(r));
    push(r, rcy_parse_expression(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

bool rcy_begins_list_or_board(rcy_keyword w)
{
    switch (w) {
    case keyword_if:
    case keyword_list:
    case keyword_each:
    case keyword_best:
    case keyword_while:
    case keyword_distinct:
    case keyword_index:
    case keyword_in:
    case keyword_value:
    case keyword_where:
    case keyword_whose:
    case keyword_spaces:
    case keyword_row:
    case keyword_column:
    case keyword_distance:
    case keyword_near:
    case keyword_step:
    case keyword_ray:
    case keyword_lines:
    case keyword_groups:
    case keyword_reach:
    case keyword_after: return true;
    default: return false;
    }
}

// Parses a form that begins with the word `w`, after that word.
rcy_tree *rcy_parse_list_or_board(parser *r, rcy_tree *t, rcy_keyword w)
{
    enum { any_number = 1 << 20 };
    r->s->next_edition = true;
    t->code = (uint8_t)w;
    switch (w) {
    case keyword_if: return either(r, t);
    case keyword_list: return all_kids(r, t, form_list, 1, any_number, "(list a b)");
    case keyword_each: return binder(r, t, form_map);
    case keyword_best: return binder(r, t, form_best_of);
    case keyword_while: return binder(r, t, form_while);
    case keyword_distinct:
        all_kids(r, t, form_distinct, 1, 2, "(distinct KEY collection)");
        swap_kids(t, 0, 1);  // the key, if there is one, comes second
        return t;
    case keyword_index: return all_kids(r, t, form_index_of, 2, 2, "(index element collection)");
    case keyword_in: return all_kids(r, t, form_in, 2, 2, "(in element collection)");
    case keyword_value: return all_kids(r, t, form_value, 2, 2, "(value KEY card)");
    case keyword_where: return all_kids(r, t, form_where, 1, 1, "(where card)");
    case keyword_whose: return all_kids(r, t, form_whose, 1, 1, "(whose card)");
    case keyword_spaces:
        t->form = form_spaces;
        t->name = take_name(r, TOKEN_NAME, "the name of a board");
        close(r, t);
        return t;
    case keyword_row:
    case keyword_column: return all_kids(r, t, form_coordinate, 1, 1, "(row space)");
    case keyword_distance: return all_kids(r, t, form_distance, 2, 2, "(distance space space)");
    case keyword_near: return all_kids(r, t, form_near, 1, 2, "(near space (N, E))");
    case keyword_step:
    case keyword_ray:
        all_kids(r, t, form_step, 2, 3, "(step direction n space)");
        swap_kids(t, 1, t->count - 1);  // in the order direction, space, number
        return t;
    case keyword_lines: return all_kids(r, t, form_lines, 2, 2, "(lines n space)");
    case keyword_groups: return all_kids(r, t, form_groups, 1, 1, "(groups spaces)");
    case keyword_after: return after(r, t);
    default: return reach(r, t);
    }
}
