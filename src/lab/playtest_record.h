// playtest_record.h - a match that people played, as one JSON object on one line.
//
// The same form is used for the matches that the studio records, for exports, and for
// logs of other programs. It has the moves in words, and, where they are known, who sat
// where, how long each decision took, notes, and answers to questions afterwards.
// docs/reference/playtest-log.md describes it.
//
// A record is read first, which checks its form, and then played by the rules of a game,
// which finds every move that the rules do not allow.
#pragma once

#include <stdatomic.h>

#include "core/game.h"

typedef struct dado_playtest_seat {
    const char *person;  // the same word for the same person in every match; NULL: a program
    const char *name;    // the person's name; NULL: left out
    const char *agent;   // the program in this seat; NULL: a person
} dado_playtest_seat;

typedef struct dado_playtest_move {
    int seat;  // whose move it is; -1: the log does not say
    bool luck;
    const char *words;  // as print_move has them; "0x..." for luck without a list
    double seconds;     // time to decide; DADO_NONE: unknown
} dado_playtest_move;

typedef struct dado_playtest_note {
    int after;  // number of moves in the log before it
    int seat;   // who wrote it; -1: unknown
    const char *text;
} dado_playtest_note;

typedef struct dado_playtest_answer {
    int seat;
    const char *question;  // "fun"
    int value;             // 1 to 5
} dado_playtest_answer;

typedef struct dado_playtest_record {
    dado_place place;     // the line it was read from
    const char *id;       // distinguishes it from all others; NULL: not given
    const char *game;     // its name; NULL: the log does not say
    const char *rules;    // the text of a described game; NULL: left out
    const char **set;     // options, "NAME=VALUE"
    const char *started;  // "2026-11-17T20:15:00Z"; or NULL
    int set_count, seat_count, move_count, note_count, answer_count, result_count;
    dado_playtest_seat *seats;
    dado_playtest_move *moves;
    dado_playtest_note *notes;
    dado_playtest_answer *answers;
    double *result;  // final scores as people count them; result_count 0: not given
    bool left;       // the people left before the end

    // What playing it found:
    dado_step *path;
    double *seconds;  // per step; DADO_NONE: unknown
    int steps;
} dado_playtest_record;

enum { DADO_PLAYTEST_LINE_MOST = 4 << 20, DADO_PLAYTEST_SEATS = 64 };

// Reads one line. Everything is copied into `region`. Unknown fields are errors.
bool dado_playtest_record_read(dado_playtest_record *record, const char *line, size_t length,
                               dado_place place, dado_region *region, dado_error *err);

// Plays the moves by the rules of an open game. Once `*stop` is nonzero it fails; `stop`
// may be NULL. On failure `table`, unless NULL, gets the table as it stood and the moves
// that were possible there.
bool dado_playtest_record_play(dado_playtest_record *record, const dado_game *game,
                               const atomic_int *stop, dado_region *region, dado_text *table,
                               dado_error *err);

// What is known about the steps of a path.
typedef struct dado_playtest_path {
    const dado_step *path;
    int steps;
    const double *seconds;  // per step, DADO_NONE where it is not known; or NULL
    int *moves_before;      // gets the number of moves in the log before each step; or NULL
} dado_playtest_path;

// Writes the moves of a path in words; everything else of `record` stays.
bool dado_playtest_record_from_path(dado_playtest_record *record, const dado_game *game,
                                    dado_playtest_path played, dado_region *region,
                                    dado_error *err);

// Writes a record as one line, with its end. If `names` is false, names are left out.
void dado_playtest_record_write(const dado_playtest_record *record, bool names, dado_text *out);

// Writes a record with names for keeping; fails if what is written could not be read
// again, with or without names.
bool dado_playtest_record_write_checked(const dado_playtest_record *record, dado_text *out,
                                        dado_error *err);

// Replaces the words for persons by "person 1", "person 2" and so on, in the order in
// which they occur in a list of records.
bool dado_playtest_records_number_people(dado_playtest_record *records, int count,
                                         dado_region *region, dado_error *err);

// Returns whether a person with this name, or this word, sat at the table.
bool dado_playtest_record_has_person(const dado_playtest_record *record, const char *person);
