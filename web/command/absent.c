// absent.c - what the command has not in node, besides what no WebAssembly has (web/engine/absent_in_wasm.c).
//
// Jobs without a `run` are not offered; main.c says why to whoever asks for one.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command_line.h"
#include "core/confine.h"
#include "lab/merge_parts.h"
#include "lab/playtest_store.h"
#include "worlds/dungeon/lua_definitions.h"

#define NO_JOB(id, words) const dado_job dado_job_##id = { .name = words, .about = "Not in node." }
NO_JOB(print, "print");
NO_JOB(seasons, "seasons");
NO_JOB(runs, "runs");
NO_JOB(runs_show, "runs show");
NO_JOB(runs_verify, "runs verify");
NO_JOB(runs_delete, "runs delete");
NO_JOB(runs_export, "runs export");
NO_JOB(playtest, "playtest");
NO_JOB(playtest_export, "playtest export");
NO_JOB(playtest_delete, "playtest delete");
NO_JOB(replay, "replay");
NO_JOB(exact, "exact");
NO_JOB(agent, "agent");
NO_JOB(agent_check, "agent check");
NO_JOB(agent_build, "agent build");
NO_JOB(agent_ask, "agent ask");
NO_JOB(agent_new, "agent new");
NO_JOB(league, "league");
NO_JOB(league_new, "league new");
NO_JOB(league_team, "league team");
NO_JOB(league_submit, "league submit");
NO_JOB(league_play, "league play");
NO_JOB(league_table, "league table");
NO_JOB(league_export, "league export");
NO_JOB(merge, "merge");

// The starting script serves the studio, and there is nothing to show again or to be confined.
#define NO_VERB(id) \
    static const dado_job id##_job = { .name = #id, .about = "Not in node." }; \
    const dado_verb dado_verb_##id = { .job = &id##_job }
NO_VERB(replay);
NO_VERB(report);
NO_VERB(mcp);

// --- Ctrl-C: node ends the program at once, and nothing is half written

static const volatile sig_atomic_t never;

const volatile sig_atomic_t *dado_interrupt_catch(void)
{
    return &never;
}

void dado_interrupt_release(void)
{
}

// --- files: the program opens whatever its user may

int dado_open(const char *path, int flags, mode_t mode)
{
    return open(path, flags, mode);
}

int dado_open_folder_to_write(const char *path)
{
    return open(path, O_RDONLY | O_DIRECTORY);
}

bool dado_may_write_name(const char *path)
{
    (void)path;
    return true;
}

mode_t dado_kind_beneath(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 ? about.st_mode & S_IFMT : 0;
}

bool dado_open_failed(const char *path, dado_error *err)
{
    if (errno == ENOENT || errno == ENOTDIR) {
        return dado_fail(err, DADO_MISSING, "there is no file %.300s", path);
    }
    return dado_fail(err, DADO_IO, "%.200s could not be opened: %s", path, strerror(errno));
}

bool dado_may_run_programs(dado_error *err)
{
    return dado_fail(err, DADO_MISSING, "WebAssembly runs no other programs; install dado for it");
}

bool dado_pin_path(dado_pin *pin, const char *path)
{
    pin->folder = -1;
    snprintf(pin->path, sizeof pin->path, "%s", path);
    return true;
}

void dado_pin_free(dado_pin *pin)
{
    (void)pin;
}

// --- parts, scripts and pictures

bool dado_part_parse(const char *typed, int *part, int *parts, dado_error *err)
{
    (void)typed, (void)part, (void)parts;
    return dado_fail(err, DADO_MISSING, "parts are kept in stores, which node lacks; install dado");
}

bool dado_store_playtest_put(dado_store *store, const dado_playtest_record *record, uint64_t rules,
                             int64_t run, dado_error *err)
{
    (void)store, (void)record, (void)rules, (void)run;
    return dado_fail(err, DADO_MISSING,
                     "playtests are kept in stores, which node lacks; install dado");
}

bool dado_lua_templates(const char *text, const char *source, dado_templates *templates,
                        dado_error *err)
{
    (void)text, (void)source, (void)templates;
    return dado_fail(err, DADO_MISSING, "scripts do not run in node; install dado for them");
}

// --- of the system, for one user

// Links are followed where files are opened: here a path only has to be told from others.
char *realpath(const char *path, char *whole)
{
    char folder[4096] = "";
    struct stat about;
    if (stat(path, &about) != 0 || (*path != '/' && !getcwd(folder, sizeof folder))) return NULL;
    snprintf(whole, 4096, "%s%s%s", folder, *folder ? "/" : "", path);
    return whole;
}

uid_t geteuid(void)
{
    return 0;
}

int fchmod(int file, mode_t mode)
{
    (void)file, (void)mode;
    return 0;
}
