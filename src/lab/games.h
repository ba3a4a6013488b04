// games.h - the games of a plan, each opened once and read by all who play it.
//
// A game that is open never changes, so one is enough for any number of
// threads. It is opened by the first who takes it, while others wait, and closed
// when the last has given it back; its memory then serves the next.
#ifndef DADO_LAB_GAMES_H
#define DADO_LAB_GAMES_H

#include "lab/plan.h"

typedef struct dado_games dado_games;

bool dado_games_begin(dado_games **games, const dado_plan *plan, dado_error *err);
void dado_games_end(dado_games *games);  // NULL is fine; all have been given back

// The game of an instance; NULL, and why, if it cannot be opened. Whatever the answer, the
// instance is to be given back, and until then what was answered stays as it is.
const dado_game *dado_games_take(dado_games *games, int instance, dado_error *err);
void dado_games_give(dado_games *games, int instance);

#endif
