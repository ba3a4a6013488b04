// tools.c - see tools.h.
//
// The arguments of a tool are the parameters of its job, with the same schema, and
// "files": texts by name, which the job reads instead of files on the disk. So an
// assistant can check and play a game that is not stored anywhere.
#include "mcp/tools.h"

#include <string.h>

#include "job/events_json.h"
#include "job/json_request.h"
#include "lab/file.h"
#include "report/format.h"

enum { NAME_MOST = 64, TEXT_COLUMNS = 100 };

// Writes the name of a job in the form the protocol allows: "map eval" is map_eval.
static void name_of_tool(const dado_job *job, char name[NAME_MOST])
{
    size_t i = 0;
    for (; job->name[i] && i + 1 < NAME_MOST; i++)
        name[i] = job->name[i] == ' ' ? '_' : job->name[i];
    name[i] = '\0';
}

static const dado_job *job_of_tool(const char *tool)
{
    char name[NAME_MOST];
    for (int i = 0; dado_jobs[i]; i++) {
        name_of_tool(dado_jobs[i], name);
        if (dado_jobs[i]->run && strcmp(name, tool) == 0) return dado_jobs[i];
    }
    return NULL;
}

// Hides parameters that would start programs or reach other machines and, without
// permission to write, those that name output files.
static bool is_withheld(const void *may_write, const dado_param *param)
{
    static const char *const never[] = { "unsafe", "native", "mpi" };
    static const char *const writing[] = { "store", "no-store", "resume" };
    for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
        if (strcmp(param->name, never[i]) == 0) return true;
    }
    if (*(const bool *)may_write) return false;
    for (size_t i = 0; i < sizeof writing / sizeof *writing; i++) {
        if (strcmp(param->name, writing[i]) == 0) return true;
    }
    return param->kind == DADO_PARAM_OUTPUT && !param->needed;
}

static void write_files_schema(dado_json *json)
{
    dado_json_object(json, "files");
    dado_json_put(json, "type", "object", "description",
                  "Texts by file name, such as {\"mine.rcy\": \"(game ...)\"}. The tool reads them "
                  "before any files of these names; nothing is written.");
    dado_json_object(json, "additionalProperties");
    dado_json_string(json, "type", "string");
    dado_json_end(json);
    dado_json_end(json);
}

static void write_job_tool(dado_json *json, const dado_job *job, bool may_write)
{
    char name[NAME_MOST];
    DADO_CLEANUP(dado_text_free) dado_text schema = { 0 }, about = { 0 };
    name_of_tool(job, name);
    dado_text_addf(&about, "dado %s %s.", job->name, job->about);
    if (job->details) dado_text_addf(&about, "\n\n%s", job->details);
    dado_json_object(json, NULL);
    dado_json_put(json, "name", name, "description", dado_text_string(&about));
    dado_json inner = dado_json_to(&schema);
    dado_json_parameters_schema(&inner, NULL, job, &may_write, is_withheld);
    // Adds "files" as a property beside the parameters of the job.
    json_t *root = json_loads(dado_text_string(&schema), 0, NULL);
    DADO_CLEANUP(dado_text_free) dado_text files = { 0 };
    dado_json own = dado_json_to(&files);
    dado_json_object(&own, NULL);
    write_files_schema(&own);
    dado_json_end(&own);
    json_t *more = json_loads(dado_text_string(&files), 0, NULL);
    json_object_update(json_object_get(root, "properties"), more);
    char *text = root ? json_dumps(root, JSON_COMPACT) : NULL;
    dado_json_raw(json, "inputSchema", text ? text : "{\"type\":\"object\"}");
    free(text);
    json_decref(more);
    json_decref(root);
    dado_json_end(json);
}

static void write_write_file_tool(dado_json *json)
{
    dado_json_object(json, NULL);
    dado_json_put(json, "name", "write_file", "description",
                  "Writes a text file beneath the folder that is served; one that is there is "
                  "replaced.");
    dado_json_raw(json, "inputSchema",
                  "{\"type\":\"object\",\"required\":[\"name\",\"text\"],"
                  "\"additionalProperties\":false,\"properties\":{"
                  "\"name\":{\"type\":\"string\",\"description\":\"The path from the folder.\"},"
                  "\"text\":{\"type\":\"string\"}}}");
    dado_json_end(json);
}

void dado_mcp_write_tools(dado_json *json, bool may_write)
{
    dado_json_array(json, "tools");
    for (int i = 0; dado_jobs[i]; i++) {
        if (dado_jobs[i]->run) write_job_tool(json, dado_jobs[i], may_write);
    }
    if (may_write) write_write_file_tool(json);
    dado_json_end(json);
}

// --- results ---

static void begin_result(dado_json *json, dado_text *result, const char *text, bool is_error)
{
    *json = dado_json_to(result);
    dado_json_object(json, NULL);
    dado_json_array(json, "content");
    dado_json_object(json, NULL);
    dado_json_put(json, "type", "text", "text", text);
    dado_json_end(json);
    dado_json_end(json);
    dado_json_bool(json, "isError", is_error);
}

static bool write_failure(const char *words, dado_text *result)
{
    dado_json json;
    begin_result(&json, result, words, true);
    dado_json_end(&json);
    return true;
}

