// read.c - tokens into a tree, by recursive descent over the union of both dialects.
//
// There is one rule for expressions; the types that tell them apart are the
// checker's business. After an error the reader goes on behind the parenthesis
// that closes the act, element or component in hand, so that a second mistake
// further down is found in the same pass.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "recycle/tree.h"

enum { deepest = 400 };  // nested parentheses; the deepest in circulation have 21

typedef struct reader {
    rcy_source *s;
    int at;
    int depth;
    bool lost;          // an error was reported and the form in hand is given up
    rcy_tree **stack;   // kids of forms not finished yet
    int height, room;
} reader;

static const rcy_token *ahead(const reader *r, int by)
{
    int at = r->at + by;
    return &r->s->tokens[at < r->s->count ? at : r->s->count - 1];
}

static bool is(const reader *r, int by, rcy_token_kind kind)
{
    return ahead(r, by)->kind == kind;
}

static bool is_word(const reader *r, int by, rcy_word word)
{
    const rcy_token *t = ahead(r, by);
    return t->kind == TOKEN_WORD && t->code == word;
}

static const char *said(const reader *r, char *buffer, size_t size)
{
    const rcy_token *t = ahead(r, 0);
    if (t->kind == TOKEN_END) return "the end of the file";
    snprintf(buffer, size, "%.*s", t->length < 40 ? t->length : 40, r->s->text + t->offset);
    return buffer;
}

static void lose(reader *r, const char *code, const char *format, ...) DADO_PRINTF(3, 4);

static void lose(reader *r, const char *code, const char *format, ...)
{
    if (r->lost) return;
    r->lost = true;
    if (ahead(r, 0)->kind == TOKEN_BAD) return;  // the lexer has told
    char text[300];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    rcy_notice(r->s, code, r->at, r->at, "%s", text);
}

static void expected(reader *r, const char *what)
{
    char buffer[64];
    lose(r, "E110", "expected %s, not %s", what, said(r, buffer, sizeof buffer));
}

static rcy_tree *form(reader *r, rcy_form kind)
{
    rcy_tree *t = dado_new(r->s->arena, rcy_tree, 1);
    if (!t) {
        r->s->no_memory = true;
        r->lost = true;
        t = &r->s->spare;
    }
    t->form = (uint8_t)kind;
    t->token = t->last = r->at;
    return t;
}

static void push(reader *r, rcy_tree *kid)
{
    if (r->height == r->room) {
        int room = r->room ? r->room * 2 : 256;
        rcy_tree **stack = dado_new(r->s->arena, rcy_tree *, room);
        if (!stack) {
            r->s->no_memory = true;
            r->lost = true;
            return;
        }
        if (r->height) memcpy(stack, r->stack, sizeof *stack * (size_t)r->height);
        r->stack = stack;
        r->room = room;
    }
    r->stack[r->height++] = kid;
}

// Makes what was pushed since `mark` the kids of `t`.
static void adopt(reader *r, rcy_tree *t, int mark)
{
    int count = r->height - mark;
    r->height = mark;
    if (r->s->no_memory) return;
    t->kids = dado_new(r->s->arena, rcy_tree *, count ? count : 1);
    if (!t->kids) {
        r->s->no_memory = true;
        r->lost = true;
        return;
    }
    if (count) memcpy(t->kids, r->stack + mark, sizeof *t->kids * (size_t)count);
    t->count = count;
    t->last = r->at > 0 ? r->at - 1 : 0;
}

static bool open(reader *r)
{
    if (r->lost) return false;
    if (!is(r, 0, TOKEN_OPEN)) {
        expected(r, "an opening parenthesis");
        return false;
    }
    r->at++;
    return true;
}

static void close(reader *r, rcy_tree *t)
{
    if (r->lost) return;
    if (!is(r, 0, TOKEN_CLOSE)) {
        expected(r, "a closing parenthesis");
        return;
    }
    t->last = r->at++;
}

static bool word(reader *r, rcy_word w)
{
    if (r->lost) return false;
    if (is_word(r, 0, w)) {
        r->at++;
        return true;
    }
    expected(r, rcy_word_text(w));
    return false;
}

