// http_server.h - the studio as a web server on this machine.
//
// It listens on the loopback addresses only, unless another is given. It prints one link
// with the token in its fragment, and exchanges JSON about jobs, files and tables.
// request_guard.h decides which requests are allowed, and confined_folder.h which files
// they can reach.
#pragma once

#include <signal.h>

#include "core/error.h"
#include "core/text.h"

typedef struct dado_studio_how {
    const char *folder;
    const char *store;   // NULL: results are not stored
    const char *listen;  // an address of this machine; NULL: loopback only
    const char *invite;  // the address that links of guests begin with; NULL: where it listens
    int port;            // 0: any free port
    int threads;         // per job; 0: one per core
} dado_studio_how;

typedef struct dado_studio dado_studio;

// Makes the folder if it does not exist; its parent must exist. Call this before the
// process is confined to the folder.
bool dado_studio_make_folder(const char *folder, dado_error *err);

// Fails if this program was built without the page; the error says how to build it in.
bool dado_studio_has_page(dado_error *err);

// Starts to listen; returns false and the error if it cannot.
bool dado_studio_open(dado_studio **studio, const dado_studio_how *how, dado_error *err);
void dado_studio_close(dado_studio *studio);  // stops all jobs and waits for them

// Writes the link for the browser, with the token in its fragment.
void dado_studio_link(const dado_studio *studio, dado_text *out);
