// read_calls.c - definitions, and what a call of one is written out to.
//
// A definition is a `let` that is written once: its body is read anew at each
// call, as the value, act or element that is wanted there, with its parameters
// bound to the operands. The tree behind the reader has no definitions, only
// lets; a wrapper around them tells the checker whose names the body sees. What
// is called must be defined above, so writing out ends.
#include "recycle/reader.h"

enum { most_written_out = 60000 };

int rcy_items_left(const reader *r)
{
    int items = 0;
    for (int at = r->at; at < r->s->count; items++) {
        const rcy_token *t = &r->s->tokens[at];
        if (t->kind == TOKEN_CLOSE || t->kind == TOKEN_END) break;
        if (t->kind == TOKEN_OPEN && t->match < 0) break;
        at = t->kind == TOKEN_OPEN ? t->match + 1 : at + 1;
    }
    return items;
}

static int find(const rcy_source *s, int32_t name)
{
    for (int i = 0; i < s->define_count; i++) {
        if (s->defines[i].name == name) return i;
    }
    return -1;
}

bool rcy_is_defined(const reader *r, int32_t name)
{
    return find(r->s, name) >= 0;
}

// (define NAME ('A 'B) body), of which the body is left for the calls.
void rcy_read_define(reader *r)
{
    rcy_source *s = r->s;
    int start = r->at;
    rcy_tree whole = { 0 };
    r->at += 2;
    int name_at = r->at;
    rcy_define made = { .name = take_name(r, TOKEN_NAME, "a name for what is defined, like MINE"),
                        .token = name_at };
    open(r);
    made.params = r->at;
    while (!r->lost && is(r, 0, TOKEN_VAR)) {
        for (int k = made.params; k < r->at; k++) {
            if (s->tokens[k].name != ahead(r, 0)->name) continue;
            lose(r, "E233", "'%s is a parameter already", rcy_text(s, ahead(r, 0)->name));
        }
        made.count++;
        r->at++;
    }
    close(r, &whole);
    made.body = r->at;
    int items = r->lost ? 1 : rcy_items_left(r);
    if (items != 1) {
        lose(r, "E110", items == 0 ? "a definition needs a body: (define F ('A) body)"
                                   : "a definition has one body; several acts go into a do");
    }
    if (!r->lost && find(s, made.name) >= 0) {
        rcy_notice(s, "E233", name_at, name_at, "%s is defined already, in line %d",
                   rcy_text(s, made.name), s->tokens[s->defines[find(s, made.name)].token].line);
    } else if (!r->lost) {
        if (s->define_count == s->define_room) {
            int room = s->define_room ? s->define_room * 2 : 32;
            rcy_define *more = dado_new(s->arena, rcy_define, room);
            if (!more) {
                s->no_memory = r->lost = true;
                return;
            }
            if (s->define_count) memcpy(more, s->defines, sizeof *more * (size_t)s->define_count);
            s->defines = more;
            s->define_room = room;
        }
        s->defines[s->define_count++] = made;
    }
    int match = s->tokens[start].match;
    r->at = match >= 0 ? match + 1 : s->count - 1;
    r->lost = s->no_memory;
}

bool rcy_is_act_word(const rcy_token *t)
{
    if (t->kind != TOKEN_WORD) return false;
    switch (t->code) {
    case word_do: case word_set: case word_inc: case word_dec: case word_move: case word_shuffle:
    case word_throw: case word_throwalldice: case word_remember: case word_forget:
    case word_cycle: case word_turn: case word_stop: case word_show: case word_label:
    case word_choice: case word_stage: case word_together: case word_block: case word_create:
    case word_saveturnstats: case word_put: return true;
    default: return false;
    }
}

// What a body calls must stand above it, or writing out would have no end.
void rcy_check_defines(reader *r)
{
    rcy_source *s = r->s;
    for (int i = 0; i < s->define_count; i++) {
        int from = s->defines[i].body;
        int to = s->tokens[from].kind == TOKEN_OPEN ? s->tokens[from].match : from;
        for (int at = from; at < to; at++) {
            if (rcy_is_act_word(&s->tokens[at])) s->defines[i].acts = true;
            if (s->tokens[at].kind != TOKEN_OPEN || s->tokens[at + 1].kind != TOKEN_NAME) continue;
            rcy_token_kind next = (rcy_token_kind)s->tokens[at + 2].kind;
            int called = find(s, s->tokens[at + 1].name);
            if (called >= 0 && called < i && s->defines[called].acts) s->defines[i].acts = true;
            if (called < i || next == TOKEN_COMMA || next == TOKEN_COLON) continue;
            rcy_notice(s, "E232", at + 1, at + 1,
                       called == i ? "%s is used in itself; there is no recursion, see "
                                     "repeat while and reach"
                                   : "%s is defined further down; move its definition above this "
                                     "one",
                       rcy_text(s, s->tokens[at + 1].name));
        }
    }
}

