// answer.c - asks for a job, says how far it is, and shows what it answers: the way from words to a
// document and back.
#include <inttypes.h>
#include <string.h>

#include "cli/fleet.h"
#include "core/clock.h"
#include "measure/words.h"
#include "report/format.h"

// ---- how far it is

typedef struct watch {  // of the log
    dado_call *call;
    double last_line;
    bool drawn;
    int notes;    // of referees, so far
    bool warned;  // that the game does not seem to end
} watch;

static void say_time(dado_text *out, double seconds)
{
    int64_t s = (int64_t)(seconds + 0.5);
    if (s >= 3600) dado_text_addf(out, "%" PRId64 " h %02d min", s / 3600, (int)(s / 60 % 60));
    else if (s >= 60) dado_text_addf(out, "%" PRId64 " min %02d s", s / 60, (int)(s % 60));
    else dado_text_addf(out, "%" PRId64 " s", s);
}

static void say_progress(const dado_progress *p, dado_text *out)
{
    double played = (double)(p->done - p->found);
    double rate = p->seconds > 0.0 ? played / p->seconds : 0.0;
    dado_say_count(out, p->done);
    dado_text_add(out, " of ");
    dado_say_count(out, p->all);
    dado_text_addf(out, " %s", p->of ? p->of : "matches");
    if (rate <= 0.0) return;  // nothing is known yet of how long it takes
    dado_text_add(out, ", ");
    if (rate >= 10.0) dado_say_count(out, (int64_t)rate);
    else dado_say_fixed(out, rate, 1);
    dado_text_add(out, " a second");
    if (p->done < p->all) {
        dado_text_add(out, ", ");
        say_time(out, (double)(p->all - p->done) / rate);
        dado_text_add(out, " left");
    }
}

static void watch_clear(watch *w)
{
    if (w->drawn) fputs("\r\033[K", w->call->log);
    w->drawn = false;
}

// At a terminal a line that is drawn over itself, cut to its width, with a bar before it for a
// share that is known; else, now and then, a line of its own.
static void show_line(watch *w, const char *line, double share)
{
    FILE *log = w->call->log;
    if (!w->call->terminal_log) {
        dado_call_say(w->call, "%s", line);
        return;
    }
    int room = w->call->columns - 1, width = room - (int)strlen(line) - 3;
    if (width > 40) width = 40;
    fputc('\r', log);
    if (share >= 0 && width >= 5) {
        fputc('[', log);
        for (int i = 0; i < width; i++) fputc(i < (int)(width * share) ? '#' : '.', log);
        fputs("] ", log);
    }
    fprintf(log, "%.*s\033[K", room, line);
    fflush(log);
    w->drawn = true;
}

static bool is_due(watch *w)
{
    enum { seconds_between_lines = 5 };
    double now = dado_seconds(), least = w->call->terminal_log ? 0.2 : seconds_between_lines;
    if (w->last_line <= 0 && !w->call->terminal_log) w->last_line = now;
    if (now - w->last_line < least) return false;
    w->last_line = now;
    return true;
}

// One that never ends looks like one that takes long, unless somebody says so.
static void warn_of_no_end(watch *w, const dado_progress *p)
{
    enum { enough = 10 };
    if (w->warned || p->seconds < 2.0 || p->played < enough || p->stopped < p->played) return;
    w->warned = true;
    watch_clear(w);
    dado_call_say(w->call,
                  "all of the first %s matches were stopped by the limit on moves: this game may "
                  "never end (Ctrl-C ends it here, a lower --limit is sooner there)",
                  dado_said_count(p->played).s);
}

static void watch_progress(void *context, const dado_progress *p)
{
    watch *w = context;
    warn_of_no_end(w, p);
    if (!is_due(w)) return;
    dado_draft line = { 0 };
    say_progress(p, &line);
    show_line(w, dado_text_string(&line), (double)p->done / (double)p->all);
}

// The same for work that is not counted in matches.
static void watch_working(void *context, int64_t done, int64_t all, const char *what,
                          const char *words)
{
    char line[400];
    if (!is_due(context)) return;
    snprintf(line, sizeof line, "%s of %s %s: %s", dado_said_count(done).s, dado_said_count(all).s,
             what, words);
    show_line(context, line, -1);
}

// The first few only: a bot that fails fails in every match.
static void watch_note(void *context, const dado_note *note, const dado_player *who)
{
    enum { most_notes = 8 };
    watch *w = context;
    if (w->notes++ >= most_notes) return;
    watch_clear(w);
    dado_draft said = { 0 };
    dado_note_tell(note, who->typed, &said);
    fputs(dado_text_string(&said), w->call->log);
    if (w->notes == most_notes)
        fputs("(what referees say from here on is left out)\n", w->call->log);
}

static void watch_say(void *context, const char *words)
{
    watch *w = context;
    watch_clear(w);
    dado_call_say(w->call, "%s", words);
}

// ---- what it answers

static const dado_format *wanted_format(dado_call *call)
{
    const dado_errand *errand = &call->errand;
    const char *name = dado_errand_text(errand, "format");
    const dado_param *csv = dado_job_param_named(errand->job, "csv");
    if (csv && csv->kind == DADO_PARAM_FLAG && dado_errand_given(errand, "csv")) name = "csv";
    if (dado_errand_given(errand, "json")) name = "json";
    const dado_format *format = dado_format_named(name ? name : "text");
    if (format) return format;
    dado_draft names = { 0 };
    for (int i = 0; dado_formats[i]; i++) {
        dado_text_addf(&names, "%s%s", i == 0 ? "" : dado_formats[i + 1] ? ", " : " or ",
                       dado_formats[i]->name);
    }
    dado_call_misused(call, "--format must be %s, not \"%.40s\"", dado_text_string(&names), name);
    return NULL;
}

