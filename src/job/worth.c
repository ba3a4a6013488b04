// worth.c - what each rule of a description is worth: the game without it, on the same luck.

#include "job/errand.h"
#include "judge/worth.h"
#include "measure/words.h"

enum { matches_covered = 100 };

static void put(dado_part *part, const dado_rule_worth *worth, const char *text)
{
    enum { most_words = 70 };
    static const char *const ways[] = { "without it", "if it always held", "" };
    static const char *const states[] = { "live", "never", "always" };
    int length;
    const char *line = dado_words_of_line(text, worth->use.place.line, &length);
    dado_put(part, worth->use.place.line, worth->use.place.column, worth->use.kind, worth->use.held,
             states[worth->use.state], ways[worth->without], worth->same, worth->words);
    dado_put_wordsf(part, "%.*s", length > most_words ? most_words : length, line);
}

// Whether the rule is asked about: all are, or those on the lines that were named.
static bool asked(const dado_errand *errand, const dado_rule_use *rule)
{
    int lines = dado_errand_count(errand, "line");
    for (int i = 0; i < lines; i++) {
        int64_t line;
        if (dado_read_int(dado_errand_nth(errand, "line", i), &line) && line == rule->place.line) {
            return true;
        }
    }
    return lines == 0;
}

static bool weigh_all(dado_errand *errand, const dado_worth_base *base,
                      const dado_coverage *coverage, const dado_experiment_how *how)
{
    dado_part *part =
        dado_table(errand->answer, "rules", DADO_FIELD(NUMBER, "line", "Line"),
                   DADO_FIELD(NUMBER, "column", "Column", .reader = DADO_FOR_PROGRAMS),
                   DADO_FIELD(WORDS, "kind", "Kind", .rank = 2),
                   DADO_FIELD(NUMBER, "held", "Fired", .rank = 1),
                   DADO_FIELD(WORDS, "state", "State", .reader = DADO_FOR_PROGRAMS),
                   DADO_FIELD(WORDS, "without", "The game"),
                   DADO_FIELD(FLAG, "same", "Every match the same", .reader = DADO_FOR_PROGRAMS),
                   DADO_FIELD(WORDS, "worth", "What changes", .whole = true),
                   DADO_FIELD(WORDS, "rule", "Rule", .rank = 3));
    int all = 0, done = 0;
    for (int i = 0; i < coverage->count; i++) all += asked(errand, &coverage->rules[i]);
    if (all == 0) {
        return dado_fail(errand->err, DADO_MEANING,
                         coverage->count ? "no rule begins on that line"
                                         : "this game does not name its rules");
    }
    for (int i = 0; i < coverage->count && !dado_errand_stopped(errand); i++) {
        dado_rule_worth worth;
        if (!asked(errand, &coverage->rules[i])) continue;
        size_t mark = dado_arena_mark(errand->arena);
        dado_errand_working(errand, done, all, "rules", "line %d", coverage->rules[i].place.line);
        if (!dado_worth_of(base, &coverage->rules[i], all, how, errand->arena, &worth,
                           errand->err)) {
            return false;
        }
        put(part, &worth, base->plan->instances[0].text);
        dado_arena_rewind(errand->arena, mark);
        done++;
    }
    if (dado_errand_stopped(errand)) {
        dado_errand_stop_at(errand, "after %d of %d rules", done, all);
    }
    return true;
}

static bool examine(dado_errand *errand, const dado_plan *plan, const dado_measures *measures,
                    dado_worth_base *base)
{
    dado_coverage coverage;
    dado_experiment_how quiet = { .threads = dado_errand_threads(errand), .stop = errand->stop };
    int64_t covered = plan->matches < matches_covered ? plan->matches : matches_covered;
    dado_errand_working(errand, 0, plan->matches, "matches", "with all rules, first");
    return dado_worth_begin(base, plan, measures, &quiet, errand->err) &&
           dado_coverage_gather(plan, 0, 0, covered, &quiet, errand->arena, &coverage,
                                errand->err) &&
           weigh_all(errand, base, &coverage, &quiet);
}

static bool run(dado_errand *errand)
{
    dado_document *answer = errand->answer;
    dado_bout bout;
    dado_measures measures;
    if (!dado_errand_bout(errand, answer->command, &bout) ||
        !dado_measures_of(&measures, &bout.game, errand->arena, errand->err)) {
        return false;
    }
    if (!bout.source.text || !bout.game.rules->clause) {
        return dado_fail(errand->err, DADO_MEANING,
                         "%s has no rules in text that could be left out", bout.source.name);
    }
    answer->title = dado_document_copyf(answer, "What the rules of %s are worth",
                                        bout.game.rules->title);
    answer->said = dado_document_copyf(answer,
                                       "%s matches with and without each, on the "
                                       "same luck",
                                       dado_said_count(bout.plan.matches).s);
    answer->rules = dado_source_hash(&bout.source);
    dado_worth_base base;
    bool fine = examine(errand, &bout.plan, &measures, &base);
    dado_frame_free(&base.frame);
    return fine;
}

const dado_job dado_job_worth = {
    .name = "worth",
    .about = "says what each rule is worth: the game without it, on the same luck",
    .details =
        "Every act, option and stage of the description is taken out in turn, and every condition "
        "made to hold always; what is left is played on the same luck as the whole and compared "
        "measure by measure. The level is divided among all rules that are asked about. A match "
        "without a rule is stopped after twenty times the longest with it.",
    .params = { DADO_PARAMS(
        DADO_PARAM(GAME, "game", .word = true, .needed = true,
                   .about = "The name of a described game, or its file."),
        DADO_PARAM(WHOLE, "line", .many = true, .least = 1, .most = 1e6,
                   .about = "Only the rules that begin on this line; may be given more than once."),
        DADO_PARAM(WHOLE, "matches", 'n', .usual = "300", .least = 1, .most = 1e5,
                   .about = "How many matches to play with and without each rule."),
        DADO_PARAM_SEED,
        DADO_PARAM_THREADS,
        DADO_PARAM_LIMIT),
                dado_params_game, dado_params_seats, dado_params_metrics },
    .examples = DADO_EXAMPLES(
        { "dado worth pig", "What changes without each rule of Pig." },
        { "dado worth pig --line 25 -n 2000", "One rule, looked at closely." }),
    .run = run,
};
