// huge_pages.h - allocates memory for large hash tables in pages of 2 MiB.
//
// A table that is read at random places suffers many TLB misses with pages of 4 KiB. On
// request the system gives pages of 2 MiB, which halves the cost of such reads.
#pragma once

#include <stddef.h>

// Returns zeroed memory, or NULL. The caller releases it with `free`.
void *dado_huge_pages_alloc(size_t bytes);

// Grows a block from `held` to `bytes` bytes. The contents are kept; the new part is not
// cleared.
void *dado_huge_pages_grow(void *memory, size_t held, size_t bytes);
