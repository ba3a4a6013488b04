// survey.c - see survey.h.
#include "job/survey.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/report.h"

enum { most_sizes = 64 };

typedef struct task {
    dado_errand *errand;
    dado_survey_plan plan;
    dado_survey_how how;
    const char *title;  // of the game
    char name[DADO_SOLUTION_NAME];  // of the boards in hand
    dado_options sizes[most_sizes];
    dado_solution *solutions;
    int count;
    int64_t done, all;  // boards, of the part
} task;

// Reads "2x2,3x4" as settings of the options that say how large boards are.
static bool read_sizes(task *t, const dado_board_face *face, const char *text)
{
    const dado_options *given = &t->plan.source.options;
    dado_errand *errand = t->errand;
    int axes = 0;
    while (axes < DADO_BOARD_SIZES && face->size[axes]) {
        if (dado_options_find(given, face->size[axes])) {
            return dado_errand_misused(errand, "say --sizes, or %s", face->size[axes]);
        }
        axes++;
    }
    while (*text) {
        dado_option *items = dado_errand_new(errand, dado_option, axes);
        const char *at = text;
        int read = 0;
        for (; items && read < axes && (read == 0 || *at++ == 'x'); read++) {
            size_t digits = strspn(at, "0123456789");
            items[read] = (dado_option){ .name = face->size[read],
                                         .text = dado_errand_copy(errand, at, digits) };
            if (!items[read].text) return false;
            if (digits == 0) break;
            at += digits;
        }
        if (!items) return false;
        if (read < axes || (*at && *at != ',') || t->count == most_sizes) {
            return dado_fail(errand->err, DADO_MEANING,
                             "sizes are %s%s%s, parted by commas, as in 2x4,3x2, not \"%.20s\"",
                             face->size[0], axes > 1 ? " x " : "", axes > 1 ? face->size[1] : "",
                             text);
        }
        dado_options size = { items, axes };
        if (!dado_options_join(&t->sizes[t->count++], given, &size, errand->arena, errand->err)) {
            return false;
        }
        text = at + (*at == ',');
    }
    return t->count > 0 ||
           dado_fail(errand->err, DADO_MEANING, "no size is given; say --sizes 2x2,3x2");
}

static void on_progress(void *to, uint64_t solved, uint64_t all)
{
    const task *t = to;
    dado_errand_working(t->errand, (int64_t)solved, (int64_t)all, "boards", "%s", t->name);
}

// Half of the boards prove nothing, so nothing is said of them but how many there are.
static void say_stopped(task *t, const dado_survey *survey)
{
    dado_document *answer = t->errand->answer;
    answer->said = dado_document_copyf(answer, "stopped after %" PRIu64 " boards of %s",
                                       survey->solved, t->name);
    dado_errand_stop_at(t->errand, "after %" PRIu64 " of %" PRIu64 " boards of %s",
                        survey->solved, survey->field.count, t->name);
    if (!t->how.store) {
        dado_errand_say(t->errand, "with --journal FILE it could go on from there");
    }
}

static bool survey_size(task *t, int number, bool *finished)
{
    dado_survey none = { 0 };
    DADO_ENDS(dado_survey_free) dado_survey survey = { 0 };
    dado_survey_plan plan = t->plan;
    plan.source.options = t->sizes[number];
    if (!dado_survey_look(&none.field, &plan, t->errand->arena, t->errand->err)) return false;
    t->title = none.field.title;
    snprintf(t->name, sizeof t->name, "%s", dado_solution_of(&none).name);
    if (!dado_survey_run(&plan, &t->how, &survey, t->errand->err)) return false;
    *finished = !survey.interrupted;
    if (survey.found) {
        dado_errand_say(t->errand, "%" PRIu64 " boards of %s were kept already", survey.found,
                        t->name);
    }
    t->done += (int64_t)(survey.solved - survey.first);
    t->all += (int64_t)(survey.end - survey.first);
    if (t->how.parts) return true;
    if (!*finished) {
        say_stopped(t, &survey);
        return true;
    }
    t->solutions[number] = dado_solution_of(&survey);
    if (dado_errand_given(t->errand, "csv")) {
        dado_report_boards(t->errand->answer, &survey, t->count > 1 ? t->name : "boards");
    }
    return true;
}

static bool survey_sizes(task *t)
{
    dado_document *answer = t->errand->answer;
    bool finished = true;
    for (int i = 0; finished && i < t->count; i++) {
        if (!survey_size(t, i, &finished)) return false;
    }
    if (dado_errand_told_part(t->errand, t->done, t->all, "boards", !finished)) return true;
    answer->title = dado_document_copy(answer, t->title);
    if (!finished) return true;
    answer->said = dado_document_copyf(answer, "%sboards of %s by %s",
                                       t->plan.sample ? "" : "all ",
                                       t->count > 1 ? "several sizes" : t->solutions->name,
                                       dado_objective_names[t->plan.by]);
    if (!dado_errand_given(t->errand, "csv")) dado_report_solutions(answer, t->solutions, t->count);
    return true;
}

bool dado_errand_survey(dado_errand *errand, const dado_source *source, dado_objective by,
                        size_t memory)
{
    task t = { .errand = errand,
               .how = { .threads = dado_errand_threads(errand), .fleet = errand->fleet,
                        .stop = errand->stop, .to = &t, .progress = on_progress } };
    const char *sizes = dado_errand_text(errand, "sizes");
    const dado_game bare = { .rules = source->rules };
    const dado_board_face *face = dado_face_of(&bare, boards);
    if (!face) {
        return dado_errand_misused(errand,
                                   "--all, --sizes and --sample are for games that list their "
                                   "boards, such as bigpoints; solve %.40s without them",
                                   source->name);
    }
    t.plan = (dado_survey_plan){ .source = *source,
                                 .by = by,
                                 .memory = memory,
                                 .sample = (uint64_t)dado_errand_whole(errand, "sample"),
                                 .seed = (uint64_t)dado_errand_whole(errand, "seed") };
    if (sizes) {
        if (!read_sizes(&t, face, sizes)) return false;
    } else {
        t.sizes[t.count++] = source->options;
    }
    t.solutions = dado_errand_new(errand, dado_solution, t.count);
    if (!t.solutions || !dado_errand_part(errand, &t.how.part, &t.how.parts)) return false;
    if (t.how.parts &&
        (dado_errand_given(errand, "journal") || dado_errand_given(errand, "csv"))) {
        return dado_errand_misused(errand, "a part is kept in the file of --out; dado merge makes "
                                   "a journal of all of them, and --journal shows it");
    }
    if (!dado_errand_store(errand, DADO_STORE_WRITE)) return false;
    t.how.store = errand->opened;
    return survey_sizes(&t);
}
