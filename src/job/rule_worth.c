// rule_worth.c - measures what each rule of a description is worth by playing without it, on the
// same luck.

#include <string.h>

#include "job/job_run.h"
#include "judge/rule_ablation.h"
#include "measure/number_format.h"

enum { matches_covered = 100 };

// Returns the first line of a rule's text.
static const char *text_of(const dado_rule_use *rule, const char *text, int *length)
{
    const char *line = dado_line_text(text, rule->place.line, length);  // without indentation
    const char *begin = line;
    while (begin > text && begin[-1] != '\n') begin--;
    int before = rule->place.column - 1 - (int)(line - begin);
    if (before < 0) before = 0;
    if (before > *length) before = *length;
    *length -= before;
    if (rule->place.length > 0 && rule->place.length < *length) *length = rule->place.length;
    return line + before;
}

// Returns true if a rule only keeps statistics: play is the same without it.
static bool is_statistics(const dado_rule_use *rule, const char *text)
{
    static const char save[] = "(saveturnstats";
    int length;
    const char *words = text_of(rule, text, &length);
    return length >= (int)strlen(save) && strncmp(words, save, strlen(save)) == 0;
}

static void put(dado_part *part, const dado_rule_ablation *worth, const char *text)
{
    enum { most_words = 70 };
    static const char *const ways[] = { "without it", "if it always held", "" };
    static const char *const states[] = { "live", "never", "always" };
    int length;
    const char *line = text_of(&worth->use, text, &length);
    dado_put(part, worth->use.place.line, worth->use.place.column, worth->use.kind, worth->use.held,
             states[worth->use.state], ways[worth->without], worth->same, worth->words);
    dado_put_textf(part, "%.*s", length > most_words ? most_words : length, line);
}

// Returns true if the user asked about this rule: about all, or about its line.
static bool asked(const dado_job_run *job_run, const dado_rule_use *rule, const char *text)
{
    if (is_statistics(rule, text)) return false;
    int lines = dado_job_run_arg_count(job_run, "line");
    for (int i = 0; i < lines; i++) {
        int64_t line;
        if (dado_read_int(dado_job_run_nth_arg(job_run, "line", i), &line) &&
            line == rule->place.line) {
            return true;
        }
    }
    return lines == 0;
}

static bool measure_rules(dado_job_run *job_run, const dado_ablation_baseline *base,
                          const dado_rule_coverage *coverage, const dado_experiment_settings *how)
{
    dado_part *part = dado_table(
        job_run->answer, "rules", DADO_FIELD(NUMBER, "line", "Line"),
        DADO_FIELD(NUMBER, "column", "Column"), DADO_FIELD(WORDS, "kind", "Kind", .rank = 2),
        DADO_FIELD(NUMBER, "held", "Fired", .rank = 1),
        DADO_FIELD(WORDS, "state", "State", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(WORDS, "without", "The game"),
        DADO_FIELD(FLAG, "same", "Every match the same", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(WORDS, "worth", "What changes", .whole = true),
        DADO_FIELD(WORDS, "rule", "Rule", .rank = 3));
    const char *text = base->plan->instances[0].text;
    int all = 0, done = 0;
    for (int i = 0; i < coverage->count; i++) all += asked(job_run, &coverage->rules[i], text);
    if (all == 0) {
        return dado_fail(job_run->err, DADO_INVALID,
                         coverage->count ? "no rule begins on that line"
                                         : "this game is not described in text, so its rules "
                                           "have no lines");
    }
    for (int i = 0; i < coverage->count && !dado_job_run_is_stopped(job_run); i++) {
        dado_rule_ablation worth;
        if (!asked(job_run, &coverage->rules[i], text)) continue;
        size_t mark = dado_region_mark(job_run->region);
        dado_job_run_report_progress(job_run, done, all, "rules", "line %d",
                                     coverage->rules[i].place.line);
        if (!dado_rule_ablation_run(base, &coverage->rules[i], all, how, job_run->region, &worth,
                                    job_run->err)) {
            return false;
        }
        put(part, &worth, text);
        dado_region_rewind(job_run->region, mark);
        done++;
    }
    if (dado_job_run_is_stopped(job_run)) {
        dado_job_run_record_stop(job_run, "after %d of %d rules", done, all);
    }
    return true;
}

static bool examine(dado_job_run *job_run, const dado_plan *plan, const dado_measures *measures,
                    dado_ablation_baseline *base)
{
    dado_rule_coverage coverage;
    dado_experiment_settings quiet = { .threads = dado_job_run_threads(job_run),
                                       .stop = job_run->stop };
    int64_t covered = plan->matches < matches_covered ? plan->matches : matches_covered;
    dado_job_run_report_progress(job_run, 0, plan->matches, "matches", "with all rules, first");
    return dado_rule_ablation_begin(base, plan, measures, &quiet, job_run->err) &&
           dado_rule_coverage_collect(plan, 0, 0, covered, &quiet, job_run->region, &coverage,
                                      job_run->err) &&
           measure_rules(job_run, base, &coverage, &quiet);
}

static bool run(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    dado_matchup bout;
    dado_measures measures;
    if (!dado_job_run_matchup(job_run, answer->command, &bout) ||
        !dado_measures_of(&measures, &bout.game, job_run->region, job_run->err)) {
        return false;
    }
    if (!bout.source.text || !bout.game.rules->clause) {
        return dado_fail(job_run->err, DADO_INVALID,
                         "%s has no rules in text that could be left out", bout.source.name);
    }
    answer->title =
        dado_document_copyf(answer, "What the rules of %s are worth", bout.game.rules->title);
    answer->said = dado_document_copyf(answer,
                                       "%s matches with and without each, on the "
                                       "same luck",
                                       dado_string_count(bout.plan.matches).s);
    answer->rules = dado_game_source_hash(&bout.source);
    dado_ablation_baseline base;
    bool fine = examine(job_run, &bout.plan, &measures, &base);
    dado_data_frame_free(&base.frame);
    return fine;
}

const dado_job dado_job_worth = {
    .name = "worth",
    .verb = "doctor",
    .aspect = "rules",
    .about = "says what each rule is worth: the game without it, on the same luck",
    .details =
        "Every act, option and stage of the description is taken out in turn, and every condition "
        "made to hold always; what is left is played on the same luck as the whole and compared "
        "measure by measure. The level is divided among all rules that are asked about. A match "
        "without a rule is stopped after twenty times the longest with it.",
    .params = { DADO_PARAMS(
                    DADO_PARAM(GAME, "game", .word = true, .needed = true,
                               .about = "The name of a described game, or its file."),
                    DADO_PARAM(
                        WHOLE, "line", .many = true, .least = 1, .most = 1e6,
                        .about =
                            "Only the rules that begin on this line; may be given more than once."),
                    DADO_PARAM(WHOLE, "matches", 'n', .usual = "300", .least = 1, .most = 1e5,
                               .about = "How many matches to play with and without each rule."),
                    DADO_PARAM_SEED, DADO_PARAM_THREADS, DADO_PARAM_LIMIT),
                dado_params_game, dado_params_seats, dado_params_metrics },
    .examples = DADO_EXAMPLES(
        { "dado doctor pig rules", "What changes without each rule of Pig." },
        { "dado doctor pig rules --line 25 -n 2000", "One rule, looked at closely." }),
    .run = run,
};
