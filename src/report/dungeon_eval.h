// dungeon_eval.h - how maps fared, shown: for people, as JSON, as CSV.
#ifndef DADO_REPORT_DUNGEON_EVAL_H
#define DADO_REPORT_DUNGEON_EVAL_H

#include "judge/maps.h"

// What was found: for people, as JSON, and as CSV with a line a game.
void dado_eval_table(const dado_eval *eval, int columns, bool colour, dado_text *out);
void dado_eval_json(const dado_eval *eval, const dado_plan *plan, const char *rules,
                    dado_text *out);
void dado_eval_csv(const dado_eval *eval, dado_text *out);

// A campaign: maps in their order, judged as a progression.
void dado_eval_campaign(const dado_eval *eval, int columns, bool colour, dado_text *out);

#endif
