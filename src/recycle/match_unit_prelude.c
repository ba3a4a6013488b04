// match_unit_prelude.c - the part of a match unit that is the same for every game.
#include "recycle/match_unit_writer.h"

static const char prelude[] = {
#include "match_unit_prelude.cl.h"
    0
};

const char *const rcy_match_unit_prelude = prelude;
