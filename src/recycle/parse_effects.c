// parse_effects.c - parses what cards do: (effects KEY 'C (VALUE act) ...) behind a deck, and
// (perform card), which does it; and loops over elements, (all player 'P element).
//
// Both are written out into forms that all later steps know. (perform card) becomes a call
// with the card as its operand: a chain of conditions on the card's attributes with the
// effects in it, parsed anew at each place, like the body of a definition. A loop over
// elements becomes a repeat around a let.
#include "recycle/parser_helpers.h"

static rcy_tree *branch(parser *r, rcy_form kind, rcy_tree *a, rcy_tree *b, rcy_tree *c)
{
    rcy_tree *t = form(r, kind);
    int mark = r->height;
    push(r, a);
    push(r, b);
    if (c) push(r, c);
    adopt(r, t, mark);
    t->token = a->token;
    t->last = a->last;
    return t;
}

// --- effects ---

static bool add_effect(parser *r, rcy_effect made)
{
    rcy_source *s = r->s;
    if (s->effect_count == s->effect_room) {
        int room = s->effect_room ? s->effect_room * 2 : 16;
        rcy_effect *more = dado_new(s->region, rcy_effect, room);
        if (!more) {
            s->no_memory = r->lost = true;
            return false;
        }
        if (s->effect_count) memcpy(more, s->effects, sizeof *more * (size_t)s->effect_count);
        s->effects = more;
        s->effect_room = room;
    }
    s->effects[s->effect_count++] = made;
    return true;
}

// Parses one effect, (VALUE act); the act is left for where it is performed.
static void effect(parser *r, rcy_effect made)
{
    rcy_tree ends_here = { 0 };
    open(r);
    made.value_token = r->at;
    if (!r->lost && !is(r, 0, TOKEN_NAME) && !is(r, 0, TOKEN_STRING) && !is(r, 0, TOKEN_INT)) {
        expected(r, "a value and what such a card does: (MILL (inc ...))");
    }
    if (r->lost) return;
    made.value = is(r, 0, TOKEN_INT) ? rcy_parse_digits(r)->name : peek(r, 0)->name;
    if (r->at == made.value_token) r->at++;
    for (int i = 0; i < r->s->effect_count; i++) {
        const rcy_effect *other = &r->s->effects[i];
        if (other->key != made.key || other->value != made.value) continue;
        rcy_diagnose(r->s, "E260", made.value_token, made.value_token,
                     "%s has an effect already, in line %d", rcy_text(r->s, made.value),
                     r->s->tokens[other->value_token].line);
    }
    made.body = r->at;
    int items = rcy_items_left(r);
    if (items != 1 || !is(r, 0, TOKEN_OPEN)) {
        lose(r, "E260",
             "an effect is one act or element: (MILL (inc ...)); several go into a do or a block");
        return;
    }
    if (!add_effect(r, made)) return;
    r->at = peek(r, 0)->match + 1;
    close(r, &ends_here);
}

bool rcy_at_effects(const parser *r)
{
    return !r->lost && is(r, 0, TOKEN_OPEN) && is_word(r, 1, keyword_effects);
}

void rcy_parse_effects(parser *r)
{
    rcy_tree ends_here = { 0 };
    r->s->next_edition = true;
    open(r);
    word(r, keyword_effects);
    if (!r->lost && !r->in_setup) {
        r->at--;
        lose(r, "E260", "effects stand behind a deck of the setup, where cards are known");
    }
    rcy_effect made = { .key_token = r->at };
    made.key = take_name(r, TOKEN_NAME, "the attribute that says what a card does: KIND");
    made.variable_token = r->at;
    made.variable = take_name(r, TOKEN_VAR, "a variable for the card itself, like 'C");
    if (!r->lost && is(r, 0, TOKEN_CLOSE)) {
        lose(r, "E113", "effects need at least one: (effects KIND 'C (MILL (inc ...)))");
    }
    while (!r->lost && !is(r, 0, TOKEN_CLOSE)) effect(r, made);
    close(r, &ends_here);
}

// Makes a condition: whether the card has the value of an effect.
static rcy_tree *has_value(parser *r, const rcy_effect *by)
{
    rcy_tree *key = form(r, form_name), *card = form(r, form_var), *value = form(r, form_name);
    key->name = by->key;
    key->token = key->last = by->key_token;
    card->name = by->variable;
    card->token = card->last = by->variable_token;
    value->name = by->value;
    value->token = value->last = by->value_token;
    rcy_tree *has = branch(r, form_cardatt, key, card, NULL);
    has->code = keyword_cardatt;
    rcy_tree *t = branch(r, form_equal, has, value, NULL);
    t->code = op_equal;
    t->token = t->last = by->value_token;
    return t;
}

static rcy_tree *bind_card(parser *r, const rcy_effect *by, rcy_tree *card, rcy_tree *body)
{
    rcy_tree *let = branch(r, form_let_act, card, body, NULL);
    let->name = by->variable;
    let->value = by->variable_token;
    return let;
}

