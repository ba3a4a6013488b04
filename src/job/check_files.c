// check_files.c - reads descriptions and other files, and reports what is wrong with them.
//
// For a described game all errors and warnings are reported. Files of other games, targets and
// player types are opened, and the first error is reported.

#include "agents/dungeon_bot.h"
#include "core/game_extras.h"
#include "job/job_run.h"
#include "measure/expectations.h"
#include "recycle/recycle.h"

typedef struct problem_counts {
    dado_part *part;
    int errors, warnings, more, missing;
} problem_counts;

static void note(problem_counts *t, const dado_recycle_diagnostic *notice, const char *text)
{
    if (notice->warning) t->warnings++;
    else t->errors++;
    dado_put_diagnostic(t->part, &notice->error, notice->warning, text);
}

typedef struct file_warnings {  // the warnings of one file
    problem_counts *problem_counts;
    const char *text;
} file_warnings;

static void on_warning(void *context, const dado_error *odd)
{
    const file_warnings *o = context;
    note(o->problem_counts, &(dado_recycle_diagnostic){ .error = *odd, .warning = true }, o->text);
}

// Checks a file that is no game but that dado reads. Returns true if `name` is such a file.
static bool check_other(dado_job_run *job_run, const char *name, problem_counts *t)
{
    bool wishes = dado_ends_with(name, ".expect"), profile = dado_ends_with(name, ".profile");
    if (!wishes && !profile) return false;
    const char *text = NULL;
    size_t mark = dado_region_mark(job_run->region);
    bool fine = dado_job_run_read(job_run, name, &text);
    if (fine && wishes) {
        dado_expectations expect;
        fine = dado_expectations_read(&expect, name, text, NULL, job_run->region, job_run->err);
    } else if (fine) {
        static const char *const others[] = { "file", NULL };
        dado_option item = { "file", text, { name, 1, 1, 1 } };
        dado_options options = { &item, 1 };
        dado_dungeon_profile_choice choice;
        const char *known;
        fine = dado_dungeon_profile_read(&options, others, &choice, job_run->region, &known,
                                         job_run->err);
    }
    if (!fine) note(t, &(dado_recycle_diagnostic){ .error = *job_run->err }, text);
    dado_region_rewind(job_run->region, mark);
    return true;
}

static void check_game(dado_job_run *job_run, const char *name, problem_counts *t)
{
    dado_game_source source;
    if (!dado_job_run_find_game(job_run, name, &source)) {
        note(t, &(dado_recycle_diagnostic){ .error = *job_run->err }, NULL);
        t->missing++;
        return;
    }
    if (source.rules == &dado_recycle && source.text) {
        dado_recycle_diagnostics found;
        dado_recycle_check(source.path, source.text, &source.options, job_run->region, &found);
        for (int i = 0; i < found.count; i++) note(t, &found.items[i], source.text);
        t->more += found.more;
        if (found.errors) return;
    }
    // The game must also open: a state that is too large is found only then.
    dado_game game;
    size_t mark = dado_region_mark(job_run->region);
    if (!dado_game_source_open(&source, &game, job_run->region, job_run->err)) {
        note(t, &(dado_recycle_diagnostic){ .error = *job_run->err },
             dado_game_source_error_text(&source, job_run->err));
    } else if (source.text && dado_game_extra(&game, odd)) {
        file_warnings o = { t, source.text };
        dado_game_extra(&game, odd)(source.path, source.text, on_warning, &o);
    }
    dado_region_rewind(job_run->region, mark);
}

static bool run(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    dado_options options;
    if (!dado_job_run_options(job_run, &options)) return false;
    int files = dado_job_run_arg_count(job_run, "game");
    problem_counts t = { .part = dado_document_diagnostics(answer, "diagnostics") };
    for (int i = 0; i < files; i++) {
        const char *name = dado_job_run_nth_arg(job_run, "game", i);
        if (!check_other(job_run, name, &t)) check_game(job_run, name, &t);
    }
    if (t.more)
        dado_document_textf(answer, DADO_PART("more", .attached = true), "and %d more", t.more);
    dado_part *facts = dado_document_facts(answer, DADO_PART("counted", .reader = DADO_FOR_PAGES));
    dado_fact(facts, "files", "files", files);
    dado_fact(facts, "errors", "errors", t.errors);
    dado_fact(facts, "warnings", "warnings", t.warnings);
    dado_job_run_message(job_run, "%d file%s: %d error%s, %d warning%s", files,
                         files == 1 ? "" : "s", t.errors, t.errors == 1 ? "" : "s", t.warnings,
                         t.warnings == 1 ? "" : "s");
    answer->partly_failed = t.missing > 0;
    answer->failed = t.errors || (dado_job_run_is_given(job_run, "strict") && t.warnings);
    return true;
}

const dado_job dado_job_check = {
    .name = "check",
    .about = "says what is wrong with a description, and where",
    .details =
        "Every error and warning is shown with its place and the line it is in. The exit code "
        "is 3 if there is an error, 1 if a file cannot be read.",
    .params = { DADO_PARAMS(
                    DADO_PARAM(
                        GAME, "game", .word = true, .needed = true, .many = true,
                        .about =
                            "Games by name, or files: descriptions, maps, levels, boards, targets "
                            "(.expect), player types (.profile) and scenarios (.territorio)."),
                    DADO_PARAM(FLAG, "strict", .about = "Fails at warnings too.")),
                dado_params_game },
    .examples = DADO_EXAMPLES(
        { "dado check mygame.rcy", "Everything there is to say about a description." },
        { "dado check library/cards/*.rcy --strict", "Many at once; warnings count as errors." }),
    .run = run,
};
