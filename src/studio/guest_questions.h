// guest_questions.h - what guests are asked when a match is over, as the designer worded it.
#pragma once

#include <jansson.h>

#include "core/error.h"

enum { DADO_GUEST_QUESTIONS = 8, DADO_GUEST_QUESTION_TEXT = 200 };

// Checks a list of questions, [{"name": "fun", "text": "Was it fun?"}], and copies it as JSON,
// which the caller frees. A missing list gives NULL: guests are asked the usual three questions.
bool dado_guest_questions_read(const json_t *list, char **questions, dado_error *err);
