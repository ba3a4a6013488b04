// comparison.c - see report_functions.h.
#include "report/report_functions.h"

#include <math.h>

#include "evolve/rules_mutation.h"
#include "measure/number_format.h"

// Returns the words for a change: "higher", "better, lower", "no difference seen" ...
static const char *change_words(const dado_comparison_row *line)
{
    static const char *const changes[] = { "no difference seen", "higher", "lower",
                                           "too few matches" };
    bool higher = line->change == DADO_CHANGE_HIGHER;
    if (line->bearing == DADO_CHANGE_BETTER) return higher ? "better, higher" : "better, lower";
    if (line->bearing == DADO_CHANGE_WORSE) return higher ? "worse, higher" : "worse, lower";
    return changes[line->change];
}

// Draws differences in standard deviations, so that all measures fit on one scale.
static void add_effects(dado_document *d, const dado_comparison_table *t)
{
    dado_chart chart = {
        .title = "What changed, in standard deviations",
        .about = "Each measure that changed, with its interval.",
        .rules = &(dado_reference_line){ .at = 0, .label = "no change" },
        .rule_count = 1,
        .flat = true,
        .height = 120,
    };
    dado_part *part = NULL;
    for (int i = 0; i < t->count; i++) {
        const dado_comparison_row *line = &t->lines[i];
        if (line->change != DADO_CHANGE_HIGHER && line->change != DADO_CHANGE_LOWER) continue;
        double scale = line->difference.value != 0 ? line->effect / line->difference.value : 0;
        dado_interval effect = { line->effect, line->difference.low * scale,
                                 line->difference.high * scale };
        if (!part) part = dado_document_estimates(d, "effects", DADO_DOTS, t->count, chart);
        part->drawn.chart.height += 22;
        dado_put_estimate(part, effect, line->measure.title);
    }
    if (!part) {
        part = dado_document_text(d, DADO_PART("effects", .reader = DADO_FOR_PAGES),
                                  "No measure is seen to have changed.");
    }
    part->heading = "What the change did";
}

static void add_measures(dado_document *d, const dado_comparison_table *t)
{
    static const char *const changes[] = { "same", "higher", "lower", "too_few" };
    static const char *const bearings[] = { "neither", "better", "worse" };
    dado_part *part =
        dado_table(d, DADO_PART("measures", .heading = "Every measure"),
                   DADO_FIELD(WORDS, "name", "name", .reader = DADO_FOR_PROGRAMS),
                   DADO_FIELD(WORDS, "title", "measure", .measures = true),
                   DADO_FIELD(NUMBER, "before", "before", .rank = 1),
                   DADO_FIELD(NUMBER, "after", "after", .rank = 1),
                   DADO_FIELD(ESTIMATE, "difference", "difference", .steady = true),
                   DADO_FIELD(NUMBER, "p", "p", .about = "Corrected for all measures"),
                   DADO_FIELD(NUMBER, "effect", "effect", .reader = DADO_FOR_PROGRAMS,
                              .about = "In standard deviations"),
                   DADO_FIELD(NUMBER, "before_q", "quality before", .reader = DADO_FOR_PROGRAMS),
                   DADO_FIELD(NUMBER, "after_q", "quality after", .reader = DADO_FOR_PROGRAMS),
                   DADO_FIELD(WORDS, "change", "change", .reader = DADO_FOR_PROGRAMS),
                   DADO_FIELD(WORDS, "bearing", "bearing", .reader = DADO_FOR_PROGRAMS),
                   DADO_FIELD(WORDS, "verdict", "verdict"));
    for (int i = 0; i < t->count; i++) {
        const dado_comparison_row *line = &t->lines[i];
        dado_put(part, line->measure.name, line->measure.title,
                 line->before.count ? line->before.mean : DADO_NONE,
                 line->after.count ? line->after.mean : DADO_NONE,
                 dado_estimate_between(line->difference, DADO_ESTIMATE_REAL,
                                       line->before.count + line->after.count, 0.95),
                 dado_estimate_p_value(line->p), line->effect, line->before_q, line->after_q,
                 changes[line->change], bearings[line->bearing], change_words(line));
    }
    dado_document_textf(
        d, "level_said",
        "p is corrected for all %d measures, the intervals are not; the level is %g.", t->count,
        t->level);
}

