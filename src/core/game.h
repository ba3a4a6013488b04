// game.h - what a game is, to everything that is not a game.
//
// A game is a pure machine. Its rules are a table of functions; its state is a
// run of bytes that anyone may copy, compare, hash or keep in an array; and no
// luck hides inside. When luck is due the actor is DADO_CHANCE and the outcome
// comes in from outside, a move like any other. So a match is exactly its list
// of moves, and code that has never heard of cards or dungeons can replay it,
// search it and solve it.
//
// Agents are never handed a state. They get a view, which is what one player
// may know; to look ahead they ask `redeal` for a state that fits the view.
// Players who choose at once are asked in turn, and `observe` keeps the secret.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/region.h"
#include "core/error.h"
#include "core/options.h"
#include "core/rng.h"
#include "core/text.h"
#include "core/match_record.h"

typedef struct dado_game dado_game;
typedef struct dado_game_extras dado_game_extras;  // see game_extras.h
typedef struct dado_fast_paths dado_fast_paths;    // see fast_paths.h

// A clause of a description, which is executed or holds, or not: a condition, an option,
// an act or a stage.
typedef struct dado_clause {
    const char *kind;  // "condition", "option", "act", "stage"
    dado_place place;
    int last_line;
    int64_t held, failed;  // counts before the first decision, the same in every match
} dado_clause;

typedef struct dado_clause_counts {  // counts how often clauses are executed or hold
    int64_t *held, *failed;          // by clause
    dado_move *moves;                // room for max_moves
} dado_clause_counts;

// Tables of functions contain their size, and new entries go to their end. A plug-in,
// which is built separately, checks whether a table has an entry that older programs lack
// before it reads it: DADO_TABLE_HAS(game->rules, fast).
#define DADO_TABLE_HAS(table, entry) \
    ((table)->size >= (size_t)((const char *)(&(table)->entry + 1) - (const char *)(table)))

typedef struct dado_rules {
    const char *name;    // as typed: "kuhn"
    const char *title;   // as printed: "Kuhn poker"
    const char *about;   // a sentence for lists
    const char *suffix;  // ending of files of this game, whose text is its option "file"; or NULL

    // Reads `options` ("players=3", the text of a map) and fills in `game`. All memory
    // comes from `region`, is never changed later, and is read by many threads.
    bool (*open)(dado_game *game, const dado_options *options, dado_region *region,
                 dado_error *err);

    // Writes all state_size bytes of the initial state.
    void (*start)(const dado_game *game, void *state);

    // Returns who is to move: a player from 0 up, DADO_CHANCE, or DADO_NOBODY when the
    // match is over.
    int (*actor)(const dado_game *game, const void *state);

    // Lists the actor's moves, in an order that depends only on the state, and returns
    // how many there are; a move that is nearest to passing comes last. At a chance event
    // these are the outcomes; an empty list there means that any 64-bit word is an
    // outcome.
    int (*legal)(const dado_game *game, const void *state, dado_move *moves);

    // Makes one of these moves. Equal states and equal moves give equal bytes.
    void (*apply)(const dado_game *game, void *state, dado_move move);

    // Writes everyone's score so far; more is better. It is called at the end of every
    // round, and these rows are the trace that metrics read.
    void (*scores)(const dado_game *game, const void *state, int32_t *scores);

    // Prints the table as the player `eyes` sees it; DADO_NOBODY sees everything.
    void (*print)(const dado_game *game, const void *state, int eyes, dado_text *out);

    // Writes a legal move in words, as the actor sees it. No other move here has the same
    // words.
    void (*print_move)(const dado_game *game, const void *state, dado_move move, dado_text *out);

    // From here on entries may be NULL; the text in brackets says what happens then.

    // Returns the number of rounds finished so far. A move adds at most one, and the end
    // of a match finishes the current round. [One round per move of a player, with the
    // chance events after it.]
    int (*round)(const dado_game *game, const void *state);

    // Writes everyone's place at the end, from 0; equal players share a place. A single
    // player has 0 for a win and 1 for a loss. [By score; a single player has won.]
    void (*rank)(const dado_game *game, const void *state, int32_t *places);

    // Writes the weights of the outcomes just listed, as whole numbers. [All are equally
    // likely.]
    void (*weigh)(const dado_game *game, const void *state, uint32_t *weights);

    // Writes what `player` may know, all view_size bytes of it. [The whole state.]
    void (*observe)(const dado_game *game, const void *state, int player, void *view);

    // Writes a state that `player` might be in, with everything hidden dealt anew from
    // the view alone. [The view.]
    void (*redeal)(const dado_game *game, const void *view, int player, dado_rng *rng, void *state);

    // Replaces a state by the canonical one of all states that play alike. [No change.]
    void (*canonicalize)(const dado_game *game, void *state);

    // Writes the game's own counts for `player`, one value for each of its `tallies`;
    // DADO_NONE where there is none. [There are none.]
    void (*tally)(const dado_game *game, const void *state, int player, double *values);

    // Writes the table, and what a move does, as one line of JSON for programs. [The
    // printed words as a string.]
    void (*write_json)(const dado_game *game, const void *state, int eyes, dado_text *out);
    void (*write_move_json)(const dado_game *game, const void *state, dado_move move,
                            dado_text *out);

    // Returns false, with a reason, if play has stopped without an end, because a rule
    // cannot be executed or a limit is reached. `actor` is DADO_NOBODY then. [That never
    // happens.]
    bool (*sound)(const dado_game *game, const void *state, dado_error *err);

    // Writes why these words are not a legal move, using only what the actor can see.
    // ["ILLEGAL"]
    void (*refuse)(const dado_game *game, const void *state, const char *words, dado_text *out);

    // Describes clause `which` of the text, from 0 in the order of the text; returns
    // false beyond the last. [There are none.]
    bool (*clause)(const dado_game *game, int which, dado_clause *clause);

    // Size of this table: sizeof(dado_rules). It is in the place of a removed entry, and
    // the place of another one stays empty, so that older plug-ins find all others.
    size_t size;
    void (*gone_native)(void);

    // Makes a move and counts which clauses are executed or hold. [NULL if there are no
    // clauses.]
    void (*apply_counting)(const dado_game *game, void *state, dado_move move,
                           dado_clause_counts *apply_counting);

    // What the game shows beyond its rules: pictures, events, features for learners.
    // [Nothing.]
    const dado_game_extras *extras;

    // The places of three removed entries.
    void (*gone_updates[3])(void);

    // Functions that make it faster to play, without changing a result. [Nothing.]
    const dado_fast_paths *fast;
} dado_rules;

