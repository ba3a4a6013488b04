// stored_runs.c - lists, shows, verifies and deletes the runs in the store.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "job/results_output.h"
#include "measure/number_format.h"

static void put_date(dado_part *part, int64_t seconds)
{
    time_t time = (time_t)seconds;
    struct tm parts;
    char text[40] = "";
    if (localtime_r(&time, &parts)) strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
    dado_put(part, text);
}

static void put_size(dado_part *part, int64_t bytes)
{
    if (bytes < 1000) dado_put_textf(part, "%" PRId64 " B", bytes);
    else if (bytes < 1000000) dado_put_textf(part, "%" PRId64 " kB", (bytes + 500) / 1000);
    else {
        dado_put_textf(part, "%" PRId64 ".%" PRId64 " MB", bytes / 1000000, bytes / 100000 % 10);
    }
}

static void list(const dado_run *runs, int count, dado_document *answer)
{
    dado_part *part = dado_table(
        answer, "runs", DADO_FIELD(NUMBER, "run", "run"), DADO_FIELD(WORDS, "game", "game"),
        DADO_FIELD(NUMBER, "matches", "matches"), DADO_FIELD(NUMBER, "planned", "of", .rank = 2),
        DADO_FIELD(FLAG, "finished", "finished", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(WORDS, "seed", "seed", .rank = 3), DADO_FIELD(WORDS, "when", "when", .rank = 1),
        DADO_FIELD(WORDS, "size", "size", .rank = 4),
        DADO_FIELD(NUMBER, "started", "started", .reader = DADO_FOR_PROGRAMS,
                   .about = "Seconds since 1970"),
        DADO_FIELD(NUMBER, "bytes", "bytes", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(NUMBER, "seconds", "seconds", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(NUMBER, "instances", "instances", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(NUMBER, "lineups", "line-ups", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(WORDS, "hash", "hash", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(WORDS, "version", "version", .reader = DADO_FOR_PROGRAMS),
        DADO_FIELD(WORDS, "command", "command", .rank = 5));
    for (int i = 0; i < count; i++) {
        const dado_run *run = &runs[i];
        dado_put(part, run->id, run->game, run->matches, run->all, run->finished);
        dado_put_textf(part, "%" PRIu64, run->seed);
        put_date(part, run->started);
        put_size(part, run->bytes);
        dado_put(part, run->started, run->bytes, run->seconds, run->instances, run->lineups);
        dado_put_textf(part, "%016" PRIx64, run->hash);
        dado_put(part, run->version, run->command);
    }
}

static bool list_runs(dado_job_run *job_run)
{
    const dado_run *runs;
    int count;
    if (!dado_job_run_open_store(job_run, DADO_STORE_READ) ||
        !dado_store_runs(job_run->opened, &runs, &count, job_run->region, job_run->err)) {
        return false;
    }
    list(runs, count, job_run->answer);
    if (count == 0) dado_job_run_message(job_run, "the store has no runs yet; dado sim makes one");
    return true;
}

static bool delete_runs(dado_job_run *job_run)
{
    dado_part *part = dado_table(job_run->answer, DADO_PART("deleted", .reader = DADO_FOR_PAGES),
                                 DADO_FIELD(NUMBER, "run", "run"));
    for (int i = 0; i < dado_job_run_arg_count(job_run, "run"); i++) {
        int64_t run;
        if (!dado_job_run_find_stored_run(job_run, dado_job_run_nth_arg(job_run, "run", i), &run) ||
            !dado_store_delete(job_run->opened, run, job_run->err)) {
            return false;
        }
        dado_job_run_message(job_run, "run %" PRId64 " is deleted", run);
        dado_put(part, run);
    }
    return true;
}

static bool verify_run(dado_job_run *job_run)
{
    dado_document *answer = job_run->answer;
    int64_t number;
    dado_run run;
    uint64_t hash;
    if (!dado_job_run_open_store(job_run, DADO_STORE_READ) ||
        !dado_store_check_integrity(job_run->opened, job_run->err) ||
        !dado_job_run_find_stored_run(job_run, dado_job_run_text(job_run, "run"), &number) ||
        !dado_store_run(job_run->opened, number, &run, job_run->region, job_run->err) ||
        !dado_store_fingerprint(job_run->opened, number, &hash, job_run->err)) {
        return false;
    }
    answer->title = dado_document_copyf(answer, "run %" PRId64, number);
    answer->said =
        dado_document_copyf(answer,
                            "%s of %s matches in %s blocks, all sound, fingerprint "
                            "%016" PRIx64,
                            dado_string_count(run.matches).s, dado_string_count(run.all).s,
                            dado_string_count(run.blocks).s, hash);
    char digits[20];
    snprintf(digits, sizeof digits, "%016" PRIx64, hash);
    dado_part *facts = dado_document_facts(answer, DADO_PART("verified", .reader = DADO_FOR_PAGES));
    dado_fact(facts, "run", "run", number);
    dado_fact(facts, "matches", "matches", run.matches);
    dado_fact(facts, "planned", "of", run.all);
    dado_fact(facts, "blocks", "blocks", run.blocks);
    dado_fact(facts, "fingerprint", "fingerprint", digits);
    return true;
}

const dado_job dado_job_runs = {
    .name = "runs",
    .about = "lists what was played; shows, exports and deletes it",
    .params = { dado_params_store_file },
    .examples =
        DADO_EXAMPLES({ "dado runs", "What was played, one line a run." },
                      { "dado runs show last --report page.html", "A page about the latest." }),
    .run = list_runs,
};

const dado_job dado_job_runs_show = {
    .name = "runs show",
    .about = "prints a run again, or exports it",
    .details = "RUN is its number, or last. Only --rounds and the match that a page shows are "
               "played again, and only where the store kept no moves. Programs, plug-ins and "
               "scripts that the store names are not started unless --player names them too.",
    .params = { dado_params_run, dado_params_results_output, dado_params_replayed },
    .examples = DADO_EXAMPLES(
        { "dado runs show", "The latest run." },
        { "dado runs show 3 --csv matches.csv", "Run 3 as a table with a line a match." },
        { "dado runs show 3 --json", "Its measures, for programs." }),
    .run = dado_results_output_of_stored,
};

const dado_job dado_job_runs_verify = {
    .name = "runs verify",
    .about = "reads every byte of a run and prints its fingerprint",
    .details =
        "Equal experiments have the same fingerprint, whenever, wherever and on however many "
        "threads they were played, however often they were interrupted, and however the command "
        "was spelt.",
    .params = { dado_params_run },
    .examples =
        DADO_EXAMPLES({ "dado runs verify 3", "Reads all of run 3 and prints its fingerprint." }),
    .run = verify_run,
};

const dado_job dado_job_runs_delete = {
    .name = "runs delete",
    .about = "forgets runs",
    .params = { DADO_PARAMS(DADO_PARAM(RUN, "run", .word = true, .needed = true, .many = true,
                                       .about = "Numbers from dado runs, or last.")),
                dado_params_store_file },
    .examples = DADO_EXAMPLES({ "dado runs delete 3 4", "Forgets runs 3 and 4." }),
    .run = delete_runs,
};
