// fleet.c - see fleet.h.
//
// Only the thread that calls speaks with others; hands, the threads that work,
// have a small queue each and leave what they have done in an outbox. Messages
// begin with their kind and the number of the order they belong to, so that
// what comes late from an order that was ended is let go.
#define _POSIX_C_SOURCE 200809L
#include "lab/fleet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/ends.h"
#include "lab/crew.h"
#include "lab/deal.h"
#include "lab/file.h"

enum { ahead = 2, most_waiting = 256 << 20, most_threads = 1024 };
// Seconds. Who waits sleeps longer and longer, for nothing that is urgent comes from afar.
static const double shortest_nap = 0.00005, longest_nap = 0.02, look_round = 0.05;

typedef struct piece {
    int64_t from, to;
} piece;

typedef struct done {  // in the outbox
    struct done *next;
    int hand;
    piece piece;
    double seconds;  // it took
    unsigned char *bytes;
    size_t size;
    dado_error error;  // where it failed
} done;

typedef struct hand {
    dado_fleet *fleet;
    pthread_t thread;
    int number;
    piece queue[ahead];
    int waiting;
    bool working;
    void *own;
} hand;

struct dado_fleet {
    const dado_wire *wire;
    dado_wire nowhere;  // of one who is alone
    const dado_trade *const *trades;
    pthread_mutex_t lock;
    pthread_cond_t news, idle;
    hand *hands;
    int hand_count;
    bool closing;
    atomic_int halt;
    done *outbox, **outbox_end;

    const dado_trade *trade;  // of the order at hand
    void *shared;
    dado_arena arena;         // as long as there is an order
    uint64_t number;          // of the order
    dado_packing message;

    // the conductor's
    int *threads;     // of each rank; -1 while it has not said hello
    int *first_lane;  // of each rank
    int lanes, ranks_known;
};

// ---- hands

static void put_out(dado_fleet *f, done *d)
{
    d->next = NULL;
    *f->outbox_end = d;
    f->outbox_end = &d->next;
    pthread_cond_signal(&f->news);
}

// Does one piece, without the lock; NULL if it was left on the way.
static done *do_piece(dado_fleet *f, hand *h, piece p)
{
    done *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    dado_packing out = { .grows = true };
    d->hand = h->number;
    d->piece = p;
    double began = dado_seconds();
    bool fine = f->trade->work(f->shared, &h->own, p.from, p.to, &f->halt, &out, &d->error);
    d->seconds = dado_seconds() - began;
    if (fine && out.full) fine = dado_fail(&d->error, DADO_LIMIT, "no memory left for an answer");
    if (!fine && d->error.status == DADO_OK) {
        free(out.bytes);
        free(d);
        return NULL;
    }
    if (!out.bytes) out.bytes = calloc(1, 1);
    d->bytes = out.bytes;
    d->size = out.used;
    return d;
}

static void *work(void *context)
{
    hand *h = context;
    dado_fleet *f = h->fleet;
    pthread_mutex_lock(&f->lock);
    while (!f->closing) {
        if (h->waiting == 0) {
            pthread_cond_wait(&f->idle, &f->lock);
            continue;
        }
        piece p = h->queue[0];
        memmove(h->queue, h->queue + 1, sizeof *h->queue * (size_t)--h->waiting);
        h->working = true;
        pthread_mutex_unlock(&f->lock);
        done *d = do_piece(f, h, p);
        pthread_mutex_lock(&f->lock);
        h->working = false;
        if (d) put_out(f, d);
        else pthread_cond_signal(&f->news);
    }
    pthread_mutex_unlock(&f->lock);
    return NULL;
}

static bool start_hands(dado_fleet *f, int count)
{
    for (; f->hand_count < count; f->hand_count++) {
        hand *h = &f->hands[f->hand_count];
        *h = (hand){ .fleet = f, .number = f->hand_count };
        if (!dado_hand_start(&h->thread, work, h)) break;
    }
    return f->hand_count == count;
}

static void give_to_hand(dado_fleet *f, int number, piece p)
{
    pthread_mutex_lock(&f->lock);
    hand *h = &f->hands[number];
    if (h->waiting < ahead) h->queue[h->waiting++] = p;
    pthread_cond_broadcast(&f->idle);
    pthread_mutex_unlock(&f->lock);
}

