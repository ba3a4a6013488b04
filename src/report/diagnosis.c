// diagnosis.c - see diagnosis.h.
#include "report/diagnosis.h"

#include <inttypes.h>
#include <math.h>

#include "measure/words.h"
#include "report/report.h"

// "-4.0", of shares in points of a hundred.
static void say_signed(dado_text *out, double value, dado_figure_kind kind)
{
    double size = fabs(value);
    dado_text_add(out, value < 0 ? "\xE2\x88\x92" : "+");
    if (kind == DADO_FIGURE_SHARE) dado_say_fixed(out, 100 * size, 1);
    else dado_say_fixed(out, size, 3);
}

static void say_level(dado_text *out, double value, dado_figure_kind kind)
{
    if (kind == DADO_FIGURE_SHARE) dado_say_percent(out, value);
    else dado_say_real(out, value);
}

static void say_change(dado_text *out, const dado_advice *a)
{
    dado_text_addf(out, "Try %s: %s ", a->change, a->what);
    say_signed(out, a->effect.value, a->kind);
    dado_text_add(out, a->kind == DADO_FIGURE_SHARE ? " points (" : " (");
    say_signed(out, a->effect.low, a->kind);
    dado_text_add(out, " to ");
    say_signed(out, a->effect.high, a->kind);
    dado_text_add(out, "), from ");
    say_level(out, a->before, a->kind);
    dado_text_add(out, " to ");
    say_level(out, a->after, a->kind);
    dado_text_char(out, '.');
}

static void say_search(dado_text *out, const dado_advice *a)
{
    if (a->tried == 0) {
        dado_text_addf(out, "Nothing was tried against \"%s\": ", a->finding->claim);
        dado_say_count(out, a->matches);
        dado_text_add(out, " matches are too few for it.");
        return;
    }
    if (!a->found) dado_text_add(out, "Nothing to try: of ");
    else dado_text_addf(out, "Against \"%s\": the best of ", a->finding->claim);
    dado_text_addf(out, "%d single change%s on the same luck, within ", a->tried,
                   a->tried == 1 ? "" : "s");
    dado_say_count(out, a->matches);
    if (!a->found) {
        dado_text_addf(out, " matches, none was seen to mend \"%s\" on fresh luck without doing "
                            "harm%s.",
                       a->finding->claim, a->interrupted ? " before it was stopped" : "");
        return;
    }
    dado_text_add(out, " matches. The figures are from ");
    dado_say_count(out, a->confirmed);
    dado_text_addf(out, " that nothing was chosen by, at a level of %.1f %%.", 100 * a->level);
    if (a->then[0]) dado_text_addf(out, " Of what comes out it is said: %s", a->then);
}

// What to try, if anything could be tried.
static void add_advice(dado_document *d, const dado_advice *a)
{
    static const dado_field fields[] = {
        { .name = "topic", .title = "Topic", .kind = DADO_FIELD_WORDS },
        { .name = "finding", .title = "Finding", .kind = DADO_FIELD_WORDS },
        { .name = "change", .title = "Change", .kind = DADO_FIELD_WORDS },
        { .name = "what", .title = "What is measured", .kind = DADO_FIELD_WORDS },
        { .name = "before", .title = "Before", .kind = DADO_FIELD_NUMBER },
        { .name = "after", .title = "After", .kind = DADO_FIELD_NUMBER },
        { .name = "effect", .title = "Effect", .kind = DADO_FIELD_ESTIMATE, .steady = true },
        { .name = "then", .title = "What is said then", .kind = DADO_FIELD_WORDS },
        { .name = "tried", .title = "Changes tried", .kind = DADO_FIELD_NUMBER },
        { .name = "matches", .title = "Matches at most", .kind = DADO_FIELD_NUMBER },
        { .name = "text", .title = "The description then", .kind = DADO_FIELD_WORDS },
    };
    if (!a->finding) return;
    dado_text out = { 0 };
    if (a->found) say_change(&out, a);
    if (a->found) dado_document_text(d, "advice_said", dado_text_string(&out));
    dado_part *said = d->last;
    dado_text_clear(&out);
    say_search(&out, a);
    dado_part *how = dado_document_text(d, "advice_how", dado_text_string(&out));
    how->small = true;
    (a->found ? said : how)->heading = "What to try";
    dado_text_free(&out);
    dado_part *part = dado_document_table(d, "advice", fields,
                                          (int)(sizeof fields / sizeof *fields));
    part->reader = DADO_FOR_PROGRAMS;
    dado_put_words(part, a->finding->topic);
    dado_put_words(part, a->finding->claim);
    dado_put_words(part, a->found ? a->change : NULL);
    dado_put_words(part, a->what);
    bool share = a->kind == DADO_FIGURE_SHARE;
    for (int i = 0; i < 2; i++) {
        double value = i ? a->after : a->before;
        if (!a->found) dado_put_none(part);
        else if (share) dado_put_share(part, value);
        else dado_put_real(part, value);
    }
    if (a->found) dado_put_figure(part, dado_figure_between(a->effect, a->kind, a->confirmed,
                                                            a->level));
    else dado_put_none(part);
    dado_put_words(part, a->then[0] ? a->then : NULL);
    dado_put_whole(part, a->tried);
    dado_put_whole(part, a->matches);
    dado_put_words(part, a->found ? a->text : NULL);
}

