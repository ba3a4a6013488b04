// request_guard.c - see request_guard.h. The cheapest checks come first.
#include "studio/request_guard.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

const char dado_guest_path[] = "/api/seat", dado_guest_join_path[] = "/api/seat/join";

bool dado_request_guard_make_token(dado_request_guard *guard, dado_error *err)
{
    unsigned char bytes[(DADO_TOKEN_SIZE - 1) / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        return dado_fail(err, DADO_IO, "the system gives no random numbers for the studio's token");
    }
    for (size_t i = 0; i < sizeof bytes; i++) {
        snprintf(guard->token + 2 * i, 3, "%02x", bytes[i]);
    }
    return true;
}

void dado_request_guard_add_host(dado_request_guard *guard, const char *name, int port)
{
    if (guard->host_count == DADO_REQUEST_GUARD_HOSTS) return;
    bool six = strchr(name, ':') != NULL;  // an IPv6 address is written in brackets
    snprintf(guard->hosts[guard->host_count++], DADO_HOST_SIZE, "%s%s%s:%d", six ? "[" : "", name,
             six ? "]" : "", port);
}

bool dado_request_guard_add_address(dado_request_guard *guard, const char *address, dado_error *err)
{
    bool secure = strncmp(address, "https://", 8) == 0;
    const char *host = address + (secure ? 8 : 7);
    bool fine = (secure || strncmp(address, "http://", 7) == 0) && *host &&
                strlen(host) < DADO_HOST_SIZE &&
                host[strspn(host, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  ".-:[]")] == '\0' &&
                guard->host_count < DADO_REQUEST_GUARD_HOSTS;
    if (!fine) {
        return dado_fail(err, DADO_INVALID,
                         "guests need an address like http://192.168.1.5:8467 or "
                         "https://play.example.org, without anything behind it; this is \"%.100s\"",
                         address);
    }
    snprintf(guard->hosts[guard->host_count++], DADO_HOST_SIZE, "%s", host);
    if (secure) snprintf(guard->secure_host, DADO_HOST_SIZE, "%s", host);
    return true;
}

static bool known_host(const dado_request_guard *guard, const char *host)
{
    for (int i = 0; host && i < guard->host_count; i++) {
        if (strcasecmp(guard->hosts[i], host) == 0) return true;
    }
    return false;
}

// An origin is a scheme and a host; ours is http with a known host, or https with that of
// the proxy.
static bool own_origin(const dado_request_guard *guard, const char *origin)
{
    if (guard->secure_host[0] && strncmp(origin, "https://", 8) == 0) {
        return strcasecmp(origin + 8, guard->secure_host) == 0;
    }
    return strncmp(origin, "http://", 7) == 0 && known_host(guard, origin + 7);
}

bool dado_same_token(const char *given, const char *wanted)
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

int dado_request_guard_check(const dado_request_guard *guard, const dado_request_head *request_head,
                             const char **why)
{
    *why = "this name is not one the studio answers to; open the link it printed";
    if (!known_host(guard, request_head->host)) return 403;

    *why = "the studio only answers its own page, not other sites";
    if (request_head->origin && !own_origin(guard, request_head->origin)) return 403;
    if (request_head->fetch_site && strcmp(request_head->fetch_site, "same-origin") != 0 &&
        strcmp(request_head->fetch_site, "none") != 0) {
        return 403;
    }

    bool reads =
        strcmp(request_head->method, "GET") == 0 || strcmp(request_head->method, "HEAD") == 0;
    bool page = strncmp(request_head->path, "/api/", 5) != 0;
    *why = "this path can only be read (GET)";
    if (page && !reads) return 405;
    if (page) return 0;

    bool guest = strcmp(request_head->path, dado_guest_path) == 0 ||
                 strcmp(request_head->path, dado_guest_join_path) == 0;
    *why = "a seat takes POST";
    if (guest && strcmp(request_head->method, "POST") != 0) return 405;
    *why = "the token is missing or not the one of this studio; open the link it printed";
    if (!guest && !dado_same_token(request_head->token, guard->token)) return 401;
    if (reads || strcmp(request_head->method, "DELETE") == 0) return 0;

    *why = "the studio knows GET, POST, PUT and DELETE";
    if (strcmp(request_head->method, "POST") != 0 && strcmp(request_head->method, "PUT") != 0)
        return 405;
    *why = "say how long the body is (Content-Length)";
    if (request_head->body < 0) return 411;
    *why = "the body is too long";
    if (request_head->body > (guest ? DADO_GUEST_BODY : guard->most_body)) return 413;
    *why = "the body must be JSON (Content-Type: application/json)";
    return is_json(request_head->content_type) ? 0 : 415;
}
