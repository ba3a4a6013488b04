// ldtk_write.h - writes maps as LDtk projects.
#pragma once

#include "worlds/dungeon/enemy_item_templates.h"

void dado_ldtk_write(const dado_map *map, dado_text *out);
