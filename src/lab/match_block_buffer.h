// match_block_buffer.h - holds a block on its way from a worker to the coordinator.
//
// A buffer owns all that its block points to, so that the worker can go on to another
// game. Its memory is used for one block after another. A block may also arrive in
// several pieces that were played in different places; joined here, they have the same
// bytes as if played in one go.
#pragma once

#include "lab/engine.h"
#include "lab/match_block_sums.h"

typedef struct dado_block_buffer {
    dado_block block;
    dado_match_stats sums;    // sums over its matches
    dado_error error;         // set if there was no memory for it
    dado_byte_writer packed;  // the packed block, if requested
    int players, measures;    // the numbers its arrays were made for; -1 at first
    dado_region region;
    char source[512];  // name of the text that the block's error is about
    dado_text notes;   // referees' notes
    dado_text moves;   // moves, if requested
} dado_block_buffer;

typedef struct dado_block_request {
    const dado_measures *measures;  // the measures of every cell
    int room;                       // most matches in a block
    bool summed;                    // whether to compute `sums`
    bool packed;                    // whether to pack the block into `packed`
    bool moves;  // whether the block's moves must outlive the worker's next block
} dado_block_request;

void dado_block_buffer_init(dado_block_buffer *buffer);
void dado_block_buffer_free(dado_block_buffer *buffer);

// Plays the matches of a cell from where->first on. Returns false if it was stopped.
bool dado_block_buffer_play(dado_block_buffer *buffer, dado_engine *worker, const dado_block *where,
                            const dado_block_request *request, const atomic_int *halt);

// Adds the next piece of a block that was played in several; `first` begins a new block.
// The arrays are copied. Once all pieces are there, `finish` computes sums and packs, as
// requested.
bool dado_block_buffer_append(dado_block_buffer *buffer, const dado_block *piece, bool first,
                              const dado_block_request *request);
void dado_block_buffer_finish(dado_block_buffer *buffer, dado_compressor *packer,
                              const dado_block_request *request);
