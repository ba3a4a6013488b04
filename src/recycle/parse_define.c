// parse_define.c - parses definitions, and expands calls of them.
//
// A definition is a `let` that is written once. Its body is parsed again at each call, as
// the value, act or element that is needed there, with its parameters bound to the
// operands. After the parser the tree has no definitions, only `let`s; a form around them
// tells the checker which names the body sees. A body may only call definitions above it,
// so expanding always ends.
#include "recycle/parser_helpers.h"

enum { most_written_out = 60000 };

int rcy_items_left(const parser *r)
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

bool rcy_is_defined(const parser *r, int32_t name)
{
    return find(r->s, name) >= 0;
}

// Parses (define NAME ('A 'B) body); the body is left for the calls.
void rcy_parse_define(parser *r)
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
            if (s->tokens[k].name != peek(r, 0)->name) continue;
            lose(r, "E233", "'%s is a parameter already", rcy_text(s, peek(r, 0)->name));
        }
        made.count++;
        r->at++;
    }
    close(r, &whole);
    made.body = r->at;
    int items = r->lost ? 1 : rcy_items_left(r);
    if (items != 1) {
        lose(r, "E110",
             items == 0 ? "a definition needs a body: (define F ('A) body)"
                        : "a definition has one body; several acts go into a do");
    }
    if (!r->lost && find(s, made.name) >= 0) {
        rcy_diagnose(s, "E233", name_at, name_at, "%s is defined already, in line %d",
                     rcy_text(s, made.name), s->tokens[s->defines[find(s, made.name)].token].line);
    } else if (!r->lost) {
        if (s->define_count == s->define_room) {
            int room = s->define_room ? s->define_room * 2 : 32;
            rcy_define *more = dado_new(s->region, rcy_define, room);
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
    if (t->kind != TOKEN_KEYWORD) return false;
    switch (t->code) {
    case keyword_do:
    case keyword_set:
    case keyword_inc:
    case keyword_dec:
    case keyword_move:
    case keyword_shuffle:
    case keyword_throw:
    case keyword_throwalldice:
    case keyword_remember:
    case keyword_forget:
    case keyword_cycle:
    case keyword_turn:
    case keyword_stop:
    case keyword_show:
    case keyword_tell:
    case keyword_perform:
    case keyword_label:
    case keyword_choice:
    case keyword_stage:
    case keyword_together:
    case keyword_block:
    case keyword_create:
    case keyword_saveturnstats:
    case keyword_put: return true;
    default: return false;
    }
}

// Reports calls in a body of definitions that are not above it; otherwise expanding would
// not end.
void rcy_check_defines(parser *r)
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
            rcy_diagnose(s, "E232", at + 1, at + 1,
                         called == i ? "%s uses itself; recursion is not possible, see repeat "
                                       "while and reach"
                                     : "%s is defined further down; move its definition above this "
                                       "one",
                         rcy_text(s, s->tokens[at + 1].name));
        }
    }
}

// Warns of each definition that has acts and is never used: its rule has no effect in this
// game. Unused values are not reported: people copy them from game to game.
void rcy_warn_unused_defines(rcy_source *s)
{
    for (int i = 0; i < s->define_count; i++) {
        if (s->defines[i].used || !s->defines[i].acts) continue;
        rcy_diagnose(s, "W234", s->defines[i].token, s->defines[i].token,
                     "%s is never used, so it is not a rule of this game",
                     rcy_text(s, s->defines[i].name));
    }
    rcy_warn_unused_effects(s);
}

// Returns the line of a definition of this name that is in a wrong place; 0 if there is
// none.
static int line_misplaced(const rcy_source *s, int32_t name)
{
    for (int i = 0; i + 2 < s->count; i++) {
        const rcy_token *t = &s->tokens[i];
        if (t->kind == TOKEN_OPEN && t[1].kind == TOKEN_KEYWORD && t[1].code == keyword_define &&
            t[2].kind == TOKEN_NAME && t[2].name == name) {
            return t->line;
        }
    }
    return 0;
}

static void tell_undefined(parser *r, int32_t name)
{
    int line = line_misplaced(r->s, name);
    if (line) {
        lose(r, "E230",
             "%s is defined in line %d, where definitions are ignored; move it above the setup",
             rcy_text(r->s, name), line);
        return;
    }
    const char *known[64];
    int count = 0;
    for (int i = 0; i < r->s->define_count && count < 64; i++) {
        known[count++] = rcy_text(r->s, r->s->defines[i].name);
    }
    const char *text = rcy_text(r->s, name), *near = dado_nearest_name(text, known, count);
    if (near) {
        lose(r, "E230", "nothing is defined as %s; did you mean %s?", text, near);
    } else {
        lose(r, "E230",
             "nothing is defined as %s; names are separated by commas in a list: "
             "(%s, ...)",
             text, text);
    }
}

// Wraps a body in the `let`s of a call; the operands are on the stack from `mark` on.
static rcy_tree *bind_operands(parser *r, const rcy_define *d, int mark, rcy_tree *body,
                               rcy_wanted wanted, int from, int to)
{
    for (int i = d->count - 1; i >= 0; i--) {
        rcy_tree *let = form(r, wanted == wanted_value ? form_let : form_let_act);
        rcy_tree **kids = dado_new(r->s->region, rcy_tree *, 2);
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

rcy_tree *rcy_parse_call(parser *r, rcy_tree *t, rcy_wanted wanted)
{
    rcy_source *s = r->s;
    int start = t->token, mark = r->height, which = find(s, peek(r, 0)->name);
    if (which < 0) {
        tell_undefined(r, peek(r, 0)->name);
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
    for (int i = 0; i < d.count && !r->lost; i++) push(r, rcy_parse_expression(r));
    close(r, t);
    if (r->lost || which >= r->calls_below) {  // the latter is reported as E232
        r->height = mark;
        r->lost = true;
        return t;
    }
    int after = r->at, below = r->calls_below, line = s->call_line;
    r->at = d.body;
    r->calls_below = which;
    s->call_line = s->tokens[start].line;
    rcy_tree *body = wanted == wanted_value ? rcy_parse_expression(r)
                     : wanted == wanted_act ? rcy_parse_act(r)
                                            : rcy_parse_element(r);
    if (!r->lost && s->written_out > most_written_out) {
        r->at = start;
        lose(r, "E235", "with all definitions written out, this game has more than %d parts",
             most_written_out);
    }
    r->calls_below = below;
    s->call_line = line;
    r->at = after;
    t->form = form_call;
    t->name = d.name;
    t->value = d.count;
    rcy_tree **kids = dado_new(s->region, rcy_tree *, 1);
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
