// sim.c - dado sim: plays a game many times and says what came of it.
#include <inttypes.h>
#include <string.h>

#include "cli/outcome.h"

// What was kept, and how to go on if it is not all. Answers the exit code.
static int say_what_is_kept(dado_call *call, const dado_results *results, bool stored)
{
    const char *path = dado_given_text(call, "store");
    if (!results->interrupted) {
        if (stored) {
            dado_call_say(call, "kept as run %" PRId64 " in %s", results->run,
                          path ? path : dado_store_path());
        }
        return DADO_EXIT_FINE;
    }
    if (!stored) {
        return dado_call_interrupted(call, false, "after %" PRId64 " of %" PRId64 " matches",
                                     results->matches, results->all);
    }
    return dado_call_interrupted(call, true,
                                 "after %" PRId64 " of %" PRId64 " matches, kept as run %" PRId64,
                                 results->matches, results->all, results->run);
}

static int play(dado_call *call, const dado_plan *plan, dado_store *store, dado_outcome *outcome)
{
    dado_error err = { 0 };
    dado_experiment_how how = { .store = store, .context = outcome, .block = dado_outcome_block };
    dado_results *results = &outcome->results;
    if (!dado_call_experiment(call, plan, how, results, &err)) {
        return dado_call_fail(call, &err, dado_source_of_error(&plan->instances[0], &err));
    }
    if (results->found && !results->interrupted) {
        dado_call_say(call, "%" PRId64 " of %" PRId64 " matches were kept already", results->found,
                      results->all);
    }
    int code = DADO_EXIT_FINE;
    if (results->matches) code = dado_outcome_show(outcome);
    int kept = say_what_is_kept(call, results, store != NULL);
    return code == DADO_EXIT_FINE ? kept : code;
}

static int run(dado_call *call)
{
    dado_source source;
    dado_lineup lineup;
    dado_game game;
    dado_store *store = NULL;
    dado_error err = { 0 };
    dado_plan plan = {
        .instances = &source, .instance_count = 1, .lineups = &lineup, .lineup_count = 1
    };
    dado_call_plan(call, &plan);
    dado_call_metrics(call, &plan);
    dado_call_threads(call);
    if (dado_call_wrong(call)) return DADO_EXIT_USAGE;
    if (dado_given_flag(call, "resume") && dado_given_flag(call, "no-store")) {
        return dado_call_misused(call, "--resume needs the store that --no-store does without");
    }
    if (!dado_call_game(call, 0, &source)) return DADO_EXIT_FAILED;
    if (!dado_source_keep(&source, call->arena, &err) ||
        !dado_source_open(&source, &game, call->arena, &err) ||
        !dado_call_lineup(call, game.players, NULL, &lineup, &err)) {
        return dado_call_fail(call, &err, dado_source_of_error(&source, &err));
    }
    dado_outcome outcome;
    int code = dado_outcome_begin(&outcome, call, &game);
    if (code == DADO_EXIT_FINE) {
        if (dado_call_store(call, DADO_STORE_WRITE, &store, &err)) {
            code = play(call, &plan, store, &outcome);
            dado_results_free(&outcome.results);
        } else {
            code = dado_call_fail(call, &err, NULL);
        }
    }
    dado_store_close(store);
    dado_outcome_end(&outcome);
    return code;
}

static const dado_example examples[] = {
    { "dado sim kuhn -n 10000", "Ten thousand matches of Kuhn poker between random players." },
    { "dado sim dicepoints -D ROUNDS=20 --report report.html",
      "A game of the library with one of its values changed, and a page with charts." },
    { "dado sim kuhn --seat 0=ismcts:iterations=200 -n 500 --seed 7",
      "A thinking player in the first seat." },
    { "dado sim kuhn -n 1000000 --resume", "Goes on where Ctrl-C, or a power cut, left it." },
    { 0 },
};

const dado_verb dado_verb_sim = {
    .name = "sim",
    .words = "GAME",
    .about = "plays a game many times and measures what happened",
    .details =
        "GAME is the name of a game (see dado list games) or a file that describes one. Matches "
        "are played on all cores, and the same seed gives the same result whatever their "
        "number.\n\n"
        "The table has a line for every seat and every measure that has a value, with 95 % "
        "intervals, and then what the numbers mean. Results are kept in a store, from which dado "
        "runs shows and exports them later; Ctrl-C keeps what is done, and the same command with "
        "--resume goes on from there.",
    .offer = DADO_OFFER_GAMES,
    .least = 1,
    .most = 1,
    .flags = { dado_flags_game, dado_flags_seats, dado_flags_play, dado_flags_store,
               dado_flags_outcome, dado_flags_metrics, dado_flags_json },
    .examples = examples,
    .run = run,
};
