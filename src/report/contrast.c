// contrast.c - see contrast.h.
#include "report/contrast.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "evolve/rules_change.h"
#include "judge/lines.h"
#include "measure/words.h"

// "higher", "better, lower", "no difference seen" ...
static const char *change_words(const dado_contrast_line *line)
{
    static const char *const changes[] = { "no difference seen", "higher", "lower",
                                           "too few matches" };
    bool higher = line->change == DADO_HIGHER;
    if (line->bearing == DADO_BETTER) return higher ? "better, higher" : "better, lower";
    if (line->bearing == DADO_WORSE) return higher ? "worse, higher" : "worse, lower";
    return changes[line->change];
}

// Differences in standard deviations, so that all measures fit on one scale.
static void add_effects(dado_document *d, const dado_contrast_table *t)
{
    double *room = calloc((size_t)t->count * 3 + 1, sizeof *room);
    const char **labels = calloc((size_t)t->count + 1, sizeof *labels);
    int count = 0;
    for (int i = 0; room && labels && i < t->count; i++) {
        const dado_contrast_line *line = &t->lines[i];
        if (line->change != DADO_HIGHER && line->change != DADO_LOWER) continue;
        double scale = line->difference.value != 0 ? line->effect / line->difference.value : 0;
        room[count] = line->effect;
        room[t->count + count] = line->difference.low * scale;
        room[2 * t->count + count] = line->difference.high * scale;
        labels[count++] = line->measure.title;
    }
    if (count > 0) {
        dado_series series = { .mark = DADO_DOTS, .count = count, .y = room,
                               .low = room + t->count, .high = room + 2 * t->count };
        dado_rule none = { .at = 0, .label = "no change" };
        dado_chart chart = {
            .title = "What changed, in standard deviations",
            .about = "Each measure that changed, with its interval.",
            .x = { .labels = labels, .label_count = count }, .series = &series, .count = 1,
            .rules = &none, .rule_count = 1, .flat = true, .height = 120 + 22.0 * count,
        };
        dado_document_chart(d, "effects", &chart)->heading = "What the change did";
    } else {
        dado_part *none = dado_document_text(d, "effects", "No measure is seen to have changed.");
        none->heading = "What the change did";
        none->reader = DADO_FOR_PAGES;
    }
    free(room);
    free(labels);
}

static void add_measures(dado_document *d, const dado_contrast_table *t)
{
    static const char *const changes[] = { "same", "higher", "lower", "too_few" };
    static const char *const bearings[] = { "neither", "better", "worse" };
    static const dado_field fields[] = {
        { .name = "name", .title = "name", .kind = DADO_FIELD_WORDS, .reader = DADO_FOR_PROGRAMS },
        { .name = "title", .title = "measure", .kind = DADO_FIELD_WORDS, .measures = true },
        { .name = "before", .title = "before", .kind = DADO_FIELD_NUMBER, .rank = 1 },
        { .name = "after", .title = "after", .kind = DADO_FIELD_NUMBER, .rank = 1 },
        { .name = "difference", .title = "difference", .kind = DADO_FIELD_ESTIMATE,
          .steady = true },
        { .name = "p", .title = "p", .kind = DADO_FIELD_NUMBER,
          .about = "Corrected for all measures" },
        { .name = "effect", .title = "effect", .kind = DADO_FIELD_NUMBER,
          .reader = DADO_FOR_PROGRAMS, .about = "In standard deviations" },
        { .name = "before_q", .title = "quality before", .kind = DADO_FIELD_NUMBER,
          .reader = DADO_FOR_PROGRAMS },
        { .name = "after_q", .title = "quality after", .kind = DADO_FIELD_NUMBER,
          .reader = DADO_FOR_PROGRAMS },
        { .name = "change", .title = "change", .kind = DADO_FIELD_WORDS,
          .reader = DADO_FOR_PROGRAMS },
        { .name = "bearing", .title = "bearing", .kind = DADO_FIELD_WORDS,
          .reader = DADO_FOR_PROGRAMS },
        { .name = "verdict", .title = "verdict", .kind = DADO_FIELD_WORDS },
    };
    dado_part *part = dado_document_table(d, "measures", fields, 12);
    part->heading = "Every measure";
    for (int i = 0; i < t->count; i++) {
        const dado_contrast_line *line = &t->lines[i];
        dado_put_words(part, line->measure.name);
        dado_put_words(part, line->measure.title);
        dado_put_real(part, line->before.count ? line->before.mean : DADO_NONE);
        dado_put_real(part, line->after.count ? line->after.mean : DADO_NONE);
        dado_put_figure(part, dado_figure_between(line->difference, DADO_FIGURE_REAL,
                                                  line->before.count + line->after.count, 0.95));
        dado_put_figure(part, dado_figure_chance(line->p));
        dado_put_real(part, line->effect);
        dado_put_real(part, line->before_q);
        dado_put_real(part, line->after_q);
        dado_put_words(part, changes[line->change]);
        dado_put_words(part, bearings[line->bearing]);
        dado_put_words(part, change_words(line));
    }
    dado_document_textf(d, "level_said", "p is corrected for all %d measures; the level is %g.",
                        t->count, t->level);
}

