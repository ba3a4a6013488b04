// guard.c - the questions, in the order in which they are cheapest to ask.
#include "studio/guard.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

bool dado_guard_token(dado_guard *guard, dado_error *err)
{
    unsigned char bytes[(DADO_TOKEN_SIZE - 1) / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        return dado_fail(err, DADO_IO,
                         "this machine gives no random numbers for the studio's token");
    }
    for (size_t i = 0; i < sizeof bytes; i++) {
        snprintf(guard->token + 2 * i, 3, "%02x", bytes[i]);
    }
    return true;
}

void dado_guard_host(dado_guard *guard, const char *name, int port)
{
    if (guard->host_count == DADO_GUARD_HOSTS) return;
    bool six = strchr(name, ':') != NULL;  // an address of the sixth version stands in brackets
    snprintf(guard->hosts[guard->host_count++], DADO_HOST_SIZE, "%s%s%s:%d", six ? "[" : "", name,
             six ? "]" : "", port);
}

static bool known_host(const dado_guard *guard, const char *host)
{
    for (int i = 0; host && i < guard->host_count; i++) {
        if (strcasecmp(guard->hosts[i], host) == 0) return true;
    }
    return false;
}

// An origin is a scheme and a host; ours is plain http from a host we know.
static bool own_origin(const dado_guard *guard, const char *origin)
{
    return strncmp(origin, "http://", 7) == 0 && known_host(guard, origin + 7);
}

// Takes as long for a token that is nearly right as for one that is not.
static bool same_token(const char *given, const char *wanted)
{
    size_t length = strlen(wanted);
    if (!given || strlen(given) != length) return false;
    unsigned char differs = 0;
    for (size_t i = 0; i < length; i++) differs |= (unsigned char)(given[i] ^ wanted[i]);
    return differs == 0;
}

static bool is_json(const char *type)
{
    size_t length = strlen("application/json");
    return type && strncasecmp(type, "application/json", length) == 0 &&
           (type[length] == '\0' || type[length] == ';' || type[length] == ' ');
}

int dado_guard_ask(const dado_guard *guard, const dado_caller *caller, const char **why)
{
    *why = "this name is not one the studio answers to; open the link it printed";
    if (!known_host(guard, caller->host)) return 403;

    *why = "the studio answers its own page alone, not other sites";
    if (caller->origin && !own_origin(guard, caller->origin)) return 403;
    if (caller->fetch_site && strcmp(caller->fetch_site, "same-origin") != 0 &&
        strcmp(caller->fetch_site, "none") != 0) {
        return 403;
    }

    bool reads = strcmp(caller->method, "GET") == 0 || strcmp(caller->method, "HEAD") == 0;
    bool page = strncmp(caller->path, "/api/", 5) != 0;
    *why = "this can only be read";
    if (page && !reads) return 405;
    if (page) return 0;

    *why = "the token is missing or not the one of this studio; open the link it printed";
    if (!same_token(caller->token, guard->token)) return 401;
    if (reads || strcmp(caller->method, "DELETE") == 0) return 0;

    *why = "the studio knows GET, POST, PUT and DELETE";
    if (strcmp(caller->method, "POST") != 0 && strcmp(caller->method, "PUT") != 0) return 405;
    *why = "say how long the body is (Content-Length)";
    if (caller->body < 0) return 411;
    *why = "the body is too long";
    if (caller->body > guard->most_body) return 413;
    *why = "the body must be JSON (Content-Type: application/json)";
    return is_json(caller->content_type) ? 0 : 415;
}
