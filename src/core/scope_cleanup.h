// scope_cleanup.h - frees what a block opened when the block is left.
//
//     DADO_CLEANUP(dado_text_free) dado_text words = { 0 };
//
// The function is called with a pointer to the variable wherever its block is left, so
// that a function that fails half-way can return at once. The variable needs an initial
// value: the block may be left before anything was opened.
#pragma once

#include "core/region.h"
#include "core/text.h"

#define DADO_CLEANUP(function) __attribute__((cleanup(function)))
