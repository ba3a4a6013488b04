// glance.h - what an editor asks about a description while it is being written.
//
// Everything is answered from words and parentheses, so that it works in a text that does not
// check yet. Places are lines and columns from 1, in bytes, as in errors.
#pragma once

#include "core/arena.h"
#include "core/error.h"
#include "core/text.h"

typedef struct dado_glance dado_glance;

typedef struct dado_stretch {
    int line, column, length;  // on one line
} dado_stretch;

typedef enum dado_glance_kind {
    DADO_GLANCE_WORD, DADO_GLANCE_NAME, DADO_GLANCE_VARIABLE, DADO_GLANCE_DEFINITION,
} dado_glance_kind;

// Reads `text`, which must live as long; NULL: no memory.
dado_glance *dado_glance_at(const char *text, dado_arena *arena);

// The name or word that lies at a place, or that ends there. False if there is none.
bool dado_glance_find(const dado_glance *g, int line, int column, dado_stretch *span,
                      dado_glance_kind *kind);

// What is to be said about it, as Markdown; false if there is nothing.
bool dado_glance_tell(const dado_glance *g, int line, int column, dado_text *out);

// Where what lies there is given its name: where a variable is bound, a definition written, a name
// first used.
bool dado_glance_origin(const dado_glance *g, int line, int column, dado_stretch *span);

// Calls `each` for every place that means the same, in the order of the text.
typedef void dado_glance_each(void *context, dado_stretch span);
void dado_glance_uses(const dado_glance *g, int line, int column, dado_glance_each *each,
                      void *context);

// Whether what lies there may be called `name` instead: one of the text's own names, a name that
// the language allows and that nothing else has. False, and why.
bool dado_glance_rename(const dado_glance *g, int line, int column, const char *name,
                        dado_error *err);

// What could be written at a place: `label` is put there.
typedef void dado_glance_offer(void *context, const char *label, dado_glance_kind kind,
                               const char *detail, const char *about);
void dado_glance_complete(const dado_glance *g, int line, int column, dado_glance_offer *offer,
                          void *context);

// The parts of the text: `depth` 0 is the game. `whole` ends at line `to`, column `end`.
typedef struct dado_glance_part {
    const char *word, *name;  // "stage", "player (end (== 1 1))"
    int depth;
    dado_stretch at;             // of its parenthesis
    int to, end;              // line and column behind its last
} dado_glance_part;
typedef void dado_glance_see(void *context, const dado_glance_part *part);
void dado_glance_outline(const dado_glance *g, dado_glance_see *see, void *context);
