// assertion.h - checks an answer against assertions and fails the job if one does not hold: for
// continuous integration.
#pragma once

#include "job/job_run.h"

extern const dado_param dado_params_assert[];  // --assert

// Reads all assertions. Returns false, with the reason in job_run->err, if one makes no sense.
bool dado_assertions_parse(dado_job_run *job_run);

// Checks the answer against the assertions, reports those that do not hold, and fails the job for
// them. Returns false if the answer says nothing about something asserted.
bool dado_assertions_check(dado_job_run *job_run);
