// read.c - expressions: tokens into a tree, by recursive descent over the union of both dialects.
//
// There is one rule for expressions; the types that tell them apart are the
// checker's business. Where the dialects spell a thing differently, the tree
// has it in one way only.
#include "recycle/reader.h"

static rcy_tree *expression(reader *r);

static bool is_storage_word(const rcy_token *t)
{
    if (t->kind != TOKEN_WORD) return false;
    switch (t->code) {
    case word_vloc: case word_iloc: case word_hloc: case word_oloc: case word_mem:
    case word_sto: case word_str: case word_points: case word_flag: case word_who: return true;
    default: return false;
    }
}

// What follows an owner: a storage word and a name. `t` begins at the parenthesis.
static rcy_tree *storage(reader *r, rcy_tree *t, rcy_tree *owner)
{
    int mark = r->height;
    push(r, owner);
    uint8_t w = ahead(r, 0)->code;
    switch (w) {
    case word_sto: t->form = form_sto; break;
    case word_str: t->form = form_str; break;
    case word_points: t->form = form_points; break;
    case word_flag: t->form = form_flag; break;
    case word_who: t->form = form_who_of; break;
    default:
        t->form = form_place;
        t->code = w == word_vloc   ? place_vloc
                  : w == word_iloc ? place_iloc
                  : w == word_hloc ? place_hloc
                  : w == word_oloc ? place_oloc
                                   : place_mem;
    }
    r->at++;
    if (t->form == form_place && is(r, 0, TOKEN_INT)) {  // a number names a place as its digits do
        rcy_tree *name = form(r, form_name);
        const rcy_token *digits = ahead(r, 0);
        name->name = rcy_name(&r->s->names, r->s->text + digits->offset, (size_t)digits->length);
        if (name->name < 0) {
            r->s->no_memory = r->lost = true;
            name->name = 0;
        }
        r->at++;
        push(r, name);
    } else if (t->form == form_place && is_word(r, 0, word_new)) {
        rcy_notice(r->s, "E414", r->at, r->at,
                   "a place without a name is not supported; give it a name of its own");
        push(r, leaf(r, form_bad));
    } else {
        push(r, expression(r));
    }
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *using_points(reader *r)
{
    word(r, word_using);
    if (r->lost) return form(r, form_bad);
    if (is(r, 0, TOKEN_VAR)) {  // a map's name in the older dialect, never a variable
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

rcy_tree *rcy_read_kids(reader *r, rcy_tree *t, int count)
{
    int mark = r->height;
    for (int i = 0; i < count && !r->lost; i++) push(r, expression(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *many_kids(reader *r, rcy_tree *t, int least)
{
    int mark = r->height;
    while (!r->lost && (r->height - mark < least || !is(r, 0, TOKEN_CLOSE))) {
        push(r, expression(r));
    }
    adopt(r, t, mark);
    close(r, t);
    return t;
}

// `count` expressions, then `using` and a map.
static rcy_tree *with_points(reader *r, rcy_tree *t, int count)
{
    int mark = r->height;
    for (int i = 0; i < count && !r->lost; i++) push(r, expression(r));
    push(r, using_points(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

// A collection, a variable over its elements, and a body in its scope.
static rcy_tree *binder(reader *r, rcy_tree *t)
{
    int mark = r->height;
    push(r, expression(r));
    t->name = take_name(r, TOKEN_VAR, "a variable, like 'CARD");
    t->value = r->at - 1;  // where the variable was written
    if (!r->lost) push(r, expression(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *range_bounds(reader *r, rcy_tree *t, bool must)
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

static rcy_tree *partition(reader *r, rcy_tree *t)
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

static rcy_tree *string_list(reader *r, rcy_tree *t)
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

static rcy_tree *who(reader *r, rcy_tree *t, rcy_form kind)
{
    bool owner = is(r, 0, TOKEN_OPEN) || is(r, 0, TOKEN_VAR) || is_word(r, 0, word_nobody);
    if (owner && (t->code == word_next || t->code == word_previous)) {
        t->form = form_neighbour;
        t->flag = t->code == word_previous;
        r->s->next_edition = true;
        return rcy_read_kids(r, t, 1);
    }
    if (is_word(r, 0, word_player) || is_word(r, 0, word_team)) {
        t->form = (uint8_t)kind;
        t->flag = is_word(r, 0, word_team);
        r->at++;
    } else {
        expected(r, "player or team");
    }
    close(r, t);
    return t;
}

static rcy_tree *ends(reader *r, rcy_tree *t, bool bottom)
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

static rcy_tree *run_form(reader *r, rcy_tree *t, rcy_word plain, rcy_word flagged)
{
    if (is_word(r, 0, plain) || is_word(r, 0, flagged)) {
        t->flag = is_word(r, 0, flagged);
        r->at++;
    } else {
        char what[40];
        snprintf(what, sizeof what, "%s or %s", rcy_word_text(plain), rcy_word_text(flagged));
        expected(r, what);
    }
    return with_points(r, t, 2);
}

// (max cards using points), or the largest of some numbers.
static rcy_tree *best(reader *r, rcy_tree *t, bool least)
{
    int items = rcy_items_left(r);
    bool of_cards = false;
    for (int at = r->at, i = 0; i < items && !of_cards; i++) {
        const rcy_token *token = &r->s->tokens[at];
        of_cards = token->kind == TOKEN_WORD && token->code == word_using;
        at = token->kind == TOKEN_OPEN ? token->match + 1 : at + 1;
    }
    if (!of_cards && items > 0) {
        r->s->next_edition = true;
        return rcy_read_extreme(r, t, least);
    }
    t->form = form_best;
    t->flag = least;
    return with_points(r, t, 1);
}

// (let value 'V value 'W ... body): one inside the other.
static rcy_tree *let(reader *r, rcy_tree *t)
{
    int mark = r->height;
    t->form = form_let;
    push(r, expression(r));
    t->name = take_name(r, TOKEN_VAR, "a variable, like 'CARD");
    t->value = r->at - 1;  // where the variable was written
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

static rcy_tree *word_form(reader *r, rcy_tree *t, rcy_word w)
{
    t->code = (uint8_t)w;
    switch (w) {
    case word_mod: return rcy_read_sum(r, t, op_modulo);
    case word_tri: t->form = form_tri; return rcy_read_kids(r, t, 1);
    case word_fib: t->form = form_fib; return rcy_read_kids(r, t, 1);
    case word_random: t->form = form_random; return range_bounds(r, t, false);
    case word_range: t->form = form_range; return range_bounds(r, t, true);
    case word_and: t->form = form_and; return many_kids(r, t, 2);
    case word_or: t->form = form_or; return many_kids(r, t, 2);
    case word_not: t->form = form_not; return rcy_read_kids(r, t, 1);
    case word_current: case word_next: case word_previous: return who(r, t, form_who);
    case word_other: return who(r, t, form_other);
    case word_owner: t->form = form_owner; return rcy_read_kids(r, t, 1);
    case word_team: t->form = form_team_of; return rcy_read_kids(r, t, 1);
    case word_game:
        if (is_storage_word(ahead(r, 0))) return storage(r, t, game_owner(r, r->at - 1));
        expected(r, "what of the game: vloc, iloc, hloc, oloc, mem, sto, str, flag, who or points");
        return t;
    case word_top: return ends(r, t, false);
    case word_bottom: return ends(r, t, true);
    case word_actual: t->form = form_actual; return rcy_read_kids(r, t, 1);
    case word_max: return best(r, t, false);
    case word_min: return best(r, t, true);
    case word_sum: t->form = form_sum; return with_points(r, t, 1);
    case word_score: t->form = form_score; return with_points(r, t, 1);
    case word_size: t->form = form_size; return rcy_read_kids(r, t, 1);
    case word_sort: t->form = form_sort; return with_points(r, t, 1);
    case word_union: case word_intersect: case word_disjunction:
        t->form = form_set_operation;
        return many_kids(r, t, 1);
    case word_filter: t->form = form_filter; return binder(r, t);
    case word_all: t->form = form_quantifier; return binder(r, t);
    case word_any: t->form = form_quantifier; t->flag = true; return binder(r, t);
    case word_let: return let(r, t);
    case word_tuples: t->form = form_tuples; return with_points(r, t, 2);
    case word_partition: t->form = form_partition; return partition(r, t);
    case word_subsets: t->form = form_subsets; return rcy_read_kids(r, t, 1);
    case word_runs: t->form = form_runs; return run_form(r, t, word_largest, word_all);
    case word_run: t->form = form_run; return run_form(r, t, word_top, word_bottom);
    case word_cardatt: t->form = form_cardatt; return rcy_read_kids(r, t, 2);
    case word_dievalue:
        t->form = form_dievalue;
        t->name = take_name(r, TOKEN_VAR, "the name of a dice storage, like 'DICE");
        close(r, t);
        return t;
    default: break;
    }
    if (rcy_begins_more(w)) return rcy_read_more(r, t, w);
    r->at--;
    rcy_lose_word_form(r);
    return t;
}

// An expression that begins with an expression: an owner's storage, the n-th owner, an index.
static rcy_tree *headed(reader *r, rcy_tree *t)
{
    rcy_tree *head = expression(r);
    if (r->lost) return t;
    if (is_storage_word(ahead(r, 0))) return storage(r, t, head);
    int mark = r->height;
    push(r, head);
    if ((is_word(r, 0, word_player) || is_word(r, 0, word_team)) && is(r, 1, TOKEN_CLOSE)) {
        t->form = form_nth;
        t->flag = is_word(r, 0, word_team);
        r->at++;
    } else {
        t->form = form_index;
        push(r, expression(r));
    }
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *parenthesised(reader *r)
{
    rcy_tree *t = form(r, form_bad);
    if (r->lost) return t;
    r->at++;
    const rcy_token *next = ahead(r, 0);
    switch (next->kind) {
    case TOKEN_NAME:
        if (!is(r, 1, TOKEN_COMMA) && (!is(r, 1, TOKEN_CLOSE) || rcy_is_defined(r, next->name))) {
            return rcy_read_call(r, t, wanted_value);
        }
        return string_list(r, t);
    case TOKEN_STRING: return string_list(r, t);
    case TOKEN_OPERATOR: r->at++; return rcy_read_sum(r, t, (rcy_operator)next->code);
    case TOKEN_WORD: r->at++; return word_form(r, t, (rcy_word)next->code);
    case TOKEN_INT: case TOKEN_VAR: case TOKEN_OPEN: return headed(r, t);
    default: expected(r, "an expression"); return t;
    }
}

static rcy_tree *truth(reader *r)
{
    bool holds = is_word(r, 0, word_true);
    rcy_tree *t = leaf(r, form_truth);
    t->value = holds;
    return t;
}

static rcy_tree *expression(reader *r)
{
    if (r->lost) return form(r, form_bad);
    if (r->depth >= deepest) {
        lose(r, "E110", "nested too deep: %d parentheses are open", r->depth);
        return form(r, form_bad);
    }
    r->depth++;
    rcy_tree *t;
    if (is(r, 0, TOKEN_NAME) || is(r, 0, TOKEN_STRING)) t = leaf(r, form_name);
    else if (is_word(r, 0, word_true) || is_word(r, 0, word_false)) t = truth(r);
    else if (is_word(r, 0, word_nobody)) t = leaf(r, form_nobody);
    else if (is(r, 0, TOKEN_INT)) t = leaf(r, form_int);
    else if (is(r, 0, TOKEN_VAR)) t = leaf(r, form_var);
    else if (is_word(r, 0, word_player)) t = leaf(r, form_players);
    else if (is_word(r, 0, word_team)) t = leaf(r, form_teams);
    else if (is(r, 0, TOKEN_OPEN)) t = parenthesised(r);
    else {
        rcy_lose_missing(r);
        t = form(r, form_bad);
    }
    r->depth--;
    return t;
}

rcy_tree *rcy_read_expression(reader *r)
{
    return expression(r);
}

rcy_tree *rcy_read_value(rcy_source *s, const char *text)
{
    // The value is read as a text of its own whose names are those of the description.
    rcy_source *own = dado_new(s->arena, rcy_source, 1);
    if (!own) return NULL;
    *own = (rcy_source){ .file = s->file, .text = text, .length = strlen(text),
                         .names = s->names, .arena = s->arena };
    bool fine = rcy_lex(own) && own->errors == 0;
    s->names = own->names;
    if (!fine) return NULL;
    reader r = { .s = own };
    int64_t number;
    if (dado_read_int(text, &number)) {
        rcy_tree *t = form(&r, form_int);
        t->value = number;
        return own->no_memory ? NULL : t;
    }
    rcy_tree *t = expression(&r);
    if (r.lost || !is(&r, 0, TOKEN_END) || own->no_memory) return NULL;
    return t;
}
