// request_guard.h - decides by the head of a request whether it may reach the studio.
//
// The studio runs on the designer's machine, and so does every other page that is open in
// the designer's browser. These checks keep those pages out, before any byte of a
// request's body is read. The host must be one of the studio's own names, so a foreign
// name that leads to this machine is refused. Nothing may come from another site. Every
// request except for the page itself must carry the token of the link, or be a guest's. A
// body must be JSON, which no form of another site can send.
#pragma once

#include <stdbool.h>

#include "core/error.h"

enum { DADO_TOKEN_SIZE = 33, DADO_HOST_SIZE = 80, DADO_REQUEST_GUARD_HOSTS = 4 };

typedef struct dado_request_guard {
    char token[DADO_TOKEN_SIZE];
    // As browsers write them: "127.0.0.1:8080".
    char hosts[DADO_REQUEST_GUARD_HOSTS][DADO_HOST_SIZE];
    int host_count;
    // The host under which a proxy with TLS is reached, "play.example.org"; "" if none is.
    char secure_host[DADO_HOST_SIZE];
    long long most_body;  // bytes
} dado_request_guard;

// Guests, who came by an invitation, send requests to these two paths only. There a
// cookie counts instead of the token (invitations.h), and bodies are short.
extern const char dado_guest_path[], dado_guest_join_path[];
enum { DADO_GUEST_BODY = 16384 };

// The lines of a request's head that matter here; NULL if a line is missing.
typedef struct dado_request_head {
    const char *method;        // "GET"
    const char *path;          // "/api/files/mine.rcy"
    const char *host;          // Host
    const char *origin;        // Origin
    const char *fetch_site;    // Sec-Fetch-Site
    const char *token;         // X-Dado-Token
    const char *content_type;  // Content-Type
    long long body;            // Content-Length; -1 if missing
} dado_request_head;

// Makes a token from the system's random numbers.
bool dado_request_guard_make_token(dado_request_guard *guard, dado_error *err);

// Adds a host name by which the studio may be called.
void dado_request_guard_add_host(dado_request_guard *guard, const char *name, int port);

// Adds the address under which guests reach the studio: "http://192.168.1.5:8467", or
// "https://play.example.org" behind a proxy. Returns false if it is not such an address.
bool dado_request_guard_add_address(dado_request_guard *guard, const char *address,
                                    dado_error *err);

// Compares in constant time, so that timing does not reveal how much of a token is right.
bool dado_same_token(const char *given, const char *wanted);

// Returns 0 if the request is allowed; else the HTTP status to refuse it with, and the
// reason.
int dado_request_guard_check(const dado_request_guard *guard, const dado_request_head *request_head,
                             const char **why);
