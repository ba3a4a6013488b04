// parser_helpers.h - basic steps of parsing: looking at tokens, reporting what was expected, and
// building trees.
#pragma once

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "recycle/syntax_tree.h"

enum { deepest = 400 };  // most nested parentheses; real descriptions have at most 21

typedef struct parser {
    rcy_source *s;
    int at;
    int depth;
    bool lost;         // an error was reported, and the current form is given up
    rcy_tree **stack;  // children of forms that are not finished yet
    int height, room;
    bool in_setup;
    bool performing;  // parsing the effects of cards
    int calls_below;  // only definitions before this one may be called here
} parser;

static inline const rcy_token *peek(const parser *r, int by)
{
    int at = r->at + by;
    return &r->s->tokens[at < r->s->count ? at : r->s->count - 1];
}

static inline bool is(const parser *r, int by, rcy_token_kind kind)
{
    return peek(r, by)->kind == kind;
}

static inline bool is_word(const parser *r, int by, rcy_keyword word)
{
    const rcy_token *t = peek(r, by);
    return t->kind == TOKEN_KEYWORD && t->code == word;
}

static inline const char *said(const parser *r, char *buffer, size_t size)
{
    const rcy_token *t = peek(r, 0);
    if (t->kind == TOKEN_END) return "the end of the file";
    snprintf(buffer, size, "%.*s", t->length < 40 ? t->length : 40, r->s->text + t->offset);
    return buffer;
}

static inline void lose(parser *r, const char *code, const char *format, ...) DADO_PRINTF(3, 4);

static inline void lose(parser *r, const char *code, const char *format, ...)
{
    if (r->lost) return;
    r->lost = true;
    if (peek(r, 0)->kind == TOKEN_BAD) return;  // the lexer has reported it
    char text[300];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    rcy_diagnose(r->s, code, r->at, r->at, "%s", text);
}

static inline void expected(parser *r, const char *what)
{
    char buffer[64];
    lose(r, "E110", "expected %s, not %s", what, said(r, buffer, sizeof buffer));
}

static inline rcy_tree *form(parser *r, rcy_form kind)
{
    rcy_tree *t = dado_new(r->s->region, rcy_tree, 1);
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

static inline void push(parser *r, rcy_tree *kid)
{
    if (r->height == r->room) {
        int room = r->room ? r->room * 2 : 256;
        rcy_tree **stack = dado_new(r->s->region, rcy_tree *, room);
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

// Makes what was pushed since `mark` the children of `t`.
static inline void adopt(parser *r, rcy_tree *t, int mark)
{
    int count = r->height - mark;
    r->height = mark;
    if (r->s->no_memory) return;
    t->kids = dado_new(r->s->region, rcy_tree *, count ? count : 1);
    if (!t->kids) {
        r->s->no_memory = true;
        r->lost = true;
        return;
    }
    if (count) memcpy(t->kids, r->stack + mark, sizeof *t->kids * (size_t)count);
    t->count = count;
    t->last = r->at > 0 ? r->at - 1 : 0;
}

// --- common_mistakes.c: errors for a form that is too long, too short, or begins with an
// unknown word ---
void rcy_error_unclosed(parser *r);
void rcy_error_missing(parser *r);
void rcy_error_else(parser *r);  // at an `else` in an `if` that has none
void rcy_error_word_form(parser *r);
void rcy_error_act(parser *r);

static inline bool open(parser *r)
{
    if (r->lost) return false;
    if (!is(r, 0, TOKEN_OPEN)) {
        expected(r, "an opening parenthesis");
        return false;
    }
    r->at++;
    return true;
}

static inline void close(parser *r, rcy_tree *t)
{
    if (r->lost) return;
    if (!is(r, 0, TOKEN_CLOSE)) {
        rcy_error_unclosed(r);
        return;
    }
    t->last = r->at++;
}

static inline bool word(parser *r, rcy_keyword w)
{
    if (r->lost) return false;
    if (is_word(r, 0, w)) {
        r->at++;
        return true;
    }
    expected(r, rcy_keyword_text(w));
    return false;
}

static inline int32_t take_name(parser *r, rcy_token_kind kind, const char *what)
{
    if (r->lost) return 0;
    if (!is(r, 0, kind)) {
        expected(r, what);
        return 0;
    }
    r->at++;
    return peek(r, -1)->name;
}

static inline rcy_tree *leaf(parser *r, rcy_form kind)
{
    rcy_tree *t = form(r, kind);
    if (r->lost) return t;
    t->name = peek(r, 0)->name;
    t->value = peek(r, 0)->value;
    r->at++;
    return t;
}

static inline rcy_tree *game_owner(parser *r, int token)
{
    rcy_tree *t = form(r, form_game);
    t->token = t->last = token;
    return t;
}

rcy_tree *rcy_parse_expression(parser *r);
// an expression, or a table like (WOOD : 3, CLAY : 4)
rcy_tree *rcy_parse_declared_value(parser *r);
rcy_tree *rcy_parse_act(parser *r);
rcy_tree *rcy_parse_element(parser *r);

// Returns how many items, single words or whole parentheses, stand before the next
// closing parenthesis.
int rcy_items_left(const parser *r);
bool rcy_is_act_word(const rcy_token *t);  // a word that can only begin an act or element

// --- parse_define.c ---
typedef enum rcy_wanted { wanted_value, wanted_act, wanted_element } rcy_wanted;
bool rcy_is_defined(const parser *r, int32_t name);
void rcy_parse_define(parser *r);
void rcy_check_defines(parser *r);
// Parses a call, at its name after the parenthesis where `t` begins.
rcy_tree *rcy_parse_call(parser *r, rcy_tree *t, rcy_wanted wanted);

// --- parse_effects.c ---
bool rcy_at_effects(const parser *r);
void rcy_parse_effects(parser *r);
rcy_tree *rcy_parse_perform(parser *r, rcy_tree *t, rcy_wanted wanted);  // after its word
// Returns whether an (all ...) has elements inside, like a choice.
bool rcy_at_loop_of_elements(const parser *r);
rcy_tree *rcy_parse_loop_of_elements(parser *r, rcy_tree *t);  // after its word

// --- parse_setup.c ---
rcy_tree *rcy_parse_setup(parser *r);
rcy_tree *rcy_parse_deck(parser *r, rcy_tree *t);  // after `create deck`
rcy_tree *rcy_parse_card_file(parser *r);          // in parse_card_file.c, at (cards "market.csv")
rcy_tree *rcy_parse_teams(parser *r, rcy_tree *t);
rcy_tree *rcy_parse_digits(parser *r);  // a number as the text of its digits
void rcy_parse_about(parser *r);

// --- parse_lists_and_boards.c: expressions beyond the base language ---
bool rcy_begins_list_or_board(rcy_keyword w);
rcy_tree *rcy_parse_list_or_board(parser *r, rcy_tree *t, rcy_keyword w);
rcy_tree *rcy_parse_sum(parser *r, rcy_tree *t, rcy_operator op);
rcy_tree *rcy_parse_extreme(parser *r, rcy_tree *t, bool least);
// Parses `count` expressions and the parenthesis that closes the form.
rcy_tree *rcy_parse_kids(parser *r, rcy_tree *t, int count);
