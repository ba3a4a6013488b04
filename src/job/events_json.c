// events_json.c - see events_json.h.
#include "job/events_json.h"

#include "core/json_writer.h"
#include "report/format.h"

static void write_param(dado_json *json, const dado_param *param)
{
    dado_json_object(json, NULL);
    dado_json_put(json, "name", param->name, "kind", dado_param_kinds[param->kind].name, "usual",
                  param->usual, "about", param->in_requests ? param->in_requests : param->about);
    dado_json_put_nonempty(json, "choices", param->choices);
    if (param->most > 0) dado_json_pair(json, "range", param->least, param->most);
    dado_json_put(json, "needed", param->needed, "many", param->many);
    dado_json_end(json);
}

void dado_jobs_json(dado_text *out)
{
    dado_json json = dado_json_to(out);
    dado_json_array(&json, NULL);
    for (int i = 0; dado_jobs[i]; i++) {
        const dado_job *job = dado_jobs[i];
        const dado_param *param;
        if (!job->run) continue;
        dado_json_object(&json, NULL);
        dado_json_put(&json, "name", job->name, "about", job->about);
        dado_json_array(&json, "params");
        for (int k = 0; (param = dado_job_param(job, k)); k++) write_param(&json, param);
        dado_json_end(&json);
        dado_json_end(&json);
    }
    dado_json_end(&json);
}

void dado_progress_json(const dado_progress *progress, dado_text *out)
{
    dado_json json = dado_json_to(out);
    dado_json_object(&json, NULL);
    dado_json_put(&json, "done", progress->done, "all", progress->all, "seconds",
                  progress->seconds);
    dado_json_end(&json);
}

void dado_work_progress_json(int64_t done, int64_t all, const char *what, const char *words,
                             dado_text *out)
{
    dado_json json = dado_json_to(out);
    dado_json_object(&json, NULL);
    dado_json_put(&json, "done", done, "all", all, "what", what, "words", words);
    dado_json_end(&json);
}

void dado_message_json(const char *words, dado_text *out)
{
    dado_json json = dado_json_to(out);
    dado_json_object(&json, NULL);
    dado_json_string(&json, "words", words);
    dado_json_end(&json);
}

void dado_answer_json(const dado_document *document, dado_text *out)
{
    DADO_CLEANUP(dado_text_free) dado_text bare = { 0 }, html = { 0 };
    dado_terminal_style look = { .columns = 80 };
    dado_format_named("json")->write(document, &look, &bare);
    dado_text_trim(&bare, '\n');
    dado_page_parts(document, &html);
    dado_json json = dado_json_to(out);
    dado_json_object(&json, NULL);
    dado_json_bool(&json, "unfinished", document->unfinished);
    dado_json_raw(&json, "document", dado_text_string(&bare));
    dado_json_string(&json, "html", dado_text_string(&html));
    dado_json_end(&json);
}

void dado_failure_json(const dado_job_run *job_run, const dado_error *err, dado_text *out)
{
    DADO_CLEANUP(dado_text_free) dado_text shown = { 0 };
    dado_error_print(err, job_run->source_with_error, &shown);
    dado_json json = dado_json_to(out);
    dado_json_object(&json, NULL);
    dado_json_put(&json, "text", err->text, "code", err->code, "source", err->place.source, "line",
                  err->place.line, "column", err->place.column, "length", err->place.length,
                  "shown", dado_text_string(&shown), "stopped", dado_job_run_is_stopped(job_run));
    dado_json_end(&json);
}
