// diagnosis.c - see diagnosis.h.
#include "report/diagnosis.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/report.h"
#include "report/rules.h"
#include "report/words.h"

static const double decides_too_much = 0.40;  // more wins for those who take a move
static const double idle_if_even = 30;        // takings expected of a move nobody takes
static const double sure_of_use = 0.01;       // after correction
static const double stands_out = 0.10;        // more of the outcome than another source
static const double chance_decides = 0.80;    // share of the outcome that is mostly luck

typedef struct chart_sheet {
    dado_symptom *list;
    int count;
} chart_sheet;

static dado_symptom *add(chart_sheet *s, const char *topic, dado_tone tone)
{
    dado_symptom *one = &s->list[s->count < DADO_SYMPTOMS ? s->count++ : DADO_SYMPTOMS - 1];
    *one = (dado_symptom){ .verdict = { .topic = topic, .tone = tone, .value = DADO_NONE,
                                        .low = DADO_NONE, .high = DADO_NONE } };
    return one;
}

static dado_text evidence_of(dado_symptom *one)
{
    return dado_text_over(one->verdict.evidence, sizeof one->verdict.evidence);
}

// Asked a second time of the same game, with fewer matches, the question must be
// answered more clearly, or two looks would give alarm more often than one may.
static void be_surer(dado_verdict *v, const dado_findings *f)
{
    static const double margin = 1.25;  // of the half width of the interval
    bool alarm = v->tone == DADO_BAD || v->tone == DADO_WARN;
    double fair = 1.0 / f->seat_count, half = (v->high - v->low) / 2;
    if (!alarm || fabs(v->value - fair) > margin * half) return;
    v->tone = DADO_UNSURE;
    snprintf(v->claim, sizeof v->claim, "A seat may be better; more matches would tell.");
}

static void add_verdicts(chart_sheet *s, const dado_findings *f, const char *who,
                         bool fairness_only)
{
    dado_verdict verdicts[DADO_VERDICTS];
    int count = dado_judge(f, verdicts);
    for (int i = 0; i < count; i++) {
        if (fairness_only && strcmp(verdicts[i].topic, "fairness") != 0) continue;
        dado_symptom *one = add(s, verdicts[i].topic, verdicts[i].tone);
        one->verdict = verdicts[i];
        if (!who) continue;
        be_surer(&one->verdict, f);
        char plain[sizeof verdicts[i].claim];
        memcpy(plain, one->verdict.claim, sizeof plain);
        dado_text claim = dado_text_over(one->verdict.claim, sizeof one->verdict.claim);
        dado_text_addf(&claim, "Between %s: %s", who, plain);
    }
}

static void judge_ladder(chart_sheet *s, const dado_ladder *l)
{
    if (l->count == 0) return;
    static const double worth_seeing = 0.60;  // a share that would be skill, if it were so
    bool open_question = l->climbed == 0 && l->rungs[0].high > worth_seeing;
    dado_tone tone = l->fallen ? DADO_WARN : l->climbed ? DADO_GOOD
                     : open_question ? DADO_UNSURE : DADO_PLAIN;
    dado_symptom *one = add(s, "skill", tone);
    dado_verdict *v = &one->verdict;
    if (l->fallen) {
        snprintf(v->claim, sizeof v->claim, "Thinking harder makes players worse somewhere.");
    } else if (l->climbed == l->count) {
        snprintf(v->claim, sizeof v->claim, "Thinking harder wins more at every rung.");
    } else if (l->climbed > 0) {
        snprintf(v->claim, sizeof v->claim, "Thinking pays, up to a point: %d of %d rungs.",
                 l->climbed, l->count);
    } else if (open_question) {
        snprintf(v->claim, sizeof v->claim, "It is not clear whether thinking pays.");
    } else {
        snprintf(v->claim, sizeof v->claim, "Thinking does not pay: it wins no more than chance.");
    }
    dado_text out = evidence_of(one);
    for (int i = 0; i < l->count; i++) {
        const dado_rung *r = &l->rungs[i];
        dado_text_addf(&out, "%s%s against %s: ", i ? "; " : "", r->above, r->below);
        dado_say_percent(&out, r->share);
        dado_text_add(&out, " (");
        dado_say_percents(&out, r->low, r->high);
        dado_text_addf(&out, ") of %" PRId64, r->matches);
        v->count += r->matches;
    }
    dado_text_char(&out, '.');
    if (l->count) v->value = l->rungs[0].share;
}

