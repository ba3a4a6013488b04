// dungeon_picture.h - dungeon maps as pictures.
#ifndef DADO_REPORT_DUNGEON_PICTURE_H
#define DADO_REPORT_DUNGEON_PICTURE_H

#include "judge/map_heat.h"
#include "report/picture.h"
#include "worlds/dungeon/map.h"

// The map alone, with its things, in our own tiles: 16 units a cell.
void dado_map_picture(const dado_map *map, dado_picture *picture);

// The map pale, and what happened on it over it.
void dado_heat_picture(const dado_map *map, const dado_heat_maps *heat, dado_heat_kind kind,
                       dado_picture *picture);

#endif
