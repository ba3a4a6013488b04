// wire.h - a fleet within one process: ranks are threads, and wires are queues between them.
#pragma once

#include "lab/fleet.h"

typedef struct dado_harbour dado_harbour;

dado_harbour *dado_harbour_open(int ranks);
const dado_wire *dado_harbour_wire(dado_harbour *harbour, int rank);
void dado_harbour_close(dado_harbour *harbour);
