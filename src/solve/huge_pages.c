// huge_pages.c - see huge_pages.h.
#define _DEFAULT_SOURCE  // madvise
#include "solve/huge_pages.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { large_page = 2 << 20 };

static void *take_large(size_t bytes)
{
    void *memory = NULL;
    if (posix_memalign(&memory, large_page, bytes) != 0) return NULL;
#ifdef MADV_HUGEPAGE
    // only a hint: if the system refuses it, nothing but speed changes
    madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return memory;
}

void *dado_huge_pages_alloc(size_t bytes)
{
    if (bytes < large_page) return calloc(1, bytes);
    void *memory = take_large(bytes);
    if (memory) memset(memory, 0, bytes);
    return memory;
}

void *dado_huge_pages_grow(void *memory, size_t held, size_t bytes)
{
    if (bytes < large_page) return realloc(memory, bytes);
    void *larger = take_large(bytes);
    if (!larger) return NULL;
    if (held) memcpy(larger, memory, held);
    free(memory);
    return larger;
}
