// simulate_sums.c - see simulate_sums.h.
#include "job/simulate_sums.h"

#include <inttypes.h>
#include <string.h>

#include "agents/agent.h"
#include "lab/match_sums.h"
#include "measure/number_format.h"
#include "report/report_functions.h"

// Refuses what needs single matches, or sums that are not kept.
static bool can_sum(dado_job_run *job_run, const dado_matchup *bout)
{
    static const char *const others[] = { "csv",  "rounds", "target", "match",  "resume",
                                          "part", "mpi",    "out",    "assert", "preset",
                                          "ties", "floor",  "metrics" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (!dado_job_run_is_given(job_run, others[i])) continue;
        return dado_job_run_usage_error(job_run,
                                        "--%s does not go with --keep sums, which keeps no match "
                                        "and takes the six published metrics as they are usual",
                                        strcmp(others[i], "out") == 0 ? "part-file" : others[i]);
    }
    for (int p = 0; p < bout->lineup.count; p++) {
        if (bout->lineup.players[p].kind == &dado_agent_random) continue;
        return dado_job_run_usage_error(job_run, "--keep sums is for random players; leave --seat "
                                                 "and --agents out");
    }
    return true;
}

static void show_progress(void *context, int64_t done, int64_t all, double seconds)
{
    const dado_job_run *job_run = context;
    if (!job_run->callbacks || !job_run->callbacks->progress) return;
    dado_progress progress = { .done = done, .all = all, .seconds = seconds, .played = done };
    job_run->callbacks->progress(job_run->callbacks->context, &progress);
}

static void say_notes(const dado_job_run *job_run, const dado_match_sums *sums)
{
    for (const char *line = dado_text_string(&sums->notes); *line;) {
        size_t length = strcspn(line, "\n");
        dado_job_run_message(job_run, "%.*s", (int)length, line);
        line += length + (line[length] == '\n');
    }
    int64_t decisions = (int64_t)sums->cell[DADO_SUMS_DECISIONS];
    double seconds = sums->seconds > 0 ? sums->seconds : 1e-9;
    dado_job_run_message(job_run,
                         "%s matches in %.2f s on %s: %s decisions a second; %s by the evaluator",
                         dado_string_count(sums->matches).s, sums->seconds,
                         sums->by_device ? sums->device : "the processor",
                         dado_string_count((int64_t)((double)decisions / seconds)).s,
                         dado_string_count(sums->by_evaluator).s);
}

bool dado_simulate_sums(dado_job_run *job_run, const dado_matchup *bout)
{
    DADO_CLEANUP(dado_match_sums_free) dado_match_sums sums = { 0 };
    dado_native native;
    if (!can_sum(job_run, bout)) return false;
    dado_native_read(dado_job_run_text(job_run, "native"), &native);
    dado_match_sums_settings how = { .threads = dado_job_run_threads(job_run),
                                     .native = native != DADO_NATIVE_NO,
                                     .device = dado_job_run_text(job_run, "device"),
                                     .stop = job_run->stop,
                                     .context = job_run,
                                     .progress = show_progress };
    if (!dado_match_sums_play(&bout->plan, &how, &sums, job_run->err)) return false;
    dado_document *d = job_run->answer;
    d->title = dado_document_copy(d, bout->game.rules->title);
    d->said = dado_document_copyf(d, "sums of %s matches, seed %" PRIu64,
                                  dado_string_count(sums.matches).s, bout->plan.seed);
    d->unfinished = sums.interrupted;
    dado_report_match_sums(d, &sums, bout->game.lowest_wins);
    say_notes(job_run, &sums);
    if (sums.interrupted)
        dado_job_run_record_stop(job_run, "after %s of %s matches",
                                 dado_string_count(sums.matches).s,
                                 dado_string_count(bout->plan.matches).s);
    return true;
}
