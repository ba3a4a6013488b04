// json_request.c - see json_request.h.
#include "job/json_request.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "core/json_writer.h"

// Returns a value as text, as one would type it; NULL if no parameter can have this JSON value.
static const char *typed(const json_t *value, dado_region *region)
{
    char digits[40];
    dado_text text = dado_text_in_buffer(digits, sizeof digits);
    if (json_is_string(value)) {
        size_t length = json_string_length(value);
        if (strlen(json_string_value(value)) != length) return NULL;
        return dado_region_copy(region, json_string_value(value), length);
    }
    if (json_is_integer(value))
        dado_text_addf(&text, "%" PRId64, (int64_t)json_integer_value(value));
    else if (json_is_real(value)) dado_text_real(&text, json_real_value(value));
    else return NULL;
    return dado_region_copy(region, digits, text.length);
}

static bool add_argument(dado_json_request *request, const dado_param *param, const json_t *value,
                         dado_region *region, dado_error *err)
{
    if (param->kind == DADO_PARAM_FLAG) {
        if (!json_is_boolean(value)) {
            return dado_fail(err, DADO_INVALID, "%s must be true or false", param->name);
        }
        if (json_is_true(value))
            request->given[request->given_count++] = (dado_argument){ param, "" };
        return true;
    }
    const char *text = typed(value, region);
    if (!text) {
        return dado_fail(err, DADO_INVALID, "%s must be a text or a number%s", param->name,
                         param->many ? ", or an array of them" : "");
    }
    request->given[request->given_count++] = (dado_argument){ param, text };
    return true;
}

static bool read_parameters(dado_json_request *request, json_t *parameters, dado_region *region,
                            dado_error *err)
{
    size_t room = 1;
    const char *name;
    json_t *value;
    json_object_foreach(parameters, name, value) room += 1 + json_array_size(value);
    request->given = dado_new(region, dado_argument, room);
    if (!request->given) return dado_fail(err, DADO_LIMIT, "no memory left for the request");
    json_object_foreach(parameters, name, value)
    {
        const dado_param *param = dado_job_param_named(request->job, name);
        if (!param) {
            const char *near = NULL;
            for (int i = 0; (param = dado_job_param(request->job, i)); i++) {
                near = dado_nearer_name(name, param->name, near);
            }
            if (strcmp(name, "part") == 0 && request->job->whole) {
                return dado_fail(err, DADO_INVALID, "%s cannot be split into parts: %s",
                                 request->job->name, request->job->whole);
            }
            return dado_fail(err, DADO_INVALID, "%s has no parameter %.60s%s", request->job->name,
                             name, dado_did_you_mean(near).s);
        }
        if (!param->many || !json_is_array(value)) {
            if (!add_argument(request, param, value, region, err)) return false;
            continue;
        }
        for (size_t i = 0; i < json_array_size(value); i++) {
            if (!add_argument(request, param, json_array_get(value, i), region, err)) return false;
        }
    }
    return true;
}

static bool read_files(dado_json_request *request, json_t *files, dado_region *region,
                       dado_error *err)
{
    const char *name;
    json_t *value;
    if (!json_is_object(files)) {
        return dado_fail(err, DADO_INVALID, "\"files\" must be an object of names and texts");
    }
    request->files = dado_new(region, dado_json_request_file, json_object_size(files) + 1);
    json_object_foreach(files, name, value)
    {
        if (!json_is_string(value)) {
            return dado_fail(err, DADO_INVALID, "the file %.60s must be a text", name);
        }
        const char *text = typed(value, region);
        const char *own = dado_region_copy(region, name, strlen(name));
        if (!text || !own || !request->files) {
            return dado_fail(err, DADO_LIMIT, "no memory left for the file %.60s", name);
        }
        request->files[request->file_count++] = (dado_json_request_file){ own, text };
    }
    return true;
}

const char *dado_json_request_file_named(const dado_json_request *request, const char *name)
{
    for (int i = 0; i < request->file_count; i++) {
        if (strcmp(request->files[i].name, name) == 0) return request->files[i].text;
    }
    return NULL;
}

static bool read_request(dado_json_request *request, json_t *root, dado_region *region,
                         dado_error *err)
{
    const char *name = json_string_value(json_object_get(root, "job")), *key;
    json_t *parameters = json_object_get(root, "parameters"), *value;
    json_t *files = json_object_get(root, "files");
    if (!name) return dado_fail(err, DADO_INVALID, "a request needs a \"job\"");
    request->job = dado_job_named(name);
    if (!request->job || !request->job->run) {
        const char *near = NULL;
        for (int i = 0; dado_jobs[i]; i++) near = dado_nearer_name(name, dado_jobs[i]->name, near);
        return dado_fail(err, DADO_MISSING, "there is no job %.60s%s", name,
                         dado_did_you_mean(near).s);
    }
    json_object_foreach(root, key, value)
    {
        if (strcmp(key, "job") != 0 && strcmp(key, "parameters") != 0 &&
            strcmp(key, "files") != 0) {
            return dado_fail(err, DADO_INVALID,
                             "a request has \"job\", \"parameters\" and \"files\", but no "
                             "\"%.60s\"",
                             key);
        }
    }
    if (parameters && !json_is_object(parameters)) {
        return dado_fail(err, DADO_INVALID, "\"parameters\" must be an object");
    }
    return (!parameters || read_parameters(request, parameters, region, err)) &&
           (!files || read_files(request, files, region, err));
}

