// report.c - dado report: a page about a run in the store.
#include "cli/outcome.h"

static int run(dado_call *call)
{
    dado_store *store;
    dado_error err = { 0 };
    int64_t number;
    if (!dado_call_store(call, DADO_STORE_READ, &store, &err))
        return dado_call_fail(call, &err, NULL);
    int code;
    if (!dado_call_run(call, store, call->word_count ? call->words[0] : NULL, &number, &err)) {
        code = dado_call_fail(call, &err, NULL);
    } else {
        code = dado_outcome_stored(call, store, number, true);
    }
    dado_store_close(store);
    return code;
}

static const dado_flag flags[] = {
    { "output", 'o', "FILE", "Where the page goes; - is standard output.", "report.html",
      DADO_OFFER_FILES, false },
    { "match", 0, "N", "The match to show round by round, counted from 0.", "0", DADO_OFFER_NOTHING,
      false },
    { "expect", 0, "FILE",
      "Judges the measures by what is wished for: a file, or casual, tense or strategic.", NULL,
      DADO_OFFER_FILES, false },
    { 0 },
};

static const dado_example examples[] = {
    { "dado report", "A page about the latest run, in report.html." },
    { "dado report 3 -o kuhn.html --match 17", "About run 3, with match 17 round by round." },
    { 0 },
};

const dado_verb dado_verb_report = {
    .name = "report",
    .words = "[RUN]",
    .about = "writes a page with charts and verdicts about a run",
    .details = "RUN is a number from dado runs, or last. The page is one file that any browser "
               "shows, without a network.",
    .most = 1,
    .flags = { flags, dado_flags_store_file },
    .examples = examples,
    .run = run,
};
