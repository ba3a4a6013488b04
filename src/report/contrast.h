// contrast.h - the page about a comparison: what a change did, measure by measure.
#ifndef DADO_REPORT_CONTRAST_H
#define DADO_REPORT_CONTRAST_H

#include "judge/contrast.h"

typedef struct dado_contrast_story {
    const char *before, *after;  // what the sides are called
    int64_t before_matches, after_matches;
    const char *changes;         // of the text, as lines; or NULL
    const char *command;
} dado_contrast_story;

void dado_contrast_page(const dado_contrast_table *table, const dado_contrast_story *story,
                        dado_text *out);

// "higher", "better, lower", "no difference seen" ...
const char *dado_contrast_words(const dado_contrast_line *line);

#endif
