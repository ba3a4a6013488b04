// sandbox_seccomp.h - restricts the system calls of a program in a sandbox to a list.
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct sock_filter;

typedef struct dado_seccomp_filter {
    struct sock_filter *code;
    size_t size;  // in bytes
} dado_seccomp_filter;

// Compile the filter before the process is made, because compiling allocates; install it
// in the process, which does not allocate. A build may start processes and lock files.
bool dado_seccomp_filter_compile(dado_seccomp_filter *filter, bool build);
bool dado_seccomp_filter_install(const dado_seccomp_filter *filter);
void dado_seccomp_filter_free(dado_seccomp_filter *filter);
