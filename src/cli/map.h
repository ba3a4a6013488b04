// map.h - what verbs of dado map are not jobs yet.
#ifndef DADO_CLI_MAP_H
#define DADO_CLI_MAP_H

#include "cli/session.h"
#include "job/maps.h"

extern const dado_verb dado_verb_map_gen,
    dado_verb_map_import, dado_verb_map_export, dado_verb_map_range, dado_verb_map_compare;

#endif
