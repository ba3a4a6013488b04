// print.h - words for owners, cards and acts, shared by those who print and those who tell.
#pragma once

#include <stdlib.h>

#include "recycle/machine.h"

const char *rcy_kind_name(int kind);
void rcy_print_owner(int owner, dado_text *out);
void rcy_print_card(const rcy_program *p, const void *state, int card, dado_text *out);
// One side of a card, in words.
int rcy_shown_look(const rcy_program *p, const void *state, int card);
void rcy_print_look(const rcy_program *p, int look, dado_text *out);
// The text of a label, as `eyes` see what it shows.
void rcy_print_label(const rcy_machine *m, const rcy_node *n, int eyes, dado_text *out);
// Walks the path of an option on a copy of the state, so that `ear` hears what it picks and does.
void rcy_walk_option(const rcy_program *p, const void *state, dado_move move, rcy_ear *ear);
// Boards, each space with what it holds for these eyes: print_board.c.
void rcy_print_boards(const rcy_program *p, const unsigned char *state, int eyes, dado_text *out);
// The space of a board that the storage or place belongs to, or -1: it is shown there.
int rcy_maker(const rcy_program *p, int card);  // in whose place a card was made, or -1
int rcy_space_drawn(const rcy_program *p, const rcy_place_info *info);
void rcy_print_act(const rcy_program *p, const rcy_node *n, dado_text *out);
