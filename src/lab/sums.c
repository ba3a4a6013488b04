// sums.c - see sums.h.
#include "lab/sums.h"

#include <math.h>
#include <string.h>

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

// Columns of one whole number, or of none, are common and need no arithmetic.
static bool moments_of_alike(const double *values, int count, dado_moments *m)
{
    double first = values[0];
    int64_t whole = fabs(first) < 1e9 ? (int64_t)first : 0;
    if (!dado_is_none(first) && (double)whole != first) return false;
    uint64_t wanted, other = 0;
    memcpy(&wanted, values, sizeof wanted);
    for (int i = 1; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, values + i, sizeof bits);
        other |= bits ^ wanted;
    }
    if (other) return false;
    *m = (dado_moments){ 0 };
    if (dado_is_none(first)) return true;
    m->count = count;
    m->mean = m->least = m->most = first;
    if (first != 0.0) {
        m->nonzero = count;
        m->nonzero_mean = first;
    }
    return true;
}

// All values are at hand, so the mean is taken first and the squares about it: no division a value.
static dado_moments moments_of(const double *values, int count)
{
    dado_moments m = { 0 };
    if (count > 0 && moments_of_alike(values, count, &m)) return m;
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        double x = values[i];
        if (dado_is_none(x)) continue;
        if (m.count == 0) m.least = m.most = x;
        m.least = x < m.least ? x : m.least;
        m.most = x > m.most ? x : m.most;
        m.count++;
        m.nonzero += x != 0.0;
        sum += x;
    }
    if (m.count == 0) return m;
    m.mean = sum / (double)m.count;
    if (m.nonzero) m.nonzero_mean = sum / (double)m.nonzero;
    for (int i = 0; i < count; i++) {
        double x = values[i];
        if (dado_is_none(x)) continue;
        double off = x - m.mean, off_nonzero = x != 0.0 ? x - m.nonzero_mean : 0.0;
        m.squares += off * off;
        m.nonzero_squares += off_nonzero * off_nonzero;
    }
    return m;
}

static void add_to_totals(dado_totals *totals, const dado_block *block)
{
    dado_trace trace = { .players = block->players, .side = block->side };
    for (int i = 0; i < block->count; i++) {
        trace.end = (dado_end)block->ends[i];
        trace.result = block->scores + (int64_t)i * block->players;
        trace.places = block->places + (int64_t)i * block->players;
        dado_totals_add(totals, &trace);
    }
}

void dado_sums_of_block(dado_sums *sums, const dado_block *block)
{
    enum { most = 512 };
    double column[most];
    sums->matches = block->count;
    dado_totals_clear(sums->totals, sums->totals->seats);
    add_to_totals(sums->totals, block);
    for (int part = 0; part < block->count; part += most) {
        int count = block->count - part < most ? block->count - part : most;
        for (int p = 0; p < block->players; p++) {
            int64_t at = (int64_t)part * block->players + p;
            for (int i = 0; i < count; i++) {
                bool ended = dado_ended((dado_end)block->ends[part + i]);
                column[i] = ended ? block->scores[at + i * block->players] : DADO_NONE;
            }
            dado_moments scores = moments_of(column, count);
            for (int i = 0; i < count; i++) {
                column[i] = (double)block->effort[at + i * block->players];
            }
            dado_moments effort = moments_of(column, count);
            if (part == 0) sums->scores[p] = sums->effort[p] = (dado_moments){ 0 };
            dado_moments_merge(&sums->scores[p], &scores);
            dado_moments_merge(&sums->effort[p], &effort);
        }
        for (int m = 0; m < block->measures; m++) {
            int64_t at = (int64_t)part * block->measures + m;
            for (int i = 0; i < count; i++) column[i] = block->values[at + i * block->measures];
            dado_moments values = moments_of(column, count);
            if (part == 0) sums->values[m] = (dado_moments){ 0 };
            dado_moments_merge(&sums->values[m], &values);
        }
    }
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
