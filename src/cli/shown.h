// shown.h - the last door before a terminal: what steers it comes from dado alone.
//
// Everything the command prints or logs goes through a stream of this kind.
// Control characters and broken UTF-8 are shown (\u001b, \xff), never sent. Where
// the stream is a terminal, the few ways in which dado itself colours, clears and
// moves pass; what comes from outside was made harmless where it came in.
#pragma once

#include <stdbool.h>
#include <stdio.h>

// A stream that writes to `file` what may be shown of what it is given; NULL where there is no
// memory for it. Closing it leaves `file` open. What is not `buffered` is written at once.
FILE *dado_shown_open(FILE *file, bool terminal, bool buffered);
