// check.c - dado check: plays scenarios by their scripts, asks questions about descriptions, and
// reads all other files for mistakes.
#include <string.h>

#include "cli/command_line.h"

static const dado_param terminal_params[] = {
    DADO_PARAM(FLAG, "questions",
               .about =
                   "Descriptions: asks what they leave open, and what seldom happens in play."),
    DADO_PARAM(WHOLE, "matches", 'n', .rare = true, .unset = "1000",
               .about = "With --questions: how many matches to play."),
    DADO_PARAM(FLAG, "events", .typed = "show",
               .about = "Scenarios: shows what the commands brought about."),
    DADO_PARAM(WHOLE, "seed", 's', .rare = true, .unset = "1",
               .about = "Scenarios and questions: where luck comes from."),
    { 0 },
};

// Returns true if all files are scenarios. Those have a job of their own.
static bool are_scenarios(const dado_job_run *job_run)
{
    int count = dado_job_run_arg_count(job_run, "game"), found = 0;
    for (int i = 0; i < count; i++) {
        found += dado_ends_with(dado_job_run_nth_arg(job_run, "game", i), ".territorio");
    }
    return count > 0 && found == count;
}

static int run(dado_call *call)
{
    dado_job_run *job_run = &call->job_run;
    if (dado_job_run_is_given(job_run, "questions")) {
        dado_call_switch_job(call, dado_job_named("questions"));
        return dado_call_run_and_print(call);
    }
    if (dado_job_run_is_given(job_run, "matches")) {
        return dado_call_usage_error(call, "--matches goes with --questions");
    }
    if (!are_scenarios(job_run)) {
        if (dado_job_run_is_given(job_run, "events") || dado_job_run_is_given(job_run, "seed")) {
            return dado_call_usage_error(call, "--show and --seed are for scenarios alone");
        }
        return dado_call_run_and_print(call);
    }
    const dado_job *scenario = dado_job_named("scenario");
    for (int i = 0; i < job_run->given_count; i++) {
        const char *name = call->given[i].param->name;
        bool file = strcmp(name, "game") == 0;
        const dado_param *param = dado_job_param_named(scenario, file ? "file" : name);
        if (param) call->given[i].param = param;
    }
    job_run->job = scenario;
    return dado_call_run_and_print(call);
}

extern const dado_job dado_job_check;
const dado_verb dado_verb_check = { .job = &dado_job_check, .run = run, .extra = terminal_params };
