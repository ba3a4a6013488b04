// ends.h - what a block opens ends with it.
//
// A text, an arena or a store that is declared so is let go wherever its block is left, so that
// whoever fails half-way returns at once and forgets nothing. It is declared with a value: a block
// may be left before anything was opened.
#pragma once

#include "core/arena.h"
#include "core/text.h"

#define DADO_ENDS(how) __attribute__((cleanup(how)))

#define dado_draft DADO_ENDS(dado_text_free) dado_text  // a text for as long as the block
