/* dado.h - dado as a library: runs all its jobs, and steps through games.
 *
 * It has two halves. Jobs: a request as JSON goes in, and a document as JSON comes out, the same
 * that the command prints (docs/reference/document.md). Halls: a hall plays many matches of one
 * game side by side, and the caller chooses the moves: a learning program, a search, a server.
 *
 * There are no global variables: all state belongs to what was opened, so each thread may use its
 * own. A hall belongs to one thread at a time: calls with the same hall must not overlap.
 * Returned strings belong to the caller, who frees them with dado_free. Nothing here ends the
 * program or prints.
 */
#ifndef DADO_H
#define DADO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DADO_ABI 2 /* raised when anything below changes its meaning or is removed */

#if defined(__GNUC__)
#define DADO_PUBLIC __attribute__((visibility("default")))
#else
#define DADO_PUBLIC
#endif

DADO_PUBLIC int dado_abi(void);             /* of the library that was loaded */
DADO_PUBLIC const char *dado_release(void); /* "0.3.0" */
DADO_PUBLIC void dado_free(void *memory);   /* `memory` may be NULL */

/* ---- jobs */

/* Returns all jobs and their parameters, as a JSON array. */
DADO_PUBLIC char *dado_lib_jobs(void);

/* Called on the calling thread while a job runs; `json` depends on `kind`:
 *   "progress" {"done", "all", "seconds"}: matches played;
 *   "work" {"done", "all", "what", "words"}: other work, as in 3 of 500 "generations";
 *   "say" {"words"}: a line besides the document.
 * Returning a number other than 0 stops the job. */
typedef int (*dado_hear)(void *context, const char *kind, const char *json);

/* Runs {"job": "sim", "parameters": {"game": "kuhn"}, "files": {...}}. Returns the document as
 * JSON; or sets *failed to 1 and returns the error: {"text", "code", "line", ...}. NULL: no memory.
 * `store` is the file that stores results, NULL for none; `threads` 0 means one per core. */
DADO_PUBLIC char *dado_lib_run(const char *request, const char *store, int threads, dado_hear hear,
                               void *context, int *failed);

/* The same for programs that may stop a job: once *stop is not 0, set by another thread or a signal
 * handler, the job ends within a second with what it has. `stop` may be NULL. A `hear` that stops
 * the job sets *stop too. */
DADO_PUBLIC char *dado_lib_run_until(const char *request, const char *store, int threads,
                                     dado_hear hear, void *context, volatile int *stop,
                                     int *failed);

/* ---- halls: a hall has `places`, and each plays one match at a time */

typedef struct dado_hall dado_hall;

/* `game` is a name of the library, a world or a file; `options` are "NAME=VALUE", `count` of them.
 * Place k plays match k of `dado sim --seed SEED`, then match k + places, and so on. Returns NULL,
 * with the reason in `why`, if it cannot be opened. */
DADO_PUBLIC dado_hall *dado_hall_open(const char *game, const char *const *options, int count,
                                      int places, uint64_t seed, char *why, size_t room);
DADO_PUBLIC void dado_hall_close(dado_hall *hall);

/* Starts all matches anew, with the luck of another seed. */
DADO_PUBLIC void dado_hall_reset(dado_hall *hall, uint64_t seed);

DADO_PUBLIC const char *dado_hall_title(const dado_hall *hall); /* of the game */
DADO_PUBLIC int dado_hall_places(const dado_hall *hall);
DADO_PUBLIC int dado_hall_players(const dado_hall *hall);
DADO_PUBLIC int dado_hall_most_moves(const dado_hall *hall); /* the longest list of moves */

/* Writes which seat must choose at every place, and among how many moves: arrays of `places`. */
DADO_PUBLIC void dado_hall_look(const dado_hall *hall, int32_t *actors, int32_t *counts);

/* Writes everybody's current points, more being better: `places` rows of `players`. */
DADO_PUBLIC void dado_hall_scores(const dado_hall *hall, int32_t *scores);

