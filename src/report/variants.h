// variants.h - what was bred, as parts of a document: what it is like, and what it brought.
#ifndef DADO_REPORT_VARIANTS_H
#define DADO_REPORT_VARIANTS_H

#include "evolve/genetic.h"
#include "report/document.h"

typedef struct dado_variant {
    const void *genome;  // NULL: there is none
    double fitness;
    double traits[DADO_TRAITS_MOST];  // those of its species
    const char *text;    // as its file has it
    const char *steps;   // that led to it from its ancestor, a line each; or NULL
    const char *file;    // it was written to, or NULL
    const char *again;   // a command that gives its figures again, or NULL
} dado_variant;

typedef struct dado_brood {
    const char *name;             // of what it was bred from
    const dado_species *species;
    const char *const *columns;   // traits that tables show; ended by NULL
    const char *notation;         // of genomes as they print, where that says something; or NULL
    dado_variant ancestor;
    dado_variant *variants;       // the best first
    int count;
} dado_brood;

// Fitness by generation: the best, and the mean in a band of one standard deviation.
dado_part *dado_report_fitness(dado_document *document, const char *name, const char *title,
                               const dado_generation *rows, int count);

// Rows are of the generations it took; none where there were no generations.
void dado_report_variants(dado_document *document, const dado_brood *brood,
                          const dado_generation *rows, int row_count);

#endif
