// diagnosis.c - see diagnosis.h.
#include "report/diagnosis.h"

#include <inttypes.h>
#include <stdio.h>

#include "measure/words.h"
#include "report/format.h"
#include "report/report.h"
#include "report/verdict_lines.h"

void dado_symptoms_print(const dado_symptom *symptoms, int count, int columns, bool colour,
                         dado_text *out)
{
    for (int i = 0; i < count; i++) {
        const dado_symptom *one = &symptoms[i];
        dado_verdicts_print(one, 1, columns, colour, out);
        if (one->place.line) {
            dado_text_addf(out, "    %s:%d:%d\n", one->place.source, one->place.line,
                           one->place.column);
        }
    }
}

void dado_symptoms_json(const dado_symptom *symptoms, int count, dado_text *out)
{
    dado_text_char(out, '[');
    for (int i = 0; i < count; i++) {
        const dado_verdict *v = &symptoms[i];
        dado_text_addf(out, "%s{\"topic\":\"%s\",\"tone\":\"%s\",\"claim\":", i ? "," : "",
                       v->topic, dado_tone_name(v->tone));
        dado_text_json(out, v->claim);
        dado_text_add(out, ",\"evidence\":");
        dado_text_json(out, v->evidence);
        dado_text_addf(out, ",\"matches\":%" PRId64, v->count);
        if (symptoms[i].place.line) {
            dado_text_add(out, ",\"file\":");
            dado_text_json(out, symptoms[i].place.source);
            dado_text_addf(out, ",\"line\":%d,\"column\":%d", symptoms[i].place.line,
                           symptoms[i].place.column);
        }
        dado_text_char(out, '}');
    }
    dado_text_char(out, ']');
}

void dado_luck_json(const dado_luck_share *l, dado_text *out)
{
    dado_text_addf(out, "{\"matches\":%" PRId64 ",\"variations\":%d,\"known_chance\":",
                   l->matches, l->variations);
    dado_text_json_real(out, l->chance.value);
    dado_text_add(out, ",\"sources\":{");
    for (int i = 0; i < DADO_LUCK_SOURCES; i++) {
        dado_text_addf(out, "%s\"%s\":{\"share\":", i ? "," : "", dado_luck_keys[i]);
        dado_text_json_real(out, l->sources[i].value);
        dado_text_add(out, ",\"low\":");
        dado_text_json_real(out, l->sources[i].low);
        dado_text_add(out, ",\"high\":");
        dado_text_json_real(out, l->sources[i].high);
        dado_text_char(out, '}');
    }
    dado_text_add(out, "}}");
}

static void draw_sources(const dado_luck_share *l, dado_page *page)
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
    dado_page_section(page, "What decides who wins?");
    dado_page_gallery_begin(page, 0);
    dado_page_chart(page, &chart);
    dado_page_gallery_end(page);
    dado_page_note(page, "Luck at the start falls before a player has moved or a round is over: "
                         "the deal. Luck on the way is all that falls later: dice, draws. What two "
                         "sources only decide together is split between them.");
}

static void draw_ladder(const dado_ladder *l, dado_page *page)
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
    dado_page_section(page, "Does thinking pay?");
    dado_page_gallery_begin(page, 0);
    dado_page_chart(page, &chart);
    dado_page_gallery_end(page);
}

static void list_uses(const dado_uses *u, dado_page *page)
{
    enum { most_rows = 60 };
    static const dado_column columns[] = {
        { "Move", false, NULL },
        { "Offered", true, "Decisions with more than one option in which it was among them." },
        { "Taken", true, NULL },
        { "If all were alike", true, NULL },
        { "Takers win", true, "Share of matches won by players who played it." },
        { "Others win", true, "Share won by players who did not." },
        { "p", true, "Corrected for all moves." },
    };
    if (u->count == 0) return;
    dado_page_section(page, "What players who think do");
    dado_page_table_begin(page, NULL, columns, 7);
    for (int i = 0; i < u->count && i < most_rows; i++) {
        const dado_use *use = &u->items[i];
        dado_page_cell(page, use->words);
        dado_page_cell_count(page, use->offered);
        dado_page_cell_count(page, use->taken);
        dado_page_cell_real(page, use->even);
        dado_page_cell_percent(page, use->takers ? use->takers_won : DADO_NONE);
        dado_page_cell_percent(page, use->left ? use->left_won : DADO_NONE);
        dado_page_cell_real(page, use->p);
    }
    dado_page_table_end(page);
}

static void list_counts(const dado_count_uses *u, dado_page *page)
{
    static const dado_column columns[] = {
        { "What is counted", false, NULL }, { "Winners", true, NULL }, { "Others", true, NULL },
        { "Difference", true, NULL },       { "95 %", false, NULL },
        { "p", true, "Corrected for all that is counted." },
    };
    if (u->count == 0) return;
    dado_page_section(page, "What goes with winning");
    dado_page_table_begin(page, NULL, columns, 6);
    for (int i = 0; i < u->count; i++) {
        const dado_count_use *use = &u->items[i];
        dado_text range = { 0 };
        dado_page_cell(page, use->measure->title);
        dado_page_cell_real(page, use->winners.count ? use->winners.mean : DADO_NONE);
        dado_page_cell_real(page, use->others.count ? use->others.mean : DADO_NONE);
        dado_page_cell_real(page, use->difference.value);
        if (!dado_is_none(use->difference.low)) {
            dado_say_interval(&range, use->difference.low, use->difference.high);
        }
        dado_page_cell(page, dado_text_string(&range));
        dado_page_cell_real(page, use->p);
        dado_text_free(&range);
    }
    dado_page_table_end(page);
}

void dado_diagnosis_page(const dado_checkup *c, const dado_symptom *symptoms, int count,
                         dado_text *out)
{
    const dado_findings *f = c->at_random;
    char title[200];
    snprintf(title, sizeof title, "%.120s: a check-up", f->title);
    dado_page page = dado_page_begin(title, f->about ? f->about : "");
    dado_page_section(&page, "Findings, worst first");
    dado_page_verdicts(&page, symptoms, count);
    if (c->luck) draw_sources(c->luck, &page);
    if (c->ladder) draw_ladder(c->ladder, &page);
    if (c->uses) list_uses(c->uses, &page);
    if (c->counts) list_counts(c->counts, &page);
    dado_document rest;
    dado_document_init(&rest);
    dado_report_experiment(&rest, NULL, f);
    dado_page_parts(&page, &rest);
    dado_document_free(&rest);
    dado_page_end(&page, out);
}
