// replay.h - a match as a list of moves that anyone can check.
//
// A log is a match's moves and a hash of the state at every row of scores. A
// replay file adds what it takes to play it again without the store: the game
// with the texts it was opened from, who sat where, the seed, and what referees said. The reader
// plays the moves anew and names the first line that comes out differently.
#pragma once

#include "core/note.h"
#include "lab/store.h"

typedef struct dado_replay {
    const char *name;           // of the file it was read from; or NULL
    dado_source source;         // the game, with every text it needs
    const char *options;        // as the game understood them
    const char *const *agents;  // of each seat, with its settings
    uint64_t seed, match;       // of the cell, and which match it was
    dado_trace log;  // players, rounds, steps, end, result, places, path and checks of it
    dado_notes notes;           // of referees, in the order of the match
} dado_replay;

// Walks through the notes beside the steps: those made before step `number`, or, where it is the
// number of steps, at the end. Zeroed, it stands at the beginning.
typedef struct dado_note_walk {
    int decisions, next;  // of the steps passed, and of the notes
} dado_note_walk;

// The notes made before a step, `*count` of them; to be asked for every step in turn.
const dado_note *dado_replay_notes(const dado_replay *replay, dado_note_walk *walk, int number,
                                   int *count);

// Bytes a log packs into at most, and packing it; 0 if `room` was too little.
size_t dado_log_bound(const dado_trace *trace);
size_t dado_log_pack(const dado_trace *trace, unsigned char *bytes, size_t room);
bool dado_log_unpack(dado_trace *log, const unsigned char *bytes, size_t size, dado_arena *arena,
                     dado_error *err);

// Plays the matches of a block again from the moves it keeps, without those who chose them:
// `step`, unless NULL, sees every state with the step taken there, and `end` the last one. What it
// takes comes from `arena`, and is given back. False, and why, if the block keeps none.
typedef struct dado_log_visitor {
    void *context;
    void (*step)(void *context, const dado_game *game, const void *state, const dado_step *step);
    void (*end)(void *context, const dado_game *game, const void *state, const dado_trace *log);
} dado_log_visitor;
bool dado_block_walk(const dado_block *block, const dado_game *game,
                     const dado_log_visitor *visitor, dado_arena *arena, dado_error *err);

// A whole file, squeezed. `bytes` comes from `arena`.
bool dado_replay_pack(const dado_replay *replay, dado_arena *arena, const unsigned char **bytes,
                      size_t *size, dado_error *err);
bool dado_replay_unpack(dado_replay *replay, const char *source, const unsigned char *bytes,
                        size_t size, dado_arena *arena, dado_error *err);

// The same as lines of text, for people and for `diff`: a head of settings, then a line a step.
bool dado_replay_print(const dado_replay *replay, dado_text *out, dado_error *err);

// Plays it again and compares: false, with the line of the printed form in
// which the two part, if anything differs. `watch`, unless NULL, is called on every state
// with the step to be taken there, NULL at the last; it answers whether to go on. The game it is
// shown is opened in `arena` and lives as long.
typedef bool dado_replay_watcher(void *context, const dado_game *game, const void *state,
                                 const dado_step *step, int number);
bool dado_replay_check(const dado_replay *replay, dado_replay_watcher *watch, void *context,
                       dado_arena *arena, dado_error *err);

// ---- one match of a stored run
//
// If the run kept its moves they are read from the store; if not, the match is
// played again by the same agents on the same luck, which comes to the same
// wherever agents do not look at a clock.
typedef struct dado_which {
    int instance, lineup;
    int64_t match;
} dado_which;

// Everything comes from `arena`. `kept` tells whether the moves were in the store; `stop`, which
// may be NULL, is heard while the match is played again.
bool dado_recall(dado_store *store, int64_t run, dado_which which,
                 const volatile sig_atomic_t *stop, dado_arena *arena, dado_replay *replay,
                 bool *kept, dado_error *err);
