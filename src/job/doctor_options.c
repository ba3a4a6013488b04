// doctor_options.c - the job `doctor GAME options`: which options are never or always
// right?
#include "job/assertion.h"
#include "job/recording_effort.h"
#include "judge/always_right_options.h"
#include "measure/number_format.h"
#include "report/report_functions.h"

static bool run(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    dado_matchup bout;
    dado_experiment_settings how;
    dado_recording recording;
    dado_option_values values;
    if (!dado_job_run_matchup(job_run, answer->command, &bout) ||
        !dado_job_run_experiment_how(job_run, &how)) {
        return false;
    }
    if (!dado_game_can_be_won(&bout.game)) {
        return dado_fail(job_run->err, DADO_INVALID,
                         "%s cannot be won or lost, so no option wins more than another",
                         bout.source.name);
    }
    dado_plan recorded = bout.plan;
    dado_recorder_config config =
        dado_recording_effort(dado_job_run_choice_index(job_run, "effort"), &recorded.matches);
    config.play = &recorded;
    answer->title = dado_document_copyf(answer, "The options of %s", bout.game.rules->title);
    answer->rules = dado_game_source_hash(&bout.source);
    dado_job_run_message(job_run, "recording what options are worth ...");
    if (!dado_decision_recorder_load(&config, &how, job_run->region, &recording, job_run->err) ||
        !dado_option_values_of(&recording, 0.99, job_run->region, &values, job_run->err)) {
        return false;
    }
    if (dado_job_run_is_stopped(job_run)) {
        dado_job_run_record_stop(job_run, "before all was looked at");
        return true;
    }
    static const int64_t matches[] = { 200, 1000, 5000 };  // by effort
    dado_always_right_config always = {
        .game = &bout.source,
        .matches = matches[dado_job_run_choice_index(job_run, "effort")],
        .seed = bout.plan.seed,
        .limit = bout.plan.move_limit,
        .level = 0.99,
    };
    if (!dado_find_always_right(&always, &how, job_run->region, &values, job_run->err))
        return false;
    answer->said = dado_document_copyf(
        answer,
        recording.exact ? "%s decisions, worked out, among %s players, seed %llu"
                        : "%s decisions, played on, among %s players, seed %llu",
        dado_string_count(values.decisions).s, dado_lineup_player(&bout.lineup, 0)->typed,
        (unsigned long long)bout.plan.seed);
    dado_report_option_values(answer, &values);
    return true;
}

const dado_job dado_job_doctor_options = {
    .name = "doctor options",
    .verb = "doctor",
    .aspect = "options",
    .about = "says which options are right how often, and which never are",
    .details =
        "Looks at decisions of every kind and at what each option is worth to who chooses, as far "
        "as that player can know. For each option it says how often it is best, best together with "
        "others, or worse, and what it costs then. An option is always right if nothing is better "
        "wherever it is offered, and who always takes it beats those who never do. In small games "
        "all positions are worked out; "
        "in others decisions are sampled, and what cannot be told is said to be so.",
    .params = { DADO_PARAMS(DADO_PARAM_THE_GAME,
                            DADO_PARAM(CHOICE, "effort", 'e', .choices = "quick normal long",
                                       .usual = "normal",
                                       .about = "How thorough to be: quick, normal or long."),
                            DADO_PARAM_SEED, DADO_PARAM_THREADS, DADO_PARAM_LIMIT),
                dado_params_game, dado_params_seats, dado_params_assert },
    .examples = DADO_EXAMPLES(
        { "dado doctor pig options -D GOAL=20", "When to throw again, and when to hold." },
        { "dado doctor mine.rcy options --assert options", "For continuous integration." }),
    .run = run,
};