// True if the job itself writes to standard output, and an answer there would spoil it.
static bool is_out_taken(const dado_call *call)
{
    for (int i = 0; i < call->errand.given_count; i++) {
        const dado_given *given = &call->given[i];
        if (given->param->kind != DADO_PARAM_OUTPUT) continue;
        // What is given twice is what was given last.
        const char *path = dado_errand_text(&call->errand, given->param->name);
        if (path && strcmp(path, "-") == 0) return true;
    }
    return false;
}

static bool write_file(dado_call *call, const dado_document *answer, const char *path)
{
    dado_look look = { .columns = 100, .seen = true };
    const dado_format *format = dado_format_of_file(path);
    if (!format) format = dado_format_named("html");
    dado_draft text = { 0 };
    format->write(answer, &look, &text);
    bool fine = dado_file_write(path, dado_text_string(&text), text.length, &call->error);
    if (!fine) dado_call_fail(call, NULL);
    else if (strcmp(path, "-") != 0) dado_call_say(call, "the report is in %s", path);
    return fine;
}

static int show(dado_call *call, const dado_document *answer, const dado_format *format)
{
    dado_look look = { .columns = call->columns, .colour = call->colour, .seen = call->seen };
    dado_draft text = { 0 };
    if (!call->page && !is_out_taken(call)) format->write(answer, &look, &text);
    bool fine = dado_call_print(call, &text);
    if (fine && call->page) fine = write_file(call, answer, call->page);
    for (int i = 0; fine && i < dado_errand_count(&call->errand, "report"); i++) {
        fine = write_file(call, answer, dado_errand_nth(&call->errand, "report", i));
    }
    if (!fine || answer->lacking) return DADO_EXIT_FAILED;
    return answer->failed ? DADO_EXIT_FOUND : DADO_EXIT_FINE;
}

// Whatever is to be written at the end can be: that is found out before anything is played.
static bool can_be_written(dado_call *call)
{
    bool fine = !call->page || dado_file_may_write(call->page, &call->error);
    for (int i = 0; fine && i < call->errand.given_count; i++) {
        const dado_given *given = &call->given[i];
        if (given->param->kind != DADO_PARAM_OUTPUT) continue;
        fine = dado_file_may_write(given->value, &call->error);
    }
    if (!fine) dado_call_fail(call, NULL);
    return fine;
}

// What could not be done because it was told to stop is no failure: the answer says how far it
// came, and that it is not whole.
static void forgive(dado_errand *errand, dado_document *answer)
{
    dado_document fresh;
    dado_document_init(&fresh);
    fresh.job = answer->job;
    fresh.command = dado_document_copy(&fresh, answer->command ? answer->command : "");
    dado_document_textf(&fresh, "stopped", "%s, before there was anything to tell",
                        errand->err->text);
    dado_document_free(answer);
    *answer = fresh;
    dado_errand_stop_at(errand, "before there was anything to tell");
}

// Says where it was interrupted, and the command that goes on from what is kept, if anything is.
static int interrupted(const dado_call *call, bool kept, const char *where)
{
    if (kept) {
        bool same = dado_errand_given(&call->errand, "resume") ||
                    (call->errand.job && !dado_job_param_named(call->errand.job, "resume"));
        dado_call_say(call, "interrupted %s; go on with:\n  %s%s", where, call->command,
                      same ? "" : " --resume");
    } else {
        dado_call_say(call, "interrupted %s, and nothing is kept", where);
    }
    return DADO_EXIT_INTERRUPTED;
}

int dado_call_job(dado_call *call)
{
    const dado_format *format = wanted_format(call);
    if (!format) return DADO_EXIT_USAGE;
    if (!can_be_written(call)) return DADO_EXIT_FAILED;
    dado_errand *errand = &call->errand;
    dado_voyage voyage;
    int code;
    if (!dado_voyage_begin(&voyage, call, &code)) return code;
    watch w = { .call = call };
    dado_watcher watcher = { .context = &w, .say = watch_say };
    if (!dado_errand_given(errand, "quiet")) {
        watcher.progress = watch_progress;
        watcher.note = watch_note;
        watcher.working = watch_working;
    }
    errand->watcher = &watcher;
    errand->brief =
        strcmp(format->name, "text") == 0 && !dado_errand_given(errand, "report") && !call->page;
    errand->stop = dado_interrupt_catch();
    DADO_ENDS(dado_document_free) dado_document answer = { 0 };
    dado_document_init(&answer);
    bool fine = dado_errand_run(errand, &answer, &call->error);
    watch_clear(&w);
    dado_voyage_end(&voyage);
    if (!fine && !errand->misused && dado_errand_stopped(errand)) {
        forgive(errand, &answer);
        fine = true;
    }
    if (!fine && errand->misused) code = dado_call_misused(call, "%s", call->error.text);
    else if (!fine) code = dado_call_fail(call, errand->blamed);
    else code = show(call, &answer, format);
    if (fine && errand->stopped_where) {
        int stopped = interrupted(call, errand->kept, errand->stopped_where);
        if (code == DADO_EXIT_FINE) code = stopped;
    }
    dado_interrupt_release();  // what was found is printed, whoever asks for an end meanwhile
    return code;
}
