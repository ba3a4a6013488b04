// match_totals.c - see match_totals.h.
#include "measure/match_totals.h"

#include <assert.h>
#include <string.h>

size_t dado_totals_size(int seats)
{
    return sizeof(dado_totals) + (size_t)seats * sizeof(dado_seat_totals);
}

void dado_totals_clear(dado_totals *totals, int seats)
{
    memset(totals, 0, dado_totals_size(seats));
    totals->seats = seats;
    totals->layout = 2;
}

dado_totals *dado_totals_new(int seats, dado_region *region)
{
    dado_totals *totals = dado_region_alloc(region, 1, dado_totals_size(seats));
    if (totals) dado_totals_clear(totals, seats);
    return totals;
}

bool dado_is_first_of_side(const uint8_t *side, int player)
{
    for (int q = 0; side && q < player; q++) {
        if (side[q] == side[player]) return false;
    }
    return true;
}

int dado_scoring_seats(int players, const uint8_t *side)
{
    int seats = 0;
    for (int p = 0; p < players; p++) seats += dado_is_first_of_side(side, p);
    return seats;
}

int dado_scoring_seat_of(const uint8_t *side, int player)
{
    int seat = 0, first = 0;
    if (!side) return player;
    while (side[first] != side[player]) first++;
    for (int p = 0; p < first; p++) seat += dado_is_first_of_side(side, p);
    return seat;
}

// Adds each seat's final score to the totals, and returns by how much the best is ahead
// of the second.
static double margin_of(dado_totals *t, const dado_trace *trace)
{
    int64_t best = INT64_MIN, second = INT64_MIN;
    int seat = 0;
    for (int p = 0; p < trace->players; p++) {
        if (!dado_is_first_of_side(trace->side, p)) continue;
        int64_t score = trace->result[p];
        t->seat[seat++].score += (double)score;
        if (score > best) {
            second = best;
            best = score;
        } else if (score > second) {
            second = score;
        }
    }
    return second == INT64_MIN ? 0.0 : (double)(best - second);
}

static void add_scores(dado_totals *t, const dado_trace *trace)
{
    double margin = margin_of(t, trace);
    if (t->seats > 1) dado_moments_add(&t->margin, margin);
    for (int p = 0; p < trace->players; p++) {
        if (dado_is_first_of_side(trace->side, p)) dado_moments_add(&t->score, trace->result[p]);
    }
}

static void add_places(dado_totals *t, const dado_trace *trace)
{
    int32_t best = INT32_MAX;
    int winners = 0;
    for (int p = 0; p < trace->players; p++) {
        if (!dado_is_first_of_side(trace->side, p)) continue;
        int32_t place = trace->places[p];
        winners = place < best ? 1 : winners + (place == best);
        best = place < best ? place : best;
    }
    t->ranked++;
    if (best > 0) return;  // nobody won
    t->tied += winners > 1;
    t->squares += 1.0 / winners;
    bool first = true;
    for (int p = 0, seat = 0; p < trace->players; p++) {
        if (!dado_is_first_of_side(trace->side, p)) continue;
        dado_seat_totals *s = &t->seat[seat++];
        if (trace->places[p] != best) continue;
        s->won += 1.0 / winners;
        s->alone += winners == 1;
        s->shared += winners > 1;
        s->first += first;
        first = false;
    }
}

void dado_totals_add(dado_totals *t, const dado_trace *trace)
{
    assert(t->seats == dado_scoring_seats(trace->players, trace->side));
    t->matches++;
    t->ended[trace->end]++;
    if (!dado_end_has_result(trace->end)) return;
    if (trace->result) add_scores(t, trace);
    if (trace->places) add_places(t, trace);
}

// Adds each player's final score to the totals, in a game without sides, and returns the
// margin of the best.
static inline double take_scores(dado_totals *t, const int32_t *row, const int players)
{
    int64_t best = row[0], second = INT64_MIN;
    t->seat[0].score += row[0];
    for (int p = 1; p < players; p++) {
        int64_t score = row[p], lower = score < best ? score : best;
        second = lower > second ? lower : second;
        best = score > best ? score : best;
        t->seat[p].score += row[p];
    }
    return players > 1 ? (double)(best - second) : 0.0;
}

