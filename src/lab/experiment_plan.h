// experiment_plan.h - what is to be played: instances by line-ups by matches.
//
// A plan is plain data. `sim` makes one of 1 x 1 x n. Maps by profiles by games, the
// fixtures of a tournament, the values of a sweep, both sides of a comparison and the
// candidates of an evolver are plans too. Adding to a plan does not change the results of
// the rest, because each cell draws from a seed of its own.
#pragma once

#include "lab/match.h"
#include "lab/game_source.h"
#include "lab/serialize.h"
#include "measure/metric.h"

typedef struct dado_lineup {
    const char *name;
    const dado_player *players;  // one per seat; or a single one, who takes every seat
    int count;
} dado_lineup;

static inline const dado_player *dado_lineup_player(const dado_lineup *lineup, int seat)
{
    return &lineup->players[lineup->count == 1 ? 0 : seat];
}

typedef struct dado_played_match {  // a match that was played elsewhere
    const dado_step *path;
    int steps;
} dado_played_match;

typedef struct dado_plan {
    const dado_game_source *instances;
    int instance_count;
    const dado_lineup *lineups;
    int lineup_count;
    // numbers of line-ups, from which the seeds of cells derive; NULL: their indices
    const int *numbers;
    int64_t matches;  // matches in each cell
    uint64_t seed;
    int luck_version;  // version of the seeds that players get, see match.h; 0: DADO_LUCK_VERSION
    bool paired;       // whether all cells of an instance share the same chance events
    // By line-up, one bit per source of luck (1 << DADO_LUCK_START ...): what it shares
    // with line-up 0. Other sources are drawn anew, and the seat in question changes from
    // match to match. NULL: as `paired` says. Such a plan measures luck and cannot be
    // stored.
    const uint8_t *shared;
    bool keep_moves;        // whether every match can be replayed from the store alone
    bool six_metrics_only;  // measure only the six published metrics and the game's tallies
    int move_limit;         // 0: DADO_MOVE_LIMIT
    dado_metric_options reading;
    const char *command;  // the command that made it, for reports; or NULL
    bool timed;           // whether the process that plays measures the players' thinking time
    // The steps of every match of the only cell, luck included: nobody is asked. They are
    // borrowed and not part of the hash, so `seed` must be a hash of them, and
    // `keep_moves` must be set. NULL: the players play.
    const dado_played_match *played;
} dado_plan;

// Returns the seed of a cell, and the seed of its chance events.
uint64_t dado_plan_seed(const dado_plan *plan, int instance, int lineup);
uint64_t dado_plan_chance_seed(const dado_plan *plan, int instance, int lineup);

// Returns all seeds of the matches of a cell. The seat whose luck is measured changes
// from match to match; here it is seat 0.
dado_match_seeds dado_plan_match_seeds(const dado_plan *plan, int instance, int lineup);

// Lists the names of options that distinguish the instances of a plan, without texts of
// files, in the order in which they occur. The list is in `region`; NULL if that is full.
const char **dado_plan_options(const dado_plan *plan, int *count, dado_region *region);
const char *dado_plan_option(const dado_plan *plan, int instance, const char *name);  // or NULL
// Writes the name of an instance, with its options if there are other instances:
// "dicepoints ROUNDS=5".
void dado_plan_label(const dado_plan *plan, int instance, dado_text *out);

// Returns a hash of the plan; equal hashes mean equal results. It covers all fields above
// except `command`, `timed` and `played`.
uint64_t dado_plan_hash(const dado_plan *plan);

// Returns a hash of a game alone: its rules and their options, including the text of its
// file.
uint64_t dado_game_source_hash(const dado_game_source *source);

// Matches are played, stored and resumed in blocks: a 64th of a cell each, from 1 to
// DADO_BLOCK_MOST matches.
enum { DADO_BLOCK_MOST = 512 };
int dado_plan_block_size(const dado_plan *plan);
// Returns the number of the block that has a match, among all blocks of the plan.
int64_t dado_plan_block_number(const dado_plan *plan, int instance, int lineup, int64_t match);

// Writes a game or a whole plan as bytes, with every text it needs, and reads it back.
void dado_game_source_pack(const dado_game_source *source, dado_byte_writer *out);
bool dado_game_source_unpack(dado_game_source *source, dado_byte_reader *in, dado_region *region,
                             dado_error *err);
void dado_plan_pack(const dado_plan *plan, dado_byte_writer *out);
bool dado_plan_unpack(dado_plan *plan, dado_byte_reader *in, dado_region *region, dado_error *err);

// Marks the players of a plan from a store as stored. A player that `named` has under the
// same name is replaced by that one, since the user named it in this call.
void dado_plan_set_stored(dado_plan *plan, const dado_player *named, int named_count);

// Returns the first player of a line-up whose code must not be run; NULL if the line-up
// can play.
const dado_player *dado_plan_blocked_player(const dado_plan *plan, int lineup);

// Returns whether any player in the plan runs code from outside.
bool dado_plan_has_outside_code(const dado_plan *plan);

// ---- the games of a plan, each opened once and shared by all threads
//
// An open game never changes, so one is enough for any number of threads. The first
// thread that needs a game opens it, while others wait. It is closed when the last one
// has released it, or with all others at the end.
typedef struct dado_game_cache dado_game_cache;

bool dado_game_cache_open(dado_game_cache **games, const dado_plan *plan, dado_error *err);
void dado_game_cache_close(dado_game_cache *games);  // NULL is fine

// Returns the game of an instance; NULL, with a reason, if it cannot be opened. In either
// case the instance must be released, and until then the result stays valid.
const dado_game *dado_game_cache_acquire(dado_game_cache *games, int instance, dado_error *err);
void dado_game_cache_release(dado_game_cache *games, int instance);
