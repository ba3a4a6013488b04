// option_values.c - see report_functions.h.
#include "report/report_functions.h"

static dado_estimate share(const dado_option_values *v, dado_interval i, int64_t count)
{
    return v->exact ? dado_estimate_share(i.value)
                    : dado_estimate_between(i, DADO_ESTIMATE_SHARE, count, 0.99);
}

static dado_estimate difference(const dado_option_values *v, dado_interval i, int64_t count)
{
    if (!v->exact) return dado_estimate_between(i, DADO_ESTIMATE_SHARE_DIFFERENCE, count, 0.99);
    dado_estimate d = dado_estimate_share(i.value);
    d.kind = DADO_ESTIMATE_SHARE_DIFFERENCE;
    return d;
}

void dado_report_option_values(dado_document *d, const dado_option_values *v)
{
    dado_verdict verdicts[DADO_OPTION_VERDICTS];
    int count = dado_option_verdicts(v, verdicts);
    dado_document_verdicts(d, DADO_PART("verdicts", .large = true), verdicts, count);
    if (v->count == 0) return;
    dado_part *part = dado_table(
        d, DADO_PART("options", .heading = "When each option is right"),
        DADO_FIELD(WORDS, "option", "Option"),
        DADO_FIELD(FLAG, "whole", "All values", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(NUMBER, "offered", "Offered", .rank = 1, .about = "Times in a match"),
        DADO_FIELD(ESTIMATE, "best", "Best", .about = "Alone best, as far as the chooser knows"),
        DADO_FIELD(ESTIMATE, "together", v->exact ? "Best together" : "Cannot be told",
                   .about = "Best together with others, or not told from the best"),
        DADO_FIELD(ESTIMATE, "worse", "Worse", .about = "Another option is better"),
        DADO_FIELD(ESTIMATE, "gain", "Against the best other", .rank = 3,
                   .about = "Share of the win with it, less with the best other option"),
        DADO_FIELD(ESTIMATE, "cost", "Cost",
                   .about = "Share of the win lost where another option is better"),
        DADO_FIELD(NUMBER, "decisions", "Decisions", .rank = 2));
    for (int i = 0; i < v->count; i++) {
        const dado_option_value *o = &v->options[i];
        dado_put(part, o->name, o->whole, o->offered, share(v, o->best, o->decisions),
                 share(v, o->together, o->decisions), share(v, o->worse, o->decisions),
                 difference(v, o->gain, o->decisions),
                 o->cost_known ? difference(v, o->cost, o->decisions) : dado_estimate_none(),
                 o->decisions);
    }
    dado_document_text(d, DADO_PART("note", .attached = true, .small = true),
                       v->exact ? "All positions were worked out. Everybody plays on at random: it "
                                  "says what an option is worth among such players."
                                : "Decisions were sampled and every option played on. Intervals "
                                  "are of 99 %. It says what an option is worth among the players "
                                  "named.");
}
