// heard.c - see heard.h.
#include "job/heard.h"

#include "core/json.h"
#include "report/format.h"

static void tell_param(dado_json *json, const dado_param *param)
{
    dado_json_object(json, NULL);
    dado_json_put(json, "name", param->name, "kind", dado_param_kinds[param->kind].name,
                  "usual", param->usual, "about", param->about);
    dado_json_known(json, "choices", param->choices);
    if (param->most > 0) dado_json_pair(json, "range", param->least, param->most);
    dado_json_put(json, "needed", param->needed, "many", param->many);
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
        dado_json_put(&json, "name", job->name, "about", job->about);
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
    dado_json_put(&json, "done", progress->done, "all", progress->all, "seconds",
                  progress->seconds);
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
    dado_text_trim(&bare, '\n');
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
    dado_json_put(&json, "text", err->text, "code", err->code, "source",
                  err->place.source, "line", err->place.line, "column", err->place.column, "length",
                  err->place.length, "shown", dado_text_string(&shown), "stopped",
                  dado_errand_stopped(errand));
    dado_json_end(&json);
}
