// text_queries.h - what the files of the language server share: its state, positions, and requests
// about an open text.
#pragma once

#include <jansson.h>

#include "core/json_writer.h"
#include "lsp/language_server.h"
#include "recycle/editor_queries.h"

typedef struct open_text {
    char *uri, *text;
    struct open_text *next;
} open_text;

typedef struct lsp_server {
    const dado_lsp_how *how;
    open_text *open_texts;
    int open_text_count;
    bool initialized, shutting_down, bytes;  // `bytes`: columns are counted in bytes
    bool output_failed;                      // nothing can be written any more
} lsp_server;

typedef struct query {
    lsp_server *d;
    const open_text *p;
    dado_editor_index *g;
    int line, column;
    const json_t *params;
    dado_region *region;
    dado_json *json;
    dado_text failure_text;  // why there is no result
} query;

// Returns a column from 1, in bytes; the protocol's `column` is from 0.
int lsp_column_in(const lsp_server *d, const char *text, int line, int column);
// Returns the beginning of a line, from 1; the end of the text if there are fewer.
const char *lsp_line(const char *text, int line);
void lsp_put_range(const lsp_server *d, dado_json *json, const char *key, const char *text,
                   int line, int column, int to, int end);
void lsp_put_span(const lsp_server *d, dado_json *json, const char *key, const char *text,
                  dado_span span);
int lsp_column_out(const lsp_server *d, const char *text, int line, int column);

// Reads a position of the protocol. Returns false if it makes no sense.
bool lsp_read_position(const lsp_server *d, const char *text, const json_t *position, int *line,
                       int *column);

// Returns the text after the changes of didChange, which the caller frees; NULL if one of them
// makes no sense, or there is no memory.
char *lsp_changed_text(const lsp_server *d, const char *text, const json_t *changes);

// In text_queries.c; each writes its result under "result".
void lsp_answer_highlights(query *q);
void lsp_answer_folds(query *q);
void lsp_answer_tokens(query *q);
void lsp_answer_signature(query *q);
void lsp_answer_code_actions(query *q);
// Writes the parts of all open texts whose names contain the words of `workspace/symbol`.
void lsp_answer_workspace_symbols(lsp_server *d, const json_t *params, dado_json *json);
// The kinds of tokens in the order of dado_editor_token, ended by NULL.
extern const char *const lsp_token_kinds[];
