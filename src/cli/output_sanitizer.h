// output_sanitizer.h - makes text from outside harmless before it reaches a terminal.
//
// Everything the command prints or logs goes through a stream of this kind. Control
// characters and broken UTF-8 are shown (\u001b, \xff) instead of sent. If the stream is
// a terminal, the few sequences with which dado itself colours, clears and moves the
// cursor pass; text from outside was made harmless where it came in.
#pragma once

#include <stdbool.h>
#include <stdio.h>

// A stream that writes to `file` what may be shown of what it is given; NULL
// where there is no memory for it. Closing it leaves `file` open. What is not
// `buffered` is written at once.
FILE *dado_output_sanitizer_open(FILE *file, bool terminal, bool buffered);