// All that was done, oldest first; for the caller to free.
static done *empty_outbox(dado_fleet *f)
{
    pthread_mutex_lock(&f->lock);
    done *all = f->outbox;
    f->outbox = NULL;
    f->outbox_end = &f->outbox;
    pthread_mutex_unlock(&f->lock);
    return all;
}

static void free_done(done *d)
{
    free(d->bytes);
    free(d);
}

// Hands leave what they do, and what the order needed is put away.
static void end_at_hand(dado_fleet *f)
{
    atomic_store(&f->halt, 1);
    pthread_mutex_lock(&f->lock);
    for (int i = 0; i < f->hand_count; i++) {
        f->hands[i].waiting = 0;
        while (f->hands[i].working) pthread_cond_wait(&f->news, &f->lock);
    }
    pthread_mutex_unlock(&f->lock);
    for (done *d = empty_outbox(f); d;) {
        done *next = d->next;
        free_done(d);
        d = next;
    }
    for (int i = 0; i < f->hand_count; i++) {
        if (f->hands[i].own) f->trade->rise(f->hands[i].own);
        f->hands[i].own = NULL;
    }
    if (f->shared && f->trade->end) f->trade->end(f->shared);
    dado_arena_free(&f->arena);
    f->shared = NULL;
    f->trade = NULL;
    atomic_store(&f->halt, 0);
}

// ---- messages

static dado_packing *begin_message(dado_fleet *f, int kind)
{
    f->message.used = 0;
    f->message.full = false;
    f->message.grows = true;
    dado_pack_number(&f->message, (uint64_t)kind);
    dado_pack_number(&f->message, f->number);
    return &f->message;
}

static bool send_message(dado_fleet *f, int to, dado_error *err)
{
    if (f->message.full) return dado_fail(err, DADO_LIMIT, "no memory left for a message");
    return f->wire->send(f->wire->self, to, f->message.bytes, f->message.used, err);
}

static bool begin_order(dado_fleet *f, const char *name, dado_unpacking *order, dado_error *err)
{
    f->trade = NULL;
    for (int i = 0; f->trades[i]; i++) {
        if (strcmp(f->trades[i]->name, name) == 0) f->trade = f->trades[i];
    }
    if (!f->trade) return dado_fail(err, DADO_MEANING, "this dado has no trade called %s", name);
    return f->trade->begin(&f->shared, order, &f->arena, err);
}

bool dado_fleet_open(dado_fleet **out, const dado_wire *wire, int threads,
                     const dado_trade *const *trades, dado_error *err)
{
    dado_fleet *f = calloc(1, sizeof *f);
    *out = f;
    if (!f) return dado_fail(err, DADO_LIMIT, "no memory left for a fleet");
    *f = (dado_fleet){ .wire = wire, .trades = trades, .outbox_end = &f->outbox };
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->news, NULL);
    pthread_cond_init(&f->idle, NULL);
    f->hands = calloc((size_t)threads + 1, sizeof *f->hands);
    f->threads = calloc((size_t)wire->ranks, sizeof *f->threads);
    f->first_lane = calloc((size_t)wire->ranks, sizeof *f->first_lane);
    if (!f->hands || !f->threads || !f->first_lane) {
        return dado_fail(err, DADO_LIMIT, "no memory left for a fleet");
    }
    bool alone = wire->ranks == 1;
    if (!start_hands(f, threads) && !(alone && f->hand_count)) {
        return dado_fail(err, DADO_LIMIT, "only %d of %d threads could be started", f->hand_count,
                         threads);
    }
    for (int i = 0; i < wire->ranks; i++) f->threads[i] = -1;
    f->threads[0] = f->lanes = f->hand_count;
    f->ranks_known = 1;
    return true;
}

static int hear_nobody(void *self, double seconds, const unsigned char **bytes, size_t *size,
                       dado_error *err)
{
    (void)bytes;
    (void)size;
    (void)err;
    dado_fleet *f = self;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(seconds * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&f->lock);
    if (seconds > 0 && !f->outbox) pthread_cond_timedwait(&f->news, &f->lock, &until);
    pthread_mutex_unlock(&f->lock);
    return -1;
}

static double own_time(void *self)
{
    (void)self;
    return dado_seconds();
}

