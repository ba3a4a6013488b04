// sums.c - see sums.h.
#include "lab/sums.h"

bool dado_sums_init(dado_sums *sums, int players, const uint8_t *side, int measures,
                    dado_arena *arena)
{
    *sums = (dado_sums){ .players = players, .measures = measures };
    sums->totals = dado_totals_new(dado_trace_seats(players, side), arena);
    sums->scores = dado_new(arena, dado_moments, players);
    sums->effort = dado_new(arena, dado_moments, players);
    sums->values = dado_new(arena, dado_moments, measures);
    return sums->totals && sums->scores && sums->effort && sums->values;
}

enum { most = 512 };  // numbers summed together: as many as a block has matches, as a rule

typedef const double *column_of(const dado_block *block, int which, int from, int count,
                                double *room);

static const double *values_of(const dado_block *block, int measure, int from, int count,
                               double *room)
{
    (void)count;
    (void)room;
    return dado_block_column(block, measure) + from;
}

static const double *scores_of(const dado_block *block, int player, int from, int count,
                               double *room)
{
    const int32_t *score = block->scores + (int64_t)from * block->players + player;
    for (int i = 0; i < count; i++) {
        bool ended = dado_ended((dado_end)block->ends[from + i]);
        room[i] = ended ? score[(int64_t)i * block->players] : DADO_NONE;
    }
    return room;
}

static const double *effort_of(const dado_block *block, int player, int from, int count,
                               double *room)
{
    const uint64_t *effort = block->effort + (int64_t)from * block->players + player;
    for (int i = 0; i < count; i++) room[i] = (double)effort[(int64_t)i * block->players];
    return room;
}

static dado_moments sum_column(const dado_block *block, column_of *column, int which)
{
    dado_moments sum = { 0 };
    double room[most];
    for (int from = 0; from < block->count; from += most) {
        int count = block->count - from < most ? block->count - from : most;
        dado_moments part = dado_moments_of(column(block, which, from, count, room), count);
        dado_moments_merge(&sum, &part);
    }
    return sum;
}

static void sum_outcomes(dado_sums *sums, const dado_block *block)
{
    double margins[most];
    dado_totals_clear(sums->totals, sums->totals->seats);
    for (int from = 0; from < block->count; from += most) {
        int64_t at = (int64_t)from * block->players;
        int count = block->count - from < most ? block->count - from : most;
        dado_outcomes outcomes = { count, block->players, block->side, block->ends + from,
                                   block->scores + at, block->places + at };
        dado_totals_add_all(sums->totals, &outcomes, margins);
    }
    for (int p = 0; p < block->players; p++) {
        dado_totals_add_scores(sums->totals, block->side, p, &sums->scores[p]);
    }
}

// Of all measures of a block that is summed in one go: four columns that need it together.
static void sum_values(dado_sums *sums, const dado_block *block)
{
    enum { together = 4 };
    const double *columns[together];
    dado_moments none, *to[together];
    int waiting = 0;
    for (int m = 0; m < block->measures; m++) {
        const double *column = dado_block_column(block, m);
        if (dado_moments_of_alike(column, block->count, &sums->values[m])) continue;
        columns[waiting] = column;
        to[waiting++] = &sums->values[m];
        if (waiting < together) continue;
        dado_moments_of_four(columns, block->count, to);
        waiting = 0;
    }
    if (waiting == 0) return;
    for (int k = waiting; k < together; k++) {
        columns[k] = columns[0];
        to[k] = &none;
    }
    dado_moments_of_four(columns, block->count, to);
}

void dado_sums_of_block(dado_sums *sums, const dado_block *block)
{
    sums->matches = block->count;
    for (int p = 0; p < block->players; p++) {
        sums->scores[p] = sum_column(block, scores_of, p);
        sums->effort[p] = sum_column(block, effort_of, p);
    }
    if (block->count <= most) sum_values(sums, block);
    for (int m = 0; block->count > most && m < block->measures; m++) {
        sums->values[m] = sum_column(block, values_of, m);
    }
    sum_outcomes(sums, block);
}

void dado_sums_merge(dado_sums *sums, const dado_sums *next)
{
    sums->matches += next->matches;
    dado_totals_merge(sums->totals, next->totals);
    for (int p = 0; p < sums->players; p++) {
        dado_moments_merge(&sums->scores[p], &next->scores[p]);
        dado_moments_merge(&sums->effort[p], &next->effort[p]);
    }
    for (int m = 0; m < sums->measures; m++) {
        dado_moments_merge(&sums->values[m], &next->values[m]);
    }
}