/* Writes the number of the match at every place: an array of `places`. */
DADO_PUBLIC void dado_hall_matches(const dado_hall *hall, uint64_t *matches);

/* Plays the move with the given index in its list at every place; -1 leaves a place as it is. Then
 * plays luck and the seats of agents until the caller must choose. If a match ends, ended[k] is 1,
 * or 2 if it was stopped before its end (a rule that cannot be executed, or too many moves).
 * result[k * players ...] then has its points and ranks[k * players ...] its places, from 0, and
 * the next match begins. Otherwise ended[k] is 0 and the two are unchanged. All three may be NULL.
 * Returns 0, or 1 + the place whose move is not in its list: then nothing was played. */
DADO_PUBLIC int dado_hall_step(dado_hall *hall, const int32_t *choices, uint8_t *ended,
                               int32_t *result, int32_t *ranks);

/* ---- numbers for learning programs: what a seat sees, and actions */

#define DADO_NUMBERS_AXES 4
typedef struct dado_numbers { /* numbers with a name, all of one kind, in one range */
    const char *name, *about;
    int32_t kind; /* 0: 0 or 1; 1: whole numbers; 2: any */
    int32_t axes;
    int32_t shape[DADO_NUMBERS_AXES]; /* the last axis varies fastest */
    float least, most;                /* infinite if there is no bound */
} dado_numbers;

/* Returns how many numbers describe what a seat sees, over all blocks; 0 if the game has none. */
DADO_PUBLIC int dado_hall_features(const dado_hall *hall);
/* Describes block `which`, from 0; returns 0 after the last, else 1. Blocks follow each other. */
DADO_PUBLIC int dado_hall_block(const dado_hall *hall, int which, dado_numbers *block);
/* Writes the name of an entry of a block's first axis. Returns its length. */
DADO_PUBLIC size_t dado_hall_entry(const dado_hall *hall, int which, int entry, char *out,
                                   size_t room);

/* Returns the number of actions: numbers of moves that mean the same in every state. 0 if the game
 * has none; its moves are then known only by their index in the list. */
DADO_PUBLIC int dado_hall_actions(const dado_hall *hall);

/* Writes what a seat sees at every place (-1: the seat that must choose): `places` rows of
 * features; and which actions are legal now: `places` rows with one byte per action, all 0 where
 * another seat must choose. Either may be NULL. */
DADO_PUBLIC void dado_hall_see(dado_hall *hall, int seat, float *features, uint8_t *mask);

/* The same for one place, whether or not `seat` must choose there; and the actions of its moves, in
 * the order of the list. */
DADO_PUBLIC void dado_hall_see_one(dado_hall *hall, int place, int seat, float *features,
                                   int32_t *actions);

/* Turns actions, -1 for none, into choices for dado_hall_step. Returns 0, or 1 + the place where
 * the action is not legal. */
DADO_PUBLIC int dado_hall_choices(dado_hall *hall, const int32_t *actions, int32_t *choices);

/* ---- for research: sampling, rewards on the way, luck, histories, information states, cores */

/* Draws a move at every place among its legal ones: uniformly if `weights` is NULL, else in
 * proportion to `places` rows of weights, one per action (where the game has no actions: one per
 * index, `most_moves` of them). Weights that are not above 0 count as 0; a place without any is
 * drawn uniformly. Luck that the caller plays is drawn by its odds. `choices` are for
 * dado_hall_step; `actions`, which may be NULL, gets their actions. Equal seeds draw equally. */
DADO_PUBLIC void dado_hall_sample(dado_hall *hall, const float *weights, uint64_t seed,
                                  int32_t *choices, int32_t *actions);

/* From now on dado_hall_step also writes, unless NULL: gains, `places` rows of `players`, how the
 * step changed everybody's points, up to the end of a match that ended; and last, `places` rows of
 * features: where a match ended, what `seat` saw at its end (-1: the seat that chose last). */
