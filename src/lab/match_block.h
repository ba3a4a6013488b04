// match_block.h - the results of consecutive matches of one cell, and how they are
// stored.
//
// Of each match it keeps the scores and places, how it ended, and its measures. Blocks
// are stored column by column, compressed where that pays, so that a million matches take
// a few dozen megabytes. Equal numbers give equal bytes.
#pragma once

#include <string.h>

#include "core/region.h"
#include "core/error.h"
#include "core/match_record.h"
#include "lab/serialize.h"
#include "measure/stats.h"

typedef struct dado_block {
    int instance, lineup;
    int64_t first;  // number of its first match in the cell
    int count;      // number of matches
    int players;    // 0: the cell could not be opened, and `error` says why
    int measures;
    uint8_t *side;    // side of each player if sides score; or NULL
    uint8_t *ends;    // dado_match_end of each match
    int32_t *scores;  // `players` numbers per match; the next two likewise
    int32_t *places;
    uint64_t *effort;
    double *values;              // one column per measure; DADO_NONE where a match has no value
    int stride;                  // distance from one column to the next; see dado_block_column
    bool *empty;                 // by column: it was not measured, and all its values are DADO_NONE
    dado_error error;            // of the cell, or of its first broken match in this block
    int64_t broken;              // number of that match; -1 if there is none
    const unsigned char *moves;  // move logs of the matches, each after its length; see replay.h
    size_t moves_size;           // 0 unless the plan keeps moves
    // referees' notes, as in referee_notes.h; stored beside the block, since they depend
    // on time
    const char *notes;
} dado_block;

// Returns the values of a measure, one per match.
static inline double *dado_block_column(const dado_block *block, int measure)
{
    return block->values + (int64_t)measure * block->stride;
}

// Returns whether all values equal `wanted`, bit by bit. This holds for many columns,
// mostly for those without any value.
static inline bool dado_all_equal(double wanted, const double *values, int64_t count)
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

// Marks a column as empty or not; a column that becomes empty is filled with DADO_NONE.
void dado_block_set_empty(dado_block *block, int measure, bool empty);

static inline double dado_block_value(const dado_block *block, int match, int measure)
{
    return dado_block_column(block, measure)[match];
}

// Allocates a block for `count` matches; returns false if the region is full.
bool dado_block_init(dado_block *block, int count, int players, int measures, dado_region *region);

// Returns the distance between columns in blocks of this many matches.
int dado_block_stride(int count);

// Rearranges the columns: column i gets the values of column from[i], or none if that is
// -1. Returns false if the region is full.
bool dado_block_select_columns(dado_block *block, const int *from, int measures,
                               dado_region *region);

// A compressor whose memory is used for one block after another. Each worker has one,
// since the memory of zstd is larger than any block.
typedef struct dado_compressor {
    void *context;         // zstd's context
    dado_byte_writer raw;  // bytes before compression
} dado_compressor;

void dado_compressor_free(dado_compressor *packer);  // a zeroed compressor is ready for use
// Compresses a block into `packed`, which is overwritten and lives on the heap.
bool dado_block_pack(dado_compressor *packer, const dado_block *block, dado_byte_writer *packed,
                     dado_error *err);

// Writes and reads a block without compression, for transfers where time matters more
// than bytes. The arrays of a block that is read lie in `region`, except for moves, which
// stay where they are.
void dado_block_write(dado_byte_writer *out, const dado_block *block);
bool dado_block_read(dado_block *block, dado_byte_reader *in, dado_region *region, dado_error *err);

// Unpacks a block; its arrays come from `region`. Inconsistent data is refused.
bool dado_block_unpack(dado_block *block, const unsigned char *bytes, size_t size,
                       dado_region *region, dado_error *err);

// Compresses any bytes and adds a checksum. Decompressing to more than `most` bytes is
// refused.
bool dado_compress(dado_compressor *packer, const unsigned char *bytes, size_t size,
                   dado_byte_writer *squeezed, dado_error *err);
bool dado_decompress(const unsigned char *bytes, size_t size, size_t most, dado_region *region,
                     const unsigned char **raw, size_t *raw_size, dado_error *err);