static void judge_greed(chart_sheet *s, const dado_ladder *l)
{
    if (l->count == 0) return;
    const dado_rung *r = &l->rungs[0];
    static const char *const claims[] = {
        [DADO_NOT_SURE] = "Taking what pays at once is not seen to be better than chance.",
        [DADO_FIRST_BETTER] = "Greed loses to chance: what pays at once costs later.",
        [DADO_SECOND_BETTER] = "Taking what pays at once beats chance.",
    };
    dado_symptom *one = add(s, "greed", DADO_PLAIN);
    snprintf(one->verdict.claim, sizeof one->verdict.claim, "%s", claims[r->sure]);
    dado_text out = evidence_of(one);
    dado_say_percent(&out, r->share);
    dado_text_add(&out, " (");
    dado_say_percents(&out, r->low, r->high);
    dado_text_addf(&out,
                   ") of the points against players who choose at random; %" PRId64 " matches.",
                   r->matches);
    one->verdict.value = r->share;
    one->verdict.count = r->matches;
}

// What hangs on a choice, in shares of the way from last place to first.
static void judge_spread(chart_sheet *s, const dado_spread *spread)
{
    static const double nothing = 0.015, much = 0.10;
    if (spread->gap.count < 20) return;
    dado_interval gap = dado_mean_interval(&spread->gap, 0.99);
    bool idle = gap.high < nothing, heavy = gap.low > much;
    dado_symptom *one = add(s, "stakes", idle ? DADO_WARN : heavy ? DADO_GOOD : DADO_PLAIN);
    dado_verdict *v = &one->verdict;
    snprintf(v->claim, sizeof v->claim, "%s",
             idle ? "It hardly matters what is chosen."
             : heavy ? "Much hangs on a choice." : "Something hangs on a choice.");
    v->value = gap.value;
    v->low = gap.low;
    v->high = gap.high;
    v->count = spread->decisions;
    dado_text out = evidence_of(one);
    dado_text_add(&out, "Between the best option and the worst lie ");
    dado_say_percent(&out, gap.value);
    dado_text_add(&out, " (");
    dado_say_percents(&out, gap.low, gap.high);
    dado_text_addf(&out, ") of the way from last place to first; %" PRId64 " decisions.",
                   spread->decisions);
}

static void judge_luck(chart_sheet *s, const dado_luck_share *l)
{
    if (!l->known || !(l->asked & DADO_LUCK_TABLE)) return;
    bool mostly = l->chance.low > chance_decides;
    dado_symptom *one = add(s, "luck", DADO_PLAIN);
    dado_verdict *v = &one->verdict;
    snprintf(v->claim, sizeof v->claim, "%s",
             mostly ? "Once the luck is known, the outcome is nearly settled."
             : l->chance.high < 0.2 ? "Knowing the luck in advance says little about who wins."
                                    : "Knowing the luck in advance says something of who wins.");
    v->value = l->chance.value;
    v->low = l->chance.low;
    v->high = l->chance.high;
    v->count = l->matches;
    dado_text out = evidence_of(one);
    dado_say_percent(&out, l->chance.value);
    dado_text_add(&out, " (");
    dado_say_percents(&out, l->chance.low, l->chance.high);
    dado_text_addf(&out,
                   ") of who comes where stays when the same deal and dice, in the same order, are "
                   "played again with other random choices; %" PRId64 " pairs of matches.",
                   l->matches);
}

static const char *const source_names[] = { "luck at the start", "luck on the way",
                                            "one's own choices", "the others' choices" };
static const char *const source_keys[] = { "start", "way", "own", "others" };

static const char *weightiest(double start, double way, double choices)
{
    double most = start > way ? start : way;
    if (choices > most + stands_out) return "What players choose weighs most in who wins.";
    if (choices > most - stands_out) {
        return "In who wins, luck and what players choose weigh about the same.";
    }
    if (start > way + stands_out) return "Luck at the start, the deal, weighs most in who wins.";
    if (way > start + stands_out) {
        return "Luck on the way, dice and draws, weighs most in who wins.";
    }
    return "In who wins, luck at the start and luck on the way weigh about the same.";
}

