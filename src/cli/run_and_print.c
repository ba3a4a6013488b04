// run_and_print.c - runs a job, shows its progress, and prints its answer.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/mpi_session.h"
#include "cli/translate_verdicts.h"
#include "core/clock.h"
#include "measure/number_format.h"
#include "report/format.h"

// ---- how far it is

typedef struct progress_log {  // of the log
    dado_call *call;
    double last_line;
    bool drawn;
    int notes;    // of referees, so far
    bool warned;  // that the game does not seem to end
} progress_log;

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
    dado_print_count(out, p->done);
    dado_text_add(out, " of ");
    dado_print_count(out, p->all);
    dado_text_addf(out, " %s", p->of ? p->of : "matches");
    if (rate <= 0.0) return;  // the time it takes is not known yet
    dado_text_add(out, ", ");
    if (rate >= 10.0) dado_print_count(out, (int64_t)rate);
    else dado_print_fixed(out, rate, 1);
    dado_text_add(out, " a second");
    if (p->done < p->all) {
        dado_text_add(out, ", ");
        say_time(out, (double)(p->all - p->done) / rate);
        dado_text_add(out, " left");
    }
}

static void clear_progress(progress_log *w)
{
    if (w->drawn) fputs("\r\033[K", w->call->log);
    w->drawn = false;
}

