// referee_notes.h - what a referee notes about a player: refused moves, strikes,
// forfeits, remarks.
//
// Notes are not part of a match, which is only its moves. They explain afterwards why it
// went as it did. A note is a line of text, so that it can be stored and compressed like
// any other text:
//
//     MATCH SEAT DECISION KIND WHY COUNT MS WORDS...
//
// A line of another form is taken as a remark in free words.
#pragma once

#include "core/region.h"
#include "core/text.h"

typedef enum dado_note_kind {
    DADO_NOTE_REFUSED,  // why: the error; words: the answer
    // why: time, crash, flood or refusals; count: strikes so far; ms: how long it took
    DADO_NOTE_STRIKE,
    DADO_NOTE_FORFEIT,  // why: strikes, crash or resigned
    DADO_NOTE_REMARK,   // why: its subject (stderr, garbage, ...); words: its own
    DADO_NOTE_KINDS
} dado_note_kind;

typedef struct dado_note {
    dado_note_kind kind;
    int64_t match;
    int seat;
    int decision;  // the decision before which it was noted, as dado_turn counts them
    bool more;     // whether it stands for `count` notes of its kind that were left out
    int64_t count;
    int64_t ms;
    char why[32];       // one word, or none
    const char *words;  // `length` bytes, not ended by a zero if read from lines
    int length;
} dado_note;

void dado_note_write(const dado_note *note, dado_text *out);  // writes its line

// Reads a line and returns where the next begins; the words are not copied.
const char *dado_note_read(const char *lines, dado_note *note);

// Writes a note for people, without who and when: "refused: NO_MOVES: move 49 3,0".
void dado_note_describe(const dado_note *note, dado_text *out);

// Writes a note with who and when: "match 3, ./bot.py as p1: strike: late, 1 so far".
void dado_note_describe_line(const dado_note *note, const char *who, dado_text *out);

// Returns how many notes it stands for: 1, or the number of those left out.
int64_t dado_note_multiplicity(const dado_note *note);

// How long a player thought in a block of matches. It is stored as a note that belongs to
// no match, because it depends on the clock and is not a result.
typedef struct dado_thinking_time {
    int64_t questions;
    double seconds, slowest;  // the sum, and the longest
} dado_thinking_time;

void dado_thinking_time_write(const dado_thinking_time *thought, int seat, dado_text *out);
// Returns whether a note is one of these; if so, adds it to `thought`.
bool dado_thinking_time_read(const dado_note *note, dado_thinking_time *thought);

// The notes of one match among many, in the order of decisions, copied into `region`.
typedef struct dado_notes {
    const dado_note *items;
    int count;
} dado_notes;

// Returns the index of the first note from `from` on that was made after this decision.
int dado_notes_until(const dado_notes *notes, int from, int decision);

bool dado_notes_of_match(const char *lines, int64_t match, dado_notes *notes, dado_region *region,
                         dado_error *err);

// What a referee writes to during a match. Words are made safe for terminals and cut. Of
// too many notes the first are kept and the rest are counted.
typedef struct dado_notebook {
    int seat, decision;  // of the next note
    dado_text lines, handed;
    int64_t left_out[DADO_NOTE_KINDS];
} dado_notebook;

enum { DADO_NOTE_WORDS = 400 };  // most bytes of the words of one note

void dado_notebook_add(dado_notebook *book, dado_note_kind kind, const char *why, int64_t count,
                       int64_t ms, const char *words);
void dado_notebook_remark(dado_notebook *book, const char *about, const char *words);
// Returns all notes since the last call; valid until the next call.
const char *dado_notebook_take(dado_notebook *book);
void dado_notebook_free(dado_notebook *book);

// Copies the lines of a player's referee to `out`, as notes of this match and seat: all
// strikes and forfeits, and of the others the first `most` bytes and a line that counts
// the rest. Notes on how a player is confined are left out.
void dado_notes_copy(const char *lines, int64_t match, int seat, size_t most, dado_text *out);
