// guard.h - who may speak to the studio: one question about the head of a request.
//
// The studio runs on the designer's own machine, and so does every page that
// the designer's browser has open. What keeps those pages out is decided here,
// before a byte of a request's body is read: the host must be one the studio
// gave itself (so that a foreign name which leads to this machine is refused),
// nothing may come from another site, whatever does more than fetch the page
// itself must carry the token of the link, and a body must be JSON, which no
// form of another site can send.
#pragma once

#include <stdbool.h>

#include "core/error.h"

enum { DADO_TOKEN_SIZE = 33, DADO_HOST_SIZE = 80, DADO_GUARD_HOSTS = 4 };

typedef struct dado_guard {
    char token[DADO_TOKEN_SIZE];
    char hosts[DADO_GUARD_HOSTS][DADO_HOST_SIZE];  // as browsers write them: "127.0.0.1:8080"
    int host_count;
    long long most_body;  // bytes
} dado_guard;

// What of a request's head matters here; NULL where it has no such line.
typedef struct dado_caller {
    const char *method;        // "GET"
    const char *path;          // "/api/files/mine.rcy"
    const char *host;          // Host
    const char *origin;        // Origin
    const char *fetch_site;    // Sec-Fetch-Site
    const char *token;         // X-Dado-Token
    const char *content_type;  // Content-Type
    long long body;            // Content-Length; -1 where it is not said
} dado_caller;

// Makes a token out of the machine's own luck.
bool dado_guard_token(dado_guard *guard, dado_error *err);

// Adds a host by which the studio may be called.
void dado_guard_host(dado_guard *guard, const char *name, int port);

// 0 if the request may pass; else the HTTP status to refuse it with, and why in a sentence.
int dado_guard_ask(const dado_guard *guard, const dado_caller *caller, const char **why);
