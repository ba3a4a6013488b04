// metric.c - finds metrics by name, and lists all measures of a game.
#include <string.h>

#include "measure/metric.h"

#define METRIC(name) extern const dado_metric dado_metric_##name;
#include "measure/shelf.def"
#undef METRIC

#define METRIC(name) &dado_metric_##name,
const dado_metric *const dado_metrics[] = {
#include "measure/shelf.def"
    NULL,
};
#undef METRIC

const dado_metric *dado_metric_named(const char *name)
{
    for (int i = 0; dado_metrics[i]; i++) {
        if (strcmp(dado_metrics[i]->head.name, name) == 0) return dado_metrics[i];
    }
    return NULL;
}

void dado_meter_measure(dado_meter *meter, const dado_trace *trace,
                        const dado_metric *const *metrics, int count, double *values)
{
    const dado_standings *standings = dado_meter_read(meter, trace);
    const bool ended = dado_end_has_result(trace->end);
    for (int i = 0; i < count; i++) {
        const dado_metric *metric = metrics[i];
        bool asked = metric->measure && (ended || metric->always);
        values[i] = asked ? metric->measure(trace, standings) : DADO_NONE;
    }
}

double dado_tally_value(const dado_trace *trace, int which)
{
    double sum = 0.0;
    int seats = 0;
    for (int p = 0; p < trace->players; p++) {
        double value = trace->counts[(int64_t)p * trace->tallies + which];
        if (dado_is_none(value)) continue;
        sum += value;
        seats++;
    }
    return seats ? sum / seats : DADO_NONE;
}

int dado_measures_find(const dado_measures *measures, const char *name)
{
    for (int i = 0; i < measures->count; i++) {
        if (strcmp(measures->items[i]->name, name) == 0) return i;
    }
    return -1;
}

const char *dado_measures_nearest(const dado_measures *measures, const char *typed)
{
    enum { most = 256 };
    const char *names[most];
    int count = measures->count < most ? measures->count : most;
    for (int i = 0; i < count; i++) names[i] = measures->items[i]->name;
    return dado_nearest_name(typed, names, count);
}

bool dado_measures_list(dado_measures *measures, const dado_measure *tallies, dado_region *region,
                        dado_error *err)
{
    int metrics = 0, counted = 0;
    while (dado_metrics[metrics]) metrics++;
    while (tallies && tallies[counted].name) counted++;
    *measures = (dado_measures){ .metrics = metrics };
    measures->items = dado_new(region, const dado_measure *, metrics + counted);
    if (!measures->items)
        return dado_fail(err, DADO_LIMIT, "out of memory for the list of measures");
    for (int i = 0; i < metrics; i++) measures->items[measures->count++] = &dado_metrics[i]->head;
    for (int i = 0; i < counted; i++) {
        if (dado_measures_find(measures, tallies[i].name) >= 0) {
            return dado_fail(err, DADO_INVALID,
                             "the game has a tally called %s, but that is the name of a "
                             "metric; give the tally another name",
                             tallies[i].name);
        }
        measures->items[measures->count++] = &tallies[i];
    }
    return true;
}

bool dado_measures_of(dado_measures *measures, const dado_game *game, dado_region *region,
                      dado_error *err)
{
    return dado_measures_list(measures, game->rules->tally ? game->tallies : NULL, region, err);
}
