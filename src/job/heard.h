// heard.h - what whoever asked for a job hears, as JSON: of a server and of a browser's worker
// alike.
#pragma once

#include "job/errand.h"

// All jobs with their parameters, as an array.
void dado_heard_jobs(dado_text *out);

void dado_heard_progress(const dado_progress *progress, dado_text *out);
void dado_heard_words(const char *words, dado_text *out);

// A document twice: for programs, as they all get it, and drawn, for people.
void dado_heard_answer(const dado_document *document, dado_text *out);

// Why there is no answer, and where the text is to blame.
void dado_heard_failure(const dado_errand *errand, const dado_error *err, dado_text *out);
