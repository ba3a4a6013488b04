// shell_completion.h - scripts that let bash, zsh and fish complete verbs, flags and names.
#pragma once

#include "cli/command_line.h"

// Adds the script for a shell. Returns false if there is none for it.
bool dado_shell_completion(const char *shell_name, const dado_verb *const *verbs, dado_text *out);
