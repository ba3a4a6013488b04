// told_facts.h - what players were told about cards that they do not see; see
// told_facts.c.
#pragma once

#include "core/rng.h"
#include "recycle/program.h"

// most cards of one deck that are hidden from a player, in such a game
enum { rcy_most_told = 1024 };

// Returns the facts that a player was told about a card, as bits; the bits of the card
// say whether they are true.
uint64_t rcy_told(const rcy_program *p, const unsigned char *state, int card, int player);

void rcy_tell(rcy_machine *m, const rcy_node *n, const uint16_t *cards, int count, uint64_t eyes);
void rcy_carry_facts(const rcy_program *p, unsigned char *state, const uint16_t *order,
                     const uint16_t *positions, int count, const uint16_t *before);

// Reorders the cards at these positions, which are of one deck and hidden from the
// player, so that every position still fits what was told: at random with `luck`, else in
// the canonical order. Returns false, and does nothing, if the player was told nothing
// about them.
bool rcy_deal_known(const rcy_program *p, const unsigned char *state, uint16_t *order,
                    const uint16_t *positions, int count, int player, dado_fast_rng *luck);

// Writes what `eyes` know about a card that they do not see, as in hidden(RED, not TWO).
// Returns false if they know nothing.
bool rcy_print_told(const rcy_program *p, const unsigned char *state, int card, int eyes,
                    dado_text *out);
