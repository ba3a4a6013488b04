// match.h - one match, from the first question to the last answer.
//
// A table is all the memory a match needs, laid once and used for any number
// of matches in turn; between the first move and the last nothing is
// allocated. What a match leaves behind, the trace, lies on the table until the
// next one begins.
//
// A seat that gives up, or answers with no move, has forfeited: from then on
// the last legal move is played for it, and its place comes after all who
// stayed. With one seat left, or none, the match is over.
#pragma once

#include "agents/agent.h"

enum { DADO_MOVE_LIMIT = 100000 };

typedef struct dado_match_rules {
    int move_limit;  // steps, luck included; a match that reaches it is stopped. 0: DADO_MOVE_LIMIT
    bool path;       // keep every step
    bool checks;     // keep a hash of the state at every row
    int leaves;      // matches whose traces can lie on the table at a time; 0: one
} dado_match_rules;

typedef struct dado_leaf {  // what a trace points to
    int32_t *scores, *result, *places;
    double *counts;
    uint64_t *effort;
    dado_step *path;
    uint32_t *checks;
} dado_leaf;

typedef struct dado_table {
    const dado_game *game;
    const dado_agent *agents;  // one a seat
    dado_match_rules rules;
    int tally_count;
    bool all_random;       // nobody at it is anything else
    bool one_by_one;       // several matches at once were tried, and cannot be
    unsigned char *state, *view;
    dado_move *moves, *outcomes;  // of who is asked, and of chance
    void *memo;                   // of how the moves were listed
    uint32_t *weights;
    unsigned char **self;  // of each seat
    dado_rng *luck;        // of each seat, and of chance behind them
    bool followed;       // the view is of a question before, in this match
    int quitters;        // in this match, so far
    int asked;           // questions put to seats, those with nothing to choose among them
    int32_t *gave_up;    // of each seat: 0, or when, counted from 1
    int32_t *closed_up;  // places among those who stayed
    unsigned char *scratch;
    dado_turn turn;      // as it is put to a seat; whoever may stop a match sets `stop` in it
    dado_leaf *leaves;
    dado_leaf on;       // the one at hand
    dado_trace trace;
    dado_error error;  // of the last match, where it ended broken
} dado_table;

// `agents` has one opened agent a seat and stays with the table.
bool dado_table_lay(dado_table *table, const dado_game *game, const dado_agent *agents,
                    dado_match_rules rules, dado_arena *arena, dado_error *err);

// From here on matches are written down on this leaf. What they leave on it is good until it is
// taken again, the trace itself until the next match.
void dado_table_take_leaf(dado_table *table, int leaf);

// A match whose `turn.stop` was set is over at once, and its trace is worth nothing.
//
// Plays match `match` of the cell whose seed is `seed`. `chance_seed` is the
// same, except where several cells are to share their luck.
const dado_trace *dado_match_play(dado_table *table, uint64_t seed, uint64_t chance_seed,
                                  uint64_t match);

// The same with a seed for each source of luck, so that one may be drawn anew and the rest kept.
// Luck at the start is what falls before a player has moved or a round is over: the deal. Luck on
// the way is all that falls later: dice, draws. Where their seeds are equal, it is one stream.
enum { DADO_LUCK_START, DADO_LUCK_WAY, DADO_LUCK_OWN, DADO_LUCK_OTHERS, DADO_LUCK_SOURCES };
typedef struct dado_match_luck {
    uint64_t seeds[DADO_LUCK_SOURCES];
    int looked_at;  // the seat whose luck is its own; that of all other seats is the others'
} dado_match_luck;

// Whether all hangs on luck, and chance has but one stream: nobody at the table thinks.
bool dado_match_is_random(const dado_table *table, const dado_match_luck *luck);

// The luck of a match, nothing drawn yet: a lane of each seat, and chance's behind them.
dado_rng *dado_match_lanes(dado_table *table, const dado_match_luck *luck, uint64_t match);

const dado_trace *dado_match_play_on(dado_table *table, const dado_match_luck *luck,
                                     uint64_t match);

// Plays the first of several matches at once, those from `first` on, match k on leaf k; answers how
// many: none where the game cannot. Their traces are put into `traces`. Nobody is heeded meanwhile.
int dado_match_play_some(dado_table *table, const dado_match_luck *luck, uint64_t first, int count,
                         dado_trace *traces);

// As dado_match_play_on from a position, which is copied: the players come to it fresh, and the
// trace is of what follows, its rounds counted from there.
const dado_trace *dado_match_play_from(dado_table *table, const void *state,
                                       const dado_match_luck *luck, uint64_t match);
