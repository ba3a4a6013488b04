// merge.c - puts together the parts of a run that were played apart.
#include <inttypes.h>

#include "job/errand.h"
#include "lab/merge.h"
#include "measure/words.h"

static bool put_boards(dado_errand *errand, dado_store *store, const char *const *paths, int count)
{
    dado_document *answer = errand->answer;
    int64_t boards;
    if (!dado_merge_boards(store, paths, count, &boards, errand->err)) return false;
    const char *journal = dado_errand_store_name(errand);
    answer->title = "boards";
    answer->said = dado_document_copyf(answer,
                                       "%s boards from %d part%s; the same dado "
                                       "solve with %sjournal %s shows them",
                                       dado_said_count(boards).s, count, count == 1 ? "" : "s",
                                       errand->mark, journal);
    dado_part *facts = dado_document_facts(answer, DADO_PART("merged", .reader = DADO_FOR_PAGES));
    dado_fact(facts, "boards", "boards", boards);
    dado_fact(facts, "parts", "parts", count);
    return true;
}

static bool put_together(dado_errand *errand, dado_store *store)
{
    dado_document *answer = errand->answer;
    int count = dado_errand_count(errand, "file");
    const char **paths = dado_errand_new(errand, const char *, count + 1);
    if (!paths) return false;
    for (int i = 0; i < count; i++) paths[i] = dado_errand_nth(errand, "file", i);
    int64_t number;
    dado_run run;
    if (dado_merge_is_boards(paths[0])) return put_boards(errand, store, paths, count);
    if (!dado_merge(store, paths, count, &number, errand->err) ||
        !dado_store_run(store, number, &run, errand->arena, errand->err)) {
        return false;
    }
    answer->title = dado_document_copyf(answer, "run %" PRId64, number);
    answer->said = dado_document_copyf(answer,
                                       "%s matches of %s from %d part%s; see: dado runs show "
                                       "%" PRId64,
                                       dado_said_count(run.matches).s, run.game, count,
                                       count == 1 ? "" : "s", number);
    dado_part *facts = dado_document_facts(answer, DADO_PART("merged", .reader = DADO_FOR_PAGES));
    dado_fact(facts, "run", "run", number);
    dado_fact(facts, "matches", "matches", run.matches);
    dado_fact(facts, "parts", "parts", count);
    dado_errand_say(errand, "kept as run %" PRId64 " in %s", number,
                    dado_errand_store_name(errand));
    return true;
}

static bool run(dado_errand *errand)
{
    if (!dado_errand_store(errand, DADO_STORE_WRITE)) return false;
    return errand->opened
               ? put_together(errand, errand->opened)
               : dado_fail(errand->err, DADO_MISSING, "there is no store to keep the run in");
}

const dado_job dado_job_merge = {
    .name = "merge",
    .about = "puts together the parts of a run that were played apart",
    .details =
        "A part is what a command with --part I/N --out FILE plays: on other cores, machines or "
        "days. All N parts together are the run that the command without --part leaves, byte for "
        "byte: dado runs verify prints the same fingerprint. Parts that are missing, unfinished, "
        "damaged, there twice or of another command are named, and nothing is kept then.\n\n"
        "Parts of dado solve --all, --sizes or --sample make a journal, which --journal reads.",
    .params = { DADO_PARAMS(
        DADO_PARAM(FILE, "file", .word = true, .needed = true, .many = true,
                   .about = "The parts, in any order: what --part and --out left.")),
                dado_params_store_file },
    .examples = DADO_EXAMPLES(
        { "dado merge part*.dado", "The run of all its parts, as if one machine had played it." },
        { "dado merge part*.dado --store boards.db",
          "Boards that were solved in parts, for dado solve --all --journal boards.db." }),
    .run = run,
};
