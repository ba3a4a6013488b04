// doctor.c - the job `doctor`: reports what is right and wrong with a game.
#include <string.h>

#include "core/game_extras.h"
#include "evolve/suggest_change.h"
#include "job/assertion.h"
#include "report/report_functions.h"

// A seed of its own, so that advice uses other matches than the findings.
enum { advice_stream = 0xADCE };

static void report_sentence(void *job_run, const char *sentence)
{
    dado_job_run_message(job_run, "%s", sentence);
}

// Reads the target. Which measures it may name depends on the game.
static bool read_wishes(dado_job_run *job_run, const dado_game *game, dado_expectations *expect)
{
    dado_measures measures;
    return dado_measures_of(&measures, game, job_run->region, job_run->err) &&
           dado_job_run_read_expect(job_run, dado_job_run_text(job_run, "expect"), "expect/games",
                                    &measures, expect);
}

// Looks for changes to suggest, within the matches that the user or the effort allows.
static bool advise(dado_job_run *job_run, const dado_checkup_config *plan,
                   const dado_checkup *checkup, const dado_symptom *symptoms, int count,
                   const dado_experiment_settings *how, dado_change_suggestion *advice)
{
    static const int64_t usual[] = {
        [DADO_QUICK] = 0, [DADO_NORMAL] = 20000, [DADO_LONG] = 200000
    };
    static const double moves_a_match = 1000;  // if the user gave no number of matches
    dado_options options;
    bool given = dado_job_run_is_given(job_run, "advice");
    dado_change_request asked = {
        .game = plan->game,
        .options = &options,
        .checkup = checkup,
        .again = plan,
        .symptoms = symptoms,
        .symptom_count = count,
        .seed = dado_derive_seed(plan->seed, advice_stream),
        .limit = plan->limit,
        .matches = given ? dado_job_run_int(job_run, "advice") : usual[plan->effort],
        .most_moves = given ? 0 : moves_a_match * (double)usual[plan->effort],
        .context = job_run,
        .say = report_sentence,
    };
    *advice = (dado_change_suggestion){ 0 };
    if (asked.matches == 0 || checkup->interrupted) return true;
    return dado_job_run_options(job_run, &options) &&
           dado_suggest_change(&asked, how, job_run->region, advice, job_run->err);
}

// ---- what terminals say below the worst findings

// Returns the command that runs `dado name` on the same game, with these parameters instead of
// the doctor's.
static const char *other_command(const dado_job_run *job_run, const char *name,
                                 const char *const *values)
{
    const dado_job *job = dado_job_named(name);
    dado_argument *given = dado_job_run_new(job_run, dado_argument, job_run->given_count + 8);
    int count = 0;
    for (int i = 0; given && i < job_run->given_count; i++) {
        const char *own = job_run->given[i].param->name;
        bool game = strcmp(own, "game") == 0 || strcmp(own, "set") == 0 || strcmp(own, "seed") == 0;
        if (!game) continue;
        given[count++] = (dado_argument){ dado_job_param_named(job, own), job_run->given[i].value };
    }
    for (; given && values[0]; values += 2) {
        given[count++] = (dado_argument){ dado_job_param_named(job, values[0]), values[1] };
    }
    DADO_CLEANUP(dado_text_free) dado_text command = { 0 };
    if (given) dado_job_command(job, given, count, &command);
    return dado_job_run_copy(job_run, dado_text_string(&command), command.length);
}

