// ldtk.h - the half of LDtk's form that writes.
#pragma once

#include "worlds/dungeon/template.h"

void dado_ldtk_write(const dado_map *map, dado_text *out);