static void add_text(dado_document *d, const dado_contrast_story *story)
{
    dado_text changes = { 0 };
    if (!story->before_text || !story->after_text) return;
    bool fine = dado_lines_differ(story->before_text, story->after_text, 1, &changes);
    if (fine && changes.length) {
        dado_document_text(d, "text_said", "The text, - before and + after:")->heading = "The text";
        dado_document_source(d, "text", dado_text_string(&changes));
    } else if (fine) {
        dado_document_text(d, "text_said", "The two texts are the same.");
    }
    dado_text_free(&changes);
}

// What the change did, in one sentence: how many measures differ, and the clearest of them.
static void add_sentence(dado_document *d, const dado_contrast_table *t)
{
    enum { most_named = 3 };
    const dado_contrast_line *named[most_named];
    int differ = 0, few = 0, count = 0;
    for (int i = 0; i < t->count; i++) {
        const dado_contrast_line *line = &t->lines[i];
        few += line->change == DADO_TOO_FEW;
        if (line->change != DADO_HIGHER && line->change != DADO_LOWER) continue;
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
    dado_text said = { 0 };
    if (differ == 0) {
        dado_text_addf(&said, "No difference is seen in any of %d measures", t->count);
    } else {
        dado_text_addf(&said, "%d of %d measures differ: ", differ, t->count);
        for (int i = 0; i < count; i++) {
            dado_text_addf(&said, "%s%s %s", i == 0 ? "" : i + 1 == count ? " and " : ", ",
                           named[i]->measure.title, change_words(named[i]));
        }
        if (differ > count) dado_text_add(&said, " above all");
    }
    if (few) dado_text_addf(&said, "; of %d there are too few matches to tell", few);
    dado_text_char(&said, '.');
    dado_document_text(d, "sentence", dado_text_string(&said));
    dado_text_free(&said);
}

// Whether two descriptions measure rounds otherwise: then a change of figures may be none of play.
static bool count_rounds_apart(const dado_contrast_story *s)
{
    return s->before_text && s->after_text && dado_rules_size(s->before_text) > 0 &&
           dado_rules_size(s->after_text) > 0 &&
           !dado_rules_measure_alike(s->before_text, s->after_text, false);
}

void dado_report_contrast(dado_document *d, const dado_contrast_table *t,
                          const dado_contrast_story *story)
{
    dado_text said = { 0 };
    dado_say_count(&said, story->before_matches);
    dado_text_add(&said, " and ");
    dado_say_count(&said, story->after_matches);
    dado_text_addf(&said, " matches%s", t->paired ? " on the same luck" : "");
    d->title = dado_document_copyf(d, "%s against %s", story->before, story->after);
    d->said = dado_document_copy(d, dado_text_string(&said));
    dado_text_free(&said);
    dado_part *facts = dado_document_facts(d, "compared");
    facts->reader = DADO_FOR_PROGRAMS;
    dado_fact_words(facts, "before", "before", story->before);
    dado_fact_words(facts, "after", "after", story->after);
    dado_fact_figure(facts, "before_matches", "matches before",
                     dado_figure_whole(story->before_matches));
    dado_fact_figure(facts, "after_matches", "matches after",
                     dado_figure_whole(story->after_matches));
    dado_fact_flag(facts, "paired", "paired", t->paired);
    dado_fact_figure(facts, "level", "level", dado_figure_real(t->level));
    add_sentence(d, t);
    if (!dado_is_none(t->before_quality)) {
        dado_part *quality = dado_document_facts(d, "quality");
        quality->large = true;
        quality->reader = DADO_FOR_PAGES;
        dado_fact_figure(quality, "before", "quality before",
                         dado_figure_real(t->before_quality));
        dado_fact_figure(quality, "after", "quality after", dado_figure_real(t->after_quality));
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
        dado_part *said_too = dado_document_textf(d, "quality_said",
                                                  "Quality %.6f before, %.6f after.",
                                                  t->before_quality, t->after_quality);
        said_too->reader = DADO_FOR_TERMINALS;
    }
    add_text(d, story);
}
