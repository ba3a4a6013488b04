// strategies.c - see report_functions.h.
#include "report/report_functions.h"

void dado_report_strategies(dado_document *d, const dado_strategies *s)
{
    dado_verdict verdict;
    dado_strategies_verdict(s, &verdict);
    dado_document_verdicts(d, DADO_PART("verdicts", .large = true), &verdict, 1);
    if (s->count < 3) return;
    dado_part *part = dado_table(
        d, DADO_PART("strategies", .heading = "Strategies"),
        DADO_FIELD(WORDS, "strategy", "Always takes, or likes"),
        DADO_FIELD(ESTIMATE, "against_random", "Wins against random players"),
        DADO_FIELD(NUMBER, "mix", "Part of the mix",
                   .about = "In this mix none of them gains by changing; found by fictitious play"),
        DADO_FIELD(WORDS, "player", "To seat it", .rank = 1, .whole = true));
    for (int i = 0; i < s->count; i++) {
        const dado_strategy_cell *c = &s->cells[i][s->count - 1];
        dado_put(part, s->items[i].name,
                 i < s->count - 1
                     ? dado_estimate_between(c->share, DADO_ESTIMATE_SHARE, c->matches, s->level)
                     : dado_estimate_none(),
                 dado_estimate_share(s->items[i].mix), s->items[i].player);
    }
    if (s->answered) {
        dado_document_textf(d, DADO_PART("best_answer", .attached = true, .small = true),
                            "The best answer to the mix that was bred (%s) gains %.1f points of "
                            "the share of the win (%.1f to %.1f).",
                            s->best_answer_name, 100 * s->best_answer.value,
                            100 * s->best_answer.low, 100 * s->best_answer.high);
    }
    dado_part *cells =
        dado_table(d, DADO_PART("matrix", .heading = "Who beats whom"),
                   DADO_FIELD(WORDS, "row", "One who plays"),
                   DADO_FIELD(WORDS, "column", "among those who play"),
                   DADO_FIELD(ESTIMATE, "share", "wins", .steady = true),
                   DADO_FIELD(ESTIMATE, "advantage", "more than each of them", .rank = 1),
                   DADO_FIELD(NUMBER, "matches", "Matches", .rank = 2));
    for (int i = 0; i < s->count - 1; i++) {
        for (int k = 0; k < s->count - 1; k++) {
            const dado_strategy_cell *c = &s->cells[i][k];
            if (i == k || !c->matches) continue;
            dado_put(cells, s->items[i].name, s->items[k].name,
                     dado_estimate_between(c->share, DADO_ESTIMATE_SHARE, c->matches, s->level),
                     dado_estimate_between(c->advantage, DADO_ESTIMATE_SHARE_DIFFERENCE, c->matches,
                                           s->level),
                     c->matches);
        }
    }
}
