// arena.c - see arena.h.
#define _GNU_SOURCE
#include "core/arena.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum { alignment = 16 };

void dado_arena_init(dado_arena *arena, size_t limit)
{
    *arena = (dado_arena){ .limit = limit, .made = true };
    if (limit == 0) return;
    void *base = mmap(NULL, limit, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    // Without address space the arena is one that refuses everything: the
    // first take says so, where there is an error to write it into.
    if (base == MAP_FAILED) arena->limit = 0;
    else arena->base = base;
}

// Where the system limits address space, no arena takes more than a small part of it.
//
// Arenas lie one behind another in address space, and their size is no round number on purpose. If
// their beginnings had the same low bits, a game and the table it is played at would have theirs in
// common too, line by line, which some processors tell apart by a few of these bits alone (AMD's,
// in the cache nearest to the core): matches of Hearts at random took a seventh longer.
void dado_arena_init_generous(dado_arena *arena)
{
    enum { parts = 16, apart = 37 << 21 };
    size_t limit = (sizeof(size_t) > 4 ? (size_t)1 << 36 : (size_t)1 << 29) + apart;
    struct rlimit allowed;
    if (getrlimit(RLIMIT_AS, &allowed) == 0 && allowed.rlim_cur != RLIM_INFINITY &&
        allowed.rlim_cur / parts < limit) {
        limit = (size_t)(allowed.rlim_cur / parts);
    }
    do {
        dado_arena_init(arena, limit);
        limit /= 2;
    } while (!arena->base && limit > (size_t)1 << 20);
}

void dado_arena_widen(dado_arena *arena)
{
#ifdef MADV_HUGEPAGE
    const size_t large = (size_t)2 << 20;
    size_t before = large + (size_t)(-(uintptr_t)arena->base & (large - 1));
    if (arena->limit > before) madvise(arena->base + before, arena->limit - before, MADV_HUGEPAGE);
#else
    (void)arena;
#endif
}

void dado_arena_free(dado_arena *arena)
{
    if (arena->base) munmap(arena->base, arena->limit);
    *arena = (dado_arena){ 0 };
}

// A table with room for a hundred million moves is taken again for every cell, and hardly touched:
// to write zeros to all of it would take seconds and all the memory there is. The kernel takes such
// pages back, and has new ones once somebody looks.
static void clear(unsigned char *memory, size_t bytes)
{
#ifdef __linux__
    enum { large = 64 << 20, page = 1 << 16 };  // no smaller than any kernel's
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

void *dado_arena_take(dado_arena *arena, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) return NULL;
    if (!arena->base && !arena->made) dado_arena_init_generous(arena);
    size_t bytes = count * size;
    size_t start = (arena->used + alignment - 1) & ~(size_t)(alignment - 1);
    if (start > arena->limit || bytes > arena->limit - start) return NULL;
    if (!arena->base) return NULL;
    unsigned char *memory = arena->base + start;
    if (start < arena->touched) {
        size_t stale = arena->touched - start;
        clear(memory, stale < bytes ? stale : bytes);
    }
    arena->used = start + bytes;
    if (arena->used > arena->touched) arena->touched = arena->used;
    return memory;
}

size_t dado_arena_mark(const dado_arena *arena)
{
    return arena->used;
}

void dado_arena_rewind(dado_arena *arena, size_t mark)
{
    arena->used = mark;
}

char *dado_arena_copy(dado_arena *arena, const char *text, size_t length)
{
    char *copy = dado_new(arena, char, length + 1);
    if (copy && length) memcpy(copy, text, length);
    return copy;
}

char *dado_arena_word(dado_arena *arena, const char **list)
{
    size_t length = strcspn(*list, ",");
    char *word = dado_arena_copy(arena, *list, length);
    *list += length + ((*list)[length] == ',');
    return word;
}
