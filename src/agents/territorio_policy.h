// territorio_policy.h - a policy for playing Território, as a set of numbers.
//
// The baseline player follows one policy. The searching player tries several on a model
// of the match and follows the best. So one function carries out a policy: it returns the
// next command, for the view of a real seat or for the state of an imagined one.
#pragma once

#include "agents/territorio_tactics.h"

typedef struct dado_terr_policy {
    int spacing;         // least distance between own buildings
    int army_from;       // number of buildings before the first army is made
    int army_every;      // one in so many buildings makes army while sites are left; 0: none
    int guard;           // number of fighters that stay at home
    int barracks_every;  // one in so many new buildings is a barracks; 0: none
    int patience;        // rounds that making a fighter may take; stronger kinds take longer
    double courage;      // accepted threat, as a share of a fighter's health
} dado_terr_policy;

// The state of a seat during one turn: which unit acts, and distance fields computed at
// the beginning of the turn. All zero before the first turn.
typedef struct dado_terr_policy_state {
    int32_t round;  // plus 1
    int32_t at, tries;
    uint32_t id;
    int32_t sites, priests, fighters, threatened;
} dado_terr_policy_state;

size_t dado_terr_policy_state_size(const dado_terr *w);
// Returns the next command of the seat on turn, or the end of the turn if there is none.
// It is always legal, as far as the board shows.
dado_move dado_terr_policy_next(const dado_terr_board *b, int seat, const dado_terr_policy *d,
                                dado_terr_policy_state *mind);
// Moves on to the next unit, because the last command could not be carried out.
void dado_terr_policy_skip(dado_terr_policy_state *mind);

extern const dado_terr_policy dado_terr_policy_baseline;