struct dado_game {
    const dado_rules *rules;
    const void *data;             // what `open` prepared; the same for every match, and not secret
    const char *options;          // all options as understood, with defaults, in a fixed order
    const dado_measure *tallies;  // what `tally` counts, ended by one without a name; or NULL
    int players;
    int max_moves;     // `legal` never lists more
    bool lowest_wins;  // people count the other way: show them -score
    bool goal;     // whoever reaches a goal wins: several may, or nobody; else the best score wins
    bool luck;     // false if there are no chance events
    bool secrets;  // true if some player's view is less than the state
    const uint8_t *side;   // side of each player if sides score, and not seats; or NULL
    dado_options referee;  // options that are not the game's but for the code that asks players
    // size of a state without padding: the game's own struct, and arrays that `open`
    // sized
    size_t state_size;
    size_t view_size;
    size_t memo_size;  // size of the memory of `legal_update`
};

// Opens a game by its rules. All its memory is in `region`.
bool dado_game_open(dado_game *game, const dado_rules *rules, const dado_options *options,
                    dado_region *region, dado_error *err);

int dado_game_tallies(const dado_game *game);  // number of tallies
bool dado_game_is_cooperative(
    const dado_game *game);  // whether all win or lose together: one side has all seats
// false for a single player who only counts points
bool dado_game_can_be_won(const dado_game *game);

// These call the rules, or do what is in brackets above.
void dado_observe(const dado_game *game, const void *state, int player, void *view);
void dado_redeal(const dado_game *game, const void *view, int player, dado_rng *rng, void *state);
// Write the table and a move for people. For programs, seats are p0, p1, ...; here they
// are P1, P2, ... If a game has a `caption`, moves are written that way, and two moves
// may read the same.
void dado_table_words(const dado_game *game, const void *state, int eyes, dado_text *out);
void dado_move_words(const dado_game *game, const void *state, dado_move move, dado_text *out);
void dado_state_json(const dado_game *game, const void *state, int eyes, dado_text *out);
void dado_move_json(const dado_game *game, const void *state, dado_move move, dado_text *out);

// Writes everyone's place, from 0; equal players share a place. With `over`, the match
// came to its end, and a game that ranks its players does so. Otherwise `scores`, those
// of the state, decide, and a single player has not won.
void dado_places_of(const dado_game *game, const void *state, bool over, const int32_t *scores,
                    int32_t *places);

// Returns how many sides, or players where there are no sides, share the first place.
int dado_sides_in_front(const dado_game *game, const int32_t *places);

// Returns a seat's share of a win. If players win by reaching a goal, it is 1 for each
// winner. Otherwise the sides in first place share the win equally, and each player has
// the share of the side.
double dado_seat_share(const dado_game *game, const int32_t *places, int seat);

// Returns a seat's score less the best score of another side; its score if there is no
// other side.
double dado_seat_margin(const dado_game *game, const int32_t *scores, int seat);

// Draws an outcome of a chance event. `moves` and `weights` have room for max_moves.
// `count`, unless NULL, gets the number of listed outcomes, 0 if any word is an outcome.
dado_move dado_draw_outcome(const dado_game *game, const void *state, dado_move *moves,
                            uint32_t *weights, dado_rng *rng, int *count);

bool dado_text_equal_loosely(const char *a, const char *b);  // ignores case and spacing

// Finds the legal move with these words, compared loosely; returns false if there is
// none. `moves` has room for max_moves.
bool dado_find_move(const dado_game *game, const void *state, const char *words, dado_move *moves,
                    dado_move *found);

uint64_t dado_state_hash(const dado_game *game, const void *state);
