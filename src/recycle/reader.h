// reader.h - the small steps of reading: what comes next, what was expected, kids and parents.
#pragma once

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
    int calls_below;    // what may be called here: definitions before this one
} reader;

static inline const rcy_token *ahead(const reader *r, int by)
{
    int at = r->at + by;
    return &r->s->tokens[at < r->s->count ? at : r->s->count - 1];
}

static inline bool is(const reader *r, int by, rcy_token_kind kind)
{
    return ahead(r, by)->kind == kind;
}

static inline bool is_word(const reader *r, int by, rcy_word word)
{
    const rcy_token *t = ahead(r, by);
    return t->kind == TOKEN_WORD && t->code == word;
}

static inline const char *said(const reader *r, char *buffer, size_t size)
{
    const rcy_token *t = ahead(r, 0);
    if (t->kind == TOKEN_END) return "the end of the file";
    snprintf(buffer, size, "%.*s", t->length < 40 ? t->length : 40, r->s->text + t->offset);
    return buffer;
}

static inline void lose(reader *r, const char *code, const char *format, ...) DADO_PRINTF(3, 4);

static inline void lose(reader *r, const char *code, const char *format, ...)
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

static inline void expected(reader *r, const char *what)
{
    char buffer[64];
    lose(r, "E110", "expected %s, not %s", what, said(r, buffer, sizeof buffer));
}

static inline rcy_tree *form(reader *r, rcy_form kind)
{
    rcy_tree *t = dado_new(r->s->arena, rcy_tree, 1);
    if (!t) {
        r->s->no_memory = true;
        r->lost = true;
        t = &r->s->spare;
    }
    t->form = (uint8_t)kind;
    t->token = t->last = r->at;
    r->s->written_out++;
    return t;
}

static inline void push(reader *r, rcy_tree *kid)
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
static inline void adopt(reader *r, rcy_tree *t, int mark)
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

// --- mistakes.c: what is said where a form goes on, is too short, or begins with no form ---
void rcy_lose_unclosed(reader *r);
void rcy_lose_missing(reader *r);
void rcy_lose_word_form(reader *r);
void rcy_lose_act(reader *r);

static inline bool open(reader *r)
{
    if (r->lost) return false;
    if (!is(r, 0, TOKEN_OPEN)) {
        expected(r, "an opening parenthesis");
        return false;
    }
    r->at++;
    return true;
}

static inline void close(reader *r, rcy_tree *t)
{
    if (r->lost) return;
    if (!is(r, 0, TOKEN_CLOSE)) {
        rcy_lose_unclosed(r);
        return;
    }
    t->last = r->at++;
}

static inline bool word(reader *r, rcy_word w)
{
    if (r->lost) return false;
    if (is_word(r, 0, w)) {
        r->at++;
        return true;
    }
    expected(r, rcy_word_text(w));
    return false;
}

static inline int32_t take_name(reader *r, rcy_token_kind kind, const char *what)
{
    if (r->lost) return 0;
    if (!is(r, 0, kind)) {
        expected(r, what);
        return 0;
    }
    r->at++;
    return ahead(r, -1)->name;
}

static inline rcy_tree *leaf(reader *r, rcy_form kind)
{
    rcy_tree *t = form(r, kind);
    if (r->lost) return t;
    t->name = ahead(r, 0)->name;
    t->value = ahead(r, 0)->value;
    r->at++;
    return t;
}

static inline rcy_tree *game_owner(reader *r, int token)
{
    rcy_tree *t = form(r, form_game);
    t->token = t->last = token;
    return t;
}

rcy_tree *rcy_read_expression(reader *r);
rcy_tree *rcy_read_act(reader *r);
rcy_tree *rcy_read_element(reader *r);

// How many items, single words or whole parentheses, stand before the next that closes.
int rcy_items_left(const reader *r);
bool rcy_is_act_word(const rcy_token *t);  // one that can begin nothing but an act or element

// --- read_calls.c ---
typedef enum rcy_wanted { wanted_value, wanted_act, wanted_element } rcy_wanted;
bool rcy_is_defined(const reader *r, int32_t name);
void rcy_read_define(reader *r);
void rcy_check_defines(reader *r);
// At the name behind the parenthesis where `t` begins.
rcy_tree *rcy_read_call(reader *r, rcy_tree *t, rcy_wanted wanted);

// --- read_setup.c ---
rcy_tree *rcy_read_setup(reader *r);
rcy_tree *rcy_read_deck(reader *r, rcy_tree *t);    // behind `create deck`
rcy_tree *rcy_read_teams(reader *r, rcy_tree *t);
rcy_tree *rcy_read_digits(reader *r);               // a number as the text of its digits
void rcy_read_about(reader *r);

// --- read_more.c: forms of expressions that came later ---
bool rcy_begins_more(rcy_word w);
rcy_tree *rcy_read_more(reader *r, rcy_tree *t, rcy_word w);
rcy_tree *rcy_read_sum(reader *r, rcy_tree *t, rcy_operator op);
rcy_tree *rcy_read_extreme(reader *r, rcy_tree *t, bool least);
// So many expressions and the parenthesis that closes the form.
rcy_tree *rcy_read_kids(reader *r, rcy_tree *t, int count);
