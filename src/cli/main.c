// main.c - the dado command: looks up the verb and hands over.
#define _XOPEN_SOURCE 700
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "cli/verb.h"

// Names in $variable what lies at PLACE/share/dado/name, unless something is named there.
static void lend(const char *variable, const char *place, const char *name)
{
    char path[PATH_MAX + 64];
    const char *named = getenv(variable);
    if (named && *named) return;
    snprintf(path, sizeof path, "%s/share/dado/%s", place, name);
    if (access(path, R_OK) == 0) setenv(variable, path, 1);
}

// What is installed may be moved: PLACE/bin/dado has its library below PLACE, and, where the
// archive was unpacked, a font for systems that have none.
static void find_what_is_shipped(void)
{
    char program[PATH_MAX];
    const char *started = (const char *)getauxval(AT_EXECFN);
    // Without /proc, as in some chroots, the path it was started by has to do.
    if (!realpath("/proc/self/exe", program) && (!started || !realpath(started, program))) return;
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(program, '/');
        if (!slash) return;
        *slash = '\0';
    }
    lend("DADO_LIBRARY", program, "library");
    if (access("/etc/fonts/fonts.conf", R_OK) == 0) return;
    lend("FONTCONFIG_FILE", program, "fonts/fonts.conf");
}

int main(int argc, char **argv)
{
    // A reader who leaves is noticed by whoever writes, and is no reason to die in the middle.
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);  // a file grown too large is a failed write, told in words
    find_what_is_shipped();
    return dado_command(argc, (const char *const *)argv, stdout, stderr);
}
