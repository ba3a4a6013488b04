// sums.c - see sums.h.
#include "lab/sums.h"

#include <assert.h>
#include <string.h>

#include "lab/plan.h"

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

static void sum_outcomes(dado_sums *sums, const dado_block *block)
{
    double margins[DADO_BLOCK_MOST];
    dado_outcomes outcomes = { block->count, block->players, block->side, block->ends,
                               block->scores, block->places };
    dado_totals_clear(sums->totals, sums->totals->seats);
    dado_totals_add_all(sums->totals, &outcomes, margins);
    for (int p = 0; p < block->players; p++) {
        dado_totals_add_scores(sums->totals, block->side, p, &sums->scores[p]);
    }
}

// Columns waiting to be summed: four that need it together.
typedef struct four {
    int count;  // of matches
    int waiting;
    const double *columns[4];
    dado_moments *to[4];
    double room[4][DADO_BLOCK_MOST];  // for a column that has to be made first
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

static void add_to_four(four *f, const double *column, bool alike, dado_moments *to)
{
    if (alike ? dado_moments_of_one(column[0], f->count, to)
              : dado_moments_of_alike(column, f->count, to)) {
        return;
    }
    f->columns[f->waiting] = column;
    f->to[f->waiting++] = to;
    if (f->waiting == 4) sum_four(f);
}

static void add_scores(four *f, const dado_block *block, int player, dado_moments *to)
{
    double *room = f->room[f->waiting];
    for (int i = 0; i < block->count; i++) {
        bool ended = dado_ended((dado_end)block->ends[i]);
        room[i] = ended ? block->scores[(int64_t)i * block->players + player] : DADO_NONE;
    }
    add_to_four(f, room, false, to);
}

static void add_effort(four *f, const dado_block *block, int player, dado_moments *to)
{
    const uint64_t *effort = block->effort + player;
    double *room = f->room[f->waiting];
    uint64_t other = 0;
    for (int i = 0; i < block->count; i++) {
        other |= effort[(int64_t)i * block->players] ^ effort[0];
    }
    if (!other && dado_moments_of_one((double)effort[0], block->count, to)) return;
    for (int i = 0; i < block->count; i++) room[i] = (double)effort[(int64_t)i * block->players];
    add_to_four(f, room, false, to);
}

// Columns waiting to be summed together, where matches are of few kinds.
typedef struct together {
    const dado_block *block;
    int count;
    double values[DADO_KINDS_MOST][DADO_KINDS_WIDE];
    dado_moments *to[DADO_KINDS_WIDE];
} together;

static void sum_waiting(together *t)
{
    dado_moments sums[DADO_KINDS_WIDE];
    for (int c = t->count; c < DADO_KINDS_WIDE; c++) {
        for (int k = 0; k < t->block->kinds; k++) t->values[k][c] = 0.0;
    }
    dado_moments_of_kinds(t->block->kind, t->block->count, t->values, t->block->kinds, sums);
    for (int c = 0; c < t->count; c++) *t->to[c] = sums[c];
    t->count = 0;
}

// The column just put down.
static void wait(together *t, dado_moments *to)
{
    int same = 1;
    const double *one = &t->values[0][t->count];
    while (same < t->block->kinds &&
           memcmp(&t->values[same][t->count], one, sizeof *one) == 0) {
        same++;
    }
    if (same == t->block->kinds && dado_moments_of_one(*one, t->block->count, to)) return;
    t->to[t->count++] = to;
    if (t->count == DADO_KINDS_WIDE) sum_waiting(t);
}

static void sum_by_kind(dado_sums *sums, const dado_block *block)
{
    together t = { .block = block };
    for (int p = 0; p < block->players; p++) {
        for (int k = 0; k < block->kinds; k++) {
            int match = block->first_of[k];
            bool ended = dado_ended((dado_end)block->ends[match]);
            int32_t score = block->scores[(int64_t)match * block->players + p];
            t.values[k][t.count] = ended ? score : DADO_NONE;
        }
        wait(&t, &sums->scores[p]);
        for (int k = 0; k < block->kinds; k++) {
            int64_t match = block->first_of[k];
            t.values[k][t.count] = (double)block->effort[match * block->players + p];
        }
        wait(&t, &sums->effort[p]);
    }
    for (int m = 0; m < block->measures; m++) {
        const double *column = dado_block_column(block, m);
        if (dado_block_is_alike(block, m) &&
            dado_moments_of_one(column[0], block->count, &sums->values[m])) {
            continue;
        }
        for (int k = 0; k < block->kinds; k++) t.values[k][t.count] = column[block->first_of[k]];
        wait(&t, &sums->values[m]);
    }
    if (t.count > 0) sum_waiting(&t);
}

static void sum_one_by_one(dado_sums *sums, const dado_block *block)
{
    four f;
    f.count = block->count;
    f.waiting = 0;
    for (int p = 0; p < block->players; p++) {
        add_scores(&f, block, p, &sums->scores[p]);
        add_effort(&f, block, p, &sums->effort[p]);
    }
    for (int m = 0; m < block->measures; m++) {
        add_to_four(&f, dado_block_column(block, m), dado_block_is_alike(block, m),
                    &sums->values[m]);
    }
    sum_four(&f);
}

void dado_sums_of_block(dado_sums *sums, const dado_block *block)
{
    assert(block->count <= DADO_BLOCK_MOST);
    sums->matches = block->count;
    if (block->kinds > 0) sum_by_kind(sums, block);
    else sum_one_by_one(sums, block);
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
