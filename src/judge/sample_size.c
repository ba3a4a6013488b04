// sample_size.c - see sample_size.h.
#include "judge/sample_size.h"

#include <math.h>

#include "measure/stats.h"

static int64_t whole(double size, int64_t least)
{
    if (!(size < DADO_SAMPLE_SIZE_MOST)) return DADO_SAMPLE_SIZE_MOST;
    int64_t up = (int64_t)ceil(size);
    return up < least ? least : up;
}

int64_t dado_sample_size_mean(double difference, double sd, double other_error,
                              dado_sample_plan plan)
{
    double freedom = 1e6;
    int64_t size = DADO_SAMPLE_SIZE_MOST;
    if (difference == 0) return DADO_SAMPLE_SIZE_MOST;
    // Few values make the interval wider, which asks for more of them.
    for (int i = 0; i < 20; i++) {
        double z =
            dado_t_quantile((1 + plan.level) / 2, freedom) + dado_t_quantile(plan.power, freedom);
        double most_error = difference / z;
        double left = most_error * most_error - other_error * other_error;
        if (left <= 0) return DADO_SAMPLE_SIZE_MOST;
        int64_t next = whole(sd * sd / left, 3);
        if (next == size) break;
        size = next;
        freedom = (double)size - 1;
    }
    return size;
}

int64_t dado_sample_size_share(double share, double expected, dado_sample_plan plan)
{
    double a = dado_normal_quantile((1 + plan.level) / 2) * sqrt(expected * (1 - expected));
    double b = dado_normal_quantile(plan.power) * sqrt(share * (1 - share));
    double difference = share - expected;
    if (difference == 0) return DADO_SAMPLE_SIZE_MOST;
    double root = (a + b) / difference;
    return whole(root * root, 3);
}
