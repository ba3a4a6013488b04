// report.h - what was found, as parts of a document: a function for each kind of answer.
//
// What is said is decided where it is found out; here it is put into the order in which it is read,
// with tables and charts, and told to pages, terminals or programs alone where others have no use
// for it.
#pragma once

#include "arena/season.h"
#include "arena/tournament.h"
#include "evolve/advice.h"
#include "evolve/archive.h"
#include "evolve/genetic.h"
#include "evolve/range.h"
#include "judge/contrast.h"
#include "judge/checkup.h"
#include "judge/maps.h"
#include "judge/solution.h"
#include "judge/sweep.h"
#include "report/document.h"

// ---- an experiment

// All of it, of one cell or of a grid. `findings` has as many as there are cells with matches, in
// their order; without results (NULL) there is one, and it is all that is known.
void dado_report_experiment(dado_document *document, const dado_results *results,
                            const dado_findings *findings);

// ---- what a doctor found out, what a change did, what dials do

// Symptoms, what to try, the parts of luck, the ladder, what players do, and the matches at random.
void dado_report_checkup(dado_document *document, const dado_checkup *checkup,
                         const dado_symptom *symptoms, int count, const dado_advice *advice);

typedef struct dado_contrast_story {
    const char *before, *after;  // what the sides are called
    int64_t before_matches, after_matches;
    const char *before_text, *after_text;  // descriptions, where both sides have one; or NULL
} dado_contrast_story;

void dado_report_contrast(dado_document *document, const dado_contrast_table *table,
                          const dado_contrast_story *story);

void dado_report_sweep(dado_document *document, const dado_sweep *sweep, const char *game,
                       const int *measures, int count);

// ---- tournaments, one and one after the other

// `replays` is where pages of the matches are, seen from the page, and ends in a slash; NULL:
// nobody has written them.
void dado_report_league(dado_document *document, const dado_tournament *tournament,
                        const dado_league *league, const char *replays);

// The name of a match's page there.
void dado_replay_name(const dado_played *played, dado_text *out);

void dado_report_seasons(dado_document *document, const dado_seasons *seasons);

// ---- solved boards

void dado_report_solutions(dado_document *document, const dado_solution *solutions, int count);

// A line for each board, its scores as they are counted at the table.
void dado_report_boards(dado_document *document, const dado_survey *survey, const char *name);

// ---- maps and those who play them

typedef struct dado_maps_asked {
    bool campaign;      // the maps are a progression too
    bool brief;         // what only pages and programs read is left out
    unsigned heats;     // kinds of heat maps that terminals are shown, a bit each
} dado_maps_asked;

// Everything that was found: what is wrong first, then profiles, measures, maps. Heat maps are made
// by playing the best map's games again.
bool dado_report_maps(dado_document *document, const dado_eval *eval, const dado_maps_asked *asked,
                      dado_error *err);

// A line a game, for statistics programs.
void dado_maps_csv(const dado_eval *eval, dado_text *out);

// What happened on the map, drawn over its walls, with a scale and axes.
dado_heat dado_maps_heat(const dado_heat_maps *found, dado_heat_kind kind, const char *title);

// ---- what generators make

// How often each pair of values came; `things` are "maps", "levels". The part "range" draws it.
void dado_report_range(dado_document *document, const dado_range *range, const dado_sample *sample,
                       const char *things);
void dado_report_contrasts(dado_document *document, const dado_contrast *contrasts, int count,
                           const dado_sample *a, const dado_sample *b);

// ---- what was bred

// Where there are two traits, the part "kinds" draws fitness by them.
void dado_report_archive(dado_document *document, const dado_archive *archive);

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
