// note.h - what a referee notes of a player: moves refused, strikes, matches given up, remarks.
//
// Notes are no part of a match, which is its moves alone; they tell people
// afterwards why it went as it did. A note is a line of text, so that it can be
// kept and squeezed like any other and read by those who never met the player:
//
//     MATCH SEAT DECISION KIND WHY COUNT MS WORDS...
//
// A line that is none of these is taken for a remark in somebody's own words.
#pragma once

#include "core/arena.h"
#include "core/text.h"

typedef enum dado_note_kind {
    DADO_NOTE_REFUSED,  // why: the error; words: what was answered
    DADO_NOTE_STRIKE,  // why: time, crash, flood or refusals; count: so far; ms: it had taken
    DADO_NOTE_FORFEIT,  // why: strikes, crash or resigned
    DADO_NOTE_REMARK,   // why: what it is about (stderr, garbage, ...); words: its own
    DADO_NOTE_KINDS
} dado_note_kind;

typedef struct dado_note {
    dado_note_kind kind;
    int64_t match;
    int seat;
    int decision;   // before which it was noted, as dado_turn counts them
    bool more;      // stands for `count` of its kind that were left out
    int64_t count;
    int64_t ms;
    char why[32];   // one word, or none
    const char *words;  // `length` bytes of them: what was read from lines has no end of its own
    int length;
} dado_note;

void dado_note_write(const dado_note *note, dado_text *out);  // its line

// Reads a line and answers where the next begins; the words stay where they are.
const char *dado_note_read(const char *lines, dado_note *note);

// As people read it, without who and when: "refused: NO_MOVES: move 49 3,0".
void dado_note_say(const dado_note *note, dado_text *out);

// The same as a line that says who and when: "match 3, ./bot.py as p1: strike: late, 1 so far".
void dado_note_tell(const dado_note *note, const char *who, dado_text *out);

// How many notes it stands for: itself, or those that were left out.
int64_t dado_note_weight(const dado_note *note);

// How long a player thought in a block of matches, as a note that belongs to no match: kept with
// the notes because it is the clock's, and no result.
typedef struct dado_thought {
    int64_t questions;
    double seconds, slowest;  // all together, and the longest
} dado_thought;

void dado_thought_write(const dado_thought *thought, int seat, dado_text *out);
// Whether the note is one; adds to `thought` if so.
bool dado_thought_read(const dado_note *note, dado_thought *thought);

// The notes of one match among many, in the order of decisions; copied into `arena`.
typedef struct dado_notes {
    const dado_note *items;
    int count;
} dado_notes;

// The first from `from` on that was made after this decision.
int dado_notes_until(const dado_notes *notes, int from, int decision);

bool dado_notes_of(const char *lines, int64_t match, dado_notes *notes, dado_arena *arena,
                   dado_error *err);

// What a referee writes into while a match goes on. Words are made safe for a
// terminal and cut; of too many notes the first are kept and the rest counted.
typedef struct dado_notebook {
    int seat, decision;  // of what is noted next
    dado_text lines, handed;
    int64_t left_out[DADO_NOTE_KINDS];
} dado_notebook;

enum { DADO_NOTE_WORDS = 400 };  // bytes kept of one note's, at most

void dado_notebook_add(dado_notebook *book, dado_note_kind kind, const char *why, int64_t count,
                       int64_t ms, const char *words);
void dado_notebook_remark(dado_notebook *book, const char *about, const char *words);
// All since it was last asked; good until the next call.
const char *dado_notebook_hand_over(dado_notebook *book);
void dado_notebook_free(dado_notebook *book);

// Copies the lines a player's referee handed over to `out`, as notes of this match and seat:
// strikes and forfeits all, of the others the first `most` bytes and a line that counts the rest.
// How a player is confined is no news, and left out.
void dado_notes_keep(const char *lines, int64_t match, int seat, size_t most, dado_text *out);
