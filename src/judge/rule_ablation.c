// rule_ablation.c - see rule_ablation.h.
#include "judge/rule_ablation.h"

#include <string.h>

#include "core/game_extras.h"
#include "core/scope_cleanup.h"
#include "measure/number_format.h"

enum { most_kept = 100000, rows_in_sentence = 3, beyond = 20, at_least = 1000 };

// probability of a false alarm in all examined rules together
static const double false_alarms = 0.05;

// --- the text without a rule ---

// Finds the text of the rule at a place, up to its closing parenthesis. Returns false if
// no list begins there.
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

// Writes the text with the rule replaced in one of `ablation_attempts` ways. Returns
// false if this way does not apply. The caller takes the first way that gives a valid
// game.
enum { ablation_attempts = 3 };
static bool write_without(const char *text, const dado_rule_use *rule, int way, dado_text *out)
{
    size_t from, to;
    bool condition = strcmp(rule->kind, "condition") == 0;
    static const char *const instead[ablation_attempts] = { "", "(pass)", "(do ())" };
    if (way >= (condition ? 1 : ablation_attempts) || !find_piece(text, &rule->place, &from, &to)) {
        return false;
    }
    dado_text_add_bytes(out, text, from);
    dado_text_add(out, condition ? "(== 1 1)" : instead[way]);
    // Newlines stay, so that errors name the same lines.
    for (size_t i = from; i < to; i++) {
        if (text[i] == '\n') dado_text_char(out, '\n');
    }
    dado_text_add(out, text + to);
    return !out->cut;
}

// --- playing without it ---

static bool play(const dado_plan *plan, const dado_experiment_settings *how, dado_data_frame *frame,
                 dado_error *err)
{
    DADO_CLEANUP(dado_results_free) dado_results results = { 0 };
    dado_experiment_settings mine = { .threads = how ? how->threads : 0,
                                      .stop = how ? how->stop : NULL,
                                      .native = DADO_NATIVE_NO,
                                      .taker = frame,
                                      .block = dado_data_frame_add };
    *frame = (dado_data_frame){ .most = most_kept };
    bool fine = dado_experiment_run(plan, &mine, &results, err);
    if (fine && results.cells[0].error.status != DADO_OK) {
        *err = results.cells[0].error;
        fine = false;
    }
    return fine;
}

bool dado_rule_ablation_begin(dado_ablation_baseline *base, const dado_plan *plan,
                              const dado_measures *measures, const dado_experiment_settings *how,
                              dado_error *err)
{
    *base = (dado_ablation_baseline){ .plan = plan, .measures = measures };
    if (!play(plan, how, &base->frame, err)) return false;
    int column = dado_measures_find(measures, "decisions");
    double longest = 0;
    for (int64_t i = 0; column >= 0 && i < base->frame.count; i++) {
        double value = dado_data_frame_value(&base->frame, i, column);
        if (value > longest) longest = value;
    }
    double limit = at_least + beyond * longest;
    base->limit = plan->move_limit && plan->move_limit < limit ? plan->move_limit : (int)limit;
    return true;
}

// --- describing the effect ---

static void describe_ablation(dado_rule_ablation *worth, int64_t matches)
{
    dado_text out = dado_text_in_buffer(worth->words, sizeof worth->words);
    if (worth->unfinished > 0) {
        dado_print_percent(&out, worth->unfinished);
        dado_text_add(&out, " of matches do not end");
    }
    // If no match ends, nothing else can be said.
    if (worth->unfinished == 1) return;
    if (out.length && dado_comparison_count(&worth->table)) dado_text_add(&out, ", ");
    int count = dado_comparison_print(&worth->table, rows_in_sentence, NULL, &out);
    if (out.length == 0 && worth->same) dado_text_add(&out, "nothing changes");
    else if (out.length == 0) dado_text_add(&out, "no difference seen");
    if (count + (worth->unfinished > 0) == 0) {
        dado_text_add(&out, ", ");
        dado_print_count(&out, matches);
        dado_text_add(&out, " matches");
    }
}

static bool all_the_same(const dado_data_frame *a, const dado_data_frame *b)
{
    if (a->count != b->count || a->players != b->players || a->measures != b->measures) {
        return false;
    }
    for (int64_t i = 0; i < a->count * a->measures; i++) {
        int64_t match = i / a->measures;
        int measure = (int)(i % a->measures);
        double x = dado_data_frame_value(a, match, measure),
               y = dado_data_frame_value(b, match, measure);
        if (dado_is_none(x) != dado_is_none(y) || (!dado_is_none(x) && x != y)) return false;
    }
    size_t scores = (size_t)a->count * (size_t)a->players * sizeof *a->scores;
    return memcmp(a->scores, b->scores, scores) == 0 &&
           memcmp(a->ends, b->ends, (size_t)a->count) == 0;
}

static bool compare(const dado_ablation_baseline *base, const dado_game_source *variant, int rules,
                    const dado_experiment_settings *how, dado_region *region,
                    dado_rule_ablation *worth, dado_error *err)
{
    dado_plan plan = *base->plan;
    DADO_CLEANUP(dado_data_frame_free) dado_data_frame frame = { 0 };
    plan.instances = variant;
    plan.move_limit = base->limit;
    bool fine = play(&plan, how, &frame, err);
    int64_t stopped = 0;
    for (int64_t i = 0; fine && i < frame.count; i++) {
        stopped += !dado_end_has_result((dado_match_end)frame.ends[i]);
    }
    worth->unfinished = fine && frame.count ? (double)stopped / (double)frame.count : 0;
    worth->same = fine && all_the_same(&base->frame, &frame);
    fine = fine && dado_comparison_compute(
                       &worth->table, (dado_comparison_side){ &base->frame, base->measures },
                       (dado_comparison_side){ &frame, base->measures }, true,
                       false_alarms / (rules > 0 ? rules : 1), NULL, region, err);
    if (fine) describe_ablation(worth, frame.count);
    return fine;
}

bool dado_rule_ablation_run(const dado_ablation_baseline *base, const dado_rule_use *rule,
                            int rules, const dado_experiment_settings *how, dado_region *region,
                            dado_rule_ablation *worth, dado_error *err)
{
    const dado_game_source *whole = &base->plan->instances[0];
    *worth = (dado_rule_ablation){ .use = *rule, .without = DADO_ABLATION_IMPOSSIBLE };
    bool fine = true;
    for (int way = 0; way < ablation_attempts && worth->without == DADO_ABLATION_IMPOSSIBLE && fine;
         way++) {
        DADO_CLEANUP(dado_text_free) dado_text changed = { 0 };
        DADO_CLEANUP(dado_region_free) dado_region own = { 0 };
        dado_game_source variant;
        dado_game game;
        // The text that is played, if it differs from `changed`.
        DADO_CLEANUP(dado_text_free) dado_text played = { 0 };
        if (write_without(whole->text, rule, way, &changed) &&
            dado_game_source_from_text(
                &variant, whole->path,
                dado_play_text(whole->rules, dado_text_string(&changed), &played), &whole->options,
                &own, NULL) &&
            dado_game_source_open(&variant, &game, &own, NULL)) {
            worth->without = strcmp(rule->kind, "condition") == 0 ? DADO_ABLATION_ALWAYS_TRUE
                                                                  : DADO_ABLATION_REMOVED;
            fine = compare(base, &variant, rules, how, region, worth, err);
        }
    }
    if (worth->without == DADO_ABLATION_IMPOSSIBLE) {
        dado_text out = dado_text_in_buffer(worth->words, sizeof worth->words);
        dado_text_add(&out, "without it there is no game");
    }
    return fine;
}
