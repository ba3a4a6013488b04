// cluster.c - see cluster.h.
//
// Only the calling thread communicates with other processes. The worker threads have a
// small queue each and put their results into an outbox. Every message begins with its
// kind and the number of the order that it belongs to, so that late messages of a
// cancelled order can be ignored.
#define _POSIX_C_SOURCE 200809L
#include "lab/cluster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/scope_cleanup.h"
#include "lab/thread_pool.h"
#include "lab/scheduler.h"
#include "lab/file.h"

enum { ahead = 2, most_waiting = 256 << 20, most_threads = 1024 };
// Times in seconds. A waiting thread sleeps longer and longer, since nothing urgent comes
// from other processes.
static const double shortest_sleep = 0.00005, longest_sleep = 0.02, look_round = 0.05;

typedef struct piece {
    int64_t from, to;
} piece;

typedef struct done {  // a result in the outbox
    struct done *next;
    int worker;
    piece piece;
    double seconds;  // how long it took
    unsigned char *bytes;
    size_t size;
    dado_error error;  // set if the work failed
} done;

typedef struct worker {
    dado_cluster *cluster;
    pthread_t thread;
    int number;
    piece queue[ahead];
    int waiting;
    bool working;
    void *own;
} worker;

struct dado_cluster {
    const dado_transport *transport;
    dado_transport no_transport;  // used when this process is alone
    const dado_remote_task *const *tasks;
    pthread_mutex_t lock;
    pthread_cond_t news, idle;
    worker *workers;
    int worker_count;
    bool calling_thread;  // the only worker has no thread of its own
    bool closing;
    atomic_int halt;
    done *outbox, **outbox_end;

    const dado_remote_task *task;  // the task of the current order
    void *shared;
    dado_region region;  // lives as long as the order
    uint64_t number;     // number of the current order
    dado_byte_writer message;

    // Used by the coordinator only:
    int *threads;       // of each rank; -1 until it has said hello
    int *first_worker;  // number of the first worker of each rank
    int lanes, ranks_known;
};

// ---- workers

static void post_result(dado_cluster *f, done *d)
{
    d->next = NULL;
    *f->outbox_end = d;
    f->outbox_end = &d->next;
    pthread_cond_signal(&f->news);
}

// Does one piece of work, without the lock. Returns NULL if it was cancelled.
static done *do_piece(dado_cluster *f, worker *h, piece p)
{
    done *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    dado_byte_writer out = { .grows = true };
    d->worker = h->number;
    d->piece = p;
    double began = dado_seconds();
    bool fine = f->task->work(f->shared, &h->own, p.from, p.to, &f->halt, &out, &d->error);
    d->seconds = dado_seconds() - began;
    if (fine && out.full)
        fine = dado_fail(&d->error, DADO_LIMIT,
                         "out of memory for the "
                         "answer of a task");
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
    worker *h = context;
    dado_cluster *f = h->cluster;
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
        if (d) post_result(f, d);
        else pthread_cond_signal(&f->news);
    }
    pthread_mutex_unlock(&f->lock);
    return NULL;
}

static bool start_workers(dado_cluster *f, int count)
{
    for (; f->worker_count < count; f->worker_count++) {
        worker *h = &f->workers[f->worker_count];
        *h = (worker){ .cluster = f, .number = f->worker_count };
        if (!dado_thread_start(&h->thread, work, h)) break;
    }
    return f->worker_count == count;
}

// Does the next piece on the calling thread. Returns false if there is none.
static bool work_between_messages(dado_cluster *f)
{
    worker *h = &f->workers[0];
    if (!f->calling_thread || h->waiting == 0) return false;
    piece p = h->queue[0];
    memmove(h->queue, h->queue + 1, sizeof *h->queue * (size_t)--h->waiting);
    done *d = do_piece(f, h, p);
    if (d) post_result(f, d);
    return true;
}

static void give_to_worker(dado_cluster *f, int number, piece p)
{
    pthread_mutex_lock(&f->lock);
    worker *h = &f->workers[number];
    if (h->waiting < ahead) h->queue[h->waiting++] = p;
    pthread_cond_broadcast(&f->idle);
    pthread_mutex_unlock(&f->lock);
}

// Returns all results, oldest first; the caller frees them.
static done *take_results(dado_cluster *f)
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

