// lines.h - lines of play that came up before, and need not be played again.
//
// Of a small game the same few matches are played over and over: Kuhn poker has
// thirty. Among random players a match hangs on what is drawn and on nothing else,
// so the draws lead through a tree: at each place which draw, of how many, and where
// each number leads. A match that gets to an end in it is known by the number of its
// line, and no rule was asked. The draws are those that would have been made, worked
// out for many matches side by side.
//
// Nothing of it can change a result, so it is bounded as suits it: lines that are
// unlikely to come again are not noted, and where too few do, it is given up.
#pragma once

#include "core/arena.h"
#include "core/game.h"

enum { DADO_LINES_MOST = 1024, DADO_LINES_BATCH = 16 };

typedef struct dado_lines {
    const dado_game *game;
    uint32_t *cells;   // the tree; see lines.c
    int used;          // of the cells
    int count;         // of lines noted, which are numbered from 0
    int longest;       // nodes on the way to the end of one, at most
    dado_rng *draws;   // that lines hang on, each the same place of a lane in every match
    int draw_count;
    uint64_t *words;   // what they are, in each match of the batch at hand
    int asked, found;  // matches so far
    int unlikely;      // of those that were not found, too unlikely to be noted
    bool given_up;
    unsigned char *state;  // for following a match by the rules, as are the next two
    dado_move *moves;
    uint32_t *counts;
} dado_lines;

// False if the arena is full.
bool dado_lines_open(dado_lines *lines, const dado_game *game, dado_arena *arena);

// The lines that matches `first` and on take, at most DADO_LINES_BATCH; -1 where one is not known.
void dado_lines_find(dado_lines *lines, uint64_t first, int matches, int32_t *line);

// The line of a match that was not found, which ended: it is followed by the rules and noted down.
// `luck` has a lane of each seat and chance's behind them, with the seeds of all matches and
// nothing drawn yet. -1 if it is not worth it.
int dado_lines_note(dado_lines *lines, dado_rng *luck);
