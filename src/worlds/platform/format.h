// format.h - levels as text: the common form with 16 rows, the corpus form with 14, and JSON.
#pragma once

#include "worlds/platform/level.h"

// What is odd about a level that loads all the same, and what was made of it.
typedef struct dado_level_note {
    int line, column;
    char text[120];
} dado_level_note;

enum { DADO_LEVEL_NOTES_MOST = 32, DADO_LEVEL_ROWS_LEAST = 4 };

typedef struct dado_level_notes {
    dado_level_note list[DADO_LEVEL_NOTES_MOST];
    int count;  // may be larger than what the list holds
} dado_level_notes;

// Reads a level. Sixteen rows are the common text form, fifteen are the same
// without the row of air on top, fourteen the corpus form; a text that begins
// with { is JSON. What people leave out or misplace is made good and noted;
// what makes no sense is refused with its line and column. `notes` may be NULL.
bool dado_level_read_noting(dado_level *level, const char *source, const char *text,
                            dado_arena *arena, dado_level_notes *notes, dado_error *err);
bool dado_level_read(dado_level *level, const char *source, const char *text, dado_arena *arena,
                     dado_error *err);

// The common form; what is written reads back as the same level.
void dado_level_write(const dado_level *level, dado_text *out);

// The corpus form, in which the lowest row, start, exit, and the kinds of creatures are lost.
void dado_level_write_corpus(const dado_level *level, dado_text *out);

// One object: the rows of the common form, and what is in them by name.
void dado_level_write_json(const dado_level *level, dado_text *out);
