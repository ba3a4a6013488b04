// json_request.h - reads requests for jobs in JSON: {"job": "sim", "parameters": {"game":
// "kuhn"}}.
//
// Parameters are named as in the table of the job, numbers and flags have JSON types, and
// a parameter that may be given more than once is an array. The result is the same as
// from a command line, and is checked in the same way when it is run. A request may
// contain texts as "files": {"mine.rcy": "..."}; they are read instead of files with
// these names.
#pragma once

#include "core/json_writer.h"
#include "core/region.h"
#include "job/job.h"

typedef struct dado_json_request_file {
    const char *name, *text;
} dado_json_request_file;

typedef struct dado_json_request {
    const dado_job *job;
    dado_argument *given;
    int given_count;
    dado_json_request_file *files;
    int file_count;
} dado_json_request;

// Reads a request and keeps it in `region`. Returns false, with the reason, if the text is none.
bool dado_json_request_read(dado_json_request *request, const char *text, size_t length,
                            dado_region *region, dado_error *err);

// Returns the text of that name that came with the request, or NULL.
const char *dado_json_request_file_named(const dado_json_request *request, const char *name);

// Writes the schema of a job's "parameters" as a member `key`. Parameters in `skips` are left
// out; `skips` may be NULL.
void dado_json_parameters_schema(dado_json *json, const char *key, const dado_job *job,
                                 const void *context,
                                 bool (*skips)(const void *context, const dado_param *param));

// Writes a JSON schema of the requests for this job.
void dado_json_request_schema(const dado_job *job, dado_text *out);
