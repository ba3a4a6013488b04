// server.h - the studio as a server on this machine.
//
// It answers on the loopback addresses alone unless told otherwise, prints one
// link whose fragment holds the token, and speaks JSON about jobs, files and
// tables. What may reach it is guard.h's to say, what it can touch folder.h's.
#pragma once

#include <signal.h>

#include "core/error.h"
#include "core/text.h"

typedef struct dado_studio_how {
    const char *folder;
    const char *store;   // NULL: nothing is kept
    const char *listen;  // an address of this machine; NULL: loopback alone
    int port;            // 0: any that is free
    int threads;         // of each job; 0: one a core
} dado_studio_how;

typedef struct dado_studio dado_studio;

// Begins to listen; false, and why, where it cannot.
bool dado_studio_open(dado_studio **studio, const dado_studio_how *how, dado_error *err);
void dado_studio_close(dado_studio *studio);  // stops all jobs, and waits for them

// The link for the browser, with the token in its fragment.
void dado_studio_link(const dado_studio *studio, dado_text *out);