// The parts of luck and of choices in who wins, for programs too.
static void add_luck(dado_document *d, const dado_luck_share *l)
{
    static const dado_field fields[] = {
        { .name = "source", .title = "Source", .kind = DADO_FIELD_WORDS },
        { .name = "share", .title = "Part", .kind = DADO_FIELD_ESTIMATE },
    };
    if (!l->known) return;
    dado_part *part = dado_document_table(d, "luck", fields, 2);
    part->reader = DADO_FOR_PAGES;
    for (int i = 0; i < DADO_LUCK_SOURCES; i++) {
        dado_put_words(part, dado_luck_keys[i]);
        // What a game does not have at all is known, and no estimate.
        bool known = !(l->sources[i].high > l->sources[i].low);
        dado_put_figure(part, known ? dado_figure_share(l->sources[i].value)
                                    : dado_figure_between(l->sources[i], DADO_FIGURE_SHARE,
                                                          l->matches, 0.95));
    }
    dado_part *facts = dado_document_facts(d, "luck_counted");
    facts->reader = DADO_FOR_PROGRAMS;
    dado_fact_figure(facts, "matches", "matches", dado_figure_whole(l->matches));
    dado_fact_figure(facts, "variations", "variations", dado_figure_whole(l->variations));
    dado_fact_figure(facts, "known_chance", "known chance",
                     dado_figure_between(l->chance, DADO_FIGURE_SHARE, l->matches, 0.95));
}

static void add_sources(dado_document *d, const dado_luck_share *l)
{
    double share[DADO_LUCK_SOURCES], low[DADO_LUCK_SOURCES], high[DADO_LUCK_SOURCES];
    const char *labels[DADO_LUCK_SOURCES];
    int count = 0;
    for (int i = 0; i < DADO_LUCK_SOURCES; i++) {
        if (!(l->asked >> i & 1)) continue;
        share[count] = l->sources[i].value;
        low[count] = l->sources[i].low;
        high[count] = l->sources[i].high;
        labels[count++] = dado_luck_names[i];
    }
    if (!l->known || count == 0) return;
    dado_series series = { .mark = DADO_DOTS, .count = count, .y = share, .low = low,
                           .high = high };
    dado_chart chart = {
        .title = "Parts in who wins",
        .about = "The part of each source in how matches at random differ; together they are all.",
        .x = { .labels = labels, .label_count = count }, .y = { .percent = true },
        .series = &series, .count = 1, .flat = true,
    };
    dado_document_chart(d, "sources", &chart)->heading = "What decides who wins?";
    dado_part *note = dado_document_text(
        d, "sources_note",
        "Luck at the start falls before a player has moved or a round is over: the deal. Luck on "
        "the way is all that falls later: dice, draws. What two sources only decide together is "
        "split between them.");
    note->small = true;
    note->reader = DADO_FOR_PAGES;
}

static void add_ladder(dado_document *d, const dado_ladder *l)
{
    enum { most = 12 };
    double share[most], low[most], high[most];
    const char *labels[most];
    int count = l->count < most ? l->count : most;
    if (count == 0 || l->points) return;
    for (int i = 0; i < count; i++) {
        share[i] = l->rungs[i].share;
        low[i] = l->rungs[i].low;
        high[i] = l->rungs[i].high;
        labels[i] = l->rungs[i].above;
    }
    dado_series series = { .mark = DADO_DOTS, .count = count, .y = share, .low = low,
                           .high = high };
    dado_rule even = { .at = 0.5, .label = "no better" };
    dado_chart chart = {
        .title = "Points won against the rung below",
        .about = "Each player's share of points against the next weaker one.",
        .x = { .labels = labels, .label_count = count }, .y = { .percent = true },
        .series = &series, .count = 1, .rules = &even, .rule_count = 1, .flat = true,
    };
    dado_document_chart(d, "ladder", &chart)->heading = "Does thinking pay?";
}

