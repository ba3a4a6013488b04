// report.c - dado report: what dado runs show says, as a page in a file.
#include "cli/verb.h"
#include "job/outcome.h"

static int run(dado_call *call)
{
    const char *page = dado_errand_text(&call->errand, "output");
    call->errand.job = dado_job_named("runs show");
    // What has the name of one of its own is that.
    for (int i = 0; i < call->errand.given_count; i++) {
        const char *name = call->given[i].param->name;
        const dado_param *same = dado_job_param_named(call->errand.job, name);
        if (same) call->given[i].param = same;
    }
    call->page = page ? page : "report.html";
    return dado_call_job(call);
}

static const dado_job job = {
    .name = "report",
    .about = "writes a page with charts and verdicts about a run",
    .details = "RUN is a number from dado runs, or last. The page is one file that any browser "
               "shows, without a network.",
    .params = { dado_params_run, DADO_PARAMS(
        DADO_PARAM(OUTPUT, "output", 'o', .unset = "report.html",
                   .about = "Where the page goes; - is standard output.")),
                dado_params_outcome },
    .examples = DADO_EXAMPLES(
        { "dado report", "A page about the latest run, in report.html." },
        { "dado report 3 -o kuhn.html --match 17", "About run 3, with match 17 round by round." }),
};

const dado_verb dado_verb_report = { .job = &job, .run = run };
