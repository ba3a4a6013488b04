// league.h - a tournament as parts of a document: ratings, who beat whom, seats, referees.
#ifndef DADO_REPORT_LEAGUE_H
#define DADO_REPORT_LEAGUE_H

#include "arena/tournament.h"
#include "report/document.h"

void dado_report_league(dado_document *document, const dado_tournament *tournament,
                        const dado_league *league);

#endif
