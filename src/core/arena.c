// arena.c - see arena.h.
#define _GNU_SOURCE
#include "core/arena.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum { alignment = 16 };

void dado_arena_init(dado_arena *arena, size_t limit)
{
    *arena = (dado_arena){ .limit = limit };
    if (limit == 0) return;
    void *base = mmap(NULL, limit, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    // Without address space the arena is one that refuses everything: the
    // first take says so, where there is an error to write it into.
    if (base == MAP_FAILED) arena->limit = 0;
    else arena->base = base;
}

void dado_arena_free(dado_arena *arena)
{
    if (arena->base) munmap(arena->base, arena->limit);
    *arena = (dado_arena){ 0 };
}

void *dado_arena_take(dado_arena *arena, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) return NULL;
    size_t bytes = count * size;
    size_t start = (arena->used + alignment - 1) & ~(size_t)(alignment - 1);
    if (start > arena->limit || bytes > arena->limit - start) return NULL;
    if (!arena->base) return NULL;
    unsigned char *memory = arena->base + start;
    if (start < arena->touched) {
        size_t stale = arena->touched - start;
        memset(memory, 0, stale < bytes ? stale : bytes);
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
