// metric.h - a number that describes a match, or many matches.
//
// A metric reads traces and nothing else, so it works for every game. A metric of single
// matches implements `measure`. One that needs many matches, such as balance, implements
// `across` and reads totals. A new metric takes one file and one line in shelf.def.
//
// Each worker measures with a meter of its own. The meter reads a trace once, into
// standings that all metrics of that match share, and allocates nothing while it does.
// Metrics do not read the random words drawn for chance events, nor the effort of agents,
// nor tallies. So two matches that differ only in these have the same values, and a
// repeated match need not be measured again.
#pragma once

#include "core/region.h"
#include "core/options.h"
#include "core/game.h"
#include "core/match_record.h"
#include "measure/standings.h"
#include "measure/match_totals.h"

typedef struct dado_metric {
    dado_measure head;  // name, title, about, kind
    double (*measure)(const dado_trace *trace, const dado_standings *standings);  // or NULL
    double (*across)(const dado_totals *totals);                                  // or NULL
    bool always;  // also measured for matches without a result; other metrics have no value there
} dado_metric;

extern const dado_metric *const dado_metrics[];          // all metrics, ended by NULL
const dado_metric *dado_metric_named(const char *name);  // or NULL

// The six published metrics come first in the list, in the order of the published tables.
enum { DADO_PUBLISHED_METRICS = 6 };

// Computes the values of `count` metrics for one match; DADO_NONE for metrics that have
// no `measure`.
void dado_meter_measure(dado_meter *meter, const dado_trace *trace,
                        const dado_metric *const *metrics, int count, double *values);

// Returns a match's value of tally `which`: the mean over the seats that have a value.
double dado_tally_value(const dado_trace *trace, int which);

// All measures of a game in one list: the metrics, then the game's tallies. Expectations
// may name these.
typedef struct dado_measures {
    const dado_measure **items;
    int count;
    int metrics;  // number of metrics, which come first
} dado_measures;

// Lists the measures. `tallies` is the game's list, or NULL. Fails if a tally has the
// name of a metric.
bool dado_measures_list(dado_measures *measures, const dado_measure *tallies, dado_region *region,
                        dado_error *err);
// Lists the measures of an open game.
bool dado_measures_of(dado_measures *measures, const dado_game *game, dado_region *region,
                      dado_error *err);
int dado_measures_find(const dado_measures *measures, const char *name);  // or -1

// Returns the name that is most similar to `typed`, or NULL.
const char *dado_measures_nearest(const dado_measures *measures, const char *typed);
