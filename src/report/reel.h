// reel.h - a match played again, with every state of it kept to go back to.
#ifndef DADO_REPORT_REEL_H
#define DADO_REPORT_REEL_H

#include "lab/replay.h"

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

const char *dado_end_words(dado_end end);  // "finished"

#endif