// The parts of all sources, which together are the whole.
static void judge_sources(chart_sheet *s, const dado_luck_share *l)
{
    if (!l->known) return;
    const dado_interval *part = l->sources;
    dado_symptom *one = add(s, "sources", DADO_PLAIN);
    dado_verdict *v = &one->verdict;
    snprintf(v->claim, sizeof v->claim, "%s",
             weightiest(part[DADO_LUCK_START].value, part[DADO_LUCK_WAY].value,
                        part[DADO_LUCK_OWN].value + part[DADO_LUCK_OTHERS].value));
    v->count = l->matches;
    dado_text out = evidence_of(one);
    bool begun = false;
    for (int i = 0; i < DADO_LUCK_SOURCES; i++) {
        if (!(l->asked >> i & 1)) continue;
        dado_text_addf(&out, "%s%s ", begun ? ", " : "", source_names[i]);
        dado_say_percent(&out, part[i].value);
        begun = true;
        if (part[i].low >= part[i].high) continue;
        dado_text_add(&out, " (");
        dado_say_percents(&out, part[i].low, part[i].high);
        dado_text_char(&out, ')');
    }
    dado_text_addf(&out, " of how matches at random differ; %" PRId64 " of them, %d times each.",
                   l->matches, l->variations);
    if (one->verdict.evidence[0] >= 'a') one->verdict.evidence[0] += 'A' - 'a';
}

static void judge_uses(chart_sheet *s, const dado_uses *u)
{
    enum { most_told = 5 };
    int told = 0;
    for (int i = 0; i < u->count && told < most_told; i++) {
        const dado_use *use = &u->items[i];
        double gap = use->takers_won - use->left_won;
        // What goes with losing may just be a bad move, and games need those.
        if (use->p >= sure_of_use || gap < decides_too_much) continue;
        dado_symptom *one = add(s, "balance", DADO_WARN);
        dado_verdict *v = &one->verdict;
        snprintf(v->claim, sizeof v->claim, "\"%.60s\" decides too much.", use->words);
        dado_text out = evidence_of(one);
        dado_text_add(&out, "Who plays it wins ");
        dado_say_percent(&out, use->takers_won);
        dado_text_add(&out, " of matches, who does not ");
        dado_say_percent(&out, use->left_won);
        dado_text_add(&out, use->p < 1e-12 ? "; p " : "; p = ");
        dado_say_probability(&out, use->p);
        dado_text_addf(&out, ", corrected for %d moves; %" PRId64 " matches.", u->count,
                       u->matches);
        v->value = gap;
        v->count = u->matches;
        told++;
    }
    for (int i = 0, idle = 0; i < u->count && idle < most_told; i++) {
        const dado_use *use = &u->items[i];
        if (use->taken > 0 || use->even < idle_if_even) continue;
        dado_symptom *one = add(s, "idle", DADO_WARN);
        snprintf(one->verdict.claim, sizeof one->verdict.claim,
                 "Nobody who thinks ever plays \"%.60s\".", use->words);
        dado_text out = evidence_of(one);
        dado_text_addf(&out,
                       "It was offered %" PRId64 " times, and would have been played about %.0f "
                       "times if all moves were alike; %" PRId64 " matches.",
                       use->offered, use->even, u->matches);
        one->verdict.count = u->matches;
        idle++;
    }
}

static void judge_counts(chart_sheet *s, const dado_count_uses *u)
{
    enum { most_told = 3 };
    static const double sure = 0.01;
    int found = 0;
    char names[200] = "";
    dado_text list = dado_text_over(names, sizeof names);
    for (int i = 0; i < u->count; i++) {
        const dado_count_use *use = &u->items[i];
        if (use->p >= sure) continue;
        if (found++ < most_told) {
            dado_text_addf(&list, "%s%s %s (", found > 1 ? ", " : "",
                           use->difference.value > 0 ? "more" : "less", use->measure->title);
            dado_say_real(&list, use->winners.mean);
            dado_text_add(&list, " against ");
            dado_say_real(&list, use->others.mean);
            dado_text_char(&list, ')');
        }
    }
    if (found == 0) return;
    dado_symptom *one = add(s, "winning", DADO_PLAIN);
    snprintf(one->verdict.claim, sizeof one->verdict.claim,
             "%d of %d things the game counts go with winning.", found, u->count);
    dado_text out = evidence_of(one);
    dado_text_addf(&out, "Winners have %s%s; %" PRId64 " matches.", names,
                   found > most_told ? " and others" : "", u->matches);
    one->verdict.count = u->matches;
}

