// survey.c - see survey.h.
#include "job/survey.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/report.h"

enum { most_sizes = 64 };

typedef struct task {
    dado_errand *errand;
    dado_document *answer;
    dado_store *store;
    dado_survey_plan plan;
    const char *title;  // of the game
    dado_options sizes[most_sizes];
    dado_solution *solutions;
    int count;
    int part, parts;    // by --part
    int64_t done, all;  // boards, of the part
} task;

// Reads "2x2,3x4" as settings of the options that say how large boards are.
static bool read_sizes(task *t, const dado_board_face *face, const char *text)
{
    const dado_source *source = &t->plan.source;
    for (int i = 0; i < DADO_BOARD_SIZES; i++) {
        if (face->size[i] && dado_options_find(&source->options, face->size[i])) {
            return dado_errand_misused(t->errand, "say %ssizes, or %s", t->errand->mark,
                                       face->size[i]);
        }
    }
    while (*text) {
        size_t length = strcspn(text, ",");
        dado_option *items = dado_errand_new(t->errand, dado_option, DADO_BOARD_SIZES);
        if (!items) return false;
        int read = 0;
        size_t at = 0;
        while (read < DADO_BOARD_SIZES && face->size[read] && at < length) {
            size_t digits = strspn(text + at, "0123456789");
            if (digits == 0) break;
            items[read].name = face->size[read];
            items[read].text = dado_arena_copy(t->errand->arena, text + at, digits);
            if (!items[read++].text)
                return dado_fail(t->errand->err, DADO_LIMIT, "no memory left for sizes");
            at += digits;
            if (text[at] == 'x' && read < DADO_BOARD_SIZES && face->size[read]) at++;
        }
        bool whole = read == DADO_BOARD_SIZES || (read > 0 && !face->size[read]);
        if (!whole || at != length || t->count == most_sizes) {
            return dado_fail(t->errand->err, DADO_MEANING,
                             "sizes are %s%s%s, parted by commas, as in 2x4,3x2, not \"%.20s\"",
                             face->size[0], face->size[1] ? " x " : "",
                             face->size[1] ? face->size[1] : "", text);
        }
        dado_options size = { items, read };
        if (!dado_options_join(&t->sizes[t->count++], &source->options, &size, t->errand->arena,
                               t->errand->err)) {
            return false;
        }
        text += length + (text[length] == ',');
    }
    return t->count > 0 || dado_fail(t->errand->err, DADO_MEANING,
                                     "no size is given; say %ssizes 2x2,3x2", t->errand->mark);
}

typedef struct watching {
    const dado_errand *errand;
    const char *name;
} watching;

static void on_progress(void *to, uint64_t solved, uint64_t all)
{
    const watching *w = to;
    dado_errand_working(w->errand, (int64_t)solved, (int64_t)all, "boards", "%s", w->name);
}

// Half of the boards prove nothing, so nothing is said of them but how many there are.
static void say_stopped(task *t, const dado_survey *survey, const char *name)
{
    bool kept = t->store != NULL;
    t->answer->said = dado_document_copyf(t->answer, "stopped after %" PRIu64 " boards of %s",
                                          survey->solved, name);
    dado_errand_stop_at(t->errand, kept, "after %" PRIu64 " of %" PRIu64 " boards of %s",
                        survey->solved, survey->field.count, name);
    if (!kept) {
        dado_errand_say(t->errand, "with %sjournal FILE it could go on from there",
                        t->errand->mark);
    }
}

static bool survey_size(task *t, int number, bool *finished)
{
    dado_survey_field field;
    DADO_ENDS(dado_survey_free) dado_survey survey = { 0 };
    dado_survey_plan plan = t->plan;
    plan.source.options = t->sizes[number];
    if (!dado_survey_look(&field, &plan, t->errand->arena, t->errand->err)) return false;
    t->title = field.title;
    char name[DADO_SOLUTION_NAME];
    dado_survey none = { .field = field };
    snprintf(name, sizeof name, "%s", dado_solution_of(&none).name);
    watching w = { t->errand, name };
    dado_survey_how how = { .threads = dado_errand_threads(t->errand),
                            .fleet = t->errand->fleet,
                            .store = t->store,
                            .part = t->part,
                            .parts = t->parts,
                            .stop = t->errand->stop,
                            .to = &w,
                            .progress = on_progress };
    bool fine = dado_survey_run(&plan, &how, &survey, t->errand->err);
    *finished = fine && !survey.interrupted;
    if (fine && survey.found) {
        dado_errand_say(t->errand, "%" PRIu64 " boards of %s were kept already", survey.found,
                        name);
    }
    t->done += (int64_t)(survey.solved - survey.first);
    t->all += (int64_t)(survey.end - survey.first);
    if (t->parts) return fine;
    if (fine && survey.interrupted) say_stopped(t, &survey, name);
    if (*finished) t->solutions[number] = dado_solution_of(&survey);
    if (*finished && dado_errand_flag(t->errand, "csv")) {
        dado_report_boards(t->answer, &survey, t->count > 1 ? name : "boards");
    }
    return fine;
}

static bool survey_sizes(task *t)
{
    bool finished = true;
    for (int i = 0; finished && i < t->count; i++) {
        if (!survey_size(t, i, &finished)) return false;
    }
    if (dado_errand_told_part(t->errand, t->done, t->all, "boards", !finished)) return true;
    t->answer->title = dado_document_copy(t->answer, t->title);
    if (!finished) return true;
    if (!t->answer->said) {
        t->answer->said = dado_document_copyf(t->answer, "%sboards of %s by %s",
                                              t->plan.sample ? "" : "all ",
                                              t->count > 1 ? "several sizes" : t->solutions->name,
                                              dado_objective_names[t->plan.by]);
    }
    if (!dado_errand_flag(t->errand, "csv")) {
        dado_report_solutions(t->answer, t->solutions, t->count);
    }
    return true;
}

bool dado_errand_survey(dado_errand *errand, const dado_source *source, dado_objective by,
                        size_t memory)
{
    task t = { .errand = errand, .answer = errand->answer, .count = 0 };
    const char *journal = dado_errand_text(errand, "journal");
    const char *sizes = dado_errand_text(errand, "sizes");
    const dado_game bare = { .rules = source->rules };
    const dado_board_face *face = dado_face_of(&bare, boards);
    if (!face) {
        return dado_errand_misused(errand,
                                   "%sall, %ssizes and %ssample are for games that list their "
                                   "boards, such as bigpoints; solve %.40s without them",
                                   errand->mark, errand->mark, errand->mark, source->name);
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
    if (!t.solutions || !dado_errand_part(errand, &t.part, &t.parts)) return false;
    if (t.parts && (journal || dado_errand_flag(errand, "csv"))) {
        return dado_errand_misused(errand,
                                   "a part is kept in the file of %sout; dado merge makes a "
                                   "journal of all of them, and %sjournal shows it",
                                   errand->mark, errand->mark);
    }
    if (t.parts) journal = dado_errand_text(errand, "out");
    if (journal && !dado_store_open(&t.store, journal, DADO_STORE_WRITE, errand->err)) return false;
    bool fine = survey_sizes(&t);
    dado_store_close(t.store);
    return fine;
}
