// doctor.c - one question: what is right and wrong with a game?
#include <string.h>

#include "core/face.h"
#include "evolve/advice.h"
#include "job/promise.h"
#include "report/report.h"

enum { advice_lane = 0xADCE };  // of the seed: matches that the findings do not come from

static void tell(void *errand, const char *sentence)
{
    dado_errand_say(errand, "%s", sentence);
}

// What may be wished for depends on the game.
static bool read_wishes(dado_errand *errand, const dado_game *game, dado_expect *expect)
{
    dado_measures measures;
    return dado_measures_of(&measures, game, errand->arena, errand->err) &&
           dado_errand_expect(errand, dado_errand_text(errand, "expect"), "expect/games", &measures,
                              expect);
}

// What to try, within as many matches as were asked for, or as the effort is worth.
static bool advise(dado_errand *errand, const dado_checkup_plan *plan, const dado_checkup *checkup,
                   const dado_symptom *symptoms, int count, const dado_experiment_how *how,
                   dado_advice *advice)
{
    static const int64_t usual[] = { [DADO_QUICK] = 0, [DADO_NORMAL] = 20000,
                                     [DADO_LONG] = 200000 };
    static const double moves_a_match = 1000;  // where nobody said how many matches
    dado_options options;
    bool given = dado_errand_given(errand, "advice");
    dado_advice_plan asked = {
        .game = plan->game, .options = &options, .checkup = checkup, .symptoms = symptoms,
        .symptom_count = count, .seed = dado_derive(plan->seed, advice_lane), .limit = plan->limit,
        .matches = given ? dado_errand_whole(errand, "advice") : usual[plan->effort],
        .most_moves = given ? 0 : moves_a_match * (double)usual[plan->effort],
        .context = errand, .say = tell,
    };
    *advice = (dado_advice){ 0 };
    if (asked.matches == 0 || checkup->interrupted) return true;
    return dado_errand_options(errand, &options) &&
           dado_advise(&asked, how, errand->arena, advice, errand->err);
}

static bool examine(dado_errand *errand, const dado_checkup_plan *plan, dado_checkup *checkup)
{
    dado_experiment_how how;
    if (!dado_errand_how(errand, &how) ||
        !dado_checkup_run(plan, &how, errand->arena, checkup, errand->err)) {
        return false;
    }
    dado_symptom *symptoms = dado_errand_new(errand, dado_symptom, DADO_SYMPTOMS);
    if (!symptoms) return false;
    if (!checkup->at_random.matches) {
        dado_errand_stop_at(errand, "before anything was looked at");
        return true;
    }
    int count = dado_diagnose(checkup, symptoms);
    dado_advice advice;
    if (!advise(errand, plan, checkup, symptoms, count, &how, &advice)) return false;
    dado_report_checkup(errand->answer, checkup, symptoms, count, &advice);
    if (checkup->interrupted || advice.interrupted) {
        dado_errand_stop_at(errand, advice.interrupted ? "before all changes were tried"
                                                       : "before all was looked at");
    }
    return true;
}

// A game for two to four was looked at with as many as it was opened for, and no others.
static void tell_players(const dado_game *game, dado_document *answer)
{
    int64_t low, high;
    if (!dado_game_expects(game, "players", &low, &high) || low >= high) return;
    int64_t other = game->players == high ? high - 1 : game->players + 1;
    bool dial = strstr(game->options, "PLAYERS") && other >= low && other <= high;
    dado_draft says = { 0 };
    dado_text_addf(&says, "Looked at with %d player%s; the description says %lld to %lld.",
                   game->players, game->players == 1 ? "" : "s", (long long)low, (long long)high);
    if (dial) dado_text_addf(&says, " -D PLAYERS=%lld looks at another number.", (long long)other);
    dado_document_text(answer, "players", dado_text_string(&says));
}

static bool run(dado_errand *errand)
{
    dado_document *answer = errand->answer;
    dado_source source;
    dado_game game;
    dado_expect expect;
    dado_checkup checkup = { 0 };
    dado_checkup_plan plan = {
        .game = &source,
        .effort = (dado_effort)dado_errand_choice(errand, "effort"),
        .thinker = dado_errand_text(errand, "thinker"),
        .seed = (uint64_t)dado_errand_whole(errand, "seed"),
        .limit = (int)dado_errand_whole(errand, "limit"),
        .command = answer->command,
        .context = errand,
        .say = tell,
    };
    if (!dado_errand_game(errand, dado_errand_text(errand, "game"), &source) ||
        !dado_errand_keep(errand, &source, &game)) {
        return false;
    }
    answer->rules = dado_source_hash(&source);
    if (dado_errand_given(errand, "expect")) {
        plan.expect = &expect;
        if (!read_wishes(errand, &game, &expect)) return false;
    }
    bool fine = examine(errand, &plan, &checkup);
    if (fine && checkup.at_random.matches) tell_players(&game, answer);
    if (!fine) {
        errand->blamed = dado_source_of_error(&source, errand->err);
        dado_errand_failed(errand);
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
        DADO_PARAM(CHOICE, "effort", 'e', .choices = "quick normal long", .usual = "normal",
                   .about = "How thorough to be: quick, normal or long."),
        DADO_PARAM(AGENT, "thinker", .unset = "ismcts, by effort",
                   .about = "Who stands for players who think."),
        DADO_PARAM_SEED,
        DADO_PARAM_THREADS,
        DADO_PARAM(WHOLE, "limit", .usual = "20000", .least = 1, .most = 1e8,
                   .about = "A match that takes more moves is taken not to end."),
        DADO_PARAM(WHOLE, "advice", .value = "MATCHES", .most = 1e6,
                   .unset = "20,000, of long matches fewer; 200,000 by long effort, none by quick",
                   .about = "How many matches may go into what to try: single changes of a "
                            "described game that might mend the worst finding; 0 tries none."),
        DADO_PARAM(FILE, "expect",
                   .about = "What is wished for: a file, or casual, tense or strategic.")),
                dado_params_game, dado_params_mpi, dado_params_promises },
    .whole = "what it looks at hangs on what it has seen; with --mpi several processes play",
    .examples = DADO_EXAMPLES(
        { "dado doctor agram", "what is right and wrong with a game, worst first" },
        { "dado doctor mine.rcy --effort quick --report mine.html", "a quick look, with charts" },
        { "dado doctor mine.rcy --effort quick --advice 5000", "a quick look, and what to try" },
        { "dado doctor mine.rcy --expect tense --assert 'fine,quality>=0.5'",
          "for continuous integration" },
        { "dado doctor territorio --thinker territorio_baseline --effort quick",
          "a world with players of its own" }),
    .run = run,
};
