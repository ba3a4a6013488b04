// execution_modes.h - a described game opened three ways, natively, by beats and plainly, and
// played alike.
#pragma once

#include "core/region.h"
#include "core/game.h"

typedef struct dado_test_opened {
    dado_region region;
    dado_game game;
    unsigned char *state;
    dado_move *moves;
    uint32_t *weights;
} dado_test_opened;

// Code is kept in a folder of the test's own from here on (for a group's setup and teardown).
int dado_test_cache_make(void **state);
int dado_test_cache_remove(void **state);
const char *dado_test_cache(void);

void dado_test_skip_without_compiler(void);

// `text` NULL: a game by its name or path. Fails the test where it cannot be opened.
void dado_test_open(dado_test_opened *o, const char *name, const char *text, bool plainly);

// All three ways list the same and leave the same bytes after every move of so many matches.
void dado_test_execution_modes(const char *name, const char *text, int matches);

// The same for a third of the games of a folder whose names have this ending, and for all of them
// where DADO_LONG is set; or for those that fit DADO_GAMES, where that is set (a pattern such as
// "H*"). Those that are `broken` are left out. Says how many there are in all.
int dado_test_execution_modes_in(const char *path, const char *ending, const char *const *broken,
                                 int matches);
