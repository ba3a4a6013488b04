// ratio_estimate.c - see ratio_estimate.h.
#include "measure/ratio_estimate.h"

#include <math.h>

void dado_ratio_add(dado_ratio *r, double value, double weight)
{
    if (!(weight > 0)) return;
    r->value += value;
    r->weight += weight;
    r->squares += value * value;
    r->products += value * weight;
    r->weight_squares += weight * weight;
    r->clusters++;
}

bool dado_ratio_interval(const dado_ratio *r, double unit, double level, dado_interval *interval)
{
    if (r->clusters < 2) return false;
    double mean = r->value / r->weight, freedom = (double)(r->clusters - 1);
    double squares = r->squares - 2 * mean * r->products + mean * mean * r->weight_squares;
    double scaled = fmax(squares, 0) * (double)r->clusters / freedom;
    double more = unit * r->weight / (double)r->clusters;
    double error = sqrt(scaled + more * more) / r->weight;
    double half = dado_t_quantile(0.5 + level / 2, freedom) * error;
    *interval = (dado_interval){ mean, mean - half, mean + half };
    return true;
}
