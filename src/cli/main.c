// main.c - the dado command: looks up the verb and hands over.
#define _XOPEN_SOURCE 700
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "cli/command_line.h"

// Sets $variable to PLACE/share/dado/name, unless it is set already.
static void set_default_path(const char *variable, const char *place, const char *name)
{
    char path[PATH_MAX + 64];
    const char *named = getenv(variable);
    if (named && *named) return;
    snprintf(path, sizeof path, "%s/share/dado/%s", place, name);
    if (access(path, R_OK) == 0) setenv(variable, path, 1);
}

// An installed dado may be moved: PLACE/bin/dado finds its library below PLACE. An unpacked
// archive also has a font there, for systems that have none.
static void find_shipped_files(void)
{
    char program[PATH_MAX];
    const char *started = (const char *)getauxval(AT_EXECFN);
    // Without /proc, as in some chroots, use the path that the program was started by.
    if (!realpath("/proc/self/exe", program) && (!started || !realpath(started, program))) return;
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(program, '/');
        if (!slash) return;
        *slash = '\0';
    }
    set_default_path("DADO_LIBRARY", program, "library");
    if (access("/etc/fonts/fonts.conf", R_OK) == 0) return;
    set_default_path("FONTCONFIG_FILE", program, "fonts/fonts.conf");
}

int main(int argc, char **argv)
{
    // A write to a closed pipe fails instead of ending the program.
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is a failed write, reported in words
    find_shipped_files();
    return dado_command(argc, (const char *const *)argv, stdout, stderr);
}
