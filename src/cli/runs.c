// runs.c - dado runs: what the store holds.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "cli/outcome.h"
#include "cli/tables.h"
#include "measure/words.h"

static void say_date(dado_text *out, int64_t seconds)
{
    time_t time = (time_t)seconds;
    struct tm parts;
    char text[40] = "";
    if (localtime_r(&time, &parts)) strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
    dado_text_add(out, text);
}

static void say_size(dado_text *out, int64_t bytes)
{
    if (bytes < 1000) dado_text_addf(out, "%" PRId64 " B", bytes);
    else if (bytes < 1000000) dado_text_addf(out, "%" PRId64 " kB", (bytes + 500) / 1000);
    else dado_text_addf(out, "%" PRId64 ".%" PRId64 " MB", bytes / 1000000, bytes / 100000 % 10);
}

static void run_json(const dado_run *run, dado_text *out)
{
    dado_text_addf(out, "{\"run\":%" PRId64 ",\"game\":", run->id);
    dado_text_json(out, run->game);
    dado_text_addf(out,
                   ",\"hash\":\"%016" PRIx64 "\",\"seed\":%" PRIu64 ",\"instances\":%d"
                   ",\"lineups\":%d,\"matches\":%" PRId64 ",\"planned\":%" PRId64
                   ",\"finished\":%s,\"started\":%" PRId64 ",\"bytes\":%" PRId64 ",\"seconds\":",
                   run->hash, run->seed, run->instances, run->lineups, run->matches, run->all,
                   run->finished ? "true" : "false", run->started, run->bytes);
    dado_text_json_real(out, run->seconds);
    dado_text_add(out, ",\"version\":");
    dado_text_json(out, run->version);
    dado_text_add(out, ",\"command\":");
    dado_text_json(out, run->command);
    dado_text_char(out, '}');
}

static void runs_table(const dado_run *runs, int count, int columns, bool colour, dado_text *out)
{
    static const dado_sheet_column heads[] = {
        { "run", true, 0 },  { "game", false, 0 }, { "matches", true, 0 }, { "of", true, 2 },
        { "seed", true, 3 }, { "when", false, 1 }, { "size", true, 4 },    { "command", false, 5 },
    };
    dado_sheet *sheet = dado_sheet_new(heads, 8);
    if (!sheet) return;
    for (int i = 0; i < count; i++) {
        dado_sheet_cellf(sheet, "%" PRId64, runs[i].id);
        dado_sheet_cellf(sheet, "%.40s", runs[i].game);
        dado_say_count(dado_sheet_begin(sheet), runs[i].matches);
        dado_say_count(dado_sheet_begin(sheet), runs[i].all);
        dado_sheet_cellf(sheet, "%" PRIu64, runs[i].seed);
        say_date(dado_sheet_begin(sheet), runs[i].started);
        say_size(dado_sheet_begin(sheet), runs[i].bytes);
        dado_sheet_cellf(sheet, "%.60s", runs[i].command);
    }
    dado_sheet_print(sheet, columns, colour, out);
    dado_sheet_free(sheet);
}

static int list_runs(dado_call *call)
{
    dado_store *store;
    dado_error err = { 0 };
    const dado_run *runs;
    int count;
    if (!dado_call_store(call, DADO_STORE_READ, &store, &err))
        return dado_call_fail(call, &err, NULL);
    if (!dado_store_runs(store, &runs, &count, call->arena, &err)) {
        dado_store_close(store);
        return dado_call_fail(call, &err, NULL);
    }
    dado_text out = { 0 };
    if (dado_given_flag(call, "json")) {
        dado_text_char(&out, '[');
        for (int i = 0; i < count; i++) {
            if (i) dado_text_char(&out, ',');
            run_json(&runs[i], &out);
        }
        dado_text_add(&out, "]\n");
    } else if (count) {
        runs_table(runs, count, call->columns, call->colour, &out);
    } else {
        dado_call_say(call, "the store has no runs yet; dado sim makes one");
    }
    bool printed = dado_call_print(call, &out);
    dado_text_free(&out);
    dado_store_close(store);
    return printed ? DADO_EXIT_FINE : DADO_EXIT_FAILED;
}

