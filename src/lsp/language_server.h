// language_server.h - dado in an editor: the Language Server Protocol over two streams.
//
// While an editor changes a text, dado reports what is wrong with it, explains words,
// finds definitions, offers completions, and formats. Game descriptions get all of this;
// expectations, profiles and maps are only checked.
#pragma once

#include <signal.h>
#include <stdio.h>

typedef struct dado_lsp_how {
    FILE *in, *out;
    const volatile sig_atomic_t *stop;  // or NULL
} dado_lsp_how;

// Serves until the editor says "exit" or its stream ends. Returns 0 if the editor shut
// the server down first, as the protocol requires, and 1 if not.
int dado_lsp_serve(const dado_lsp_how *how);
