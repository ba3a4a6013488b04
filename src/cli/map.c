// map.c - dado map: dungeon maps made, judged, shown and exchanged.
#include "cli/map.h"

static const dado_verb *const under[] = {
    &dado_verb_map_gen,   &dado_verb_map_import,
    &dado_verb_map_export, &dado_verb_map_range, &dado_verb_map_compare, NULL,
};

static const dado_example examples[] = {
    { "dado map gen rooms --seed 7", "Makes a map." },
    { "dado map eval rooms --maps 20 --expect casual",
      "How good a generator's maps are, and for whom." },
    { 0 },
};

const dado_verb dado_verb_map = {
    .name = "map",
    .words = "VERB ...",
    .about = "makes dungeon maps, and tells how six kinds of player fare on them",
    .examples = examples,
    .under = under,
};
