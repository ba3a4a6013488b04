// runs_export_sqlite.c - writes a run as SQLite tables, for queries in SQL.
#include <inttypes.h>

#include "job/results_output.h"
#include "lab/sqlite_export.h"
#include "measure/number_format.h"

static void take_block(void *context, const dado_block *block)
{
    dado_sqlite_export_block(*(dado_sqlite_export **)context, block);
}

static void fill_answer(const dado_run *run, const char *path, int64_t matches, int64_t rounds,
                        dado_document *answer)
{
    answer->title = dado_document_copyf(answer, "run %" PRId64, run->id);
    answer->said =
        dado_document_copyf(answer, "%s matches and %s rounds written to %s",
                            dado_string_count(matches).s, dado_string_count(rounds).s, path);
    dado_part *facts = dado_document_facts(answer, DADO_PART("exported", .reader = DADO_FOR_PAGES));
    dado_fact(facts, "run", "run", run->id);
    dado_fact(facts, "matches", "matches", matches);
    dado_fact(facts, "rounds", "rows of rounds", rounds);
    dado_fact(facts, "schema", "schema", DADO_SQLITE_EXPORT_VERSION);
}

// Rounds come from stored moves, or from players that may play again.
static bool can_have_rounds(dado_job_run *job_run, const dado_results *results)
{
    const dado_plan *plan = results->plan;
    if (dado_job_run_is_given(job_run, "no-rounds")) return false;
    for (int i = 0; i < plan->lineup_count && !plan->keep_moves; i++) {
        const dado_player *player = dado_plan_blocked_player(plan, i);
        if (!player) continue;
        dado_job_run_message(job_run,
                             "rounds are left out: the run kept no moves, and %s runs code from "
                             "outside; to let it play again, add --player %s",
                             player->typed, player->typed);
        return false;
    }
    return true;
}

// Refuses a file name whose ending promises another format.
static bool check_file_name(dado_job_run *job_run, const char *path)
{
    static const char *const other_formats[] = { ".csv",  ".tsv", ".json", ".jsonl",  ".html",
                                                 ".xlsx", ".txt", ".md",   ".parquet" };
    for (size_t i = 0; i < sizeof other_formats / sizeof *other_formats; i++) {
        if (!dado_ends_with(path, other_formats[i])) continue;
        return dado_job_run_usage_error(job_run,
                                        "runs export writes SQLite tables, but \"%.200s\" is the "
                                        "name of a %s file; name it .sqlite or .db",
                                        path, other_formats[i] + 1);
    }
    return true;
}

static bool export_run(dado_job_run *job_run)
{
    const char *path = dado_job_run_text(job_run, "out");
    int64_t number;
    dado_run run;
    dado_sqlite_export *tables = NULL;
    DADO_CLEANUP(dado_results_free) dado_results results = { 0 };
    dado_experiment_settings how = { .stop = job_run->stop, .taker = &tables, .block = take_block };
    if (!check_file_name(job_run, path) ||
        !dado_job_run_find_stored_run(job_run, dado_job_run_text(job_run, "run"), &number) ||
        !dado_store_run(job_run->opened, number, &run, job_run->region, job_run->err)) {
        return false;
    }
    bool loaded = dado_sqlite_export_begin(&tables, path, &results, job_run->err) &&
                  dado_results_load(job_run->opened, number, &how, &results, job_run->err);
    bool fine = loaded && (!can_have_rounds(job_run, &results) ||
                           dado_sqlite_export_rounds(tables, job_run->stop, job_run->err));
    int64_t matches = tables ? dado_sqlite_export_matches(tables) : 0;
    int64_t rounds = tables ? dado_sqlite_export_round_rows(tables) : 0;
    bool stopped = job_run->stop && *job_run->stop;
    bool kept = dado_sqlite_export_end(tables, &run, fine && !stopped, fine ? job_run->err : NULL);
    if (!fine || !kept) return false;
    if (stopped)
        return dado_fail(job_run->err, DADO_IO, "stopped: nothing was written to %s", path);
    fill_answer(&run, path, matches, rounds, job_run->answer);
    return true;
}

const dado_job dado_job_runs_export = {
    .name = "runs export",
    .about = "writes a run as SQLite tables, a row a match and a row a round",
    .details = "The tables are match, round, seat, setting and export; docs/reference/tables.md "
               "says what each column holds. For the rounds every match is played again, from "
               "its moves where the store kept them, else by the same players on the same luck. "
               "Programs, plug-ins and scripts that the store names are not started unless "
               "--player names them too; the rounds are left out then.",
    .params = { dado_params_run,
                DADO_PARAMS(
                    DADO_PARAM(OUTPUT, "out", 'o', .typed = "output", .needed = true,
                               .value = "FILE", .beside = true,
                               .about = "The SQLite file to write; one that is there is replaced."),
                    DADO_PARAM(FLAG, "no-rounds",
                               .about =
                                   "Leaves out the rounds, for which matches are played again.")),
                dado_params_replayed },
    .examples = DADO_EXAMPLES(
        { "dado runs export last -o hearts.sqlite", "The latest run, for SQL and data frames." }),
    .run = export_run,
};
