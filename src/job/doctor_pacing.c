// doctor_pacing.c - the job `doctor GAME pacing`: how does a match feel to its players?
#include "job/assertion.h"
#include "job/command_to_show_match.h"
#include "job/recording_effort.h"
#include "measure/number_format.h"
#include "report/report_functions.h"

// Chances are measured in matches of their own. Described games are opened with their
// luck listed for these.
static bool write_commands(dado_job_run *job_run, const dado_matchup *bout,
                           const dado_plan *recorded, const dado_pacing *pacing, const char **show)
{
    bool described = bout->game.rules->clause != NULL;
    const char *set =
        described && !dado_options_find(&bout->source.options, "luck") ? "luck=listed" : NULL;
    int64_t matches[3] = { pacing->decided_match, pacing->hopeless_match,
                           pacing->recorded ? pacing->kingmaking.match : -1 };
    for (int i = 0; i < 3; i++) {
        if (matches[i] < 0) continue;
        show[i] = dado_match_command(job_run, recorded->matches, matches[i], set);
        if (!show[i]) return false;
    }
    return true;
}

static bool run(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    dado_matchup bout;
    dado_experiment_settings how;
    dado_pacing pacing;
    if (!dado_job_run_matchup(job_run, answer->command, &bout) ||
        !dado_job_run_experiment_how(job_run, &how)) {
        return false;
    }
    static const int64_t counted_matches[] = { 1000, 5000, 20000 };
    int effort = dado_job_run_choice_index(job_run, "effort");
    dado_plan counted = bout.plan, recorded = bout.plan;
    counted.matches = counted_matches[effort];
    dado_pacing_config config = { .play = &counted, .level = 0.99 };
    config.recorder = dado_recording_effort(effort, &recorded.matches);
    config.recorder.play = &recorded;
    answer->title = dado_document_copyf(answer, "The pace of %s", bout.game.rules->title);
    answer->rules = dado_game_source_hash(&bout.source);
    dado_job_run_message(job_run, "playing matches, and chances along them ...");
    if (!dado_pacing_measure(&config, &how, job_run->region, &pacing, job_run->err)) return false;
    if (pacing.interrupted) dado_job_run_record_stop(job_run, "before all was looked at");
    if (pacing.matches == 0) return true;
    answer->said = dado_document_copyf(
        answer, "%s matches, chances along %s, among %s players, seed %llu",
        dado_string_count(pacing.matches).s, dado_string_count(pacing.graphs).s,
        dado_lineup_player(&bout.lineup, 0)->typed, (unsigned long long)bout.plan.seed);
    const char *show[3] = { NULL };
    if (!write_commands(job_run, &bout, &recorded, &pacing, show)) return false;
    dado_report_pacing(answer, &pacing, show);
    return true;
}

const dado_job dado_job_doctor_pacing = {
    .name = "doctor pacing",
    .verb = "doctor",
    .aspect = "pacing",
    .about = "says how a match feels: when it is decided, who waits, who has lost and plays on",
    .details =
        "Plays matches and follows every player's chance to win along some of them. It says when "
        "one is as good as won, how long somebody plays on without hope or sits out, whether a "
        "lead grows by itself or catching up goes too far, whether somebody who cannot win decides "
        "who does, and how much the last piece of luck settles. docs/reference/pacing.md defines "
        "every figure and every line that is drawn.",
    .params = { DADO_PARAMS(DADO_PARAM_THE_GAME,
                            DADO_PARAM(CHOICE, "effort", 'e', .choices = "quick normal long",
                                       .usual = "normal",
                                       .about = "How thorough to be: quick, normal or long."),
                            DADO_PARAM_SEED, DADO_PARAM_THREADS, DADO_PARAM_LIMIT),
                dado_params_game, dado_params_seats, dado_params_assert },
    .examples = DADO_EXAMPLES(
        { "dado doctor hearts pacing", "How a match of Hearts goes among random players." },
        { "dado doctor mine.rcy pacing --assert 'decided>50%,kingmaking<5%'",
          "For continuous integration." }),
    .run = run,
};
