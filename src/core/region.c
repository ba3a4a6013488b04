// region.c - see region.h.
#define _GNU_SOURCE
#include "core/region.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum { alignment = 16 };

void dado_region_init(dado_region *region, size_t limit)
{
    *region = (dado_region){ .limit = limit, .made = true };
    if (limit == 0) return;
    void *base = mmap(NULL, limit, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    // Without address space the region refuses every allocation; the first one reports
    // the error, where there is a dado_error for it.
    if (base == MAP_FAILED) region->limit = 0;
    else region->base = base;
}

// If the system limits address space, a region takes only a small part of it.
//
// Regions lie one after another in address space, and their size is deliberately no round
// number. If their addresses had the same low bits, the data of a game and of its match
// would compete for the same cache lines on some processors (AMD's, in the first-level
// cache): random matches of Hearts took a seventh longer.
void dado_region_init_large(dado_region *region)
{
    enum { parts = 16, apart = 37 << 21 };
    size_t limit = (sizeof(size_t) > 4 ? (size_t)1 << 36 : (size_t)1 << 29) + apart;
    struct rlimit allowed;
    if (getrlimit(RLIMIT_AS, &allowed) == 0 && allowed.rlim_cur != RLIM_INFINITY &&
        allowed.rlim_cur / parts < limit) {
        limit = (size_t)(allowed.rlim_cur / parts);
    }
    do {
        dado_region_init(region, limit);
        limit /= 2;
    } while (!region->base && limit > (size_t)1 << 20);
}

void dado_region_init_small(dado_region *region)
{
    dado_region_init(region, (size_t)256 << 20);
}

void dado_region_use_huge_pages(dado_region *region)
{
#ifdef MADV_HUGEPAGE
    const size_t large = (size_t)2 << 20;
    size_t before = large + (size_t)(-(uintptr_t)region->base & (large - 1));
    if (region->limit > before)
        madvise(region->base + before, region->limit - before, MADV_HUGEPAGE);
#else
    (void)region;
#endif
}

void dado_region_free(dado_region *region)
{
    if (region->base) munmap(region->base, region->limit);
    *region = (dado_region){ 0 };
}

// Clears memory. A workspace with room for a hundred million moves is allocated for every
// cell and hardly used; writing zeros to all of it would take seconds and all memory. The
// kernel takes such pages back instead, and gives new ones when they are used.
static void clear(unsigned char *memory, size_t bytes)
{
#ifdef __linux__
    enum { large = 64 << 20, page = 1 << 16 };  // `page` is at least as large as any kernel's
    if (bytes >= large) {
        size_t before = (size_t)(-(uintptr_t)memory & (page - 1));
        size_t within = (bytes - before) & ~(size_t)(page - 1);
        if (madvise(memory + before, within, MADV_DONTNEED) == 0) {
            memset(memory, 0, before);
            memset(memory + before + within, 0, bytes - before - within);
            return;
        }
    }
#endif
    memset(memory, 0, bytes);
}

void *dado_region_alloc(dado_region *region, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) return NULL;
    if (!region->base && !region->made) dado_region_init_large(region);
    size_t bytes = count * size;
    size_t start = (region->used + alignment - 1) & ~(size_t)(alignment - 1);
    if (start > region->limit || bytes > region->limit - start) return NULL;
    if (!region->base) return NULL;
    unsigned char *memory = region->base + start;
    if (start < region->touched) {
        size_t stale = region->touched - start;
        clear(memory, stale < bytes ? stale : bytes);
    }
    region->used = start + bytes;
    if (region->used > region->touched) region->touched = region->used;
    return memory;
}

size_t dado_region_mark(const dado_region *region)
{
    return region->used;
}

void dado_region_rewind(dado_region *region, size_t mark)
{
    region->used = mark;
}

char *dado_region_copy(dado_region *region, const char *text, size_t length)
{
    char *copy = dado_new(region, char, length + 1);
    if (copy && length) memcpy(copy, text, length);
    return copy;
}

char *dado_region_next_word(dado_region *region, const char **list)
{
    size_t length = strcspn(*list, ",");
    char *word = dado_region_copy(region, *list, length);
    *list += length + ((*list)[length] == ',');
    return word;
}
