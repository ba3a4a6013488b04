// sittings.h - tables at which people sit, kept for their pages.
//
// What a page asks is one JSON object, what it hears is another: see job/guest.h. A table that
// nobody has asked about for long makes room when a new one is laid.
#pragma once

#include "studio/folder.h"

enum { DADO_SITTINGS = 32 };

typedef struct dado_sittings dado_sittings;

dado_sittings *dado_sittings_open(dado_folder *folder, const char *store);  // NULL: no memory
// Whoever is at work hears that it is over; closing comes when nobody is. NULL is fine.
void dado_sittings_leave(dado_sittings *sittings);
void dado_sittings_close(dado_sittings *sittings);

// Lays a table: {"game", "text", "set": [...], "seats", "seed", "width"}, and for a match of a plan
// that is to be seen again {"match", "lineup", "paired"}. Answers its number and what the first
// person sees, or those who watch where there is none, in `out`.
bool dado_sittings_begin(dado_sittings *sittings, const char *json, size_t length, dado_text *out,
                         dado_error *err);

// One word of a person at table `number`: {"seat", and one of "play", "undo", "hint", "keep"};
// where it is watched, {"step"} to look at, or {"take"}, the seat to sit down at. Without any, what
// the seat sees. Answers what the seat sees after that.
bool dado_sittings_say(dado_sittings *sittings, int number, const char *json, size_t length,
                       dado_text *out, dado_error *err);

bool dado_sittings_end(dado_sittings *sittings, int number, dado_error *err);
