// bigpoints.h - Big Points boards solved by the hundred thousand.
//
// The one file of this room that knows a game by name. It gives the same
// answers as the solver for any game, much sooner, for two players on boards
// without special discs.
//
// What may be moved depends on the path, the pawns and the ladder, never on the
// hands; call that the shape of a position. Hands only matter when the points
// are counted. So it walks shapes, which are few, and keeps for each a small
// dense block with the value for every first hand there could be. A move adds
// to one colour of the mover's hand, which is a shift of the block; choosing
// between moves is the larger, or the smaller, of two blocks, element by
// element. Which hands can really occur is a block of bits that travels along,
// and its ones are the positions of the game, counted by their full key.
//
// Every move collects one disc, so shapes lie in layers: forward to find them,
// backward to value them, two layers of blocks at a time.
#pragma once

#include "solve/hands.h"
#include "solve/value.h"
#include "worlds/bigpoints.h"

typedef struct dado_board_value {
    int first, second;  // points with best play
    uint64_t states;    // distinct positions that are not over, by the full key
    uint64_t finals;    // distinct positions that are over
    uint64_t shapes;    // of positions: what was really walked
} dado_board_value;

typedef struct dado_boards dado_boards;  // work space for the boards of one size

// True if boards of this size can be solved here; else why not.
bool dado_boards_able(dado_row_size size, dado_error *err);

// `memory` is a limit in bytes. `hands`, unless NULL, share the work within a board.
dado_boards *dado_boards_new(dado_row_size size, dado_objective by, size_t memory,
                             const dado_hands *hands, dado_error *err);
void dado_boards_free(dado_boards *boards);
// From here on whoever gives leave may end the solving of a board, which then fails.
void dado_boards_ask(dado_boards *boards, dado_leave leave);
bool dado_boards_solve(dado_boards *boards, const dado_row *row, dado_board_value *value,
                       dado_error *err);
