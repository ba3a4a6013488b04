// exchange.c - a second, small engine: maps that come from other tools and go to them.
//
// A page asks for it once somebody imports or exports a map. It has two jobs (exchange/job/shelf.def), and
// knows maps as files alone: generators are the other engine's.
#include <string.h>

#include "job/map_inputs.h"

const dado_param dado_params_map_rules[] = { { 0 } };

bool dado_job_run_read_map(dado_job_run *job_run, dado_maps *maps, dado_map *map)
{
    dado_map_case *c = maps->cases = dado_job_run_new(job_run, dado_map_case, 1);
    if (!c) return false;
    c->name = c->path = dado_job_run_text(job_run, "map");
    if (!dado_job_run_read(job_run, c->path, &c->text)) return false;
    job_run->source_with_error = c->text;
    return dado_map_read(map, c->path, c->text, strlen(c->text), job_run->region, NULL,
                         job_run->err);
}
