// column_codec.h - stores a column of numbers as bytes, in the narrowest form that holds
// all of them, and reads it back.
//
// Matches of a game resemble each other, so most columns hold few different numbers.
// These are listed once, and each match is a few bits that select one. So little is left
// for the general compression, which takes most of the time.
#pragma once

#include "lab/serialize.h"

enum { DADO_COLUMN_MOST = 512 };  // numbers in a column at most; there is at least one

// Columns of measures; DADO_NONE where there is no value.
void dado_column_pack(dado_byte_writer *out, const double *values, int count);
void dado_column_pack_constant(dado_byte_writer *out, double value);  // all values are this one
void dado_column_unpack(dado_byte_reader *in, double *values, int count);

// Columns of whole numbers that are `stride` apart, such as scores and places.
void dado_column_pack_ints(dado_byte_writer *out, const int32_t *first, int stride, int count);
void dado_column_unpack_ints(dado_byte_reader *in, int32_t *first, int stride, int count);

// Columns of counts that are mostly 0. With `together`, one number may stand for all.
void dado_column_pack_counts(dado_byte_writer *out, const uint64_t *first, int stride, int count);
void dado_column_unpack_counts(dado_byte_reader *in, bool together, uint64_t *first, int stride,
                               int count);
