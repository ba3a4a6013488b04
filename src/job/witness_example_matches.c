// witness_example_matches.c - finds the matches that show a verdict, and the step that
// shows it.
#include <inttypes.h>
#include <string.h>

#include "job/job_run.h"
#include "judge/example_matches.h"
#include "measure/number_format.h"

enum { most_kept = 100000 };

static void fill_answer(const dado_example_match *exhibits, int count, const char *topic,
                        dado_document *answer)
{
    dado_part *part = dado_table(
        answer, "witnesses", DADO_FIELD(WORDS, "topic", "Topic"),
        DADO_FIELD(NUMBER, "match", "Match"), DADO_FIELD(NUMBER, "round", "Round"),
        DADO_FIELD(NUMBER, "step", "Step"), DADO_FIELD(WORDS, "shows", "What is to be seen there"));
    for (int i = 0; i < count; i++) {
        const dado_example_match *e = &exhibits[i];
        if (topic && strcmp(topic, e->topic) != 0) continue;
        dado_put(part, e->topic, e->match, e->round, e->step, e->words);
    }
}

static bool look(dado_job_run *job_run, const dado_plan *plan, const dado_measures *measures,
                 dado_data_frame *frame)
{
    dado_document *answer = job_run->answer;
    DADO_CLEANUP(dado_results_free) dado_results results = { 0 };
    bool fine = dado_job_run_experiment(job_run, plan, frame, dado_data_frame_add, &results);
    if (fine && results.cells[0].error.status != DADO_OK) {
        *job_run->err = results.cells[0].error;
        fine = false;
    }
    dado_example_match *exhibits =
        dado_job_run_new(job_run, dado_example_match, DADO_EXAMPLE_MATCHES_MAX);
    int count = 0;
    dado_experiment_settings how = { .stop = job_run->stop };
    fine = fine && exhibits &&
           dado_example_matches_find(plan, frame, measures, &how, exhibits, &count, job_run->err);
    if (fine) {
        answer->title = dado_document_copy(answer, results.game.rules->title);
        answer->said = dado_document_copyf(answer, "%s matches, seed %" PRIu64,
                                           dado_string_count(frame->count).s, plan->seed);
        fill_answer(exhibits, count, dado_job_run_text(job_run, "topic"), answer);
        if (results.interrupted) {
            dado_job_run_record_stop(job_run, "after %s matches",
                                     dado_string_count(frame->count).s);
        }
    }
    if (!fine) dado_job_run_keep_error_path(job_run);
    return fine;
}

static bool run(dado_job_run *job_run)
{
    dado_matchup bout;
    dado_measures measures;
    if (!dado_job_run_matchup(job_run, job_run->answer->command, &bout) ||
        !dado_measures_of(&measures, &bout.game, job_run->region, job_run->err)) {
        return false;
    }
    job_run->answer->rules = dado_game_source_hash(&bout.source);
    DADO_CLEANUP(dado_data_frame_free) dado_data_frame frame = { .most = most_kept };
    return look(job_run, &bout.plan, &measures, &frame);
}

static const dado_param params[] = {
    DADO_PARAM_THE_GAME,
    { .name = "topic",
      .kind = DADO_PARAM_CHOICE,
      .choices = "completion fairness ties length drama lead runaway suspense uncertainty choices",
      .about = "Only what shows this; all topics otherwise." },
    { 0 },
};

const dado_job dado_job_witness = {
    .name = "witness",
    .verb = "runs examples",
    .about = "names the matches that show what a verdict says",
    .details =
        "Plays as dado sim does, with the same seed the same matches, and picks for every topic of "
        "the verdict the match that shows it most and one that shows the opposite, with the round "
        "and the step at which it is to be seen. dado sim --match NUMBER --report FILE draws such "
        "a match; the studio opens it at that step.",
    .params = { params, dado_params_game, dado_params_seats, dado_params_play,
                dado_params_metrics },
    .examples =
        DADO_EXAMPLES({ "dado runs examples pig --topic drama",
                        "In which match the winner was furthest behind, and in which round." },
                      { "dado runs examples hearts -n 200 --json", "For every topic, as JSON." }),
    .run = run,
};
