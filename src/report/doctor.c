// doctor.c - see report_functions.h.
#include "report/report_functions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "evolve/finding_severity.h"
#include "measure/number_format.h"

// Writes a change like "-4.0"; shares are in percentage points.
static dado_number_string change_said(double value, bool share)
{
    dado_number_string said = share ? dado_string_fixed(100 * fabs(value), 1)
                                    : dado_string_fixed(fabs(value), 3),
                       whole;
    snprintf(whole.s, sizeof whole.s, "%s%.100s", value < 0 ? "\xE2\x88\x92" : "+", said.s);
    return whole;
}

static dado_number_string level_said(double value, bool share)
{
    return share ? dado_string_percent(value) : dado_string_real(value);
}

static void say_change(dado_text *out, const dado_change_suggestion *a)
{
    bool share = a->kind == DADO_ESTIMATE_SHARE;
    dado_text_addf(out, "Try %s: %s %s%s (%s to %s), from %s to %s.", a->change, a->what,
                   change_said(a->effect.value, share).s, share ? " points" : "",
                   change_said(a->effect.low, share).s, change_said(a->effect.high, share).s,
                   level_said(a->before, share).s, level_said(a->after, share).s);
    if (a->also[0]) dado_text_addf(out, " Besides: %s.", a->also);
    if (a->gone[0]) dado_text_addf(out, " Gone, too: %s.", a->gone);
}

static void say_search(dado_text *out, const dado_change_suggestion *a)
{
    if (a->tried == 0) {
        dado_text_addf(out, "Nothing was tried against \"%s\": %s matches are too few for it.",
                       a->finding->claim, dado_string_count(a->matches).s);
        return;
    }
    if (!a->found) dado_text_add(out, "Nothing to try: of ");
    else dado_text_addf(out, "Against \"%s\": the best of ", a->finding->claim);
    dado_text_addf(out, "%d single change%s on the same luck, within %s", a->tried,
                   a->tried == 1 ? "" : "s", dado_string_count(a->matches).s);
    if (!a->found) {
        dado_text_addf(out,
                       " matches, none was seen to mend \"%s\" on fresh luck without a new "
                       "alarm%s.",
                       a->finding->claim, a->interrupted ? " before it was stopped" : "");
        return;
    }
    dado_text_addf(out,
                   " matches. The figures are from %s that nothing was chosen by, at a level "
                   "of %.1f %%.",
                   dado_string_count(a->confirmed).s, 100 * a->level);
    dado_text_add(out, " A check-up of the changed game, as thorough as this one and on other "
                       "luck, raises no new alarm.");
    if (a->then[0]) dado_text_addf(out, " It says: %s", a->then);
}

// Adds advice if a change could be tried.
static void add_advice(dado_document *d, const dado_change_suggestion *a)
{
    if (!a->finding) return;
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    if (a->found) say_change(&out, a);
    if (a->found) {
        dado_document_text(d, DADO_PART("advice_said", .detail = true), dado_text_string(&out));
    }
    dado_part *said = d->last;
    dado_text_clear(&out);
    say_search(&out, a);
    dado_part *how = dado_document_text(d, DADO_PART("advice_how", .small = true, .detail = true),
                                        dado_text_string(&out));
    (a->found ? said : how)->heading = "What to try";
    dado_part *part = dado_table(
        d, DADO_PART("advice", .reader = DADO_FOR_PROGRAMS), DADO_FIELD(WORDS, "topic", "Topic"),
        DADO_FIELD(WORDS, "finding", "Finding"), DADO_FIELD(WORDS, "change", "Change"),
        DADO_FIELD(WORDS, "what", "What is measured"), DADO_FIELD(NUMBER, "before", "Before"),
        DADO_FIELD(NUMBER, "after", "After"),
        DADO_FIELD(ESTIMATE, "effect", "Effect", .steady = true),
        DADO_FIELD(WORDS, "then", "What is said then"),
        DADO_FIELD(WORDS, "also", "What else changes"),
        DADO_FIELD(WORDS, "gone", "Other alarms that are gone"),
        DADO_FIELD(NUMBER, "tried", "Changes tried"),
        DADO_FIELD(NUMBER, "matches", "Matches at most"),
        DADO_FIELD(WORDS, "text", "The description then"));
    dado_put(part, a->finding->topic, a->finding->claim, a->found ? a->change : NULL, a->what,
             a->found ? a->before : DADO_NONE, a->found ? a->after : DADO_NONE,
             a->found ? dado_estimate_between(a->effect, a->kind, a->confirmed, a->level)
                      : dado_estimate_none(),
             a->then[0] ? a->then : NULL, a->also[0] ? a->also : NULL, a->gone[0] ? a->gone : NULL,
             a->tried, a->matches, a->found ? a->text : NULL);
}