// Stops the workers, and frees what the order needed.
static void stop_workers(dado_cluster *f)
{
    atomic_store(&f->halt, 1);
    pthread_mutex_lock(&f->lock);
    for (int i = 0; i < f->worker_count; i++) {
        f->workers[i].waiting = 0;
        while (f->workers[i].working) pthread_cond_wait(&f->news, &f->lock);
    }
    pthread_mutex_unlock(&f->lock);
    for (done *d = take_results(f); d;) {
        done *next = d->next;
        free_done(d);
        d = next;
    }
    for (int i = 0; i < f->worker_count; i++) {
        if (f->workers[i].own) f->task->free_own(f->workers[i].own);
        f->workers[i].own = NULL;
    }
    if (f->shared && f->task->end) f->task->end(f->shared);
    dado_region_free(&f->region);
    f->shared = NULL;
    f->task = NULL;
    atomic_store(&f->halt, 0);
}

// ---- messages

static dado_byte_writer *begin_message(dado_cluster *f, int kind)
{
    f->message.used = 0;
    f->message.full = false;
    f->message.grows = true;
    dado_pack_number(&f->message, (uint64_t)kind);
    dado_pack_number(&f->message, f->number);
    return &f->message;
}

static bool send_message(dado_cluster *f, int to, dado_error *err)
{
    if (f->message.full)
        return dado_fail(err, DADO_LIMIT,
                         "out of memory for a message to "
                         "another process");
    return f->transport->send(f->transport->self, to, f->message.bytes, f->message.used, err);
}

static bool begin_request(dado_cluster *f, const char *name, dado_byte_reader *order,
                          dado_error *err)
{
    f->task = NULL;
    for (int i = 0; f->tasks[i]; i++) {
        if (strcmp(f->tasks[i]->name, name) == 0) f->task = f->tasks[i];
    }
    if (!f->task)
        return dado_fail(err, DADO_INVALID,
                         "this version of dado has no task "
                         "called %s; run the same version on all machines",
                         name);
    return f->task->begin(&f->shared, order, &f->region, err);
}

bool dado_cluster_open(dado_cluster **out, const dado_transport *transport, int threads,
                       const dado_remote_task *const *tasks, dado_error *err)
{
    dado_cluster *f = calloc(1, sizeof *f);
    *out = f;
    if (!f) return dado_fail(err, DADO_LIMIT, "no memory left for a cluster");
    *f = (dado_cluster){ .transport = transport, .tasks = tasks, .outbox_end = &f->outbox };
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->news, NULL);
    pthread_cond_init(&f->idle, NULL);
    f->calling_thread = threads == DADO_CLUSTER_CALLING_THREAD;
    if (f->calling_thread) threads = 0;
    f->workers = calloc((size_t)threads + 1, sizeof *f->workers);
    f->threads = calloc((size_t)transport->ranks, sizeof *f->threads);
    f->first_worker = calloc((size_t)transport->ranks, sizeof *f->first_worker);
    if (!f->workers || !f->threads || !f->first_worker) {
        return dado_fail(err, DADO_LIMIT, "no memory left for a cluster");
    }
    bool alone = transport->ranks == 1;
    if (!start_workers(f, threads) && !(alone && f->worker_count)) {
        return dado_fail(err, DADO_LIMIT, "only %d of %d threads could be started", f->worker_count,
                         threads);
    }
    if (f->calling_thread) {
        f->workers[0] = (worker){ .cluster = f };
        f->worker_count = 1;
    }
    for (int i = 0; i < transport->ranks; i++) f->threads[i] = -1;
    f->threads[0] = f->lanes = f->worker_count;
    f->ranks_known = 1;
    return true;
}

