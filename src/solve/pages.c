// pages.c - see pages.h.
#define _DEFAULT_SOURCE  // madvise
#include "solve/pages.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { large_page = 2 << 20 };

static void *take_large(size_t bytes)
{
    void *memory = NULL;
    if (posix_memalign(&memory, large_page, bytes) != 0) return NULL;
#ifdef MADV_HUGEPAGE
    madvise(memory, bytes, MADV_HUGEPAGE);  // a wish: refused, it changes nothing but speed
#endif
    return memory;
}

void *dado_pages_take(size_t bytes)
{
    if (bytes < large_page) return calloc(1, bytes);
    void *memory = take_large(bytes);
    if (memory) memset(memory, 0, bytes);
    return memory;
}

void *dado_pages_enlarge(void *memory, size_t held, size_t bytes)
{
    if (bytes < large_page) return realloc(memory, bytes);
    void *larger = take_large(bytes);
    if (!larger) return NULL;
    if (held) memcpy(larger, memory, held);
    free(memory);
    return larger;
}
