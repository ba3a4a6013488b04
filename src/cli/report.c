// report.c - dado report: what dado runs show says, as a page in a file.
#include "cli/verb.h"

static int run(dado_call *call)
{
    const char *page = dado_given_text(call, "output");
    call->errand.job = dado_job_named("runs show");
    if (call->word_count) {
        dado_given *given = dado_new(call->arena, dado_given, call->given_count + 1);
        if (!given) return DADO_EXIT_FAILED;
        for (int i = 0; i < call->given_count; i++) given[i] = call->given[i];
        const dado_param *param = dado_job_param_named(call->errand.job, "run");
        given[call->given_count] = (dado_given){ param, call->words[0] };
        call->errand.given = given;
        call->errand.given_count++;
    }
    call->page = page ? page : "report.html";
    return dado_call_job(call);
}

const dado_verb dado_verb_report = {
    .name = "report",
    .words = "[RUN]",
    .about = "writes a page with charts and verdicts about a run",
    .details = "RUN is a number from dado runs, or last. The page is one file that any browser "
               "shows, without a network.",
    .most = 1,
    .flags = { DADO_PARAMS(
        DADO_PARAM(OUTPUT, "output", 'o', .unset = "report.html",
                   .about = "Where the page goes; - is standard output."),
        DADO_PARAM(WHOLE, "match", .unset = "0",
                   .about = "The match to show round by round, counted from 0."),
        DADO_PARAM(FILE, "expect",
                   .about = "Judges the measures by what is wished for: a file, or casual, tense "
                            "or strategic.")),
                dado_params_store_file },
    .examples = DADO_EXAMPLES(
        { "dado report", "A page about the latest run, in report.html." },
        { "dado report 3 -o kuhn.html --match 17", "About run 3, with match 17 round by round." }),
    .run = run,
};