// Finds the command that draws the match of each example on a page.
static bool find_examples(dado_job_run *job_run, const dado_checkup *checkup,
                          dado_checkup_hints *hints)
{
    dado_example_match *examples =
        dado_job_run_new(job_run, dado_example_match, DADO_EXAMPLE_MATCHES_MAX);
    const char **show = dado_job_run_new(job_run, const char *, DADO_EXAMPLE_MATCHES_MAX);
    dado_measures measures;
    dado_experiment_settings how = { .stop = job_run->stop };
    if (!examples || !show ||
        !dado_measures_of(&measures, &checkup->results[0].game, job_run->region, job_run->err) ||
        !dado_example_matches_find(&checkup->plan_at_random, &checkup->gathering[0].frame,
                                   &measures, &how, examples, &hints->example_count,
                                   job_run->err)) {
        return false;
    }
    const char *matches =
        dado_job_run_copyf(job_run, "%lld", (long long)checkup->at_random.matches);
    for (int i = 0; i < hints->example_count; i++) {
        const char *number = dado_job_run_copyf(job_run, "%lld", (long long)examples[i].match);
        const char *const values[] = { "matches", matches, "match", number, NULL };
        const char *command = other_command(job_run, "sim", values);
        show[i] = command ? dado_job_run_copyf(job_run, "%s --report match.html", command) : NULL;
        if (!show[i]) return false;
    }
    hints->examples = examples;
    hints->show = show;
    return true;
}

// Only terminals print hints, so they are worked out for a terminal alone.
static bool find_hints(dado_job_run *job_run, const dado_checkup_config *plan,
                       const dado_checkup *checkup, bool advised, dado_checkup_hints *hints)
{
    static const char *const long_effort[] = { "effort", "long", NULL };
    static const char *const advice[] = { "advice", "20000", NULL };
    *hints = (dado_checkup_hints){ .all = "--all" };
    if (!job_run->brief || checkup->interrupted) return true;
    hints->all = dado_job_run_copyf(job_run, "%s --all", job_run->answer->command);
    if (plan->effort != DADO_LONG) hints->more = other_command(job_run, "doctor", long_effort);
    bool described = plan->game->text != NULL;
    if (!advised && described) hints->advice = other_command(job_run, "doctor", advice);
    return hints->all && find_examples(job_run, checkup, hints);
}

static bool examine(dado_job_run *job_run, const dado_checkup_config *plan, dado_checkup *checkup)
{
    dado_experiment_settings how;
    if (!dado_job_run_experiment_how(job_run, &how) ||
        !dado_checkup_run(plan, &how, job_run->region, checkup, job_run->err)) {
        return false;
    }
    dado_symptom *symptoms = dado_job_run_new(job_run, dado_symptom, DADO_SYMPTOMS);
    if (!symptoms) return false;
    if (!checkup->at_random.matches) {
        dado_job_run_record_stop(job_run, "before anything was looked at");
        return true;
    }
    int count = dado_diagnose(checkup, symptoms);
    dado_change_suggestion advice;
    if (!advise(job_run, plan, checkup, symptoms, count, &how, &advice)) return false;
    dado_checkup_hints hints;
    if (!find_hints(job_run, plan, checkup, advice.matches > 0, &hints)) return false;
    dado_report_checkup(job_run->answer, checkup, symptoms, count, &advice, &hints);
    if (checkup->interrupted || advice.interrupted) {
        dado_job_run_record_stop(job_run, advice.interrupted ? "before all changes were tried"
                                                             : "before all was looked at");
    }
    return true;
}

// Says that only one number of players was looked at, if the game allows several.
static void add_players(const dado_game *game, dado_document *answer)
{
    int64_t low, high;
    if (!dado_game_expects(game, "players", &low, &high) || low >= high) return;
    int64_t other = game->players == high ? high - 1 : game->players + 1;
    bool dial = strstr(game->options, "PLAYERS") && other >= low && other <= high;
    DADO_CLEANUP(dado_text_free) dado_text says = { 0 };
    dado_text_addf(&says, "Looked at with %d player%s; the description says %lld to %lld.",
                   game->players, game->players == 1 ? "" : "s", (long long)low, (long long)high);
    if (dial) dado_text_addf(&says, " -D PLAYERS=%lld looks at another number.", (long long)other);
    dado_document_text(answer, "players", dado_text_string(&says));
}

typedef struct oddities {
    dado_document *answer;
    dado_part *part;  // NULL until the first warning
} oddities;

static void add_oddity(void *context, const dado_error *odd)
{
    oddities *o = context;
    if (!o->part) o->part = dado_document_diagnostics(o->answer, "diagnostics");
    dado_put_diagnostic(o->part, odd, true, NULL);
}

