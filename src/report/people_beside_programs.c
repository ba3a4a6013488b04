// people_beside_programs.c - see report_functions.h.
#include "report/report_functions.h"

static dado_estimate interval(const dado_people_beside_programs *r, dado_interval value,
                              dado_estimate_kind kind, int64_t count)
{
    return dado_estimate_between(value, kind, count, r->level);
}

static void put_needed(dado_part *part, const dado_people_beside_programs *r, bool known,
                       int64_t needed)
{
    int64_t evenings = dado_people_more_evenings(r, needed);
    if (known) dado_put(part, "known");
    else if (needed >= DADO_SAMPLE_SIZE_MOST) dado_put(part, "not to be seen");
    else if (needed <= r->matches) dado_put(part, "a few more matches");
    else if (evenings > 0) dado_put_textf(part, "%lld more evenings", (long long)evenings);
    else dado_put_textf(part, "%lld more matches", (long long)(needed - r->matches));
    dado_put(part, known ? dado_estimate_none() : dado_estimate_integer(needed));
}

static void add_players(dado_document *d, const dado_people_beside_programs *r)
{
    const dado_resemblance *like = &r->resemblance;
    if (like->count == 0) return;
    dado_part *part = dado_table(
        d, DADO_PART("players", .heading = "Who plays like them"),
        DADO_FIELD(WORDS, "player", "Player", .whole = true),
        DADO_FIELD(ESTIMATE, "gain", "Fits better than chance", .steady = true,
                   .about = "Mean natural logarithm of how much likelier it makes a move than "
                            "drawing does, on matches that were held out"),
        DADO_FIELD(NUMBER, "agrees", "Same move", .rank = 1,
                   .about = "Share of decisions in which they took its best move"),
        DADO_FIELD(NUMBER, "temperature", "Temperature", .rank = 2));
    for (int i = 0; i < like->count; i++) {
        const dado_resemblance_row *row = &like->rows[i];
        dado_put(part, row->player->typed,
                 interval(r, row->gain, DADO_ESTIMATE_REAL, like->matches),
                 dado_estimate_share(row->agrees), dado_estimate_real(row->temperature));
    }
    const char *first = like->rows[0].player->typed;
    const char *doubt = like->lead.low > 0 ? "" : ", but the next one may be as near";
    if (!dado_resemblance_is_known(like)) {
        dado_document_textf(d, DADO_PART("resembles", .attached = true),
                            "None of these players fits them better beyond doubt than drawing "
                            "moves does.");
    } else {
        dado_document_textf(d, DADO_PART("resembles", .attached = true),
                            "They play most like %s%s.", first, doubt);
    }
}

