// heard.c - see heard.h.
#include "job/heard.h"

#include "core/json.h"
#include "report/format.h"

static void tell_param(dado_json *json, const dado_param *param)
{
    dado_json_object(json, NULL);
    dado_json_string(json, "name", param->name);
    dado_json_string(json, "kind", dado_param_kinds[param->kind]);
    dado_json_string(json, "usual", param->usual);
    dado_json_string(json, "about", param->about);
    if (param->choices) dado_json_string(json, "choices", param->choices);
    if (param->most > 0) dado_json_pair(json, "range", param->least, param->most);
    dado_json_flag(json, "needed", param->needed);
    dado_json_flag(json, "many", param->many);
    dado_json_end(json);
}

void dado_heard_jobs(dado_text *out)
{
    dado_json json = dado_json_to(out);
    dado_json_array(&json, NULL);
    for (int i = 0; dado_jobs[i]; i++) {
        const dado_job *job = dado_jobs[i];
        const dado_param *param;
        if (!job->run) continue;
        dado_json_object(&json, NULL);
        dado_json_string(&json, "name", job->name);
        dado_json_string(&json, "about", job->about);
        dado_json_array(&json, "params");
        for (int k = 0; (param = dado_job_param(job, k)); k++) tell_param(&json, param);
        dado_json_end(&json);
        dado_json_end(&json);
    }
    dado_json_end(&json);
}

void dado_heard_progress(const dado_progress *progress, dado_text *out)
{
    dado_json json = dado_json_to(out);
    dado_json_object(&json, NULL);
    dado_json_whole(&json, "done", progress->done);
    dado_json_whole(&json, "all", progress->all);
    dado_json_real(&json, "seconds", progress->seconds);
    dado_json_end(&json);
}

void dado_heard_words(const char *words, dado_text *out)
{
    dado_json json = dado_json_to(out);
    dado_json_object(&json, NULL);
    dado_json_string(&json, "words", words);
    dado_json_end(&json);
}

void dado_heard_answer(const dado_document *document, dado_text *out)
{
    dado_draft bare = { 0 }, html = { 0 };
    dado_look look = { .columns = 80 };
    dado_format_named("json")->write(document, &look, &bare);
    while (bare.length && bare.data[bare.length - 1] == '\n') bare.data[--bare.length] = '\0';
    dado_page_parts(document, &html);
    dado_json json = dado_json_to(out);
    dado_json_object(&json, NULL);
    dado_json_flag(&json, "unfinished", document->unfinished);
    dado_json_raw(&json, "document", dado_text_string(&bare));
    dado_json_string(&json, "html", dado_text_string(&html));
    dado_json_end(&json);
}

void dado_heard_failure(const dado_errand *errand, const dado_error *err, dado_text *out)
{
    dado_draft shown = { 0 };
    dado_error_print(err, errand->blamed, &shown);
    dado_json json = dado_json_to(out);
    dado_json_object(&json, NULL);
    dado_json_string(&json, "text", err->text);
    dado_json_string(&json, "code", err->code);
    dado_json_string(&json, "source", err->place.source);
    dado_json_whole(&json, "line", err->place.line);
    dado_json_whole(&json, "column", err->place.column);
    dado_json_whole(&json, "length", err->place.length);
    dado_json_string(&json, "shown", dado_text_string(&shown));
    dado_json_flag(&json, "stopped", dado_errand_stopped(errand));
    dado_json_end(&json);
}
