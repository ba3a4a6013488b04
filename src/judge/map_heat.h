// map_heat.h - what happened where on a map, counted cell by cell.
#ifndef DADO_JUDGE_MAP_HEAT_H
#define DADO_JUDGE_MAP_HEAT_H

#include "lab/experiment.h"

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

#endif
