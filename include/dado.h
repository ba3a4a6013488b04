/* dado.h - dado as a library: everything it can be asked, and games to be stepped through.
 *
 * Two halves. Jobs: a request as JSON goes in, a document as JSON comes out, the same that the
 * command prints (docs/reference/document.md). Halls: many matches of one game side by side, for
 * whoever chooses the moves: a learner, a search, a server.
 *
 * No state is shared: everything hangs on what was opened, and threads may each use their own.
 * Strings that are returned are the caller's, to be given back with dado_free. Nothing here ends
 * the program or prints.
 */
#ifndef DADO_H
#define DADO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DADO_ABI 2 /* raised when anything below changes its meaning or goes */

#if defined(__GNUC__)
#define DADO_PUBLIC __attribute__((visibility("default")))
#else
#define DADO_PUBLIC
#endif

DADO_PUBLIC int dado_abi(void);             /* of the library that was loaded */
DADO_PUBLIC const char *dado_release(void); /* "0.1.0" */
DADO_PUBLIC void dado_free(void *memory);   /* NULL is fine */

/* ---- jobs */

/* All jobs and their parameters, as a JSON array. */
DADO_PUBLIC char *dado_lib_jobs(void);

/* Hears of progress ("progress", "say", "answer"), on the calling thread; not 0 stops the job. */
typedef int (*dado_hear)(void *context, const char *kind, const char *json);

/* Runs {"job": "sim", "parameters": {"game": "kuhn"}, "files": {...}}. Answers the document as
 * JSON; or, with *failed set to 1, why not: {"text", "code", "line", ...}. NULL: no memory.
 * `store` is the file that keeps results, NULL for none; `threads` 0 is one a core. */
DADO_PUBLIC char *dado_lib_run(const char *request, const char *store, int threads, dado_hear hear,
                               void *context, int *failed);

/* ---- halls: `places` matches of one game at a time */

typedef struct dado_hall dado_hall;

/* `game` is a name of the library, a world or a file; `options` are "NAME=VALUE", `count` of them.
 * Place k plays match k of `dado sim --seed SEED`, then match k + places, and so on. NULL, and why
 * in `why`, where it cannot be opened. */
DADO_PUBLIC dado_hall *dado_hall_open(const char *game, const char *const *options, int count,
                                      int places, uint64_t seed, char *why, size_t room);
DADO_PUBLIC void dado_hall_close(dado_hall *hall);

/* Everything begins anew, with the luck of another seed. */
DADO_PUBLIC void dado_hall_reset(dado_hall *hall, uint64_t seed);

DADO_PUBLIC const char *dado_hall_title(const dado_hall *hall); /* of the game */
DADO_PUBLIC int dado_hall_places(const dado_hall *hall);
DADO_PUBLIC int dado_hall_players(const dado_hall *hall);
DADO_PUBLIC int dado_hall_most_moves(const dado_hall *hall); /* no list is longer */

/* Who is to choose at every place, and among how many moves: arrays of `places`. */
DADO_PUBLIC void dado_hall_look(const dado_hall *hall, int32_t *actors, int32_t *counts);

/* Everybody's points now, in which more is better: `places` rows of `players`. */
DADO_PUBLIC void dado_hall_scores(const dado_hall *hall, int32_t *scores);

/* The match of every place, by its number: an array of `places`. */
DADO_PUBLIC void dado_hall_matches(const dado_hall *hall, uint64_t *matches);

/* Plays the move of that number in its list at every place; -1 leaves a place as it is. Luck is
 * drawn, and agents in seats are asked, until a seat without one is to choose. Where a match ends,
 * ended[k] is 1, or 2 if it was stopped short of its end (a rule that cannot be carried out, or too
 * many moves), result[k * players ...] has its points and ranks[k * players ...] its places, from
 * 0, and the next match begins; elsewhere ended[k] is 0 and the two are left as they are. All three
 * may be NULL. 0, or 1 + the place whose move is none of its list: then nothing was played. */
