// match_sums.h - plays very many matches of random players and keeps sums only.
//
// No match is kept: every match adds whole numbers to counts, sums and histograms. Whole
// numbers do not depend on the order in which they are added, so the sums are the same
// bytes whoever plays: the evaluator, a match unit compiled for the processor, or the
// same unit on a device. The six published metrics are rounded to multiples of 2^-32
// before they are added.
//
// A match that a unit gives up, and every match of a game that cannot be written as a
// unit, is played by the evaluator. A device that is missing, fails its self-test, is
// lost or runs out of memory is left, and the processor goes on; a note says so.
#pragma once

#include <signal.h>

#include "lab/experiment_plan.h"
#include "measure/standings.h"

enum {
    DADO_SUMS_METRICS = 6,
    DADO_SUMS_PLAYERS_MAX = 16,
    DADO_SUMS_LENGTH_BINS = 256,  // histograms of lengths: 0 to 254, and all that is longer
    DADO_SUMS_SCORE_BINS = 128,   // histograms of scores, from the lowest on; the ends are open
    DADO_SUMS_LOWEST_SCORE = -64,
    DADO_SUMS_METRIC_BINS = 32,      // histograms of metrics, from 0 to 1
    DADO_SUMS_MOST_SCORE = 1 << 18,  // matches with larger scores are added by the processor
    DADO_SUMS_ROOTS = 1024,          // see dado_root_tables
};

// Where the sums lie. A sum of squares follows its sum.
typedef enum dado_sums_cell {
    DADO_SUMS_FINISHED,
    DADO_SUMS_STOPPED,
    DADO_SUMS_BROKEN,
    DADO_SUMS_DECISIONS,
    DADO_SUMS_ROUNDS = DADO_SUMS_DECISIONS + 2,
    DADO_SUMS_OPTIONS = DADO_SUMS_ROUNDS + 2,
    DADO_SUMS_FORCED,
    DADO_SUMS_SCORES,  // a sum and a sum of squares for each player
} dado_sums_cell;

enum {
    DADO_SUMS_CELLS_MAX = DADO_SUMS_SCORES + 2 * DADO_SUMS_PLAYERS_MAX +
                          DADO_SUMS_PLAYERS_MAX * DADO_SUMS_PLAYERS_MAX + 4 * DADO_SUMS_METRICS,
    DADO_SUMS_HISTOGRAM_MAX = 2 * DADO_SUMS_LENGTH_BINS +
                              DADO_SUMS_PLAYERS_MAX * DADO_SUMS_SCORE_BINS +
                              DADO_SUMS_METRICS * DADO_SUMS_METRIC_BINS,
};

// Then, for each player, in how many matches he was first together with 0, 1, ... others;
// and for each metric the number of its values, their sum in units of 2^-32, and their sum
// and sum of squares after they were cut off to units of 2^-16.
static inline int dado_sums_first(int players)
{
    return DADO_SUMS_SCORES + 2 * players;
}

static inline int dado_sums_metrics(int players)
{
    return dado_sums_first(players) + players * players;
}

static inline int dado_sums_cells(int players)
{
    return dado_sums_metrics(players) + 4 * DADO_SUMS_METRICS;
}

static inline int dado_sums_histogram(int players)
{
    return 2 * DADO_SUMS_LENGTH_BINS + players * DADO_SUMS_SCORE_BINS +
           DADO_SUMS_METRICS * DADO_SUMS_METRIC_BINS;
}

// All numbers of a unit: the cells, then the histogram.
static inline size_t dado_sums_all(int players)
{
    return (size_t)(dado_sums_cells(players) + dado_sums_histogram(players));
}

__extension__ typedef __int128 dado_int128;

typedef struct dado_match_sums {
    int players;
    int64_t matches;                             // all that were played
    dado_int128 cell[DADO_SUMS_CELLS_MAX];       // see dado_sums_cell
    int64_t histogram[DADO_SUMS_HISTOGRAM_MAX];  // decisions, rounds, scores by seat, metrics
    // How they were played, which makes no difference to the sums.
    int64_t by_evaluator, by_unit, by_device;
    char device[128];  // its name; empty: none
    double seconds;
    bool interrupted;
    dado_text notes;  // what went wrong with a device, a line each
} dado_match_sums;

typedef struct dado_match_sums_settings {
    int threads;                        // 0: as many as there are cores
    bool native;                        // whether a unit may be compiled for the processor
    const char *device;                 // "auto", "none", or a part of a device's name
    const volatile sig_atomic_t *stop;  // or NULL
    void *context;
    void (*progress)(void *context, int64_t done, int64_t all, double seconds);  // or NULL
} dado_match_sums_settings;

// Plays the first cell of a plan, whose players are all random. `sums` must be freed in
// either case.
bool dado_match_sums_play(const dado_plan *plan, const dado_match_sums_settings *how,
                          dado_match_sums *sums, dado_error *err);
void dado_match_sums_free(dado_match_sums *sums);

// --- what match_sums.c and match_sums_device.c share ---

// The unit of a game with what sums it up, for a compiler of C or of OpenCL C. Returns
// false if the game cannot be written as a unit.
bool dado_match_sums_write_unit(const dado_game_source *source, const dado_game *game,
                                dado_text *out, dado_text *reasons);

// Where a unit is played: the keys of luck, and the tables it reads.
typedef struct dado_unit_plan {
    uint64_t chance_key, seat_key;
    int players, limit, room;
    const double *tables;  // five tables of DADO_SUMS_ROOTS numbers
} dado_unit_plan;
