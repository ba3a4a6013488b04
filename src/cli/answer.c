// answer.c - asks for a job and shows what it answers: the way from words to a document and back.
#include <string.h>

#include "cli/fleet.h"
#include "cli/session.h"
#include "report/format.h"

static const dado_format *wanted_format(dado_call *call)
{
    const char *name = dado_given_text(call, "format");
    const dado_param *csv = dado_job_param_named(call->errand.job, "csv");
    if (csv && csv->kind == DADO_PARAM_FLAG && dado_given_flag(call, "csv")) name = "csv";
    if (dado_given_flag(call, "json")) name = "json";
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
    for (int i = 0; i < call->given_count; i++) {
        const dado_given *given = &call->given[i];
        if (given->param->kind != DADO_PARAM_OUTPUT) continue;
        // What is given twice is what was given last.
        const char *path = dado_given_text(call, given->param->name);
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

static void on_say(void *context, const char *words)
{
    dado_watch *watch = context;
    dado_watch_clear(watch);
    dado_call_say(watch->call, "%s", words);
}

// Whatever is to be written at the end can be: that is found out before anything is played.
static bool can_be_written(dado_call *call)
{
    bool fine = !call->page || dado_file_may_write(call->page, &call->error);
    for (int i = 0; fine && i < call->given_count; i++) {
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

int dado_call_job(dado_call *call)
{
    const dado_format *format = wanted_format(call);
    if (!format) return DADO_EXIT_USAGE;
    if (!can_be_written(call)) return DADO_EXIT_FAILED;
    dado_errand *errand = &call->errand;
    dado_voyage voyage;
    int code;
    if (!dado_voyage_begin(&voyage, call, &code)) return code;
    dado_watch watch = { .call = call };
    dado_watcher watcher = { .context = &watch, .say = on_say };
    if (!dado_given_flag(call, "quiet")) {
        watcher.progress = dado_watch_progress;
        watcher.note = dado_watch_note;
        watcher.working = dado_watch_working;
    }
    errand->watcher = &watcher;
    errand->brief = strcmp(format->name, "text") == 0 && !dado_given_text(call, "report") &&
                    !call->page;
    errand->stop = dado_interrupt_catch();
    DADO_ENDS(dado_document_free) dado_document answer = { 0 };
    dado_document_init(&answer);
    bool fine = dado_errand_run(errand, &answer, &call->error);
    dado_watch_clear(&watch);
    dado_voyage_end(&voyage);
    if (!fine && !errand->misused && dado_errand_stopped(errand)) {
        forgive(errand, &answer);
        fine = true;
    }
    if (!fine && errand->misused) code = dado_call_misused(call, "%s", call->error.text);
    else if (!fine) code = dado_call_fail(call, errand->blamed);
    else code = show(call, &answer, format);
    if (fine && errand->stopped_where) {
        int stopped = dado_call_interrupted(call, errand->kept, errand->stopped_where);
        if (code == DADO_EXIT_FINE) code = stopped;
    }
    dado_interrupt_release();  // what was found is printed, whoever asks for an end meanwhile
    return code;
}