typedef struct luck_part {
    const char *key, *name;
    dado_interval share;
} luck_part;

enum { luck_parts = 4 };

static bool luck_parts_of(const dado_checkup *c, luck_part parts[luck_parts],
                          dado_luck_and_choice *l)
{
    *l = (dado_luck_and_choice){ 0 };
    if (c->recorded) *l = dado_recording_luck(&c->recording, 0.95);
    parts[0] = (luck_part){ "start", "luck before the first choice", l->first_luck };
    parts[1] = (luck_part){ "way", "luck after it", l->later_luck };
    parts[2] = (luck_part){ "own", "one's own choices", l->own };
    parts[3] = (luck_part){ "others", "the others' choices", l->others };
    // A game without luck has no share of luck. That is certain, not an estimate.
    for (int i = 0; i < 2 && !c->results[0].game.luck; i++) parts[i].share = (dado_interval){ 0 };
    return l->known;
}

// Adds how much luck and choices decide who wins, also for programs.
static void add_luck(dado_document *d, const dado_checkup *c)
{
    luck_part parts[luck_parts];
    dado_luck_and_choice l;
    if (!luck_parts_of(c, parts, &l)) return;
    dado_part *part =
        dado_table(d, DADO_PART("luck", .reader = DADO_FOR_PAGES),
                   DADO_FIELD(WORDS, "source", "Source"), DADO_FIELD(ESTIMATE, "share", "Part"));
    for (int i = 0; i < luck_parts; i++) {
        const dado_interval *share = &parts[i].share;
        dado_put(part, parts[i].key);
        dado_put(part, share->high > share->low
                           ? dado_estimate_between(*share, DADO_ESTIMATE_SHARE, l.matches, 0.95)
                           : dado_estimate_share(share->value));
    }
    dado_part *facts =
        dado_document_facts(d, DADO_PART("luck_counted", .reader = DADO_FOR_PROGRAMS));
    dado_fact(facts, "matches", "matches", l.matches);
    dado_fact(facts, "decisions", "decisions", l.decisions);
    dado_fact(facts, "positions", "positions", (int64_t)c->recording.positions);
    dado_chart chart = {
        .title = "Parts in who wins",
        .about = "The part of each source in how matches at random differ; together they are all.",
        .y = { .percent = true },
        .flat = true,
    };
    dado_part *drawn = dado_document_estimates(
        d, DADO_PART("sources", .heading = "What decides who wins?"), DADO_DOTS, luck_parts, chart);
    for (int i = 0; i < luck_parts; i++) dado_put_estimate(drawn, parts[i].share, parts[i].name);
    dado_document_text(
        d, DADO_PART("sources_note", .small = true, .reader = DADO_FOR_PAGES),
        "Everybody chooses at random. A source's part is how far it moves the players' chances to "
        "win, squared and summed over a match.");
}

