// forge.h - native code for games that can be written as C, made by the compiler that is there.
//
// A game writes itself out as C; `cc` makes an object of it, which is loaded
// behind the same game. What was made is kept in a folder that only its owner
// can write to, under a name worked out from the text, from dado and from the
// compiler, so it is made once. Where there is no compiler or no such folder,
// the game is played as it was: it leaves the same bytes either way.
#pragma once

#include <signal.h>

#include "core/game.h"

typedef enum dado_native { DADO_NATIVE_AUTO, DADO_NATIVE_YES, DADO_NATIVE_NO } dado_native;

// "auto", "yes" or "no"; the variable DADO_NATIVE where `word` is NULL. False for any other.
bool dado_native_read(const char *word, dado_native *native);

// What is being made. It goes on by itself, in a process of its own.
typedef struct dado_forge dado_forge;

typedef enum dado_forged { DADO_FORGE_WORKS, DADO_FORGE_DONE, DADO_FORGE_FAILED } dado_forged;

// Takes in what was made before, or begins to make it: NULL, and why, if it cannot be. With
// `only_kept` nothing is made that is not there already.
dado_forge *dado_forge_begin(const dado_game *game, bool only_kept, dado_error *err);

// Looks how far it is, without waiting; once it is done the game plays natively.
dado_forged dado_forge_look(dado_forge *forge, dado_error *err);

// Waits for it; gives up once `stop`, unless NULL, is not 0.
bool dado_forge_wait(dado_forge *forge, const volatile sig_atomic_t *stop, dado_error *err);

// Takes it in or makes it, and waits likewise.
bool dado_forge_now(const dado_game *game, const volatile sig_atomic_t *stop, dado_error *err);

// Ends it, done or not. What was taken in stays.
void dado_forge_end(dado_forge *forge);
