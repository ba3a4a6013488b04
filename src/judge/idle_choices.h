// idle_choices.h - finds choices in the rules that change nothing, whatever is chosen.
#pragma once

#include <signal.h>

#include "lab/experiment.h"

// Plays the first cell of a plan, records its decisions, and returns how many choices are
// idle: in every recorded decision all options give every seat the same share of the win
// and the same margin, on the same luck. Choices that are met in fewer than 10 decisions
// do not count. Returns 0 if nothing can be recorded.
int dado_idle_choices_count(const dado_plan *plan, const volatile sig_atomic_t *stop,
                            dado_region *region);