static int32_t take_name(reader *r, rcy_token_kind kind, const char *what)
{
    if (r->lost) return 0;
    if (!is(r, 0, kind)) {
        expected(r, what);
        return 0;
    }
    r->at++;
    return ahead(r, -1)->name;
}

static rcy_tree *expression(reader *r);
static rcy_tree *act(reader *r, bool may_choose);

static rcy_tree *leaf(reader *r, rcy_form kind)
{
    rcy_tree *t = form(r, kind);
    if (r->lost) return t;
    t->name = ahead(r, 0)->name;
    t->value = ahead(r, 0)->value;
    r->at++;
    return t;
}

static rcy_tree *game_owner(reader *r, int token)
{
    rcy_tree *t = form(r, form_game);
    t->token = t->last = token;
    return t;
}

static bool is_storage_word(const rcy_token *t)
{
    if (t->kind != TOKEN_WORD) return false;
    switch (t->code) {
    case word_vloc: case word_iloc: case word_hloc: case word_oloc: case word_mem:
    case word_sto: case word_str: case word_points: return true;
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
    rcy_tree *t = expression(r);
    if (!r->lost && t->form != form_points) {
        r->at = t->token;
        expected(r, "a point map after using: (game points NAME)");
    }
    return t;
}

static rcy_tree *fixed_kids(reader *r, rcy_tree *t, int count)
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
static rcy_tree *binder(reader *r, rcy_tree *t, bool body_is_act, bool may_choose)
{
    int mark = r->height;
    push(r, expression(r));
    t->name = take_name(r, TOKEN_VAR, "a variable, like 'CARD");
    t->value = r->at - 1;  // where the variable was written
    if (!r->lost) push(r, body_is_act ? act(r, may_choose) : expression(r));
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
        if (!is(r, 0, TOKEN_NAME)) {
            expected(r, "a name after the comma");
            break;
        }
        push(r, leaf(r, form_name));
    }
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *operator_form(reader *r, rcy_tree *t, rcy_operator op)
{
    t->code = (uint8_t)op;
    t->form = op <= op_power ? form_arithmetic : op <= op_least ? form_compare : form_equal;
    return fixed_kids(r, t, 2);
}

static rcy_tree *who(reader *r, rcy_tree *t, rcy_form kind)
{
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

static rcy_tree *word_form(reader *r, rcy_tree *t, rcy_word w)
{
    t->code = (uint8_t)w;
    switch (w) {
    case word_mod: return operator_form(r, t, op_modulo);
    case word_tri: t->form = form_tri; return fixed_kids(r, t, 1);
    case word_fib: t->form = form_fib; return fixed_kids(r, t, 1);
    case word_random: t->form = form_random; return range_bounds(r, t, false);
    case word_range: t->form = form_range; return range_bounds(r, t, true);
    case word_and: t->form = form_and; return many_kids(r, t, 2);
    case word_or: t->form = form_or; return many_kids(r, t, 2);
    case word_not: t->form = form_not; return fixed_kids(r, t, 1);
    case word_current: case word_next: case word_previous: return who(r, t, form_who);
    case word_other: return who(r, t, form_other);
    case word_owner: t->form = form_owner; return fixed_kids(r, t, 1);
    case word_team: t->form = form_team_of; return fixed_kids(r, t, 1);
    case word_game:
        if (is_storage_word(ahead(r, 0))) return storage(r, t, game_owner(r, r->at - 1));
        expected(r, "what of the game: vloc, iloc, hloc, oloc, mem, sto, str or points");
        return t;
    case word_top: return ends(r, t, false);
    case word_bottom: return ends(r, t, true);
    case word_actual: t->form = form_actual; return fixed_kids(r, t, 1);
    case word_max: t->form = form_best; return with_points(r, t, 1);
    case word_min: t->form = form_best; t->flag = true; return with_points(r, t, 1);
    case word_sum: t->form = form_sum; return with_points(r, t, 1);
    case word_score: t->form = form_score; return with_points(r, t, 1);
    case word_size: t->form = form_size; return fixed_kids(r, t, 1);
    case word_sort: t->form = form_sort; return with_points(r, t, 1);
    case word_union: case word_intersect: case word_disjunction:
        t->form = form_set_operation;
        return many_kids(r, t, 1);
    case word_filter: t->form = form_filter; return binder(r, t, false, false);
    case word_all: t->form = form_quantifier; return binder(r, t, false, false);
    case word_any: t->form = form_quantifier; t->flag = true; return binder(r, t, false, false);
    case word_let: t->form = form_let; return binder(r, t, false, false);
    case word_tuples: t->form = form_tuples; return with_points(r, t, 2);
    case word_partition: t->form = form_partition; return partition(r, t);
    case word_subsets: t->form = form_subsets; return fixed_kids(r, t, 1);
    case word_runs: t->form = form_runs; return run_form(r, t, word_largest, word_all);
    case word_run: t->form = form_run; return run_form(r, t, word_top, word_bottom);
    case word_cardatt: t->form = form_cardatt; return fixed_kids(r, t, 2);
    case word_dievalue:
        t->form = form_dievalue;
        t->name = take_name(r, TOKEN_VAR, "the name of a dice storage, like 'DICE");
        close(r, t);
        return t;
    default: r->at--; expected(r, "an expression"); return t;
    }
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
    case TOKEN_NAME: return string_list(r, t);
    case TOKEN_OPERATOR: r->at++; return operator_form(r, t, (rcy_operator)next->code);
    case TOKEN_WORD: r->at++; return word_form(r, t, (rcy_word)next->code);
    case TOKEN_INT: case TOKEN_VAR: case TOKEN_OPEN: return headed(r, t);
    default: expected(r, "an expression"); return t;
    }
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
    if (is(r, 0, TOKEN_NAME)) t = leaf(r, form_name);
    else if (is(r, 0, TOKEN_INT)) t = leaf(r, form_int);
    else if (is(r, 0, TOKEN_VAR)) t = leaf(r, form_var);
    else if (is_word(r, 0, word_player)) t = leaf(r, form_players);
    else if (is_word(r, 0, word_team)) t = leaf(r, form_teams);
    else if (is(r, 0, TOKEN_OPEN)) t = parenthesised(r);
    else {
        expected(r, "an expression");
        t = form(r, form_bad);
    }
    r->depth--;
    return t;
}

// A key and the string it is compared with, in any of the dialects' spellings.
static rcy_tree *award_test(reader *r)
{
    rcy_tree *t = form(r, form_test);
    int mark = r->height;
    open(r);
    if (r->lost) return t;
    if (is(r, 0, TOKEN_NAME)) push(r, leaf(r, form_name));
    else push(r, leaf(r, form_var));
    if (is(r, 0, TOKEN_COLON)) {
        r->at++;
        push(r, expression(r));
    } else if (is(r, 0, TOKEN_OPEN) && !is_word(r, 1, word_cardatt)) {
        r->at++;
        push(r, expression(r));
        close(r, t);
    } else {
        push(r, expression(r));
    }
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static bool at_test(const reader *r)
{
    if (!is(r, 0, TOKEN_OPEN)) return false;
    return is(r, 1, TOKEN_NAME) || (is(r, 1, TOKEN_VAR) && is(r, 2, TOKEN_COLON));
}

static rcy_tree *award(reader *r)
{
    rcy_tree *t = form(r, form_award);
    int mark = r->height;
    open(r);
    if (!r->lost && !at_test(r)) expected(r, "a test, like (SUIT : HEARTS)");
    while (!r->lost && at_test(r)) push(r, award_test(r));
    if (!r->lost) push(r, expression(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static void awards(reader *r)
{
    rcy_tree ends_here = { 0 };
    open(r);
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) lose(r, "E113", "a point map needs at least one award");
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, award(r));
    close(r, &ends_here);
}

static rcy_tree *attribute(reader *r);

static rcy_tree *value_group(reader *r)
{
    rcy_tree *t = form(r, form_group);
    int mark = r->height;
    open(r);
    if (r->lost) return t;
    if (is(r, 0, TOKEN_VAR)) {
        push(r, leaf(r, form_var));
        adopt(r, t, mark);
        close(r, t);
        return t;
    }
    if (!is(r, 0, TOKEN_NAME)) {
        expected(r, "a value of the attribute, or a variable with its values");
        return t;
    }
    rcy_tree *list = form(r, form_strings);
    int values = r->height;
    push(r, leaf(r, form_name));
    while (!r->lost && is(r, 0, TOKEN_COMMA)) {
        r->at++;
        if (is(r, 0, TOKEN_NAME)) push(r, leaf(r, form_name));
        else expected(r, "a value after the comma");
    }
    adopt(r, list, values);
    push(r, list);
    while (!r->lost && is(r, 0, TOKEN_OPEN)) push(r, attribute(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *attribute(reader *r)
{
    rcy_tree *t = form(r, form_attribute);
    int mark = r->height;
    open(r);
    if (!r->lost && r->depth >= deepest) lose(r, "E110", "nested too deep");
    t->name = take_name(r, TOKEN_NAME, "the name of an attribute");
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) {
        lose(r, "E407", "the attribute %s has no values; give some: (%s (A, B))",
             rcy_text(r->s, t->name), rcy_text(r->s, t->name));
    }
    r->depth++;
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) {
        if (is(r, 0, TOKEN_NAME)) {
            lose(r, "E407", "values stand in parentheses: (%s (%s))", rcy_text(r->s, t->name),
                 rcy_text(r->s, ahead(r, 0)->name));
            break;
        }
        push(r, value_group(r));
    }
    r->depth--;
    adopt(r, t, mark);
    close(r, t);
    return t;
}

// After `create deck`: a name or none, a place, and what the cards are.
static rcy_tree *deck(reader *r, rcy_tree *t)
{
    int mark = r->height;
    t->form = form_deck;
    rcy_tree *first = expression(r);
    if (!r->lost && is(r, 0, TOKEN_OPEN) && is_word(r, 1, word_deck)) {
        push(r, NULL);
        push(r, first);
    } else {
        push(r, first);
        push(r, expression(r));
    }
    open(r);
    word(r, word_deck);
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) lose(r, "E113", "a deck needs at least one attribute");
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, attribute(r));
    close(r, t);
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *teams(reader *r, rcy_tree *t)
{
    int mark = r->height;
    t->form = form_teams_act;
    do {
        rcy_tree *list = form(r, form_strings);
        int members = r->height;
        open(r);
        for (bool more = true; more && !r->lost;) {
            if (is(r, 0, TOKEN_INT)) push(r, leaf(r, form_int));
            else expected(r, "the number of a player, from 0");
            more = is(r, 0, TOKEN_COMMA);
            if (more) r->at++;
        }
        adopt(r, list, members);
        close(r, list);
        push(r, list);
    } while (!r->lost && !is(r, 0, TOKEN_CLOSE));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *set(reader *r, rcy_tree *t)
{
    int mark = r->height;
    rcy_tree *target = expression(r);
    push(r, target);
    if (target->form == form_points) {
        t->form = form_set_points;
        awards(r);
    } else {
        t->form = form_set;
        push(r, expression(r));
    }
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *put_points(reader *r, rcy_tree *t)
{
    t->form = form_set_points;
    t->flag = true;
    word(r, word_points);
    if (r->lost || !is(r, 0, TOKEN_VAR)) {
        expected(r, "the name of a map, like 'SCORE");
        return t;
    }
    int mark = r->height;
    rcy_tree *points = form(r, form_points);
    int parts = r->height;
    push(r, game_owner(r, r->at));
    push(r, leaf(r, form_name));
    adopt(r, points, parts);
    push(r, points);
    awards(r);
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *cycle(reader *r, rcy_tree *t)
{
    int mark = r->height;
    t->form = form_cycle;
    t->code = word_none;
    if (is_word(r, 0, word_next) || is_word(r, 0, word_current)) {
        t->flag = is_word(r, 0, word_current);
        r->at++;
    } else {
        expected(r, "next or current");
    }
    if (!r->lost) {
        const rcy_token *to = ahead(r, 0);
        bool plain = to->kind == TOKEN_WORD && (to->code == word_next || to->code == word_current ||
                                                to->code == word_previous);
        if (plain) {
            t->code = to->code;
            r->at++;
        } else {
            push(r, expression(r));
        }
    }
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *repeat(reader *r, rcy_tree *t)
{
    int mark = r->height;
    if (is_word(r, 0, word_all)) {
        r->at++;
        t->form = form_repeat_all;
    } else {
        t->form = form_repeat;
        push(r, expression(r));
    }
    if (!r->lost) push(r, act(r, false));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *create_act(reader *r, rcy_tree *t)
{
    if (is_word(r, 0, word_deck)) {
        r->at++;
        return deck(r, t);
    }
    if (is_word(r, 0, word_teams)) {
        r->at++;
        return teams(r, t);
    }
    expected(r, "deck or teams; dice and players are made in setup");
    return t;
}

static rcy_tree *save(reader *r, rcy_tree *t)
{
    t->form = form_save;
    t->name = take_name(r, TOKEN_NAME, "the name of the players' storage to save");
    word(r, word_roundnumber);
    t->value = take_name(r, TOKEN_NAME, "the name of the storage that counts rounds");
    close(r, t);
    return t;
}

static rcy_tree *acts_in(reader *r, rcy_tree *t, const char *what)
{
    int mark = r->height;
    rcy_tree inner = { 0 };
    open(r);
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) {
        lose(r, "E113", "an empty %s does nothing; write at least one act in it", what);
    }
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, act(r, false));
    close(r, &inner);
    adopt(r, t, mark);
    close(r, t);
    return t;
}

static rcy_tree *act_of_word(reader *r, rcy_tree *t, rcy_word w, bool may_choose)
{
    t->code = (uint8_t)w;
    r->at++;
    switch (w) {
    case word_do: t->form = form_do; return acts_in(r, t, "do");
    case word_choice:
        t->form = form_choice;
        if (!may_choose) {
            rcy_notice(r->s, "E402", r->at - 1, r->at - 1,
                       "a choice stands among the elements of a stage or of the game, or in a "
                       "let there; it cannot be part of an act");
        }
        return acts_in(r, t, "choice");
    case word_all: t->form = form_each; return binder(r, t, true, false);
    case word_any: t->form = form_each; t->flag = true; return binder(r, t, true, false);
    case word_let: t->form = form_let_act; return binder(r, t, true, may_choose);
    case word_set: return set(r, t);
    case word_put: return put_points(r, t);
    case word_inc: t->form = form_add; return fixed_kids(r, t, 2);
    case word_dec: t->form = form_add; t->flag = true; return fixed_kids(r, t, 2);
    case word_move: t->form = form_move; return fixed_kids(r, t, 2);
    case word_remember: t->form = form_remember; return fixed_kids(r, t, 2);
    case word_forget: t->form = form_forget; return fixed_kids(r, t, 1);
    case word_shuffle:
        t->form = form_shuffle;
        if (is_word(r, 0, word_faro)) {
            r->at++;
            t->form = form_faro;
            return fixed_kids(r, t, 2);
        }
        return fixed_kids(r, t, 1);
    case word_cycle: return cycle(r, t);
    case word_turn:
        t->form = form_pass;
        word(r, word_pass);
        close(r, t);
        return t;
    case word_repeat: return repeat(r, t);
    case word_create: return create_act(r, t);
    case word_throwalldice:
        t->form = form_throw;
        t->name = take_name(r, TOKEN_VAR, "the name of a dice storage, like 'DICE");
        close(r, t);
        return t;
    case word_saveturnstats: return save(r, t);
    default: r->at--; expected(r, "an act"); return t;
    }
}

// Gives up what began at `start` and goes on behind it.
static void recover(reader *r, int start)
{
    if (!r->lost || r->s->no_memory) return;
    int match = r->s->tokens[start].match;
    r->at = match >= 0 ? match + 1 : r->s->count - 1;
    r->lost = false;
}

static rcy_tree *act(reader *r, bool may_choose)
{
    rcy_tree *t = form(r, form_bad);
    if (r->lost) return t;
    int start = r->at, height = r->height;
    if (!is(r, 0, TOKEN_OPEN)) {
        expected(r, "an act, in parentheses");
        return t;
    }
    if (r->depth >= deepest) {
        lose(r, "E110", "nested too deep: %d parentheses are open", r->depth);
        return t;
    }
    r->depth++;
    r->at++;
    const rcy_token *next = ahead(r, 0);
    if (next->kind == TOKEN_OPEN || next->kind == TOKEN_VAR) {
        int mark = r->height;
        t->form = form_if;
        push(r, expression(r));
        if (!r->lost) push(r, act(r, false));
        adopt(r, t, mark);
        close(r, t);
    } else if (next->kind == TOKEN_WORD) {
        t = act_of_word(r, t, (rcy_word)next->code, may_choose);
        t->token = start;
    } else if (next->kind == TOKEN_CLOSE) {
        lose(r, "E113", "empty parentheses say nothing; an act was expected");
    } else {
        expected(r, "an act");
    }
    r->depth--;
    if (r->lost && !r->s->no_memory && r->s->tokens[start].match >= 0) {
        r->height = height;
        t->form = form_bad;
        t->count = 0;
        recover(r, start);
    }
    return t;
}

static rcy_tree *element(reader *r)
{
    rcy_tree *t = form(r, form_bad);
    int start = r->at;
    if (!is(r, 0, TOKEN_OPEN)) {
        expected(r, "an element: a stage, choice, do, all, any or let");
        return t;
    }
    const rcy_token *next = ahead(r, 1);
    if (next->kind != TOKEN_WORD || next->code != word_stage) {
        bool fits = next->kind == TOKEN_WORD &&
                    (next->code == word_choice || next->code == word_do || next->code == word_all ||
                     next->code == word_any || next->code == word_let);
        if (!fits && (next->kind == TOKEN_WORD || next->kind == TOKEN_OPEN ||
                      next->kind == TOKEN_VAR)) {
            rcy_notice(r->s, "E403", start, start + 1,
                       "an act cannot stand alone here; wrap it: (do ( ... ))");
        }
        return act(r, true);
    }
    if (r->depth >= deepest) {
        lose(r, "E110", "nested too deep: %d parentheses are open", r->depth);
        return t;
    }
    r->depth++;
    r->at += 2;
    int mark = r->height;
    t->form = form_stage;
    if (is_word(r, 0, word_player) || is_word(r, 0, word_team)) t->code = ahead(r, 0)->code;
    else expected(r, "player or team");
    if (!r->lost) r->at++;
    rcy_tree inner = { 0 };
    open(r);
    word(r, word_end);
    push(r, expression(r));
    close(r, &inner);
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) {
        lose(r, "E113", "a stage without elements does nothing");
    }
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, element(r));
    adopt(r, t, mark);
    close(r, t);
    r->depth--;
    if (r->lost && !r->s->no_memory && r->s->tokens[start].match >= 0) {
        r->height = mark;
        t->form = form_bad;
        t->count = 0;
        recover(r, start);
    }
    return t;
}

static rcy_tree *component(reader *r)
{
    rcy_tree *t = form(r, form_bad);
    int start = r->at, height = r->height;
    open(r);
    if (!r->lost && r->depth >= deepest) lose(r, "E110", "nested too deep");
    r->depth++;
    if (!r->lost && is_word(r, 0, word_repeat)) {
        r->at++;
        t->form = form_repeat;
        int mark = r->height;
        push(r, expression(r));
        if (!r->lost) push(r, component(r));
        adopt(r, t, mark);
        close(r, t);
    } else {
        word(r, word_create);
        if (!r->lost && is_word(r, 0, word_deck)) {
            r->at++;
            deck(r, t);
        } else if (!r->lost &&
                   (is_word(r, 0, word_dicestorage) || is_word(r, 0, word_diestorage))) {
            t->flag = is_word(r, 0, word_diestorage);
            r->at++;
            t->form = form_dice;
            t->name = take_name(r, TOKEN_VAR, "a name for the dice, like 'DICE");
            int mark = r->height;
            do {
                rcy_tree inner = { 0 };
                open(r);
                if (!r->lost) push(r, expression(r));
                close(r, &inner);
            } while (!r->lost && !is(r, 0, TOKEN_CLOSE));
            adopt(r, t, mark);
            close(r, t);
        } else if (!r->lost) {
            expected(r, "deck or dicestorage");
        }
    }
    r->depth--;
    if (r->lost && !r->s->no_memory && r->s->tokens[start].match >= 0) {
        r->height = height;
        t->form = form_bad;
        t->count = 0;
        recover(r, start);
    }
    return t;
}

static rcy_tree *setup(reader *r)
{
    rcy_tree *t = form(r, form_setup);
    rcy_tree inner = { 0 };
    int mark = r->height;
    open(r);
    word(r, word_setup);
    rcy_tree *players = form(r, form_players_made);
    open(r);
    word(r, word_create);
    word(r, word_players);
    int count = r->height;
    push(r, expression(r));
    adopt(r, players, count);
    close(r, players);
    push(r, players);
    if (!r->lost && is(r, 0, TOKEN_OPEN) && is_word(r, 1, word_create) &&
        is_word(r, 2, word_teams)) {
        rcy_tree *made = form(r, form_teams_act);
        r->at += 3;
        push(r, teams(r, made));
    }
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) {
        lose(r, "E113", "a setup needs a deck or dice: (create deck (game iloc STOCK) (deck ...))");
    }
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) push(r, component(r));
    close(r, &inner);
    adopt(r, t, mark);
    return t;
}

static rcy_tree *declare(reader *r)
{
    rcy_tree *t = form(r, form_declare);
    int mark = r->height, start = r->at;
    r->at += 2;
    push(r, expression(r));
    t->name = take_name(r, TOKEN_VAR, "a variable to declare, like 'ROUNDS");
    t->value = r->at - 1;
    adopt(r, t, mark);
    close(r, t);
    if (r->lost) {
        r->height = mark;
        t->form = form_bad;
        t->count = 0;
        recover(r, start);
    }
    return t;
}

static rcy_tree *scoring(reader *r)
{
    rcy_tree *t = form(r, form_scoring);
    int mark = r->height;
    r->at += 2;
    if (is_word(r, 0, word_min) || is_word(r, 0, word_max)) {
        t->flag = is_word(r, 0, word_min);
        r->at++;
    } else {
        expected(r, "min or max: which score is better");
    }
    push(r, expression(r));
    adopt(r, t, mark);
    close(r, t);
    return t;
}

// An unclosed parenthesis is told with the place of the one that was left open.
static bool tell_unbalanced(reader *r)
{
    rcy_source *s = r->s;
    for (int i = 0; i < s->count; i++) {
        if (s->tokens[i].kind == TOKEN_OPEN && s->tokens[i].match < 0) {
            int last = s->count - 1;
            rcy_notice(s, "E111", last, last,
                       "the file ends while a parenthesis is open: the one in line %d, column %d",
                       s->tokens[i].line, s->tokens[i].column);
            return true;
        }
    }
    return false;
}

static bool at_word_form(const reader *r, rcy_word w)
{
    return is(r, 0, TOKEN_OPEN) && is_word(r, 1, w);
}

rcy_tree *rcy_read(rcy_source *s)
{
    reader r = { .s = s };
    rcy_tree *t = form(&r, form_game_whole);
    int mark = r.height;
    if (is(&r, 0, TOKEN_END)) {
        lose(&r, "E110", "there is no game in this text; it begins: (game (setup ...");
        return NULL;
    }
    bool unbalanced = tell_unbalanced(&r);
    open(&r);
    word(&r, word_game);
    while (!r.lost && at_word_form(&r, word_declare)) push(&r, declare(&r));
    t->value = r.height - mark;
    if (!r.lost && !at_word_form(&r, word_setup)) {
        expected(&r, "the setup: (setup (create players 2) ...)");
    }
    int start = r.at;
    rcy_tree *made = setup(&r);
    push(&r, made);
    if (r.lost && s->tokens[start].match >= 0) {
        made->form = form_bad;
        recover(&r, start);
    }
    int elements = r.height;
    while (!r.lost && !is(&r, 0, TOKEN_CLOSE) && !at_word_form(&r, word_scoring)) {
        push(&r, element(&r));
    }
    if (!r.lost && r.height == elements) {
        lose(&r, "E113", "a game without elements is not played; write at least one stage or do");
        if (is(&r, 0, TOKEN_OPEN)) r.lost = false;
    }
    start = r.at;
    if (!r.lost && !at_word_form(&r, word_scoring)) {
        expected(&r, "the scoring: (scoring max ((current player) sto SCORE))");
    } else if (!r.lost) {
        push(&r, scoring(&r));
        if (r.lost) recover(&r, start);
    }
    adopt(&r, t, mark);
    if (!r.lost && unbalanced && is(&r, 0, TOKEN_END)) return t;
    close(&r, t);
    if (!r.lost && !is(&r, 0, TOKEN_END)) {
        rcy_notice(s, "W112", r.at, r.at, "what follows the end of the game is ignored");
    }
    return s->no_memory ? NULL : t;
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
