// maps.h - how maps fared with those who play them, as parts of a document.
#ifndef DADO_REPORT_MAPS_H
#define DADO_REPORT_MAPS_H

#include "judge/map_heat.h"
#include "judge/maps.h"
#include "report/document.h"

typedef struct dado_maps_asked {
    bool campaign;      // the maps are a progression too
    bool brief;         // what only pages and programs read is left out
    unsigned heats;     // kinds of heat maps that terminals are shown, a bit each
} dado_maps_asked;

// Everything that was found: what is wrong first, then profiles, measures, maps. `plan` is what was
// played; heat maps are made by playing the best map's games again.
bool dado_report_maps(dado_document *document, const dado_eval *eval, const dado_plan *plan,
                      const dado_maps_asked *asked, dado_error *err);

// What is odd about a map that loads all the same, as warnings in its file.
void dado_report_odd(dado_part *diagnostics, const char *file, const dado_map_warning *odd,
                     int count);

// A line a game, for statistics programs.
void dado_maps_csv(const dado_eval *eval, dado_text *out);

// What happened on the map, drawn over its walls, with a scale and axes.
bool dado_maps_heat(const dado_map *map, const dado_heat_maps *found, dado_heat_kind kind,
                    const char *title, dado_heat *heat, dado_arena *arena);

#endif
