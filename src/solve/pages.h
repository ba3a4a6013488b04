// pages.h - memory for large tables, in large pages.
//
// A table that is probed at random pays for every page it touches; the system
// gives pages of 2 MiB where it is asked to, and that halves the price.
#pragma once

#include <stddef.h>

// Zeroed, or NULL; for `free` to give back.
void *dado_pages_take(size_t bytes);

// Makes what was taken larger; what it held is kept, the rest is not cleared.
void *dado_pages_enlarge(void *memory, size_t held, size_t bytes);
