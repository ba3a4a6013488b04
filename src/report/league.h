// league.h - the page about a tournament: ratings, who beat whom, seats, and what referees said.
#ifndef DADO_REPORT_LEAGUE_H
#define DADO_REPORT_LEAGUE_H

#include "arena/tournament.h"
#include "core/text.h"

// `order` lists the players from the best to the worst.
bool dado_league_page(const dado_tournament *tournament, const dado_league *league,
                      const int *order, dado_text *out, dado_error *err);

#endif