DADO_PUBLIC void dado_hall_watch(dado_hall *hall, int32_t *gains, int seat, float *last);

/* With `on`, the caller plays luck too: where dado_hall_look has the actor -1, the moves are the
 * outcomes of luck. Luck without a list of outcomes, such as any 64-bit word, is still drawn.
 * Matches begin anew. */
DADO_PUBLIC void dado_hall_play_luck(dado_hall *hall, int on);
/* Writes how likely each outcome at a place is, and returns how many there are; 0 if no luck is to
 * be played there. `odds` has room for most_moves. */
DADO_PUBLIC int dado_hall_odds(dado_hall *hall, int place, double *odds);

/* Keeps the last match of every place as its list of moves, up to `most` of them, from a new
 * beginning on; 0 keeps none. Saved places grow by that. Returns 0, or 1 if there is no memory. */
DADO_PUBLIC int dado_hall_record(dado_hall *hall, int most);
/* Writes who moved (-1: luck) and what, oldest first, up to `room` moves; either may be NULL.
 * Returns how many there are; -1 if none are kept, or more were made than are kept. */
DADO_PUBLIC int dado_hall_history(const dado_hall *hall, int place, int32_t *actors,
                                  uint64_t *moves, int room);
/* The information state of a seat with perfect recall: all that it saw and did since the match
 * began. In words: what it saw, one below the other, and its own moves after "> ". Returns the length;
 * 0 if the history is not kept. */
DADO_PUBLIC size_t dado_hall_recall_words(dado_hall *hall, int place, int seat, char *out,
                                          size_t room);
/* The same in numbers: one row of features + actions for everything it saw, in order, the last row
 * being what it sees now; behind the features, 1 for the action that the seat chose there. Writes the last
 * `rows` of them, and rows of 0 before the first. Returns how many there are, -1 if the history is
 * not kept. */
DADO_PUBLIC int dado_hall_recall(dado_hall *hall, int place, int seat, int rows, float *out);

/* Lets step, see, sample and choices use so many threads, 0: one per core. Results are the same. A
 * hall in which agents play seats stays with one. Returns the number of threads. */
DADO_PUBLIC int dado_hall_threads(dado_hall *hall, int threads);

/* ---- built-in agents */

/* Opens an agent, as in "uct:iterations=200". Returns its number, from 0; or -1 and the reason. */
DADO_PUBLIC int dado_hall_agent(dado_hall *hall, const char *agent, char *why, size_t room);

/* Writes what it would choose at every place, for the seat that must choose. */
DADO_PUBLIC void dado_hall_ask(dado_hall *hall, int agent, int32_t *choices);

/* Lets it play a seat at all places; -1 gives the seat back to the caller. Matches begin anew.
 * Returns 0; or 1 if there is no such seat or agent, or no seat would be left to the caller. */
DADO_PUBLIC int dado_hall_sit(dado_hall *hall, int seat, int agent);

/* ---- texts and copies */

/* Write a move, or a state as one seat sees it (-2: everything), in words. Return the length. */
DADO_PUBLIC size_t dado_hall_move_words(const dado_hall *hall, int place, int move, char *out,
                                        size_t room);
DADO_PUBLIC size_t dado_hall_words(const dado_hall *hall, int place, int seat, char *out,
                                   size_t room);

/* Save a place as dado_hall_state_size bytes, with its luck and the memory of agents, and restore
 * it at any place of the hall. The size grows with the number of agents. Restoring returns 0; or 1,
 * and changes nothing, if this hall did not save these bytes. */
DADO_PUBLIC size_t dado_hall_state_size(const dado_hall *hall);
DADO_PUBLIC void dado_hall_save(const dado_hall *hall, int place, void *bytes);
DADO_PUBLIC int dado_hall_restore(dado_hall *hall, int place, const void *bytes);

#ifdef __cplusplus
}
#endif

#endif
