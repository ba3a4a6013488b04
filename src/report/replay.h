// replay.h - one match again: as a page, in words, as a log and as numbers.
#pragma once

#include "core/face.h"
#include "lab/replay.h"

// ---- as one HTML file, to be stepped through in any browser
//
// A page is filled while the match is played again and checked: it holds what changed from step to
// step, not the states. How a game's table is recorded is up to its face: in its own way, drawn
// from its scenes, or printed.

extern const dado_recorder dado_record_tables;  // any game's, drawn where it has scenes

bool dado_replay_page(const dado_replay *replay, dado_arena *arena, dado_text *out,
                      dado_error *err);

// ---- as a reel, with every state of it kept to go back to

typedef struct dado_reel {
    const dado_replay *replay;
    dado_game game;  // that it was played with
    unsigned char *states;
    int *noted;  // of each state, how many notes were made until the step taken there
    dado_note_walk walk;
    int count, room;  // of states
    bool full;
} dado_reel;

// Plays it again and compares, as dado_replay_check does. To be freed in either case.
bool dado_reel_fill(dado_reel *reel, const dado_replay *replay, dado_arena *arena, dado_error *err);
void dado_reel_free(dado_reel *reel);

const void *dado_reel_state(const dado_reel *reel, int at);

// What happened before state `at`, with what referees noted, and how the table looks then to
// `eyes`; painted in colours where the game can.
void dado_reel_say(const dado_reel *reel, int at, int eyes, bool colour, dado_text *out);

// How it ended, and who came where.
void dado_reel_say_end(const dado_reel *reel, dado_text *out);

// ---- as a log: what happened, an event a line, for programs or for people

// Plays the match's moves again with somebody listening. `game` is the one the
// replay opened. A world with a log of its own writes that; of any other game a line tells a step.
bool dado_events_write(const dado_replay *replay, const dado_game *game, bool words, dado_text *out,
                       dado_error *err);

// ---- as arrays of numbers, for those who learn from matches

// Writes into `folder`, a NumPy array a file, a row for every decision: what the seat on turn saw,
// block by block as the game's face describes it, what it could do and what it did, and how the
// match ended. `eyes` is the seat whose decisions are written; DADO_NOBODY writes everybody's.
bool dado_planes_write(const dado_replay *replay, int eyes, const char *folder, dado_arena *arena,
                       dado_error *err);
