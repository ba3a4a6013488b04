// deal.c - see deal.h.
#include "lab/deal.h"

#include <math.h>
#include <stdlib.h>

enum {
    ahead = 2,         // pieces a lane may have: one at hand, one behind it
    growth = 64,       // times its last piece, at most
    first_share = 64,  // a lane nobody knows gets such a part of what may be its share,
    first_most = 16,   // and no more units than that
};
// Seconds a piece should take: some of what is left for everybody, but not so little that the
// conductor has more than so many pieces a second to take in, and not so much that one who stops
// is missed late.
static const double share_left = 1.0 / 3.0, per_lane = 1.0 / 40000.0, longest = 1.0;
static const double overdue_times = 3.0, overdue_least = 0.05;

typedef struct piece {
    int64_t from, to;
    int lane;       // who had it last
    double dealt;   // when
    bool twice;     // somebody had it before
    bool done;
    unsigned char *bytes;
    size_t size;
} piece;

typedef struct lane {
    int out;        // pieces it has
    int64_t last;   // units in its latest
    double rate;    // units a second; 0 while nobody knows
    bool seen;      // it has asked
} lane;

struct dado_deal {
    int64_t next, end;    // units not handed out yet
    piece *pieces;        // those not dropped, in order: a ring
    int64_t first, count;
    int64_t room;         // a power of two
    lane *lanes;
    int seen;             // of them have asked
    double rate;          // of all lanes whose rate is known
    int known;            // how many those are
    size_t waiting, most_waiting;  // bytes
};

bool dado_deal_begin(dado_deal **out, int64_t from, int64_t to, int lanes, size_t most_waiting,
                     dado_error *err)
{
    dado_deal *d = calloc(1, sizeof *d);
    *out = d;
    if (d) {
        *d = (dado_deal){ .next = from, .end = to, .room = 64, .most_waiting = most_waiting };
        d->pieces = calloc((size_t)d->room, sizeof *d->pieces);
        d->lanes = calloc((size_t)lanes, sizeof *d->lanes);
    }
    return (d && d->pieces && d->lanes) ||
           dado_fail(err, DADO_LIMIT, "no memory left to hand out work to %d threads", lanes);
}

static piece *piece_at(const dado_deal *d, int64_t place)
{
    return &d->pieces[(d->first + place) & (d->room - 1)];
}

void dado_deal_end(dado_deal *d)
{
    if (!d) return;
    for (int64_t i = 0; d->pieces && i < d->count; i++) free(piece_at(d, i)->bytes);
    free(d->pieces);
    free(d->lanes);
    free(d);
}

static bool grow(dado_deal *d)
{
    if (d->count < d->room) return true;
    piece *larger = calloc((size_t)d->room * 2, sizeof *larger);
    if (!larger) return false;
    for (int64_t i = 0; i < d->count; i++) larger[i] = *piece_at(d, i);
    free(d->pieces);
    d->pieces = larger;
    d->first = 0;
    d->room *= 2;
    return true;
}

static int64_t size_for(const dado_deal *d, const lane *l)
{
    if (l->rate <= 0) {  // a little of its share, to begin with
        int64_t some = (d->end - d->next) / d->seen / first_share;
        return some < 1 ? 1 : some > first_most ? first_most : some;
    }
    // Lanes nobody knows yet are taken to be as fast as the others.
    double all = d->rate * d->seen / d->known;
    double seconds = (double)(d->end - d->next) / all * share_left;
    double least = per_lane * d->seen;
    if (seconds < least) seconds = least;
    if (seconds > longest) seconds = longest;
    double units = floor(l->rate * seconds);
    double most = (double)l->last * growth;
    if (units > most) units = most;
    if (units > (double)(d->end - d->next)) units = (double)(d->end - d->next);
    return units < 1 ? 1 : (int64_t)units;
}

static void give(dado_deal *d, int number, int64_t units)
{
    d->lanes[number].out++;
    d->lanes[number].last = units;
}

