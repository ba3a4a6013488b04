// match_cursor.h - walks through a match that was played, state by state.
//
// A match is its list of steps. A cursor stands before one of them, in the state where it
// was made. It can go on by one step, to any other step, or to the end of a round. All
// code that replays matches uses a cursor.
#pragma once

#include "core/round_counter.h"

typedef struct dado_match_cursor {
    const dado_game *game;
    const dado_step *path;
    int steps;                     // number of steps in the path
    void *state;                   // the current state, in the caller's memory of the game's size
    int at;                        // steps made so far
    bool round_ended;              // whether the last step ended a round
    dado_round_counter rounds;     // counts the rounds of the steps so far
    dado_clause_counts *coverage;  // counts which rules were used; NULL: not counted
} dado_match_cursor;

// Returns a cursor at the start of a match.
dado_match_cursor dado_match_cursor_begin(const dado_game *game, void *state, const dado_step *path,
                                          int steps);

// Goes back to the start.
void dado_match_cursor_rewind(dado_match_cursor *cursor);

// Returns the step that is made in the current state, or NULL at the end.
static inline const dado_step *dado_match_cursor_next(const dado_match_cursor *cursor)
{
    return cursor->at < cursor->steps ? &cursor->path[cursor->at] : NULL;
}

// Makes that step. Returns false at the end, where there is none.
bool dado_match_cursor_step(dado_match_cursor *cursor);

// Goes to the state before step `at`; beyond the last step, to the end.
void dado_match_cursor_go_to(dado_match_cursor *cursor, int at);

// Goes to the first state in which this many rounds are over, or to the end if there are
// fewer.
void dado_match_cursor_go_to_round(dado_match_cursor *cursor, int rounds);

// Writes the scores and, unless NULL, the places of all seats in the current state.
void dado_match_cursor_standings(const dado_match_cursor *cursor, int32_t *scores, int32_t *places);
