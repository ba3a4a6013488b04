// maps.h - how a set of maps fares with a set of players, against a wish.
//
// A run is maps by profiles by games, played by the lab. What comes out is what
// a designer asked: for every profile how good a map is on average, how good
// the maps are as a whole, and which maps are best.
#pragma once

#include "judge/verdict.h"
#include "lab/experiment.h"
#include "measure/expect.h"
#include "worlds/dungeon/dungeon.h"

// One map of the run: its text, or why there is none.
typedef struct dado_map_case {
    const char *name;  // of the file, or of the generator with a number
    const char *path;  // of the file, as errors name it; NULL if it was made
    const char *text;  // NULL where it could not be made or read
    const char *notes; // of its generator, lines; or NULL
    uint64_t seed;     // it was made from; 0 if it was not
    dado_error error;  // of making or reading it, or of opening it
    double fixed[DADO_MAP_MEASURES];
    bool unwinnable;   // no exit can be reached, whoever plays
    dado_error *odd;   // what else may be wrong with it, as its game says
    int odd_count;
} dado_map_case;

// What a map is worth at most that nobody can win.
#define DADO_UNWINNABLE 0.1

// What was found of one profile on one map, or of one profile on all of them.
typedef struct dado_eval_cell {
    int played;              // games; nothing else is known where there are none
    dado_figure quality;     // none without a wish
    double mean_quality;     // of a profile: the mean over maps of their quality
    dado_fit *fits;          // of each wish that counts
    dado_summary *summary;   // of each measure, as is the next
    dado_figure *found;      // its mean
    int outcomes[4];         // win, death, stalled, timeout
    dado_error error;        // why it could not be opened
} dado_eval_cell;

typedef struct dado_eval {
    const dado_plan *plan;      // maps by profiles by games
    dado_map_case *maps;
    int map_count, profile_count, games;
    const dado_expect *expect;  // NULL: nothing is wished for
    int fits;                   // wishes that count
    bool no_intervals;          // of qualities: nobody looks, and resampling takes its time
    dado_measures measures;  // every number of a game, in the order of the specification, then ways
                             // to end and what is true of the map
    int listed;              // the first so many are the specification's table, a column in the CSV
    double *values;          // by cell, then game, then measure
    uint8_t *ends;           // by cell, then game: 0 win, 1 death, 2 stalled, 3 timeout
    dado_eval_cell *cells;   // by map, then profile
    dado_eval_cell *pooled;  // by profile: all games of all maps together
    double *map_quality;     // by map: mean over profiles
    int *ranking;            // maps, best first
    dado_arena arena;
} dado_eval;

static inline dado_eval_cell *dado_eval_at(const dado_eval *eval, int map, int profile)
{
    return &eval->cells[(int64_t)map * eval->profile_count + profile];
}

// Makes room. The plan is borrowed. `expect` was read against `eval->measures`, which
// dado_eval_list gives; so: list, read the wish, begin.
bool dado_eval_list(dado_eval *eval, dado_error *err);
bool dado_eval_begin(dado_eval *eval, const dado_plan *plan, dado_map_case *maps,
                     const dado_expect *expect, dado_error *err);
void dado_eval_block(void *eval, const dado_block *block);  // takes in what was played
void dado_eval_finish(dado_eval *eval, const dado_results *results);
void dado_eval_free(dado_eval *eval);

// What is wrong with maps, and who never wins though it was wished; worst first. Answers how many
// of at most `most` were written.
int dado_eval_verdicts(const dado_eval *eval, dado_verdict *verdicts, int most);

// ---- one map for those who make and breed them ----

// Judges maps by playing: for generators that test, gentest with min_quality, and for breeding.
// Once open it may be asked by several threads.
typedef struct dado_map_jury {
    const dado_expect *expect;  // NULL: nothing is wished for, and nothing can be judged
    dado_options rules;         // of the game; filled in before opening
    dado_plan players;          // of it, only who plays
    int games;                  // likewise
    uint64_t seed;
    const volatile sig_atomic_t *stop;  // once it is not 0, nothing can be judged any more; or NULL
} dado_map_jury;

// A dado_judge's `quality`: what the map with this text is worth, on average over who plays.
bool dado_map_jury_quality(void *jury, const char *text, double *quality, dado_error *err);

// ---- what happened where on a map, counted cell by cell ----

typedef enum dado_heat_kind {
    DADO_HEAT_VISITS,  // turns somebody stood there
    DADO_HEAT_DEATHS,
    DADO_HEAT_DAMAGE,   // received there
    DADO_HEAT_FOUND,    // the mean turn a cell was first seen
    DADO_HEAT_REPLANS,  // plans made there
    DADO_HEAT_KINDS
} dado_heat_kind;

extern const struct dado_heat_about {
    const char *name, *title, *unit;
} dado_heats[DADO_HEAT_KINDS];

typedef struct dado_heat_maps {
    int width, height;
    char *marks;  // '#' stone, '@' the start, '>' an exit, ' ' other floor
    double *cells[DADO_HEAT_KINDS];  // DADO_NONE where there is nothing to tell
} dado_heat_maps;

// Plays all games of a cell again and counts what happened where.
bool dado_heat_gather(dado_heat_maps *heat, const dado_plan *plan, int map, int profile,
                      dado_arena *arena, dado_error *err);
