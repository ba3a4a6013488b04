// invitations.c - see invitations.h.
#include "studio/invitations.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"

enum { lasts = 24 * 3600, lasts_after_the_end = 3600 };  // seconds

typedef struct invitation {
    int sitting, seat;             // sitting 0: the place is free
    char token[DADO_TOKEN_SIZE];   // of the link; "" once it was used
    char cookie[DADO_TOKEN_SIZE];  // "" until then
    double heard;                  // when the guest was last heard of; 0: never
    double ends;                   // when token and cookie end
} invitation;

struct dado_invitations {
    pthread_mutex_t lock;
    double skipped;  // seconds that went by at once, in tests
    invitation all[DADO_INVITATIONS];
};

dado_invitations *dado_invitations_open(void)
{
    dado_invitations *invitations = calloc(1, sizeof *invitations);
    if (invitations) pthread_mutex_init(&invitations->lock, NULL);
    return invitations;
}

void dado_invitations_close(dado_invitations *invitations)
{
    if (!invitations) return;
    pthread_mutex_destroy(&invitations->lock);
    free(invitations);
}

// Returns the invitation to a seat, or NULL. The lock is held.
static invitation *to_seat(dado_invitations *invitations, int sitting, int seat)
{
    for (int i = 0; i < DADO_INVITATIONS; i++) {
        invitation *at = &invitations->all[i];
        if (at->sitting == sitting && at->seat == seat) return at;
    }
    return NULL;
}

// Returns whether the token or the cookie of an invitation still counts. The lock is held.
static bool is_good(const dado_invitations *invitations, const invitation *at)
{
    return at->sitting && dado_seconds() + invitations->skipped < at->ends;
}

static invitation *free_place(dado_invitations *invitations)
{
    for (int i = 0; i < DADO_INVITATIONS; i++) {
        if (invitations->all[i].sitting == 0) return &invitations->all[i];
    }
    return NULL;
}

bool dado_invitations_make(dado_invitations *invitations, int sitting, int seat,
                           char token[DADO_TOKEN_SIZE], dado_error *err)
{
    dado_request_guard made;
    if (!dado_request_guard_make_token(&made, err)) return false;
    pthread_mutex_lock(&invitations->lock);
    invitation *at = to_seat(invitations, sitting, seat);
    if (!at) at = free_place(invitations);
    if (at) {
        *at = (invitation){ .sitting = sitting,
                            .seat = seat,
                            .ends = dado_seconds() + invitations->skipped + lasts };
        memcpy(at->token, made.token, DADO_TOKEN_SIZE);
        memcpy(token, made.token, DADO_TOKEN_SIZE);
    }
    pthread_mutex_unlock(&invitations->lock);
    return at || dado_fail(err, DADO_LIMIT, "there are %d invitations already; end a match",
                           DADO_INVITATIONS);
}

bool dado_invitations_join(dado_invitations *invitations, const char *token,
                           char cookie[DADO_TOKEN_SIZE], dado_guest *guest, dado_error *err)
{
    dado_request_guard made;
    invitation *found = NULL;
    if (!dado_request_guard_make_token(&made, err)) return false;
    pthread_mutex_lock(&invitations->lock);
    // All are compared, so that the time tells nothing.
    for (int i = 0; i < DADO_INVITATIONS; i++) {
        invitation *at = &invitations->all[i];
        bool same = at->token[0] && dado_same_token(token, at->token);
        if (same && is_good(invitations, at)) found = at;
    }
    if (found) {
        found->token[0] = '\0';
        found->heard = dado_seconds();
        found->ends = dado_seconds() + invitations->skipped + lasts;
        memcpy(found->cookie, made.token, DADO_TOKEN_SIZE);
        memcpy(cookie, made.token, DADO_TOKEN_SIZE);
        *guest = (dado_guest){ found->sitting, found->seat };
    }
    pthread_mutex_unlock(&invitations->lock);
    return found || dado_fail(err, DADO_INVALID,
                              "this invitation was used already, is older than a day, or is not of "
                              "this studio; ask for another link");
}

// Copies the value of our cookie out of the header; returns false if it is not there.
static bool read_cookie(const char *header, char value[DADO_TOKEN_SIZE])
{
    static const char name[] = "dado_seat=";
    for (const char *at = header; at && *at;) {
        at += strspn(at, " ;");
        if (strncmp(at, name, sizeof name - 1) == 0) {
            at += sizeof name - 1;
            size_t length = strcspn(at, "; ");
            if (length != DADO_TOKEN_SIZE - 1) return false;
            memcpy(value, at, length);
            value[length] = '\0';
            return true;
        }
        at += strcspn(at, ";");
    }
    return false;
}

bool dado_invitations_find(dado_invitations *invitations, const char *header, dado_guest *guest)
{
    char value[DADO_TOKEN_SIZE];
    bool found = false;
    if (!read_cookie(header, value)) return false;
    pthread_mutex_lock(&invitations->lock);
    for (int i = 0; i < DADO_INVITATIONS; i++) {
        invitation *at = &invitations->all[i];
        if (!at->cookie[0] || !dado_same_token(value, at->cookie)) continue;
        if (!is_good(invitations, at)) continue;
        *guest = (dado_guest){ at->sitting, at->seat };
        at->heard = dado_seconds();
        found = true;
    }
    pthread_mutex_unlock(&invitations->lock);
    return found;
}

dado_seat_use dado_invitations_use(dado_invitations *invitations, int sitting, int seat)
{
    pthread_mutex_lock(&invitations->lock);
    const invitation *at = to_seat(invitations, sitting, seat);
    dado_seat_use use = !at ? DADO_SEAT_HERE : at->cookie[0] ? DADO_SEAT_JOINED : DADO_SEAT_INVITED;
    pthread_mutex_unlock(&invitations->lock);
    return use;
}

double dado_invitations_silence(dado_invitations *invitations, int sitting, int seat)
{
    pthread_mutex_lock(&invitations->lock);
    const invitation *at = to_seat(invitations, sitting, seat);
    double silence = at && at->heard > 0 ? dado_seconds() - at->heard : -1;
    pthread_mutex_unlock(&invitations->lock);
    return silence;
}

void dado_invitations_match_is_over(dado_invitations *invitations, int sitting)
{
    pthread_mutex_lock(&invitations->lock);
    double latest = dado_seconds() + invitations->skipped + lasts_after_the_end;
    for (int i = 0; i < DADO_INVITATIONS; i++) {
        invitation *at = &invitations->all[i];
        if (at->sitting == sitting && at->ends > latest) at->ends = latest;
    }
    pthread_mutex_unlock(&invitations->lock);
}

void dado_invitations_age(dado_invitations *invitations, double seconds)
{
    pthread_mutex_lock(&invitations->lock);
    invitations->skipped += seconds;
    pthread_mutex_unlock(&invitations->lock);
}

void dado_invitations_end(dado_invitations *invitations, int sitting)
{
    pthread_mutex_lock(&invitations->lock);
    for (int i = 0; i < DADO_INVITATIONS; i++) {
        if (invitations->all[i].sitting == sitting) invitations->all[i] = (invitation){ 0 };
    }
    pthread_mutex_unlock(&invitations->lock);
}
