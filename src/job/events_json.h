// events_json.h - progress, answers and failures of a job as JSON, for a server and for a worker
// in a browser.
#pragma once

#include "job/job_run.h"

// Writes all jobs with their parameters, as an array.
void dado_jobs_json(dado_text *out);

void dado_progress_json(const dado_progress *progress, dado_text *out);
// Progress that is not counted in matches: 3 of 500 "generations", and a few words.
void dado_work_progress_json(int64_t done, int64_t all, const char *what, const char *words,
                             dado_text *out);
void dado_message_json(const char *words, dado_text *out);

// Writes a document twice: as data for programs and as HTML for people.
void dado_answer_json(const dado_document *document, dado_text *out);

// Writes why there is no answer, and which place in the text caused it.
void dado_failure_json(const dado_job_run *job_run, const dado_error *err, dado_text *out);
