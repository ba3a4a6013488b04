// ends.h - stores, fleets and crews that end with the block they were opened in: see core/ends.h.
#ifndef DADO_LAB_ENDS_H
#define DADO_LAB_ENDS_H

#include "core/ends.h"
#include "lab/crew.h"
#include "lab/fleet.h"
#include "lab/store.h"

static inline void dado_store_end(dado_store **store)
{
    dado_store_close(*store);
}

static inline void dado_fleet_end(dado_fleet **fleet)
{
    dado_fleet_close(*fleet);
}

static inline void dado_crew_end(dado_crew **crew)
{
    dado_crew_close(*crew);
}

#endif
