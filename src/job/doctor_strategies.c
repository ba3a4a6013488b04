// doctor_strategies.c - the job `doctor GAME strategies`: how many ways to win are there?
#include "job/assertion.h"
#include "job/recording_effort.h"
#include "measure/number_format.h"
#include "report/report_functions.h"

static bool run(dado_job_run *job_run)
{
    static const int64_t matches[] = { 200, 1000, 5000 };  // by effort
    static const int generations[] = { 4, 6, 12 };
    dado_document *answer = job_run->answer;
    dado_game_source source;
    dado_game game;
    dado_experiment_settings how;
    dado_strategies strategies;
    if (!dado_job_run_find_game(job_run, dado_job_run_text(job_run, "game"), &source) ||
        !dado_job_run_open_shared_game(job_run, &source, &game) ||
        !dado_job_run_experiment_how(job_run, &how)) {
        return false;
    }
    if (game.players < 2 || dado_game_is_cooperative(&game)) {
        return dado_fail(job_run->err, DADO_INVALID, "%s has no rivals to try strategies against",
                         source.name);
    }
    static const dado_player random = { .typed = "random", .kind = &dado_agent_random };
    const dado_lineup lineup = { "random", &random, 1 };
    dado_plan recorded = { .instances = &source,
                           .instance_count = 1,
                           .lineups = &lineup,
                           .lineup_count = 1,
                           .seed = dado_job_run_seed(job_run),
                           .move_limit = (int)dado_job_run_int(job_run, "limit") };
    dado_recorder_config recorder =
        dado_recording_effort(0, &recorded.matches);  // only the options are used
    recorder.play = &recorded;
    dado_strategies_config config = {
        .recorder = &recorder,
        .game = &source,
        .matches = matches[dado_job_run_choice_index(job_run, "effort")],
        .seed = recorded.seed,
        .limit = recorded.move_limit,
        .generations = generations[dado_job_run_choice_index(job_run, "effort")],
        .level = 0.95,
    };
    answer->title = dado_document_copyf(answer, "Strategies in %s", game.rules->title);
    answer->rules = dado_game_source_hash(&source);
    if (!dado_strategies_measure(&config, &how, job_run->region, &strategies, job_run->err)) {
        return false;
    }
    if (strategies.interrupted) {
        dado_job_run_record_stop(job_run, "before all had met");
        return true;
    }
    answer->said = dado_document_copyf(
        answer, "%d strategies, %s matches of each two from each seat, seed %llu",
        strategies.count - 1, dado_string_count(config.matches).s,
        (unsigned long long)recorded.seed);
    dado_report_strategies(answer, &strategies);
    return true;
}

const dado_job dado_job_doctor_strategies = {
    .name = "doctor strategies",
    .verb = "doctor",
    .aspect = "strategies",
    .about = "says which strategies beat which: one that rules, a circle, or several ways to win",
    .details =
        "A strategy of one style takes one option wherever it is offered, and chooses at random "
        "elsewhere. Each plays against each other and against random players, from every seat, and "
        "a mix is found in which none gains by changing. Then players with several styles "
        "(options, points, harm, high numbers, the end) are bred against that mix; one that wins "
        "beyond doubt joins, at most three. Each can be seated as the answer says: --seat "
        "'1=prefers:option=WORDS' or '1=strategy:styles=2 WORDS; 1 @points'.",
    .params = { DADO_PARAMS(DADO_PARAM_THE_GAME,
                            DADO_PARAM(CHOICE, "effort", 'e', .choices = "quick normal long",
                                       .usual = "normal",
                                       .about =
                                           "How thorough to be: 200, 1,000 or 5,000 matches of "
                                           "each two from each seat."),
                            DADO_PARAM_SEED, DADO_PARAM_THREADS, DADO_PARAM_LIMIT),
                dado_params_game, dado_params_assert },
    .examples = DADO_EXAMPLES(
        { "dado doctor mine.rcy strategies", "Whether one way to play beats all others." },
        { "dado doctor mine.rcy strategies --assert strategies", "For continuous integration." }),
    .run = run,
};
