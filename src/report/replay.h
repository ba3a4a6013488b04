// replay.h - one match as one HTML file, to be stepped through in any browser.
//
// A page is filled while the match is played again: it is a watcher for
// dado_replay_check, and holds what changed from step to step, not the states. How
// a game's table is recorded is up to a board: text does for any game, a world
// may have a better one.
#ifndef DADO_REPORT_REPLAY_H
#define DADO_REPORT_REPLAY_H

#include "lab/replay.h"

enum { DADO_REPLAY_CURVES = 4 };

// Records a game's tables for the script of the same kind. What is written is JSON.
typedef struct dado_replay_board {
    const char *kind;                        // of the script's board
    int most_frames;                         // beyond, not every step is shown
    bool quiet_luck;                         // no frame between a move and the luck that decides it
    const char *curves[DADO_REPLAY_CURVES];  // what is drawn over time; the rest NULL
    void *(*begin)(const dado_game *game);   // NULL: no memory
    void (*frame)(void *self, const dado_game *game, const void *state, dado_text *out);
    // What playing the step brought about, in words.
    void (*words)(void *self, const dado_game *game, const void *state, const dado_step *step,
                  dado_text *out);
    // What goes with a step about to be played: part of the next frame; or NULL.
    void (*deed)(void *self, const dado_game *game, const void *state, const dado_step *step);
    double (*curve)(const dado_game *game, const void *state, int which, int seat);
    void (*end)(void *self, const dado_game *game, dado_text *out);  // the rest of its members
    void (*free)(void *self);
} dado_replay_board;

extern const dado_replay_board dado_board_text;
extern const dado_replay_board dado_board_hexes;  // Território

typedef struct dado_replay_page dado_replay_page;

dado_replay_page *dado_replay_page_begin(const dado_replay *replay);  // NULL: no memory
// A dado_replay_watcher; its context is the page.
bool dado_replay_page_watch(void *page, const dado_game *game, const void *state,
                            const dado_step *step, int number);
// Writes the page, and frees it in either case.
bool dado_replay_page_end(dado_replay_page *page, dado_text *out, dado_error *err);

#endif
