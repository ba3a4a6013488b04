// dungeon_eval.h - how a set of maps fares with a set of players, against a wish.
//
// A run is maps by profiles by games, played by the lab. What comes out is what
// a designer asked: for every profile how good a map is on average, how good
// the maps are as a whole, and which maps are best.
#ifndef DADO_REPORT_DUNGEON_EVAL_H
#define DADO_REPORT_DUNGEON_EVAL_H

#include "lab/experiment.h"
#include "measure/expect.h"
#include "worlds/dungeon/dungeon.h"

// One map of the run: its text, or why there is none.
typedef struct dado_map_case {
    const char *name;  // of the file, or of the generator with a number
    const char *path;  // of the file, as errors name it; NULL if it was made
    const char *text;  // NULL where it could not be made or read
    uint64_t seed;     // it was made from; 0 if it was not
    dado_error error;  // of making or reading it, or of opening it
    double fixed[DADO_MAP_MEASURES];
} dado_map_case;

// Every number of a game, in the order of the specification, then ways to end
// and what is true of the map.
typedef struct dado_eval_measures {
    const dado_measure **items;
    int count;
    int games;  // the first so many are the specification's table, one column each in the CSV
} dado_eval_measures;

typedef struct dado_eval_cell {
    bool open;
    double quality;          // DADO_NONE without a wish, or if it is not open
    dado_interval interval;  // of it
    dado_fit *fits;          // of each wish that counts
    dado_summary *summary;   // of each measure
    int outcomes[4];         // win, death, stalled, timeout
    dado_error error;        // why it is not open
} dado_eval_cell;

typedef struct dado_eval {
    dado_map_case *maps;
    int map_count;
    const char **profiles;
    int profile_count;
    int games;
    uint64_t seed;
    const dado_expect *expect;  // NULL: nothing is wished for
    int fits;                   // wishes that count
    bool no_intervals;          // of qualities: nobody looks, and resampling takes its time
    dado_eval_measures measures;
    double *values;          // by cell, then game, then measure
    uint8_t *ends;           // by cell, then game: 0 win, 1 death, 2 stalled, 3 timeout
    uint64_t *seeds;         // by cell, then game: the game seed
    int *played;             // games, by cell
    dado_eval_cell *cells;   // by map, then profile
    dado_eval_cell *pooled;  // by profile: all games of all maps together
    double *mean_map;        // by profile: mean over maps of their quality
    double *within, *total;  // by profile and measure: variance within maps, and of all
    double *map_quality;     // by map: mean over profiles
    int *ranking;            // maps, best first
    dado_arena arena;
} dado_eval;

// Makes room. Names are borrowed. `expect` was read against `eval->measures`, which
// dado_eval_list gives; so: list, read the wish, begin.
bool dado_eval_list(dado_eval *eval, dado_error *err);
bool dado_eval_begin(dado_eval *eval, const dado_plan *plan, dado_map_case *maps,
                     const char **profiles, const dado_expect *expect, dado_error *err);
void dado_eval_block(void *eval, const dado_block *block);  // takes in what was played
void dado_eval_finish(dado_eval *eval, const dado_results *results);
void dado_eval_free(dado_eval *eval);

// What was found: for people, as JSON, and as CSV with a line a game.
void dado_eval_table(const dado_eval *eval, int columns, bool colour, dado_text *out);
void dado_eval_json(const dado_eval *eval, const dado_plan *plan, const char *rules,
                    dado_text *out);
void dado_eval_csv(const dado_eval *eval, dado_text *out);

// A campaign: maps in their order, judged as a progression.
void dado_eval_campaign(const dado_eval *eval, int columns, bool colour, dado_text *out);

#endif
