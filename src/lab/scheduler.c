// scheduler.c - see scheduler.h.
#include "lab/scheduler.h"

#include <math.h>
#include <stdlib.h>

enum {
    ahead = 2,         // pieces a worker may have: the current one and the next
    growth = 64,       // most growth from one piece to the next
    first_share = 64,  // an unknown worker gets this part of its expected share,
    first_most = 16,   // and at most this many units
};
// Limits of the seconds that a piece should take: a share of what is left for everybody,
// but not so short that the coordinator gets too many pieces per second, and not so long
// that a failed worker is noticed late.
static const double share_left = 1.0 / 3.0, per_worker = 1.0 / 40000.0, longest = 1.0;
static const double overdue_times = 3.0, overdue_least = 0.05;

typedef struct piece {
    int64_t from, to;
    int worker;          // the worker that had it last
    double assigned_at;  // when it was assigned
    bool twice;          // whether another worker had it before
    bool done;
    unsigned char *bytes;
    size_t size;
} piece;

typedef struct worker {
    int out;       // number of pieces it has
    int64_t last;  // units in its latest piece
    double rate;   // units per second; 0 while unknown
    bool seen;     // whether it has asked for work
} worker;

struct dado_scheduler {
    int64_t next, end;  // units not handed out yet
    piece *pieces;      // pieces not dropped yet, in order, in a ring buffer
    int64_t first, count;
    int64_t room;  // a power of two
    worker *workers;
    int seen;                      // number of workers that have asked
    double rate;                   // sum of all known rates
    int known;                     // number of workers with a known rate
    size_t waiting, most_waiting;  // bytes of answers that wait for an earlier one
};

bool dado_scheduler_begin(dado_scheduler **out, int64_t from, int64_t to, int workers,
                          size_t most_waiting, dado_error *err)
{
    dado_scheduler *d = calloc(1, sizeof *d);
    *out = d;
    if (d) {
        *d = (dado_scheduler){ .next = from, .end = to, .room = 64, .most_waiting = most_waiting };
        d->pieces = calloc((size_t)d->room, sizeof *d->pieces);
        d->workers = calloc((size_t)workers, sizeof *d->workers);
    }
    return (d && d->pieces && d->workers) ||
           dado_fail(err, DADO_LIMIT, "no memory left to hand out work to %d threads", workers);
}

static piece *piece_at(const dado_scheduler *d, int64_t place)
{
    return &d->pieces[(d->first + place) & (d->room - 1)];
}

void dado_scheduler_end(dado_scheduler *d)
{
    if (!d) return;
    for (int64_t i = 0; d->pieces && i < d->count; i++) free(piece_at(d, i)->bytes);
    free(d->pieces);
    free(d->workers);
    free(d);
}

static bool grow(dado_scheduler *d)
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

static int64_t size_for(const dado_scheduler *d, const worker *l)
{
    if (l->rate <= 0) {  // a small part of its share at first
        int64_t some = (d->end - d->next) / d->seen / first_share;
        return some < 1 ? 1 : some > first_most ? first_most : some;
    }
    // Unknown workers are assumed to be as fast as the others.
    double all = d->rate * d->seen / d->known;
    double seconds = (double)(d->end - d->next) / all * share_left;
    double least = per_worker * d->seen;
    if (seconds < least) seconds = least;
    if (seconds > longest) seconds = longest;
    double units = floor(l->rate * seconds);
    double most = (double)l->last * growth;
    if (units > most) units = most;
    if (units > (double)(d->end - d->next)) units = (double)(d->end - d->next);
    return units < 1 ? 1 : (int64_t)units;
}

static void assign(dado_scheduler *d, int number, int64_t units)
{
    d->workers[number].out++;
    d->workers[number].last = units;
}

// Returns whether a piece takes much longer than its worker should need for it and the
// one before.
static bool overdue(const dado_scheduler *d, const piece *p, double now)
{
    const worker *l = &d->workers[p->worker];
    double rate = l->rate > 0 ? l->rate : d->known ? d->rate / d->known : 0;
    if (rate <= 0) return false;
    double expected = ahead * (double)(p->to - p->from) / rate;
    return now - p->assigned_at > overdue_times * expected + overdue_least;
}

static bool reassign(dado_scheduler *d, int number, double now, int64_t *from, int64_t *to)
{
    if (d->workers[number].out > 0) return false;
    for (int64_t i = 0; i < d->count; i++) {
        piece *p = piece_at(d, i);
        if (p->done || p->worker == number) continue;
        if (!overdue(d, p, now)) {
            if (p->twice) continue;
            return false;  // later pieces were handed out later
        }
        p->worker = number;
        p->assigned_at = now;
        p->twice = true;
        assign(d, number, p->to - p->from);
        *from = p->from;
        *to = p->to;
        return true;
    }
    return false;
}

// Returns whether a worker should get nothing near the end, because others would finish
// it sooner: a slow worker gets not even one unit, and a busy one gets no further piece.
static bool leave_to_others(const dado_scheduler *d, const worker *l)
{
    if (l->rate <= 0 || d->next >= d->end) return false;
    int64_t left = d->end - d->next;
    if (l->out > 0 && left < d->seen) return true;
    double mean = d->known / d->rate, rest = (double)left * mean / d->seen;
    return 1 / l->rate > rest + 3 * mean;
}

bool dado_scheduler_next(dado_scheduler *d, int number, double now, int64_t *from, int64_t *to)
{
    worker *l = &d->workers[number];
    d->seen += !l->seen;
    l->seen = true;
    if (l->out >= ahead) return false;
    if (leave_to_others(d, l)) return false;
    bool fresh = d->next < d->end && (d->waiting < d->most_waiting || d->count == 0) && grow(d);
    if (!fresh) return reassign(d, number, now, from, to);
    int64_t units = size_for(d, l);
    *piece_at(d, d->count++) =
        (piece){ .from = d->next, .to = d->next + units, .worker = number, .assigned_at = now };
    *from = d->next;
    *to = d->next += units;
    assign(d, number, units);
    return true;
}

static piece *find(const dado_scheduler *d, int64_t from)
{
    int64_t low = 0, high = d->count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (piece_at(d, middle)->from < from) low = middle + 1;
        else high = middle;
    }
    return low < d->count && piece_at(d, low)->from == from ? piece_at(d, low) : NULL;
}

// Updates the rate of a worker; the newest measurement has half of the weight.
static void update_rate(dado_scheduler *d, worker *l, int64_t units, double seconds)
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

bool dado_scheduler_answer(dado_scheduler *d, int number, int64_t from, int64_t to, double seconds,
                           unsigned char *bytes, size_t size)
{
    worker *l = &d->workers[number];
    if (l->out > 0) {
        l->out--;
        update_rate(d, l, to - from, seconds);
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

const unsigned char *dado_scheduler_first(const dado_scheduler *d, int64_t *from, int64_t *to,
                                          size_t *size)
{
    if (d->count == 0 || !piece_at(d, 0)->done) return NULL;
    const piece *p = piece_at(d, 0);
    *from = p->from;
    *to = p->to;
    *size = p->size;
    return p->bytes;
}

void dado_scheduler_drop(dado_scheduler *d)
{
    piece *p = piece_at(d, 0);
    d->waiting -= p->size;
    free(p->bytes);
    *p = (piece){ 0 };
    d->first++;
    d->count--;
}

bool dado_scheduler_is_done(const dado_scheduler *d)
{
    return d->next >= d->end && d->count == 0;
}
