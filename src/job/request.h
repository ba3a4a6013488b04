// request.h - jobs asked for in JSON: {"job": "sim", "parameters": {"game": "kuhn"}}.
//
// Parameters are named as in the table of the job, numbers and flags are JSON's own, and what may
// be given more than once is an array. What comes out is what a command line would give, and is
// checked in the same way when it is run. Texts may come along as "files": {"mine.rcy": "..."};
// they are read before any others of their names.
#pragma once

#include "core/arena.h"
#include "job/job.h"

typedef struct dado_request_file {
    const char *name, *text;
} dado_request_file;

typedef struct dado_request {
    const dado_job *job;
    dado_given *given;
    int given_count;
    dado_request_file *files;
    int file_count;
} dado_request;

// Reads a request; what it keeps is in `arena`. False, and why, where it is none.
bool dado_request_read(dado_request *request, const char *text, size_t length, dado_arena *arena,
                       dado_error *err);

// The text of that name that came along, or NULL.
const char *dado_request_file_named(const dado_request *request, const char *name);

// A JSON schema of the requests for this job.
void dado_request_schema(const dado_job *job, dado_text *out);
