// block.h - the results of a run of matches of one cell, and how they are packed.
//
// What is kept of a match is who scored what and came where, how it ended, and
// its measures. Matches are kept by the block, column by column, and squeezed where
// that gains anything, so that a million of them are a few ten megabytes. Packing
// the same numbers gives the same bytes.
#pragma once

#include <string.h>

#include "core/arena.h"
#include "core/error.h"
#include "core/trace.h"
#include "lab/pack.h"
#include "measure/stats.h"

typedef struct dado_block {
    int instance, lineup;
    int64_t first;  // number of its first match within the cell
    int count;      // of matches
    int players;    // 0: the cell could not be opened, and `error` says why
    int measures;
    uint8_t *side;    // of each player, where sides score; or NULL
    uint8_t *ends;    // dado_end of each match
    int32_t *scores;  // players numbers a match, as are the next two
    int32_t *places;
    uint64_t *effort;
    double *values;              // a column a measure, DADO_NONE where a match has no value
    int stride;                  // numbers from one column to the next; see dado_block_column
    int *alike;                  // by column: so many matches from the first are known to hold the
                                 // same number, to the last bit. 0: nobody looked
    // Matches of one kind have the same in every column. `kinds` is how many there are, numbered as
    // they come, at most DADO_KINDS_MOST; 0: nobody knows.
    uint8_t *kind;
    int kinds;
    int first_of[DADO_KINDS_MOST];  // matches of each
    dado_error error;            // of the cell, or of its first broken match here
    int64_t broken;              // which match that was; -1 if none
    const unsigned char *moves;  // the matches' logs one after another, each with its length
    size_t moves_size;           // before it; see replay.h. Empty unless the plan keeps them
    const char *notes;           // of referees, lines as note.h has them. Not packed: kept beside
                                 // the block, for what depends on the clock is no result
} dado_block;

// The values of a measure, one a match.
static inline double *dado_block_column(const dado_block *block, int measure)
{
    return block->values + (int64_t)measure * block->stride;
}

// Whether all its values are known to be one number.
static inline bool dado_block_is_alike(const dado_block *block, int measure)
{
    return block->alike[measure] >= block->count;
}

// Whether all are one number, to the last bit: many columns are, and most of them hold none.
static inline bool dado_are_all(double wanted, const double *values, int64_t count)
{
    uint64_t first, other = 0;
    memcpy(&first, &wanted, sizeof first);
    for (int64_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, values + i, sizeof bits);
        other |= bits ^ first;
    }
    return other == 0;
}

// Makes the first `count` of a column one number, unless they are.
void dado_block_fill(dado_block *block, int measure, double value, int count);

static inline double dado_block_value(const dado_block *block, int match, int measure)
{
    return dado_block_column(block, measure)[match];
}

// Room for `count` matches; false if the arena is full.
bool dado_block_init(dado_block *block, int count, int players, int measures, dado_arena *arena);

// From one column to the next, of blocks of so many matches.
int dado_block_stride(int count);

// Puts the values into other columns: column i gets those of column from[i], or none where that is
// -1. False if the arena is full.
bool dado_block_arrange(dado_block *block, const int *from, int measures, dado_arena *arena);

// What packs blocks: its memory serves one after another. Whoever plays has one, since zstd's is
// larger than any block.
typedef struct dado_packer {
    void *context;     // zstd's
    dado_packing raw;  // before it is squeezed
} dado_packer;

void dado_packer_free(dado_packer *packer);  // zeroed, it is ready for use
// Over what `packed` had before; its bytes are the heap's.
bool dado_block_pack(dado_packer *packer, const dado_block *block, dado_packing *packed,
                     dado_error *err);

// The same without squeezing: for a short way, where time is worth more than bytes. What is read
// lies in `arena`, but for moves, which stay where they are.
void dado_block_write(dado_packing *out, const dado_block *block);
bool dado_block_read(dado_block *block, dado_unpacking *in, dado_arena *arena, dado_error *err);

// Unpacks what was packed; `block` gets arrays from `arena`. What does not add up is refused.
bool dado_block_unpack(dado_block *block, const unsigned char *bytes, size_t size,
                       dado_arena *arena, dado_error *err);

// Any bytes, squeezed and with a check on them; unsqueezing more than `most` bytes is refused.
bool dado_squeeze(dado_packer *packer, const unsigned char *bytes, size_t size,
                  dado_packing *squeezed, dado_error *err);
bool dado_unsqueeze(const unsigned char *bytes, size_t size, size_t most, dado_arena *arena,
                    const unsigned char **raw, size_t *raw_size, dado_error *err);