static void add_uses(dado_document *d, const dado_uses *u)
{
    enum { most_rows = 60 };
    static const dado_field fields[] = {
        { .name = "move", .title = "Move", .kind = DADO_FIELD_WORDS },
        { .name = "offered", .title = "Offered", .kind = DADO_FIELD_NUMBER,
          .about = "Decisions with more than one option in which it was among them" },
        { .name = "taken", .title = "Taken", .kind = DADO_FIELD_NUMBER },
        { .name = "even", .title = "If all were alike", .kind = DADO_FIELD_NUMBER },
        { .name = "takers_won", .title = "Takers win", .kind = DADO_FIELD_NUMBER,
          .about = "Share of matches won by players who played it" },
        { .name = "others_won", .title = "Others win", .kind = DADO_FIELD_NUMBER,
          .about = "Share won by players who did not" },
        { .name = "p", .title = "p", .kind = DADO_FIELD_NUMBER,
          .about = "Corrected for all moves" },
    };
    if (u->count == 0) return;
    dado_part *part = dado_document_table(d, "uses", fields, 7);
    part->heading = "What players who think do";
    part->reader = DADO_FOR_PAGES;
    for (int i = 0; i < u->count && i < most_rows; i++) {
        const dado_use *use = &u->items[i];
        dado_put_words(part, use->words);
        dado_put_whole(part, use->offered);
        dado_put_whole(part, use->taken);
        dado_put_real(part, use->even);
        dado_put_share(part, use->takers ? use->takers_won : DADO_NONE);
        dado_put_share(part, use->left ? use->left_won : DADO_NONE);
        dado_put_figure(part, dado_figure_chance(use->p));
    }
}

static void add_counts(dado_document *d, const dado_count_uses *u)
{
    static const dado_field fields[] = {
        { .name = "name", .title = "name", .kind = DADO_FIELD_WORDS, .reader = DADO_FOR_PROGRAMS },
        { .name = "title", .title = "What is counted", .kind = DADO_FIELD_WORDS },
        { .name = "winners", .title = "Winners", .kind = DADO_FIELD_NUMBER },
        { .name = "others", .title = "Others", .kind = DADO_FIELD_NUMBER },
        { .name = "difference", .title = "Difference", .kind = DADO_FIELD_ESTIMATE },
        { .name = "p", .title = "p", .kind = DADO_FIELD_NUMBER,
          .about = "Corrected for all that is counted" },
    };
    if (u->count == 0) return;
    dado_part *part = dado_document_table(d, "counts", fields, 6);
    part->heading = "What goes with winning";
    part->reader = DADO_FOR_PAGES;
    for (int i = 0; i < u->count; i++) {
        const dado_count_use *use = &u->items[i];
        dado_put_words(part, use->measure->name);
        dado_put_words(part, use->measure->title);
        dado_put_real(part, use->winners.count ? use->winners.mean : DADO_NONE);
        dado_put_real(part, use->others.count ? use->others.mean : DADO_NONE);
        dado_put_figure(part, dado_figure_between(use->difference, DADO_FIGURE_REAL,
                                                  use->winners.count + use->others.count, 0.95));
        dado_put_figure(part, dado_figure_chance(use->p));
    }
}

void dado_report_checkup(dado_document *d, const dado_checkup *c, const dado_symptom *symptoms,
                         int count, const dado_advice *advice)
{
    const dado_findings *f = c->at_random;
    d->title = dado_document_copy(d, f->title);
    d->about = dado_document_copy(d, f->about);
    dado_part *findings = dado_document_verdicts(d, "findings", symptoms, count);
    findings->heading = "Findings, worst first";
    findings->large = advice->finding != NULL;  // what to try is read after them
    if (f->judged) {
        const char *by = f->expectations ? f->expectations : "expectations";
        dado_part *quality = dado_document_textf(d, "quality_said", "Quality by %s: %.6f", by,
                                                 f->quality);
        quality->reader = DADO_FOR_TERMINALS;
    }
    add_advice(d, advice);
    if (c->luck) add_luck(d, c->luck);
    if (c->luck) add_sources(d, c->luck);
    if (c->ladder) add_ladder(d, c->ladder);
    if (c->uses) add_uses(d, c->uses);
    if (c->counts) add_counts(d, c->counts);
    dado_part *before = d->last;
    dado_report_experiment(d, NULL, f);
    // The rest is what all of it rests on: too much for a terminal.
    for (dado_part *part = before->next; part; part = part->next) {
        if (part->reader == DADO_FOR_ALL) part->reader = DADO_FOR_PAGES;
        if (part->reader == DADO_FOR_TERMINALS) part->reader = DADO_FOR_PROGRAMS;
    }
}
