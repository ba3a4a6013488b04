// worth.c - see worth.h.
#include "judge/worth.h"

#include <stdlib.h>
#include <string.h>

#include "core/ends.h"
#include "measure/words.h"

enum { most_kept = 100000, words_of = 3, beyond = 20, at_least = 1000 };

static const double false_alarms = 0.05;  // in all rules that are asked about, together

// --- the text without it

// Where the place is in the text, and behind its last parenthesis; false if it is no list.
static bool find_piece(const char *text, const dado_place *place, size_t *from, size_t *to)
{
    size_t at = 0;
    for (int line = 1; line < place->line; line++) {
        const char *end = strchr(text + at, '\n');
        if (!end) return false;
        at = (size_t)(end - text) + 1;
    }
    for (int column = 1; column < place->column; column++) {
        if (!text[at]) return false;
        at++;
    }
    if (text[at] != '(') return false;
    *from = at;
    int depth = 0;
    bool quoted = false;
    for (; text[at]; at++) {
        if (text[at] == '"') quoted = !quoted;
        if (quoted) continue;
        if (text[at] == ';') {
            at += strcspn(text + at, "\n");
            if (!text[at]) return false;
        }
        if (text[at] == '(') depth++;
        if (text[at] == ')' && --depth == 0) {
            *to = at + 1;
            return true;
        }
    }
    return false;
}

// The text without the rule, in words of its own: false, where this way of leaving it out does not
// apply. The first way that makes a game is the one to take.
enum { ways_without = 3 };
static bool write_without(const char *text, const dado_rule_use *rule, int way, dado_text *out)
{
    size_t from, to;
    bool condition = strcmp(rule->kind, "condition") == 0;
    static const char *const instead[ways_without] = { "", "(pass)", "(do ())" };
    if (way >= (condition ? 1 : ways_without) ||
        !find_piece(text, &rule->place, &from, &to)) {
        return false;
    }
    dado_text_add_bytes(out, text, from);
    dado_text_add(out, condition ? "(== 1 1)" : instead[way]);
    // Lines stay where they are, so that complaints name the same ones.
    for (size_t i = from; i < to; i++) {
        if (text[i] == '\n') dado_text_char(out, '\n');
    }
    dado_text_add(out, text + to);
    return !out->cut;
}

// --- playing

static bool play(const dado_plan *plan, const dado_experiment_how *how, dado_frame *frame,
                 dado_error *err)
{
    DADO_ENDS(dado_results_free) dado_results results = { 0 };
    dado_experiment_how mine = { .threads = how ? how->threads : 0, .stop = how ? how->stop : NULL,
                                 .native = DADO_NATIVE_NO, .taker = frame,
                                 .block = dado_frame_add };
    *frame = (dado_frame){ .most = most_kept };
    bool fine = dado_experiment_run(plan, &mine, &results, err);
    if (fine && results.cells[0].error.status != DADO_OK) {
        *err = results.cells[0].error;
        fine = false;
    }
    return fine;
}

bool dado_worth_begin(dado_worth_base *base, const dado_plan *plan, const dado_measures *measures,
                      const dado_experiment_how *how, dado_error *err)
{
    *base = (dado_worth_base){ .plan = plan, .measures = measures };
    if (!play(plan, how, &base->frame, err)) return false;
    int column = dado_measures_find(measures, "decisions");
    double longest = 0;
    for (int64_t i = 0; column >= 0 && i < base->frame.count; i++) {
        double value = dado_frame_value(&base->frame, i, column);
        if (value > longest) longest = value;
    }
    double limit = at_least + beyond * longest;
    base->limit = plan->move_limit && plan->move_limit < limit ? plan->move_limit : (int)limit;
    return true;
}

// --- saying it

static int by_effect(const void *a, const void *b)
{
    const dado_contrast_line *x = *(const dado_contrast_line *const *)a;
    const dado_contrast_line *y = *(const dado_contrast_line *const *)b;
    double p = fabs(x->effect), q = fabs(y->effect);
    if (p != q) return p > q ? -1 : 1;
    return x < y ? -1 : 1;
}

static void say_line(const dado_contrast_line *line, dado_text *out)
{
    dado_text_addf(out, "%s ", line->measure.title);
    if (line->measure.kind == DADO_RATE) {
        double points = 100 * line->difference.value;
        dado_text_addf(out, "%s%.1f points", points < 0 ? "\xE2\x88\x92" : "+", fabs(points));
        return;
    }
    dado_say_real(out, line->before.mean);
    dado_text_add(out, " \xE2\x86\x92 ");
    dado_say_real(out, line->after.mean);
}

