// sim.c - plays a game many times and says what came of it.
#include <inttypes.h>

#include "job/outcome.h"
#include "job/promise.h"
#include "measure/words.h"

// A watcher is shown what the first hundred matches say, then the first thousand, and so on: the
// first matches of a longer run are those of a shorter one. None of this is kept.
static bool show_so_far(dado_errand *errand, const dado_plan *plan, const dado_game *game)
{
    if (!errand->watcher || !errand->watcher->answer) return true;
    dado_plan first = *plan;
    bool fine = true;
    for (first.matches = 100; fine && first.matches < plan->matches; first.matches *= 10) {
        if (dado_errand_stopped(errand)) break;
        DADO_ENDS(dado_document_free) dado_document document = { 0 };
        dado_errand part = *errand;
        dado_watcher silent = { 0 };
        part.watcher = &silent;
        part.answer = &document;
        DADO_ENDS(dado_outcome_end) dado_outcome outcome = { 0 };
        dado_document_init(&document);
        document.job = errand->job->name;
        document.command = plan->command;
        fine = dado_outcome_begin(&outcome, &part, game, false);
        fine = fine && dado_errand_experiment(&part, &first, &outcome, dado_outcome_block,
                                              &outcome.results);
        if (fine && outcome.results.matches == first.matches) {
            fine = dado_outcome_tell(&outcome);
            document.unfinished = true;
            if (fine) errand->watcher->answer(errand->watcher->context, &document);
        }
    }
    return fine;
}

// What was kept, and how to go on if it is not all.
static void say_what_is_kept(dado_errand *errand, const dado_results *results)
{
    dado_errand_stop_matches(errand, results);
    if (results->interrupted && errand->opened) {
        dado_errand_stop_at(errand, "%s, kept as run %" PRId64, errand->stopped_where,
                            results->run);
    } else if (errand->opened && results->found < results->all) {
        dado_errand_say(errand, "kept as run %" PRId64 " in %s", results->run,
                        dado_errand_store_name(errand));
    }
}

static bool play(dado_errand *errand, const dado_plan *plan, dado_outcome *outcome)
{
    dado_results *results = &outcome->results;
    if (!dado_errand_experiment(errand, plan, outcome, dado_outcome_block, results)) return false;
    bool asked = dado_errand_given(errand, "resume");
    if (results->found == results->all && !results->interrupted && errand->opened && !asked) {
        dado_errand_say(errand,
                        "run %" PRId64 " in %s is the same, and is shown; --again plays anew",
                        results->run, dado_errand_store_name(errand));
    } else if (results->found && !results->interrupted) {
        dado_errand_say(errand, "%s of %s matches were kept already",
                        dado_said_count(results->found).s, dado_said_count(results->all).s);
    }
    if (dado_errand_told_part(errand, results->matches, results->all, "matches",
                              results->interrupted)) {
        return true;
    }
    bool fine = !results->matches || dado_outcome_tell(outcome);
    say_what_is_kept(errand, results);
    return fine;
}

static bool run(dado_errand *errand)
{
    dado_bout bout;
    if (!dado_errand_may_resume(errand) ||
        !dado_errand_bout(errand, errand->answer->command, &bout) ||
        !show_so_far(errand, &bout.plan, &bout.game)) {
        return false;
    }
    DADO_ENDS(dado_outcome_end) dado_outcome outcome = { 0 };
    return (dado_outcome_begin(&outcome, errand, &bout.game, true) &&
            dado_errand_store(errand, DADO_STORE_WRITE) && play(errand, &bout.plan, &outcome)) ||
           dado_errand_failed(errand);
}

const dado_job dado_job_sim = {
    .name = "sim",
    .about = "plays a game many times and measures what happened",
    .details =
        "GAME is the name of a game (see dado list games) or a file that describes one. Matches "
        "are played on all cores, and the same seed gives the same result whatever their "
        "number.\n\n"
        "The table has a line for every seat and every measure that has a value, with 95 % "
        "intervals, and then what the numbers mean. Results are kept in a store, from which dado "
        "runs shows and exports them later; Ctrl-C keeps what is done, and the same command with "
        "--resume goes on from there.",
    .params = { DADO_PARAMS(
        DADO_PARAM_THE_GAME),
                dado_params_game, dado_params_seats, dado_params_play, dado_params_store,
                dado_params_outcome, dado_params_metrics, dado_params_parts, dado_params_promises },
    .examples = DADO_EXAMPLES(
        { "dado sim kuhn -n 10000", "Ten thousand matches of Kuhn poker between random players." },
        { "dado sim dicepoints -D ROUNDS=20 --report report.html",
          "A game of the library with one of its values changed, and a page with charts." },
        { "dado sim kuhn --seat 0=ismcts:iterations=200 -n 500 --seed 7",
          "A thinking player in the first seat." },
        { "dado sim kuhn -n 1000000 --resume", "Goes on where Ctrl-C, or a power cut, left it." }),
    .run = run,
};
