// runs_export.c - a run as SQLite tables, for those who ask in SQL.
#include <inttypes.h>

#include "job/outcome.h"
#include "lab/store_tables.h"
#include "measure/words.h"

static void take_block(void *context, const dado_block *block)
{
    dado_tables_block(*(dado_tables **)context, block);
}

static void tell(const dado_run *run, const char *path, int64_t matches, int64_t rounds,
                 dado_document *answer)
{
    answer->title = dado_document_copyf(answer, "run %" PRId64, run->id);
    answer->said = dado_document_copyf(answer, "%s matches and %s rounds written to %s",
                                       dado_said_count(matches).s, dado_said_count(rounds).s, path);
    dado_part *facts = dado_document_facts(answer, DADO_PART("exported", .reader = DADO_FOR_PAGES));
    dado_fact(facts, "run", "run", run->id);
    dado_fact(facts, "matches", "matches", matches);
    dado_fact(facts, "rounds", "rows of rounds", rounds);
    dado_fact(facts, "schema", "schema", DADO_TABLES_VERSION);
}

static bool export_run(dado_errand *errand)
{
    const char *path = dado_errand_text(errand, "out");
    int64_t number;
    dado_run run;
    dado_tables *tables = NULL;
    DADO_ENDS(dado_results_free) dado_results results = { 0 };
    dado_experiment_how how = { .stop = errand->stop, .taker = &tables, .block = take_block };
    if (!dado_errand_run_named(errand, dado_errand_text(errand, "run"), &number) ||
        !dado_store_run(errand->opened, number, &run, errand->arena, errand->err)) {
        return false;
    }
    bool loaded = dado_tables_begin(&tables, path, &results, errand->err) &&
                  dado_results_load(errand->opened, number, &how, &results, errand->err);
    bool fine = loaded && (dado_errand_given(errand, "no-rounds") ||
                           dado_tables_rounds(tables, errand->stop, errand->err));
    int64_t matches = tables ? dado_tables_matches(tables) : 0;
    int64_t rounds = tables ? dado_tables_round_rows(tables) : 0;
    bool stopped = errand->stop && *errand->stop;
    bool kept = dado_tables_end(tables, &run, fine && !stopped, fine ? errand->err : NULL);
    if (!fine || !kept) return false;
    if (stopped) return dado_fail(errand->err, DADO_IO, "stopped: nothing was written to %s", path);
    tell(&run, path, matches, rounds, errand->answer);
    return true;
}

const dado_job dado_job_runs_export = {
    .name = "runs export",
    .about = "writes a run as SQLite tables, a row a match and a row a round",
    .details = "The tables are match, round, seat, setting and export; docs/reference/tables.md "
               "says what each column holds. Rounds are not kept in the store: every match is "
               "played again for them, by the same players on the same luck.",
    .params = { dado_params_run, DADO_PARAMS(
        DADO_PARAM(OUTPUT, "out", 'o', .needed = true, .value = "FILE", .beside = true,
                   .about = "The SQLite file to write; one that is there is replaced."),
        DADO_PARAM(FLAG, "no-rounds",
                   .about = "Leaves out the rounds, for which every match is played again.")) },
    .examples = DADO_EXAMPLES(
        { "dado runs export last --out hearts.sqlite",
          "The latest run, for SQL and data frames." }),
    .run = export_run,
};