static void say_worth(dado_rule_worth *worth, int64_t matches)
{
    dado_text out = dado_text_over(worth->words, sizeof worth->words);
    const dado_contrast_line *changed[64];
    int count = 0;
    for (int i = 0; i < worth->table.count && count < 64; i++) {
        const dado_contrast_line *line = &worth->table.lines[i];
        if (line->change == DADO_HIGHER || line->change == DADO_LOWER) changed[count++] = line;
    }
    qsort(changed, (size_t)count, sizeof *changed, by_effect);
    if (worth->unfinished > 0) {
        dado_say_percent(&out, worth->unfinished);
        dado_text_add(&out, " of matches do not end");
    }
    // Where no match ends there is nothing else to say.
    if (worth->unfinished == 1) return;
    for (int i = 0; i < count && i < words_of; i++) {
        dado_text_add(&out, out.length ? ", " : "");
        say_line(changed[i], &out);
    }
    if (count > words_of) dado_text_addf(&out, " and %d more", count - words_of);
    if (out.length == 0 && worth->same) dado_text_add(&out, "nothing changes");
    else if (out.length == 0) dado_text_add(&out, "no difference seen");
    if (count + (worth->unfinished > 0) == 0) {
        dado_text_add(&out, ", ");
        dado_say_count(&out, matches);
        dado_text_add(&out, " matches");
    }
}

static bool all_the_same(const dado_frame *a, const dado_frame *b)
{
    if (a->count != b->count || a->players != b->players || a->measures != b->measures) {
        return false;
    }
    for (int64_t i = 0; i < a->count * a->measures; i++) {
        int64_t match = i / a->measures;
        int measure = (int)(i % a->measures);
        double x = dado_frame_value(a, match, measure), y = dado_frame_value(b, match, measure);
        if (dado_is_none(x) != dado_is_none(y) || (!dado_is_none(x) && x != y)) return false;
    }
    size_t scores = (size_t)a->count * (size_t)a->players * sizeof *a->scores;
    return memcmp(a->scores, b->scores, scores) == 0 &&
           memcmp(a->ends, b->ends, (size_t)a->count) == 0;
}

static bool compare(const dado_worth_base *base, const dado_source *variant, int rules,
                    const dado_experiment_how *how, dado_arena *arena, dado_rule_worth *worth,
                    dado_error *err)
{
    dado_plan plan = *base->plan;
    DADO_ENDS(dado_frame_free) dado_frame frame = { 0 };
    plan.instances = variant;
    plan.move_limit = base->limit;
    bool fine = play(&plan, how, &frame, err);
    int64_t stopped = 0;
    for (int64_t i = 0; fine && i < frame.count; i++) {
        stopped += !dado_ended((dado_end)frame.ends[i]);
    }
    worth->unfinished = fine && frame.count ? (double)stopped / (double)frame.count : 0;
    worth->same = fine && all_the_same(&base->frame, &frame);
    fine = fine && dado_contrast_compute(&worth->table,
                                         (dado_sample_side){ &base->frame, base->measures },
                                         (dado_sample_side){ &frame, base->measures }, true,
                                         false_alarms / (rules > 0 ? rules : 1), NULL, arena, err);
    if (fine) say_worth(worth, frame.count);
    return fine;
}

bool dado_worth_of(const dado_worth_base *base, const dado_rule_use *rule, int rules,
                   const dado_experiment_how *how, dado_arena *arena, dado_rule_worth *worth,
                   dado_error *err)
{
    const dado_source *whole = &base->plan->instances[0];
    *worth = (dado_rule_worth){ .use = *rule, .without = DADO_CANNOT_GO };
    bool fine = true;
    for (int way = 0; way < ways_without && worth->without == DADO_CANNOT_GO && fine; way++) {
        dado_draft changed = { 0 };
        DADO_ENDS(dado_arena_free) dado_arena own = { 0 };
        dado_source variant;
        dado_game game;
        if (write_without(whole->text, rule, way, &changed) &&
            dado_source_text(&variant, whole->path, dado_text_string(&changed), &whole->options,
                             &own, NULL) &&
            dado_source_open(&variant, &game, &own, NULL)) {
            worth->without = strcmp(rule->kind, "condition") == 0 ? DADO_ALWAYS_HOLDS
                                                                  : DADO_WITHOUT_IT;
            fine = compare(base, &variant, rules, how, arena, worth, err);
        }
    }
    if (worth->without == DADO_CANNOT_GO) {
        dado_text out = dado_text_over(worth->words, sizeof worth->words);
        dado_text_add(&out, "without it there is no game");
    }
    return fine;
}