static void add_ladder(dado_document *d, const dado_skill_ladder *l)
{
    if (l->count == 0 || l->points) return;
    dado_chart chart = {
        .title = "Points won against the rung below",
        .about = "Each player's share of points against the next weaker one.",
        .rules = &(dado_reference_line){ .at = 0.5, .label = "no better" },
        .rule_count = 1,
        .y = { .percent = true },
        .flat = true,
    };
    dado_part *part = dado_document_estimates(
        d, DADO_PART("ladder", .heading = "Does thinking pay?"), DADO_DOTS, l->count, chart);
    for (int i = 0; i < l->count; i++) {
        dado_put_estimate(part, l->rungs[i].share, l->rungs[i].above);
    }
}

static void add_uses(dado_document *d, const dado_move_stats *u)
{
    enum { most_rows = 60 };
    if (u->count == 0) return;
    dado_part *part = dado_table(
        d, DADO_PART("uses", .heading = "What players who think do", .reader = DADO_FOR_PAGES),
        DADO_FIELD(WORDS, "move", "Move"),
        DADO_FIELD(NUMBER, "offered", "Offered",
                   .about = "Decisions with more than one option in which it was among them"),
        DADO_FIELD(NUMBER, "taken", "Taken"), DADO_FIELD(NUMBER, "even", "If all were alike"),
        DADO_FIELD(NUMBER, "takers_won", "Takers win",
                   .about = "Share of matches won by players who played it"),
        DADO_FIELD(NUMBER, "others_won", "Others win", .about = "Share won by players who did not"),
        DADO_FIELD(NUMBER, "p", "p", .about = "Corrected for all moves"));
    for (int i = 0; i < u->count && i < most_rows; i++) {
        const dado_move_stat *use = &u->items[i];
        dado_put(part, use->words, use->offered, use->taken, use->even,
                 dado_estimate_share(use->takers ? use->takers_won : DADO_NONE),
                 dado_estimate_share(use->left ? use->left_won : DADO_NONE),
                 dado_estimate_p_value(use->p));
    }
}

