// guest.h - a person at the table, wherever the screen is.
//
// A sitting (lab/sitting.h) plays; here is what each person is told of it and
// may say, as one JSON object and a few words, so that a page in a browser and
// a page behind a server show the same. A person is told what their seat sees
// and nothing else: the drawing is the scene of those eyes, and what others did
// is the story those eyes saw. When it is over, the cards lie open.
#pragma once

#include "lab/open.h"
#include "lab/plan.h"

typedef struct dado_guest dado_guest;

// `source` is borrowed and must outlive it. `seats` is a list as for --agents, people being
// `human`; one alone takes every seat.
bool dado_guest_begin(dado_guest **guest, const dado_source *source, const char *seats,
                      uint64_t seed, dado_error *err);
void dado_guest_end(dado_guest *guest);  // NULL is fine

// Which match of a plan a table is to play again: the line-up's number, as the document of an arena
// lists it, and whether all line-ups shared the luck of the table.
typedef struct dado_guest_match {
    uint64_t seed;
    int lineup;
    bool paired;
    uint64_t match;
} dado_guest_match;

// Before anything has happened: the luck of that match.
void dado_guest_deal(dado_guest *guest, const dado_guest_match *match);

// Before anything has happened, at a table without people: these steps of a match that was kept are
// taken, and none besides. They are borrowed.
void dado_guest_follow(dado_guest *guest, const dado_step *path, int steps);

// Where nobody at the table is a person, it is watched: any seat's eyes may be looked through, or
// all cards lie open (DADO_NOBODY), and any step may be gone back to.
bool dado_guest_is_watched(const dado_guest *guest);

// The first person; where it is watched, DADO_NOBODY.
int dado_guest_first(const dado_guest *guest);

// What is told from now on: how it stood after so many steps.
void dado_guest_look(dado_guest *guest, int steps);

// A person sits down at `seat` and plays on from the step that is looked at.
bool dado_guest_take(dado_guest *guest, int seat, dado_error *err);

// What the person in `seat` sees, as JSON: docs/reference/studio.md says what is in it. `width` is
// how wide the drawing may be.
bool dado_guest_tell(dado_guest *guest, int seat, double width, dado_text *out, dado_error *err);

// Lets luck and agents act, until a person is asked, it is over, or so many steps were taken.
// Whether anything is left to do then.
bool dado_guest_advance(dado_guest *guest, int steps, bool *more, dado_error *err);

// Plays the move at `place` of the list for the person whose turn it is, who must be `seat`.
bool dado_guest_play(dado_guest *guest, int seat, int place, dado_error *err);

bool dado_guest_undo(dado_guest *guest, dado_error *err);

// What an agent would do here: its place in the list. `perfect` also finds out what every move is
// worth, which is told with the moves until the next of them is made.
bool dado_guest_hint(dado_guest *guest, int seat, const char *agent, int *place, dado_error *err);

// What was played so far as a plan of one match, marked as played by people; see dado_sitting_plan.
bool dado_guest_plan(dado_guest *guest, const char *command, dado_arena *arena, dado_plan *plan,
                     dado_error *err);
