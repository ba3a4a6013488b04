// parse_expressions.c - parses expressions by recursive descent, for the union of both
// dialects.
//
// There is one rule for all expressions; the checker finds their types. Where the
// dialects spell a form differently, the tree has only one form.
#include "recycle/parser_helpers.h"

static rcy_tree *expression(parser *r);

static bool is_storage_word(const rcy_token *t)
{
    if (t->kind != TOKEN_KEYWORD) return false;
    switch (t->code) {
    case keyword_vloc:
    case keyword_iloc:
    case keyword_hloc:
    case keyword_oloc:
    case keyword_mem:
    case keyword_sto:
    case keyword_str:
    case keyword_points:
    case keyword_flag:
    case keyword_who: return true;
    default: return false;
    }
}

// Parses the second key of a storage, as in ('P sto KNOWS 'Q). The first is on the stack.
static void second_key(parser *r)
{
    rcy_tree *t = form(r, form_pair);
    t->token = r->stack[r->height - 1]->token;
    r->s->next_edition = true;
    push(r, expression(r));
    adopt(r, t, r->height - 2);
    push(r, t);
}

// Parses what follows an owner: a storage word and a name. `t` begins at the parenthesis.
static rcy_tree *storage(parser *r, rcy_tree *t, rcy_tree *owner)
{
    int mark = r->height;
    push(r, owner);
    uint8_t w = peek(r, 0)->code;
    switch (w) {
    case keyword_sto: t->form = form_sto; break;
    case keyword_str: t->form = form_str; break;
    case keyword_points: t->form = form_points; break;
    case keyword_flag: t->form = form_flag; break;
    case keyword_who: t->form = form_who_of; break;
    default:
        t->form = form_place;
        t->code = w == keyword_vloc   ? place_vloc
                  : w == keyword_iloc ? place_iloc
                  : w == keyword_hloc ? place_hloc
                  : w == keyword_oloc ? place_oloc
                                      : place_mem;
    }
    r->at++;
    if (t->form == form_place && is(r, 0, TOKEN_INT)) {  // a number names a place by its digits
        rcy_tree *name = form(r, form_name);
        const rcy_token *digits = peek(r, 0);
        name->name = rcy_name(&r->s->names, r->s->text + digits->offset, (size_t)digits->length);
        if (name->name < 0) {
            r->s->no_memory = r->lost = true;
            name->name = 0;
        }
        r->at++;
        push(r, name);
    } else if (t->form == form_place && is_word(r, 0, keyword_new)) {
        rcy_diagnose(r->s, "E414", r->at, r->at,
                     "a place without a name is not supported; give it a name of its own");
        push(r, leaf(r, form_bad));
    } else {
        push(r, expression(r));
    }
    if (!r->lost && !is(r, 0, TOKEN_CLOSE) && r->s->tokens[r->at].kind != TOKEN_INT) second_key(r);
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *using_points(parser *r)
{
    word(r, keyword_using);
    if (r->lost) return form(r, form_bad);
    if (is(r, 0, TOKEN_VAR)) {  // the name of a map in the older dialect, never a variable
        rcy_tree *t = form(r, form_points);
        int mark = r->height;
        push(r, game_owner(r, r->at));
        push(r, leaf(r, form_name));
        adopt(r, t, mark);
        return t;
    }
    if (is(r, 0, TOKEN_NAME)) {  // cards score by an attribute that is a number
        r->s->next_edition = true;
        return leaf(r, form_key);
    }
    rcy_tree *t = expression(r);
    if (!r->lost && t->form != form_points) {
        r->at = t->token;
        expected(r, "a point map after using, (game points NAME), or an attribute");
    }
    return t;
}

rcy_tree *rcy_parse_kids(parser *r, rcy_tree *t, int count)
{
    int mark = r->height;
    for (int i = 0; i < count && !r->lost; i++) push(r, expression(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *many_kids(parser *r, rcy_tree *t, int least)
{
    int mark = r->height;
    while (!r->lost && (r->height - mark < least || !is(r, 0, TOKEN_CLOSE))) {
        push(r, expression(r));
    }
    adopt(r, t, mark);
    close(r, t);
    return t;
}

// Parses `count` expressions, then `using` and a map.
static rcy_tree *with_points(parser *r, rcy_tree *t, int count)
{
    int mark = r->height;
    for (int i = 0; i < count && !r->lost; i++) push(r, expression(r));
    push(r, using_points(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

// Parses a collection, a variable over its elements, and a body in its scope.
static rcy_tree *binder(parser *r, rcy_tree *t)
{
    int mark = r->height;
    push(r, expression(r));
    t->name = take_name(r, TOKEN_VAR, "a variable, like 'CARD");
    t->value = r->at - 1;  // token where the variable is written
    if (!r->lost) push(r, expression(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *range_bounds(parser *r, rcy_tree *t, bool must)
{
    int mark = r->height;
    push(r, expression(r));
    if (!r->lost && is(r, 0, TOKEN_DOTS)) {
        r->at++;
        push(r, expression(r));
    } else if (must) {
        expected(r, "two points and the last number: (range 1 .. 5)");
    }
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *partition(parser *r, rcy_tree *t)
{
    int mark = r->height;
    push(r, expression(r));
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, expression(r));
    if (!r->lost && r->height - mark < 2) expected(r, "the cards to part");
    rcy_tree **kids = r->stack + mark;
    bool early = !r->lost && r->height - mark == 2 && kids[1]->form == form_name &&
                 kids[0]->form != form_name;
    if (early) {
        rcy_tree *cards = kids[0];
        kids[0] = kids[1];
        kids[1] = cards;
    }
    adopt(r, t, mark);
    t->flag = early;
    close(r, t);
    return t;
}

static rcy_tree *string_list(parser *r, rcy_tree *t)
{
    int mark = r->height;
    t->form = form_strings;
    push(r, leaf(r, form_name));
    while (!r->lost && is(r, 0, TOKEN_COMMA)) {
        r->at++;
        if (!is(r, 0, TOKEN_NAME) && !is(r, 0, TOKEN_STRING)) {
            expected(r, "a name after the comma");
            break;
        }
        push(r, leaf(r, form_name));
    }
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static bool at_number(const parser *r)
{
    return is(r, 0, TOKEN_INT) ||
           (is(r, 0, TOKEN_OPERATOR) && peek(r, 0)->code == op_subtract && is(r, 1, TOKEN_INT) &&
            peek(r, 1)->offset == peek(r, 0)->offset + 1);
}

static rcy_tree *signed_number(parser *r)
{
    bool below = is(r, 0, TOKEN_OPERATOR);
    if (below) r->at++;
    rcy_tree *t = leaf(r, form_int);
    if (below) t->value = -t->value;
    return t;
}

// Parses (4, 7, 3), which is the same as (list 4 7 3).
static rcy_tree *number_list(parser *r, rcy_tree *t)
{
    int mark = r->height;
    t->form = form_list;
    r->s->next_edition = true;
    push(r, signed_number(r));
    while (!r->lost && is(r, 0, TOKEN_COMMA)) {
        r->at++;
        if (!at_number(r)) {
            expected(r, "a number after the comma");
            break;
        }
        push(r, signed_number(r));
    }
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static bool begins_number_list(const parser *r)
{
    return at_number(r) && is(r, is(r, 0, TOKEN_INT) ? 1 : 2, TOKEN_COMMA);
}

// Parses a table like (WOOD : 3, CLAY : 4), after its parenthesis.
static rcy_tree *table(parser *r, rcy_tree *t)
{
    rcy_tree *names = form(r, form_strings), *values = form(r, form_list);
    int mark = r->height;
    t->form = form_table;
    r->s->next_edition = true;
    for (bool more = true; more && !r->lost;) {
        if (is(r, 0, TOKEN_NAME) || is(r, 0, TOKEN_STRING)) push(r, leaf(r, form_name));
        else if (is(r, 0, TOKEN_INT)) push(r, leaf(r, form_int));
        else expected(r, "a name or number, a colon and its value: (WOOD : 3, CLAY : 4)");
        if (!r->lost && !is(r, 0, TOKEN_COLON)) expected(r, "a colon and a value: (WOOD : 3)");
        if (r->lost) break;
        r->at++;
        push(r, expression(r));
        more = is(r, 0, TOKEN_COMMA);
        if (more) r->at++;
    }
    int rows = (r->height - mark) / 2;
    rcy_tree **kids = dado_new(r->s->region, rcy_tree *, 2 * rows + 2);
    if (!kids) r->s->no_memory = r->lost = true;
    for (int i = 0; !r->lost && i < rows; i++) {
        kids[i] = r->stack[mark + 2 * i];
        kids[rows + i] = r->stack[mark + 2 * i + 1];
    }
    r->height = mark;
    if (r->lost) return t;
    names->kids = kids;
    values->kids = kids + rows;
    names->count = values->count = rows;
    push(r, names);
    push(r, values);
    adopt(r, t, mark);
    close(r, t);
    return t;
}

rcy_tree *rcy_parse_declared_value(parser *r)
{
    bool rows = is(r, 0, TOKEN_OPEN) && is(r, 2, TOKEN_COLON) &&
                (is(r, 1, TOKEN_NAME) || is(r, 1, TOKEN_STRING) || is(r, 1, TOKEN_INT));
    if (!rows) return expression(r);
    rcy_tree *t = form(r, form_bad);
    r->at++;
    return table(r, t);
}

static rcy_tree *who(parser *r, rcy_tree *t, rcy_form kind)
{
    bool owner = is(r, 0, TOKEN_OPEN) || is(r, 0, TOKEN_VAR) || is_word(r, 0, keyword_nobody);
    if (owner && (t->code == keyword_next || t->code == keyword_previous)) {
        t->form = form_neighbour;
        t->flag = t->code == keyword_previous;
        r->s->next_edition = true;
        return rcy_parse_kids(r, t, 1);
    }
    if (is_word(r, 0, keyword_player) || is_word(r, 0, keyword_team)) {
        t->form = (uint8_t)kind;
        t->flag = is_word(r, 0, keyword_team);
        r->at++;
    } else {
        expected(r, "player or team");
    }
    close(r, t);
    return t;
}

static rcy_tree *ends(parser *r, rcy_tree *t, bool bottom)
{
    int mark = r->height;
    t->flag = bottom;
    push(r, expression(r));
    t->form = form_end;
    if (!r->lost && !is(r, 0, TOKEN_CLOSE)) {
        t->form = form_ends;
        push(r, expression(r));
    }
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *run_form(parser *r, rcy_tree *t, rcy_keyword plain, rcy_keyword flagged)
{
    if (is_word(r, 0, plain) || is_word(r, 0, flagged)) {
        t->flag = is_word(r, 0, flagged);
        r->at++;
    } else {
        char what[40];
        snprintf(what, sizeof what, "%s or %s", rcy_keyword_text(plain), rcy_keyword_text(flagged));
        expected(r, what);
    }
    return with_points(r, t, 2);
}

// Parses (max cards using points), or the largest of some numbers.
static rcy_tree *best(parser *r, rcy_tree *t, bool least)
{
    int items = rcy_items_left(r);
    bool of_cards = false;
    for (int at = r->at, i = 0; i < items && !of_cards; i++) {
        const rcy_token *token = &r->s->tokens[at];
        of_cards = token->kind == TOKEN_KEYWORD && token->code == keyword_using;
        at = token->kind == TOKEN_OPEN ? token->match + 1 : at + 1;
    }
    if (!of_cards && items > 0) {
        r->s->next_edition = true;
        return rcy_parse_extreme(r, t, least);
    }
    t->form = form_best;
    t->flag = least;
    return with_points(r, t, 1);
}

// Parses (let value 'V value 'W ... body) as nested `let`s.
static rcy_tree *let(parser *r, rcy_tree *t)
{
    int mark = r->height;
    t->form = form_let;
    push(r, expression(r));
    t->name = take_name(r, TOKEN_VAR, "a variable, like 'CARD");
    t->value = r->at - 1;  // token where the variable is written
    if (!r->lost && rcy_items_left(r) > 1) {
        rcy_tree *inner = form(r, form_bad);
        push(r, let(r, inner));
        adopt(r, t, mark);
        return t;
    }
    if (!r->lost) push(r, expression(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *word_form(parser *r, rcy_tree *t, rcy_keyword w)
{
    t->code = (uint8_t)w;
    switch (w) {
    case keyword_mod: return rcy_parse_sum(r, t, op_modulo);
    case keyword_tri: t->form = form_tri; return rcy_parse_kids(r, t, 1);
    case keyword_fib: t->form = form_fib; return rcy_parse_kids(r, t, 1);
    case keyword_random: t->form = form_random; return range_bounds(r, t, false);
    case keyword_range: t->form = form_range; return range_bounds(r, t, true);
    case keyword_and: t->form = form_and; return many_kids(r, t, 2);
    case keyword_or: t->form = form_or; return many_kids(r, t, 2);
    case keyword_not: t->form = form_not; return rcy_parse_kids(r, t, 1);
    case keyword_current:
    case keyword_next:
    case keyword_previous: return who(r, t, form_who);
    case keyword_other: return who(r, t, form_other);
    case keyword_owner: t->form = form_owner; return rcy_parse_kids(r, t, 1);
    case keyword_team: t->form = form_team_of; return rcy_parse_kids(r, t, 1);
    case keyword_game:
        if (is_storage_word(peek(r, 0))) return storage(r, t, game_owner(r, r->at - 1));
        expected(r, "what of the game: vloc, iloc, hloc, oloc, mem, sto, str, flag, who or points");
        return t;
    case keyword_top: return ends(r, t, false);
    case keyword_bottom: return ends(r, t, true);
    case keyword_actual: t->form = form_actual; return rcy_parse_kids(r, t, 1);
    case keyword_max: return best(r, t, false);
    case keyword_min: return best(r, t, true);
    case keyword_sum: t->form = form_sum; return with_points(r, t, 1);
    case keyword_score: t->form = form_score; return with_points(r, t, 1);
    case keyword_size: t->form = form_size; return rcy_parse_kids(r, t, 1);
    case keyword_sort: t->form = form_sort; return with_points(r, t, 1);
    case keyword_union:
    case keyword_intersect:
    case keyword_disjunction: t->form = form_set_operation; return many_kids(r, t, 1);
    case keyword_filter: t->form = form_filter; return binder(r, t);
    case keyword_all: t->form = form_quantifier; return binder(r, t);
    case keyword_any:
        t->form = form_quantifier;
        t->flag = true;
        return binder(r, t);
    case keyword_let: return let(r, t);
    case keyword_tuples: t->form = form_tuples; return with_points(r, t, 2);
    case keyword_partition: t->form = form_partition; return partition(r, t);
    case keyword_subsets: t->form = form_subsets; return rcy_parse_kids(r, t, 1);
    case keyword_runs: t->form = form_runs; return run_form(r, t, keyword_largest, keyword_all);
    case keyword_run: t->form = form_run; return run_form(r, t, keyword_top, keyword_bottom);
    case keyword_cardatt: t->form = form_cardatt; return rcy_parse_kids(r, t, 2);
    case keyword_dievalue:
        t->form = form_dievalue;
        t->name = take_name(r, TOKEN_VAR, "the name of a dice storage, like 'DICE");
        close(r, t);
        return t;
    default: break;
    }
    if (rcy_begins_list_or_board(w)) return rcy_parse_list_or_board(r, t, w);
    r->at--;
    rcy_error_word_form(r);
    return t;
}

// Parses an expression that begins with an expression: a storage of an owner, the n-th
// owner, or an index.
static rcy_tree *headed(parser *r, rcy_tree *t)
{
    rcy_tree *head = expression(r);
    if (r->lost) return t;
    if (is_storage_word(peek(r, 0))) return storage(r, t, head);
    int mark = r->height;
    push(r, head);
    if ((is_word(r, 0, keyword_player) || is_word(r, 0, keyword_team)) && is(r, 1, TOKEN_CLOSE)) {
        t->form = form_nth;
        t->flag = is_word(r, 0, keyword_team);
        r->at++;
    } else {
        t->form = form_index;
        push(r, expression(r));
    }
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *parenthesised(parser *r)
{
    rcy_tree *t = form(r, form_bad);
    if (r->lost) return t;
    r->at++;
    const rcy_token *next = peek(r, 0);
    switch (next->kind) {
    case TOKEN_NAME:
        if (!is(r, 1, TOKEN_COMMA) && (!is(r, 1, TOKEN_CLOSE) || rcy_is_defined(r, next->name))) {
            return rcy_parse_call(r, t, wanted_value);
        }
        return string_list(r, t);
    case TOKEN_STRING: return string_list(r, t);
    case TOKEN_OPERATOR:
        if (begins_number_list(r)) return number_list(r, t);
        r->at++;
        return rcy_parse_sum(r, t, (rcy_operator)next->code);
    case TOKEN_KEYWORD: r->at++; return word_form(r, t, (rcy_keyword)next->code);
    case TOKEN_INT:
        if (begins_number_list(r)) return number_list(r, t);
        return headed(r, t);
    case TOKEN_VAR:
    case TOKEN_OPEN: return headed(r, t);
    default: expected(r, "an expression"); return t;
    }
}

static rcy_tree *truth(parser *r)
{
    bool holds = is_word(r, 0, keyword_true);
    rcy_tree *t = leaf(r, form_truth);
    t->value = holds;
    return t;
}

static rcy_tree *expression(parser *r)
{
    if (r->lost) return form(r, form_bad);
    if (r->depth >= deepest) {
        lose(r, "E110", "nested too deep: %d parentheses are open", r->depth);
        return form(r, form_bad);
    }
    r->depth++;
    rcy_tree *t;
    if (is(r, 0, TOKEN_NAME) || is(r, 0, TOKEN_STRING)) t = leaf(r, form_name);
    else if (is_word(r, 0, keyword_true) || is_word(r, 0, keyword_false)) t = truth(r);
    else if (is_word(r, 0, keyword_nobody)) t = leaf(r, form_nobody);
    else if (is(r, 0, TOKEN_INT)) t = leaf(r, form_int);
    else if (is(r, 0, TOKEN_VAR)) t = leaf(r, form_var);
    else if (is_word(r, 0, keyword_player)) t = leaf(r, form_players);
    else if (is_word(r, 0, keyword_team)) t = leaf(r, form_teams);
    else if (is(r, 0, TOKEN_OPEN)) t = parenthesised(r);
    else {
        rcy_error_missing(r);
        t = form(r, form_bad);
    }
    r->depth--;
    return t;
}

rcy_tree *rcy_parse_expression(parser *r)
{
    return expression(r);
}

rcy_tree *rcy_parse_value(rcy_source *s, const char *text)
{
    // The value is read as a separate text that shares the names of the description.
    rcy_source *own = dado_new(s->region, rcy_source, 1);
    if (!own) return NULL;
    *own = (rcy_source){ .file = s->file,
                         .text = text,
                         .length = strlen(text),
                         .names = s->names,
                         .region = s->region };
    bool fine = rcy_lex(own) && own->errors == 0;
    s->names = own->names;
    if (!fine) return NULL;
    parser r = { .s = own };
    int64_t number;
    if (dado_read_int(text, &number)) {
        rcy_tree *t = form(&r, form_int);
        t->value = number;
        return own->no_memory ? NULL : t;
    }
    rcy_tree *t = rcy_parse_declared_value(&r);
    if (r.lost || !is(&r, 0, TOKEN_END) || own->no_memory) return NULL;
    return t;
}