bool dado_fleet_alone(dado_fleet **fleet, int threads, const dado_trade *const *trades,
                      dado_error *err)
{
    dado_wire nowhere = { .ranks = 1, .place = "here", .receive = hear_nobody, .now = own_time };
    if (threads <= 0) threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (threads < 1) threads = 1;
    if (threads > most_threads) threads = most_threads;
    bool fine = dado_fleet_open(fleet, &nowhere, threads, trades, err);
    if (!*fleet) return false;
    (*fleet)->nowhere = nowhere;
    (*fleet)->nowhere.self = *fleet;
    (*fleet)->wire = &(*fleet)->nowhere;
    return fine;
}

void dado_fleet_close(dado_fleet *f)
{
    if (!f) return;
    for (int rank = 1; f->wire->rank == 0 && rank < f->wire->ranks; rank++) {
        begin_message(f, DADO_FLEET_LEAVE);
        send_message(f, rank, NULL);
    }
    if (f->trade) end_at_hand(f);
    pthread_mutex_lock(&f->lock);
    f->closing = true;
    pthread_cond_broadcast(&f->idle);
    pthread_mutex_unlock(&f->lock);
    for (int i = 0; i < f->hand_count; i++) pthread_join(f->hands[i].thread, NULL);
    pthread_mutex_destroy(&f->lock);
    pthread_cond_destroy(&f->news);
    pthread_cond_destroy(&f->idle);
    free(f->hands);
    free(f->threads);
    free(f->first_lane);
    free(f->message.bytes);
    free(f);
}

// ---- those who are conducted

static bool say_trouble(dado_fleet *f, const dado_error *why, dado_error *err)
{
    dado_packing *out = begin_message(f, DADO_FLEET_TROUBLE);
    dado_pack_number(out, why->status);
    char text[sizeof why->text + 80];
    snprintf(text, sizeof text, "on %s (rank %d): %s", f->wire->place, f->wire->rank, why->text);
    dado_pack_text(out, text);
    return send_message(f, 0, err);
}

static bool send_answers(dado_fleet *f, dado_error *err)
{
    bool fine = true;
    for (done *d = empty_outbox(f); d;) {
        done *next = d->next;
        if (fine && d->error.status != DADO_OK) {
            fine = say_trouble(f, &d->error, err);
        } else if (fine) {
            dado_packing *out = begin_message(f, DADO_FLEET_ANSWER);
            dado_pack_number(out, (uint64_t)d->hand);
            dado_pack_number(out, (uint64_t)d->piece.from);
            dado_pack_number(out, (uint64_t)d->piece.to);
            dado_pack_number(out, (uint64_t)(d->seconds * 1e9));
            dado_pack_bytes(out, d->bytes, d->size);
            fine = send_message(f, 0, err);
        }
        free_done(d);
        d = next;
    }
    return fine;
}

static bool say_hello(dado_fleet *f, dado_error *err)
{
    dado_packing *out = begin_message(f, DADO_FLEET_HELLO);
    dado_pack_number(out, (uint64_t)f->hand_count);
    return send_message(f, 0, err);
}

static bool take_order(dado_fleet *f, dado_unpacking *in, uint64_t number, dado_error *err)
{
    dado_error why = { 0 };
    DADO_ENDS(dado_arena_free) dado_arena arena = { 0 };
    dado_arena_init(&arena, 1 << 16);
    if (f->trade) end_at_hand(f);
    f->number = number;
    const char *version = dado_unpack_text(in, &arena), *name = dado_unpack_text(in, &arena);
    bool fine = version && name && !in->broken;
    if (fine && strcmp(version, dado_version) != 0) {
        fine = dado_fail(&why, DADO_MEANING, "this is dado %s, and who conducts is %.20s",
                         dado_version, version);
    }
    fine = fine && begin_order(f, name, in, &why);
    if (!fine && why.status == DADO_OK) dado_fail(&why, DADO_SYNTAX, "an order makes no sense");
    return fine ? say_hello(f, err) : say_trouble(f, &why, err);
}

