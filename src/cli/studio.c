// studio.c - dado studio: the page in the browser, served from this machine.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/command_line.h"
#include "core/confine.h"
#include "studio/http_server.h"

static void wait_for_the_end(const volatile sig_atomic_t *stop)
{
    while (!*stop) {
        struct timespec moment = { 0, 100 * 1000000L };
        nanosleep(&moment, NULL);
    }
}

// Checks that there is a folder to serve and a page to open.
static bool prepare(dado_call *call)
{
    return (dado_job_run_is_given(&call->job_run, "without-page") ||
            dado_studio_has_page(&call->error)) &&
           dado_studio_make_folder(dado_job_run_text(&call->job_run, "folder"), &call->error);
}

// Jobs name files relative to the folder. From here on nothing else can be opened but what dado
// ships and the store that the user named.
static bool enter(dado_call *call, const char *store)
{
    return dado_confine(
        &(dado_confine_how){ .folder = dado_job_run_text(&call->job_run, "folder"),
                             .shipped = dado_library_folder(),
                             .trusted = store && store[0] == '/' ? store : NULL,
                             .programs = dado_job_run_is_given(&call->job_run, "allow-programs"),
                             .refusal = "this studio starts no programs and loads no plug-ins; "
                                        "dado studio --allow-programs opens one that does" },
        &call->error);
}

// Returns the path of the store: as the user named it, or the folder's own. NULL: no memory.
static const char *store_of(dado_call *call)
{
    const char *path = dado_job_run_text(&call->job_run, "store");
    if (!path) path = getenv("DADO_STORE");
    if (!path || !*path) return dado_store_path();
    char here[4096];
    if (path[0] == '/' || !getcwd(here, sizeof here)) return path;
    DADO_CLEANUP(dado_text_free) dado_text whole = { 0 };
    dado_text_addf(&whole, "%s/%s", here, path);
    return dado_region_copy(call->job_run.region, whole.data, whole.length);
}

static int run(dado_call *call)
{
    dado_error *err = &call->error;
    dado_studio_how how = {
        .folder = ".",
        .store = store_of(call),
        .listen = dado_job_run_text(&call->job_run, "listen"),
        .invite = dado_job_run_text(&call->job_run, "invite"),
        .port = (int)dado_job_run_int(&call->job_run, "port"),
        .threads = (int)dado_job_run_int(&call->job_run, "threads"),
    };
    dado_studio *studio = NULL;
    DADO_CLEANUP(dado_text_free) dado_text link = { 0 };
    int code = DADO_EXIT_FINE;
    const volatile sig_atomic_t *stop = dado_interrupt_catch();
    if (!how.store) dado_fail(err, DADO_LIMIT, "no memory left for the name of the store");
    if (how.store && prepare(call) && enter(call, how.store) &&
        dado_studio_open(&studio, &how, err)) {
        dado_studio_link(studio, &link);
        dado_text_char(&link, '\n');
        dado_call_log(call, "the studio is open; Ctrl-C closes it");
        if (dado_call_print(call, &link)) wait_for_the_end(stop);
    } else {
        code = dado_call_fail(call, NULL);
    }
    dado_studio_close(studio);
    dado_interrupt_release();
    return code;
}

static const dado_job job = {
    .name = "studio",
    .about = "write, play, judge and mend in the browser",
    .details = "Serves a page on this machine where games, maps and levels of FOLDER are written, "
               "played and judged while one types. It listens on the loopback address alone, and "
               "prints a link with a token that every request must carry. Files are written "
               "whole, and never over what somebody else has changed; runs go to the store.\n\n"
               "Jobs open nothing outside of FOLDER but what dado ships: no link leads out. "
               "Scripts in Lua play, for they are confined; programs, plug-ins and native code do "
               "not, unless --allow-programs is given.",
    .params = { DADO_PARAMS(
                    DADO_PARAM(FOLDER, "folder", .word = true, .usual = ".",
                               .about = "Where the files are. It is made if there is none."),
                    DADO_PARAM(WHOLE, "port", .usual = "8467", .least = 0, .most = 65535,
                               .about = "Where to listen; 0 takes any port that is free."),
                    DADO_PARAM(
                        TEXT, "listen", .value = "ADDRESS", .unset = "this machine alone",
                        .about = "Listens on another address of this machine, for others to reach. "
                                 "Whoever has the link can then read and write the folder and run "
                                 "jobs."),
                    DADO_PARAM(TEXT, "invite", .value = "ADDRESS", .unset = "where it listens",
                               .about =
                                   "What the links of guests begin with: http://NAME:PORT in the "
                                   "local network, or https://NAME of a proxy. The studio then "
                                   "answers to that name too."),
                    DADO_PARAM(
                        FLAG, "allow-programs",
                        .about =
                            "Lets requests start programs of FOLDER and load its plug-ins, as "
                            "players, and the C compiler make native code. A plug-in can do what "
                            "you can: only for folders, and people with the link, that you trust."),
                    DADO_PARAM(FLAG, "without-page",
                               .about = "Opens also where this dado was built without the page, "
                                        "for programs that send requests."),
                    DADO_PARAM_THREADS),
                dado_params_store_file },
    .examples = DADO_EXAMPLES(
        { "dado studio", "Opens the studio on this folder and prints the link for the browser." },
        { "dado studio games --port 0", "Another folder, on any port that is free." }),
};

const dado_verb dado_verb_studio = { .job = &job, .run = run };
