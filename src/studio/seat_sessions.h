// seat_sessions.h - keeps tables at which people play, for their pages.
//
// A request is one JSON object and so is its answer: see job/seat_session.h. When all
// tables are taken, a new one replaces the table whose last request is longest ago.
#pragma once

#include "studio/confined_folder.h"

enum { DADO_SEAT_SESSIONS = 32 };

typedef struct dado_seat_sessions dado_seat_sessions;

dado_seat_sessions *dado_seat_sessions_open(dado_confined_folder *folder,
                                            const char *store);  // NULL: no memory
// Stops all work; call close when no request is running. Both accept NULL.
void dado_seat_sessions_stop(dado_seat_sessions *seat_sessions);
void dado_seat_sessions_close(dado_seat_sessions *seat_sessions);

// Opens a table: {"game", "text", "set": [...], "seats", "seed", "width"}, and to watch a
// match of a plan {"match", "lineup", "paired"}. Writes its number and what the first
// person sees, or what a spectator sees if no person plays, to `out`.
bool dado_seat_sessions_begin(dado_seat_sessions *seat_sessions, const char *json, size_t length,
                              dado_text *out, dado_error *err);

// Handles one request of a person at table `number`: {"seat", and one of "play", "undo",
// "hint", "keep"}; when watching, {"step"} to show, or {"take"}, the seat to take over.
// Without any of these, nothing changes. Writes what the seat sees afterwards.
bool dado_seat_sessions_request(dado_seat_sessions *seat_sessions, int number, const char *json,
                                size_t length, dado_text *out, dado_error *err);

bool dado_seat_sessions_end(dado_seat_sessions *seat_sessions, int number, dado_error *err);