bool dado_fleet_serve(dado_fleet *f, dado_error *err)
{
    double nap = shortest_nap;
    for (;;) {
        const unsigned char *bytes;
        size_t size;
        if (!send_answers(f, err)) return false;
        int from = f->wire->receive(f->wire->self, nap, &bytes, &size, err);
        if (from == -2) return false;
        nap = from >= 0 ? shortest_nap : nap < longest_nap ? nap * 2 : nap;
        if (from < 0) continue;
        dado_unpacking in = { .bytes = bytes, .size = size };
        int kind = (int)dado_unpack_number(&in);
        uint64_t number = dado_unpack_number(&in);
        if (kind == DADO_FLEET_LEAVE) return true;
        if (kind == DADO_FLEET_ORDER && !take_order(f, &in, number, err)) return false;
        if (kind == DADO_FLEET_END && f->trade && number == f->number) end_at_hand(f);
        if (kind == DADO_FLEET_TASK && f->trade && number == f->number) {
            int lane = (int)dado_unpack_number(&in);
            int64_t first = (int64_t)dado_unpack_number(&in);
            int64_t end = (int64_t)dado_unpack_number(&in);
            if (!in.broken && lane < f->hand_count) give_to_hand(f, lane, (piece){ first, end });
        }
    }
}

// ---- who conducts

typedef struct conducting {
    dado_fleet *fleet;
    const dado_fleet_job *job;
    dado_deal *deal;
    int *rank_of;   // of each lane that is known
    int lanes;      // known
    int room;       // for lanes in the deal
    bool failed;
    dado_error *err;
} conducting;

static double now_of(const dado_fleet *f)
{
    return f->wire->now(f->wire->self);
}

// Gives a lane all it may have.
static bool fill_lane(conducting *c, int lane, double now)
{
    dado_fleet *f = c->fleet;
    int rank = c->rank_of[lane], place = lane - f->first_lane[rank];
    piece p;
    while (dado_deal_next(c->deal, lane, now, &p.from, &p.to)) {
        if (rank == 0) {
            give_to_hand(f, place, p);
            continue;
        }
        dado_packing *out = begin_message(f, DADO_FLEET_TASK);
        dado_pack_number(out, (uint64_t)place);
        dado_pack_number(out, (uint64_t)p.from);
        dado_pack_number(out, (uint64_t)p.to);
        if (!send_message(f, rank, c->err)) return false;
    }
    return true;
}

static bool add_lanes(conducting *c, int rank, int threads)
{
    dado_fleet *f = c->fleet;
    if (c->lanes + threads > c->room) {
        return dado_fail(c->err, DADO_LIMIT, "rank %d has more threads than there is room for",
                         rank);
    }
    f->first_lane[rank] = c->lanes;
    for (int i = 0; i < threads; i++) c->rank_of[c->lanes++] = rank;
    f->threads[rank] = threads;
    f->lanes = c->lanes;
    for (int i = 0; i < threads; i++) {
        if (!fill_lane(c, f->first_lane[rank] + i, now_of(f))) return false;
    }
    return true;
}

static bool keep_answer(conducting *c, int lane, piece p, double seconds, unsigned char *bytes,
                        size_t size)
{
    dado_deal_answer(c->deal, lane, p.from, p.to, seconds, bytes, size);
    return fill_lane(c, lane, now_of(c->fleet));
}

static bool hear_rank(conducting *c, int rank, const unsigned char *bytes, size_t size)
{
    dado_fleet *f = c->fleet;
    dado_unpacking in = { .bytes = bytes, .size = size };
    int kind = (int)dado_unpack_number(&in);
    if (dado_unpack_number(&in) != f->number) return true;  // late
    if (kind == DADO_FLEET_HELLO) return add_lanes(c, rank, (int)dado_unpack_number(&in));
    if (kind == DADO_FLEET_TROUBLE) {
        DADO_ENDS(dado_arena_free) dado_arena arena = { 0 };
        dado_arena_init(&arena, 1 << 16);
        int status = (int)dado_unpack_number(&in);
        const char *text = dado_unpack_text(&in, &arena);
        dado_fail(c->err, status > DADO_OK && status <= DADO_IO ? (dado_status)status : DADO_IO,
                  "%s", text ? text : "a process of the fleet failed");
        return false;
    }
    int place = (int)dado_unpack_number(&in);
    piece p = { .from = (int64_t)dado_unpack_number(&in) };
    p.to = (int64_t)dado_unpack_number(&in);
    double seconds = (double)dado_unpack_number(&in) * 1e-9;
    if (kind != DADO_FLEET_ANSWER || in.broken || place >= f->threads[rank]) {
        return dado_fail(c->err, DADO_IO, "rank %d said what makes no sense", rank);
    }
    size_t left = size - in.used;
    unsigned char *kept = malloc(left + 1);
    if (!kept) return dado_fail(c->err, DADO_LIMIT, "no memory left for an answer");
    memcpy(kept, bytes + in.used, left);
    return keep_answer(c, f->first_lane[rank] + place, p, seconds, kept, left);
}