static void write_document(const dado_document *document, dado_text *result)
{
    DADO_CLEANUP(dado_text_free) dado_text text = { 0 }, structured = { 0 };
    dado_terminal_style style = { .columns = TEXT_COLUMNS };
    dado_format_named("text")->write(document, &style, &text);
    dado_format_named("json")->write(document, &style, &structured);
    dado_text_trim(&structured, '\n');
    dado_json json;
    begin_result(&json, result, dado_text_string(&text), false);
    dado_json_raw(&json, "structuredContent", dado_text_string(&structured));
    dado_json_end(&json);
}

// --- running ---

typedef struct running {
    const dado_mcp_call *call;
    const dado_json_request *request;
} running;

static void on_progress(void *context, const dado_progress *progress)
{
    const dado_mcp_call *call = ((running *)context)->call;
    call->progress(call->context, (double)progress->done, (double)progress->all, "matches");
}

static void on_work_progress(void *context, int64_t done, int64_t all, const char *what,
                             const char *words)
{
    const dado_mcp_call *call = ((running *)context)->call;
    call->progress(call->context, (double)done, (double)all, words && *words ? words : what);
}

static bool read_file(void *context, const char *name, dado_region *region, const char **text,
                      dado_error *err)
{
    const running *r = context;
    *text = dado_json_request_file_named(r->request, name);
    return *text || dado_file_read(name, DADO_FILE_MOST, region, text, err);
}

static bool write_file(void *context, const char *name, const char *bytes, size_t count,
                       dado_error *err)
{
    const running *r = context;
    if (r->call->may_write) return dado_file_write(name, bytes, count, err);
    return dado_fail(err, DADO_INVALID,
                     "%.200s cannot be written: the server was started without --write", name);
}

static bool refuse_withheld(const dado_json_request *request, bool may_write, dado_error *err)
{
    for (int i = 0; i < request->given_count; i++) {
        const dado_param *param = request->given[i].param;
        if (!is_withheld(&may_write, param)) continue;
        return dado_fail(err, DADO_INVALID, "%s is not offered by this server", param->name);
    }
    return true;
}

// Makes the request for the library: {"job", "parameters", "files"}. The caller frees it.
static char *make_request(const dado_job *job, const json_t *arguments)
{
    json_t *parameters = arguments ? json_copy((json_t *)(uintptr_t)arguments) : json_object();
    json_t *files = json_object_get(parameters, "files");
    json_t *request = json_pack("{s:s}", "job", job->name);
    if (files) json_object_set(request, "files", files);
    json_object_del(parameters, "files");
    json_object_set_new(request, "parameters", parameters);
    char *text = json_dumps(request, JSON_COMPACT);
    json_decref(request);
    return text;
}

static bool run_job(const dado_mcp_call *call, const dado_job *job, dado_text *result)
{
    dado_region region = { 0 };
    dado_json_request request = { 0 };
    dado_document answer;
    dado_error err = { 0 };
    char *text = make_request(job, call->arguments);
    running r = { call, &request };
    dado_virtual_files files = { &r, read_file, write_file };
    dado_job_callbacks callbacks = { .context = &r,
                                     .progress = on_progress,
                                     .work_progress = on_work_progress };
    dado_job_run job_run = { .job = job,
                             .region = &region,
                             .files = &files,
                             .threads = call->threads,
                             .stop = call->stop,
                             .callbacks = &callbacks };
    dado_document_init(&answer);
    bool fine = (text || dado_fail(&err, DADO_LIMIT, "no memory left for the request")) &&
                dado_json_request_read(&request, text, strlen(text), &region, &err) &&
                refuse_withheld(&request, call->may_write, &err);
    job_run.given = request.given;
    job_run.given_count = request.given_count;
    fine = fine && dado_job_run_execute(&job_run, &answer, &err);
    if (fine) {
        write_document(&answer, result);
    } else {
        DADO_CLEANUP(dado_text_free) dado_text shown = { 0 };
        dado_error_print(&err, job_run.source_with_error, &shown);
        write_failure(dado_text_string(&shown), result);
    }
    free(text);
    dado_document_free(&answer);
    dado_region_free(&region);
    return true;
}

static bool run_write_file(const json_t *arguments, dado_text *result)
{
    const char *name = json_string_value(json_object_get(arguments, "name"));
    const json_t *text = json_object_get(arguments, "text");
    dado_error err = { 0 };
    if (!name || !*name || !json_is_string(text)) {
        return write_failure("write_file needs a \"name\" and a \"text\"", result);
    }
    if (!dado_file_write(name, json_string_value(text), json_string_length(text), &err)) {
        return write_failure(err.text, result);
    }
    DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
    dado_json json;
    dado_text_addf(&words, "%zu bytes were written to %s", json_string_length(text), name);
    begin_result(&json, result, dado_text_string(&words), false);
    dado_json_end(&json);
    return true;
}

bool dado_mcp_run_tool(const dado_mcp_call *call, dado_text *result, dado_error *err)
{
    if (call->may_write && strcmp(call->name, "write_file") == 0) {
        return run_write_file(call->arguments, result);
    }
    const dado_job *job = job_of_tool(call->name);
    if (job) return run_job(call, job, result);
    return dado_fail(err, DADO_MISSING, "there is no tool %.60s; tools/list names them all",
                     call->name);
}
