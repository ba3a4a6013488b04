// main.c - the dado command: looks up the verb and hands over.
#define _XOPEN_SOURCE 700
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>

#include "cli/verb.h"

// What is installed may be moved: PLACE/bin/dado has its library in PLACE/share/dado/library, and
// names it in $DADO_LIBRARY unless another is named there.
static void find_library(void)
{
    char program[PATH_MAX], path[PATH_MAX + 32];
    const char *named = getenv("DADO_LIBRARY");
    const char *started = (const char *)getauxval(AT_EXECFN);
    struct stat found;
    if (named && *named) return;
    // Without /proc, as in some chroots, the path it was started by has to do.
    if (!realpath("/proc/self/exe", program) && (!started || !realpath(started, program))) return;
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(program, '/');
        if (!slash) return;
        *slash = '\0';
    }
    snprintf(path, sizeof path, "%s/share/dado/library", program);
    if (stat(path, &found) == 0 && S_ISDIR(found.st_mode)) setenv("DADO_LIBRARY", path, 1);
}

int main(int argc, char **argv)
{
    // A reader who leaves is noticed by whoever writes, and is no reason to die in the middle.
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);  // a file grown too large is a failed write, told in words
    find_library();
    return dado_command(argc, (const char *const *)argv, stdout, stderr);
}
