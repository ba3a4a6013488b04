// error.h - an error as a value: what went wrong, and where.
//
// Every function that can fail returns bool and takes a dado_error as its last parameter.
// The error is written where its cause is known, passed up unchanged, and shown once, at
// the top. A broken contract between our own functions is not an error but an assert:
// errors are for files, people and machines, asserts are for us.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#if defined(__GNUC__)
#define DADO_PRINTF(format_at, first_at) __attribute__((format(printf, format_at, first_at)))
#else
#define DADO_PRINTF(format_at, first_at)
#endif

typedef enum dado_status {
    DADO_OK,
    DADO_SYNTAX,   // text that does not follow its grammar
    DADO_INVALID,  // well-formed text, or an argument, that makes no sense
    DADO_MISSING,  // a file, a name or a record that does not exist
    DADO_LIMIT,    // too large, too long, too many
    DADO_IO,       // the machine refused: disk, permission, database
} dado_status;

typedef struct dado_place {
    const char *source;        // borrowed: the file as the user named it
    int line, column, length;  // from 1, in bytes; length is how much to underline
} dado_place;

// The columns of a place, from its first character to the one after its last, from 1,
// counted in characters or in UTF-16 units.
typedef enum dado_column_unit { DADO_CODE_POINTS, DADO_UTF16 } dado_column_unit;
typedef struct dado_columns {
    int begin, end;
} dado_columns;
// Computes the columns. `source_text` is the whole text; if it is NULL, columns are
// bytes.
dado_columns dado_place_columns(const dado_place *place, const char *source_text,
                                dado_column_unit unit);

typedef struct dado_error {
    dado_status status;
    dado_place place;  // all zero if no text is to blame
    char code[24];     // "E201", "X_SYNTAX" where a specification names the error; or empty
    char text[400];    // one sentence, without newline and without "error:" before it
} dado_error;

// Both fill in `err`, unless it is NULL, and return false, so that a failing function can
// end with `return dado_fail(...)`.
bool dado_fail(dado_error *err, dado_status status, const char *format, ...) DADO_PRINTF(3, 4);
bool dado_fail_at(dado_error *err, dado_status status, dado_place place, const char *format, ...)
    DADO_PRINTF(4, 5);

// Adds the code that the specification gives to the error just written.
bool dado_fail_code(dado_error *err, const char *code);

// Returns a line of a text without leading blanks and its end, and sets its length; the
// length is 0 if there is no such line. Lines are counted from 1.
const char *dado_line_text(const char *text, int number, int *length);

struct dado_text;

// Prints an error for people: place, sentence and, if the source text is given, the line
// with the spot underlined.
void dado_error_print(const dado_error *err, const char *source_text, struct dado_text *out);
// Prints an error in lines of at most `columns` characters, broken between words, after
// something that ends in column `at`. Of a longer source line only the words around the
// spot are shown.
void dado_error_print_wrapped(const dado_error *err, const char *source_text, int columns, int at,
                              struct dado_text *out);
// Prints only the sentence, without the source line and without a line end.
void dado_error_print_sentence(const dado_error *err, const char *source_text,
                               struct dado_text *out);
