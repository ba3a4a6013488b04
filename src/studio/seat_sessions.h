// seat_sessions.h - keeps tables at which people play, for their pages.
//
// A request is one JSON object and so is its answer: see job/seat_session.h. When all
// tables are taken, a new one replaces the table whose last request is longest ago.
#pragma once

#include "studio/confined_folder.h"
#include "studio/invitations.h"

enum { DADO_SEAT_SESSIONS = 32 };

typedef struct dado_seat_sessions dado_seat_sessions;

dado_seat_sessions *dado_seat_sessions_open(dado_confined_folder *folder,
                                            const char *store);  // NULL: no memory
// Stops all work; call close when no request is running. Both accept NULL.
void dado_seat_sessions_stop(dado_seat_sessions *seat_sessions);
void dado_seat_sessions_close(dado_seat_sessions *seat_sessions);

// Opens a table: {"game", "text", "set": [...], "seats", "seed", "width"}, and to watch a
// match of a plan {"match", "lineup", "paired"}. {"people": [{"seat", "name", "agrees"}]}
// asks for a record of the match. Writes its number and what the first
// person sees, or what a spectator sees if no person plays, to `out`.
bool dado_seat_sessions_begin(dado_seat_sessions *seat_sessions, const char *json, size_t length,
                              dado_text *out, dado_error *err);

// Handles one request of a person at table `number`: {"seat", and one of "play", "undo",
// "hint", "keep"}; when watching, {"step"} to show, or {"take"}, the seat to take over.
// Without any of these, nothing changes. Writes what the seat sees afterwards.
bool dado_seat_sessions_request(dado_seat_sessions *seat_sessions, int number, const char *json,
                                size_t length, dado_text *out, dado_error *err);

bool dado_seat_sessions_end(dado_seat_sessions *seat_sessions, int number, dado_error *err);

// --- guests, who have one seat of one table each (invitations.h)

// Invites people to seats of a table: {"sitting", "seats": [...], "questions": [...]}, all seats of
// people without a list. Writes {"invitations": [{"seat", "link", "qr"}]}; links begin with
// `address`, and `qr` is the link as a QR code, in SVG.
// A seat that somebody is invited to is no longer shown to the studio's own page.
bool dado_seat_sessions_invite(dado_seat_sessions *seat_sessions, const char *json, size_t length,
                               const char *address, dado_text *out, dado_error *err);

// Takes a seat: {"token", "name", "agrees"}; `agrees`: the match may be recorded.
bool dado_seat_sessions_join(dado_seat_sessions *seat_sessions, const char *json, size_t length,
                             char cookie[DADO_TOKEN_SIZE], dado_text *out, dado_error *err);

// Finds whose cookies these are; returns false if they are nobody's.
bool dado_seat_sessions_find_guest(dado_seat_sessions *seat_sessions, const char *cookies,
                                   dado_guest *guest);

// Handles one request of a guest: {"play", "note", "answers", "width", "seen"}. If nothing
// changed since the version `seen`, the answer says only that.
bool dado_seat_sessions_guest(dado_seat_sessions *seat_sessions, dado_guest guest, const char *json,
                              size_t length, dado_text *out, dado_error *err);
