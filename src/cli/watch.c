// watch.c - dado watch: a description is judged whenever it is saved, and what changed is said.
//
// The file is looked at five times a second, so that it does not matter how an editor saves. What
// was there before stays in memory, and both are played on the same luck.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/verb.h"
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

static bool read_text(void *context, const char *name, dado_arena *arena, const char **text,
                      dado_error *err)
{
    const watcher *w = context;
    if (strcmp(name, now_name) == 0) *text = w->now;
    else if (strcmp(name, before_name) == 0) *text = w->before;
    else return dado_file_read(name, DADO_FILE_MOST, arena, text, err);
    return true;
}

static bool ask(watcher *w, const char *name, const char *const *words, dado_arena *arena,
                dado_document *answer, dado_error *err)
{
    dado_given given[8];
    int count = 0;
    const dado_job *job = dado_job_named(name);
    for (; words[0]; words += 2) {
        given[count++] = (dado_given){ dado_job_param_named(job, words[0]), words[1] };
    }
    dado_files files = { w, read_text, NULL };
    dado_errand errand = { .job = job, .given = given, .given_count = count, .arena = arena,
                           .files = &files, .stop = w->stop, .mark = "--", .brief = true };
    return dado_errand_run(&errand, answer, err);
}

// What the change did, of all that was measured.
static void tell_change(watcher *w, dado_document *page, dado_arena *arena)
{
    static const dado_field fields[] = {
        { .name = "measure", .title = "since the last save" },
        { .name = "before", .title = "before", .kind = DADO_FIELD_NUMBER },
        { .name = "now", .title = "now", .kind = DADO_FIELD_NUMBER },
        { .name = "change", .title = "" },
    };
    const char *const words[] = { "before", before_name, "against", now_name, "matches", w->matches,
                                  "limit", w->limit, NULL };
    DADO_ENDS(dado_document_free) dado_document answer = { 0 };
    dado_error err = { 0 };
    dado_document_init(&answer);
    const dado_part *from = ask(w, "diff", words, arena, &answer, &err)
                                ? dado_document_part(&answer, "measures") : NULL;
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
        if (e[change].kind != DADO_ENTRY_WORDS) continue;
        if (strcmp(e[change].words, "higher") != 0 && strcmp(e[change].words, "lower") != 0)
            continue;
        dado_put(table, e[name].words);
        dado_put(table, e[old].figure);
        dado_put(table, e[now].figure);
        dado_put(table, e[change].words);
        told++;
    }
    if (known && told == 0) {
        dado_document_textf(page, "changes_said", "Nothing that is measured has changed since the "
                            "last save, as far as %s matches show.", w->matches);
    } else if (!known && err.text[0]) {
        dado_document_textf(page, "changes_said", "Not compared with the last save: %s", err.text);
    }
}

static void show(watcher *w, const dado_document *page)
{
    dado_call *call = w->call;
    dado_draft text = { 0 };
    dado_look look = { .columns = call->columns, .colour = call->colour, .seen = call->seen };
    if (call->seen && call->colour) dado_text_add(&text, "\033[H\033[2J");
    dado_format_named("text")->write(page, &look, &text);
    dado_text_char(&text, '\n');
    dado_call_print(call, &text);
}

// Judges what was saved; true if it could be played.
static bool judge(watcher *w)
{
    DADO_ENDS(dado_arena_free) dado_arena arena = { 0 };
    DADO_ENDS(dado_document_free) dado_document page = { 0 }, checked = { 0 }, played = { 0 };
    dado_error err = { 0 };
    dado_document_init(&page);
    dado_document_init(&checked);
    dado_document_init(&played);
    page.title = w->path;
    const char *const look[] = { "game", now_name, NULL };
    const char *const sim[] = { "game", now_name, "matches", w->matches, "limit", w->limit,
                                "no-store", "", NULL };
    const dado_part *wrong = NULL, *verdicts = NULL;
    bool fine = ask(w, "check", look, &arena, &checked, &err);
    if (fine) wrong = dado_document_part(&checked, "diagnostics");
    if (wrong && wrong->count) {
        dado_part *part = dado_document_diagnostics(&page, "diagnostics");
        for (int i = 0; i < wrong->count; i++) {
            dado_error named = wrong->remarks[i].error;
            named.place.source = w->path;
            dado_put_remark(part, &named, wrong->remarks[i].warning, w->now);
        }
    }
    fine = fine && !checked.failed && ask(w, "sim", sim, &arena, &played, &err);
    if (fine) verdicts = dado_document_part(&played, "verdicts");
    if (verdicts) dado_document_verdicts(&page, "verdicts", verdicts->verdicts, verdicts->count);
    if (fine && w->before && strcmp(w->before, w->now) != 0) tell_change(w, &page, &arena);
    if (!fine && err.text[0]) dado_document_textf(&page, "trouble", "%s", err.text);
    if (!*w->stop) show(w, &page);
    return fine;
}

// The text of the file if it is another than the one known; NULL if it is not, or not there.
static char *changed(watcher *w, dado_error *err)
{
    DADO_ENDS(dado_arena_free) dado_arena arena = { 0 };
    const char *text;
    char *taken = NULL;
    bool there = dado_file_read(w->path, DADO_FILE_MOST, &arena, &text, err);
    if (there && (!w->now || strcmp(text, w->now) != 0)) {
        size_t size = strlen(text) + 1;
        taken = malloc(size);
        if (taken) memcpy(taken, text, size);
    }
    return taken;
}

static int run(dado_call *call)
{
    const dado_errand *errand = &call->errand;
    int64_t times = dado_errand_whole(errand, "times"), done = 0;
    watcher w = { .call = call, .path = dado_errand_text(errand, "file"),
                  .matches = dado_errand_text(errand, "matches"),
                  .limit = dado_errand_text(errand, "limit") };
    w.stop = dado_interrupt_catch();
    char *first = changed(&w, &call->error);
    int code = first ? DADO_EXIT_FINE : dado_call_fail(call, NULL);
    free(first);
    if (code == DADO_EXIT_FINE) dado_call_say(call, "watching %s; Ctrl-C ends it", w.path);
    while (code == DADO_EXIT_FINE && !*w.stop && (times == 0 || done < times)) {
        dado_error gone = { 0 };
        char *text = changed(&w, &gone);  // a file that is gone for a moment is being saved
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

static const dado_job job = {
    .name = "watch",
    .about = "judges a description whenever it is saved, and says what changed",
    .details = "Whenever the file changes it is checked and played by random players, and the "
               "verdict is shown with every measure that changed since the last save that could "
               "be played. On a terminal each verdict takes the screen; into a pipe they follow "
               "one another.",
    .params = { DADO_PARAMS(
        DADO_PARAM(GAME, "file", .value = "FILE", .word = true, .needed = true,
                   .about = "A description."),
        DADO_PARAM(WHOLE, "matches", 'n', .usual = "1000", .least = 2, .most = 1e6,
                   .about = "How many matches to play after each save."),
        DADO_PARAM(WHOLE, "limit", .usual = "5000", .least = 1, .most = 1e8,
                   .about = "A match is stopped after so many moves, luck included."),
        DADO_PARAM(WHOLE, "times", .most = 1e6, .unset = "until Ctrl-C",
                   .about = "Ends after so many verdicts.")) },
    .examples = DADO_EXAMPLES(
        { "dado watch mine.rcy", "Beside an editor: a verdict after every save." },
        { "dado watch mine.rcy --times 1", "Once, and ends." }),
};

const dado_verb dado_verb_watch = { .job = &job, .run = run };
