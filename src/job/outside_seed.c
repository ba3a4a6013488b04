// outside_seed.c - see outside_seed.h.
#define _GNU_SOURCE
#include "job/outside_seed.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

// Returns true if one of these players runs outside code. A word that cannot be read counts as
// none: the job reads it again and reports what is wrong.
static bool runs_outside_code(const dado_job_run *job_run, const char *typed)
{
    const dado_player *players;
    int count;
    dado_error unread;
    if (!dado_players_parse(&players, &count, typed, job_run->region, &unread)) return false;
    for (int i = 0; i < count; i++) {
        if (players[i].kind->outside_code) return true;
    }
    return false;
}

static bool argument_is_outside_code(const dado_job_run *job_run, const dado_argument *argument)
{
    const char *value = argument->value;
    if (strcmp(argument->param->name, "profiles") == 0) return strstr(value, ".lua") != NULL;
    if (argument->param->kind != DADO_PARAM_AGENT || argument->param->beside) return false;
    // A value of --seat begins with the number of the seat.
    size_t digits = strspn(value, "0123456789");
    if (digits && value[digits] == '=') value += digits + 1;
    return runs_outside_code(job_run, value);
}

static bool seats_outside_code(const dado_job_run *job_run)
{
    for (int i = 0; i < job_run->given_count; i++) {
        if (argument_is_outside_code(job_run, &job_run->given[i])) return true;
    }
    return false;
}

// Finds the newest stored run of the same command with a seed of its own. Returns false if there
// is none.
static bool find_stored_seed(dado_job_run *job_run, dado_argument *given, dado_argument *seed,
                             char *text, size_t room)
{
    const char *path = dado_job_run_store_name(job_run);
    DADO_CLEANUP(dado_store_cleanup) dado_store *store = NULL;
    const dado_run *runs;
    int count;
    dado_error none;  // if there is no store yet, the job makes one
    if (!path || access(path, F_OK) != 0 ||
        !dado_store_open(&store, path, DADO_STORE_READ, &none) ||
        !dado_store_runs(store, &runs, &count, job_run->region, &none)) {
        return false;
    }
    int64_t newest = 0;
    uint64_t found = 0;
    for (int i = 0; i < count; i++) {
        DADO_CLEANUP(dado_text_free) dado_text command = { 0 };
        snprintf(text, room, "%" PRIu64, runs[i].seed);
        seed->value = text;
        dado_job_command(job_run->job, given, job_run->given_count + 1, &command);
        bool same = runs[i].command && strcmp(runs[i].command, dado_text_string(&command)) == 0;
        if (!same || runs[i].id < newest) continue;
        newest = runs[i].id;
        found = runs[i].seed;
    }
    snprintf(text, room, "%" PRIu64, found);
    return newest > 0;
}

static bool draw_seed(dado_job_run *job_run, char *text, size_t room)
{
    uint64_t drawn;
    if (getentropy(&drawn, sizeof drawn) != 0) {
        return dado_fail(job_run->err, DADO_IO,
                         "the system gives no random numbers, so no seed can be drawn; give one: "
                         "--seed N");
    }
    snprintf(text, room, "%" PRIu64, drawn);
    return true;
}

bool dado_outside_seed_choose(dado_job_run *job_run, dado_outside_seed *how)
{
    const dado_param *param = dado_job_param_named(job_run->job, "seed");
    *how = DADO_SEED_USUAL;
    if (!param || !param->bits64 || !seats_outside_code(job_run)) return true;
    *how = dado_job_run_is_given(job_run, "seed") ? DADO_SEED_TOLD : DADO_SEED_DRAWN;
    if (*how == DADO_SEED_TOLD) return true;
    if (dado_job_param_named(job_run->job, "part") && dado_job_run_is_given(job_run, "part")) {
        return dado_job_run_usage_error(job_run,
                                        "all parts of a run with programs, plug-ins or scripts "
                                        "need the same seed: give --seed N, a number that nobody "
                                        "can guess");
    }
    int count = job_run->given_count;
    enum { room = 24 };
    dado_argument *given = dado_job_run_new(job_run, dado_argument, count + 1);
    char *text = dado_job_run_new(job_run, char, room);
    if (!given || !text) return false;
    if (count) memcpy(given, job_run->given, sizeof *given * (size_t)count);
    given[count] = (dado_argument){ .param = param, .value = text };
    bool resumes = dado_job_param_named(job_run->job, "resume") &&
                   dado_job_run_is_given(job_run, "resume") &&
                   find_stored_seed(job_run, given, &given[count], text, room);
    if (!resumes && !draw_seed(job_run, text, room)) return false;
    job_run->given = given;
    job_run->given_count = count + 1;
    return true;
}
