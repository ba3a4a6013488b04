// contrast.h - a comparison as parts of a document: what a change did, measure by measure.
#ifndef DADO_REPORT_CONTRAST_H
#define DADO_REPORT_CONTRAST_H

#include "judge/contrast.h"
#include "report/document.h"

typedef struct dado_contrast_story {
    const char *before, *after;  // what the sides are called
    int64_t before_matches, after_matches;
    const char *before_text, *after_text;  // descriptions, where both sides have one; or NULL
} dado_contrast_story;

void dado_report_contrast(dado_document *document, const dado_contrast_table *table,
                          const dado_contrast_story *story);

#endif