static inline void take_places(dado_totals *t, const int32_t *row, const int players)
{
    t->ranked++;
    int32_t best = row[0];
    for (int p = 1; p < players; p++) best = row[p] < best ? row[p] : best;
    if (best > 0) return;  // nobody won
    int winners = 0;
    for (int p = 0; p < players; p++) winners += row[p] == best;
    double share = 1.0 / winners;
    int64_t first = 1, alone = winners == 1;
    t->tied += !alone;
    t->squares += share;
    for (int p = 0; p < players; p++) {
        int64_t won = row[p] == best;
        t->seat[p].won += won ? share : 0.0;
        t->seat[p].alone += won & alone;
        t->seat[p].shared += won & !alone;
        t->seat[p].first += won & first;
        first &= !won;
    }
}

static inline int take_all(dado_totals *t, const dado_outcomes *o, const int players, double *room)
{
    int ended = 0;
    for (int i = 0; i < o->count; i++) {
        t->ended[o->ends[i]]++;
        if (!dado_end_has_result((dado_match_end)o->ends[i])) continue;
        room[ended++] = take_scores(t, o->scores + (int64_t)i * players, players);
        take_places(t, o->places + (int64_t)i * players, players);
    }
    return ended;
}

// Adds the outcomes of many matches of a game with sides; returns how many of them have a
// result.
static int take_sides(dado_totals *t, const dado_outcomes *o, double *room)
{
    dado_trace trace = { .players = o->players, .side = o->side };
    int ended = 0;
    for (int i = 0; i < o->count; i++) {
        t->ended[o->ends[i]]++;
        if (!dado_end_has_result((dado_match_end)o->ends[i])) continue;
        trace.result = o->scores + (int64_t)i * o->players;
        trace.places = o->places + (int64_t)i * o->players;
        room[ended++] = margin_of(t, &trace);
        add_places(t, &trace);
    }
    return ended;
}

void dado_totals_add_all(dado_totals *t, const dado_outcomes *o, double *room)
{
    int ended = o->side           ? take_sides(t, o, room)
                : o->players == 2 ? take_all(t, o, 2, room)
                : o->players == 4 ? take_all(t, o, 4, room)
                                  : take_all(t, o, o->players, room);
    t->matches += o->count;
    dado_moments margins = dado_moments_of(room, ended);
    if (t->seats > 1) dado_moments_merge(&t->margin, &margins);
}

void dado_totals_add_scores(dado_totals *t, const uint8_t *side, int player,
                            const dado_moments *scores)
{
    if (dado_is_first_of_side(side, player)) dado_moments_merge(&t->score, scores);
}

void dado_totals_merge(dado_totals *t, const dado_totals *next)
{
    assert(t->seats == next->seats);
    t->matches += next->matches;
    for (int i = 0; i < 4; i++) t->ended[i] += next->ended[i];
    t->ranked += next->ranked;
    t->tied += next->tied;
    t->squares += next->squares;
    dado_moments_merge(&t->margin, &next->margin);
    dado_moments_merge(&t->score, &next->score);
    for (int p = 0; p < t->seats; p++) {
        t->seat[p].won += next->seat[p].won;
        t->seat[p].alone += next->seat[p].alone;
        t->seat[p].shared += next->seat[p].shared;
        t->seat[p].first += next->seat[p].first;
        t->seat[p].score += next->seat[p].score;
    }
}

dado_interval dado_won_share(const dado_totals *t, int seat, double level)
{
    double won = (double)(t->seat[seat].alone + t->seat[seat].shared);
    return dado_share_interval(won, (double)t->ranked, level);
}

int64_t dado_won_by_nobody(const dado_totals *t)
{
    int64_t won = t->tied;
    for (int p = 0; p < t->seats; p++) won += t->seat[p].alone;
    return t->ranked - won;
}

static int64_t matches_won(const dado_totals *t)
{
    return t->seats > 1 ? t->ranked - dado_won_by_nobody(t) : t->ranked;
}

double dado_win_variance(const dado_totals *t, int seat)
{
    const dado_seat_totals *s = &t->seat[seat];
    double matches = (double)matches_won(t), share = matches > 0 ? s->won / matches : 0;
    double squares = (double)s->alone;
    if (s->shared > 0) {
        // Each part is between 1 / seats and a half; the variance of such parts has a bound.
        double part = (s->won - (double)s->alone) / (double)s->shared;
        double spread = (0.5 - part) * (part - 1.0 / t->seats);
        squares += (double)s->shared * (part * part + (spread > 0 ? spread : 0));
    }
    return matches > 0 ? squares / matches - share * share : 0;
}

dado_interval dado_win_share(const dado_totals *t, int seat, double level)
{
    double matches = (double)matches_won(t);
    if (t->seat[seat].shared == 0) return dado_share_interval(t->seat[seat].won, matches, level);
    return dado_split_share_interval(t->seat[seat].won / matches, dado_win_variance(t, seat),
                                     matches, level);
}
