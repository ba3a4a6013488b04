// simulate.c - the job `sim`: plays a game many times and reports the results.
#include <inttypes.h>

#include "job/results_output.h"
#include "job/assertion.h"
#include "job/simulate_sums.h"
#include "measure/number_format.h"

// Callbacks get a preliminary answer after the first hundred matches, the first thousand,
// and so on: the first matches of a longer run are those of a shorter one. These answers
// are not stored.
static bool show_so_far(dado_job_run *job_run, const dado_plan *plan, const dado_game *game)
{
    if (!job_run->callbacks || !job_run->callbacks->answer) return true;
    dado_plan first = *plan;
    bool fine = true;
    for (first.matches = 100; fine && first.matches < plan->matches; first.matches *= 10) {
        if (dado_job_run_is_stopped(job_run)) break;
        DADO_CLEANUP(dado_document_free) dado_document document = { 0 };
        dado_job_run part = *job_run;
        dado_job_callbacks silent = { 0 };
        part.callbacks = &silent;
        part.answer = &document;
        DADO_CLEANUP(dado_results_output_end) dado_results_output results_output = { 0 };
        dado_document_init(&document);
        document.job = job_run->job->name;
        document.command = plan->command;
        fine = dado_results_output_begin(&results_output, &part, game, false);
        fine = fine && dado_job_run_experiment(&part, &first, &results_output,
                                               dado_results_output_block, &results_output.results);
        if (fine && results_output.results.matches == first.matches) {
            fine = dado_results_output_write(&results_output);
            document.unfinished = true;
            if (fine) job_run->callbacks->answer(job_run->callbacks->context, &document);
        }
    }
    return fine;
}

// Reports what was stored, and how to continue if it is not complete.
static void say_what_is_kept(dado_job_run *job_run, const dado_results *results)
{
    dado_job_run_record_match_stop(job_run, results);
    if (results->interrupted && job_run->opened) {
        dado_job_run_record_stop(job_run, "%s, kept as run %" PRId64, job_run->stopped_where,
                                 results->run);
    } else if (job_run->opened && results->found < results->all) {
        dado_job_run_message(job_run, "kept as run %" PRId64 " in %s", results->run,
                             dado_job_run_store_name(job_run));
    }
}

static bool play(dado_job_run *job_run, const dado_plan *plan, dado_results_output *results_output)
{
    dado_results *results = &results_output->results;
    if (!dado_job_run_experiment(job_run, plan, results_output, dado_results_output_block, results))
        return false;
    bool asked = dado_job_run_is_given(job_run, "resume");
    if (results->found == results->all && !results->interrupted && job_run->opened && !asked) {
        dado_job_run_message(job_run,
                             "run %" PRId64 " in %s is the same, and is shown; --again plays anew",
                             results->run, dado_job_run_store_name(job_run));
    } else if (results->found && !results->interrupted) {
        dado_job_run_message(job_run, "%s of %s matches were kept already",
                             dado_string_count(results->found).s,
                             dado_string_count(results->all).s);
    }
    if (dado_job_run_report_part(job_run, results->matches, results->all, "matches",
                                 results->interrupted)) {
        return true;
    }
    bool fine = !results->matches || dado_results_output_write(results_output);
    say_what_is_kept(job_run, results);
    for (int i = 0; i < results->cell_count; i++) {
        if (results->cells[i].broken_match >= 0) job_run->answer->partly_failed = true;
    }
    return fine;
}

static bool run(dado_job_run *job_run)
{
    dado_matchup bout;
    bool sums = dado_job_run_choice_index(job_run, "keep") == 2;
    if (!sums && dado_job_run_is_given(job_run, "device")) {
        return dado_job_run_usage_error(job_run, "--device goes with --keep sums: matches that "
                                                 "are kept are played on the processor");
    }
    if (!dado_job_run_can_resume(job_run) ||
        !dado_job_run_matchup(job_run, job_run->answer->command, &bout)) {
        return false;
    }
    if (sums) return dado_simulate_sums(job_run, &bout);
    if (!show_so_far(job_run, &bout.plan, &bout.game)) return false;
    DADO_CLEANUP(dado_results_output_end) dado_results_output results_output = { 0 };
    return (dado_results_output_begin(&results_output, job_run, &bout.game, true) &&
            dado_job_run_open_store(job_run, DADO_STORE_WRITE) &&
            play(job_run, &bout.plan, &results_output)) ||
           dado_job_run_keep_error_path(job_run);
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
    .params = { DADO_PARAMS(DADO_PARAM_THE_GAME), dado_params_game, dado_params_seats,
                dado_params_play, dado_params_store_or_sums, dado_params_device,
                dado_params_results_output, dado_params_metrics, dado_params_parts,
                dado_params_assert },
    .examples = DADO_EXAMPLES(
        { "dado sim kuhn -n 10000", "Ten thousand matches of Kuhn poker between random players." },
        { "dado sim dicepoints -D ROUNDS=20 --report report.html",
          "A game of the library with one of its values changed, and a page with charts." },
        { "dado sim kuhn --seat 1=ismcts:iterations=200 -n 500 --seed 7",
          "A thinking player in the first seat." },
        { "dado sim hearts -n 1000000 --keep sums",
          "Very many matches, of which only sums are kept, on a graphics card if there is one." },
        { "dado sim kuhn -n 1000000 --resume", "Goes on where Ctrl-C, or a power cut, left it." }),
    .run = run,
};