DADO_PUBLIC int dado_hall_step(dado_hall *hall, const int32_t *choices, uint8_t *ended,
                               int32_t *result, int32_t *ranks);

/* ---- what learners read and answer */

#define DADO_NUMBERS_AXES 4
typedef struct dado_numbers { /* numbers with a name, all of one kind, in one range */
    const char *name, *about;
    int32_t kind; /* 0: 0 or 1; 1: whole numbers; 2: any */
    int32_t axes;
    int32_t shape[DADO_NUMBERS_AXES]; /* the last axis runs fastest */
    float least, most;              /* infinite where the game knows no bound */
} dado_numbers;

/* How many numbers describe what a seat sees, all blocks together; 0 where a game has none. */
DADO_PUBLIC int dado_hall_features(const dado_hall *hall);
/* Describes a block, from 0 up; 0 beyond the last, else 1. Blocks lie one behind the other. */
DADO_PUBLIC int dado_hall_block(const dado_hall *hall, int which, dado_numbers *block);
/* Names an entry of a block's first axis. Answers how long it is. */
DADO_PUBLIC size_t dado_hall_entry(const dado_hall *hall, int which, int entry, char *out,
                                   size_t room);

/* How many actions there are: numbers of moves that mean the same in every state. 0 where a game
 * has none; its moves are then known by their places in the list alone. */
DADO_PUBLIC int dado_hall_actions(const dado_hall *hall);

/* What a seat sees at every place (-1: whoever is to choose): `places` rows of features; and which
 * actions are moves now, `places` rows of a byte an action, all 0 where another seat is to choose.
 * Either may be NULL. */
DADO_PUBLIC void dado_hall_see(dado_hall *hall, int seat, float *features, uint8_t *mask);

/* The same of one place, where it is `seat` that is to choose or not; and the actions of its moves,
 * in the order of the list. */
DADO_PUBLIC void dado_hall_see_one(dado_hall *hall, int place, int seat, float *features,
                                   int32_t *actions);

/* Turns actions, -1 for none, into choices for dado_hall_step. 0, or 1 + the place where the action
 * is no move. */
DADO_PUBLIC int dado_hall_choices(dado_hall *hall, const int32_t *actions, int32_t *choices);

/* ---- agents of the shelf */

/* Opens an agent, as in "uct:iterations=200". Answers its number, from 0; or -1, and why. */
DADO_PUBLIC int dado_hall_agent(dado_hall *hall, const char *agent, char *why, size_t room);

/* What it would choose at every place, for whoever is to. */
DADO_PUBLIC void dado_hall_ask(dado_hall *hall, int agent, int32_t *choices);

/* Lets it play a seat in all places; -1 gives the seat back to the caller. Matches begin anew. 0,
 * or 1 where there is no such seat or agent, or no seat would be left to the caller. */
DADO_PUBLIC int dado_hall_sit(dado_hall *hall, int seat, int agent);

/* ---- words, copies */

/* A move in words; a state in words as one seat sees it (-2: everything). Answers its length. */
DADO_PUBLIC size_t dado_hall_move_words(const dado_hall *hall, int place, int move, char *out,
                                        size_t room);
DADO_PUBLIC size_t dado_hall_words(const dado_hall *hall, int place, int seat, char *out,
                                   size_t room);

/* A place as dado_hall_state_size bytes, luck and what agents remember included, to be put back at
 * any place of the hall. More agents, larger states. Restoring answers 0; or 1, and nothing is
 * changed, where these are not bytes that this hall saved. */
DADO_PUBLIC size_t dado_hall_state_size(const dado_hall *hall);
DADO_PUBLIC void dado_hall_save(const dado_hall *hall, int place, void *bytes);
DADO_PUBLIC int dado_hall_restore(dado_hall *hall, int place, const void *bytes);

#ifdef __cplusplus
}
#endif

#endif