static void add_measures(dado_document *d, const dado_people_beside_programs *r)
{
    if (r->measure_count == 0) return;
    dado_part *part = dado_table(
        d, DADO_PART("measures", .heading = "Measure by measure"),
        DADO_FIELD(WORDS, "name", "name", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(WORDS, "title", "Measure", .measures = true),
        DADO_FIELD(NUMBER, "people", "People"), DADO_FIELD(NUMBER, "programs", "Programs"),
        DADO_FIELD(ESTIMATE, "difference", "Difference", .steady = true),
        DADO_FIELD(WORDS, "until_known", "Until it is known", .rank = 1),
        DADO_FIELD(NUMBER, "needed", "matches needed", .reader = DADO_FOR_PROGRAMS));
    for (int i = 0; i < r->measure_count; i++) {
        const dado_people_measure *m = &r->measures[i];
        dado_put(part, m->name, m->title, dado_estimate_measure(m->kind, &m->people, r->level),
                 dado_estimate_measure(m->kind, &m->programs, r->level),
                 interval(r, m->difference, DADO_ESTIMATE_REAL, m->people.count));
        put_needed(part, r, m->known, m->needed);
    }
}

static void add_seats(dado_document *d, const dado_people_beside_programs *r)
{
    if (r->seat_count == 0) return;
    dado_part *part =
        dado_table(d, DADO_PART("seats", .heading = "Who wins"),
                   DADO_FIELD(NUMBER, "seat", "Seat", .seat = true),
                   DADO_FIELD(ESTIMATE, "people", "People", .steady = true),
                   DADO_FIELD(NUMBER, "programs", "Programs"), DADO_FIELD(NUMBER, "fair", "Fair"),
                   DADO_FIELD(WORDS, "until_known", "Until a bias is known", .rank = 1),
                   DADO_FIELD(NUMBER, "needed", "matches needed", .reader = DADO_FOR_PROGRAMS));
    for (int s = 0; s < r->seat_count; s++) {
        const dado_people_seat *seat = &r->seats[s];
        dado_put(part, s, interval(r, seat->people, DADO_ESTIMATE_SHARE, r->matches),
                 interval(r, seat->programs, DADO_ESTIMATE_SHARE, r->program_matches),
                 dado_estimate_share(seat->fair));
        put_needed(part, r, seat->known, seat->needed);
    }
}

static void add_options(dado_document *d, const dado_people_beside_programs *r)
{
    if (r->option_count == 0) return;
    dado_part *part = dado_table(d, DADO_PART("options", .heading = "What they choose"),
                                 DADO_FIELD(WORDS, "option", "Option"),
                                 DADO_FIELD(ESTIMATE, "people", "People", .steady = true),
                                 DADO_FIELD(ESTIMATE, "programs", "Programs", .steady = true));
    for (int i = 0; i < r->option_count; i++) {
        const dado_people_option *o = &r->options[i];
        dado_put(
            part, o->words,
            dado_estimate_proportion((double)o->people_taken, (double)o->people_offered, r->level),
            dado_estimate_proportion((double)o->programs_taken, (double)o->programs_offered,
                                     r->level));
    }
    dado_document_textf(d, DADO_PART("options_note", .attached = true, .small = true),
                        "How often an option is taken where it is offered; the largest differences "
                        "first.");
}

static void add_times(dado_document *d, const dado_people_beside_programs *r)
{
    const dado_hesitation *h = &r->hesitation;
    if (h->decisions == 0) return;
    dado_part *facts = dado_document_facts(d, DADO_PART("time", .heading = "How long they think"));
    dado_fact(facts, "decisions", "decisions with a time", h->decisions);
    dado_fact(facts, "median", "half of them within", dado_estimate_seconds(h->median));
    dado_fact(facts, "doubled", "with twice the options, times as long",
              interval(r, h->doubled, DADO_ESTIMATE_REAL, h->decisions));
    if (h->slow_count == 0) return;
    dado_part *part = dado_table(
        d, "slow", DADO_FIELD(NUMBER, "match", "Match"),
        DADO_FIELD(NUMBER, "step", "Step", .rank = 2),
        DADO_FIELD(NUMBER, "seat", "Seat", .seat = true), DADO_FIELD(NUMBER, "seconds", "Took"),
        DADO_FIELD(NUMBER, "usual", "Usual"), DADO_FIELD(NUMBER, "options", "Options"),
        DADO_FIELD(WORDS, "words", "Chosen in the end"));
    for (int i = 0; i < h->slow_count; i++) {
        const dado_slow_decision *s = &h->slow[i];
        dado_put(part, s->match, s->step, s->seat, dado_estimate_seconds(s->seconds),
                 dado_estimate_seconds(s->usual), s->options, s->words);
    }
}

static void add_mistakes(dado_document *d, const dado_people_beside_programs *r)
{
    const dado_mistakes *m = &r->mistakes;
    if (!r->judged || m->decisions == 0) return;
    dado_part *facts = dado_document_facts(d, DADO_PART("cost", .heading = "What mistakes cost"));
    dado_fact(facts, "decisions", "decisions looked at", m->decisions);
    dado_fact(facts, "cost", "given away in a decision",
              interval(r, m->cost, DADO_ESTIMATE_SHARE_DIFFERENCE, m->decisions));
    dado_fact(facts, "clear", "mistakes beyond doubt", m->clear);
    if (m->worst_count == 0) return;
    dado_part *part =
        dado_table(d, "mistakes", DADO_FIELD(NUMBER, "match", "Match"),
                   DADO_FIELD(NUMBER, "step", "Step", .rank = 2),
                   DADO_FIELD(NUMBER, "seat", "Seat", .seat = true),
                   DADO_FIELD(WORDS, "taken", "Taken"), DADO_FIELD(WORDS, "better", "Better"),
                   DADO_FIELD(ESTIMATE, "cost", "Cost", .steady = true));
    for (int i = 0; i < m->worst_count; i++) {
        const dado_mistake *w = &m->worst[i];
        dado_put(part, w->match, w->step, w->seat, w->taken, w->better,
                 dado_estimate_between(w->cost, DADO_ESTIMATE_SHARE_DIFFERENCE, 0, 0.999));
    }
}

static void add_answers(dado_document *d, const dado_people_beside_programs *r)
{
    if (r->answer_count == 0) return;
    dado_part *part = dado_table(d, DADO_PART("answers", .heading = "What they said"),
                                 DADO_FIELD(WORDS, "question", "Question"),
                                 DADO_FIELD(ESTIMATE, "mean", "Mean, 1 to 5", .steady = true),
                                 DADO_FIELD(NUMBER, "answers", "Answers"));
    for (int i = 0; i < r->answer_count; i++) {
        dado_put(part, r->answers[i].question, dado_estimate_mean(&r->answers[i].values, r->level),
                 r->answers[i].values.count);
    }
}

// Which measures go with what people said: those that predict it, and then those that go
// with it by themselves.
static void add_predictors(dado_document *d, const dado_people_beside_programs *r)
{
    if (r->predictor_count == 0) return;
    dado_part *part =
        dado_table(d, DADO_PART("predictors", .heading = "Which measures go with what they said"),
                   DADO_FIELD(WORDS, "question", "Question"),
                   DADO_FIELD(WORDS, "name", "name", .reader = DADO_FOR_PROGRAMS),
                   DADO_FIELD(WORDS, "title", "Measure", .measures = true),
                   DADO_FIELD(ESTIMATE, "correlation", "Correlation", .steady = true),
                   DADO_FIELD(FLAG, "predicts", "Predicts"),
                   DADO_FIELD(NUMBER, "explained", "Explains", .rank = 1,
                              .about = "Share of the variance of the answers that it adds"));
    for (int q = 0; q < r->predictor_count; q++) {
        const dado_rating_predictors *p = &r->predictors[q];
        for (int i = 0; i < p->count; i++) {
            const dado_rating_row *row = &p->rows[i];
            dado_put(part, p->question, row->name, row->title,
                     interval(r, row->correlation, DADO_ESTIMATE_REAL, p->matches),
                     (bool)(row->order > 0),
                     row->order ? dado_estimate_share(row->explained) : dado_estimate_none());
        }
    }
    dado_document_textf(
        d, DADO_PART("predictors_note", .attached = true, .small = true),
        "A measure predicts if it explains something beyond doubt that those above "
        "it do not. That it goes with an answer does not say that it is the cause.");
}

// Says what will be known next, and when.
static void add_next(dado_document *d, const dado_people_beside_programs *r)
{
    const char *title = NULL;
    int64_t least = DADO_SAMPLE_SIZE_MOST;
    for (int s = 0; s < r->seat_count; s++) {
        if (r->seats[s].known || r->seats[s].needed >= least) continue;
        least = r->seats[s].needed;
        title = "whether a seat wins too often";
    }
    for (int i = 0; i < r->measure_count; i++) {
        if (r->measures[i].known || r->measures[i].needed >= least) continue;
        least = r->measures[i].needed;
        title = r->measures[i].title;
    }
    if (!title) return;
    int64_t evenings = dado_people_more_evenings(r, least);
    int64_t more = least > r->matches ? least - r->matches : 1;
    dado_document_textf(d, DADO_PART("next", .heading = "What will be known next"),
                        "Known next, after %lld more %s: %s.",
                        (long long)(evenings > 0 ? evenings : more),
                        evenings > 0 ? evenings == 1 ? "evening" : "evenings"
                        : more == 1  ? "match"
                                     : "matches",
                        title);
}

void dado_report_people_beside_programs(dado_document *d, const dado_people_beside_programs *r,
                                        const dado_findings *people)
{
    dado_verdict verdicts[DADO_VERDICTS];
    int count = dado_verdicts_of(people, verdicts);
    dado_document_verdicts(d, DADO_PART("verdicts", .heading = "For these people", .large = true),
                           verdicts, count);
    add_players(d, r);
    add_seats(d, r);
    add_measures(d, r);
    add_next(d, r);
    add_options(d, r);
    add_times(d, r);
    add_mistakes(d, r);
    add_answers(d, r);
    add_predictors(d, r);
    dado_document_textf(
        d, DADO_PART("note", .attached = true, .small = true),
        "Each interval is of %.0f %%. Programs: %lld matches of %s. Until it is known: so many "
        "that a difference as large as it looks now is seen in four of five playtests of that "
        "size.",
        100 * r->level, (long long)r->program_matches, r->player);
}
