// match_block_sums.c - see match_block_sums.h.
#include "lab/match_block_sums.h"

#include <assert.h>
#include <string.h>

#include "lab/experiment_plan.h"

bool dado_match_stats_init(dado_match_stats *sums, int players, const uint8_t *side, int measures,
                           dado_region *region)
{
    *sums = (dado_match_stats){ .players = players, .measures = measures };
    sums->totals = dado_totals_new(dado_scoring_seats(players, side), region);
    sums->scores = dado_new(region, dado_moments, players);
    sums->effort = dado_new(region, dado_moments, players);
    sums->values = dado_new(region, dado_moments, measures);
    return sums->totals && sums->scores && sums->effort && sums->values;
}

static void sum_outcomes(dado_match_stats *sums, const dado_block *block)
{
    double margins[DADO_BLOCK_MOST];
    dado_outcomes outcomes = { block->count, block->players, block->side,
                               block->ends,  block->scores,  block->places };
    dado_totals_clear(sums->totals, sums->totals->seats);
    dado_totals_add_all(sums->totals, &outcomes, margins);
    for (int p = 0; p < block->players; p++) {
        dado_totals_add_scores(sums->totals, block->side, p, &sums->scores[p]);
    }
}

// Columns that wait to be summed up, four at a time.
typedef struct four {
    int count;  // number of matches
    int waiting;
    const double *columns[4];
    dado_moments *to[4];
    double room[4][DADO_BLOCK_MOST];  // for a column that has to be computed first
} four;

static void sum_four(four *f)
{
    dado_moments none;
    if (f->waiting == 0) return;
    for (; f->waiting < 4; f->waiting++) {
        f->columns[f->waiting] = f->columns[0];
        f->to[f->waiting] = &none;
    }
    dado_moments_of_four(f->columns, f->count, f->to);
    f->waiting = 0;
}

static void add_to_four(four *f, const double *column, dado_moments *to)
{
    if (dado_moments_of_constant(column, f->count, to)) return;
    f->columns[f->waiting] = column;
    f->to[f->waiting++] = to;
    if (f->waiting == 4) sum_four(f);
}

static void add_scores(four *f, const dado_block *block, int player, dado_moments *to)
{
    double *room = f->room[f->waiting];
    for (int i = 0; i < block->count; i++) {
        bool ended = dado_end_has_result((dado_match_end)block->ends[i]);
        room[i] = ended ? block->scores[(int64_t)i * block->players + player] : DADO_NONE;
    }
    add_to_four(f, room, to);
}

static void add_effort(four *f, const dado_block *block, int player, dado_moments *to)
{
    const uint64_t *effort = block->effort + player;
    double *room = f->room[f->waiting];
    uint64_t other = 0;
    for (int i = 0; i < block->count; i++) {
        other |= effort[(int64_t)i * block->players] ^ effort[0];
    }
    if (!other && dado_moments_of_repeated((double)effort[0], block->count, to)) return;
    for (int i = 0; i < block->count; i++) room[i] = (double)effort[(int64_t)i * block->players];
    add_to_four(f, room, to);
}

static void sum_columns(dado_match_stats *sums, const dado_block *block)
{
    four f;
    f.count = block->count;
    f.waiting = 0;
    for (int p = 0; p < block->players; p++) {
        add_scores(&f, block, p, &sums->scores[p]);
        add_effort(&f, block, p, &sums->effort[p]);
    }
    for (int m = 0; m < block->measures; m++) {
        if (block->empty[m]) sums->values[m] = (dado_moments){ 0 };
        else add_to_four(&f, dado_block_column(block, m), &sums->values[m]);
    }
    sum_four(&f);
}

void dado_match_stats_of_block(dado_match_stats *sums, const dado_block *block)
{
    assert(block->count <= DADO_BLOCK_MOST);
    sums->matches = block->count;
    sum_columns(sums, block);
    sum_outcomes(sums, block);
}

void dado_match_stats_merge(dado_match_stats *sums, const dado_match_stats *next)
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
