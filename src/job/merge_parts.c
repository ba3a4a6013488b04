// merge_parts.c - merges the parts of a run that were played separately.
#include <inttypes.h>

#include "job/job_run.h"
#include "lab/merge_parts.h"
#include "measure/number_format.h"

static bool put_boards(dado_job_run *job_run, dado_store *store, const char *const *paths,
                       int count)
{
    dado_document *answer = job_run->answer;
    int64_t boards;
    if (!dado_merge_boards(store, paths, count, &boards, job_run->err)) return false;
    const char *journal = dado_job_run_store_name(job_run);
    answer->title = "boards";
    answer->said = dado_document_copyf(answer,
                                       "%s boards from %d part%s; the same dado "
                                       "solve with %sjournal %s shows them",
                                       dado_string_count(boards).s, count, count == 1 ? "" : "s",
                                       job_run->flag_prefix, journal);
    dado_part *facts = dado_document_facts(answer, DADO_PART("merged", .reader = DADO_FOR_PAGES));
    dado_fact(facts, "boards", "boards", boards);
    dado_fact(facts, "parts", "parts", count);
    return true;
}

static bool merge_all(dado_job_run *job_run, dado_store *store)
{
    dado_document *answer = job_run->answer;
    int count = dado_job_run_arg_count(job_run, "file");
    const char **paths = dado_job_run_new(job_run, const char *, count + 1);
    if (!paths) return false;
    for (int i = 0; i < count; i++) paths[i] = dado_job_run_nth_arg(job_run, "file", i);
    int64_t number;
    dado_run run;
    if (dado_merge_is_boards(paths[0])) return put_boards(job_run, store, paths, count);
    if (!dado_merge(store, paths, count, &number, job_run->err) ||
        !dado_store_run(store, number, &run, job_run->region, job_run->err)) {
        return false;
    }
    answer->title = dado_document_copyf(answer, "run %" PRId64, number);
    answer->said = dado_document_copyf(answer,
                                       "%s matches of %s from %d part%s; see: dado runs show "
                                       "%" PRId64,
                                       dado_string_count(run.matches).s, run.game, count,
                                       count == 1 ? "" : "s", number);
    dado_part *facts = dado_document_facts(answer, DADO_PART("merged", .reader = DADO_FOR_PAGES));
    dado_fact(facts, "run", "run", number);
    dado_fact(facts, "matches", "matches", run.matches);
    dado_fact(facts, "parts", "parts", count);
    dado_job_run_message(job_run, "kept as run %" PRId64 " in %s", number,
                         dado_job_run_store_name(job_run));
    return true;
}

static bool run(dado_job_run *job_run)
{
    if (!dado_job_run_open_store(job_run, DADO_STORE_WRITE)) return false;
    return job_run->opened
               ? merge_all(job_run, job_run->opened)
               : dado_fail(job_run->err, DADO_MISSING, "there is no store to keep the run in");
}

const dado_job dado_job_merge = {
    .name = "merge",
    .verb = "runs merge",
    .about = "puts together the parts of a run that were played apart",
    .details =
        "A part is what a command with --part I/N --part-file FILE plays: on other cores, "
        "machines or days. All N parts together are the run that the command without --part "
        "leaves, byte for byte: dado runs verify prints the same fingerprint. Parts that are "
        "missing, unfinished, damaged, there twice or of another command are named, and nothing "
        "is kept then.\n\n"
        "Parts of dado solve --all, --sizes or --sample make a journal, which --journal reads.",
    .params = { DADO_PARAMS(DADO_PARAM(
                    FILE, "file", .word = true, .needed = true, .many = true,
                    .about = "The parts, in any order: what --part and --part-file left.")),
                dado_params_store_file },
    .examples = DADO_EXAMPLES(
        { "dado runs merge part*.dado",
          "The run of all its parts, as if one machine had played it." },
        { "dado runs merge part*.dado --store boards.db",
          "Boards that were solved in parts, for dado solve --all --journal boards.db." }),
    .run = run,
};
