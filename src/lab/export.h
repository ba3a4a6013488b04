// export.h - results as text for other programs: CSV and JSON.
//
// No value is an empty field in CSV and null in JSON. Numbers have the
// shortest digits that read back as the same value, whatever the locale.
#ifndef DADO_LAB_EXPORT_H
#define DADO_LAB_EXPORT_H

#include <stdio.h>

#include "lab/experiment.h"

// All of it as one JSON object: what was played, and of every cell the seats and measures.
// Nothing in it depends on the clock or on how many threads there were.
void dado_results_json(const dado_results *results, dado_text *out);

// One line a match: which it was, how it ended, scores and places by seat, every measure. Cells
// come one after another; where the plan has one cell only, its columns are left out.
void dado_csv_head(const dado_results *results, int players, dado_text *out);
void dado_csv_block(const dado_results *results, const dado_block *block, int players,
                    dado_text *out);

// The standings of one match round by round, a line a player: round;player;score.
void dado_csv_rounds(const dado_trace *trace, bool lowest_wins, dado_text *out);

#endif
