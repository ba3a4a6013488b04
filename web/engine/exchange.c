// exchange.c - a second, small engine: maps that come from other tools and go to them.
//
// A page asks for it once somebody imports or exports a map. It has two jobs (exchange/job/shelf.def), and
// knows maps as files alone: generators are the other engine's.
#include <string.h>

#include "job/maps.h"

const dado_param dado_params_map_rules[] = { { 0 } };

bool dado_errand_map(dado_errand *errand, dado_maps *maps, dado_map *map)
{
    dado_map_case *c = maps->cases = dado_errand_new(errand, dado_map_case, 1);
    if (!c) return false;
    c->name = c->path = dado_errand_text(errand, "map");
    if (!dado_errand_read(errand, c->path, &c->text)) return false;
    errand->blamed = c->text;
    return dado_map_read(map, c->path, c->text, strlen(c->text), errand->arena, NULL, errand->err);
}
