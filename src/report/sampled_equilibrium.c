// sampled_equilibrium.c - shows a strategy that samples found: between which figures the
// value lies, what could still be gained, and how the first choices are made.
#include <math.h>

#include "measure/number_format.h"
#include "report/report_functions.h"

static const char *unit_of(const dado_sampled_found *e)
{
    switch (e->payoff) {
    case DADO_PAY_MARGIN: return "points of margin";
    case DADO_PAY_WIN: return "of the win";
    default: return "points";
    }
}

static double gap_of(const dado_sampled_found *e)
{
    return fmax(0, e->by[0].value + e->by[1].value - e->by[0].sum);
}

static void say_value(dado_document *d, const dado_sampled_found *e)
{
    if (!e->proved) {
        dado_document_textf(d, "value",
                            "How good this strategy is was not worked out: %s. So nothing is "
                            "proved about the value of the game.",
                            e->why_not);
        return;
    }
    dado_document_textf(d, "value",
                        "With best play by both, the first gets between %.4f and %.4f %s a match. "
                        "This is proved: each end is the best that anybody could do against the "
                        "strategy that %s samples found, and every line of play that it leaves "
                        "open was walked for that.",
                        e->by[0].sum - e->by[1].value, e->by[0].value, unit_of(e),
                        dado_string_count((int64_t)e->stats.samples).s);
}

static void put_facts(dado_document *d, const dado_sampled_found *e)
{
    dado_part *facts = dado_document_facts(d, "facts");
    if (e->proved) {
        double low = e->by[0].sum - e->by[1].value, high = e->by[0].value;
        double stake = e->by[0].most - e->by[0].least;
        dado_interval proved = { (low + high) / 2, low, high };
        dado_fact(facts, "value", "value to the first",
                  dado_estimate_between(proved, DADO_ESTIMATE_REAL, 0, 1));
        dado_fact(facts, "gap", "could be gained, in all", gap_of(e));
        if (stake > 0) {
            dado_fact(facts, "stake", "at stake in a match", stake);
            dado_fact(facts, "gap_share", "gap as a share of the stake",
                      dado_estimate_share(gap_of(e) / stake));
        }
        dado_fact(facts, "exploitability", "a player, on average", gap_of(e) / 2);
        dado_fact(facts, "walked", "positions walked for the proof",
                  (int64_t)(e->by[0].positions + e->by[1].positions));
    }
    dado_fact(facts, "payoff", "played for", dado_payoff_names[e->payoff]);
    dado_fact(facts, "information_sets", "information sets met", (int64_t)e->stats.sets);
    dado_fact(facts, "samples", "samples", (int64_t)e->stats.samples);
    dado_fact(facts, "visits", "choices met on them", (int64_t)e->stats.visits);
    dado_fact(facts, "kib", "KiB of tables", (int64_t)(e->stats.bytes >> 10));
}

static void put_first_choices(dado_document *d, const dado_sampled_found *e)
{
    dado_part *part =
        dado_table(d, DADO_PART("strategy", .heading = "How the first choice is made"),
                   DADO_FIELD(NUMBER, "seat", "seat", .group = true),
                   DADO_FIELD(WORDS, "sees", "sees", .whole = true),
                   DADO_FIELD(NUMBER, "reach", "comes here",
                              .about = "Share of matches, as chance and the other player have it"),
                   DADO_FIELD(WORDS, "does", "does"));
    for (int i = 0; i < e->row_count; i++) {
        const dado_sampled_row *row = &e->rows[i];
        dado_put(part, row->player + 1, row->sees, dado_estimate_share(row->reach), row->does);
    }
    if (e->left_out) {
        dado_document_textf(d, DADO_PART("left_out", .attached = true),
                            "%s more first choices are left out of this answer; %srows shows more.",
                            dado_string_count(e->left_out).s, e->flag_prefix);
    }
}

void dado_report_sampled_equilibrium(dado_document *d, const dado_sampled_found *e)
{
    d->said = e->proved ? dado_document_copyf(d, "a strategy by samples, to within %.2g %s",
                                              gap_of(e), unit_of(e))
                        : "a strategy by samples, without a proof";
    say_value(d, e);
    put_facts(d, e);
    put_first_choices(d, e);
}
