// recording_effort.c - see recording_effort.h.
#include "job/recording_effort.h"

dado_recorder_config dado_recording_effort(int effort, int64_t *matches)
{
    static const int64_t recorded[] = { 200, 600, 2000 };
    static const dado_recorder_config efforts[] = {
        { .per_kind = 1, .times = 40, .graphs = 60, .most_moves = 4e6, .exact = 30000 },
        { .per_kind = 2, .times = 80, .graphs = 300, .most_moves = 4e7, .exact = 100000 },
        { .per_kind = 4, .times = 200, .graphs = 1000, .most_moves = 4e8, .exact = 1000000 },
    };
    *matches = recorded[effort];
    return efforts[effort];
}
