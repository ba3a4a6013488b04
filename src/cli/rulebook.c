// rulebook.c - dado rulebook: writes in the language of $DADO_LANG unless --lang is given.
#include <stdlib.h>
#include <string.h>

#include "cli/command_line.h"
#include "cli/translate_verdicts.h"

static int run(dado_call *call)
{
    dado_job_run *job_run = &call->job_run;
    bool portuguese = dado_wants_portuguese(getenv("DADO_LANG"), getenv("LANG"));
    if (!portuguese || dado_job_run_is_given(job_run, "lang")) return dado_call_run_and_print(call);
    int count = job_run->given_count;
    dado_argument *given = dado_job_run_new(job_run, dado_argument, count + 1);
    if (!given) return dado_call_fail(call, NULL);
    memcpy(given, call->given, sizeof *given * (size_t)count);
    given[count] = (dado_argument){ dado_job_param_named(job_run->job, "lang"), "pt" };
    call->given = given;
    job_run->given = given;
    job_run->given_count = count + 1;
    return dado_call_run_and_print(call);
}

extern const dado_job dado_job_rulebook;
const dado_verb dado_verb_rulebook = { .job = &dado_job_rulebook, .run = run };
