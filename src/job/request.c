// request.c - see request.h.
#include "job/request.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "core/json.h"

// A value as one would type it; NULL where JSON has it in a shape that no value has.
static const char *typed(const json_t *value, dado_arena *arena)
{
    char digits[40];
    dado_text text = dado_text_over(digits, sizeof digits);
    if (json_is_string(value)) {
        size_t length = json_string_length(value);
        if (strlen(json_string_value(value)) != length) return NULL;
        return dado_arena_copy(arena, json_string_value(value), length);
    }
    if (json_is_integer(value))
        dado_text_addf(&text, "%" PRId64, (int64_t)json_integer_value(value));
    else if (json_is_real(value)) dado_text_real(&text, json_real_value(value));
    else return NULL;
    return dado_arena_copy(arena, digits, text.length);
}

static bool take(dado_request *request, const dado_param *param, const json_t *value,
                 dado_arena *arena, dado_error *err)
{
    if (param->kind == DADO_PARAM_FLAG) {
        if (!json_is_boolean(value)) {
            return dado_fail(err, DADO_MEANING, "%s must be true or false", param->name);
        }
        if (json_is_true(value)) request->given[request->given_count++] = (dado_given){ param, "" };
        return true;
    }
    const char *text = typed(value, arena);
    if (!text) {
        return dado_fail(err, DADO_MEANING, "%s must be a text or a number%s", param->name,
                         param->many ? ", or an array of them" : "");
    }
    request->given[request->given_count++] = (dado_given){ param, text };
    return true;
}

static bool read_parameters(dado_request *request, json_t *parameters, dado_arena *arena,
                            dado_error *err)
{
    size_t room = 1;
    const char *name;
    json_t *value;
    json_object_foreach (parameters, name, value) room += 1 + json_array_size(value);
    request->given = dado_new(arena, dado_given, room);
    if (!request->given) return dado_fail(err, DADO_LIMIT, "no memory left for the request");
    json_object_foreach (parameters, name, value) {
        const dado_param *param = dado_job_param_named(request->job, name);
        if (!param) {
            const char *near = NULL;
            for (int i = 0; (param = dado_job_param(request->job, i)); i++) {
                near = dado_nearer(name, param->name, near);
            }
            if (strcmp(name, "part") == 0 && request->job->whole) {
                return dado_fail(err, DADO_MEANING, "%s is not done in parts: %s",
                                 request->job->name, request->job->whole);
            }
            return dado_fail(err, DADO_MEANING, "%s has no parameter %.60s%s",
                             request->job->name, name, dado_did_you_mean(near).s);
        }
        if (!param->many || !json_is_array(value)) {
            if (!take(request, param, value, arena, err)) return false;
            continue;
        }
        for (size_t i = 0; i < json_array_size(value); i++) {
            if (!take(request, param, json_array_get(value, i), arena, err)) return false;
        }
    }
    return true;
}

static bool read_files(dado_request *request, json_t *files, dado_arena *arena, dado_error *err)
{
    const char *name;
    json_t *value;
    if (!json_is_object(files)) {
        return dado_fail(err, DADO_MEANING, "\"files\" must be an object of names and texts");
    }
    request->files = dado_new(arena, dado_request_file, json_object_size(files) + 1);
    json_object_foreach (files, name, value) {
        const char *text = json_is_string(value) ? typed(value, arena) : NULL;
        const char *own = dado_arena_copy(arena, name, strlen(name));
        if (!text || !own || !request->files) {
            return dado_fail(err, DADO_MEANING, "the file %.60s must be a text", name);
        }
        request->files[request->file_count++] = (dado_request_file){ own, text };
    }
    return true;
}

const char *dado_request_file_named(const dado_request *request, const char *name)
{
    for (int i = 0; i < request->file_count; i++) {
        if (strcmp(request->files[i].name, name) == 0) return request->files[i].text;
    }
    return NULL;
}

