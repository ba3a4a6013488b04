// test.h - what every test includes: cmocka, and the headers it forgets to.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// The folder with the public games and specifications that lies beside the
// project, or NULL where it is absent: a test that needs it then skips, aloud.
const char *dado_test_shared(void);

// How many times to try something: few by default, so that the suite stays quick, and the full
// dose where DADO_LONG is set (./dev long).
int dado_test_repeats(int few, int full);

// A whole file, ended by a zero byte; NULL if it cannot be read. For the caller to free.
char *dado_test_read(const char *path);

// What referees noted, in words, a line each.
void dado_test_notes(const char *lines, char *said, size_t room);