// Shows progress. At a terminal this is one line that is drawn again in place, with a bar if the
// share is known. Elsewhere it is a new line now and then.
static void show_line(progress_log *w, const char *line, double share)
{
    FILE *log = w->call->log;
    if (!w->call->terminal_log) {
        dado_call_log(w->call, "%s", line);
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

static bool is_due(progress_log *w)
{
    enum { seconds_between_lines = 5 };
    double now = dado_seconds(), least = w->call->terminal_log ? 0.2 : seconds_between_lines;
    if (w->last_line <= 0 && !w->call->terminal_log) w->last_line = now;
    if (now - w->last_line < least) return false;
    w->last_line = now;
    return true;
}

// A match that never ends looks like one that takes long, so this is reported.
static void warn_if_endless(progress_log *w, const dado_progress *p)
{
    enum { enough = 10 };
    if (w->warned || p->seconds < 2.0 || p->played < enough || p->stopped < p->played) return;
    w->warned = true;
    clear_progress(w);
    dado_call_log(w->call,
                  "all of the first %s matches were stopped by the limit on moves: this game may "
                  "never end (Ctrl-C ends it here, a lower --limit is sooner there)",
                  dado_string_count(p->played).s);
}

static void on_progress(void *context, const dado_progress *p)
{
    progress_log *w = context;
    warn_if_endless(w, p);
    if (!is_due(w)) return;
    DADO_CLEANUP(dado_text_free) dado_text line = { 0 };
    say_progress(p, &line);
    show_line(w, dado_text_string(&line), (double)p->done / (double)p->all);
}

// The same for work that is not counted in matches.
static void on_work_progress(void *context, int64_t done, int64_t all, const char *what,
                             const char *words)
{
    char line[400];
    if (!is_due(context)) return;
    snprintf(line, sizeof line, "%s of %s %s: %s", dado_string_count(done).s,
             dado_string_count(all).s, what, words);
    show_line(context, line, -1);
}

// Only the first few are printed: an agent that fails, fails in every match.
static void on_note(void *context, const dado_note *note, const dado_player *who)
{
    enum { most_notes = 8 };
    progress_log *w = context;
    if (w->notes++ >= most_notes) return;
    clear_progress(w);
    DADO_CLEANUP(dado_text_free) dado_text said = { 0 };
    dado_note_describe_line(note, who->typed, &said);
    fputs(dado_text_string(&said), w->call->log);
    if (w->notes == most_notes)
        fputs("(what referees say from here on is left out)\n", w->call->log);
}

static void on_message(void *context, const char *words)
{
    progress_log *w = context;
    clear_progress(w);
    dado_call_log(w->call, "%s", words);
}

// ---- what it answers

static const dado_format *wanted_format(dado_call *call)
{
    const dado_job_run *job_run = &call->job_run;
    const char *name = dado_job_run_text(job_run, "format");
    const dado_param *csv = dado_job_param_named(job_run->job, "csv");
    if (csv && csv->kind == DADO_PARAM_FLAG && dado_job_run_is_given(job_run, "csv")) name = "csv";
    if (dado_job_run_is_given(job_run, "json")) name = "json";
    const dado_format *format = dado_format_named(name ? name : "text");
    if (format) return format;
    DADO_CLEANUP(dado_text_free) dado_text names = { 0 };
    for (int i = 0; dado_formats[i]; i++) {
        dado_text_addf(&names, "%s%s",
                       i == 0                ? ""
                       : dado_formats[i + 1] ? ", "
                                             : " or ",
                       dado_formats[i]->name);
    }
    dado_call_usage_error(call, "--format must be %s, not \"%.40s\"", dado_text_string(&names),
                          name);
    return NULL;
}

// Returns true if the job itself writes to standard output, where an answer would spoil it.
static bool is_out_taken(const dado_call *call)
{
    for (int i = 0; i < call->job_run.given_count; i++) {
        const dado_argument *given = &call->job_run.given[i];
        if (given->param->kind != DADO_PARAM_OUTPUT) continue;
        // Of a flag that is given twice, the last value counts.
        const char *path = dado_job_run_text(&call->job_run, given->param->name);
        if (path && strcmp(path, "-") == 0) return true;
    }
    return false;
}

// Returns true for --report FILE, and for -o FILE if the job writes no file of its own.
static bool is_answer_file(const dado_call *call, const dado_argument *given)
{
    const char *name = given->param->name;
    return given->param->kind == DADO_PARAM_OUTPUT &&
           (strcmp(name, "report") == 0 || strcmp(name, "output") == 0) &&
           dado_job_param_named(call->job_run.job, name) != given->param;
}

static bool wants_answer_file(const dado_call *call)
{
    for (int i = 0; i < call->job_run.given_count; i++) {
        if (is_answer_file(call, &call->job_run.given[i])) return true;
    }
    return call->page != NULL;
}

static bool write_file(dado_call *call, const dado_document *answer, const char *path)
{
    dado_terminal_style look = { .columns = 100, .seen = true, .all = true };
    const dado_format *format = dado_format_of_file(path);
    if (!format) format = dado_format_named("html");
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    format->write(answer, &look, &text);
    bool fine = dado_file_write(path, dado_text_string(&text), text.length, &call->error);
    if (!fine) dado_call_fail(call, NULL);
    else if (strcmp(path, "-") != 0) dado_call_log(call, "the report is in %s", path);
    return fine;
}

static bool is_for_people(const dado_format *format)
{
    return strcmp(format->name, "text") == 0 || strcmp(format->name, "html") == 0;
}

// Translates the answer where people asked for it, and no program reads it.
static void translate(const dado_call *call, dado_document *answer, const dado_format *format)
{
    if (!dado_wants_portuguese(getenv("DADO_LANG"), getenv("LANG"))) return;
    for (int i = 0; i < call->job_run.given_count; i++) {
        const dado_argument *given = &call->job_run.given[i];
        if (!is_answer_file(call, given)) continue;
        const dado_format *of_file = dado_format_of_file(given->value);
        if (of_file && !is_for_people(of_file)) return;
    }
    if (is_for_people(format)) dado_translate_verdicts(answer);
}

static int show(dado_call *call, const dado_document *answer, const dado_format *format)
{
    dado_terminal_style look = { .columns = call->columns,
                                 .colour = call->colour,
                                 .all = dado_job_run_is_given(&call->job_run, "all"),
                                 .seen = call->seen };
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 };
    if (!call->page && !is_out_taken(call)) format->write(answer, &look, &text);
    bool fine = dado_call_print(call, &text);
    if (fine && call->page) fine = write_file(call, answer, call->page);
    for (int i = 0; fine && i < call->job_run.given_count; i++) {
        if (is_answer_file(call, &call->job_run.given[i])) {
            fine = write_file(call, answer, call->job_run.given[i].value);
        }
    }
    if (!fine || answer->partly_failed) return DADO_EXIT_FAILED;
    return answer->failed ? DADO_EXIT_FOUND : DADO_EXIT_FINE;
}

// Checks before anything is played that every output file can be written.
static bool can_be_written(dado_call *call)
{
    bool fine = !call->page || dado_file_may_write(call->page, &call->error);
    for (int i = 0; fine && i < call->job_run.given_count; i++) {
        const dado_argument *given = &call->job_run.given[i];
        if (given->param->kind != DADO_PARAM_OUTPUT) continue;
        fine = dado_file_may_write(given->value, &call->error);
    }
    if (!fine) dado_call_fail(call, NULL);
    return fine;
}

// A job that was told to stop has not failed. Its answer says how far it came.
static void answer_as_stopped(dado_job_run *job_run, dado_document *answer)
{
    dado_document fresh;
    dado_document_init(&fresh);
    fresh.job = answer->job;
    fresh.command = dado_document_copy(&fresh, answer->command ? answer->command : "");
    dado_document_textf(&fresh, "stopped", "%s, before there was anything to tell",
                        job_run->err->text);
    dado_document_free(answer);
    *answer = fresh;
    dado_job_run_record_stop(job_run, "before there was anything to tell");
}

// Prints where the job was interrupted, and the command that resumes it if something was kept.
static int interrupted(const dado_call *call, bool kept, const char *where)
{
    if (kept) {
        bool same = dado_job_run_is_given(&call->job_run, "resume") ||
                    (call->job_run.job && !dado_job_param_named(call->job_run.job, "resume"));
        dado_call_log(call, "interrupted %s; go on with:\n  %s%s", where, call->command,
                      same ? "" : " --resume");
    } else {
        dado_call_log(call, "interrupted %s, and nothing is kept", where);
    }
    return DADO_EXIT_INTERRUPTED;
}

int dado_call_run_and_print(dado_call *call)
{
    const dado_format *format = wanted_format(call);
    if (!format) return DADO_EXIT_USAGE;
    if (!can_be_written(call)) return DADO_EXIT_FAILED;
    dado_job_run *job_run = &call->job_run;
    dado_mpi_session mpi_session;
    int code;
    if (!dado_mpi_session_begin(&mpi_session, call, &code)) return code;
    progress_log w = { .call = call };
    dado_job_callbacks callbacks = { .context = &w, .say = on_message };
    if (!dado_job_run_is_given(job_run, "quiet")) {
        callbacks.progress = on_progress;
        callbacks.note = on_note;
        callbacks.work_progress = on_work_progress;
    }
    job_run->callbacks = &callbacks;
    job_run->brief = strcmp(format->name, "text") == 0 && !wants_answer_file(call);
    job_run->stop = dado_interrupt_catch();
    DADO_CLEANUP(dado_document_free) dado_document answer = { 0 };
    dado_document_init(&answer);
    bool fine = dado_job_run_execute(job_run, &answer, &call->error);
    clear_progress(&w);
    dado_mpi_session_end(&mpi_session);
    if (!fine && !job_run->is_usage_error && dado_job_run_is_stopped(job_run)) {
        answer_as_stopped(job_run, &answer);
        fine = true;
    }
    if (!fine && job_run->is_usage_error)
        code = dado_call_usage_error(call, "%s", call->error.text);
    else if (!fine) code = dado_call_fail(call, job_run->source_with_error);
    else {
        translate(call, &answer, format);
        code = show(call, &answer, format);
    }
    if (fine && job_run->stopped_where) {
        int stopped = interrupted(call, job_run->kept, job_run->stopped_where);
        if (code == DADO_EXIT_FINE) code = stopped;
    }
    dado_interrupt_release();  // an answer is printed even if the user asks to end meanwhile
    return code;
}
