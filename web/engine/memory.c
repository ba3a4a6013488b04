// memory.c - memory for an engine that does one thing and is thrown away: small, and quick enough.
//
// Blocks come in sizes a quarter of a power of two apart, and what is given back waits in a list of its
// size; nothing is ever joined or returned. Maps are pages of their own: fresh ones are zero, used ones
// are made so.
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { page = 65536, most_regions = 256, head = 16, least = 16, classes = 4 * 28 };

static void *grow(size_t size)  // a multiple of a page, zeroed; or NULL
{
    size_t grown = __builtin_wasm_memory_grow(0, size / page);
    return grown == (size_t)-1 ? NULL : (void *)(grown * page);
}

// --- maps

static struct region {
    unsigned char *base;
    size_t size;
    bool free;
} regions[most_regions];
static int region_count;

void *mmap(void *at, size_t size, int rights, int how, int file, off_t from)
{
    (void)at, (void)rights, (void)how, (void)file, (void)from;
    size = (size + page - 1) / page * page;
    struct region *best = NULL;  // the smallest of those that were given back and are large enough
    for (struct region *r = regions; r < regions + region_count; r++) {
        if (r->free && r->size >= size && (!best || r->size < best->size)) best = r;
    }
    if (best) {
        best->free = false;
        return memset(best->base, 0, size);
    }
    unsigned char *base = region_count == most_regions ? NULL : grow(size);
    if (!base) return MAP_FAILED;
    regions[region_count++] = (struct region){ base, size, false };
    return base;
}

int munmap(void *at, size_t size)
{
    (void)size;
    for (int i = 0; i < region_count; i++) {
        if (regions[i].base == at) regions[i].free = true;
    }
    return 0;
}

// --- blocks: the class is kept in front of each

static void *waiting[classes];      // of each class; the first word of a block is the next
static unsigned char *fresh, *end;  // what was never given out

static size_t size_of(int class)
{
    return (size_t)(4 + class % 4) << (class / 4 + 2);  // 16, 20, 24, 28, 32, 40 ...
}

static int class_of(size_t size)
{
    if (size <= least) return 0;
    int power = 31 - __builtin_clz((uint32_t)(size - 1));  // 4 or more
    size_t quarter = (size_t)1 << (power - 2);
    return 4 * (power - 4) + (int)((size - 1) / quarter) - 4 + 1;
}

void *malloc(size_t size)
{
    int class = size < (size_t)1 << 31 ? class_of(size) : classes;
    if (class >= classes) {
        errno = ENOMEM;
        return NULL;
    }
    void *block = waiting[class];
    if (block) {
        waiting[class] = *(void **)block;
        return block;
    }
    size_t whole = (size_of(class) + head + 15) / 16 * 16;  // so that blocks lie on 16
    if ((size_t)(end - fresh) < whole) {
        size_t more = (whole + (1 << 20) + page - 1) / page * page;
        unsigned char *base = grow(more);
        if (!base) {
            errno = ENOMEM;
            return NULL;
        }
        if (base != end) fresh = base;  // else the two lie together
        end = base + more;
    }
    *(int *)fresh = class;
    block = fresh + head;
    fresh += whole;
    return block;
}

// What stands in front of a block: its class; or, where it was moved on to lie straight, how far.
static int *head_of(void *block)
{
    return (int *)((unsigned char *)block - head);
}

static void *begin_of(void *block)
{
    return *head_of(block) < 0 ? (unsigned char *)block + *head_of(block) : block;
}

void free(void *block)
{
    if (!block) return;
    block = begin_of(block);
    int class = *head_of(block);
    *(void **)block = waiting[class];
    waiting[class] = block;
}

void *aligned_alloc(size_t straight, size_t size)  // a power of two
{
    unsigned char *block = malloc(size + straight);
    size_t over = (size_t)block & (straight - 1);
    if (!block || over == 0) return block;
    unsigned char *moved = block + straight - over;  // 16 bytes or more: there is room for its head
    *head_of(moved) = -(int)(moved - block);
    return moved;
}

int posix_memalign(void **block, size_t straight, size_t size)
{
    *block = aligned_alloc(straight, size);
    return *block ? 0 : ENOMEM;
}

void *calloc(size_t count, size_t size)
{
    size_t whole;
    void *block = __builtin_mul_overflow(count, size, &whole) ? NULL : malloc(whole);
    return block ? memset(block, 0, whole) : NULL;
}

void *realloc(void *block, size_t size)
{
    size_t had = 0;
    if (block) {
        unsigned char *begin = begin_of(block);
        had = size_of(*head_of(begin)) - (size_t)((unsigned char *)block - begin);
        if (size <= had) return block;
    }
    void *moved = malloc(size);
    if (moved && block) {
        memcpy(moved, block, had);
        free(block);
    }
    return moved;
}

// libc's own names for them.
void *__libc_malloc(size_t size)
{
    return malloc(size);
}
void *__libc_calloc(size_t count, size_t size)
{
    return calloc(count, size);
}
void __libc_free(void *block)
{
    free(block);
}
