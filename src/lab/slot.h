// slot.h - a block on its way from whoever plays it to the conductor.
//
// A slot owns all that its block points at, so that the desk may go on to
// another game, and its memory serves one block after another. A block may also
// come in several pieces, played at different places, and be put together here:
// the same bytes as if it had been played in one go.
#pragma once

#include "lab/desk.h"
#include "lab/sums.h"

typedef struct dado_slot {
    dado_block block;
    dado_sums sums;    // of its matches
    dado_error error;  // where there was no memory for it
    dado_packing packed;  // where it was wished for
    int players, measures;  // that its arrays were made for; -1 at first
    dado_arena arena;
    char source[512];  // of the text that the block's error is about
    dado_text notes;   // of referees
    dado_text moves;   // where somebody waits for them
} dado_slot;

typedef struct dado_slot_wish {
    const dado_measures *measures;  // that every cell has
    int room;                       // matches in a block, at most
    bool summed;                    // leave its sums in `sums`
    bool packed;                    // leave it in `packed` as bytes too
    bool moves;                     // the block's moves must outlive the desk's next one
} dado_slot_wish;

void dado_slot_init(dado_slot *slot);
void dado_slot_free(dado_slot *slot);

// Plays matches where->first and so on of a cell. False if it was left on the way.
bool dado_slot_play(dado_slot *slot, dado_desk *desk, const dado_block *where,
                    const dado_slot_wish *wish, const atomic_int *halt);

// Adds the next piece of a block that was played in several; the first begins it. Its arrays are
// copied. Once all pieces are there, `close` sums and packs, as wished.
bool dado_slot_join(dado_slot *slot, const dado_block *piece, bool first,
                    const dado_slot_wish *wish);
void dado_slot_close(dado_slot *slot, dado_packer *packer, const dado_slot_wish *wish);
