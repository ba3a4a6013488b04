// kinds.h - matches that are alike in everything that is kept of them.
//
// Of a small game the same few matches are played over and over, and a block of them
// is its kinds and the kind of each. Which kinds there are hangs on what the block holds
// and on nothing else: not on who knew them already.
#pragma once

#include "lab/block.h"

// How many kinds there are, numbered as they come; the kind of each match, and the first match of
// each kind. 0 if there are more than a quarter as many as matches, or more than DADO_KINDS_MOST,
// or if the block is too large for it: `kind` has room for DADO_COLUMN matches.
int dado_kinds_find(const dado_block *block, uint8_t *kind, int *first_of);
