// block.h - the results of a run of matches of one cell, and how they are packed.
//
// What is kept of a match is who scored what and came where, how it ended, and
// its measures. Matches are kept by the block, column by column and squeezed, so
// that a million of them are a few ten megabytes. Packing the same numbers gives
// the same bytes.
#ifndef DADO_LAB_BLOCK_H
#define DADO_LAB_BLOCK_H

#include "core/arena.h"
#include "core/error.h"
#include "core/trace.h"

typedef struct dado_block {
    int instance, lineup;
    int64_t first;     // number of its first match within the cell
    int count;         // of matches
    int players;       // 0: the cell could not be opened, and `error` says why
    int measures;
    uint8_t *ends;     // dado_end of each match
    int32_t *scores;   // players numbers a match, as are the next two
    int32_t *places;
    uint64_t *effort;
    double *values;    // `measures` numbers a match, DADO_NONE where no value
    dado_error error;  // of the cell, or of its first broken match here
    int64_t broken;    // which match that was; -1 if none
    unsigned char *moves;  // the matches' logs one after another, each with its length before it;
    size_t moves_size;     // see replay.h. NULL and 0 unless the plan keeps them
} dado_block;

// Room for `count` matches; false if the arena is full.
bool dado_block_init(dado_block *block, int count, int players, int measures, dado_arena *arena);

// Bytes that hold any such block once packed, logs of moves apart.
size_t dado_block_bound(int count, int players, int measures);

// Packs into `bytes`; answers how many were written, 0 if `room` was too little.
size_t dado_block_pack(const dado_block *block, unsigned char *bytes, size_t room);

// Unpacks what was packed; `block` gets arrays from `arena`. What does not add up is refused.
bool dado_block_unpack(dado_block *block, const unsigned char *bytes, size_t size,
                       dado_arena *arena, dado_error *err);

#endif
