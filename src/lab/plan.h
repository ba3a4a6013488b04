// plan.h - what is to be played: instances by line-ups by matches.
//
// A plan is plain data. `sim` makes one of 1 x 1 x n; maps by profiles by
// games, the fixtures of a tournament, the values of a sweep, both sides of a
// comparison and the candidates of an evolver are plans too. What is added to a
// plan leaves the results of the rest as they were, because cell (m, p) draws
// from a seed of its own.
#pragma once

#include "lab/match.h"
#include "lab/open.h"
#include "lab/pack.h"
#include "measure/metric.h"

typedef struct dado_lineup {
    const char *name;
    const dado_player *players;  // one a seat; or one alone, who takes every seat
    int count;
} dado_lineup;

static inline const dado_player *dado_lineup_player(const dado_lineup *lineup, int seat)
{
    return &lineup->players[lineup->count == 1 ? 0 : seat];
}

typedef struct dado_plan {
    const dado_source *instances;
    int instance_count;
    const dado_lineup *lineups;
    int lineup_count;
    const int *numbers;  // of line-ups, that their cells' seeds derive from; NULL: their places
    int64_t matches;  // in each cell
    uint64_t seed;
    bool paired;      // all cells of an instance share the luck of the table
    // By line-up, a bit a source of luck (1 << DADO_LUCK_START ...): what it shares with line-up 0.
    // The rest it draws anew, and the seat looked at takes turns. NULL: as `paired` says. Such a
    // plan is for measuring luck, and not for the store.
    const uint8_t *shared;
    bool keep_moves;  // every match can be replayed from the store alone
    bool six_only;    // measure the six published metrics and the game's tallies, no others
    int move_limit;   // 0: DADO_MOVE_LIMIT
    dado_reading reading;
    const char *command;  // that made it, for reports; or NULL
    bool timed;           // players' answers are timed, by the process that plays
} dado_plan;

// The seed of cell (instance, line-up), and the one its chance draws from.
uint64_t dado_plan_seed(const dado_plan *plan, int instance, int lineup);
uint64_t dado_plan_chance_seed(const dado_plan *plan, int instance, int lineup);

// All the luck of its matches. Whose luck is looked at changes from match to match: seat 0's here.
dado_match_luck dado_plan_luck(const dado_plan *plan, int instance, int lineup);

// What tells the instances of a plan apart: the names of options that were set, files' texts left
// out, in the order they are met. They come from `arena`; NULL if it is full.
const char **dado_plan_options(const dado_plan *plan, int *count, dado_arena *arena);
const char *dado_plan_option(const dado_plan *plan, int instance, const char *name);  // or NULL
// An instance by its name, and by its options where there are others: "dicepoints ROUNDS=5".
void dado_plan_label(const dado_plan *plan, int instance, dado_text *out);

// Equal hashes, equal results: covers everything above but the command and the clock.
uint64_t dado_plan_hash(const dado_plan *plan);

// Of the rules of a game alone: which they are, and their options, a file's text among them.
uint64_t dado_source_hash(const dado_source *source);

// Matches are played, kept and continued in blocks of so many, a power of
// nothing in particular: a 64th of a cell, from 1 to DADO_BLOCK_MOST.
enum { DADO_BLOCK_MOST = 512 };
int dado_plan_block(const dado_plan *plan);
// The number of the block that a match is in, among all blocks of the plan.
int64_t dado_plan_slot(const dado_plan *plan, int instance, int lineup, int64_t match);

// A whole plan as bytes, with every text it needs, and back; and of a game alone.
void dado_source_pack(const dado_source *source, dado_packing *out);
bool dado_source_unpack(dado_source *source, dado_unpacking *in, dado_arena *arena,
                        dado_error *err);
void dado_plan_pack(const dado_plan *plan, dado_packing *out);
bool dado_plan_unpack(dado_plan *plan, dado_unpacking *in, dado_arena *arena, dado_error *err);

// ---- the games of a plan, each opened once and read by all who play it
//
// A game that is open never changes, so one is enough for any number of
// threads. It is opened by the first who takes it, while others wait, and closed
// when the last has given it back, or with the others at the end.
typedef struct dado_games dado_games;

bool dado_games_begin(dado_games **games, const dado_plan *plan, dado_error *err);
void dado_games_end(dado_games *games);  // NULL is fine

// The game of an instance; NULL, and why, if it cannot be opened. Whatever the answer, the
// instance is to be given back, and until then what was answered stays as it is.
const dado_game *dado_games_take(dado_games *games, int instance, dado_error *err);
void dado_games_give(dado_games *games, int instance);
