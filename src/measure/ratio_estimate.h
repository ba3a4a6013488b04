// ratio_estimate.h - estimates a mean over events that come in clusters, such as the
// events of a match.
//
// Events of one match depend on each other, but matches do not. So a match is one
// observation: the sum of its events' values, and the number or weight of its events. The
// estimate is the ratio of the two sums, and its error comes from how far each match
// deviates from that ratio.
#pragma once

#include "measure/stats.h"

typedef struct dado_ratio {
    double value, weight;  // sums over all clusters
    double squares, products, weight_squares;
    int64_t clusters;  // number of clusters with a weight
} dado_ratio;

// Adds a cluster. A cluster without weight changes nothing.
void dado_ratio_add(dado_ratio *ratio, double value, double weight);

// Computes the estimate with its interval; returns false with fewer than two clusters.
// One deviation of the size `unit`, of a cluster of mean weight, is added to those observed,
// so that a few equal values do not count as certainty.
bool dado_ratio_interval(const dado_ratio *ratio, double unit, double level,
                         dado_interval *interval);
