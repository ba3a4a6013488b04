// agent_choices.c - shows how often an agent chooses each move of a position.
#include "report/report_functions.h"

dado_part *dado_report_choices(dado_document *d)
{
    return dado_table(d, "choices", DADO_FIELD(WORDS, "move", "move"),
                      DADO_FIELD(NUMBER, "times", "chosen"), DADO_FIELD(ESTIMATE, "share", "share"),
                      DADO_FIELD(FLAG, "recorded", "played in the match"));
}

void dado_report_choice(dado_part *table, const char *move, int64_t times, int64_t tries,
                        bool recorded)
{
    dado_put(table, move, times, dado_estimate_proportion((double)times, (double)tries, 0.95),
             recorded);
}
