// witness.c - the matches behind a verdict: which ones, and when it shows.
#include <inttypes.h>
#include <string.h>

#include "job/errand.h"
#include "judge/exhibit.h"
#include "measure/words.h"

enum { most_kept = 100000 };

static void tell(const dado_exhibit *exhibits, int count, const char *topic, dado_document *answer)
{
    dado_part *part = dado_table(answer, "witnesses",
        DADO_FIELD(WORDS, "topic", "Topic"),
        DADO_FIELD(NUMBER, "match", "Match"),
        DADO_FIELD(NUMBER, "round", "Round"),
        DADO_FIELD(NUMBER, "step", "Step"),
        DADO_FIELD(WORDS, "shows", "What is to be seen there"));
    for (int i = 0; i < count; i++) {
        const dado_exhibit *e = &exhibits[i];
        if (topic && strcmp(topic, e->topic) != 0) continue;
        dado_put(part, e->topic, e->match, e->round, e->step, e->words);
    }
}

static bool look(dado_errand *errand, const dado_plan *plan, const dado_measures *measures,
                 dado_frame *frame)
{
    dado_document *answer = errand->answer;
    DADO_ENDS(dado_results_free) dado_results results = { 0 };
    bool fine = dado_errand_experiment(errand, plan, frame, dado_frame_add, &results);
    if (fine && results.cells[0].error.status != DADO_OK) {
        *errand->err = results.cells[0].error;
        fine = false;
    }
    dado_exhibit *exhibits = dado_errand_new(errand, dado_exhibit, DADO_EXHIBITS);
    int count = 0;
    dado_experiment_how how = { .stop = errand->stop };
    fine = fine && exhibits &&
           dado_exhibits_find(plan, frame, measures, &how, exhibits, &count, errand->err);
    if (fine) {
        answer->title = dado_document_copy(answer, results.game.rules->title);
        answer->said = dado_document_copyf(answer, "%s matches, seed %" PRIu64,
                                           dado_said_count(frame->count).s, plan->seed);
        tell(exhibits, count, dado_errand_text(errand, "topic"), answer);
        if (results.interrupted) {
            dado_errand_stop_at(errand, "after %s matches", dado_said_count(frame->count).s);
        }
    }
    if (!fine) dado_errand_failed(errand);
    return fine;
}

static bool run(dado_errand *errand)
{
    dado_bout bout;
    dado_measures measures;
    if (!dado_errand_bout(errand, errand->answer->command, &bout) ||
        !dado_measures_of(&measures, &bout.game, errand->arena, errand->err)) {
        return false;
    }
    errand->answer->rules = dado_source_hash(&bout.source);
    DADO_ENDS(dado_frame_free) dado_frame frame = { .most = most_kept };
    return look(errand, &bout.plan, &measures, &frame);
}

static const dado_param params[] = {
    DADO_PARAM_THE_GAME,
    { .name = "topic", .kind = DADO_PARAM_CHOICE,
      .choices = "completion fairness ties length drama lead runaway suspense uncertainty choices",
      .about = "Only what shows this; all topics otherwise." },
    { 0 },
};

const dado_job dado_job_witness = {
    .name = "witness",
    .about = "names the matches that show what a verdict says",
    .details =
        "Plays as dado sim does, with the same seed the same matches, and picks for every topic of "
        "the verdict the match that shows it most and one that shows the opposite, with the round "
        "and the step at which it is to be seen. dado sim --match NUMBER --report FILE draws such "
        "a match; the studio opens it at that step.",
    .params = { params, dado_params_game, dado_params_seats, dado_params_play,
                dado_params_metrics },
    .examples = DADO_EXAMPLES(
        { "dado witness pig --topic drama",
          "In which match the winner was furthest behind, and in which round." },
        { "dado witness hearts -n 200 --json", "For every topic, as JSON." }),
    .run = run,
};
