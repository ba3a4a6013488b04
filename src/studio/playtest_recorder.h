// playtest_recorder.h - writes down a match that people play: times, notes, answers.
//
// Nothing is kept unless every person at the table has agreed, nor if another person took a
// seat after somebody had moved or written there. A person who gave no name is kept under a
// random word.
#pragma once

#include "job/seat_session.h"
#include "lab/playtest_record.h"

typedef struct dado_playtest_recorder dado_playtest_recorder;

dado_playtest_recorder *dado_playtest_recorder_open(int players);     // NULL: no memory
void dado_playtest_recorder_close(dado_playtest_recorder *recorder);  // NULL is fine

// A person sits down, or returns: whoever gives the same name and agrees again. `name` may be
// empty.
bool dado_playtest_recorder_sit(dado_playtest_recorder *recorder, int seat, const char *name,
                                bool agrees, dado_error *err);

// The table waits for a person from now on; `steps` were made before.
void dado_playtest_recorder_wait(dado_playtest_recorder *recorder, int steps);
// The person in `seat` has made step number `step`.
bool dado_playtest_recorder_move(dado_playtest_recorder *recorder, int seat, int step,
                                 dado_error *err);

bool dado_playtest_recorder_note(dado_playtest_recorder *recorder, int steps, int seat,
                                 const char *text, dado_error *err);
// Returns whether a question may be called so: a short word of small letters.
bool dado_playtest_is_question(const char *word);
// Replaces an earlier answer of that seat to the same question. `value` is 1 to 5.
bool dado_playtest_recorder_answer(dado_playtest_recorder *recorder, int seat, const char *question,
                                   int value, dado_error *err);

// What the host of a table is told about a seat.
typedef struct dado_playtest_presence {
    const char *name;  // "" if none was given
    bool agrees;
    int answers;  // questions answered
} dado_playtest_presence;
dado_playtest_presence dado_playtest_recorder_presence(const dado_playtest_recorder *recorder,
                                                       int seat);

// Returns the id under which the match is kept.
const char *dado_playtest_recorder_id(const dado_playtest_recorder *recorder);

// Keeps the match in a store, if everybody has agreed and anything was played. Keeping it
// again replaces it, unless it was deleted from the store meanwhile. `kept`, unless NULL, says
// whether it was written, or left deleted.
bool dado_playtest_recorder_keep(dado_playtest_recorder *recorder, dado_seat_session *seat_session,
                                 const dado_game_source *source, const char *store, bool *kept,
                                 dado_error *err);
