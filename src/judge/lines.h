// lines.h - what was changed in a text, line by line.
#ifndef DADO_JUDGE_LINES_H
#define DADO_JUDGE_LINES_H

#include "core/text.h"

// Writes the lines that differ, `-` before those that went and `+` before those
// that came, with up to `around` lines that stayed about them. False if the
// texts are too long to compare, or there is no memory for it.
bool dado_lines_differ(const char *before, const char *after, int around, dado_text *out);

#endif
