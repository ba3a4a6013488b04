// diagnosis.c - see report.h.
#include "report/report.h"

#include <math.h>
#include <stdio.h>

#include "measure/words.h"

// "-4.0", of shares in points of a hundred.
static dado_said change_said(double value, bool share)
{
    dado_said said = share ? dado_said_fixed(100 * fabs(value), 1)
                           : dado_said_fixed(fabs(value), 3), whole;
    snprintf(whole.s, sizeof whole.s, "%s%.100s", value < 0 ? "\xE2\x88\x92" : "+", said.s);
    return whole;
}

static dado_said level_said(double value, bool share)
{
    return share ? dado_said_percent(value) : dado_said_real(value);
}

static void say_change(dado_text *out, const dado_advice *a)
{
    bool share = a->kind == DADO_FIGURE_SHARE;
    dado_text_addf(out, "Try %s: %s %s%s (%s to %s), from %s to %s.", a->change, a->what,
                   change_said(a->effect.value, share).s, share ? " points" : "",
                   change_said(a->effect.low, share).s, change_said(a->effect.high, share).s,
                   level_said(a->before, share).s, level_said(a->after, share).s);
}

static void say_search(dado_text *out, const dado_advice *a)
{
    if (a->tried == 0) {
        dado_text_addf(out, "Nothing was tried against \"%s\": %s matches are too few for it.",
                       a->finding->claim, dado_said_count(a->matches).s);
        return;
    }
    if (!a->found) dado_text_add(out, "Nothing to try: of ");
    else dado_text_addf(out, "Against \"%s\": the best of ", a->finding->claim);
    dado_text_addf(out, "%d single change%s on the same luck, within %s", a->tried,
                   a->tried == 1 ? "" : "s", dado_said_count(a->matches).s);
    if (!a->found) {
        dado_text_addf(out, " matches, none was seen to mend \"%s\" on fresh luck without doing "
                            "harm%s.",
                       a->finding->claim, a->interrupted ? " before it was stopped" : "");
        return;
    }
    dado_text_addf(out, " matches. The figures are from %s that nothing was chosen by, at a level "
                        "of %.1f %%.", dado_said_count(a->confirmed).s, 100 * a->level);
    if (a->then[0]) dado_text_addf(out, " Of what comes out it is said: %s", a->then);
}

