// doctor_watch.c - dado doctor --watch: judges a description whenever it is saved, and prints what
// changed.
//
// The file is looked at five times a second, so it does not matter how an editor saves. The text
// before is kept in memory, and both are played on the same luck.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/command_line.h"
#include "lab/file.h"
#include "report/format.h"

static const char before_name[] = "before.rcy", now_name[] = "now.rcy";

typedef struct watcher {
    dado_call *call;
    const char *path;
    char *before, *now;  // texts; `before` is the last that could be played
    const volatile sig_atomic_t *stop;
    const char *matches, *limit;
} watcher;

static bool read_text(void *context, const char *name, dado_region *region, const char **text,
                      dado_error *err)
{
    const watcher *w = context;
    if (strcmp(name, now_name) == 0) *text = w->now;
    else if (strcmp(name, before_name) == 0) *text = w->before;
    else return dado_file_read(name, DADO_FILE_MOST, region, text, err);
    return true;
}

static bool ask(watcher *w, const char *name, const char *const *words, dado_region *region,
                dado_document *answer, dado_error *err)
{
    dado_argument given[8];
    int count = 0;
    const dado_job *job = dado_job_named(name);
    for (; words[0]; words += 2) {
        given[count++] = (dado_argument){ dado_job_param_named(job, words[0]), words[1] };
    }
    dado_virtual_files files = { w, read_text, NULL };
    dado_job_run job_run = { .job = job,
                             .given = given,
                             .given_count = count,
                             .region = region,
                             .files = &files,
                             .stop = w->stop,
                             .flag_prefix = "--",
                             .brief = true };
    return dado_job_run_execute(&job_run, answer, err);
}

// Prints what the change did to the measures.
static void report_change(watcher *w, dado_document *page, dado_region *region)
{
    static const dado_field fields[] = {
        { .name = "measure", .title = "since the last save" },
        { .name = "before", .title = "before", .kind = DADO_FIELD_NUMBER },
        { .name = "now", .title = "now", .kind = DADO_FIELD_NUMBER },
        { .name = "change", .title = "" },
    };
    const char *const words[] = { "before",   before_name, "against", now_name, "matches",
                                  w->matches, "limit",     w->limit,  NULL };
    DADO_CLEANUP(dado_document_free) dado_document answer = { 0 };
    dado_error err = { 0 };
    dado_document_init(&answer);
    const dado_part *from = ask(w, "diff", words, region, &answer, &err)
                                ? dado_document_part(&answer, "measures")
                                : NULL;
    int name = -1, change = -1, old = -1, now = -1, told = 0;
    for (int f = 0; from && f < from->field_count; f++) {
        const char *field = from->fields[f].name;
        if (strcmp(field, "title") == 0) name = f;
        if (strcmp(field, "change") == 0) change = f;
        if (strcmp(field, "before") == 0) old = f;
        if (strcmp(field, "after") == 0) now = f;
    }
    bool known = name >= 0 && change >= 0 && old >= 0 && now >= 0;
    dado_part *table = known ? dado_document_table(page, "changes", fields, 4) : NULL;
    for (int row = 0; table && row < dado_part_rows(from); row++) {
        const dado_entry *e = &from->entries[row * from->field_count];
        if (e[change].kind != DADO_ENTRY_TEXT) continue;
        if (strcmp(e[change].words, "higher") != 0 && strcmp(e[change].words, "lower") != 0)
            continue;
        dado_put(table, e[name].words);
        dado_put(table, e[old].figure);
        dado_put(table, e[now].figure);
        dado_put(table, e[change].words);
        told++;
    }
    if (known && told == 0) {
        dado_document_textf(page, "changes_said",
                            "Nothing that is measured has changed since the "
                            "last save, as far as %s matches show.",
                            w->matches);
    } else if (!known && err.text[0]) {
        dado_document_textf(page, "changes_said", "Not compared with the last save: %s", err.text);
    }
}

static void show(watcher *w, const dado_document *page)
{
    dado_call *call = w->call;
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    dado_terminal_style look = { .columns = call->columns,
                                 .colour = call->colour,
                                 .seen = call->seen };
    if (call->seen && call->colour) dado_text_add(&text, "\033[H\033[2J");
    dado_format_named("text")->write(page, &look, &text);
    dado_text_char(&text, '\n');
    dado_call_print(call, &text);
}

// Judges the saved text. Returns true if it could be played.
static bool judge(watcher *w)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    DADO_CLEANUP(dado_document_free) dado_document page = { 0 }, checked = { 0 }, played = { 0 };
    dado_error err = { 0 };
    dado_document_init(&page);
    dado_document_init(&checked);
    dado_document_init(&played);
    page.title = w->path;
    const char *const look[] = { "game", now_name, NULL };
    const char *const sim[] = { "game",   now_name,   "matches", w->matches, "limit",
                                w->limit, "no-store", "",        NULL };
    const dado_part *wrong = NULL, *verdicts = NULL;
    bool fine = ask(w, "check", look, &region, &checked, &err);
    if (fine) wrong = dado_document_part(&checked, "diagnostics");
    if (wrong && wrong->count) {
        dado_part *part = dado_document_diagnostics(&page, "diagnostics");
        for (int i = 0; i < wrong->count; i++) {
            dado_error named = wrong->remarks[i].error;
            named.place.source = w->path;
            dado_put_diagnostic(part, &named, wrong->remarks[i].warning, w->now);
        }
    }
    fine = fine && !checked.failed && ask(w, "sim", sim, &region, &played, &err);
    if (fine) verdicts = dado_document_part(&played, "verdicts");
    if (verdicts) dado_document_verdicts(&page, "verdicts", verdicts->verdicts, verdicts->count);
    if (fine && w->before && strcmp(w->before, w->now) != 0) report_change(w, &page, &region);
    if (!fine && err.text[0]) dado_document_textf(&page, "trouble", "%s", err.text);
    if (!*w->stop) show(w, &page);
    return fine;
}