static int receive_nothing(void *self, double seconds, const unsigned char **bytes, size_t *size,
                           dado_error *err)
{
    (void)bytes;
    (void)size;
    (void)err;
    dado_cluster *f = self;
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

bool dado_cluster_open_local(dado_cluster **cluster, int threads,
                             const dado_remote_task *const *tasks, dado_error *err)
{
    dado_transport no_transport = {
        .ranks = 1, .place = "here", .receive = receive_nothing, .now = own_time
    };
    if (threads <= 0) threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (threads < 1) threads = 1;
    if (threads > most_threads) threads = most_threads;
    bool fine = dado_cluster_open(cluster, &no_transport, threads, tasks, err);
    if (!*cluster) return false;
    (*cluster)->no_transport = no_transport;
    (*cluster)->no_transport.self = *cluster;
    (*cluster)->transport = &(*cluster)->no_transport;
    return fine;
}

void dado_cluster_close(dado_cluster *f)
{
    if (!f) return;
    for (int rank = 1; f->transport->rank == 0 && rank < f->transport->ranks; rank++) {
        begin_message(f, DADO_CLUSTER_QUIT);
        send_message(f, rank, NULL);
    }
    if (f->task) stop_workers(f);
    pthread_mutex_lock(&f->lock);
    f->closing = true;
    pthread_cond_broadcast(&f->idle);
    pthread_mutex_unlock(&f->lock);
    for (int i = 0; i < f->worker_count && !f->calling_thread; i++) {
        pthread_join(f->workers[i].thread, NULL);
    }
    pthread_mutex_destroy(&f->lock);
    pthread_cond_destroy(&f->news);
    pthread_cond_destroy(&f->idle);
    free(f->workers);
    free(f->threads);
    free(f->first_worker);
    free(f->message.bytes);
    free(f);
}

// ---- processes that are coordinated

static bool send_failure(dado_cluster *f, const dado_error *why, dado_error *err)
{
    dado_byte_writer *out = begin_message(f, DADO_CLUSTER_FAILURE);
    dado_pack_number(out, why->status);
    char text[sizeof why->text + 80];
    snprintf(text, sizeof text, "on %s (rank %d): %s", f->transport->place, f->transport->rank,
             why->text);
    dado_pack_text(out, text);
    return send_message(f, 0, err);
}

static bool send_answers(dado_cluster *f, dado_error *err)
{
    bool fine = true;
    for (done *d = take_results(f); d;) {
        done *next = d->next;
        if (fine && d->error.status != DADO_OK) {
            fine = send_failure(f, &d->error, err);
        } else if (fine) {
            dado_byte_writer *out = begin_message(f, DADO_CLUSTER_ANSWER);
            dado_pack_number(out, (uint64_t)d->worker);
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

static bool send_hello(dado_cluster *f, dado_error *err)
{
    dado_byte_writer *out = begin_message(f, DADO_CLUSTER_HELLO);
    dado_pack_number(out, (uint64_t)f->worker_count);
    return send_message(f, 0, err);
}

static bool receive_request(dado_cluster *f, dado_byte_reader *in, uint64_t number, dado_error *err)
{
    dado_error why = { 0 };
    DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
    dado_region_init(&region, 1 << 16);
    if (f->task) stop_workers(f);
    f->number = number;
    const char *version = dado_unpack_text(in, &region), *name = dado_unpack_text(in, &region);
    bool fine = version && name && !in->broken;
    if (fine && strcmp(version, dado_version) != 0) {
        fine = dado_fail(&why, DADO_INVALID,
                         "this is dado %s, but the coordinator is %.20s; run "
                         "the same version everywhere",
                         dado_version, version);
    }
    fine = fine && begin_request(f, name, in, &why);
    if (!fine && why.status == DADO_OK)
        dado_fail(&why, DADO_SYNTAX,
                  "a request from the "
                  "coordinator is damaged; run the same version of dado on all machines");
    return fine ? send_hello(f, err) : send_failure(f, &why, err);
}

bool dado_cluster_serve(dado_cluster *f, dado_error *err)
{
    double nap = shortest_sleep;
    for (;;) {
        const unsigned char *bytes;
        size_t size;
        if (work_between_messages(f)) nap = 0;
        if (!send_answers(f, err)) return false;
        int from = f->transport->receive(f->transport->self, nap, &bytes, &size, err);
        if (from == -2) return false;
        nap = from >= 0 || nap <= 0 ? shortest_sleep : nap < longest_sleep ? nap * 2 : nap;
        if (from < 0) continue;
        dado_byte_reader in = { .bytes = bytes, .size = size };
        int kind = (int)dado_unpack_number(&in);
        uint64_t number = dado_unpack_number(&in);
        if (kind == DADO_CLUSTER_QUIT) return true;
        if (kind == DADO_CLUSTER_REQUEST && !receive_request(f, &in, number, err)) return false;
        if (kind == DADO_CLUSTER_CANCEL && f->task && number == f->number) stop_workers(f);
        if (kind == DADO_CLUSTER_TASK && f->task && number == f->number) {
            int lane = (int)dado_unpack_number(&in);
            int64_t first = (int64_t)dado_unpack_number(&in);
            int64_t end = (int64_t)dado_unpack_number(&in);
            if (!in.broken && lane < f->worker_count)
                give_to_worker(f, lane, (piece){ first, end });
        }
    }
}

// ---- the coordinator

typedef struct coordination {
    dado_cluster *cluster;
    const dado_cluster_job *job;
    dado_scheduler *scheduler;
    int *rank_of;  // rank of each known worker
    int lanes;     // number of known workers
    int room;      // workers that the scheduler has room for
    bool failed;
    dado_error *err;
} coordination;

static double now_of(const dado_cluster *f)
{
    return f->transport->now(f->transport->self);
}

// Sends a worker as many pieces as it may have.
static bool fill_worker(coordination *c, int lane, double now)
{
    dado_cluster *f = c->cluster;
    int rank = c->rank_of[lane], place = lane - f->first_worker[rank];
    piece p;
    while (dado_scheduler_next(c->scheduler, lane, now, &p.from, &p.to)) {
        if (rank == 0) {
            give_to_worker(f, place, p);
            continue;
        }
        dado_byte_writer *out = begin_message(f, DADO_CLUSTER_TASK);
        dado_pack_number(out, (uint64_t)place);
        dado_pack_number(out, (uint64_t)p.from);
        dado_pack_number(out, (uint64_t)p.to);
        if (!send_message(f, rank, c->err)) return false;
    }
    return true;
}

static bool add_workers(coordination *c, int rank, int threads)
{
    dado_cluster *f = c->cluster;
    if (c->lanes + threads > c->room) {
        return dado_fail(c->err, DADO_LIMIT,
                         "process %d has more threads than the scheduler "
                         "has room for; start it with fewer",
                         rank);
    }
    f->first_worker[rank] = c->lanes;
    for (int i = 0; i < threads; i++) c->rank_of[c->lanes++] = rank;
    f->threads[rank] = threads;
    f->lanes = c->lanes;
    for (int i = 0; i < threads; i++) {
        if (!fill_worker(c, f->first_worker[rank] + i, now_of(f))) return false;
    }
    return true;
}

static bool keep_answer(coordination *c, int lane, piece p, double seconds, unsigned char *bytes,
                        size_t size)
{
    dado_scheduler_answer(c->scheduler, lane, p.from, p.to, seconds, bytes, size);
    return fill_worker(c, lane, now_of(c->cluster));
}

static bool receive_from_rank(coordination *c, int rank, const unsigned char *bytes, size_t size)
{
    dado_cluster *f = c->cluster;
    dado_byte_reader in = { .bytes = bytes, .size = size };
    int kind = (int)dado_unpack_number(&in);
    if (dado_unpack_number(&in) != f->number) return true;  // late, from an earlier order
    if (kind == DADO_CLUSTER_HELLO) return add_workers(c, rank, (int)dado_unpack_number(&in));
    if (kind == DADO_CLUSTER_FAILURE) {
        DADO_CLEANUP(dado_region_free) dado_region region = { 0 };
        dado_region_init(&region, 1 << 16);
        int status = (int)dado_unpack_number(&in);
        const char *text = dado_unpack_text(&in, &region);
        dado_fail(c->err, status > DADO_OK && status <= DADO_IO ? (dado_status)status : DADO_IO,
                  "%s", text ? text : "a process of the cluster failed");
        return false;
    }
    int place = (int)dado_unpack_number(&in);
    piece p = { .from = (int64_t)dado_unpack_number(&in) };
    p.to = (int64_t)dado_unpack_number(&in);
    double seconds = (double)dado_unpack_number(&in) * 1e-9;
    if (kind != DADO_CLUSTER_ANSWER || in.broken || place >= f->threads[rank]) {
        return dado_fail(c->err, DADO_IO, "malformed reply from rank %d", rank);
    }
    size_t left = size - in.used;
    unsigned char *kept = malloc(left + 1);
    if (!kept) return dado_fail(c->err, DADO_LIMIT, "out of memory for the answer of a task");
    memcpy(kept, bytes + in.used, left);
    return keep_answer(c, f->first_worker[rank] + place, p, seconds, kept, left);
}

static bool poll_workers(coordination *c, bool *any)
{
    bool fine = true;
    for (done *d = take_results(c->cluster); d;) {
        done *next = d->next;
        *any = true;
        if (fine && d->error.status != DADO_OK) {
            if (c->err) *c->err = d->error;
            fine = false;
        } else if (fine) {
            fine = keep_answer(c, d->worker, d->piece, d->seconds, d->bytes, d->size);
            d->bytes = NULL;
        }
        free_done(d);
        d = next;
    }
    return fine;
}

// Hands over the results that are there, in order. Returns false once the job wants no
// more.
static bool take_answers(coordination *c, bool *any)
{
    const unsigned char *bytes;
    int64_t from, to;
    size_t size;
    while ((bytes = dado_scheduler_first(c->scheduler, &from, &to, &size))) {
        if (!c->job->watch(c->job->context) ||
            !c->job->take(c->job->context, from, to, bytes, size)) {
            return false;
        }
        dado_scheduler_drop(c->scheduler);
        *any = true;
    }
    return true;
}

static bool coordinate(coordination *c)
{
    dado_cluster *f = c->cluster;
    double looked = now_of(f), nap = shortest_sleep;
    while (!dado_scheduler_is_done(c->scheduler)) {
        bool any = false;
        const unsigned char *bytes;
        size_t size;
        if (!c->job->watch(c->job->context)) return false;
        if (!(c->failed = !poll_workers(c, &any))) {
            int from;
            while (!c->failed && (from = f->transport->receive(f->transport->self, 0, &bytes, &size,
                                                               c->err)) >= 0) {
                any = true;
                c->failed = !receive_from_rank(c, from, bytes, size);
            }
            c->failed = c->failed || from == -2;
        }
        if (c->failed || !take_answers(c, &any)) return false;
        double now = now_of(f);
        if (now - looked > look_round) {  // give work to idle workers
            looked = now;
            for (int lane = 0; lane < c->lanes; lane++) {
                if (!fill_worker(c, lane, now)) return !(c->failed = true);
            }
        }
        nap = any ? shortest_sleep : nap < longest_sleep ? nap * 2 : nap;
        if (any || dado_scheduler_is_done(c->scheduler)) continue;
        int from = f->transport->receive(f->transport->self, nap, &bytes, &size, c->err);
        c->failed = from == -2 || (from >= 0 && !receive_from_rank(c, from, bytes, size));
        if (c->failed) return false;
    }
    return true;
}

static bool send_requests(coordination *c)
{
    dado_cluster *f = c->cluster;
    const dado_cluster_job *job = c->job;
    f->number++;
    dado_byte_writer *out = begin_message(f, DADO_CLUSTER_REQUEST);
    dado_pack_text(out, dado_version);
    dado_pack_text(out, job->task->name);
    dado_pack_bytes(out, job->order.bytes, job->order.used);
    for (int rank = 1; rank < f->transport->ranks; rank++) {
        if (!send_message(f, rank, c->err)) return false;
    }
    dado_byte_reader order = { .bytes = job->order.bytes, .size = job->order.used };
    return begin_request(f, job->task->name, &order, c->err);
}

bool dado_cluster_run(dado_cluster *f, const dado_cluster_job *job, dado_error *err)
{
    coordination c = { .cluster = f, .job = job, .err = err };
    c.room = f->worker_count +
             (f->transport->ranks - 1) * (f->transport->ranks > 4096 ? 16 : most_threads);
    c.rank_of = calloc((size_t)c.room + 1, sizeof *c.rank_of);
    bool fine = (c.rank_of && !job->order.full) ||
                dado_fail(err, DADO_LIMIT, "no memory left for an order to so many threads");
    fine = fine &&
           dado_scheduler_begin(&c.scheduler, job->from, job->to, c.room + 1, most_waiting, err) &&
           send_requests(&c) && add_workers(&c, 0, f->worker_count) && coordinate(&c);
    for (int rank = 1; rank < f->transport->ranks; rank++) {
        begin_message(f, DADO_CLUSTER_CANCEL);
        send_message(f, rank, NULL);
    }
    if (f->task) stop_workers(f);
    dado_scheduler_end(c.scheduler);
    free(c.rank_of);
    free(job->order.bytes);
    return fine;
}
