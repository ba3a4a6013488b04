// column.h - a column of numbers as bytes: the narrowest that holds all of them, and back.
//
// Matches of a game resemble one another, so most columns hold few different
// numbers. Those are listed once, and a match is a few bits that say which. What
// is left to squeeze is little, and squeezing is what takes time.
#pragma once

#include "lab/pack.h"

enum { DADO_COLUMN = 512 };  // numbers in one, at most, and at least one

// Measures, DADO_NONE where there is no value.
void dado_column_pack(dado_packing *out, const double *values, int count);
void dado_column_pack_alike(dado_packing *out, double value);  // all are this one
void dado_column_unpack(dado_unpacking *in, double *values, int count);

// Whole numbers, each `stride` behind the last: scores, places.
void dado_column_pack_ints(dado_packing *out, const int32_t *first, int stride, int count);
void dado_column_unpack_ints(dado_unpacking *in, int32_t *first, int stride, int count);

// Counts of what is mostly not done at all. `together`: one may stand for all.
void dado_column_pack_counts(dado_packing *out, const uint64_t *first, int stride, int count);
void dado_column_unpack_counts(dado_unpacking *in, bool together, uint64_t *first, int stride,
                               int count);
