// explanations.h - the library's explanations of measures, verdicts and codes.
//
// They are the sections of library/explain. A heading is a name with other words for it in
// parentheses.
#pragma once

#include "core/region.h"
#include "report/document.h"

// Limits on their number and the length of a name.
enum { DADO_EXPLANATIONS = 400, DADO_EXPLANATION_NAME = 60 };

typedef struct dado_explanation {
    const char *name;   // "lead_change"
    const char *words;  // its text, up to the next heading
    size_t length;
    const char *shelf;
} dado_explanation;

typedef struct dado_explanations {
    char (*text)[DADO_EXPLANATION_NAME];  // names, simplified
    dado_explanation *of;
    int count;
} dado_explanations;

bool dado_explanations_read(dado_explanations *n, dado_region *region, dado_error *err);

// Returns the explanation of this name, or NULL. Case and separators do not matter.
const dado_explanation *dado_explanations_find(const dado_explanations *n, const char *typed);
void dado_explanation_simplify(const char *from, size_t length, char *out);

// Attaches an explanation to every measure that a table names. Pages show it on demand.
void dado_explanations_add_to(dado_document *document, dado_region *region);
