// afield.h - matches of a plan as a trade: played by a fleet, here and on other machines.
//
// The units are matches, cell by cell in the order of the plan, and finer than
// blocks, so that a thousand threads have something to do in a run of a few
// hundred blocks. An answer is pieces of blocks; the conductor puts them together.
#pragma once

#include "lab/block.h"
#include "lab/fleet.h"
#include "lab/plan.h"

extern const dado_trade dado_trade_matches;

// The order for a plan; with `native`, code that was made before is taken in, and with `stored`
// whole blocks come packed as stores keep them: those who play squeeze, and not who conducts.
dado_packing dado_afield_order(const dado_plan *plan, bool native, bool stored);

// The piece of a block that begins with match `unit` of the plan and ends before `end`: where it
// is, and whether it begins and ends its block.
typedef struct dado_afield_piece {
    dado_block where;
    int64_t block;  // its number in the plan
    bool begins, ends;
} dado_afield_piece;

dado_afield_piece dado_afield_locate(const dado_plan *plan, int64_t unit, int64_t end);

// Reads the next piece of an answer with its notes, and if it is `kept`, a whole block for a store,
// its bytes as packed; NULL otherwise.
bool dado_afield_read(dado_unpacking *in, bool kept, dado_block *block,
                      const unsigned char **packed, size_t *size, dado_arena *arena,
                      dado_error *err);