// Adds what is wrong without playing, such as a map whose exit cannot be reached, before other
// findings.
static void add_oddities(const dado_game_source *source, const dado_game *game,
                         dado_document *answer)
{
    if (!source->text || !dado_game_extra(game, odd)) return;
    dado_game_extra(game, odd)(source->path, source->text, add_oddity, &(oddities){ answer, NULL });
}

static bool run(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    dado_game_source source;
    dado_game game;
    dado_expectations expect;
    dado_checkup checkup = { 0 };
    dado_checkup_config plan = {
        .game = &source,
        .effort = (dado_effort)dado_job_run_choice_index(job_run, "effort"),
        .thinker = dado_job_run_text(job_run, "thinker"),
        .seed = dado_job_run_seed(job_run),
        .limit = (int)dado_job_run_int(job_run, "limit"),
        .command = answer->command,
        .context = job_run,
        .say = report_sentence,
    };
    if (!dado_job_run_find_game(job_run, dado_job_run_text(job_run, "game"), &source) ||
        !dado_job_run_open_shared_game(job_run, &source, &game)) {
        return false;
    }
    answer->rules = dado_game_source_hash(&source);
    if (dado_job_run_is_given(job_run, "expect")) {
        plan.expect = &expect;
        if (!read_wishes(job_run, &game, &expect)) return false;
    }
    add_oddities(&source, &game, answer);
    bool fine = examine(job_run, &plan, &checkup);
    if (fine && checkup.at_random.matches) add_players(&game, answer);
    if (!fine) {
        job_run->source_with_error = dado_game_source_error_text(&source, job_run->err);
        dado_job_run_keep_error_path(job_run);
    }
    dado_checkup_free(&checkup);
    return fine;
}

const dado_job dado_job_doctor = {
    .name = "doctor",
    .about = "says what is right and wrong with a game, worst first",
    .details =
        "Plays the game at random and between players who think, and answers in plain words: is it "
        "fair, is it skill or luck, does it end, is it alive, do choices matter, do all rules "
        "work. Every finding comes with its evidence, its interval and the number of matches "
        "behind it, and with the line of the rule where there is one. Last it says what to try: "
        "the numbers of a described game are turned and its lines changed, one at a time and on "
        "the same luck, and the change that mends the worst finding best is named, if it holds on "
        "fresh luck.",
    .params = { DADO_PARAMS(
                    DADO_PARAM_THE_GAME,
                    DADO_PARAM(CHOICE, "effort", 'e', .choices = "quick normal long",
                               .usual = "normal",
                               .about = "How thorough to be: quick, normal or long."),
                    DADO_PARAM(AGENT, "thinker", .rare = true, .unset = "ismcts, by effort",
                               .about = "Who stands for players who think."),
                    DADO_PARAM_SEED, DADO_PARAM_THREADS,
                    DADO_PARAM(WHOLE, "limit", .rare = true, .usual = "20000", .least = 1,
                               .most = 1e8,
                               .about = "A match that takes more moves is taken not to end."),
                    DADO_PARAM(
                        WHOLE, "advice", .value = "MATCHES", .most = 1e6,
                        .unset =
                            "20,000, of long matches fewer; 200,000 by long effort, none by quick",
                        .about = "How many matches may go into what to try: single changes of a "
                                 "described game that might mend the worst finding; 0 tries none."),
                    DADO_PARAM(
                        FILE, "expect", 't', .typed = "target", .value = "TARGET",
                        .about =
                            "What the game is judged by: a file, or casual, tense or strategic.")),
                dado_params_game, dado_params_mpi, dado_params_assert },
    .whole = "what it looks at hangs on what it has seen; with --mpi several processes play",
    .examples = DADO_EXAMPLES(
        { "dado doctor agram", "what is right and wrong with a game, worst first" },
        { "dado doctor mine.rcy --effort quick --report mine.html", "a quick look, with charts" },
        { "dado doctor mine.rcy --effort quick --advice 5000", "a quick look, and what to try" },
        { "dado doctor mine.rcy --target tense --assert 'fine,quality>=0.5'",
          "for continuous integration" },
        { "dado doctor territorio --thinker territorio_baseline --effort quick",
          "a world with players of its own" }),
    .run = run,
};