static void judge_rules(chart_sheet *s, const dado_coverage *c)
{
    for (int i = 0; i < c->count; i++) {
        const dado_rule_use *r = &c->rules[i];
        if (r->state == DADO_RULE_LIVE) continue;
        bool condition = strcmp(r->kind, "condition") == 0;
        // An act behind a dead condition goes without saying.
        bool told = i > 0 && c->rules[i - 1].state == DADO_RULE_NEVER &&
                    r->state == DADO_RULE_NEVER && !condition;
        if (told) continue;
        dado_symptom *one = add(s, "rules", r->state == DADO_RULE_NEVER ? DADO_WARN : DADO_PLAIN);
        one->place = r->place;
        char words[60];
        snprintf(words, sizeof words, "%s", dado_rule_words(r));
        words[0] = 'T';
        snprintf(one->verdict.claim, sizeof one->verdict.claim, "%s.", words);
        dado_text out = evidence_of(one);
        dado_text_addf(&out, "Line %d; looked at over %" PRId64 " matches.", r->place.line,
                       c->matches);
        one->verdict.count = c->matches;
    }
}

static int weight(dado_tone tone)
{
    static const int weights[] = { [DADO_BAD] = 0, [DADO_WARN] = 1, [DADO_UNSURE] = 2,
                                   [DADO_PLAIN] = 3, [DADO_GOOD] = 4 };
    return weights[tone];
}

static void sort_worst_first(dado_symptom *list, int count)
{
    for (int i = 1; i < count; i++) {  // stable: equals stay in the order they were found
        dado_symptom one = list[i];
        int at = i;
        while (at > 0 && weight(list[at - 1].verdict.tone) > weight(one.verdict.tone)) {
            list[at] = list[at - 1];
            at--;
        }
        list[at] = one;
    }
}

int dado_diagnose(const dado_checkup *c, dado_symptom symptoms[DADO_SYMPTOMS])
{
    chart_sheet s = { symptoms, 0 };
    if (c->at_random) add_verdicts(&s, c->at_random, NULL, false);
    if (c->thinking) add_verdicts(&s, c->thinking, "players who think", true);
    if (c->ladder) judge_ladder(&s, c->ladder);
    if (c->greedy) judge_greed(&s, c->greedy);
    if (c->spread) judge_spread(&s, c->spread);
    if (c->luck) judge_luck(&s, c->luck);
    if (c->luck) judge_sources(&s, c->luck);
    if (c->uses) judge_uses(&s, c->uses);
    if (c->counts) judge_counts(&s, c->counts);
    if (c->coverage) judge_rules(&s, c->coverage);
    sort_worst_first(symptoms, s.count);
    return s.count;
}

dado_tone dado_worst(const dado_symptom *symptoms, int count)
{
    return count ? symptoms[0].verdict.tone : DADO_PLAIN;
}

void dado_symptoms_print(const dado_symptom *symptoms, int count, int columns, bool colour,
                         dado_text *out)
{
    for (int i = 0; i < count; i++) {
        const dado_symptom *one = &symptoms[i];
        dado_verdicts_print(&one->verdict, 1, columns, colour, out);
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
        const dado_verdict *v = &symptoms[i].verdict;
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
        dado_text_addf(out, "%s\"%s\":{\"share\":", i ? "," : "", source_keys[i]);
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
        labels[count++] = source_names[i];
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
    if (count == 0) return;
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
    dado_verdict verdicts[DADO_SYMPTOMS];
    for (int i = 0; i < count; i++) verdicts[i] = symptoms[i].verdict;
    dado_page_verdicts(&page, verdicts, count);
    if (c->luck) draw_sources(c->luck, &page);
    if (c->ladder) draw_ladder(c->ladder, &page);
    if (c->uses) list_uses(c->uses, &page);
    if (c->counts) list_counts(c->counts, &page);
    dado_report_sections(f, &page);
    dado_page_end(&page, out);
}
