// plan_pack.h - a whole plan as bytes, with every text it needs, and back.
#ifndef DADO_LAB_PLAN_PACK_H
#define DADO_LAB_PLAN_PACK_H

#include "lab/pack.h"
#include "lab/plan.h"

void dado_source_pack(const dado_source *source, dado_packing *out);
bool dado_source_unpack(dado_source *source, dado_unpacking *in, dado_arena *arena,
                        dado_error *err);

void dado_plan_pack(const dado_plan *plan, dado_packing *out);
bool dado_plan_unpack(dado_plan *plan, dado_unpacking *in, dado_arena *arena, dado_error *err);

#endif
