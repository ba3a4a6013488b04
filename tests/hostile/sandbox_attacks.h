// sandbox_attacks.h - what a hostile program tries at its turn, each thing by its name.
#pragma once

// Tries it and tells on standard error how it went, "held NAME ERRNO" or "ESCAPED NAME";
// false if there is no attack of that name. `program` is the program's own path.
int attack(const char *name, const char *program);

// Tells whether something forbidden worked; if not, with errno.
void confess(const char *what, int worked);
