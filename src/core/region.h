// region.h - memory that is allocated piece by piece and freed as a whole.
//
// Things with the same lifetime share a region: a compiled game has one, and a match has
// another that is rewound for the next match. Nothing is freed piece by piece; the owner
// frees the region. The limit protects against generated games that go wrong: beyond it,
// allocation returns NULL and the game is refused.
//
// A region is one range of address space that the system fills with memory as it is used,
// so a generous limit costs nothing until it is needed. A zeroed region gets such a limit
// at its first allocation.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct dado_region {
    unsigned char *base;
    size_t limit;  // most bytes that can be allocated
    size_t used;
    size_t touched;  // above this the memory is unused and still all zero
    bool made;       // a limit was set; a base of NULL then refuses everything
} dado_region;

void dado_region_init(dado_region *region, size_t limit);
// Makes a region as large as this machine allows, for games, matches and agents.
void dado_region_init_large(dado_region *region);
// Makes a region of 256 MiB, for what a server holds many of, such as matches.
void dado_region_init_small(dado_region *region);
// Uses the largest pages of the system for memory beyond the first megabytes. For a
// region that fills up at once, getting small pages takes longer than all other work.
void dado_region_use_huge_pages(dado_region *region);
void dado_region_free(dado_region *region);
void *dado_region_alloc(dado_region *region, size_t count, size_t size);  // zeroed, or NULL
size_t dado_region_mark(const dado_region *region);
void dado_region_rewind(dado_region *region, size_t mark);

// Returns a copy of `length` bytes of text, ended by a zero; or NULL.
char *dado_region_copy(dado_region *region, const char *text, size_t length);
// Returns the next word of a list separated by commas, and advances `list`; NULL if there
// is no memory.
char *dado_region_next_word(dado_region *region, const char **list);

#define dado_new(region, type, count) \
    ((type *)dado_region_alloc((region), (size_t)(count), sizeof(type)))
