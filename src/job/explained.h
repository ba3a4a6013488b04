// explained.h - what the library has to say of measures, verdicts and codes.
//
// The sections of library/explain are what is said; a heading is a name and, in parentheses, other
// words for it.
#pragma once

#include "core/arena.h"
#include "report/document.h"

enum { DADO_EXPLANATIONS = 400, DADO_EXPLANATION_NAME = 60 };  // at most so many, and so long

typedef struct dado_explanation {
    const char *name;   // "lead_change"
    const char *words;  // its text, to the next heading
    size_t length;
    const char *shelf;
} dado_explanation;

typedef struct dado_explanations {
    char (*text)[DADO_EXPLANATION_NAME];  // names, simplified
    dado_explanation *of;
    int count;
} dado_explanations;

bool dado_explanations_read(dado_explanations *n, dado_arena *arena, dado_error *err);

// What goes by that name, or NULL. Words are compared without case, and without what parts them.
const dado_explanation *dado_explanations_find(const dado_explanations *n, const char *typed);
void dado_explanation_simplify(const char *from, size_t length, char *out);

// Gives every measure that a table names its explanation, for pages to show once it is asked for.
void dado_explain_tables(dado_document *document, dado_arena *arena);
