// native_compiler.h - makes native code for games that can be written as C, with the
// installed compiler.
//
// A game writes itself as C code, `cc` makes a shared object of it, and that is loaded
// and attached to the same game. The object is kept in a folder that only its owner can
// write to, under a name that depends on the text, on dado and on the compiler, so it is
// made only once. Without a compiler or such a folder, the game is played as before; the
// results are the same bytes either way.
#pragma once

#include <signal.h>

#include "core/game.h"
#include "core/text.h"

typedef enum dado_native { DADO_NATIVE_AUTO, DADO_NATIVE_YES, DADO_NATIVE_NO } dado_native;

// Reads "auto", "yes" or "no"; if `word` is NULL, the environment variable DADO_NATIVE.
// Returns false for any other word.
bool dado_native_read(const char *word, dado_native *native);

// A build that runs in a process of its own.
typedef struct dado_native_build dado_native_build;

typedef enum dado_native_build_state {
    DADO_NATIVE_BUILD_RUNNING,
    DADO_NATIVE_BUILD_DONE,
    DADO_NATIVE_BUILD_FAILED
} dado_native_build_state;

// Attaches native code that was made before, or starts to make it. Returns NULL, with a
// reason, if it cannot be made. With `only_kept` nothing new is made.
dado_native_build *dado_native_build_begin(const dado_game *game, bool only_kept, dado_error *err);

// Checks the progress without waiting; once it is done, the game plays natively.
dado_native_build_state dado_native_build_poll(dado_native_build *forge, dado_error *err);

// Waits for the build; gives up once `stop`, unless NULL, is nonzero.
bool dado_native_build_wait(dado_native_build *forge, const volatile sig_atomic_t *stop,
                            dado_error *err);

// Attaches or makes native code, and waits likewise.
bool dado_native_build_now(const dado_game *game, const volatile sig_atomic_t *stop,
                           dado_error *err);

// Makes an object of other C code in the same way, or takes the one made before, and
// returns what it defines under the name `symbol`, which stays loaded. Returns NULL, with
// the reason, if it cannot be made.
void *dado_native_build_text(const dado_text *text, const char *symbol,
                             const volatile sig_atomic_t *stop, dado_error *err);

// Ends the build, finished or not. Native code that was attached stays.
void dado_native_build_end(dado_native_build *forge);
