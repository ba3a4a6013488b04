// format_source.c - lays out descriptions in one shape and keeps every word and comment.
#include <stdio.h>
#include <string.h>

#include "job/job_run.h"
#include "recycle/recycle.h"

typedef struct format_task {
    dado_job_run *job_run;
    dado_document *answer;
    dado_part *files, *wrong;
    bool check;
    int changed, failed;
} format_task;

static void format_file(format_task *d, const char *name, const char *text)
{
    DADO_CLEANUP(dado_text_free) dado_text laid = { 0 };
    dado_recycle_diagnostics found;
    size_t mark = dado_region_mark(d->job_run->region);
    bool fine = dado_recycle_format(name, text, &laid, d->job_run->region, &found);
    bool same = fine && strcmp(dado_text_string(&laid), text) == 0;
    for (int i = 0; !fine && i < found.count; i++) {
        dado_put_diagnostic(d->wrong, &found.items[i].error, found.items[i].warning, text);
    }
    const char *become = !fine      ? "could not be read"
                         : same     ? "as it should be"
                         : d->check ? "would change"
                                    : "laid out";
    if (fine && !same && !d->check &&
        !dado_job_run_write(d->job_run, name, dado_text_string(&laid), laid.length)) {
        dado_put_diagnostic(d->wrong, d->job_run->err, false, NULL);
        become = "could not be written";
        fine = false;
    }
    dado_put(d->files, name, become, fine && !same && d->check ? dado_text_string(&laid) : NULL);
    d->changed += fine && !same;
    d->failed += !fine;
    dado_region_rewind(d->job_run->region, mark);
}

static bool run(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    format_task d = { .job_run = job_run,
                      .answer = answer,
                      .check = dado_job_run_is_given(job_run, "check") };
    d.wrong = dado_document_diagnostics(answer, "diagnostics");
    d.files = dado_table(
        answer, "files", { .name = "file", .title = "file" }, { .name = "state", .title = "state" },
        { .name = "text", .title = "as it would be", .reader = DADO_FOR_PROGRAMS });
    int count = dado_job_run_arg_count(job_run, "file");
    for (int i = 0; i < count; i++) {
        const char *name = dado_job_run_nth_arg(job_run, "file", i), *text;
        if (dado_job_run_read(job_run, name, &text)) {
            format_file(&d, name, text);
            continue;
        }
        dado_put_diagnostic(d.wrong, job_run->err, false, NULL);
        d.failed++;
    }
    dado_job_run_message(job_run, "%d file%s: %d %s, %d failed", count, count == 1 ? "" : "s",
                         d.changed, d.check ? "would change" : "laid out", d.failed);
    answer->partly_failed = d.failed > 0;
    answer->failed = d.check && d.changed;
    return true;
}

const dado_job dado_job_format = {
    .name = "format",
    .about = "lays descriptions out, in one shape for all",
    .details =
        "Lists that fit are written on one line of at most 100 columns; those that do not are "
        "broken by what they begin with. Words, comments and their order stay as they are, so the "
        "game is the same; empty lines between rules are kept, one of each. What was laid out "
        "once does not change again. A text with parentheses that do not close, or with words "
        "that are none of the language, is left alone and told.",
    .params = { DADO_PARAMS(
        DADO_PARAM(FILE, "file", .word = true, .needed = true, .many = true,
                   .about = "Descriptions; they are written back where they lie."),
        DADO_PARAM(FLAG, "check", 'c',
                   .about = "Writes nothing, and tells programs how it would be; the exit code is "
                            "3 if a file would change.")) },
    .examples = DADO_EXAMPLES(
        { "dado format mygame.rcy", "Lays a description out, in place." },
        { "dado format --check games/*.rcy", "Says which are not, for continuous integration." }),
    .run = run,
};