// Names the parameter whose number does not fit into 64 bits. JSON allows such numbers, but its
// reader fails on them.
static bool refuse_large(const char *text, size_t length, dado_error *err)
{
    enum { flags = JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL };
    json_error_t error;
    json_t *root = json_loadb(text, length, flags, &error), *value;
    const char *name, *found = "a number of the request";
    json_object_foreach(json_object_get(root, "parameters"), name, value)
    {
        json_t *number = json_is_array(value) ? json_array_get(value, 0) : value;
        if (fabs(json_real_value(number)) >= 0x1p63) found = name;
    }
    dado_fail(err, DADO_INVALID, "%.60s is too large", found);
    json_decref(root);
    return false;
}

bool dado_json_request_read(dado_json_request *request, const char *text, size_t length,
                            dado_region *region, dado_error *err)
{
    json_error_t error;
    *request = (dado_json_request){ 0 };
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (!root && json_error_code(&error) == json_error_numeric_overflow) {
        return refuse_large(text, length, err);
    }
    if (!root) {
        return dado_fail(err, DADO_SYNTAX, "the request is not JSON: %.100s, line %d, column %d",
                         error.text, error.line, error.column);
    }
    bool fine = read_request(request, root, region, err);
    json_decref(root);
    return fine;
}

// --- schema ---

static void write_value_schema(dado_json *json, const dado_param *param)
{
    const char *type = dado_param_kinds[param->kind].json, *choice;
    int length;
    if (type) dado_json_string(json, "type", type);
    if (param->kind == DADO_PARAM_WHOLE || param->kind == DADO_PARAM_REAL) {
        dado_json_real(json, "minimum", param->least);
        if (param->most != 0) dado_json_real(json, "maximum", param->most);
    } else if (!type) {
        dado_json_array(json, "enum");
        for (int i = 0; (choice = dado_param_choice(param, i, &length)); i++) {
            dado_json_bytes(json, NULL, choice, (size_t)length);
        }
        dado_json_end(json);
    }
}

static void write_param_schema(dado_json *json, const dado_param *param)
{
    dado_json_object(json, param->name);
    dado_json_put(json, "description", param->in_requests ? param->in_requests : param->about,
                  "x-kind", dado_param_kinds[param->kind].name);
    dado_json_put_nonempty(json, "x-beside", param->beside, "x-usual", param->usual, "x-unset",
                           param->unset);
    if (param->many) {
        dado_json_string(json, "type", "array");
        dado_json_object(json, "items");
        write_value_schema(json, param);
        dado_json_end(json);
    } else {
        write_value_schema(json, param);
    }
    dado_json_end(json);
}

void dado_json_parameters_schema(dado_json *json, const char *key, const dado_job *job,
                                 const void *context,
                                 bool (*skips)(const void *context, const dado_param *param))
{
    const dado_param *param;
    dado_json_object(json, key);
    dado_json_put(json, "type", "object", "additionalProperties", (bool)false);
    dado_json_array(json, "required");
    for (int i = 0; (param = dado_job_param(job, i)); i++) {
        if (param->needed && !(skips && skips(context, param))) {
            dado_json_string(json, NULL, param->name);
        }
    }
    dado_json_end(json);
    dado_json_object(json, "properties");
    for (int i = 0; (param = dado_job_param(job, i)); i++) {
        if (!skips || !skips(context, param)) write_param_schema(json, param);
    }
    dado_json_end(json);
    dado_json_end(json);
}

void dado_json_request_schema(const dado_job *job, dado_text *out)
{
    dado_json json = dado_json_to(out);
    json.lines = 4;
    dado_json_object(&json, NULL);
    dado_json_put(&json, "$schema", "https://json-schema.org/draft/2020-12/schema", "title",
                  job->name, "description", job->about, "type", "object");
    dado_json_array(&json, "required");
    dado_json_string(&json, NULL, "job");
    dado_json_end(&json);
    dado_json_bool(&json, "additionalProperties", false);
    dado_json_object(&json, "properties");
    dado_json_object(&json, "job");
    dado_json_string(&json, "const", job->name);
    dado_json_end(&json);
    dado_json_parameters_schema(&json, "parameters", job, NULL, NULL);
    while (json.depth) dado_json_end(&json);
    dado_text_char(out, '\n');
}
