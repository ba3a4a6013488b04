// state.h - how runs of this room are written down: lines of numbers that read back to the bit.
//
// Real numbers are kept as their bits, for a rounded one would be another one.
// Reading goes on through a line by moving `s` past what it took; what is not
// as it should be is said with the line it stands in.
#ifndef DADO_EVOLVE_STATE_H
#define DADO_EVOLVE_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/text.h"

typedef struct dado_state_reader {
    const char *source, *at;  // the file, and where in its text a line begins
    int line;
    dado_error *err;
} dado_state_reader;

// Passes over a head that must be as expected; false, and why, if the run had other settings.
bool dado_state_head(dado_state_reader *reader, const dado_text *expected);
bool dado_state_damaged(const dado_state_reader *reader, const char *why);  // false
void dado_state_next_line(dado_state_reader *reader);

bool dado_state_whole(const char **s, int64_t *value);
bool dado_state_real(const char **s, double *value);
bool dado_state_bytes(const char **s, unsigned char *bytes, size_t size);

// Behind a blank, unless it begins a line.
void dado_state_add_real(dado_text *out, double value);
void dado_state_add_bytes(dado_text *out, const unsigned char *bytes, size_t size);

#endif
