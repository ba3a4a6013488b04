// state_text.h - words for owners, cards and acts, shared by the code that prints text
// and the code that writes JSON.
#pragma once

#include <stdlib.h>

#include "recycle/machine_inlines.h"

const char *rcy_kind_name(int kind);
void rcy_print_owner(int owner, dado_text *out);
void rcy_print_card(const rcy_program *p, const void *state, int card, dado_text *out);
// The side that a card shows, and one side in words.
int rcy_shown_look(const rcy_program *p, const void *state, int card);
const char *rcy_key_text(const rcy_program *p, int key);  // the name of an attribute
void rcy_print_look(const rcy_program *p, int look, dado_text *out);
// Prints the text of a label, as `eyes` see what it shows.
void rcy_print_label(const rcy_machine *m, const rcy_node *n, int eyes, dado_text *out);
// Walks along the path of an option on a copy of the state, and calls the hooks for what
// it picks and does.
void rcy_replay_option(const rcy_program *p, const void *state, dado_move move, rcy_hooks *hooks);
// Prints boards, each space with what `eyes` see there; in board_text.c.
void rcy_print_boards(const rcy_program *p, const unsigned char *state, int eyes, dado_text *out);
// `rcy_space_drawn` returns the space of a board on which a storage or place is shown, or
// -1.
int rcy_maker(const rcy_program *p, int card);  // the player in whose place a card was made, or -1
int rcy_space_drawn(const rcy_program *p, const rcy_place_info *info);
void rcy_print_act(const rcy_program *p, const rcy_node *n, dado_text *out);