// What to try, if anything could be tried.
static void add_advice(dado_document *d, const dado_advice *a)
{
    if (!a->finding) return;
    dado_draft out = { 0 };
    if (a->found) say_change(&out, a);
    if (a->found) dado_document_text(d, "advice_said", dado_text_string(&out));
    dado_part *said = d->last;
    dado_text_clear(&out);
    say_search(&out, a);
    dado_part *how =
        dado_document_text(d, DADO_PART("advice_how", .small = true), dado_text_string(&out));
    (a->found ? said : how)->heading = "What to try";
    dado_part *part = dado_table(
        d, DADO_PART("advice", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(WORDS, "topic", "Topic"),
        DADO_FIELD(WORDS, "finding", "Finding"),
        DADO_FIELD(WORDS, "change", "Change"),
        DADO_FIELD(WORDS, "what", "What is measured"),
        DADO_FIELD(NUMBER, "before", "Before"),
        DADO_FIELD(NUMBER, "after", "After"),
        DADO_FIELD(ESTIMATE, "effect", "Effect", .steady = true),
        DADO_FIELD(WORDS, "then", "What is said then"),
        DADO_FIELD(NUMBER, "tried", "Changes tried"),
        DADO_FIELD(NUMBER, "matches", "Matches at most"),
        DADO_FIELD(WORDS, "text", "The description then"));
    dado_put(part, a->finding->topic, a->finding->claim, a->found ? a->change : NULL, a->what,
             a->found ? a->before : DADO_NONE, a->found ? a->after : DADO_NONE,
             a->found ? dado_figure_between(a->effect, a->kind, a->confirmed, a->level)
                      : dado_figure_none(),
             a->then[0] ? a->then : NULL, a->tried, a->matches, a->found ? a->text : NULL);
}

// The parts of luck and of choices in who wins, for programs too.
static void add_luck(dado_document *d, const dado_luck_share *l)
{
    if (!l->known) return;
    dado_part *part = dado_table(
        d, DADO_PART("luck", .reader = DADO_FOR_PAGES),
        DADO_FIELD(WORDS, "source", "Source"),
        DADO_FIELD(ESTIMATE, "share", "Part"));
    for (int i = 0; i < DADO_LUCK_SOURCES; i++) {
        dado_put(part, dado_luck_keys[i]);
        // What a game does not have at all is known, and no estimate.
        bool known = !(l->sources[i].high > l->sources[i].low);
        dado_put(part,
                 known ? dado_figure_share(l->sources[i].value)
                       : dado_figure_between(l->sources[i], DADO_FIGURE_SHARE, l->matches, 0.95));
    }
    dado_part *facts =
        dado_document_facts(d, DADO_PART("luck_counted", .reader = DADO_FOR_PROGRAMS));
    dado_fact(facts, "matches", "matches", l->matches);
    dado_fact(facts, "variations", "variations", l->variations);
    dado_fact(facts, "known_chance", "known chance",
              dado_figure_between(l->chance, DADO_FIGURE_SHARE, l->matches, 0.95));
}

static void add_sources(dado_document *d, const dado_luck_share *l)
{
    if (!l->known || !(l->asked & ((1 << DADO_LUCK_SOURCES) - 1))) return;
    dado_chart chart = {
        .title = "Parts in who wins",
        .about = "The part of each source in how matches at random differ; together they are all.",
        .y = { .percent = true },
        .flat = true,
    };
    dado_part *part =
        dado_document_estimates(d, DADO_PART("sources", .heading = "What decides who wins?"),
                                DADO_DOTS, DADO_LUCK_SOURCES, chart);
    for (int i = 0; i < DADO_LUCK_SOURCES; i++) {
        if (l->asked >> i & 1) dado_put_estimate(part, l->sources[i], dado_luck_names[i]);
    }
    dado_document_text(
        d, DADO_PART("sources_note", .small = true, .reader = DADO_FOR_PAGES),
        "Luck at the start falls before a player has moved or a round is over: the deal. Luck on "
        "the way is all that falls later: dice, draws. What two sources only decide together is "
        "split between them.");
}

static void add_ladder(dado_document *d, const dado_ladder *l)
{
    if (l->count == 0 || l->points) return;
    dado_chart chart = {
        .title = "Points won against the rung below",
        .about = "Each player's share of points against the next weaker one.",
        .rules = &(dado_rule){ .at = 0.5, .label = "no better" }, .rule_count = 1,
        .y = { .percent = true }, .flat = true,
    };
    dado_part *part = dado_document_estimates(
        d, DADO_PART("ladder", .heading = "Does thinking pay?"), DADO_DOTS, l->count, chart);
    for (int i = 0; i < l->count; i++) {
        dado_put_estimate(part, l->rungs[i].share, l->rungs[i].above);
    }
}

static void add_uses(dado_document *d, const dado_uses *u)
{
    enum { most_rows = 60 };
    if (u->count == 0) return;
    dado_part *part = dado_table(
        d, DADO_PART("uses", .heading = "What players who think do", .reader = DADO_FOR_PAGES),
        DADO_FIELD(WORDS, "move", "Move"),
        DADO_FIELD(NUMBER, "offered", "Offered",
                   .about = "Decisions with more than one option in which it was among them"),
        DADO_FIELD(NUMBER, "taken", "Taken"),
        DADO_FIELD(NUMBER, "even", "If all were alike"),
        DADO_FIELD(NUMBER, "takers_won", "Takers win",
                   .about = "Share of matches won by players who played it"),
        DADO_FIELD(NUMBER, "others_won", "Others win",
                   .about = "Share won by players who did not"),
        DADO_FIELD(NUMBER, "p", "p", .about = "Corrected for all moves"));
    for (int i = 0; i < u->count && i < most_rows; i++) {
        const dado_use *use = &u->items[i];
        dado_put(part, use->words, use->offered, use->taken, use->even,
                 dado_figure_share(use->takers ? use->takers_won : DADO_NONE),
                 dado_figure_share(use->left ? use->left_won : DADO_NONE),
                 dado_figure_chance(use->p));
    }
}

static void add_counts(dado_document *d, const dado_count_uses *u)
{
    if (u->count == 0) return;
    dado_part *part = dado_table(
        d, DADO_PART("counts", .heading = "What goes with winning", .reader = DADO_FOR_PAGES),
        DADO_FIELD(WORDS, "name", "name", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(WORDS, "title", "What is counted"),
        DADO_FIELD(NUMBER, "winners", "Winners"),
        DADO_FIELD(NUMBER, "others", "Others"),
        DADO_FIELD(ESTIMATE, "difference", "Difference"),
        DADO_FIELD(NUMBER, "p", "p", .about = "Corrected for all that is counted"));
    for (int i = 0; i < u->count; i++) {
        const dado_count_use *use = &u->items[i];
        dado_put(part, use->measure->name, use->measure->title,
                 use->winners.count ? use->winners.mean : DADO_NONE,
                 use->others.count ? use->others.mean : DADO_NONE,
                 dado_figure_between(use->difference, DADO_FIGURE_REAL,
                                     use->winners.count + use->others.count, 0.95),
                 dado_figure_chance(use->p));
    }
}

void dado_report_checkup(dado_document *d, const dado_checkup *c, const dado_symptom *symptoms,
                         int count, const dado_advice *advice)
{
    const dado_findings *f = &c->at_random;
    d->title = dado_document_copy(d, f->title);
    d->about = dado_document_copy(d, f->about);
    bool tried = advice->finding != NULL;  // what to try is read after them
    dado_document_verdicts(
        d, DADO_PART("findings", .heading = "Findings, worst first", .large = tried), symptoms,
        count);
    if (f->judged) {
        const char *by = f->expectations ? f->expectations : "expectations";
        dado_document_textf(d, DADO_PART("quality_said", .reader = DADO_FOR_TERMINALS),
                            "Quality by %s: %.6f", by, f->quality);
    }
    add_advice(d, advice);
    add_luck(d, &c->luck);
    add_sources(d, &c->luck);
    add_ladder(d, &c->ladder);
    add_uses(d, &c->uses);
    add_counts(d, &c->counts);
    dado_part *before = d->last;
    dado_report_experiment(d, NULL, f);
    // The rest is what all of it rests on: too much for a terminal.
    for (dado_part *part = before->next; part; part = part->next) {
        if (part->reader == DADO_FOR_ALL) part->reader = DADO_FOR_PAGES;
        if (part->reader == DADO_FOR_TERMINALS) part->reader = DADO_FOR_PROGRAMS;
    }
}
