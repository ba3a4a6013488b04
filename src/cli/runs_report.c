// runs_report.c - dado runs report: writes what dado runs show prints as a page.
#include "cli/command_line.h"
#include "job/results_output.h"

static int run(dado_call *call)
{
    const char *page = dado_job_run_text(&call->job_run, "output");
    dado_call_switch_job(call, dado_job_named("runs show"));
    call->page = page ? page : "report.html";
    return dado_call_run_and_print(call);
}

static const dado_job job = {
    .name = "report",
    .verb = "runs report",
    .about = "writes a page with charts and verdicts about a run",
    .details = "RUN is a number from dado runs, or last. The page is one file that any browser "
               "shows, without a network.",
    .params = { dado_params_run,
                DADO_PARAMS(DADO_PARAM(OUTPUT, "output", 'o', .unset = "report.html",
                                       .about = "Where the page goes; - is standard output.")),
                dado_params_results_output, dado_params_replayed },
    .examples =
        DADO_EXAMPLES({ "dado runs report", "A page about the latest run, in report.html." },
                      { "dado runs report 3 -o kuhn.html --match 17",
                        "About run 3, with match 17 round by round." }),
};

const dado_verb dado_verb_report = { .job = &job, .run = run };