static bool read_request(dado_request *request, json_t *root, dado_arena *arena, dado_error *err)
{
    const char *name = json_string_value(json_object_get(root, "job")), *key;
    json_t *parameters = json_object_get(root, "parameters"), *value;
    json_t *files = json_object_get(root, "files");
    if (!name) return dado_fail(err, DADO_MEANING, "a request names a \"job\"");
    request->job = dado_job_named(name);
    if (!request->job || !request->job->run) {
        const char *near = NULL;
        for (int i = 0; dado_jobs[i]; i++) near = dado_nearer(name, dado_jobs[i]->name, near);
        return dado_fail(err, DADO_MISSING, "there is no job %.60s%s", name,
                         dado_did_you_mean(near).s);
    }
    json_object_foreach (root, key, value) {
        if (strcmp(key, "job") != 0 && strcmp(key, "parameters") != 0 &&
            strcmp(key, "files") != 0) {
            return dado_fail(err, DADO_MEANING,
                             "a request has a \"job\", \"parameters\" and \"files\", and no "
                             "\"%.60s\"", key);
        }
    }
    if (parameters && !json_is_object(parameters)) {
        return dado_fail(err, DADO_MEANING, "\"parameters\" must be an object");
    }
    return (!parameters || read_parameters(request, parameters, arena, err)) &&
           (!files || read_files(request, files, arena, err));
}

// Blames the parameter whose number no whole number of 64 bits can be, which JSON allows and its
// reader does not.
static bool refuse_large(const char *text, size_t length, dado_error *err)
{
    enum { flags = JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL };
    json_error_t error;
    json_t *root = json_loadb(text, length, flags, &error), *value;
    const char *name, *found = "a number of the request";
    json_object_foreach (json_object_get(root, "parameters"), name, value) {
        json_t *number = json_is_array(value) ? json_array_get(value, 0) : value;
        if (fabs(json_real_value(number)) >= 0x1p63) found = name;
    }
    dado_fail(err, DADO_MEANING, "%.60s is too large", found);
    json_decref(root);
    return false;
}

bool dado_request_read(dado_request *request, const char *text, size_t length, dado_arena *arena,
                       dado_error *err)
{
    json_error_t error;
    *request = (dado_request){ 0 };
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (!root && json_error_code(&error) == json_error_numeric_overflow) {
        return refuse_large(text, length, err);
    }
    if (!root) {
        return dado_fail(err, DADO_SYNTAX, "the request is no JSON: %.100s, line %d, column %d",
                         error.text, error.line, error.column);
    }
    bool fine = read_request(request, root, arena, err);
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
    dado_json_put(json, "description", param->about, "x-kind", dado_param_kinds[param->kind].name);
    dado_json_known(json, "x-beside", param->beside, "x-usual", param->usual, "x-unset",
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

void dado_request_schema(const dado_job *job, dado_text *out)
{
    dado_json json = dado_json_to(out);
    const dado_param *param;
    json.lines = 4;
    dado_json_object(&json, NULL);
    dado_json_put(&json, "$schema", "https://json-schema.org/draft/2020-12/schema", "title",
                  job->name, "description", job->about, "type", "object");
    dado_json_array(&json, "required");
    dado_json_string(&json, NULL, "job");
    dado_json_end(&json);
    dado_json_flag(&json, "additionalProperties", false);
    dado_json_object(&json, "properties");
    dado_json_object(&json, "job");
    dado_json_string(&json, "const", job->name);
    dado_json_end(&json);
    dado_json_object(&json, "parameters");
    dado_json_put(&json, "type", "object", "additionalProperties", (bool)false);
    dado_json_array(&json, "required");
    for (int i = 0; (param = dado_job_param(job, i)); i++) {
        if (param->needed) dado_json_string(&json, NULL, param->name);
    }
    dado_json_end(&json);
    dado_json_object(&json, "properties");
    for (int i = 0; (param = dado_job_param(job, i)); i++) write_param_schema(&json, param);
    while (json.depth) dado_json_end(&json);
    dado_text_char(out, '\n');
}