// Much later than its lane, by what is known of it, would take for it and the one before.
static bool overdue(const dado_deal *d, const piece *p, double now)
{
    const lane *l = &d->lanes[p->lane];
    double rate = l->rate > 0 ? l->rate : d->known ? d->rate / d->known : 0;
    if (rate <= 0) return false;
    double expected = ahead * (double)(p->to - p->from) / rate;
    return now - p->dealt > overdue_times * expected + overdue_least;
}

static bool again(dado_deal *d, int number, double now, int64_t *from, int64_t *to)
{
    if (d->lanes[number].out > 0) return false;
    for (int64_t i = 0; i < d->count; i++) {
        piece *p = piece_at(d, i);
        if (p->done || p->lane == number) continue;
        if (!overdue(d, p, now)) {
            if (p->twice) continue;
            return false;  // those behind were handed out later
        }
        p->lane = number;
        p->dealt = now;
        p->twice = true;
        give(d, number, p->to - p->from);
        *from = p->from;
        *to = p->to;
        return true;
    }
    return false;
}

// Near the end nobody takes what others would be done with first: a slow lane not even one unit, a
// busy one nothing to lie behind the piece at hand.
static bool better_left(const dado_deal *d, const lane *l)
{
    if (l->rate <= 0 || d->next >= d->end) return false;
    int64_t left = d->end - d->next;
    if (l->out > 0 && left < d->seen) return true;
    double mean = d->known / d->rate, rest = (double)left * mean / d->seen;
    return 1 / l->rate > rest + 3 * mean;
}

bool dado_deal_next(dado_deal *d, int number, double now, int64_t *from, int64_t *to)
{
    lane *l = &d->lanes[number];
    d->seen += !l->seen;
    l->seen = true;
    if (l->out >= ahead) return false;
    if (better_left(d, l)) return false;
    bool fresh = d->next < d->end && (d->waiting < d->most_waiting || d->count == 0) && grow(d);
    if (!fresh) return again(d, number, now, from, to);
    int64_t units = size_for(d, l);
    *piece_at(d, d->count++) = (piece){ .from = d->next, .to = d->next + units, .lane = number,
                                        .dealt = now };
    *from = d->next;
    *to = d->next += units;
    give(d, number, units);
    return true;
}

static piece *find(const dado_deal *d, int64_t from)
{
    int64_t low = 0, high = d->count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (piece_at(d, middle)->from < from) low = middle + 1;
        else high = middle;
    }
    return low < d->count && piece_at(d, low)->from == from ? piece_at(d, low) : NULL;
}

// How fast it was this time counts as much as all times before.
static void learn(dado_deal *d, lane *l, int64_t units, double seconds)
{
    double rate = (double)units / (seconds > 1e-9 ? seconds : 1e-9);
    if (l->rate > 0) {
        double next = (l->rate + rate) / 2;
        d->rate += next - l->rate;
        l->rate = next;
    } else {
        l->rate = rate;
        d->rate += rate;
        d->known++;
    }
}

bool dado_deal_answer(dado_deal *d, int number, int64_t from, int64_t to, double seconds,
                      unsigned char *bytes, size_t size)
{
    lane *l = &d->lanes[number];
    if (l->out > 0) {
        l->out--;
        learn(d, l, to - from, seconds);
    }
    piece *p = find(d, from);
    if (!p || p->to != to || p->done) {
        free(bytes);
        return false;
    }
    p->done = true;
    p->bytes = bytes;
    p->size = size;
    d->waiting += size;
    return true;
}

const unsigned char *dado_deal_first(const dado_deal *d, int64_t *from, int64_t *to, size_t *size)
{
    if (d->count == 0 || !piece_at(d, 0)->done) return NULL;
    const piece *p = piece_at(d, 0);
    *from = p->from;
    *to = p->to;
    *size = p->size;
    return p->bytes;
}

void dado_deal_drop(dado_deal *d)
{
    piece *p = piece_at(d, 0);
    d->waiting -= p->size;
    free(p->bytes);
    *p = (piece){ 0 };
    d->first++;
    d->count--;
}

bool dado_deal_over(const dado_deal *d)
{
    return d->next >= d->end && d->count == 0;
}
