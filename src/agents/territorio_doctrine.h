// territorio_doctrine.h - a way of playing Território, in numbers.
//
// The baseline player follows one doctrine; the searching player asks, on a
// model of the match, which of several would do best from here. So a doctrine
// is carried out by one function that answers with the next command, be it on
// the view of a real seat or on the state of an imagined one.
#pragma once

#include "agents/territorio_kit.h"

typedef struct dado_doctrine {
    int spacing;         // between own buildings, at least
    int army_from;       // buildings there must be before the first army is made
    int army_every;      // of so many buildings one makes army while sites are left; 0: none does
    int guard;           // fighters that stay at home
    int barracks_every;  // of so many buildings founded one is a barracks; 0: none
    int patience;        // rounds a fighter may take to make; stronger kinds take longer
    double courage;      // threat accepted, as a share of a fighter's health
} dado_doctrine;

// What a seat has in mind during one turn: whose turn it is to act, and fields
// worked out when the turn began. Zeroed, it is a mind before its first turn.
typedef struct dado_doctrine_mind {
    int32_t round;  // + 1
    int32_t at, tries;
    uint32_t id;
    int32_t sites, priests, fighters, threatened;
} dado_doctrine_mind;

size_t dado_doctrine_mind_size(const dado_terr *w);
// The next command of the seat on turn; ends the turn when there is no other.
// It is always legal, as far as the board tells.
dado_move dado_doctrine_next(const dado_terr_board *b, int seat, const dado_doctrine *d,
                             dado_doctrine_mind *mind);
// The next unit is looked at: the last answer could not be carried out.
void dado_doctrine_skip(dado_doctrine_mind *mind);

extern const dado_doctrine dado_doctrine_baseline;
