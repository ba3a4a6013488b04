// format.c - lays descriptions out: one shape for all, every word and comment kept.
#include <stdio.h>
#include <string.h>

#include "job/errand.h"
#include "recycle/recycle.h"

typedef struct desk {
    dado_errand *errand;
    dado_document *answer;
    dado_part *files, *wrong;
    bool check;
    int changed, failed;
} desk;

static void lay_out(desk *d, const char *name, const char *text)
{
    dado_draft laid = { 0 };
    dado_diagnosis found;
    size_t mark = dado_arena_mark(d->errand->arena);
    bool fine = dado_recycle_format(name, text, &laid, d->errand->arena, &found);
    bool same = fine && strcmp(dado_text_string(&laid), text) == 0;
    for (int i = 0; !fine && i < found.count; i++) {
        dado_put_remark(d->wrong, &found.items[i].error, found.items[i].warning, text);
    }
    const char *become = !fine ? "could not be read" : same ? "as it should be"
                         : d->check ? "would change" : "laid out";
    if (fine && !same && !d->check &&
        !dado_errand_write(d->errand, name, dado_text_string(&laid), laid.length)) {
        dado_put_remark(d->wrong, d->errand->err, false, NULL);
        become = "could not be written";
        fine = false;
    }
    dado_put(d->files, name, become, fine && !same && d->check ? dado_text_string(&laid) : NULL);
    d->changed += fine && !same;
    d->failed += !fine;
    dado_arena_rewind(d->errand->arena, mark);
}

static bool run(dado_errand *errand)
{
    dado_document *answer = errand->answer;
    desk d = { .errand = errand, .answer = answer, .check = dado_errand_given(errand, "check") };
    d.wrong = dado_document_diagnostics(answer, "diagnostics");
    d.files = dado_table(answer, "files",
        { .name = "file", .title = "file" },
        { .name = "state", .title = "state" },
        { .name = "text", .title = "as it would be", .reader = DADO_FOR_PROGRAMS });
    int count = dado_errand_count(errand, "file");
    for (int i = 0; i < count; i++) {
        const char *name = dado_errand_nth(errand, "file", i), *text;
        if (dado_errand_read(errand, name, &text)) {
            lay_out(&d, name, text);
            continue;
        }
        dado_put_remark(d.wrong, errand->err, false, NULL);
        d.failed++;
    }
    dado_errand_say(errand, "%d file%s: %d %s, %d failed", count, count == 1 ? "" : "s", d.changed,
                    d.check ? "would change" : "laid out", d.failed);
    answer->lacking = d.failed > 0;
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
        DADO_PARAM(FLAG, "check",
                   .about = "Writes nothing, and tells programs how it would be; the exit code is "
                            "3 if a file would change.")) },
    .examples = DADO_EXAMPLES(
        { "dado format mygame.rcy", "Lays a description out, in place." },
        { "dado format --check games/*.rcy", "Says which are not, for continuous integration." }),
    .run = run,
};
