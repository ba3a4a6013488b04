// replay.h - a match as a list of moves that anyone can check.
//
// A log has the moves of a match and a hash of the state at every row of scores. A replay
// file adds what is needed to play it again without the store: the game with its texts,
// the players, the seed, and the referees' notes. Reading it plays the moves again and
// reports the first line that differs.
#pragma once

#include "core/referee_notes.h"
#include "lab/experiment.h"
#include "lab/results_store.h"

typedef struct dado_replay {
    const char *name;           // name of the file it was read from; or NULL
    dado_game_source source;    // the game, with every text it needs
    const char *options;        // as the game understood them
    const char *const *agents;  // the agent of each seat, with its settings
    uint64_t seed, match;       // seed of the cell, and number of the match
    dado_trace log;             // its players, rounds, steps, end, result, places, path and checks
    dado_notes notes;           // referees' notes, in the order of the match
} dado_replay;

// A position in the notes, which are read together with the steps. Zeroed, it stands at
// the beginning.
typedef struct dado_note_cursor {
    int decisions, next;  // number of decisions passed, and index of the next note
} dado_note_cursor;

// Returns the notes made before step `number`, or at the end if that is the number of
// steps; `*count` is how many. Must be called for every step in order.
const dado_note *dado_replay_notes(const dado_replay *replay, dado_note_cursor *walk, int number,
                                   int *count);

// Returns the most bytes that a log can take, packs a log (0 if `room` was too small),
// and unpacks it.
size_t dado_move_log_bound(const dado_trace *trace);
size_t dado_move_log_pack(const dado_trace *trace, unsigned char *bytes, size_t room);
bool dado_move_log_unpack(dado_trace *log, const unsigned char *bytes, size_t size,
                          dado_region *region, dado_error *err);

// Plays the matches of a block again from the moves it keeps, without their players.
// `step`, unless NULL, gets every state with the step made there, and `end` the final
// state. Memory comes from `region` and is released. Returns false, with a reason, if the
// block has no moves.
typedef struct dado_move_log_visitor {
    void *context;
    void (*step)(void *context, const dado_game *game, const void *state, const dado_step *step);
    void (*end)(void *context, const dado_game *game, const void *state, const dado_trace *log);
} dado_move_log_visitor;
bool dado_block_replay(const dado_block *block, const dado_game *game,
                       const dado_move_log_visitor *visitor, dado_region *region, dado_error *err);

// Packs and unpacks a whole compressed file. `bytes` comes from `region`.
bool dado_replay_pack(const dado_replay *replay, dado_region *region, const unsigned char **bytes,
                      size_t *size, dado_error *err);
bool dado_replay_unpack(dado_replay *replay, const char *source, const unsigned char *bytes,
                        size_t size, dado_region *region, dado_error *err);

// Prints a replay as lines of text, for people and for `diff`: settings first, then one
// line per step.
bool dado_replay_print(const dado_replay *replay, dado_text *out, dado_error *err);

// Plays a replay again and compares. Returns false if anything differs; the error names
// the line of the printed form. `watch`, unless NULL, is called for every state with the
// step made there, NULL at the last; it returns whether to go on. The game it gets is
// opened in `region`.
typedef bool dado_replay_watcher(void *context, const dado_game *game, const void *state,
                                 const dado_step *step, int number);
bool dado_replay_check(const dado_replay *replay, dado_replay_watcher *watch, void *context,
                       dado_region *region, dado_error *err);

// Computes the scores after every round, from round 0 on: `rounds + 1` rows with one
// score per seat, in `region`.
bool dado_replay_rows(const dado_replay *replay, const int32_t **rows, dado_region *region,
                      dado_error *err);

// ---- one match of a stored run
//
// If the run kept its moves, they are read from the store. Otherwise the match is played
// again by the same agents with the same seeds, which gives the same match unless agents
// look at a clock.
typedef struct dado_match_id {
    int instance, lineup;
    int64_t match;
} dado_match_id;

// Makes a replay in `region`. `kept` says whether the moves were in the store. `stop`,
// unless NULL, stops playing the match again.
bool dado_replay_from_store(dado_store *store, int64_t run, dado_match_id which,
                            const volatile sig_atomic_t *stop, dado_region *region,
                            dado_replay *replay, bool *kept, dado_error *err);

// ---- the rounds of stored matches, one after the other
//
// They are computed from the stored moves, if there are any, without opening players.
// Otherwise the players of the plan play the matches again.
typedef struct dado_round_reader {
    const dado_results *results;
    const dado_cell *cell;
    const volatile sig_atomic_t *stop;
    bool kept;           // whether matches are read, and not played
    dado_engine worker;  // plays them
    dado_region region;  // holds the match read last
    dado_trace trace;
} dado_round_reader;

void dado_round_reader_begin(dado_round_reader *reader, const dado_results *results,
                             const volatile sig_atomic_t *stop);
void dado_round_reader_end(dado_round_reader *reader);

// Opens a cell. Returns false, with a reason, if its players cannot be opened.
bool dado_round_reader_open(dado_round_reader *reader, const dado_cell *cell, dado_error *err);

// Returns a match of the cell with the scores of every round, valid until the next call.
// NULL if `stop` was set, or with the reason in `err`.
const dado_trace *dado_round_reader_match(dado_round_reader *reader, int64_t match,
                                          dado_error *err);
