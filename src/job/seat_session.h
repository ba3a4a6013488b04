// seat_session.h - a person at a table, in the studio or in the browser's playground.
//
// lab/live_match.h plays the match. This file makes what each person gets, as one JSON
// object, and carries out what a person may request, so that a page in a browser and a
// page of a server show the same. A person gets only what their seat sees: the scene
// drawn for that seat, and what it saw of the others' actions. When the match is over,
// all cards are open.
#pragma once

#include "lab/game_source.h"
#include "lab/experiment_plan.h"
#include "lab/playtest_record.h"

typedef struct dado_seat_session dado_seat_session;

// Instead of a seat: a screen that everybody at the table sees. It gets what every seat sees.
enum { DADO_PUBLIC_SCREEN = -3 };

// `source` is borrowed and must outlive it. `seats` is a list as for --agents, in which
// people are `human`; the last of a short list takes all remaining seats.
bool dado_seat_session_begin(dado_seat_session **seat_session, const dado_game_source *source,
                             const char *seats, uint64_t seed, dado_error *err);
void dado_seat_session_end(dado_seat_session *seat_session);  // NULL is fine

// Which match of a plan a table replays: the number of its line-up, as the document of an
// arena lists it, and whether all line-ups shared the luck.
typedef struct dado_seat_session_match {
    uint64_t seed;
    int lineup;
    bool paired;
    uint64_t match;
} dado_seat_session_match;

// Before the first step: sets the luck of that match.
void dado_seat_session_set_match(dado_seat_session *seat_session,
                                 const dado_seat_session_match *match);

// Before the first step, at a table without people: takes exactly these steps of a stored
// match. They are borrowed.
void dado_seat_session_replay(dado_seat_session *seat_session, const dado_step *path, int steps);

// A table without people is watched: one can look through the eyes of any seat, or see
// all cards (DADO_NOBODY), and go back to any step.
bool dado_seat_session_is_watched(const dado_seat_session *seat_session);

// Returns the seat of the first person; DADO_NOBODY if the table is watched.
int dado_seat_session_first_person(const dado_seat_session *seat_session);

// From now on shows the table after this many steps.
void dado_seat_session_view_step(dado_seat_session *seat_session, int steps);

// Puts a person into `seat`, who plays on from the step that is shown.
bool dado_seat_session_take_seat(dado_seat_session *seat_session, int seat, dado_error *err);

// Writes what the person in `seat`, or the public screen, sees, as JSON;
// docs/reference/studio.md describes it.
// `width` is the largest width of the drawing.
bool dado_seat_session_json(dado_seat_session *seat_session, int seat, double width, dado_text *out,
                            dado_error *err);

// Plays luck and agents until a person must choose, the match is over, or `most` steps
// were taken. Returns true if something is left to do.
bool dado_seat_session_advance(dado_seat_session *seat_session, int steps, bool *more,
                               dado_error *err);

// Plays the move with index `place` for the person in `seat`, whose turn it must be.
bool dado_seat_session_play(dado_seat_session *seat_session, int seat, int place, dado_error *err);

bool dado_seat_session_undo(dado_seat_session *seat_session, dado_error *err);

// Sets the index of the move that an agent would make. `perfect` also computes the value
// of every move, which is shown with the moves until the next one is made.
bool dado_seat_session_hint(dado_seat_session *seat_session, int seat, const char *agent,
                            int *place, dado_error *err);

// Makes a plan of one match from what was played so far, marked as played by people; see
// dado_live_match_plan.
bool dado_seat_session_plan(dado_seat_session *seat_session, const char *command,
                            dado_region *region, dado_plan *plan, dado_error *err);

// --- for a record of the match (studio/playtest_recorder.h)

bool dado_seat_session_is_person(const dado_seat_session *seat_session, int seat);
const char *dado_seat_session_player(const dado_seat_session *seat_session, int seat);  // as typed
int dado_seat_session_steps(const dado_seat_session *seat_session);
int dado_seat_session_players(const dado_seat_session *seat_session);
bool dado_seat_session_is_over(const dado_seat_session *seat_session);
// Returns the person whose decision the table waits for, or DADO_NOBODY.
int dado_seat_session_awaits(const dado_seat_session *seat_session);

// Adds the moves, whether people left, and the result. `seconds` has a time per step;
// `moves_before` gets the number of moves before each step.
bool dado_seat_session_record(const dado_seat_session *seat_session, const double *seconds,
                              int *moves_before, dado_playtest_record *record, dado_region *region,
                              dado_error *err);