static void add_counts(dado_document *d, const dado_count_stats *u)
{
    if (u->count == 0) return;
    dado_part *part = dado_table(
        d, DADO_PART("counts", .heading = "What goes with winning", .reader = DADO_FOR_PAGES),
        DADO_FIELD(WORDS, "name", "name", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(WORDS, "title", "What is counted"), DADO_FIELD(NUMBER, "winners", "Winners"),
        DADO_FIELD(NUMBER, "others", "Others"), DADO_FIELD(ESTIMATE, "difference", "Difference"),
        DADO_FIELD(NUMBER, "p", "p", .about = "Corrected for all that is counted"));
    for (int i = 0; i < u->count; i++) {
        const dado_count_stat *use = &u->items[i];
        dado_put(part, use->measure->name, use->measure->title,
                 use->winners.count ? use->winners.mean : DADO_NONE,
                 use->others.count ? use->others.mean : DADO_NONE,
                 dado_estimate_between(use->difference, DADO_ESTIMATE_REAL,
                                       use->winners.count + use->others.count, 0.95),
                 dado_estimate_p_value(use->p));
    }
}

// ---- for terminals: one sentence, and the worst findings with advice ----

static int count_of(const dado_symptom *symptoms, int count, dado_tone tone)
{
    int found = 0;
    for (int i = 0; i < count; i++) found += symptoms[i].tone == tone;
    return found;
}

// Adds the sentence "3 things are wrong and 2 deserve a look; of 4 nothing can be said
// yet."
static void add_sentence(dado_document *d, const dado_symptom *symptoms, int count)
{
    int bad = count_of(symptoms, count, DADO_BAD), warned = count_of(symptoms, count, DADO_WARN),
        open = count_of(symptoms, count, DADO_UNSURE);
    DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
    if (bad) dado_text_addf(&out, "%d thing%s wrong", bad, bad == 1 ? " is" : "s are");
    else dado_text_add(&out, "Nothing is seen to be wrong");
    if (warned) {
        dado_text_addf(&out, " and %d deserve%s a look", warned, warned == 1 ? "s" : "");
    }
    if (open) {
        dado_text_addf(&out, "; %d question%s open", open, open == 1 ? " is" : "s are");
    }
    dado_text_char(&out, '.');
    dado_document_text(d, DADO_PART("sentence", .reader = DADO_FOR_TERMINALS),
                       dado_text_string(&out));
}

static void add_try(dado_text *out, const dado_symptom *one, const dado_change_suggestion *a,
                    const dado_checkup_hints *hints)
{
    if (a->finding == one && a->found) {
        DADO_CLEANUP(dado_text_free) dado_text change = { 0 };
        say_change(&change, a);
        dado_text_addf(out, "try: %s\n", dado_text_string(&change) + strlen("Try "));
    } else if (a->finding == one && a->tried) {
        dado_text_addf(out, "try: of %d single changes none was seen to mend it\n", a->tried);
    } else if (one->tone == DADO_UNSURE && hints->more) {
        dado_text_addf(out, "try: more matches: %s\n", hints->more);
    } else if (hints->advice && dado_fixable_finding_of(one)) {
        dado_text_addf(out, "try: %s looks for a change that mends it\n", hints->advice);
    }
}

static void add_example(dado_text *out, const dado_symptom *one, const dado_checkup_hints *hints)
{
    for (int i = 0; i < hints->example_count && !one->thinking; i++) {
        const dado_example_match *e = &hints->examples[i];
        if (strcmp(e->topic, one->topic) != 0) continue;
        dado_text_addf(out, "show: match %lld. %s\nsee it: %s\n", (long long)e->match, e->words,
                       hints->show[i]);
        return;
    }
}

static void add_hints(dado_document *d, dado_part *part, const dado_symptom *symptoms,
                      const dado_change_suggestion *advice, const dado_checkup_hints *hints)
{
    enum { worst = 3 };
    const char **lines = dado_new(&d->region, const char *, worst);
    if (!lines) return;
    for (int i = 0; i < worst && i < part->count; i++) {
        DADO_CLEANUP(dado_text_free) dado_text out = { 0 };
        add_try(&out, &symptoms[i], advice, hints);
        add_example(&out, &symptoms[i], hints);
        if (out.length) lines[i] = dado_document_copy(d, dado_text_string(&out));
    }
    part->worst = worst;
    part->hints = lines;
    part->rest = hints->all;
}

void dado_report_checkup(dado_document *d, const dado_checkup *c, const dado_symptom *symptoms,
                         int count, const dado_change_suggestion *advice,
                         const dado_checkup_hints *hints)
{
    const dado_findings *f = &c->at_random;
    d->title = dado_document_copy(d, f->title);
    d->about = dado_document_copy(d, f->about);
    add_sentence(d, symptoms, count);
    bool tried = advice->finding != NULL;  // the advice is read after them
    dado_part *findings = dado_document_verdicts(
        d, DADO_PART("findings", .heading = "Findings, worst first", .large = tried), symptoms,
        count);
    add_hints(d, findings, symptoms, advice, hints);
    if (f->judged) {
        const char *by = f->expectations ? f->expectations : "expectations";
        dado_document_textf(d, DADO_PART("quality_said", .reader = DADO_FOR_TERMINALS),
                            "Quality by %s: %.6f", by, f->quality);
    }
    add_advice(d, advice);
    add_luck(d, c);
    add_ladder(d, &c->ladder);
    add_uses(d, &c->uses);
    add_counts(d, &c->counts);
    dado_part *before = d->last;
    dado_report_experiment(d, NULL, f);
    // The parts with the evidence are too long for a terminal.
    for (dado_part *last = before; last->next;) {
        dado_part *part = last->next;
        // The findings already include the verdicts about random matches.
        if (strncmp(part->name, "verdicts", strlen("verdicts")) == 0) {
            last->next = part->next;
            if (d->last == part) d->last = last;
            continue;
        }
        if (part->reader == DADO_FOR_ALL) part->reader = DADO_FOR_PAGES;
        if (part->reader == DADO_FOR_TERMINALS) part->reader = DADO_FOR_PROGRAMS;
        last = part;
    }
}
