// studio.c - dado studio: the page in the browser, served from this machine.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/verb.h"
#include "studio/server.h"

static void wait_for_the_end(const volatile sig_atomic_t *stop)
{
    while (!*stop) {
        struct timespec moment = { 0, 100 * 1000000L };
        nanosleep(&moment, NULL);
    }
}

// Jobs name files from the folder down, and so do we from here on.
static bool enter(const char *folder, dado_error *err)
{
    return chdir(folder) == 0 ||
           dado_fail(err, DADO_MISSING, "cannot open the folder %s: %s", folder, strerror(errno));
}

// A store that was named is where it was named from; else the folder has its own. NULL: no memory.
static const char *store_of(dado_call *call)
{
    const char *path = dado_errand_text(&call->errand, "store");
    if (!path) path = getenv("DADO_STORE");
    if (!path || !*path) return dado_store_path();
    char here[4096];
    if (path[0] == '/' || !getcwd(here, sizeof here)) return path;
    dado_draft whole = { 0 };
    dado_text_addf(&whole, "%s/%s", here, path);
    return dado_arena_copy(call->errand.arena, whole.data, whole.length);
}

static int run(dado_call *call)
{
    dado_error *err = &call->error;
    const char *folder = dado_errand_text(&call->errand, "folder");
    dado_studio_how how = {
        .folder = ".",
        .store = store_of(call),
        .listen = dado_errand_text(&call->errand, "listen"),
        .port = (int)dado_errand_whole(&call->errand, "port"),
        .threads = (int)dado_errand_whole(&call->errand, "threads"),
    };
    dado_studio *studio = NULL;
    dado_draft link = { 0 };
    int code = DADO_EXIT_FINE;
    const volatile sig_atomic_t *stop = dado_interrupt_catch();
    if (!how.store) dado_fail(err, DADO_LIMIT, "no memory left for the name of the store");
    if (how.store && enter(folder, err) && dado_studio_open(&studio, &how, err)) {
        dado_studio_link(studio, &link);
        dado_text_char(&link, '\n');
        dado_call_say(call, "the studio is open; Ctrl-C closes it");
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
               "whole, and never over what somebody else has changed; runs go to the store.",
    .params = { DADO_PARAMS(
        DADO_PARAM(FOLDER, "folder", .word = true, .usual = ".", .about = "Where the files are."),
        DADO_PARAM(WHOLE, "port", .usual = "8467", .least = 0, .most = 65535,
                   .about = "Where to listen; 0 takes any port that is free."),
        DADO_PARAM(TEXT, "listen", .value = "ADDRESS", .unset = "this machine alone",
                   .about = "Listens on another address of this machine, for others to reach. "
                            "Whoever has the link can then read and write the folder and run "
                            "jobs."),
        DADO_PARAM_THREADS),
                dado_params_store_file },
    .examples = DADO_EXAMPLES(
        { "dado studio", "Opens the studio on this folder and prints the link for the browser." },
        { "dado studio games --port 0", "Another folder, on any port that is free." }),
};

const dado_verb dado_verb_studio = { .job = &job, .run = run };