static bool hear_hands(conducting *c, bool *any)
{
    bool fine = true;
    for (done *d = empty_outbox(c->fleet); d;) {
        done *next = d->next;
        *any = true;
        if (fine && d->error.status != DADO_OK) {
            if (c->err) *c->err = d->error;
            fine = false;
        } else if (fine) {
            fine = keep_answer(c, d->hand, d->piece, d->seconds, d->bytes, d->size);
            d->bytes = NULL;
        }
        free_done(d);
        d = next;
    }
    return fine;
}

// Takes what is there in order; false once the job wants no more.
static bool take_answers(conducting *c, bool *any)
{
    const unsigned char *bytes;
    int64_t from, to;
    size_t size;
    while ((bytes = dado_deal_first(c->deal, &from, &to, &size))) {
        if (!c->job->watch(c->job->context) ||
            !c->job->take(c->job->context, from, to, bytes, size)) {
            return false;
        }
        dado_deal_drop(c->deal);
        *any = true;
    }
    return true;
}

static bool conduct(conducting *c)
{
    dado_fleet *f = c->fleet;
    double looked = now_of(f), nap = shortest_nap;
    while (!dado_deal_over(c->deal)) {
        bool any = false;
        const unsigned char *bytes;
        size_t size;
        if (!c->job->watch(c->job->context)) return false;
        if (!(c->failed = !hear_hands(c, &any))) {
            int from;
            while (!c->failed && (from = f->wire->receive(f->wire->self, 0, &bytes, &size,
                                                          c->err)) >= 0) {
                any = true;
                c->failed = !hear_rank(c, from, bytes, size);
            }
            c->failed = c->failed || from == -2;
        }
        if (c->failed || !take_answers(c, &any)) return false;
        double now = now_of(f);
        if (now - looked > look_round) {  // for those who have nothing to do
            looked = now;
            for (int lane = 0; lane < c->lanes; lane++) {
                if (!fill_lane(c, lane, now)) return !(c->failed = true);
            }
        }
        nap = any ? shortest_nap : nap < longest_nap ? nap * 2 : nap;
        if (any || dado_deal_over(c->deal)) continue;
        int from = f->wire->receive(f->wire->self, nap, &bytes, &size, c->err);
        c->failed = from == -2 || (from >= 0 && !hear_rank(c, from, bytes, size));
        if (c->failed) return false;
    }
    return true;
}

static bool send_order(conducting *c)
{
    dado_fleet *f = c->fleet;
    const dado_fleet_job *job = c->job;
    f->number++;
    dado_packing *out = begin_message(f, DADO_FLEET_ORDER);
    dado_pack_text(out, dado_version);
    dado_pack_text(out, job->trade->name);
    dado_pack_bytes(out, job->order.bytes, job->order.used);
    for (int rank = 1; rank < f->wire->ranks; rank++) {
        if (!send_message(f, rank, c->err)) return false;
    }
    dado_unpacking order = { .bytes = job->order.bytes, .size = job->order.used };
    return begin_order(f, job->trade->name, &order, c->err);
}

bool dado_fleet_run(dado_fleet *f, const dado_fleet_job *job, dado_error *err)
{
    conducting c = { .fleet = f, .job = job, .err = err };
    c.room = f->hand_count + (f->wire->ranks - 1) * (f->wire->ranks > 4096 ? 16 : most_threads);
    c.rank_of = calloc((size_t)c.room + 1, sizeof *c.rank_of);
    bool fine = (c.rank_of && !job->order.full) ||
                dado_fail(err, DADO_LIMIT, "no memory left for an order to so many threads");
    fine = fine && dado_deal_begin(&c.deal, job->from, job->to, c.room + 1, most_waiting, err) &&
           send_order(&c) && add_lanes(&c, 0, f->hand_count) && conduct(&c);
    for (int rank = 1; rank < f->wire->ranks; rank++) {
        begin_message(f, DADO_FLEET_END);
        send_message(f, rank, NULL);
    }
    if (f->trade) end_at_hand(f);
    dado_deal_end(c.deal);
    free(c.rank_of);
    free(job->order.bytes);
    return fine;
}
