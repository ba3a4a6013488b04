// metric.h - a number that says something about a match, or about many.
//
// A metric reads traces and nothing else: it has never heard of cards or
// dungeons. One that is about a match answers `measure`; one that only makes
// sense over many (how balanced are the seats?) answers `across` from what was
// summed up. Adding one takes a file and a line in shelf.def.
//
// A worker measures with a meter of its own. The meter reads a trace once, into
// standings that all metrics of that match share, and allocates nothing then. Two
// matches that differ in nothing but words drawn by luck have the same values: a
// metric reads no such word, and neither effort nor counts. So one who knows a match
// again need not have it measured.
#pragma once

#include "core/arena.h"
#include "core/options.h"
#include "core/game.h"
#include "core/trace.h"
#include "measure/standings.h"
#include "measure/totals.h"

typedef struct dado_metric {
    dado_measure head;  // name, title, about, kind
    double (*measure)(const dado_trace *trace, const dado_standings *standings);  // or NULL
    double (*across)(const dado_totals *totals);                                  // or NULL
    bool always;  // of matches that did not come to an end too; others have no value then
} dado_metric;

extern const dado_metric *const dado_metrics[];          // the shelf, ended by NULL
const dado_metric *dado_metric_named(const char *name);  // or NULL

// The six published ones come first on the shelf, in the order of the tables.
enum { DADO_SIX = 6 };

// The values of `count` metrics for one match; DADO_NONE for those that are `across`.
void dado_meter_measure(dado_meter *meter, const dado_trace *trace,
                        const dado_metric *const *metrics, int count, double *values);

// A match's value of tally `which`: the mean over the seats that have one.
double dado_tally_value(const dado_trace *trace, int which);

// All that can be asked about a game under one list of names: the shelf, then
// the game's tallies. Expectations are checked against it.
typedef struct dado_measures {
    const dado_measure **items;
    int count;
    int metrics;  // the first so many are the shelf's, in its order
} dado_measures;

// `tallies` is the game's list, or NULL. A tally may not take a name of the shelf.
bool dado_measures_list(dado_measures *measures, const dado_measure *tallies, dado_arena *arena,
                        dado_error *err);
// The same of a game that is open.
bool dado_measures_of(dado_measures *measures, const dado_game *game, dado_arena *arena,
                      dado_error *err);
int dado_measures_find(const dado_measures *measures, const char *name);  // or -1

// The name nearest to what was typed, or NULL.
const char *dado_measures_nearest(const dado_measures *measures, const char *typed);
