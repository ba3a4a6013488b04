// ldtk.h - the half of LDtk's form that writes.
#ifndef DADO_WORLDS_DUNGEON_EXCHANGE_LDTK_H
#define DADO_WORLDS_DUNGEON_EXCHANGE_LDTK_H

#include "worlds/dungeon/template.h"

void dado_ldtk_write(const dado_map *map, dado_text *out);

#endif
