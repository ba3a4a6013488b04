// dungeon_picture.h - dungeon maps drawn, and what happened on them drawn over.
#ifndef DADO_REPORT_DUNGEON_PICTURE_H
#define DADO_REPORT_DUNGEON_PICTURE_H

#include "report/dungeon_eval.h"
#include "report/picture.h"

// What a heat map shows, cell by cell.
typedef enum dado_heat_kind {
    DADO_HEAT_VISITS,  // turns somebody stood there
    DADO_HEAT_DEATHS,
    DADO_HEAT_DAMAGE,   // received there
    DADO_HEAT_FOUND,    // the mean turn a cell was first seen
    DADO_HEAT_REPLANS,  // plans made there
    DADO_HEAT_KINDS
} dado_heat_kind;

extern const char *const dado_heat_names[DADO_HEAT_KINDS];

typedef struct dado_heat_maps {
    int width, height, games;
    double *cells[DADO_HEAT_KINDS];  // DADO_NONE where there is nothing to tell
} dado_heat_maps;

// The map alone, with its things, in our own tiles: 16 units a cell.
void dado_map_picture(const dado_map *map, dado_picture *picture);

// The map pale, and a heat map over it.
void dado_heat_picture(const dado_map *map, const dado_heat_maps *heat, dado_heat_kind kind,
                       dado_picture *picture);

// Plays all games of a cell again and counts what happened where.
bool dado_heat_gather(dado_heat_maps *heat, const dado_plan *plan, int map, int profile,
                      dado_arena *arena, dado_error *err);

// As a grid of numbers, with commas between.
void dado_heat_csv(const dado_heat_maps *heat, dado_heat_kind kind, dado_text *out);

// The map as text with a sign a cell, and as JSON.
void dado_map_ascii(const dado_map *map, dado_text *out);
void dado_map_json(const dado_map *map, dado_text *out);

// A page: tables, heat maps of the best map for every profile, and a gallery of the best, the
// worst and the most typical maps. And all heat maps as SVG and CSV files in a folder.
bool dado_eval_page(const dado_eval *eval, const dado_plan *plan, const char *command,
                    dado_text *out, dado_error *err);
bool dado_eval_pictures(const dado_eval *eval, const dado_plan *plan, const char *folder,
                        dado_error *err);

#endif
