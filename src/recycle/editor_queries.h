// editor_queries.h - answers an editor's questions about a description while it is
// written.
//
// All answers are based on words and parentheses only, so they also work for a text with
// errors. Positions are lines and columns from 1, in bytes, as in errors.
#pragma once

#include "core/region.h"
#include "core/error.h"
#include "core/text.h"

typedef struct dado_editor_index dado_editor_index;

typedef struct dado_span {
    int line, column, length;  // a span never crosses a line end
} dado_span;

typedef enum dado_editor_kind {
    DADO_EDITOR_KEYWORD,
    DADO_EDITOR_NAME,
    DADO_EDITOR_VARIABLE,
    DADO_EDITOR_DEFINITION,
} dado_editor_kind;

// Reads `text`, which must outlive the index. Returns NULL if there is no memory.
dado_editor_index *dado_editor_index_make(const char *text, dado_region *region);

// Finds the name or word at a position, or the one that ends there. Returns false if
// there is none.
bool dado_editor_symbol_at(const dado_editor_index *g, int line, int column, dado_span *span,
                           dado_editor_kind *kind);

// Writes what is known about the symbol at a position, as Markdown. Returns false if
// there is nothing.
bool dado_editor_hover(const dado_editor_index *g, int line, int column, dado_text *out);

// Finds the definition of the symbol at a position: where a variable is bound, a
// definition is written, or a name is first used.
bool dado_editor_definition(const dado_editor_index *g, int line, int column, dado_span *span);

// Calls `each` for every reference to the same thing, in the order of the text.
typedef void dado_editor_on_reference(void *context, dado_span span);
void dado_editor_references(const dado_editor_index *g, int line, int column,
                            dado_editor_on_reference *each, void *context);

// Checks whether the symbol at a position may be renamed to `name`: it must be a name of
// the text, and the new name must be allowed and not in use. If not, `err` says why.
bool dado_editor_check_rename(const dado_editor_index *g, int line, int column, const char *name,
                              dado_error *err);

// Offers what could be written at a position; `label` is the text to insert.
typedef void dado_editor_on_completion(void *context, const char *label, dado_editor_kind kind,
                                       const char *detail, const char *about);
void dado_editor_complete(const dado_editor_index *g, int line, int column,
                          dado_editor_on_completion *offer, void *context);

// A part of the text for an outline; `depth` 0 is the game.
typedef struct dado_editor_symbol {
    const char *word, *name;  // "stage", "player (end (== 1 1))"
    int depth;
    dado_span at;  // span of its opening parenthesis
    int to, end;   // line and column after its last parenthesis
} dado_editor_symbol;
typedef void dado_editor_on_symbol(void *context, const dado_editor_symbol *part);
void dado_editor_outline(const dado_editor_index *g, dado_editor_on_symbol *see, void *context);

// Calls `see` for every word, number and text, in the order of the text.
typedef enum dado_editor_token {
    DADO_EDITOR_TOKEN_KEYWORD,
    DADO_EDITOR_TOKEN_NAME,
    DADO_EDITOR_TOKEN_VARIABLE,
    DADO_EDITOR_TOKEN_DEFINITION,
    DADO_EDITOR_TOKEN_NUMBER,
    DADO_EDITOR_TOKEN_TEXT,
} dado_editor_token;
typedef void dado_editor_on_token(void *context, dado_span span, dado_editor_token kind);
void dado_editor_tokens(const dado_editor_index *g, dado_editor_on_token *see, void *context);

// Calls `see` for every list that is longer than a line: its first and its last line.
typedef void dado_editor_on_fold(void *context, int from, int to);
void dado_editor_folds(const dado_editor_index *g, dado_editor_on_fold *see, void *context);

// Finds the innermost form around a position that the language describes: how it is written, and
// what it does. `argument` is the number of the part at the position, from 0. Returns false if
// there is none.
typedef struct dado_editor_form {
    const char *form, *about;
    int argument;
} dado_editor_form;
bool dado_editor_form_at(const dado_editor_index *g, int line, int column, dado_editor_form *form);
