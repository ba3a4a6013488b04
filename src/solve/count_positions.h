// count_positions.h - counts the plays and positions of a game, so that a description can
// be compared with published figures.
//
// Plays are counted by their number of moves. Positions with equal bytes are visited
// once, together with the number of plays that lead to them. So the count is exact, and
// its cost grows with the number of positions, not of plays. Chance events are drawn from
// a seed and the number of the move, equally for all plays: a game without luck is
// counted exactly, any other as that seed deals it.
#pragma once

#include "core/game.h"

typedef struct dado_position_count_row {
    uint64_t plays;      // plays of exactly this many moves
    uint64_t over;       // those of them that are over after the last move
    uint64_t positions;  // distinct positions after this many moves
} dado_position_count_row;

typedef struct dado_position_count {
    int moves;           // number of the last row that was counted; row 0 is the start
    uint64_t ended;      // plays that are over within the counted rows
    uint64_t positions;  // distinct positions in all rows together
    bool complete;       // whether all plays are over, so that nothing is left to count
} dado_position_count;

typedef struct dado_position_count_config {
    int most;  // moves to count at most
    uint64_t seed;
    size_t memory;  // limit in bytes; 0 is 1 GiB
    // Called before each position is expanded, unless NULL: `done` of `all` positions
    // with this number of moves are expanded. Returns false to stop the count.
    bool (*report)(void *to, int moves, uint64_t done, uint64_t all);
    void *to;
} dado_position_count_config;

// Fills rows 0 to plan->most. Fails if memory runs out, if a number exceeds 64 bits, if a
// rule of the game cannot be executed, or if `report` stops it.
bool dado_count_positions(const dado_game *game, const dado_position_count_config *plan,
                          dado_position_count_row *rows, dado_position_count *count,
                          dado_error *err);
