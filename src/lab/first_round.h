// first_round.h - how far the first round of a match goes, for an example in a rulebook.
#pragma once

#include "core/match_cursor.h"
#include "core/region.h"

// Returns how many steps of a match are its first round: to where the game counts it as over, if
// it counts rounds. Otherwise until every player has decided, and the next to decide is another
// than the last; or, if turns inside of rounds are described (as in games with tricks), until
// such turns begin for the second time. Ends with the match, or after a number of decisions, in
// any case. `match` is gone through. Returns -1 if no memory is left.
int dado_first_round(dado_match_cursor *match, dado_region *region);