// Makes the chain of conditions and effects from `first` on.
static rcy_tree *chain(parser *r, int first, rcy_wanted wanted)
{
    const rcy_effect by = r->s->effects[first];
    rcy_tree *test = has_value(r, &by), *rest = NULL;
    r->at = by.body;
    rcy_tree *body = wanted == wanted_act ? rcy_parse_act(r) : rcy_parse_element(r);
    if (!r->lost && first + 1 < r->s->effect_count) {
        rest = chain(r, first + 1, wanted);
        const rcy_effect *next = &r->s->effects[first + 1];
        if (next->variable != by.variable) {
            rcy_tree *card = form(r, form_var);
            card->name = by.variable;
            card->token = card->last = by.variable_token;
            rest = bind_card(r, next, card, rest);
        }
    }
    return branch(r, rest ? form_either_act : form_if, test, body, rest);
}

rcy_tree *rcy_parse_perform(parser *r, rcy_tree *t, rcy_wanted wanted)
{
    rcy_source *s = r->s;
    s->next_edition = true;
    if (s->effect_count == 0 || r->performing) {
        r->at--;
        lose(r, "E260",
             r->performing ? "an effect cannot perform the effect of a card: it might never end"
                           : "no card has an effect; write (effects KIND 'C (MILL act)) behind "
                             "the cards of a deck");
        return t;
    }
    rcy_tree *card = rcy_parse_expression(r);
    close(r, t);
    if (r->lost) return t;
    int after = r->at, below = r->calls_below, line = s->call_line;
    s->effects_used = true;
    r->calls_below = s->define_count;
    r->performing = true;
    s->call_line = s->tokens[t->token].line;
    rcy_tree *body = bind_card(r, &s->effects[0], card, chain(r, 0, wanted));
    r->performing = false;
    r->calls_below = below;
    s->call_line = line;
    r->at = after;
    t->form = form_call;
    t->flag = true;  // the operand must be a card
    t->name = 0;
    t->value = 1;
    int mark = r->height;
    push(r, body);
    adopt(r, t, mark);
    t->last = after - 1;
    return t;
}

void rcy_warn_unused_effects(rcy_source *s)
{
    if (s->effect_count == 0 || s->effects_used) return;
    int at = s->effects[0].key_token;
    rcy_diagnose(s, "W234", at - 1, at - 1,
                 "these effects are never used; (perform card) does what a card says");
}

// --- loops over elements ---

static bool has_element(const parser *r, int from, int to, int deep)
{
    const rcy_source *s = r->s;
    enum { deepest_call = 60 };
    bool effects = false;
    for (int at = from; at < to && deep < deepest_call; at++) {
        const rcy_token *t = &s->tokens[at];
        if (t->kind == TOKEN_KEYWORD) {
            if (t->code == keyword_choice || t->code == keyword_stage ||
                t->code == keyword_together || t->code == keyword_block) {
                return true;
            }
            effects = effects || t->code == keyword_perform;
        }
        if (t->kind != TOKEN_OPEN || t[1].kind != TOKEN_NAME) continue;
        for (int i = 0; i < s->define_count; i++) {
            const rcy_token *body = &s->tokens[s->defines[i].body];
            if (s->defines[i].name != t[1].name || body->kind != TOKEN_OPEN) continue;
            if (has_element(r, s->defines[i].body, body->match, deep + 1)) return true;
        }
    }
    for (int i = 0; effects && i < s->effect_count; i++) {
        const rcy_token *body = &s->tokens[s->effects[i].body];
        if (has_element(r, s->effects[i].body, body->match, deep + 1)) return true;
    }
    return false;
}

bool rcy_at_loop_of_elements(const parser *r)
{
    int match = peek(r, 0)->match;
    return is_word(r, 1, keyword_all) && match >= 0 && has_element(r, r->at + 2, match, 0);
}

static rcy_tree *size_of(parser *r, int collection)
{
    rcy_tree *t = form(r, form_size);
    int mark = r->height;
    r->at = collection;
    push(r, rcy_parse_expression(r));
    adopt(r, t, mark);
    t->token = collection;
    return t;
}

// Parses (all collection 'V element), after its word, as a repeat whose passes count down.
rcy_tree *rcy_parse_loop_of_elements(parser *r, rcy_tree *t)
{
    int collection = r->at;
    rcy_binding *counter = dado_new(r->s->region, rcy_binding, 1);
    if (!counter) {
        r->s->no_memory = r->lost = true;
        return t;
    }
    rcy_tree *times = size_of(r, collection), *all = size_of(r, collection);
    rcy_tree *left = form(r, form_passes_left);
    left->binding = counter;
    left->token = left->last = collection;
    r->at = collection;
    rcy_tree *list = rcy_parse_expression(r);
    if (r->lost) return t;
    rcy_tree *nth = branch(r, form_arithmetic, all, left, NULL);
    nth->code = op_subtract;
    rcy_tree *element = branch(r, form_index, nth, list, NULL), *let = form(r, form_let_act);
    let->token = collection;
    let->flag = true;  // it belongs to the loop
    let->name = take_name(r, TOKEN_VAR, "a variable, like 'P");
    let->value = r->at - 1;
    int mark = r->height;
    push(r, element);
    if (!r->lost) push(r, rcy_parse_element(r));
    adopt(r, let, mark);
    t->form = form_repeat;
    t->flag = true;
    t->binding = counter;
    r->s->next_edition = true;
    push(r, times);
    push(r, let);
    adopt(r, t, mark);
    close(r, t);
    return t;
}
