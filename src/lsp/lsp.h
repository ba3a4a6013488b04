// lsp.h - dado in an editor: the language server protocol over two streams.
//
// An editor opens texts and changes them; dado says what is wrong with them while one types, what
// a word is for, where a name comes from, what could be written, and lays texts out. Descriptions
// get all of it; expectations, profiles and maps are checked.
#pragma once

#include <signal.h>
#include <stdio.h>

typedef struct dado_lsp_how {
    FILE *in, *out;
    const volatile sig_atomic_t *stop;  // or NULL
} dado_lsp_how;

// Serves until the editor says that it is done or its stream ends. 0 if it took its leave as the
// protocol wants it, and 1 if not.
int dado_lsp_serve(const dado_lsp_how *how);