// An act that is written and never played is a rule that is not in the game. A value nobody asks
// for is a word too many, which people carry from game to game, and is let be.
void rcy_tell_unused_defines(rcy_source *s)
{
    for (int i = 0; i < s->define_count; i++) {
        if (s->defines[i].used || !s->defines[i].acts) continue;
        rcy_notice(s, "W234", s->defines[i].token, s->defines[i].token,
                   "%s is never used: what it does is no rule of this game",
                   rcy_text(s, s->defines[i].name));
    }
}

static void tell_undefined(reader *r, int32_t name)
{
    const char *known[64];
    int count = 0;
    for (int i = 0; i < r->s->define_count && count < 64; i++) {
        known[count++] = rcy_text(r->s, r->s->defines[i].name);
    }
    const char *text = rcy_text(r->s, name), *near = dado_nearest(text, known, count);
    if (near) {
        lose(r, "E230", "nothing is defined as %s; did you mean %s?", text, near);
    } else {
        lose(r, "E230", "nothing is defined as %s; names are separated by commas in a list: "
             "(%s, ...)", text, text);
    }
}

// The lets of a call around its body: the operands are on the stack from `mark` on.
static rcy_tree *bind_operands(reader *r, const rcy_define *d, int mark, rcy_tree *body,
                               rcy_wanted wanted, int from, int to)
{
    for (int i = d->count - 1; i >= 0; i--) {
        rcy_tree *let = form(r, wanted == wanted_value ? form_let : form_let_act);
        rcy_tree **kids = dado_new(r->s->arena, rcy_tree *, 2);
        if (!kids || r->s->no_memory) {
            r->s->no_memory = r->lost = true;
            return body;
        }
        kids[0] = r->stack[mark + i];
        kids[1] = body;
        let->kids = kids;
        let->count = 2;
        let->name = r->s->tokens[d->params + i].name;
        let->value = d->params + i;
        let->token = from;
        let->last = to;
        body = let;
    }
    return body;
}

rcy_tree *rcy_read_call(reader *r, rcy_tree *t, rcy_wanted wanted)
{
    rcy_source *s = r->s;
    int start = t->token, mark = r->height, which = find(s, ahead(r, 0)->name);
    if (which < 0) {
        tell_undefined(r, ahead(r, 0)->name);
        return t;
    }
    rcy_define d = s->defines[which];
    s->defines[which].used = true;
    s->next_edition = true;
    r->at++;
    int operands = rcy_items_left(r);
    if (operands != d.count) {
        lose(r, "E231", "%s takes %d operand%s, not %d", rcy_text(s, d.name), d.count,
             d.count == 1 ? "" : "s", operands);
        return t;
    }
    for (int i = 0; i < d.count && !r->lost; i++) push(r, rcy_read_expression(r));
    close(r, t);
    if (r->lost || which >= r->calls_below) {  // the latter is told as E232
        r->height = mark;
        r->lost = true;
        return t;
    }
    int after = r->at, below = r->calls_below, line = s->call_line;
    r->at = d.body;
    r->calls_below = which;
    s->call_line = s->tokens[start].line;
    rcy_tree *body = wanted == wanted_value ? rcy_read_expression(r)
                     : wanted == wanted_act ? rcy_read_act(r)
                                            : rcy_read_element(r);
    if (!r->lost && s->written_out > most_written_out) {
        r->at = start;
        lose(r, "E235", "written out, the calls of this game have more than %d parts",
             most_written_out);
    }
    r->calls_below = below;
    s->call_line = line;
    r->at = after;
    t->form = form_call;
    t->name = d.name;
    t->value = d.count;
    rcy_tree **kids = dado_new(s->arena, rcy_tree *, 1);
    if (!kids) {
        s->no_memory = r->lost = true;
        return t;
    }
    kids[0] = bind_operands(r, &d, mark, body, wanted, start, after - 1);
    t->kids = kids;
    t->count = 1;
    r->height = mark;
    return t;
}
