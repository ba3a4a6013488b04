// variants.h - the page about games that were bred: what changed, and what it brought.
#ifndef DADO_REPORT_VARIANTS_H
#define DADO_REPORT_VARIANTS_H

#include "evolve/genetic.h"
#include "evolve/rules.h"

typedef struct dado_variant {
    const dado_rules_genome *genome;
    dado_rules_worth worth;
    const char *file;  // it was written to, or NULL
} dado_variant;

void dado_variants_page(const dado_rules_breed *breed, const dado_rules_worth *ancestor,
                        const dado_variant *variants, int count, const dado_generation *rows,
                        int row_count, const char *command, dado_text *out);

#endif
