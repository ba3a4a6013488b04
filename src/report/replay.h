// replay.h - one match as one HTML file, to be stepped through in any browser.
//
// A page is filled while the match is played again: it is a watcher for
// dado_replay_check, and holds what changed from step to step, not the states. How
// a game's table is recorded is up to its face: in its own way, drawn from its scenes, or printed.
#ifndef DADO_REPORT_REPLAY_H
#define DADO_REPORT_REPLAY_H

#include "core/face.h"
#include "lab/replay.h"

extern const dado_recorder dado_record_text;   // any game's tables
extern const dado_recorder dado_record_scene;  // those of games that have scenes

typedef struct dado_replay_page dado_replay_page;

dado_replay_page *dado_replay_page_begin(const dado_replay *replay);  // NULL: no memory
// A dado_replay_watcher; its context is the page.
bool dado_replay_page_watch(void *page, const dado_game *game, const void *state,
                            const dado_step *step, int number);
// Writes the page, and frees it in either case.
bool dado_replay_page_end(dado_replay_page *page, dado_text *out, dado_error *err);

#endif