static int show_run(dado_call *call)
{
    dado_store *store;
    dado_error err = { 0 };
    int64_t run;
    if (!dado_call_store(call, DADO_STORE_READ, &store, &err))
        return dado_call_fail(call, &err, NULL);
    int code;
    if (!dado_call_run(call, store, call->word_count ? call->words[0] : NULL, &run, &err)) {
        code = dado_call_fail(call, &err, NULL);
    } else {
        code = dado_outcome_stored(call, store, run, false);
    }
    dado_store_close(store);
    return code;
}

static int delete_runs(dado_call *call)
{
    dado_store *store;
    dado_error err = { 0 };
    if (!dado_call_store(call, DADO_STORE_READ, &store, &err))
        return dado_call_fail(call, &err, NULL);
    int code = DADO_EXIT_FINE;
    for (int i = 0; i < call->word_count && code == DADO_EXIT_FINE; i++) {
        int64_t run;
        if (!dado_call_run(call, store, call->words[i], &run, &err) ||
            !dado_store_delete(store, run, &err)) {
            code = dado_call_fail(call, &err, NULL);
        } else {
            dado_call_say(call, "run %" PRId64 " is deleted", run);
        }
    }
    dado_store_close(store);
    return code;
}

static int verify_run(dado_call *call)
{
    dado_store *store;
    dado_error err = { 0 };
    if (!dado_call_store(call, DADO_STORE_READ, &store, &err))
        return dado_call_fail(call, &err, NULL);
    int64_t number;
    dado_run run;
    uint64_t hash;
    int code = DADO_EXIT_FINE;
    if (!dado_store_sound(store, &err) ||
        !dado_call_run(call, store, call->word_count ? call->words[0] : NULL, &number, &err) ||
        !dado_store_run(store, number, &run, call->arena, &err) ||
        !dado_store_fingerprint(store, number, &hash, &err)) {
        code = dado_call_fail(call, &err, NULL);
    } else {
        dado_text out = { 0 };
        dado_text_addf(&out,
                       "run %" PRId64 ": %" PRId64 " of %" PRId64 " matches in %" PRId64
                       " blocks, all sound, fingerprint %016" PRIx64 "\n",
                       number, run.matches, run.all, run.blocks, hash);
        if (!dado_call_print(call, &out)) code = DADO_EXIT_FAILED;
        dado_text_free(&out);
    }
    dado_store_close(store);
    return code;
}

static const dado_example verify_examples[] = {
    { "dado runs verify 3", "Reads all of run 3 and prints its fingerprint." },
    { 0 },
};

static const dado_verb verify_verb = {
    .name = "verify",
    .words = "[RUN]",
    .about = "reads every byte of a run and prints its fingerprint",
    .details =
        "Runs of the same command have the same fingerprint, whenever, wherever and on however "
        "many threads they were played, and however often they were interrupted.",
    .most = 1,
    .flags = { dado_flags_store_file },
    .examples = verify_examples,
    .run = verify_run,
};

static const dado_example show_examples[] = {
    { "dado runs show", "The latest run." },
    { "dado runs show 3 --csv matches.csv", "Run 3 as a table with a line a match." },
    { "dado runs show 3 --json", "Its measures, for programs." },
    { 0 },
};

static const dado_verb show_verb = {
    .name = "show",
    .words = "[RUN]",
    .about = "prints a run again, or exports it",
    .details = "RUN is its number, or last. Nothing is played again, except for --rounds and the "
               "match a report shows.",
    .most = 1,
    .flags = { dado_flags_store_file, dado_flags_outcome, dado_flags_json },
    .examples = show_examples,
    .run = show_run,
};

static const dado_example delete_examples[] = {
    { "dado runs delete 3 4", "Forgets runs 3 and 4." },
    { 0 },
};

static const dado_verb delete_verb = {
    .name = "delete",
    .words = "RUN...",
    .about = "forgets runs",
    .least = 1,
    .most = -1,
    .flags = { dado_flags_store_file },
    .examples = delete_examples,
    .run = delete_runs,
};

static const dado_verb *const under[] = { &show_verb, &verify_verb, &delete_verb, NULL };

static const dado_example examples[] = {
    { "dado runs", "What was played, one line a run." },
    { "dado runs show last --report page.html", "A page about the latest." },
    { 0 },
};

const dado_verb dado_verb_runs = {
    .name = "runs",
    .about = "lists what was played; shows, exports and deletes it",
    .flags = { dado_flags_store_file, dado_flags_json },
    .examples = examples,
    .under = under,
    .run = list_runs,
};
