// luck.c - see luck.h.
#include "judge/luck.h"

#include <math.h>

#include "measure/special.h"

typedef struct twins {
    dado_frame frames[2];
    const dado_experiment_how *how;
} twins;

static void take_block(void *context, const dado_block *block)
{
    twins *t = context;
    dado_frame_add(&t->frames[block->lineup], block);
}

static void hand_on_progress(void *context, const dado_progress *progress)
{
    const twins *t = context;
    if (t->how->progress) t->how->progress(t->how->context, progress);
}

// Correlation of who came where, over matches and seats; the mean place is the same in all.
static double likeness(const dado_frame *a, const dado_frame *b, bool *known)
{
    int64_t count = a->count < b->count ? a->count : b->count;
    double mean = 0, n = 0;
    for (int64_t i = 0; i < count * a->players; i++, n += 2) mean += a->places[i] + b->places[i];
    mean /= n > 0 ? n : 1;
    double both = 0, alone = 0;
    for (int64_t i = 0; i < count * a->players; i++) {
        double x = a->places[i] - mean, y = b->places[i] - mean;
        both += x * y;
        alone += (x * x + y * y) / 2;
    }
    *known = alone > 0;
    return alone > 0 ? both / alone : 0;
}

static double tanh_of(double z)
{
    double e = dado_exp(2 * z);
    return (e - 1) / (e + 1);
}

static double at_least_zero(double x)
{
    return x > 0 ? x : 0;
}

bool dado_luck_measure(const dado_source *game, const dado_player *player, int64_t pairs,
                       uint64_t seed, int move_limit, const dado_experiment_how *how,
                       dado_arena *arena, dado_luck_share *share, dado_error *err)
{
    dado_player *everyone = dado_new(arena, dado_player, 1);
    if (!everyone) return dado_fail(err, DADO_LIMIT, "no memory left");
    *everyone = *player;
    // Two line-ups alike: their cells share the luck of the table and not that of the players.
    dado_lineup lineups[2] = { { "once", everyone, 1 }, { "again", everyone, 1 } };
    dado_plan plan = { .instances = game, .instance_count = 1, .lineups = lineups,
                       .lineup_count = 2, .matches = pairs, .seed = seed, .paired = true,
                       .move_limit = move_limit };
    twins t = { .how = how };
    t.frames[0].most = t.frames[1].most = pairs;
    dado_experiment_how paired = *how;
    paired.context = &t;
    paired.block = take_block;
    paired.progress = hand_on_progress;
    paired.store = NULL;
    dado_results results;
    bool fine = dado_experiment_run(&plan, &paired, &results, err);
    dado_results_free(&results);
    *share = (dado_luck_share){ .pairs = t.frames[0].count };
    if (fine && t.frames[0].count > 3 && t.frames[1].count > 3) {
        double r = likeness(&t.frames[0], &t.frames[1], &share->known);
        double bounded = r > 0.999999 ? 0.999999 : r;
        double z = 0.5 * dado_log((1 + bounded) / (1 - bounded));
        double reach = 1.96 / sqrt((double)t.frames[0].count - 3);
        share->chance = (dado_interval){ at_least_zero(r), at_least_zero(tanh_of(z - reach)),
                                         r >= 0.999999 ? 1 : at_least_zero(tanh_of(z + reach)) };
    }
    dado_frame_free(&t.frames[0]);
    dado_frame_free(&t.frames[1]);
    return fine;
}
