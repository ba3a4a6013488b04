// league.h - a tournament as parts of a document: ratings, who beat whom, seats, referees.
#ifndef DADO_REPORT_LEAGUE_H
#define DADO_REPORT_LEAGUE_H

#include "arena/tournament.h"
#include "report/document.h"

// `replays` is where pages of the matches are, seen from the page, and ends in a slash; NULL:
// nobody has written them.
void dado_report_league(dado_document *document, const dado_tournament *tournament,
                        const dado_league *league, const char *replays);

// The name of a match's page there.
void dado_replay_name(const dado_played *played, dado_text *out);

#endif
