// game_opinions.c - see report_functions.h.
#include "report/report_functions.h"

static void add_games(dado_document *d, const dado_game_opinions *o, const dado_opinion_question *q)
{
    dado_part *part = dado_table(
        d,
        DADO_PART(dado_document_copyf(d, "liked_%s", q->name),
                  .heading = dado_document_copyf(d, "How much each is liked: %s", q->name)),
        DADO_FIELD(WORDS, "game", "Game", .whole = true),
        DADO_FIELD(ESTIMATE, "strength", "Strength", .steady = true,
                   .about = "By comparisons: 400 more are odds of ten to one to be preferred"),
        DADO_FIELD(ESTIMATE, "mean", "Mean answer", .steady = true, .rank = 1),
        DADO_FIELD(NUMBER, "comparisons", "Comparisons", .rank = 2));
    bool *shown = dado_region_alloc(&d->region, sizeof *shown * (size_t)o->game_count, 1);
    for (int row = 0; shown && row < o->game_count; row++) {
        int best = -1;
        for (int g = 0; g < o->game_count; g++) {
            double liking = dado_game_liking(q, g);
            bool first =
                best < 0 || (!dado_is_none(liking) && !(liking <= dado_game_liking(q, best)));
            if (!shown[g] && first) best = g;
        }
        shown[best] = true;
        const dado_game_opinion *one = &q->games[best];
        dado_put(
            part, o->games[best],
            one->comparisons
                ? dado_estimate_between(one->strength, DADO_ESTIMATE_REAL, one->comparisons, 0.95)
                : dado_estimate_none(),
            one->answers.count ? dado_estimate_mean(&one->answers, 0.95) : dado_estimate_none(),
            one->comparisons);
    }
}

static void add_predictors(dado_document *d, const dado_rating_predictors *predictors, int count)
{
    if (count == 0) {
        dado_document_textf(d, DADO_PART("too_few"),
                            "With fewer than %d games nothing is said about measures.",
                            DADO_RATING_MATCHES);
        return;
    }
    dado_part *part =
        dado_table(d, DADO_PART("predictors", .heading = "Which measures go with what they said"),
                   DADO_FIELD(WORDS, "question", "Question"),
                   DADO_FIELD(WORDS, "name", "name", .reader = DADO_FOR_PROGRAMS),
                   DADO_FIELD(WORDS, "title", "Measure", .measures = true),
                   DADO_FIELD(ESTIMATE, "correlation", "Correlation", .steady = true),
                   DADO_FIELD(FLAG, "predicts", "Predicts"),
                   DADO_FIELD(NUMBER, "explained", "Explains", .rank = 1,
                              .about = "Share of the differences between games that it adds"));
    for (int q = 0; q < count; q++) {
        const dado_rating_predictors *p = &predictors[q];
        for (int i = 0; i < p->count; i++) {
            const dado_rating_row *row = &p->rows[i];
            dado_put(part, p->question, row->name, row->title,
                     dado_estimate_between(row->correlation, DADO_ESTIMATE_REAL, p->matches, 0.95),
                     (bool)(row->order > 0),
                     row->order ? dado_estimate_share(row->explained) : dado_estimate_none());
        }
    }
    dado_document_textf(
        d, DADO_PART("predictors_note", .attached = true, .small = true),
        "Over games, in the order of how surely they go along. A measure predicts if it explains "
        "something beyond doubt that those above it do not; it need not be the cause. The others "
        "are not known to predict anything. A verdict counts 1 if it is good, -1 if it warns.");
}

void dado_report_game_opinions(dado_document *d, const dado_game_opinions *opinions,
                               const dado_rating_predictors *predictors, int count)
{
    dado_part *facts = dado_document_facts(d, DADO_PART("said", .heading = "What was said"));
    dado_fact(facts, "lines", "lines", opinions->lines);
    if (opinions->people) dado_fact(facts, "people", "people", opinions->people);
    dado_fact(facts, "games", "games", opinions->game_count);
    for (int q = 0; q < opinions->question_count; q++) {
        add_games(d, opinions, &opinions->questions[q]);
    }
    add_predictors(d, predictors, count);
}
