// replay.h - one match replayed: as a page, in words, as a log and as numbers.
#pragma once

#include "core/game_extras.h"
#include "judge/win_chance_graph.h"
#include "lab/replay.h"

// ---- as one HTML file, to step through in any browser ----
//
// The page is filled while the match is replayed and checked. It holds what changed from
// step to step, not the states. The game's extras decide how a table is recorded: in the
// game's own way, drawn from its scenes, or printed.

extern const dado_recorder dado_replay_frame_recorder;  // for any game; draws it if it has scenes

// `chances` are drawn under the match, with the moment from which it was decided; or NULL.
bool dado_replay_page(const dado_replay *replay, const dado_win_chances *chances,
                      dado_region *region, dado_text *out, dado_error *err);

// ---- as a transcript, which keeps every state so that one can go back ----

typedef struct dado_transcript {
    const dado_replay *replay;
    dado_game game;  // the game it was played with
    unsigned char *states;
    int *noted;  // per state: number of notes made before the step taken there
    dado_note_cursor walk;
    int count, room;  // of states
    bool full;
} dado_transcript;

// Replays the match and compares it, as dado_replay_check does. Must be freed in either case.
bool dado_transcript_fill(dado_transcript *reel, const dado_replay *replay, dado_region *region,
                          dado_error *err);
void dado_transcript_free(dado_transcript *reel);

const void *dado_transcript_state(const dado_transcript *reel, int at);

// Prints what happened before state `at`, with the referee's notes, and the table as `eyes` sees
// it, in colours if the game can.
void dado_transcript_print(const dado_transcript *reel, int at, int eyes, bool colour,
                           dado_text *out);

// Prints how the match ended, and everybody's place.
void dado_transcript_print_end(const dado_transcript *reel, dado_text *out);

// ---- as a log: one event per line, for programs or for people ----

// Replays the match and writes its events. A world with a log of its own writes that; other games
// get a line per step. `game` is the one that the replay opened.
bool dado_replay_events_write(const dado_replay *replay, const dado_game *game, bool words,
                              dado_text *out, dado_error *err);

// ---- as arrays of numbers, for machine learning ----

// Writes one NumPy array per file into `folder`, with a row for every decision: what the
// seat on turn saw, block by block as the game's extras describe it, what it could do,
// what it did, and how the match ended. `eyes` is the seat whose decisions are written;
// DADO_NOBODY writes everybody's.
bool dado_replay_tensors_write(const dado_replay *replay, int eyes, const char *folder,
                               dado_region *region, dado_error *err);
