// remote_matches.h - the matches of a plan as a task for a cluster, on this and other
// machines.
//
// The units are matches, cell by cell in the order of the plan. They are smaller than
// blocks, so that a thousand threads have work in a run of a few hundred blocks. An
// answer consists of pieces of blocks; the coordinator joins them.
#pragma once

#include "lab/match_block.h"
#include "lab/cluster.h"
#include "lab/experiment_plan.h"

extern const dado_remote_task dado_remote_task_matches;

// Makes the order for a plan. With `native`, native code that was made before is used.
// With `stored`, whole blocks come packed as stores keep them: the workers compress
// blocks, and the coordinator only appends them.
dado_byte_writer dado_remote_matches_request(const dado_plan *plan, bool native, bool stored);

// The piece of a block from match `unit` of the plan to before `end`: where it lies, and
// whether it begins and ends its block.
typedef struct dado_remote_matches_piece {
    dado_block where;
    int64_t block;  // number of the block in the plan
    bool begins, ends;
} dado_remote_matches_piece;

dado_remote_matches_piece dado_remote_matches_locate(const dado_plan *plan, int64_t unit,
                                                     int64_t end);

// Reads the next piece of an answer with its notes. If it is `kept`, a whole block for a
// store, `packed` is set to its packed bytes, else to NULL.
bool dado_remote_matches_read(dado_byte_reader *in, bool kept, dado_block *block,
                              const unsigned char **packed, size_t *size, dado_region *region,
                              dado_error *err);
