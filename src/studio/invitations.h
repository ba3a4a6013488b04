// invitations.h - links by which people elsewhere take one seat of one table.
//
// An invitation has a token for its link. Whoever opens the link exchanges the token for
// a cookie, once; from then on only the cookie counts, and it is good for that seat of
// that table alone. A new invitation to the same seat ends the old one. Links and cookies end
// after a day, and soon after the end of the match.
#pragma once

#include "studio/request_guard.h"

enum { DADO_INVITATIONS = 256, DADO_GUEST_NAME = 64 };

typedef struct dado_invitations dado_invitations;

typedef struct dado_guest {  // whom a cookie belongs to
    int sitting, seat;
} dado_guest;

dado_invitations *dado_invitations_open(void);  // NULL: no memory
void dado_invitations_close(dado_invitations *invitations);

// Invites somebody to a seat, and writes the token for the link.
bool dado_invitations_make(dado_invitations *invitations, int sitting, int seat,
                           char token[DADO_TOKEN_SIZE], dado_error *err);

// Exchanges a token for a cookie. A token that was used, or never made, is refused.
bool dado_invitations_join(dado_invitations *invitations, const char *token,
                           char cookie[DADO_TOKEN_SIZE], dado_guest *guest, dado_error *err);

// Finds the guest with this cookie, given as the header of a request has it; or returns
// false.
bool dado_invitations_find(dado_invitations *invitations, const char *header, dado_guest *guest);

// Returns whether somebody has taken this seat by an invitation, or is invited to it.
typedef enum dado_seat_use { DADO_SEAT_HERE, DADO_SEAT_INVITED, DADO_SEAT_JOINED } dado_seat_use;
dado_seat_use dado_invitations_use(dado_invitations *invitations, int sitting, int seat);

// Returns how many seconds ago the guest of this seat was last heard of; -1: never.
double dado_invitations_silence(dado_invitations *invitations, int sitting, int seat);

// The match of a table is over: its guests have an hour left for their answers.
void dado_invitations_match_is_over(dado_invitations *invitations, int sitting);

// Has `seconds` go by at once, for tests.
void dado_invitations_age(dado_invitations *invitations, double seconds);

// Ends all invitations to a table.
void dado_invitations_end(dado_invitations *invitations, int sitting);