static void add_text(dado_document *d, const dado_comparison_sides *story)
{
    DADO_CLEANUP(dado_text_free) dado_text changes = { 0 };
    if (!story->before_text || !story->after_text) return;
    bool fine = dado_text_diff(story->before_text, story->after_text, 1, &changes);
    if (fine && changes.length) {
        dado_document_text(d, DADO_PART("text_said", .heading = "The text"),
                           "The text, - before and + after:");
        dado_document_source(d, "text", dado_text_string(&changes));
    } else if (fine) {
        dado_document_text(d, "text_said", "The two texts are the same.");
    }
}

// Writes the effect of the change in one sentence: how many measures differ, and the
// clearest of them.
static void add_sentence(dado_document *d, const dado_comparison_table *t)
{
    enum { most_named = 3 };
    const dado_comparison_row *named[most_named];
    int differ = 0, few = 0, count = 0;
    for (int i = 0; i < t->count; i++) {
        const dado_comparison_row *line = &t->lines[i];
        few += line->change == DADO_CHANGE_TOO_FEW;
        if (line->change != DADO_CHANGE_HIGHER && line->change != DADO_CHANGE_LOWER) continue;
        differ++;
        int at = count < most_named ? count++ : most_named - 1;
        if (at == most_named - 1 && differ > most_named &&
            fabs(line->effect) <= fabs(named[at]->effect)) {
            continue;
        }
        for (; at > 0 && fabs(named[at - 1]->effect) < fabs(line->effect); at--) {
            named[at] = named[at - 1];
        }
        named[at] = line;
    }
    DADO_CLEANUP(dado_text_free) dado_text said = { 0 };
    if (differ == 0) {
        dado_text_addf(&said, "No difference is seen in any of %d measures", t->count);
    } else {
        dado_text_addf(&said, "%d of %d measures differ: ", differ, t->count);
        for (int i = 0; i < count; i++) {
            dado_text_addf(&said, "%s%s %s",
                           i == 0           ? ""
                           : i + 1 == count ? " and "
                                            : ", ",
                           named[i]->measure.title, change_words(named[i]));
        }
        if (differ > count) dado_text_add(&said, " above all");
    }
    if (few) dado_text_addf(&said, "; of %d there are too few matches to tell", few);
    dado_text_char(&said, '.');
    dado_document_text(d, "sentence", dado_text_string(&said));
}

// Returns true if two descriptions count rounds differently: then figures may change although
// play is the same.
static bool count_rounds_apart(const dado_comparison_sides *s)
{
    return s->before_text && s->after_text && dado_rules_size(s->before_text) > 0 &&
           dado_rules_size(s->after_text) > 0 &&
           !dado_rules_same_measures(s->before_text, s->after_text, false);
}

void dado_report_comparison(dado_document *d, const dado_comparison_table *t,
                            const dado_comparison_sides *story)
{
    d->title = dado_document_copyf(d, "%s against %s", story->before, story->after);
    d->said = dado_document_copyf(
        d, "%s and %s matches%s", dado_string_count(story->before_matches).s,
        dado_string_count(story->after_matches).s, t->paired ? " on the same luck" : "");
    dado_part *facts = dado_document_facts(d, DADO_PART("compared", .reader = DADO_FOR_PROGRAMS));
    dado_fact(facts, "before", "before", story->before);
    dado_fact(facts, "after", "after", story->after);
    dado_fact(facts, "before_matches", "matches before", story->before_matches);
    dado_fact(facts, "after_matches", "matches after", story->after_matches);
    dado_fact(facts, "paired", "paired", t->paired);
    dado_fact(facts, "level", "level", t->level);
    add_sentence(d, t);
    if (!dado_is_none(t->before_quality)) {
        dado_part *quality =
            dado_document_facts(d, DADO_PART("quality", .large = true, .reader = DADO_FOR_PAGES));
        dado_fact(quality, "before", "quality before", t->before_quality);
        dado_fact(quality, "after", "quality after", t->after_quality);
    }
    add_effects(d, t);
    if (count_rounds_apart(story)) {
        dado_document_textf(
            d, "rounds_said",
            "The two tell of rounds in different ways, so what is counted by rounds "
            "is not the same on both sides.");
    }
    add_measures(d, t);
    if (!dado_is_none(t->before_quality)) {
        dado_document_textf(d, DADO_PART("quality_said", .reader = DADO_FOR_TERMINALS),
                            "Quality %.6f before, %.6f after.", t->before_quality,
                            t->after_quality);
    }
    add_text(d, story);
}
