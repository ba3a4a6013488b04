// main.c - the dado command: looks up the verb and hands over.
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>

#include "cli/verb.h"
#include "lab/library.h"

int main(int argc, char **argv)
{
    // A reader who leaves is noticed by whoever writes, and is no reason to die in the middle.
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);  // a file grown too large is a failed write, told in words
    dado_library_beside_program();
    return dado_command(argc, (const char *const *)argv, stdout, stderr);
}
