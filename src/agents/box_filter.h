// box_filter.h - which system calls a program in a box may make: those listed, and no others.
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct sock_filter;

typedef struct dado_box_filter {
    struct sock_filter *code;
    size_t size;  // in bytes
} dado_box_filter;

// Compiled before a process is made, for it allocates; installed in the process, where it does not.
bool dado_box_filter_compile(dado_box_filter *filter);
bool dado_box_filter_install(const dado_box_filter *filter);
void dado_box_filter_free(dado_box_filter *filter);
