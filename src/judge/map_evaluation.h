// map_evaluation.h - evaluates a set of maps with a set of players, against a target.
//
// The lab plays every map with every profile a number of times. The evaluation says how
// good each map is for each profile on average, how good the maps are as a whole, and
// which are best.
#pragma once

#include "judge/verdicts_by_topic.h"
#include "lab/experiment.h"
#include "measure/expectations.h"
#include "worlds/dungeon/dungeon.h"

// One map of the run: its text, or the error that prevented it.
typedef struct dado_map_case {
    const char *name;   // of the file, or of the generator followed by a number
    const char *path;   // of the file, as errors name it; NULL if the map was generated
    const char *text;   // NULL if it could not be generated or read
    const char *notes;  // lines that its generator wrote about it; or NULL
    uint64_t seed;      // seed it was generated from; 0 if it was read
    dado_error error;   // error of generating, reading or opening it
    double fixed[DADO_MAP_MEASURES];
    bool unwinnable;  // no player can reach an exit
    dado_error *odd;  // other possible faults that the game reports
    int warning_count;
} dado_map_case;

// The highest quality of a map that nobody can win.
#define DADO_UNWINNABLE_MAP_QUALITY 0.1

// The result of one profile on one map, or of one profile on all maps.
typedef struct dado_map_evaluation_cell {
    int played;             // number of games; if 0, nothing else is set
    dado_estimate quality;  // not set without a target
    double mean_quality;    // for a profile: the mean quality over all maps
    dado_fit *fits;         // one per expectation that counts
    dado_summary *summary;  // one per measure
    dado_estimate *found;   // mean with interval, one per measure
    int outcomes[4];        // win, death, stalled, timeout
    dado_error error;       // why the game could not be opened
} dado_map_evaluation_cell;

typedef struct dado_map_evaluation {
    const dado_plan *plan;  // maps by profiles by games
    dado_map_case *maps;
    int map_count, profile_count, games;
    const dado_expectations *expect;  // NULL: there is no target
    int fits;                         // number of expectations that count
    bool no_intervals;                // skip the intervals of qualities: resampling is slow
    // all measures: the specification's, then the ways to end, then those of the map
    dado_measures measures;
    int listed;
    double *values;                   // indexed by cell, game, measure
    uint8_t *ends;                    // indexed by cell, game: 0 win, 1 death, 2 stalled, 3 timeout
    dado_map_evaluation_cell *cells;  // indexed by map, profile
    dado_map_evaluation_cell *pooled;  // per profile: all games on all maps together
    double *map_quality;               // per map: mean over profiles
    int *ranking;                      // map numbers, best first
    dado_region region;
} dado_map_evaluation;

static inline dado_map_evaluation_cell *dado_map_evaluation_at(const dado_map_evaluation *eval,
                                                               int map, int profile)
{
    return &eval->cells[(int64_t)map * eval->profile_count + profile];
}

// Lists everything that is measured of a game on a map; the first `listed` are the
// columns of the CSV.
bool dado_map_measures(dado_measures *measures, int *listed, dado_region *region, dado_error *err);

// Allocates the arrays of an evaluation, which must be zeroed. The plan is borrowed.
// `expect` was read for the measures above.
bool dado_map_evaluation_begin(dado_map_evaluation *eval, const dado_plan *plan,
                               dado_map_case *maps, const dado_expectations *expect,
                               dado_error *err);
void dado_map_evaluation_add_block(void *eval,
                                   const dado_block *block);  // takes in the results of a block
void dado_map_evaluation_finish(dado_map_evaluation *eval, const dado_results *results);
void dado_map_evaluation_free(dado_map_evaluation *eval);

// Writes verdicts, worst first: what is wrong with the maps, and which profiles never win
// though the target asks for it. Returns how many were written, at most `most`.
int dado_map_evaluation_verdicts(const dado_map_evaluation *eval, dado_verdict *verdicts, int most);

// ---- the quality of a single map, for generators and breeding ----

// Rates maps by playing them: for generators that test their maps (gentest with
// min_quality) and for breeding. Once open, several threads may use it.
typedef struct dado_map_quality_judge {
    const dado_expectations *expect;  // NULL: there is no target, and no map can be rated
    dado_options rules;               // options of the game; set before opening
    dado_plan players;                // only its players are used
    int games;                        // games per player; set before opening
    uint64_t seed;
    const volatile sig_atomic_t *stop;  // when it is not 0, no map can be rated any more; or NULL
} dado_map_quality_judge;

// For the `quality` of dado_quality_callback: rates the map with this text, as the mean
// over all players.
bool dado_map_quality_judge_rate(void *jury, const char *text, double *quality, dado_error *err);

// ---- heat maps: what happened in each cell of a map ----

typedef enum dado_map_heat_kind {
    DADO_MAP_HEAT_VISITS,  // turns that a player stood there
    DADO_MAP_HEAT_DEATHS,
    DADO_MAP_HEAT_DAMAGE,   // damage received there
    DADO_MAP_HEAT_FOUND,    // mean turn in which the cell was first seen
    DADO_MAP_HEAT_REPLANS,  // plans made there
    DADO_MAP_HEAT_KINDS
} dado_map_heat_kind;

extern const struct dado_map_heat_info {
    const char *name, *title, *unit;
} dado_map_heat_infos[DADO_MAP_HEAT_KINDS];

typedef struct dado_map_heat {
    int width, height;
    char *marks;                         // '#' stone, '@' the start, '>' an exit, ' ' other floor
    double *cells[DADO_MAP_HEAT_KINDS];  // DADO_NONE where nothing was counted
} dado_map_heat;

// Replays all games of a cell and counts what happened in each cell of the map.
bool dado_map_heat_collect(dado_map_heat *heat, const dado_plan *plan, int map, int profile,
                           dado_region *region, dado_error *err);
