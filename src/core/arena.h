// arena.h - memory with one owner and one end.
//
// Things that die together live together: a compiled game in one arena, a
// match in another that is rewound for the next. Nothing is freed piece by
// piece, and whoever has one calls free. The limit is what lets a bred game
// go wrong safely: past it, take returns NULL and the game is refused.
//
// An arena is one stretch of address space that the system fills with memory
// as it is touched, so a generous limit costs nothing until it is used. Zeroed,
// an arena has such a limit from the moment that something is taken of it.
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct dado_arena {
    unsigned char *base;
    size_t limit;    // no more than this can be taken
    size_t used;
    size_t touched;  // above this the memory is still as the system gave it, all zero
    bool made;       // its limit was said, and a base of NULL refuses everything
} dado_arena;

void dado_arena_init(dado_arena *arena, size_t limit);
// As large as this machine lets one be, for games, tables and agents.
void dado_arena_init_generous(dado_arena *arena);
// Memory beyond the first megabytes comes in pages as large as the system has: for an arena that
// fills up at once, asking for small ones takes longer than all that is done with them.
void dado_arena_widen(dado_arena *arena);
void dado_arena_free(dado_arena *arena);
void *dado_arena_take(dado_arena *arena, size_t count, size_t size);  // zeroed, or NULL
size_t dado_arena_mark(const dado_arena *arena);
void dado_arena_rewind(dado_arena *arena, size_t mark);

// A copy of `length` bytes of text with an end put behind it, or NULL.
char *dado_arena_copy(dado_arena *arena, const char *text, size_t length);
// The next of words parted by commas, and `list` goes on behind it; NULL where memory is short.
char *dado_arena_word(dado_arena *arena, const char **list);

#define dado_new(arena, type, count) \
    ((type *)dado_arena_take((arena), (size_t)(count), sizeof(type)))
