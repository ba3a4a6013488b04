// command_to_show_match.c - see command_to_show_match.h.
#include "job/command_to_show_match.h"

#include <string.h>

static bool is_shared(const char *param)
{
    static const char *const shared[] = { "game", "set", "seed", "seat", "agents", "limit" };
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) {
        if (strcmp(param, shared[i]) == 0) return true;
    }
    return false;
}

const char *dado_match_command(dado_job_run *job_run, int64_t matches, int64_t match,
                               const char *set)
{
    const dado_job *job = dado_job_named("sim");
    dado_argument *given = dado_job_run_new(job_run, dado_argument, job_run->given_count + 3);
    const char *all = dado_job_run_copyf(job_run, "%lld", (long long)matches);
    const char *which = dado_job_run_copyf(job_run, "%lld", (long long)match);
    int count = 0;
    if (!given || !all || !which) return NULL;
    for (int i = 0; i < job_run->given_count; i++) {
        const char *own = job_run->given[i].param->name;
        if (!is_shared(own)) continue;
        given[count++] = (dado_argument){ dado_job_param_named(job, own), job_run->given[i].value };
    }
    if (set) given[count++] = (dado_argument){ dado_job_param_named(job, "set"), set };
    given[count++] = (dado_argument){ dado_job_param_named(job, "matches"), all };
    given[count++] = (dado_argument){ dado_job_param_named(job, "match"), which };
    DADO_CLEANUP(dado_text_free) dado_text command = { 0 };
    dado_job_command(job, given, count, &command);
    dado_text_add(&command, " --report match.html");
    return dado_job_run_copy(job_run, dado_text_string(&command), command.length);
}
