// local_cluster.h - a cluster within one process: ranks are threads, and wires are queues between
// them.
#pragma once

#include "lab/cluster.h"

typedef struct dado_local_cluster dado_local_cluster;

dado_local_cluster *dado_local_cluster_open(int ranks);
const dado_transport *dado_local_cluster_wire(dado_local_cluster *local_cluster, int rank);
void dado_local_cluster_close(dado_local_cluster *local_cluster);
