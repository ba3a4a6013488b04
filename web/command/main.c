// main.c - the dado command in node: the same command, started by bin/dado.mjs.
//
// The starting script sets $DADO_LIBRARY, $COLUMNS and $DADO_CWD: WebAssembly begins at the root of the file system.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command_line.h"

// What needs a system under it, and why. `next` is the second word, or NULL for all of the verb.
static const struct {
    const char *verb, *next, *why;
} lacking[] = {
    { "agent", NULL, "players that are programs run in a sandbox" },
    { "runs", NULL, "results are kept in a store" },
    { "replay", NULL, "matches that were stored are played again" },
    { "arena", "history", "ratings over time are read from a store" },
    { "print", NULL, "sheets are drawn with a library of the system" },
    { "solve", "odds", "exact odds need numbers of any length" },
    { "mcp", NULL, "an assistant's folder is confined by the system" },
};

static const char *why_lacking(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof lacking / sizeof *lacking; i++) {
        const char *next = lacking[i].next;
        bool same = argc > 1 && strcmp(argv[1], lacking[i].verb) == 0;
        for (int word = 2; same && next && word < argc + 1; word++) {
            if (word == argc) same = false;
            else if (strcmp(argv[word], next) == 0) break;
        }
        if (same) return lacking[i].why;
    }
    return NULL;
}

int main(int argc, char **argv)
{
    const char *folder = getenv("DADO_CWD"), *why = why_lacking(argc, argv);
    if (folder && chdir(folder) != 0) {
        fprintf(stderr, "dado: the folder %s cannot be entered: %s\n", folder, strerror(errno));
        return DADO_EXIT_FAILED;
    }
    unsetenv("DADO_CWD");
    if (why) {
        fprintf(stderr, "dado: %s is not in the package for node: %s; install dado for it\n",
                argv[1], why);
        return DADO_EXIT_FAILED;
    }
    return dado_command(argc, (const char *const *)argv, stdout, stderr);
}