// Returns the text of the file if it differs from the known one; NULL if it does not, or if there
// is no file.
static char *changed(watcher *w, dado_error *err)
{
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    const char *text;
    char *taken = NULL;
    bool there = dado_file_read(w->path, DADO_FILE_MOST, &region, &text, err);
    if (there && (!w->now || strcmp(text, w->now) != 0)) {
        size_t size = strlen(text) + 1;
        taken = malloc(size);
        if (taken) memcpy(taken, text, size);
    }
    return taken;
}

static int watch(dado_call *call)
{
    const dado_job_run *job_run = &call->job_run;
    int64_t times = dado_job_run_int(job_run, "times"), done = 0;
    watcher w = { .call = call,
                  .path = dado_job_run_text(job_run, "game"),
                  .matches = dado_job_run_text(job_run, "matches"),
                  .limit = dado_job_run_text(job_run, "limit") };
    w.stop = dado_interrupt_catch();
    char *first = changed(&w, &call->error);
    int code = first ? DADO_EXIT_FINE : dado_call_fail(call, NULL);
    free(first);
    if (code == DADO_EXIT_FINE) dado_call_log(call, "watching %s; Ctrl-C ends it", w.path);
    while (code == DADO_EXIT_FINE && !*w.stop && (times == 0 || done < times)) {
        dado_error gone = { 0 };
        // while an editor saves, the file may be missing for a moment
        char *text = changed(&w, &gone);
        if (!text) {
            struct timespec moment = { 0, 200 * 1000000L };
            nanosleep(&moment, NULL);
            continue;
        }
        char *last = w.now;
        w.now = text;
        bool played = judge(&w);
        if (call->unwritten) code = DADO_EXIT_FAILED;
        done++;
        free(last);
        if (!played) continue;
        free(w.before);
        size_t size = strlen(text) + 1;
        w.before = malloc(size);
        if (w.before) memcpy(w.before, text, size);
    }
    free(w.before);
    free(w.now);
    dado_interrupt_release();
    return code;
}

static const dado_job watch_job = {
    .name = "watch",
    .verb = "doctor",
    .aspect = "--watch",
    .about = "judges a description whenever it is saved, and says what changed",
    .details = "Whenever the file changes it is checked and played by random players, and the "
               "verdict is shown with every measure that changed since the last save that could "
               "be played. On a terminal each verdict takes the screen; into a pipe they follow "
               "one another.",
    .params = { DADO_PARAMS(
        DADO_PARAM(GAME, "game", .value = "FILE", .word = true, .needed = true,
                   .about = "A description."),
        DADO_PARAM(WHOLE, "matches", 'n', .usual = "1000", .least = 2, .most = 1e6,
                   .about = "How many matches to play after each save."),
        DADO_PARAM(WHOLE, "limit", .usual = "5000", .least = 1, .most = 1e8,
                   .about = "A match is stopped after so many moves, luck included."),
        DADO_PARAM(WHOLE, "times", .most = 1e6, .unset = "until Ctrl-C",
                   .about = "Ends after so many verdicts.")) },
    .examples = DADO_EXAMPLES(
        { "dado doctor mine.rcy --watch", "Beside an editor: a verdict after every save." },
        { "dado doctor mine.rcy --watch --times 1", "Once, and ends." }),
};

const dado_verb dado_verb_watch = { .job = &watch_job, .run = watch };

// ---- dado doctor --watch

static const dado_param doctor_params[] = {
    DADO_PARAM(FLAG, "all", 'a',
               .about = "Prints every finding, chart and table, not only the worst."),
    DADO_PARAM(FLAG, "watch", 'w',
               .about = "Judges the file whenever it is saved, and says what changed."),
    DADO_PARAM(WHOLE, "matches", 'n', .rare = true, .unset = "1000", .least = 2, .most = 1e6,
               .about = "With --watch: how many matches to play after each save."),
    DADO_PARAM(WHOLE, "times", .rare = true, .most = 1e6, .unset = "until Ctrl-C",
               .about = "With --watch: ends after so many verdicts."),
    { 0 },
};

static int doctor(dado_call *call)
{
    bool watched = dado_job_run_is_given(&call->job_run, "watch");
    if (!watched && (dado_job_run_is_given(&call->job_run, "matches") ||
                     dado_job_run_is_given(&call->job_run, "times"))) {
        return dado_call_usage_error(call, "-n and --times go with --watch; --effort says how "
                                           "much is played otherwise");
    }
    if (!watched) return dado_call_run_and_print(call);
    dado_call_switch_job(call, &watch_job);
    if (!dado_arguments_check(&watch_job, call->job_run.given, call->job_run.given_count, true,
                              &call->error)) {
        return dado_call_usage_error(call, "%s", call->error.text);
    }
    return watch(call);
}

extern const dado_job dado_job_doctor;
const dado_verb dado_verb_doctor = { .job = &dado_job_doctor,
                                     .run = doctor,
                                     .extra = doctor_params };
