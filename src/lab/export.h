// export.h - matches as text for other programs.
//
// No value is an empty field. Numbers have the shortest digits that read back as the same value,
// whatever the locale.
#ifndef DADO_LAB_EXPORT_H
#define DADO_LAB_EXPORT_H

#include <stdio.h>

#include "lab/experiment.h"

// One line a match: which it was, how it ended, scores and places by seat, every measure. Cells
// come one after another; where the plan has one cell only, its columns are left out. Options that
// were set are columns of their own.
typedef struct dado_csv {
    const dado_results *results;
    const char **options;  // NULL before the first block
    int option_count;
} dado_csv;

// The lines of a block; the first comes behind the names of the columns. False: no memory.
bool dado_csv_block(dado_csv *csv, const dado_block *block, dado_arena *arena, dado_text *out,
                    dado_error *err);

// The standings of one match round by round, a line a player: round;player;score.
void dado_csv_rounds(const dado_trace *trace, bool lowest_wins, dado_text *out);

#endif
